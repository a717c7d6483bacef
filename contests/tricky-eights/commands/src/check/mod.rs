//! The steps of the check of a contestant of Tricky Eights.

mod table;

use std::num::NonZeroUsize;
use std::time::Duration;

use anyhow::bail;
use bytesize::ByteSize;
use cardsharp_commands::check::{Bench, ContestCheck, Step};
use cardsharp_net::{Reach, SyncPolicy};
use cardsharp_sandbox::{Confinement, ConfinementError};
use cardsharp_solvers::game::Player;
use cardsharp_tricky_eights_game::rules::{Game, Params};
use cardsharp_tricky_eights_server::{JudgeConfig, RunningJudge};

use self::table::{FIRST_PATIENCE, Manner, Table};

/// The time for the first card of all, before which a bot may be compiled.
const STARTING: Duration = Duration::from_secs(90);
/// The memory of a contestant in the game with the real judge. Interpreters take more than the contest grants.
const MEMORY: ByteSize = ByteSize::mib(64);

/// The check.
pub(crate) static CHECK: ContestCheck = ContestCheck {
    reach: Reach::Stdio,
    example: "$(./run --build)",
    account: None,
    texts: include_str!("../../check/steps.md"),
    steps: &[
        Step("first card", 100, |bench| {
            let mut table = Table::start(bench, 0, Manner::Plain, STARTING)?;
            table.round(&mut Game::new(Params::CONTEST))
        }),
        Step("two games", 40, |bench| {
            let mut table = Table::start(bench, 1, Manner::Plain, FIRST_PATIENCE)?;
            table.game().and_then(|()| table.game())
        }),
        Step("lines in pieces", 30, |bench| two_rounds(bench, 2, Manner::Pieces)),
        Step("lines together", 30, |bench| two_rounds(bench, 3, Manner::Together)),
        Step("other words", 30, |bench| two_rounds(bench, 0, Manner::OtherWords)),
        Step("empty lines", 30, |bench| two_rounds(bench, 1, Manner::EmptyLines)),
        Step("slow judge", 40, |bench| two_rounds(bench, 2, Manner::Slow)),
        Step("end of input", 30, |bench| {
            let mut table = Table::start(bench, 3, Manner::Plain, FIRST_PATIENCE)?;
            table.round(&mut Game::new(Params::CONTEST))?;
            table.end()
        }),
        Step("confined game", 90, confined_game),
    ],
};

/// The first two rounds of a game, with the bot in this seat.
fn two_rounds(bench: &Bench, seat: u8, manner: Manner) -> anyhow::Result<()> {
    let mut table = Table::start(bench, seat, manner, FIRST_PATIENCE)?;
    let mut game = Game::new(Params::CONTEST);
    table.round(&mut game).and_then(|()| table.round(&mut game))
}

/// A game with the judge of `serve`, against three agents of this program.
fn confined_game(bench: &Bench) -> anyhow::Result<()> {
    let own = std::env::current_exe()?.display().to_string();
    let opponent = [&own, "play", "tricky-eights", "--agent", "random", "--quiet"].map(str::to_owned);
    let confinement = Confinement::AVAILABLE.then(|| Confinement::by_this_program(MEMORY));
    let mut judge = RunningJudge::start(JudgeConfig {
        contestants: [&bench.words(([0; 4], 0).into())[..], &opponent, &opponent, &opponent].map(<[_]>::to_vec).into(),
        tournament: None,
        seed: 1,
        seed_is_random: false,
        answer_time: FIRST_PATIENCE,
        confinement: confinement.transpose().map_err(ConfinementError::Launcher)?,
        data: None,
        sync: SyncPolicy::Os,
        games: NonZeroUsize::MIN,
    })?;
    judge.wait()?;
    let games = judge.games();
    let Some(game) = games.first() else { bail!("the judge has played no game") };
    if let Some(out) = game.disqualified.iter().find(|out| out.seat == Player::ZERO.index()) {
        bail!("the judge disqualified it in round {}: {}", out.round, out.reason);
    }
    Ok(())
}
