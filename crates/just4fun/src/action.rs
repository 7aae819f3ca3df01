use crate::{Card, Combination, Field};
use std::fmt;

/// One decision, of a player or of chance.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// The player puts a stone on this field; chance will say with which cards.
    Field(Field),
    /// These cards are laid down: by chance for the field that the player chose, or, under the rule
    /// [`CardChoice::Player`](crate::CardChoice::Player), by the player.
    Cards(Combination),
    /// The player has no open field within reach and replaces the whole hand. This is never a free choice.
    Redraw,
}

impl Action {
    /// Reads an action as it is written. A single card is written as the field that it is for: `cards` says which is meant.
    pub fn parse(text: &str, cards: bool) -> Option<Action> {
        if text == "redraw" {
            return Some(Action::Redraw);
        }
        if !cards {
            return Field::new(text.parse().ok()?).map(Action::Field);
        }
        let card = |text: &str| Card::new(text.parse().ok()?);
        let cards: Option<Vec<Card>> = text.split('+').map(card).collect();
        Combination::new(&cards?).map(Action::Cards)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Field(field) => field.fmt(f),
            Action::Cards(cards) => cards.fmt(f),
            Action::Redraw => f.write_str("redraw"),
        }
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
