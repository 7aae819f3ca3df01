//! Runs on the CPU with tiny networks: what is learnt, and that nothing depends on threads or interruptions.

use kontra_learn::LearnerState;
use kontra_learn::run::imitation::ImitationRun;
use kontra_learn::run::{BadRun, DeviceChoice, Fault, Reporter, RunFile, Trainer, TrainingLimits};
use kontra_nets::{Precision, Weights};
use std::path::{Path, PathBuf};

/// Three segments: one of games by rules, two of self-play.
const RUN: &str = r#"
game = "doppelkopf"
seed = 7

[network]
width = 16
blocks = 1

[training]
steps = 45
rough = 15
segment = 15
batch = 128
ring = 6000
fill = 500
uses = 1.0
rate = { start = 3e-3, warmup = 5 }
average = 0.9
flag_weight = 0.1
refresh = 4

[selfplay]
groups = 3
games = 24
lag = 2
keep_silence = 0.3
rules = 0.2
networks = 0.3
past = true

[evaluation]
every = 2
deals = 2
games = 5
"#;

/// A folder that is gone when the test is.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path =
            std::env::temp_dir().join(format!("kontra-training-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn trainer(text: &str, folder: &Path, resume: bool, threads: usize) -> Result<Trainer, Fault> {
    Trainer::new(text, folder, resume, DeviceChoice::Cpu, threads, |_| ())
}

fn train(
    text: &str,
    folder: &Path,
    resume: bool,
    threads: usize,
    segments: Option<u64>,
) -> LearnerState {
    let mut trainer = trainer(text, folder, resume, threads).unwrap();
    let mut nothing = std::io::sink();
    let steps = trainer.run().training.steps;
    let mut live = Reporter::new(&mut nothing, false, steps, None);
    let summary = trainer.train(TrainingLimits { minutes: None, segments }, &mut live).unwrap();
    assert_eq!(summary.complete, segments.is_none());
    trainer.state().unwrap()
}

#[test]
fn a_run_that_was_stopped_and_resumed_gives_the_same_weights() {
    let [whole, parts] = ["whole", "parts"].map(Folder::new);
    let undisturbed = train(RUN, &whole.0, false, 2, None);
    train(RUN, &parts.0, false, 2, Some(1));
    train(RUN, &parts.0, true, 2, Some(1));
    assert_eq!(train(RUN, &parts.0, true, 2, None), undisturbed);
    let network = |folder: &Folder| std::fs::read(folder.0.join("network.safetensors")).unwrap();
    assert!(network(&whole) == network(&parts), "other files");
    // As if it had been killed between its last checkpoint and its network.
    std::fs::remove_file(parts.0.join("network.safetensors")).unwrap();
    assert_eq!(train(RUN, &parts.0, true, 1, None), undisturbed);
    assert!(network(&whole) == network(&parts), "other files");
    let lines = |folder: &Folder| std::fs::read_to_string(folder.0.join("log.csv")).unwrap();
    assert_eq!(lines(&whole).lines().count(), 4, "{}", lines(&whole));
    assert_eq!(lines(&parts).lines().count(), 4, "{}", lines(&parts));
}

#[test]
fn a_critic_is_resumed_too_and_does_not_play() {
    let text = RUN.replace(
        "[training]",
        "[critic]\nwidth = 12\nblocks = 1\nweight = 2.0\nahead = 0.7\n\n[training]",
    );
    let [whole, parts, alone] = ["critic", "critic-parts", "critic-none"].map(Folder::new);
    let undisturbed = train(&text, &whole.0, false, 2, None);
    train(&text, &parts.0, false, 1, Some(2));
    assert_eq!(train(&text, &parts.0, true, 2, None), undisturbed);
    let without = train(RUN, &alone.0, false, 2, None);
    let lengths = [&undisturbed, &without].map(|state| state.weights.parameters().len());
    assert!(lengths[0] > lengths[1], "{lengths:?}");
    // What is written is the network that plays, and nothing of the critic.
    let file = |folder: &Folder| std::fs::read(folder.0.join("network.safetensors")).unwrap();
    let [ours, theirs] = [&whole, &alone].map(|at| Weights::from_file(&file(at)).unwrap());
    assert_eq!(ours.0, theirs.0);
    assert_ne!(ours.1, theirs.1);
    let critic = std::fs::read(whole.0.join("critic-f16.safetensors")).unwrap();
    let (graph, weights, _) = Weights::from_file(&critic).unwrap();
    assert!(graph.output("critic").is_some());
    assert_eq!(weights.parameters().len(), lengths[0] - lengths[1]);
    let log = std::fs::read_to_string(whole.0.join("log.csv")).unwrap();
    let column = log.lines().next().unwrap().split(',').position(|name| name == "critic_loss");
    let last = log.lines().last().unwrap().split(',').nth(column.unwrap()).unwrap();
    assert!(last.parse::<f64>().unwrap() > 0.0, "{log}");
}

#[test]
fn a_teacher_is_listened_to_and_its_pupil_resumed() {
    let text = with_teacher("doppelkopf");
    let [whole, parts, alone] = ["teacher", "teacher-parts", "teacher-none"].map(Folder::new);
    let undisturbed = train(&text, &whole.0, false, 2, None);
    train(&text, &parts.0, false, 1, Some(2));
    assert_eq!(train(&text, &parts.0, true, 2, None), undisturbed);
    let without = train(RUN, &alone.0, false, 2, None);
    assert_eq!(without.weights.parameters().len(), undisturbed.weights.parameters().len());
    assert_ne!(without.weights, undisturbed.weights);
}

#[test]
fn a_teacher_that_cannot_teach_is_refused_with_a_sentence() {
    let folder = Folder::new("teacher-refused");
    std::fs::create_dir_all(&folder.0).unwrap();
    let refused = |file: &str, choice: DeviceChoice| {
        Trainer::new(&with_teacher(file), &folder.0.join("run"), false, choice, 1, |_| ())
            .err()
            .unwrap()
            .to_string()
    };
    let missing = folder.0.join("missing.safetensors").display().to_string();
    let why = refused(&missing, DeviceChoice::Cpu);
    assert!(why.starts_with(&format!("teacher '{missing}': ")), "{why}");
    let broken = folder.0.join("broken.safetensors").display().to_string();
    std::fs::write(&broken, b"no weights").unwrap();
    let why = refused(&broken, DeviceChoice::Cpu);
    assert!(why.starts_with(&format!("teacher '{broken}': weights:")), "{why}");
    let why = refused("doppelkopf", DeviceChoice::Cuda);
    assert_eq!(why, "a network with a teacher learns on the CPU");
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let folders = [1, 2, 5].map(|threads| (threads, Folder::new(&format!("threads-{threads}"))));
    let states: Vec<LearnerState> =
        folders.iter().map(|(threads, at)| train(RUN, &at.0, false, *threads, None)).collect();
    assert!(states[1..].iter().all(|state| *state == states[0]));
    assert_ne!(states[0].weights, states[0].average);
}

#[test]
fn another_seed_gives_other_weights() {
    let [one, two] = ["seed-7", "seed-8"].map(Folder::new);
    let other = RUN.replace("seed = 7", "seed = 8");
    assert_ne!(train(RUN, &one.0, false, 1, None), train(&other, &two.0, false, 1, None));
}

#[test]
fn a_run_begins_with_the_weights_that_it_names() {
    let [first, second] = ["start-first", "start-second"].map(Folder::new);
    let learnt = train(RUN, &first.0, false, 1, None);
    let file = first.0.join("network.safetensors");
    let line = format!("blocks = 1\nstart = {:?}", file.display().to_string());
    let text = RUN.replace("blocks = 1", &line);
    let state = trainer(&text, &second.0, false, 1).unwrap().state().unwrap();
    assert_eq!((state.weights, state.step), (learnt.average, 0));
    let text = text.replace("width = 16", "width = 24");
    let other = trainer(&text, &second.0, false, 1).err().unwrap().to_string();
    assert!(
        other.ends_with("expected the network of this run, found one of another shape"),
        "{other}"
    );
    let text = RUN.replace("blocks = 1", "blocks = 1\nstart = \"nowhere\"");
    let none = trainer(&text, &second.0, false, 1).err().unwrap().to_string();
    assert!(none.starts_with("network 'nowhere': "), "{none}");
    // The same shape, but other features.
    let (graph, weights, _) = Weights::from_file(&std::fs::read(&file).unwrap()).unwrap();
    let facts = [("features", "doppelkopf-0")];
    std::fs::write(&file, weights.to_file(&graph, Precision::F32, &facts).unwrap()).unwrap();
    let text = RUN.replace("blocks = 1", &line);
    let foreign = trainer(&text, &second.0, false, 1).err().unwrap().to_string();
    assert!(foreign.contains(": expected the features "), "{foreign}");
    assert!(foreign.ends_with(", found doppelkopf-0"), "{foreign}");
}

/// From games by rules alone, a small network sees most of what can be seen at a glance.
#[test]
fn the_loss_falls() {
    let shares = shares_left_open("loss", RUN);
    assert!(shares[0] < 1.1 && shares[2] < 0.8 && shares[2] < shares[0], "{shares:?}");
}

#[test]
fn values_of_a_teacher_are_learnt_in_place_of_final_scores() {
    // What the luck of the cards adds to a score is not in them.
    let shares = shares_left_open("loss-teacher", &with_teacher("doppelkopf"));
    assert!(shares[2] < 0.4 && shares[2] < shares[0], "{shares:?}");
}

/// The share of the variance that is left after each of three segments of games by rules.
fn shares_left_open(name: &str, text: &str) -> Vec<f64> {
    let folder = Folder::new(name);
    let text = text
        .replace("steps = 45", "steps = 300")
        .replace("rough = 15", "rough = 300")
        .replace("segment = 15", "segment = 100")
        .replace("batch = 128", "batch = 256")
        .replace("width = 16", "width = 32");
    train(&text, &folder.0, false, 2, None);
    let log = std::fs::read_to_string(folder.0.join("log.csv")).unwrap();
    log.lines().skip(1).map(share_of_variance).collect()
}

fn with_teacher(file: &str) -> String {
    RUN.replace("[training]", &format!("[teacher]\nweights = \"{file}\"\n\n[training]"))
}

fn share_of_variance(line: &str) -> f64 {
    let numbers: Vec<f64> = line.split(',').map(|x| x.parse().unwrap_or(0.0)).collect();
    numbers[6] / numbers[7]
}

#[test]
fn a_folder_with_a_run_is_not_begun_again_and_an_empty_one_not_resumed() {
    let folder = Folder::new("again");
    let why = |result: Result<Trainer, Fault>| match result {
        Err(fault @ Fault::Input(_)) => fault.to_string(),
        Err(fault) => panic!("not a fault of the input: {fault}"),
        Ok(_) => panic!("accepted"),
    };
    let text = why(trainer(RUN, &folder.0, true, 1));
    assert!(text.ends_with("expected a checkpoint to resume from, found none"), "{text}");
    train(RUN, &folder.0, false, 1, Some(1));
    let text = why(trainer(RUN, &folder.0, false, 1));
    assert!(text.contains("a run has begun there; add --resume"), "{text}");
    let changed = RUN.replace("batch = 128", "batch = 129");
    let text = why(trainer(&changed, &folder.0, true, 1));
    assert!(text.contains("'training.batch' changed"), "{text}");
    assert!(trainer(&RUN.replace("deals = 2", "deals = 3"), &folder.0, true, 1).is_ok());
}

#[test]
fn what_is_wrong_with_a_run_file_is_one_sentence() {
    let check = |from: &str, to: &str, expected: &str| {
        assert!(RUN.contains(from), "{from}");
        let why = RunFile::read(&RUN.replace(from, to)).unwrap_err().0;
        assert_eq!(why, expected);
    };
    let fields = "one of `width`, `blocks`, `start`";
    check(
        "blocks = 1",
        "blocks = 1\ndepth = 2",
        &format!("run file, line 8: unknown field `depth`, expected {fields}"),
    );
    check(
        "game = \"doppelkopf\"",
        "game = \"go\"",
        "run file, game: expected doppelkopf, found 'go'",
    );
    check("batch = 128", "batch = 0", "run file, training.batch: expected at least 1");
    check(
        "rough = 15",
        "rough = 10",
        "run file, training.rough: expected a multiple of the segment (15), at most all steps, found 10",
    );
    check(
        "rules = 0.2",
        "rules = 0.8",
        "run file, selfplay, rules and networks: expected shares from 0 to 1, found 1.1",
    );
    check(
        "fill = 500",
        "fill = 6001",
        "run file, training.fill: expected at most 6000, found 6001",
    );
    check(
        "start = 3e-3",
        "start = -1",
        "run file, training.rate: expected a number that is not negative, found -1",
    );
    let critic = "[critic]\nwidth = 12\nblocks = 1\nweight = 0.0\n\n[training]";
    check("[training]", critic, "run file, critic.weight: expected more than 0, found 0");
    let both = critic
        .replace("0.0", "1.0")
        .replace("[training]", "[teacher]\nweights = \"doppelkopf\"\n\n[training]");
    let teacher = "[teacher]\nweights = \"doppelkopf\"\nweight = 0.0\n\n[training]";
    check("[training]", teacher, "run file, teacher.weight: expected more than 0, found 0");
    check("[training]", &both, "run file, teacher: expected a teacher or a critic, found both");
}

#[test]
fn every_run_of_this_folder_can_be_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("runs");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "toml") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        // Those that learn from searches are read in `searched.rs`.
        if BadRun::game_of(&text).as_deref() != Some("doppelkopf") {
            continue;
        }
        if text.contains("learns = \"imitation\"") {
            let run = ImitationRun::read(&text);
            run.unwrap_or_else(|e| panic!("{}: {e}", path.display())).setup().unwrap();
            continue;
        }
        let run = RunFile::read(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        run.setup().check().unwrap();
        count += 1;
    }
    assert!(count >= 3);
}
