use crate::{GameId, Kind, Param, common};
use kontra_game::{Ending, Forfeit, Recorded, Shown};
use std::ops::RangeInclusive;

/// A game of the workbench: what people may choose before they play it, and who can play it.
pub trait Playable: Recorded + Ending + Shown + Forfeit {
    /// Which game it is.
    const ID: GameId;
    /// What it is, as one sentence for people.
    const ABOUT: &'static str;
    /// How many can sit at the table.
    const SEATS: RangeInclusive<usize>;
    /// The rules that are a choice of the table.
    const OPTIONS: &'static [Param];
    /// How many games make a round, where results are counted in rounds.
    const ROUND: Option<u32> = None;
    /// Whom a person plays against who names nobody.
    const OPPONENT: &'static str;

    /// Whether seats with the same payoff won or lost it together, as a party; `false`: everybody played for himself.
    fn in_parties(_start: &Self::Start) -> bool {
        false
    }

    /// The kinds of agents that can play it.
    fn agents() -> Vec<Kind<Self>> {
        common()
    }

    /// Agents with a name of their own, such as the configurations of the papers.
    const PRESETS: &'static [Preset] = &[];
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
