//! Names of triangles (`c3`: a letter for the row, a number for the column) and of circles (`C1`: a capital
//! for the line, a number counted from the left).

use super::outline::Outline;
use crate::{Circle, Triangle};

pub(crate) fn triangle(outline: &Outline, triangle: Triangle) -> String {
    let (row, column) = outline.triangles[triangle.index()];
    format!("{}{}", char::from(b'a' + row), column + 1)
}

pub(crate) fn parse_triangle(outline: &Outline, text: &str) -> Option<Triangle> {
    let (row, column) = parse(text, b'a')?;
    outline.triangle((row, column - 1))
}

pub(crate) fn circle(outline: &Outline, circle: Circle) -> String {
    let (line, _) = outline.circles[circle.index()];
    let number = circle.index() - first_of_line(outline, line) + 1;
    format!("{}{number}", char::from(b'A' + line))
}

pub(crate) fn parse_circle(outline: &Outline, text: &str) -> Option<Circle> {
    let (line, number) = parse(text, b'A')?;
    let index = first_of_line(outline, line) + usize::from(number) - 1;
    let circle = outline.circles.get(index)?;
    (circle.0 == line).then_some(Circle(index as u8))
}

fn first_of_line(outline: &Outline, line: u8) -> usize {
    outline.circles.partition_point(|circle| circle.0 < line)
}

/// A letter, counted from `first`, and a number from 1 to 99 without leading zeros.
fn parse(text: &str, first: u8) -> Option<(u8, u8)> {
    let (&letter, digits) = text.as_bytes().split_first()?;
    let row = letter.checked_sub(first).filter(|&row| row < 26)?;
    if digits.is_empty() || digits.len() > 2 || digits[0] == b'0' {
        return None;
    }
    let mut number = 0;
    for digit in digits {
        number = 10 * number + digit.checked_sub(b'0').filter(|&d| d < 10)?;
    }
    Some((row, number))
}
