use crate::instructions;
use crate::step::{Outcome, Steps, cargo, root, target};
use std::process::Command;

pub(crate) fn run() -> Outcome {
    let mut steps = Steps::default();
    steps.take("build", &mut cargo("build --quiet --release --package kontra"))?;
    let kontra = target().join("release").join("kontra");
    steps.take("speed of one core", Command::new(&kontra).arg("bench"))?;
    let arena = "run --quiet --release --package kontra-arena --example arena_speed";
    steps.take("the arena, on one core and on two", &mut cargo(arena))?;
    instructions::list(&kontra)
}

/// Load on the web server, in a process of its own; the report is part of the book.
pub(crate) fn server() -> Outcome {
    let mut steps = Steps::default();
    steps.take("build", &mut cargo("build --quiet --release --package kontra"))?;
    let words = "run --quiet --release --package kontra-server --example server_load --";
    let mut load = cargo(words);
    load.arg(target().join("release").join("kontra")).arg(root().join("docs/src/server-load.md"));
    steps.take("load on the server", &mut load)
}

/// Attacks on the web server, and an honest player meanwhile; the report is part of the book.
pub(crate) fn attack() -> Outcome {
    let mut steps = Steps::default();
    steps.take("build", &mut cargo("build --quiet --release --package kontra"))?;
    let words = "run --quiet --release --package kontra-server --example server_attack --";
    let mut attack = cargo(words);
    attack
        .arg(target().join("release").join("kontra"))
        .arg(root().join("docs/src/server-attack.md"));
    steps.take("attacks on the server", &mut attack)
}
