//! Re-solving of subgames, safe and unsafe.

use cardsharp_solvers::cfr::Preset;
use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{BestResponder, RangeCfr, RangeGame, Reaches, Root, Spot, hand_values};
use cardsharp_solvers::resolve::{Constraint, ResolveError, Resolver};

use super::coin_toss::{CoinToss, SOLD, Toss};
use super::leduc::Leduc;
use super::uniform::Uniform;

/// The best-response value of the player who sees the coin, if the other guesses heads with probability `heads`.
fn exploited(heads: f32) -> f32 {
    let played = [1.0 - 2.0 * heads, 2.0 * heads - 1.0];
    let best = SOLD.iter().zip(played).map(|(sold, played)| sold.max(played));
    best.sum::<f32>() / 2.0
}

/// The probability that the other player guesses heads after a play. In the blueprint the first player always plays,
/// and the other guesses as in equilibrium, which makes the first player indifferent.
fn guesses(constraint: Constraint) -> f32 {
    let root = Root { public: Toss::Played, ranges: [vec![0.5; 2], vec![1.0]] };
    let how = (Preset::DCFR, 1000);
    let mut resolver = Resolver::new(&CoinToss, root, Player::ONE, constraint, how, u64::MAX).unwrap();
    resolver.advance(1000);
    let solver = resolver.solver();
    solver.strategy_at(&solver.root())[0]
}

#[test]
fn a_coin_must_not_be_guessed_at_for_itself() {
    assert!((exploited(0.25)).abs() < 1e-6);
    // If the blueprint's range is taken as given, any guess is as good as another.
    let unsafely = exploited(guesses(Constraint::None));
    assert!(unsafely > 0.2, "{unsafely}");
    let alternatives = SOLD.to_vec();
    let masses = vec![1.0; 2];
    let resolving = Constraint::Resolving { alternatives: alternatives.clone() };
    let margin = Constraint::MaxMargin { alternatives, masses, trust: 0.0, expected: vec![0.5; 2] };
    for constraint in [resolving, margin] {
        let safely = exploited(guesses(constraint.clone()));
        assert!(safely < 0.01, "{constraint:?}: {safely}");
    }
    // With full trust in the expected range the opponent does not choose, and nothing constrains the guess.
    let trusted = exploited(guesses(Constraint::MaxMargin {
        alternatives: SOLD.to_vec(),
        masses: vec![1.0; 2],
        trust: 1.0,
        expected: vec![0.5; 2],
    }));
    assert!(trusted > 0.2, "{trusted}");
}

/// The public states of the second round, in which `player` re-solves, from uniform play before.
fn second_rounds(game: &Leduc) -> Vec<Spot<<Leduc as RangeGame>::Public>> {
    let mut blueprint = RangeCfr::new(game, Preset::DCFR).unwrap();
    blueprint.advance(1);
    // After a single iteration the average is uniform play.
    let mut found = Vec::new();
    let mut open = vec![blueprint.root()];
    while let Some(spot) = open.pop() {
        for (_, after) in blueprint.after(&spot) {
            if spot_is_second_round(&after) {
                found.push(after);
            } else {
                open.push(after);
            }
        }
    }
    found
}

fn spot_is_second_round(spot: &Spot<<Leduc as RangeGame>::Public>) -> bool {
    format!("{:?}", spot.public).contains("Some")
}

fn total(values: &[f32], weights: &[f32]) -> f64 {
    let products = values.iter().zip(weights);
    products.map(|(&value, &weight)| f64::from(value * weight)).sum()
}

#[test]
fn what_is_left_is_solved_for_the_ranges_given() {
    let game = Leduc::of_ranks(3, 2);
    let mut rounds = 0;
    for spot in second_rounds(&game) {
        let root = Root { public: spot.public.clone(), ranges: spot.ranges.clone() };
        let how = (Preset::DCFR, 300);
        let mut resolver = Resolver::new(&game, root, Player::ZERO, Constraint::None, how, u64::MAX).unwrap();
        resolver.warm_start(1, || Uniform);
        resolver.advance(300);
        let found = resolver.solver().exploitability();
        assert!(found.nash_conv() < 1e-3, "{found:?}");
        rounds += 1;
    }
    assert!(rounds >= 9, "{rounds}");
}

