//! Requests that a page of another site has a browser send.
//!
//! A browser adds the logins that it holds to them, and reaches ports of this machine that the page itself cannot. It
//! says where a request comes from by `Origin` and `Sec-Fetch-Site`. Other clients send neither, and are not concerned.

use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderName, Method, Request, StatusCode};

/// A refusal: its status and its reason.
pub(super) type Refusal = (StatusCode, &'static str);

/// The reason for refusing a request, if there is one. `to_loopback` is true if it came to a loopback address.
pub(super) fn refusal<B>(request: &Request<B>, to_loopback: bool) -> Option<Refusal> {
    let header = |name: HeaderName| {
        let value = request.headers().get(name)?;
        Some(value.to_str().unwrap_or_default())
    };
    let named = request.uri().authority().map(|authority| authority.as_str());
    let host = named.or_else(|| header(HOST)).unwrap_or_default();
    if to_loopback && !is_of_this_machine(host) {
        return Some((
            StatusCode::MISDIRECTED_REQUEST,
            "this server is reached by the name of this machine or by its address: a proxy passes that as Host",
        ));
    }
    let fetch = |name| header(HeaderName::from_static(name));
    let reads = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let follows_link = reads && fetch("sec-fetch-mode") == Some("navigate");
    let site = fetch("sec-fetch-site").unwrap_or("none");
    let foreign_site = !["same-origin", "none"].contains(&site) && !follows_link;
    let origin = header(ORIGIN).map(|origin| origin.split_once("://").unwrap_or_default().1);
    let foreign_origin = origin.is_some_and(|origin| !origin.eq_ignore_ascii_case(host));
    let refused = foreign_site || foreign_origin && !reads;
    let reason = "a page of another site sent this request: send it from a page of this server, or without a browser";
    refused.then_some((StatusCode::FORBIDDEN, reason))
}

/// True if a `Host` cannot be a name that a stranger has given to this machine: it is an address, `localhost`, or a
/// name without a dot.
fn is_of_this_machine(host: &str) -> bool {
    let name = host.rsplit_once(':').map_or(host, |(name, port)| {
        let is_port = port.bytes().all(|digit| digit.is_ascii_digit());
        if is_port { name } else { host }
    });
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    let is_address = name.starts_with('[') || name.parse::<std::net::IpAddr>().is_ok();
    is_address || name.ends_with(".localhost") || !name.contains('.')
}
