use crate::{
    Board, Card, CardChoice, Cards, Field, FieldLayout, Hand, Just4Fun, MOST_REDRAWS, Rules, Setup,
    Shuffler,
};
use kontra_game::{BadInput, DealRng, Reader, Seat, choose};
use rand::Rng;
use serde_json::{Map, Value, json};

/// A position that the rules allow, from which a game begins.
#[derive(Clone, PartialEq, Debug)]
pub struct Start {
    setup: Setup,
    game: Just4Fun,
}

impl Start {
    /// The start with this position, if the rules allow it.
    pub fn new(setup: Setup) -> Result<Start, BadInput> {
        let game = setup.game()?;
        Ok(Start { setup, game })
    }

    /// The position as plain data.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The state before the first decision.
    pub fn game(&self) -> Just4Fun {
        self.game
    }

    pub(crate) fn read(reader: &Reader<'_>) -> Result<Start, BadInput> {
        let setup = read_setup(reader)?;
        Start::new(setup).map_err(|bad| {
            let place = format!("{}.{}", reader.place(), bad.place);
            BadInput { place, ..bad }
        })
    }

    pub(crate) fn write(&self) -> Value {
        let Setup { cards, board, hands, stack, used, shuffler, stones, turn, known, redraws } =
            &self.setup;
        let numbers = |cards: &[Card]| cards.iter().map(|card| card.number()).collect::<Vec<u8>>();
        let hands: Vec<Vec<u8>> = hands.iter().map(|hand| numbers(&hand.cards())).collect();
        let mut object = Map::new();
        let mut field = |name: &str, value: Value| object.insert(name.to_owned(), value);
        field("cards", json!(cards.word()));
        field("board", write_board(board));
        field("hands", json!(hands));
        field("stack", json!(numbers(stack)));
        field("shuffler", json!(format!("{:016x}", shuffler.0)));
        if !used.is_empty() {
            field("used", json!(numbers(used)));
        }
        if !stones.is_empty() {
            field("stones", stones.iter().map(|counts| json!(counts.to_vec())).collect());
        }
        if turn.index() != 0 {
            field("turn", json!(turn.index()));
        }
        if *known != [Cards::NONE; 2] {
            let cards = known.map(|cards| cards.iter().map(Card::number).collect::<Vec<u8>>());
            field("known", json!(cards));
        }
        if *redraws != 0 {
            field("redraws", json!(redraws));
        }
        Value::Object(object)
    }
}

impl Setup {
    /// A fresh deal: four cards for each player, the rest in the stack, an empty board, seat 0 to move.
    pub fn deal(rules: &Rules, rng: &mut DealRng) -> Setup {
        let board = match rules.board {
            FieldLayout::Original => Board::ORIGINAL,
            FieldLayout::Ordered => Board::ORDERED,
            FieldLayout::Random => Board::random(rng),
        };
        let mut deck: Vec<Card> = Cards::DECK.iter().collect();
        choose::shuffle(rng, &mut deck);
        let (dealt, _) = deck.as_chunks::<{ Hand::SIZE }>();
        let hands: Vec<Hand> =
            dealt[..rules.players.count()].iter().map(|&four| Hand::new(four)).collect();
        Setup {
            cards: rules.cards,
            board,
            stack: deck[hands.len() * Hand::SIZE..].to_vec(),
            hands,
            used: vec![],
            shuffler: Shuffler(rng.next_u64()),
            stones: vec![],
            turn: Seat::wrapping(0, 2),
            known: [Cards::NONE; 2],
            redraws: 0,
        }
    }
}

