use crate::imitation::ImitationSamples;
use kontra_agents::doppelkopf::dockhorn::{
    CARD_WORDS, CardBits, encode_world, legal_cards, trick_position,
};
use kontra_doppelkopf::{Doppelkopf, Move, Start};
use kontra_game::Game;
use std::ops::Range;

/// The cards of recorded games, in the order of the games. Solos are left out, as in the paper.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct CardGames {
    /// One sample for each card.
    pub samples: ImitationSamples,
    /// How many games of each kind there were, solos included.
    pub modes: GameModes,
}

/// How many games were of which kind.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct GameModes {
    /// Normal games, silent solos included.
    pub normal: u64,
    /// Announced marriages.
    pub marriages: u64,
    /// Solos, which are not learnt from.
    pub solos: u64,
    /// Games that broke off before a card was played.
    pub empty: u64,
}

impl GameModes {
    /// All games.
    pub fn all(&self) -> u64 {
        self.normal + self.marriages + self.solos + self.empty
    }
}

impl CardGames {
    /// Games that can be learnt from.
    pub fn len(&self) -> usize {
        self.samples.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.samples.ends.is_empty()
    }

    /// Adds a game, up to where it was recorded.
    pub fn add(&mut self, start: &Start, actions: &[Move]) {
        let (mut game, before) = (Doppelkopf::new(start), self.samples.len());
        for &action in actions {
            let is_solo = game.public().kind().is_some_and(kontra_doppelkopf::GameType::is_solo);
            if is_solo {
                break;
            }
            if let (Move::Card(card), Some(bits)) = (action, encode_world(&game)) {
                self.samples.bits.extend_from_slice(&bits);
                self.samples.legal.push(u64::from(legal_cards(&game)));
                self.samples.answers.push(card.index() as u8);
            }
            game.play(action);
        }
        let modes = &mut self.modes;
        match game.public().kind() {
            Some(kind) if kind.is_solo() => modes.solos += 1,
            _ if self.samples.len() == before => modes.empty += 1,
            Some(kontra_doppelkopf::GameType::Marriage) => modes.marriages += 1,
            _ => modes.normal += 1,
        }
        if self.samples.len() > before {
            self.samples.ends.push(self.samples.len());
        }
    }

    /// Keeps the first games only.
    pub fn truncate(&mut self, games: usize) {
        self.samples.ends.truncate(games);
        let count = self.samples.ends.last().copied().unwrap_or(0);
        self.samples.bits.truncate(count * CARD_WORDS);
        self.samples.legal.truncate(count);
        self.samples.answers.truncate(count);
    }

    /// The paper's three parts, by games: 60 % to learn from, 20 % to decide when to stop, 20 % to test.
    pub fn parts(&self) -> [Range<usize>; 3] {
        let (first, second) = (self.len() * 3 / 5, self.len() * 4 / 5);
        [0..first, first..second, second..self.len()].map(|games| self.samples.of_games(games))
    }

    /// The samples of a range that are at a position of the trick, 0 to 3; `None`: at any.
    pub fn at_position(&self, range: Range<usize>, position: Option<usize>) -> Vec<u32> {
        let is_wanted = |n: &usize| position.is_none_or(|p| self.position(*n) == Some(p));
        range.filter(is_wanted).map(|n| n as u32).collect()
    }

    /// The position in the trick that a sample tells of.
    fn position(&self, sample: usize) -> Option<usize> {
        let words = self.samples.bits.get(sample * CARD_WORDS..)?.first_chunk::<CARD_WORDS>()?;
        let bits: &CardBits = words;
        Some(trick_position(bits))
    }
}
