//! The program `kontra-train`: a run that is killed, a network that is measured, and input that is refused.

use kontra_nets::{Builder, Precision, Weights};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kontra-train"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str]) -> Output {
    program(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A folder that is gone when the test is.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("kontra-train-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn tiny() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("runs/doppelkopf-tiny.toml");
    path.display().to_string()
}

#[test]
fn a_run_that_is_killed_is_resumed_with_the_same_result() {
    let folder = Folder::new("killed");
    let [whole, killed] = ["whole", "killed"].map(|name| folder.file(name));
    let arguments = |out: &str, more: &[&str]| -> Vec<String> {
        let all = [&["--device", "cpu", "--threads", "2", "--out", out], more].concat();
        std::iter::once(tiny()).chain(all.into_iter().map(str::to_owned)).collect()
    };
    let start = |arguments: Vec<String>| {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        program(&arguments).spawn().unwrap()
    };
    let undisturbed = start(arguments(&whole, &[])).wait_with_output().unwrap();
    assert!(undisturbed.status.success(), "{}", text(&undisturbed.stderr));
    assert!(
        text(&undisturbed.stdout).contains("steps 240 of 240"),
        "{}",
        text(&undisturbed.stdout)
    );
    let mut child = start(arguments(&killed, &[]));
    // Anywhere after its first checkpoint. Should it be done before it is killed, there is nothing left to do.
    let first = Path::new(&killed).join("network.safetensors");
    while !first.exists() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let resumed = start(arguments(&killed, &["--resume"])).wait_with_output().unwrap();
    assert!(resumed.status.success(), "{}", text(&resumed.stderr));
    let network = |out: &str| std::fs::read(Path::new(out).join("network.safetensors")).unwrap();
    assert!(network(&whole) == network(&killed), "other weights");
    check_evaluation(
        &format!("{whole}/network.safetensors"),
        &format!("{killed}/network-f16.safetensors"),
    );
}

fn check_evaluation(network: &str, other: &str) {
    let check = |more: &[&str], expected: &[&str]| {
        let output = run(&[&["evaluate", network, "--device", "cpu"], more].concat());
        let found = text(&output.stdout);
        assert!(output.status.success(), "{}", text(&output.stderr));
        for words in expected {
            assert!(found.contains(words), "{words} in {found}");
        }
        found
    };
    let points = "points per game and seat";
    let one =
        check(&["--deals", "6", "--threads", "1"], &["two against beginner, 6 deals", points]);
    let two = check(&["--deals", "6", "--threads", "3"], &["games of 36"]);
    assert_eq!(one, two);
    check(
        &["--deals", "3", "--against", "random-cards", "--format", "one"],
        &["one against random-cards, 3 deals"],
    );
    check(&["--deals", "3", "--against", other, "--format", "three"], &["three against"]);
    check(&["--deals", "40", "--format", "four"], &["games of 40", "chance of 121 points"]);
}

#[test]
fn bad_input_is_one_sentence_and_code_2() {
    let folder = Folder::new("input");
    let check = |arguments: &[&str], words: &str| {
        let output = run(arguments);
        let found = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{found}");
        assert!(found.contains(words), "{words} in {found}");
        if !found.starts_with("error:") {
            assert_eq!(found.lines().count(), 1, "{found}");
        }
    };
    check(&["nowhere.toml"], "run file 'nowhere.toml'");
    check(&["evaluate", "nowhere.safetensors"], "network 'nowhere.safetensors'");
    let bad = folder.file("bad.toml");
    let known = std::fs::read_to_string(tiny()).unwrap();
    std::fs::write(&bad, known.replace("seed = 1", "seed = 1\nsped = 2")).unwrap();
    check(&[&bad], "unknown field `sped`");
    check(&[&tiny(), "--minutes", "0"], "--minutes: expected more than 0");
    check(&[&tiny(), "--device", "tpu"], "expected cpu, cuda or auto");
    let ontop = tiny().replace("doppelkopf-tiny", "ontop-tiny");
    check(
        &[&ontop, "--bench"],
        "--bench: expected a run of Doppelkopf or Just 4 Fun, found one of OnTop",
    );
    check(
        &[&ontop, "--device", "cuda"],
        "--device: expected cpu or auto, found cuda: networks of OnTop learn on the CPU",
    );
    let file = folder.file("file.safetensors");
    std::fs::write(&file, "no weights").unwrap();
    check(&["evaluate", &file], "weights");
}

/// The networks that come with the program.
fn shipped() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../models/weights");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    files.filter(|file| file.extension().is_some_and(|end| end == "packed")).collect()
}

