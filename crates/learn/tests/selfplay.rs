//! Self-play with a learner that answers by dice: what is asked, in which order, and what the samples say.

use kontra_doppelkopf::Doppelkopf;
use kontra_learn::selfplay::doppelkopf::{DoppelkopfLessons, Starts};
use kontra_learn::selfplay::{Company, Learned, SelfPlay, SelfPlaySettings, TurnCounts, Turnover};
use kontra_learn::{AnswerNoise, Learner, LearnerState, Losses, Samples, Trouble};
use kontra_nets::Weights;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Answers at random, as the seed says, and remembers everything that it was asked and given.
#[derive(Default)]
struct Dice {
    waiting: std::collections::BTreeMap<usize, Vec<u8>>,
    positions: [u64; 3],
    seen: DefaultHasher,
    samples: Vec<Samples>,
}

impl Learner for Dice {
    fn ask(
        &mut self,
        player: usize,
        group: usize,
        bits: &[u64],
        legal: &[u64],
        noise: &AnswerNoise,
        seed: u64,
    ) -> Result<(), Trouble> {
        assert_eq!(bits.len(), legal.len() * Doppelkopf::WORDS);
        assert!(legal.iter().all(|legal| legal.count_ones() > 1), "no choice is no question");
        (player, group, bits, legal, seed).hash(&mut self.seen);
        noise.random.iter().for_each(|x| x.to_bits().hash(&mut self.seen));
        let answer = |(place, legal): (usize, &u64)| {
            let mut hasher = DefaultHasher::new();
            (seed, place).hash(&mut hasher);
            let mut rest = *legal;
            // Silence is the lowest answer to announcements: two of three times.
            let skip = hasher.finish() % u64::from(3 * legal.count_ones());
            for _ in 0..skip.saturating_sub(2 * u64::from(legal.count_ones())) {
                rest &= rest - 1;
            }
            rest.trailing_zeros() as u8
        };
        let answers = legal.iter().enumerate().map(answer).collect();
        assert!(self.waiting.insert(group, answers).is_none(), "two questions of one group");
        self.positions[player] += legal.len() as u64;
        Ok(())
    }

    fn answers(&mut self, group: usize, out: &mut [u8]) -> Result<(), Trouble> {
        out.copy_from_slice(&self.waiting.remove(&group).expect("it was asked"));
        Ok(())
    }

    fn evaluate(&mut self, _: &[u64], _: &mut Vec<f32>, _: &mut Vec<f32>) -> Result<(), Trouble> {
        Ok(())
    }

    fn remember(&mut self, samples: &Samples) -> Result<(), Trouble> {
        self.samples.push(samples.clone());
        Ok(())
    }

    fn forget(&mut self) {}

    fn train(&mut self, _: usize, _: f32) -> Result<(), Trouble> {
        Ok(())
    }

    fn refresh(&mut self, _: bool) -> Result<(), Trouble> {
        Ok(())
    }

    fn seat(&mut self, _: usize, _: &Weights) -> Result<(), Trouble> {
        Ok(())
    }

    fn losses(&mut self) -> Result<Losses, Trouble> {
        Ok(Losses::default())
    }

    fn state(&mut self) -> Result<LearnerState, Trouble> {
        Err(Trouble("dice have no state".to_owned()))
    }

    fn restore(&mut self, _: &LearnerState) -> Result<(), Trouble> {
        Ok(())
    }
}

fn settings(threads: usize, flags: bool) -> SelfPlaySettings {
    let company = Company { rules: 0.2, networks: 0.3, others: 2 };
    SelfPlaySettings { groups: 5, games: 40, lag: 2, threads, company, flags, seed: 9 }
}

fn lessons() -> DoppelkopfLessons {
    let starts = Starts { choose: 0.5, sessions: 0.5 };
    DoppelkopfLessons { keep_silence: 0.3, starts, ..Default::default() }
}

