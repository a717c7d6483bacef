//! The secrets of the client: no message of the client or the server, at any level, contains one.
//! The HTTP library does log secrets at the level `trace`, byte by byte, since a session is in the
//! body of a response. The program's own log stops at `info`.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::clients::{Client, both, url};
use crate::faulty::{Deed, Faulty};
use crate::heard::{Log, is_alone};
use crate::peers::plain;

const SECRET: &str = "xyzzy-plugh-42";
const BYTE_BY_BYTE: &str = "TRACE ureq_proto::util";

#[test]
fn no_log_at_any_level_has_a_secret() {
    if !is_alone("client_secrets::no_log_at_any_level_has_a_secret") {
        return;
    }
    let log = Log::hear_everything();
    let server = plain();
    let faulty = Faulty::before(Some(server.address()), |number, _| match number % 31 {
        4 => Deed::CutAfter,
        7 => Deed::Garbage("{"),
        11 => Deed::Answer(500, String::new(), "ouch".to_owned()),
        _ => Deed::Pass,
    });
    let one = Client::new(&faulty.url(), "one").with_password(SECRET).games(2);
    let two = Client::new(&url(&server), "two").games(2);
    let [report, _] = both(&one, &two);
    assert_eq!(report.games, 2);
    assert!(!format!("{report:?} {:?}", one.options).contains(SECRET));
    // A server that repeats the client's messages is not quoted in the log.
    let parrot = Faulty::before(None, |_, asked| {
        let repeated = String::from_utf8_lossy(&asked.body).replace('"', "'");
        let answer = format!("{{\"reason\": \"{repeated}\", \"result\": \"failure\"}}");
        Deed::Answer(200, String::new(), answer)
    });
    let error = Client::new(&parrot.url(), "one").with_password(SECRET).giving_up_after(2).play();
    let error = error.unwrap_err();
    assert!(!format!("{error} {error:?}").contains("xyzzy"));
    assert!(parrot.count() > 0);

    let asked = faulty.asked.lock().unwrap();
    let sessions: BTreeSet<String> = asked
        .iter()
        .filter_map(|one| serde_json::from_slice::<Value>(&one.body).ok())
        .filter_map(|body| Some(body["session"].as_str()?.to_owned()))
        .collect();
    assert!(!sessions.is_empty());
    assert!(asked.iter().any(|one| {
        let body = String::from_utf8_lossy(&one.body);
        body.contains(SECRET)
    }));
    let log = log.text();
    for heard in ["logged in", "trying again", "ureq", "answered"] {
        assert!(log.contains(heard), "the log is deaf to {heard}");
    }
    let secrets = sessions.iter().map(String::as_str).chain(["xyzzy"]);
    for secret in secrets {
        let mut said = log.lines().filter(|line| !line.contains(BYTE_BY_BYTE));
        let found = said.find(|line| line.contains(secret));
        assert_eq!(found, None, "{secret}");
    }
}
