//! Games as the arena knows them: agents by name, tables of agents, results, replays, and agents that are implemented
//! outside the contests.

mod agent_factory;
pub mod agent_spec;
mod bit_set;
mod game_table;
pub mod interval;
pub mod luck;
pub mod mixture;
mod named_agents;
pub mod outside;
mod replay;
mod seed;
mod served_journal;
pub mod shard;
pub mod source_text;
mod suit;
mod table;
mod table_game;
mod think_time;
pub mod usage;

pub use agent_factory::{AgentEntry, AgentFactory, AgentSummary, ListedAgents};
pub use agent_spec::{AgentError, AgentSpec, PROGRAM};
pub use game_table::{Counts, GameTable, play_out};
pub use named_agents::NamedAgents;
pub use replay::{Frame, Pile, Replay, SeatFrame, ShownCard};
pub use seed::derive_seed;
pub use served_journal::{ServedJournal, ServedLine, ServedUnit};
pub use suit::Suit;
pub use table::{Ending, Forfeit, GameResult, RoundResult, Setup, Table};
pub use table_game::{Agent, Applied, TableGame};
pub use think_time::think_time;
pub use usage::BadUsage;
