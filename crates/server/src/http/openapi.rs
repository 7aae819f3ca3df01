//! The description of the interface for programs, made from the list of endpoints and the types of messages.

use super::route::{Access, Action, Endpoint};
use crate::messages::{
    ByName, ErrorBody, Hello, LiveMessage, LiveRequest, NULL_TOO, Opaque, State, to_text,
};
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The schema of a type.
pub(crate) type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// The schema of a type.
pub(crate) fn schema<T: JsonSchema>() -> SchemaOf {
    SchemaGenerator::subschema_for::<T>
}

/// Collects the schemas of all messages. What may be left out in a request is always there in an answer, so
/// they are made apart.
struct Schemas {
    requests: SchemaGenerator,
    answers: SchemaGenerator,
}

impl Schemas {
    fn new() -> Schemas {
        let settings = SchemaSettings::draft2020_12().with(|settings| {
            settings.definitions_path = "/components/schemas".into();
            settings.meta_schema = None;
        });
        let requests = settings.clone().for_deserialize();
        Schemas {
            requests: requests.with_transform(RecursiveTransform(left_out)).into_generator(),
            answers: settings.for_serialize().into_generator(),
        }
    }

    /// All of them by their names.
    fn all(mut self) -> Opaque {
        let mut all: BTreeMap<_, _> = self.requests.take_definitions(true).into_iter().collect();
        all.extend(self.answers.take_definitions(true));
        all.into_iter().collect()
    }
}

/// A field of a request that may be left out may not be `null`, unless its type says so.
fn left_out(schema: &mut Schema) {
    if schema.remove(NULL_TOO).is_some() {
        return;
    }
    if let Some(Value::Array(kinds)) = schema.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [only] = kinds.as_slice() {
            let only = only.clone();
            schema.insert("type".to_owned(), only);
        }
    }
    let null = schema_of_null();
    if let Some(Value::Array(variants)) = schema.get_mut("anyOf") {
        variants.retain(|variant| *variant != null);
        if let [Value::Object(only)] = variants.as_mut_slice() {
            let only = std::mem::take(only);
            schema.remove("anyOf");
            only.into_iter().for_each(|(name, value)| drop(schema.insert(name, value)));
        }
    }
}

fn schema_of_null() -> Value {
    SchemaSettings::draft2020_12().into_generator().subschema_for::<()>().to_value()
}

#[derive(Serialize)]
struct Description {
    openapi: &'static str,
    info: Info,
    paths: ByName<ByName<Operation>>,
    components: Components,
}

