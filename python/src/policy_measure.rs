//! The measure of a policy, by the code of the command `exploit`.

use cardsharp::commands::threads;
use cardsharp::commands::usage::BadUsage;
use cardsharp::contest::MeasureRequest;
use cardsharp::explicit::{self, ExplicitGame, UNIT};
use cardsharp::policy::container::{Measured, open_newest};

use crate::policy_file::PolicyFile;

/// Measures a policy. Also returns the number of players.
///
/// # Errors
///
/// The policy cannot be read, or the request does not fit it, which is a [`BadUsage`].
pub fn measure(
    file: &PolicyFile,
    request: &MeasureRequest,
    threads: Option<usize>,
) -> anyhow::Result<(Measured, usize)> {
    let pool = threads::pool(threads.unwrap_or(0))?;
    if file.is_explicit() {
        if request.samples.is_some() || request.score.is_some() {
            anyhow::bail!(BadUsage::new(
                "the measure of a game that fits in memory is exact: leave hands and score out"
            ));
        }
        return pool.install(|| exact(file));
    }
    let contest = file.family()?;
    let measured = pool.install(|| contest.policies()?.measure(&file.path, request))?;
    Ok((measured.checked()?, contest.seats()))
}

fn exact(file: &PolicyFile) -> anyhow::Result<(Measured, usize)> {
    let game = ExplicitGame::open(&file.header.game)?;
    let tree = game.game().compile()?;
    let newest = open_newest(&file.path)?;
    let found = explicit::read(&newest.reader, &tree)?.exploitability(&tree);
    let measured = Measured::exact(found.nash_conv(), UNIT).checked()?;
    Ok((measured, tree.players()))
}
