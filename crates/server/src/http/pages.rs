//! The pages: files in the binary. A program that was built for development reads them from their folder instead, so
//! that a page can be changed without building anything.

use crate::messages::ErrorCode;
use crate::refusal::Refusal;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::borrow::Cow;
use std::hash::Hasher;

static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// The page or file at this path.
pub(crate) fn serve(method: &Method, path: &str, headers: &HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        let message = "method: expected GET, found another one";
        return Refusal::new(StatusCode::METHOD_NOT_ALLOWED, ErrorCode::Method, message)
            .into_response();
    }
    let Some((name, content)) = find(path) else {
        return Refusal::not_found("page").into_response();
    };
    let tag = tag_of(&content);
    let known =
        headers.get(header::IF_NONE_MATCH).is_some_and(|tags| tags.as_bytes() == tag.as_bytes());
    let mut response = if known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        content.into_owned().into_response()
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type(name)));
    // Small files of one version of the program: asking whether they changed is cheap.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// `/` is `index.html`, `/name` and `/name/anything` are `name.html`, all else is a file of that name.
fn find(path: &str) -> Option<(&'static str, Cow<'static, [u8]>)> {
    let path = path.strip_prefix('/')?;
    let first = path.split('/').next().unwrap_or_default();
    let page = if path.is_empty() { "index.html".to_owned() } else { format!("{first}.html") };
    [path, &page].into_iter().find_map(|wanted| {
        let &(name, content) = FILES.iter().find(|(name, _)| *name == wanted)?;
        Some((name, fresh(name).map_or(Cow::Borrowed(content), Cow::Owned)))
    })
}

/// The file as it is now, where the program was built for development.
fn fresh(name: &str) -> Option<Vec<u8>> {
    if cfg!(debug_assertions) {
        std::fs::read(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("pages").join(name))
            .ok()
    } else {
        None
    }
}

fn tag_of(content: &[u8]) -> String {
    let mut hasher = kontra_game::StableHasher::default();
    hasher.write(content);
    format!("\"{:016x}\"", hasher.finish())
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "webmanifest" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
