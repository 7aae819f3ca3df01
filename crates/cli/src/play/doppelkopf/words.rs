//! What things are called: English, with the German terms where players expect them.

use kontra_doppelkopf::{GameType, Level, ScoreRule, Team};

pub(super) const HELP: &str = "\
  Cards     by number, or by name: cq, ♣q or CQ is the queen of clubs, ht or h10 the ten of hearts
  re, kontra, no90, no60, no30, black
            announces it (An- und Absagen); then you are asked for your card again
  Enter     shows the table again; where you are only asked for an announcement, it says no
  ask       switches between being asked for announcements after every card (as the rules do)
            and only before your own cards and after other announcements";

/// The rules for people who have played card games before.
pub(super) const RULES: &str = "\
  Four players, 48 cards: every card is there twice, and everybody gets twelve. Who holds a queen of
  clubs belongs to Re, the others are Kontra; nobody says so at first. Re needs 121 of the 240 card
  points (ace 11, ten 10, king 4, queen 3, jack 2, nine 0), Kontra 120.
  Trumps from high to low: H10, queens C S H D, jacks C S H D, then diamonds A 10 K 9. You must
  follow the suit that was led, or trump. The highest trump takes the trick, else the highest card
  of the suit that was led; of two equal cards the first.
  With both queens of clubs you can say marriage: the first other player who takes one of the first
  three tricks is your partner. In a solo you play alone, for three times the points.
  Announcing Re or Kontra doubles the stakes; no 90, no 60, no 30 and black promise more. A fox (ace
  of diamonds) that is caught, a trick with 40 points (Doppelkopf) and the jack of clubs in the last
  trick (charlie) are worth a point each.";

/// The type of a game, with the name on German tables.
pub(super) fn kind(kind: GameType) -> &'static str {
    match kind {
        GameType::Normal => "normal game (Normalspiel)",
        GameType::Marriage => "marriage (Hochzeit)",
        GameType::Diamonds => "♦ solo (Karo-Solo)",
        GameType::Hearts => "♥ solo (Herz-Solo)",
        GameType::Spades => "♠ solo (Pik-Solo)",
        GameType::Clubs => "♣ solo (Kreuz-Solo)",
        GameType::Jacks => "jacks solo (Bubensolo)",
        GameType::Queens => "queens solo (Damensolo)",
        GameType::Aces => "aces solo (Fleischloser)",
    }
}

/// Re or Kontra, as a name.
pub(super) const fn team(team: Team) -> &'static str {
    match team {
        Team::Re => "Re",
        Team::Kontra => "Kontra",
    }
}

/// An announcement as it is said.
pub(super) const fn level(level: Level, by: Team) -> &'static str {
    match level {
        Level::Silent => "nothing",
        Level::Game => team(by),
        Level::No90 => "no 90",
        Level::No60 => "no 60",
        Level::No30 => "no 30",
        Level::Black => "black (schwarz)",
    }
}

/// An announcement as it is typed.
pub(super) const fn typed_level(level: Level, by: Team) -> &'static str {
    match level {
        Level::Silent => "no",
        Level::Game => by.name(),
        Level::No90 => "no90",
        Level::No60 => "no60",
        Level::No30 => "no30",
        Level::Black => "black",
    }
}

/// What a line of the score sheet is for.
pub(super) fn rule(rule: ScoreRule) -> String {
    let against = |level| match level {
        Level::No90 => "120 points against no 90",
        Level::No60 => "90 points against no 60",
        Level::No30 => "60 points against no 30",
        _ => "30 points against black",
    };
    let below = |level| match level {
        Level::No90 => "opponents below 90",
        Level::No60 => "opponents below 60",
        Level::No30 => "opponents below 30",
        _ => "opponents without a trick (schwarz)",
    };
    match rule {
        ScoreRule::Against(level) => against(level).to_owned(),
        ScoreRule::Below(level) => below(level).to_owned(),
        ScoreRule::Won => "won the game".to_owned(),
        ScoreRule::Announced(by) => format!("{} was announced", team(by)),
        ScoreRule::Level(by, l) => format!("{} was announced by {}", level(l, by), team(by)),
        ScoreRule::AgainstElders => "against the elders (gegen die Alten)".to_owned(),
        ScoreRule::Fox => "caught a fox (Fuchs)".to_owned(),
        ScoreRule::Charlie => "last trick with charlie (Karlchen)".to_owned(),
        ScoreRule::Doppelkopf => "a Doppelkopf: trick of 40 or more".to_owned(),
    }
}
