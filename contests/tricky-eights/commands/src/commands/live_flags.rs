//! The flags of `serve` that only Tricky Eights has.

use std::num::NonZeroUsize;
use std::time::Duration;

use anyhow::bail;
use bytesize::ByteSize;
use clap::Args;

use cardsharp_commands::memory;
use cardsharp_commands::quantities::seconds;
use cardsharp_commands::serve::{LOCALHOST, ServeOptions, TournamentValue};
use cardsharp_game::BadUsage;
use cardsharp_net::SyncPolicy;
use cardsharp_sandbox::{Confinement, ConfinementError};
use cardsharp_tricky_eights_server::{ANSWER_TIME, JudgeConfig, OWN_MEMORY, ServeError};

/// The flags of `serve` that only Tricky Eights has.
#[derive(Args)]
pub(crate) struct ServeFlags {
    /// Time that a contestant or player has for an answer [default: the contest's own]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) answer_time: Option<Duration>,
    /// Memory that a contestant may take once it has begun to read its input [default: 4MiB]
    #[arg(long, value_name = "SIZE", value_parser = memory::amount)]
    pub(crate) memory: Option<u64>,
    /// Environment variable that contestants get besides PATH and LANG; may be repeated
    #[arg(long, value_name = "NAME")]
    pub(crate) pass_env: Vec<String>,
    /// Let contestants use files, the network, any memory and all of the environment
    #[arg(long, conflicts_with_all = ["memory", "pass_env"])]
    pub(crate) unconfined: bool,
    /// Run the contest's event: open play, then a tournament of this form, then the ranking
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub(crate) tournament: Option<TournamentValue>,
    /// Command lines of the contestants, one word each
    #[arg(last = true, value_name = "CONTESTANT")]
    pub(crate) contestants: Vec<String>,
}

impl ServeFlags {
    /// The configuration of the judge, which starts its contestants itself.
    pub(crate) fn config(self, options: &ServeOptions) -> anyhow::Result<JudgeConfig> {
        let listening = [("--port", options.port.is_some()), ("--bind", options.bind != LOCALHOST)];
        if let Some((flag, _)) = listening.into_iter().find(|(_, given)| *given) {
            bail!(BadUsage::new(format!(
                "the judge of Tricky Eights starts its contestants itself and listens nowhere: leave out {flag}"
            )));
        }
        let given = self.contestants.len();
        match self.tournament {
            None if given != 4 => bail!(BadUsage::new(ServeError::Contestants(given))),
            Some(_) if given < 4 => bail!(BadUsage::new(ServeError::TooFew(given))),
            _ => {}
        }
        Ok(JudgeConfig {
            contestants: self.contestants.iter().map(|line| words(line)).collect::<Result<_, _>>()?,
            tournament: self.tournament.map(Into::into),
            seed_is_random: options.seed.is_none(),
            seed: options.seed.unwrap_or_else(rand::random),
            answer_time: self.answer_time.unwrap_or(ANSWER_TIME),
            confinement: self.confinement()?,
            data: options.data.clone(),
            sync: options.sync.unwrap_or(SyncPolicy::Os),
            games: options.games.unwrap_or(NonZeroUsize::MIN),
        })
    }

    /// The confinement of the contestants. Only Linux has one.
    fn confinement(&self) -> Result<Option<Confinement>, ServeError> {
        if self.unconfined || !Confinement::AVAILABLE {
            return Ok(None);
        }
        let memory = self.memory.map_or(OWN_MEMORY, ByteSize);
        let confinement = Confinement::by_this_program(memory).map_err(ConfinementError::Launcher)?;
        Ok(Some(Confinement { passed: self.pass_env.clone(), ..confinement }))
    }
}

/// The words of a contestant's command line.
fn words(line: &str) -> Result<Vec<String>, BadUsage> {
    let split = shlex::split(line).filter(|words| !words.is_empty());
    split.ok_or_else(|| {
        BadUsage::new(format!("contestant `{line}` is no command line: it is empty, or a quote is not closed"))
    })
}
