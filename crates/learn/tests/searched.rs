//! Learning from searches on the CPU: gradients move the right way, nothing depends on threads or interruptions, bad input is one
//! sentence.

use kontra_agents::just4fun::network::{BoardModel, Leaves, Plane};
use kontra_just4fun::{Just4Fun, Rules};
use kontra_learn::Trouble;
use kontra_learn::cpu::CpuPolicyLearner;
use kontra_learn::policy::{PolicyLearner, Stretch};
use kontra_learn::run::search::{
    LessonPlayers, LessonShare, SearchRun, SearchTrainer, play_lessons,
};
use kontra_learn::run::{DeviceChoice, Fault, TrainingLimits};
use kontra_learn::searched::just4fun::{Sight, samples};
use kontra_learn::searched::{
    KeptPosition, Lesson, PlayedLessons, ReplayBuffer, Weighing, order, read_lessons, write_lessons,
};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

fn tiny() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("runs/just4fun-tiny.toml");
    std::fs::read_to_string(path).unwrap()
}

/// A folder that is gone when the test is.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path =
            std::env::temp_dir().join(format!("kontra-searched-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The lessons of a few games on this many threads.
fn lessons(run: &SearchRun, threads: usize) -> Vec<Lesson<Sight>> {
    let setup = run.setup().unwrap();
    let model =
        BoardModel::new(&setup.graph, &setup.first, &run.network.planes().unwrap()).unwrap();
    let play = run.play(1, 3, NonZeroUsize::new(threads).unwrap());
    let rules = Rules::default();
    play.play::<Just4Fun, _, _>(&rules, &run.keys(), || Leaves::new(&model)).lessons
}

#[test]
fn games_do_not_depend_on_threads_and_give_lessons() {
    let run = SearchRun::read(&tiny()).unwrap();
    let found = lessons(&run, 1);
    assert_eq!(found, lessons(&run, 3));
    assert!(found.len() > 4 * 6, "{} lessons of 4 games", found.len());
    for lesson in &found {
        let sum: f32 = lesson.policy.iter().map(|(_, share)| share).sum();
        assert!((sum - 1.0).abs() < 1e-5);
        assert!(lesson.value.abs() <= 1.0);
        assert!(lesson.position.view().is_some());
    }
    // The last decision of the first game won or lost it, and each one before counts 0.88 times as much.
    let last = found.windows(2).find(|pair| pair[1].value.abs() == 1.0).unwrap();
    assert!((last[0].value + 0.88 * last[1].value).abs() < 1e-6, "the other's decision");
    for text in [("reuse = true", "reuse = false"), ("reuse = true", "perfect = true")] {
        let other = SearchRun::read(&tiny().replace(text.0, text.1)).unwrap();
        assert_ne!(found, lessons(&other, 2), "{}", text.1);
    }
}

#[test]
fn lessons_come_back_from_their_file() {
    let run = SearchRun::read(&tiny()).unwrap();
    let found = lessons(&run, 1);
    let folder = Folder::new("file");
    let path = folder.0.join("lessons.bin");
    write_lessons(&path, &found).unwrap();
    assert_eq!(read_lessons::<Sight>(&path).unwrap(), found);
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[200] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    let why = read_lessons::<Sight>(&path).unwrap_err().0;
    assert!(why.contains("damaged"), "{why}");
    let mut sight = vec![0; Sight::BYTES];
    found[0].position.write(&mut sight);
    assert_eq!(Sight::read(&sight).as_ref(), Some(&found[0].position));
    sight[2 * 36] = 77;
    assert_eq!(Sight::read(&sight), None, "there is no card 77");
}

#[test]
fn a_network_learns_what_searches_found_and_does_not_depend_on_threads() {
    let text = tiny().replace("kind = \"fieldnet\"", "kind = \"cardfieldnet\"");
    for text in [tiny(), text] {
        let run = SearchRun::read(&text).unwrap();
        let mut replay = ReplayBuffer::default();
        replay.add(lessons(&run, 2), 1000);
        let merged = replay.merged(Weighing::Logarithmic, Sight::clone);
        let samples = samples(&merged, &Plane::FULL, run.network.sees_cards());
        samples.check(&run.setup().unwrap().widths(), 36).unwrap();
        let learned = |threads: usize, penalty: f32| {
            let mut learner = CpuPolicyLearner::new(&run.setup().unwrap(), threads).unwrap();
            learner.load(&samples).unwrap();
            let stretch = Stretch { batch: 64, rate: 3e-3, penalty, l2: 1e-4 };
            let order = order(samples.len(), 64 * 8, 9);
            let mut losses = vec![];
            for _ in 0..3 {
                learner.train(&order, stretch).unwrap();
                losses.push(learner.losses().unwrap());
            }
            (losses, learner.state().unwrap())
        };
        let (losses, state) = learned(1, 0.7);
        assert_eq!(learned(3, 0.7), (losses.clone(), state));
        let (first, last) = (losses[0], losses[2]);
        assert!(last.policy < first.policy && last.value < first.value, "{losses:?}");
        assert_eq!(last.steps, 8);
        let (without, _) = learned(2, 0.0);
        assert!(last.invalid < without[2].invalid, "{losses:?}, without penalty {without:?}");
    }
}

fn trainer(
    text: &str,
    folder: &Path,
    resume: bool,
    threads: usize,
) -> Result<SearchTrainer, Fault> {
    SearchTrainer::new(text, folder, resume, DeviceChoice::Cpu, threads, |_| {})
}

#[test]
fn a_run_resumes_bit_by_bit_on_any_number_of_threads() {
    let (whole, parts) = (Folder::new("whole"), Folder::new("parts"));
    let mut trainer_ = trainer(&tiny(), &whole.0, false, 1).unwrap();
    let summary = trainer_.train(TrainingLimits::default(), |_| {}).unwrap();
    assert!(summary.complete && summary.rates.unwrap().random.is_some());
    let one = TrainingLimits { segments: Some(1), minutes: None };
    let first = trainer(&tiny(), &parts.0, false, 3).unwrap().train(one, |_| {}).unwrap();
    assert!(!first.complete && first.rates.is_none());
    let again = trainer(&tiny(), &parts.0, true, 2).unwrap().train(one, |_| {}).unwrap();
    assert_eq!(again, summary);
    for name in ["network.safetensors", "networks/iteration-001.safetensors"] {
        let bytes = |folder: &Folder| std::fs::read(folder.0.join(name)).unwrap();
        assert_eq!(bytes(&whole), bytes(&parts), "{name}");
    }
    let network = std::fs::read(whole.0.join("network.safetensors")).unwrap();
    assert_eq!(BoardModel::read(&network).unwrap().planes(), Plane::FULL);
    let log = std::fs::read_to_string(parts.0.join("log.csv")).unwrap();
    assert_eq!(log.lines().count(), 3);
    assert!(parts.0.join("log.svg").exists());
    // What was begun is not begun again, and not with another file.
    let refused = |text: &str, resume: bool| match trainer(text, &parts.0, resume, 1) {
        Err(Fault::Input(bad)) => bad.0,
        _ => panic!("accepted"),
    };
    assert!(refused(&tiny(), false).contains("add --resume"));
    let other = tiny().replace("worlds = 3", "worlds = 4");
    assert!(refused(&other, true).contains("'selfplay.worlds' changed"));
}

#[test]
fn every_run_file_of_the_thesis_can_be_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("runs");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.starts_with("gastegger2024-") || name.starts_with("just4fun-") {
            let run = SearchRun::read(&std::fs::read_to_string(&path).unwrap());
            let run = run.unwrap_or_else(|bad| panic!("{name}: {bad}"));
            run.setup().unwrap().check().unwrap();
            count += 1;
        }
    }
    assert_eq!(count, 10);
}

