//! Training: the table, its files, and its quality.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cardsharp_solvers::run::{Limits, MeasurePoints, StopReason};
use cardsharp_solvers::sampled::Preset;
use cardsharp_training::Interrupted;
use cardsharp_training::{Files, ProgressEvent, RunPlan};
use cardsharp_tricky_eights_bots::TrickyEightsGame;
use cardsharp_tricky_eights_bots::agents::{Agent, Factory, Random};
use cardsharp_tricky_eights_bots::export::{ProgramError, cpp_program};
use cardsharp_tricky_eights_bots::measure::{GAIN_UNIT, UNIT, gain, measured};
use cardsharp_tricky_eights_bots::policy::TrainedPolicy;
use cardsharp_tricky_eights_bots::training::{ResumePoint, Stage, Task, train};

/// The flag of measures that are not interrupted.
static NEVER: AtomicBool = AtomicBool::new(false);

const SMALL: &str = "tricky-eights(players=2,suits=2,ranks=3,pool=2)";

fn task(game: &str) -> Task {
    Task {
        params: game.parse().unwrap(),
        infosets: "appraisal".to_owned(),
        preset: Preset::by_name("linear-mccfr").unwrap(),
        seed: 3,
        options: (),
    }
}

fn plan(policy: &Path, iterations: u64) -> RunPlan {
    RunPlan {
        limits: Limits { iterations: Some(iterations), ..Limits::default() },
        max_memory: 1 << 30,
        threads: 1,
        checkpoint_every: Duration::from_secs(3600),
        measure: MeasurePoints::AtEnd,
        samples: Some(0),
        files: Files { policy: policy.to_owned() },
        replace: true,
    }
}

/// Trains on one thread, which guarantees the same bytes.
fn run(task: &Task, plan: &RunPlan, start: Option<&ResumePoint>, stops: bool) -> StopReason {
    let stop = AtomicBool::new(false);
    let mut report = |_: Stage, event: ProgressEvent<'_>| {
        if let (ProgressEvent::Progress(progress), true) = (event, stops) {
            stop.store(progress.iterations > 0, Ordering::Relaxed);
        }
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1);
    let trained = pool.build().unwrap().install(|| train(task, plan, start, &stop, &mut report));
    trained.unwrap().outcome.reason
}

/// Slow: the contest's own game is trained twice.
#[test]
fn a_run_that_is_stopped_goes_on_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let task = task("tricky-eights");
    let whole = folder.path().join("whole.policy");
    assert_eq!(run(&task, &plan(&whole, 3000), None, false), StopReason::Iterations);
    let parts = folder.path().join("parts.policy");
    let plan = plan(&parts, 3000);
    assert_eq!(run(&task, &plan, None, true), StopReason::Interrupted);
    let resumed = ResumePoint::open(&plan.files.checkpoint()).unwrap();
    assert_eq!(resumed.task.params, task.params);
    let stopped = run(&resumed.task, &plan, Some(&resumed), false);
    assert_eq!(stopped, StopReason::Iterations);
    assert!(std::fs::read(&whole).unwrap() == std::fs::read(&parts).unwrap());
    // A policy is no checkpoint, and a checkpoint no policy.
    assert!(ResumePoint::open(&parts).is_err());
    assert!(TrainedPolicy::load(&plan.files.checkpoint()).is_err());
}

#[test]
fn a_small_member_is_measured_exactly_and_training_helps() {
    let folder = tempfile::tempdir().unwrap();
    let found = [1, 30_000].map(|iterations| {
        let file = folder.path().join(format!("{iterations}.policy"));
        run(&task(SMALL), &plan(&file, iterations), None, false);
        let (policy, _) = TrainedPolicy::load(&file).unwrap();
        let found = measured(&policy, 400, 1, &NEVER).unwrap();
        assert_eq!((found.unit.as_str(), found.half_width), (UNIT, 0.0));
        assert_eq!(cpp_program(&policy), Err(ProgramError::Member(SMALL.parse().unwrap())));
        let path = file.display().to_string();
        let refused = Factory::load(&path.parse().unwrap()).unwrap_err();
        assert!(refused.to_string().contains("train a policy"), "{refused}");
        found.value
    });
    assert!(found[1] < found[0], "{found:?}");
}

/// A random agent loses among copies of an almost untrained table. The search does not lose significantly.
#[test]
fn what_a_deviator_makes_of_the_table_is_measured() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("few.policy");
    run(&task("tricky-eights"), &plan(&file, 2000), None, false);
    let (policy, _) = TrainedPolicy::load(&file).unwrap();
    let random = |seed| Box::new(Random::new(seed)) as Box<dyn Agent<TrickyEightsGame>>;
    let found = gain(&policy, random, 200, 1, &NEVER).unwrap();
    assert_eq!(found.samples, 200);
    assert!(found.mean + found.half_width < -2.0, "{found:?}");
    let found = measured(&policy, 60, 1, &NEVER).unwrap();
    assert_eq!((found.unit.as_str(), found.hands), (GAIN_UNIT, 60));
    assert!(found.value + found.half_width > 0.0, "{found:?}");
    assert_eq!(measured(&policy, 60, 1, &AtomicBool::new(true)), Err(Interrupted));
    let program = cpp_program(&policy).unwrap();
    assert!(program.source.contains("4294967295,") && !program.source.contains('@'));
}
