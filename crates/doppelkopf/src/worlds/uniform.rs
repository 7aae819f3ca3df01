use super::unseen::queen_mask;
use super::{OTHERS, Unseen};
use crate::card::Card;
use crate::cards::Cards;
use crate::state::Doppelkopf;
use crate::view::DoppelkopfView;
use kontra_cards::ThreeHands;
use kontra_cards::bits::{BitSearch, with_best_bits};
use kontra_game::{SearchRng, Weighted, WorldSampler};
use rand::Rng;

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
    /// The unseen cards without ♣Q, as single cards, in every case of who has the ♣Q.
    hands: ThreeHands,
    /// The ♣Q of each of the others, for each of the cases.
    cases: [[u8; OTHERS]; CASES],
}

/// Two ♣Q can be dealt to three players in six ways.
const CASES: usize = 6;

impl Worlds {
    /// Counts the worlds of a view.
    pub fn new(view: &DoppelkopfView) -> Worlds {
        let unseen = Unseen::new(view);
        let plain = unseen.cards.bits() & !queen_mask();
        let hands = ThreeHands::new(plain, unseen.allowed);
        let mut worlds = Worlds { unseen, hands, cases: [[0; OTHERS]; CASES] };
        worlds.divide_queens();
        worlds
    }

    /// The exact number of worlds.
    pub fn count(&self) -> u64 {
        self.hands.count()
    }

    /// A world, each being equally likely.
    ///
    /// # Panics
    /// When there is no world at all, which no view of a real game allows.
    pub fn sample<R: Rng>(&self, rng: &mut R) -> Doppelkopf {
        let worlds = self;
        with_best_bits!([R: Rng] (bits, worlds: &Worlds, rng: &mut R) -> Doppelkopf {
            worlds.draw_with(rng, bits)
        })
    }

    /// Tries every way to deal the unseen ♣Q.
    fn divide_queens(&mut self) {
        let total = self.unseen.queens_unseen();
        let mut case = 0;
        for a in 0..=total {
            for b in 0..=total - a {
                let queens = [a, b, total - a - b];
                let fits = (0..OTHERS).all(|player| {
                    let may = self.unseen.allowed[player] & queen_mask() != 0;
                    queens[player] >= self.unseen.queens[player] && (may || queens[player] == 0)
                });
                let needs = std::array::from_fn(|player| {
                    self.unseen.needs[player].checked_sub(queens[player])
                });
                if let (true, [Some(x), Some(y), Some(z)]) = (fits, needs) {
                    // Two different cards for two players can be swapped; for one player they cannot.
                    let ways = if total == 2 && !queens.contains(&2) { 2 } else { 1 };
                    self.cases[case] = queens;
                    let counted = self.hands.add_case(case as u8, [x, y, z], ways);
                    debug_assert!(
                        counted.is_some(),
                        "36 cards in three hands are fewer than 2^64 deals"
                    );
                    case += 1;
                }
            }
        }
    }

    #[inline(always)]
    fn draw_with<R: Rng, B: BitSearch>(&self, rng: &mut R, bits: B) -> Doppelkopf {
        let (case, hands) = self.hands.draw(rng, bits);
        let queens = self.cases[usize::from(case)];
        self.unseen.world(std::array::from_fn(|player| {
            let mut hand = Cards::from_physical(hands[player]);
            for _ in 0..queens[player] {
                hand.insert(Card::QUEEN_OF_CLUBS);
            }
            hand
        }))
    }
}

impl WorldSampler<Doppelkopf> for Worlds {
    fn draw(&self, rng: &mut SearchRng) -> Weighted<Doppelkopf> {
        Weighted::one(self.sample(rng))
    }
}
