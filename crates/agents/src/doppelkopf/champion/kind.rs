use super::judge::BATCH;
use super::{Champion, ChampionSettings, DealWeighing, Habits};
use crate::doppelkopf::features::PositionBits;
use crate::doppelkopf::network::{Critic, Model};
use crate::maker::searching_with;
use crate::tree::THREADS;
use crate::{AgentKind, Maker, Needs, Param, Params, param};
use kontra_doppelkopf::{Doppelkopf, HAND};
use kontra_game::BadInput;
use kontra_search::Cost;
use std::time::Duration;

const PARAMS: &[Param] = &[
    param(
        "playouts",
        "400",
        "Games played out for each decision; only a limit of playouts gives the same game every time.",
    ),
    param("ms", "0", "Milliseconds for each decision instead of playouts; 0: no limit of time."),
    param(
        "worlds",
        "weighted",
        "Which deals it plays in: 'uniform', or 'weighted' by how well they explain what the others did.",
    ),
    param(
        "particles",
        "0",
        "Deals that are drawn for each decision, and weighed; 0: as many as playouts, or as the time allows.",
    ),
    param(
        "temperature",
        "0.25",
        "With worlds=weighted: the score points by which an answer must be better to be given about three times as often.",
    ),
    param(
        "errors",
        "0.05",
        "With worlds=weighted: the share of the others' decisions that are made at random.",
    ),
    param(
        "margin",
        "1",
        "By how many standard errors another answer must be better than the network's own.",
    ),
    param(
        "width",
        "1",
        "Answers that the network holds for worse by more score points than this are not tried.",
    ),
    param(
        "tricks",
        "2",
        "Tricks that are played out before a value of the next own decision takes the place of the rest; 0: none, 12: all.",
    ),
    param(
        "critic",
        "none",
        "A file of a critic, which sees all hands of an imagined deal: that value is the critic's. 'none': the network's.",
    ),
    THREADS,
];

/// The agent `champion`.
pub(in crate::doppelkopf) fn kind() -> AgentKind<Doppelkopf> {
    AgentKind {
        name: "champion",
        about: "The network with a search on top: answers are compared in deals that fit what the others did, with the rest \
                of each game played by the network.",
        params: PARAMS,
        needs: Needs::Files(&["critic"]),
        make: champion,
    }
}

fn champion(params: &Params<'_>) -> Result<Maker<Doppelkopf>, BadInput> {
    let ms = params.integer("ms", 0..=86_400_000)?;
    let playouts = params.integer("playouts", 0..=10_000_000)?;
    let habits = Habits {
        temperature: params.number("temperature", 1e-3..=100.0)?,
        errors: params.number("errors", 1e-6..=1.0)?,
    };
    let habits = params.one_of("worlds", &[("weighted", Some(habits)), ("uniform", None)])?;
    let particles = match params.integer("particles", 0..=100_000)? {
        0 if ms > 0 => TIMED_PARTICLES,
        0 => playouts.clamp(1, TIMED_PARTICLES as u64) as usize,
        particles => particles as usize,
    };
    let settings = ChampionSettings {
        playouts: if ms > 0 { u64::MAX } else { playouts },
        time: (ms > 0).then(|| Duration::from_millis(ms)),
        weighing: DealWeighing { particles, habits },
        margin: params.number("margin", 0.0..=100.0)?,
        width: params.number("width", 0.0..=1000.0)?,
        tricks: params.integer("tricks", 0..=HAND as u64)? as usize,
        threads: params.count("threads", 256)?.get(),
    };
    let cost = Cost { bytes: bytes(particles), threads: settings.threads, time: settings.time };
    let network = Model::shipped_for_batches().network();
    let critic = critic_named(params.text("critic"))
        .map_err(|why| params.expected("critic=FILE, a critic that kontra-train wrote", why))?;
    let make = move |rng| Champion::new(settings, critic.as_ref(), rng);
    Ok(searching_with(network, BATCH, cost, make))
}

/// The critic in this file, where one is named.
fn critic_named(name: &str) -> Result<Option<Critic>, String> {
    if name == "none" {
        return Ok(None);
    }
    if !crate::is_path(name) {
        return Err(format!("'{name}', which is neither a file's path nor 'none'"));
    }
    let bytes = std::fs::read(name).map_err(|e| format!("'{name}': {e}"))?;
    Critic::read(&bytes).map(Some).map_err(|e| format!("'{name}': {e}"))
}

/// The most deals that are drawn where nothing else is said.
const TIMED_PARTICLES: usize = 2000;

/// What deals and playouts take: each deal and its hands, positions of a part of the past, and results.
fn bytes(particles: usize) -> u64 {
    const DECISIONS: usize = 64;
    let deals = particles * (4 * size_of::<Doppelkopf>() + 512);
    let positions = 32 * DECISIONS * (size_of::<PositionBits>() + 64);
    (deals + positions + (1 << 20)) as u64
}
