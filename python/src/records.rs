use crate::error::bad_input;
use crate::json;
use crate::state::State;
use crate::supported::{Supported, with_supported};
use crate::table::{AnyTable, Table};
use kontra_agents::GameId;
use kontra_game::{BadInput, Json, Reader, Record};
use pyo3::prelude::*;
use serde_json::{Map, Value};
use std::sync::Arc;

/// Reads one record, a line of a file of records, and plays it through: the record as a dictionary, and the state it leads to.
///
/// >>> import kontra_games as kg
/// >>> row = kg.play_deals("kuhn-poker", ["random", "random"], 0, 1, records=True)[0]
/// >>> record, state = kg.read_record(row["record"])
/// >>> state.returns() == record["result"] == row["payoffs"]
/// True
#[pyfunction]
pub(crate) fn read_record<'py>(
    py: Python<'py>,
    line: &str,
) -> PyResult<(Bound<'py, PyAny>, State)> {
    let bad =
        |error: serde_json::Error| bad_input(BadInput::json("record", "a record in JSON", &error));
    let value = serde_json::from_str::<Json>(line).map_err(bad)?.0;
    let replayed = || {
        let record = Record::read(&Reader::new(&value, "record"))?;
        let id: GameId = record.game.parse()?;
        let table: Arc<dyn AnyTable> = with_supported!(id, G => {
            let table = Table::<G>::new(&rules_of::<G>(&record))?;
            Ok(Arc::new(table) as Arc<dyn AnyTable>)
        })?;
        table.replay(&value)
    };
    let state = replayed().map_err(bad_input)?;
    Ok((json::to_python(py, &value)?, State { state }))
}

/// The rules by which a record's start was dealt: those of its fields that are rules and can be read as such. A start has no number of
/// players where it follows from the hands: the record has.
pub(crate) fn rules_of<G: Supported>(record: &Record) -> Value {
    let mut rules = Map::new();
    let whole = record.start.get("rules").unwrap_or(&record.start);
    let players = Value::from(record.players.len());
    for option in G::OPTIONS {
        let given = if option.name == "players" { Some(&players) } else { whole.get(option.name) };
        if let Some(value) = given {
            rules.insert(option.name.to_owned(), value.clone());
            let object = Value::Object(rules.clone());
            if G::read_rules(&Reader::new(&object, "rules")).is_err() {
                rules.remove(option.name);
            }
        }
    }
    Value::Object(rules)
}
