//! The nodes of a policy's public tree.

use std::sync::Arc;

use anyhow::bail;
use cardsharp::contest::explorer::{Exploration, Node, NodeTurn, Place};

use crate::policy_file::PolicyFile;

/// A node in Python: the player to act or `None`, the name of the actor, the facts, the actions, the hands, the
/// unit of values, and the notes.
pub type NodeColumns =
    (Option<usize>, String, Vec<(String, String)>, Vec<(String, f64, Option<f64>)>, Vec<Hand>, String, Vec<String>);

/// A hand: its name, its share of the range, and the probability and the value of each action.
type Hand = (String, f64, Vec<f64>, Vec<Option<f64>>);

/// The node after these steps.
///
/// # Errors
///
/// The policy has no tree, or a step or a setting is not possible.
pub fn at(file: &PolicyFile, steps: Vec<String>, settings: Vec<(String, String)>) -> anyhow::Result<Arc<Node>> {
    let Exploration::Tree(explorer) = file.exploration()? else {
        bail!("policies of {} have no tree to walk: ask lookup(position) about a position", file.header.game);
    };
    let known: Vec<&str> = explorer.settings().iter().map(|setting| setting.key).collect();
    if let Some((key, _)) = settings.iter().find(|(key, _)| !known.contains(&key.as_str())) {
        if known.is_empty() {
            bail!("the tree of {} has no settings: leave {key} out", file.header.game)
        } else {
            bail!("the tree has no setting {key}: choose one of {}", known.join(", "))
        }
    }
    let settings = settings.into_iter().collect();
    Ok(explorer.node(&Place { settings, steps })?)
}

/// The node in Python.
pub fn to_columns(node: &Node) -> NodeColumns {
    let (player, actor) = match &node.turn {
        NodeTurn::Player(player, name) => (Some(*player), name.clone()),
        NodeTurn::Chance => (None, "chance".to_owned()),
        NodeTurn::Over => (None, "over".to_owned()),
    };
    let actions = node.actions.iter();
    let actions = actions.map(|action| (action.name.clone(), action.share, action.value));
    let hands = node.hands.iter().map(|hand| {
        let (name, reach) = (hand.name.clone(), hand.reach);
        (name, reach, hand.probabilities.clone(), hand.values.clone())
    });
    let (actions, hands) = (actions.collect(), hands.collect());
    let (facts, unit) = (node.facts.clone(), node.unit.clone());
    (player, actor, facts, actions, hands, unit, node.notes.clone())
}
