use kontra_game::{BadInput, quote};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Which number of each unit a series holds. Its text is its name in the files of experiments and results.
///
/// ```
/// use kontra_experiments::SeriesName;
/// let wins: SeriesName = "P2.win:pattern".parse()?;
/// assert_eq!(wins.to_string(), "P2.win:pattern");
/// assert!(wins.is_share());
/// assert!("P2.wins".parse::<SeriesName>().is_err());
/// # Ok::<(), kontra_game::BadInput>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum SeriesName {
    /// About agents of a match: `P1.mean`, `P2+.win:pattern`.
    Agents(AgentGroup, AgentSeries),
    /// How many per cent of a match's games ended like this: `ending:pattern`.
    Ending(String),
    /// About a search, on all test positions or on the one with this number: `saved`, `3.saved`.
    Search(Option<u32>, SearchSeries),
    /// The first agent's lead after this many tiles, in the games it won: `won.12`.
    LeadWhenWon(u32),
    /// The same in the games it lost: `lost.12`.
    LeadWhenLost(u32),
    /// About random games: `turns`.
    RandomPlay(RandomPlaySeries),
    /// About one ply of random games, counted from 1: `branching.7`.
    Ply(PlySeries, u32),
    /// How many per cent of random games have this length: `length:30`.
    Length(u32),
    /// How many per cent of hands reach this field: `field.12`.
    Field(u32),
    /// About an agent on a test set: `entropy`.
    Testset(TestsetSeries),
    /// About a network that predicts cards: `context-free`.
    Prediction(PredictionSeries),
}

/// The agents of a match that a series is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AgentGroup {
    /// The first of them, counted from 1.
    pub first: u32,
    /// Whether all agents that are the same belong to it, and not this one alone.
    pub with_equals: bool,
}

/// Declares an enum of words, with their texts in one place.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $word:ident = $text:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name { $($(#[$doc])* $word,)* }

        impl $name {
            const WORDS: &'static [(&'static str, $name)] = &[$(($text, $name::$word)),*];

            fn read(text: &str) -> Option<$name> {
                Self::WORDS.iter().find(|(word, _)| *word == text).map(|&(_, series)| series)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let word = Self::WORDS.iter().find(|(_, series)| series == self);
                f.write_str(word.map_or("", |(word, _)| word))
            }
        }
    };
}

/// What a series says about agents of a match.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AgentSeries {
    /// The mean payoff: `mean`.
    Mean,
    /// Per cent of games won: `win`.
    Win,
    /// Per cent of games won with this ending: `win:pattern`.
    WinBy(String),
    /// Per cent of games won, draws counted half: `score`.
    Score,
    /// Milliseconds for a decision: `ms`.
    Ms,
    /// Milliseconds for a game: `game-ms`.
    GameMs,
}

words! {
    /// What a series says about a search on test positions.
    SearchSeries {
        /// Nodes it visits.
        Nodes = "nodes",
        /// Nodes that the search visits with which it is compared.
        All = "all",
        /// The difference.
        Fewer = "fewer",
        /// The difference in per cent.
        Saved = "saved",
        /// The difference of the times in per cent.
        TimeSaved = "time-saved",
        /// Per cent of simulations that it makes beyond those of the other.
        Gain = "gain",
    }
}

words! {
    /// What a series says about random games.
    RandomPlaySeries {
        /// Just 4 Fun: per cent of games that end with a pattern.
        Pattern = "pattern",
        /// Per cent of games that points decide.
        Points = "points",
        /// Per cent of games that the highest field decides.
        HighestField = "highest-field",
        /// Per cent of games that nobody wins.
        Draw = "draw",
        /// Turns in a game.
        Turns = "turns",
        /// Fields that can be played.
        Playable = "playable",
        /// Their standard deviation.
        PlayableDeviation = "playable-deviation",
        /// Their median.
        PlayableMedian = "playable-median",
        /// OnTop: tiles in a game.
        Length = "length",
        /// Moves of a decision.
        Branching = "branching",
        /// Outcomes of a draw.
        Chances = "chances",
        /// The complexity of the game tree, as a power of ten.
        Tree = "tree",
        /// The complexity of the state space, as a power of ten.
        StateSpace = "state-space",
        /// Per cent of games that end before the last tile.
        Premature = "premature",
    }
}

