use super::PositionBits;
use super::encode::each_card;
use super::layout::{HAND, OPEN_LEVELS, PLAYABLE, QUESTION, STYLE};
use kontra_doppelkopf::{Announcing, Card, DoppelkopfView, GameType, Level, Move, Question};

/// How many answers a network gives values for.
pub const ANSWERS: usize = 43;

/// Where the answers to each kind of question begin. Questions about solos come first, then types of solo in the order of
/// [`GameType::SOLOS`], silence and the five levels, and the 24 cards by number.
///
/// A yes to the next level has the number of that level: both styles of announcing share what they learn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Answer {
    /// No immediate solo; the next one is yes.
    ImmediateSolo = 0,
    /// No reservation; the next one is yes.
    Reservation = 2,
    /// A marriage; the next one is a solo.
    Solo = 4,
    /// The first of seven solos.
    Game = 6,
    /// Nothing announced.
    Silence = 13,
    /// The first of five levels.
    Level = 14,
    /// The first of 24 cards.
    Card = 19,
}

impl Answer {
    const fn at(self, offset: usize) -> u8 {
        self as u8 + offset as u8
    }
}

/// The legal answers of the seat whose view this is, as bits; none when it is not its turn.
#[inline]
pub fn legal(view: &DoppelkopfView) -> u64 {
    let public = view.public();
    if public.asked() != Some(kontra_game::View::seat(view)) {
        return 0;
    }
    match public.question() {
        Some(Question::ImmediateSolo) => 0b11 << Answer::ImmediateSolo as u8,
        Some(Question::Reservation) => 0b11 << Answer::Reservation as u8,
        Some(Question::Solo) => {
            let marriage = view.hand().count(Card::QUEEN_OF_CLUBS) == 2;
            (0b10 | u64::from(marriage)) << Answer::Solo as u8
        }
        Some(Question::Game) => 0b111_1111 << Answer::Game as u8,
        Some(Question::Announcement) => {
            let levels = view.open_levels();
            let named = match public.announcing() {
                Announcing::Choose => levels,
                Announcing::Step => &levels[..levels.len().min(1)],
            };
            let silence = 1 << Answer::Silence as u8;
            named.iter().fold(silence, |all, &level| all | 1 << level_answer(level))
        }
        Some(Question::Card) => {
            u64::from(each_card(public.playable(view.hand()))) << Answer::Card as u8
        }
        None => 0,
    }
}

/// The legal answers to the question of an encoded position: as [`legal`] says of the view that it was made of.
pub fn legal_in(bits: &PositionBits) -> u64 {
    let is = |place: usize| bits[place / 64] >> (place % 64) & 1;
    let field = |start: usize, length: usize| (0..length).map(|n| is(start + n) << n).sum::<u64>();
    match field(QUESTION, 6).trailing_zeros() {
        0 => 0b11 << Answer::ImmediateSolo as u8,
        1 => 0b11 << Answer::Reservation as u8,
        2 => (0b10 | is(HAND + 2 * Card::QUEEN_OF_CLUBS.index() + 1)) << Answer::Solo as u8,
        3 => 0b111_1111 << Answer::Game as u8,
        4 => {
            let open = field(OPEN_LEVELS, 5);
            // One by one, only the lowest can be announced.
            let named = if is(STYLE) == 1 { open & open.wrapping_neg() } else { open };
            1 << Answer::Silence as u8 | named << Answer::Level as u8
        }
        5 => field(PLAYABLE, 24) << Answer::Card as u8,
        _ => 0,
    }
}

const fn level_answer(level: Level) -> u8 {
    Answer::Level.at(level as usize - Level::Game as usize)
}

/// The move of a seat that has no choice.
pub(crate) fn only_move(view: &DoppelkopfView) -> Option<Move> {
    let legal = legal(view);
    (legal.count_ones() == 1)
        .then(|| answer_to_move(view, legal.trailing_zeros() as u8).unwrap_or(Move::No))
}

/// The move that an answer means in this view; `None` where it is not legal.
#[inline]
pub fn answer_to_move(view: &DoppelkopfView, answer: u8) -> Option<Move> {
    if usize::from(answer) >= ANSWERS || legal(view) >> answer & 1 == 0 {
        return None;
    }
    let offset = |base: Answer| usize::from(answer - base as u8);
    Some(match answer {
        0..6 => [Move::No, Move::Yes][usize::from(answer) % 2],
        6..13 => Move::Solo(GameType::SOLOS[offset(Answer::Game)]),
        13 => Move::No,
        14..19 => match view.public().announcing() {
            Announcing::Step => Move::Yes,
            Announcing::Choose => {
                Move::Announce(Level::ALL[Level::Game as usize + offset(Answer::Level)])
            }
        },
        _ => Move::Card(Card::all().nth(offset(Answer::Card))?),
    })
}

/// The answer that stands for a legal move of this view.
#[inline]
pub fn move_to_answer(view: &DoppelkopfView, action: Move) -> Option<u8> {
    let question = view.public().question()?;
    Some(match (question, action) {
        (Question::Card, Move::Card(card)) => Answer::Card.at(card.index()),
        (Question::Game, Move::Solo(kind)) => {
            Answer::Game.at(GameType::SOLOS.iter().position(|&solo| solo == kind)?)
        }
        (Question::Announcement, Move::No) => Answer::Silence as u8,
        (Question::Announcement, Move::Yes) => level_answer(*view.open_levels().first()?),
        (Question::Announcement, Move::Announce(level)) if level != Level::Silent => {
            level_answer(level)
        }
        (Question::ImmediateSolo, _) => Answer::ImmediateSolo.at(yes(action)?),
        (Question::Reservation, _) => Answer::Reservation.at(yes(action)?),
        (Question::Solo, _) => Answer::Solo.at(yes(action)?),
        _ => return None,
    })
}

fn yes(action: Move) -> Option<usize> {
    match action {
        Move::No => Some(0),
        Move::Yes => Some(1),
        _ => None,
    }
}
