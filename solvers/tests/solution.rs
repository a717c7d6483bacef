//! Runs with stopping conditions, their solutions, and the files of the solutions.
#![allow(clippy::unwrap_used)] // The lint's exception for tests does not reach what they call.

use std::convert::Infallible;
use std::hash::{Hash, Hasher};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use cardsharp_solvers::cfr::{Regrets, Schedule};
use cardsharp_solvers::prelude::*;
use cardsharp_solvers::run::{Progress, StopReason};
use cardsharp_solvers::sampled;
use cardsharp_solvers::strategy::sample_index;

#[test]
fn a_run_ends_at_the_first_condition_that_is_met() {
    let tree = Tree::compile(&Leduc::SUITED).unwrap();
    let solve = |until: Until<'_>| Cfr::new(&tree, Preset::DCFR).run(until);

    let solved = solve(Until::iterations(50));
    assert_eq!((solved.iterations(), solved.stop_reason()), (Some(50), Some(StopReason::Iterations)));

    let solved = solve(Until::exploitability(0.05).or_iterations(100_000));
    assert_eq!(solved.stop_reason(), Some(StopReason::Target));
    assert!(solved.exploitability() <= 0.05 && solved.nash_conv() <= 0.1);

    let flag = AtomicBool::new(true);
    let solved = solve(Until::iterations(50).or_flag(&flag));
    assert_eq!((solved.iterations(), solved.stop_reason()), (Some(0), Some(StopReason::Interrupted)));
}

#[test]
fn a_run_in_pieces_is_the_run_in_one() {
    let tree = Tree::compile(&Kuhn::TWO).unwrap();
    let whole = Cfr::new(&tree, Preset::PCFR_PLUS).run(Until::iterations(300));
    let mut solver = Cfr::new(&tree, Preset::PCFR_PLUS);
    solver.run(Until::iterations(100));
    let pieces = solver.run(Until::iterations(300));
    assert_eq!(whole.strategy(&Kuhn::TWO), pieces.strategy(&Kuhn::TWO));
    assert_eq!(whole.measure(), pieces.measure());
}

/// The schedules of a new solver end with the run, unless the caller sets another end.
#[test]
fn a_preset_with_schedules_takes_the_iterations_asked_for_as_planned() {
    let tree = Tree::compile(&Leduc::SUITED).unwrap();
    let run = |mut solver: Cfr<'_>| solver.run(Until::iterations(40)).nash_conv();
    let asked = run(Cfr::new(&tree, Preset::HS_DCFR));
    let planned = run(Cfr::new(&tree, Preset::HS_DCFR).planned(40));
    let other = run(Cfr::new(&tree, Preset::HS_DCFR).planned(4_000));
    assert_eq!(asked, planned);
    assert_ne!(asked, other);
}

#[test]
fn the_answers_measure_is_that_of_brute_force_on_its_rows() {
    for game in [Leduc::SUITED, Leduc::ISOMORPHIC] {
        let tree = Tree::compile(&game).unwrap();
        let solved = Cfr::new(&tree, Preset::CFR_PLUS).run(Until::iterations(30));
        let expected = best_response::exploitability(&game, &solved);
        assert!((solved.nash_conv() - expected.nash_conv()).abs() < 1e-12);
        // The plan made from the rows differs by rounding alone.
        let again = solved.plan(&tree).exploitability(&tree);
        assert!((again.nash_conv() - expected.nash_conv()).abs() < 1e-12);
    }
}

struct Fails(u32);

impl Observe for Fails {
    type Error = io::Error;

    fn measured(&mut self, _: &Progress, _: &Exploitability) -> io::Result<()> {
        self.0 += 1;
        Err(io::Error::other("the disk is full"))
    }
}

struct Sets<'a>(&'a AtomicBool);

impl Observe for Sets<'_> {
    type Error = Infallible;

    fn progress(&mut self, _: &Progress) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn an_observer_can_end_a_run() {
    let tree = Tree::compile(&Kuhn::TWO).unwrap();
    let mut solver = Cfr::new(&tree, Preset::DCFR);
    let mut fails = Fails(0);
    let error = solver.run_with(Until::iterations(1_000_000), &mut fails).unwrap_err();
    assert_eq!((error.to_string().as_str(), fails.0), ("the disk is full", 1));

    let flag = AtomicBool::new(false);
    let Ok(solved) = solver.run_with(Until::iterations(u64::MAX).or_flag(&flag), &mut Sets(&flag));
    assert_eq!(solved.stop_reason(), Some(StopReason::Interrupted));
}

