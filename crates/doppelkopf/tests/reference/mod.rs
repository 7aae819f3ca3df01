//! A slow and obvious Doppelkopf, to compare the fast one with.
//!
//! Cards, answers, teams and game types are strings, everything that happened
//! is kept in lists in the order in which it happened, and every question
//! (who is re? what may be announced?) is answered from those lists anew.
//! The rules are those of Sievers 2012, chapter 2, asked as in section 5.1.2.
//!
//! Conventions: seats 0 to 3, the next seat is the one to the left; a card is
//! suit (C S H D) and rank (A T K Q J 9); teams are "re" and "kontra".

// Every test file that says `mod reference;` uses a part of it only, and in a
// test nothing that is `pub` can be reached from outside.
#![allow(dead_code, unused_imports, unreachable_pub)]

pub mod announcing;
pub mod cards;
pub mod finding;
pub mod scoring;
pub mod start;
pub mod teams;
pub mod tricks;

pub use scoring::{Facts, Line, difference, lines, score, winner};

use announcing::Announcement;
use finding::Finding;

/// The question that is open now, with the seat that has to answer it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    ImmediateSolo(usize),
    Reservation(usize),
    Solo(usize),
    Game(usize),
    Announcement(usize),
    Card(usize),
    Over,
}

/// One game of Doppelkopf, from the dealt hands to the scores.
#[derive(Clone, Debug)]
pub struct Reference {
    style: u8,
    first: usize,
    open: [bool; 4],
    games_left: Option<u32>,
    dealt: [Vec<String>; 4],
    hands: [Vec<String>; 4],
    step: Step,
    finding: Finding,
    game: Option<String>,
    soloist: Option<usize>,
    compulsory: bool,
    marriage_player: Option<usize>,
    marriage_partner: Option<usize>,
    /// Number (1 to 3) of the trick that clarified the marriage.
    clarified_in: Option<u8>,
    /// Seats still to be asked for an announcement before the next card.
    to_ask: Vec<usize>,
    announcements: Vec<Announcement>,
    /// All tricks begun, the last one possibly incomplete: (seat, card).
    tricks: Vec<Vec<(usize, String)>>,
    trick_winners: Vec<usize>,
}

impl Reference {
    /// A game just dealt.
    ///
    /// `style` is the way of announcing (1: choose a level, 2: yes or no to
    /// the next one), `first` the seat left of the dealer, `open` says who
    /// still has to play a compulsory solo, `games_left` counts this game too
    /// and is `None` when no compulsory solos are played.
    pub fn new(
        style: u8,
        first: usize,
        open: [bool; 4],
        games_left: Option<u32>,
        hands: [Vec<String>; 4],
    ) -> Reference {
        assert!(style == 1 || style == 2, "unknown style {style}");
        assert!(first < 4, "no seat {first}");
        assert!(
            games_left.is_some() || open == [false; 4],
            "open compulsory solos, but none are played"
        );
        cards::check_deal(&hands);
        let mut reference = Reference {
            style,
            first,
            open,
            games_left,
            dealt: hands.clone(),
            hands,
            step: Step::Over,
            finding: Finding::default(),
            game: None,
            soloist: None,
            compulsory: false,
            marriage_player: None,
            marriage_partner: None,
            clarified_in: None,
            to_ask: Vec::new(),
            announcements: Vec::new(),
            tricks: Vec::new(),
            trick_winners: Vec::new(),
        };
        reference.start_finding();
        reference
    }

    /// The seat that has to answer now; `None` when the game is over.
    pub fn to_move(&self) -> Option<usize> {
        match self.step {
            Step::ImmediateSolo(seat)
            | Step::Reservation(seat)
            | Step::Solo(seat)
            | Step::Game(seat)
            | Step::Announcement(seat)
            | Step::Card(seat) => Some(seat),
            Step::Over => None,
        }
    }

    /// What that seat is asked.
    pub fn question(&self) -> Option<&'static str> {
        match self.step {
            Step::ImmediateSolo(_) => Some("immediate-solo"),
            Step::Reservation(_) => Some("reservation"),
            Step::Solo(_) => Some("solo"),
            Step::Game(_) => Some("game"),
            Step::Announcement(_) => Some("announcement"),
            Step::Card(_) => Some("card"),
            Step::Over => None,
        }
    }

    /// The answers that are allowed, 'no' before 'yes', cards in card order.
    pub fn legal(&self) -> Vec<String> {
        match self.step {
            Step::ImmediateSolo(_) | Step::Reservation(_) => words(&["no", "yes"]),
            Step::Solo(seat) => self.legal_solo_answers(seat),
            Step::Game(_) => words(&cards::SOLOS),
            Step::Announcement(seat) => self.legal_announcements(seat),
            Step::Card(seat) => self.legal_cards(seat),
            Step::Over => Vec::new(),
        }
    }

    /// Gives an answer to the open question.
    pub fn play(&mut self, answer: &str) {
        let legal = self.legal();
        assert!(
            legal.iter().any(|allowed| allowed == answer),
            "illegal answer {answer:?} to {:?}; legal: {legal:?}",
            self.step
        );
        match self.step {
            Step::ImmediateSolo(seat) => self.answer_immediate_solo(seat, answer),
            Step::Reservation(seat) => self.answer_reservation(seat, answer),
            Step::Solo(seat) => self.answer_solo(seat, answer),
            Step::Game(seat) => self.answer_game(seat, answer),
            Step::Announcement(seat) => self.answer_announcement(seat, answer),
            Step::Card(seat) => self.play_card(seat, answer),
            Step::Over => unreachable!("nothing is legal when the game is over"),
        }
    }

    /// Whether all 48 cards have been played.
    pub fn is_over(&self) -> bool {
        self.trick_winners.len() == 12
    }

    /// The game type, once found. A silent solo is "normal" to the end, a
    /// marriage without a partner stays "marriage".
    pub fn game(&self) -> Option<String> {
        self.game.clone()
    }

    /// The player of an announced solo; not of a silent solo and not of a
    /// failed marriage.
    pub fn soloist(&self) -> Option<usize> {
        self.soloist
    }

    /// Whether the announced solo is the soloist's compulsory one.
    pub fn is_compulsory(&self) -> bool {
        self.compulsory
    }

    /// The player who announced a marriage that came through.
    pub fn marriage_player(&self) -> Option<usize> {
        self.marriage_player
    }

    /// The partner found in a marriage.
    pub fn marriage_partner(&self) -> Option<usize> {
        self.marriage_partner
    }

    /// The trick, 1 to 3, after which the teams of the marriage were clear.
    pub fn clarified_in(&self) -> Option<u8> {
        self.clarified_in
    }

    /// The cards the seat still holds, in card order (that of the normal game
    /// while the game is not found).
    pub fn hand(&self, seat: usize) -> Vec<String> {
        let game = self.game.as_deref().unwrap_or("normal");
        cards::sorted(game, &self.hands[seat])
    }
}

/// The seat left of `seat`.
pub fn next(seat: usize) -> usize {
    (seat + 1) % 4
}

/// All four seats in playing order, beginning with `seat`.
pub fn seats_from(seat: usize) -> Vec<usize> {
    vec![seat, (seat + 1) % 4, (seat + 2) % 4, (seat + 3) % 4]
}

/// The seats other than `seat`, beginning with the one to its left.
pub fn others_after(seat: usize) -> Vec<usize> {
    vec![(seat + 1) % 4, (seat + 2) % 4, (seat + 3) % 4]
}

fn words(list: &[&str]) -> Vec<String> {
    list.iter().map(|word| String::from(*word)).collect()
}
