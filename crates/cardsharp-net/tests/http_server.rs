//! The HTTP server against browsers of other sites and clients that do not finish their requests.

#![allow(clippy::unwrap_used)] // The lint's exception for tests does not reach what they call.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use cardsharp_net::http::connections::{MAX_CONNECTIONS, MAX_OF_ADDRESS, network_of};
use cardsharp_net::http::server;
use cardsharp_net::server_thread::{ServerThread, listen};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::timeout;

/// A server that answers every request with the length of its body.
fn serve() -> (ServerThread, SocketAddr) {
    let (listener, address) = listen([127, 0, 0, 1].into(), 0).unwrap();
    let router = Router::new().fallback(|body: Bytes| async move { body.len().to_string() });
    let (stop, _) = watch::channel(false);
    let serving = server::keep(listener, router, stop.clone(), JoinSet::new());
    (ServerThread::start("test", stop, serving).unwrap(), address)
}

/// A connection from an address of this machine.
async fn connect(from: [u8; 4], to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((IpAddr::from(from), 0).into()).unwrap();
    socket.connect(to).await.unwrap()
}

/// The answer on this connection, which the server closes.
async fn answer(stream: &mut TcpStream, request: &str) -> String {
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut text = String::new();
    let read = stream.read_to_string(&mut text);
    let _ = timeout(Duration::from_secs(10), read).await;
    text
}

fn run(test: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_multi_thread();
    { runtime }.enable_all().build().unwrap().block_on(test);
}

async fn status(to: SocketAddr, line: &str, headers: &str) -> String {
    let mut stream = connect([127, 0, 0, 1], to).await;
    let request = format!("{line} HTTP/1.1\r\nConnection: close\r\nContent-Length: 0\r\n{headers}\r\n");
    let text = answer(&mut stream, &request).await;
    text.get(9..12).unwrap_or("none").to_owned()
}

#[test]
fn a_page_of_another_site_changes_nothing() {
    let (_server, to) = serve();
    run(async {
        let host = format!("Host: {to}\r\n");
        let with = |headers: &str| format!("{host}{headers}\r\n");
        let (post, get) = ("POST /x", "GET /x?callback=f");
        for (line, headers, expected) in [
            (post, String::new(), "200"),
            (post, with(""), "200"),
            (post, with(&format!("Origin: http://{to}")), "200"),
            (post, with("Sec-Fetch-Site: same-origin"), "200"),
            (post, with("Sec-Fetch-Site: none\r\nSec-Fetch-Mode: navigate"), "200"),
            (post, with("Origin: http://evil.example"), "403"),
            (post, with("Origin: null"), "403"),
            (post, with(&format!("Origin: http://127.0.0.1:{}", to.port() ^ 1)), "403"),
            (post, with("Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate"), "403"),
            (post, with("Sec-Fetch-Site: same-site"), "403"),
            ("DELETE /x", with("Origin: https://evil.example"), "403"),
            // A script of another site, and a link on it.
            (get, with("Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors"), "403"),
            (get, with("Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate"), "200"),
        ] {
            assert_eq!(status(to, line, &headers).await, expected, "{line} {headers}");
        }
    });
}

#[test]
fn a_name_that_a_stranger_gave_to_this_machine_is_refused() {
    let (_server, to) = serve();
    run(async {
        for (host, expected) in [
            ("127.0.0.1", "200"),
            ("localhost:8091", "200"),
            ("bots.localhost", "200"),
            ("[::1]:80", "200"),
            ("mymachine", "200"),
            ("192.168.1.7", "200"),
            ("evil.example", "421"),
            ("evil.example:8091", "421"),
            ("127.0.0.1.evil.example.", "421"),
        ] {
            let header = format!("Host: {host}\r\n");
            assert_eq!(status(to, "GET /", &header).await, expected, "{host}");
        }
    });
}

#[test]
fn requests_without_their_bodies_shut_out_nobody() {
    let (_server, to) = serve();
    run(async {
        let mut unfinished = Vec::new();
        for client in 2..2 + (MAX_CONNECTIONS / MAX_OF_ADDRESS) as u8 {
            for _ in 0..MAX_OF_ADDRESS {
                let mut stream = connect([127, 0, 0, client], to).await;
                let head = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nhalf";
                stream.write_all(head.as_bytes()).await.unwrap();
                unfinished.push(stream);
            }
        }
        // The server has read all of them.
        tokio::time::sleep(Duration::from_millis(500)).await;
        let mut answered = 0;
        for _ in 0..43 {
            let mut stream = connect([127, 0, 0, 99], to).await;
            let request = "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 4\r\n\r\nbody";
            answered += usize::from(answer(&mut stream, request).await.ends_with("\r\n4"));
        }
        assert_eq!(answered, 43);
    });
}

#[test]
fn a_network_of_ipv6_is_one_client() {
    let of = |text: &str| network_of(text.parse().unwrap());
    assert_eq!(of("2001:db8:1:2:3:4:5:6"), of("2001:db8:1:2:ffff::1"));
    assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
    assert_eq!(of("::ffff:10.0.0.1"), of("10.0.0.1"));
    assert_ne!(of("10.0.0.1"), of("10.0.0.2"));
    assert_ne!(of("::1"), IpAddr::V6(Ipv6Addr::LOCALHOST));
}
