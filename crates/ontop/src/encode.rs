//! OnTop in numbers, for networks. The book's chapter has the layout.
//!
//! Boards are data. The sizes are those of the default board; a board with another outline does not fit.

use crate::state::Phase;
use crate::{Action, Board, Circle, Colour, Content, OnTop, Position, Tile, TileKind};
use kontra_game::{
    BadInput, Encode, Game, History, MAX_SEATS, Open, Parts, TensorPart, View, quote,
};

/// Of the default board.
const POSITIONS: usize = 96;
const TRIANGLES: usize = 72;
const CIRCLES: usize = 49;

/// A tile upright, or turned.
const PLACEMENTS: usize = 2 * POSITIONS;
const COLOURS: usize = 4;
const CORNERS: usize = 4;

const OBSERVATION: &[TensorPart] = &[
    TensorPart::new(
        "present",
        MAX_SEATS,
        "Whether somebody sits there: this seat, then the next ones.",
    ),
    TensorPart::new("teams", 1, "Whether four play in two teams."),
    TensorPart::new("mover", MAX_SEATS, "Who places the next tile."),
    TensorPart::new("draws", 1, "Whether a tile is being drawn."),
    TensorPart::new("over", 1, "Whether the game is over."),
    TensorPart::new("tile", TileKind::MOST, "The kind of tile that was drawn and is to be placed."),
    TensorPart::new(
        "bag",
        TileKind::MOST,
        "How many tiles of each kind can still be drawn, in sixteenths.",
    ),
    TensorPart::new(
        "kinds",
        TileKind::MOST * CORNERS * COLOURS,
        "For each kind the colours of its corners, clockwise: this seat's, those of the next seats, then the passive ones.",
    ),
    TensorPart::new(
        "laid",
        POSITIONS * TileKind::MOST,
        "For each position the kind of the tile that lies there.",
    ),
    TensorPart::new("turned", POSITIONS, "For each position whether the tile there is turned."),
    TensorPart::new("legal", POSITIONS, "For each position whether a tile may be laid there."),
    TensorPart::new("black", TRIANGLES, "For each triangle whether it is black."),
    TensorPart::new(
        "sixths",
        CIRCLES * COLOURS,
        "For each circle the sixths of each colour, colours as in `kinds`.",
    ),
    TensorPart::new("missing", CIRCLES, "For each circle how many sixths are missing, in sixths."),
    TensorPart::new("gold", CIRCLES, "For each circle whether points count twice."),
    TensorPart::new(
        "unscored",
        CIRCLES,
        "For each circle whether it was closed when the game was over already.",
    ),
    TensorPart::new("points", COLOURS, "The points of each colour, of 100."),
    TensorPart::new("stones", COLOURS, "The stones that each colour has left, of 20."),
];

const PAST: &[TensorPart] = &[TensorPart::new(
    "when",
    POSITIONS,
    "For each position the number of the tile that was laid there, of 34.",
)];

impl Encode for OnTop {
    const ACTIONS: usize = PLACEMENTS + TileKind::MOST;
    const OBSERVATION: &'static [TensorPart] = OBSERVATION;
    const PAST: &'static [TensorPart] = PAST;
    const RECALLS: bool = true;

    #[inline]
    fn action_id(action: Action) -> usize {
        match action {
            Action::Place(placement) => placement.index(),
            Action::Draw(kind) => PLACEMENTS + kind.index(),
        }
    }

    /// Placements are called as on the default board, and draws by its tiles.
    fn action_name(id: usize) -> String {
        let board = Board::default();
        match id {
            0..PLACEMENTS => {
                let position = Position((id / 2) as u8);
                board.placement_name(crate::Placement::new(position, id % 2 == 1))
            }
            _ if id < Self::ACTIONS => {
                let number = id - PLACEMENTS;
                let tile = board.tiles().get(number).map(|(tile, _)| tile.to_string());
                tile.unwrap_or_else(|| format!("tile-{number}"))
            }
            _ => String::new(),
        }
    }

    fn decisions(_: &Open<OnTop>) -> usize {
        PLACEMENTS
    }

    fn observe(view: &Open<OnTop>, parts: &mut Parts<'_>) {
        let colours = colours(view);
        observe_turn(view, parts);
        observe_tiles(view, colours, parts);
        observe_circles(view, colours, parts);
    }

