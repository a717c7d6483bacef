//! The page of a policy that is asked about written positions.

use maud::{Markup, html};

use super::parts::{NamedExplorer, detail, top};
use super::request::Request;
use cardsharp_contest::explorer::PositionLookup;
use cardsharp_net::shell::page;

/// The page, and whether its position is one of the game.
pub(super) fn lookup_page(
    explorers: &[NamedExplorer],
    (at, lookup): (usize, &PositionLookup),
    request: &Request,
    home: bool,
) -> (Markup, bool) {
    let name = &explorers[at].name;
    let position = request.position.as_deref().unwrap_or_default();
    let found = (!position.is_empty()).then(|| lookup.look_up(position));
    let is_sound = !matches!(found, Some(Err(_)));
    let inside = html! {
        p { bdi { (lookup.game()) } }
        p {
            "The public tree of this game is not walked: too much of a position is hidden or drawn by chance. Write a \
             position to see what the policy does in it."
        }
        form method="get" {
            label.long { "Position " textarea name="position" rows="4" cols="60" { (position) } }
            " " button { "Show" }
        }
        @match found {
            Some(Ok(found)) => {
                (detail("What it does", &found, &format!("cardsharp inspect {name} '{}'", found.position)))
            }
            Some(Err(error)) => { p #fault role="alert" { (format_args!("{error:#}")) } }
            None => {}
        }
        h2 { "How a position is written" }
        pre.help { (lookup.help()) }
    };
    let top = top(explorers, &format!("/explore/{at}"), request, home);
    (page(name, top, None, inside), is_sound)
}
