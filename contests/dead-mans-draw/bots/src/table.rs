//! Dead Man's Draw as its agents play it.

use std::cmp::Ordering;

use cardsharp_solvers::game::Player;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use cardsharp_dead_mans_draw_game::observation::{ACTIONS, Seen, action_of, number_of};
use cardsharp_dead_mans_draw_game::rules::{Action, Dice, RecordedEvent, Rules, Setup as Start, State, Verdict};
use cardsharp_dead_mans_draw_game::wire::{EventMessage, EventTexts};
use cardsharp_game::outside::Request;
use cardsharp_game::{Applied, Ending, GameResult, GameTable, RoundResult, Setup, TableGame, derive_seed};

/// The number of matches of a series, unless it is level after them (the contest's document).
const SERIES: u64 = 5;
/// The number of matches after which a series that is still level has no winner.
const LONGEST_SERIES: u64 = 100;

/// The stream of a match's seed that its chance comes from.
const CHANCE: u64 = 2;

/// Two agents at a table.
pub type DeadMansDrawTable = GameTable<DeadMansDrawGame>;

/// The contest's game: one match, in which the player of the first seat starts. The cards of the pile depend on the
/// earlier draws. Two matches of one seed with exchanged seats are therefore only similar.
///
/// A player knows the state, which contains no more of the draw pile than both players have seen: its cards, and
/// the next card if an oracle has shown it.
#[derive(Clone, Copy, Debug)]
pub struct DeadMansDrawGame;

/// A match under way.
pub struct Match {
    state: State,
    chance: Dice<Xoshiro256PlusPlus>,
    events: Vec<RecordedEvent>,
}

impl TableGame for DeadMansDrawGame {
    type State = Match;
    type Observation<'a> = State;
    type Action = Action;
    type Memory = ();
    type Shown = ();

    const SEATS: usize = 2;

    fn begin(seed: u64, _record: bool) -> Match {
        let seed = derive_seed(seed, CHANCE);
        let mut chance = Dice(Xoshiro256PlusPlus::seed_from_u64(seed));
        let start = Start { starter: Some(Player::ZERO), ..Start::default() };
        let mut events = Vec::new();
        let mut state = State::new(&Rules::ARENA, &mut chance);
        if let Ok(begun) = State::start(&Rules::ARENA, &start, &mut chance, &mut events) {
            state = begun;
        }
        Match { state, chance, events }
    }

    fn to_act(played: &Match) -> Option<usize> {
        Some(played.state.to_move()?.index())
    }

    fn observe(played: &Match) -> Option<State> {
        Some(played.state)
    }

    /// After an illegal action the turn is ended as if the player had been late.
    fn apply(played: &mut Match, action: Action) -> Applied {
        let Match { state, chance, events } = played;
        if state.apply(action, chance, events).is_ok() {
            Applied::Legal
        } else if state.time_out(chance, events).is_ok() {
            Applied::Penalised
        } else {
            Applied::Stuck
        }
    }

    fn winner(played: &Match) -> Option<usize> {
        match played.state.end()?.verdict {
            Verdict::Won(player) => Some(player.index()),
            _ => None,
        }
    }

    fn points(played: &Match) -> Vec<f64> {
        played.state.scores().map(f64::from).to_vec()
    }

    fn record(played: &Match) -> serde_json::Value {
        let message = |one| EventMessage::of(one, EventTexts::default());
        let messages: Vec<EventMessage> = played.events.iter().map(message).collect();
        // The messages consist of plain enums and numbers, which always have a JSON form.
        serde_json::to_value(messages).unwrap_or_default()
    }

    /// Plays five matches, with the seats exchanged after each, and further ones until an agent has
    /// won more than the other.
    fn round(setup: Setup, play: &mut dyn FnMut(Setup) -> GameResult) -> RoundResult {
        let mut games = Vec::new();
        let mut won = [0_u64; 2];
        for number in 0..LONGEST_SERIES {
            let first = (setup.first + number as usize) % 2;
            let game = play(Setup { seed: derive_seed(setup.seed, number), first, record: setup.record });
            if let Some(winner) = game.winner {
                won[winner] += 1;
            }
            let abandoned = game.ending == Ending::Abandoned;
            games.push(game);
            if abandoned {
                return RoundResult { winner: None, games };
            }
            if number + 1 >= SERIES && won[0] != won[1] {
                break;
            }
        }
        let winner = match won[0].cmp(&won[1]) {
            Ordering::Greater => Some(0),
            Ordering::Less => Some(1),
            Ordering::Equal => None,
        };
        RoundResult { winner, games }
    }

    fn request(state: &State) -> Request {
        let legal = state.choices().into_iter().filter_map(number_of).collect();
        // No agent is asked after the match.
        let player = state.to_move().unwrap_or(Player::ZERO);
        Request::new(&ACTIONS, legal, Seen::of(state, player))
    }

    fn numbered(action: usize) -> Option<Action> {
        action_of(action)
    }

    fn any_action(_: &State) -> Action {
        Action::Draw
    }
}
