//! Listening, and stopping in good order.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use axum::middleware::from_fn_with_state;
use longroll_catalog::facts::{BattleFacts, ScenarioFacts};
use longroll_shell_for_guns_table::Folder as TabletopFolder;
use tokio::net::TcpListener;

use crate::brushes::paint;
use crate::desk::Desk;
use crate::games::{self, Hall, Shield, StoreError, usual_file};
use crate::host::{Names, own_name};
use crate::listener::{self, HEADER_TIME};
use crate::routes::router;
use crate::tabletop;

/// The port that is tried first when none is asked for: the year of the battle and the day.
const USUAL_PORT: u16 = 4862;

/// Threads for slow work beside painting. Each keeps some memory of its own.
const WORKERS: usize = 4;

/// Where to listen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ServeOptions {
    /// The machine's address to listen on; 127.0.0.1 if none, which nobody else can reach.
    pub host: Option<IpAddr>,
    /// The port; if none, 4862, or any free one if that is taken. 0 takes any free one.
    pub port: Option<u16>,
}

/// What to serve.
#[derive(Debug)]
pub struct Contents {
    /// The battle.
    pub battle: Arc<BattleFacts>,
    /// Its scenarios.
    pub scenarios: Vec<Arc<ScenarioFacts>>,
    /// Tables, armies and figures of Shell for Guns Lite.
    pub tabletop: TabletopFolder,
}

/// Why serving ended badly.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {reason}")]
    Address {
        /// What was asked for.
        address: SocketAddr,
        /// What the system says.
        reason: io::Error,
    },
    /// The file of games cannot be opened.
    #[error(transparent)]
    Games(#[from] StoreError),
    /// Anything else the system refuses.
    #[error("the server stopped: {0}")]
    Stopped(#[from] io::Error),
}

/// Serves until the process is asked to stop (Ctrl-C, SIGTERM), then lets running answers finish.
///
/// `on_ready` is told the address once it can be opened.
pub async fn serve(
    options: ServeOptions,
    contents: Contents,
    on_ready: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    serve_games(options, contents, usual_file(), on_ready).await
}

/// The same with the file in which games are kept; without one they live in memory and end with the server.
pub async fn serve_games(
    options: ServeOptions,
    contents: Contents,
    games: Option<PathBuf>,
    on_ready: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    let listener = listen(options).await?;
    let address = listener.local_addr()?;
    let hall = Arc::new(Hall::open(games.as_deref(), Shield::of(address.ip())).await?);
    let shield = Shield::of(address.ip());
    let folder = games.map(|file| file.with_file_name("tabletop"));
    let tables = Arc::new(tabletop::Hall::open(folder, contents.tabletop));
    on_ready(address);
    let desk = Arc::new(Desk::new(contents.battle, contents.scenarios));
    // The coarser tiles are painted ahead whenever nobody asks for anything; it ends with the runtime.
    tokio::spawn(warm(Arc::clone(&desk)));
    let service = router(desk)
        .merge(games::routes(hall))
        .merge(tabletop::routes(tables, shield))
        .layer(from_fn_with_state(Names::of(address), own_name));
    let served = listener::answer(listener, service, HEADER_TIME, asked_to_stop()).await;
    Ok(served?)
}

/// Paints the coarser tiles ahead, coarsest first, one at a time.
async fn warm(desk: Arc<Desk>) {
    for (level, column, row) in desk.seen_first() {
        let desk = Arc::clone(&desk);
        // Whoever asks for a tile that cannot be painted is told so then.
        let _ = paint(move || {
            desk.tile(
                &level.to_string(),
                &column.to_string(),
                &row.to_string(),
                None,
            )
        })
        .await;
    }
}

/// [`serve`] for a program that is not asynchronous itself.
pub fn serve_blocking(
    options: ServeOptions,
    contents: Contents,
    on_ready: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .max_blocking_threads(WORKERS)
        .enable_all()
        .build()?;
    runtime.block_on(serve(options, contents, on_ready))
}

async fn listen(options: ServeOptions) -> Result<TcpListener, ServeError> {
    let host = options.host.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let address = SocketAddr::new(host, options.port.unwrap_or(USUAL_PORT));
    match TcpListener::bind(address).await {
        Err(reason) if options.port.is_none() && reason.kind() == io::ErrorKind::AddrInUse => {
            let any = SocketAddr::new(host, 0);
            TcpListener::bind(any)
                .await
                .map_err(|reason| ServeError::Address {
                    address: any,
                    reason,
                })
        }
        bound => bound.map_err(|reason| ServeError::Address { address, reason }),
    }
}

/// Resolves when the process is asked to stop.
async fn asked_to_stop() {
    let interrupted = async {
        // Without the handler the system's own answer to Ctrl-C remains, which is to end the process.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        () = interrupted => {}
        () = terminated => {}
    }
}
