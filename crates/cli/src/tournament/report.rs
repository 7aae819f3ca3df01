//! The table of a tournament, for people.

use crate::format::{self, TableFormat};
use crate::problem::Problem;
use kontra_arena::{Row, TournamentSchedule, TournamentTable};
use std::io::Write;

/// This many opponents fit beside each other in 80 columns.
const OPPONENTS: usize = 8;

pub(super) fn print(
    table: &TournamentTable,
    format: TableFormat,
    out: &mut dyn Write,
) -> Result<(), Problem> {
    // A spreadsheet gets the one table that has everything.
    if format == TableFormat::Csv {
        return format::print(format, out, &pairs(table));
    }
    let schedule = match table.schedule {
        TournamentSchedule::RoundRobin => "round robin",
        TournamentSchedule::Gauntlet => "gauntlet",
    };
    let (agents, pairings) = (table.agents.len(), table.pairs.len());
    writeln!(
        out,
        "{}: {schedule} of {agents} agents, {} games in {pairings} pairings",
        table.game, table.games
    )?;
    writeln!(
        out,
        "{} deals each (seating {}); seed {}, {:.1} s\n",
        table.deals, table.seating, table.seed, table.elapsed_s
    )?;
    format::print(format, out, &standings(table))?;
    writeln!(
        out,
        "\nMean payoff of the agent on the left against the others, by their numbers:\n"
    )?;
    let order: Vec<&str> = table.ratings.iter().map(|rating| rating.spec.as_str()).collect();
    for (block, opponents) in order.chunks(OPPONENTS).enumerate() {
        if block > 0 {
            writeln!(out)?;
        }
        format::print(format, out, &cross(table, &order, block * OPPONENTS, opponents))?;
    }
    Ok(())
}

/// Everybody, the strongest first.
fn standings(table: &TournamentTable) -> Vec<Vec<String>> {
    let head = ["agent", "no.", "games", "mean", "95 %", "Elo", "95 %", "TrueSkill"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for (place, rating) in table.ratings.iter().enumerate() {
        let Some(row) = row(table, &rating.spec) else { continue };
        rows.push(vec![
            rating.spec.clone(),
            (place + 1).to_string(),
            row.games.to_string(),
            format!("{:+.3}", row.mean),
            row.ci95.map_or("-".to_owned(), |half| format!("±{half:.3}")),
            format!("{:.0}", rating.elo),
            rating.elo_ci95.map_or("-".to_owned(), |half| format!("±{half:.0}")),
            format!("{:.2}", rating.trueskill_mu),
        ]);
    }
    rows
}

fn row<'a>(table: &'a TournamentTable, spec: &str) -> Option<&'a Row> {
    table.agents.iter().find(|row| row.spec == spec)
}

/// Who did how against whom: two lines for each agent, its means and below them their intervals.
fn cross(
    table: &TournamentTable,
    order: &[&str],
    first: usize,
    opponents: &[&str],
) -> Vec<Vec<String>> {
    let mut head = vec!["no.".to_owned()];
    head.extend((0..opponents.len()).map(|place| (first + place + 1).to_string()));
    let mut rows = vec![head];
    for (place, agent) in order.iter().enumerate() {
        let against = opponents.iter().map(|opponent| table.against(agent, opponent));
        let against: Vec<Option<(f64, Option<f64>)>> = against.collect();
        let mut means = vec![(place + 1).to_string()];
        means.extend(against.iter().zip(opponents).map(|(found, opponent)| match found {
            Some((mean, _)) => format!("{mean:+.3}"),
            None if opponent == agent => "·".to_owned(),
            None => "-".to_owned(),
        }));
        let mut halves = vec![String::new()];
        halves.extend(against.iter().map(|found| match found {
            Some((_, Some(half))) => format!("±{half:.3}"),
            _ => String::new(),
        }));
        rows.extend([means, halves]);
    }
    rows
}

/// Every pairing with all its numbers.
fn pairs(table: &TournamentTable) -> Vec<Vec<String>> {
    let head = ["a", "b", "deals", "games", "mean", "ci95", "wins", "draws", "losses"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(table.pairs.iter().map(|pair| {
        let half = pair.ci95.map_or(String::new(), |half| half.to_string());
        let counts = [pair.wins, pair.draws, pair.losses].map(|count| count.to_string());
        let mut row = vec![pair.a.clone(), pair.b.clone()];
        row.extend([pair.deals, pair.games].map(|count| count.to_string()));
        row.extend([pair.mean.to_string(), half]);
        row.extend(counts);
        row
    }));
    rows
}
