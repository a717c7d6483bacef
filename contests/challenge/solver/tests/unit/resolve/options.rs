use super::*;

#[test]
fn all_options_can_be_written_and_read() {
    let other = ResolveOptions {
        from: 4,
        leads_from: 5,
        root: SubgameRoot::Trick,
        whole: 3,
        safety: Safety::Resolving,
        preset: Preset::PCFR_PLUS,
        warm: 7,
        slips: 0.001,
        trust: 0.7,
        iterations: Some(30),
        last_iterations: Some(200),
    };
    for options in [ResolveOptions::default(), other] {
        let spec = format!("resolve:{}", options.spec()).parse().unwrap();
        let tuned = ResolveOptions { iterations: None, last_iterations: None, ..other };
        assert_eq!(ResolveOptions::from_spec(&spec, &[], tuned), Ok(options));
    }
}
