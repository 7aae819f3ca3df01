//! What things are called at the table.

use crate::messages::Words;
use kontra_doppelkopf::{
    Card, GameType, Level, Move, Public, Question, Rank, ScoreRule, Suit, Team,
};

pub(super) fn card(card: Card) -> Words {
    let (en, de) = match card.rank() {
        Rank::Nine => ("9", "9"),
        Rank::Jack => ("jack", "Bube"),
        Rank::Queen => ("queen", "Dame"),
        Rank::King => ("king", "König"),
        Rank::Ten => ("10", "10"),
        Rank::Ace => ("ace", "Ass"),
    };
    let (suit, farbe) = match card.suit() {
        Suit::Clubs => ("clubs", "Kreuz"),
        Suit::Spades => ("spades", "Pik"),
        Suit::Hearts => ("hearts", "Herz"),
        Suit::Diamonds => ("diamonds", "Karo"),
    };
    Words::new(format!("{en} of {suit}"), format!("{farbe} {de}"))
}

pub(super) fn kind(kind: GameType) -> Words {
    let (en, de) = match kind {
        GameType::Normal => ("normal game", "Normalspiel"),
        GameType::Marriage => ("marriage", "Hochzeit"),
        GameType::Diamonds => ("diamonds solo", "Karo-Solo"),
        GameType::Hearts => ("hearts solo", "Herz-Solo"),
        GameType::Spades => ("spades solo", "Pik-Solo"),
        GameType::Clubs => ("clubs solo", "Kreuz-Solo"),
        GameType::Jacks => ("jacks solo", "Bubensolo"),
        GameType::Queens => ("queens solo", "Damensolo"),
        GameType::Aces => ("aces solo", "Fleischloser"),
    };
    Words::new(en, de)
}

pub(super) const fn team(team: Team) -> &'static str {
    match team {
        Team::Re => "Re",
        Team::Kontra => "Kontra",
    }
}

/// An announcement as it is said.
pub(super) fn level(level: Level, by: Team) -> Words {
    match level {
        Level::Silent => Words::new("nothing", "nichts"),
        Level::Game => Words::same(team(by)),
        Level::No90 => Words::new("no 90", "keine 90"),
        Level::No60 => Words::new("no 60", "keine 60"),
        Level::No30 => Words::new("no 30", "keine 30"),
        Level::Black => Words::new("black", "schwarz"),
    }
}

/// A move in words; `team` is the team of the person who announces.
pub(super) fn action(public: &Public, action: Move, team: Option<Team>) -> Words {
    match (action, public.question()) {
        (Move::Card(played), _) => card(played),
        (Move::Solo(solo), _) => kind(solo),
        (Move::Announce(announced), _) => level(announced, team.unwrap_or(Team::Kontra)),
        (Move::Yes, Some(Question::Announcement)) => {
            let team = team.unwrap_or(Team::Kontra);
            level(public.level(team).next().unwrap_or(Level::Black), team)
        }
        (Move::No, Some(Question::Announcement)) => Words::new("no announcement", "keine Ansage"),
        (Move::No, Some(Question::Reservation)) => Words::new("healthy", "gesund"),
        (Move::Yes, Some(Question::Reservation)) => Words::new("reservation", "Vorbehalt"),
        (Move::No, Some(Question::ImmediateSolo)) => {
            Words::new("no solo at once", "kein Sofortsolo")
        }
        (Move::Yes, Some(Question::ImmediateSolo)) => Words::new("solo at once", "Sofortsolo"),
        (Move::No, Some(Question::Solo)) => Words::new("marriage", "Hochzeit"),
        (Move::Yes, Some(Question::Solo)) => Words::new("solo", "Solo"),
        (Move::No, _) => Words::new("no", "nein"),
        (Move::Yes, _) => Words::new("yes", "ja"),
    }
}

/// What a line of the score sheet is for.
pub(super) fn rule(rule: ScoreRule) -> Words {
    match rule {
        ScoreRule::Against(l) => {
            let (reached, claim) = match l {
                Level::No90 => (120, level(l, Team::Re)),
                Level::No60 => (90, level(l, Team::Re)),
                Level::No30 => (60, level(l, Team::Re)),
                _ => (30, level(Level::Black, Team::Re)),
            };
            Words::new(
                format!("{reached} card points against {}", claim.en),
                format!("{reached} Augen gegen {}", claim.de),
            )
        }
        ScoreRule::Below(l) => match l {
            Level::No90 => Words::new("opponents below 90", "Gegner unter 90"),
            Level::No60 => Words::new("opponents below 60", "Gegner unter 60"),
            Level::No30 => Words::new("opponents below 30", "Gegner unter 30"),
            _ => Words::new("opponents without a trick", "Gegner schwarz"),
        },
        ScoreRule::Won => Words::new("won the game", "gewonnen"),
        ScoreRule::Announced(by) => {
            let by = team(by);
            Words::new(format!("{by} was announced"), format!("{by} angesagt"))
        }
        ScoreRule::Level(by, l) => {
            let (claim, by) = (level(l, by), team(by));
            Words::new(
                format!("{} was announced by {by}", claim.en),
                format!("{} von {by} abgesagt", claim.de),
            )
        }
        ScoreRule::AgainstElders => Words::new("against the elders", "gegen die Alten"),
        ScoreRule::Fox => Words::new("caught a fox", "Fuchs gefangen"),
        ScoreRule::Charlie => {
            Words::new("last trick with charlie", "Karlchen macht den letzten Stich")
        }
        ScoreRule::Doppelkopf => Words::new(
            "Doppelkopf: a trick of 40 card points or more",
            "Doppelkopf: Stich mit 40 Augen oder mehr",
        ),
    }
}
