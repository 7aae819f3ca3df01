//! The process: listening, accepting, going down without losing anything.

use crate::app::{self, App};
use crate::config::Config;
use crate::disk::{DiskError, StoreLock, Taken};
use crate::http::{self, LiveRoom, Peer, PerAddress};
use crate::ids::Random;
use crate::write_timeout::WriteTimeout;
use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::fmt;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::pin::pin;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tower_service::Service;

/// This many ports are tried after the one that is taken.
const MORE_PORTS: u16 = 20;

/// How long a client may take to say what it wants.
const HEADER_PATIENCE: Duration = Duration::from_secs(10);

/// How long requests that are under way may take when the server goes down.
const LAST_REQUESTS: Duration = Duration::from_secs(5);

/// The largest head of a request.
const LARGEST_HEAD: usize = 16 * 1024;

/// Why a server did not start.
#[derive(Debug)]
pub struct ServeError {
    sentence: String,
    served_at: Option<String>,
}

impl ServeError {
    fn new(sentence: impl Into<String>) -> ServeError {
        ServeError { sentence: sentence.into(), served_at: None }
    }

    /// The address of the server that has the store already, where that is the reason.
    pub fn served_at(&self) -> Option<&str> {
        self.served_at.as_deref()
    }

    fn taken(store: &Path, Taken(link): Taken) -> ServeError {
        let found = link.as_ref().map_or("one".to_owned(), |link| format!("one at {link}"));
        let expected = "expected a store that no server uses";
        let sentence = format!("{}: {expected}, found {found}; see --store", store.display());
        ServeError { sentence, served_at: link }
    }
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

impl std::error::Error for ServeError {}

/// A server that runs on threads of its own.
pub struct Server {
    addr: SocketAddr,
    closing: watch::Sender<bool>,
    thread: Option<JoinHandle<()>>,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Server({})", self.addr)
    }
}

impl Server {
    /// Starts a server; it accepts connections when this returns.
    pub fn start(config: Config) -> Result<Server, ServeError> {
        Server::start_with(config, Random::System)
    }

    pub(crate) fn start_with(config: Config, random: Random) -> Result<Server, ServeError> {
        if !config.programs.is_empty() && !config.is_near() {
            let expected = "expected an address that only this machine can reach, and no proxy";
            return Err(ServeError::new(format!("--external: {expected}, found {}", config.addr)));
        }
        crate::agents::check_names(&config.programs)
            .map_err(|bad| ServeError::new(bad.to_string()))?;
        let listener = listen(&config)?;
        let addr = listener.local_addr().map_err(|error| ServeError::new(error.to_string()))?;
        let sole = match config.store.as_deref() {
            Some(store) => StoreLock::server(store, &link(addr))
                .map_err(|taken| ServeError::taken(store, taken))?,
            None => None,
        };
        let app =
            App::open(config, random).map_err(|DiskError(sentence)| ServeError::new(sentence))?;
        let failed =
            |error: io::Error| ServeError::new(format!("a thread could not be started: {error}"));
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("web")
            .enable_all()
            .build()
            .map_err(failed)?;
        let (closing, closed) = watch::channel(false);
        let thread = std::thread::Builder::new()
            .name("server".to_owned())
            .spawn(move || {
                run(&runtime, listener, &app, closed);
                // A reader of a large store is not waited for.
                runtime.shutdown_timeout(LAST_REQUESTS);
                app.disk.close();
                drop(sole);
            })
            .map_err(failed)?;
        Ok(Server { addr, closing, thread: Some(thread) })
    }

    /// Where it listens.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// The address for a browser on this machine.
    pub fn link(&self) -> String {
        link(self.addr)
    }

    /// Lets requests that are under way end, and closes everything.
    pub fn stop(mut self) {
        self.close();
    }

    /// Waits for an interrupt or a request to terminate, then [stops](Server::stop).
    pub fn run_until_interrupted(self) -> io::Result<()> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(interrupted())?;
        tracing::info!("going down");
        self.stop();
        Ok(())
    }

    fn close(&mut self) {
        self.closing.send_replace(true);
        if let Some(thread) = self.thread.take() {
            // If it panicked, there is nothing left to close.
            let _ = thread.join();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.close();
    }
}

/// The address of a server for a browser on this machine: one that listens everywhere is found at this machine's own address.
fn link(addr: SocketAddr) -> String {
    match addr.ip().is_unspecified() {
        true => format!("http://localhost:{}/", addr.port()),
        false => format!("http://{addr}/"),
    }
}

async fn interrupted() -> io::Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate())?;
        tokio::select! {
            interrupt = tokio::signal::ctrl_c() => interrupt,
            _ = terminate.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}

/// Binds the address, or the next free port after it.
fn listen(config: &Config) -> Result<TcpListener, ServeError> {
    let mut addr = config.addr;
    let more = if config.any_port { MORE_PORTS } else { 0 };
    for _ in 0..more {
        match TcpListener::bind(addr) {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse && addr.port() < u16::MAX => {
                addr.set_port(addr.port() + 1);
            }
            found => return checked(found, addr),
        }
    }
    checked(TcpListener::bind(addr), addr)
}

