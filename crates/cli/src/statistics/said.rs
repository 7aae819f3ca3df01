use crate::answer;
use crate::problem::Problem;
use crate::{files, table};
use kontra_doppelkopf::{AnnouncementCounts, Doppelkopf, Level, Promises};
use kontra_game::{BadInput, Record, Records};
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;

/// Prints what the players of a file of records announced, and how much of it was kept.
pub(super) fn run(records: &Path, as_json: bool, out: &mut dyn Write) -> Result<(), Problem> {
    let file = files::name(records);
    let (mut names, mut list, mut games): (Vec<String>, Vec<AnnouncementCounts>, u64) =
        Default::default();
    for record in Records::new(files::open(records)?) {
        games += 1;
        add(record, &mut names, &mut list)
            .map_err(|bad| Problem::Input(format!("{file}: record {games}: {bad}")))?;
    }
    if games == 0 {
        return Err(Problem::Input(format!("{file}: expected at least one record, found none")));
    }
    let players = names.iter().zip(&list);
    if as_json {
        let players: Vec<Value> = players.map(|(name, said)| to_json(name, said)).collect();
        let value = json!({ "game": "doppelkopf", "games": games, "players": players });
        return answer::print(out, value);
    }
    writeln!(out, "doppelkopf: {games} games\n")?;
    for (name, said) in players {
        let mean = said.score as f64 / said.games as f64;
        let name = name.replace(char::is_control, "?");
        writeln!(out, "{name}: {} games by seats, {mean:+.2} score points a game", said.games)?;
        let head = ["", "said", "in 100 games", "kept", "share"];
        let mut lines = vec![head.map(str::to_owned).to_vec()];
        lines.extend(rows(said).map(|(what, promises)| cells(what, promises, said.games)));
        table::print(out, &lines)?;
        writeln!(out)?;
    }
    Ok(())
}

/// Adds one game; players are told apart by their names.
fn add(
    record: Result<Record, BadInput>,
    names: &mut Vec<String>,
    list: &mut Vec<AnnouncementCounts>,
) -> Result<(), BadInput> {
    let record = record?;
    if record.game != "doppelkopf" {
        let found = kontra_game::quote(&record.game);
        return Err(BadInput::expected("game", "doppelkopf", found));
    }
    let replay = record.replay::<Doppelkopf>()?;
    let places: Vec<usize> = (0..kontra_doppelkopf::SEATS)
        .map(|seat| {
            let name = record.players.get(seat).cloned().unwrap_or_default();
            names.iter().position(|other| *other == name).unwrap_or_else(|| {
                names.push(name);
                list.push(AnnouncementCounts::default());
                names.len() - 1
            })
        })
        .collect();
    AnnouncementCounts::add_game(list, &replay, |seat| places[seat]);
    Ok(())
}

/// Everything that can be promised, by name, and all announcements together.
fn rows(said: &AnnouncementCounts) -> impl Iterator<Item = (&'static str, Promises)> {
    let names = Level::ALL[1..].iter().map(|level| match level {
        Level::Silent | Level::Game => "re, kontra",
        Level::No90 => "no 90",
        Level::No60 => "no 60",
        Level::No30 => "no 30",
        Level::Black => "black",
    });
    let all = said.announcements.iter().fold(Promises::default(), |sum, one| Promises {
        made: sum.made + one.made,
        kept: sum.kept + one.kept,
    });
    let levels: Vec<_> = names.zip(said.announcements).collect();
    levels.into_iter().chain([("all announcements", all), ("solos", said.solos)])
}

fn share(promises: Promises) -> Option<f64> {
    (promises.made > 0).then(|| promises.kept as f64 / promises.made as f64)
}

fn cells(what: &str, promises: Promises, games: u64) -> Vec<String> {
    vec![
        what.to_owned(),
        promises.made.to_string(),
        format!("{:.1}", 100.0 * promises.made as f64 / games as f64),
        promises.kept.to_string(),
        share(promises).map_or("-".to_owned(), |share| format!("{:.1} %", 100.0 * share)),
    ]
}

fn to_json(name: &str, said: &AnnouncementCounts) -> Value {
    let rows: Vec<Value> = rows(said)
        .map(|(what, promises)| {
            json!({ "what": what, "made": promises.made, "kept": promises.kept, "share": share(promises) })
        })
        .collect();
    json!({ "player": name, "games": said.games, "score": said.score, "said": rows })
}
