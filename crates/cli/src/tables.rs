//! `kontra tables`: the tables of the web application in a store.

use crate::defaults::StoreOption;
use crate::problem::Problem;
use crate::table;
use kontra_server::{KeptTable, delete_tables, kept_tables};
use serde_json::{Value, json};
use std::io::Write;
use std::time::SystemTime;

/// Seconds of a day.
const DAY: i64 = 24 * 3600;

/// Tables of the web application: list, delete
///
/// A server may be using the store. The players at a table that is deleted are told so at their next move. Finished games stay.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    kontra tables list --store games.db\n  \
    kontra tables delete k3v9x2m7qa4d --store games.db\n  \
    kontra tables delete --unused-for 30 --store games.db")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    List(List),
    Delete(Delete),
}

/// List the tables of a store, those first that go first when room is needed
#[derive(clap::Args)]
#[command(after_help = "Example:\n  kontra tables list --store games.db --json")]
struct List {
    #[command(flatten)]
    store: StoreOption,
    /// Print one JSON value
    #[arg(long)]
    json: bool,
}

/// Delete tables by their ids, or those that nobody has used for some days
#[derive(clap::Args)]
#[command(after_help = "Example:\n  kontra tables delete --unused-for 30 --store games.db")]
struct Delete {
    /// The ids of tables, as in their links
    #[arg(value_name = "TABLE")]
    tables: Vec<String>,
    /// All tables that nobody has used for this many days
    #[arg(long, value_name = "DAYS", conflicts_with = "tables")]
    unused_for: Option<u32>,
    #[command(flatten)]
    store: StoreOption,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    match &args.command {
        Command::List(args) => list(args, out),
        Command::Delete(args) => delete(args, out),
    }
}

fn list(args: &List, out: &mut dyn Write) -> Result<(), Problem> {
    let tables = kept_tables(&args.store.path()?)?;
    if args.json {
        let list: Vec<Value> = tables.iter().map(describe).collect();
        writeln!(out, "{}", Value::Array(list))?;
        return Ok(());
    }
    let head = ["table", "game", "state", "days unused", "game no.", "moves", "seats"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(tables.iter().map(|table| {
        let seats = table.seats.iter().map(|name| if name.is_empty() { "-" } else { name });
        vec![
            table.id.clone(),
            table.game.clone(),
            table.worth.to_owned(),
            days_unused(table).to_string(),
            table.number.to_string(),
            table.moves.to_string(),
            seats.collect::<Vec<_>>().join(", "),
        ]
    }));
    table::print(out, &rows)?;
    Ok(())
}

fn days_unused(table: &KeptTable) -> i64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let now = now.map_or(0, |since| since.as_secs() as i64);
    (now - table.used).max(0) / DAY
}

fn describe(table: &KeptTable) -> Value {
    json!({
        "table": table.id,
        "game": table.game,
        "state": table.worth,
        "made": table.made,
        "used": table.used,
        "number": table.number,
        "moves": table.moves,
        "seats": table.seats,
    })
}

fn delete(args: &Delete, out: &mut dyn Write) -> Result<(), Problem> {
    let store = args.store.path()?;
    let known = kept_tables(&store)?;
    let ids: Vec<String> = match args.unused_for {
        Some(days) => {
            let old = known.iter().filter(|table| days_unused(table) >= i64::from(days));
            old.map(|table| table.id.clone()).collect()
        }
        None if args.tables.is_empty() => {
            let sentence = "expected tables to delete, or --unused-for, found neither";
            return Err(Problem::Input(sentence.to_owned()));
        }
        None => {
            let missing = args.tables.iter().find(|&id| known.iter().all(|table| table.id != **id));
            if let Some(id) = missing {
                let found = kontra_game::quote(id);
                let place = store.display();
                let sentence = format!("{place}: expected the id of a table, found {found}");
                return Err(Problem::Input(sentence));
            }
            args.tables.clone()
        }
    };
    let deleted = delete_tables(&store, &ids)?.len();
    let noun = if deleted == 1 { "table" } else { "tables" };
    writeln!(out, "{deleted} {noun} deleted")?;
    Ok(())
}
