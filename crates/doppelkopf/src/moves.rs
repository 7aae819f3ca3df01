use crate::card::Card;
use crate::game_type::GameType;

/// What the seat to move is asked (Sievers 2012, 5.1.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Question {
    /// Do you announce a solo at once, before the reservations? Yes or no.
    ImmediateSolo,
    /// Do you have a reservation (Vorbehalt)? Yes or no.
    Reservation,
    /// Is your reservation a solo? Yes, or, with both ♣Q, no: then it is a marriage.
    Solo,
    /// Which solo do you play?
    Game,
    /// Do you announce anything?
    Announcement,
    /// Which card do you play?
    Card,
}

impl Question {
    /// The question's name.
    pub const fn name(self) -> &'static str {
        match self {
            Question::ImmediateSolo => "immediate-solo",
            Question::Reservation => "reservation",
            Question::Solo => "solo",
            Question::Game => "game",
            Question::Announcement => "announcement",
            Question::Card => "card",
        }
    }
}

/// How far a team has committed itself (An- und Absagen).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(u8)]
pub enum Level {
    /// Nothing announced
    #[default]
    Silent,
    /// Re or kontra: we win
    Game,
    /// Keine 90
    No90,
    /// Keine 60
    No60,
    /// Keine 30
    No30,
    /// Schwarz
    Black,
}

impl Level {
    /// Every level, nothing included.
    pub const ALL: [Level; 6] =
        [Level::Silent, Level::Game, Level::No90, Level::No60, Level::No30, Level::Black];

    /// The next higher level; `None` above black.
    pub const fn next(self) -> Option<Level> {
        let next = self as usize + 1;
        if next < Level::ALL.len() { Some(Level::ALL[next]) } else { None }
    }

    /// The levels above this one, lowest first.
    pub fn above(self) -> &'static [Level] {
        &Level::ALL[self as usize + 1..]
    }
}

/// One decision. Which ones are legal depends on the [`Question`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// To any question that can be denied
    No,
    /// To a question about a solo, a reservation or, when announcing step by step, the next level
    Yes,
    /// The solo that is played
    Solo(GameType),
    /// An announcement of this level, where any legal level may be chosen
    Announce(Level),
    /// A card
    Card(Card),
}
