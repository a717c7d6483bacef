//! A run can be resumed only with its own game, solver and settings.

use cardsharp::policy::container;

use crate::binary::{TINY, run, train};

#[test]
fn another_game_recipe_solver_score_or_seed_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    train(folder, "tiny.policy", 100);
    let before = std::fs::read(folder.join("tiny.checkpoint")).unwrap();
    let resumed = |game: &str, more: &[&str]| {
        let line = ["train", game, "--resume", "tiny.checkpoint"];
        let rest = ["--iterations", "200", "--hands", "0"];
        run(folder, &[&line[..], more, &rest].concat())
    };
    let member = "challenge(ranks=4,copies=3,hand_size=2)";
    let refused: [(&str, &[&str], &str); 13] = [
        ("skullwhist", &[], "has the game challenge"),
        ("dead-mans-draw", &[], "has the game challenge"),
        ("tricky-eights", &[], "has the game challenge"),
        (member, &[], "ranks=4"),
        ("challenge(ranks=13,copies=8,hand_size=5)", &[], "ranks=13"),
        ("challenge", &["--seed", "7"], "--seed 1, and not 7"),
        ("challenge", &["--score", "3,4"], "--score 0,0, and not 3,4"),
        ("challenge", &["--classes", "5"], "--classes"),
        ("challenge", &["--infosets", "seen"], "--infosets tricks, and not seen"),
        ("challenge", &["--infosets", "recall"], "and not recall"),
        ("challenge", &["--solver", "linear-mccfr"], "and not linear-mccfr"),
        ("challenge", &["--solver", "range-mccfr"], "and not range-mccfr"),
        (TINY, &["--seed", "2"], "leave --seed out"),
    ];
    for (game, more, reason) in refused {
        let output = resumed(game, more);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{game} {more:?}: {said}");
        assert!(said.contains("tiny.checkpoint") && said.contains(reason), "{game} {more:?}: {said}");
        assert!(before == std::fs::read(folder.join("tiny.checkpoint")).unwrap());
    }
    let own = ["--seed", "1", "--score", "0,0", "--infosets", "tricks"];
    for (game, more) in [(TINY, &own[..]), ("challenge", &[])] {
        let output = resumed(game, more);
        assert!(output.status.success(), "{output:?}");
    }
}

#[test]
fn the_other_contests_refuse_it_too() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let whist = "skullwhist(suits=1,ranks=4,hand_size=2)";
    let games = [
        (whist, "skullwhist", "--infosets recall --max-memory 16MiB"),
        ("tricky-eights", "tricky-eights", ""),
        ("dead-mans-draw(suits=hook+cannon+sword,values=3)", "dead-mans-draw", "--matches 300"),
    ];
    for (member, contest, more) in games {
        let out = format!("{contest}.policy");
        let rest = format!("--iterations 200 --samples 0 --threads 1 --quiet {more}");
        let rest: Vec<&str> = rest.split_whitespace().collect();
        let new = ["train", member, "--out", &out];
        let output = run(folder, &[&new[..], &rest].concat());
        assert!(output.status.success(), "{output:?}");
        let checkpoint = format!("{contest}.checkpoint");
        let begin = ["train", contest, "--resume", &checkpoint, "--iterations", "300"];
        let asked = [&["--seed", "5"][..], &["--solver", "linear-mccfr"], &["--samples", "0", "--seed", "9"]];
        for more in asked {
            let output = run(folder, &[&begin[..], more].concat());
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(1), "{contest} {more:?}: {said}");
            assert!(said.contains("and not"), "{contest} {more:?}: {said}");
        }
    }
    let line = "train dead-mans-draw --resume dead-mans-draw.checkpoint --matches 500";
    let output = run(folder, &line.split(' ').collect::<Vec<_>>());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("--matches 300, and not 500"), "{said}");
}

/// The random draws go on where they stopped, so that the policy is the same to the byte.
#[test]
fn outcome_and_chance_sampling_go_on_as_if_they_had_never_stopped() {
    for solver in ["outcome-mccfr", "vr-mccfr", "chance-mccfr"] {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let train = |line: &str| {
            let words: Vec<&str> = line.split(' ').collect();
            let output = run(folder, &[&["train"][..], &words, &["--threads", "1", "--quiet"]].concat());
            assert!(output.status.success(), "{line}: {output:?}");
        };
        train(&format!("leduc_poker --solver {solver} --iterations 300 --out cut.policy"));
        train("leduc_poker --resume cut.checkpoint --iterations 700");
        train(&format!("leduc_poker --solver {solver} --iterations 700 --out whole.policy"));
        let strategy = |name: &str| {
            let reader = container::Reader::open(&folder.join(name)).unwrap();
            reader.section::<f64>("strategy").unwrap()
        };
        assert!(strategy("cut.policy") == strategy("whole.policy"), "{solver}");
    }
}

#[test]
fn a_linear_program_says_at_once_that_it_writes_no_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let line = "train liars_dice --solver lp --checkpoint-every 10s --out l.policy";
    let output = run(folder.path(), &line.split(' ').collect::<Vec<_>>());
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("--checkpoint-every") && said.contains("writes no checkpoint"), "{said}");
}
