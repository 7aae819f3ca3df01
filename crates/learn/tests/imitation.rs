//! Learning from recorded games: samples, learners, and runs that resume.

use kontra_agents::doppelkopf::dockhorn::{CARD_ANSWERS, CARD_WORDS};
use kontra_doppelkopf::{Deal, Doppelkopf, GameType, Move, Rules, Start};
use kontra_experiments::{LearningRecipe, What};
use kontra_game::{Game, Notation, Streams};
use kontra_learn::cpu::CpuImitation;
use kontra_learn::imitation::doppelkopf::{
    CardGames, RecordedGame, play_games, read_records, record_of,
};
use kontra_learn::imitation::{ImitationLearner, ImitationSamples, ImitationSetup};
use kontra_learn::loss::ClassError;
use kontra_learn::run::imitation::{ImitationRun, ImitationTrainer, PredictionTrainer};
use kontra_learn::run::{DeviceChoice, TrainingLimits};
use kontra_learn::{First, Optimizer, first_weights};
use kontra_nets::{Activation, Builder, Weights};
use std::path::PathBuf;

/// Games with random cards. Nobody announces anything; every fourth game may be a solo.
fn random_games(seed: u64, count: u64) -> Vec<RecordedGame> {
    let streams = Streams::new(seed);
    let game = |number| {
        let deal = Deal::random(&mut streams.deal(number));
        let start = Start::single(Rules::default(), deal);
        let (mut game, mut actions) = (Doppelkopf::new(&start), vec![]);
        let rng = &mut streams.test(number);
        while let Some(mut action) = game.random_action(rng) {
            if number % 4 > 0 && game.choices().contains(&Move::No) {
                action = Move::No;
            }
            actions.push(action);
            game.play(action);
        }
        RecordedGame { start, actions }
    };
    (0..count).map(game).collect()
}

fn samples_of(games: &[RecordedGame]) -> CardGames {
    let mut all = CardGames::default();
    games.iter().for_each(|game| all.add(&game.start, &game.actions));
    all
}

#[test]
fn every_card_of_a_game_is_a_sample_and_solos_are_left_out() {
    let games = random_games(1, 40);
    let mut all = samples_of(&games);
    let kinds = games.iter().map(|game| {
        let mut state = Doppelkopf::new(&game.start);
        game.actions.iter().for_each(|&action| state.play(action));
        state.public().kind().unwrap()
    });
    let kinds: Vec<GameType> = kinds.collect();
    let solos = kinds.iter().filter(|kind| kind.is_solo()).count();
    assert!(solos > 0 && solos < 40);
    assert_eq!((all.len(), all.modes.all(), all.modes.solos), (40 - solos, 40, solos as u64));
    assert_eq!(all.samples.len(), 48 * all.len());
    all.samples.check(CARD_WORDS, CARD_ANSWERS).unwrap();
    // The cards of the first game that is no solo, in order.
    let first = kinds.iter().position(|kind| !kind.is_solo()).unwrap();
    let cards = games[first].actions.iter().filter_map(|action| match action {
        Move::Card(card) => Some(card.index() as u8),
        _ => None,
    });
    assert_eq!(cards.collect::<Vec<u8>>(), all.samples.answers[..48]);
    let [learnt, validated, tested] = all.parts();
    assert_eq!((learnt.start, learnt.end, validated.end), (0, validated.start, tested.start));
    assert_eq!(tested.end, all.samples.len());
    let at = |position| all.at_position(0..all.samples.len(), position).len();
    assert_eq!(
        (at(Some(0)), at(Some(3)), at(None)),
        (12 * all.len(), 12 * all.len(), all.samples.len())
    );
    all.truncate(5);
    assert_eq!((all.len(), all.samples.len()), (5, 240));
    all.samples.check(CARD_WORDS, CARD_ANSWERS).unwrap();
}

