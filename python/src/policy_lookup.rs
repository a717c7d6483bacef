//! The actions of a policy in a written position.

use anyhow::bail;
use cardsharp::policy::PartKind;

use crate::policy_file::PolicyFile;

/// The actions and their probabilities at an information set, or in a position of a contest.
///
/// # Errors
///
/// The text is no position of the game, or the policy does not know it.
pub fn look_up(file: &PolicyFile, position: &str) -> anyhow::Result<Vec<(String, f64)>> {
    if file.is_explicit() {
        return at_infoset(file, position.trim());
    }
    let detail = file.positions()?.look_up(position)?;
    let actions = detail.actions.into_iter();
    let known = actions.map(|action| Some((action.name, action.probability?)));
    known
        .collect::<Option<_>>()
        .ok_or_else(|| anyhow::anyhow!("the policy has no row for `{position}`: an agent plays it by rule"))
}

fn at_infoset(file: &PolicyFile, name: &str) -> anyhow::Result<Vec<(String, f64)>> {
    let rows = file.rows();
    let names = rows.parts().iter().find_map(|part| match &part.kind {
        PartKind::Label(names) if part.name == "infoset" => Some(names),
        _ => None,
    });
    let names = names.map_or(&[][..], |names| names);
    let Some(wanted) = names.iter().position(|known| known == name) else {
        let some: Vec<_> = names.iter().take(5).map(|name| format!("`{name}`")).collect();
        bail!(
            "{} has no information set `{name}`: write one as `rows` and `cardsharp solve --out` do, such as {}",
            file.header.game,
            some.join(", ")
        );
    };
    let (weights, unvisited, actions) = (rows.weights(), rows.unvisited(), rows.actions());
    let (mut found, mut shares) = (Vec::new(), Vec::new());
    file.for_each_in(&**rows, wanted..wanted + 1, &mut |row| {
        weights.probabilities(row, unvisited, &mut shares);
        let names = row.actions.iter();
        let names = names.map(|&action| actions[action as usize].clone());
        found = names.zip(shares.iter().copied()).collect();
    });
    Ok(found)
}
