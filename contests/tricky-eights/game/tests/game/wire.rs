//! Every form that the contest's document shows, and invalid input.

use cardsharp_player::Player;

use cardsharp_tricky_eights_game::wire::{Command, Kind, WireError, commands, parse_answer};

fn read(line: &str) -> Vec<Command> {
    commands(line).map(Result::unwrap).collect()
}

fn one(line: &str) -> Command {
    let mut all = read(line);
    assert_eq!(all.len(), 1, "{line}");
    all.remove(0)
}

/// The example lines of the document's list. They are printed as they are read, except for the
/// order of the cards in a hand and in the pool.
#[test]
fn the_documents_examples_are_read_back() {
    for line in [
        "take n",
        "take n d5 e",
        "take w d5 n ct e ha s",
        "aftertake n d5 e ct s ha w sa",
        "aftertake n cq e s2 s d5 w c6",
        "play n",
        "play n d5 e",
        "play w d5 n ct e ha s",
        "result n s2 e s3 s s4 w sa",
        "endround",
    ] {
        assert_eq!(one(line).to_string(), line);
    }
    let start = "starthand n d9 c8 s3 hq c4 cj h7 dt da s7 s2 ct ha c6 sa d5 ck c9 s5 cq h5 hk";
    let Command::StartHand { seat, hand, pool } = one(start) else { panic!("{start}") };
    assert_eq!(seat, Player::ZERO);
    assert_eq!(hand.to_string(), "c4 c8 cj d9 dt da h7 hq s3 s7");
    assert_eq!(pool.to_string(), "c6 c9 ct cq ck d5 h5 hk ha s2 s5 sa");
    let command = Command::StartHand { seat, hand, pool };
    assert_eq!(one(&command.to_string()), command);
}

#[test]
fn all_names_of_a_command_are_read() {
    let result = one("result w sa n d5 e ct s ha");
    for line in ["resultoftrick w sa n d5 e ct s ha", "AFTERPLAY w SA n d5  e ct s ha"] {
        assert_eq!(one(line), result);
    }
    assert_eq!(one("end"), one("endround"));
    let points = Some([6, 3, 11, 5]);
    assert_eq!(one("end 6 3 11 5"), Command::EndRound { points });
    assert_eq!(one("endround 6 3 11 5").kind(), Kind::EndRound);
}

#[test]
fn a_pool_may_repeat_cards() {
    let start = "starthand s h9 h2 s8 ca h4 hj c7 sq st dk s2 ct ha c6 sa d5 ck c9 s5 cq h5 hk";
    assert_eq!(one(&format!("{start} sa c6")), one(start));
}

#[test]
fn several_commands_stand_on_a_line_and_requests_with_their_answers() {
    let line = "take n s5 e c9 s ck aftertake n s5 e c9 s ck w d5 take n sa e c6 s ha";
    let all = read(line);
    assert_eq!(all.len(), 3);
    let printed: Vec<String> = all.iter().map(Command::to_string).collect();
    assert_eq!(printed.join(" "), line);
    let Command::Take(request) = &all[0] else { panic!("{:?}", all[0]) };
    assert_eq!((request.player, request.answer), (Player::new(2), "ck".parse().ok()));
    assert_eq!(request.row.cards().len(), 2);
    let Command::Play(request) = one("play s h9") else { panic!("no request") };
    assert_eq!((request.player, request.answer), (Player::new(2), "h9".parse().ok()));
    assert!(request.row.cards().is_empty() && request.row.leader() == Player::new(2));
}

#[test]
fn errors_name_the_word_and_spoil_only_their_command() {
    let error = |line: &str| -> WireError { commands(line).find_map(Result::err).unwrap() };
    let said = |line: &str| error(line).to_string();
    assert!(said("deal n").contains("`deal` is no command"));
    assert!(said("take x").contains("`x` is no seat"));
    assert!(said("take").contains("take: a seat is missing"));
    assert!(said("take n d55 e").contains("`d55` is no card"));
    assert!(said("play n d5 s").contains("`s` is out of turn: e follows"));
    assert!(said("result n d5 e d6 s d7").contains("a seat is missing"));
    assert!(said("result n d5 e d6 s d7 w").contains("a card is missing"));
    assert!(said("result n d5 e d6 s d7 w d5").contains("d5 is named twice"));
    assert!(said("result n d5 e d6 s d7 w d8 n d9").contains("`n` makes no sense"));
    assert!(said("endround 6 3 11").contains("a number is missing"));
    assert!(said("end 6 3 11 five").contains("`five` makes no sense"));
    assert!(said("end 6 3 11 5 7").contains("`7` makes no sense"));
    let start = "starthand n d9 c8 s3 hq c4 cj h7 dt da s7 s2 ct ha c6 sa d5 ck c9 s5 cq h5";
    assert!(said(start).contains("11 different cards in the pool"));
    assert!(said(&format!("{start} d9")).contains("d9 is named twice"));
    assert!(said("starthand n d9 c8 d9").contains("d9 is named twice"));
    let rest: Vec<_> = commands("hello take x play n result n").collect();
    assert_eq!(rest.len(), 4);
    assert!(rest[2].is_ok());
    assert_eq!(commands(" \t ").count(), 0);
}

#[test]
fn answers_are_single_cards() {
    assert_eq!(parse_answer(" hT\r"), Ok("ht".parse().unwrap()));
    for line in ["", "h", "h9 h2", "take", "h99"] {
        assert!(parse_answer(line).is_err(), "{line}");
    }
}
