use schemars::JsonSchema;
use serde::Serialize;

/// Why a request is refused, in a word for programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ErrorCode {
    BadRequest,
    Illegal,
    Unauthorized,
    NotFound,
    Method,
    Timeout,
    Stale,
    Full,
    NotYourTurn,
    Over,
    NotOver,
    NotAway,
    NoUndo,
    TooLarge,
    MediaType,
    Limited,
    Unavailable,
}

/// The body of every refusal.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Error")]
pub(crate) struct ErrorBody<'a> {
    pub(crate) error: ErrorWords<'a>,
}

/// Why a request is refused.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ErrorWords<'a> {
    /// A word for programs.
    pub(crate) code: ErrorCode,
    /// A sentence for people.
    pub(crate) message: &'a str,
}
