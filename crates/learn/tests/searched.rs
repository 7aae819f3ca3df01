//! Learning from searches on the CPU: gradients move the right way, nothing depends on threads or interruptions, bad input is one
//! sentence.

use kontra_agents::just4fun::network::{BoardModel, Leaves, Plane};
use kontra_just4fun::Just4Fun;
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
use kontra_nets::Instructions;
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
    let model = BoardModel::new(
        (&setup.graph, &setup.first),
        &run.network.planes().unwrap(),
        Instructions::best(),
    )
    .unwrap();
    let play = run.play(1, 3, NonZeroUsize::new(threads).unwrap());
    play.play::<Just4Fun, _, _>(&run.rules(), &run.keys(), || Leaves::new(&model)).lessons
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
fn quick_searches_teach_nothing_but_play_on() {
    let with = |text: &str| {
        let text = tiny().replace("reuse = true", text);
        lessons(&SearchRun::read(&text).unwrap(), 2)
    };
    let all = with("reuse = false");
    let some = with("reuse = false\nquick = { share = 0.7, iterations = 4 }");
    assert!(some.len() < all.len() / 2, "{} of {}", some.len(), all.len());
    assert!(!some.is_empty());
}

#[test]
fn values_are_what_followed_and_what_was_found() {
    let with = |trace: &str| {
        let text = format!("reuse = false\ntrace = {trace}");
        let text =
            tiny().replace("reuse = true", &text).replace("discount = 0.88", "discount = 1.0");
        lessons(&SearchRun::read(&text).unwrap(), 2)
    };
    let (results, found, both) = (with("1.0"), with("0.0"), with("0.5"));
    assert!(results.iter().all(|lesson| [-1.0, 0.0, 1.0].contains(&lesson.value)));
    let same =
        |a: &Lesson<Sight>, b: &Lesson<Sight>| a.position == b.position && a.policy == b.policy;
    assert!(results.iter().zip(&found).all(|(a, b)| same(a, b)), "the same games");
    assert!(found.iter().all(|lesson| lesson.value.abs() <= 1.0));
    assert!(found.iter().filter(|lesson| lesson.value.fract() != 0.0).count() > found.len() / 2);
    assert_ne!(both, found);
}

#[test]
fn games_of_two_to_four_players_give_lessons() {
    let text = tiny().replace("games = 4", "games = 6\nplayers = [2, 3, 4]");
    let run = SearchRun::read(&text).unwrap();
    let found = lessons(&run, 2);
    let mut players: Vec<usize> =
        found.iter().map(|lesson| lesson.position.view().unwrap().table().seats()).collect();
    players.sort_unstable();
    players.dedup();
    assert_eq!(players, [2, 3, 4]);
    for lesson in &found {
        let mut bytes = vec![0; Sight::BYTES];
        lesson.position.write(&mut bytes);
        assert_eq!(Sight::read(&bytes).as_ref(), Some(&lesson.position));
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
    sight[1 + 4 * 36] = 77;
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
        let samples = samples(&merged, &Plane::FULL, run.network.sees_cards(), NonZeroUsize::MIN);
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
    // As if it had been killed between its last checkpoint and its network.
    let network = std::fs::read(whole.0.join("network.safetensors")).unwrap();
    std::fs::remove_file(whole.0.join("network.safetensors")).unwrap();
    let after = trainer(&tiny(), &whole.0, true, 1).unwrap().train(one, |_| {}).unwrap();
    assert!(after.complete && after.progress == summary.progress);
    assert!(std::fs::read(whole.0.join("network.safetensors")).unwrap() == network, "another one");
    assert_eq!(BoardModel::read(&network, Instructions::best()).unwrap().planes(), Plane::FULL);
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
fn averaged_weights_are_played_with_and_resumed() {
    let quick =
        "players = [2, 3]\nquick = { share = 0.5, iterations = 4 }\nuntried = 0.1\ntrace = 0.9";
    let text = tiny()
        .replace("reuse = true", quick)
        .replace("planes = [\"full\"]", "")
        .replace("blocks = 1", "blocks = 1\nplanes = [\"champion\"]")
        .replace("iterations = 2", "iterations = 3")
        .replace("merge =", "average = 0.6\nmerge =");
    let (whole, parts) = (Folder::new("average"), Folder::new("average-parts"));
    trainer(&text, &whole.0, false, 1).unwrap().train(TrainingLimits::default(), |_| {}).unwrap();
    let one = TrainingLimits { segments: Some(2), minutes: None };
    trainer(&text, &parts.0, false, 3).unwrap().train(one, |_| {}).unwrap();
    trainer(&text, &parts.0, true, 2).unwrap().train(one, |_| {}).unwrap();
    let bytes = |folder: &Folder| std::fs::read(folder.0.join("network.safetensors")).unwrap();
    assert_eq!(bytes(&whole), bytes(&parts));
    assert_eq!(
        BoardModel::read(&bytes(&whole), Instructions::best()).unwrap().planes(),
        Plane::champion()
    );
    // Without the average it is another network.
    let other = Folder::new("average-none");
    let plain = text.replace("average = 0.6\n", "");
    trainer(&plain, &other.0, false, 1).unwrap().train(TrainingLimits::default(), |_| {}).unwrap();
    assert_ne!(bytes(&whole), bytes(&other));
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
    assert_eq!(count, 11);
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
        (
            "reuse = true",
            "players = []",
            "selfplay.players: expected a list of numbers from 2 to 4",
        ),
        ("reuse = true", "players = [2, 5]", "from 2 to 4, found [2, 5]"),
        ("reuse = true", "trace = 1.5", "selfplay.trace: expected 0 to 1, found 1.5"),
        (
            "reuse = true",
            "quick = { share = 2.0, iterations = 4 }",
            "selfplay.quick: expected 0 to 1",
        ),
        (
            "reuse = true",
            "quick = { share = 1.0, iterations = 4 }",
            "selfplay.quick: expected a share below 1, or nothing teaches, found 1",
        ),
        (
            "reuse = true",
            "quick = { share = 0.5, iterations = 0 }",
            "selfplay.quick: expected 1 to",
        ),
        ("merge =", "average = 1.0\nmerge =", "learning.average: expected 0 to 0.999"),
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
