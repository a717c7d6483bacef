//! The addresses of the server and their handlers.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::{Method as HttpMethod, StatusCode};
use axum::response::{IntoResponse, Response};
use tokio::time::timeout;

use super::refusal::Refusal;
use super::service::Service;
use super::{pages, statistics};
use cardsharp_net::http::server::Peer;
use cardsharp_net::password_queue::Busy;
use cardsharp_skullwhist_game::wire::{self, Answer, BodyFault, Method, SuccessBody};

/// The largest size of a body, in bytes.
pub const MAX_BODY: usize = 64 * 1024;
/// The longest time that a body may take to arrive.
const BODY_WAIT: Duration = Duration::from_secs(10);
/// The largest number of characters of a callback's name.
const MAX_CALLBACK: usize = 100;

pub(super) fn router(service: Arc<Service>) -> Router {
    Router::new().fallback(answer).with_state(service)
}

/// Answers any request. It knows only GET and POST, at all addresses.
async fn answer(State(service): State<Arc<Service>>, request: Request) -> Response {
    let get = match *request.method() {
        HttpMethod::GET => true,
        HttpMethod::POST => false,
        _ => return StatusCode::NOT_IMPLEMENTED.into_response(),
    };
    let path = request.uri().path().to_owned();
    let peer = request.extensions().get::<Peer>();
    let from = peer.map_or(IpAddr::from([0, 0, 0, 0]), |peer| peer.address);
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    match parts[..] {
        ["api", "jsonp"] => match request.uri().query().filter(|query| get && !query.is_empty()) {
            Some(query) => bridge(&service, query, from).await,
            None => pages::bridge().into_response(),
        },
        ["api", name] => match Method::by_name(name) {
            Some(method) if get => pages::method(method).into_response(),
            Some(method) => post(&service, method, request.into_body(), from).await,
            None => nowhere(),
        },
        [] | ["api"] if get => pages::index().into_response(),
        ["stats", ref rest @ ..] if get => match statistics::page(&service, rest).await {
            Some(page) => page.into_response(),
            None => nowhere(),
        },
        _ => nowhere(),
    }
}

fn nowhere() -> Response {
    (StatusCode::NOT_FOUND, pages::nowhere()).into_response()
}

/// `POST /api/METHOD/`
async fn post(service: &Service, method: Method, body: Body, from: IpAddr) -> Response {
    let body = match timeout(BODY_WAIT, to_bytes(body, MAX_BODY)).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => return StatusCode::PAYLOAD_TOO_LARGE.into_response(),
        Err(_) => return StatusCode::REQUEST_TIMEOUT.into_response(),
    };
    match wire::Request::read(method, &body) {
        // The original failed at such a body.
        Err(BodyFault::NeitherObjectNorArray) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        request => match answered(service, request, from).await {
            Ok(answer) => json(&answer),
            Err(busy) => later(busy),
        },
    }
}

/// The answer if too many passwords wait to be hashed.
fn later(busy: Busy) -> Response {
    let seconds = [(RETRY_AFTER, "5")];
    (StatusCode::SERVICE_UNAVAILABLE, seconds, busy.to_string()).into_response()
}

async fn answered(
    service: &Service,
    request: Result<wire::Request, BodyFault>,
    from: IpAddr,
) -> Result<Answer<SuccessBody>, Busy> {
    match request {
        Ok(request) => service.answer(request, from).await,
        Err(fault) => Ok(Answer::Failure(Refusal::from(fault).to_string())),
    }
}

fn json(answer: &Answer<SuccessBody>) -> Response {
    ([(CONTENT_TYPE, "application/json")], answer.write()).into_response()
}

/// `GET /api/jsonp/`, for pages in a browser: the answer as a call of the function `callback`.
/// Every key of the query except `callback` and `method` is a key of the request, with a text as
/// its value. A fault of the call itself is answered as plain JSON.
async fn bridge(service: &Service, query: &str, from: IpAddr) -> Response {
    let (mut callback, mut method) = (None, None);
    let mut keys = serde_json::Map::new();
    for (key, value) in form_urlencoded::parse(query.as_bytes()) {
        let value = value.into_owned();
        match &*key {
            "callback" => callback = Some(value),
            "method" => method = Some(value),
            _ => drop(keys.insert(key.into_owned(), value.into())),
        }
    }
    let refuse = |reason: &str| json(&Answer::Failure(reason.to_owned()));
    let Some(callback) = callback.filter(|name| !name.is_empty()) else {
        return refuse("the callback is missing");
    };
    // The answer runs as a script, so only a name is allowed here.
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"_$.".contains(&byte);
    if callback.len() > MAX_CALLBACK || !callback.bytes().all(fits) {
        return refuse("the callback is no name of a function");
    }
    let Some(method) = method.filter(|name| !name.is_empty()) else {
        return refuse("the method is missing");
    };
    let Some(method) = Method::by_name(&method).filter(|method| method.is_bridged()) else {
        return refuse("the method is not supported here");
    };
    match answered(service, wire::Request::of_keys(method, keys), from).await {
        Ok(answer) => {
            let script = format!("{callback}({});", answer.write());
            ([(CONTENT_TYPE, "application/javascript")], script).into_response()
        }
        Err(busy) => later(busy),
    }
}
