use serde_json::Value;

/// The part of JSON Schema that the description uses.
pub struct Schemas(pub Value);

impl Schemas {
    /// What is wrong with a value; `None` if it fits. A field that is not described is wrong, unless the schema says that
    /// there may be others.
    pub fn problem(&self, schema: &Value, value: &Value, place: &str) -> Option<String> {
        self.mismatch(schema, value, place).or_else(|| self.undescribed(schema, value, place))
    }

    fn resolve<'a>(&'a self, schema: &'a Value) -> &'a Value {
        match schema["$ref"].as_str().and_then(|target| target.rsplit('/').next()) {
            Some(name) => &self.0["components"]["schemas"][name],
            None => schema,
        }
    }

    fn variants<'a>(&self, schema: &'a Value) -> impl Iterator<Item = &'a Value> {
        ["anyOf", "oneOf", "allOf"]
            .map(|name| schema[name].as_array())
            .into_iter()
            .flatten()
            .flatten()
    }

    fn mismatch(&self, schema: &Value, value: &Value, place: &str) -> Option<String> {
        let schema = self.resolve(schema);
        for name in ["anyOf", "oneOf"] {
            let Some(any) = schema[name].as_array() else { continue };
            let problems: Vec<String> =
                any.iter().map_while(|schema| self.mismatch(schema, value, place)).collect();
            if problems.len() == any.len() {
                return Some(problems.join(" or "));
            }
        }
        if let Some(words) = schema["enum"].as_array()
            && !words.contains(value)
        {
            return Some(format!("{place}: {value} is not in {words:?}"));
        }
        if let Some(word) = schema.get("const").filter(|word| *word != value) {
            return Some(format!("{place}: {value} is not {word}"));
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
                fields.iter().find_map(|(name, value)| {
                    let schema = schema["properties"].get(name)?;
                    self.problem(schema, value, &format!("{place}.{name}"))
                })
            }
            Value::Array(list) => list.iter().enumerate().find_map(|(i, value)| {
                self.problem(&schema["items"], value, &format!("{place}[{i}]"))
            }),
            _ => None,
        }
    }

    fn undescribed(&self, schema: &Value, value: &Value, place: &str) -> Option<String> {
        let fields = value.as_object()?;
        let unknown = fields.keys().find(|name| !self.describes(schema, name))?;
        Some(format!("{place}: {unknown} is not described"))
    }

    /// Whether a schema, or one of its variants, knows a field.
    fn describes(&self, schema: &Value, name: &str) -> bool {
        let schema = self.resolve(schema);
        let says_so = |name: &str| schema.get(name).is_some_and(|open| *open != false);
        let says_nothing = schema.as_object().is_none_or(serde_json::Map::is_empty);
        let open =
            says_nothing || says_so("additionalProperties") || says_so("unevaluatedProperties");
        open || schema["properties"].get(name).is_some()
            || self.variants(schema).any(|variant| self.describes(variant, name))
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
