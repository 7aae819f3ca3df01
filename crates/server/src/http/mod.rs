//! The HTTP interface: endpoints, limits, headers, pages.

mod arena;
mod boards;
mod company;
mod connection_limits;
mod deals;
mod endpoints;
mod games;
mod live;
mod openapi;
mod pages;
mod puzzles;
mod request;
mod route;
mod tables;

pub(crate) use connection_limits::{LiveRoom, PerAddress};
pub(crate) use live::complaints as live_complaints;

use crate::app::App;
use crate::messages::ErrorCode;
use crate::rate_limit::{Addresses, Network};
use crate::refusal::Refusal;
use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::watch;

/// Where a request comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// What every endpoint shares.
#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) app: Arc<App>,
    addresses: Arc<Addresses>,
    /// The description of all endpoints.
    description: Arc<str>,
    /// Where a request comes from, once that is known.
    from: Network,
    /// Turns true when the server goes down.
    closing: watch::Receiver<bool>,
    /// Room for live connections.
    live: LiveRoom,
}

/// Sent with every answer. Links to seats must not travel in a `Referer`, nothing may be loaded from elsewhere or
/// run that is not a file of ours, and no other page may put ours into a frame.
const HEADERS: [(&str, &str); 5] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// Those of them that only documents obey.
const OF_DOCUMENTS: [&str; 2] = ["content-security-policy", "cross-origin-opener-policy"];

/// Whether an answer is a script or a style. They are many and small: what concerns documents alone would be a third of
/// their weight.
fn is_part_of_a_page(response: &Response) -> bool {
    let kind = response.headers().get(header::CONTENT_TYPE).map(HeaderValue::as_bytes);
    kind.is_some_and(|kind| kind.starts_with(b"text/css") || kind.starts_with(b"text/javascript"))
}

/// Everything that can be asked.
pub(crate) fn router(app: Arc<App>, closing: watch::Receiver<bool>, live: LiveRoom) -> Router {
    pages::prepare();
    let endpoints = endpoints::all();
    let description = Arc::from(openapi::describe(&endpoints));
    let addresses = Arc::default();
    let shared = Shared { app, addresses, description, from: Network::default(), closing, live };
    let mut router = Router::new();
    for endpoint in endpoints {
        router = router.route(endpoint.path, route::route(endpoint));
    }
    router
        .method_not_allowed_fallback(wrong_method)
        .fallback(page)
        .layer(middleware::from_fn_with_state(shared.clone(), around))
        .with_state(shared)
}

async fn wrong_method() -> Refusal {
    let message = "method: expected one that this path knows, found another one";
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, ErrorCode::Method, message)
}

async fn page(State(shared): State<Shared>, request: Request) -> Response {
    if let Err(refusal) = shared.admit(&request, 1.0) {
        return refusal.into_response();
    }
    pages::serve(request.method(), request.uri().path(), request.headers())
}

impl Shared {
    /// Returns when the server goes down.
    async fn closed(&self) {
        // If nobody can say so any more, it is down.
        let _ = self.closing.clone().wait_for(|closing| *closing).await;
    }

    /// Refuses an address that asks for too much.
    fn admit(&self, request: &Request, cost: f64) -> Result<(), Refusal> {
        let config = &self.app.config;
        let address = self.address(request);
        self.addresses.take(address, config.limits.requests, cost).map_err(|seconds| {
            let message = "requests: expected fewer from this address, found too many";
            Refusal::limited(message, seconds.ceil().max(1.0) as u64)
        })
    }

    /// A page of another site may have its name point to this machine and then ask in our name. Where only this
    /// machine can reach the server, it is called by a number or by `localhost`, and by no other name.
    fn check_host(&self, request: &Request) -> Result<(), Refusal> {
        let config = &self.app.config;
        let Some(host) = request.headers().get(header::HOST) else { return Ok(()) };
        let host = host.to_str().unwrap_or_default();
        if config.is_near() && !is_this_machine(host) {
            let expected = "this machine's address, or --proxy for a server with a name";
            let found = kontra_game::quote(host);
            return Err(kontra_game::BadInput::expected("host", expected, found).into());
        }
        Ok(())
    }

    /// Who asks: the other end of the connection or, behind a proxy, what the proxy says.
    fn address(&self, request: &Request) -> IpAddr {
        let peer = request.extensions().get::<Peer>();
        let peer = peer.map_or(IpAddr::from([0, 0, 0, 0]), |&Peer(address)| address);
        if !self.app.config.proxy {
            return peer;
        }
        let forwarded = request.headers().get_all("x-forwarded-for").iter().next_back();
        let last = forwarded.and_then(|value| value.to_str().ok()?.rsplit(',').next());
        last.and_then(|text| text.trim().parse().ok()).unwrap_or(peer)
    }
}

/// Whether a host, perhaps with a port, is a number or `localhost`.
fn is_this_machine(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let number = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    number.parse::<IpAddr>().is_ok() || name.eq_ignore_ascii_case("localhost")
}

/// What surrounds every answer: headers, counting, a line in the log. The log has no query and no header: no token.
async fn around(State(shared): State<Shared>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let mut response = match shared.check_host(&request) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    let part = path.starts_with("/a/") && is_part_of_a_page(&response);
    for (name, value) in
        HEADERS.into_iter().filter(|(name, _)| !part || !OF_DOCUMENTS.contains(name))
    {
        let (name, value) = (HeaderName::from_static(name), HeaderValue::from_static(value));
        response.headers_mut().insert(name, value);
    }
    // What was refused today may be granted tomorrow, and what a seat was told is for nobody else.
    let kept = response.headers_mut().entry(header::CACHE_CONTROL);
    kept.or_insert(HeaderValue::from_static("no-store"));
    let (status, elapsed) = (response.status(), begun.elapsed());
    let metrics = &shared.app.metrics;
    if let Some(counter) = metrics.answers.get(usize::from(status.as_u16() / 100).wrapping_sub(1)) {
        counter.add(1);
    }
    if status == StatusCode::TOO_MANY_REQUESTS {
        metrics.limited.add(1);
    }
    metrics.requests.add(elapsed);
    let ms = elapsed.as_secs_f64() * 1000.0;
    if status.is_server_error() {
        tracing::error!(%method, path, status = status.as_u16(), ms, "answered");
    } else {
        tracing::debug!(%method, path, status = status.as_u16(), ms, "answered");
    }
    response
}