fn shrink(network: &Path, precision: &str, out: &str) -> String {
    let network = network.display().to_string();
    let output = run(&["shrink", &network, "--precision", precision, "--out", out]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn every_network_can_be_shrunk_and_keeps_its_facts() {
    let folder = Folder::new("shrunk");
    let bytes = |path: &Path| std::fs::read(path).unwrap();
    for (number, network) in shipped().iter().enumerate() {
        let before = kontra_nets::unpack(&bytes(network)).unwrap().into_owned();
        let is_half = before.windows(5).any(|word| word == b"\"F16\"");
        let as_it_is = if is_half { "f16" } else { "f32" };
        let [small, same] = ["i8", "same"].map(|name| folder.file(&format!("{number}-{name}")));
        let said = shrink(network, "i8", &small);
        assert!(said.contains("largest difference of a weight: 0.0"), "{said}");
        let said = shrink(network, as_it_is, &same);
        assert!(said.contains("largest difference of a weight: 0.000000"), "{said}");
        assert!(before == bytes(Path::new(&same)), "another file for the same: {network:?}");
        let after = bytes(Path::new(&small));
        assert!(after.len() < before.len() * 2 / 3, "{} of {}", after.len(), before.len());
        let (graph, _, facts) = Weights::from_file(&before).unwrap();
        let (small_graph, _, small_facts) = Weights::from_file(&after).unwrap();
        assert_eq!((graph, facts), (small_graph, small_facts));
    }
    assert!(std::fs::read_dir(&folder.0).unwrap().count() == 2 * shipped().len());
}

#[test]
fn what_cannot_be_shrunk_is_refused_and_leaves_nothing() {
    let folder = Folder::new("not-shrunk");
    let [network, damaged, large, out] =
        ["network", "damaged", "large", "out"].map(|name| folder.file(name));
    let mut b = Builder::new();
    let input = b.dense(1, 4);
    let output = b.linear(input, 2);
    let graph = b.finish(&[("values", output)]);
    let mut weights = Weights::zeros(&graph);
    let write = |path: &str, weights: &Weights| {
        std::fs::write(path, weights.to_file(&graph, Precision::F32, &[]).unwrap()).unwrap();
    };
    write(&network, &weights);
    let whole = std::fs::read(&network).unwrap();
    std::fs::write(&damaged, &whole[..whole.len() - 1]).unwrap();
    weights.parameters_mut()[3] = 1e6;
    write(&large, &weights);
    let files = || std::fs::read_dir(&folder.0).unwrap().count();
    let check = |network: &str, precision: &str, out: &str, words: &str| {
        let output = run(&["shrink", network, "--precision", precision, "--out", out]);
        let found = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{found}");
        assert!(found.contains(words), "{words} in {found}");
        assert!(found.starts_with("error:") || found.lines().count() == 1, "{found}");
        assert_eq!(files(), 3, "nothing is written");
    };
    check("nowhere.safetensors", "i8", &out, "network 'nowhere.safetensors': ");
    check(&damaged, "i8", &out, "damaged': weights: ");
    check(&large, "f16", &out, "tensor '1.weight': expected finite numbers, found inf");
    check(&network, "i4", &out, "expected i8, f13, f16 or f32");
    check(&network, "i8", &network, "expected a new file, found one that exists");
    check(&network, "i8", &folder.file("no/out"), "no', found none");
    assert_eq!(whole, std::fs::read(&network).unwrap());
    shrink(Path::new(&large), "i8", &out);
    assert_eq!(files(), 4);
}

#[test]
fn a_network_is_packed_and_unpacked_and_what_is_none_is_refused() {
    let folder = Folder::new("packed");
    let files = ["plain.safetensors", "a.packed", "b.packed", "again", "damaged", "out"];
    let [plain, packed, twice, again, damaged, out] = files.map(|name| folder.file(name));
    let bytes = |path: &str| std::fs::read(path).unwrap();
    let shipped = shipped().into_iter().find(|path| path.ends_with("just4fun-fieldnet.packed"));
    let shipped = shipped.unwrap().display().to_string();
    let done = |command: &str, network: &str, out: &str| {
        let output = run(&[command, network, "--out", out]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    assert_eq!(done("unpack", &shipped, &plain), "113852 bytes\n");
    let length = bytes(&shipped).len();
    assert_eq!(done("pack", &plain, &packed), format!("{length} bytes, 113852 unpacked\n"));
    assert!(bytes(&packed) == bytes(&shipped), "another file than the shipped one");
    // What is in its form already stays as it is.
    done("pack", &packed, &twice);
    done("unpack", &plain, &again);
    assert!(bytes(&twice) == bytes(&packed) && bytes(&again) == bytes(&plain));
    let whole = bytes(&packed);
    std::fs::write(&damaged, &whole[..whole.len() - 1]).unwrap();
    let check = |network: &str, out: &str, words: &str| {
        for command in ["pack", "unpack"] {
            let output = run(&[command, network, "--out", out]);
            let found = text(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{found}");
            assert!(found.contains(words) && found.lines().count() == 1, "{words} in {found}");
        }
        assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 5, "nothing is written");
    };
    check("nowhere.packed", &out, "network 'nowhere.packed': ");
    check(&damaged, &out, "damaged': weights: expected a whole packed file");
    check(&tiny(), &out, "weights: ");
    check(&packed, &plain, "expected a new file, found one that exists");
}
