//! The description of the interface for programs, made from the list of endpoints.

use super::api::{Access, Action, Endpoint};
use serde_json::{Map, Value, json};

/// What messages look like.
const SCHEMAS: &str = include_str!("schemas.json");

/// A reference to one of the schemas.
pub(crate) fn schema(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// An object with these properties and no others.
pub(crate) fn object(required: &[&str], properties: Value) -> Value {
    json!({
        "type": "object",
        "required": required,
        "properties": properties,
        "additionalProperties": false,
    })
}

/// The description of all endpoints.
pub(crate) fn describe(endpoints: &[Endpoint]) -> Value {
    let mut paths = Map::new();
    for endpoint in endpoints {
        let method = match endpoint.action {
            Action::Post(_) | Action::Change(_) => "post",
            Action::Get(_) | Action::Describe | Action::Metrics | Action::Live => "get",
        };
        let path = paths.entry(endpoint.path).or_insert_with(|| json!({}));
        path[method] = operation(endpoint);
    }
    let schemas: Value = serde_json::from_str(SCHEMAS).unwrap_or_default();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Kontra",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Tables for people and agents, analysis and review. The book's chapter on the web \
                            interface explains every message.",
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": { "seat": { "type": "http", "scheme": "bearer" } },
        },
    })
}

fn operation(endpoint: &Endpoint) -> Value {
    let in_path =
        endpoint.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let parameter = |name: &str, place: &str| {
        let kind = if matches!(name, "ply" | "since" | "number" | "seat" | "n") {
            "integer"
        } else {
            "string"
        };
        json!({ "name": name, "in": place, "required": place == "path", "schema": { "type": kind } })
    };
    let mut parameters: Vec<Value> = in_path.map(|name| parameter(name, "path")).collect();
    parameters.extend(endpoint.query.iter().map(|name| parameter(name, "query")));
    let content = |schema: &Value| json!({ "application/json": { "schema": schema } });
    let (status, answer) = &endpoint.answer;
    let success = match endpoint.action {
        Action::Live => json!({ "description": "The connection becomes a WebSocket." }),
        Action::Metrics => {
            json!({ "description": "Success.", "content": { "text/plain": { "schema": answer } } })
        }
        _ => json!({ "description": "Success.", "content": content(answer) }),
    };
    let mut operation = json!({
        "summary": endpoint.about,
        "parameters": parameters,
        "responses": {
            status.to_string(): success,
            "4XX": { "description": "A refusal.", "content": content(&schema("Error")) },
        },
    });
    if let Some(body) = &endpoint.body {
        operation["requestBody"] = json!({ "required": true, "content": content(body) });
    }
    operation["security"] = match endpoint.access {
        Access::Anybody | Access::Invited => json!([]),
        Access::Either | Access::Table => json!([{}, { "seat": [] }]),
        Access::Seat => json!([{ "seat": [] }]),
    };
    operation["x-access"] = match endpoint.access {
        Access::Anybody => "anybody",
        Access::Either => "either",
        Access::Table => "table",
        Access::Seat => "seat",
        Access::Invited => "invited",
    }
    .into();
    operation
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Every `$ref` in a value.
    fn references(value: &Value, found: &mut BTreeSet<String>) {
        match value {
            Value::Object(fields) => {
                for (name, value) in fields {
                    match value.as_str().filter(|_| name == "$ref") {
                        Some(target) => drop(found.insert(target.to_owned())),
                        None => references(value, found),
                    }
                }
            }
            Value::Array(list) => list.iter().for_each(|value| references(value, found)),
            _ => {}
        }
    }

    #[test]
    fn every_schema_is_there_and_is_used() {
        let description = describe(&super::super::endpoints::all());
        let mut used = BTreeSet::new();
        references(&description, &mut used);
        let schemas = description["components"]["schemas"].as_object().unwrap();
        let known: BTreeSet<String> =
            schemas.keys().map(|name| format!("#/components/schemas/{name}")).collect();
        assert_eq!(used, known);
    }

    #[test]
    fn the_book_names_every_endpoint() {
        let book = include_str!("../../../../docs/src/web-api.md");
        for endpoint in super::super::endpoints::all() {
            assert!(book.contains(endpoint.path), "{} is not in the book", endpoint.path);
        }
    }
}
