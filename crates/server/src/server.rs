//! The process: listening, accepting, going down without losing anything.

use crate::config::Config;
use crate::disk::{DiskError, Sole};
use crate::hall::{self, Hall};
use crate::http::{self, Peer};
use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::fmt;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::pin::pin;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tower_service::Service;

/// So many ports are tried after the one that is taken.
const MORE_PORTS: u16 = 20;

/// How long a client may take to say what it wants.
const HEADER_PATIENCE: Duration = Duration::from_secs(10);

/// How long requests that are under way may take when the server goes down.
const LAST_REQUESTS: Duration = Duration::from_secs(5);

/// The largest head of a request.
const LARGEST_HEAD: usize = 16 * 1024;

/// Why a server did not start.
#[derive(Debug)]
pub struct ServeError(String);

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
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
        let listener = listen(&config)?;
        let addr = listener.local_addr().map_err(|error| ServeError(error.to_string()))?;
        let sentence = |DiskError(sentence)| ServeError(sentence);
        let store = config.store.as_deref();
        let sole = store.map_or(Ok(None), |store| Sole::server(store, addr)).map_err(sentence)?;
        let hall = Hall::open(config).map_err(sentence)?;
        let failed =
            |error: io::Error| ServeError(format!("a thread could not be started: {error}"));
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
                run(&runtime, listener, &hall, closed);
                // Whoever still reads a large store is not waited for.
                runtime.shutdown_timeout(LAST_REQUESTS);
                hall.disk.close();
                drop(sole);
            })
            .map_err(failed)?;
        Ok(Server { addr, closing, thread: Some(thread) })
    }

    /// Where it listens.
    pub fn addr(&self) -> SocketAddr {
        self.addr
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
        ServeError(format!("{addr}: expected an address to listen at, found {found}"))
    })?;
    let blocking = listener.set_nonblocking(true);
    blocking.map_err(|error| ServeError(error.to_string()))?;
    Ok(listener)
}

fn run(runtime: &Runtime, listener: TcpListener, hall: &Arc<Hall>, closed: watch::Receiver<bool>) {
    runtime.block_on(async {
        let most = hall.config.limits.connections;
        let [room, live] = [most, most].map(|most| Arc::new(Semaphore::new(most)));
        let router = http::router(Arc::clone(hall), closed.clone(), Arc::clone(&live));
        let sweeper = tokio::spawn(hall::sweep(Arc::clone(hall)));
        match tokio::net::TcpListener::from_std(listener) {
            Ok(listener) => accept(listener, &router, &room, closed).await,
            Err(error) => tracing::error!(%error, "the listener could not be used"),
        }
        // Every connection has a permit: when all are back, all connections are closed.
        let all = u32::try_from(most).unwrap_or(u32::MAX);
        let closed =
            async { (room.acquire_many(all).await.is_ok(), live.acquire_many(all).await.is_ok()) };
        let _ = tokio::time::timeout(LAST_REQUESTS, closed).await;
        sweeper.abort();
        hall.close();
    });
}

/// Accepts connections until the server goes down.
async fn accept(
    listener: tokio::net::TcpListener,
    router: &Router,
    room: &Arc<Semaphore>,
    mut closed: watch::Receiver<bool>,
) {
    loop {
        let accepted = tokio::select! {
            () = wait_for(&mut closed) => break,
            accepted = accept_one(&listener, room) => accepted,
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
        let (router, closed) = (router.clone(), closed.clone());
        tokio::spawn(async move {
            serve(stream, peer, router, closed).await;
            drop(permit);
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
        .serve_connection(TokioIo::new(stream), service)
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
