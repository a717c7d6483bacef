//! The exported program: a compiled C++ file that plays the same cards as the agent of the same table.

use std::io::{BufRead, BufReader, Lines, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use cardsharp::contests::tricky_eights::TrickyEightsGame;
use cardsharp::contests::tricky_eights::agents::{Agent, Heuristic, PseudoRandom, Random, Weights};
use cardsharp::contests::tricky_eights::deal_of;
use cardsharp::contests::tricky_eights::export::cpp_program;
use cardsharp::contests::tricky_eights::infosets::{AppraisalRows, CELLS, MAX_CANDIDATES, NAME};
use cardsharp::contests::tricky_eights::observation::{Memory, Observation};
use cardsharp::contests::tricky_eights::policy::{TrainedPolicy, choose};
use cardsharp::contests::tricky_eights::rules::{Card, Params, Phase, Round};
use cardsharp::contests::tricky_eights::server::JudgeConfig;
use cardsharp::contests::tricky_eights::text::seat_letter;
use cardsharp::policy::StrategyTable;
use cardsharp::policy::container::{Header, Kind};
use cardsharp_solvers::game::Player;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::processes::{PATIENT, cardsharp, config, judged};

/// The C++ compilers of the machine. Without one, the tests check nothing.
fn compilers() -> Vec<&'static str> {
    let there = |name: &&str| {
        let version = Command::new(name).arg("--version").output();
        version.is_ok_and(|output| output.status.success())
    };
    let found: Vec<&str> = ["g++", "clang++"].into_iter().filter(there).collect();
    if found.is_empty() {
        eprintln!("skipped: there is no C++ compiler: install g++ or clang (apt-get install g++)");
    }
    found
}

/// Compiles, and fails on the smallest warning.
fn compiled(compiler: &str, source: &str, folder: &Path, name: &str) -> PathBuf {
    let file = folder.join(name).with_extension("cpp");
    std::fs::write(&file, source).unwrap();
    let program = folder.join(name);
    let flags = ["-std=c++11", "-Wall", "-Wextra", "-pedantic", "-Werror", "-O2", "-o"];
    let output = Command::new(compiler).args(flags).args([&program, &file]).output().unwrap();
    assert!(output.status.success(), "{compiler}: {output:?}");
    assert!(output.stderr.is_empty(), "{compiler}: {output:?}");
    program
}

/// A table that in every other row chooses any of the candidates.
fn any_table() -> TrainedPolicy {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut cells = vec![0; CELLS as usize];
    for (number, row) in cells.chunks_exact_mut(MAX_CANDIDATES).enumerate() {
        // A row without a third kind has two candidates, and nothing in its last cell.
        let candidates = if number / 75 % 8 == 7 { 2 } else { 3 };
        if rng.random_bool(0.5) {
            row[rng.random_range(0..candidates)] = 255;
            row[0] = row[0].max(rng.random::<u8>());
        }
    }
    let game = Params::CONTEST;
    let mut header = Header::new(Kind::Policy, game.to_string(), 0);
    header.infosets = NAME.to_owned();
    TrainedPolicy {
        header,
        params: game,
        learnt: (),
        infosets: Box::new(AppraisalRows),
        table: StrategyTable::quantized(cells),
    }
}

/// The trained policy of the project.
fn kept() -> TrainedPolicy {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/tricky_eights");
    TrainedPolicy::load(&folder.join("contest.policy")).unwrap().0
}

/// A program at work.
struct Contestant {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Contestant {
    fn start(program: &Path) -> Contestant {
        let mut command = Command::new(program);
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = pipes.spawn().unwrap();
        Contestant {
            input: child.stdin.take().unwrap(),
            output: BufReader::new(child.stdout.take().unwrap()).lines(),
            child,
        }
    }

