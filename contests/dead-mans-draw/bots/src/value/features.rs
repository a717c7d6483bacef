//! The features of a position, which are the inputs of the learnt value.

use cardsharp_solvers::game::Player;

use cardsharp_dead_mans_draw_game::rules::{Card, CardSet, Pending, State, Suit, SuitSet};

/// The number of features of a position.
pub const FEATURES: usize = OF_SUITS + OF_ALL;

const A_SUIT: usize = 11;
const OF_SUITS: usize = A_SUIT * Suit::COUNT;
/// The number of features that do not belong to one suit. It makes the total a multiple of eight.
const OF_ALL: usize = 18;

/// Scales that bring points and counts to about 0 to 1.
const POINTS: f32 = 1.0 / 8.0;
const SCORE: f32 = 1.0 / 40.0;
const LEAD: f32 = 1.0 / 20.0;
const STACK: f32 = 1.0 / 6.0;
const PILE: f32 = 1.0 / 50.0;

/// The features of a position for the player who is about to draw.
pub fn features(state: &State) -> [f32; FEATURES] {
    let mut out = [0.0; FEATURES];
    let view = PlayerView::of(state);
    let (suits, all) = out.split_at_mut(OF_SUITS);
    let mut banked = 0.0;
    let mut kept = 0.0;
    for (suit, out) in Suit::ALL.into_iter().zip(suits.chunks_exact_mut(A_SUIT)) {
        let (gain, protected) = view.suit(suit, out);
        banked += gain;
        kept += if protected { gain } else { 0.0 };
    }
    view.all(state, banked, kept, all);
    out
}

struct PlayerView {
    own: CardSet,
    theirs: CardSet,
    area: CardSet,
    area_suits: SuitSet,
    protected: CardSet,
    pile: CardSet,
    discards: CardSet,
    scores: [f32; 2],
}

impl PlayerView {
    fn of(state: &State) -> PlayerView {
        let player = state.to_move().unwrap_or(Player::ZERO);
        let other = player.opponent();
        let scores = state.scores().map(f32::from);
        PlayerView {
            own: state.bank(player).cards(),
            theirs: state.bank(other).cards(),
            area: state.area().iter().copied().collect(),
            area_suits: state.area_suits(),
            protected: state.protected().iter().copied().collect(),
            pile: state.draw_pile().cards(),
            discards: state.discard_set(),
            scores: [scores[player.index()], scores[other.index()]],
        }
    }

    /// Writes the features of one suit. Returns the points that its card in the play area adds when
    /// it is banked, and true if an anchor protects it.
    fn suit(&self, suit: Suit, out: &mut [f32]) -> (f32, bool) {
        let (own, own_second) = two_highest(self.own.of_suit(suit));
        let (theirs, their_second) = two_highest(self.theirs.of_suit(suit));
        let placed = value(self.area.highest(suit));
        let gain = (placed - own).max(0.0);
        let protected = !self.protected.of_suit(suit).is_empty();
        let pile = self.pile.of_suit(suit);
        let best = value(pile.last());
        out[0] = POINTS * own;
        out[1] = POINTS * (own - own_second);
        out[2] = POINTS * theirs;
        out[3] = POINTS * (theirs - their_second);
        out[4] = f32::from(u8::from(self.area_suits.contains(suit)));
        out[5] = POINTS * gain;
        out[6] = f32::from(u8::from(protected));
        out[7] = STACK * pile.len() as f32;
        out[8] = POINTS * (best - own.max(placed)).max(0.0);
        out[9] = POINTS * (best - theirs).max(0.0);
        out[10] = POINTS * value(self.discards.highest(suit));
        (gain, protected)
    }

    fn all(&self, state: &State, banked: f32, kept: f32, out: &mut [f32]) {
        let [own, theirs] = self.scores;
        let lead = own - theirs;
        let pile = self.pile.len() as f32;
        let bust = self.pile.iter().filter(|card| self.area_suits.contains(card.suit()));
        let owed = state.pending().map_or(0, Pending::owed);
        let both = [Suit::Chest, Suit::Key].into_iter().all(|suit| self.area_suits.contains(suit));
        let few = 1.0 / (pile + 1.0).sqrt();
        out[0] = LEAD * lead;
        out[1] = SCORE * own;
        out[2] = SCORE * theirs;
        out[3] = LEAD * banked;
        out[4] = LEAD * kept;
        out[5] = bust.count() as f32 / pile.max(1.0);
        out[6] = PILE * pile;
        out[7] = few;
        out[8] = few * lead;
        out[9] = few * (lead + banked);
        out[10] = STACK * self.area.len() as f32;
        out[11] = f32::from(u8::from(owed == 1));
        out[12] = f32::from(u8::from(owed == 2));
        out[13] = f32::from(u8::from(both));
        out[14] = PILE * self.discards.len() as f32;
        out[15] = f32::from(u8::from(self.area.is_empty()));
        out[16] = (LEAD * lead).tanh();
        out[17] = (few * (lead + kept)).tanh();
    }
}

fn value(card: Option<Card>) -> f32 {
    card.map_or(0.0, |card| f32::from(card.value()))
}

fn two_highest(stack: CardSet) -> (f32, f32) {
    let highest = stack.last();
    let rest = highest.map_or(stack, |card| stack.without(card));
    (value(highest), value(rest.last()))
}
