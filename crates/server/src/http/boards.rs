//! The geometry of OnTop's boards, for drawing.

use super::ask::{Answer, Ask};
use crate::hall::Hall;
use crate::refusal::Refusal;
use kontra_ontop::Board;
use serde_json::{Value, json};
use std::sync::Arc;

pub(crate) async fn show(_hall: Arc<Hall>, ask: Ask) -> Result<Answer, Refusal> {
    let board = Board::named(ask.part("board")).ok_or_else(|| Refusal::not_found("board"))?;
    Ok(geometry(board).into())
}

fn geometry(board: Board) -> Value {
    let circle = |circle| board.circle_name(circle);
    let triangles = board.triangles().map(|triangle| {
        let (row, column) = board.row_and_column(triangle);
        json!({
            "name": board.triangle_name(triangle),
            "row": row,
            "column": column,
            "up": (row + column) % 2 == 0,
            "corners": board.corners_of(triangle).map(circle),
        })
    });
    let circles = board.circles().map(|each| {
        let (line, x) = board.line_and_x(each);
        json!({
            "name": circle(each),
            "line": line,
            "x": x,
            "sixths": board.around(each).count(),
            "gold": board.is_gold(each),
        })
    });
    let positions = board.positions().map(|position| {
        let triangles = board.halves(position).map(|half| board.triangle_name(half));
        json!({
            "name": triangles.concat(),
            "triangles": triangles,
            "corners": board.corners(position).map(circle),
        })
    });
    let tiles = board
        .tiles()
        .iter()
        .map(|(tile, count)| json!({ "tile": tile.to_string(), "count": count }));
    let start = board.start().iter().map(|&triangle| board.triangle_name(triangle));
    json!({
        "board": board.name(),
        "triangles": triangles.collect::<Vec<_>>(),
        "circles": circles.collect::<Vec<_>>(),
        "positions": positions.collect::<Vec<_>>(),
        "tiles": tiles.collect::<Vec<_>>(),
        "start": start.collect::<Vec<_>>(),
        "stones": board.stones(),
    })
}
