use serde_json::Value;

/// The part of JSON Schema that the description uses.
pub struct Schemas(pub Value);

impl Schemas {
    /// What is wrong with a value; `None` if it fits.
    pub fn problem(&self, schema: &Value, value: &Value, place: &str) -> Option<String> {
        if let Some(target) = schema["$ref"].as_str() {
            let name = target.rsplit('/').next()?;
            return self.problem(&self.0["components"]["schemas"][name], value, place);
        }
        if let Some(any) = schema["anyOf"].as_array() {
            let problems: Vec<String> =
                any.iter().map_while(|schema| self.problem(schema, value, place)).collect();
            return (problems.len() == any.len()).then(|| problems.join(" or "));
        }
        if let Some(words) = schema["enum"].as_array() {
            return (!words.contains(value))
                .then(|| format!("{place}: {value} is not in {words:?}"));
        }
        let types: Vec<&str> = match &schema["type"] {
            Value::String(name) => vec![name],
            Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
            _ => vec![],
        };
        if !types.is_empty() && !types.iter().any(|name| is_of_type(name, value)) {
            return Some(format!("{place}: {value} is not of type {types:?}"));
        }
        match value {
            Value::Object(fields) => {
                for name in schema["required"].as_array().into_iter().flatten() {
                    if !fields.contains_key(name.as_str()?) {
                        return Some(format!("{place}: {name} is missing"));
                    }
                }
                let properties = schema["properties"].as_object();
                fields.iter().find_map(|(name, value)| {
                    match properties.and_then(|properties| properties.get(name)) {
                        Some(schema) => self.problem(schema, value, &format!("{place}.{name}")),
                        None if schema["additionalProperties"] == false => {
                            Some(format!("{place}: {name} is not described"))
                        }
                        None => None,
                    }
                })
            }
            Value::Array(list) => list.iter().enumerate().find_map(|(i, value)| {
                self.problem(&schema["items"], value, &format!("{place}[{i}]"))
            }),
            _ => None,
        }
    }
}

fn is_of_type(name: &str, value: &Value) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        _ => false,
    }
}
