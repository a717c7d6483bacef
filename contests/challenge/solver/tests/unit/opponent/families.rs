use super::*;

#[test]
fn priors_are_distributions() {
    let families = families();
    for prior in [&families.stakes.prior, &families.leads.prior, &families.follows.prior] {
        assert!((prior.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(prior.iter().all(|&weight| weight > 0.0));
    }
    assert_eq!(families.stakes.rules[0], StakeRule::Policy);
    assert_eq!(families.leads.rules[0], CardRule::Policy);
    assert_eq!(families.follows.rules[0], CardRule::Policy);
}
