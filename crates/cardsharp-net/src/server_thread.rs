//! The parts that the servers of all contests share: a port, a thread, and ways to stop it.

use std::io::ErrorKind;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use thiserror::Error;
use tokio::sync::watch;

use cardsharp_system::interrupt;
use cardsharp_system::processes::step_back;
use cardsharp_system::sockets::allow_waiting;
use cardsharp_system::stop_flag::STOP_CHECK;

/// The error of a server that cannot start or go on.
#[derive(Debug, Error)]
pub enum ServiceError {
    /// A port cannot be listened on.
    #[error("cannot listen on {bind} port {port}: {source}; choose another port, or 0 for any")]
    Listen {
        /// The address.
        bind: IpAddr,
        /// The port.
        port: u16,
        /// The system's error.
        source: std::io::Error,
    },
    /// A thread or an event loop could not be started.
    #[error("the server's thread could not be started: {0}")]
    Start(std::io::Error),
    /// The server's thread panicked.
    #[error("the server ended by an internal error; its log has the place")]
    Crashed,
}

/// Time to wait for a port that is in use. A process that was just killed keeps its port until the system has
/// released it.
const PORT_PATIENCE: Duration = Duration::from_secs(1);
/// The pause between two attempts to open a port.
const PORT_PAUSE: Duration = Duration::from_millis(50);

/// Number of connections that may wait to be accepted.
const BACKLOG: i32 = 1024;

/// Opens a port for an event loop. Returns the listener and its address.
///
/// # Errors
///
/// [`ServiceError::Listen`].
pub fn listen(bind: IpAddr, port: u16) -> Result<(TcpListener, SocketAddr), ServiceError> {
    let open = || -> std::io::Result<_> {
        let listener = TcpListener::bind((bind, port))?;
        allow_waiting(&listener, BACKLOG)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        Ok((listener, address))
    };
    let begun = Instant::now();
    loop {
        match open() {
            Err(error) if error.kind() == ErrorKind::AddrInUse && begun.elapsed() < PORT_PATIENCE => {
                std::thread::sleep(PORT_PAUSE);
            }
            opened => {
                return opened.map_err(|source| ServiceError::Listen { bind, port, source });
            }
        }
    }
}

/// Ctrl-C, SIGTERM and SIGHUP, which are listened to from the time this is made. None is lost that arrives
/// before a server has started.
#[derive(Debug)]
pub struct StopSignals(Arc<AtomicBool>);

impl StopSignals {
    /// Listens from now on.
    ///
    /// # Errors
    ///
    /// [`ServiceError::Start`] if the system refuses to deliver signals.
    pub fn listen() -> Result<StopSignals, ServiceError> {
        interrupt::flag().map(StopSignals).map_err(ServiceError::Start)
    }
}

/// A server on a thread and an event loop of its own. It can be started and stopped from anywhere, even from
/// within another event loop. Dropping it stops the server.
#[derive(Debug)]
pub struct ServerThread {
    runtime: tokio::runtime::Handle,
    thread: Option<JoinHandle<()>>,
    stop: watch::Sender<bool>,
}

impl ServerThread {
    /// Starts `server`. It ends by itself or once `stop` is set.
    ///
    /// # Errors
    ///
    /// [`ServiceError::Start`].
    pub fn start(
        name: &'static str,
        stop: watch::Sender<bool>,
        server: impl Future<Output = ()> + Send + 'static,
    ) -> Result<ServerThread, ServiceError> {
        ServerThread::start_with(name, || {}, stop, server)
    }

    /// Starts `server` like [`ServerThread::start`], behind the other threads of the machine: for a server whose
    /// answers nobody's clock waits for.
    ///
    /// # Errors
    ///
    /// [`ServiceError::Start`].
    pub fn start_in_background(
        name: &'static str,
        stop: watch::Sender<bool>,
        server: impl Future<Output = ()> + Send + 'static,
    ) -> Result<ServerThread, ServiceError> {
        ServerThread::start_with(name, step_back, stop, server)
    }

    fn start_with(
        name: &'static str,
        at_start: fn(),
        stop: watch::Sender<bool>,
        server: impl Future<Output = ()> + Send + 'static,
    ) -> Result<ServerThread, ServiceError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .thread_name(name)
            .on_thread_start(at_start)
            .build()
            .map_err(ServiceError::Start)?;
        let handle = runtime.handle().clone();
        let thread = std::thread::Builder::new()
            .name(name.to_owned())
            .spawn(move || {
                at_start();
                runtime.block_on(server);
            })
            .map_err(ServiceError::Start)?;
        Ok(ServerThread { runtime: handle, thread: Some(thread), stop })
    }

    /// Tells the server to stop, without waiting for its end.
    pub fn stop(&self) {
        self.stop.send_replace(true);
    }

    /// Waits until the server has stopped.
    ///
    /// # Errors
    ///
    /// [`ServiceError::Crashed`].
    pub fn wait(&mut self) -> Result<(), ServiceError> {
        match self.thread.take().map(JoinHandle::join) {
            Some(Err(_)) => Err(ServiceError::Crashed),
            Some(Ok(())) | None => Ok(()),
        }
    }

    /// Stops the server at one of `signals`.
    pub fn stop_on(&self, signals: StopSignals) {
        let stop = self.stop.clone();
        self.runtime.spawn(async move {
            while !signals.0.load(Ordering::Relaxed) {
                tokio::time::sleep(STOP_CHECK).await;
            }
            stop.send_replace(true);
        });
    }
}

impl Drop for ServerThread {
    fn drop(&mut self) {
        self.stop();
        if self.wait().is_err() {
            tracing::error!("the server's thread had crashed");
        }
    }
}
