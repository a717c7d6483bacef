//! All bots and games, and the effects of the methods on them. One request at a time uses them.

use std::collections::BTreeSet;
use std::time::Duration;

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tokio::time::Instant;

use super::bots::{Bot, Bots};
use super::game::Game;
use super::refusal::Refusal;
use cardsharp_game::derive_seed;
use cardsharp_skullwhist_game::rules::{Deal, SkullWhist};
use cardsharp_skullwhist_game::wire::{Dealt, Done, LoggedIn, OldGame, Registered, StatusReport, read_card};

/// The settings of the server for its games.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameSettings {
    pub(super) strict: bool,
    pub(super) seed: Option<u64>,
    pub(super) clock: Duration,
    pub(super) session_life: Duration,
}

/// All bots and games.
#[derive(Debug)]
pub(super) struct Registry {
    settings: GameSettings,
    pub(super) bots: Bots,
    /// The game at index 0 has number 1.
    games: Vec<Game>,
    /// The running games.
    running: BTreeSet<u64>,
    /// The bots that wait for a game. A bot stays here until it is paired, even if no request of it waits any more.
    waiting: Vec<u64>,
    /// The bots whose last game is over and that have not yet queried its result.
    result_pending: BTreeSet<u64>,
    /// The bots that have changed since the last batch for the database.
    pub(super) changed_bots: BTreeSet<u64>,
    /// The same for games.
    pub(super) changed_games: BTreeSet<u64>,
}

impl Registry {
    pub(super) fn new(settings: GameSettings, bots: Bots, games: Vec<Game>) -> Registry {
        let mut registry = Registry {
            settings,
            bots,
            games,
            running: BTreeSet::new(),
            waiting: Vec::new(),
            result_pending: BTreeSet::new(),
            changed_bots: BTreeSet::new(),
            changed_games: BTreeSet::new(),
        };
        for (id, game) in (1..).zip(&registry.games) {
            if !game.is_over() {
                registry.running.insert(id);
                for bot in game.bots {
                    if let Some(bot) = registry.bots.get_mut(bot) {
                        bot.game = Some(id);
                    }
                }
            }
        }
        registry
    }

    pub(super) fn game(&self, id: u64) -> Option<&Game> {
        self.games.get(usize::try_from(id.checked_sub(1)?).ok()?)
    }

    fn game_mut(&mut self, id: u64) -> Option<&mut Game> {
        self.games.get_mut(usize::try_from(id.checked_sub(1)?).ok()?)
    }

    /// All games, with their numbers.
    pub(super) fn games(&self) -> impl DoubleEndedIterator<Item = (u64, &Game)> {
        let numbered = |(index, game)| (index as u64 + 1, game);
        self.games.iter().enumerate().map(numbered)
    }

    /// The running games, with their numbers.
    pub(super) fn running(&self) -> impl Iterator<Item = (u64, &Game)> {
        let game = |&id: &u64| Some((id, self.game(id)?));
        self.running.iter().filter_map(game)
    }

    /// True if this bot waits for a game.
    pub(super) fn waits(&self, bot: u64) -> bool {
        self.waiting.contains(&bot)
    }

    /// The bot with this session, and its running game.
    fn player(&self, session: &str, now: Instant) -> Result<(u64, Option<u64>), Refusal> {
        let bot = self.bots.with_session(session, now)?;
        Ok((bot, self.bots.get(bot).and_then(|bot| bot.game)))
    }

    fn prolong(&mut self, bot: u64, now: Instant) {
        let life = self.settings.session_life;
        if let Some(bot) = self.bots.get_mut(bot) {
            bot.prolong(now, life);
        }
    }

    /// `register`, with the password hashed.
    pub(super) fn register(&mut self, name: String, hash: String) -> Registered {
        let id = self.bots.add(name, hash);
        self.changed_bots.insert(id);
        Registered { id }
    }

    /// `login` of an account with the right password. It ends the session before it, and forfeits the running game.
    pub(super) fn log_in(&mut self, id: u64, now: Instant) -> Result<LoggedIn, Refusal> {
        if let Some(game) = self.bots.get(id).and_then(|bot| bot.game) {
            self.forfeit(game, id);
        }
        let until = now + self.settings.session_life;
        let session = self.bots.log_in(id, until).ok_or(Refusal::Login)?;
        self.changed_bots.insert(id);
        Ok(LoggedIn { session, id })
    }

    /// `new-game`: the running game of a bot that has not bid in it, with its present cards. If
    /// there is none, the bot waits for one.
    pub(super) fn new_game(&mut self, session: &str, now: Instant) -> Result<(u64, Option<Dealt>), Refusal> {
        let (bot, game) = self.player(session, now)?;
        let Some(id) = game else {
            if !self.waiting.contains(&bot) {
                self.waiting.push(bot);
            }
            return Ok((bot, None));
        };
        match self.game(id) {
            Some(game) if game.has_bid(bot) => Err(Refusal::InGame),
            _ => Ok((bot, self.dealt(bot, now))),
        }
    }

    /// The game that was dealt to a waiting bot.
    pub(super) fn dealt(&mut self, bot: u64, now: Instant) -> Option<Dealt> {
        let id = self.bots.get(bot)?.game?;
        let game = self.game(id)?;
        let dealt = Dealt { cards: game.hand(bot), game: id, opponent: game.opponent(bot) };
        self.prolong(bot, now);
        Some(dealt)
    }