#[test]
fn bad_run_files_are_one_sentence() {
    for (from, to, words) in [
        ("seed = 1", "seed = 1\nspeed = 2", "line 4: unknown field `speed`"),
        ("games = 4", "games = 0", "run file, selfplay.games: expected 1 to"),
        ("discount = 0.88", "discount = 1.5", "run file, selfplay.discount: expected 0 to 1"),
        ("key = \"board-hand-used\"", "key = \"hand\"", "expected board, board-hand"),
        ("merge = \"board-hand-used\"", "merge = \"all\"", "learning.merge"),
        ("buffer = [[1, 1000]]", "buffer = []", "learning.buffer"),
        ("rate = 1e-3", "rate = [[5, 1e-3], [2, 1e-4]]", "rising order, found 5 before 2"),
        ("random = 10", "random = 11", "benchmark.random: expected an even number"),
        ("reuse = true", "reuse = true\nperfect = true", "selfplay.reuse"),
        ("kind = \"fieldnet\"", "kind = \"othernet\"", "unknown variant"),
        ("game = \"just4fun\"", "game = \"chess\"", "expected just4fun, found 'chess'"),
    ] {
        let text = tiny().replace(from, to);
        let why = SearchRun::read(&text).unwrap_err().0;
        assert!(why.contains(words) && !why.contains('\n'), "{why}");
    }
}

