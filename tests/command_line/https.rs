//! Playing on a server behind TLS, with a certificate that it signed itself.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;

use rustls::pki_types::PrivateKeyDer;
use rustls::{ServerConfig, ServerConnection, StreamOwned};

use crate::binary::{cardsharp, start};

/// A server that speaks TLS for the web service at `backend`, with one request per connection. Writes its
/// certificate to `certificate`, and returns its port.
fn tls_before(backend: String, certificate: &Path) -> u16 {
    let made = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    std::fs::write(certificate, made.cert.pem()).unwrap();
    let key = PrivateKeyDer::Pkcs8(made.signing_key.serialize_der().into());
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key)
        .unwrap();
    let config = Arc::new(config);
    let listener = TcpListener::bind("localhost:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let (config, backend) = (Arc::clone(&config), backend.clone());
            std::thread::spawn(move || {
                let connection = ServerConnection::new(config).unwrap();
                // A client that does not trust the certificate closes the connection. This is no failure of the test.
                let _ = pass_on(StreamOwned::new(connection, stream.unwrap()), &backend);
            });
        }
    });
    port
}

/// Forwards one request, and returns its answer.
fn pass_on(mut client: StreamOwned<ServerConnection, TcpStream>, backend: &str) -> std::io::Result<()> {
    let mut request = Vec::new();
    let mut byte = [0];
    while !request.ends_with(b"\r\n\r\n") {
        client.read_exact(&mut byte)?;
        request.extend(byte);
    }
    let head = String::from_utf8(request).unwrap();
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        let named = name.eq_ignore_ascii_case("content-length");
        named.then(|| value.trim().parse::<usize>().unwrap())
    });
    let mut body = vec![0; length.unwrap_or(0)];
    client.read_exact(&mut body)?;
    let mut server = TcpStream::connect(backend)?;
    let head = head.trim_end();
    write!(server, "{head}\r\nConnection: close\r\n\r\n")?;
    server.write_all(&body)?;
    let mut answer = Vec::new();
    server.read_to_end(&mut answer)?;
    client.write_all(&answer)?;
    client.conn.send_close_notify();
    client.flush()
}

/// Slow: a whole match is played over new connections.
#[test]
fn a_match_is_played_behind_tls_if_the_certificate_is_trusted() {
    let folder = tempfile::tempdir().unwrap();
    let (mut server, url) = crate::live::arena(folder.path());
    let backend = url.strip_prefix("http://").unwrap().to_owned();
    let certificate = folder.path().join("authority.pem");
    let port = tls_before(backend, &certificate);
    std::fs::write(folder.path().join("password.txt"), "playerpass\n").unwrap();
    let [player, other] = crate::live::PLAYERS;
    let body = format!(r#"{{"playerids": ["{player}", "{other}"]}}"#);
    let created =
        ureq::post(format!("{url}/api/matches")).header("Authorization", "Basic YWRtaW46YWRtaW5wYXNz").send(&body);
    assert_eq!(created.unwrap().status(), 200);
    let login = ["--user", other, "--password-file", "password.txt"];
    let line = [&["play", "dead-mans-draw", "--url", &url][..], &login, &["--quiet"]];
    let opponent = start(folder.path(), &line.concat());
    let url = format!("https://localhost:{port}");
    let line = [
        &["play", "dead-mans-draw", "--url", &url, "--user", player][..],
        &["--password-file", "password.txt", "--max-attempts", "3", "--json"],
    ];
    let play = || cardsharp(folder.path(), &line.concat());
    let refused = play().env_remove("SSL_CERT_FILE").output().unwrap();
    let said = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(1), "{said}");
    assert!(said.contains("certificate is refused") && said.contains("SSL_CERT_FILE"), "{said}");
    assert!(said.contains("after 1 attempt in a row"), "{said}");
    let played = play().env("SSL_CERT_FILE", &certificate).output().unwrap();
    let said = String::from_utf8_lossy(&played.stderr).into_owned();
    assert!(played.status.success(), "{said}");
    let report: serde_json::Value = serde_json::from_slice(&played.stdout).unwrap();
    assert_eq!(report["games"], 1, "{report} {said}");
    assert!(opponent.wait_with_output().unwrap().status.success());
    server.kill().unwrap();
    server.wait().unwrap();
}