    /// `bid`
    pub(super) fn bid(&mut self, session: &str, bid: i64, now: Instant) -> Result<Done, Refusal> {
        self.act(session, now, |game, bot| game.bid(bot, bid))
    }

    /// `play`
    pub(super) fn play(&mut self, session: &str, card: &str, now: Instant) -> Result<Done, Refusal> {
        self.bots.with_session(session, now)?;
        let card = read_card(card)?;
        let strict = self.settings.strict;
        self.act(session, now, |game, bot| game.play(bot, card, strict))
    }

    /// Makes a move in the game of a session, and restarts the clock of its bot.
    fn act(
        &mut self,
        session: &str,
        now: Instant,
        deed: impl FnOnce(&mut Game, u64) -> Result<(), Refusal>,
    ) -> Result<Done, Refusal> {
        let (bot, id) = self.player(session, now)?;
        let id = id.ok_or(Refusal::NoGame)?;
        let deadline = now + self.settings.clock;
        let game = self.game_mut(id).ok_or(Refusal::NoGame)?;
        deed(game, bot)?;
        let seat = game.seat(bot).index();
        game.deadlines[seat] = deadline;
        if game.is_over() {
            self.release(id);
        }
        self.changed_games.insert(id);
        self.prolong(bot, now);
        Ok(Done {})
    }

    /// `status`, which prolongs only a session in a game.
    pub(super) fn status(&mut self, session: &str, now: Instant) -> Result<StatusReport, Refusal> {
        let (bot, id) = self.player(session, now)?;
        let Some(id) = id else {
            return Ok(StatusReport::default());
        };
        let strict = self.settings.strict;
        let game = self.game(id).ok_or(Refusal::NoGame)?;
        let report = game.status(id, bot, strict);
        self.prolong(bot, now);
        Ok(report)
    }

    /// `old-game`
    pub(super) fn old_game(&mut self, session: &str, id: i64, now: Instant) -> Result<OldGame, Refusal> {
        let bot = self.bots.with_session(session, now)?;
        let id = u64::try_from(id).map_err(|_| Refusal::NoSuchGame)?;
        let game = self.game(id).ok_or(Refusal::NoSuchGame)?;
        let result = game.result().ok_or(Refusal::GoesOn)?;
        self.result_pending.remove(&bot);
        self.prolong(bot, now);
        Ok(result)
    }

    /// Frees both bots of a game that is over.
    fn release(&mut self, id: u64) {
        self.running.remove(&id);
        let bots = self.game(id).map_or([0; 2], |game| game.bots);
        for id in bots {
            if let Some(bot) = self.bots.get_mut(id) {
                bot.game = None;
                self.result_pending.insert(id);
            }
        }
    }

    /// True if every bot has queried the result of its last game.
    pub(super) fn all_results_fetched(&self) -> bool {
        self.result_pending.is_empty()
    }

    fn forfeit(&mut self, id: u64, bot: u64) {
        if let Some(game) = self.game_mut(id) {
            game.forfeit(bot);
            tracing::info!("bot {bot} has forfeited game {id}");
        }
        self.release(id);
        self.changed_games.insert(id);
    }

    /// Ends the games of bots whose time or session has run out. The bot that ran out first has forfeited.
    pub(super) fn expire(&mut self, now: Instant) {
        let end = |game: &Game, bot: u64| {
            let clock = game.deadlines[game.seat(bot).index()];
            // Every bot in a game has a session.
            let session = self.bots.get(bot).and_then(Bot::session_end);
            session.map_or(now, |session| session.min(clock))
        };
        let late = self.running.iter().filter_map(|&id| {
            let game = self.game(id)?;
            let first = game.bots.into_iter().min_by_key(|&bot| end(game, bot))?;
            (end(game, first) <= now).then_some((id, first))
        });
        for (id, bot) in late.collect::<Vec<_>>() {
            self.forfeit(id, bot);
        }
    }

    /// Pairs the waiting bots at random. Returns true if there was a pair. The first of a pair
    /// leads round 1. At most `most` games run at a time.
    pub(super) fn pair(&mut self, now: Instant, most: usize) -> bool {
        let mut rng = rand::rng();
        self.waiting.shuffle(&mut rng);
        let room = most.saturating_sub(self.running.len());
        let paired = (self.waiting.len() / 2).min(room);
        let pairs = self.waiting.split_off(self.waiting.len() - 2 * paired);
        for pair in pairs.chunks_exact(2) {
            let deal = self.deal(&mut rng);
            let bots = [pair[0], pair[1]];
            self.games.push(Game::start(bots, deal, now + self.settings.clock));
            let id = self.games.len() as u64;
            self.running.insert(id);
            self.changed_games.insert(id);
            for bot in bots {
                if let Some(bot) = self.bots.get_mut(bot) {
                    bot.game = Some(id);
                }
            }
        }
        !pairs.is_empty()
    }

    /// The next deal: an unpredictable one, or the next one of the server's seed if it has one.
    fn deal(&self, rng: &mut impl Rng) -> Deal {
        let game = SkullWhist::CONTEST;
        match self.settings.seed {
            Some(seed) => {
                let seed = derive_seed(seed, self.games.len() as u64);
                Deal::random(game, &mut Xoshiro256PlusPlus::seed_from_u64(seed))
            }
            None => Deal::random(game, rng),
        }
    }
}
