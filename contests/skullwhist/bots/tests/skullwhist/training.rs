//! Training: the run, the files, the measures, and the trained table as an agent.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cardsharp_game::{AgentSpec, Setup, Table};
use cardsharp_skullwhist_bots::SkullWhistTable;
use cardsharp_skullwhist_bots::agents::Factory;
use cardsharp_skullwhist_bots::measure::{Responder, exact, measured, unit};
use cardsharp_skullwhist_bots::policy::{TrainedPolicy, weigh};
use cardsharp_skullwhist_bots::training::{ResumePoint, Stage, Task, train};
use cardsharp_skullwhist_game::observation::{Observation, parse_observation};
use cardsharp_skullwhist_game::rules::{MISSING_BID, Move, Objective, Suit};
use cardsharp_solvers::run::{Limits, MeasurePoints, StopReason};
use cardsharp_solvers::sampled::Preset;
use cardsharp_training::{Files, ProgressEvent, RunPlan};

const SMALL: &str = "skullwhist(suits=2,ranks=3,hand_size=2)";

fn task(game: &str, infosets: &str) -> Task {
    Task {
        params: game.parse().unwrap(),
        infosets: infosets.to_owned(),
        preset: match infosets {
            "counts" => *Preset::PATHS,
            _ => *Preset::DEFAULT,
        },
        seed: 3,
        options: (),
    }
}

fn plan(policy: &Path, iterations: u64) -> RunPlan {
    RunPlan {
        limits: Limits { iterations: Some(iterations), ..Limits::default() },
        max_memory: 1 << 26,
        threads: 1,
        checkpoint_every: Duration::from_secs(3600),
        measure: MeasurePoints::AtEnd,
        samples: Some(0),
        files: Files { policy: policy.to_owned() },
        replace: true,
    }
}

/// Trains on one thread, which guarantees the same bytes; stops soon if `stops` is true.
fn run(task: &Task, plan: &RunPlan, start: Option<&ResumePoint>, stops: bool) -> StopReason {
    let stop = AtomicBool::new(false);
    let mut report = |_: Stage, event: ProgressEvent<'_>| {
        if let (ProgressEvent::Progress(progress), true) = (event, stops) {
            stop.store(progress.iterations > 0, Ordering::Relaxed);
        }
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let trained = pool.install(|| train(task, plan, start, &stop, &mut report));
    trained.unwrap().outcome.reason
}

#[test]
fn a_run_that_was_stopped_goes_on_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    for (game, infosets, iterations) in [("skullwhist", "counts", 600), (SMALL, "recall", 20_000)] {
        let task = task(game, infosets);
        let whole = folder.path().join("whole.policy");
        assert_eq!(run(&task, &plan(&whole, iterations), None, false), StopReason::Iterations);
        let parts = folder.path().join("parts.policy");
        let plan = plan(&parts, iterations);
        assert_eq!(run(&task, &plan, None, true), StopReason::Interrupted);
        assert!(!parts.exists());
        let resumed = ResumePoint::open(&plan.files.checkpoint()).unwrap();
        assert_eq!(resumed.task.params, task.params);
        assert_eq!(run(&resumed.task, &plan, Some(&resumed), false), StopReason::Iterations);
        let [whole, parts] = [whole, parts].map(|file| std::fs::read(file).unwrap());
        assert!(whole == parts, "{game} {infosets}");
        std::fs::remove_file(folder.path().join("parts.policy")).unwrap();
    }
}

#[test]
fn a_table_of_everything_comes_near_the_exact_solution() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("small.policy");
    for (objective, value, most) in [(Objective::Win, 0.5, 0.02), (Objective::Difference, 0.0, 0.5)] {
        let task = task(&format!("skullwhist(suits=2,ranks=3,hand_size=2,objective={objective})"), "recall");
        run(&task, &plan(&file, 200_000), None, false);
        let (policy, _) = TrainedPolicy::load(&file).unwrap();
        let found = measured(&policy, None, 1, &AtomicBool::new(false)).unwrap();
        assert_eq!((found.unit.as_str(), found.half_width), (unit(objective), 0.0));
        assert!(found.value >= 0.0 && found.value < most, "{found:?}");
        let exact = exact(&policy).unwrap();
        assert!((exact.values[0] - value).abs() <= found.value + 1e-9, "{exact:?}");
    }
}

