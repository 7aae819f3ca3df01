use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::error::Category;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::fmt::{self, Display};
use std::ops::RangeInclusive;

/// Input that cannot be accepted: where, what was expected and what was found, in one sentence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct BadInput {
    /// Where in the input, for example `record 3, moves[17]`.
    pub place: String,
    /// What was expected and what was found.
    pub problem: String,
}

impl BadInput {
    /// A sentence of the usual form.
    pub fn expected(
        place: impl Into<String>,
        expected: impl Display,
        found: impl Display,
    ) -> BadInput {
        BadInput { place: place.into(), problem: format!("expected {expected}, found {found}") }
    }

    /// The complaint about a text that could not be read as [`Json`], with its line and column.
    pub fn json(place: &str, expected: &str, error: &serde_json::Error) -> BadInput {
        let (line, column) = (error.line(), error.column());
        let text = error.to_string();
        let suffix = format!(" at line {line} column {column}");
        let Some(reason) = text.strip_suffix(&suffix) else {
            return BadInput::expected(place, expected, format!("unreadable input ({text})"));
        };
        let place = format!("{place}, line {line}, column {column}");
        match error.classify() {
            // The text is JSON, and the sentence is our own.
            Category::Data => BadInput { place, problem: reason.to_owned() },
            Category::Eof => BadInput::expected(place, expected, "an early end of the input"),
            Category::Syntax | Category::Io => {
                BadInput::expected(place, expected, format!("bad syntax ({reason})"))
            }
        }
    }

    /// The same problem, seen from further outside.
    pub fn within(mut self, outer: &str) -> BadInput {
        let inner = if self.place.is_empty() { "" } else { ", " };
        self.place = format!("{outer}{inner}{}", self.place);
        self
    }
}

/// A JSON value in which no object names a field twice: readers would silently disagree about such a text.
#[derive(Clone, PartialEq, Debug)]
pub struct Json(pub Value);

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Json, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, v: bool) -> Result<Json, E> {
        Ok(Json(v.into()))
    }

    fn visit_i64<E>(self, v: i64) -> Result<Json, E> {
        Ok(Json(v.into()))
    }

    fn visit_u64<E>(self, v: u64) -> Result<Json, E> {
        Ok(Json(v.into()))
    }

    fn visit_f64<E>(self, v: f64) -> Result<Json, E> {
        Ok(Json(v.into()))
    }

    fn visit_str<E>(self, v: &str) -> Result<Json, E> {
        Ok(Json(v.into()))
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json(Value::Null))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Json, A::Error> {
        let mut list = vec![];
        while let Some(Json(value)) = seq.next_element()? {
            list.push(value);
        }
        Ok(Json(Value::Array(list)))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
        let mut object = Map::new();
        while let Some(key) = map.next_key::<String>()? {
            let Json(value) = map.next_value()?;
            if object.contains_key(&key) {
                let found = format!("expected each field once, found {} twice", quote(&key));
                return Err(A::Error::custom(found));
            }
            object.insert(key, value);
        }
        Ok(Json(Value::Object(object)))
    }
}

/// A value of the input together with its place, so that every complaint can say where.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    value: &'a Value,
    place: String,
}

impl<'a> Reader<'a> {
    /// Reads `value`, which stands at `place`.
    pub fn new(value: &'a Value, place: impl Into<String>) -> Reader<'a> {
        Reader { value, place: place.into() }
    }

    /// Where this value stands.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// The value as it is.
    pub fn value(&self) -> &'a Value {
        self.value
    }

    /// The complaint that something else was expected here.
    pub fn expected(&self, what: impl Display) -> BadInput {
        BadInput::expected(&self.place, what, describe(self.value))
    }

    /// Whether the value is `null`.
    pub fn is_null(&self) -> bool {
        self.value.is_null()
    }

    /// The value as a text.
    pub fn text(&self) -> Result<&'a str, BadInput> {
        self.value.as_str().ok_or_else(|| self.expected("a text"))
    }

    /// The value as one of a few words.
    pub fn one_of<T: Copy>(&self, words: &[(&str, T)]) -> Result<T, BadInput> {
        let found = self.value.as_str();
        words.iter().find(|(word, _)| Some(*word) == found).map(|&(_, value)| value).ok_or_else(
            || {
                let list: Vec<String> = words.iter().map(|(word, _)| format!("'{word}'")).collect();
                self.expected(list.join(" or "))
            },
        )
    }

    /// The value as `true` or `false`.
    pub fn flag(&self) -> Result<bool, BadInput> {
        self.value.as_bool().ok_or_else(|| self.expected("true or false"))
    }

    /// The value as a whole number in a range.
    pub fn integer(&self, range: RangeInclusive<u64>) -> Result<u64, BadInput> {
        self.value.as_u64().filter(|n| range.contains(n)).ok_or_else(|| {
            let (first, last) = range.into_inner();
            if first == last {
                self.expected(first)
            } else {
                self.expected(format!("a whole number from {first} to {last}"))
            }
        })
    }

    /// The value as a finite number.
    pub fn number(&self) -> Result<f64, BadInput> {
        self.value.as_f64().filter(|n| n.is_finite()).ok_or_else(|| self.expected("a number"))
    }

    /// The elements of a list.
    pub fn list(&self) -> Result<Vec<Reader<'a>>, BadInput> {
        let list = self.value.as_array().ok_or_else(|| self.expected("a list"))?;
        let element = |(i, value)| Reader { value, place: format!("{}[{i}]", self.place) };
        Ok(list.iter().enumerate().map(element).collect())
    }

    /// The elements of a list of exactly this length.
    pub fn list_of<const N: usize>(&self) -> Result<[Reader<'a>; N], BadInput> {
        let list = self.list()?;
        let found = list.len();
        list.try_into().map_err(|_| {
            BadInput::expected(&self.place, format!("a list of {N}"), format!("a list of {found}"))
        })
    }

    /// The fields of an object.
    pub fn object(&self) -> Result<Object<'a>, BadInput> {
        let fields = self.value.as_object().ok_or_else(|| self.expected("an object"))?;
        Ok(Object { fields, place: self.place.clone(), read: BTreeSet::new() })
    }
}

