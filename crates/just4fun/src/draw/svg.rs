//! The board as a picture.

use crate::statistics::reachability;
use crate::{Board, Field, Outcome, Place, Public, SIDE};
use kontra_game::Seat;
use std::fmt::{Display, Write};

/// The side of a field in the picture.
const CELL: usize = 90;

/// The space around the board.
const MARGIN: usize = 10;

/// The colours of the seats' stones.
const COLOURS: [&str; 4] = ["#c0392b", "#1f618d", "#1e8449", "#9a7d0a"];

/// The corner of a field in which each seat's stones lie.
const CORNERS: [(usize, usize); 4] = [(20, 20), (70, 20), (20, 70), (70, 70)];

/// The board with every field's number and the share of all hands that reach it, the easier the darker
/// (Gastegger 2024, figures 3.1 and 3.5).
pub fn board_svg(board: &Board) -> String {
    let shares = reachability();
    picture(|svg| {
        for field in Field::all() {
            let ((x, y), share) = (corner(board.place(field)), shares[field.index()]);
            rectangle(
                svg,
                (x, y),
                0,
                &format!("stroke='#1b2631' fill='#5dade2' fill-opacity='{share:.3}'"),
            );
            text(svg, (x + 45, y + 45), 28, "#1b2631", field);
            text(svg, (x + 45, y + 70), 14, "#1b2631", format!("{:.1} %", 100.0 * share));
        }
    })
}

/// The board with the stones on it: how many each seat has, in its colour and its corner of a field; a frame in the
/// colour of who has the majority, a double frame where it is secured; a line through the winning four.
pub fn table_svg(table: &Public) -> String {
    picture(|svg| {
        if let (Some([first, .., last]), Some(Outcome::Pattern(winner))) =
            (table.winning_line(), table.ending())
        {
            draw_line(svg, first, last, COLOURS[winner.index()]);
        }
        for field in Field::all() {
            draw_field(svg, table, field);
        }
    })
}

fn draw_field(svg: &mut String, table: &Public, field: Field) {
    let stones = table.stones();
    let (x, y) = corner(table.board().place(field));
    rectangle(svg, (x, y), 0, "stroke='#1b2631' fill='none'");
    for (seat, inset) in [(stones.holder(field), 4), (stones.securer(field), 8)] {
        if let Some(seat) = seat {
            let colour = COLOURS[seat.index()];
            rectangle(
                svg,
                (x, y),
                inset,
                &format!("stroke='{colour}' stroke-width='2' fill='none'"),
            );
        }
    }
    text(svg, (x + 45, y + 54), 26, "#1b2631", field);
    for seat in Seat::all(table.seats()).filter(|&seat| stones.on(field, seat) > 0) {
        let ((right, down), colour) = (CORNERS[seat.index()], COLOURS[seat.index()]);
        let (x, y) = (x + right, y + down);
        let _ = writeln!(svg, "<circle cx='{x}' cy='{y}' r='10' fill='{colour}'/>");
        text(svg, (x, y + 5), 13, "#ffffff", stones.on(field, seat));
    }
}

fn draw_line(svg: &mut String, first: Place, last: Place, colour: &str) {
    let [(x1, y1), (x2, y2)] = [first, last].map(|place| {
        let (x, y) = corner(place);
        (x + CELL / 2, y + CELL / 2)
    });
    let _ = writeln!(
        svg,
        "<line x1='{x1}' y1='{y1}' x2='{x2}' y2='{y2}' stroke='{colour}' \
         stroke-width='12' stroke-opacity='0.35' stroke-linecap='round'/>"
    );
}

fn picture(draw: impl FnOnce(&mut String)) -> String {
    let side = SIDE * CELL + 2 * MARGIN;
    let mut svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {side} {side}' \
         font-family='sans-serif' text-anchor='middle'>\n\
         <rect width='{side}' height='{side}' fill='#fdfefe'/>\n"
    );
    draw(&mut svg);
    svg + "</svg>\n"
}

/// The upper left corner of a place.
fn corner(place: Place) -> (usize, usize) {
    (MARGIN + place.column() * CELL, MARGIN + place.row() * CELL)
}

/// A square in a field, drawn in this style.
fn rectangle(svg: &mut String, (x, y): (usize, usize), inset: usize, style: &str) {
    let (x, y, side) = (x + inset, y + inset, CELL - 2 * inset);
    let _ = writeln!(svg, "<rect x='{x}' y='{y}' width='{side}' height='{side}' {style}/>");
}

fn text(svg: &mut String, (x, y): (usize, usize), size: usize, colour: &str, text: impl Display) {
    let _ = writeln!(svg, "<text x='{x}' y='{y}' font-size='{size}' fill='{colour}'>{text}</text>");
}
