//! Training: the value, the turn, the files.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cardsharp_dead_mans_draw_bots::infosets::{MAX_CANDIDATES, NAMES, TurnGame, by_name, positions_of_play};
use cardsharp_dead_mans_draw_bots::measure::{Evaluation, UNIT, measure_policy};
use cardsharp_dead_mans_draw_bots::policy::TrainedPolicy;
use cardsharp_dead_mans_draw_bots::training::{Options, ResumePoint, Stage, Task, train};
use cardsharp_dead_mans_draw_bots::value::Network;
use cardsharp_dead_mans_draw_game::rules::{NoRandom, Rules, State};
use cardsharp_policy::TableInfosets;
use cardsharp_solvers::game::{Game, Turn};
use cardsharp_solvers::run::{Limits, MeasurePoints, StopReason};
use cardsharp_solvers::sampled::{Numbering, Preset};
use cardsharp_training::{Files, ProgressEvent, RunPlan};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

const SMALL: &str = "dead-mans-draw(suits=hook+cannon+sword,values=3)";

fn task(game: &str, infosets: &str, matches: u64) -> Task {
    Task {
        params: game.parse().unwrap(),
        infosets: infosets.to_owned(),
        preset: *Preset::DEFAULT,
        seed: 3,
        options: Options { matches, value: None },
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
fn run(task: &Task, plan: &RunPlan, start: Option<&ResumePoint>, stop_in: Option<Stage>) -> StopReason {
    let stop = AtomicBool::new(false);
    let mut report = |stage, event: ProgressEvent<'_>| {
        if let (ProgressEvent::Progress(progress), true) = (event, stop_in == Some(stage)) {
            stop.store(progress.iterations > 0, Ordering::Relaxed);
        }
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let trained = pool.install(|| train(task, plan, start, &stop, &mut report)).unwrap();
    trained.outcome.reason
}

/// Slow: two tables are trained until they are near it.
#[test]
fn on_a_small_deck_the_table_is_near_the_exact_value() {
    let folder = tempfile::tempdir().unwrap();
    let mut value = None;
    for infosets in ["equity", "prospects"] {
        let file = folder.path().join(format!("{infosets}.policy"));
        let task = Task { options: Options { matches: 60_000, value: value.clone() }, ..task(SMALL, infosets, 0) };
        run(&task, &plan(&file, 50_000), None, None);
        value = Some(file.clone());
        let (policy, _) = TrainedPolicy::load(&file).unwrap();
        let rules = task.params.rules().unwrap();
        assert!(rules.deck.cards().len() >= 9);
        let start = State::new(&rules, &mut NoRandom);
        let exact = Evaluation::best(1 << 22).value(&start).unwrap();
        // The value that the table guarantees in each seat, against any opponent.
        let first = Evaluation::new([Some(&policy), None], 1 << 22).value(&start).unwrap();
        let second = Evaluation::new([None, Some(&policy)], 1 << 22).value(&start).unwrap();
        let lost = [exact - first, second - exact];
        let found = measure_policy(&policy, None, 1, &AtomicBool::new(false)).unwrap();
        assert!((found.value - lost[0] - lost[1]).abs() < 1e-12);
        assert_eq!((found.unit.as_str(), found.half_width), (UNIT, 0.0));
        // These are the results of seconds of training. Those of longer training are in
        // docs/src/results/dead-mans-draw.md.
        let most = match infosets {
            "equity" => 0.12,
            _ => 0.3,
        };
        assert!(lost.iter().all(|&lost| lost <= most), "{infosets}: {lost:?}");
    }
}

#[test]
fn a_run_stopped_in_either_stage_goes_on_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let task = task(SMALL, "equity", 300);
    let whole = folder.path().join("whole.policy");
    assert_eq!(run(&task, &plan(&whole, 3000), None, None), StopReason::Iterations);
    let whole = std::fs::read(&whole).unwrap();
    for stage in [Stage::Learning, Stage::Table] {
        let file = folder.path().join("parts.policy");
        let plan = plan(&file, 3000);
        assert_eq!(run(&task, &plan, None, Some(stage)), StopReason::Interrupted);
        let checkpoint = plan.files.checkpoint();
        let resumed = ResumePoint::open(&checkpoint).unwrap();
        assert_eq!(resumed.task.params, task.params);
        assert_eq!(run(&resumed.task, &plan, Some(&resumed), None), StopReason::Iterations);
        let parts = std::fs::read(&file).unwrap();
        assert!(whole == parts, "stopped in {stage:?}");
        std::fs::remove_file(&file).unwrap();
    }
}

#[test]
fn a_value_is_taken_from_a_policy_of_the_same_game_alone() {
    let folder = tempfile::tempdir().unwrap();
    let first = folder.path().join("first.policy");
    run(&task(SMALL, "equity", 50), &plan(&first, 100), None, None);
    let second = folder.path().join("second.policy");
    let taking =
        |game| Task { options: Options { matches: 0, value: Some(first.clone()) }, ..task(game, "prospects", 0) };
    run(&taking(SMALL), &plan(&second, 100), None, None);
    let values = [&first, &second].map(|file| TrainedPolicy::load(file).unwrap().0.learnt);
    assert_eq!(values[0], values[1]);
    let stop = AtomicBool::new(false);
    let other = taking("dead-mans-draw(suits=key+map,values=3)");
    let refused = train(&other, &plan(&second, 100), None, &stop, &mut |_, _| ());
    let said = refused.err().unwrap().to_string();
    assert!(said.contains("first.policy") && said.contains("key"), "{said}");
}

#[test]
fn a_policy_is_no_checkpoint_and_a_checkpoint_no_policy() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("small.policy");
    let plan = plan(&file, 100);
    run(&task(SMALL, "equity", 50), &plan, None, None);
    assert!(ResumePoint::open(&file).is_err());
    assert!(TrainedPolicy::load(&plan.files.checkpoint()).is_err());
    assert!(ResumePoint::open(&plan.files.checkpoint()).is_ok());
}

