//! Contests whose policies are tables that external sampling trains.

use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cardsharp_policy::container::Measured;
use cardsharp_policy::{PolicyRows, TableInfosets, loaded};
use cardsharp_solvers::sampled::Rows;
use cardsharp_training::sampled::{AnyError, SampledFamily, TablePolicy};
use serde::Serialize;

use crate::explorer::{HandAction, HandDetail, PositionLookup, regrets};
use crate::{
    Contest, ContestError, GameFamily, MeasureRequest, MemberError, PolicyFamily, TrainedGame, TrainedInfosets,
    WrittenOut,
};

/// A contest whose policies are tables that external sampling trains. It has a [`GameFamily`] and a [`PolicyFamily`].
pub trait SampledContest: Contest {
    /// The family of its games.
    type Family: SampledFamily;

    /// Names of members that are small enough to be solved as a whole.
    const SMALL_MEMBERS: &'static [&'static str] = &[];
    /// Solvers that only this contest has, with name and summary.
    const FURTHER_SOLVERS: &'static [(&'static str, &'static str)] = &[];
    /// Examples of positions, and how a position is written.
    const POSITIONS: &'static str;

    /// The play of a policy in a position.
    ///
    /// # Errors
    ///
    /// The text is no position, or nobody acts in it.
    fn position(policy: &Arc<TablePolicy<Self::Family>>, text: &str) -> Result<Position, AnyError>;
}

impl<C: SampledContest> GameFamily for C {
    fn member(&self, text: &str) -> Result<String, MemberError> {
        Ok(C::Family::member(text).map_err(MemberError::name)?.to_string())
    }

    /// Information sets that are for smaller members are left out.
    fn trained(&self, text: &str) -> Result<TrainedGame, ContestError> {
        let params = C::Family::member(text).map_err(MemberError::name)?;
        let learnt = C::Family::unlearnt();
        let of = |&name: &&'static str| {
            let infosets = C::Family::infosets(name, params, &learnt).ok()?;
            Some(TrainedInfosets {
                name,
                remembers: infosets.summary().to_owned(),
                rows: infosets.rows(),
                table_bytes: Some(Rows::memory(infosets.numbering(), u64::MAX).bytes),
            })
        };
        Ok(TrainedGame {
            game: params.to_string(),
            parameters: None,
            infosets: C::Family::INFOSETS.iter().filter_map(of).collect(),
        })
    }

    fn written_out(&self, text: &str) -> Result<WrittenOut, MemberError> {
        C::Family::explicit(C::Family::member(text).map_err(MemberError::name)?).map_err(MemberError::TooLarge)
    }

    fn small_members(&self) -> &'static [&'static str] {
        C::SMALL_MEMBERS
    }

    fn further_solvers(&self) -> &'static [(&'static str, &'static str)] {
        C::FURTHER_SOLVERS
    }
}

impl<C: SampledContest> PolicyFamily for C {
    fn measure(&self, policy: &Path, request: &MeasureRequest) -> Result<Measured, ContestError> {
        request.without_score(self.name())?;
        let (policy, _) = TablePolicy::<C::Family>::load(policy)?;
        let never = AtomicBool::new(false);
        let measured = C::Family::measure(&policy, request.samples, request.seed, &never);
        measured.map_err(ContestError::Failed)
    }

    fn positions(&self, policy: &Path) -> Result<PositionLookup, ContestError> {
        let policy = Arc::new(loaded(TablePolicy::<C::Family>::load(policy)?, "showing"));
        let game = policy.header.game.clone();
        let answer = move |text: &str| {
            let position = C::position(&policy, text).map_err(anyhow::Error::from_boxed)?;
            Ok(position.detail(text))
        };
        Ok(PositionLookup::new(&game, C::POSITIONS, answer))
    }

    fn rows(&self, policy: &Path) -> Result<Box<dyn PolicyRows>, ContestError> {
        let policy = loaded(TablePolicy::<C::Family>::load(policy)?, "exporting");
        C::Family::rows(policy).map_err(ContestError::Failed)
    }
}

/// The words for a row that was never visited in training.
const UNVISITED_NOTE: &str = "Training never visited this row: the probabilities are not learned.";

/// The play of a policy in a position.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Position {
    /// The position as it is written, if that is one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The hand of the player to act, if the position takes many lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<String>,
    /// The number of the row; `None` where there is no choice.
    pub row: Option<u64>,
    /// False if the row was never visited in training; `None` where there is no choice.
    pub visited: Option<bool>,
    /// The actions.
    pub actions: Vec<PositionAction>,
    /// The unit of the actions' values, if they have some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<&'static str>,
}

/// An action in a position.
#[derive(Clone, Debug, Serialize)]
pub struct PositionAction {
    /// The action.
    pub action: String,
    /// Its probability by the table.
    pub probability: f64,
    /// Its value, if it is known: exact, or by what the policy has learnt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// Its regret: its value less that of the position if the policy is followed, if values are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub regret: Option<f64>,
}

impl PositionAction {
    /// The actions of pairs of an action and its probability, without values.
    pub fn of<A: Display>(weighed: impl IntoIterator<Item = (A, f64)>) -> Vec<PositionAction> {
        let weighed = weighed.into_iter();
        weighed
            .map(|(action, probability)| PositionAction {
                action: action.to_string(),
                probability,
                value: None,
                regret: None,
            })
            .collect()
    }
}

/// Gives actions with values their regrets.
pub fn fill_regrets(actions: &mut [PositionAction]) {
    let found = regrets(actions.iter().map(|action| (action.probability, action.value)));
    for (action, regret) in actions.iter_mut().zip(found) {
        action.regret = regret;
    }
}

impl Position {
    /// The note below the actions if their row was never visited in training.
    pub fn unvisited_note(&self) -> Option<&'static str> {
        (self.visited == Some(false)).then_some(UNVISITED_NOTE)
    }

    /// The position as pages and libraries show it. `text` is what was asked for.
    fn detail(self, text: &str) -> HandDetail {
        let unvisited = self.unvisited_note().map(str::to_owned);
        let hand = self.hand.map(|hand| format!("The hand: {hand}."));
        let unit = self.unit.map(|unit| format!("Value: {unit}, by the learnt value."));
        let actions = self.actions.into_iter().map(|action| HandAction {
            name: action.action,
            probability: Some(action.probability),
            value: action.value,
            half_width: None,
        });
        HandDetail {
            position: self.position.unwrap_or_else(|| text.to_owned()),
            actions: actions.collect(),
            notes: hand.into_iter().chain(unvisited).chain(unit).collect(),
        }
    }
}
