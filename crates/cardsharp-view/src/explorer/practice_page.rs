//! The page on which a user practises against a policy.

use form_urlencoded::Serializer;
use maud::{Markup, html};

use super::parts::{NamedExplorer, action_table, facts, number, setting_fields, top};
use super::request::Request;
use cardsharp_contest::explorer::{ExploreError, Explorer, Setting};
use cardsharp_contest::practice::{Deal, Decision, Grade, PracticeGame, Question, Verdict, practise};
use cardsharp_net::shell::page;

/// The query of an address: the game, and what the user has done in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PracticeRequest {
    pub(super) deal: Deal,
    /// True if the query has no seed, so that one was drawn.
    pub(super) is_new: bool,
    /// The number of decisions that were made before, on the way to a spot that is tried again.
    again: usize,
    /// The user's actions.
    taken: Vec<String>,
}

impl PracticeRequest {
    /// The request of a query. Without a seed the game is a new one, and without a seat it is one of `players`.
    pub(super) fn of(query: &str, settings: &[Setting], players: usize) -> PracticeRequest {
        let mut request = PracticeRequest::default();
        let (mut seed, mut seat) = (None, None);
        for (key, value) in form_urlencoded::parse(query.as_bytes()) {
            match key.as_ref() {
                "seed" => seed = value.parse().ok(),
                "seat" => seat = value.parse().ok().filter(|seat| *seat < players),
                "again" => request.again = value.parse().unwrap_or_default(),
                "took" => request.taken.push(value.into_owned()),
                _ => {}
            }
        }
        request.is_new = seed.is_none();
        request.deal.seed = seed.unwrap_or_else(|| rand::random::<u32>().into());
        request.deal.root = Request::of(query, settings).place.up_to(0);
        request.deal.seat = seat.unwrap_or((request.deal.seed % players.max(1) as u64) as usize);
        request
    }

    /// The query that [`PracticeRequest::of`] reads, with the `?` before it.
    pub(super) fn query(&self) -> String {
        let mut query = Serializer::for_suffix("?".to_owned(), 1);
        for (key, value) in &self.deal.root.settings {
            query.append_pair(key, value);
        }
        query.append_pair("seed", &self.deal.seed.to_string());
        query.append_pair("seat", &self.deal.seat.to_string());
        if self.again > 0 {
            query.append_pair("again", &self.again.to_string());
        }
        for taken in &self.taken {
            query.append_pair("took", taken);
        }
        query.finish()
    }

    /// The same game as another player.
    fn with_seat(&self, seat: usize) -> PracticeRequest {
        let mut other = self.clone();
        other.deal.seat = seat;
        PracticeRequest { again: 0, taken: Vec::new(), ..other }
    }

    /// The game after one more action.
    fn after(&self, action: &str) -> PracticeRequest {
        let mut after = self.clone();
        after.taken.push(action.to_owned());
        after
    }

    /// The spot before the decision with this number, to be tried again.
    fn spot(&self, decision: usize) -> PracticeRequest {
        PracticeRequest { again: decision, taken: self.taken[..decision].to_vec(), ..self.clone() }
    }
}

/// The page of a game that is practised.
pub(super) fn practice_page(
    explorers: &[NamedExplorer],
    (at, explorer): (usize, &dyn Explorer),
    request: &PracticeRequest,
    home: bool,
) -> Result<Markup, ExploreError> {
    let game = practise(explorer, &request.deal, &request.taken)?;
    let address = format!("/practice/{at}");
    let inside = html! {
        p { bdi { (explorer.game()) } ". " bdi { (explorer.summary()) } }
        (start(explorer, &address, request))
        @match &game.next {
            Some(question) => { (asked(explorer, question, &address, request)) }
            None => { (end((at, explorer), &game, &address, request)?) }
        }
        (decisions(&game, &address, request))
        // The script writes here what this browser has counted.
        section #record hidden data-policy={ (explorers[at].name) " " (explorer.game()) } {}
        (bounds(explorer))
    };
    let top = top(explorers, &address, &Request::default(), home);
    let name = format!("Practice: {}", explorers[at].name);
    Ok(page(&name, top, None, inside))
}

/// The form of a new game, and the seats of this one.
fn start(explorer: &dyn Explorer, address: &str, request: &PracticeRequest) -> Markup {
    let players = explorer.players();
    html! {
        p {
            "Game " (request.deal.seed) ". You play as " strong #seat { (players[request.deal.seat]) } "; the others play the policy."
            @for (seat, name) in players.iter().enumerate().filter(|(seat, _)| *seat != request.deal.seat) {
                " " a href={ (address) (request.with_seat(seat).query()) } { "Play as " (name) "." }
            }
        }
        form method="get" {
            (setting_fields(&explorer.settings(), &request.deal.root.settings))
            button { "New game" }
        }
    }
}