    fn remember(view: &Open<OnTop>, history: History<'_, OnTop>, parts: &mut Parts<'_>) {
        let _ = view;
        let when = parts.next("when");
        let placements = history.iter().filter_map(|event| match event.action {
            Some(Action::Place(placement)) => Some(placement),
            _ => None,
        });
        for (number, placement) in (1_u8..).zip(placements) {
            if let Some(entry) = when.get_mut(placement.position().index()) {
                *entry = f32::from(number) / 34.0;
            }
        }
    }

    /// A board fits if it has the outline of the default board. Its tiles, gold circles, start and stones may differ.
    fn fits(view: &Open<OnTop>) -> Result<(), BadInput> {
        let outline =
            |board: Board| board.triangles().map(move |triangle| board.row_and_column(triangle));
        let (board, usual) = (view.board(), Board::default());
        if outline(board).eq(outline(usual)) {
            return Ok(());
        }
        let expected = format!("the outline of the board {}", quote(usual.name()));
        Err(BadInput::expected("board", expected, format!("that of {}", quote(board.name()))))
    }
}

/// The colours from where the seat sits: its own, those of the next seats, then the passive ones.
fn colours(view: &Open<OnTop>) -> [Colour; COLOURS] {
    let seats = view.seats();
    let mut colours = view.all_colours();
    colours[..seats].rotate_left(View::seat(view).index());
    colours
}

fn observe_turn(view: &Open<OnTop>, parts: &mut Parts<'_>) {
    let seats = view.seats();
    parts.fill("present", std::iter::repeat_n(1.0, seats));
    parts.flag("teams", view.table().teams());
    parts.one_hot("mover", Some(View::seat(view).steps_to(view.mover(), seats)));
    parts.flag("draws", view.phase == Phase::Draw);
    parts.flag("over", view.phase == Phase::Over);
    parts.one_hot("tile", view.hand().map(TileKind::index));
}

fn observe_tiles(view: &Open<OnTop>, colours: [Colour; COLOURS], parts: &mut Parts<'_>) {
    let board = view.board();
    let kinds = || (0..board.tiles().len() as u8).map(TileKind);
    parts.fill("bag", kinds().map(|kind| f32::from(view.tiles_left_of(kind)) / 16.0));
    let corners = |tile: Tile| tile.corners(false).into_iter();
    let is = move |corner: Colour| colours.map(|colour| f32::from(colour == corner));
    parts.fill("kinds", kinds().flat_map(|kind| corners(board.tile(kind)).flat_map(is)));
    let (laid, turned) = (parts.next("laid"), parts.next("turned"));
    for tile in view.tiles() {
        let position = tile.placement.position().index();
        if position < POSITIONS {
            laid[position * TileKind::MOST + tile.kind.index()] = 1.0;
            turned[position] = f32::from(tile.placement.turned());
        }
    }
    let legal = parts.next("legal");
    for position in view.positions().filter(|position| position.index() < POSITIONS) {
        legal[position.index()] = 1.0;
    }
    let is_black = |triangle| view.content(triangle) == Content::Black;
    parts.fill("black", board.triangles().map(|triangle| f32::from(is_black(triangle))));
}

fn observe_circles(view: &Open<OnTop>, colours: [Colour; COLOURS], parts: &mut Parts<'_>) {
    let board = view.board();
    let sixths = |circle: Circle| {
        let sixths = view.sixths(circle);
        colours.map(|colour| f32::from(sixths[colour.index()]) / 6.0)
    };
    parts.fill("sixths", board.circles().flat_map(sixths));
    parts.fill("missing", board.circles().map(|circle| f32::from(view.missing(circle)) / 6.0));
    parts.fill("gold", board.circles().map(|circle| f32::from(board.is_gold(circle))));
    let unscored = |circle: Circle| f32::from(view.covers[circle.index()].is_void());
    parts.fill("unscored", board.circles().map(unscored));
    parts.fill("points", colours.map(|colour| f32::from(view.points(colour)) / 100.0));
    parts.fill("stones", colours.map(|colour| f32::from(view.stones(colour)) / 20.0));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sizes_are_those_of_the_default_board() {
        let board = Board::default();
        let sizes = (board.positions().len(), board.triangles().len(), board.circles().len());
        assert_eq!(sizes, (POSITIONS, TRIANGLES, CIRCLES));
    }
}
