#![allow(clippy::unwrap_used)] // The lint's exception for tests does not reach what they call.

use super::*;

/// A server that answers each request by its body within an object, and ends the connection.
fn server() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for client in listener.incoming() {
            let mut client = client.unwrap();
            let (head, body) = read_request(&mut client).unwrap();
            assert!(head.contains("\r\nConnection: close\r\n") && !head.contains("keep-alive"), "{head}");
            let text = json!({"heard": serde_json::from_slice::<Value>(&body).unwrap()}).to_string();
            let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", text.len());
            client.write_all(&[head, text].concat().into_bytes()).unwrap();
        }
    });
    address
}

/// The bytes that come back for a request, piece by piece, by a relay with this treatment.
fn asked(treatment: Treatment, request: &str) -> (Vec<Vec<u8>>, Vec<Exchange>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let relay = Relay::start(listener, server(), |_| false, move |_, _| treatment).unwrap();
    let mut client = TcpStream::connect(relay.address).unwrap();
    client.write_all(request.as_bytes()).unwrap();
    let mut pieces = Vec::new();
    let mut bytes = [0; 4096];
    while let Ok(count @ 1..) = client.read(&mut bytes) {
        pieces.push(bytes[..count].to_vec());
    }
    (pieces, relay.exchanges())
}

const REQUEST: &str = "POST /api/play/?x=1 HTTP/1.1\r\nHost: a\r\nAuthorization: Basic x\r\nConnection: keep-alive\r\n\
                       Content-Length: 12\r\n\r\n{\"card\": 12}";

fn text(pieces: &[Vec<u8>]) -> String {
    String::from_utf8(pieces.concat()).unwrap()
}

#[test]
fn a_request_is_passed_on_and_noted() {
    let (pieces, exchanges) = asked(Treatment::Whole, REQUEST);
    assert!(text(&pieces).ends_with("\r\n\r\n{\"heard\":{\"card\":12}}"), "{}", text(&pieces));
    let one = &exchanges[0];
    assert_eq!((&*one.line, one.status, one.has_login), ("POST /api/play/?x=1", 200, true));
    assert_eq!((&one.request, &one.answer["heard"]), (&json!({"card": 12}), &json!({"card": 12})));
}

#[test]
fn a_body_in_chunks_is_passed_on() {
    let chunked = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"car\r\n7\r\nd\": 12}\r\n0\r\n\r\n";
    let (pieces, _) = asked(Treatment::Whole, chunked);
    assert!(text(&pieces).ends_with("{\"heard\":{\"card\":12}}"), "{}", text(&pieces));
    assert_eq!(from_chunks(b"5\r\n{\"car\r\n"), None);
    assert_eq!(from_chunks(b"zz\r\n"), None);
    assert_eq!(from_chunks(b"ffffffffffffffff\r\nrest"), None, "the length is no length of memory");
}

#[test]
fn answers_come_in_pieces_with_unknown_keys_or_cut() {
    let (pieces, _) = asked(Treatment::Pieces, REQUEST);
    assert!(pieces.len() > 2, "{pieces:?}");
    assert!(text(&pieces).ends_with("{\"heard\":{\"card\":12}}"), "{}", text(&pieces));
    let (pieces, _) = asked(Treatment::Unknown, REQUEST);
    let bytes = pieces.concat();
    let (head, body) = split(&bytes);
    assert_eq!(field(&head, "content-length").unwrap().parse(), Ok(body.len()));
    let body: Value = serde_json::from_slice(body).unwrap();
    assert!(body["heard"].is_object() && body["addedLater"].is_object(), "{body}");
    let (pieces, exchanges) = asked(Treatment::Cut, REQUEST);
    assert!(text(&pieces).ends_with("{\"heard\":{\""), "{}", text(&pieces));
    assert_eq!(exchanges[0].status, 200);
    let (pieces, exchanges) = asked(Treatment::Lost, REQUEST);
    assert!(pieces.is_empty());
    assert_eq!(exchanges[0].answer["heard"]["card"], 12, "the server has it");
}

#[test]
fn unknown_keys_go_into_the_objects_of_a_list() {
    let mut list = json!([{"a": 1}, 2, {}]);
    add_unknown_keys(&mut list);
    assert!(list[0]["addedLater"].is_object() && list[2]["addedLater"].is_object(), "{list}");
    assert_eq!((&list[0]["a"], &list[1]), (&json!(1), &json!(2)));
}