#[derive(Serialize)]
struct Info {
    title: &'static str,
    version: &'static str,
    description: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Components {
    schemas: Opaque,
    security_schemes: ByName<SecurityScheme>,
}

#[derive(Serialize)]
struct SecurityScheme {
    #[serde(rename = "type")]
    kind: &'static str,
    scheme: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Operation {
    summary: &'static str,
    parameters: Vec<Parameter>,
    responses: ByName<Response>,
    #[serde(skip_serializing_if = "Option::is_none")]
    request_body: Option<RequestBody>,
    security: Vec<ByName<[(); 0]>>,
    #[serde(rename = "x-access")]
    access: Access,
    /// What is said on the connection.
    #[serde(rename = "x-messages", skip_serializing_if = "Option::is_none")]
    messages: Option<ByName<Vec<Schema>>>,
}

#[derive(Serialize)]
struct Parameter {
    name: String,
    #[serde(rename = "in")]
    place: &'static str,
    required: bool,
    schema: Schema,
}

#[derive(Serialize)]
struct Response {
    description: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<ByName<Content>>,
}

#[derive(Serialize)]
struct RequestBody {
    required: bool,
    content: ByName<Content>,
}

#[derive(Serialize)]
struct Content {
    schema: Schema,
}

/// The description of all endpoints, as it is sent.
pub(crate) fn describe(endpoints: &[Endpoint]) -> String {
    let mut schemas = Schemas::new();
    let mut paths: Vec<(_, ByName<Operation>)> = vec![];
    for endpoint in endpoints {
        let method = match endpoint.action {
            Action::Post(_) | Action::Change(_) => "post",
            Action::Get(_) | Action::Describe | Action::Metrics | Action::Live => "get",
        };
        let operation = (method.into(), operation(endpoint, &mut schemas));
        match paths.iter_mut().find(|(path, _)| path == endpoint.path) {
            Some((_, ByName(operations))) => operations.push(operation),
            None => paths.push((endpoint.path.into(), ByName(vec![operation]))),
        }
    }
    let seat = SecurityScheme { kind: "http", scheme: "bearer" };
    to_text(&Description {
        openapi: "3.1.0",
        info: Info {
            title: "Kontra",
            version: env!("CARGO_PKG_VERSION"),
            description: "Tables for people and agents, analysis and review. The book's chapter on the web \
                          interface explains every message.",
        },
        paths: ByName(paths),
        components: Components {
            schemas: schemas.all(),
            security_schemes: ByName(vec![("seat".into(), seat)]),
        },
    })
}

fn content(kind: &'static str, schema: Schema) -> ByName<Content> {
    ByName(vec![(kind.into(), Content { schema })])
}

fn parameter(schemas: &mut Schemas, name: &str, place: &'static str) -> Parameter {
    let number = matches!(name, "ply" | "since" | "number" | "seat" | "n");
    let kind = if number { schema::<u32>() } else { schema::<String>() };
    let schema = kind(&mut schemas.requests);
    Parameter { name: name.to_owned(), place, required: place == "path", schema }
}

fn operation(endpoint: &Endpoint, schemas: &mut Schemas) -> Operation {
    const JSON: &str = "application/json";
    let in_path =
        endpoint.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let mut parameters: Vec<Parameter> =
        in_path.map(|name| parameter(schemas, name, "path")).collect();
    parameters.extend(endpoint.query.iter().map(|name| parameter(schemas, name, "query")));
    let (status, answer) = &endpoint.answer;
    let (description, kind) = match endpoint.action {
        Action::Live => ("The connection becomes a WebSocket.", None),
        Action::Metrics => ("Success.", Some("text/plain")),
        _ => ("Success.", Some(JSON)),
    };
    let kind = kind.map(|kind| content(kind, answer(&mut schemas.answers)));
    let success = Response { description, content: kind };
    let error = schema::<ErrorBody<'static>>()(&mut schemas.answers);
    let refusal = Response { description: "A refusal.", content: Some(content(JSON, error)) };
    let body = endpoint.body.map(|body| body(&mut schemas.requests));
    let seat = || ByName(vec![("seat".into(), [])]);
    Operation {
        summary: endpoint.about,
        parameters,
        responses: ByName(vec![(status.to_string().into(), success), ("4XX".into(), refusal)]),
        request_body: body
            .map(|schema| RequestBody { required: true, content: content(JSON, schema) }),
        security: match endpoint.access {
            Access::Anybody | Access::Invited => vec![],
            Access::Either | Access::Table => vec![ByName(vec![]), seat()],
            Access::Seat => vec![seat()],
        },
        access: endpoint.access,
        messages: matches!(endpoint.action, Action::Live).then(|| live_messages(schemas)),
    }
}

/// What is said on a live connection.
fn live_messages(Schemas { requests, answers }: &mut Schemas) -> ByName<Vec<Schema>> {
    let client = [schema::<Hello>(), schema::<LiveRequest>()].map(|of| of(requests));
    let server = [schema::<State<'static>>(), schema::<LiveMessage<'static>>()];
    let server = server.map(|of| of(answers));
    ByName(vec![("client".into(), client.to_vec()), ("server".into(), server.to_vec())])
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
        let description: Value = serde_json::from_str(&description).unwrap();
        let mut used = BTreeSet::new();
        references(&description, &mut used);
        let schemas = description["components"]["schemas"].as_object().unwrap();
        let known: BTreeSet<String> =
            schemas.keys().map(|name| format!("#/components/schemas/{name}")).collect();
        assert_eq!(used, known);
    }

    #[test]
    fn the_book_names_every_endpoint() {
        let book = std::fs::read_to_string("../../docs/src/web-api.md").unwrap();
        for endpoint in super::super::endpoints::all() {
            assert!(book.contains(endpoint.path), "{} is not in the book", endpoint.path);
        }
    }
}
