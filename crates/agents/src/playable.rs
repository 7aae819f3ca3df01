use crate::equilibrium::{Equilibrium, equilibrium};
use crate::solvable::AnySolver;
use crate::{AgentKind, every};
use kontra_game::{Determinize, Ending, Forfeit, RuleValues, Shown, Streams};
use std::ops::RangeInclusive;

/// A game of the workbench: who can play it, and what is known about it beyond its rules.
///
/// Everything has a default, so the rules are enough: a game of the [list](crate::each_game) that has no implementation of its own
/// gets an empty one.
pub trait Playable: Ending + Shown<View: Determinize> + Forfeit {
    /// How many games make a round, where results are counted in rounds.
    const ROUND: Option<u32> = None;
    /// The agent that a person plays against who names none.
    const OPPONENT: &'static str = "so-ismcts";
    /// Agents with a name of their own, such as the configurations of the papers.
    const PRESETS: &'static [Preset] = &[];

    /// How many can sit at the table: as the option `players` says, or as many as a game by the usual rules has.
    fn table_sizes() -> RangeInclusive<usize> {
        let players = Self::OPTIONS.iter().find(|option| option.name == "players");
        if let Some(RuleValues::Whole(least, most)) = players.map(|option| option.values) {
            return least as usize..=most as usize;
        }
        let start = Self::deal(&Self::Rules::default(), &mut Streams::new(0).deal(0));
        let seats = Self::begin(&start).seats();
        seats..=seats
    }

    /// Whether seats with the same payoff won or lost it together, as a party; `false`: everybody played for themselves.
    fn in_parties(_start: &Self::Start) -> bool {
        false
    }

    /// The kinds of agents that can play it.
    fn agents() -> Vec<AgentKind<Self>> {
        every()
    }

    /// What the end of a game is worth exactly, where that can be told.
    fn solver() -> Option<AnySolver<Self>> {
        None
    }

    /// Finds an equilibrium, where the game is small enough: looks at it after each of these numbers of iterations.
    fn equilibrium() -> Option<fn(&[u32]) -> Equilibrium> {
        None
    }
}

/// An agent with a name of its own: a name for a spec.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    /// The name, which can stand wherever a spec can.
    pub name: &'static str,
    /// What it stands for.
    pub spec: &'static str,
    /// Where it comes from, as one sentence for people.
    pub about: &'static str,
}

macro_rules! plain_games {
    ([] $($Name:ident = $Game:path;)*) => {
        $(plain_game!($Name = $Game);)*
    };
}

/// Games whose folder in this crate has their own implementation, and all others.
macro_rules! plain_game {
    (Doppelkopf = $Game:path) => {};
    (Just4Fun = $Game:path) => {};
    (OnTop = $Game:path) => {};
    (Kuhn = $Game:path) => {
        tiny_game!($Game);
    };
    (Leduc = $Game:path) => {
        tiny_game!($Game);
    };
    (TicTacToe = $Game:path) => {
        open_game!($Game);
    };
    (Pig = $Game:path) => {
        open_game!($Game);
    };
    ($Name:ident = $Game:path) => {
        impl Playable for $Game {}
    };
}

/// Small games without hidden information.
macro_rules! open_game {
    ($Game:path) => {
        impl Playable for $Game {
            fn agents() -> Vec<AgentKind<$Game>> {
                crate::every::open()
            }
        }
    };
}

/// Games with hidden information that are small enough for an equilibrium.
macro_rules! tiny_game {
    ($Game:path) => {
        impl Playable for $Game {
            fn agents() -> Vec<AgentKind<$Game>> {
                crate::every::tabulated()
            }

            fn equilibrium() -> Option<fn(&[u32]) -> Equilibrium> {
                Some(equilibrium::<$Game>)
            }
        }
    };
}
crate::each_game!([plain_games]);
