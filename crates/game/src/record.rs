use crate::reader::quote;
use crate::{BadInput, DealRng, Game, Json, Notation, Reader, RuleOption, Seat, Turn};
use serde_json::{Value, json};
use std::cell::Cell;
use std::io::{self, ErrorKind, Read};
use std::rc::Rc;

/// A record longer than this is refused before it is read: no game of the workbench comes near it.
pub const MAX_RECORD_BYTES: u64 = 1 << 20;

/// The version of the record format this crate writes and reads.
const VERSION: u64 = 1;

/// Who made a chance move, in a record.
const CHANCE: &str = "*";

/// The ability to be written down and dealt: what a game needs for records, matches and replays.
pub trait Recorded: Notation {
    /// The game's name on the command line and in records.
    const NAME: &'static str;

    /// What the game is, as one sentence for people.
    const ABOUT: &'static str = "";

    /// The rules that are a choice of the table, as data. [`read_rules`](Recorded::read_rules) reads these and no others.
    const OPTIONS: &'static [RuleOption] = &[];

    /// The rules that are a choice of the table (and not of the cards).
    type Rules: Clone + PartialEq + std::fmt::Debug + Default + Send + Sync;

    /// Everything that fixes a game before its first decision: rules, seats, cards.
    type Start: Clone + PartialEq + std::fmt::Debug + Send + Sync;

    /// Reads the rules from a JSON object; fields that are left out have their default.
    fn read_rules(reader: &Reader<'_>) -> Result<Self::Rules, BadInput>;

    /// Writes the rules such that [`read_rules`](Recorded::read_rules) gives them back, every field spelt out.
    fn write_rules(rules: &Self::Rules) -> Value;

    /// A fresh start: cards are dealt, sides are drawn.
    fn deal(rules: &Self::Rules, rng: &mut DealRng) -> Self::Start;

    /// Reads a start from a JSON object.
    fn read_start(reader: &Reader<'_>) -> Result<Self::Start, BadInput>;

    /// Writes a start such that [`read_start`](Recorded::read_start) gives it back.
    fn write_start(start: &Self::Start) -> Value;

    /// The state before the first decision.
    fn begin(start: &Self::Start) -> Self;
}

/// One game as text: who sat where, how it started, every decision in order, and the result.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The game's name.
    pub game: String,
    /// Who sat where: an agent's spec or a person's name for each seat.
    pub players: Vec<String>,
    /// The game's own description of its start.
    pub start: Value,
    /// Every decision: who made it (`None`: chance) and what it was, in the game's notation.
    pub moves: Vec<(Option<Seat>, String)>,
    /// The payoffs of a finished game.
    pub result: Option<Vec<f64>>,
}

impl Record {
    /// A record of a game that has just begun.
    pub fn new<G: Recorded>(players: Vec<String>, start: &G::Start) -> Record {
        let (game, start) = (G::NAME.to_owned(), G::write_start(start));
        Record { game, players, start, moves: vec![], result: None }
    }

    /// Plays `action` in `game` and writes it down, with the result if it was the last decision.
    pub fn play<G: Recorded>(&mut self, game: &mut G, action: G::Action) {
        let seat = match game.turn() {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        };
        self.moves.push((seat, game.action_text(action)));
        game.play(action);
        if game.turn() == Turn::Over {
            self.result = Some(game.payoffs().as_slice().to_vec());
        }
    }

    /// The record as one line of JSON, without the line's end.
    pub fn to_line(&self) -> String {
        let moves = self.moves.iter().map(|(seat, text)| match seat {
            Some(seat) => format!("{seat} {text}"),
            None => format!("{CHANCE} {text}"),
        });
        let result =
            self.result.as_ref().map(|payoffs| payoffs.iter().map(|&p| plain(p)).collect());
        json!({
            "kontra": VERSION,
            "game": self.game,
            "players": self.players,
            "start": self.start,
            "moves": moves.collect::<Vec<_>>(),
            "result": result.map_or(Value::Null, Value::Array),
        })
        .to_string()
    }

    /// Reads the fields of a record; whether it makes sense as a game is for [`replay`](Record::replay) to say.
    pub fn read(reader: &Reader<'_>) -> Result<Record, BadInput> {
        let mut object = reader.object()?;
        object.field("kontra")?.integer(VERSION..=VERSION)?;
        let game = object.field("game")?.text()?.to_owned();
        let players = object.field("players")?.list()?;
        let players =
            players.iter().map(|p| p.text().map(str::to_owned)).collect::<Result<_, _>>()?;
        let start = object.field("start")?.value().clone();
        let moves = object.field("moves")?.list()?;
        let moves = moves.iter().map(read_move).collect::<Result<_, _>>()?;
        let result = object.field("result")?;
        let result = if result.is_null() {
            None
        } else {
            Some(result.list()?.iter().map(Reader::number).collect::<Result<_, _>>()?)
        };
        object.finish()?;
        Ok(Record { game, players, start, moves, result })
    }

    /// Plays the record through, checking everything: names, cards, turns, legality and the result.
    pub fn replay<G: Recorded>(&self) -> Result<Replay<G>, BadInput> {
        if self.game != G::NAME {
            return Err(BadInput::expected("game", quote(G::NAME), quote(&self.game)));
        }
        let start = G::read_start(&Reader::new(&self.start, "start"))?;
        let mut game = G::begin(&start);
        if self.players.len() != game.seats() {
            let expected = format!("a list of {}", game.seats());
            let found = format!("a list of {}", self.players.len());
            return Err(BadInput::expected("players", expected, found));
        }
        let mut actions = Vec::with_capacity(self.moves.len());
        for (ply, (seat, text)) in self.moves.iter().enumerate() {
            let action = legal_action(&game, *seat, text)
                .map_err(|problem| BadInput { place: format!("moves[{ply}]"), problem })?;
            game.play(action);
            actions.push(action);
        }
        self.check_result(&game)?;
        Ok(Replay { start, actions, end: game })
    }

