use super::*;

#[test]
fn a_rounded_number_is_right_on_average() {
    let noise = Noise::new(7);
    for value in [1.0_f32, -3.217, 1e-20, 12_345.678, -0.0] {
        let count = 100_000;
        let sum: f64 = (0..count).map(|index| f64::from(Bf16::store(value, noise.at(index)).load())).sum();
        let mean = sum / count as f64;
        let step = f64::from(value.abs()) / 128.0;
        let off = (mean - f64::from(value)).abs();
        assert!(off <= 0.01 * step, "{value}: {mean}");
    }
}

fn comes_back<N: Number + PartialEq>(values: &[f32]) {
    let numbers: Vec<N> = values.iter().map(|&value| N::store(value, 0)).collect();
    let mut bytes = Vec::new();
    N::write(&numbers, &mut bytes);
    let mut read = vec![N::default(); numbers.len()];
    N::read(&bytes, &mut read);
    assert_eq!(read, numbers);
}

#[test]
fn bytes_give_the_numbers_back() {
    let values = [0.0, -1.5, 3.25e-30, f32::MAX];
    comes_back::<f32>(&values);
    comes_back::<Bf16>(&values);
}
