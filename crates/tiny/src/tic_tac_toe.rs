//! Tic-tac-toe: three in a row wins.

use kontra_game::{
    Actions, BadInput, DealRng, Deals, Ending, Forfeit, Game, History, Notation, Open, Past,
    Payoffs, Reader, Recorded, Rewind, Seat, Shown, Turn, View, choose, show_turn,
};
use rand::Rng;
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

/// Which sets of squares contain a row: a bit for each of the 512 sets.
const WITH_ROW: [u64; 8] = {
    let (mut sets, mut taken) = ([0; 8], 0);
    while taken <= FULL {
        let mut row = 0;
        while row < ROWS.len() {
            if taken & ROWS[row] == ROWS[row] {
                sets[taken as usize / 64] |= 1 << (taken % 64);
            }
            row += 1;
        }
        taken += 1;
    }
    sets
};

/// In how many orders this many squares can be taken.
const ORDERS: [u64; 10] = [1, 1, 2, 6, 24, 120, 720, 5040, 40_320, 362_880];

/// The squares of a set as a list in one word, four bits each.
const fn list(mut squares: u16) -> u64 {
    let (mut list, mut place) = (0, 0);
    while squares != 0 {
        list |= (squares.trailing_zeros() as u64) << place;
        squares &= squares - 1;
        place += 4;
    }
    list
}

/// The list of each set.
static LISTS: [u64; FULL as usize + 1] = {
    let (mut lists, mut squares) = ([0; FULL as usize + 1], 0);
    while squares <= FULL {
        lists[squares as usize] = list(squares);
        squares += 1;
    }
    lists
};

#[inline]
fn with_row(taken: u16) -> bool {
    WITH_ROW[usize::from(taken / 64) % 8] >> (taken % 64) & 1 == 1
}

impl TicTacToe {
    #[inline]
    fn has_row(&self, seat: usize) -> bool {
        with_row(self.taken[seat])
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
            let mut free = FULL & !self.all_taken();
            while free != 0 {
                out.push(Square(free.trailing_zeros() as u8));
                free &= free - 1;
            }
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

    /// One random word says in which order the free squares are taken.
    fn playout<R: Rng>(&mut self, rng: &mut R) {
        if self.turn() == Turn::Over {
            return;
        }
        let free = FULL & !self.all_taken();
        let (mut list, mut count) = (LISTS[usize::from(free)], free.count_ones());
        let mut order = choose::Several::new(rng, ORDERS[count as usize]);
        let [mut own, mut other] = self.taken;
        if count % 2 == 0 {
            (own, other) = (other, own);
        }
        while count > 0 {
            let place = 4 * order.below(count);
            count -= 1;
            own |= 1 << (list >> place & 15);
            if with_row(own) {
                break;
            }
            // The last square of the list takes the place of the chosen one.
            let last = list >> (4 * count) & 15;
            list = list & !(15 << place) | last << place;
            (own, other) = (other, own);
        }
        let first_is_own = own.count_ones() > other.count_ones();
        self.taken = if first_is_own { [own, other] } else { [other, own] };
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

    fn imagined_past(
        _: &Open<TicTacToe>,
        history: History<'_, TicTacToe>,
    ) -> Option<Past<TicTacToe>> {
        Some(Past { start: (), history: history.actions()? })
    }

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
