//! The book knows every message: its list of fields is made from the description for programs, which is made from the types
//! of the messages, and the chapter explains every field.

use crate::common::{Client, start};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

fn description() -> Value {
    let server = start();
    Client::new(server.addr()).get("/api/openapi.json", None).expect(200)
}

fn book(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src").join(name)
}

/// What may stand in a field, in words.
fn kind(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|target| target.rsplit('/').next()) {
        return format!("[{name}](#{})", name.to_lowercase());
    }
    if let Some(word) = schema.get("const") {
        return format!("`{word}`").replace('"', "");
    }
    let joined = |list: &[Value], of: &dyn Fn(&Value) -> String| {
        list.iter().map(of).collect::<Vec<_>>().join(" or ")
    };
    if let Some(words) = schema["enum"].as_array() {
        return joined(words, &|word| format!("`{word}`").replace('"', ""));
    }
    for name in ["anyOf", "oneOf"] {
        if let Some(variants) = schema[name].as_array() {
            return joined(variants, &kind);
        }
    }
    let of_type = |name: &str| match name {
        "array" => match schema["items"].is_object() {
            true => format!("list of: {}", kind(&schema["items"])),
            false => "list".to_owned(),
        },
        "object" => match &schema["additionalProperties"] {
            value @ Value::Object(_) => format!("object, each field: {}", kind(value)),
            _ => "object".to_owned(),
        },
        "string" => "text".to_owned(),
        "integer" => "whole number".to_owned(),
        "boolean" => "true or false".to_owned(),
        "null" => "`null`".to_owned(),
        other => other.to_owned(),
    };
    match &schema["type"] {
        Value::String(name) => of_type(name),
        Value::Array(names) => joined(names, &|name| of_type(name.as_str().unwrap())),
        _ => "anything".to_owned(),
    }
}

fn write_fields(schema: &Value, out: &mut String) {
    let Some(properties) = schema["properties"].as_object() else { return };
    let required: BTreeSet<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    out.push_str("\n| field | value | meaning |\n|---|---|---|\n");
    for (name, field) in properties {
        let optional = if required.contains(name.as_str()) { "" } else { " (may be missing)" };
        let about = field["description"].as_str().unwrap_or_default().replace('\n', " ");
        let _ = writeln!(out, "| `{name}`{optional} | {} | {about} |", kind(field));
    }
}

/// A page with all messages, by name.
fn page(description: &Value) -> String {
    let mut out = "# Messages, field by field\n\nAll messages of [the web interface](web-api.md), with the \
                   messages inside of them. This page is made from the program's own types; a test keeps it true.\n"
        .to_owned();
    for (name, schema) in description["components"]["schemas"].as_object().unwrap() {
        let about = schema["description"].as_str().unwrap_or_default().replace('\n', " ");
        let _ = writeln!(out, "\n## {name}\n\n{about}");
        write_fields(schema, &mut out);
        let variants = ["anyOf", "oneOf"].into_iter().filter_map(|name| schema[name].as_array());
        for variant in variants.flatten() {
            let words = variant["description"].as_str().map(|text| format!(": {text}"));
            match variant["properties"].is_object() {
                true => {
                    let _ = writeln!(out, "\nOne possibility{}", words.unwrap_or_default());
                    write_fields(variant, &mut out);
                }
                false => {
                    let _ = writeln!(out, "\nOne possibility: {}", kind(variant));
                }
            }
        }
        if schema["properties"].is_null() && schema["anyOf"].is_null() && schema["oneOf"].is_null()
        {
            let _ = writeln!(out, "\n{}", kind(schema));
        }
    }
    out
}

#[test]
fn the_list_of_fields_is_that_of_the_types() {
    let text = page(&description());
    let path = book("web-api-fields.md");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(known == text, "web-api-fields.md is out of date; UPDATE_EXPECT=1 writes it anew");
}

/// Every name of a field in a schema and everything inside of it.
fn names(schema: &Value, found: &mut BTreeSet<String>) {
    match schema {
        Value::Object(fields) => {
            for (name, value) in fields {
                if let (true, Some(properties)) = (name == "properties", value.as_object()) {
                    found.extend(properties.keys().cloned());
                }
                names(value, found);
            }
        }
        Value::Array(list) => list.iter().for_each(|value| names(value, found)),
        _ => {}
    }
}

#[test]
fn the_chapter_explains_every_field_and_every_error() {
    let description = description();
    let schemas = &description["components"]["schemas"];
    let chapter = std::fs::read_to_string(book("web-api.md")).unwrap();
    let mut found = BTreeSet::new();
    names(schemas, &mut found);
    let explained = |name: &String| {
        ["`", "\""].iter().any(|quote| chapter.contains(&format!("{quote}{name}{quote}")))
    };
    let missing: Vec<&String> = found.iter().filter(|name| !explained(name)).collect();
    assert!(found.len() > 100 && missing.is_empty(), "not in the chapter: {missing:?}");
    for code in schemas["ErrorCode"]["enum"].as_array().unwrap() {
        let code = code.as_str().unwrap();
        assert!(chapter.contains(&format!("`{code}`")), "{code} is not in the chapter");
    }
}
