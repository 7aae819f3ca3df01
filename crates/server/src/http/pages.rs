//! The pages: files in the binary, compressed when the server starts. A program that was built for development reads them
//! from their folder instead, so that a page can be changed without building anything.
//!
//! Pages name their scripts and styles by a path that has a hash of all files in it (`/a/HASH/js/table.js`), so that a browser
//! may keep them for ever; modules import each other by relative paths and so get the same hash.

use crate::messages::ErrorCode;
use crate::refusal::Refusal;
use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::borrow::Cow;
use std::hash::Hasher;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// A file's name and what is in it.
type Named = (Cow<'static, str>, Cow<'static, [u8]>);

/// What is served to everybody, ready to be sent.
struct Shelf {
    /// A hash of all files.
    stamp: String,
    files: Vec<File>,
}

struct File {
    name: Cow<'static, str>,
    tag: String,
    plain: Bytes,
    /// Absent where it would not be smaller.
    gzip: Option<Bytes>,
}

/// The shelf, and when its files were last changed.
static SHELF: Mutex<Option<(Vec<SystemTime>, Arc<Shelf>)>> = Mutex::new(None);

/// Reads and compresses all files, unless that was done.
pub(crate) fn prepare() {
    drop(shelf());
}

fn shelf() -> Arc<Shelf> {
    let now = changes();
    let mut shelf = SHELF.lock().unwrap_or_else(PoisonError::into_inner);
    match &*shelf {
        Some((then, ready)) if *then == now => Arc::clone(ready),
        _ => {
            let ready = Arc::new(Shelf::new());
            *shelf = Some((now, Arc::clone(&ready)));
            ready
        }
    }
}

/// When the files were changed; in a released program they are never.
fn changes() -> Vec<SystemTime> {
    let changed = |path: PathBuf| path.metadata().and_then(|file| file.modified()).ok();
    folder().map_or(vec![], |folder| files(folder).into_iter().filter_map(changed).collect())
}

/// The folder of the pages, where the program was built for development and it is still there.
fn folder() -> Option<&'static Path> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/pages"));
    (cfg!(debug_assertions) && folder.is_dir()).then_some(folder)
}

/// All files in a folder and those below, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    let below = |path: PathBuf| if path.is_dir() { files(&path) } else { vec![path] };
    paths.into_iter().flat_map(below).collect()
}

/// The files as they are now, where the program was built for development, else as they were built in.
fn contents() -> Vec<Named> {
    let Some(folder) = folder() else {
        let built_in =
            |&(name, content): &(&'static str, &'static [u8])| (name.into(), content.into());
        return FILES.iter().map(built_in).collect();
    };
    let read = |path: PathBuf| {
        let name = path.strip_prefix(folder).ok()?.to_string_lossy().replace('\\', "/");
        Some((name.into(), std::fs::read(&path).ok()?.into()))
    };
    files(folder).into_iter().filter_map(read).collect()
}

impl Shelf {
    fn new() -> Shelf {
        let mut contents = contents();
        join_styles(&mut contents);
        let stamp = hash(contents.iter().map(|(_, content)| content.as_ref()));
        let file = |(name, content): Named| {
            let content = match name.rsplit('.').next() {
                Some("html") => stamped(&content, &stamp),
                Some("js" | "css") => lightened(&content),
                _ => content,
            };
            File::new(name, content)
        };
        Shelf { files: contents.into_iter().map(file).collect(), stamp }
    }

    /// `/` is `index.html`, `/name` and `/name/anything` are `name.html`, all else is a file of that name.
    fn find(&self, path: &str) -> Option<&File> {
        let first = path.split('/').next().unwrap_or_default();
        let page = if path.is_empty() { "index.html".to_owned() } else { format!("{first}.html") };
        let find = |wanted: &str| self.files.iter().find(|file| file.name == wanted);
        find(path).or_else(|| find(&page))
    }
}

impl File {
    fn new(name: Cow<'static, str>, content: Cow<'static, [u8]>) -> File {
        let tag = hash([content.as_ref()]);
        let mut encoder = GzEncoder::new(vec![], Compression::best());
        let packed = encoder.write_all(&content).and_then(|()| encoder.finish());
        let gzip = packed.ok().filter(|packed| packed.len() < content.len()).map(Bytes::from);
        File { name, tag, plain: Bytes::from(content.into_owned()), gzip }
    }
}

/// A script or a style without the lines that are comments, and without indentation: they are for those who change it. Every
/// line keeps its number. No text goes over several lines, which a test of the pages sees to.
fn lightened(content: &[u8]) -> Cow<'static, [u8]> {
    let content = String::from_utf8_lossy(content);
    let (mut light, mut comment) = (String::with_capacity(content.len()), false);
    for line in content.lines() {
        let line = line.trim();
        if comment {
            comment = !line.ends_with("*/");
        } else if line.starts_with("/*") && !line.contains("*/") {
            comment = true;
        } else if !(line.starts_with("//") || line.starts_with("/*") && line.ends_with("*/")) {
            light += line;
        }
        light.push('\n');
    }
    Cow::Owned(light.into_bytes())
}

