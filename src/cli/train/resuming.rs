//! Going on with a run only as what it is.

use super::{TrainArguments, infosets, plain_name};
use crate::contests::challenge::rules::Challenge;
use crate::contests::skullwhist::text::Member as SkullWhistMember;
use crate::contests::tricky_eights::rules::TrickyEights;
use crate::policy::container::{Kind, Reader, previous_path};

/// Refuses a run that is asked to go on with a checkpoint as something else than what its header says.
pub(super) fn refuse_other(arguments: &TrainArguments) -> anyhow::Result<()> {
    let Some(checkpoint) = &arguments.resume else {
        return Ok(());
    };
    let generations = [checkpoint.clone(), previous_path(checkpoint)];
    let opened = generations.iter().find_map(|path| Reader::open(path).ok());
    // What cannot be opened, or is no checkpoint, is told by who opens it to go on with.
    let Some(reader) = opened.filter(|reader| reader.header().kind == Kind::Checkpoint) else {
        return Ok(());
    };
    let header = reader.header();
    let game = arguments.game.trim();
    // The game's plain name leaves its parameters to the checkpoint.
    let same = match game == plain_name(game) {
        true => game == plain_name(&header.game),
        false => canonical(game) == header.game,
    };
    if !same {
        return Err(other(arguments, "the game", game, &header.game));
    }
    let parameter = |name: &str| header.parameters.get(name).cloned();
    // The first stage of a run may have a solver of its own.
    let solver = parameter("solver").unwrap_or_else(|| header.solver.clone());
    let number = |asked: Option<u64>| asked.map(|asked| asked.to_string());
    let recipe = infosets(&header.infosets).ok();
    let seed = Some(header.seed.to_string());
    let asked = [
        ("--infosets", arguments.infosets.clone(), recipe),
        ("--solver", arguments.solver.clone(), Some(solver)),
        ("--seed", number(arguments.seed), seed),
        ("--matches", number(arguments.matches), parameter("matches")),
    ];
    for (flag, asked, has) in asked {
        if let (Some(asked), Some(has)) = (asked, has)
            && asked != has
        {
            return Err(other(arguments, flag, &asked, &has));
        }
    }
    Ok(())
}

/// A member of a family as files name it, however it was typed.
fn canonical(name: &str) -> String {
    let challenge = || Some(name.parse::<Challenge>().ok()?.to_string());
    let skullwhist = || Some(name.parse::<SkullWhistMember>().ok()?.to_string());
    let tricky_eights = || Some(name.parse::<TrickyEights>().ok()?.to_string());
    let found = challenge().or_else(skullwhist).or_else(tricky_eights);
    found.unwrap_or_else(|| name.to_owned())
}

/// That a run is asked to go on as something else.
pub(super) fn other(
    arguments: &TrainArguments,
    flag: &str,
    asked: &str,
    has: &str,
) -> anyhow::Error {
    let checkpoint = arguments.resume.as_deref().unwrap_or("".as_ref());
    let way_out = match flag.starts_with("--") {
        true => format!("leave {flag} out"),
        false => format!("write `cardsharp train {}`", plain_name(has)),
    };
    anyhow::anyhow!(
        "{}: its run has {flag} {has}, and not {asked}; {way_out} to go on with it, or leave --resume out \
         to begin a new run",
        checkpoint.display()
    )
}
