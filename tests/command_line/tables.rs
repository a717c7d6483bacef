//! `cardsharp export POLICY`: the whole strategy of a policy as a table.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::path::Path;

use cardsharp::contests::challenge::policy::TrainedPolicy;
use cardsharp_solvers::sampled::RowKey;

use crate::binary::{TINY, object, run, train};
use crate::contests::{keys_of, refused};

/// A line of a table: the number of its row, its action, its probability, and whether the row was visited.
type Line = (u64, String, f64, bool);

fn lines(path: &Path) -> Vec<Line> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    let names = reader.headers().unwrap().clone();
    let at = |name: &str| names.iter().position(|known| known == name).unwrap();
    let (action, share, visited) = (at("action"), at("probability"), at("visited"));
    let records = reader.records().map(Result::unwrap);
    let line = |record: csv::StringRecord| {
        let (number, share) = (record[0].parse().unwrap(), record[share].parse().unwrap());
        (number, record[action].to_owned(), share, &record[visited] == "1")
    };
    records.map(line).collect()
}

fn rows(lines: &[Line]) -> BTreeMap<u64, Vec<(f64, bool)>> {
    let mut rows: BTreeMap<u64, Vec<(f64, bool)>> = BTreeMap::new();
    for (row, _, share, visited) in lines {
        rows.entry(*row).or_default().push((*share, *visited));
    }
    rows
}

#[test]
fn a_table_has_every_row_with_the_probabilities_of_the_policy() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for infosets in ["tricks", "seen", "all,took+led"] {
        let line = ["train", TINY, "--quiet", "--infosets", infosets, "--classes", "2"];
        let rest = ["--iterations", "300", "--hands", "0", "--out", "a.policy", "--force"];
        assert!(run(folder, &[&line[..], &rest].concat()).status.success());
        let line = ["export", "a.policy", "--csv", "a.csv", "--json", "--force"];
        let told = object(folder, &line);
        let keys = ["game", "infosets", "csv", "npz", "rows", "visited", "actions"];
        assert_eq!(keys_of(&told), keys.into());
        let policy = TrainedPolicy::load(&folder.join("a.policy")).unwrap().0;
        let lines = lines(&folder.join("a.csv"));
        let rows = rows(&lines);
        assert_eq!(told["rows"], rows.len());
        assert_eq!(told["actions"], lines.len());
        let (mut count, mut visited) = (0, 0);
        policy.infosets.for_each_row(&policy.game, &mut |RowKey(row), actions| {
            if actions < 2 {
                return;
            }
            count += 1;
            let mut shares = vec![1.0 / actions as f64; actions];
            let known = policy.table.row(RowKey(row), &mut shares);
            visited += u64::from(known);
            let shares: Vec<(f64, bool)> = shares.into_iter().map(|share| (share, known)).collect();
            assert_eq!(rows[&row], shares, "{infosets}: row {row}");
        });
        assert_eq!(told["rows"], count);
        assert_eq!(told["visited"], visited);
        assert!(visited > 0 && visited < count);
    }
}

#[test]
fn rows_that_are_stored_by_key_have_their_keys_and_parts() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let line = ["train", TINY, "--quiet", "--infosets", "recall", "--score", "0,0", "--hands", "0"];
    let rest = ["--iterations", "300", "--max-memory", "16MiB", "--out", "a.policy"];
    assert!(run(folder, &[&line[..], &rest].concat()).status.success());
    let told = object(folder, &["export", "a.policy", "--csv", "a.csv", "--json"]);
    let policy = TrainedPolicy::load(&folder.join("a.policy")).unwrap().0;
    // Every row that is stored has a choice.
    assert_eq!(told["rows"], policy.table.rows().unwrap());
    for (key, shares) in rows(&lines(&folder.join("a.csv"))) {
        let mut known = vec![1.0 / shares.len() as f64; shares.len()];
        policy.table.row(RowKey(key), &mut known);
        let shares: Vec<f64> = shares.into_iter().map(|(share, _)| share).collect();
        assert_eq!(shares, known);
    }
    let text = fs::read_to_string(folder.join("a.csv")).unwrap();
    let header = "key,player,hand,table,tricks_over,own_tricks,their_tricks,leads,challenge,history,action";
    assert!(text.starts_with(header), "{text}");
    // The follower with 3 and 1 answers a challenge at once.
    assert!(text.contains(",follower,3-1,,0,0,0,0,offered,challenge,accept,"), "{text}");
}

