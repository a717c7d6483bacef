//! Secrets of the client: nothing it says, at any level, has one in it.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cardsharp::contests::dead_mans_draw::server::Accounts;
use cardsharp::contests::dead_mans_draw::wire::{Ha1, REALM, Role};
use serde_json::json;

use crate::clients::{Client, owned_entry};
use crate::faulty::{Deed, Faulty};
use crate::heard::{Log, is_alone};
use crate::peers::{Peer, serve};

const SECRET: &str = "xyzzy-plugh-42";

/// Slow: every byte of two matches is logged, and searched for every secret.
#[test]
fn no_log_at_any_level_has_a_secret() {
    if !is_alone("client_secrets::no_log_at_any_level_has_a_secret") {
        return;
    }
    let log = Log::hear_everything();
    let mut sent = Vec::new();
    for (user, digest) in [("by-digest", true), ("by-basic", false)] {
        let server = serve(|config| {
            let entry = owned_entry(user, SECRET, Role::Player, digest);
            config.accounts = Accounts::new(vec![entry]).unwrap();
        });
        let faulty = Faulty::before(Some(server.address()), |number, _| match number % 31 {
            0 => Deed::CutAfter,
            5 => Deed::Garbage("{"),
            7 => Deed::Answer(500, String::new(), "ouch".to_owned()),
            _ => Deed::Pass,
        });
        let authorization = format!("Basic {}", STANDARD.encode(format!("{user}:{SECRET}")));
        let game = Peer::at(&format!("http://{}", server.address()), Some(authorization)).create(json!({}));
        let client = Client::new(&faulty.url(), (user, SECRET)).for_match(&game.id);
        let report = client.play().unwrap();
        assert_eq!(report.games, 1);
        let shown = format!("{report:?} {:?}", client.options);
        assert!(!shown.contains(SECRET));
        let error = Client::new(&faulty.url(), (user, "wrong-xyzzy")).for_match(&game.id).play();
        let error = error.unwrap_err();
        assert!(!format!("{error} {error:?}").contains("xyzzy"));
        let asked = faulty.asked.lock().unwrap();
        sent.extend(asked.iter().filter_map(|one| one.authorization.clone()));
        sent.push(Ha1::of(user, REALM, SECRET).as_str().to_owned());
    }
    let log = log.text();
    for heard in ["has begun", "trying again", "ureq", "answered"] {
        assert!(log.contains(heard), "the log is deaf to {heard}");
    }
    assert!(!log.contains("xyzzy"));
    assert!(sent.len() > 60);
    for value in sent {
        assert!(!log.contains(&value), "{value}");
        let parts = value.split(['"', ' ']);
        let mut secret = parts.filter(|part| part.len() >= 32 && hex::decode(part).is_ok());
        assert!(!secret.any(|part| log.contains(part)), "{value}");
        if let Some(coded) = value.strip_prefix("Basic ") {
            assert!(!log.contains(coded), "{value}");
        }
    }
}
