//! One endpoint: what it is for people and programs, and how a request reaches it.

use super::openapi::SchemaOf;
use super::request::{self, Answer, ApiRequest};
use super::{Shared, live};
use crate::app::App;
use crate::messages::ErrorCode;
use crate::refusal::Refusal;
use axum::body::to_bytes;
use axum::extract::rejection::RawPathParamsRejection;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequestParts, RawPathParams, Request, State};
use axum::http::StatusCode;
use axum::routing::{self, MethodRouter};
use serde_json::Value;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

/// How long a body may take to arrive.
const PATIENCE: Duration = Duration::from_secs(10);

/// The largest body, except where a record is in it.
pub(crate) const LARGEST_BODY: usize = 64 * 1024;

/// The largest body with a record in it: as text in JSON it may be twice as long.
pub(crate) const LARGEST_RECORD: usize = 2 * kontra_game::MAX_RECORD_BYTES as usize;

/// Who may ask.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Access {
    /// Anybody; there is nothing that a token could open.
    Anybody,
    /// Anybody watches; a token shows a seat's view. A wrong token is refused.
    Either,
    /// A caller who sits at the table; anybody, at a table without people.
    Table,
    /// The person on a seat.
    Seat,
    /// A caller who has the table's invite, which is in the body.
    Invited,
}

type Reply = Pin<Box<dyn Future<Output = Result<Answer, Refusal>> + Send>>;

/// What an endpoint does.
pub(crate) enum Action {
    Get(fn(Arc<App>, ApiRequest) -> Reply),
    /// A question with a body: of no use to anybody once the asker has gone.
    Post(fn(Arc<App>, ApiRequest) -> Reply),
    /// A change: once begun it is carried out, also when the asker has gone.
    Change(fn(Arc<App>, ApiRequest) -> Reply),
    /// The description of all endpoints.
    Describe,
    /// Numbers about the server.
    Metrics,
    /// A live connection.
    Live,
}

/// One thing that can be asked.
pub(crate) struct Endpoint {
    pub(crate) path: &'static str,
    pub(crate) action: Action,
    pub(crate) access: Access,
    pub(crate) about: &'static str,
    /// What it costs of what one address may ask for.
    pub(crate) cost: f64,
    /// The schema of the body.
    pub(crate) body: Option<SchemaOf>,
    /// Names in the query.
    pub(crate) query: &'static [&'static str],
    /// The status of success, and the schema of the answer.
    pub(crate) answer: (u16, SchemaOf),
}

/// How requests reach an endpoint.
pub(crate) fn route(endpoint: Endpoint) -> MethodRouter<Shared> {
    let Endpoint { cost, action, path, .. } = endpoint;
    let most = if path == "/api/games" { LARGEST_RECORD } else { LARGEST_BODY };
    match action {
        Action::Get(function) => routing::get(
            move |State(shared): State<Shared>, params: Params, request: Request| async move {
                shared.admit(&request, cost)?;
                let ask = without_body(&shared, params, &request)?;
                function(shared.app, ask).await
            },
        ),
        Action::Post(function) => routing::post(
            move |State(shared): State<Shared>, params: Params, request: Request| async move {
                shared.admit(&request, cost)?;
                let ask = with_body(&shared, params, request, most).await?;
                function(shared.app, ask).await
            },
        ),
        Action::Change(function) => routing::post(
            move |State(shared): State<Shared>, params: Params, request: Request| async move {
                shared.admit(&request, cost)?;
                let ask = with_body(&shared, params, request, most).await?;
                carry_out(function(shared.app, ask)).await
            },
        ),
        Action::Describe => {
            routing::get(move |State(shared): State<Shared>, request: Request| async move {
                shared.admit(&request, cost)?;
                let description = shared.description.as_ref().to_owned();
                Ok::<_, Refusal>(Answer::Json(StatusCode::OK, description))
            })
        }
        Action::Metrics => routing::get(|State(shared): State<Shared>| async move {
            Answer::Text("text/plain; version=0.0.4", shared.app.numbers())
        }),
        Action::Live => routing::get(
            move |State(shared): State<Shared>, params: Params, request: Request| async move {
                shared.admit(&request, cost)?;
                let address = shared.address(&request);
                let (mut parts, _) = request.into_parts();
                let path = read_params(params)?;
                live::check_origin(&parts.headers)?;
                let upgrade = WebSocketUpgrade::from_request_parts(&mut parts, &shared).await;
                let upgrade = upgrade.map_err(|_| {
                    Refusal::bad("upgrade: expected a WebSocket, found another request")
                })?;
                let table = path.into_iter().next().map_or(String::new(), |(_, value)| value);
                let shared = Shared { from: address.into(), ..shared };
                live::accept(upgrade, shared, address, table)
            },
        ),
    }
}