words! {
    /// What a series says about a ply of random games.
    PlySeries {
        /// Moves, in the mean.
        Branching = "branching",
        /// The most moves.
        MostBranching = "most-branching",
        /// Outcomes of the draw, in the mean.
        Chances = "chances",
    }
}

words! {
    /// What a series says about an agent on a test set of Just 4 Fun.
    TestsetSeries {
        /// The mean cross-entropy of the agent's policy.
        Entropy = "entropy",
        /// Its standard deviation over cases.
        EntropyDeviation = "entropy-deviation",
        /// Its median.
        EntropyMedian = "entropy-median",
        /// The mean cross-entropy of the network's policy over legal moves.
        Network = "network",
        /// Its standard deviation over cases.
        NetworkDeviation = "network-deviation",
        /// Its median.
        NetworkMedian = "network-median",
        /// The mean cross-entropy of the network's policy over all fields.
        Unmasked = "before-masking",
        /// Its standard deviation over cases.
        UnmaskedDeviation = "before-masking-deviation",
        /// Its median.
        UnmaskedMedian = "before-masking-median",
        /// Per cent of cases in which the policy is successful.
        PolicySuccess = "policy-successful",
        /// Per cent of cases in which it is unsuccessful.
        PolicyFailure = "policy-unsuccessful",
        /// Per cent of cases in which the value with exploration is successful.
        UctSuccess = "uct-successful",
        /// Per cent of cases in which it is unsuccessful.
        UctFailure = "uct-unsuccessful",
        /// Per cent of cases in which the network's policy is successful.
        NetworkPolicySuccess = "network-policy-successful",
        /// Per cent of cases in which it is unsuccessful.
        NetworkPolicyFailure = "network-policy-unsuccessful",
        /// Per cent of cases in which the network's value is successful.
        NetworkValueSuccess = "network-value-successful",
        /// Per cent of cases in which it is unsuccessful.
        NetworkValueFailure = "network-value-unsuccessful",
    }
}

words! {
    /// What a series says about a network that predicts cards of Doppelkopf.
    PredictionSeries {
        /// The share of cards that have the highest value of all.
        ContextFree = "context-free",
        /// The share of cards that have the highest value of all legal ones.
        ContextSensitive = "context-sensitive",
    }
}

impl SeriesName {
    /// Whether it is per cent of games.
    pub fn is_share(&self) -> bool {
        let of_wins = matches!(self, SeriesName::Agents(_, AgentSeries::Win | AgentSeries::Score));
        of_wins || self.may_be_absent()
    }

    /// Whether it is the share of something that need not occur, such as an ending: where it does not, it is 0.
    pub fn may_be_absent(&self) -> bool {
        matches!(
            self,
            SeriesName::Agents(_, AgentSeries::WinBy(_))
                | SeriesName::Ending(_)
                | SeriesName::Length(_)
        )
    }
}

impl fmt::Display for SeriesName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeriesName::Agents(group, series) => write!(f, "{group}.{series}"),
            SeriesName::Ending(ending) => write!(f, "ending:{ending}"),
            SeriesName::Search(None, series) => write!(f, "{series}"),
            SeriesName::Search(Some(position), series) => write!(f, "{position}.{series}"),
            SeriesName::LeadWhenWon(tile) => write!(f, "won.{tile}"),
            SeriesName::LeadWhenLost(tile) => write!(f, "lost.{tile}"),
            SeriesName::RandomPlay(series) => write!(f, "{series}"),
            SeriesName::Ply(series, ply) => write!(f, "{series}.{ply}"),
            SeriesName::Length(length) => write!(f, "length:{length}"),
            SeriesName::Field(field) => write!(f, "field.{field}"),
            SeriesName::Testset(series) => write!(f, "{series}"),
            SeriesName::Prediction(series) => write!(f, "{series}"),
        }
    }
}

impl fmt::Display for AgentGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "P{}{}", self.first, if self.with_equals { "+" } else { "" })
    }
}

impl fmt::Display for AgentSeries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AgentSeries::Mean => f.write_str("mean"),
            AgentSeries::Win => f.write_str("win"),
            AgentSeries::WinBy(ending) => write!(f, "win:{ending}"),
            AgentSeries::Score => f.write_str("score"),
            AgentSeries::Ms => f.write_str("ms"),
            AgentSeries::GameMs => f.write_str("game-ms"),
        }
    }
}

impl FromStr for SeriesName {
    type Err = BadInput;

