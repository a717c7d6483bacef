//! Policies are played without weakly dominated actions where few cards are left.

use std::sync::Arc;

use cardsharp_challenge_bots::ChallengeGame;
use cardsharp_challenge_bots::agent_strategy::AgentStrategy;
use cardsharp_challenge_bots::agents::{Agent, Source, Trained, choices, row_of};
use cardsharp_challenge_game::observation::{Observation, parse_position};
use cardsharp_challenge_game::rules::{Move, Params};
use cardsharp_challenge_game::text::print_move;
use cardsharp_challenge_solver::infosets::{HandGame, Payoffs, by_name};
use cardsharp_challenge_solver::policy::{FINGERPRINT, TrainedPolicy, group_of};
use cardsharp_challenge_solver::scores::Classes;
use cardsharp_policy::StrategyTable;
use cardsharp_policy::container::{Header, Kind};
use cardsharp_solvers::best_response::exploitability;
use cardsharp_solvers::sampled::{ExternalSampling, Preset};

/// Plays the rows of a policy as they are.
struct AsTrained {
    policy: Arc<TrainedPolicy>,
    /// For positions without a row.
    otherwise: Trained,
}

impl Agent<ChallengeGame> for AsTrained {
    fn choose(&mut self, _: &Observation) -> Move {
        unreachable!("only asked for probabilities")
    }

    fn probabilities(&mut self, observation: &Observation) -> Option<Vec<(Move, f64)>> {
        match row_of(&self.policy, observation) {
            (_, Source::Rule) => self.otherwise.probabilities(observation),
            (choices, _) => Some(choices),
        }
    }
}

fn trained(rules: Params, infosets: &str, iterations: u64) -> TrainedPolicy {
    let game = || HandGame::new(rules, vec![Payoffs::EARLY]);
    let (hand, infosets) = (game(), by_name(infosets, &game()).unwrap());
    let mut solver = ExternalSampling::new(&hand, &*infosets, Preset::DEFAULT.seed(3)).unwrap();
    solver.advance(iterations);
    let table = StrategyTable::of_snapshot(solver.snapshot(), group_of(&*infosets));
    drop(solver);
    let mut header = Header::new(Kind::Policy, rules.to_string(), FINGERPRINT);
    header.infosets = infosets.name().to_owned();
    TrainedPolicy::new(header, game(), Classes::one(Payoffs::EARLY), infosets, table)
}

/// By the exact measure, and in information sets that remember all and in those that forget.
#[test]
fn exploitability_does_not_grow() {
    let rules: Params = "challenge(ranks=3,copies=8,hand_size=3)".parse().unwrap();
    let mut smaller = 0;
    for (infosets, iterations) in [("all", 30), ("all", 1_000), ("tricks", 1_000), ("tricks", 20_000)] {
        let policy = Arc::new(trained(rules, infosets, iterations));
        let ask =
            |agent: &mut dyn Agent<ChallengeGame>| AgentStrategy::ask(rules, Payoffs::EARLY, agent, &|| ()).unwrap();
        let mut as_trained = AsTrained { policy: Arc::clone(&policy), otherwise: Trained::new(Arc::clone(&policy), 1) };
        let [before, after] = [ask(&mut as_trained), ask(&mut Trained::new(policy, 1))];
        assert!(after.differences(&before) > 0, "{infosets}, {iterations} iterations");
        let [before, after] = [before, after].map(|one| exploitability(one.game(), &one));
        // A seat's gain is above the value of both seats' own play, which the rule moves from one seat to the other.
        for (before, after) in before.best_responses.iter().zip(&after.best_responses) {
            assert!(*after <= before + 1e-12, "{infosets}: {after} after {before}");
            smaller += u32::from(*after < before - 1e-6);
        }
    }
    assert!(smaller > 0);
}

/// The rest of the hand is lost against good play, so that any mixture has the same value. The 3 loses against any play.
#[test]
fn a_lost_hand_is_played_for_mistakes() {
    let policy = TrainedPolicy::installed().unwrap();
    let position = "hand=9,8,3 table=5 tricks=0-2 score=0-0 led=yes played=6*-7,2-9*";
    let position = parse_position(position).unwrap();
    let share = |found: &[(Move, f64)], name: &str| {
        let found = found.iter().find(|(chosen, _)| print_move(*chosen) == name);
        found.unwrap().1
    };
    let (row, source) = row_of(&policy, &position);
    assert_eq!(source, Source::Own);
    assert!(share(&row, "3") > 0.3, "{row:?}");
    let (played, source) = choices(&policy, &position);
    assert_eq!(source, Source::Own);
    assert_eq!(share(&played, "3"), 0.0, "{played:?}");
    let sum = share(&played, "8") + share(&played, "9");
    assert!((sum - 1.0).abs() < 1e-9, "{played:?}");
}
