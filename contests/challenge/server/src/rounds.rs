//! The games of a port: rounds between teams, and practice games one after another.

use std::sync::Arc;
use std::time::Duration;

use super::house_bot::HouseBot;
use super::lobby::SeatedTeams;
use super::record::{Port, RoundPlace, RoundRecord, seconds_since_1970};
use super::scheduler::Forfeit;
use super::seat::{RETURN_GRACE, Seat};
use super::server_state::ServerState;
use super::table::{Participant, Table};
use cardsharp_challenge_game::rules::Round;

/// Plays games against the house bot, one after another, as long as the team is there. The lead of
/// the first hand alternates, and the team begins.
pub(super) async fn play_practice(state: Arc<ServerState>, seated: SeatedTeams) {
    let [seat] = &seated.seats[..] else {
        return;
    };
    let mut team_leads = true;
    while seat.connected_within(RETURN_GRACE).await {
        let Some(game_id) = state.next_game(Port::Practice) else {
            return;
        };
        let house = Participant::House(Box::new(HouseBot::new(state.house_seed(game_id))));
        let team = Participant::Team(seat.clone());
        let participants = if team_leads { [team, house] } else { [house, team] };
        let mut table = Table::new(&state, Port::Practice, game_id, participants);
        let winner = table.play().await;
        state.finish_game(&table.record(winner, None));
        team_leads = !team_leads;
    }
}

/// Plays a round between two teams, from its beginning or from its interruption. A team that is not
/// back when a game is to begin loses the round.
pub(super) async fn play(state: Arc<ServerState>, seated: SeatedTeams, number: u32) {
    let [one, two] = &seated.seats[..] else {
        return;
    };
    let seats = [one, two];
    let mut round = seated.resumed.map_or_else(Round::default, |open| Round::at(open.wins));
    let names = seats.map(|seat| state.config.teams.label(seat.team));
    log_beginning(number, &names, round);
    let winner = loop {
        if let Some(winner) = round.winner() {
            break winner;
        }
        if let Some(absent) = absent_side(seats).await {
            tracing::info!("round {number}: {} did not come back", names[absent]);
            break 1 - absent;
        }
        let Some(game_id) = state.next_game(Port::Contest) else {
            return;
        };
        let lead = round.first_lead();
        let sides = [lead, 1 - lead];
        let participants = sides.map(|side| Participant::Team(seats[side].clone()));
        let mut table = Table::new(&state, Port::Contest, game_id, participants);
        let winner = table.play().await;
        let place = RoundPlace { round: number, game: round.games() + 1, stage: seated.stage };
        round.record_win(sides[winner.index()]);
        let score = sides.map(|side| round.wins(side));
        state.finish_game(&table.record_in_round(winner, place, score));
    };
    let [first, second] = [0, 1].map(|side| round.wins(side));
    let [one, two] = &names;
    tracing::info!("round {number}: {one} {first}, {two} {second}: {} wins it", names[winner]);
    let teams = seats.map(|seat| seat.team);
    let record = RoundRecord {
        round: number,
        teams,
        names: teams.map(|team| state.config.teams.name(team)),
        wins: [first, second],
        winner: teams[winner],
        stage: seated.stage,
        finished_at: seconds_since_1970(),
    };
    seated.note(&record);
    state.finish_round(record);
}

/// Counts a round that a team loses because it is absent.
pub(super) fn forfeit(state: &ServerState, forfeit: &Forfeit) {
    let number = state.begin_round(forfeit.open);
    let [winner, loser] = forfeit.teams.map(|team| state.config.teams.label(team));
    tracing::info!("round {number}: {loser} is absent: {winner} wins it");
    let (teams, wins) = match forfeit.open {
        Some(open) => (open.teams, open.wins),
        None => (forfeit.teams, [0; 2]),
    };
    state.finish_round(RoundRecord {
        round: number,
        teams,
        names: teams.map(|team| state.config.teams.name(team)),
        wins,
        winner: forfeit.teams[0],
        stage: forfeit.stage,
        finished_at: seconds_since_1970(),
    });
}

fn log_beginning(number: u32, [one, two]: &[String; 2], round: Round) {
    match round.games() {
        0 => tracing::info!("round {number}: {one} against {two}"),
        _ => {
            let [first, second] = [0, 1].map(|side| round.wins(side));
            tracing::info!("round {number} goes on: {one} {first}, {two} {second}");
        }
    }
}

/// The side that is absent at the deadline, the second if both are.
async fn absent_side(seats: [&Arc<Seat>; 2]) -> Option<usize> {
    let deadline = tokio::time::Instant::now() + RETURN_GRACE;
    let mut absent = None;
    for (side, seat) in seats.into_iter().enumerate() {
        let left = deadline.saturating_duration_since(tokio::time::Instant::now());
        if !seat.connected_within(left.max(Duration::from_millis(1))).await {
            absent = Some(side);
        }
    }
    absent
}
