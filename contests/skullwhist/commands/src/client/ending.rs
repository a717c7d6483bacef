//! The result of a game that is over: the server tells it, the report counts it, and the journal keeps the game.

use std::time::Instant;

use serde_json::{Value, json};

use super::connection::{Connection, End};
use cardsharp_commands::ClientGame;
use cardsharp_skullwhist_game::observation::Observation;
use cardsharp_skullwhist_game::rules::{Cards, MISSING_BID, SkullWhist, Trick};
use cardsharp_skullwhist_game::wire::{Answer, OldGame, ROUNDS};
use cardsharp_solvers::game::Player;

/// Queries the result of a game that is over, and counts it. `rounds` are those that the client saw. `away` is true if it
/// did not see the end. Returns what the player knows of a game that both have played to its end.
pub(super) fn finish(
    connection: &mut Connection<'_>,
    game: u64,
    rounds: &[Trick],
    away: bool,
) -> Result<Option<Observation>, End> {
    let mut failures = 0;
    let result = loop {
        let sent = Instant::now();
        match connection.ask(|api| api.old_game(game))? {
            Some((Answer::Success(result), _)) => break Some(result),
            // A session that is over can be renewed; a game that the server does not know cannot.
            Some(_) if failures >= 2 => break None,
            Some(_) => {
                failures += 1;
                connection.renew(sent)?;
            }
            None => {}
        }
    };
    connection.link.backoff.moved();
    let own = connection.api.id;
    let ended = result.as_ref().and_then(|result| EndedGame::of(result, own?));
    count(connection, game, ended.as_ref(), away);
    Ok(ended.and_then(|ended| {
        let rounds = ended.rounds(rounds);
        connection.journal.append(ended.in_journal(rounds.as_deref()));
        ended.seen(&rounds?)
    }))
}

fn count(connection: &mut Connection<'_>, game: u64, ended: Option<&EndedGame<'_>>, away: bool) {
    let report = &mut connection.link.report;
    report.games += 1;
    let Some(ended) = ended else {
        report.unseen += 1;
        return tracing::warn!("game {game} is over, and nobody says how");
    };
    let forfeited = ended.result.forfeited_by == Some(ended.bots[ended.seat]);
    let how = match ended.winner.map(|winner| winner == ended.seat) {
        Some(true) => "won",
        Some(false) if forfeited => "lost, forfeited by us",
        Some(false) => "lost",
        None => "drawn",
    };
    report.won += u64::from(ended.winner == Some(ended.seat));
    report.drawn += u64::from(ended.winner.is_none());
    report.unseen += u64::from(away || forfeited);
    let opponent = ended.bots[1 - ended.seat];
    let score = ended.scores.map(|scores| format!(" at {} to {}", scores[ended.seat], scores[1 - ended.seat]));
    let score = score.unwrap_or_default();
    tracing::info!("game {game} against bot {opponent} is over: {how}{score}");
}

/// A game whose result is known.
struct EndedGame<'a> {
    result: &'a OldGame,
    bots: [u64; 2],
    /// Our seat.
    seat: usize,
    winner: Option<usize>,
    /// The scores; none in a forfeited game.
    scores: Option<[i16; 2]>,
}

impl EndedGame<'_> {
    /// The game of the account `own`; none if it is not its game, or the result is not told.
    fn of(result: &OldGame, own: u64) -> Option<EndedGame<'_>> {
        let bots = [result.bot1, result.bot2];
        let seat = bots.iter().position(|&bot| bot == own)?;
        let scores = result.score1.zip(result.score2).map(|(one, two)| [one, two]);
        let winner = match result.forfeited_by {
            Some(loser) if loser == own => Some(1 - seat),
            Some(_) => Some(seat),
            None => {
                let [one, two] = scores?;
                (one != two).then(|| usize::from(one < two))
            }
        };
        Some(EndedGame { result, bots, seat, winner, scores })
    }

    fn in_journal(&self, rounds: Option<&[Trick]>) -> ClientGame {
        let OldGame { bid1, bid2, .. } = self.result;
        let tricks = self.tricks() as u64;
        ClientGame {
            players: self.bots.map(|bot| format!("bot {bot}")).to_vec(),
            seat: self.seat,
            winner: self.winner,
            points: self.scores.unwrap_or_default().map(f64::from).to_vec(),
            moves: [bid1, bid2].map(|bid| u64::from(bid.is_some()) + tricks).to_vec(),
            record: rounds.and_then(|rounds| self.record(rounds)),
        }
    }

    /// The number of rounds that were played to their end.
    fn tricks(&self) -> usize {
        let tricks = [self.result.tricks1, self.result.tricks2];
        tricks.map(|tricks| usize::from(tricks.unwrap_or(0))).iter().sum()
    }

    /// All rounds of the game, of which the client saw `rounds`. None if it missed one.
    fn rounds(&self, rounds: &[Trick]) -> Option<Vec<Trick>> {
        let mut rounds = rounds.to_vec();
        // The server tells no card of the last round, but both players had one left.
        if self.tricks() == usize::from(ROUNDS) && rounds.len() + 1 == self.tricks() {
            rounds.push(self.last(&rounds)?);
        }
        (rounds.len() >= self.tricks()).then_some(rounds)
    }

    /// The information of our player after these rounds, if they are all of the contest's.
    fn seen(&self, rounds: &[Trick]) -> Option<Observation> {
        let bids = [self.result.bid1, self.result.bid2].map(|bid| bid.filter(|&bid| bid > 0));
        (rounds.len() == usize::from(ROUNDS)).then(|| Observation {
            game: SkullWhist::CONTEST,
            seat: Player::new(self.seat as u8),
            hand: Cards::EMPTY,
            bids: [bids[self.seat].or(Some(MISSING_BID)), bids[1 - self.seat]],
            rounds: rounds.iter().copied().collect(),
            led: None,
        })
    }

    /// The record of a match: the answer to `old-game`, which has the hands, and the rounds.
    fn record(&self, rounds: &[Trick]) -> Option<Value> {
        // Plain numbers and texts always have a JSON form.
        let mut record = serde_json::to_value(self.result).ok()?;
        let rounds = rounds.iter().map(|trick| json!([trick.led.to_string(), trick.reply.to_string()]));
        record["rounds"] = rounds.collect();
        Some(record)
    }

    /// The last round, after all others.
    fn last(&self, rounds: &[Trick]) -> Option<Trick> {
        let leader = rounds.last()?.winner();
        let card = |player: Player| {
            let hand = [self.result.hand1.0, self.result.hand2.0][player.index()];
            let played = rounds.iter().map(|trick| trick.card_of(player));
            hand.minus(played.fold(Cards::EMPTY, Cards::with)).first()
        };
        Some(Trick { leader, led: card(leader)?, reply: card(leader.opponent())? })
    }
}

#[cfg(test)]
#[path = "../../tests/unit/client/ending.rs"]
mod tests;