/// Against a blueprint that plays uniformly, safe re-solving makes no hand of the other player worth more. With the
/// maximal margin every hand is worth less. Unsafe re-solving does make some worth more.
#[test]
fn no_hand_is_worth_more_than_by_the_blueprint() {
    let game = Leduc::of_ranks(3, 2);
    let mut lost_unsafely = 0.0_f32;
    for spot in second_rounds(&game) {
        let [own, other] = [&spot.ranges[0], &spot.ranges[1]];
        // The other player may enter with any card that is possible.
        let free = vec![1.0; other.len()];
        let reaches = |other| Reaches { own: other, other: own };
        let against = |best, blueprint| hand_values(&game, &spot.public, Player::ONE, reaches(&free), best, blueprint);
        let alternatives = against(BestResponder, Uniform);
        let root = Root { public: spot.public.clone(), ranges: [own.clone(), free.clone()] };
        let gains = |constraint: Constraint| {
            let how = (Preset::DCFR, 500);
            let mut resolver = Resolver::new(&game, root.clone(), Player::ZERO, constraint, how, u64::MAX).unwrap();
            resolver.advance(500);
            let solver = resolver.solver();
            let after = solver.values_at(&solver.root(), Player::ONE, true);
            let gains = after.iter().zip(&alternatives).map(|(after, before)| after - before);
            gains.collect::<Vec<f32>>()
        };
        let most = |gains: &[f32]| gains.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let resolving = gains(Constraint::Resolving { alternatives: alternatives.clone() });
        assert!(most(&resolving) < 5e-3, "{resolving:?}");
        // The mass of cards that each card can meet: the rest of the pack.
        let masses = masses(&game, &spot, own);
        let margins = gains(Constraint::MaxMargin {
            alternatives: alternatives.clone(),
            masses: masses.clone(),
            trust: 0.0,
            expected: other.clone(),
        });
        let per_mass = |gains: &[f32]| {
            let met = gains.iter().zip(&masses).filter(|(_, mass)| **mass > 0.0);
            met.map(|(gain, mass)| gain / mass).fold(f32::NEG_INFINITY, f32::max)
        };
        assert!(per_mass(&margins) < -0.02, "{margins:?} {masses:?}");
        assert!(per_mass(&margins) < per_mass(&resolving) + 0.01);
        lost_unsafely = lost_unsafely.max(most(&gains(Constraint::None)));
        assert!(total(&margins, other) < 0.0);
    }
    // Unsafe re-solving improves on the average of the likely hands, and not on each of them.
    assert!(lost_unsafely > 0.02, "{lost_unsafely}");
}

/// The mass of `own` that each of the other player's cards can meet.
fn masses(game: &Leduc, spot: &Spot<<Leduc as RangeGame>::Public>, own: &[f32]) -> Vec<f32> {
    // Folding at once costs every hand the same, so its value is proportional to the mass.
    let folded = game.act(&game.act(&spot.public, 1), 0);
    let mut out = vec![0.0; own.len()];
    game.evaluate(&folded, Player::ONE, own, &mut out, &mut []);
    let most = out.iter().map(|value| value.abs()).fold(0.0, f32::max);
    out.iter().map(|value| value.abs() / most).collect()
}

#[test]
fn a_constraint_of_another_place_is_refused() {
    let root = Root { public: Toss::Played, ranges: [vec![0.5; 2], vec![1.0]] };
    let constraint = Constraint::Resolving { alternatives: vec![0.0; 3] };
    let how = (Preset::DCFR, 10);
    let refused = Resolver::new(&CoinToss, root, Player::ONE, constraint, how, u64::MAX);
    let Err(ResolveError::Misfit(misfit)) = refused else {
        panic!("three hands for two");
    };
    assert_eq!((misfit.found, misfit.expected), (3, 2));
}
