use crate::{
    Board, Card, CardChoice, Cards, Field, Hand, Just4Fun, MOST_REDRAWS, Public, SECURE_LEAD,
    STONES, Shuffler, Stack, Stones,
};
use kontra_game::{BadInput, MAX_SEATS, Seat};

/// A position to begin with, as plain data: a fresh deal, or a situation made by hand.
///
/// ```
/// use kontra_game::{Game, Seat, Streams, Turn};
/// use kontra_just4fun::{Field, Rules, Setup};
/// let mut setup = Setup::deal(&Rules::default(), &mut Streams::new(1).deal(0));
/// setup.stones = vec![[0; Field::COUNT]; 2];
/// setup.stones[0][29 - 1] = 2;
/// let game = setup.game().unwrap();
/// let other = Seat::new(1).unwrap();
/// assert!(!game.table().stones().open(other).contains(Field::new(29).unwrap()));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Who decides which cards are laid down.
    pub cards: CardChoice,
    /// Which field lies where.
    pub board: Board,
    /// The hand of each player, 2 to 4 of them.
    pub hands: Vec<Hand>,
    /// The stack, the card that is drawn next first.
    pub stack: Vec<Card>,
    /// The cards already laid down.
    pub used: Vec<Card>,
    /// What the order of later stacks follows from.
    pub shuffler: Shuffler,
    /// The stones of each player on each field, by number; an empty list stands for an empty board.
    pub stones: Vec<[u8; Field::COUNT]>,
    /// Who is to move.
    pub turn: Seat,
    /// With two players, the cards of each that the other knows; none in a fresh game.
    pub known: [Cards; 2],
    /// How many hands were replaced in a row.
    pub redraws: u8,
}

impl Setup {
    /// The position of a game in which a player is to move.
    pub fn of(game: &Just4Fun) -> Setup {
        let table = game.table();
        let stones = |seat| {
            let mut counts = [0; Field::COUNT];
            Field::all().for_each(|field| counts[field.index()] = table.stones().on(field, seat));
            counts
        };
        Setup {
            cards: table.card_choice(),
            board: *table.board(),
            hands: Seat::all(table.seats()).map(|seat| game.hand(seat)).collect(),
            stack: game.stack().drawing_order().collect(),
            used: table.used().iter().collect(),
            shuffler: game.shuffler(),
            stones: Seat::all(table.seats()).map(stones).collect(),
            turn: table.mover(),
            known: game.known,
            redraws: table.redraws(),
        }
    }

    /// The state with this position, if it is one that the rules allow.
    pub fn game(&self) -> Result<Just4Fun, BadInput> {
        let seats = self.hands.len();
        if !(2..=MAX_SEATS).contains(&seats) {
            return Err(BadInput::expected("hands", "2 to 4 hands", seats));
        }
        self.check_cards()?;
        self.check_known()?;
        let stones = self.stones()?;
        let mut hands = [Hand::ABSENT.cards(); MAX_SEATS];
        for (place, hand) in hands.iter_mut().zip(&self.hands) {
            *place = hand.cards();
        }
        let table = Public::new(self.board, self.cards, stones, seats, self.turn);
        let table = table.with_used(self.used.iter().copied().collect());
        let table = table.with_redraws(self.redraws);
        let stack = Stack::new(&self.stack);
        Ok(Just4Fun { table, hands, known: self.known, stack, shuffler: self.shuffler })
    }

    /// A hand is known as far as it is held, by the only other player; and a game that replaces hands goes on.
    fn check_known(&self) -> Result<(), BadInput> {
        for (seat, (known, &hand)) in self.known.iter().zip(&self.hands).enumerate() {
            if self.hands.len() > 2 && !known.is_empty() {
                let expected = "none with three or four players";
                return Err(BadInput::expected("known", expected, format!("cards of seat {seat}")));
            }
            let hand = Cards::from(hand);
            if let Some(card) = known.iter().find(|&card| known.count(card) > hand.count(card)) {
                let (place, expected) =
                    (format!("known[{seat}]"), format!("cards of the hand {hand}"));
                return Err(BadInput::expected(place, expected, card));
            }
        }
        if self.redraws >= MOST_REDRAWS {
            let expected = format!("at most {}", MOST_REDRAWS - 1);
            return Err(BadInput::expected("redraws", expected, self.redraws));
        }
        Ok(())
    }

    /// Hands, stack and used cards are together the deck.
    fn check_cards(&self) -> Result<(), BadInput> {
        let hands = self.hands.iter().flat_map(|hand| hand.cards());
        let mut counts = [0; Card::KINDS];
        hands.chain(self.stack.iter().chain(&self.used).copied()).for_each(|card| {
            counts[card.index()] += 1;
        });
        match Card::all().find(|card| counts[card.index()] != card.copies()) {
            None => Ok(()),
            Some(card) => {
                let copies = card.copies();
                let expected = format!("{copies} times the card {card} in hands, stack and used");
                Err(BadInput::expected("stack", expected, counts[card.index()]))
            }
        }
    }

    fn stones(&self) -> Result<Stones, BadInput> {
        let seats = self.hands.len();
        let mut counts = [[0; Field::COUNT]; MAX_SEATS];
        if !self.stones.is_empty() {
            if self.stones.len() != seats {
                let expected = format!("a list of {seats}");
                let found = format!("a list of {}", self.stones.len());
                return Err(BadInput::expected("stones", expected, found));
            }
            counts[..seats].copy_from_slice(&self.stones);
        }
        for (seat, counts) in self.stones.iter().enumerate() {
            let sum: usize = counts.iter().map(|&count| usize::from(count)).sum();
            if sum > usize::from(STONES) {
                let place = format!("stones[{seat}]");
                return Err(BadInput::expected(place, format!("at most {STONES} stones"), sum));
            }
        }
        let stones = Stones::from_counts(&counts, &self.board, seats);
        check_reachable(&stones, self.turn, seats)?;
        Ok(stones)
    }
}

/// The stones can have come to lie like this, and the game continues with `turn`.
fn check_reachable(stones: &Stones, turn: Seat, seats: usize) -> Result<(), BadInput> {
    for field in Field::all() {
        let (leader, lead) = stones.leader(field);
        if lead > SECURE_LEAD {
            let expected =
                format!("at most {SECURE_LEAD} stones of a lead on field {field}, which closes it");
            return Err(BadInput::expected(format!("stones[{leader}]"), expected, lead));
        }
    }
    if let Some(seat) = Seat::all(seats).find(|&seat| stones.held(seat).has_line()) {
        let found = format!("a line of four for seat {seat}");
        return Err(BadInput::expected(format!("stones[{seat}]"), "a game that goes on", found));
    }
    if turn.index() >= seats || stones.left(turn) == 0 {
        return Err(BadInput::expected("turn", "a seat with stones left", format!("seat {turn}")));
    }
    Ok(())
}