/// The opponent's measured gain is the gain of some strategy, so it is at most that of a best response.
#[test]
fn the_bound_from_below_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("small.policy");
    let game = "skullwhist(suits=2,ranks=4,hand_size=3)";
    run(&task(game, "recall"), &plan(&file, 300), None, false);
    let (policy, _) = TrainedPolicy::load(&file).unwrap();
    let nash_conv = exact(&policy).unwrap().nash_conv();
    let responder = Responder::new(&policy, 7);
    let gains: Vec<f64> = (0..400).map(|deal| responder.gain(deal)).collect();
    let mean = gains.iter().sum::<f64>() / gains.len() as f64;
    let half_width = cardsharp_game::interval::half_width(&gains);
    assert!(mean - half_width > 0.1, "{mean} ± {half_width}");
    assert!(mean - half_width < nash_conv, "{mean} ± {half_width} of {nash_conv}");
}

#[test]
fn a_policy_is_no_checkpoint_and_a_checkpoint_no_policy() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("small.policy");
    let plan = plan(&file, 100);
    run(&task(SMALL, "recall"), &plan, None, false);
    assert!(ResumePoint::open(&file).is_err());
    assert!(TrainedPolicy::load(&plan.files.checkpoint()).is_err());
    assert!(ResumePoint::open(&plan.files.checkpoint()).is_ok());
    // The agent of a table can only play the contest's game.
    let spec: AgentSpec = file.to_str().unwrap().parse().unwrap();
    let refused = Factory::load(&spec).unwrap_err().to_string();
    assert!(refused.contains("hand_size=2"), "{refused}");
}

/// Seconds of training are enough to beat an agent that plays at random. The trained policy of the project is in data.
#[test]
fn the_table_plays_by_the_rules_and_has_learnt_something() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("counts.policy");
    run(&task("skullwhist", "counts"), &plan(&file, 3_000), None, false);
    let agents = [file.to_str().unwrap(), "random"].map(|name| name.parse::<AgentSpec>().unwrap());
    let factories = agents.clone().map(|agent| Factory::load(&agent).unwrap());
    let table = SkullWhistTable::new(factories);
    let mut won = 0.0;
    for number in 0..300 {
        let setup = Setup { seed: number / 2, first: number as usize % 2, record: false };
        let game = table.play_game(setup);
        assert_eq!(game.penalties, [0, 0]);
        won += game.winner.map_or(0.5, |winner| 1.0 - winner as f64);
    }
    assert!(won > 200.0, "{won}");
    // The table also plays after a bid that never came in training.
    let (policy, _) = TrainedPolicy::load(&file).unwrap();
    let text = "hand=C02,C13,D04,D05,D12,H01,H07,H10,S01,S03,S08,S11,S13 bids=6,6";
    let mut observation: Observation = parse_observation(text, policy.params.rules).unwrap();
    observation.bids = [Some(MISSING_BID), None];
    let mut agent = Factory::load(&agents[0]).unwrap().agent(1);
    let Move::Play(card) = agent.choose(&observation) else {
        panic!("a bid instead of a card");
    };
    assert!(observation.playable().contains(card));
    observation.bids = [None; 2];
    let weighed = weigh(&policy, &observation);
    assert!(weighed.iter().all(|(choice, _)| matches!(choice, Move::Bid(4..=9))));
    assert!(Suit::ALL.contains(&card.suit()));
}

#[test]
fn the_policy_that_is_kept_holds_its_own_against_expert() {
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../data/skullwhist/arena.policy");
    let agents = [kept, "expert"];
    let agents = agents.map(|name| name.parse::<AgentSpec>().unwrap());
    let table = SkullWhistTable::new(agents.map(|agent| Factory::load(&agent).unwrap()));
    let mut won = 0.0;
    for number in 0..4_000 {
        let setup = Setup { seed: number / 2, first: number as usize % 2, record: false };
        let game = table.play_game(setup);
        assert_eq!(game.penalties, [0, 0]);
        won += game.winner.map_or(0.5, |winner| 1.0 - winner as f64);
    }
    // 50.1 % of 20,000.
    assert!(won > 0.47 * 4_000.0, "{won}");
}
