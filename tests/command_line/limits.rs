//! The limits of a run: the memory of the process, the time, and invalid numbers.

use std::time::Instant;

use crate::binary::{TINY, cardsharp, object, run, train};

fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

#[test]
fn numbers_without_sense_are_refused_with_their_flag() {
    let folder = tempfile::tempdir().unwrap();
    for line in [
        "train challenge --time 0s",
        "train challenge --time -5",
        "train challenge --time nan",
        "train challenge --time inf",
        "train challenge --iterations 0",
        "train challenge --iterations -1",
        "train challenge --target nan",
        "train challenge --target -1",
        "train challenge --threads 5000",
        "train challenge --threads 0",
        "train challenge --threads -2",
        "train challenge --samples -1",
        "train challenge --samples 1",
        "train challenge --max-memory 0",
        "train challenge --max-memory -1",
        "train challenge --max-memory -1GiB",
        "train challenge --time -1s",
        "train challenge --checkpoint-every -.5s",
        "train challenge --max-memory 900TiB",
        "solve kuhn_poker --time 0",
        "solve kuhn_poker --target inf",
        "solve kuhn_poker --threads 5000",
        "solve kuhn_poker --max-memory 900TiB",
        "exploit p.policy --hands -1",
        "exploit p.policy --threads 5000",
        "match challenge greedy lowest --games -3",
        "match challenge greedy lowest --threads 5000",
        "values --solve --out v.json --time-per-score 0s",
        "values --solve --out v.json --max-memory 900TiB",
        "play challenge --host h --port 1 --reconnect-wait nan",
        "play challenge --host h --port 1 --reconnect-wait -1",
        "serve tricky-eights --answer-time -1",
        "serve challenge --games -1",
    ] {
        let words = words(line);
        let output = run(folder.path(), &words);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}: {said}");
        let flag = words[words.len() - 2];
        assert!(said.contains(&format!("'{flag}")), "{line}: {said}");
    }
}

#[test]
fn no_time_replaces_no_policy() {
    let folder = tempfile::tempdir().unwrap();
    train(folder.path(), "p.policy", 100);
    let before = std::fs::read(folder.path().join("p.policy")).unwrap();
    for game in [TINY, "kuhn_poker"] {
        let line = ["train", game, "--time", "0s", "--out", "p.policy"];
        assert_eq!(run(folder.path(), &line).status.code(), Some(2));
    }
    assert_eq!(std::fs::read(folder.path().join("p.policy")).unwrap(), before);
}

/// Times that grow from nothing would never pass the present one.
#[test]
fn a_first_measure_at_once_is_one_after_the_first_step() {
    let folder = tempfile::tempdir().unwrap();
    let line = ["train", TINY, "--score", "0,0", "--iterations", "100", "--threads", "1", "--hands", "3"];
    let said = object(folder.path(), &[&line[..], &["--first-measure", "0s", "--json"]].concat());
    assert_eq!(said["iterations"], 100);
}

#[test]
fn time_counts_measuring_and_the_help_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let rules = "challenge(ranks=4,copies=4,hand_size=3)";
    let rest = "--score 0,0 --threads 1 --time 300ms --first-measure 50ms --hands 3 --json";
    let line: Vec<&str> = ["train", rules].into_iter().chain(rest.split(' ')).collect();
    let began = Instant::now();
    let report = object(folder.path(), &line);
    let wall = began.elapsed().as_secs_f64();
    assert_eq!(report["stop_reason"], "time");
    assert!(wall >= 0.3, "{wall}");
    // The seconds reported are those of training alone.
    let seconds = report["seconds"].as_f64().unwrap();
    assert!(0.0 < seconds && seconds <= wall, "{seconds} of {wall}");
    for command in ["train", "solve"] {
        let output = run(folder.path(), &[command, "--help"]);
        let help = String::from_utf8(output.stdout).unwrap();
        let words: Vec<&str> = help.split_whitespace().collect();
        assert!(words.join(" ").contains("measuring and saving included"), "{help}");
    }
}

