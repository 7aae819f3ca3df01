use crate::run::start_of;
use kontra_agents::doppelkopf::features::{ANSWERS, WORDS, Watch, answer_to_move, encode, legal};
use kontra_agents::doppelkopf::network::Model;
use kontra_doppelkopf::{Doppelkopf, Move, Start};
use kontra_game::{Game, Streams, Turn};
use kontra_nets::BatchEvaluator;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A game as it was played.
#[derive(Clone, PartialEq, Debug)]
pub struct RecordedGame {
    /// How it started.
    pub start: Start,
    /// Every decision.
    pub actions: Vec<Move>,
}

/// Games that are played in lockstep.
const TOGETHER: usize = 128;

/// Plays the deals of these numbers with four of the agent `network`: the network that comes with the program answers every
/// question, for many games at once. The same seed gives the same games on any number of threads.
pub fn play_games(seed: u64, deals: Range<u64>, threads: usize) -> Vec<RecordedGame> {
    let streams = Streams::new(seed);
    let starts: Vec<Start> = deals.map(|deal| start_of(streams, deal)).collect();
    let groups: Vec<&[Start]> = starts.chunks(TOGETHER).collect();
    let (next, done) = (AtomicUsize::new(0), Mutex::new(vec![None; groups.len()]));
    let work = || {
        let mut evaluator = Model::shipped().network().evaluator();
        while let Some(group) = groups.get(next.fetch_add(1, Ordering::Relaxed)) {
            let number = group.as_ptr() as usize - starts.as_ptr() as usize;
            let number = number / size_of::<Start>() / TOGETHER;
            let games = play_group(group, &mut evaluator);
            if let Ok(mut done) = done.lock() {
                done[number] = Some(games);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(work);
        }
    });
    let done = done.into_inner().unwrap_or_default();
    done.into_iter().flatten().flatten().collect()
}

struct Playing {
    game: Doppelkopf,
    watch: Watch,
    recorded: RecordedGame,
}

impl Playing {
    fn new(start: &Start) -> Playing {
        let recorded = RecordedGame { start: *start, actions: vec![] };
        Playing { game: Doppelkopf::new(start), watch: Watch::new(), recorded }
    }

    fn play(&mut self, action: Move) {
        if let Turn::Seat(seat) = self.game.turn() {
            self.watch.see(seat, action);
        }
        self.recorded.actions.push(action);
        self.game.play(action);
    }

    /// Answers questions to which there is one answer; whether there is another question.
    fn asks(&mut self) -> bool {
        while let Turn::Seat(seat) = self.game.turn() {
            let view = self.game.view(seat);
            let legal = legal(&view);
            match answer_to_move(&view, legal.trailing_zeros() as u8) {
                Some(only) if legal.count_ones() == 1 => self.play(only),
                found => return found.is_some(),
            }
        }
        false
    }

    /// Gives the best answer, the first of equals.
    fn answer(&mut self, values: &[f32]) {
        let Turn::Seat(seat) = self.game.turn() else { return };
        let view = self.game.view(seat);
        let legal = legal(&view);
        let answers = (0..ANSWERS as u8).filter(|answer| legal >> answer & 1 == 1);
        let worth = |answer: u8| values[usize::from(answer)];
        let best = answers.reduce(|a, b| if worth(b) > worth(a) { b } else { a });
        if let Some(action) = best.and_then(|answer| answer_to_move(&view, answer)) {
            self.play(action);
        }
    }
}

fn play_group(starts: &[Start], evaluator: &mut BatchEvaluator) -> Vec<RecordedGame> {
    let mut games: Vec<Playing> = starts.iter().map(Playing::new).collect();
    let mut bits = vec![];
    loop {
        let asking: Vec<usize> = (0..games.len()).filter(|n| games[*n].asks()).collect();
        if asking.is_empty() {
            return games.into_iter().map(|playing| playing.recorded).collect();
        }
        bits.clear();
        for n in &asking {
            let Playing { game, watch, .. } = &games[*n];
            let mut words = [0; WORDS];
            if let Turn::Seat(seat) = game.turn() {
                encode(&game.view(seat), watch, &mut words);
            }
            bits.extend_from_slice(&words);
        }
        evaluator.evaluate_bits(&bits, asking.len());
        let values = evaluator.output("values").unwrap_or_default();
        for (n, values) in asking.iter().zip(values.chunks_exact(ANSWERS + 1)) {
            games[*n].answer(values);
        }
    }
}
