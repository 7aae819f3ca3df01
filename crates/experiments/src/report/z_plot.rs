//! The standardised differences of a paper's cells beside the normal distribution.

use super::plot::{GRID, INK, OURS, PAPER, STYLE};
use crate::ZSpread;
use plotters::element::{PathElement, Rectangle};
use plotters::prelude::*;

const WIDTH: u32 = 760;
const HEIGHT: u32 = 300;
/// What lies further out is drawn at the edge.
const EDGE: f64 = 6.0;
/// Bars are this wide, in standard errors.
const BAR: f64 = 0.25;
const BARS: usize = 48;

/// The plot as SVG; `None` with fewer cells than make a picture.
pub(super) fn draw(spread: &ZSpread) -> Option<String> {
    (spread.values.len() >= 10).then(|| render(&spread.values).ok()).flatten()
}

/// How many values each bar has. The first and the last have everything beyond them as well.
fn bars(values: &[f64]) -> [usize; BARS] {
    let mut bars = [0; BARS];
    for z in values {
        let place = ((z + EDGE) / BAR).floor().clamp(0.0, (BARS - 1) as f64);
        bars[place as usize] += 1;
    }
    bars
}

fn render(values: &[f64]) -> Result<String, Box<dyn std::error::Error>> {
    let bars = bars(values);
    // As many as the normal distribution expects in a bar around z.
    let expected = |z: f64| {
        let density = (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
        values.len() as f64 * BAR * density
    };
    let most = bars.iter().copied().max().unwrap_or(0) as f64;
    let high = most.max(expected(0.0)) * 1.08;
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (WIDTH, HEIGHT)).into_drawing_area();
        let mut chart = ChartBuilder::on(&root)
            .margin(8)
            .margin_top(24)
            .x_label_area_size(36)
            .y_label_area_size(48)
            .build_cartesian_2d(-EDGE..EDGE, 0.0..high)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .x_labels(13)
            .y_labels(5)
            .x_desc("z: ours less the paper's, in standard errors")
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .axis_style(INK)
            .label_style(("sans-serif", 12).into_font().color(&INK))
            .x_label_formatter(&|z| super::number::plain(*z, 0))
            .y_label_formatter(&|count| super::number::plain(*count, 0))
            .draw()?;
        chart.draw_series(bars.iter().enumerate().filter(|(_, count)| **count > 0).map(
            |(place, &count)| {
                let left = -EDGE + place as f64 * BAR;
                Rectangle::new([(left, 0.0), (left + BAR, count as f64)], OURS.filled())
            },
        ))?;
        let curve = (0..=240).map(|i| -EDGE + f64::from(i) * 0.05).map(|z| (z, expected(z)));
        chart.draw_series([PathElement::new(curve.collect::<Vec<_>>(), PAPER.stroke_width(2))])?;
        legend(&root)?;
        root.present()?;
    }
    Ok(svg.replacen(">\n", &format!(">\n{STYLE}"), 1))
}

fn legend(
    root: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>,
) -> Result<(), Box<dyn std::error::Error>> {
    let text = ("sans-serif", 12).into_font().color(&INK);
    root.draw(&Rectangle::new([(58, 6), (66, 14)], OURS.filled()))?;
    root.draw_text("cells (beyond ±6 at the edge)", &text, (72, 4))?;
    root.draw(&PathElement::new(vec![(262, 10), (282, 10)], PAPER.stroke_width(2)))?;
    root.draw_text("chance alone: the normal distribution", &text, (290, 4))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_in_one_bar() {
        let bars = bars(&[-100.0, -6.0, -0.01, 0.0, 0.24, 5.9, 7.0]);
        assert_eq!(bars.iter().sum::<usize>(), 7);
        assert_eq!((bars[0], bars[23], bars[24], bars[47]), (2, 1, 2, 2));
    }

    #[test]
    fn few_cells_are_no_picture() {
        assert_eq!(draw(&ZSpread { values: vec![0.5; 9] }), None);
        let plot = draw(&ZSpread { values: vec![0.5; 10] }).unwrap();
        assert!(plot.starts_with("<svg") && plot.contains("standard errors"));
    }
}
