//! Just 4 Fun in numbers, for networks. The book's chapter has the layout.

use crate::public::MOST_REDRAWS;
use crate::{
    Action, Board, Card, CardChoice, Cards, Combination, Field, Just4Fun, PlayerView, SIDE, STONES,
};
use kontra_game::{Encode, History, MAX_SEATS, Parts, Seat, TensorPart, Turn, View};

/// Fields come first, then `redraw`, then every combination of cards.
const REDRAW: usize = Field::COUNT;
const COMBINATIONS: usize = REDRAW + 1;

/// The most cards of a kind that a deck has.
const COPIES: usize = 4;
const COUNTS: usize = Card::KINDS * COPIES;

/// All stones of all players.
const MOST_STONES: usize = MAX_SEATS * STONES as usize;

const OBSERVATION: &[TensorPart] = &[
    TensorPart::new(
        "present",
        MAX_SEATS,
        "Whether somebody sits there: this seat, then the next ones.",
    ),
    TensorPart::new(
        "mover",
        MAX_SEATS,
        "Whose stone comes next; after the end, whose was the last.",
    ),
    TensorPart::new("chance", 1, "Whether chance says which cards are laid down."),
    TensorPart::new("over", 1, "Whether the game is over."),
    TensorPart::new("choose", 1, "1 if players choose their cards, 0 if chance does."),
    TensorPart::new(
        "hand",
        COUNTS,
        "The own cards: for each card from 1 to 19 whether there are at least 1, 2, 3, 4 of it.",
    ),
    TensorPart::new(
        "known",
        COUNTS,
        "With two players: cards that the other must hold, written like the hand.",
    ),
    TensorPart::new(
        "exposed",
        COUNTS,
        "With two players: own cards that the other knows, written like the hand.",
    ),
    TensorPart::new(
        "used",
        COUNTS,
        "Cards laid down since the last shuffle, written like the hand.",
    ),
    TensorPart::new(
        "unseen",
        COUNTS,
        "Cards in the stack and in other hands, written like the hand.",
    ),
    TensorPart::new(
        "chosen",
        Field::COUNT,
        "The field that was chosen, while chance says which cards are laid down.",
    ),
    TensorPart::new("redraws", 1, "Hands replaced in a row, in hundredths."),
    TensorPart::new(
        "rows",
        Field::COUNT,
        "For each field, by number, its row on the board, in fifths from the top.",
    ),
    TensorPart::new("columns", Field::COUNT, "For each field its column, in fifths from the left."),
    TensorPart::new(
        "stones",
        MAX_SEATS * Field::COUNT,
        "For each seat its stones on each field, in quarters.",
    ),
    TensorPart::new(
        "open",
        MAX_SEATS * Field::COUNT,
        "For each seat the fields on which it may put a stone.",
    ),
    TensorPart::new(
        "held",
        MAX_SEATS * Field::COUNT,
        "For each seat the fields on which it has the majority.",
    ),
    TensorPart::new("left", MAX_SEATS, "The stones each seat has left, in twentieths."),
    TensorPart::new("points", MAX_SEATS, "The points of each seat, of 666."),
];

const PAST: &[TensorPart] = &[
    TensorPart::new(
        "stone-by",
        MOST_STONES * MAX_SEATS,
        "For each stone in the order they were put who put it.",
    ),
    TensorPart::new("stone-on", MOST_STONES * Field::COUNT, "For each stone the field."),
    TensorPart::new(
        "stone-with",
        MOST_STONES * Card::KINDS,
        "For each stone how many of each card were laid down, in quarters.",
    ),
    TensorPart::new(
        "stone-after",
        MOST_STONES,
        "For each stone how many hands were replaced before it, in hundredths.",
    ),
];

/// Every combination of cards by field, then fewer cards first, then lower cards first; no card is 0.
static TABLE: [[u8; 4]; COUNT] = {
    let (table, _) = combinations::<COUNT>();
    table
};

const COUNT: usize = combinations::<0>().1;

