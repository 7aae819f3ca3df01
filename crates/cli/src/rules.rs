use kontra_game::{BadInput, Reader, Recorded, quote};
use serde_json::{Map, Value};

/// The rules of a game from `--rules key=value`, checked like those of a record.
pub(crate) fn read<G: Recorded>(settings: &[String]) -> Result<G::Rules, BadInput> {
    let mut object = Map::new();
    for setting in settings {
        let (key, value) = setting.split_once('=').ok_or_else(|| {
            BadInput::expected("--rules", "a setting such as announcing=step", quote(setting))
        })?;
        // A rule that does not exist is complained about below.
        let option = G::OPTIONS.iter().find(|option| option.name == key);
        let value = option.map_or_else(|| Value::from(value), |option| option.value(value));
        if object.insert(key.to_owned(), value).is_some() {
            return Err(BadInput::expected("--rules", "each rule once", format!("a second {key}")));
        }
    }
    let known = || G::OPTIONS.iter().map(|option| option.name);
    let strange = object.keys().find(|key| !known().any(|name| name == *key)).cloned();
    G::read_rules(&Reader::new(&Value::Object(object), "")).map_err(|bad| {
        let bad = bad.within("--rules");
        match &strange {
            Some(key) => bad.did_you_mean(key, known()),
            None => bad,
        }
    })
}
