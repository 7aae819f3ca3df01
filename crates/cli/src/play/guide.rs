//! What a person can ask for at any time: a hint, the rules, a move back.

use super::face::Terminal;
use kontra_agents::{AgentSpec, GameId, Player, Recipe};
use kontra_game::{Log, Seat, Streams};

/// What a person asks for instead of answering.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Request {
    Help,
    Rules,
    Hint,
    Back,
    Quit,
}

/// Reads a request; `None` where it is an answer.
pub(crate) fn request(line: &str) -> Option<Request> {
    match line.to_lowercase().as_str() {
        "?" | "help" => Some(Request::Help),
        "rules" => Some(Request::Rules),
        "hint" => Some(Request::Hint),
        "back" | "undo" => Some(Request::Back),
        "q" | "quit" | "exit" => Some(Request::Quit),
        _ => None,
    }
}

/// What can be asked for, after what can be answered.
pub(crate) const HELP: &str = "\
  hint      what a strong player would do here
  rules     the rules in short
  back      takes your last move back, and everything after it
  q         leaves the table";

/// Who gives hints: the analyst of the browser, for the same view.
pub(crate) struct Adviser<G: Terminal> {
    recipe: Option<Recipe<G>>,
}

impl<G: Terminal> Adviser<G> {
    pub(crate) fn new() -> Adviser<G> {
        let id: Option<GameId> = G::NAME.parse().ok();
        let spec = id.and_then(|id| kontra_server::analyst(id).parse::<AgentSpec>().ok());
        Adviser { recipe: spec.and_then(|spec| Recipe::new(&spec).ok()) }
    }

    /// What it would do on this seat. It sees what the seat sees and nothing else.
    pub(crate) fn advise(&self, game: &G, seat: Seat, log: &Log<G>) -> Option<G::Action> {
        let Player::Honest(mut agent) =
            self.recipe.as_ref()?.player(Streams::new(1).agent(0, 0, seat))
        else {
            return None;
        };
        Some(agent.choose(&game.view(seat), log.seen_by(seat)))
    }
}

/// Whether the person wants another game. No answer is none.
pub(crate) fn wants_another(line: Option<&str>) -> bool {
    line.is_some_and(|line| {
        matches!(line.trim().to_lowercase().as_str(), "" | "y" | "yes" | "j" | "ja")
    })
}

/// How strong an agent is, in the word of the browser; its spec where it has no word.
pub(crate) fn in_words(game: &str, spec: &str) -> String {
    let id: Option<GameId> = game.parse().ok();
    let known = id.map(kontra_server::strength_words).into_iter().flatten();
    let word = known.into_iter().find(|(_, known)| *known == spec).map(|(word, _)| word);
    word.map_or_else(|| spec.to_owned(), |word| format!("{word}: {spec}"))
}

/// The spec of a strength; other texts are specs already.
pub(crate) fn spec_of(game: &str, text: &str) -> String {
    let id: Option<GameId> = game.parse().ok();
    let known = id.map(kontra_server::strength_words).into_iter().flatten();
    let spec = known.into_iter().find(|(word, _)| *word == text).map(|(_, spec)| spec);
    spec.unwrap_or(text).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_no_answers() {
        assert_eq!(request("HINT"), Some(Request::Hint));
        assert_eq!(request("undo"), Some(Request::Back));
        assert_eq!((request("1"), request("h9"), request("")), (None, None, None));
    }

    #[test]
    fn enter_means_another_game() {
        assert!(wants_another(Some("")) && wants_another(Some("Yes\n")));
        assert!(!wants_another(Some("q")) && !wants_another(None));
    }

    #[test]
    fn strengths_have_words() {
        assert_eq!(spec_of("doppelkopf", "medium"), "club");
        assert_eq!(spec_of("doppelkopf", "random-cards"), "random-cards");
        assert_eq!(in_words("doppelkopf", "club"), "medium: club");
        assert_eq!(in_words("doppelkopf", "random-cards"), "random-cards");
    }
}