#[test]
fn records_give_the_same_samples() {
    let games = random_games(2, 6);
    let lines = games.iter().map(|game| record_of(game, "random").to_line() + "\n");
    let text: String = lines.collect();
    assert_eq!(read_records(text.as_bytes()).unwrap(), samples_of(&games));
    let wrong = text.replacen("doppelkopf", "ontop", 2).replacen("ontop", "doppelkopf", 1);
    let why = read_records(wrong.as_bytes()).unwrap_err().to_string();
    assert_eq!(why, "record 2, game: expected 'doppelkopf', found 'ontop'");
}

#[test]
fn the_network_plays_games_that_can_be_replayed() {
    let games = play_games(3, 0..2, 2);
    assert_eq!(games.len(), 2);
    for game in &games {
        let record = record_of(game, "network");
        assert!(record.result.is_some(), "played to the end");
        assert_eq!(record.replay::<Doppelkopf>().unwrap().actions, game.actions);
    }
    assert_eq!(play_games(3, 1..2, 1), games[1..]);
}

/// Three words of bits, of which the lowest two say the answer.
fn easy(count: u64) -> ImitationSamples {
    let mut samples = ImitationSamples::default();
    for n in 0..count {
        samples.bits.extend([n.wrapping_mul(0x9e37_79b9_7f4a_7c15), n, 1]);
        samples.answers.push((samples.bits[3 * n as usize] & 3) as u8);
        samples.legal.push(0b1111);
    }
    samples.ends.push(count as usize);
    samples
}

fn learner(optimizer: Optimizer, error: ClassError, threads: usize) -> CpuImitation {
    let mut b = Builder::new();
    let bits = b.bits(130);
    let hidden = b.linear(bits, 24);
    let hidden = b.activation(hidden, Activation::Relu);
    let hidden = b.dropout(hidden, 0.1);
    let hidden = b.batch_norm(hidden);
    let cards = b.linear(hidden, 4);
    let graph = b.finish(&[("cards", cards)]);
    let first = first_weights(&graph, First::Glorot, false, 5);
    let setup =
        ImitationSetup { graph, output: "cards", first, batch: 64, optimizer, error, seed: 5 };
    CpuImitation::new(&setup, threads).unwrap()
}

const ADA_DELTA: Optimizer = Optimizer::AdaDelta { keep: 0.95, decay: 0.0 };

#[test]
fn what_was_done_is_learnt_on_any_number_of_threads() {
    let samples = easy(640);
    let order: Vec<u32> = (0..40).flat_map(|_| 0..640).collect();
    let learn = |optimizer, error, rate, threads| -> (f64, Weights) {
        let mut learner = learner(optimizer, error, threads);
        learner.load(&samples).unwrap();
        learner.train(&order, rate).unwrap();
        assert!(learner.loss().unwrap().is_finite());
        let hits = learner.hits(&(0..640).collect::<Vec<u32>>()).unwrap();
        (hits.shares()[0], learner.state().unwrap().weights)
    };
    let (share, weights) = learn(ADA_DELTA, ClassError::CrossEntropy, 1.0, 1);
    assert!(share > 0.95, "{share}");
    assert_eq!(learn(ADA_DELTA, ClassError::CrossEntropy, 1.0, 3).1, weights);
    let (share, _) = learn(Optimizer::Sgd, ClassError::Squared, 2.0, 2);
    assert!(share > 0.95, "{share}");
}

