use crate::tables::CountTables;
use crate::three_hands::ThreeHands;
use crate::{MAX_HOLDERS, with_best_bits};
use rand::Rng;

/// A place where unseen cards are: another hand, a stock. What is known of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Holder {
    /// How many unseen cards it has, those known for certain included.
    pub size: u32,
    /// The cards that it may have.
    pub may_hold: u64,
    /// The cards that it has for certain, for example because they were passed to it.
    pub holds: u64,
}

impl Holder {
    /// This many cards, and nothing is known of them.
    pub const fn of(size: u32) -> Holder {
        Holder { size, may_hold: u64::MAX, holds: 0 }
    }
}

/// All ways to distribute unseen cards among N places, counted, ready to be drawn from.
///
/// The crate's front page has an example. Prepare it once for a view and draw from it often: drawing takes a fraction
/// of a microsecond with up to three places, and a few microseconds with four.
#[derive(Clone, Debug)]
pub struct Assignments<const N: usize> {
    /// What each place has for certain.
    known: [u64; N],
    /// The cards whose place is not known, where each of them may be, and how many each place needs.
    cards: u64,
    may_hold: [u64; MAX_HOLDERS],
    needs: [u8; MAX_HOLDERS],
    ways: Ways,
}

#[derive(Clone, Debug)]
enum Ways {
    /// The facts contradict each other.
    None,
    Listed(ThreeHands),
    Counted(CountTables),
}

impl<const N: usize> Assignments<N> {
    /// Counts the ways to distribute these cards.
    ///
    /// There is none where the facts contradict each other: sizes that do not add up to the number of unseen cards, a
    /// card that nobody may hold, one that is known to be in two places or is not unseen.
    pub fn new(unseen: u64, holders: [Holder; N]) -> Assignments<N> {
        const { assert!(0 < N && N <= MAX_HOLDERS, "one to four places") };
        let known = holders.map(|holder| holder.holds);
        let all_known = known.iter().fold(0, |all, holds| all | holds);
        let mut assignments = Assignments {
            known,
            cards: unseen & !all_known,
            may_hold: [0; MAX_HOLDERS],
            needs: [0; MAX_HOLDERS],
            ways: Ways::None,
        };
        let twice = known.iter().map(|holds| holds.count_ones()).sum::<u32>();
        if all_known & !unseen != 0 || twice != all_known.count_ones() {
            return assignments;
        }
        for (place, holder) in holders.iter().enumerate() {
            let need = holder.size.checked_sub(holder.holds.count_ones());
            let Some(need) = need.filter(|&need| need <= u64::BITS) else { return assignments };
            assignments.needs[place] = need as u8;
            // Who has all cards already may hold no other: fewer groups.
            assignments.may_hold[place] = if need == 0 { 0 } else { holder.may_hold };
        }
        assignments.ways = assignments.listed().unwrap_or_else(|| {
            Ways::Counted(CountTables::new(
                assignments.cards,
                assignments.may_hold,
                assignments.needs,
            ))
        });
        assignments
    }

    /// The list of all divisions, where there are three places at most and fewer than 2^64 ways.
    fn listed(&self) -> Option<Ways> {
        let [a, b, c, _] = self.may_hold;
        let [x, y, z, _] = self.needs;
        let mut hands = ThreeHands::new(self.cards, [a, b, c]);
        (N <= 3).then(|| hands.add_case(0, [x, y, z], 1)).flatten()?;
        Some(if hands.count() == 0 { Ways::None } else { Ways::Listed(hands) })
    }

    /// The exact number of ways; 0 where the facts contradict each other.
    pub fn count(&self) -> u128 {
        match &self.ways {
            Ways::None => 0,
            Ways::Listed(hands) => hands.count().into(),
            Ways::Counted(tables) => tables.count(),
        }
    }

    /// The cards of each place, every way being equally likely; `None` where there is no way.
    pub fn sample<R: Rng>(&self, rng: &mut R) -> Option<[u64; N]> {
        let assignments = self;
        with_best_bits!([R: Rng, const N: usize] (bits, assignments: &Assignments<N>, rng: &mut R) -> Option<[u64; N]> {
            let hands = match &assignments.ways {
                Ways::None => return None,
                Ways::Listed(hands) => {
                    let [a, b, c] = hands.draw(rng, bits).1;
                    [a, b, c, 0]
                }
                Ways::Counted(tables) if tables.count() > 0 => tables.draw(rng, bits),
                Ways::Counted(_) => return None,
            };
            Some(assignments.with_known(hands))
        })
    }

    /// Hands over every way once, in a fixed order. There may be very many: see [`count`](Assignments::count) first.
    pub fn each(&self, mut found: impl FnMut([u64; N])) {
        let mut list =
            |tables: &CountTables| tables.each(&mut |hands| found(self.with_known(hands)));
        match &self.ways {
            Ways::None => {}
            Ways::Listed(_) => list(&CountTables::new(self.cards, self.may_hold, self.needs)),
            Ways::Counted(tables) => list(tables),
        }
    }

    #[inline(always)]
    fn with_known(&self, hands: [u64; MAX_HOLDERS]) -> [u64; N] {
        std::array::from_fn(|place| hands[place] | self.known[place])
    }
}
