//! The agreement of a resumed run with its checkpoint.

use super::arguments::{TrainArguments, plain_name};
use cardsharp_policy::container::{Kind, Reader, previous_path};

/// The parts of a command line that must agree with the checkpoint of a resumed run, besides the flags of all contests.
pub struct ResumeRequest<'a> {
    /// The function from a text to the full name of the member that it names.
    pub member: &'a dyn Fn(&str) -> Option<String>,
    /// The contest's own flags: the flag, its value if it is given, and the name of its parameter in the
    /// checkpoint's header.
    pub flags: &'a [(&'a str, Option<String>, &'a str)],
}

/// Refuses a resumed run whose flags do not agree with the header of its checkpoint.
///
/// # Errors
///
/// The error names the first flag that differs.
pub fn refuse_other(arguments: &TrainArguments, request: &ResumeRequest<'_>) -> anyhow::Result<()> {
    let Some(checkpoint) = &arguments.resume else {
        return Ok(());
    };
    let generations = [checkpoint.clone(), previous_path(checkpoint)];
    let opened = generations.iter().find_map(|path| Reader::open(path).ok());
    // The code that continues the run opens the file again, and reports a file that is no checkpoint.
    let Some(reader) = opened.filter(|reader| reader.header().kind == Kind::Checkpoint) else {
        return Ok(());
    };
    let header = reader.header();
    let game = arguments.game.trim();
    // A name without parameters agrees with all parameters of the checkpoint.
    let is_plain_name = game == plain_name(game) && game == plain_name(&header.game);
    let same = is_plain_name || (request.member)(game).as_deref() == Some(&header.game);
    if !same {
        return Err(other(arguments, "the game", game, &header.game));
    }
    let parameter = |name: &str| header.parameters.get(name).cloned();
    // The first stage of a run may have a solver of its own.
    let solver = parameter("solver").unwrap_or_else(|| header.solver.clone());
    let (infosets, seed) = (header.infosets.clone(), header.seed.to_string());
    let seed_flag = arguments.seed.map(|seed| seed.to_string());
    let common = [
        ("--infosets", arguments.infosets.clone(), Some(infosets)),
        ("--solver", arguments.solver.clone(), Some(solver)),
        ("--seed", seed_flag, Some(seed)),
    ];
    let own = request.flags.iter();
    let own = own.map(|(flag, requested, name)| (*flag, requested.clone(), parameter(name)));
    for (flag, requested, has) in common.into_iter().chain(own) {
        if let (Some(requested), Some(has)) = (requested, has)
            && requested != has
        {
            return Err(other(arguments, flag, &requested, &has));
        }
    }
    Ok(())
}

/// The error of a resumed run whose flag does not agree with its checkpoint.
pub fn other(arguments: &TrainArguments, flag: &str, requested: &str, has: &str) -> anyhow::Error {
    let checkpoint = arguments.resume.as_deref().unwrap_or("".as_ref());
    let way_out = if flag.starts_with("--") {
        format!("leave {flag} out")
    } else {
        format!("write `cardsharp train {}`", plain_name(has))
    };
    anyhow::anyhow!(
        "{}: its run has {flag} {has}, and not {requested}; {way_out} to go on with it, or leave --resume \
         out to begin a new run",
        checkpoint.display()
    )
}
