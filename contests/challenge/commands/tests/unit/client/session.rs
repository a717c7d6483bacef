use std::net::TcpListener;

use super::*;

#[test]
fn silent_connections_are_asked_whether_they_are_there() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let stream = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    tune(&stream).unwrap();
    let socket = SockRef::from(&stream);
    assert!(socket.keepalive().unwrap());
    assert_eq!(socket.tcp_keepalive_time().unwrap(), KEEPALIVE);
    assert!(stream.nodelay().unwrap());
}
