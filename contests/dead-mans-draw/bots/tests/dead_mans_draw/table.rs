//! A match at a table, written and read as text.

use cardsharp_dead_mans_draw_game::rules::{
    Autopick, Card, Chance, Comment, Event, IllegalAction, NoRandom, Pending, RecordedEvent, Rules, State, Verdict,
};
use cardsharp_dead_mans_draw_game::text::{parse_cards, parse_position};
use cardsharp_solvers::game::Player;

/// A match, and the events of the last request.
pub struct Table {
    pub state: State,
    pub events: Vec<RecordedEvent>,
}

/// A match by the arena's rules in this position. Chance always takes the first outcome.
pub fn arena(position: &str) -> Table {
    table(&Rules::ARENA, position)
}

pub fn table(rules: &Rules, position: &str) -> Table {
    let position = parse_position(position, rules).unwrap();
    Table { state: State::at(rules, &position).unwrap(), events: Vec::new() }
}

impl Table {
    pub fn act(&mut self, action: &str) -> &mut Table {
        self.act_by(action, &mut NoRandom)
    }

    pub fn act_by(&mut self, action: &str, chance: &mut impl Chance) -> &mut Table {
        self.events.clear();
        let action = action.parse().unwrap();
        self.state.apply(action, chance, &mut self.events).unwrap();
        self
    }

    pub fn autopick(&mut self, request: Autopick) -> &mut Table {
        self.events.clear();
        let done = self.state.apply_autopick(request, &mut NoRandom, &mut self.events);
        done.unwrap();
        self
    }

    pub fn time_out(&mut self) -> &mut Table {
        self.events.clear();
        self.state.time_out(&mut NoRandom, &mut self.events).unwrap();
        self
    }

    /// The reason why the action is refused. Checks that it changes nothing.
    pub fn refusal(&self, action: &str) -> IllegalAction {
        let mut after = self.state;
        let mut events: Vec<RecordedEvent> = Vec::new();
        let action = action.parse().unwrap();
        let refused = after.apply(action, &mut NoRandom, &mut events).unwrap_err();
        assert_eq!(after, self.state);
        assert!(events.is_empty());
        assert!(!self.state.legal_actions().contains(&action));
        refused
    }

    /// The events of the last request, without the start of the turn.
    pub fn lines(&self) -> Vec<String> {
        let later = |recorded: &&RecordedEvent| !matches!(recorded.event, Event::TurnStarted { .. });
        self.events.iter().filter(later).map(|recorded| line(&recorded.event)).collect()
    }

    pub fn bank(&self, seat: u8) -> String {
        let cards: Vec<Card> = self.state.bank(Player::new(seat)).in_order().collect();
        list(&cards)
    }

    pub fn area(&self) -> String {
        list(self.state.area())
    }

    pub fn discards(&self) -> String {
        list(self.state.discards())
    }

    /// The pending effect, as in a position; empty if nothing is pending.
    pub fn pending(&self) -> String {
        self.state.pending().map_or(String::new(), |pending| pending.to_string())
    }
}

pub fn cards(text: &str) -> Vec<Card> {
    parse_cards(text).unwrap()
}

pub fn list(cards: &[Card]) -> String {
    let cards: Vec<_> = cards.iter().map(Card::to_string).collect();
    if cards.is_empty() { "-".to_owned() } else { cards.join(",") }
}

/// An event in a few words.
pub fn line(event: &Event) -> String {
    match event {
        Event::MatchStarted => "match starts".to_owned(),
        Event::TurnStarted { delta: None } => "turn starts, the first".to_owned(),
        Event::TurnStarted { delta: Some(_) } => "turn starts".to_owned(),
        Event::Draw { card } => format!("draw {card}"),
        Event::Placed { card } => format!("place {card}"),
        Event::EffectPlayed { pending } => match pending {
            Pending::Oracle { next, .. } => format!("effect {pending} shows {next}"),
            _ => format!("effect {pending}"),
        },
        Event::Response { effect, card } => match card {
            Some(card) => format!("answer {effect} {card}"),
            None => format!("answer {effect} none"),
        },
        Event::RemovedFromBank { card, bank } => format!("take {card} from bank {bank}"),
        Event::TurnEnded { successful, bonus, .. } => {
            let how = if *successful { "turn banked" } else { "turn busted" };
            match bonus {
                Some(bonus) => format!("{how}, bonus {}", list(bonus)),
                None => how.to_owned(),
            }
        }
        Event::MatchEnded(end) => {
            let [zero, one] = end.scores;
            let verdict = match end.verdict {
                Verdict::Won(player) => format!("won by {player}"),
                Verdict::Tied => "tied".to_owned(),
                Verdict::Unjudged => "unjudged".to_owned(),
            };
            format!("match over {zero}-{one}, {verdict}, {:?}", end.ending)
        }
        Event::Comment(Comment::Late) => "comment: late".to_owned(),
        Event::Comment(Comment::Termination) => "comment: terminated".to_owned(),
    }
}
