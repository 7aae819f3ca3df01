use crate::Colour;
use std::collections::BTreeSet;
use std::fmt::Write;

/// A place on the paper, y pointing down.
#[derive(Clone, Copy)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

impl Point {
    pub(super) fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    pub(super) fn plus(self, other: Point) -> Point {
        Point::new(self.x + other.x, self.y + other.y)
    }

    /// The point at `share` of the way to another one.
    fn towards(self, other: Point, share: f64) -> Point {
        Point::new(self.x + share * (other.x - self.x), self.y + share * (other.y - self.y))
    }
}

/// An SVG drawing that finds its size by itself.
pub(super) struct Drawing {
    body: String,
    labels: BTreeSet<String>,
    least: Point,
    most: Point,
}

/// The radius of a circle on the board, in edges.
pub(super) const RADIUS: f64 = 0.36;

/// Free space around the drawing.
const MARGIN: f64 = 12.0;

impl Drawing {
    pub(super) fn new() -> Drawing {
        let (least, most) = (Point::new(f64::MAX, f64::MAX), Point::new(f64::MIN, f64::MIN));
        Drawing { body: String::new(), labels: BTreeSet::new(), least, most }
    }

    /// Makes room around a point.
    fn cover(&mut self, point: Point, distance: f64) {
        self.least.x = self.least.x.min(point.x - distance);
        self.least.y = self.least.y.min(point.y - distance);
        self.most.x = self.most.x.max(point.x + distance);
        self.most.y = self.most.y.max(point.y + distance);
    }

    /// The lowest point so far.
    pub(super) fn bottom(&self) -> f64 {
        self.most.y
    }

    pub(super) fn polygon(&mut self, corners: &[Point], fill: &str, stroke: &str) {
        for &corner in corners {
            self.cover(corner, 0.0);
        }
        let points: Vec<String> =
            corners.iter().map(|p| format!("{:.1},{:.1}", p.x, p.y)).collect();
        let points = points.join(" ");
        self.add(&format!("<polygon points=\"{points}\" fill=\"{fill}\" stroke=\"{stroke}\"/>"));
    }

    /// A rhombus with a sector of its colour in each corner, clockwise.
    pub(super) fn tile(&mut self, corners: [Point; 4], colours: [Colour; 4], edge: f64) {
        self.polygon(&corners, "#e6ddc6", "#444");
        let radius = RADIUS * edge;
        for (i, colour) in colours.into_iter().enumerate() {
            let from = corners[i].towards(corners[(i + 1) % 4], RADIUS);
            let to = corners[i].towards(corners[(i + 3) % 4], RADIUS);
            let Point { x, y } = corners[i];
            self.add(&format!(
                "<path d=\"M{x:.1} {y:.1}L{:.1} {:.1}A{radius:.1} {radius:.1} 0 0 1 {:.1} {:.1}Z\" fill=\"{}\" stroke=\"#444\" stroke-width=\"0.5\"/>",
                from.x, from.y, to.x, to.y, fill(colour)
            ));
        }
    }

    pub(super) fn ring(&mut self, centre: Point, radius: f64, stroke: &str, width: f64) {
        self.cover(centre, radius + width);
        let Point { x, y } = centre;
        self.add(&format!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{width}\"/>"
        ));
    }

    pub(super) fn stone(&mut self, centre: Point, colour: Colour) {
        let Point { x, y } = centre;
        let fill = fill(colour);
        self.add(&format!(
            "<ellipse cx=\"{x:.1}\" cy=\"{y:.1}\" rx=\"10\" ry=\"7\" fill=\"{fill}\" stroke=\"#000\" stroke-width=\"1.5\"/>"
        ));
    }

    pub(super) fn text(&mut self, centre: Point, size: f64, text: &str) {
        let width = 0.3 * size * text.chars().count() as f64;
        self.cover(Point::new(centre.x - width, centre.y), 0.0);
        self.cover(Point::new(centre.x + width, centre.y), 0.6 * size);
        let Point { x, y } = centre;
        let y = y + 0.35 * size;
        self.add(&format!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" text-anchor=\"middle\">{text}</text>"
        ));
    }

    /// A text that is drawn once, however often it is asked for.
    pub(super) fn label(&mut self, centre: Point, text: &str) {
        if self.labels.insert(text.to_owned()) {
            self.text(centre, 15.0, text);
        }
    }

    fn add(&mut self, element: &str) {
        self.body += element;
        self.body.push('\n');
    }

    /// The drawing as SVG, this many times as large as it was drawn.
    pub(super) fn finish(self, scale: f64) -> String {
        let (x, y) = (self.least.x - MARGIN, self.least.y - MARGIN);
        let (width, height) = (self.most.x + MARGIN - x, self.most.y + MARGIN - y);
        let mut svg = String::new();
        let _ = writeln!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{:.0}\" height=\"{:.0}\" viewBox=\"{x:.1} {y:.1} {width:.1} {height:.1}\" font-family=\"sans-serif\">",
            scale * width,
            scale * height
        );
        let _ = writeln!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"#d5dde6\"/>"
        );
        svg + &self.body + "</svg>\n"
    }
}

fn fill(colour: Colour) -> &'static str {
    match colour {
        Colour::Blue => "#2b6cb0",
        Colour::White => "#ffffff",
        Colour::Red => "#c53030",
        Colour::Yellow => "#f6d32d",
    }
}