/// This many combinations from the first on, and how many there are.
const fn combinations<const N: usize>() -> ([[u8; 4]; N], usize) {
    let (mut table, mut count) = ([[0; 4]; N], 0);
    let mut sum = 1;
    while sum <= Field::COUNT as u8 {
        let mut size = 1;
        while size <= 4 {
            let mut cards = [1, 1, 1];
            loop {
                // The last card follows from the sum.
                let (mut rest, mut i) = (sum as i8, 0);
                while i + 1 < size {
                    rest -= cards[i] as i8;
                    i += 1;
                }
                let least = if size > 1 { cards[size - 2] } else { 1 };
                if rest >= least as i8 && rest <= Card::KINDS as i8 {
                    let mut found = [0; 4];
                    let mut i = 0;
                    while i + 1 < size {
                        found[i] = cards[i];
                        i += 1;
                    }
                    found[size - 1] = rest as u8;
                    if is_in_deck(found) {
                        if count < N {
                            table[count] = found;
                        }
                        count += 1;
                    }
                }
                if !advance(&mut cards, size - 1, sum) {
                    break;
                }
            }
            size += 1;
        }
        sum += 1;
    }
    (table, count)
}

/// The next cards in order, each at least as high as the one before; `false` after the last.
const fn advance(cards: &mut [u8; 3], size: usize, sum: u8) -> bool {
    let mut i = size;
    while i > 0 {
        i -= 1;
        if (cards[i] as usize) < Card::KINDS && cards[i] < sum {
            let next = cards[i] + 1;
            while i < size {
                cards[i] = next;
                i += 1;
            }
            return true;
        }
    }
    false
}

/// Whether no card is there more often than in the deck.
const fn is_in_deck(cards: [u8; 4]) -> bool {
    let mut i = 1;
    while i < 4 {
        // Four equal cards are all there are up to 12, one above.
        if cards[i] > 12 && cards[i] == cards[i - 1] {
            return false;
        }
        i += 1;
    }
    true
}

/// The order of the table.
fn order(cards: &[u8; 4]) -> (u8, usize, [u8; 4]) {
    (cards.iter().sum(), cards.iter().filter(|&&card| card > 0).count(), *cards)
}

fn numbers(combination: Combination) -> [u8; 4] {
    let mut numbers = [0; 4];
    numbers.iter_mut().zip(combination.cards()).for_each(|(n, card)| *n = card.number());
    numbers
}

impl Encode for Just4Fun {
    const ACTIONS: usize = COMBINATIONS + COUNT;
    const OBSERVATION: &'static [TensorPart] = OBSERVATION;
    const PAST: &'static [TensorPart] = PAST;
    const RECALLS: bool = true;

    fn action_id(action: Action) -> usize {
        match action {
            Action::Field(field) => field.index(),
            Action::Redraw => REDRAW,
            Action::Cards(cards) => {
                let key = order(&numbers(cards));
                let found = TABLE.binary_search_by_key(&key, order);
                COMBINATIONS + found.expect("every combination is in the table")
            }
        }
    }

    fn action_name(id: usize) -> String {
        match id {
            0..REDRAW => (id + 1).to_string(),
            REDRAW => "redraw".to_owned(),
            _ => {
                let Some(cards) = TABLE.get(id - COMBINATIONS) else { return String::new() };
                let cards = cards.iter().filter(|&&card| card > 0);
                let text = cards.map(u8::to_string).collect::<Vec<_>>().join("+");
                // A single card is written like the field.
                if text.contains('+') { text } else { format!("card-{text}/{text}") }
            }
        }
    }

    /// Combinations are decisions only where players choose their cards.
    fn decisions(view: &PlayerView) -> usize {
        match view.table().card_choice() {
            CardChoice::Random => COMBINATIONS,
            CardChoice::Player => Self::ACTIONS,
        }
    }

    fn observe(view: &PlayerView, parts: &mut Parts<'_>) {
        observe_turn(view, parts);
        observe_cards(view, parts);
        observe_board(view, parts);
    }

    fn remember(view: &PlayerView, history: History<'_, Just4Fun>, parts: &mut Parts<'_>) {
        let names = ["stone-by", "stone-on", "stone-with", "stone-after"];
        let [by, on, with, after] = names.map(|name| parts.next(name));
        let seats = view.table().seats();
        let (mut stone, mut redraws, mut mover) = (0, 0_u16, None);
        for event in history.iter() {
            mover = event.by.or(mover);
            match (event.action, mover) {
                (Some(Action::Redraw), _) => redraws += 1,
                (Some(Action::Cards(cards)), Some(seat)) if stone < MOST_STONES => {
                    by[stone * MAX_SEATS + view.seat().steps_to(seat, seats)] = 1.0;
                    on[stone * Field::COUNT + cards.field().index()] = 1.0;
                    for card in cards.cards() {
                        with[stone * Card::KINDS + card.index()] += 0.25;
                    }
                    after[stone] = f32::from(redraws) / f32::from(MOST_REDRAWS);
                    (stone, redraws) = (stone + 1, 0);
                }
                _ => {}
            }
        }
    }
}

