//! In which form a command prints its tables.

use crate::problem::Problem;
use crate::{table, terminal};
use clap::ValueEnum;
use std::io::{self, Write};

/// The form of what a command prints.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum TableFormat {
    /// Columns for a terminal
    Text,
    /// Tables for a page
    Markdown,
    /// The main table for a spreadsheet
    Csv,
    /// One JSON value
    Json,
}

/// `--format`, and `--json`, which is short for one of them.
#[derive(clap::Args)]
pub(crate) struct FormatOption {
    /// In which form the answer is printed
    #[arg(long, value_name = "text|markdown|csv|json", default_value = "text")]
    #[arg(hide_possible_values = true, hide_default_value = true)]
    format: TableFormat,
    /// Print one JSON value: the same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl FormatOption {
    pub(crate) fn get(&self) -> TableFormat {
        if self.json { TableFormat::Json } else { self.format }
    }
}

/// Prints a table, the first row of which is its head. CSV has no room for anything beside one table.
pub(crate) fn print(
    format: TableFormat,
    out: &mut dyn Write,
    rows: &[Vec<String>],
) -> Result<(), Problem> {
    match format {
        TableFormat::Text | TableFormat::Json => table::print_narrow(out, rows)?,
        TableFormat::Markdown => markdown(out, rows)?,
        TableFormat::Csv => csv(out, rows)?,
    }
    Ok(())
}

fn markdown(out: &mut dyn Write, rows: &[Vec<String>]) -> io::Result<()> {
    for (number, row) in rows.iter().enumerate() {
        let cells = row.iter().map(|cell| terminal::safe(cell).replace('|', "\\|"));
        writeln!(out, "| {} |", cells.collect::<Vec<_>>().join(" | "))?;
        if number == 0 {
            // Names to the left, numbers to the right.
            writeln!(out, "|---|{}", "---:|".repeat(row.len().saturating_sub(1)))?;
        }
    }
    Ok(())
}

fn csv(out: &mut dyn Write, rows: &[Vec<String>]) -> io::Result<()> {
    for row in rows {
        let cells = row.iter().map(|cell| match cell.contains([',', '"', '\n', '\r']) {
            true => format!("\"{}\"", cell.replace('"', "\"\"")),
            false => cell.clone(),
        });
        writeln!(out, "{}", cells.collect::<Vec<_>>().join(","))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(format: TableFormat, expected: &str) {
        let rows = [["agent", "mean"], ["mcts(ms=1, key=\"a|b\")", "+1.5"]];
        let rows: Vec<Vec<String>> = rows.map(|row| row.map(str::to_owned).to_vec()).to_vec();
        let mut out = vec![];
        print(format, &mut out, &rows).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn cells_stay_cells() {
        check(
            TableFormat::Markdown,
            "| agent | mean |\n|---|---:|\n| mcts(ms=1, key=\"a\\|b\") | +1.5 |\n",
        );
        check(TableFormat::Csv, "agent,mean\n\"mcts(ms=1, key=\"\"a|b\"\")\",+1.5\n");
        check(
            TableFormat::Text,
            "  agent                  mean\n  mcts(ms=1, key=\"a|b\")  +1.5\n",
        );
    }
}