/// Gives every page one style in place of several, with the same rules in the same order: a page is not drawn before all of
/// them are there, and a browser fetches only a few files at a time.
fn join_styles(contents: &mut Vec<Named>) {
    const LINK: &str = "<link rel=\"stylesheet\" href=\"/css/";
    let mut joined: Vec<Named> = vec![];
    for (name, page) in contents.iter() {
        let Some(name) = name.strip_suffix(".html") else { continue };
        let text = String::from_utf8_lossy(page);
        let links = text.lines().filter_map(|line| line.strip_prefix(LINK)?.split_once('"'));
        let rules = links.filter_map(|(style, _)| {
            contents.iter().find(|(name, _)| name.strip_prefix("css/") == Some(style))
        });
        let rules: Vec<&[u8]> = rules.map(|(_, rules)| &**rules).collect();
        let one = format!("{LINK}page-{name}.css\">");
        let mut one = Some(one.as_str());
        // The first link becomes that of the joined style, the others go.
        let lines = text
            .lines()
            .filter_map(|line| if line.starts_with(LINK) { one.take() } else { Some(line) });
        let page = lines.collect::<Vec<&str>>().join("\n");
        joined.push((format!("css/page-{name}.css").into(), rules.join(&b'\n').into()));
        joined.push((format!("{name}.html").into(), page.into_bytes().into()));
    }
    contents.retain(|(name, _)| !name.ends_with(".html"));
    contents.extend(joined);
}

/// A page that names its scripts and styles by paths with the hash.
fn stamped(page: &[u8], stamp: &str) -> Cow<'static, [u8]> {
    let mut page = String::from_utf8_lossy(page).into_owned();
    for kind in ["js", "css"] {
        page = page.replace(&format!("\"/{kind}/"), &format!("\"/a/{stamp}/{kind}/"));
    }
    Cow::Owned(page.into_bytes())
}

/// The page or file at this path.
pub(crate) fn serve(method: &Method, path: &str, headers: &HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        let message = "method: expected GET, found another one";
        return Refusal::new(StatusCode::METHOD_NOT_ALLOWED, ErrorCode::Method, message)
            .into_response();
    }
    let shelf = shelf();
    let path = path.strip_prefix('/').unwrap_or_default();
    let stamped = path.strip_prefix("a/").and_then(|rest| rest.split_once('/'));
    let lasting = stamped.is_some_and(|(stamp, _)| stamp == shelf.stamp);
    let Some(file) = shelf.find(stamped.map_or(path, |(_, name)| name)) else {
        return missing(&shelf, headers);
    };
    send(file, lasting, headers)
}

fn send(file: &File, lasting: bool, headers: &HeaderMap) -> Response {
    let gzip = file.gzip.as_ref().filter(|_| takes_gzip(headers));
    let tag = format!("\"{}{}\"", file.tag, if gzip.is_some() { "-gzip" } else { "" });
    let known =
        headers.get(header::IF_NONE_MATCH).is_some_and(|tags| tags.as_bytes() == tag.as_bytes());
    let mut response = if known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        gzip.unwrap_or(&file.plain).clone().into_response()
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type(&file.name)));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if gzip.is_some() {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    let keep = if lasting { "public, max-age=31536000, immutable" } else { "no-cache" };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// What stands where nothing is: a page for people, a refusal for programs.
fn missing(shelf: &Shelf, headers: &HeaderMap) -> Response {
    let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    let reads_pages = accept.is_some_and(|accept| accept.contains("text/html"));
    match shelf.find("404").filter(|_| reads_pages) {
        Some(page) => {
            let kind = [(header::CONTENT_TYPE, HeaderValue::from_static(media_type(&page.name)))];
            (StatusCode::NOT_FOUND, kind, page.plain.clone()).into_response()
        }
        None => Refusal::not_found("page").into_response(),
    }
}

/// Whether the browser says that it can unpack.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT_ENCODING).iter();
    let mut words =
        accepted.filter_map(|value| value.to_str().ok()).flat_map(|text| text.split(','));
    words.any(|word| {
        let (name, weight) = word.split_once(';').unwrap_or((word, ""));
        let refused = matches!(weight.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000");
        name.trim().eq_ignore_ascii_case("gzip") && !refused
    })
}

fn hash<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hasher = kontra_game::StableHasher::default();
    for part in parts {
        hasher.write(part);
        hasher.write_usize(part.len());
    }
    format!("{:016x}", hasher.finish())
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_loses_its_comments_and_keeps_its_lines() {
        let script = "// A\n/** B\n * C\n */\nconst a = 'http://x/*'; // D\n  /* E */\n  go(a);\n";
        let light = lightened(script.as_bytes());
        let expected = "\n\n\n\nconst a = 'http://x/*'; // D\n\ngo(a);\n";
        assert_eq!(String::from_utf8_lossy(&light), expected);
    }
}
