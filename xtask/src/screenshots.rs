use crate::browser::{self, PACKAGE};
use crate::step::{Outcome, cargo, root, target};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The pictures that the README and the book show.
const CHOSEN: [&str; 30] = [
    "home-light",
    "home-phone",
    "doppelkopf-light",
    "doppelkopf-dark",
    "doppelkopf-phone",
    "doppelkopf-over-light",
    "just4fun-light",
    "just4fun-phone",
    "ontop-light",
    "ontop-dark",
    "ontop-analysis",
    "review-light",
    "doppelkopf-position",
    "record-light",
    "puzzle-light",
    "learn-light",
    "mine-light",
    "deal-light",
    "guided-light",
    "invitation",
    "join-phone",
    "tournament",
    "lab-light",
    "missing-light",
    "rules-light",
    "leaderboard-light",
    "matches-light",
    "match-light",
    "experiments-light",
    "experiment-light",
];
/// The most bytes of a picture, and of all together: everybody who clones the repository gets them.
const LARGEST: u64 = 180_000;
const LARGEST_SUM: u64 = 1_900_000;

/// The moving picture of a game: its name, and the most bytes of it.
const FILM: &str = "film";
const LARGEST_FILM: u64 = 900_000;

/// `cargo xtask screenshots`: the chosen pictures of the last browser tests, with fewer colours, in `docs/src/screenshots`.
pub(crate) fn run() -> Outcome {
    let shrink = shrink()?;
    let ready = target().join("screenshots/book");
    make(&ready)?;
    let mut sum = 0;
    for name in CHOSEN {
        let from = browser::screenshots().join(name).with_extension("png");
        if !from.exists() {
            return Err(missing(&from));
        }
        sum += make_smaller(&shrink, &[from], &ready, name, LARGEST)?;
    }
    make_smaller(&shrink, &scenes()?, &ready, FILM, LARGEST_FILM)?;
    if sum > LARGEST_SUM {
        return Err(format!("all pictures: expected at most {LARGEST_SUM} bytes, found {sum}"));
    }
    let images = root().join("docs/src/screenshots");
    make(&images)?;
    for name in CHOSEN.into_iter().chain([FILM]) {
        let place = images.join(name).with_extension("png");
        let from = ready.join(name).with_extension("png");
        fs::copy(from, &place).map_err(|error| format!("{}: {error}", place.display()))?;
    }
    println!("{} pictures, {} KB, in {}", CHOSEN.len(), sum / 1000, images.display());
    Ok(())
}

fn missing(picture: &Path) -> String {
    let picture = picture.display();
    format!("{picture}: expected a picture (`cargo xtask browser` takes them), found none")
}

/// The pictures of the film, in order.
fn scenes() -> Result<Vec<PathBuf>, String> {
    let scene = |number: usize| browser::screenshots().join(format!("{FILM}-{number:02}.png"));
    let scenes: Vec<PathBuf> = (0..).map(scene).take_while(|path| path.exists()).collect();
    if scenes.is_empty() { Err(missing(&scene(0))) } else { Ok(scenes) }
}

/// Writes one or several pictures as one with fewer colours; its size.
fn make_smaller(
    shrink: &Path,
    from: &[PathBuf],
    folder: &Path,
    name: &str,
    largest: u64,
) -> Result<u64, String> {
    let picture = folder.join(name).with_extension("png");
    let done = Command::new(shrink).args(from).arg(&picture).status();
    if !done.is_ok_and(|status| status.success()) {
        return Err(format!("{}: cannot be made smaller", from[0].display()));
    }
    let size = fs::metadata(&picture).map_or(0, |data| data.len());
    match size <= largest {
        true => Ok(size),
        false => Err(format!("{name}: expected at most {largest} bytes, found {size}")),
    }
}

fn make(folder: &Path) -> Outcome {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

/// Builds the program that makes pictures smaller.
fn shrink() -> Result<PathBuf, String> {
    let built = cargo(&format!("build --quiet --package {PACKAGE} --example shrink")).status();
    match built.is_ok_and(|status| status.success()) {
        true => Ok(target()
            .join("debug/examples")
            .join(format!("shrink{}", std::env::consts::EXE_SUFFIX))),
        false => Err(format!("{PACKAGE}: the example 'shrink' cannot be built")),
    }
}
