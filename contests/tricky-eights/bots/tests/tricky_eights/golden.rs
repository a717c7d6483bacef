//! Whole rounds, card by card. Each is a file of the cards taken and played and their results.
//!
//! Players with simple habits play: they take and play the highest card by bits, the second player the
//! lowest. With `GOLDEN=write` in the environment the files are written anew.

use std::fmt::Write as _;

use cardsharp_solvers::game::Player;
use cardsharp_tricky_eights_game::rules::{Deal, Game, Params, Round, Step};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

fn play(game: Params, rounds: u32, seed: u64) -> String {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut record = format!("{game}\n");
    let mut score = Game::new(game);
    while score.rounds() < rounds {
        let deal = Deal::shuffled(game, &mut rng);
        let mut round = Round::new(&deal, score.dealer());
        writeln!(record, "\nround {}, {} deals", score.rounds() + 1, score.dealer()).unwrap();
        for (player, hand) in deal.hands().iter().enumerate() {
            writeln!(record, "    {player}: {hand}").unwrap();
        }
        writeln!(record, "    pool: {}", deal.pool()).unwrap();
        while let Some(player) = round.to_act() {
            let legal = round.legal();
            let card = match player {
                Player::ONE => legal.first(),
                _ => legal.last(),
            };
            let card = card.unwrap();
            write!(record, "{player}> {card} ").unwrap();
            match round.apply(card).unwrap() {
                Step::Follows => {}
                Step::Taken(_) => record.push('\n'),
                Step::Won(trick) => {
                    writeln!(record, "  {} to {}", trick.points, trick.winner).unwrap();
                }
            }
        }
        score.record(round.board().points());
        writeln!(record, "{:?}, in all {:?}", round.board().points(), score.scores()).unwrap();
    }
    record
}

fn check(name: &str, golden: &str, record: &str) {
    if std::env::var_os("GOLDEN").is_some_and(|wish| wish == "write") {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/");
        std::fs::write(format!("{folder}{name}"), record).unwrap();
        return;
    }
    assert_eq!(record, golden);
}

#[test]
fn rounds_of_the_contest() {
    let golden = include_str!("../golden/contest.txt");
    check("contest.txt", golden, &play(Params::CONTEST, 5, 4));
}

#[test]
fn rounds_of_a_small_member() {
    let golden = include_str!("../golden/small.txt");
    let small = Params::new(3, 3, 4, 3).unwrap();
    check("small.txt", golden, &play(small, 4, 9));
}
