//! Real processes that are killed or refused while they write. The processes are this test
//! binary again, running one of the ignored tests.

use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::*;

const TARGET: &str = "CARDSHARP_TEST_TARGET";
/// Numbers in the section of a generation: enough that a kill often interrupts the writing.
const COUNT: usize = 1 << 18;

fn target() -> Option<PathBuf> {
    std::env::var_os(TARGET).map(PathBuf::from)
}

fn write_generation(path: &Path, generation: u64) -> Result<(), ContainerError> {
    let values = vec![generation; COUNT];
    write(path, &header(generation), &[Section::new("values", &values)])
}

#[test]
#[ignore = "a process that another test starts and kills"]
fn child_writes_generations() {
    let Some(path) = target() else { return };
    let first = match open_newest(&path) {
        Ok(newest) => newest.reader.header().iterations + 1,
        Err(_) => 1,
    };
    for generation in first.. {
        write_generation(&path, generation).unwrap();
        println!("wrote {generation}");
    }
}

#[test]
#[ignore = "a process that another test starts and kills"]
fn child_writes_over_damaged_generations() {
    let Some(path) = target() else { return };
    for generation in 2.. {
        write_generation(&path, generation).unwrap();
        // A disk that returns other bytes than were written: the header is intact, a section is not.
        let mut bytes = fs::read(&path).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        fs::write(&path, &bytes).unwrap();
        println!("damaged {generation}");
    }
}

#[test]
#[ignore = "a process that another test starts with little room"]
fn child_runs_out_of_room() {
    let Some(path) = target() else { return };
    let error = write_generation(&path, 2).unwrap_err();
    assert!(matches!(error, ContainerError::File { fault: FileFault::DiskFull { .. }, .. }), "{error}");
    println!("refused: {error}");
}

#[test]
fn a_kill_at_any_moment_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("killed.checkpoint");
    let mut reached = 0;
    for round in 0..25_u64 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", "--nocapture"])
            .arg("container::processes::child_writes_generations")
            .env(TARGET, &path)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut said = String::new();
        while !said.contains("wrote") {
            assert_ne!(output.read_line(&mut said).unwrap(), 0, "{said}");
        }
        std::thread::sleep(Duration::from_micros(round * 1_713 % 20_000));
        child.kill().unwrap();
        child.wait().unwrap();
        output.read_to_string(&mut said).unwrap();
        // The kill may have cut the last line, so only whole lines count.
        let whole = &said[..said.rfind('\n').map_or(0, |end| end + 1)];
        let confirmed: u64 = whole
            .lines()
            .filter_map(|line| line.split("wrote ").nth(1))
            .map(|number| number.parse::<u64>().unwrap())
            .max()
            .unwrap();
        assert!(confirmed > reached, "no progress since {reached}");

        let newest = open_newest(&path).unwrap();
        let generation = newest.reader.header().iterations;
        assert!(generation >= confirmed, "{generation} after {confirmed}");
        assert!(matches!(
            newest.instead_of,
            None | Some(ContainerError::File { fault: FileFault::Missing { .. }, .. })
        ));
        let values: Vec<u64> = newest.reader.section("values").unwrap();
        assert!(values.len() == COUNT && values.iter().all(|&value| value == generation));
        reached = confirmed;
    }
    // The next process that writes removes the half-written files of killed processes.
    write_generation(&path, reached + 1_000).unwrap();
    let mut left: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    left.sort();
    assert_eq!(left, ["killed.checkpoint", "killed.checkpoint.previous"]);
}

#[test]
fn a_kill_between_damage_and_rename_leaves_an_intact_generation() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("damaged.checkpoint");
    write_generation(&path, 1).unwrap();
    for round in 0..6_u64 {
        write_generation(&path, 1_000_000 + round).unwrap();
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", "--nocapture"])
            .arg("container::processes::child_writes_over_damaged_generations")
            .env(TARGET, &path)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut said = String::new();
        while !said.contains("damaged 4") {
            assert_ne!(output.read_line(&mut said).unwrap(), 0, "{said}");
        }
        std::thread::sleep(Duration::from_micros(round * 3_713 % 20_000));
        child.kill().unwrap();
        child.wait().unwrap();
        let newest = open_newest(&path).unwrap();
        let generation = newest.reader.header().iterations;
        let values: Vec<u64> = newest.reader.section("values").unwrap();
        assert!(values.iter().all(|&value| value == generation));
    }
}

#[test]
fn without_room_the_old_file_stays_and_the_cause_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("full.checkpoint");
    write_small(&path, 1);
    let output = Command::new("sh")
        .arg("-c")
        .arg("ulimit -f 100 && trap '' XFSZ && exec \"$0\" \"$@\"")
        .arg(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "--nocapture"])
        .arg("container::processes::child_runs_out_of_room")
        .env(TARGET, &path)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("refused: "), "{said}");
    assert!(said.contains("full.checkpoint: no room to write 2"), "{said}");
    assert_eq!(open_newest(&path).unwrap().reader.header().iterations, 1);
    let left = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, 1, "something was left behind");
}
