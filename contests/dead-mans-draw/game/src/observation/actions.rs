//! The actions of Dead Man's Draw by number.

use std::sync::LazyLock;

use crate::rules::{Action, Card, CardSet, Effect};
use cardsharp_game::outside::ActionSpace;

/// The effects that are answered with a card. An oracle and a kraken are answered by a draw or the end of the turn.
const WITH_CARD: [Effect; 4] = [Effect::Hook, Effect::Cannon, Effect::Map, Effect::Sword];

/// The actions without a card. The end of the turn stands first, since the first legal action is the safe one.
const PLAIN: [Action; 2] = [Action::EndTurn, Action::Draw];

/// The actions of the arena's game that have different consequences ([`State::choices`]): the end of the turn, a draw,
/// and each effect that takes a card with each card.
///
/// [`State::choices`]: crate::rules::State::choices
pub static ACTIONS: LazyLock<ActionSpace> = LazyLock::new(|| {
    let answers = WITH_CARD.into_iter().flat_map(|effect| CardSet::FULL.iter().map(move |card| respond(effect, card)));
    let all = PLAIN.into_iter().chain(answers);
    ActionSpace::new(all.map(|action| action.to_string()))
});

fn respond(effect: Effect, card: Card) -> Action {
    let card = Some(card);
    Action::Respond { effect, card }
}

/// The number of an action; none for an answer that only repeats another action, such as a look at the oracle's card.
pub fn number_of(action: Action) -> Option<usize> {
    match action {
        Action::EndTurn => Some(0),
        Action::Draw => Some(1),
        Action::Respond { effect, card } => {
            let index = WITH_CARD.iter().position(|&known| known == effect)?;
            Some(PLAIN.len() + index * Card::COUNT + card?.index())
        }
    }
}

/// The action with this number; none if there is no such action.
pub fn action_of(number: usize) -> Option<Action> {
    let Some(answer) = number.checked_sub(PLAIN.len()) else {
        return PLAIN.get(number).copied();
    };
    let effect = *WITH_CARD.get(answer / Card::COUNT)?;
    let card = CardSet::FULL.nth(answer % Card::COUNT)?;
    Some(respond(effect, card))
}

#[cfg(test)]
#[path = "../../tests/unit/observation/actions.rs"]
mod tests;
