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
pub enum Layout {
    /// As published.
    #[default]
    Original,
    /// In order, row by row.
    Ordered,
    /// In a new random order for every deal.
    Random,
}

impl Layout {
    /// The words for them, on the command line and in records.
    pub const WORDS: [(&'static str, Layout); 3] = [
        ("original", Layout::Original),
        ("ordered", Layout::Ordered),
        ("random", Layout::Random),
    ];

    /// The word for it.
    pub fn word(self) -> &'static str {
        word(&Layout::WORDS, self)
    }
}

fn word<T: PartialEq>(words: &[(&'static str, T)], value: T) -> &'static str {
    words.iter().find(|(_, other)| *other == value).map_or("", |(word, _)| word)
}

/// The rules that are a choice of the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// The number of players, 2 to 4.
    players: u8,
    /// How the fields are laid out.
    pub board: Layout,
    /// Who decides which cards are laid down.
    pub cards: CardChoice,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { players: 2, board: Layout::Original, cards: CardChoice::Random }
    }
}

impl Rules {
    /// The usual rules for this many players; `None` unless there are 2 to 4.
    pub fn with_players(players: usize) -> Option<Rules> {
        (2..=4).contains(&players).then(|| Rules { players: players as u8, ..Rules::default() })
    }

    /// The number of players, 2 to 4.
    pub fn players(&self) -> usize {
        usize::from(self.players)
    }

    /// Reads the rules from an object; what is left out has its default.
    pub(crate) fn read(reader: &Reader<'_>) -> Result<Rules, BadInput> {
        let mut rules = Rules::default();
        let mut object = reader.object()?;
        if let Some(players) = object.optional("players") {
            rules.players = players.integer(2..=4)? as u8;
        }
        if let Some(board) = object.optional("board") {
            rules.board = board.one_of(&Layout::WORDS)?;
        }
        if let Some(cards) = object.optional("cards") {
            rules.cards = cards.one_of(&CardChoice::WORDS)?;
        }
        object.finish()?;
        Ok(rules)
    }

    /// The rules as an object that reads back the same.
    pub fn to_json(&self) -> Value {
        json!({ "players": self.players, "board": self.board.word(), "cards": self.cards.word() })
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
        for players in 2..=4 {
            for (_, board) in Layout::WORDS {
                for (_, cards) in CardChoice::WORDS {
                    let rules = Rules { board, cards, ..Rules::with_players(players).unwrap() };
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
        assert_eq!(Rules::with_players(1), None);
        assert_eq!(Rules::with_players(5), None);
    }
}
