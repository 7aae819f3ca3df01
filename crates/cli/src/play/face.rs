use super::plain::PlainFace;
use super::series::{GameSeries, Independent};
use kontra_agents::Playable;
use kontra_game::Seat;
use std::io::{self, Write};

/// A game that can be played in a terminal.
pub(crate) trait Terminal: Playable {
    /// How the game looks to the person on this seat, or to an audience.
    fn face(names: &[String], person: Option<Seat>) -> Box<dyn Face<Self>> {
        Box::new(PlainFace::new(names, person))
    }

    /// This many games in a row.
    fn series(rules: &Self::Rules, games: u16) -> Box<dyn GameSeries<Self>> {
        Box::new(Independent::<Self>::new(rules.clone(), games))
    }

    /// The rules in a few sentences.
    fn rules_in_short() -> &'static str {
        "  The rules of this game are short: what can be played is listed before every move."
    }

    /// A session by the tournament rules, where the game has such.
    fn tournament(_rules: &Self::Rules) -> Option<Box<dyn GameSeries<Self>>> {
        None
    }
}

macro_rules! plain_games {
    ([] $($Name:ident = $Game:path;)*) => {
        $(plain_game!($Name);)*
    };
}

/// Games with a face of their own, and all others.
macro_rules! plain_game {
    (Doppelkopf) => {};
    (Just4Fun) => {};
    (OnTop) => {};
    ($Name:ident) => {
        impl Terminal for kontra_agents::games::$Name {}
    };
}
kontra_agents::each_game!([plain_games]);

/// How a game is shown, and what a person's answers mean. It remembers what the eye remembers.
pub(crate) trait Face<G: Playable> {
    /// A game begins.
    fn begin(&mut self, game: &G, out: &mut dyn Write) -> io::Result<()>;

    /// Somebody decided something. Only what everybody may know is told.
    fn tell(
        &mut self,
        before: &G,
        action: G::Action,
        after: &G,
        out: &mut dyn Write,
    ) -> io::Result<()>;

    /// An answer the person need not be asked for.
    fn obvious(&self, question: &Asked<'_, G>) -> Option<G::Action> {
        match question.moves {
            [(only, _)] => Some(*only),
            _ => None,
        }
    }

    /// Whether a decision of somebody else makes the person think again about what they meant to do next.
    fn surprises(&self, _before: &G, _action: G::Action) -> bool {
        true
    }

    /// Everything the person should see before they answer.
    fn show(&mut self, question: &Asked<'_, G>, out: &mut dyn Write) -> io::Result<()>;

    /// The line that asks for the answer.
    fn prompt(&self, question: &Asked<'_, G>) -> String;

    /// What an answer means.
    fn answer(&mut self, question: &Asked<'_, G>, text: &str) -> Reply<G::Action>;

    /// A move in words.
    fn words(&self, game: &G, action: G::Action) -> String {
        game.action_text(action)
    }

    /// What else one answer of the person decides after this action: the further actions up to that question.
    fn until_next_question(&self, _game: &G, _action: G::Action) -> Vec<G::Action> {
        vec![]
    }

    /// What can be typed.
    fn help(&self, out: &mut dyn Write) -> io::Result<()>;

    /// The game is over: how it came to its result.
    fn end(&mut self, game: &G, out: &mut dyn Write) -> io::Result<()>;
}

/// What the person is asked: their view, and their legal moves in the game's notation.
pub(crate) struct Asked<'a, G: Playable> {
    pub(crate) view: &'a G::View,
    pub(crate) moves: &'a [(G::Action, String)],
}

/// What a person's answer means.
#[derive(Debug)]
pub(crate) enum Reply<A> {
    /// Play the first move now, and the others when their turn comes, if nothing surprising happens.
    Play(Vec<A>),
    /// It means nothing: say this, and ask again.
    Unclear(String),
    /// Show everything again.
    Show,
}
