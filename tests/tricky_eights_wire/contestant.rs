//! The contestant as a process: its standard output, and its end.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};

use cardsharp::contests::tricky_eights::rules::{Card, CardSet, Deal, Params, Round};
use cardsharp::contests::tricky_eights::wire;
use cardsharp_solvers::game::Player;

use crate::processes::cardsharp;

const LINES: &str = include_str!("../../contests/tricky-eights/bots/tests/golden/document_round.txt");

fn start(agent: &str) -> (Child, ChildStdin) {
    let words = cardsharp(agent);
    let mut command = Command::new(&words[0]);
    let pipes = command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = pipes.stderr(Stdio::piped()).spawn().unwrap();
    let input = child.stdin.take().unwrap();
    (child, input)
}

/// The contestant's answers to all of `lines`.
fn answers(agent: &str, lines: &str) -> Vec<String> {
    let (child, mut input) = start(agent);
    input.write_all(lines.as_bytes()).unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.is_empty() || said.ends_with('\n'));
    said.lines().map(str::to_owned).collect()
}

/// The document's round, with every request to south and the card that answered it there.
fn round_of_the_document() -> Round {
    let messages = LINES.lines().flat_map(wire::commands).map(Result::unwrap);
    let mut hands = [CardSet::EMPTY; 4];
    let mut pool = CardSet::EMPTY;
    for command in messages {
        match command {
            wire::Command::StartHand { pool: cards, .. } => pool = cards,
            wire::Command::Result(row) => row.pairs().for_each(|(player, card)| {
                hands[player.index()] = hands[player.index()].with(card);
            }),
            _ => {}
        }
    }
    let dealt = hands.map(|hand| hand.minus(pool));
    let deal = Deal::new(Params::CONTEST, &dealt, pool).unwrap();
    Round::new(&deal, Player::ZERO)
}

/// Every request of the transcript is answered by a card that was legal at that moment, for any
/// agent. The summaries give the cards that were really played.
#[test]
fn the_documents_transcript_is_answered() {
    let south = Player::new(2);
    let messages: Vec<_> = LINES.lines().flat_map(wire::commands).map(Result::unwrap).collect();
    for agent in ["random", "pseudo-random", "memoryless", "poor-memory", "card-counter", "search"] {
        let answers = answers(agent, LINES);
        assert_eq!(answers.len(), 3 + 13, "{answers:?}");
        let mut answers = answers.iter().map(|line| line.parse::<Card>().unwrap());
        let mut round = round_of_the_document();
        for command in &messages {
            let (wire::Command::AfterTake(row) | wire::Command::Result(row)) = command else {
                continue;
            };
            for (player, card) in row.pairs() {
                if player == south {
                    let answer = answers.next().unwrap();
                    assert_eq!(round.check(answer), Ok(()), "{agent}");
                }
                round.apply(card).unwrap();
            }
        }
    }
}

/// Input typed by hand: each answer comes at once, although more input may follow.
#[test]
fn it_answers_before_more_is_said() {
    let (mut child, mut input) = start("pseudo-random");
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut said = |line: &str| {
        writeln!(input, "{line}").unwrap();
        output.next().unwrap().unwrap()
    };
    let start = "starthand n d9 c8 s3 hq c4 cj h7 dt da s7 s2 ct ha c6 sa d5 ck c9 s5 cq h5 hk";
    let taken = said(&format!("{start}\ntake n"));
    assert!(["ha", "sa"].contains(&taken.as_str()), "{taken}");
    let taken = said("aftertake n ha e sa s ck w hk\ntake n");
    assert_eq!(taken, "cq");
    let taken = said("nonsense\n\naftertake n cq e ct s c9 w c6\nTAKE n");
    assert!(["h5", "s5", "d5"].contains(&taken.as_str()), "{taken}");
    let played = said("aftertake n h5 e s5 s d5 w s2\nplay n");
    assert!(["ha", "da"].contains(&played.as_str()), "{played}");
    let played = said("result n ha e h2 s h3 w h4\nplay n");
    assert_eq!(played, "da");
    // A request to another player, and then one to north again.
    let played = said("resultoftrick n da e d2 s dk w d3\nplay n c2 e\nplay n");
    assert!(["cq", "hq"].contains(&played.as_str()), "{played}");
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn it_ends_with_its_input() {
    assert!(answers("card-counter", "").is_empty());
    assert!(answers("card-counter", "\n\nhello\n").is_empty());
    // A last line without its break is a line.
    let start = LINES.lines().next().unwrap();
    assert_eq!(answers("pseudo-random", &format!("{start}\ntake n s2 e hk s")), ["ha"]);
    // A request before any hand cannot be answered, and neither can one for another seat.
    assert!(answers("random", "play n\n").is_empty());
    assert!(answers("random", &format!("{start}\ntake n\n")).is_empty());
}

#[test]
fn who_reads_its_answers_may_go() {
    let (mut child, mut input) = start("random");
    drop(child.stdout.take());
    input.write_all(LINES.as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
}

/// The contestant joins in the middle, or a line was lost: it still answers with a legal card.
#[test]
fn it_answers_what_makes_no_sense_by_rule_of_thumb() {
    let start = LINES.lines().next().unwrap();
    let lines = format!("{start}\nplay n d2 e d3 s\nplay w s6 n s3 e sj s\nendround\n");
    assert_eq!(answers("card-counter", &lines), ["dk", "s8"]);
}
