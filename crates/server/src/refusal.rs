use crate::messages::{ErrorBody, ErrorCode, ErrorWords, LiveMessage, to_text};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use kontra_game::BadInput;

/// Why a request is not granted: a word for programs, a sentence for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    pub(crate) code: ErrorCode,
    pub(crate) message: String,
    /// Seconds after which it is worth trying again.
    pub(crate) retry_after: Option<u64>,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, code: ErrorCode, message: impl Into<String>) -> Self {
        Refusal { status, code, message: message.into(), retry_after: None }
    }

    pub(crate) fn bad(message: impl Into<String>) -> Self {
        Refusal::new(StatusCode::BAD_REQUEST, ErrorCode::BadRequest, message)
    }

    pub(crate) fn illegal(message: impl Into<String>) -> Self {
        Refusal::new(StatusCode::BAD_REQUEST, ErrorCode::Illegal, message)
    }

    /// The token is missing or wrong; which of the two is not said.
    pub(crate) fn unauthorized() -> Self {
        let message =
            "token: expected the token of a seat at this table, found none or another one";
        Refusal::new(StatusCode::UNAUTHORIZED, ErrorCode::Unauthorized, message)
    }

    pub(crate) fn not_found(what: &str) -> Self {
        let message = format!("{what}: expected one that exists, found none of that name");
        Refusal::new(StatusCode::NOT_FOUND, ErrorCode::NotFound, message)
    }

    pub(crate) fn conflict(code: ErrorCode, message: impl Into<String>) -> Self {
        Refusal::new(StatusCode::CONFLICT, code, message)
    }

    /// A limit was reached.
    pub(crate) fn limited(message: impl Into<String>, retry_after: u64) -> Self {
        let refusal = Refusal::new(StatusCode::TOO_MANY_REQUESTS, ErrorCode::Limited, message);
        Refusal { retry_after: Some(retry_after), ..refusal }
    }

    /// The disk does not take what must be on it first.
    pub(crate) fn unavailable(message: impl Into<String>) -> Self {
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, ErrorCode::Unavailable, message)
    }

    fn body(&self) -> String {
        to_text(&ErrorBody { error: ErrorWords { code: self.code, message: &self.message } })
    }

    /// The same as a message on a live connection.
    pub(crate) fn live_message(&self) -> String {
        to_text(&LiveMessage::Error { code: self.code, message: &self.message })
    }
}

impl From<BadInput> for Refusal {
    fn from(bad: BadInput) -> Refusal {
        Refusal::bad(bad.to_string())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let json = HeaderValue::from_static("application/json");
        let mut response = (self.status, self.body()).into_response();
        response.headers_mut().insert(header::CONTENT_TYPE, json);
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}
