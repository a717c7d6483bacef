//! The contents of a policy file for Challenge, and its choices in a position.

use std::path::Path;

use super::position;
use cardsharp_challenge_bots::agents::{Source, choices};
use cardsharp_challenge_game::observation::parse_position;
use cardsharp_challenge_game::text::print_move;
use cardsharp_challenge_solver::policy::TrainedPolicy;
use cardsharp_commands::inspect::{About, InspectArguments, show_file};
use cardsharp_contest::ContestError;
use cardsharp_contest::explorer::{HandDetail, PositionLookup};
use cardsharp_policy::loaded;

/// The text below the help of `inspect`: how a position is written.
pub const HELP: &str = "\
Examples:
  cardsharp inspect tricks.policy
  cardsharp inspect tricks.policy 'hand=12,9,8,8,1 score=3-4'
  cardsharp inspect tricks.policy 'hand=12,8,8,1 table=7 played=9*-6 led=yes score=3-4' --json

A position is key=value words: hand, table, tricks, score, challenge (open, offered, accepted), led,
played, and more. The value of an action is the chance of winning the game if both players follow
the policy after it, sampled; the opponent's hands are as likely as the shoe and the policy make
them. Of a policy that ends after some tricks and knows what hands are worth there, the value is
computed over all hands, if `played` has all plays of the hand.";

/// Shows the file, or a position.
pub fn run(arguments: &InspectArguments) -> anyhow::Result<()> {
    let policy = loaded(TrainedPolicy::load(&arguments.policy)?, "showing");
    if let Some(text) = &arguments.position {
        return position::show(arguments, &policy, &parse_position(text)?);
    }
    let about = About {
        infosets: policy.infosets.summary(),
        rows: Some(policy.information_sets()),
        classes: Some(policy.classes.payoffs.len()),
        samples: "own hands a seat",
    };
    show_file(arguments, &policy.header, about)
}

/// A policy that is asked about positions.
pub fn positions(path: &Path) -> Result<PositionLookup, ContestError> {
    let policy = loaded(TrainedPolicy::load(path)?, "showing");
    let game = policy.header.game.clone();
    Ok(PositionLookup::new(&game, HELP, move |position| detail(&policy, position)))
}

/// The probability of every legal move. No move has one if the policy has no row for the position.
fn detail(policy: &TrainedPolicy, position: &str) -> anyhow::Result<HandDetail> {
    let observation = parse_position(position)?;
    let (choices, source) = choices(policy, &observation);
    let known = source != Source::Rule;
    let weighed = observation.legal_moves().map(|legal| {
        let chosen = choices.iter().find(|(known, _)| *known == legal);
        (print_move(legal), chosen.map_or(0.0, |(_, share)| *share))
    });
    let mut detail = HandDetail::of(position.to_owned(), weighed);
    for action in &mut detail.actions {
        action.probability = action.probability.filter(|_| known);
    }
    Ok(detail)
}
