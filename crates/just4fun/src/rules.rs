use kontra_game::{BadInput, Reader};
use serde_json::{Value, json};

/// Who decides which cards are laid down for a field that several combinations reach.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum CardChoice {
    /// Chance, every different combination being equally likely: a move is a field
    /// (Gastegger 2024, section 6.4, "Card Selection").
    #[default]
    Random,
    /// The player: a move is a combination of cards.
    Player,
}

impl CardChoice {
    /// The words for both, on the command line and in records.
    pub const WORDS: [(&'static str, CardChoice); 2] =
        [("random", CardChoice::Random), ("choose", CardChoice::Player)];

    /// The word for it.
    pub fn word(self) -> &'static str {
        word(&CardChoice::WORDS, self)
    }
}

/// How the fields are laid out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum FieldLayout {
    /// As published.
    #[default]
    Original,
    /// In order, row by row.
    Ordered,
    /// In a new random order for every deal.
    Random,
}

impl FieldLayout {
    /// The words for them, on the command line and in records.
    pub const WORDS: [(&'static str, FieldLayout); 3] = [
        ("original", FieldLayout::Original),
        ("ordered", FieldLayout::Ordered),
        ("random", FieldLayout::Random),
    ];

    /// The word for it.
    pub fn word(self) -> &'static str {
        word(&FieldLayout::WORDS, self)
    }
}

fn word<T: PartialEq>(words: &[(&'static str, T)], value: T) -> &'static str {
    words.iter().find(|(_, other)| *other == value).map_or("", |(word, _)| word)
}

/// The number of players.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub enum Players {
    /// Two players, as in the thesis.
    #[default]
    Two = 2,
    /// Three players.
    Three = 3,
    /// Four players.
    Four = 4,
}

impl Players {
    /// Two, three and four players.
    pub const ALL: [Players; 3] = [Players::Two, Players::Three, Players::Four];

    /// This many players; `None` unless there are 2 to 4.
    pub fn new(count: usize) -> Option<Players> {
        Players::ALL.into_iter().find(|players| players.count() == count)
    }

    /// How many they are.
    pub const fn count(self) -> usize {
        self as usize
    }
}

/// The rules that are a choice of the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Rules {
    /// The number of players.
    pub players: Players,
    /// How the fields are laid out.
    pub board: FieldLayout,
    /// Who decides which cards are laid down.
    pub cards: CardChoice,
}

impl Rules {
    /// Reads the rules from an object; what is left out has its default.
    pub(crate) fn read(reader: &Reader<'_>) -> Result<Rules, BadInput> {
        let mut rules = Rules::default();
        let mut object = reader.object()?;
        if let Some(players) = object.optional("players") {
            let count = players.integer(2..=4)? as usize;
            rules.players = Players::new(count).unwrap_or_default();
        }
        if let Some(board) = object.optional("board") {
            rules.board = board.one_of(&FieldLayout::WORDS)?;
        }
        if let Some(cards) = object.optional("cards") {
            rules.cards = cards.one_of(&CardChoice::WORDS)?;
        }
        object.finish()?;
        Ok(rules)
    }

    /// The rules as an object that reads back the same.
    pub fn to_json(&self) -> Value {
        let (players, board, cards) = (self.players.count(), self.board.word(), self.cards.word());
        json!({ "players": players, "board": board, "cards": cards })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(value: Value) -> Result<Rules, String> {
        Rules::read(&Reader::new(&value, "rules")).map_err(|bad| bad.to_string())
    }

    #[test]
    fn rules_read_back_what_was_written() {
        assert_eq!(read(json!({})), Ok(Rules::default()));
        for players in Players::ALL {
            for (_, board) in FieldLayout::WORDS {
                for (_, cards) in CardChoice::WORDS {
                    let rules = Rules { players, board, cards };
                    assert_eq!(read(rules.to_json()), Ok(rules));
                }
            }
        }
    }

    #[test]
    fn wrong_rules_get_a_sentence() {
        let complaint = |value| read(value).unwrap_err();
        assert_eq!(
            complaint(json!({"players": 5})),
            "rules.players: expected a whole number from 2 to 4, found 5"
        );
        assert_eq!(
            complaint(json!({"cards": "mine"})),
            "rules.cards: expected 'random' or 'choose', found 'mine'"
        );
        assert_eq!(
            complaint(json!({"colour": 1})),
            "rules.colour: expected only the fields board, cards, players, found another one"
        );
        assert_eq!((Players::new(1), Players::new(5)), (None, None));
    }
}
