//! The page of a policy that is asked about written positions.

use super::parts::{NamedExplorer, detail, top};
use super::request::Request;
use cardsharp_contest::explorer::PositionLookup;
use cardsharp_net::http::html::escape;
use cardsharp_net::shell::page;

/// The page, and whether its position is one of the game.
pub(super) fn lookup_page(
    explorers: &[NamedExplorer],
    (at, lookup): (usize, &PositionLookup),
    request: &Request,
    home: bool,
) -> (String, bool) {
    let name = &explorers[at].name;
    let position = request.position.as_deref().unwrap_or_default();
    let mut inside = format!(
        "<p><bdi>{}</bdi></p><p>The public tree of this game is not walked: too much of a position is hidden or \
         drawn by chance. Write a position to see what the policy does in it.</p>\
         <form method=\"get\"><label class=\"long\">Position <textarea name=\"position\" rows=\"4\" cols=\"60\">{}\
         </textarea></label> <button>Show</button></form>",
        escape(lookup.game()),
        escape(position)
    );
    let mut is_sound = true;
    if !position.is_empty() {
        match lookup.look_up(position) {
            Ok(found) => {
                let command = format!("cardsharp inspect {name} '{}'", found.position);
                inside.push_str(&detail("What it does", &found, &command));
            }
            Err(error) => {
                is_sound = false;
                inside.push_str(&format!(
                    "<p role=\"alert\" id=\"fault\">{}</p>",
                    escape(&format!("{error:#}"))
                ));
            }
        }
    }
    inside.push_str(&format!(
        "<h2>How a position is written</h2><pre class=\"help\">{}</pre>",
        escape(lookup.help())
    ));
    let top = top(explorers, &format!("/explore/{at}"), request, home);
    (page(name, &top, None, &inside), is_sound)
}
