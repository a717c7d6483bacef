//! Files with valid checksums and invalid content. Every kind of table is refused with a clear error, both
//! when it is read and when it is written. No measurement returns NaN.

use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::cargo::CommandCargoExt;
use cardsharp::explicit::TreeExplorer;
use cardsharp::policy::container::{self, Element, Header, Reader, Section};
use cardsharp_solvers::best_response::exploitability;
use cardsharp_solvers::game::Game;
use cardsharp_solvers::games::{GameVisitor, KnownGame};
use cardsharp_solvers::strategy::{Strategy, Uniform};

const TINY: &str = "challenge(ranks=3,copies=3,hand_size=2)";
const WHIST: &str = "skullwhist(suits=1,ranks=4,hand_size=2)";

fn run(folder: &Path, line: &str) -> Output {
    let mut command = std::process::Command::cargo_bin("cardsharp").unwrap();
    let words = line.split(' ');
    command.args(words).current_dir(folder).output().unwrap()
}

fn trained(folder: &Path, line: &str) {
    let output = run(folder, &format!("train {line} --threads 1 --quiet --max-memory 16MiB"));
    assert!(output.status.success(), "{line}: {output:?}");
}

/// The message of a command that must fail.
fn refused(folder: &Path, line: &str) -> String {
    let output = run(folder, line);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{line}: {said}");
    assert!(output.stdout.is_empty(), "{line}: a figure");
    said
}

/// The numbers of a section, whatever their type.
enum Numbers {
    U8(Vec<u8>),
    U32(Vec<u32>),
    U64(Vec<u64>),
    F32(Vec<f32>),
    F64(Vec<f64>),
}

/// A file that was taken apart, to be written again with valid checksums.
struct Forgery {
    header: Header,
    sections: Vec<(String, Numbers)>,
}

impl Forgery {
    fn of(path: &Path) -> Forgery {
        let reader = Reader::open(path).unwrap();
        let sections = reader.sections().map(|entry| {
            let name = entry.name.clone();
            let numbers = match entry.element {
                Element::U8 => Numbers::U8(reader.section(&name).unwrap()),
                Element::U32 => Numbers::U32(reader.section(&name).unwrap()),
                Element::U64 => Numbers::U64(reader.section(&name).unwrap()),
                Element::F32 => Numbers::F32(reader.section(&name).unwrap()),
                Element::F64 => Numbers::F64(reader.section(&name).unwrap()),
                Element::U16 => panic!("no file has such numbers"),
            };
            (name, numbers)
        });
        Forgery { header: reader.header().clone(), sections: sections.collect() }
    }

    fn numbers(&mut self, wanted: &str) -> &mut Numbers {
        let mut sections = self.sections.iter_mut();
        &mut sections.find(|(name, _)| name == wanted).unwrap().1
    }

    fn write(&self, path: &Path) {
        let sections: Vec<_> = self
            .sections
            .iter()
            .map(|(name, numbers)| match numbers {
                Numbers::U8(numbers) => Section::new(name, numbers),
                Numbers::U32(numbers) => Section::new(name, numbers),
                Numbers::U64(numbers) => Section::new(name, numbers),
                Numbers::F32(numbers) => Section::new(name, numbers),
                Numbers::F64(numbers) => Section::new(name, numbers),
            })
            .collect();
        for one in [path.to_owned(), container::previous_path(path)] {
            let _ = std::fs::remove_file(one);
        }
        container::write(path, &self.header, &sections).unwrap();
    }
}

/// Fills the strategy of a policy with a number and returns where it is written.
fn filled(folder: &Path, policy: &str, number: f32) -> PathBuf {
    let mut forgery = Forgery::of(&folder.join(policy));
    match forgery.numbers("strategy") {
        Numbers::F32(cells) => cells.fill(number),
        Numbers::F64(cells) => cells.fill(f64::from(number)),
        Numbers::U8(cells) => cells.fill(number as u8),
        _ => panic!("{policy}"),
    }
    let path = folder.join("forged.policy");
    forgery.write(&path);
    path
}

#[test]
fn a_table_that_is_no_strategy_is_measured_by_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let score = "--score 0,0 --samples 0 --iterations 2000";
    trained(folder, &format!("{TINY} {score} --out dense.policy"));
    let recall = format!("{TINY} --infosets recall {score} --out keyed.policy");
    trained(folder, &recall);
    trained(folder, "kuhn --iterations 50 --out explicit.policy");
    let whist = "--infosets recall --samples 0 --iterations 500 --out whist.policy";
    trained(folder, &format!("{WHIST} {whist}"));
    for policy in ["dense", "keyed", "explicit", "whist"] {
        let name = format!("{policy}.policy");
        let sound = run(folder, &format!("exploit {name}"));
        assert!(sound.status.success(), "{name}: {sound:?}");
        for number in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1.0, 0.0] {
            filled(folder, &name, number);
            let said = refused(folder, "exploit forged.policy");
            assert!(said.contains("forged.policy"), "{name}, {number}: {said}");
            let wrong = ["NaN, infinite or negative", "zero in every row", "no probabilities"];
            assert!(wrong.iter().any(|wrong| said.contains(wrong)), "{name}, {number}: {said}");
        }
    }
    // One number is enough.
    let mut forgery = Forgery::of(&folder.join("dense.policy"));
    if let Numbers::F32(cells) = forgery.numbers("strategy") {
        cells[3] = f32::NAN;
    }
    forgery.write(&folder.join("forged.policy"));
    refused(folder, "exploit forged.policy --hands 2");
}

