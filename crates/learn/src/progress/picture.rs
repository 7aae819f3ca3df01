use super::Curve;
use crate::Trouble;
use plotters::coord::types::RangedCoordf64;
use plotters::element::{Circle, PathElement};
use plotters::prelude::*;

/// One picture among those that share their horizontal axis.
#[derive(Clone, PartialEq, Debug)]
pub struct Panel<'a> {
    /// What is drawn, with its unit.
    pub title: &'a str,
    /// The lines, at most four: there are no more colours.
    pub lines: &'a [Line<'a>],
}

/// One line of a panel.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Line<'a> {
    /// What it is called beside the picture.
    pub name: &'a str,
    /// The column of the curve.
    pub column: &'a str,
    /// The column with half the width of its interval.
    pub interval: Option<&'a str>,
}

const WIDTH: u32 = 760;
const HEIGHT: u32 = 220;
const INK: RGBColor = RGBColor(0, 0, 0);
const GRID: RGBColor = RGBColor(221, 221, 221);
const COLOURS: [RGBColor; 4] =
    [RGBColor(0, 84, 166), RGBColor(176, 84, 0), RGBColor(0, 122, 80), RGBColor(140, 50, 140)];

/// The colours in the dark.
const STYLE: &str = "<style>@media (prefers-color-scheme: dark) {\
svg [fill=\"#000000\"]{fill:#dddddd}svg [stroke=\"#000000\"]{stroke:#dddddd}\
svg [stroke=\"#DDDDDD\"]{stroke:#444444}\
svg [fill=\"#0054A6\"]{fill:#6db3f2}svg [stroke=\"#0054A6\"]{stroke:#6db3f2}\
svg [fill=\"#B05400\"]{fill:#f0a050}svg [stroke=\"#B05400\"]{stroke:#f0a050}\
svg [fill=\"#007A50\"]{fill:#5fd0a0}svg [stroke=\"#007A50\"]{stroke:#5fd0a0}\
svg [fill=\"#8C328C\"]{fill:#dd90dd}svg [stroke=\"#8C328C\"]{stroke:#dd90dd}}</style>\n";

/// A point with half the width of its interval.
type Point = (f64, f64, f64);

fn points(curve: &Curve, line: &Line<'_>) -> Vec<Point> {
    let halves = line.interval.map(|column| curve.points(column)).unwrap_or_default();
    let half = |x: f64| halves.iter().find(|(at, _)| *at == x).map_or(0.0, |(_, half)| half.abs());
    curve.points(line.column).into_iter().map(|(x, y)| (x, y, half(x))).collect()
}

