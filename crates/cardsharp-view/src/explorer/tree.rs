//! The drawing of a tree: from left to right, a row for each end of a branch.

use maud::{Markup, html};

use super::colours;
use super::parts::{swatch, tenths};
use super::request::Request;
use cardsharp_contest::explorer::{NodeTurn, Place, TreePart, cut};

/// The width of a level, and the height of a row.
const LEVEL: f64 = 190.0;
const ROW: f64 = 38.0;
/// The space on the left, and above.
const LEFT: f64 = 16.0;
const ABOVE: f64 = 26.0;
/// The space for what is written right of the last level.
const RIGHT: f64 = 190.0;
/// The number of letters of a name that are drawn.
const LETTERS: usize = 18;

/// The height of a line of text above or below a picture, and the width of a letter of its title, about.
const LINE: f64 = 24.0;
const LETTER: f64 = 10.0;
/// The looks of a picture that stands alone.
const STYLE: &str = "text{font-family:sans-serif;fill:#202428}.edge{fill:none;stroke:#8a8f94}\
                     .chance{fill:#fff;stroke:#202428;stroke-width:1.5}.end{fill:#202428}.inner{text-anchor:end}\
                     .name{font-weight:bold}.note{fill:#5b5f63}";

/// A drawing that is being made.
#[derive(Default)]
struct Drawing<'a> {
    /// The address and the request of the page that nodes are links to; `None` for a picture.
    links: Option<(&'a str, &'a Request)>,
    shapes: Vec<Markup>,
    /// The number of rows so far.
    rows: usize,
    /// The deepest level so far.
    levels: usize,
}

/// The tree from a place on as a picture whose nodes are links.
pub(super) fn tree(part: &TreePart, address: &str, request: &Request) -> Markup {
    let mut drawing = Drawing { links: Some((address, request)), ..Drawing::default() };
    drawing.part(part, &request.place, 0);
    let (width, height) = drawing.size();
    html! {
        div.wide {
            svg.tree role="group" aria-label="the tree from here on" viewBox={ "0 0 " (width) " " (height) }
                width=(width) height=(height) { @for shape in drawing.shapes { (shape) } }
        }
        p.note {
            @for player in 0..part.values.len() { (swatch(colours::of_player(player))) " player " (player) ", " }
            "◇ chance, ■ the end with the utilities. Names are those of information sets; a line is as wide as its \
             action is likely."
        }
    }
}

/// The tree from a node on as an SVG file, with a title above and the players' names below.
pub fn tree_picture(part: &TreePart, players: &[String], title: &str) -> String {
    let mut drawing = Drawing::default();
    drawing.part(part, &Place::default(), 0);
    let (width, height) = drawing.size();
    let names = players.iter().enumerate().scan(LEFT, |x, (player, name)| {
        let at = *x;
        *x += 36.0 + LETTER * name.chars().count() as f64;
        Some((at, player, name))
    });
    let names: Vec<(f64, usize, &String)> = names.collect();
    let end = names.last().map_or(0.0, |(x, _, name)| x + 36.0 + LETTER * name.chars().count() as f64);
    let width = width.max(end).max(2.0 * LEFT + LETTER * title.chars().count() as f64);
    let below = height + LINE * 1.5;
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (width) " " (below + LINE) } width=(width)
            height=(below + LINE) {
            style { (STYLE) }
            rect width=(width) height=(below + LINE) fill="#ffffff" {}
            text.name x=(LEFT) y=(LINE * 0.8) font-size="16" { (title) }
            g transform={ "translate(0 " (LINE) ")" } { @for shape in drawing.shapes { (shape) } }
            @for (x, player, name) in names {
                circle cx=(tenths(x + 8.0)) cy=(tenths(below)) r="8" fill=(colours::of_player(player)) {}
                text x=(tenths(x + 22.0)) y=(tenths(below + 4.0)) font-size="13" { (name) }
            }
        }
    };
    picture.into_string()
}

fn values(part: &TreePart) -> String {
    let values = part.values.iter().map(|value| {
        // A rounded zero has no sign.
        let text = format!("{value:.3}");
        let zero = text.trim_start_matches(['-', '0', '.']).is_empty();
        if zero { "0".to_owned() } else { text }
    });
    values.collect::<Vec<_>>().join(", ")
}

