//! Messages of a live connection.

use super::requests::{MovesRequest, Request, read_number};
use super::{ErrorCode, Nothing};
use kontra_game::{BadInput, Object};
use schemars::JsonSchema;
use serde::Serialize;

/// What a server says on a live connection beside the state message.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum LiveMessage<'a> {
    Pong,
    /// Whether an agent was thinking that moves now.
    Hurried {
        hurried: bool,
    },
    Error {
        code: ErrorCode,
        message: &'a str,
    },
}

/// Marks a field of a request that may be `null`, in its schema.
pub(crate) const NULL_TOO: &str = "x-null-too";

/// What a client says first on a live connection.
#[derive(PartialEq, Debug, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct Hello {
    #[schemars(rename = "type")]
    pub(crate) kind: HelloType,
    /// The secret of a seat; left out, or `null`, by a watcher.
    #[schemars(extend("x-null-too" = true))]
    pub(crate) token: Option<String>,
    /// The number of the last event that the client has.
    #[schemars(default)]
    pub(crate) since: usize,
    /// The game to which that event belongs.
    pub(crate) number: Option<u32>,
    /// How often a move had been taken back in it.
    #[schemars(default)]
    pub(crate) undone: u32,
}

/// Which message this is.
#[derive(Clone, Copy, PartialEq, Debug, JsonSchema)]
#[schemars(rename_all = "lowercase")]
pub(crate) enum HelloType {
    Hello,
}

impl Request for Hello {
    fn read(object: &mut Object<'_>) -> Result<Hello, BadInput> {
        let kind = object.field("type")?.one_of(&[("hello", HelloType::Hello)])?;
        let token = match object.optional("token") {
            Some(token) if !token.is_null() => Some(token.text()?.to_owned()),
            _ => None,
        };
        let since = object.optional("since").map_or(Ok(0), |since| since.integer(0..=1_000_000))?;
        let undone = object.optional("undone");
        let undone = undone.map_or(Ok(0), |undone| undone.integer(0..=u64::from(u32::MAX)))?;
        let number = read_number(object)?;
        Ok(Hello { kind, token, since: since as usize, number, undone: undone as u32 })
    }
}

/// What a client may say after that.
#[derive(PartialEq, Debug, JsonSchema)]
#[schemars(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum LiveRequest {
    Ping(Nothing),
    Hurry(Nothing),
    Move(MovesRequest),
}

impl Request for LiveRequest {
    fn read(object: &mut Object<'_>) -> Result<LiveRequest, BadInput> {
        let words = [("ping", 0), ("hurry", 1), ("move", 2)];
        Ok(match object.field("type")?.one_of(&words)? {
            0 => LiveRequest::Ping(Nothing {}),
            1 => LiveRequest::Hurry(Nothing {}),
            _ => LiveRequest::Move(MovesRequest::read(object)?),
        })
    }
}
