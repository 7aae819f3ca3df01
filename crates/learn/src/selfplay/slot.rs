use super::{Decider, Learned, Lessons};
use crate::Samples;
use kontra_game::{MAX_SEATS, SearchRng, Seat, Turn};

/// Where a game waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// A network is asked: the seat, the network's number, and the legal answers.
    Question(Seat, usize, u64),
    /// An agent is to decide for this seat.
    Agent(Seat),
    /// Nobody: the game is over.
    Over,
}

/// Plays a game up to the next question for a network, and tells every decision on the way. What leaves no choice is played
/// at once.
#[inline]
pub(crate) fn advance<G: Learned>(
    game: &mut G,
    watch: &mut G::Watch,
    players: &[Decider; MAX_SEATS],
    rng: &mut SearchRng,
    by_rules: impl Fn(&G, Seat) -> G::Action,
    mut each: impl FnMut(&G, Seat, G::Action),
) -> Stop {
    loop {
        let seat = match game.turn() {
            Turn::Seat(seat) => seat,
            Turn::Over => return Stop::Over,
            Turn::Chance => {
                if let Some(outcome) = game.random_action(rng) {
                    game.play(outcome);
                }
                continue;
            }
        };
        let legal = game.legal(seat);
        let action = if legal.is_power_of_two() {
            game.action(seat, legal.trailing_zeros() as u8)
        } else {
            match players[seat.index()] {
                Decider::Learner => return Stop::Question(seat, 0, legal),
                Decider::Other(number) => return Stop::Question(seat, number.into(), legal),
                Decider::Agent => return Stop::Agent(seat),
                Decider::Rules => Some(by_rules(game, seat)),
            }
        };
        let Some(action) = action else { unreachable!("somebody is asked and may answer nothing") };
        G::see(watch, seat, action);
        each(game, seat, action);
        game.play(action);
    }
}

/// A game under way, with its decisions so far.
pub(super) struct GameSlot<G: Learned, P> {
    pub(super) game: G,
    pub(super) watch: G::Watch,
    pub(super) rng: SearchRng,
    pub(super) players: [Decider; MAX_SEATS],
    pub(super) plan: P,
    /// Who is asked, of which network, and where among its questions.
    pub(super) asked: Option<(Seat, u8, u32)>,
    decisions: Vec<(Seat, u8)>,
    bits: Vec<u64>,
    flags: Vec<u64>,
}

impl<G: Learned, P: Clone + Default> GameSlot<G, P> {
    pub(super) fn new<L: Lessons<G, Plan = P>>(lessons: &L, mut rng: SearchRng) -> GameSlot<G, P> {
        let (game, plan) = lessons.begin(1.0, &mut rng);
        GameSlot {
            game,
            watch: G::Watch::default(),
            rng,
            players: [Decider::Learner; MAX_SEATS],
            plan,
            asked: None,
            decisions: vec![],
            bits: vec![],
            flags: vec![],
        }
    }

    /// Forgets the game and begins another one.
    pub(super) fn renew(&mut self, begin: impl FnOnce(&mut SearchRng) -> (G, P)) {
        (self.game, self.plan) = begin(&mut self.rng);
        self.watch = G::Watch::default();
        self.forget();
    }

    /// Forgets the decisions: nothing is learnt from them.
    pub(super) fn forget(&mut self) {
        self.decisions.clear();
        self.bits.clear();
        self.flags.clear();
    }

    /// Keeps a decision until the end of the game tells what it was worth.
    #[inline]
    pub(super) fn keep(&mut self, seat: Seat, answer: u8, bits: &[u64]) {
        self.decisions.push((seat, answer));
        self.bits.extend_from_slice(bits);
        let start = self.flags.len();
        self.flags.resize(start + G::FLAGS.div_ceil(64), 0);
        self.game.flags_now(seat, &mut self.flags[start..]);
    }

    #[inline]
    pub(super) fn play(&mut self, seat: Seat, action: G::Action) {
        G::see(&mut self.watch, seat, action);
        self.game.play(action);
    }

    /// Hands over all decisions of a game that is over.
    pub(super) fn finish(&mut self, samples: &mut Samples) {
        if self.decisions.is_empty() {
            return;
        }
        let payoffs = self.game.payoffs();
        let flag_words = G::FLAGS.div_ceil(64);
        let mut late = [[0_u64; 8]; MAX_SEATS];
        for seat in Seat::all(self.game.seats()) {
            self.game.flags_at_end(seat, &mut late[seat.index()][..flag_words]);
        }
        samples.bits.extend_from_slice(&self.bits);
        samples.next.extend(distances(&self.decisions));
        for (i, (seat, answer)) in self.decisions.iter().enumerate() {
            samples.answers.push(*answer);
            samples.targets.push(payoffs.as_slice()[seat.index()] as f32 / G::UNIT);
            if samples.flag_words == 0 {
                continue;
            }
            let now = &self.flags[i * flag_words..(i + 1) * flag_words];
            samples.flags.extend(now.iter().zip(&late[seat.index()]).map(|(now, late)| now | late));
            let start = samples.known.len();
            samples.known.resize(start + flag_words, 0);
            let bits = &self.bits[i * G::WORDS..(i + 1) * G::WORDS];
            G::known_flags(bits, &mut samples.known[start..]);
        }
        self.forget();
    }
}

/// For each decision, how many decisions later the same seat's next one comes; 0 for its last. So is one that is too far away.
fn distances(decisions: &[(Seat, u8)]) -> Vec<u8> {
    let (mut distances, mut latest) = (vec![0; decisions.len()], [None; MAX_SEATS]);
    for (place, (seat, _)) in decisions.iter().enumerate() {
        if let Some(before) = latest[seat.index()].replace(place) {
            distances[before] = u8::try_from(place - before).unwrap_or(0);
        }
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decision_knows_how_far_the_next_one_of_its_seat_is() {
        let seats = [0, 1, 1, 0, 2, 1].map(|seat| (Seat::wrapping(seat, 4), 0));
        assert_eq!(distances(&seats), [3, 1, 3, 0, 0, 0]);
        let mut apart = vec![(Seat::wrapping(1, 4), 0); 300];
        apart[0].0 = Seat::wrapping(0, 4);
        apart[299].0 = Seat::wrapping(0, 4);
        assert_eq!(distances(&apart)[0], 0);
    }
}
