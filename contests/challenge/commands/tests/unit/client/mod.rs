use std::net::TcpListener;

use super::*;

#[cfg(target_os = "linux")]
#[test]
fn connection_to_itself_is_none() {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
    socket.bind(&SocketAddr::from(([127, 0, 0, 1], 0)).into()).unwrap();
    let own = socket.local_addr().unwrap();
    socket.connect(&own).unwrap();
    assert!(meets_itself(&socket.into()));
}

#[test]
fn connection_comes_from_the_address_that_is_asked_for() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let from = "127.0.0.1".parse().ok();
    let stream = connect("127.0.0.1", port, from).unwrap();
    assert_eq!(Some(stream.local_addr().unwrap().ip()), from);
    let other_kind = "::1".parse().ok();
    assert!(connect("127.0.0.1", port, other_kind).is_err());
}

#[test]
fn connection_to_a_listener_is_one() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    assert!(!meets_itself(&connect("127.0.0.1", port, None).unwrap()));
}
