//! One connection: reads frames and writes frames.

use std::sync::Arc;
use std::time::Duration;

use socket2::{SockRef, TcpKeepalive};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout, timeout_at};

use super::faults::PeerFault;
use super::seat::{Frame, NewConnection, Seat};
use cardsharp_challenge_game::wire::FrameDecoder;
use cardsharp_system::sockets::acknowledge_at_once;

/// The longest message accepted from a player, in bytes; a move has about 80.
const MAX_MOVE_FRAME: usize = 1 << 16;
/// The longest time that the rest of a message may take to arrive.
const FRAME_PATIENCE: Duration = Duration::from_secs(10);
/// The longest time that one write may take before the connection is closed.
const WRITE_PATIENCE: Duration = Duration::from_secs(10);
/// The time of silence after which the system probes the connection.
const KEEPALIVE: Duration = Duration::from_secs(30);
/// The time for which a refused connection stays open, so that the refusal arrives.
const REFUSAL_LINGER: Duration = Duration::from_millis(500);

/// Runs a connection to its end, and detaches it from the seat. Returns the fault for which it was closed, if any.
pub(super) async fn run_link(
    stream: TcpStream,
    seat: Arc<Seat>,
    attached: NewConnection,
    cut_after: Option<usize>,
) -> Option<PeerFault> {
    tune(&stream);
    let NewConnection { link, outbox } = attached;
    let (reader, writer) = stream.into_split();
    let end = tokio::select! {
        end = read_frames(reader, &seat, link) => end,
        end = write_frames(writer, outbox, cut_after, || seat.detach(link)) => end,
    };
    seat.detach(link);
    end.err()
}

fn tune(stream: &TcpStream) {
    // A missing option of the platform costs speed, not correctness.
    let _ = stream.set_nodelay(true);
    let _ = SockRef::from(stream).set_tcp_keepalive(&TcpKeepalive::new().with_time(KEEPALIVE));
}

async fn read_frames(mut reader: OwnedReadHalf, seat: &Seat, link: u64) -> Result<(), PeerFault> {
    let mut decoder = FrameDecoder::new(MAX_MOVE_FRAME);
    let mut bytes = [0; 2048];
    let mut begun: Option<Instant> = None;
    loop {
        let read = match begun {
            Some(begun) => timeout_at(begun + FRAME_PATIENCE, reader.read(&mut bytes))
                .await
                .map_err(|_| PeerFault::HalfFrame(FRAME_PATIENCE))?,
            None => reader.read(&mut bytes).await,
        };
        let Ok(count @ 1..) = read else {
            return Ok(());
        };
        decoder.push(&bytes[..count]);
        while let Some(frame) = decoder.next_frame()? {
            begun = None;
            seat.receive(link, frame)?;
        }
        if decoder.is_inside_frame() {
            begun.get_or_insert_with(Instant::now);
            acknowledge_at_once(&SockRef::from(reader.as_ref()));
        }
    }
}

/// Each message is one write of its own: header and body must arrive together.
async fn write_frames(
    mut writer: OwnedWriteHalf,
    mut outbox: mpsc::Receiver<Frame>,
    cut_after: Option<usize>,
    detach: impl Fn(),
) -> Result<(), PeerFault> {
    let mut written = 0;
    while let Some(frame) = outbox.recv().await {
        match timeout(WRITE_PATIENCE, writer.write_all(&frame)).await {
            Ok(Ok(())) => written += 1,
            Ok(Err(_)) => return Ok(()),
            Err(_) => return Err(PeerFault::NotReading),
        }
        if cut_after == Some(written) {
            // The seat must be detached before the other end learns of it, since that may connect again at once.
            detach();
            let _ = writer.shutdown().await;
            return Err(PeerFault::CutOnPurpose(written));
        }
    }
    let _ = writer.shutdown().await;
    Ok(())
}

/// Refuses a connection with one message.
pub(super) async fn refuse(mut stream: TcpStream, message: Frame) {
    let farewell = async {
        stream.write_all(&message).await?;
        stream.shutdown().await?;
        // If unread bytes are left at the close, the other end loses the message.
        let mut bytes = [0; 512];
        while stream.read(&mut bytes).await? > 0 {}
        std::io::Result::Ok(())
    };
    let _ = timeout(REFUSAL_LINGER, farewell).await;
}
