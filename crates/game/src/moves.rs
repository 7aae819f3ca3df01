use crate::{BadInput, Notation, Record, Recorded, Turn};

/// The decisions of a game in a byte each: which one of the legal moves, or of the possible outcomes, it was.
///
/// Together with the start this is the whole game. It needs a tenth of the room of a [`Record`] and is quick to
/// write, so this is how many games are kept. The numbers follow the documented order of the moves.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Moves(Vec<u8>);

impl Moves {
    /// The moves with these numbers.
    pub fn from_bytes(bytes: Vec<u8>) -> Moves {
        Moves(bytes)
    }

    /// The numbers of the moves.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Writes down `action`, which is about to be played in `game`.
    ///
    /// # Panics
    /// When the action is not legal: a mistake in the program, never in input.
    pub fn push<G: Notation>(&mut self, game: &G, action: G::Action) {
        let number = game.choices().iter().position(|&choice| choice == action);
        let number = number.and_then(|number| u8::try_from(number).ok());
        self.0.push(number.expect("a legal move has a number below 256"));
    }

    /// The moves of a game that was replayed.
    pub fn of<G: Recorded>(start: &G::Start, actions: &[G::Action]) -> Moves {
        let (mut moves, mut game) = (Moves::default(), G::begin(start));
        for &action in actions {
            moves.push(&game, action);
            game.play(action);
        }
        moves
    }

    /// Plays the moves from `start` and hands every decision to `each` before it is played; gives the state in
    /// which they end.
    pub fn play<G: Recorded>(
        &self,
        start: &G::Start,
        mut each: impl FnMut(&G, G::Action),
    ) -> Result<G, BadInput> {
        let mut game = G::begin(start);
        for (ply, &number) in self.0.iter().enumerate() {
            let choices = game.choices();
            let Some(&action) = choices.get(usize::from(number)) else {
                let expected = match game.turn() {
                    Turn::Over => "no further move".to_owned(),
                    Turn::Seat(_) | Turn::Chance => format!("one of {} moves", choices.len()),
                };
                let found = format!("move number {number}, counted from 0");
                return Err(BadInput::expected(format!("moves[{ply}]"), expected, found));
            };
            each(&game, action);
            game.play(action);
        }
        Ok(game)
    }

    /// The whole game as text, as it would have been written down while it was played.
    pub fn record<G: Recorded>(
        &self,
        players: Vec<String>,
        start: &G::Start,
    ) -> Result<Record, BadInput> {
        let mut record = Record::new::<G>(players, start);
        let mut actions = Vec::with_capacity(self.0.len());
        self.play::<G>(start, |_, action| actions.push(action))?;
        let mut game = G::begin(start);
        for action in actions {
            record.play(&mut game, action);
        }
        Ok(record)
    }
}
