use crate::{GameId, Kind, Param, common};
use kontra_doppelkopf::Doppelkopf;
use kontra_game::{Ending, Recorded};
use std::ops::RangeInclusive;

/// A game of the workbench: what people may choose before they play it, and who can play it.
pub trait Playable: Recorded + Ending {
    /// Which game it is.
    const ID: GameId;
    /// What it is, as one sentence for people.
    const ABOUT: &'static str;
    /// How many can sit at the table.
    const SEATS: RangeInclusive<usize>;
    /// The rules that are a choice of the table.
    const OPTIONS: &'static [Param];

    /// The kinds of agents that can play it.
    fn agents() -> Vec<Kind<Self>> {
        common()
    }
}

impl Playable for Doppelkopf {
    const ID: GameId = GameId::Doppelkopf;
    const ABOUT: &'static str =
        "German trick-taking game for four with hidden partners and a double deck.";
    const SEATS: RangeInclusive<usize> = 4..=4;
    const OPTIONS: &'static [Param] = &[Param {
        name: "announcing",
        default: Some("step"),
        about: "How announcements are asked for: 'step' asks yes or no to the next level, \
                'choose' offers every level at once.",
    }];
}
