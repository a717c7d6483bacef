use super::*;
use crate::cfr::Cfr;
use crate::games::{Kuhn, LiarsDice};
use std::convert::Infallible;

/// Discounted CFR (Brown and Sandholm 2019) by hand.
struct Discounted(Vec<Vec<f64>>);

impl OwnRule for Discounted {
    type Error = Infallible;

    fn learn(&mut self, iteration: u64, player: Player, gains: &[f64], numbers: &mut [f64]) -> Result<(), Infallible> {
        let before = (iteration - 1) as f64;
        let kept = before.powf(1.5) / (before.powf(1.5) + 1.0);
        let regrets = &mut self.0[player.index()];
        regrets.resize(gains.len(), 0.0);
        for ((regret, gain), number) in regrets.iter_mut().zip(gains).zip(numbers) {
            *regret = *regret * if *regret > 0.0 { kept } else { 0.5 } + gain;
            *number = *regret;
        }
        Ok(())
    }

    fn weight(&mut self, iteration: u64) -> Result<f64, Infallible> {
        Ok((iteration as f64).powi(2))
    }
}

/// The preset `dcfr` is the same rule, and comes to the same strategy.
fn compare(tree: &Tree) {
    let mut own = OwnCfr::new(tree);
    let rule = &mut Discounted(vec![Vec::new(); tree.players()]);
    own.advance(rule, 60).unwrap();
    own.advance(rule, 40).unwrap();
    assert_eq!(own.iterations(), 100);
    let mut cfr = Cfr::new(tree, Preset::DCFR);
    cfr.advance(100);
    let [found, expected] = [own.plan(), cfr.plan()].map(|plan| plan.exploitability(tree).nash_conv());
    assert!((found - expected).abs() < 1e-9 && found > 0.0, "{found} {expected}");
}

#[test]
fn a_rule_of_ones_own_is_followed_as_a_preset_is() {
    compare(&Tree::compile(&Kuhn::TWO).unwrap());
    compare(&Tree::compile(&Kuhn::new(3).unwrap()).unwrap());
    // A game that is cut into parts.
    compare(&Tree::compile(&LiarsDice::new(1, 4).unwrap()).unwrap());
}

#[test]
fn every_cell_has_its_information_set() {
    let tree = Tree::compile(&Kuhn::TWO).unwrap();
    let infosets = OwnCfr::infosets(&tree, Player::ZERO);
    let mut counts = [0; 6];
    infosets.iter().for_each(|&infoset| counts[infoset as usize] += 1);
    assert_eq!(counts, [2; 6]);
}

/// A rule that returns what it is told.
struct Told(f64, f64);

impl OwnRule for Told {
    type Error = &'static str;

    fn learn(&mut self, iteration: u64, _: Player, _: &[f64], numbers: &mut [f64]) -> Result<(), &'static str> {
        numbers.fill(self.0);
        if iteration == 3 { Err("enough") } else { Ok(()) }
    }

    fn weight(&mut self, _: u64) -> Result<f64, &'static str> {
        Ok(self.1)
    }
}

#[test]
fn errors_of_a_rule_are_named() {
    let tree = Tree::compile(&Kuhn::TWO).unwrap();
    let error = |number, weight| OwnCfr::new(&tree).advance(&mut Told(number, weight), 5).unwrap_err();
    assert_eq!(error(1.0, 1.0), OwnRuleError::Rule("enough"));
    assert_eq!(error(1.0, -1.0), OwnRuleError::Weight(1, -1.0));
    assert!(matches!(error(f64::NAN, 1.0), OwnRuleError::Number(1, 0, _)));
}

#[test]
fn a_run_ends_with_the_error_of_the_rule() {
    let tree = Tree::compile(&Kuhn::TWO).unwrap();
    let stop = AtomicBool::new(false);
    let rule = &mut Told(1.0, 1.0);
    let failed = OwnCfr::new(&tree).run_with(rule, Until::nash_conv(0.0), &stop, &mut ()).unwrap_err();
    assert!(matches!(failed, OwnRunError::Rule(OwnRuleError::Rule("enough"))), "{failed:?}");
    assert!(stop.into_inner());
    let mut own = OwnCfr::new(&tree);
    let rule = &mut Discounted(vec![Vec::new(); 2]);
    let solved = own.run_with(rule, Until::nash_conv(1e-3), &AtomicBool::new(false), &mut ()).unwrap();
    assert!(solved.nash_conv() <= 1e-3 && solved.iterations() > Some(10));
}