    fn check_result<G: Game>(&self, game: &G) -> Result<(), BadInput> {
        let list = |payoffs: &[f64]| {
            let payoffs: Vec<Value> = payoffs.iter().map(|&p| plain(p)).collect();
            Value::Array(payoffs).to_string()
        };
        let expected = match game.turn() {
            Turn::Over => Some(game.payoffs().as_slice().to_vec()),
            Turn::Seat(_) | Turn::Chance => None,
        };
        if self.result == expected {
            return Ok(());
        }
        let found = match self.result.as_deref() {
            None => "null".to_owned(),
            Some(payoffs) if payoffs.len() == game.seats() => list(payoffs),
            Some(payoffs) => format!("a list of {}", payoffs.len()),
        };
        let expected = expected.as_deref().map_or_else(
            || "null (the game is not over)".to_owned(),
            |payoffs| format!("{} (the game is over)", list(payoffs)),
        );
        Err(BadInput::expected("result", expected, found))
    }
}

/// A record that was played through and found right.
#[derive(Clone, Debug)]
pub struct Replay<G: Recorded> {
    /// How the game started.
    pub start: G::Start,
    /// Every decision in order.
    pub actions: Vec<G::Action>,
    /// The state after the last decision.
    pub end: G,
}

impl<G: Recorded> Replay<G> {
    /// The state before decision number `ply`, counted from 0; `None` beyond the end of the record.
    pub fn at(&self, ply: usize) -> Option<G> {
        let mut game = G::begin(&self.start);
        for &action in self.actions.get(..ply)? {
            game.play(action);
        }
        Some(game)
    }
}

/// A whole number without a decimal point, as people write scores.
fn plain(payoff: f64) -> Value {
    if payoff.fract() == 0.0 && payoff.abs() < 1e15 { json!(payoff as i64) } else { json!(payoff) }
}

fn read_move(reader: &Reader<'_>) -> Result<(Option<Seat>, String), BadInput> {
    let wrong =
        || reader.expected("a move such as '0 CQ': a seat from 0 to 3 or *, a space, a move");
    let (seat, text) = reader.text()?.split_once(' ').ok_or_else(wrong)?;
    let seat = match seat {
        CHANCE => None,
        "0" | "1" | "2" | "3" => Seat::new(usize::from(seat.as_bytes()[0] - b'0')),
        _ => return Err(wrong()),
    };
    Ok((seat, text.to_owned()))
}

fn legal_action<G: Recorded>(
    game: &G,
    seat: Option<Seat>,
    text: &str,
) -> Result<G::Action, String> {
    let who = |seat: Option<Seat>| seat.map_or("chance".to_owned(), |seat| format!("seat {seat}"));
    let mover = match game.turn() {
        Turn::Seat(seat) => Some(seat),
        Turn::Chance => None,
        Turn::Over => return Err(format!("expected no further move, found {}", quote(text))),
    };
    if seat != mover {
        return Err(format!("expected a move of {}, found one of {}", who(mover), who(seat)));
    }
    game.parse_action(text).ok_or_else(|| {
        let legal: Vec<String> = game.choices().into_iter().map(|a| game.action_text(a)).collect();
        format!("expected a legal move ({}), found {}", legal.join(" "), quote(text))
    })
}

/// The records of a file: JSON values one after the other, usually one on each line.
///
/// Reading is lazy and a single record is limited to [`MAX_RECORD_BYTES`], so a file of any size is safe to open.
pub struct Records<R: Read> {
    values: serde_json::StreamDeserializer<'static, serde_json::de::IoRead<Limited<R>>, Json>,
    budget: Rc<Cell<u64>>,
    count: u64,
    broken: bool,
}

impl<R: Read> Records<R> {
    /// The records in `input`.
    pub fn new(input: R) -> Records<R> {
        let budget = Rc::new(Cell::new(MAX_RECORD_BYTES));
        let limited = Limited { input, budget: Rc::clone(&budget) };
        let values = serde_json::Deserializer::from_reader(limited).into_iter();
        Records { values, budget, count: 0, broken: false }
    }
}

impl<R: Read> Iterator for Records<R> {
    type Item = Result<Record, BadInput>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.broken {
            return None;
        }
        self.budget.set(MAX_RECORD_BYTES);
        self.count += 1;
        let place = format!("record {}", self.count);
        let record = match self.values.next()? {
            Ok(Json(value)) => {
                Record::read(&Reader::new(&value, "")).map_err(|bad| bad.within(&place))
            }
            Err(error) => {
                self.broken = true;
                Err(match error.io_error_kind() {
                    Some(ErrorKind::FileTooLarge) => {
                        let most = format!("at most {MAX_RECORD_BYTES} bytes");
                        BadInput::expected(place, most, "more")
                    }
                    _ => BadInput::json(&place, "a record in JSON", &error),
                })
            }
        };
        Some(record)
    }
}

/// A reader that fails when one record takes more bytes than it may.
pub(crate) struct Limited<R> {
    input: R,
    budget: Rc<Cell<u64>>,
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.budget.get();
        if left == 0 {
            return Err(ErrorKind::FileTooLarge.into());
        }
        let most = buffer.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        let read = self.input.read(&mut buffer[..most])?;
        self.budget.set(left - read as u64);
        Ok(read)
    }
}
