use super::unseen::queen_mask;
use super::{OTHERS, Unseen};
use crate::bits::{Bits, with_best_bits};
use crate::card::Card;
use crate::cards::Cards;
use crate::state::Doppelkopf;
use crate::view::DoppelkopfView;
use kontra_game::choose;
use rand::Rng;

/// The most cards that three others can hold.
const MOST: usize = 36;

/// All deals that are consistent with a view, counted, ready to be drawn from.
///
/// The two equal cards of the deck are different cards here, as they are on a table: every deal of the 48
/// cards is equally likely, so a pair split between two players counts twice, and a pair in one hand once.
///
/// ```
/// use kontra_doppelkopf::{Deal, Doppelkopf, Rules, Start, Worlds};
/// use kontra_game::{Game, Seat, Streams};
///
/// let streams = Streams::new(1);
/// let game = Doppelkopf::new(&Start::single(Rules::default(), Deal::random(&mut streams.deal(0))));
/// let view = game.view(Seat::new(2).unwrap());
/// let worlds = Worlds::new(&view);
/// assert_eq!(worlds.count(), 3_384_731_762_521_200); // 36! / 12!³
/// assert_eq!(worlds.sample(&mut streams.test(0)).view(view.seat()), view);
/// # use kontra_game::View;
/// ```
#[derive(Clone, Debug)]
pub struct Worlds {
    pub(super) unseen: Unseen,
    /// The unseen cards without ♣Q, as single cards, by the set of others who may hold them.
    groups: [u64; 1 << OTHERS],
    /// Every way to divide the groups, each with the number of worlds of it and of all before it.
    divisions: Vec<(Division, u64)>,
}

/// How many cards of each group go to whom. Groups of one player need no number.
#[derive(Clone, Copy, Debug)]
struct Division {
    /// ♣Q for each of the others.
    queens: [u8; OTHERS],
    /// From the cards of players 0 and 1: to player 0.
    first_of_01: u8,
    /// From the cards of players 0 and 2: to player 0.
    first_of_02: u8,
    /// From the cards of players 1 and 2: to player 1.
    first_of_12: u8,
    /// From the cards of all three: to players 0 and 1.
    of_all: [u8; 2],
}

impl Worlds {
    /// Counts the worlds of a view.
    pub fn new(view: &DoppelkopfView) -> Worlds {
        let unseen = Unseen::new(view);
        let plain = unseen.cards.bits() & !queen_mask();
        let groups = std::array::from_fn(|members| {
            (0..OTHERS).fold(plain, |cards, player| {
                let may = unseen.allowed[player];
                cards & if members >> player & 1 != 0 { may } else { !may }
            })
        });
        let mut worlds = Worlds { unseen, groups, divisions: vec![] };
        worlds.divide_queens();
        worlds
    }

    /// The exact number of worlds.
    pub fn count(&self) -> u64 {
        self.divisions.last().map_or(0, |&(_, total)| total)
    }

    /// A world, each being equally likely.
    ///
    /// # Panics
    /// When there is no world at all, which no view of a real game allows.
    pub fn sample<R: Rng>(&self, rng: &mut R) -> Doppelkopf {
        let worlds = self;
        with_best_bits!([R: Rng] (bits, worlds: &Worlds, rng: &mut R) -> Doppelkopf {
            worlds.draw(rng, bits)
        })
    }

    /// Tries every way to deal the unseen ♣Q.
    fn divide_queens(&mut self) {
        let total = self.unseen.queens_unseen();
        for a in 0..=total {
            for b in 0..=total - a {
                let queens = [a, b, total - a - b];
                let fits = (0..OTHERS).all(|player| {
                    let may = self.unseen.allowed[player] & queen_mask() != 0;
                    queens[player] >= self.unseen.queens[player] && (may || queens[player] == 0)
                });
                if fits {
                    // Two different cards for two players can be swapped; for one player they cannot.
                    let ways = if total == 2 && !queens.contains(&2) { 2 } else { 1 };
                    self.divide_groups(queens, ways);
                }
            }
        }
    }