    fn notify(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    fn request(&mut self, line: &str) -> Card {
        self.notify(line);
        self.output.next().unwrap().unwrap().parse().unwrap()
    }

    /// The most memory of the process, in KiB; none where the system does not report it.
    fn memory(&self) -> Option<u64> {
        let status = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(status).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }

    fn end(self) {
        let Contestant { mut child, input, .. } = self;
        drop(input);
        assert!(child.wait().unwrap().success());
    }
}

/// Plays a round in which the program has one seat and receives the judge's commands. Every card of
/// the program is the one that the table plays. Returns the number of requests.
fn play_round(contestant: &mut Contestant, policy: &TrainedPolicy, number: u32) -> u32 {
    let deal = deal_of(5, number);
    let seat = Player::new((number / 4 % 4) as u8);
    let mut round = Round::new(&deal, Player::new((number % 4) as u8));
    let mut others: [Box<dyn Agent<TrickyEightsGame>>; 3] = [
        Box::new(Random::new(u64::from(number))),
        Box::new(PseudoRandom::new(u64::from(number))),
        Box::new(Heuristic::new(Memory::Exact, Weights::BEST, 1)),
    ];
    let mut requests = 0;
    let (hand, pool) = (deal.hands()[seat.index()], deal.pool());
    contestant.notify(&format!("starthand {} {hand} {pool}", seat_letter(seat)));
    while let Some(player) = round.to_act() {
        let observation = Observation::of(&round, player, &[0; 4]);
        let mut row = round.board().row().clone();
        let taking = matches!(round.board().phase(), Phase::Takes(_));
        let pairs = |row: &cardsharp::contests::tricky_eights::rules::Row| -> String {
            let pairs = row.pairs();
            pairs.map(|(player, card)| format!("{} {card} ", seat_letter(player))).collect()
        };
        let card = if player == seat {
            let wanted = choose(policy, &observation).unwrap();
            let word = if taking { "take" } else { "play" };
            let said = contestant.request(&format!("{word} {}{}", pairs(&row), seat_letter(seat)));
            assert_eq!(said, wanted, "round {number}: {observation:?}");
            requests += 1;
            wanted
        } else {
            let kind = (player.index() + number as usize) % others.len();
            others[kind].choose(&observation)
        };
        row.push(card);
        round.apply(card).unwrap();
        if row.is_full() {
            let word = if taking { "aftertake" } else { "result" };
            contestant.notify(&format!("{word} {}", pairs(&row)));
        }
    }
    contestant.notify("endround");
    requests
}

#[test]
fn it_plays_every_card_as_the_table_does() {
    let folder = tempfile::tempdir().unwrap();
    for compiler in compilers() {
        for (name, policy) in [("any", any_table()), ("kept", kept())] {
            let source = cpp_program(&policy).unwrap().source;
            let program = compiled(compiler, &source, folder.path(), name);
            let mut contestant = Contestant::start(&program);
            let requests = (0..1000).map(|number| play_round(&mut contestant, &policy, number));
            assert_eq!(requests.sum::<u32>(), 16 * 1000);
            contestant.end();
        }
    }
}

/// The contest's limits: 4 MB of memory besides that of the language itself, and a short time.
#[test]
fn it_is_small_and_fast() {
    const IDLE: &str = "#include <cstdio>\nint main() { while (std::getchar() != EOF) {} return 0; }\n";
    let folder = tempfile::tempdir().unwrap();
    for compiler in compilers() {
        let policy = kept();
        let source = cpp_program(&policy).unwrap().source;
        assert!(!source.contains("fopen") && !source.contains("fstream"));
        let program = compiled(compiler, &source, folder.path(), "kept");
        let mut contestant = Contestant::start(&program);
        let round = |number| {
            let begun = Instant::now();
            let requests = play_round(&mut contestant, &policy, number);
            begun.elapsed() / requests
        };
        // This includes the time of the other agents. On a busy machine most rounds are slow without a fault.
        let fastest = (0..200).map(round).min().unwrap();
        assert!(fastest < Duration::from_millis(4), "{fastest:?} a card");
        let mut idle = Contestant::start(&compiled(compiler, IDLE, folder.path(), "idle"));
        idle.notify("something");
        std::thread::sleep(Duration::from_millis(200));
        if let (Some(own), Some(least)) = (contestant.memory(), idle.memory()) {
            println!("{compiler}: {own} KiB, {least} KiB without playing; {fastest:?} a card");
            assert!(own < least + 4096, "{own} KiB, {least} KiB without playing");
        }
        contestant.end();
        idle.end();
    }
}

/// The program joins in the middle, or a line was lost: it still answers with a legal card, and
/// passes over invalid input.
#[test]
fn it_bears_what_the_contestant_of_the_house_bears() {
    const LINES: &str = include_str!("../../contests/tricky-eights/bots/tests/golden/document_round.txt");
    let folder = tempfile::tempdir().unwrap();
    let Some(compiler) = compilers().first().copied() else {
        return;
    };
    let policy_file = folder.path().join("kept.policy");
    kept().save(&policy_file).unwrap();
    let source = cpp_program(&kept()).unwrap().source;
    let program = compiled(compiler, &source, folder.path(), "kept");
    let house = cardsharp(&policy_file.display().to_string());
    let start = LINES.lines().next().unwrap();
    let odd = [
        LINES.to_owned(),
        format!("{start}\nplay n d2 e d3 s\nplay w s6 n s3 e sj s\nendround\n"),
        format!("{start}\ntake n s2 e hk s"),
        format!("nonsense\n\n{start}\ntake n x2 e hk s\nTAKE N S2 E HK S\ntake n s2 n hk s\n"),
        format!("play n\ntake s\n{start}\ntake n\nstarthand s c2\ntake n h10 e hk s\n"),
        String::new(),
    ];
    for lines in odd {
        let said = |words: &[String]| {
            let mut command = Command::new(&words[0]);
            let pipes = command.args(&words[1..]).stdin(Stdio::piped());
            let mut child = pipes.stdout(Stdio::piped()).spawn().unwrap();
            let mut input = child.stdin.take().unwrap();
            input.write_all(lines.as_bytes()).unwrap();
            drop(input);
            let output = child.wait_with_output().unwrap();
            assert!(output.status.success(), "{output:?}");
            String::from_utf8(output.stdout).unwrap()
        };
        assert_eq!(said(&[program.display().to_string()]), said(&house), "{lines}");
    }
}

/// Ten thousand rounds: `cargo test --release --test tricky_eights_wire ten_thousand -- --ignored --nocapture`.
#[test]
#[ignore = "a minute or more in release"]
fn ten_thousand_rounds_are_judged_and_none_is_stuck() {
    let folder = tempfile::tempdir().unwrap();
    let ours = match compilers().first() {
        Some(compiler) => {
            let source = cpp_program(&kept()).unwrap().source;
            let program = compiled(compiler, &source, folder.path(), "kept");
            vec![program.display().to_string()]
        }
        None => cardsharp("memoryless"),
    };
    let begun = Instant::now();
    let contestants = [ours.clone(), cardsharp("card-counter"), ours, cardsharp("pseudo-random")];
    let games = judged(JudgeConfig { games: NonZeroUsize::new(300).unwrap(), ..config(contestants, PATIENT) });
    let rounds: usize = games.iter().map(|game| game.rounds.len()).sum();
    let disqualified = games.iter().filter(|game| !game.disqualified.is_empty());
    assert_eq!(disqualified.count(), 0);
    assert!(games.len() == 300 && games.iter().all(|game| game.winner.is_some()));
    assert!(rounds >= 10_000, "{rounds} rounds");
    println!("{rounds} rounds of 300 games in {:.1?}", begun.elapsed());
}
