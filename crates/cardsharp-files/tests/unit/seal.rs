use super::*;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Measured {
    values: Vec<f64>,
}

impl SealedContent for Measured {
    const KEY: &'static str = "result";
}

#[test]
fn digits_that_change_no_number_are_a_change_too() {
    let content = Measured { values: vec![0.1, 0.063_138_042_771_586_92] };
    let text = sealed(&content).unwrap();
    assert_eq!(unsealed::<Measured>(&text).unwrap(), content);
    let shown = String::from_utf8(text).unwrap();
    let longer = shown.replace("0.1,", "0.10000000000000001,");
    assert_ne!(shown, longer);
    assert!(matches!(unsealed::<Measured>(longer.as_bytes()), Err(SealError::Checksum)));
    for index in 0..shown.len() {
        let mut flipped = shown.clone().into_bytes();
        for bit in 0..8 {
            flipped[index] ^= 1 << bit;
            assert!(unsealed::<Measured>(&flipped).is_err(), "{index} {bit}");
            flipped[index] ^= 1 << bit;
        }
        assert!(unsealed::<Measured>(&shown.as_bytes()[..index]).is_err());
    }
}
