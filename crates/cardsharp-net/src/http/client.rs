//! A client of a web service: HTTP or HTTPS over kept connections, with a limit on every size and time.
//! Another thread can cut its connections.

use std::fmt;
use std::io::ErrorKind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use thiserror::Error;
use ureq::Agent;
use ureq::http::{HeaderMap, Request, Response, Uri};
use ureq::tls::{Certificate, RootCerts, TlsConfig};

use cardsharp_system::stop_flag::STOP_CHECK;

/// Limit of a response body in bytes. A whole match of Dead Man's Draw with all its events takes about 100 KiB.
const MAX_BODY: u64 = 4 * 1024 * 1024;
/// Time limit of each step before the response: the name look-up, the connection and sending the request.
const SEND_PATIENCE: Duration = Duration::from_secs(10);
/// Time limit of receiving a response body.
const BODY_PATIENCE: Duration = Duration::from_secs(15);
/// A connection that was idle for this long is not used again. Servers close idle connections after about this time.
const IDLE: Duration = Duration::from_secs(20);

/// The error of an unusable address. Its message does not contain the address, which may hold a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadUrl {
    /// The address has not the form `http://HOST[:PORT][/PATH]` or `https://HOST[:PORT][/PATH]`.
    #[error("the address of the server cannot be read: write http://HOST:PORT or https://HOST:PORT")]
    Unreadable,
    /// The address contains a user name or password.
    #[error("the address of the server holds a login: give --user and --password-file instead")]
    Login,
    /// The address has a query or a fragment.
    #[error("the address of the server has a query: leave out what begins with ? or #")]
    Query,
}

/// The error of a request without a usable response.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HttpFault {
    /// The connection could not be made, or broke.
    #[error("the connection failed: {0}")]
    Connection(String),
    /// The response did not come within the time limit.
    #[error("no answer in time ({0})")]
    TooSlow(String),
    /// The server's certificate is refused.
    #[error(
        "the server's certificate is refused ({0}): if it is the organisers' own, put the certificate of \
         its authority (PEM) into a file and name that in the environment variable SSL_CERT_FILE"
    )]
    Certificate(String),
    /// The response is not valid HTTP, or too large.
    #[error("the answer is no HTTP that can be read: {0}")]
    Odd(String),
}

/// A response of any status.
pub struct Reply {
    /// The status.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub body: Vec<u8>,
    /// The time at which the whole response had arrived.
    pub arrived: Instant,
}

impl Reply {
    /// The time in the `Retry-After` header, if it is a number of seconds.
    pub fn retry_after(&self) -> Option<Duration> {
        let value = self.headers.get("retry-after")?.to_str().ok()?;
        value.trim().parse().ok().map(Duration::from_secs)
    }

    /// The values of a header, which may occur any number of times.
    pub fn texts(&self, name: &str) -> impl Iterator<Item = &str> {
        let values = self.headers.get_all(name).into_iter();
        values.filter_map(|value| value.to_str().ok())
    }
}

/// A request.
#[derive(Clone, Copy)]
pub struct Ask<'a> {
    /// The method.
    pub method: &'a str,
    /// Path and query, relative to the base address.
    pub path: &'a str,
    /// The value of the `Authorization` header.
    pub authorization: Option<&'a str>,
    /// The first and the last byte that are asked for; all with `None`.
    pub range: Option<(u64, u64)>,
    /// The body, in JSON.
    pub body: Option<&'a [u8]>,
    /// Time limit of receiving the head of the response.
    pub patience: Duration,
}

/// A client of one web service. Clones share their connections.
#[derive(Clone)]
pub struct HttpClient {
    agent: Agent,
    /// The base address, without a slash at its end.
    base: String,
    /// The path of the base address.
    prefix: String,
}

impl fmt::Debug for HttpClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HttpClient({})", self.base)
    }
}

/// Parses and checks the address of a web service.
///
/// # Errors
///
/// [`BadUrl`].
pub fn service_address(base: &str) -> Result<Uri, BadUrl> {
    let uri: Uri = base.parse().map_err(|_| BadUrl::Unreadable)?;
    match uri.scheme_str() {
        Some("http" | "https") => {}
        _ => return Err(BadUrl::Unreadable),
    }
    if uri.authority().is_some_and(|name| name.as_str().contains('@')) {
        return Err(BadUrl::Login);
    }
    if uri.query().is_some() || base.contains('#') {
        return Err(BadUrl::Query);
    }
    Ok(uri)
}

impl HttpClient {
    /// A client of the service at this address.
    ///
    /// # Errors
    ///
    /// [`BadUrl`].
    pub fn new(base: &str) -> Result<HttpClient, BadUrl> {
        let uri = service_address(base)?;
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .proxy(None)
            .user_agent(concat!("cardsharp/", env!("CARGO_PKG_VERSION")))
            .max_idle_age(IDLE)
            .timeout_resolve(Some(SEND_PATIENCE))
            .timeout_connect(Some(SEND_PATIENCE))
            .timeout_send_request(Some(SEND_PATIENCE))
            .timeout_send_body(Some(SEND_PATIENCE))
            .timeout_recv_body(Some(BODY_PATIENCE));
        let config = match uri.scheme_str() {
            Some("https") => config.tls_config(TlsConfig::builder().root_certs(roots()).build()),
            _ => config,
        };
        let config = config.build();
        Ok(HttpClient {
            agent: config.into(),
            base: below_api(base).to_owned(),
            prefix: below_api(uri.path()).to_owned(),
        })
    }

