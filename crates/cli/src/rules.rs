use kontra_game::{BadInput, Reader, Recorded, quote};
use serde_json::{Map, Value};

/// The rules of a game from `--rules key=value`, checked like those of a record.
pub(crate) fn read<G: Recorded>(settings: &[String]) -> Result<G::Rules, BadInput> {
    let mut object = Map::new();
    for setting in settings {
        let (key, value) = setting.split_once('=').ok_or_else(|| {
            BadInput::expected("--rules", "a setting such as announcing=step", quote(setting))
        })?;
        // Numbers, true or false and objects such as a board are written as in JSON; everything else is a word.
        let value = serde_json::from_str(value)
            .ok()
            .filter(|value: &Value| value.is_number() || value.is_boolean() || value.is_object())
            .unwrap_or_else(|| Value::from(value));
        if object.insert(key.to_owned(), value).is_some() {
            return Err(BadInput::expected("--rules", "each rule once", format!("a second {key}")));
        }
    }
    G::read_rules(&Reader::new(&Value::Object(object), "")).map_err(|bad| bad.within("--rules"))
}