fn read_setup(reader: &Reader<'_>) -> Result<Setup, BadInput> {
    let mut object = reader.object()?;
    let cards = object.field("cards")?.one_of(&CardChoice::WORDS)?;
    let board = read_board(&object.field("board")?)?;
    let hands = object.field("hands")?.list()?;
    let hands = hands.iter().map(read_hand).collect::<Result<_, _>>()?;
    let stack = read_cards(&object.field("stack")?)?;
    let shuffler = read_shuffler(&object.field("shuffler")?)?;
    let used = object.optional("used").map_or(Ok(vec![]), |used| read_cards(&used))?;
    let stones = match object.optional("stones") {
        None => vec![],
        Some(stones) => stones.list()?.iter().map(read_stones).collect::<Result<_, _>>()?,
    };
    let turn = object.optional("turn").map_or(Ok(0), |turn| turn.integer(0..=3))?;
    let known =
        object.optional("known").map_or(Ok([Cards::NONE; 2]), |known| read_known(&known))?;
    let most = u64::from(MOST_REDRAWS) - 1;
    let redraws = object.optional("redraws").map_or(Ok(0), |number| number.integer(0..=most))?;
    object.finish()?;
    let (turn, redraws) = (Seat::wrapping(turn as usize, 4), redraws as u8);
    Ok(Setup { cards, board, hands, stack, used, shuffler, stones, turn, known, redraws })
}

pub(crate) fn write_board(board: &Board) -> Value {
    match *board {
        Board::ORIGINAL => json!(FieldLayout::Original.word()),
        Board::ORDERED => json!(FieldLayout::Ordered.word()),
        _ => json!(board.numbers().to_vec()),
    }
}

fn read_board(reader: &Reader<'_>) -> Result<Board, BadInput> {
    let complaint = || reader.expected("'original', 'ordered' or a list of the numbers 1 to 36");
    match reader.value() {
        Value::String(word) if word == FieldLayout::Original.word() => Ok(Board::ORIGINAL),
        Value::String(word) if word == FieldLayout::Ordered.word() => Ok(Board::ORDERED),
        Value::Array(_) => {
            let mut numbers = [0; Field::COUNT];
            for (number, reader) in numbers.iter_mut().zip(reader.list_of::<{ Field::COUNT }>()?) {
                *number = reader.integer(1..=36)? as u8;
            }
            Board::new(numbers).ok_or_else(|| {
                BadInput::expected(reader.place(), "each number from 1 to 36 once", "one twice")
            })
        }
        _ => Err(complaint()),
    }
}

fn read_hand(reader: &Reader<'_>) -> Result<Hand, BadInput> {
    let [a, b, c, d] = reader.list_of::<{ Hand::SIZE }>()?;
    Ok(Hand::new([read_card(&a)?, read_card(&b)?, read_card(&c)?, read_card(&d)?]))
}

fn read_cards(reader: &Reader<'_>) -> Result<Vec<Card>, BadInput> {
    reader.list()?.iter().map(read_card).collect()
}

fn read_known(reader: &Reader<'_>) -> Result<[Cards; 2], BadInput> {
    let [one, other] = reader.list_of()?;
    let read = |known: &Reader<'_>| -> Result<Cards, BadInput> {
        let cards = read_cards(known)?;
        match Hand::SIZE {
            most if cards.len() > most => {
                Err(known.expected(format!("at most the {most} cards of a hand")))
            }
            _ => Ok(cards.into_iter().collect()),
        }
    };
    Ok([read(&one)?, read(&other)?])
}

fn read_card(reader: &Reader<'_>) -> Result<Card, BadInput> {
    let number = reader.integer(1..=Card::KINDS as u64)?;
    Card::new(number as u8).ok_or_else(|| reader.expected("a card"))
}

fn read_stones(reader: &Reader<'_>) -> Result<[u8; Field::COUNT], BadInput> {
    let mut counts = [0; Field::COUNT];
    for (count, reader) in counts.iter_mut().zip(reader.list_of::<{ Field::COUNT }>()?) {
        *count = reader.integer(0..=u64::from(crate::STONES))? as u8;
    }
    Ok(counts)
}

fn read_shuffler(reader: &Reader<'_>) -> Result<Shuffler, BadInput> {
    let text = reader.text()?;
    let hex = text.len() == 16 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    match u64::from_str_radix(text, 16) {
        Ok(number) if hex => Ok(Shuffler(number)),
        _ => Err(reader.expected("a number of 16 hexadecimal digits (0 to 9, a to f)")),
    }
}
