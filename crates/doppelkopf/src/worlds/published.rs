use super::{OTHERS, Unseen};
use crate::card::Card;
use crate::cards::Cards;
use crate::state::Doppelkopf;
use crate::view::DoppelkopfView;
use kontra_game::{SearchRng, Weighted, WorldSampler, choose};
use rand::Rng;

/// The card assignment algorithm of Sievers 2012, algorithms 2 and 3, for the reproduction of its results.
///
/// Every world it gives is consistent and every consistent world can come out, but not with the same
/// probability: cards are assigned one after the other to a player chosen among those who may have them,
/// whatever the number of cards each still needs, and a ♣Q that somebody owes is handed out first.
#[derive(Clone, Debug)]
pub struct Published {
    unseen: Unseen,
}

/// Which of the three others may have a card, as bits.
type Players = u8;

/// The data of algorithm 2.
struct Assignment {
    remaining: Vec<(Card, Players)>,
    needs: [u8; OTHERS],
    needing_queen: Players,
    hands: [Cards; OTHERS],
}

impl Published {
    /// Collects what the view tells about the others' cards.
    pub fn new(view: &DoppelkopfView) -> Published {
        Published { unseen: Unseen::new(view) }
    }

    /// A consistent world.
    pub fn sample<R: Rng>(&self, rng: &mut R) -> Doppelkopf {
        let mut assignment = self.begin();
        while let Some((index, player)) = assignment.next(rng) {
            assignment.assign(index, player);
        }
        self.unseen.world(assignment.hands)
    }

    fn begin(&self) -> Assignment {
        let allowed = |card: Card| {
            (0..OTHERS).fold(0, |players, player| {
                let may = Cards::DECK.within(self.unseen.allowed[player]).contains(card);
                // A player who has no card left to get must not block the unique assignments.
                players | u8::from(may && self.unseen.needs[player] > 0) << player
            })
        };
        let owing = (0..OTHERS).filter(|&player| self.unseen.queens[player] > 0);
        Assignment {
            remaining: self.unseen.cards.iter().map(|card| (card, allowed(card))).collect(),
            needs: self.unseen.needs,
            needing_queen: owing.fold(0, |players, player| players | 1 << player),
            hands: [Cards::NONE; OTHERS],
        }
    }
}

impl WorldSampler<Doppelkopf> for Published {
    fn draw(&self, rng: &mut SearchRng) -> Weighted<Doppelkopf> {
        Weighted::one(self.sample(rng))
    }
}

impl Assignment {
    /// Algorithm 3: which card goes to whom next; `None` when all cards are assigned.
    fn next<R: Rng>(&self, rng: &mut R) -> Option<(usize, usize)> {
        let first = self.remaining.first()?;
        self.only_player().or_else(|| self.needs_all()).or_else(|| self.owed_queen()).or_else(
            || {
                let players: Vec<usize> = (0..OTHERS).filter(|p| first.1 >> p & 1 != 0).collect();
                Some((0, players[choose::below(rng, players.len() as u32) as usize]))
            },
        )
    }

    /// Lines 28 to 35: the first card that only one player may have.
    fn only_player(&self) -> Option<(usize, usize)> {
        let index = self.remaining.iter().position(|(_, players)| players.count_ones() == 1)?;
        Some((index, self.remaining[index].1.trailing_zeros() as usize))
    }

    /// Lines 36 to 44: a player who needs every card that they may have gets the next of them.
    fn needs_all(&self) -> Option<(usize, usize)> {
        (0..OTHERS).find_map(|player| {
            let may = |(_, players): &&(Card, Players)| players >> player & 1 != 0;
            let possible = self.remaining.iter().filter(may).count();
            let all = possible > 0 && possible == usize::from(self.needs[player]);
            let index = self.remaining.iter().position(|entry| may(&entry))?;
            all.then_some((index, player))
        })
    }

    /// Lines 45 to 50: a ♣Q for a player who must have one.
    fn owed_queen(&self) -> Option<(usize, usize)> {
        let is_queen = |(card, _): &(Card, Players)| *card == Card::QUEEN_OF_CLUBS;
        let index = self.remaining.iter().position(is_queen)?;
        (self.needing_queen != 0).then_some((index, self.needing_queen.trailing_zeros() as usize))
    }

    /// Algorithm 2.
    fn assign(&mut self, index: usize, player: usize) {
        let (card, _) = self.remaining.remove(index);
        self.hands[player].insert(card);
        self.needs[player] -= 1;
        if self.needs[player] == 0 {
            self.remaining.iter_mut().for_each(|(_, players)| *players &= !(1 << player));
        }
        if card == Card::QUEEN_OF_CLUBS {
            self.needing_queen &= !(1 << player);
        }
    }
}
