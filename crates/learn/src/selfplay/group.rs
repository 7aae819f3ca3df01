use super::slot::GameSlot;
use super::{Company, Decider, Learned, Lessons, Questions, SelfPlaySettings, Stop, advance};
use crate::Samples;
use kontra_game::{MAX_SEATS, Streams, Turn, choose};

/// What a thread does with a group.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Task {
    /// Begins all games, each at another depth, and asks the first questions.
    Begin { fade: f32 },
    /// Plays the answers and asks the next questions.
    Play { fade: f32 },
    /// Plays this many whole games roughly, by rules with noise.
    Rough { games: usize },
}

/// Games that are played one after the other by one thread, and whose questions are asked together.
pub(super) struct Group<G: Learned, L: Lessons<G>> {
    pub(super) number: usize,
    size: usize,
    streams: Streams,
    /// None before the first task: the thread that does it makes them.
    slots: Vec<GameSlot<G, L::Plan>>,
    /// What is asked now, for each network; and what was asked before, with the answers.
    pub(super) questions: Vec<Questions>,
    answered: Vec<Questions>,
    pub(super) samples: Samples,
    pub(super) games: u64,
    pub(super) decisions: u64,
    company: Company,
}

impl<G: Learned, L: Lessons<G>> Group<G, L> {
    /// A group of games, whose random numbers follow from the streams and its number.
    pub(super) fn new(number: usize, streams: Streams, settings: &SelfPlaySettings) -> Group<G, L> {
        let questions = vec![Questions::default(); 1 + settings.company.others];
        let flag_words = if settings.flags { G::FLAGS.div_ceil(64) } else { 0 };
        Group {
            number,
            size: settings.games,
            streams,
            slots: vec![],
            answered: questions.clone(),
            questions,
            samples: Samples::new(G::WORDS, flag_words),
            games: 0,
            decisions: 0,
            company: settings.company.clone(),
        }
    }

    pub(super) fn work(&mut self, lessons: &L, task: Task) {
        self.samples.clear();
        (self.games, self.decisions) = (0, 0);
        if self.slots.is_empty() {
            let stream = |i: usize| self.streams.test((self.number * self.size + i) as u64);
            self.slots = (0..self.size).map(|i| GameSlot::new(lessons, stream(i))).collect();
        }
        match task {
            Task::Begin { fade } => self.begin(lessons, fade),
            Task::Play { fade } => self.play(lessons, fade),
            Task::Rough { games } => self.play_roughly(lessons, games),
        }
    }

    fn begin(&mut self, lessons: &L, fade: f32) {
        self.questions.iter_mut().for_each(Questions::clear);
        for i in 0..self.slots.len() {
            let slot = &mut self.slots[i];
            self.company.seat_slot(slot, lessons, fade);
            let depth = choose::below(&mut slot.rng, lessons.usual_length());
            for _ in 0..depth {
                if !rough_step(slot, lessons, false) {
                    break;
                }
            }
            if slot.game.turn() == Turn::Over {
                self.company.seat_slot(slot, lessons, fade);
            }
            self.ask(i, lessons, fade);
        }
    }

    fn play(&mut self, lessons: &L, fade: f32) {
        std::mem::swap(&mut self.questions, &mut self.answered);
        self.questions.iter_mut().for_each(Questions::clear);
        for i in 0..self.slots.len() {
            self.answer(i, lessons);
            self.ask(i, lessons, fade);
        }
    }

    /// Plays the answer that a game waited for.
    #[inline]
    fn answer(&mut self, i: usize, lessons: &L) {
        let slot = &mut self.slots[i];
        let Some((seat, network, row)) = slot.asked.take() else { return };
        let asked = &self.answered[usize::from(network)];
        let row = row as usize;
        let mut answer = asked.answers[row];
        if network == 0 {
            self.decisions += 1;
            if let Some(forced) = lessons.force(&slot.game, seat, &mut slot.plan, &mut slot.rng) {
                answer = forced;
            }
            if lessons.keeps(&slot.game, seat, answer, &mut slot.rng) {
                slot.keep(seat, answer, &asked.bits[row * G::WORDS..(row + 1) * G::WORDS]);
            }
        }
        // A device that gives an answer that is not legal is broken; the game continues all the same.
        let legal = asked.legal[row];
        debug_assert!(legal >> answer & 1 == 1, "answer {answer} of {legal:b}");
        let lowest = legal.trailing_zeros() as u8;
        let action = slot.game.action(seat, answer).or_else(|| slot.game.action(seat, lowest));
        if let Some(action) = action {
            slot.play(seat, action);
        }
    }

    /// Moves on to the next question; games that end make room for new ones.
    #[inline]
    fn ask(&mut self, i: usize, lessons: &L, fade: f32) {
        let slot = &mut self.slots[i];
        loop {
            let by_rules = |game: &G, seat| lessons.by_rules(game, seat);
            let (game, watch, rng) = (&mut slot.game, &mut slot.watch, &mut slot.rng);
            match advance(game, watch, &slot.players, rng, by_rules, |_, _, _| ()) {
                Stop::Question(seat, network, legal) => {
                    let questions = &mut self.questions[network];
                    let row = questions.len() as u32;
                    slot.game.encode(seat, &slot.watch, questions.add(G::WORDS, legal));
                    slot.asked = Some((seat, network as u8, row));
                    return;
                }
                Stop::Over | Stop::Agent(_) => {
                    slot.finish(&mut self.samples);
                    self.games += 1;
                    self.company.seat_slot(slot, lessons, fade);
                }
            }
        }
    }

    fn play_roughly(&mut self, lessons: &L, games: usize) {
        for i in 0..games {
            let number = i % self.slots.len();
            let slot = &mut self.slots[number];
            slot.renew(|rng| lessons.begin_roughly(rng));
            slot.players = [Decider::Learner; MAX_SEATS];
            while rough_step(slot, lessons, true) {
                self.decisions += 1;
            }
            slot.finish(&mut self.samples);
            self.games += 1;
        }
    }
}

impl Company {
    fn seat_slot<G: Learned, L: Lessons<G>>(
        &self,
        slot: &mut GameSlot<G, L::Plan>,
        lessons: &L,
        fade: f32,
    ) {
        slot.renew(|rng| lessons.begin(fade, rng));
        slot.players = self.seat(slot.game.seats(), &mut slot.rng);
    }
}

/// A decision by rules with noise; `false` when the game is over.
fn rough_step<G: Learned, L: Lessons<G>>(
    slot: &mut GameSlot<G, L::Plan>,
    lessons: &L,
    keep: bool,
) -> bool {
    let by_rules = |game: &G, seat| lessons.by_rules(game, seat);
    let everybody = [Decider::Learner; MAX_SEATS];
    let (game, watch, rng) = (&mut slot.game, &mut slot.watch, &mut slot.rng);
    let stop = advance(game, watch, &everybody, rng, by_rules, |_, _, _| ());
    let Stop::Question(seat, ..) = stop else { return false };
    let action = lessons.roughly(&slot.game, seat, &mut slot.plan, &mut slot.rng);
    if let Some(answer) = slot.game.answer(seat, action).filter(|_| keep)
        && lessons.keeps(&slot.game, seat, answer, &mut slot.rng)
    {
        let mut bits = [0; 64];
        slot.game.encode(seat, &slot.watch, &mut bits[..G::WORDS]);
        slot.keep(seat, answer, &bits[..G::WORDS]);
    }
    slot.play(seat, action);
    true
}
