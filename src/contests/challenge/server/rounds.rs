//! What is played at a port: rounds between teams, practice games one after another.

use std::sync::Arc;
use std::time::Duration;

use super::hall::{RETURN_GRACE, Seated};
use super::house_bot::HouseBot;
use super::journal::{Port, RoundPlace};
use super::seat::Seat;
use super::table::{Chair, Table};
use super::{RoundRecord, Shared};
use crate::contests::challenge::rules::Round;

/// Plays whatever those who have sat down are there for.
pub(super) async fn play(shared: Arc<Shared>, seated: Seated) {
    match &seated.seats[..] {
        [seat] => practise(&shared, seat).await,
        [one, two] => play_round(&shared, [one, two]).await,
        _ => {}
    }
}

/// Games against the house bot, one after another, as long as the team is there. Who leads the first
/// hand alternates, the team first.
async fn practise(shared: &Shared, seat: &Arc<Seat>) {
    let mut team_leads = true;
    while seat.connected_within(RETURN_GRACE).await {
        let Some(game_id) = shared.next_game() else {
            return;
        };
        let house = Chair::House(Box::new(HouseBot::new(shared.house_seed(game_id))));
        let team = Chair::Team(seat.clone());
        let chairs = if team_leads {
            [team, house]
        } else {
            [house, team]
        };
        let mut table = Table::new(shared, Port::Practice, game_id, chairs);
        let winner = table.play().await;
        shared.finish_game(&table.record(winner, None));
        team_leads = !team_leads;
    }
}

/// A round between two teams. Who is not back when a game is to begin has lost the round.
async fn play_round(shared: &Shared, seats: [&Arc<Seat>; 2]) {
    let number = shared.next_round();
    let teams = seats.map(|seat| seat.team);
    tracing::info!(
        "round {number}: team {} against team {}",
        teams[0].0,
        teams[1].0
    );
    let mut round = Round::default();
    let winner = loop {
        if let Some(winner) = round.winner() {
            break winner;
        }
        if let Some(absent) = absent_side(seats).await {
            let team = teams[absent].0;
            tracing::info!("round {number}: team {team} did not come back");
            break 1 - absent;
        }
        let Some(game_id) = shared.next_game() else {
            return;
        };
        let lead = round.first_lead();
        let sides = [lead, 1 - lead];
        let chairs = sides.map(|side| Chair::Team(seats[side].clone()));
        let mut table = Table::new(shared, Port::Contest, game_id, chairs);
        let winner = table.play().await;
        let place = RoundPlace {
            round: number,
            game: round.games() + 1,
        };
        round.record_win(sides[winner.index()]);
        let score = sides.map(|side| round.wins(side));
        shared.finish_game(&table.record_in_round(winner, place, score));
    };
    shared.finish_round(RoundRecord {
        round: number,
        teams,
        wins: [0, 1].map(|side| round.wins(side)),
        winner: teams[winner],
    });
}

/// The side that is not there in time, the second if both are away.
async fn absent_side(seats: [&Arc<Seat>; 2]) -> Option<usize> {
    let deadline = tokio::time::Instant::now() + RETURN_GRACE;
    let mut absent = None;
    for (side, seat) in seats.into_iter().enumerate() {
        let left = deadline.saturating_duration_since(tokio::time::Instant::now());
        if !seat
            .connected_within(left.max(Duration::from_millis(1)))
            .await
        {
            absent = Some(side);
        }
    }
    absent
}
