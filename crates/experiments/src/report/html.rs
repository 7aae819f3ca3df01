use super::markdown::{LEGEND, SPREAD};
use super::number::{ours, paper as printed, z};
use super::overview;
use super::page::{CellCounts, Mark, PaperPart, ReportEntry, ReportPage};
use crate::experiment::Grid;
use crate::{ClaimVerdict, Finding};
use std::fmt::Write;

const STYLE: &str = include_str!("style.css");

/// The whole report as one page that needs nothing else.
pub(super) fn page(page: &ReportPage) -> String {
    let mut text = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Kontra: the papers' tables, run again</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <header>\n<h1>The papers’ tables, run again</h1>\n<p>Made by <code>kontra experiment report</code>. {}</p>\n</header>\n",
        escape(LEGEND)
    );
    text += &summary(page);
    for part in &page.papers {
        text += &paper(part);
    }
    text + "</body>\n</html>\n"
}

fn summary(page: &ReportPage) -> String {
    let rows = page.papers.iter().map(|part| {
        let (id, name) = (&part.paper.id, escape(&part.paper.name));
        let mut cells = vec![format!("<a href=\"#{id}\">{name}</a>")];
        cells.extend(overview::row(part));
        cells
    });
    let mut text = plain_table(&overview::HEAD, rows);
    let _ = writeln!(text, "<h2>How far apart</h2>\n<p>{}</p>", escape(SPREAD));
    text + &plain_table(&overview::SPREAD_HEAD, overview::all_spreads(page).into_iter())
}

/// A table of the first page: names and numbers.
fn plain_table(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut text = "<div class=\"wide\"><table class=\"summary\">\n<thead><tr>".to_owned();
    for word in head {
        let _ = write!(text, "<th scope=\"col\">{word}</th>");
    }
    text += "</tr></thead>\n<tbody>\n";
    for row in rows {
        for (column, cell) in row.iter().enumerate() {
            let _ = match column {
                0 => write!(text, "<tr><th scope=\"row\">{cell}</th>"),
                _ => write!(text, "<td>{cell}</td>"),
            };
        }
        text += "</tr>\n";
    }
    text + "</tbody>\n</table></div>\n"
}

/// How the paper's differences are spread, and a picture of it.
fn spread(part: &PaperPart) -> String {
    let mut rows = vec![overview::expected_row()];
    rows.extend(overview::spread_rows(part));
    let mut text = String::new();
    if rows.len() > 1 {
        text += &plain_table(&overview::SPREAD_HEAD, rows.into_iter());
    }
    if let Some(plot) = &part.plot {
        let _ = writeln!(text, "<figure>\n{plot}\n</figure>");
    }
    text
}

fn paper(part: &PaperPart) -> String {
    let (id, paper) = (&part.paper.id, &part.paper);
    let mut text = format!(
        "<article id=\"{id}\">\n<h2>{}</h2>\n<p class=\"citation\">{}</p>\n<p>{}</p>\n{}<nav><ul>\n",
        escape(&paper.name),
        escape(&paper.citation),
        escape(&paper.about),
        spread(part)
    );
    for entry in &part.entries {
        let CellCounts { agree, doubtful, differ, measured, .. } = entry.counts();
        let state = match (measured, entry.experiment.state.reason()) {
            (_, Some(_)) => entry.experiment.state.to_string(),
            (0, None) => "not run yet".to_owned(),
            (_, None) => format!("✓ {agree} ? {doubtful} ✗ {differ}"),
        };
        let _ = writeln!(
            text,
            "<li><a href=\"#{}\">{}</a> {} <span class=\"state\">{}</span></li>",
            entry.anchor(),
            escape(&entry.experiment.place),
            escape(&entry.experiment.title),
            escape(&state)
        );
    }
    text += "</ul></nav>\n";
    for entry in &part.entries {
        text += &section(entry);
    }
    text + "</article>\n"
}

fn section(entry: &ReportEntry) -> String {
    let experiment = &entry.experiment;
    let mut text = format!(
        "<section id=\"{}\">\n<h3>{}: {}</h3>\n<p>{}</p>\n",
        entry.anchor(),
        escape(&experiment.place),
        escape(&experiment.title),
        escape(&experiment.shows)
    );
    for (word, note) in [("Assumed", &experiment.assumed), ("Found", &experiment.found)] {
        if let Some(note) = note {
            let _ = writeln!(text, "<p><strong>{word}:</strong> {}</p>", escape(note));
        }
    }
    let _ = writeln!(text, "<p class=\"effort\">{}</p>", code(&escape(&entry.effort())));
    if !entry.verdicts.is_empty() {
        text += "<ul class=\"claims\">\n";
        for (claim, verdict) in &entry.verdicts {
            let _ = writeln!(
                text,
                "<li class=\"{}\">{}: <strong>{}</strong></li>",
                class(*verdict),
                escape(&claim.text),
                entry.verdict(*verdict)
            );
        }
        text += "</ul>\n";
    }
    for (number, grid) in entry.grids() {
        text += &table(entry, number, grid);
    }
    if let Some(plot) = &entry.plot {
        let _ = writeln!(text, "<figure>\n{plot}\n</figure>");
    }
    text + "</section>\n"
}

fn class(verdict: ClaimVerdict) -> &'static str {
    match verdict {
        ClaimVerdict::Holds => "yes",
        ClaimVerdict::Contradicted => "no",
        ClaimVerdict::Undecided { .. } | ClaimVerdict::Unknown => "open",
    }
}

fn table(entry: &ReportEntry, number: usize, grid: &Grid) -> String {
    let title = [grid.title.as_str(), grid.unit.as_str()];
    let title: Vec<&str> = title.into_iter().filter(|part| !part.is_empty()).collect();
    let mut text = format!(
        "<div class=\"wide\"><table>\n<caption>{}</caption>\n<thead><tr><th></th>",
        escape(&title.join(", "))
    );
    for column in &grid.columns {
        let _ = write!(text, "<th scope=\"col\">{}</th>", escape(column));
    }
    text += "</tr></thead>\n<tbody>\n";
    for (row, label) in grid.rows.iter().enumerate() {
        let _ = write!(text, "<tr><th scope=\"row\">{}</th>", escape(label));
        for column in 0..grid.columns.len() {
            text += &entry.at(number, row, column).map_or("<td></td>".to_owned(), cell);
        }
        text += "</tr>\n";
    }
    text + "</tbody>\n</table></div>\n"
}

fn cell(finding: &Finding) -> String {
    let mark = Mark::of(finding);
    let (sign, meaning) = mark.sign();
    let (paper, ours) = (printed(finding), ours(finding));
    let class = match mark {
        Mark::Agrees => "yes",
        Mark::Doubtful => "doubtful",
        Mark::Differs => "no",
        Mark::Open | Mark::Missing => "open",
    };
    let ours = match ours.is_empty() {
        true => String::new(),
        false => format!("<b>{ours}</b> <abbr title=\"{meaning}\">{sign}{}</abbr>", z(finding)),
    };
    format!("<td class=\"{class}\"><span>{paper}</span>{ours}</td>")
}

/// Text between backquotes as code.
fn code(text: &str) -> String {
    let parts = text.split('`').enumerate();
    let parts = parts.map(|(i, part)| match i % 2 {
        0 => part.to_owned(),
        _ => format!("<code>{part}</code>"),
    });
    parts.collect()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