#[test]
fn only_legal_answers_count_where_the_rules_are_known() {
    let mut samples = easy(64);
    let mut learner = learner(ADA_DELTA, ClassError::CrossEntropy, 1);
    // Where one answer is legal it is given.
    samples.legal = samples.answers.iter().map(|answer| 1 << answer).collect();
    learner.load(&samples).unwrap();
    let hits = learner.hits(&(0..64).collect::<Vec<u32>>()).unwrap();
    assert_eq!((hits.of, hits.legal), (64, 64));
    assert!(hits.any < 64);
    samples.legal[0] = 0;
    assert!(learner.load(&samples).is_err());
}

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path =
            std::env::temp_dir().join(format!("kontra-imitation-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_run_that_was_stopped_resumes_as_if_nothing_had_happened() {
    let folder = Folder::new("resumed");
    let records = folder.0.join("games.jsonl");
    let lines = random_games(4, 30)
        .iter()
        .map(|game| record_of(game, "random").to_line() + "\n")
        .collect::<String>();
    std::fs::write(&records, lines).unwrap();
    let text = format!(
        "game = 'doppelkopf'\nlearns = 'imitation'\nseed = 3\n[network]\nlayers = '406-16-0.2-bn-24'\n\
         [data]\ngames = 20\nrecords = '{}'\n[training]\nepochs = 4\npatience = 9\nbatch = 100\n",
        records.display()
    );
    let train = |name: &str, resume: bool, segments: Option<u64>| {
        let out = folder.0.join(name);
        let device = DeviceChoice::Cpu;
        let mut trainer = ImitationTrainer::new(&text, &out, resume, device, 2, |_| {}).unwrap();
        let mut epochs = vec![];
        let limits = TrainingLimits { minutes: None, segments };
        let summary = trainer.train(limits, |news| epochs.push(*news)).unwrap();
        (summary, epochs, std::fs::read(out.join("network.safetensors")).unwrap())
    };
    let (summary, epochs, network) = train("whole", false, None);
    assert!(summary.complete && summary.epoch == 4 && summary.test.of == 4 * 48);
    let (half, first, _) = train("parts", false, Some(2));
    assert!(!half.complete);
    let (parts, rest, other) = train("parts", true, None);
    assert_eq!((parts, [first, rest].concat(), &other), (summary, epochs, &network));
    // As if it had been killed between its last checkpoint and its network.
    std::fs::remove_file(folder.0.join("parts/network.safetensors")).unwrap();
    let (after, _, again) = train("parts", true, None);
    assert!(after == summary && again == network);
    let again =
        ImitationTrainer::new(&text, &folder.0.join("whole"), false, DeviceChoice::Cpu, 1, |_| {});
    assert!(again.is_err(), "a run has begun there");
}

#[test]
fn runs_that_cannot_be_are_refused_with_a_sentence() {
    let text = include_str!("../runs/dockhorn2017-nn1.toml");
    ImitationRun::read(text).unwrap();
    for (from, to, why) in [
        ("\"nn1\"", "\"nn9\"", "run file, network.layers: expected nn1, nn2"),
        ("seed = 2017", "position = 5\nseed = 1", "run file, data.position: expected 1 to 4"),
        ("seed = 2017", "", "run file, data: expected either a seed or records"),
        ("games = 31098", "games = 2", "run file, data.games: expected 5 to"),
        ("imitation", "rote", "run file, learns: expected imitation, found 'rote'"),
    ] {
        let found = ImitationRun::read(&text.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(found.starts_with(why), "{found}");
    }
}

#[test]
fn an_experiment_is_a_run() {
    let what = |learning, position| What::Prediction {
        layers: "406-100-0.2-24".to_owned(),
        learning,
        position,
        games: 31_448,
        seed: 2017,
    };
    let run = PredictionTrainer::run_of(&what(LearningRecipe::Second, 0), 0).unwrap();
    let file = ImitationRun::read(include_str!("../runs/dockhorn2017-nn1.toml")).unwrap();
    assert_eq!(run.setup().unwrap(), file.setup().unwrap());
    assert_eq!(run.data.seed, file.data.seed);
    let run = PredictionTrainer::run_of(&what(LearningRecipe::First, 3), 4).unwrap();
    assert_eq!((run.data.position, run.seed), (Some(3), 5));
    assert_eq!(run.training.optimizer, Optimizer::Sgd);
}