/// Plays this many turns, and counts what was played.
fn play(threads: usize, turns: u64, flags: bool) -> (Dice, TurnCounts) {
    let lessons = lessons();
    let engine = SelfPlay { lessons: &lessons, settings: settings(threads, flags) };
    let (mut dice, mut all, mut turn) = (Dice::default(), TurnCounts::default(), 0);
    engine
        .play::<Doppelkopf>(&mut dice, 1.0, |learner, samples, played| {
            learner.remember(samples)?;
            all.games += played.games;
            all.decisions += played.decisions;
            turn += 1;
            let fade = 1.0 - turn as f32 / turns as f32;
            Ok(if turn < turns { Turnover::Next(fade) } else { Turnover::Stop })
        })
        .unwrap();
    assert!(dice.waiting.is_empty(), "nothing is left unanswered");
    (dice, all)
}

#[test]
fn the_same_is_asked_and_learnt_on_any_number_of_threads() {
    let (one, games) = play(1, 120, true);
    for threads in [2, 4] {
        let (other, played) = play(threads, 120, true);
        assert_eq!(played, games);
        assert_eq!(other.positions, one.positions);
        assert_eq!(other.seen.finish(), one.seen.finish());
        assert!(other.samples == one.samples);
    }
    let [own, first, second] = one.positions;
    assert!(first > own / 40 && second > own / 40, "{:?}", one.positions);
    assert!(games.games > 20 && games.decisions > 10 * games.games, "{games:?}");
}

fn ones(words: &[u64], from: usize, to: usize) -> u32 {
    (from..to).map(|at| (words[at / 64] >> (at % 64) & 1) as u32).sum()
}

#[test]
fn samples_say_who_held_what_and_what_it_was_worth() {
    let (dice, _) = play(2, 120, true);
    let mut count = 0;
    for samples in &dice.samples {
        assert_eq!((samples.words, samples.flag_words), (20, 3));
        for i in 0..samples.len() {
            let bits = &samples.bits[20 * i..20 * (i + 1)];
            let (flags, known) =
                (&samples.flags[3 * i..3 * i + 3], &samples.known[3 * i..3 * i + 3]);
            assert!(flags.iter().zip(known).all(|(flags, known)| flags & !known == 0));
            // All unseen cards are with somebody.
            assert_eq!(ones(flags, 0, 144), ones(bits, 48, 96));
            assert!(usize::from(samples.answers[i]) < Doppelkopf::ANSWERS);
            let points = samples.targets[i] * Doppelkopf::UNIT;
            assert!(points == points.round() && points.abs() < 100.0, "{points}");
            // A card that is played is legal.
            if let Some(card) = samples.answers[i].checked_sub(19) {
                let playable = kontra_agents::doppelkopf::features::FIELDS
                    .iter()
                    .find(|field| field.name == "PLAYABLE")
                    .map_or(0, |field| field.start);
                assert_eq!(
                    ones(bits, playable + usize::from(card), playable + usize::from(card) + 1),
                    1
                );
            }
            count += 1;
        }
    }
    assert!(count > 500, "{count}");
}

#[test]
fn samples_without_flags_are_the_same_otherwise() {
    let (with, _) = play(1, 60, true);
    let (without, _) = play(1, 60, false);
    for (with, without) in with.samples.iter().zip(&without.samples) {
        assert_eq!((without.flag_words, without.flags.len(), without.known.len()), (0, 0, 0));
        assert!(with.bits == without.bits && with.answers == without.answers);
        assert_eq!(with.targets, without.targets);
    }
}

#[test]
fn games_by_rules_are_recorded_from_the_first_question_to_the_last_card() {
    let lessons = lessons();
    let engine = SelfPlay { lessons: &lessons, settings: settings(2, true) };
    let (mut dice, mut turns, mut all) = (Dice::default(), 0, TurnCounts::default());
    engine
        .play_roughly::<Doppelkopf>(&mut dice, |learner, samples, played| {
            learner.remember(samples)?;
            all.games += played.games;
            all.decisions += played.decisions;
            turns += 1;
            Ok(if turns < 20 { Turnover::Next(1.0) } else { Turnover::Stop })
        })
        .unwrap();
    assert_eq!(dice.positions, [0; 3], "nobody is asked");
    let count: usize = dice.samples.iter().map(Samples::len).sum();
    let per_game = count as f64 / all.games as f64;
    assert!((30.0..60.0).contains(&per_game), "{per_game}");
    let answers: std::collections::BTreeSet<u8> =
        dice.samples.iter().flat_map(|samples| samples.answers.iter().copied()).collect();
    assert!(answers.len() > 30, "{answers:?}");
}
