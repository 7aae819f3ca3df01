use crate::devtools::PageEvent;
use serde_json::Value;

/// What must not happen on a page, in words for the reader of a failed test.
pub(crate) fn problem(event: &PageEvent, origin: &str) -> Option<String> {
    let params = &event.params;
    match event.method.as_str() {
        "Runtime.consoleAPICalled" => console(params),
        "Runtime.exceptionThrown" => Some(format!("exception: {}", exception(params))),
        "Log.entryAdded" => entry(&params["entry"]),
        "Network.requestWillBeSent" => foreign(text(&params["request"]["url"]), origin),
        "Network.webSocketCreated" => foreign(text(&params["url"]), origin),
        "Network.responseReceived" => refused(&params["response"]),
        "Network.loadingFailed" => failed(params),
        "Network.webSocketFrameError" => {
            Some(format!("WebSocket: {}", text(&params["errorMessage"])))
        }
        "Inspector.targetCrashed" => Some("the page crashed".to_owned()),
        _ => None,
    }
}

/// Whether a note says no more than that the server could not be reached.
pub(crate) fn is_lost_connection(note: &str) -> bool {
    [
        "ERR_CONNECTION",
        "ERR_EMPTY_RESPONSE",
        "ERR_SOCKET",
        "Connection closed",
        "closed before receiving",
    ]
    .iter()
    .any(|words| note.contains(words))
}

fn console(params: &Value) -> Option<String> {
    let kind = text(&params["type"]);
    if !["error", "assert", "warning"].contains(&kind) {
        return None;
    }
    let args = params["args"].as_array().map(Vec::as_slice).unwrap_or_default();
    let words: Vec<String> = args
        .iter()
        .map(|arg| match (arg.get("value"), arg["description"].as_str()) {
            (Some(value), _) => value.to_string(),
            (None, Some(description)) => description.to_owned(),
            (None, None) => arg.to_string(),
        })
        .collect();
    Some(format!("console.{kind}: {}", words.join(" ")))
}

fn exception(params: &Value) -> String {
    let details = &params["exceptionDetails"];
    let exception = details["exception"]["description"].as_str();
    exception.unwrap_or_else(|| text(&details["text"])).to_owned()
}

fn entry(entry: &Value) -> Option<String> {
    let level = text(&entry["level"]);
    let bad = ["error", "warning"].contains(&level);
    bad.then(|| format!("{level}: {} ({})", text(&entry["text"]), text(&entry["url"])))
}

fn foreign(url: &str, origin: &str) -> Option<String> {
    let host = origin.trim_start_matches("http");
    let own = url.strip_prefix("http").or_else(|| url.strip_prefix("ws"));
    let inside =
        own.and_then(|rest| rest.strip_prefix(host)).is_some_and(|path| path.starts_with('/'));
    let local = ["data:", "blob:", "about:"].iter().any(|scheme| url.starts_with(scheme));
    (!inside && !local).then(|| format!("request to another origin: {url}"))
}

fn refused(response: &Value) -> Option<String> {
    let status = response["status"].as_u64().unwrap_or_default();
    (status >= 400).then(|| format!("status {status}: {}", text(&response["url"])))
}

/// A request that the page itself gave up, by leaving or by calling it off, did not fail.
fn failed(params: &Value) -> Option<String> {
    let given_up = params["canceled"] == true || params["errorText"] == "net::ERR_ABORTED";
    (!given_up).then(|| format!("{} failed: {}", text(&params["type"]), text(&params["errorText"])))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_the_own_origin_is_no_foreign_one() {
        let origin = "http://127.0.0.1:8080";
        for own in
            ["http://127.0.0.1:8080/", "ws://127.0.0.1:8080/api/live", "data:image/png;base64,"]
        {
            assert_eq!(foreign(own, origin), None, "{own}");
        }
        for other in [
            "http://127.0.0.1:80801/",
            "https://fonts.example/",
            "ws://127.0.0.1:9/x",
            "http://127.0.0.1:8080.example/",
        ] {
            assert!(foreign(other, origin).is_some(), "{other}");
        }
    }

    #[test]
    fn a_refused_request_is_a_problem_and_an_abandoned_one_is_none() {
        let event = |method: &str, params| PageEvent { method: method.to_owned(), params };
        let refused =
            event("Network.responseReceived", json!({"response": {"status": 404, "url": "/x"}}));
        assert_eq!(problem(&refused, "http://a").as_deref(), Some("status 404: /x"));
        let left = event(
            "Network.loadingFailed",
            json!({"type": "Fetch", "errorText": "net::ERR_ABORTED"}),
        );
        assert_eq!(problem(&left, "http://a"), None);
    }
}
