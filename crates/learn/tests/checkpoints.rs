//! Checkpoints: written whole or not at all, read whole or refused.

use kontra_learn::checkpoint::{Checkpoint, Checkpoints};
use kontra_learn::random::word;
use kontra_learn::{LearnerState, first_weights};
use kontra_nets::{Activation, Builder, Graph};
use std::path::{Path, PathBuf};

fn network(width: usize) -> Graph {
    let mut b = Builder::new();
    let x = b.bits(20);
    let x = b.linear(x, width);
    let x = b.batch_norm(x);
    let x = b.activation(x, Activation::Relu);
    let x = b.linear(x, 3);
    b.finish(&[("values", x)])
}

fn checkpoint(step: u64) -> Checkpoint {
    let graph = network(5);
    let weights = first_weights(&graph, Default::default(), false, step);
    let average = first_weights(&graph, Default::default(), false, step + 1);
    let list = |purpose| {
        (0..weights.parameters().len()).map(|n| word(step, purpose, 0, n as u32) as f32).collect()
    };
    let facts = [("games", "123"), ("seconds", "4.5")];
    Checkpoint {
        state: LearnerState { moments: vec![list(90), list(91)], weights, average, step },
        configuration: "seed = 1\n[train]\nbatch = 64\n".to_owned(),
        facts: facts.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect(),
    }
}

/// A folder that is gone when the test is.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path =
            std::env::temp_dir().join(format!("kontra-checkpoints-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Folder(path)
    }

    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).unwrap();
        let mut names: Vec<_> =
            entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn name(step: u64) -> String {
    format!("checkpoint-{step:012}.safetensors")
}

fn damage(path: &Path, change: impl Fn(&mut Vec<u8>)) {
    let mut bytes = std::fs::read(path).unwrap();
    change(&mut bytes);
    std::fs::write(path, bytes).unwrap();
}

#[test]
fn what_was_written_is_read_bit_by_bit() {
    let saved = checkpoint(7);
    let bytes = saved.to_bytes().unwrap();
    assert_eq!(Checkpoint::from_bytes(&bytes, &network(5)).unwrap(), saved);
    assert_eq!(saved.to_bytes().unwrap(), bytes, "equal checkpoints are equal files");
}

#[test]
fn two_are_kept_and_the_newest_is_loaded() {
    let folder = Folder::new("two");
    let all = Checkpoints::new(&folder.0);
    assert_eq!(all.load(&network(5)).unwrap(), None);
    for step in [9, 10, 100] {
        all.save(&checkpoint(step)).unwrap();
    }
    assert_eq!(folder.names(), [name(10), name(100)]);
    let loaded = all.load(&network(5)).unwrap().unwrap();
    assert_eq!((loaded.checkpoint, loaded.refused), (checkpoint(100), vec![]));
}

#[test]
fn a_damaged_newest_is_named_and_the_one_before_it_is_loaded() {
    let folder = Folder::new("damaged");
    let all = Checkpoints::new(&folder.0);
    for step in [1, 2] {
        all.save(&checkpoint(step)).unwrap();
    }
    damage(&folder.0.join(name(2)), |bytes| bytes.truncate(bytes.len() / 2));
    let loaded = all.load(&network(5)).unwrap().unwrap();
    assert_eq!(loaded.checkpoint, checkpoint(1));
    assert!(loaded.refused[0].contains(&name(2)), "{:?}", loaded.refused);
    // both: it is said, and not taken for a run that has not begun
    damage(&folder.0.join(name(1)), Vec::clear);
    assert!(all.load(&network(5)).unwrap_err().0.contains(&name(2)));
}

#[test]
fn a_damaged_later_one_does_not_push_out_good_ones() {
    let folder = Folder::new("later");
    let all = Checkpoints::new(&folder.0);
    for step in [2, 9] {
        all.save(&checkpoint(step)).unwrap();
    }
    damage(&folder.0.join(name(9)), |bytes| bytes[100] ^= 1);
    // the run resumes from 2
    for step in [3, 4] {
        all.save(&checkpoint(step)).unwrap();
    }
    assert_eq!(folder.names(), [name(3), name(4), name(9)]);
    let loaded = all.load(&network(5)).unwrap().unwrap();
    assert_eq!((loaded.checkpoint, loaded.refused.len()), (checkpoint(4), 1));
}

/// `/dev/full` refuses every byte, as a full disk does.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_destroys_nothing() {
    let folder = Folder::new("full");
    let all = Checkpoints::new(&folder.0);
    all.save(&checkpoint(1)).unwrap();
    std::os::unix::fs::symlink("/dev/full", folder.0.join("checkpoint.unfinished")).unwrap();
    let why = all.save(&checkpoint(2)).unwrap_err().0;
    assert!(why.contains("No space left on device") && why.contains("are kept"), "{why}");
    assert!(!why.contains('\n'));
    assert_eq!(folder.names(), [name(1)]);
    assert_eq!(all.load(&network(5)).unwrap().unwrap().checkpoint, checkpoint(1));
    // with room again, it continues
    all.save(&checkpoint(2)).unwrap();
    assert_eq!(folder.names(), [name(1), name(2)]);
}

