use super::*;

#[test]
fn samples_make_one_estimate_if_none_is_missing_or_differs() {
    let sample = |trunk, subgames: &[(u64, f64)]| SubgameSample { trunk, subgames: subgames.to_vec() };
    let first = sample(Some(0.5), &[(0, 0.25), (2, 0.75)]);
    let second = sample(None, &[(1, 0.5)]);
    let found = by_parts(3, &[second.clone(), first.clone(), second.clone()]).unwrap();
    assert_eq!((found.trunk, found.subgames.mean), (0.5, 0.5));
    assert_eq!(found, by_parts(3, &[first.clone(), second.clone()]).unwrap());
    let fault = |states, samples: &[&SubgameSample]| {
        let samples: Vec<SubgameSample> = samples.iter().map(|&one| one.clone()).collect();
        by_parts(states, &samples).unwrap_err().to_string()
    };
    assert!(fault(3, &[&first]).contains("1 of 3 public states are missing, the first is number 2"));
    assert!(fault(1, &[&sample(None, &[(0, 0.1)])]).contains("the trunk is missing"));
    let other = sample(Some(0.25), &[(1, 0.5)]);
    assert!(fault(3, &[&first, &other]).contains("differ in the trunk"));
    assert!(fault(3, &[&first, &second, &sample(None, &[(1, 0.75)])]).contains("public state 2"));
    assert!(fault(2, &[&first, &second]).contains("public state 3"));
}
