use crate::card::Card;
use crate::cards::Cards;
use crate::deal::{Deal, HAND};
use crate::rules::Rules;
use crate::seats::{SEATS, SeatSet, next};
use kontra_game::{BadInput, Reader, Seat, quote};
use serde_json::{Value, json};

/// The most games a session may have left.
const MAX_GAMES: u64 = 1000;

/// Where a game stands in a session with compulsory solos (Sievers 2012, 2.2.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Duty {
    /// Games that are left, this one included.
    pub games_left: u16,
    /// Who still has to play a compulsory solo (Pflichtsolo).
    pub open_solos: SeatSet,
}

/// Everything that fixes a game before its first decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Start {
    /// What the table agreed on.
    pub rules: Rules,
    /// Who dealt; the seat to their left is in first position.
    pub dealer: Seat,
    /// The standing of the session; `None` where nobody has to play a compulsory solo.
    pub duty: Option<Duty>,
    /// The four hands.
    pub deal: Deal,
}

impl Start {
    /// A single game without compulsory solos; seat 0 is in first position.
    pub fn single(rules: Rules, deal: Deal) -> Start {
        Start { rules, dealer: Seat::wrapping(3, SEATS), duty: None, deal }
    }

    /// The seat in first position.
    pub fn first(&self) -> Seat {
        next(self.dealer)
    }

    /// Who still has to play a compulsory solo.
    pub fn open_solos(&self) -> SeatSet {
        self.duty.map_or(SeatSet::NONE, |duty| duty.open_solos)
    }

    /// The seat that must play its compulsory solo now (Vorführung): there are as many games left as open solos.
    pub fn forced_soloist(&self) -> Option<Seat> {
        let duty = self.duty?;
        let forced =
            !duty.open_solos.is_empty() && duty.open_solos.len() == usize::from(duty.games_left);
        crate::seats::from(self.first()).find(|&seat| forced && duty.open_solos.contains(seat))
    }

    /// Reads a start from the JSON of a record.
    pub fn read(reader: &Reader<'_>) -> Result<Start, BadInput> {
        let mut object = reader.object()?;
        let rules = Rules::read(&object.field("rules")?)?;
        let dealer = Seat::wrapping(object.field("dealer")?.integer(0..=3)? as usize, SEATS);
        let duty = object.field("duty")?;
        let duty = if duty.is_null() { None } else { Some(read_duty(&duty)?) };
        let deal = read_deal(&object.field("hands")?)?;
        object.finish()?;
        Ok(Start { rules, dealer, duty, deal })
    }

    /// Writes the start such that [`read`](Start::read) gives it back.
    pub fn write(&self) -> Value {
        let duty = self.duty.map(|duty| {
            let open: Vec<usize> = duty.open_solos.iter().map(Seat::index).collect();
            json!({ "games_left": duty.games_left, "open_solos": open })
        });
        json!({
            "rules": self.rules.write(),
            "dealer": self.dealer.index(),
            "duty": duty,
            "hands": self.deal.hands().map(|hand| hand.to_string()),
        })
    }
}

fn read_duty(reader: &Reader<'_>) -> Result<Duty, BadInput> {
    let mut object = reader.object()?;
    let games_left = object.field("games_left")?.integer(1..=MAX_GAMES)? as u16;
    let field = object.field("open_solos")?;
    let mut open_solos = SeatSet::NONE;
    for seat in field.list()? {
        let number = Seat::wrapping(seat.integer(0..=3)? as usize, SEATS);
        if open_solos.contains(number) {
            return Err(seat.expected("each seat once"));
        }
        open_solos.insert(number);
    }
    if open_solos.len() > usize::from(games_left) {
        let expected = format!("at most {games_left} seats, one for each game left");
        return Err(field.expected(expected));
    }
    object.finish()?;
    Ok(Duty { games_left, open_solos })
}

fn read_deal(reader: &Reader<'_>) -> Result<Deal, BadInput> {
    let lists = reader.list_of::<SEATS>()?;
    let mut hands = [Cards::NONE; SEATS];
    let mut dealt = Cards::NONE;
    for (hand, list) in hands.iter_mut().zip(&lists) {
        let names: Vec<&str> = list.text()?.split(' ').collect();
        for name in &names {
            let card = Card::parse(name).ok_or_else(|| {
                let expected = "a card such as CQ or HT (C S H D, then A T K Q J 9)";
                BadInput::expected(list.place(), expected, quote(name))
            })?;
            if dealt.count(card) == 2 {
                let found = format!("a third {card}");
                return Err(BadInput::expected(list.place(), "each card twice", found));
            }
            dealt.insert(card);
            hand.insert(card);
        }
        if names.len() != HAND {
            let found = names.len();
            return Err(BadInput::expected(list.place(), "12 cards", found));
        }
    }
    Deal::new(hands).ok_or_else(|| reader.expected("the whole deck dealt evenly"))
}