/// The exit code, the peak of the resident memory in bytes, and the output.
#[cfg(target_os = "linux")]
fn measured(folder: &std::path::Path, line: &[&str]) -> (Option<i32>, u64, String) {
    use std::process::Stdio;
    let mut command = cardsharp(folder, line);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut errors = child.stderr.take().unwrap();
    let said = std::thread::spawn(move || {
        let mut said = String::new();
        std::io::Read::read_to_string(&mut errors, &mut said).unwrap();
        said
    });
    let mut peak = 0;
    loop {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.trim().split(' ').next()?.parse::<u64>().ok());
        peak = peak.max(kilobytes.unwrap_or(0) << 10);
        if let Some(status) = child.try_wait().unwrap() {
            return (status.code(), peak, said.join().unwrap());
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

/// Runs of every kind of solving and training, some within the limit and some beyond it.
/// Slow: each of two dozen lines is a process whose memory is watched to its end.
#[cfg(target_os = "linux")]
#[test]
fn a_process_keeps_to_its_memory_or_says_what_it_needs() {
    let folder = tempfile::tempdir().unwrap();
    let efg = concat!(env!("CARGO_MANIFEST_DIR"), "/data/efg/signalling.efg");
    let file = format!("solve {efg} --max-memory 16MiB --iterations 100");
    let fitting = [
        "solve liars_dice --max-memory 24MiB --iterations 10",
        "solve leduc_poker --max-memory 16MiB --iterations 100",
        "solve liars_dice --solver mccfr --max-memory 32MiB --iterations 1000",
        "solve liars_dice(dice_sides=5) --solver lp --max-memory 24MiB",
        "solve challenge --hand-size 2 --max-memory 16MiB --iterations 3",
        "train liars_dice --max-memory 24MiB --iterations 10 --out l.policy",
        "train challenge --score 0,0 --infosets tricks --hands 0 --iterations 300 --max-memory 33MiB --out t.policy",
        "train challenge --resume t.checkpoint --hands 0 --iterations 600 --max-memory 40MiB",
        "train challenge --score 0,0 --infosets recall --hands 0 --iterations 2000 --max-memory 24MiB --out r.policy",
        "train tricky-eights --samples 0 --iterations 100 --max-memory 41MiB --out e.policy",
        &file,
    ];
    let own = own_peak(folder.path());
    for line in fitting {
        let (code, peak, said) = measured(folder.path(), &words(line));
        assert_eq!(code, Some(0), "{line}: {said}");
        assert_within(line, peak, own);
    }
    let refused = [
        "solve liars_dice --max-memory 1KiB",
        "solve kuhn_poker --max-memory 1KiB",
        "solve kuhn_poker --solver lp --max-memory 100B",
        "solve liars_dice --solver lp --max-memory 64MiB",
        "solve goofspiel(num_cards=7) --max-memory 32MiB",
        "solve challenge --hand-size 3 --max-memory 16MiB",
        "train liars_dice --max-memory 1MiB --out x.policy",
        "train challenge --infosets seen --max-memory 64MiB --out x.policy",
        "train skullwhist --max-memory 1MiB --out x.policy",
        "train tricky-eights --max-memory 8MiB --out x.policy",
        "train challenge --resume t.checkpoint --iterations 900 --max-memory 20MiB",
    ];
    for line in refused {
        let (code, peak, said) = measured(folder.path(), &words(line));
        assert_eq!(code, Some(1), "{line}: {said}");
        assert!(said.contains("need") && said.contains("--max-memory allows"), "{line}: {said}");
        assert_within(line, peak, own);
    }
    assert!(!folder.path().join("x.policy").exists());
}

/// A game that is refused before it is read or solved, whatever the watch of the memory sees.
#[cfg(target_os = "linux")]
#[test]
fn files_and_linear_programs_are_refused_before_they_take_memory() {
    let folder = tempfile::tempdir().unwrap();
    let games = 20_000;
    let chances: Vec<String> = (0..games).map(|_| format!("\"\" 1/{games}")).collect();
    let mut text = format!("EFG 2 R \"\" {{ \"\" \"\" }}\nc \"\" 1 {{ {} }} 0\n", chances.join(" "));
    for number in 1..=games {
        text += &format!("p \"\" 1 {number} {{ \"\" }} 0\nt \"\" {number} {{ {number} 1 }}\n");
    }
    let own = own_peak(folder.path());
    std::fs::write(folder.path().join("wide.efg"), &text).unwrap();
    std::fs::write(folder.path().join("blank.efg"), " ".repeat(40 << 20)).unwrap();
    for (line, said) in [
        ("solve blank.efg --max-memory 20MiB", "reading blank.efg needs"),
        ("solve wide.efg --max-memory 8MiB", "reading wide.efg needs"),
        ("train wide.efg --max-memory 8MiB --out w.policy", "reading wide.efg needs"),
        ("solve liars_dice(dice_sides=5) --solver lp --max-memory 8MiB", "solving the game needs"),
    ] {
        let (code, peak, told) = measured(folder.path(), &words(line));
        assert_eq!(code, Some(1), "{line}: {told}");
        assert!(told.contains(said) && told.contains("--max-memory allows"), "{line}: {told}");
        assert_within(line, peak, own);
    }
    let line = "solve wide.efg --max-memory 64MiB --iterations 3";
    let (code, peak, told) = measured(folder.path(), &words(line));
    assert_eq!(code, Some(0), "{told}");
    assert_within(line, peak, own);
}

/// Fails if the peak is more than a tenth and 4 MiB above the limit and `own`, the peak of the program itself.
#[cfg(target_os = "linux")]
fn assert_within(line: &str, peak: u64, own: u64) {
    let allowed = line.split("--max-memory ").nth(1).unwrap();
    let allowed = allowed.split(' ').next().unwrap();
    let allowed: bytesize::ByteSize = allowed.parse().unwrap();
    let most = allowed.as_u64().max(8 << 20) / 10 * 11 + own + (4 << 20);
    assert!(peak <= most, "{line}: a peak of {} MiB", peak >> 20);
}

/// The peak of the memory of a program that has next to nothing to do.
#[cfg(target_os = "linux")]
fn own_peak(folder: &std::path::Path) -> u64 {
    measured(folder, &["solve", "kuhn_poker", "--iterations", "1"]).1
}