    /// Tries every way to divide the groups of two and three players.
    fn divide_groups(&mut self, queens: [u8; OTHERS], ways: u64) {
        let size = |members: usize| self.groups[members].count_ones() as i32;
        let (g01, g02, g12, all) = (size(0b011), size(0b101), size(0b110), size(0b111));
        // What each player needs beyond ♣Q and the cards that only he may hold.
        let needs: [i32; OTHERS] = std::array::from_fn(|player| {
            i32::from(self.unseen.needs[player]) - i32::from(queens[player]) - size(1 << player)
        });
        if size(0) > 0 || needs.iter().any(|&need| need < 0) {
            return;
        }
        for x in 0..=g01.min(needs[0]) {
            for y in 0..=g02.min(needs[0] - x) {
                let a = needs[0] - x - y;
                for z in 0..=g12 {
                    let b = needs[1] - (g01 - x) - z;
                    let c = needs[2] - (g02 - y) - (g12 - z);
                    if b < 0 || c < 0 || a + b + c != all {
                        continue;
                    }
                    let worlds = ways
                        * binomial(g01, x)
                        * binomial(g02, y)
                        * binomial(g12, z)
                        * binomial(all, a)
                        * binomial(all - a, b);
                    let division = Division {
                        queens,
                        first_of_01: x as u8,
                        first_of_02: y as u8,
                        first_of_12: z as u8,
                        of_all: [a as u8, b as u8],
                    };
                    let total = self.count() + worlds;
                    self.divisions.push((division, total));
                }
            }
        }
    }

    #[inline(always)]
    fn draw<R: Rng, B: Bits>(&self, rng: &mut R, bits: B) -> Doppelkopf {
        let number = choose::below_u64(rng, self.count());
        let index = self.divisions.partition_point(|&(_, total)| total <= number);
        let division = &self.divisions[index].0;
        let mut hands: [u64; OTHERS] = std::array::from_fn(|player| self.groups[1 << player]);
        let mut split = |group: usize, first: usize, second: usize, count: u8| {
            let (chosen, rest) = random_split(self.groups[group], count, rng, bits);
            hands[first] |= chosen;
            hands[second] |= rest;
        };
        split(0b011, 0, 1, division.first_of_01);
        split(0b101, 0, 2, division.first_of_02);
        split(0b110, 1, 2, division.first_of_12);
        let (chosen, rest) = random_split(self.groups[0b111], division.of_all[0], rng, bits);
        hands[0] |= chosen;
        let (chosen, rest) = random_split(rest, division.of_all[1], rng, bits);
        hands[1] |= chosen;
        hands[2] |= rest;
        self.unseen.world(std::array::from_fn(|player| {
            let mut hand = Cards::from_physical(hands[player]);
            for _ in 0..division.queens[player] {
                hand.insert(Card::QUEEN_OF_CLUBS);
            }
            hand
        }))
    }
}

/// Divides a set of single cards: `count` of them, every choice being equally likely, and the rest.
#[inline(always)]
fn random_split<R: Rng, B: Bits>(cards: u64, count: u8, rng: &mut R, bits: B) -> (u64, u64) {
    let size = cards.count_ones();
    // Drawing the smaller part is less work.
    let few = u32::from(count).min(size - u32::from(count));
    let mut rest = cards;
    for drawn in 0..few {
        rest ^= bits.nth(rest, choose::below(rng, size - drawn));
    }
    if few == u32::from(count) { (cards ^ rest, rest) } else { (rest, cards ^ rest) }
}

/// The number of ways to choose `k` of `n` cards.
fn binomial(n: i32, k: i32) -> u64 {
    BINOMIALS[n as usize][k as usize]
}

static BINOMIALS: [[u64; MOST + 1]; MOST + 1] = {
    let mut table = [[0; MOST + 1]; MOST + 1];
    let mut n = 0;
    while n <= MOST {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};
