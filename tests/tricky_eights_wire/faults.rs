//! The faults of a contestant, each with a real process.

use std::time::{Duration, Instant};

use cardsharp::contests::tricky_eights::server::{Contestant, Fault, GameRecord, Log};

use crate::processes::{cardsharp, config, is_alive, judged, script, wait_until};

const ANSWER_TIME: Duration = Duration::from_millis(800);

/// A game with this contestant as south among three good ones.
fn game_with(bad: Vec<String>) -> GameRecord {
    let good = || cardsharp("pseudo-random");
    let contestants = [good(), cardsharp("random"), bad, good()];
    let mut games = judged(config(contestants, ANSWER_TIME));
    assert_eq!(games.len(), 1);
    games.remove(0)
}

/// Checks that south was disqualified in the first round for one of these faults, and that the
/// others have played to the end.
fn assert_south_is_out(bad: Vec<String>, faults: &[&str]) -> String {
    let begun = Instant::now();
    let game = game_with(bad);
    let [out] = &game.disqualified[..] else { panic!("{:?}", game.disqualified) };
    assert!(faults.contains(&out.fault.as_str()), "{out:?}");
    assert_eq!((out.seat, out.round), (2, 1));
    let winner = game.winner.unwrap();
    assert!(winner != 2 && game.scores[winner] >= 300, "{game:?}");
    assert!(begun.elapsed() < Duration::from_secs(30));
    out.reason.clone()
}

#[test]
fn who_crashes_or_leaves() {
    let said = assert_south_is_out(script("read line; exit 3"), &["ended"]);
    assert!(said.contains("exit status: 3"), "{said}");
    let said = assert_south_is_out(script("read line; kill -SEGV $$"), &["ended"]);
    assert!(said.contains("signal: 11"), "{said}");
    assert_south_is_out(script("exit 0"), &["ended"]);
}

#[test]
fn who_says_nothing() {
    let said = assert_south_is_out(script("while read line; do :; done"), &["silent"]);
    assert_eq!(said, "no answer within 0.8 s");
    assert_south_is_out(script("sleep 300"), &["silent"]);
    // Empty lines without end are no answer either.
    assert_south_is_out(script("yes ''"), &["silent"]);
}

#[test]
fn who_answers_nonsense() {
    let said = assert_south_is_out(script("while read line; do echo hello; done"), &["not_a_card"]);
    assert_eq!(said, "`hello` is no card");
    let binary = script("head -c 100 /dev/urandom | tr '\\n' x; echo; sleep 300");
    assert_south_is_out(binary, &["not_a_card"]);
}

#[test]
fn who_takes_or_plays_an_illegal_card() {
    let answer = |with: &str| script(&format!("while read word rest; do case $word in take|play) {with};; esac; done"));
    // North takes first, and its card is the second word of the command. That card is no longer in the pool.
    let said = assert_south_is_out(answer("set -- $rest; echo $2"), &["illegal_card"]);
    assert!(said.contains("is not in the pool"), "{said}");
    // Takes what is left of its own pool, and then plays what the leader has played.
    let second = "starthand) set -- $rest; shift 11; pool=$*;; aftertake) set -- $rest; \
                  pool=$(echo $pool | tr ' ' '\\n' | grep -vE \"$2|$4|$6|$8\");; \
                  take) for card in $pool; do case $rest in *$card*) ;; *) echo $card; break;; esac; done;; \
                  play) set -- $rest; echo $2;;";
    let script = script(&format!("while read word rest; do case $word in {second} esac; done"));
    let said = assert_south_is_out(script, &["illegal_card"]);
    assert!(said.contains("is not in the player's hand"), "{said}");
}

#[test]
fn who_closes_a_pipe() {
    let deaf = script("exec 0<&-; sleep 300");
    assert_south_is_out(deaf, &["closed_input", "silent"]);
    let dumb = script("exec 1>&-; while read line; do :; done");
    let said = assert_south_is_out(dumb, &["closed_output"]);
    assert!(said.contains("closed its standard output"), "{said}");
}

#[test]
fn who_speaks_without_end() {
    let said = assert_south_is_out(script("yes | tr -d '\\n'"), &["endless_line"]);
    assert!(said.contains("256 bytes without a line break"), "{said}");
    assert_south_is_out(script("cat /dev/zero"), &["endless_line"]);
    // Output on standard error is not an answer, even if it has no end.
    assert_south_is_out(script("yes >&2 & while read line; do :; done"), &["silent"]);
}

#[test]
fn who_never_reads_until_the_pipe_is_full() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let fault = runtime.block_on(async {
        let words = script("sleep 300");
        let answer_time = Duration::from_millis(200);
        let mut contestant = Contestant::start(&words, "south", answer_time, None, &[], Log::none()).unwrap();
        let fault = loop {
            if let Err(fault) = contestant.notify(&"endround ".repeat(1000)).await {
                break fault;
            }
        };
        contestant.end(false).await;
        fault
    });
    assert_eq!(fault, Fault::NotReading(Duration::from_millis(200)));
}

/// A process that goes and leaves another one behind with its pipes.
#[test]
fn who_leaves_others_behind() {
    let folder = tempfile::tempdir().unwrap();
    let left = folder.path().join("left");
    let text = format!("sleep 300 & echo $! > {}; exit 0", left.display());
    assert_south_is_out(script(&text), &["silent", "ended"]);
    wait_until("the one left behind is ended too", || !is_alive(&left));
    // The same is done by a contestant that plays well to the end.
    let good = cardsharp("pseudo-random").join(" ");
    let text = format!("sleep 300 & echo $! > {}; {good}", left.display());
    let game = game_with(script(&text));
    assert!(game.disqualified.is_empty(), "{game:?}");
    wait_until("the one left behind is ended too", || !is_alive(&left));
}

#[test]
fn who_will_not_go() {
    let folder = tempfile::tempdir().unwrap();
    let pid = folder.path().join("pid");
    // The contestant plays its cards, and stays when there are no more commands and when it is asked to end.
    let good = cardsharp("pseudo-random").join(" ");
    let text = format!("trap '' TERM INT; echo $$ > {}; {good}; while :; do sleep 1; done", pid.display());
    let begun = Instant::now();
    assert!(game_with(script(&text)).disqualified.is_empty());
    assert!(begun.elapsed() < Duration::from_secs(20));
    assert!(!is_alive(&pid));
}

#[test]
fn when_nobody_else_is_left() {
    let bad = || script("while read line; do echo x; done");
    let games = judged(config([bad(), bad(), cardsharp("random"), bad()], ANSWER_TIME));
    assert_eq!(games[0].winner, Some(2));
    assert_eq!(games[0].disqualified.len(), 3);
    assert!(games[0].rounds.len() < 2);
}