/// Players that play one group each, the last one first, and send bytes.
struct OneEach(String);

impl LessonPlayers for OneEach {
    fn play(&mut self, share: &LessonShare) -> Result<PlayedLessons<Sight>, Trouble> {
        let mut parts: Vec<Vec<u8>> = vec![];
        for group in (0..share.groups).rev() {
            let played = play_lessons(&self.0, share, group..group + 1, NonZeroUsize::MIN);
            let Ok(played) = played else { panic!("group {group}") };
            parts.push(played.to_bytes());
        }
        let mut all = PlayedLessons::default();
        for bytes in parts.iter().rev() {
            for broken in [&bytes[..bytes.len() - 1], &bytes[..7], &bytes[8..], &[]] {
                assert!(PlayedLessons::<Sight>::from_bytes(broken).is_none());
            }
            all.append(PlayedLessons::from_bytes(bytes).expect("its own bytes"));
        }
        Ok(all)
    }
}

#[test]
fn games_that_are_played_elsewhere_give_the_same_weights() {
    let (here, there) = (Folder::new("here"), Folder::new("there"));
    let begin = |folder: &Folder| {
        SearchTrainer::new(&tiny(), &folder.0, false, DeviceChoice::Cpu, 1, |_| ()).unwrap()
    };
    let limits = TrainingLimits { minutes: None, segments: None };
    let alone = begin(&here).train(limits, |_| ()).unwrap();
    let apart = begin(&there).train_elsewhere(limits, |_| (), &mut OneEach(tiny())).unwrap();
    assert_eq!(alone, apart);
    let read = |folder: &Folder| std::fs::read(folder.0.join("network.safetensors")).unwrap();
    assert!(read(&here) == read(&there), "the same network, byte by byte");
}

#[test]
fn a_share_that_is_none_is_told_in_one_sentence() {
    let run = SearchRun::read(&tiny()).unwrap();
    let groups = run.play(1, 1, NonZeroUsize::MIN).groups();
    let share = LessonShare { iteration: 1, network: vec![1, 2, 3], groups };
    let complaint =
        |share: &LessonShare, groups| match play_lessons(&tiny(), share, groups, NonZeroUsize::MIN)
        {
            Err(Fault::Input(bad)) => bad.0,
            Err(Fault::Failed(trouble)) => trouble.0,
            Ok(_) => panic!("it was played"),
        };
    assert_eq!(complaint(&share, 1..3), "groups: expected some of 0..2, found 1..3");
    let other = LessonShare { groups: 7, ..share.clone() };
    assert_eq!(complaint(&other, 0..1), "groups: expected some of 0..2, found 0..1");
    assert_eq!(complaint(&share, 0..1), "network: weights: header too small");
}
