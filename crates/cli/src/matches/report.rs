//! The table of a match, for people.

use crate::format::{self, TableFormat};
use crate::problem::Problem;
use kontra_arena::{MatchTable, Row, SprtReport, Verdict};
use std::io::Write;

pub(crate) fn print(
    table: &MatchTable,
    format: TableFormat,
    out: &mut dyn Write,
) -> Result<(), Problem> {
    // A spreadsheet gets one table and nothing else.
    if format == TableFormat::Csv {
        return format::print(format, out, &csv(table));
    }
    writeln!(
        out,
        "{}: {} deals, {} games (seating {}), {} of them distinct; seed {}, {:.1} s\n",
        table.game,
        table.deals,
        table.games,
        table.seating,
        table.distinct_games,
        table.seed,
        table.elapsed_s
    )?;
    print_agents(table, format, out)?;
    for row in &table.agents {
        if let Some(why) = &row.first_forfeit {
            let (spec, forfeits) = (&row.spec, row.forfeits);
            let games = if forfeits == 1 { "game" } else { "games" };
            writeln!(out, "\n{spec} forfeited {forfeits} {games}; in the first it {why}")?;
        }
    }
    if let Some(test) = &table.sprt {
        print_test(table, test, out)?;
    }
    print_endings(table, format, out)
}

/// A column: its head, and what a row has there.
type Column = (&'static str, fn(&Row) -> Option<String>);

/// Columns in which no row has anything are left out.
const COLUMNS: [Column; 13] = [
    ("agent", |row| Some(row.spec.clone())),
    ("games", |row| Some(row.games.to_string())),
    ("mean", |row| Some(format!("{:+.3}", row.mean))),
    ("95 %", |row| row.ci95.map(|half| format!("±{half:.3}"))),
    ("round", |row| row.round_mean.map(|mean| format!("{mean:+.2}"))),
    ("wins", |row| Some(row.wins.to_string())),
    ("draws", |row| Some(row.draws.to_string())),
    ("losses", |row| Some(row.losses.to_string())),
    ("win rate", |row| Some(format!("{:.1} %", 100.0 * row.win_rate))),
    ("95 %", |row| {
        let [low, high] = row.win_rate_ci95?;
        Some(format!("{:.1} to {:.1} %", 100.0 * low, 100.0 * high))
    }),
    ("ms/decision", |row| Some(format!("{:.4}", row.ms_per_decision))),
    ("rollouts/s", |row| row.rollouts_per_s.map(|number| format!("{number:.0}"))),
    ("nodes/decision", |row| row.nodes_per_decision.map(|number| format!("{number:.0}"))),
];

fn print_agents(
    table: &MatchTable,
    format: TableFormat,
    out: &mut dyn Write,
) -> Result<(), Problem> {
    let mut lines = vec![vec![]; table.agents.len() + 1];
    for (head, cell) in COLUMNS {
        let cells: Vec<Option<String>> = table.agents.iter().map(cell).collect();
        if cells.iter().any(Option::is_some) {
            lines[0].push(head.to_owned());
            for (line, cell) in lines[1..].iter_mut().zip(cells) {
                line.push(cell.unwrap_or_else(|| "-".to_owned()));
            }
        }
    }
    format::print(format, out, &lines)
}

/// The agents with plain numbers, under the names that they have in JSON.
fn csv(table: &MatchTable) -> Vec<Vec<String>> {
    let head =
        ["spec", "games", "mean", "ci95", "wins", "draws", "losses", "win_rate", "ms_per_decision"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(table.agents.iter().map(|row| {
        vec![
            row.spec.clone(),
            row.games.to_string(),
            row.mean.to_string(),
            row.ci95.map_or(String::new(), |half| half.to_string()),
            row.wins.to_string(),
            row.draws.to_string(),
            row.losses.to_string(),
            row.win_rate.to_string(),
            row.ms_per_decision.to_string(),
        ]
    }));
    rows
}

fn print_test(table: &MatchTable, test: &SprtReport, out: &mut dyn Write) -> Result<(), Problem> {
    let SprtReport { h0, h1, alpha, beta, log_ratio, bounds: [low, high], .. } = test;
    let verdict = match test.verdict {
        Verdict::H0 => format!("decided: {h0} or less, not {h1}"),
        Verdict::H1 => format!("decided: {h1} or more, not {h0}"),
        Verdict::Undecided => "not decided: more deals are needed".to_owned(),
    };
    let (agent, deals) = (&table.agents[0].spec, table.deals);
    writeln!(out, "\nSequential test of {agent}: mean {h0} against {h1} (errors {alpha}, {beta})")?;
    writeln!(out, "  after {deals} deals {verdict}")?;
    writeln!(
        out,
        "  log likelihood ratio {log_ratio:.2}, decided below {low:.2} or above {high:.2}"
    )?;
    Ok(())
}

fn print_endings(
    table: &MatchTable,
    format: TableFormat,
    out: &mut dyn Write,
) -> Result<(), Problem> {
    writeln!(out, "\nHow games ended:\n")?;
    let mut endings: Vec<_> = table.endings.iter().collect();
    endings.sort_by_key(|&(name, count)| (std::cmp::Reverse(*count), name.as_ref()));
    let share = |count: u64| format!("{:.1} %", 100.0 * count as f64 / table.games as f64);
    let mut rows = vec![["ending", "games", "share"].map(str::to_owned).to_vec()];
    rows.extend(
        (endings.into_iter())
            .map(|(name, &count)| vec![name.to_string(), count.to_string(), share(count)]),
    );
    format::print(format, out, &rows)
}
