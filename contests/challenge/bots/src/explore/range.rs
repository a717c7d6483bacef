//! The range of the player to act at a public position.

use cardsharp_solvers::game::Player;

use super::walk::{Ground, Spot};

/// The weights by which the hands of the player to act are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weighing {
    /// By the shoe and the policy of both players.
    Policy,
    /// The policy never makes these plays of the player to act: by the shoe and the policy of the other.
    OwnPlaysUnlikely,
    /// The policy never makes these plays of the other player: by the shoe and the own policy.
    TheirPlaysUnlikely,
    /// By the shoe alone.
    Shoe,
}

/// The range of the player to act.
pub struct Range {
    /// By hand: the share of the range. The shares sum to 1.
    pub(super) shares: Vec<f64>,
    /// By hand: the weight with which it meets the other player's range.
    pub(super) masses: Vec<f32>,
    /// The other player's range.
    pub(super) other: Vec<f32>,
    /// The source of the weights.
    pub(super) weighing: Weighing,
}

impl Range {
    /// The range at a spot. `None` if no two hands can have made the plays.
    pub fn of(ground: &Ground<'_>, spot: &Spot) -> Option<Range> {
        use Weighing::{OwnPlaysUnlikely, Policy, Shoe, TheirPlaysUnlikely};
        let player = spot.state.to_move();
        let (me, them) = (player.index(), player.opponent().index());
        let [own, other] = [player, player.opponent()].map(|player| drawn(ground, spot, player));
        let tries = [
            (Policy, &spot.reach[me], &spot.reach[them]),
            (OwnPlaysUnlikely, &own, &spot.reach[them]),
            (TheirPlaysUnlikely, &spot.reach[me], &other),
            (Shoe, &own, &other),
        ];
        tries.into_iter().find_map(|(weighing, own, other)| {
            let other = scaled(other)?;
            let masses = ground.hand.masses(&spot.state, player, &other);
            let joint = own.iter().zip(&masses);
            // Rounding may leave a hand that cannot be met a little more than nothing, or less.
            let joint = joint.map(|(own, &mass)| (own * f64::from(mass)).max(0.0));
            let mut shares: Vec<f64> = joint.collect();
            let sum: f64 = shares.iter().sum();
            shares.iter_mut().for_each(|share| *share /= sum);
            (sum > 0.0).then_some(Range { shares, masses, other, weighing })
        })
    }
}

/// The weights of the hands that a player can have left, as if they were drawn from the rest of the shoe.
fn drawn(ground: &Ground<'_>, spot: &Spot, player: Player) -> Vec<f64> {
    let space = ground.hand.space();
    let cards = spot.state.cards_left(player, ground.hand.game().rules().hand_size());
    let weight = |hand| {
        let cards = space.cards(hand);
        let copies = cards.distinct().flat_map(|rank| 1..=cards.count(rank));
        1.0 / copies.map(f64::from).product::<f64>()
    };
    let dealt = space.of_size(cards).zip(&spot.dealt[player.index()]);
    dealt.map(|(hand, &dealt)| if dealt > 0.0 { weight(hand) } else { 0.0 }).collect()
}

/// The weights with the largest one 1, so that small ones are no rounding errors. `None` if all are 0.
fn scaled(weights: &[f64]) -> Option<Vec<f32>> {
    let most = weights.iter().copied().fold(0.0, f64::max);
    let scaled = || weights.iter().map(|weight| (weight / most) as f32).collect();
    (most > 0.0).then(scaled)
}
