//! Positions, and names of games and agents.

use std::path::Path;
use std::sync::OnceLock;

use cardsharp::contest::AgentSpec;
use cardsharp::contests;
use cardsharp::explicit::ExplicitGame;
use cardsharp_challenge_game::observation as challenge;
use cardsharp_contest::explorer::PositionLookup;
use cardsharp_dead_mans_draw_game::rules::Rules;
use cardsharp_dead_mans_draw_game::text as dead_mans_draw;
use cardsharp_game::shard::Shard;
use cardsharp_skullwhist_game::observation as skullwhist;
use cardsharp_skullwhist_game::rules::{SkullWhist, State};
use cardsharp_solvers::games::KnownGame;

use crate::corpus::root;
use crate::guard::same;
use crate::{Outcome, Target};

/// Positions as a user writes them.
pub const POSITION: Target = Target {
    name: "position",
    run: position,
    words: &[
        "hand=",
        "table=",
        "tricks=",
        "score=",
        "challenge=",
        "offered",
        "accepted",
        "closed",
        "led=",
        "played=",
        "over=",
        "hand-id=",
        "gone=",
        "left=",
        "yes",
        "unknown",
        "to-move=",
        "bank0=",
        "bank1=",
        "area=",
        "discard=",
        "next=",
        "pile=",
        "pending=",
        "oracle+1",
        "kraken+2",
        "map:",
        "hook",
        "late=",
        "mermaid-9",
        "seat=",
        "bids=",
        "rounds=",
        "hand0=",
        "hand1=",
        "to-play=",
        "S14",
        "H02",
        "starthand ",
        "take ",
        "play ",
        "aftertake ",
        "result ",
        "-",
        ",",
        " ",
    ],
    examples: &[],
};

/// The policies that are asked about positions.
const POLICIES: &[(&str, &str)] = &[
    ("challenge", "tests/formats/v2/challenge.policy"),
    ("dead-mans-draw", "tests/formats/v2/dead-mans-draw.policy"),
    ("skullwhist", "data/skullwhist/arena.policy"),
    ("tricky-eights", "tests/formats/v2/tricky-eights.policy"),
];

fn position(input: &[u8], outcome: &mut Outcome) {
    let text = String::from_utf8_lossy(input);
    let text = text.trim();
    if let Some(position) = outcome.of("challenge", challenge::parse_position(text)) {
        let printed = challenge::print_position(&position);
        let again = challenge::parse_position(&printed);
        same(&again, &Ok(position), format!("the position {printed} is read again"));
    }
    let rules = Rules::ARENA;
    if let Some(position) = outcome.of("dead-mans-draw", dead_mans_draw::parse_position(text, &rules)) {
        let printed = dead_mans_draw::print_position(&position, &rules);
        let again = dead_mans_draw::parse_position(&printed, &rules);
        same(&again, &Ok(position), format!("the position {printed} is read again"));
    }
    if let Some(position) = outcome.of("skullwhist", skullwhist::parse_observation(text, SkullWhist::CONTEST)) {
        let printed = skullwhist::print_observation(&position);
        let again = skullwhist::parse_observation(&printed, SkullWhist::CONTEST);
        same(&again, &Ok(position), format!("the position {printed} is read again"));
    }
    if let Some(state) = outcome.of("skullwhist state", text.parse::<State>()) {
        let printed = state.to_string();
        let again = printed.parse::<State>().map(|state| state.to_string());
        same(&again.map_err(|error| error.to_string()), &Ok(printed), "a state is read again");
    }
    for (contest, lookup) in lookups() {
        outcome.of(contest, lookup.look_up(text));
    }
}

fn lookups() -> &'static [(&'static str, PositionLookup)] {
    static LOOKUPS: OnceLock<Vec<(&str, PositionLookup)>> = OnceLock::new();
    LOOKUPS.get_or_init(|| {
        let lookups = POLICIES.iter().map(|(name, file)| {
            let contest = contests::by_name(name).ok_or_else(|| format!("no contest {name}"));
            let policies = contest.and_then(|contest| contest.policies().map_err(|error| error.to_string()));
            let lookup = policies.and_then(|all| all.positions(&root().join(file)).map_err(|error| error.to_string()));
            match lookup {
                Ok(lookup) => (*name, lookup),
                Err(error) => panic!("{file} cannot be asked: {error}"),
            }
        });
        lookups.collect()
    })
}

/// Names of games with their parameters.
pub const GAME_NAME: Target = Target {
    name: "game-name",
    run: game_name,
    words: &[
        "challenge(",
        "ranks=",
        "copies=",
        "hand_size=",
        "skullwhist(",
        "suits=",
        "dead-mans-draw(",
        "hook+cannon",
        "values=",
        "tricky-eights(",
        "kuhn_poker",
        "leduc_poker(",
        "players=",
        "goofspiel(",
        "num_cards=",
        "imp_info=True",
        "points_order=descending",
        "liars_dice(",
        "numdice=",
        "dice_sides=",
        "suit_isomorphism=",
        ")",
        "(",
        ",",
        "=",
        "turn_based_simultaneous_game(game=",
    ],
    examples: &[],
};

fn game_name(input: &[u8], outcome: &mut Outcome) {
    let text = String::from_utf8_lossy(input);
    let text = text.trim();
    // Mutations must not name files of this machine.
    if !text.contains(['/', '\\', '.']) && !Path::new(text).exists() {
        outcome.of("name", ExplicitGame::checked_name(text));
    }
    for contest in contests::all() {
        let family = contest.family();
        if let Some(member) = outcome.of(contest.name(), family.member(text)) {
            let again = family.member(&member).map_err(|error| error.to_string());
            same(&again, &Ok(member), "the name of a member is read again");
        }
    }
    if let Some(game) = outcome.of("known", text.parse::<KnownGame>()) {
        let printed = game.to_string();
        let again = printed.parse::<KnownGame>().map(|game| game.to_string());
        same(&again.map_err(|error| error.to_string()), &Ok(printed), "the name of a game is read again");
    }
}

/// Agents with their options.
pub const AGENT_NAME: Target = Target {
    name: "agent-name",
    run: agent_name,
    words: &[
        ":",
        ",",
        "=",
        "random",
        "greedy",
        "cautious",
        "expert",
        "search",
        "trained",
        "human",
        "program:command=",
        "seconds=",
        "worlds=",
        "time=",
        "policy=",
        "adapt=",
        "memory=",
        "seed=",
        "100ms",
        "1h",
        ".policy",
        "'",
        "\"",
        "\\",
    ],
    examples: &[],
};

fn agent_name(input: &[u8], outcome: &mut Outcome) {
    let text = String::from_utf8_lossy(input);
    let text = text.trim();
    outcome.of("shard", text.parse::<Shard>());
    let Some(agent) = outcome.of("agent", text.parse::<AgentSpec>()) else {
        return;
    };
    let printed = agent.to_string();
    let again = printed.parse::<AgentSpec>().map(|agent| agent.to_string());
    same(&again.map_err(|error| error.to_string()), &Ok(printed), "the name of an agent is read again");
    if text.contains(['/', '\\', '.']) || Path::new(agent.name()).exists() {
        return;
    }
    for contest in contests::all() {
        let agents = vec![agent.clone(); contest.seats()];
        outcome.of(contest.name(), contest.table(&agents).map(|_| ()));
    }
}
