//! Tic-tac-toe: three in a row wins.

use kontra_game::{
    Actions, BadInput, DealRng, Deals, Ending, Forfeit, Game, Notation, Open, Past, Payoffs,
    Reader, Recorded, Rewind, Seat, Shown, Turn, View, show_turn,
};
use serde_json::{Value, json};

/// A square of the board, counted from 0: `a1 b1 c1`, then `a2` and so on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(pub(crate) u8);

impl Square {
    /// The square with this number; `None` beyond the board.
    pub const fn new(number: u8) -> Option<Square> {
        if number < 9 { Some(Square(number)) } else { None }
    }
}

/// Tic-tac-toe. Seat 0 begins; a win is worth 1, a draw 0, a loss -1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TicTacToe {
    /// The squares each seat has taken, one bit each.
    pub(crate) taken: [u16; 2],
}

const FULL: u16 = 0b111_111_111;

const ROWS: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

impl TicTacToe {
    fn has_row(&self, seat: usize) -> bool {
        ROWS.iter().any(|row| self.taken[seat] & row == *row)
    }

    fn all_taken(&self) -> u16 {
        self.taken[0] | self.taken[1]
    }

    fn mover(&self) -> Seat {
        Seat::wrapping(self.all_taken().count_ones() as usize, 2)
    }
}

impl Game for TicTacToe {
    type Action = Square;
    type View = Open<TicTacToe>;

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        if self.all_taken() == FULL || self.has_row(0) || self.has_row(1) {
            Turn::Over
        } else {
            Turn::Seat(self.mover())
        }
    }

    /// The free squares in their order.
    fn actions(&self, out: &mut Actions<Square>) {
        if self.turn() != Turn::Over {
            let free = |number: &u8| self.all_taken() & (1 << number) == 0;
            out.extend((0..9).filter(free).map(Square));
        }
    }

    fn play(&mut self, Square(number): Square) {
        debug_assert!(self.all_taken() & (1 << number) == 0, "the square is taken");
        self.taken[self.mover().index()] |= 1 << number;
    }

    fn payoffs(&self) -> Payoffs {
        let first = f64::from(self.has_row(0)) - f64::from(self.has_row(1));
        Payoffs::new(&[first, -first])
    }

    fn view(&self, seat: Seat) -> Open<TicTacToe> {
        Open::new(*self, seat)
    }
}

impl Notation for TicTacToe {
    fn action_text(&self, Square(number): Square) -> String {
        format!("{}{}", char::from(b'a' + number % 3), number / 3 + 1)
    }
}

impl Recorded for TicTacToe {
    const NAME: &'static str = "tic-tac-toe";
    const ABOUT: &'static str = "Three in a row win.";
    type Rules = ();
    type Start = ();

    fn read_rules(reader: &Reader<'_>) -> Result<(), BadInput> {
        reader.object()?.finish()
    }

    fn write_rules((): &()) -> Value {
        json!({})
    }

    fn deal((): &(), _: &mut DealRng) {}

    fn read_start(reader: &Reader<'_>) -> Result<(), BadInput> {
        reader.object()?.finish()
    }

    fn write_start((): &()) -> Value {
        json!({})
    }

    fn begin((): &()) -> TicTacToe {
        TicTacToe { taken: [0; 2] }
    }
}

impl Rewind for TicTacToe {
    fn rewind((): &(), history: &[Square], _: &TicTacToe, _: Seat) -> Past<TicTacToe> {
        Past::new((), history)
    }
}

impl Deals for TicTacToe {
    fn deals((): &()) -> Vec<((), f64)> {
        vec![((), 1.0)]
    }
}

impl Shown for TicTacToe {
    const OPEN_FIELDS: &'static [&'static str] = &["turn", "board"];

    fn show(view: &Open<TicTacToe>) -> Value {
        let mark = |number: u8| match view.taken.map(|taken| taken & (1 << number) != 0) {
            [true, _] => 'x',
            [_, true] => 'o',
            _ => '.',
        };
        let row = |row: u8| (0..3).map(|column| mark(3 * row + column)).collect::<String>();
        json!({
            "seat": View::seat(view).index(),
            "turn": show_turn(View::turn(view)),
            "board": [row(0), row(1), row(2)],
        })
    }
}

impl Ending for TicTacToe {
    fn ending(&self) -> &'static str {
        if self.has_row(0) || self.has_row(1) { "row" } else { "draw" }
    }
}

impl Forfeit for TicTacToe {}
