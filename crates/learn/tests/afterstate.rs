//! Learning what positions after a move are worth: nothing depends on threads or interruptions, errors become smaller, bad input is
//! one sentence.

use kontra_agents::ontop::network::PositionNetwork;
use kontra_learn::afterstate::{PositionLessons, SelfGames};
use kontra_learn::run::afterstate::{AfterstateRun, AfterstateTrainer};
use kontra_learn::run::{Fault, TrainingLimits};
use kontra_nets::{Precision, Weights};
use std::path::{Path, PathBuf};

fn tiny() -> String {
    std::fs::read_to_string(runs().join("ontop-tiny.toml")).unwrap()
}

fn runs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("runs")
}

/// A folder that is gone when the test is.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path =
            std::env::temp_dir().join(format!("kontra-afterstate-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn trainer(
    text: &str,
    folder: &Path,
    resume: bool,
    threads: usize,
) -> Result<AfterstateTrainer, Fault> {
    AfterstateTrainer::new(text, folder, resume, threads, |_| {})
}

/// The sentence with which a run is refused.
fn refused(text: &str, folder: &Path, resume: bool) -> String {
    let why = match trainer(text, folder, resume, 1) {
        Err(Fault::Input(bad)) => bad.0,
        Err(Fault::Failed(trouble)) => trouble.0,
        Ok(_) => panic!("accepted"),
    };
    assert!(!why.contains('\n'), "{why}");
    why
}

fn games(threads: usize, lambda: f32) -> PositionLessons {
    let run = AfterstateRun::read(&tiny()).unwrap();
    let (lineups, curiosity) = (run.selfplay.lineups, run.selfplay.curiosity);
    let games = SelfGames { games: 40, lineups, lambda, curiosity, seed: 3, threads };
    games.play(PositionNetwork::shipped())
}

#[test]
fn games_do_not_depend_on_threads_and_lessons_are_shares() {
    let found = games(1, 0.7);
    assert_eq!(found, games(3, 0.7));
    assert_ne!(found, games(1, 0.0));
    assert!(found.len() > 40 * 20, "{} lessons", found.len());
    let mut sides = [0; 5];
    for number in 0..found.len() {
        let lesson = found.get(number);
        let count = usize::from(lesson.answer.sides);
        sides[count] += 1;
        let sum: f32 = lesson.answer.wins[..count].iter().sum();
        assert!((sum - 1.0).abs() < 1e-4, "{:?}", lesson.answer);
        assert!(lesson.answer.wins[count..].iter().all(|&share| share == 0.0));
        assert!(!lesson.rows.is_empty());
    }
    assert!(sides[2..].iter().all(|&lessons| lessons > 0), "{sides:?}");
}

#[test]
fn a_run_resumes_bit_by_bit_on_any_number_of_threads() {
    let (whole, parts) = (Folder::new("whole"), Folder::new("parts"));
    let summary =
        trainer(&tiny(), &whole.0, false, 1).unwrap().train(TrainingLimits::default(), |_| {});
    let summary = summary.unwrap();
    assert!(summary.complete && summary.benchmark.is_some());
    let one = TrainingLimits { segments: Some(1), minutes: None };
    let first = trainer(&tiny(), &parts.0, false, 3).unwrap().train(one, |_| {}).unwrap();
    assert!(!first.complete);
    let halfway = std::fs::read(parts.0.join("network.safetensors")).unwrap();
    let again = trainer(&tiny(), &parts.0, true, 2).unwrap().train(one, |_| {}).unwrap();
    assert_eq!(again, summary);
    for name in ["network.safetensors", "network-f16.safetensors"] {
        let bytes = |folder: &Folder| std::fs::read(folder.0.join(name)).unwrap();
        assert_eq!(bytes(&whole), bytes(&parts), "{name}");
        PositionNetwork::from_file(&bytes(&whole)).unwrap();
    }
    assert_ne!(std::fs::read(whole.0.join("network.safetensors")).unwrap(), halfway);
    // As if it had been killed between its last checkpoint and its networks.
    let written = [&whole, &parts].map(|at| at.0.join("network.safetensors"));
    std::fs::remove_file(&written[1]).unwrap();
    let after = trainer(&tiny(), &parts.0, true, 1).unwrap().train(one, |_| {}).unwrap();
    assert!(after.complete && after.progress == summary.progress);
    let [whole_, parts_] = written.map(|file| std::fs::read(file).unwrap());
    assert!(whole_ == parts_, "other files");
    let log = std::fs::read_to_string(parts.0.join("log.csv")).unwrap();
    let lines: Vec<Vec<&str>> = log.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(lines.len(), 3);
    let loss = lines[0].iter().position(|&name| name == "win_loss").unwrap();
    let losses = [1, 2].map(|line: usize| lines[line][loss].parse::<f64>().unwrap());
    assert!(losses[1] < losses[0], "{losses:?}");
    assert!(parts.0.join("log.svg").exists());
    // What was begun is not begun again, and not with another file.
    assert!(refused(&tiny(), &parts.0, false).contains("add --resume"));
    let other = tiny().replace("uses = 2", "uses = 3");
    assert!(refused(&other, &parts.0, true).contains("'training.uses' changed"));
    let another_seed = tiny().replace("seed = 1", "seed = 2");
    let other = Folder::new("other");
    trainer(&another_seed, &other.0, false, 2).unwrap().train(one, |_| {}).unwrap();
    let bytes = |folder: &Folder| std::fs::read(folder.0.join("network.safetensors")).unwrap();
    assert_ne!(bytes(&whole), bytes(&other));
}

#[test]
fn a_run_begins_with_the_weights_of_another_one_and_with_nothing_else() {
    let folder = Folder::new("start");
    std::fs::create_dir_all(&folder.0).unwrap();
    let file = folder.0.join("start.safetensors");
    let with_start = |width: &str| {
        let line = format!("{width}\nstart = \"{}\"", file.display());
        tiny().replace("width = 32", &line)
    };
    std::fs::write(&file, kontra_models::ONTOP).unwrap();
    let width = PositionNetwork::shipped().sparse().shape().width;
    let run = trainer(&with_start(&format!("width = {width}")), &folder.0.join("run"), false, 1);
    assert_eq!(
        run.unwrap().network().unwrap().sparse().numbers(),
        PositionNetwork::shipped().sparse().numbers()
    );
    // Another layout of the bits.
    let (graph, weights, _) = Weights::from_file(kontra_models::ONTOP).unwrap();
    for (facts, found) in [(&[("layout", "ontop-0")][..], "ontop-0"), (&[], "none")] {
        std::fs::write(&file, weights.to_file(&graph, Precision::F16, facts).unwrap()).unwrap();
        let why = refused(&with_start(&format!("width = {width}")), &folder.0.join("run"), false);
        assert!(why.ends_with(&format!(": expected the layout ontop-1, found {found}")), "{why}");
    }
    std::fs::write(&file, kontra_models::ONTOP).unwrap();
    // Another width, another game, a damaged file, no file.
    refused(&with_start("width = 32"), &folder.0.join("run"), false);
    std::fs::write(&file, kontra_models::JUST4FUN_FIELDNET).unwrap();
    refused(&with_start("width = 32"), &folder.0.join("run"), false);
    std::fs::write(&file, &kontra_models::ONTOP[..5000]).unwrap();
    refused(&with_start("width = 32"), &folder.0.join("run"), false);
    std::fs::remove_file(&file).unwrap();
    assert!(
        refused(&with_start("width = 32"), &folder.0.join("run"), false)
            .contains("start.safetensors")
    );
}

#[test]
fn every_run_file_of_ontop_can_be_read() {
    let mut count = 0;
    for entry in std::fs::read_dir(runs()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.starts_with("ontop-") {
            let run = AfterstateRun::read(&std::fs::read_to_string(&path).unwrap());
            run.unwrap_or_else(|bad| panic!("{name}: {bad}"));
            count += 1;
        }
    }
    assert_eq!(count, 4);
}

#[test]
fn bad_run_files_are_one_sentence() {
    for (from, to, words) in [
        ("seed = 1", "seed = 1\nspeed = 2", "line 4: unknown field `speed`"),
        ("games = 40", "games = 0", "run file, selfplay.games: expected 1 to"),
        ("width = 32", "width = 33", "run file, width: expected 32, 64, 96 or 128, found 33"),
        ("lineups = [4, 1, 1, 1]", "lineups = [0, 0, 0, 0]", "selfplay.lineups"),
        ("random = 0.02", "random = 1.5", "selfplay.curiosity.random: expected a share"),
        ("parts = 5", "parts = 300", "training.parts: expected 1 to 256"),
        ("average = 0.9", "average = nan", "training.average"),
        (
            "average = 0.9",
            "average = 0.99995",
            "training.average: expected 0 to 0.9999, found 0.99995",
        ),
        ("games = 40", "games = 262145", "selfplay.games: expected 1 to 262144, found 262145"),
        (
            "lambda = { start = 0.9",
            "lambda = { start = 1.1",
            "selfplay.lambda: expected shares from 0 to 1, found 1.1",
        ),
        ("floor = 0.7", "floor = 2", "selfplay.lambda: expected shares from 0 to 1, found 2"),
        ("opponent = \"random\"", "opponent = \"rand om\"", "run file, benchmark.opponent: "),
        (
            "opponent = \"random\"",
            "opponent = \"network\"",
            "run file, benchmark.opponent: agent 'network': expected an agent that plays ontop",
        ),
        (
            "opponent = \"random\"",
            "opponent = \"champion(depth=13)\"",
            "run file, benchmark.opponent: ",
        ),
        ("game = \"ontop\"", "game = \"chess\"", "expected ontop, found \"chess\""),
    ] {
        let text = tiny().replace(from, to);
        assert_ne!(text, tiny(), "{from}");
        let why = AfterstateRun::read(&text).unwrap_err().0;
        assert!(why.contains(words) && !why.contains('\n'), "{why}");
    }
}
