use crate::selfplay::Learned;
use kontra_agents::doppelkopf::features::{
    ANSWERS, FLAGS, HIDDEN, POINTS_PER_UNIT, WORDS, Watch, answer_to_move, encode, end_flags,
    held_flags, known_flags, legal, move_to_answer,
};
use kontra_doppelkopf::{Doppelkopf, Move};
use kontra_game::{Game, Seat};

impl Learned for Doppelkopf {
    type Watch = Watch;

    const WORDS: usize = WORDS;
    const ANSWERS: usize = ANSWERS;
    const FLAGS: usize = FLAGS;
    const HIDDEN: usize = HIDDEN;
    const UNIT: f32 = POINTS_PER_UNIT;

    #[inline]
    fn legal(&self, seat: Seat) -> u64 {
        legal(&self.view(seat))
    }

    #[inline]
    fn encode(&self, seat: Seat, watch: &Watch, bits: &mut [u64]) {
        if let Ok(bits) = bits.try_into() {
            encode(&self.view(seat), watch, bits);
        }
    }

    #[inline]
    fn action(&self, seat: Seat, answer: u8) -> Option<Move> {
        answer_to_move(&self.view(seat), answer)
    }

    #[inline]
    fn answer(&self, seat: Seat, action: Move) -> Option<u8> {
        move_to_answer(&self.view(seat), action)
    }

    #[inline]
    fn see(watch: &mut Watch, seat: Seat, action: Move) {
        watch.see(seat, action);
    }

    #[inline]
    fn flags_now(&self, seat: Seat, flags: &mut [u64]) {
        add(flags, held_flags(self, seat));
    }

    fn flags_at_end(&self, seat: Seat, flags: &mut [u64]) {
        add(flags, end_flags(seat, &self.tally()));
    }

    #[inline]
    fn known_flags(bits: &[u64], known: &mut [u64]) {
        if let Ok(bits) = bits.try_into() {
            add(known, known_flags(bits));
        }
    }
}

fn add<const N: usize>(flags: &mut [u64], more: [u64; N]) {
    flags.iter_mut().zip(more).for_each(|(flag, more)| *flag |= more);
}