#[test]
fn a_game_without_cards_to_draw_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let task = task("dead-mans-draw(suits=key+map,values=1)", "equity", 10);
    let plan = plan(&folder.path().join("none.policy"), 10);
    let refused = train(&task, &plan, None, &AtomicBool::new(false), &mut |_, _| ());
    let said = refused.err().unwrap().to_string();
    assert!(said.contains("values"), "{said}");
}

#[test]
fn what_is_remembered_fits_the_table_and_the_position() {
    let network = Arc::new(Network::random(&mut Xoshiro256PlusPlus::seed_from_u64(4)));
    let positions = positions_of_play(&Rules::ARENA, &network, 200, 1);
    assert!(positions.len() >= 200);
    for name in NAMES {
        let infosets = by_name(name, &network).unwrap();
        let Numbering::Dense { cells } = TableInfosets::numbering(&*infosets) else {
            panic!("rows are numbered in advance");
        };
        let game = TurnGame::new(positions.clone(), Arc::clone(&network), &*infosets).unwrap();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let mut choices = 0;
        for _ in 0..2000 {
            let mut turn_state = game.root();
            loop {
                turn_state = match game.turn(&turn_state) {
                    Turn::Terminal => break,
                    Turn::Chance { .. } => game.sample_chance(&turn_state, &mut rng),
                    Turn::Decision { actions, .. } => {
                        let state = turn_state.state();
                        let infoset = infosets.infoset(state);
                        assert_eq!(infoset.candidates.len(), actions);
                        assert!((1..=MAX_CANDIDATES).contains(&actions));
                        assert!(actions == 1 || infoset.row.0 + actions as u64 <= cells);
                        let legal = state.choices();
                        assert!(infoset.candidates.iter().all(|action| legal.contains(action)));
                        choices += usize::from(actions > 1);
                        game.child(&turn_state, rand::Rng::random_range(&mut rng, 0..actions))
                    }
                };
            }
            let value = [0, 1].map(|player| game.utility(&turn_state, cardsharp_solvers::game::Player::new(player)));
            assert!((value[0] + value[1]).abs() < 1e-6 && value[0].abs() <= 0.5);
        }
        assert!(choices > 2000, "{name}: {choices}");
    }
}