fn saved() -> (Solution, tempfile::TempDir, std::path::PathBuf) {
    let tree = Tree::compile(&Kuhn::TWO).unwrap();
    let solved = Cfr::new(&tree, Preset::DCFR).run(Until::iterations(20));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kuhn.json");
    solved.save(&Kuhn::TWO, &path).unwrap();
    (solved, folder, path)
}

#[test]
fn every_byte_flipped_and_every_length_cut_is_refused() {
    let (solved, _folder, path) = saved();
    assert_eq!(Solution::load(&path).unwrap(), solved);
    let whole = std::fs::read(&path).unwrap();
    for index in 0..whole.len() - 1 {
        let mut flipped = whole.clone();
        flipped[index] ^= 1;
        std::fs::write(&path, &flipped).unwrap();
        let refused = Solution::load(&path).unwrap_err();
        assert!(refused.to_string().contains("kuhn.json"), "{refused}");
        std::fs::write(&path, &whole[..index]).unwrap();
        assert!(Solution::load(&path).is_err(), "cut at {index}");
    }
}

/// A correct checksum does not imply valid numbers.
#[test]
fn numbers_that_are_no_strategy_are_refused_by_the_information_sets_name() {
    let (_, _folder, path) = saved();
    let text = std::fs::read_to_string(&path).unwrap();
    let content = text.split_once("\"solution\":").unwrap().1;
    let content = content.trim_end().strip_suffix('}').unwrap();
    let rewrite = |from: &str, to: &str| {
        assert!(content.contains(from));
        let content = content.replacen(from, to, 1);
        let checksum = crc32fast::hash(content.as_bytes());
        let text = format!("{{\"version\":1,\"checksum\":{checksum},\"solution\":{content}}}");
        std::fs::write(&path, text).unwrap();
        Solution::load(&path).unwrap_err().to_string()
    };
    let pass = content.split_once("[\"pass\",").unwrap().1.split_once(']').unwrap().0;
    for bad in ["-0.5", "1.5", "0.123"] {
        let refused = rewrite(&format!("[\"pass\",{pass}]"), &format!("[\"pass\",{bad}]"));
        assert!(refused.contains("information set 0 "), "{refused}");
    }
    let refused = rewrite("\"values\":[", "\"values\":[0.5,");
    assert!(refused.contains("the values of the players"), "{refused}");
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let (solved, folder, _) = saved();
    let path = folder.path().join("no such folder").join("kuhn.json");
    let refused = solved.save(&Kuhn::TWO, &path).unwrap_err().to_string();
    assert!(refused.contains("no such folder"), "{refused}");
    // A folder stands where the file should be: nothing is left beside it.
    let taken = folder.path().join("taken");
    std::fs::create_dir(&taken).unwrap();
    solved.save(&Kuhn::TWO, &taken).unwrap_err();
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn every_preset_has_its_name() {
    for preset in Preset::ALL {
        assert_eq!(Preset::by_name(preset.name).as_ref(), Some(preset));
    }
    let sampled = sampled::Preset::ALL.iter().chain([sampled::Preset::PATHS]);
    for preset in sampled {
        assert_eq!(sampled::Preset::by_name(preset.name).as_ref(), Some(preset));
    }
    assert_eq!((Preset::PCFR_PLUS.name, Preset::HS_PCFR_PLUS.name), ("pcfr+", "hs-pcfr+"));
}

#[test]
fn the_presets_with_schedules_need_a_plan() {
    let needing = Preset::ALL.iter().filter(|preset| preset.needs_plan());
    let names: Vec<&str> = needing.map(|preset| preset.name).collect();
    assert_eq!(names, ["hs-dcfr", "hs-dcfr-15", "hs-pcfr+"]);
}

/// The paper's equation (4), with n iterations planned: alpha 1 + 3 t/n, beta -1 - 2 t/n and
/// gamma 30 - 5 t/n, or 15 - 5 t/n. HS-PCFR+(30) has only the last.
#[test]
fn hyperparameter_schedules_are_those_of_the_paper() {
    let gamma = |name: &str, t: u64| {
        let averaging = Preset::by_name(name).unwrap().averaging;
        averaging.exponent().unwrap().at(t, 1000)
    };
    let dcfr = Preset::HS_DCFR;
    for t in [0, 250, 500, 1000] {
        let share = t as f64 / 1000.0;
        let discounts = [dcfr.regrets.positive, dcfr.regrets.negative];
        let found = discounts.map(|discount| discount.exponent().unwrap().at(t, 1000));
        assert_eq!(found, [1.0 + 3.0 * share, -1.0 - 2.0 * share]);
        for name in ["hs-dcfr", "hs-pcfr+"] {
            assert_eq!(gamma(name, t), 30.0 - 5.0 * share);
        }
        assert_eq!(gamma("hs-dcfr-15", t), 15.0 - 5.0 * share);
    }
    let predictive = Preset::HS_PCFR_PLUS;
    assert_eq!((predictive.prediction, predictive.regrets), (Schedule::Constant(1.0), Regrets::FLOORED));
    assert_eq!(Preset::HS_DCFR_15.regrets, dcfr.regrets);
}

#[test]
#[should_panic(expected = "only the first two players have one opponent")]
fn a_third_player_has_no_single_opponent() {
    assert_eq!(Player::ZERO.opponent().opponent(), Player::ZERO);
    let _ = Player::new(2).opponent();
}

#[test]
fn keys_of_what_is_known_differ_where_it_differs() {
    let known = [(0, "pb"), (0, "p"), (1, "pb"), (1, "")].map(|known| InfosetKey::of(&known));
    for (index, key) in known.iter().enumerate() {
        assert!(!known[..index].contains(key));
    }
    assert_eq!(InfosetKey::of(&(0, "pb")), known[0]);
    // Saved solutions hold keys, so a key never changes.
    let parts = (Player::ONE, "queen", [1_u8, 2], vec![7_u32, 9], -5_i64);
    let more = (Some(3_u64), 'x', true, 2_u128, "a".to_owned());
    assert_eq!(InfosetKey::of(&(parts, more)), InfosetKey(0x2891_626b_6d2b_210a));
    assert_eq!(InfosetKey::of(&()), InfosetKey(0x1e92_4b9d_7377_00d7));
    // The standard library's hasher of this name is kept for those who need the output.
    for length in 0..40_u8 {
        let bytes: Vec<u8> = (0..length).map(|byte| byte.wrapping_mul(37)).collect();
        for cut in 0..bytes.len() {
            let parts = (bytes[cut], bytes.split_at(cut), length);
            #[allow(deprecated)]
            let mut hasher = std::hash::SipHasher::new();
            parts.hash(&mut hasher);
            assert_eq!(InfosetKey::of(&parts), InfosetKey(hasher.finish()));
        }
    }
    // Keys are packed in mixed radix. There is no key if 64 bits are too few.
    assert_eq!(InfosetKey::packed([(1, 2), (0, 3), (4, 5)]), Some(InfosetKey(1 + 2 * 3 * 4)));
    assert_eq!(InfosetKey::packed([(0, u64::MAX), (0, 2)]), None);
}

#[test]
fn every_index_is_sampled_as_often_as_its_share_says() {
    let shares = [0.25, 0.0, 0.5, 0.25];
    let sampled = |chance| sample_index(shares.into_iter(), chance);
    let mut counts = [0; 4];
    for step in 0..1000 {
        counts[sampled(f64::from(step) / 1000.0).unwrap()] += 1;
    }
    assert_eq!(counts, [250, 0, 500, 250]);
    // A number that is not below the sum of the shares draws the index of the largest share.
    assert_eq!(sampled(1.0), Some(2));
    assert_eq!(sample_index(std::iter::empty(), 0.5), None);
}

/// `cardsharp train`, `solve --curve` and the observer write the same rows.
#[cfg(feature = "observers")]
#[test]
fn a_curve_has_these_bytes() {
    let progress = Progress { iterations: 3, nodes: 250, seconds: 1.0, rate: 3.0, nash_conv: None };
    let mut curve = CsvCurve::new(Vec::new()).unwrap();
    for nash_conv in [1.0, 0.125, 2.5e-7] {
        let unit = "chips, \"per hand\"";
        let point = observers::CurvePoint::exact(&progress, nash_conv, unit);
        curve.push(&point).unwrap();
    }
    let expected = "iteration,seconds,nodes,quantity,value,half_width,unit\n\
                    3,1.0,250,nash_conv,1.0,0.0,\"chips, \"\"per hand\"\"\"\n\
                    3,1.0,250,nash_conv,0.125,0.0,\"chips, \"\"per hand\"\"\"\n\
                    3,1.0,250,nash_conv,2.5e-7,0.0,\"chips, \"\"per hand\"\"\"\n";
    let written = String::from_utf8(curve.into_inner().unwrap()).unwrap();
    assert_eq!(written, expected);
}
