// Kuhn poker of two players: both ante 1 and get one of the cards 0, 1 and 2; a bet is 1 more.
use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{DecisionLayout, RangeGame, RangeTurn};

pub struct Kuhn;

impl RangeGame for Kuhn {
    /// The actions so far, a letter for each: pass or bet.
    type Public = &'static str;

    fn root(&self) -> &'static str {
        ""
    }

    /// The first player has one of three cards, the second one of the two that are left. `evaluate`
    /// excludes pairs of the same card.
    fn prior(&self, player: Player, out: &mut [f32]) {
        out.fill([1.0 / 3.0, 1.0 / 2.0][player.index()]);
    }

    fn hands(&self, _history: &&'static str, _player: Player) -> usize {
        3
    }

    fn turn(&self, history: &&'static str) -> RangeTurn {
        let player = match *history {
            "" | "pb" => Player::ZERO,
            "p" | "b" => Player::ONE,
            _ => return RangeTurn::Terminal,
        };
        RangeTurn::Decision { player }
    }

    /// No card leaves the hand, and every hand has two actions.
    fn layout(&self, _history: &&'static str) -> DecisionLayout<'_> {
        DecisionLayout { moved: &[], run: 1, kept: 2, uniform: &[0.5; 3] }
    }

    fn act(&self, history: &&'static str, action: usize) -> &'static str {
        let [pass, bet] = match *history {
            "" => ["p", "b"],
            "p" => ["pp", "pb"],
            "b" => ["bp", "bb"],
            _ => ["pbp", "pbb"],
        };
        [pass, bet][action]
    }

    fn evaluate(&self, history: &&'static str, player: Player, other: &[f32], out: &mut [f32], _scratch: &mut [f32]) {
        let stake = if history.ends_with("bb") { 2.0 } else { 1.0 };
        for (card, out) in out.iter_mut().enumerate() {
            *out = 0.0;
            for (theirs, weight) in other.iter().enumerate() {
                let wins = match *history {
                    "bp" => player == Player::ZERO,
                    "pbp" => player == Player::ONE,
                    _ => card > theirs,
                };
                if theirs != card {
                    *out += if wins { stake * weight } else { -stake * weight };
                }
            }
        }
    }
}
