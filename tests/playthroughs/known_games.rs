//! Playthroughs of the games with known values.

use cardsharp::contest::derive_seed;
use cardsharp_solvers::game::{Game, Player, Turn};
use cardsharp_solvers::games::{GameVisitor, KnownGame};

use crate::text::{MARGIN, Text};

/// The number of plays in a text: the games are short.
const PLAYS: u64 = 3;

/// The games with published counts.
pub fn all() -> Vec<KnownGame> {
    let names = KnownGame::PUBLISHED.iter();
    names.map(|name| name.parse().unwrap()).collect()
}

/// The text of a game.
pub fn playthrough(game: &KnownGame) -> String {
    let mut text = Text::default();
    text.line(&game.to_string());
    game.visit(Write(&mut text));
    text.finish()
}

struct Write<'a>(&'a mut Text);

impl GameVisitor for Write<'_> {
    type Output = ();

    fn visit<G: Game>(self, game: &G) {
        let (least, greatest) = game.utility_bounds();
        self.0.says("players", &game.players().to_string());
        self.0.says("utility", &format!("{least} to {greatest}"));
        for play in 0..PLAYS {
            self.0.line("");
            self.0.line(&format!("play {}", play + 1));
            write_play(game, play, self.0);
        }
    }
}

/// Writes one play, in which chance and players choose by the play and the number of the state.
fn write_play<G: Game>(game: &G, play: u64, text: &mut Text) {
    let mut state = game.root();
    let mut record: Vec<String> = Vec::new();
    loop {
        text.line("");
        text.line(&format!("state {}", record.len()));
        text.says("history", &listed(&record));
        let turn = game.turn(&state);
        if turn == Turn::Terminal {
            break;
        }
        write_turn(game, &state, turn, text);
        let seed = derive_seed(play, record.len() as u64);
        let index = (seed % turn.children() as u64) as usize;
        let name = game.action_name(&state, index);
        text.says("chosen", &name);
        record.push(name);
        state = game.child(&state, index);
    }
    text.says("turn", "the game is over");
    text.says("record", &listed(&record));
    text.says("utilities", &utilities(game, &state));
}

/// Writes who moves, what they know, and their choices.
fn write_turn<G: Game>(game: &G, state: &G::State, turn: Turn, text: &mut Text) {
    let name = |index| game.action_name(state, index);
    match turn {
        Turn::Terminal => {}
        Turn::Chance { outcomes } => {
            text.says("turn", "chance");
            let outcome = |index| format!("{} ({})", name(index), probability(game, state, index));
            text.says("outcomes", &listed(&Vec::from_iter((0..outcomes).map(outcome))));
        }
        Turn::Decision { player, actions } => {
            let key = game.infoset(state).0;
            text.says("turn", &format!("player {player}"));
            text.says("infoset", &format!("{} (key {key})", game.infoset_name(state)));
            text.says("actions", &listed(&Vec::from_iter((0..actions).map(name))));
        }
    }
}

/// The probability of an outcome, as a fraction if it is known as one.
fn probability<G: Game>(game: &G, state: &G::State, index: usize) -> String {
    match game.chance_fraction(state, index) {
        Some(fraction) => format!("{}/{}", fraction.numerator, fraction.denominator),
        None => game.chance_probability(state, index).to_string(),
    }
}

/// The utilities of all players.
fn utilities<G: Game>(game: &G, state: &G::State) -> String {
    let utility = |player| game.utility(state, Player::new(player as u8)).to_string();
    listed(&Vec::from_iter((0..game.players()).map(utility)))
}

fn listed(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// Follows the records of a text by the names of their moves, and compares the utilities.
struct Follow<'a>(&'a str);

impl GameVisitor for Follow<'_> {
    type Output = usize;

    fn visit<G: Game>(self, game: &G) -> usize {
        // A long record goes on in the margin of the next lines.
        let text = self.0.replace(&format!("\n{}", " ".repeat(MARGIN)), " ");
        let said = |label: &'static str| text.lines().filter_map(move |line| line.strip_prefix(label));
        let mut records = 0;
        for (record, results) in said("  record  ").zip(said("  utilities")) {
            let mut state = game.root();
            for name in record.trim().split(", ") {
                let mut indices = 0..game.turn(&state).children();
                let named = indices.find(|&index| game.action_name(&state, index) == name);
                state = game.child(&state, named.unwrap());
            }
            assert_eq!(game.turn(&state), Turn::Terminal, "{record}");
            assert_eq!(utilities(game, &state), results.trim(), "{record}");
            records += 1;
        }
        records
    }
}

#[test]
fn the_records_lead_to_their_utilities() {
    for game in all() {
        let text = playthrough(&game);
        assert_eq!(game.visit(Follow(&text)), PLAYS as usize, "{game}");
    }
}

#[test]
fn every_family_of_known_games_has_a_playthrough() {
    let all = all();
    for family in KnownGame::families() {
        let default: KnownGame = family.parse().unwrap();
        assert!(all.contains(&default), "{default}");
    }
}
