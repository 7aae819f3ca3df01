use kontra_game::{BadInput, quote};
use std::str::FromStr;

/// Who sits where in the games on one deal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Seating {
    /// One game: the agents in the order they were named, again and again until every seat is taken.
    Fixed,
    /// That order, and every other one that comes from moving everybody the same number of seats on.
    Rotate,
    /// Every different arrangement of the agents over the seats: the duplicate method of
    /// Sievers & Helmert 2015 and Dockhorn et al. 2017.
    All,
}

impl Seating {
    /// Every rule with its name.
    pub const NAMES: [(&'static str, Seating); 3] =
        [("fixed", Seating::Fixed), ("rotate", Seating::Rotate), ("all", Seating::All)];

    /// The rule's name.
    pub fn name(self) -> &'static str {
        match self {
            Seating::Fixed => "fixed",
            Seating::Rotate => "rotate",
            Seating::All => "all",
        }
    }

    /// The arrangements: for each game on a deal, which agent sits on which seat.
    ///
    /// Every agent takes the same number of seats; a number of agents for which that cannot be is refused.
    pub fn arrangements(self, agents: usize, seats: usize) -> Result<Vec<Vec<usize>>, BadInput> {
        if agents == 0 || agents > seats || !seats.is_multiple_of(agents) {
            let counts: Vec<String> =
                (1..=seats).filter(|n| seats.is_multiple_of(*n)).map(|n| n.to_string()).collect();
            let expected = format!("{} for {seats} seats", counts.join(" or "));
            return Err(BadInput::expected("agents", expected, agents));
        }
        let order: Vec<usize> = (0..seats).map(|seat| seat % agents).collect();
        let mut arrangements = match self {
            Seating::Fixed => vec![order],
            Seating::Rotate => (0..seats)
                .map(|steps| {
                    let mut moved = order.clone();
                    moved.rotate_right(steps);
                    moved
                })
                .collect(),
            Seating::All => permutations(order),
        };
        // In two steps of a rotation everybody may sit as before.
        let mut seen = vec![];
        arrangements.retain(|arrangement| {
            let new = !seen.contains(arrangement);
            seen.push(arrangement.clone());
            new
        });
        Ok(arrangements)
    }
}

impl FromStr for Seating {
    type Err = BadInput;

    fn from_str(text: &str) -> Result<Seating, BadInput> {
        Seating::NAMES
            .iter()
            .find(|(name, _)| *name == text)
            .map(|&(_, seating)| seating)
            .ok_or_else(|| {
                BadInput::expected("seating", "fixed, rotate or all", quote(text))
                    .did_you_mean(text, Seating::NAMES.map(|(name, _)| name))
            })
    }
}

/// Every order of the items, equal items being exchangeable, in lexicographic order.
fn permutations(mut items: Vec<usize>) -> Vec<Vec<usize>> {
    items.sort_unstable();
    let mut all = vec![items.clone()];
    while next_permutation(&mut items) {
        all.push(items.clone());
    }
    all
}

fn next_permutation(items: &mut [usize]) -> bool {
    let Some(pivot) = items.windows(2).rposition(|pair| pair[0] < pair[1]) else { return false };
    let Some(larger) = items.iter().rposition(|&item| item > items[pivot]) else { return false };
    items.swap(pivot, larger);
    items[pivot + 1..].reverse();
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(seating: Seating, agents: usize, seats: usize, expected: &str) {
        let text = |arrangement: &Vec<usize>| {
            arrangement.iter().map(ToString::to_string).collect::<String>()
        };
        let found = seating.arrangements(agents, seats).unwrap();
        assert_eq!(found.iter().map(text).collect::<Vec<_>>().join(" "), expected);
    }

    #[test]
    fn two_agents_take_two_of_four_seats_each() {
        check(Seating::Fixed, 2, 4, "0101");
        check(Seating::Rotate, 2, 4, "0101 1010");
        check(Seating::All, 2, 4, "0011 0101 0110 1001 1010 1100");
    }

    #[test]
    fn one_agent_has_one_arrangement() {
        for seating in [Seating::Fixed, Seating::Rotate, Seating::All] {
            check(seating, 1, 4, "0000");
        }
    }

    #[test]
    fn as_many_agents_as_seats() {
        check(Seating::Rotate, 3, 3, "012 201 120");
        check(Seating::All, 3, 3, "012 021 102 120 201 210");
        assert_eq!(Seating::All.arrangements(4, 4).unwrap().len(), 24);
    }

    #[test]
    fn agents_that_cannot_share_the_seats_evenly_are_refused() {
        let complaint = Seating::All.arrangements(3, 4).unwrap_err().to_string();
        assert_eq!(complaint, "agents: expected 1 or 2 or 4 for 4 seats, found 3");
        assert!(Seating::Fixed.arrangements(0, 2).is_err());
        assert!(Seating::Fixed.arrangements(3, 2).is_err());
    }
}