impl Drawing<'_> {
    /// Draws a part; returns the height of its node.
    fn part(&mut self, part: &TreePart, place: &Place, level: usize) -> f64 {
        self.levels = self.levels.max(level);
        let x = LEFT + LEVEL * level as f64;
        let mut ends = Vec::new();
        for (name, share, child) in &part.children {
            let y = self.part(child, &place.after(name), level + 1);
            self.edge(x, y, name, *share);
            if child.turn != NodeTurn::Over {
                self.text(x + 19.0, y + 14.0, &values(child), "note");
            }
            ends.push(y);
        }
        if part.left_out > 0 && level > 0 && part.children.is_empty() {
            // The children of the last level are not drawn, which the arrow says.
        } else if part.left_out > 0 {
            let y = self.row();
            self.text(x + 30.0, y + 4.0, &format!("and {} more", part.left_out), "note");
            ends.push(y);
        }
        let y = match (ends.first(), ends.last()) {
            (Some(first), Some(last)) => (first + last) / 2.0,
            _ => self.row(),
        };
        for end in &ends {
            let line = format!("M{x:.1} {y:.1}H{:.1}V{end:.1}", x + 14.0);
            self.shapes.push(html! { path.edge d=(line) {} });
        }
        self.node(part, place, (x, y), !ends.is_empty());
        y
    }

    fn size(&self) -> (f64, f64) {
        let width = LEFT + LEVEL * self.levels as f64 + RIGHT;
        (width, ABOVE + ROW * self.rows.max(1) as f64)
    }

    fn row(&mut self) -> f64 {
        self.rows += 1;
        ABOVE + ROW * (self.rows as f64 - 0.5)
    }

    fn text(&mut self, x: f64, y: f64, text: &str, class: &str) {
        self.shapes.push(html! {
            text class=(class) x=(tenths(x)) y=(tenths(y)) font-size="12" { (text) }
        });
    }

    /// The edge to a child at height `y`, with its name and probability. The width grows with the probability.
    fn edge(&mut self, x: f64, y: f64, name: &str, share: f64) {
        let (from, to) = (x + 14.0, x + LEVEL - 8.0);
        let line = format!("M{from:.1} {y:.1}H{to:.1}");
        self.shapes.push(html! { path.edge stroke-width=(tenths(1.0 + 3.0 * share)) d=(line) {} });
        self.text(from + 5.0, y - 5.0, &format!("{} {share:.3}", cut(name, LETTERS)), "step");
    }

    fn node(&mut self, part: &TreePart, place: &Place, (x, y): (f64, f64), has_children: bool) {
        let (turn, shape) = match &part.turn {
            NodeTurn::Player(player, name) => {
                let colour = colours::of_player(*player);
                let circle = html! { circle cx=(tenths(x)) cy=(tenths(y)) r="8" fill=(colour) {} };
                (name.as_str(), circle)
            }
            NodeTurn::Chance => {
                let line = format!("M{:.1} {y:.1}l8 -8l8 8l-8 8z", x - 8.0);
                ("chance", html! { path.chance d=(line) {} })
            }
            NodeTurn::Over => {
                let (x, y) = (tenths(x - 5.0), tenths(y - 5.0));
                ("the end", html! { rect.end x=(x) y=(y) width="10" height="10" {} })
            }
        };
        let title = match part.infoset.as_str() {
            "" => format!("{turn}; values {}", values(part)),
            infoset => format!("{turn}, {infoset}; values {}", values(part)),
        };
        let inside = html! { title { (title) } (shape) };
        self.shapes.push(match self.links {
            Some((address, request)) => {
                let to = request.to(place.clone()).query();
                html! { a.node href={ (address) (to) } aria-label=(title) { (inside) } }
            }
            None => html! { g { (inside) } },
        });
        if has_children {
            self.text(x + 10.0, y - 13.0, &cut(&part.infoset, LETTERS), "name inner");
            return;
        }
        let arrow = if part.left_out > 0 { " →" } else { "" };
        let what = match part.turn {
            NodeTurn::Over => values(part),
            _ => format!("{}{arrow}", cut(&part.infoset, LETTERS)),
        };
        self.text(x + 14.0, y + 4.0, &what, "name");
    }
}

#[cfg(test)]
#[path = "../../tests/unit/explorer/tree.rs"]
mod tests;
