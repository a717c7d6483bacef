//! Games changed so that no two actions have the same value by accident. Equal values would let
//! rounding decide the strategy, and solvers of different precision would diverge for good.

use cardsharp_solvers::game::{Game, InfosetKey, Player, Turn};
use cardsharp_solvers::range::{DecisionLayout, RangeGame, RangeTurn};

use super::kuhn::Kuhn;

/// A game of ranges with the names and weights that the comparison needs.
pub trait Named: RangeGame {
    /// The same name as [`Game::infoset_name`] of the game of histories: the hand, and then the public part.
    fn infoset_name(&self, public: &Self::Public, hand: usize) -> String;

    /// The weight of two hands together, beside the weight of each.
    fn together(&self, public: &Self::Public, own: usize, other: usize) -> f32;
}

impl Named for Kuhn {
    fn infoset_name(&self, history: &&'static str, card: usize) -> String {
        format!("{card}{history}")
    }

    fn together(&self, _history: &&'static str, own: usize, other: usize) -> f32 {
        f32::from(u8::from(own != other))
    }
}

/// A game of either kind with changed stakes. The first player also gets an amount from the second.
/// Factor and amount differ between the public terminal states.
pub struct Irregular<G> {
    pub game: G,
    /// The number of letters of a hand at the beginning of an information set's name.
    pub letters: usize,
    /// The seed of the changes.
    pub seed: u64,
    /// The relative error of the utilities of single deals, in the game of histories.
    pub noise: f64,
}

impl<G> Irregular<G> {
    /// The factor of the stakes, and the amount that the first player gets, at a terminal state.
    /// Both are the same numbers in single and in double precision.
    fn change(&self, infoset_name: &str) -> [f32; 2] {
        let public = &infoset_name[self.letters..];
        let parts = mixed(self.seed, public).map(|part| part as f32);
        [0.75 + parts[0] / 2.0, (parts[1] - 0.5) / 2.0]
    }
}

/// Two numbers from 0 to 1, each a multiple of 1/1024, made from a text.
fn mixed(seed: u64, text: &str) -> [f64; 2] {
    let first = 0xcbf2_9ce4_8422_2325 ^ seed;
    let mixed = text.bytes().fold(first, |mixed, byte| (mixed ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    let mixed = mixed ^ mixed >> 29;
    [mixed >> 20, mixed >> 40].map(|part| (part % 1024) as f64 / 1024.0)
}

fn sign(player: Player) -> f32 {
    [1.0, -1.0][player.index()]
}

impl<G: Game> Game for Irregular<G> {
    type State = G::State;

    fn root(&self) -> G::State {
        self.game.root()
    }

    fn turn(&self, state: &G::State) -> Turn {
        self.game.turn(state)
    }

    fn child(&self, state: &G::State, index: usize) -> G::State {
        self.game.child(state, index)
    }

    fn chance_probability(&self, state: &G::State, index: usize) -> f64 {
        self.game.chance_probability(state, index)
    }

    fn utility(&self, state: &G::State, player: Player) -> f64 {
        let name = self.game.infoset_name(state);
        let [factor, gift] = self.change(&name);
        let before = self.game.utility(state, player);
        let exact = before * f64::from(factor) + f64::from(sign(player) * gift);
        exact * (1.0 + self.noise * (mixed(self.seed, &name)[0] - 0.5))
    }

    fn utility_bounds(&self) -> (f64, f64) {
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        let mut open = vec![self.root()];
        while let Some(state) = open.pop() {
            let children = match self.turn(&state) {
                Turn::Chance { outcomes } => outcomes,
                Turn::Decision { actions, .. } => actions,
                Turn::Terminal => {
                    let one = self.utility(&state, Player::ZERO).abs();
                    (least, most) = (least.min(-one), most.max(one));
                    0
                }
            };
            open.extend((0..children).map(|index| self.child(&state, index)));
        }
        (least, most)
    }

    fn infoset(&self, state: &G::State) -> InfosetKey {
        self.game.infoset(state)
    }

    fn infoset_name(&self, state: &G::State) -> String {
        self.game.infoset_name(state)
    }
}

impl<G: Named> RangeGame for Irregular<G> {
    type Public = G::Public;

    fn root(&self) -> G::Public {
        self.game.root()
    }

    fn prior(&self, player: Player, out: &mut [f32]) {
        self.game.prior(player, out);
    }

    fn hands(&self, public: &G::Public, player: Player) -> usize {
        self.game.hands(public, player)
    }

    fn turn(&self, public: &G::Public) -> RangeTurn {
        self.game.turn(public)
    }

    fn layout(&self, public: &G::Public) -> DecisionLayout<'_> {
        self.game.layout(public)
    }

    fn act(&self, public: &G::Public, action: usize) -> G::Public {
        self.game.act(public, action)
    }

    fn weight(&self, public: &G::Public, action: usize) -> f32 {
        self.game.weight(public, action)
    }

    fn evaluate(&self, public: &G::Public, player: Player, other: &[f32], out: &mut [f32], scratch: &mut [f32]) {
        let [factor, gift] = self.change(&self.game.infoset_name(public, 0));
        self.game.evaluate(public, player, other, out, scratch);
        for (own, out) in out.iter_mut().enumerate() {
            let theirs = other.iter().enumerate();
            let met = theirs.map(|(hand, weight)| weight * self.game.together(public, own, hand));
            *out = factor * *out + sign(player) * gift * met.sum::<f32>();
        }
    }
}
