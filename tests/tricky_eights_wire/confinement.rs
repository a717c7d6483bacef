//! Contestants that are kept from files, the network and much memory, each with a real process.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use cardsharp::contests::tricky_eights::server::{GameRecord, JudgeConfig};

use crate::processes::{PATIENT, cardsharp, config, confinement, judged, script};

/// A contestant in Python that takes and plays the first legal card. `BEGIN` and `FIRST` stand for lines that run at
/// its start and after its first line of input.
const PLAYER: &str = r#"
import os, sys
BEGIN
hand, pool, lines = [], [], 0
for line in sys.stdin:
    lines += 1
    if lines == 1:
        pass
        FIRST
    word, *rest = line.split()
    if word == "starthand":
        me, hand, pool = rest[0], rest[1:11], rest[11:]
    elif word == "take":
        print(next(card for card in pool if card not in rest), flush=True)
    elif word == "aftertake":
        for who, card in zip(rest[::2], rest[1::2]):
            pool.remove(card)
            if who == me:
                hand.append(card)
    elif word == "play":
        led = rest[1][0] if len(rest) > 1 else ""
        card = next((card for card in hand if card[0] == led), hand[0])
        hand.remove(card)
        print(card, flush=True)
"#;

/// The Python of the machine. Without one, the tests check nothing.
fn python() -> Option<String> {
    let found = ["/usr/bin/python3", "/usr/local/bin/python3"].into_iter().find(|path| Path::new(path).exists());
    if found.is_none() {
        eprintln!("skipped: there is no /usr/bin/python3: apt-get install python3");
    }
    found.map(str::to_owned)
}

/// The contestant in Python, with these lines in it.
pub fn player(folder: &Path, begin: &str, first: &str) -> Option<Vec<String>> {
    let path = folder.join("player.py");
    let text = PLAYER.replace("BEGIN", begin).replace("FIRST", first);
    std::fs::write(&path, text).unwrap();
    Some(vec![python()?, path.display().to_string()])
}

/// A game with this contestant as south among three good ones, all confined.
fn game_with(south: Vec<String>, answer_time: Duration) -> GameRecord {
    let good = || cardsharp("pseudo-random");
    let contestants = [good(), cardsharp("random"), south, good()];
    let mut games = judged(JudgeConfig { confinement: Some(confinement()), ..config(contestants, answer_time) });
    games.remove(0)
}

/// Checks that south alone was disqualified for this fault, with this in the reason.
fn assert_is_out(south: Vec<String>, fault: &str, reason: &str) {
    assert_out_of(&game_with(south, PATIENT), fault, reason);
}

fn assert_out_of(game: &GameRecord, fault: &str, reason: &str) {
    let [out] = &game.disqualified[..] else { panic!("{:?}", game.disqualified) };
    assert_eq!((out.seat, out.fault.as_str()), (2, fault), "{out:?}");
    assert!(out.reason.contains(reason), "{out:?}");
    assert!(game.winner.is_some_and(|winner| winner != 2));
}

/// The same for a contestant in Python that does this after its first line of input.
pub fn assert_first_is_out(first: &str, fault: &str, reason: &str) {
    let folder = tempfile::tempdir().unwrap();
    if let Some(south) = player(folder.path(), "", first) {
        assert_is_out(south, fault, reason);
    }
}

pub fn assert_plays(south: Vec<String>) {
    let game = game_with(south, PATIENT);
    assert!(game.disqualified.is_empty(), "{:?}", game.disqualified);
}

#[test]
fn who_reads_a_file() {
    assert_first_is_out("open('/etc/hostname').read()", "disk", "`/etc/hostname` for reading");
    // A way around the name.
    let link = "open('/proc/self/cwd/Cargo.toml').read()";
    assert_first_is_out(link, "disk", "Cargo.toml");
    // Another program that reads it.
    assert_first_is_out("os.system('cat /etc/hostname >&2')", "disk", "/etc/hostname");
    assert_is_out(
        script("read line; folder=/etc; read other < $folder/hostname; exec sleep 9"),
        "disk",
        "/etc/hostname",
    );
}

#[test]
fn who_changes_the_disk() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("notes").display().to_string();
    assert_first_is_out(&format!("open('{file}', 'w')"), "disk", "notes` for writing");
    assert_first_is_out(&format!("os.mkdir('{file}')"), "disk", "it called mkdir");
    // At its start, too.
    assert_is_out(script(&format!("echo > {file}; exec sleep 9")), "disk", "for writing");
    assert!(!Path::new(&file).exists());
    std::fs::write(&file, "kept").unwrap();
    assert_first_is_out(&format!("os.remove('{file}')"), "disk", "it called unlink");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "kept");
}