/// The fields of an object; after all expected ones were read, [`finish`](Object::finish) rejects any other.
#[derive(Debug)]
pub struct Object<'a> {
    fields: &'a Map<String, Value>,
    place: String,
    read: BTreeSet<&'static str>,
}

impl<'a> Object<'a> {
    /// A field that must be there.
    pub fn field(&mut self, name: &'static str) -> Result<Reader<'a>, BadInput> {
        self.optional(name)
            .ok_or_else(|| BadInput::expected(self.path(name), "this field", "nothing"))
    }

    /// A field that may be left out.
    pub fn optional(&mut self, name: &'static str) -> Option<Reader<'a>> {
        self.read.insert(name);
        self.fields.get(name).map(|value| Reader { value, place: self.path(name) })
    }

    /// Complains about the first field that was not read.
    pub fn finish(self) -> Result<(), BadInput> {
        match self.fields.keys().find(|key| !self.read.contains(key.as_str())) {
            None => Ok(()),
            Some(key) => {
                let known: Vec<&str> = self.read.iter().copied().collect();
                let known = format!("only the fields {}", known.join(", "));
                Err(BadInput::expected(self.path(&shorten(key)), known, "another one"))
            }
        }
    }

    fn path(&self, name: &str) -> String {
        if self.place.is_empty() { name.to_owned() } else { format!("{}.{name}", self.place) }
    }
}

/// A value in the middle of a sentence.
fn describe(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(b) => b.to_string(),
        Value::Number(n) => n.to_string(),
        Value::String(text) => quote(text),
        Value::Array(list) => format!("a list of {}", list.len()),
        Value::Object(_) => "an object".to_owned(),
    }
}

/// Text from outside in quotes: shortened and escaped, fit for the middle of a sentence.
pub fn quote(text: &str) -> String {
    format!("'{}'", shorten(text))
}

fn shorten(text: &str) -> String {
    const MOST: usize = 40;
    let printable: String = text.chars().take(MOST).flat_map(char::escape_debug).collect();
    if text.chars().count() > MOST { printable + "…" } else { printable }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(json: &str, read: impl Fn(Reader<'_>) -> Result<(), BadInput>) -> String {
        let Json(value) = serde_json::from_str(json).unwrap();
        read(Reader::new(&value, "")).unwrap_err().to_string()
    }

    #[test]
    fn a_complaint_names_the_place_and_both_sides() {
        let text = complaint(r#"{"hands": [1, {"size": 13}]}"#, |reader| {
            let hands = reader.object()?.field("hands")?;
            hands.list()?[1].object()?.field("size")?.integer(0..=12)?;
            Ok(())
        });
        assert_eq!(text, "hands[1].size: expected a whole number from 0 to 12, found 13");
    }

    #[test]
    fn an_unknown_field_is_rejected() {
        let text = complaint(r#"{"a": 1, "b": 2}"#, |reader| {
            let mut object = reader.object()?;
            object.field("a")?;
            object.finish()
        });
        assert_eq!(text, "b: expected only the fields a, found another one");
    }

    #[test]
    fn a_field_that_appears_twice_is_rejected() {
        let text = not_json(r#"{"a": 1, "a": 2}"#);
        assert_eq!(text, "here, line 1, column 16: expected each field once, found 'a' twice");
    }

    fn not_json(text: &str) -> String {
        let error = serde_json::from_str::<Json>(text).unwrap_err();
        BadInput::json("here", "a list in JSON", &error).to_string()
    }

    #[test]
    fn text_that_is_not_json_is_rejected_with_line_and_column() {
        let expected = "here, line 2, column 3: expected a list in JSON, found";
        assert_eq!(not_json("[\n1,]"), format!("{expected} bad syntax (trailing comma)"));
        assert_eq!(not_json("[\n1, "), format!("{expected} an early end of the input"));
    }

    #[test]
    fn a_single_possible_number_is_named() {
        let text = complaint(r#"{"version": 2}"#, |reader| {
            reader.object()?.field("version")?.integer(1..=1).map(drop)
        });
        assert_eq!(text, "version: expected 1, found 2");
    }

    #[test]
    fn a_complaint_about_the_whole_input_has_only_the_outer_place() {
        let bad = Reader::new(&Value::Null, "").object().unwrap_err().within("record 1");
        assert_eq!(bad.to_string(), "record 1: expected an object, found null");
    }

    #[test]
    fn text_from_outside_is_shortened_and_escaped() {
        assert_eq!(shorten("a\nb"), "a\\nb");
        assert_eq!(shorten(&"x".repeat(50)), format!("{}…", "x".repeat(40)));
    }
}
