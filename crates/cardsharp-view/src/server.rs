//! The server of the pages.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use thiserror::Error;
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::explorer::NamedExplorer;
use super::library::Library;
use super::named_advisor::NamedAdvisor;
use super::routes::{Shown, router};
use cardsharp_net::http::server;
use cardsharp_net::server_thread::{ServerThread, ServiceError, StopSignals, listen};

/// The reason why the pages cannot be served.
#[derive(Debug, Error)]
pub enum ViewError {
    /// The port or the thread failed.
    #[error(transparent)]
    Service(#[from] ServiceError),
}

/// A running server of pages. Dropping it stops it.
#[derive(Debug)]
pub struct RunningView {
    address: SocketAddr,
    thread: ServerThread,
}

impl RunningView {
    /// Opens the port and starts to serve. With an advisor, games of its contest show what it would have done. The
    /// policies of `explorers` are shown beside the journals.
    ///
    /// # Errors
    ///
    /// [`ViewError`] if the port cannot be opened.
    pub fn start(
        library: Library,
        advisor: Option<NamedAdvisor>,
        explorers: Vec<NamedExplorer>,
        bind: IpAddr,
        port: u16,
    ) -> Result<RunningView, ViewError> {
        let (listener, address) = listen(bind, port)?;
        let (stop, _) = watch::channel(false);
        let stopped = stop.clone();
        let library = library.beside(explorers.len());
        let router = router(Arc::new(Shown::new(library, advisor, explorers)));
        let serving = async move {
            server::keep(listener, router, stopped, JoinSet::new()).await;
        };
        let thread = ServerThread::start_in_background("view", stop, serving)?;
        Ok(RunningView { address, thread })
    }

    /// The address on which it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until one of these signals comes.
    ///
    /// # Errors
    ///
    /// [`ViewError`] if the server ended by itself.
    pub fn serve_until(mut self, signals: StopSignals) -> Result<(), ViewError> {
        self.thread.stop_on(signals);
        Ok(self.thread.wait()?)
    }
}
