//! Listening sockets.

use std::io;
use std::net::TcpListener;

use socket2::SockRef;

/// Lets so many connections wait to be accepted. With the 128 of the standard library, each further connection of
/// a burst is repeated by its client's system after a second. Where the length of the queue cannot be changed, it
/// does nothing.
///
/// # Errors
///
/// The system's.
pub fn allow_waiting(listener: &TcpListener, connections: i32) -> io::Result<()> {
    #[cfg(unix)]
    rustix::net::listen(listener, connections)?;
    #[cfg(not(unix))]
    let _ = (listener, connections);
    Ok(())
}

/// Acknowledges at once the part of an unfinished message that arrived, on Linux. Some clients write header and
/// body separately, and hold the body back until the header is acknowledged. The usual delay of 40 ms would use up
/// their clocks.
pub fn acknowledge_at_once(socket: &SockRef<'_>) {
    // Without it the answer comes later, and is right.
    #[cfg(target_os = "linux")]
    let _ = socket.set_tcp_quickack(true);
    #[cfg(not(target_os = "linux"))]
    let _ = socket;
}