#[test]
fn a_game_that_fits_in_memory_has_its_information_sets_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let line = ["train", "kuhn_poker", "--quiet", "--iterations", "20", "--out", "k.policy"];
    assert!(run(folder, &line).status.success());
    let told = object(folder, &["export", "k.policy", "--csv", "rows.csv", "--json"]);
    assert_eq!((&told["rows"], &told["actions"]), (&12.into(), &24.into()));
    let mut reader = csv::Reader::from_path(folder.join("rows.csv")).unwrap();
    for record in reader.records().map(Result::unwrap) {
        let shown = object(folder, &["inspect", "k.policy", &record[2], "--json"]);
        assert_eq!(shown["player"], record[1]);
        let actions = shown["actions"].as_array().unwrap();
        let action = actions.iter().find(|action| action["action"] == record[3]).unwrap();
        let share: f64 = record[4].parse().unwrap();
        assert!((action["probability"].as_f64().unwrap() - share).abs() < 1e-12);
    }
}

/// The numbers of an array of a file, each of `N` bytes.
fn array<const N: usize>(path: &Path, name: &str) -> Vec<[u8; N]> {
    let mut archive = zip::ZipArchive::new(fs::File::open(path).unwrap()).unwrap();
    let mut bytes = Vec::new();
    let mut entry = archive.by_name(&format!("{name}.npy")).unwrap();
    entry.read_to_end(&mut bytes).unwrap();
    assert_eq!(&bytes[..8], b"\x93NUMPY\x01\x00");
    let begin = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let (numbers, rest) = bytes[begin..].as_chunks::<N>();
    assert!(rest.is_empty());
    numbers.to_vec()
}

#[test]
fn arrays_say_what_the_lines_say() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    train(folder, "tiny.policy", 200);
    for visited in [false, true] {
        let more: &[&str] = if visited { &["--visited"] } else { &[] };
        let line = ["export", "tiny.policy", "--csv", "t.csv.gz", "--npz", "t.npz", "--force"];
        assert!(run(folder, &[&line[..], more].concat()).status.success());
        let mut text = String::new();
        let file = fs::File::open(folder.join("t.csv.gz")).unwrap();
        flate2::read::GzDecoder::new(file).read_to_string(&mut text).unwrap();
        fs::write(folder.join("t.csv"), text).unwrap();
        let lines = lines(&folder.join("t.csv"));
        let npz = folder.join("t.npz");
        let shares = array::<8>(&npz, "probabilities").into_iter().map(f64::from_le_bytes);
        assert!(shares.eq(lines.iter().map(|line| line.2)));
        let rows = rows(&lines);
        let numbers = array::<8>(&npz, "row").into_iter().map(u64::from_le_bytes);
        assert!(numbers.clone().count() > 10 && numbers.clone().count() == rows.len());
        let starts: Vec<u64> = array::<8>(&npz, "row_starts").into_iter().map(u64::from_le_bytes).collect();
        let widths = starts.windows(2).map(|pair| (pair[1] - pair[0]) as usize);
        assert!(numbers.zip(widths).all(|(row, width)| rows[&row].len() == width));
        let known = array::<1>(&npz, "visited");
        assert_eq!(known.iter().all(|known| *known == [1]), visited);
    }
}

#[test]
fn files_are_not_replaced_and_faults_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    train(folder, "tiny.policy", 50);
    let export = |rest: &'static [&'static str]| [&["export"], rest].concat();
    assert!(run(folder, &export(&["tiny.policy", "--npz", "t.npz"])).status.success());
    refused(folder, &export(&["tiny.policy", "--npz", "t.npz"]), "t.npz is there already");
    let twice = export(&["tiny.policy", "--npz", "t.npz", "--csv", "t.npz", "--force"]);
    refused(folder, &twice, ".npz is the name of");
    refused(folder, &export(&["tiny.policy", "--csv", "x.policy"]), "x.csv");
    refused(folder, &export(&["tiny.policy", "--csv", "no/x.csv"]), "no/x.csv");
    refused(folder, &export(&["tiny.policy"]), "--csv");
    refused(folder, &export(&["missing.policy", "--csv", "x.csv"]), "missing.policy");
    refused(folder, &export(&["tiny.checkpoint", "--csv", "x.csv"]), "tiny.checkpoint");
    refused(folder, &export(&["nonsense", "--csv", "x.csv"]), "nonsense");
    let mut bytes = fs::read(folder.join("tiny.policy")).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(folder.join("damaged.policy"), bytes).unwrap();
    refused(folder, &export(&["damaged.policy", "--csv", "x.csv"]), "damaged.policy");
    assert!(!folder.join("x.csv").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    train(folder, "tiny.policy", 50);
    for format in ["--csv", "--npz"] {
        let line = ["export", "tiny.policy", format, "/dev/full"];
        refused(folder, &line, "cannot write /dev/full");
    }
}
