//! The geometry of OnTop's boards, for drawing.

use super::request::{Answer, ApiRequest};
use crate::app::App;
use crate::messages::{BoardCircle, BoardGeometry, BoardPosition, BoardTile, BoardTriangle};
use crate::refusal::Refusal;
use kontra_ontop::Board;
use std::sync::Arc;

pub(crate) async fn show(_hall: Arc<App>, request: ApiRequest) -> Result<Answer, Refusal> {
    let board = Board::named(request.part("board")).ok_or_else(|| Refusal::not_found("board"))?;
    Ok(Answer::ok(&geometry(board)))
}

fn geometry(board: Board) -> BoardGeometry {
    let name = |circle| board.circle_name(circle);
    let triangles = board.triangles().map(|triangle| {
        let (row, column) = board.row_and_column(triangle);
        BoardTriangle {
            name: board.triangle_name(triangle),
            row,
            column,
            up: (row + column) % 2 == 0,
            corners: board.corners_of(triangle).map(name),
        }
    });
    let circles = board.circles().map(|circle| {
        let (line, x) = board.line_and_x(circle);
        let sixths = board.around(circle).count();
        BoardCircle { name: name(circle), line, x, sixths, gold: board.is_gold(circle) }
    });
    let positions = board.positions().map(|position| {
        let triangles = board.halves(position).map(|half| board.triangle_name(half));
        let corners = board.corners(position).map(name);
        BoardPosition { name: triangles.concat(), triangles, corners }
    });
    let tile = |&(tile, count): &_| BoardTile { tile: kontra_ontop::Tile::to_string(&tile), count };
    BoardGeometry {
        board: board.name().to_owned(),
        triangles: triangles.collect(),
        circles: circles.collect(),
        positions: positions.collect(),
        tiles: board.tiles().iter().map(tile).collect(),
        start: board.start().iter().map(|&triangle| board.triangle_name(triangle)).collect(),
        stones: board.stones(),
    }
}