/// The user's next decision.
fn asked(explorer: &dyn Explorer, question: &Question, address: &str, request: &PracticeRequest) -> Markup {
    html! {
        section #question {
            h2 { "Your decision" }
            // If a place holds what others hide, the name of the information set says all that the user knows.
            @if explorer.has_public_places() {
                (facts(&question.node))
                p #so-far {
                    "So far: "
                    @if question.node.steps.is_empty() { "nothing" }
                    @for (index, (actor, step)) in question.node.steps.iter().enumerate() {
                        @if index > 0 { ", " }
                        (actor) " " bdi { (step) }
                    }
                    "."
                }
            }
            p { "You hold: " strong #held { bdi { (question.hand) } } }
            ol #choices {
                @for action in &question.actions {
                    li { a href={ (address) (request.after(&action.name).query()) } { bdi { (action.name) } } }
                }
            }
            p.note { "By keyboard: the number of the action." }
        }
    }
}

/// The end of the game.
fn end(
    (at, explorer): (usize, &dyn Explorer),
    game: &PracticeGame,
    address: &str,
    request: &PracticeRequest,
) -> Result<Markup, ExploreError> {
    let node = explorer.node(&game.place)?;
    let walk = Request::default().to(game.place.clone());
    let next = Request::default().to(request.deal.root.clone());
    let verdicts = game.decisions.iter().skip(request.again);
    let verdicts: Vec<Verdict> = verdicts.filter_map(|decision| decision.verdict).collect();
    let lost: f64 = verdicts.iter().map(|verdict| verdict.lost).sum();
    let of_grade = |grade| verdicts.iter().filter(|verdict| verdict.grade == grade).count();
    Ok(html! {
        section #end data-game={ (address) (request.query()) } {
            h2 { "The game is over" }
            (facts(&node))
            p #summary {
                "Lost in all: " (number(Some(lost))) ". "
                @for (index, (grade, name, _)) in Grade::ALL.into_iter().enumerate() {
                    @if index > 0 { ", " }
                    (name) " " (of_grade(grade))
                }
                "."
            }
            p {
                a #next rel="next" href={ (address) (next.query()) } { "Next game" } " (key n), "
                a href={ "/explore/" (at) (walk.query()) } { "this one in the explorer" }
            }
        }
    })
}

/// The decisions so far, the last one first.
fn decisions(game: &PracticeGame, address: &str, request: &PracticeRequest) -> Markup {
    html! {
        @if !game.decisions.is_empty() {
            section #decisions {
                h2 { "Your decisions" }
                @for (index, decision) in game.decisions.iter().enumerate().rev() {
                    @let spot = (index >= request.again).then(|| format!("{address}{}", request.spot(index).query()));
                    (decided(index, decision, spot.as_deref()))
                }
            }
        }
    }
}

/// A decision with its verdict, and what the policy does. `spot` is the address to try it again, if it counts.
fn decided(index: usize, decision: &Decision, spot: Option<&str>) -> Markup {
    let taken = &decision.question.actions[decision.taken].name;
    let grade = decision.verdict.map(|verdict| verdict.grade.name());
    let lost = decision.verdict.map(|verdict| verdict.lost);
    html! {
        article.decision data-grade=[grade] data-lost=[lost] data-spot=[spot] {
            h3 { (index + 1) ". " bdi { (decision.question.hand) } ": " bdi { (taken) } }
            p {
                @match decision.verdict {
                    Some(verdict) => {
                        strong.grade { (verdict.grade.name()) } ", lost " (number(Some(verdict.lost)))
                        @if verdict.half_width > 0.0 { (format_args!(" ± {:.4}", verdict.half_width)) }
                    }
                    None => { "The values of these actions are not known." }
                }
                @if let Some(spot) = spot { ". " a href=(spot) { "Try again" } }
            }
            (action_table(&decision.question.actions, Some(decision.taken)))
        }
    }
}

/// The bounds of the grades.
fn bounds(explorer: &dyn Explorer) -> Markup {
    html! {
        p.note {
            "Graded by the value lost, if all go on by the policy, as a share of the span of values, " (number(Some(explorer.span())))
            ": "
            @for (_, name, most) in Grade::ALL {
                (name)
                @if most.is_finite() { " up to " (format_args!("{:.1} %", 100.0 * most)) ", " } @else { " above." }
            }
            " A loss within its interval is best."
        }
    }
}

#[cfg(test)]
#[path = "../../tests/unit/explorer/practice_page.rs"]
mod tests;