fn checked(found: io::Result<TcpListener>, addr: SocketAddr) -> Result<TcpListener, ServeError> {
    let listener = found.map_err(|error| {
        let found = match error.kind() {
            io::ErrorKind::AddrInUse => "that another program has it".to_owned(),
            io::ErrorKind::PermissionDenied => "that permission is denied".to_owned(),
            io::ErrorKind::AddrNotAvailable => "that this machine does not have it".to_owned(),
            _ => error.to_string(),
        };
        ServeError::new(format!("{addr}: expected an address to listen at, found {found}"))
    })?;
    let blocking = listener.set_nonblocking(true);
    blocking.map_err(|error| ServeError::new(error.to_string()))?;
    Ok(listener)
}

fn run(runtime: &Runtime, listener: TcpListener, app: &Arc<App>, closed: watch::Receiver<bool>) {
    runtime.block_on(async {
        let most = app.config.limits.connections;
        let (room, live) = (Arc::new(Semaphore::new(most)), LiveRoom::new(most));
        let router = http::router(Arc::clone(app), closed.clone(), live.clone());
        let sweeper = tokio::spawn(app::sweep(Arc::clone(app)));
        let door = Door {
            room: Arc::clone(&room),
            addresses: PerAddress::default(),
            // Behind a proxy all connections are the proxy's.
            per_address: if app.config.proxy { most } else { app.config.limits.per_address },
            patience: app.config.limits.patience,
        };
        match tokio::net::TcpListener::from_std(listener) {
            Ok(listener) => accept(listener, &router, &door, app, closed).await,
            Err(error) => tracing::error!(%error, "the listener could not be used"),
        }
        // Every connection has a permit: when all are back, all connections are closed.
        let all = u32::try_from(most).unwrap_or(u32::MAX);
        let closed = async { (room.acquire_many(all).await.is_ok(), live.emptied().await) };
        let _ = tokio::time::timeout(LAST_REQUESTS, closed).await;
        sweeper.abort();
        app.close();
    });
}

/// Who may come in.
struct Door {
    room: Arc<Semaphore>,
    addresses: PerAddress,
    per_address: usize,
    patience: Duration,
}

/// What somebody is told who has too many connections already.
const TOO_MANY: &[u8] = b"HTTP/1.1 429 Too Many Requests\r\ncontent-length: 0\r\nretry-after: 10\r\nconnection: close\r\n\r\n";

/// Accepts connections until the server goes down.
async fn accept(
    listener: tokio::net::TcpListener,
    router: &Router,
    door: &Door,
    app: &Arc<App>,
    mut closed: watch::Receiver<bool>,
) {
    loop {
        let accepted = tokio::select! {
            () = wait_for(&mut closed) => break,
            accepted = accept_one(&listener, &door.room) => accepted,
        };
        let (stream, peer, permit) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Too many open files, most likely: others will be closed soon.
                tracing::error!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let Some(entered) = door.addresses.enter(peer.ip(), door.per_address) else {
            app.metrics.limited.add(1);
            // Nobody waits until it has arrived.
            let _ = stream.try_write(TOO_MANY);
            continue;
        };
        let (router, closed, app) = (router.clone(), closed.clone(), Arc::clone(app));
        let patience = door.patience;
        tokio::spawn(async move {
            app.metrics.connections_opened.add(1);
            serve(stream, peer, patience, router, closed).await;
            app.metrics.connections_closed.add(1);
            drop((permit, entered));
        });
    }
}

async fn wait_for(closed: &mut watch::Receiver<bool>) {
    // If nobody can say so any more, it is time as well.
    let _ = closed.wait_for(|closed| *closed).await;
}

/// The next connection, once there is room for it.
async fn accept_one(
    listener: &tokio::net::TcpListener,
    room: &Arc<Semaphore>,
) -> io::Result<(TcpStream, SocketAddr, OwnedSemaphorePermit)> {
    let permit = Arc::clone(room).acquire_owned().await.map_err(io::Error::other)?;
    let (stream, peer) = listener.accept().await?;
    Ok((stream, peer, permit))
}

/// Serves one connection until it ends or, when the server goes down, until its present request is answered.
async fn serve(
    stream: TcpStream,
    peer: SocketAddr,
    patience: Duration,
    router: Router,
    mut closed: watch::Receiver<bool>,
) {
    // Moves are small and should not wait to be sent together.
    let _ = stream.set_nodelay(true);
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        let mut request: Request = request.map(Body::new);
        request.extensions_mut().insert(Peer(peer.ip()));
        router.clone().call(request)
    });
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_PATIENCE)
        .max_buf_size(LARGEST_HEAD)
        .serve_connection(TokioIo::new(WriteTimeout::new(stream, patience)), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    // A connection that breaks concerns nobody else.
    tokio::select! {
        _ = connection.as_mut() => {}
        () = wait_for(&mut closed) => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}
