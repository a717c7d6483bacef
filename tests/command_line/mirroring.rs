//! Copies of journals from hostile servers.
#![cfg(unix)]

use std::io::{Read, Write};
use std::time::Duration;

/// A server that answers every request for a journal with as many bytes as one may ask for, or not at all.
fn endless(silent: bool) -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            std::thread::spawn(move || {
                let part = vec![b'x'; 1 << 20];
                let head = format!("HTTP/1.1 206 Partial Content\r\nContent-Length: {}\r\n\r\n", part.len());
                let mut request = [0; 4096];
                while stream.read(&mut request).is_ok_and(|read| read > 0) {
                    if silent {
                        std::thread::sleep(Duration::from_secs(30));
                    }
                    let sent = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&part));
                    if sent.is_err() {
                        return;
                    }
                }
            });
        }
    });
    format!("http://{address}/")
}

#[test]
fn a_server_that_never_ends_is_left() {
    let limit = 8 << 20;
    let copied = cardsharp::view::Mirror::start(&endless(false), limit);
    let said = copied.map(|_| ()).unwrap_err().to_string();
    assert!(said.contains("sends more than 8 MiB") && said.contains("curl"), "{said}");
}

/// A signal ends the copying at once, whatever the server does.
#[test]
fn a_copy_from_a_hostile_server_is_interrupted() {
    for silent in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let child = crate::binary::cardsharp(folder.path(), &["view", &endless(silent)])
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(700));
        let asked = std::time::Instant::now();
        crate::binary::signal(&child, "-TERM");
        let output = child.wait_with_output().unwrap();
        assert!(asked.elapsed() < Duration::from_secs(15), "{:?}", asked.elapsed());
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("interrupted while its journal was copied"), "{said}");
    }
}