/// Draws a curve as SVG, one panel above the other; `across` names the horizontal axis.
pub fn draw(curve: &Curve, across: &str, panels: &[Panel<'_>]) -> Result<String, Trouble> {
    render(curve, across, panels).map_err(|e| Trouble(format!("curve: {e}")))
}

fn render(
    curve: &Curve,
    across: &str,
    panels: &[Panel<'_>],
) -> Result<String, Box<dyn std::error::Error>> {
    let mut svg = String::new();
    {
        let size = (WIDTH, HEIGHT * panels.len().max(1) as u32);
        let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        for (area, panel) in root.split_evenly((panels.len().max(1), 1)).iter().zip(panels) {
            draw_panel(area, curve, across, panel)?;
        }
        root.present()?;
    }
    Ok(svg.replacen(">\n", &format!(">\n{STYLE}"), 1))
}

fn draw_panel(
    area: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>,
    curve: &Curve,
    across: &str,
    panel: &Panel<'_>,
) -> Result<(), Box<dyn std::error::Error>> {
    let lines: Vec<Vec<Point>> = panel.lines.iter().map(|line| points(curve, line)).collect();
    let all = || lines.iter().flatten();
    let (left, right) = ends(all().map(|(x, _, _)| *x));
    let (low, high) = ends(all().flat_map(|(_, y, half)| [y - half, y + half]));
    let mut chart = ChartBuilder::on(area)
        .margin(8)
        .margin_top(28)
        .x_label_area_size(34)
        .y_label_area_size(60)
        .build_cartesian_2d(left..right, low..high)?;
    chart
        .configure_mesh()
        .x_labels(8)
        .y_labels(6)
        .x_desc(across)
        .light_line_style(TRANSPARENT)
        .bold_line_style(GRID)
        .axis_style(INK)
        .label_style(("sans-serif", 12).into_font().color(&INK))
        .x_label_formatter(&|x| axis_number(*x, right - left))
        .y_label_formatter(&|y| axis_number(*y, high - low))
        .draw()?;
    let text = |colour: &RGBColor| ("sans-serif", 13).into_font().color(colour);
    area.draw_text(panel.title, &text(&INK), (12, 8))?;
    let mut x = 30 + 8 * panel.title.chars().count() as i32;
    for ((line, points), colour) in panel.lines.iter().zip(&lines).zip(COLOURS.iter().cycle()) {
        draw_line(&mut chart, points, *colour)?;
        area.draw(&Circle::new((x, 14), 4, colour.filled()))?;
        area.draw_text(line.name, &text(colour), (x + 10, 8))?;
        x += 30 + 8 * line.name.chars().count() as i32;
    }
    Ok(())
}

fn draw_line(
    chart: &mut ChartContext<'_, SVGBackend<'_>, Cartesian2d<RangedCoordf64, RangedCoordf64>>,
    points: &[Point],
    colour: RGBColor,
) -> Result<(), Box<dyn std::error::Error>> {
    let path = points.iter().map(|(x, y, _)| (*x, *y)).collect::<Vec<_>>();
    chart.draw_series([PathElement::new(path, colour.stroke_width(2))])?;
    for (x, y, half) in points.iter().filter(|(_, _, half)| *half > 0.0) {
        let bar = vec![(*x, y - half), (*x, y + half)];
        chart.draw_series([PathElement::new(bar, colour.stroke_width(1))])?;
    }
    // a few points are dots as well; many are a line
    if points.len() <= 60 {
        chart.draw_series(
            points.iter().map(|(x, y, _)| Circle::new((*x, *y), 2, colour.filled())),
        )?;
    }
    Ok(())
}

/// The least and the greatest number with some room; something sensible where there are none.
fn ends(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = numbers
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    if low > high {
        return (0.0, 1.0);
    }
    let room = ((high - low) * 0.04).max(high.abs().max(low.abs()) * 1e-3).max(1e-6);
    (low - room, high + room)
}

/// A number as an axis shows it: as many decimals as its width needs, thousands and millions short.
fn axis_number(x: f64, width: f64) -> String {
    match width {
        w if w >= 2e6 => format!("{} M", x / 1e6),
        w if w >= 2e4 => format!("{} k", x / 1e3),
        w if w >= 10.0 => format!("{x:.0}"),
        w if w >= 1.0 => format!("{x:.1}"),
        w if w >= 0.1 => format!("{x:.2}"),
        _ => format!("{x:.4}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(curve: &Curve) -> String {
        let loss = [Line { name: "values", column: "loss", interval: None }];
        let score = [
            Line { name: "beginner", column: "score", interval: Some("score.interval") },
            Line { name: "ensemble", column: "nothing", interval: None },
        ];
        let panels = [
            Panel { title: "loss", lines: &loss },
            Panel { title: "points per game", lines: &score },
        ];
        draw(curve, "seconds", &panels).unwrap()
    }

    #[test]
    fn a_picture_has_its_titles_lines_and_intervals() {
        let mut curve = Curve::new(&["seconds", "loss", "score", "score.interval"]);
        for n in 0..5 {
            let x = f64::from(n);
            curve.add(&[("seconds", x), ("loss", 1.0 / (1.0 + x))]);
        }
        curve.add(&[("seconds", 5.0), ("score", 0.5), ("score.interval", 0.1)]);
        let svg = picture(&curve);
        for word in
            ["loss", "points per game", "beginner", "ensemble", "seconds", "prefers-color-scheme"]
        {
            assert!(svg.contains(word), "{word} is missing");
        }
        // five dots of the loss, one of the score, three in the legends; one bar
        assert_eq!(svg.matches("<circle").count(), 5 + 1 + 3);
        assert_eq!(svg.matches("opacity=\"1\" stroke=\"#0054A6\" stroke-width=\"1\"").count(), 1);
        assert_eq!(svg, picture(&curve), "the same curve is the same picture");
    }

    #[test]
    fn nothing_at_all_is_a_picture_too() {
        assert!(picture(&Curve::new(&["seconds", "loss"])).contains("</svg>"));
    }

    #[test]
    fn axes_are_short() {
        let check = |x, width, text: &str| assert_eq!(axis_number(x, width), text);
        check(3_000_000.0, 5e6, "3 M");
        check(40_000.0, 1e5, "40 k");
        check(25.0, 100.0, "25");
        check(0.25, 0.5, "0.25");
        check(0.0003, 0.001, "0.0003");
    }
}
