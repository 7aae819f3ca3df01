//! A request as the endpoints see it, and their answer.

use crate::messages::{Request, to_text};
use crate::rate_limit::Network;
use crate::refusal::Refusal;
use axum::body::Bytes;
use axum::extract::RawPathParams;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use kontra_game::{BadInput, Json, Reader};
use serde::Serialize;
use serde_json::Value;

/// What somebody asks.
pub(crate) struct ApiRequest {
    /// Names and values in the path.
    pub(crate) path: Vec<(String, String)>,
    /// Names and values behind `?`.
    pub(crate) query: Vec<(String, String)>,
    /// The token that came with it.
    pub(crate) token: Option<String>,
    /// Where it comes from.
    pub(crate) from: Network,
    /// The name by which the server was called.
    pub(crate) host: Option<String>,
    /// Whether a proxy says that it was called by `https`.
    pub(crate) secure: bool,
    pub(crate) body: Value,
}

impl ApiRequest {
    /// A value in the path.
    pub(crate) fn part(&self, name: &str) -> &str {
        let part = self.path.iter().find(|(other, _)| other == name);
        part.map_or("", |(_, value)| value)
    }

    /// A whole number in the path.
    pub(crate) fn number(&self, name: &'static str) -> Result<usize, Refusal> {
        let text = self.part(name);
        whole_number(text).ok_or_else(|| {
            BadInput::expected(name, "a whole number", kontra_game::quote(text)).into()
        })
    }

    /// Checks the query: only these names, each with a whole number; their values.
    pub(crate) fn numbers<const N: usize>(
        &self,
        names: [&'static str; N],
    ) -> Result<[Option<usize>; N], Refusal> {
        let mut found = [None; N];
        for (name, value) in &self.query {
            let known = names.iter().position(|known| known == name);
            let number = whole_number(value);
            match (known, number) {
                (Some(i), Some(number)) if found[i].is_none() => found[i] = Some(number),
                _ => {
                    let expected = format!("only {}, each a whole number", names.join(" and "));
                    let found = kontra_game::quote(&format!("{name}={value}"));
                    return Err(BadInput::expected("query", expected, found).into());
                }
            }
        }
        Ok(found)
    }

    /// Reads the body, all fields of which must be known.
    pub(crate) fn read<T: Request>(&self) -> Result<T, Refusal> {
        Ok(read_message(&self.body)?)
    }
}

/// Reads a message of a client, all fields of which must be known.
pub(crate) fn read_message<T: Request>(value: &Value) -> Result<T, BadInput> {
    let mut object = Reader::new(value, "").object()?;
    let message = T::read(&mut object)?;
    object.finish()?;
    Ok(message)
}

fn whole_number(text: &str) -> Option<usize> {
    let digits = !text.is_empty() && text.len() <= 9 && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}

/// The parts of a path.
pub(crate) fn read_path(params: &RawPathParams) -> Vec<(String, String)> {
    params.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// Names and values of a query. None of ours needs an escape, so what is escaped is not one of ours.
pub(crate) fn read_query(query: Option<&str>) -> Vec<(String, String)> {
    let pairs = query.unwrap_or_default().split('&').filter(|pair| !pair.is_empty());
    let split = |pair: &str| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        (name.to_owned(), value.to_owned())
    };
    pairs.map(split).collect()
}

/// The token of a request. Anything in the header that is not a token is a wrong one.
pub(crate) fn read_token(headers: &HeaderMap) -> Option<String> {
    let header = headers.get(header::AUTHORIZATION)?;
    let token = header.to_str().ok().and_then(|text| text.strip_prefix("Bearer "));
    Some(token.unwrap_or_default().to_owned())
}

/// Whether the body says that it is JSON.
pub(crate) fn is_json(headers: &HeaderMap) -> bool {
    let media_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = media_type.and_then(|text| text.split(';').next()).unwrap_or_default();
    essence.trim().eq_ignore_ascii_case("application/json")
}

/// Reads a body; an empty one is an empty object.
pub(crate) fn read_body(bytes: &Bytes) -> Result<Value, Refusal> {
    if bytes.is_empty() {
        return Ok(Value::Object(serde_json::Map::new()));
    }
    let Json(value) = serde_json::from_slice(bytes)
        .map_err(|error| BadInput::json("body", "an object in JSON", &error))?;
    Ok(value)
}

/// What an endpoint answers.
pub(crate) enum Answer {
    /// A message, as it is sent.
    Json(StatusCode, String),
    /// A text of this media type.
    Text(&'static str, String),
    /// A file to download.
    File { name: String, content: String },
}

impl Answer {
    /// A message.
    pub(crate) fn ok(message: &impl Serialize) -> Answer {
        Answer::with(StatusCode::OK, message)
    }

    /// A message with another status.
    pub(crate) fn with(status: StatusCode, message: &impl Serialize) -> Answer {
        Answer::Json(status, to_text(message))
    }
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        let (status, media_type, text) = match self {
            Answer::Json(status, text) => (status, "application/json", text),
            Answer::Text(media_type, text) => (StatusCode::OK, media_type, text),
            Answer::File { name, content } => {
                let mut response = content.into_response();
                let headers = response.headers_mut();
                let kind = HeaderValue::from_static("application/x-ndjson");
                headers.insert(header::CONTENT_TYPE, kind);
                if let Ok(value) =
                    HeaderValue::from_str(&format!("attachment; filename=\"{name}\""))
                {
                    headers.insert(header::CONTENT_DISPOSITION, value);
                }
                return response;
            }
        };
        let mut response = (status, text).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
        response
    }
}
