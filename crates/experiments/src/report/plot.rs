//! A plot of an experiment: every number of the paper above ours, with intervals.

use super::number;
use crate::{Cell, Experiment, Finding};
use plotters::element::{Circle, PathElement, Rectangle};
use plotters::prelude::*;

/// More numbers than this are no picture any more.
const MOST: usize = 44;
const ROW: u32 = 22;
const WIDTH: u32 = 760;
const LABELS: u32 = 330;

pub(super) const INK: RGBColor = RGBColor(0, 0, 0);
pub(super) const GRID: RGBColor = RGBColor(221, 221, 221);
pub(super) const PAPER: RGBColor = RGBColor(176, 84, 0);
pub(super) const OURS: RGBColor = RGBColor(0, 84, 166);

/// The colours in the dark.
pub(super) const STYLE: &str = "<style>@media (prefers-color-scheme: dark) {\
svg [fill=\"#000000\"]{fill:#dddddd}svg [stroke=\"#000000\"]{stroke:#dddddd}\
svg [stroke=\"#DDDDDD\"]{stroke:#444444}\
svg [fill=\"#B05400\"]{fill:#f0a050}svg [stroke=\"#B05400\"]{stroke:#f0a050}\
svg [fill=\"#0054A6\"]{fill:#6db3f2}svg [stroke=\"#0054A6\"]{stroke:#6db3f2}}</style>\n";

/// The plot as SVG; `None` where nothing was measured or there is too little or too much to see.
pub(super) fn draw(experiment: &Experiment, findings: &[Finding]) -> Option<String> {
    let cells = experiment.cells.iter().zip(findings);
    let drawn: Vec<(&Cell, &Finding)> = cells
        .filter(|(cell, finding)| {
            let in_range = finding.ours.is_some_and(f64::is_finite);
            in_range && experiment.tables[cell.table].drawn[cell.row]
        })
        .collect();
    // Tables of one unit only can share an axis.
    let table = drawn.first()?.0.table;
    let unit = &experiment.tables[table].unit;
    let fits = |cell: &Cell| experiment.tables[cell.table].unit == *unit;
    let drawn: Vec<&Finding> = drawn.iter().filter(|(c, _)| fits(c)).map(|(_, f)| *f).collect();
    if drawn.len() < 2 || drawn.len() > MOST {
        return None;
    }
    render(unit, &drawn).ok()
}

/// The ends of both intervals.
fn ends(finding: &Finding) -> Vec<f64> {
    let both = [(finding.paper, finding.paper_ci), (finding.ours, finding.ours_ci)];
    let ends = both.into_iter().filter_map(|(value, half)| {
        let (value, half) = (value?, half.unwrap_or(0.0));
        Some([value - half, value + half])
    });
    ends.flatten().collect()
}

fn render(unit: &str, findings: &[&Finding]) -> Result<String, Box<dyn std::error::Error>> {
    let all: Vec<f64> = findings.iter().flat_map(|finding| ends(finding)).collect();
    let low = all.iter().copied().fold(f64::INFINITY, f64::min);
    let high = all.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let room = ((high - low) * 0.04).max(1e-6);
    let rows = findings.len();
    let height = rows as u32 * ROW + 70;
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
        let mut chart = ChartBuilder::on(&root)
            .margin(8)
            .margin_top(24)
            .x_label_area_size(36)
            .y_label_area_size(LABELS)
            .build_cartesian_2d(low - room..high + room, 0.0..rows as f64)?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .y_labels(0)
            .x_labels(7)
            .x_desc(unit)
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .axis_style(INK)
            .label_style(("sans-serif", 12).into_font().color(&INK))
            .x_label_formatter(&|value| axis_number(*value, high - low))
            .draw()?;
        for (row, finding) in findings.iter().enumerate() {
            let middle = rows as f64 - row as f64 - 0.5;
            let pixel = 24 + (row as u32 * ROW + ROW / 2) as i32 - 6;
            let text = ("sans-serif", 12).into_font().color(&INK);
            root.draw_text(&short(&finding.label), &text, (8, pixel))?;
            interval(&mut chart, (finding.paper, finding.paper_ci), middle + 0.18, PAPER)?;
            interval(&mut chart, (finding.ours, finding.ours_ci), middle - 0.18, OURS)?;
        }
        legend(&root)?;
        root.present()?;
    }
    Ok(svg.replacen(">\n", &format!(">\n{STYLE}"), 1))
}

type Chart<'a, 'b> = ChartContext<
    'a,
    SVGBackend<'b>,
    Cartesian2d<plotters::coord::types::RangedCoordf64, plotters::coord::types::RangedCoordf64>,
>;

/// A number with its interval: the paper's is a square, ours a dot.
fn interval(
    chart: &mut Chart<'_, '_>,
    (value, half): (Option<f64>, Option<f64>),
    y: f64,
    colour: RGBColor,
) -> Result<(), Box<dyn std::error::Error>> {
    let Some(value) = value else { return Ok(()) };
    if let Some(half) = half.filter(|half| *half > 0.0) {
        let line = vec![(value - half, y), (value + half, y)];
        chart.draw_series([PathElement::new(line, colour.stroke_width(2))])?;
    }
    if colour == PAPER {
        let square = EmptyElement::at((value, y))
            + Rectangle::new([(-4, -4), (4, 4)], colour.stroke_width(2));
        chart.draw_series([square])?;
    } else {
        chart.draw_series([Circle::new((value, y), 4, colour.filled())])?;
    }
    Ok(())
}

fn legend(
    root: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>,
) -> Result<(), Box<dyn std::error::Error>> {
    let text = ("sans-serif", 12).into_font().color(&INK);
    let x = LABELS as i32 + 10;
    root.draw(&Rectangle::new([(x, 6), (x + 8, 14)], PAPER.stroke_width(2)))?;
    root.draw_text("paper", &text, (x + 14, 4))?;
    root.draw(&Circle::new((x + 74, 10), 4, OURS.filled()))?;
    root.draw_text("Kontra", &text, (x + 84, 4))?;
    Ok(())
}

fn axis_number(value: f64, width: f64) -> String {
    let decimals = match width {
        width if width < 1.0 => 2,
        width if width < 10.0 => 1,
        _ => 0,
    };
    number::plain(value, decimals)
}

/// A label that fits beside the plot: a long row is cut, its column stays.
fn short(label: &str) -> String {
    const LONGEST: usize = 62;
    let (row, column) = label.rfind(" | ").map_or((label, ""), |bar| label.split_at(bar));
    let room = LONGEST.saturating_sub(column.chars().count()).max(LONGEST / 3);
    let cut = |text: &str, room: usize| match text.chars().count() > room {
        true => format!("{}…", text.chars().take(room - 1).collect::<String>()),
        false => text.to_owned(),
    };
    cut(&format!("{}{column}", cut(row, room)), LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_row_is_cut_and_its_column_stays() {
        assert_eq!(short("P1 (UCT) | best"), "P1 (UCT) | best");
        let label = format!("{} | single-UCT", "options ".repeat(10));
        let cut = short(&label);
        assert_eq!(cut.chars().count(), 62);
        assert!(cut.ends_with("… | single-UCT"), "{cut}");
        let wide = format!("row | {}", "column ".repeat(12));
        assert_eq!(short(&wide).chars().count(), 62);
    }
}