fn observe_turn(view: &PlayerView, parts: &mut Parts<'_>) {
    let table = view.table();
    let seats = table.seats();
    parts.fill("present", std::iter::repeat_n(1.0, seats));
    parts.one_hot("mover", Some(view.seat().steps_to(table.mover(), seats)));
    parts.flag("chance", table.turn() == Turn::Chance);
    parts.flag("over", table.turn() == Turn::Over);
    parts.flag("choose", table.card_choice() == CardChoice::Player);
}

fn observe_cards(view: &PlayerView, parts: &mut Parts<'_>) {
    let exposed = view.known_hands().get(view.seat().index()).copied().unwrap_or_default();
    parts.fill("hand", counts(view.hand().into()));
    parts.fill("known", counts(view.known()));
    parts.fill("exposed", counts(exposed));
    parts.fill("used", counts(view.table().used()));
    parts.fill("unseen", counts(view.unseen()));
}

/// For each card whether there are at least 1, 2, 3, 4 of it.
fn counts(cards: Cards) -> impl Iterator<Item = f32> {
    Card::all()
        .flat_map(move |card| (0..COPIES).map(move |least| f32::from(cards.count(card) > least)))
}

fn observe_board(view: &PlayerView, parts: &mut Parts<'_>) {
    let table = view.table();
    let (board, stones, seats) = (table.board(), table.stones(), table.seats());
    parts.one_hot("chosen", table.chosen().map(Field::index));
    parts.number("redraws", f32::from(table.redraws()) / f32::from(MOST_REDRAWS));
    let fifths = |at: fn(&Board, Field) -> usize| {
        Field::all().map(move |field| at(board, field) as f32 / (SIDE - 1) as f32)
    };
    parts.fill("rows", fifths(|board, field| board.place(field).row()));
    parts.fill("columns", fifths(|board, field| board.place(field).column()));
    let own = view.seat();
    let by_seat = move || (0..seats).map(move |steps| own.after(steps, seats));
    let by_field = |of: fn(&PlayerView, Seat, Field) -> f32| {
        by_seat().flat_map(move |seat| Field::all().map(move |field| of(view, seat, field)))
    };
    parts.fill(
        "stones",
        by_field(|view, seat, field| f32::from(view.table().stones().on(field, seat)) / 4.0),
    );
    parts.fill(
        "open",
        by_field(|view, seat, field| f32::from(view.table().stones().open(seat).contains(field))),
    );
    parts.fill(
        "held",
        by_field(|view, seat, field| {
            let table = view.table();
            f32::from(table.stones().held(seat).contains(table.board().place(field)))
        }),
    );
    parts.fill("left", by_seat().map(|seat| f32::from(stones.left(seat)) / f32::from(STONES)));
    let points = stones.points();
    parts.fill("points", by_seat().map(|seat| f32::from(points[seat.index()]) / 666.0));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_every_combination_once_and_in_order() {
        assert!(TABLE.is_sorted_by(|one, two| order(one) < order(two)));
        let card = |number: &u8| Card::new(*number);
        for cards in &TABLE {
            let cards: Vec<Card> = cards.iter().filter_map(card).collect();
            assert!(Combination::new(&cards).is_some(), "{cards:?}");
        }
        let with_none = || std::iter::once(None).chain(Card::all().map(Some));
        let mut all = std::collections::HashSet::new();
        for (a, b) in with_none().flat_map(|a| with_none().map(move |b| (a, b))) {
            for (c, d) in with_none().flat_map(|c| with_none().map(move |d| (c, d))) {
                let cards: Vec<Card> = [a, b, c, d].into_iter().flatten().collect();
                all.extend(Combination::new(&cards));
            }
        }
        assert_eq!(all.len(), COUNT);
    }
}