/// A run that diverged would otherwise replace both good checkpoints with bad ones.
#[test]
fn numbers_that_are_not_finite_are_not_saved() {
    let folder = Folder::new("diverged");
    let all = Checkpoints::new(&folder.0);
    all.save(&checkpoint(1)).unwrap();
    for step in [2, 3] {
        let mut diverged = checkpoint(step);
        diverged.state.weights.parameters_mut()[7] = f32::NAN;
        let why = all.save(&diverged).unwrap_err().0;
        assert!(why.ends_with("in 'weights', found NaN; those before it are kept"), "{why}");
    }
    assert_eq!(folder.names(), [name(1)]);
}

/// A kill in mid-write leaves an unfinished file, which is neither loaded nor in the way.
#[test]
fn an_unfinished_file_is_not_a_checkpoint() {
    let folder = Folder::new("unfinished");
    let all = Checkpoints::new(&folder.0);
    all.save(&checkpoint(1)).unwrap();
    let bytes = checkpoint(2).to_bytes().unwrap();
    std::fs::write(folder.0.join("checkpoint.unfinished"), &bytes[..bytes.len() - 9]).unwrap();
    assert_eq!(all.load(&network(5)).unwrap().unwrap().checkpoint, checkpoint(1));
    all.save(&checkpoint(3)).unwrap();
    assert_eq!(folder.names(), [name(1), name(3)]);
}

#[test]
fn a_run_that_never_finished_a_checkpoint_has_not_begun() {
    let folder = Folder::new("not-begun");
    let all = Checkpoints::new(&folder.0);
    assert!(!all.is_begun());
    std::fs::create_dir_all(&folder.0).unwrap();
    std::fs::write(folder.0.join("checkpoint.unfinished"), "half").unwrap();
    assert!(!all.is_begun());
    all.save(&checkpoint(1)).unwrap();
    damage(&folder.0.join(name(1)), Vec::clear);
    assert!(all.is_begun(), "also when it cannot be read");
}

#[test]
fn a_folder_that_cannot_be_is_one_sentence() {
    let folder = Folder::new("file");
    std::fs::write(&folder.0, "a file").unwrap();
    let all = Checkpoints::new(&folder.0);
    assert!(all.save(&checkpoint(1)).unwrap_err().0.contains("are kept"));
    assert!(all.load(&network(5)).unwrap_err().0.starts_with("folder '"));
    std::fs::remove_file(&folder.0).unwrap();
}

fn refused(checkpoint: &Checkpoint, graph: &Graph, words: &str) {
    let why = Checkpoint::from_bytes(&checkpoint.to_bytes().unwrap(), graph).unwrap_err().0;
    assert!(why.contains(words) && !why.contains('\n'), "{why}");
}

#[test]
fn other_shapes_and_numbers_that_are_none_are_refused() {
    refused(
        &checkpoint(1),
        &network(6),
        "the list 'weights' with 159 numbers of type F32, found [133]",
    );
    let mut nan = checkpoint(1);
    nan.state.average.parameters_mut()[3] = f32::NAN;
    refused(&nan, &network(5), "finite numbers in 'average', found NaN");
    let mut infinite = checkpoint(1);
    infinite.state.moments[1][0] = f32::INFINITY;
    refused(&infinite, &network(5), "finite numbers in 'moments.1', found inf");
}

/// Every bit counts: whatever is changed, removed or added, the file is refused, and nothing panics.
#[test]
fn every_damage_is_found() {
    let good = checkpoint(5).to_bytes().unwrap();
    let graph = network(5);
    let check = |bytes: &[u8], what: &str| {
        let why = Checkpoint::from_bytes(bytes, &graph).expect_err(what).0;
        assert!(!why.contains('\n'), "{why}");
    };
    for end in 0..good.len() {
        check(&good[..end], "a truncated file is refused");
    }
    for n in 0..good.len() {
        let mut bytes = good.clone();
        bytes[n] ^= 1 << (word(1, 1, 1, n as u32) % 8);
        check(&bytes, "a changed bit is found");
    }
    let mut longer = good.clone();
    longer.push(0);
    check(&longer, "an added byte is found");
    for round in 0..2000 {
        let mut bytes = good.clone();
        for lane in 0..8 {
            let at = word(2, 2, round, 2 * lane) as usize % bytes.len();
            bytes[at] = word(2, 2, round, 2 * lane + 1) as u8;
        }
        if bytes != good {
            check(&bytes, "random bytes are found");
        }
    }
}