#[test]
fn quantized_tables_and_those_of_the_other_contests_are_looked_at_too() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for kept in ["skullwhist/arena", "tricky_eights/contest", "dead_mans_draw/arena"] {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
        let kept = data.join(kept).with_extension("policy");
        std::fs::copy(kept, folder.join("kept.policy")).unwrap();
        filled(folder, "kept.policy", 0.0);
        let said = refused(folder, "exploit forged.policy --matches 2");
        assert!(said.contains("zero in every row"), "{said}");
    }
}

#[test]
fn payoffs_that_are_no_chances_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let line = "--score 0,0 --samples 0 --iterations 500 --out sound.policy";
    trained(folder, &format!("{TINY} {line}"));
    for number in [f64::NAN, f64::INFINITY, -0.5, 0.0, 2.0] {
        let mut forgery = Forgery::of(&folder.join("sound.policy"));
        if let Numbers::F64(payoffs) = forgery.numbers("payoffs") {
            payoffs.fill(number);
        }
        forgery.write(&folder.join("forged.policy"));
        let said = refused(folder, "exploit forged.policy");
        assert!(said.contains("classes of scores"), "{number}: {said}");
    }
}

#[test]
fn a_checkpoint_that_no_run_can_have_left_is_refused_and_not_hung_on() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let line = "--infosets recall --score 0,0 --samples 0 --iterations 500 --out a.policy";
    trained(folder, &format!("{TINY} {line}"));
    let path = folder.join("forged.checkpoint");
    let refuse = |change: &dyn Fn(&mut Forgery), reason: &str| {
        let mut forgery = Forgery::of(&folder.join("a.checkpoint"));
        change(&mut forgery);
        forgery.write(&path);
        let line = format!("train {TINY} --resume forged.checkpoint --iterations 600");
        let line = format!("{line} --samples 0 --max-memory 16MiB");
        let said = refused(folder, &line);
        assert!(said.contains("forged.checkpoint") && said.contains(reason), "{said}");
    };
    let parameter = |name: &'static str, value: &'static str| {
        move |forgery: &mut Forgery| {
            let parameters = &mut forgery.header.parameters;
            parameters.insert(name.to_owned(), value.to_owned());
        }
    };
    for seconds in ["inf", "NaN", "-1", "1e300"] {
        refuse(&parameter("seconds", seconds), "than a run can have");
    }
    refuse(&parameter("nodes", "inf"), "no number \"nodes\"");
    refuse(&parameter("nodes", "18446744073709551615"), "than a run can have");
    refuse(&|forgery| forgery.header.iterations = u64::MAX, "than a run can have");
    let firsts = |change: fn(&mut Vec<u32>)| {
        move |forgery: &mut Forgery| match forgery.numbers("firsts") {
            Numbers::U32(firsts) => change(firsts),
            _ => panic!("firsts"),
        }
    };
    refuse(&firsts(Vec::clear), "without its place");
    refuse(&firsts(|firsts| firsts.fill(0)), "without its place");
    refuse(&firsts(|firsts| firsts[0] = firsts[1]), "names a row twice");
    refuse(&firsts(|firsts| firsts[0] = u32::MAX), "beyond its end");
    let table = |index: usize, number: f32| {
        move |forgery: &mut Forgery| match forgery.numbers("table") {
            Numbers::F32(floats) => floats[index] = number,
            _ => panic!("table"),
        }
    };
    for (index, number) in [(0, f32::NAN), (0, f32::INFINITY), (1, f32::NAN), (1, -1.0)] {
        refuse(&table(index, number), "its table has");
    }
}

/// A strategy that returns NaN wherever it has a choice.
struct Broken;

impl<G: Game> Strategy<G> for Broken {
    fn probabilities(&self, _game: &G, _state: &G::State, out: &mut [f64]) {
        out.fill(f64::NAN);
    }
}

struct Measure;

impl GameVisitor for Measure {
    type Output = [f64; 2];

    fn visit<G: Game>(self, game: &G) -> [f64; 2] {
        [exploitability(game, &Uniform).nash_conv(), exploitability(game, &Broken).nash_conv()]
    }
}

#[test]
fn a_measure_of_what_is_not_a_number_is_no_figure() {
    let kuhn: KnownGame = "kuhn_poker".parse().unwrap();
    let [uniform, broken] = kuhn.visit(Measure);
    assert!(uniform > 0.0 && broken.is_nan(), "{uniform} {broken}");
    assert!(container::require_numbers([broken]).is_err());
}

/// Before, the game was compiled whatever its size: the pages of `view` opened such a file for minutes, and took gigabytes.
#[test]
fn a_short_policy_of_a_game_beyond_memory_is_not_shown() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.policy");
    let mut forged = Forgery::of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/formats/v2/explicit.policy"));
    forged.header.game = "goofspiel(num_cards=7,imp_info=True,points_order=descending)".to_owned();
    forged.write(&path);
    let Err(error) = TreeExplorer::load(&path) else {
        panic!("the game is shown");
    };
    assert!(error.to_string().contains("too many to be shown"), "{error}");
}