    /// The base address, without a slash at its end.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// Path and query as they are sent, with the path of the base address.
    pub fn target(&self, path: &str) -> String {
        format!("{}{path}", self.prefix)
    }

    /// Sends a request and waits for the response.
    ///
    /// # Errors
    ///
    /// [`HttpFault`] if there is no usable response.
    pub fn ask(&self, ask: Ask<'_>) -> Result<Reply, HttpFault> {
        let mut request = Request::builder().method(ask.method).uri(format!("{}{}", self.base, ask.path));
        if let Some(authorization) = ask.authorization {
            request = request.header("Authorization", authorization);
        }
        if let Some((first, last)) = ask.range {
            request = request.header("Range", format!("bytes={first}-{last}"));
        }
        let unsent = |error: ureq::http::Error| HttpFault::Odd(error.to_string());
        let sent = match ask.body {
            Some(body) => {
                let request = request.header("Content-Type", "application/json");
                let request = request.body(body).map_err(unsent)?;
                self.send(request, ask.patience)
            }
            None => self.send(request.body(()).map_err(unsent)?, ask.patience),
        };
        let mut response = sent.map_err(fault)?;
        let body = response.body_mut().with_config().limit(MAX_BODY);
        Ok(Reply {
            body: body.read_to_vec().map_err(fault)?,
            status: response.status().as_u16(),
            headers: response.headers().clone(),
            arrived: Instant::now(),
        })
    }

    fn send(
        &self,
        request: Request<impl ureq::AsSendBody>,
        patience: Duration,
    ) -> Result<Response<ureq::Body>, ureq::Error> {
        let request = self.agent.configure_request(request);
        let request = request.timeout_recv_response(Some(patience)).build();
        self.agent.run(request)
    }

    /// Runs `work`, and cuts all connections if `stop` is set meanwhile. A request that waits for its
    /// response then fails at once.
    ///
    /// # Errors
    ///
    /// The system cannot start a thread.
    pub fn while_watching<T>(&self, stop: &AtomicBool, work: impl FnOnce() -> T) -> std::io::Result<T> {
        std::thread::scope(|scope| {
            let (working, over) = mpsc::channel::<()>();
            let watch = move || self.hang_up_when(stop, &over);
            let watcher = std::thread::Builder::new().name("stop".to_owned());
            watcher.spawn_scoped(scope, watch)?;
            let done = work();
            drop(working);
            Ok(done)
        })
    }

    fn hang_up_when(&self, stop: &AtomicBool, over: &Receiver<()>) {
        while let Err(RecvTimeoutError::Timeout) = over.recv_timeout(STOP_CHECK) {
            if stop.load(Ordering::Relaxed) {
                self.agent.clone().shutdown();
                return;
            }
        }
    }
}

/// The part of an address before a final `/api`. The paths of all contests begin with `/api`, and people copy
/// an address with it or without.
fn below_api(address: &str) -> &str {
    let whole = address.trim_end_matches('/');
    whole.strip_suffix("/api").unwrap_or(whole).trim_end_matches('/')
}

/// The trusted certificate authorities: those of the file that `SSL_CERT_FILE` names, or those of the system,
/// or Mozilla's if the system has none.
fn roots() -> RootCerts {
    let found = rustls_native_certs::load_native_certs();
    for error in &found.errors {
        tracing::warn!("certificates of the system: {error}");
    }
    if found.certs.is_empty() {
        RootCerts::WebPki
    } else {
        let found = found.certs.iter();
        RootCerts::from(found.map(|one| Certificate::from_der(one).to_owned()))
    }
}

fn fault(error: ureq::Error) -> HttpFault {
    match error {
        ureq::Error::Timeout(what) => HttpFault::TooSlow(what.to_string()),
        ureq::Error::Rustls(error) => tls_fault(&error),
        ureq::Error::Io(error) => io_fault(&error),
        ureq::Error::HostNotFound | ureq::Error::ConnectionFailed => HttpFault::Connection(error.to_string()),
        error => HttpFault::Odd(error.to_string()),
    }
}

fn io_fault(error: &std::io::Error) -> HttpFault {
    let cause = error.get_ref();
    if let Some(cause) = cause.and_then(|cause| cause.downcast_ref::<rustls::Error>()) {
        return tls_fault(cause);
    }
    match error.kind() {
        ErrorKind::TimedOut | ErrorKind::WouldBlock => HttpFault::TooSlow(error.to_string()),
        ErrorKind::InvalidData => HttpFault::Odd(error.to_string()),
        _ => HttpFault::Connection(error.to_string()),
    }
}

fn tls_fault(error: &rustls::Error) -> HttpFault {
    match error {
        rustls::Error::InvalidCertificate(reason) => HttpFault::Certificate(reason.to_string()),
        error => HttpFault::Odd(format!("TLS: {error}")),
    }
}

#[cfg(test)]
#[path = "../../tests/unit/http/client.rs"]
mod tests;