    fn from_str(text: &str) -> Result<SeriesName, BadInput> {
        read(text).ok_or_else(|| {
            let expected = "the name of a series such as P1.win, ending:draw or saved";
            BadInput::expected("series", expected, quote(text))
        })
    }
}

fn read(text: &str) -> Option<SeriesName> {
    if let Some((head, tail)) = text.split_once(':').filter(|(head, _)| !head.contains('.')) {
        return match head {
            "ending" => ending(tail).map(SeriesName::Ending),
            "length" => number(tail).map(SeriesName::Length),
            _ => None,
        };
    }
    let Some((head, tail)) = text.split_once('.') else {
        let search = SearchSeries::read(text).map(|series| SeriesName::Search(None, series));
        let testset = || TestsetSeries::read(text).map(SeriesName::Testset);
        let random = || RandomPlaySeries::read(text).map(SeriesName::RandomPlay);
        let prediction = || PredictionSeries::read(text).map(SeriesName::Prediction);
        return search.or_else(random).or_else(testset).or_else(prediction);
    };
    if let Some(agents) = head.strip_prefix('P') {
        let (first, with_equals) = match agents.strip_suffix('+') {
            Some(first) => (first, true),
            None => (agents, false),
        };
        let group = AgentGroup { first: number(first)?, with_equals };
        return Some(SeriesName::Agents(group, read_agent_series(tail)?));
    }
    match head {
        "won" => number(tail).map(SeriesName::LeadWhenWon),
        "lost" => number(tail).map(SeriesName::LeadWhenLost),
        "field" => number(tail).map(SeriesName::Field),
        _ => match PlySeries::read(head) {
            Some(series) => Some(SeriesName::Ply(series, number(tail)?)),
            None => Some(SeriesName::Search(Some(number(head)?), SearchSeries::read(tail)?)),
        },
    }
}

fn read_agent_series(text: &str) -> Option<AgentSeries> {
    Some(match text {
        "mean" => AgentSeries::Mean,
        "win" => AgentSeries::Win,
        "score" => AgentSeries::Score,
        "ms" => AgentSeries::Ms,
        "game-ms" => AgentSeries::GameMs,
        _ => AgentSeries::WinBy(ending(text.strip_prefix("win:")?)?),
    })
}

/// The word for an ending.
fn ending(text: &str) -> Option<String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    (!text.is_empty() && text.chars().all(plain)).then(|| text.to_owned())
}

/// A number as it is written: without a sign, without zeros in front.
fn number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|number: &u32| number.to_string() == text)
}

impl TryFrom<String> for SeriesName {
    type Error = BadInput;

    fn try_from(text: String) -> Result<SeriesName, BadInput> {
        text.parse()
    }
}

impl From<SeriesName> for String {
    fn from(name: SeriesName) -> String {
        name.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_what_was_written() {
        for name in [
            "P1.mean",
            "P12+.win",
            "P1.win:highest-field",
            "P2.score",
            "P1.ms",
            "P1+.game-ms",
            "ending:type-1",
            "saved",
            "time-saved",
            "10.gain",
            "3.nodes",
            "won.1",
            "lost.33",
            "playable-median",
            "branching",
            "branching.7",
            "most-branching.30",
            "chances.2",
            "length",
            "length:40",
            "field.36",
            "entropy-median",
            "network-value-successful",
            "context-free",
        ] {
            assert_eq!(name.parse::<SeriesName>().unwrap().to_string(), name);
        }
    }

    #[test]
    fn shares_are_those_of_games() {
        let is_share = |name: &str| name.parse::<SeriesName>().unwrap().is_share();
        assert!(
            ["P1.win", "P1+.score", "P2.win:points", "ending:draw", "length:3"]
                .map(is_share)
                .iter()
                .all(|&is| is)
        );
        assert!(
            !["P1.mean", "P1.ms", "saved", "draw", "field.1"].map(is_share).iter().any(|&is| is)
        );
    }

    #[test]
    fn other_names_are_refused() {
        for name in [
            "", "P.win", "P1", "P1.", "P1.wins", "P01.win", "P1.win:", "ending:", "x", "3.turns",
            "field.x", "a.b:c",
        ] {
            assert!(name.parse::<SeriesName>().is_err(), "{name}");
        }
        let sentence = "P1.wins".parse::<SeriesName>().unwrap_err().to_string();
        assert_eq!(
            sentence,
            "series: expected the name of a series such as P1.win, ending:draw or saved, found 'P1.wins'"
        );
    }
}