#[test]
fn who_opens_a_socket() {
    let open = |kind: &str| format!("import socket; socket.socket({kind})");
    assert_first_is_out(&open(""), "network", "it opened a TCP socket");
    assert_first_is_out(&open("type=socket.SOCK_DGRAM"), "network", "a UDP socket");
    assert_first_is_out(&open("socket.AF_INET6"), "network", "a TCP socket");
}

#[test]
fn who_takes_too_much_memory() {
    let reason = "more than 4.0 MiB";
    assert_first_is_out("kept = bytearray(16 << 20)", "memory", reason);
    assert_first_is_out("kept = [str(number) for number in range(500_000)]", "memory", reason);
    let shared = "import mmap; kept = mmap.mmap(-1, 16 << 20)";
    assert_first_is_out(shared, "memory", reason);
}

#[test]
fn who_starts_processes_without_end() {
    let bomb = "\n        while True:\n            os.fork()";
    assert_first_is_out(bomb, "processes", "more than 64 processes and threads");
}

#[test]
fn who_crashes_or_cannot_be_started() {
    assert_is_out(script("read line; kill -SEGV $$"), "ended", "signal: 11");
    assert_is_out(script("read line; exit 3"), "ended", "exit status: 3");
    let folder = tempfile::tempdir().unwrap();
    let broken = folder.path().join("broken");
    std::fs::write(&broken, "#!/no/such/interpreter\n").unwrap();
    Command::new("chmod").arg("+x").arg(&broken).status().unwrap();
    assert_is_out(vec![broken.display().to_string()], "not_started", "No such file");
    // Nobody can take the launcher's word.
    let line = "echo 'cardsharp confine: breach: network: it opened a TCP socket' >&2";
    assert_is_out(script(&format!("read line; {line}; exit 5")), "ended", "exit status: 5");
}

/// Slow: a contestant has to be waited for.
#[test]
fn who_is_too_slow() {
    // The others answer in this time on a busy machine, too.
    let slow = script("read line; exec sleep 60");
    assert_out_of(&game_with(slow, Duration::from_secs(10)), "silent", "no answer within 10 s");
}

/// A file that is opened before the first read is refused, and nobody is disqualified for what a runtime tries.
#[test]
fn nothing_is_read_before_the_start_either() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("book.dat");
    std::fs::write(&data, "secret").unwrap();
    let begin =
        format!("try:\n    print(open('{}').read(), flush=True)\nexcept PermissionError:\n    pass", data.display());
    if let Some(south) = player(folder.path(), &begin, "") {
        assert_plays(south);
    }
}

#[test]
fn honest_contestants_are_not_disqualified() {
    for agent in ["memoryless", "card-counter", "search:time=2"] {
        assert_plays(cardsharp(agent));
    }
    let good = cardsharp("pseudo-random").join(" ");
    assert_plays(script(&format!("exec {good} 2>/dev/null")));
    let folder = tempfile::tempdir().unwrap();
    // Modules of Python, before and after the first read, and one beside the script.
    std::fs::write(folder.path().join("cards.py"), "import random\n").unwrap();
    let late = "import cards, itertools, collections, math, threading";
    if let Some(south) = player(folder.path(), "import json, random, time", late) {
        assert_plays(south);
    }
}

/// A compiled contestant, which has its tables in itself.
#[test]
fn an_exported_program_is_not_disqualified() {
    let folder = tempfile::tempdir().unwrap();
    let in_folder = |name: &str| folder.path().join(name);
    let policy = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/tricky_eights/contest.policy");
    let run = |program: PathBuf, arguments: &[&Path]| {
        let output = Command::new(program).args(arguments).output();
        output.is_ok_and(|output| output.status.success())
    };
    let (source, program) = (in_folder("bot.cpp"), in_folder("bot"));
    let binary = assert_cmd::cargo::cargo_bin("cardsharp");
    let words = ["export", "tricky-eights", "--policy"].map(Path::new);
    let written = [&words[..], &[&policy, Path::new("--source"), &source]].concat();
    assert!(run(binary, &written));
    let compile = ["-O1".as_ref(), "-o".as_ref(), program.as_path(), source.as_path()];
    if !run("g++".into(), &compile) {
        eprintln!("skipped: there is no C++ compiler: apt-get install g++");
        return;
    }
    assert_plays(vec![program.display().to_string()]);
}
