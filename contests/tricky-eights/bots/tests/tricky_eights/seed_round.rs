//! The commented round of the contest's document, as seen from south.

use cardsharp_solvers::game::Player;
use cardsharp_tricky_eights_game::rules::{CardSet, Deal, Params, Phase, Round, Step};
use cardsharp_tricky_eights_game::text::parse_seat;
use cardsharp_tricky_eights_game::wire::{Command, commands};

/// The protocol's lines of the round, as the document prints them.
pub const LINES: &str = include_str!("../golden/document_round.txt");

#[test]
fn it_is_played_to_six_three_eleven_five() {
    let messages: Vec<Command> = LINES.lines().flat_map(commands).map(Result::unwrap).collect();
    let Command::StartHand { seat, hand, pool } = messages[0] else { panic!("{:?}", messages[0]) };
    assert_eq!(Some(seat), parse_seat("s"));
    // The summaries name every card of all four.
    let mut acts = Vec::new();
    let mut hands = [CardSet::EMPTY; 4];
    for command in &messages {
        match command {
            Command::AfterTake(row) => acts.extend(row.pairs()),
            Command::Result(row) => {
                acts.extend(row.pairs());
                for (player, card) in row.pairs() {
                    hands[player.index()] = hands[player.index()].with(card);
                }
            }
            _ => {}
        }
    }
    let dealt = hands.map(|cards| cards.minus(pool));
    assert_eq!(dealt[seat.index()], hand);
    let deal = Deal::new(Params::CONTEST, &dealt, pool).unwrap();
    let mut round = Round::new(&deal, Player::ZERO);
    let mut won = Vec::new();
    for (player, card) in acts {
        assert_eq!(round.to_act(), Some(player), "{card}");
        if let Step::Won(trick) = round.apply(card).unwrap() {
            won.push((trick.winner.index(), trick.points));
        }
        if round.board().phase() == Phase::Tricks(0) && round.board().row().cards().is_empty() {
            // "At this point all players have twelve cards in their hands": ten and three.
            assert!(hands.iter().all(|hand| hand.len() == 13));
        }
    }
    // The results of the first tricks in the document's comments.
    assert_eq!(won[..6], [(2, 3), (0, 3), (2, 3), (1, 1), (3, 3), (2, 1)]);
    assert_eq!(won[12], (2, 3));
    assert_eq!(round.board().phase(), Phase::Over);
    assert_eq!(round.board().points(), [6, 3, 11, 5]);
    let points = Some([6, 3, 11, 5]);
    assert_eq!(messages.last(), Some(&Command::EndRound { points }));
}