/// A caller who closes the connection ends the request, but not what it has begun: a move that is on its way to the disk
/// must be told to everybody at the table.
pub(super) async fn carry_out<T: Send + 'static>(
    change: impl Future<Output = Result<T, Refusal>> + Send + 'static,
) -> Result<T, Refusal> {
    let failed = |_| Refusal::unavailable("request: expected to carry it out, found a failure");
    tokio::spawn(change).await.map_err(failed)?
}

type Params = Result<RawPathParams, RawPathParamsRejection>;

fn read_params(params: Params) -> Result<Vec<(String, String)>, Refusal> {
    let params = params.map_err(|_| Refusal::bad("path: expected UTF-8, found something else"))?;
    Ok(request::read_path(&params))
}

fn without_body(shared: &Shared, params: Params, request: &Request) -> Result<ApiRequest, Refusal> {
    Ok(ApiRequest {
        path: read_params(params)?,
        query: request::read_query(request.uri().query()),
        token: request::read_token(request.headers()),
        from: shared.address(request).into(),
        host: header(request, "host"),
        secure: header(request, "x-forwarded-proto").as_deref() == Some("https"),
        body: Value::Null,
    })
}

/// A header that is text.
fn header(request: &Request, name: &str) -> Option<String> {
    request.headers().get(name)?.to_str().ok().map(str::to_owned)
}

async fn with_body(
    shared: &Shared,
    params: Params,
    request: Request,
    most: usize,
) -> Result<ApiRequest, Refusal> {
    let mut ask = without_body(shared, params, &request)?;
    ask.numbers([])?;
    // A page of another site cannot send this type without asking first, and is not allowed to.
    if !request::is_json(request.headers()) {
        let message = "content-type: expected application/json, found another one";
        return Err(Refusal::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            ErrorCode::MediaType,
            message,
        ));
    }
    let declared = request.headers().get("content-length").and_then(|value| value.to_str().ok());
    let declared = declared.and_then(|text| text.parse::<usize>().ok());
    let too_large = || {
        let message = format!("body: expected at most {most} bytes, found more");
        Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, ErrorCode::TooLarge, message)
    };
    if declared.is_some_and(|length| length > most) {
        return Err(too_large());
    }
    let bytes = tokio::time::timeout(PATIENCE, to_bytes(request.into_body(), most)).await;
    let bytes = bytes.map_err(|_| {
        let message = "body: expected it within ten seconds, found it incomplete";
        Refusal::new(StatusCode::REQUEST_TIMEOUT, ErrorCode::Timeout, message)
    })?;
    // The body was longer than it may be, or the connection broke: then nobody hears the answer.
    ask.body = request::read_body(&bytes.map_err(|_| too_large())?)?;
    Ok(ask)
}

impl App {
    /// Everything that is counted.
    fn numbers(&self) -> String {
        let [people, agents, questions, reviews] = self.pool.waiting().map(|number| number as u64);
        let store = self.disk.standing();
        self.metrics.text(&[
            (
                "kontra_store_ready",
                "Whether the last change could be kept.",
                u64::from(store.trouble.is_none()),
            ),
            ("kontra_store_failed_writes", "Changes that could not be kept.", store.failures),
            ("kontra_tables", "Tables in memory.", self.tables_in_memory() as u64),
            ("kontra_waiting_people", "Agents' moves that people wait for.", people),
            ("kontra_waiting_questions", "Questions that wait.", questions),
            ("kontra_waiting_agents", "Agents' moves at tables without people.", agents),
            ("kontra_waiting_reviews", "Decisions that wait to be reviewed.", reviews),
        ])
    }
}
