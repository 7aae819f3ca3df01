//! Games that are played on other machines: what the learner tells the players, what comes back, and a player.

use super::{BadRun, Fault, RunFile};
use crate::cpu::CpuLearner;
use crate::selfplay::{SelfPlay, TurnCounts, Turnover, mix};
use crate::{Learner, LearnerSetup, LearnerState, Samples, Trouble};
use kontra_doppelkopf::Doppelkopf;
use kontra_nets::{Graph, Precision, Weights};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

/// How games are to be played from now on.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayOrder {
    /// It counts up with every order of a run.
    pub number: u64,
    /// The segment of the run. Games begin anew with each.
    pub segment: u64,
    /// Whether games are played by rules with noise.
    pub rough: bool,
    /// How much exploration is left, from 1 to 0.
    pub fade: f32,
    /// Whether other networks play.
    pub company: bool,
    /// Networks as safetensors: the one that learns, then the others.
    pub networks: Vec<Vec<u8>>,
}

/// Games that were played elsewhere.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// What can be learnt from them.
    pub samples: Samples,
    /// How many there were.
    pub counts: TurnCounts,
}

/// Where the games of a run are played.
pub trait Elsewhere {
    /// From now on games are to be played like this. What was played by earlier orders of the same segment still counts.
    fn publish(&mut self, order: &PlayOrder) -> Result<(), Trouble>;

    /// The next games that have ended.
    fn next(&mut self) -> Result<Played, Trouble>;
}

impl BadRun {
    /// One sentence where a run is for a game that is played on one machine only.
    pub fn check_elsewhere(text: &str) -> Result<(), BadRun> {
        match BadRun::game_of(text) {
            Some(game) if !["doppelkopf", "just4fun"].contains(&&*game) => Err(BadRun(format!(
                "run file, game: expected doppelkopf or just4fun, found '{game}'"
            ))),
            _ => Ok(()),
        }
    }
}

impl Played {
    /// As bytes, for the way from one machine to another.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Samples { words, flag_words, bits, answers, targets, flags, known, next } =
            &self.samples;
        let head = [
            *words as u64,
            *flag_words as u64,
            answers.len() as u64,
            self.counts.games,
            self.counts.decisions,
        ];
        let mut bytes = vec![];
        let numbers = head.iter().chain(bits).chain(flags).chain(known);
        numbers.for_each(|number| bytes.extend(number.to_le_bytes()));
        targets.iter().for_each(|target| bytes.extend(target.to_le_bytes()));
        bytes.extend(answers);
        bytes.extend(next);
        bytes
    }

    /// Reads such bytes, for a learner with positions and flags of these sizes.
    pub fn from_bytes(bytes: &[u8], words: usize, flag_words: usize) -> Result<Played, Trouble> {
        let bad = || Trouble("games: expected those of this run, found other bytes".to_owned());
        let mut rest = bytes;
        let mut numbers = |count: usize| -> Option<Vec<u64>> {
            let (front, back) = rest.split_at_checked(count.checked_mul(8)?)?;
            rest = back;
            let number = |eight: &[u8]| eight.try_into().map_or(0, u64::from_le_bytes);
            Some(front.chunks_exact(8).map(number).collect())
        };
        let head = numbers(5).ok_or_else(bad)?;
        let count = usize::try_from(head[2]).map_err(|_| bad())?;
        if [head[0], head[1]] != [words as u64, flag_words as u64] {
            return Err(bad());
        }
        let mut rows = |width: usize| numbers(count.checked_mul(width)?);
        let (bits, flags) = (rows(words).ok_or_else(bad)?, rows(flag_words).ok_or_else(bad)?);
        let known = rows(flag_words).ok_or_else(bad)?;
        if Some(rest.len()) != count.checked_mul(6) {
            return Err(bad());
        }
        let (targets, rest) = rest.split_at(4 * count);
        let (answers, next) = rest.split_at(count);
        let target = |four: &[u8]| four.try_into().map_or(0.0, f32::from_le_bytes);
        let targets: Vec<f32> = targets.chunks_exact(4).map(target).collect();
        let (answers, next) = (answers.to_vec(), next.to_vec());
        let samples = Samples { words, flag_words, bits, answers, targets, flags, known, next };
        if !samples.targets.iter().all(|target| target.is_finite()) || !samples.are_whole() {
            return Err(bad());
        }
        Ok(Played { samples, counts: TurnCounts { games: head[3], decisions: head[4] } })
    }
}

/// Plays games of a run for a learner somewhere else, on threads of its own. A few results wait to be fetched; then it pauses
/// until somebody does.
pub struct RemotePlayer {
    orders: Arc<Mutex<Option<PlayOrder>>>,
    played: Receiver<Result<Played, Trouble>>,
    latest: Option<u64>,
    wake: SyncSender<()>,
}

/// How many results wait to be fetched.
const WAITING: usize = 2;

impl RemotePlayer {
    /// A player of the run in this text. Players with different `seed`s play different games.
    pub fn new(text: &str, seed: u64, threads: usize) -> Result<RemotePlayer, Fault> {
        BadRun::check_elsewhere(text)?;
        let run = RunFile::read(text)?;
        if threads == 0 {
            return Err(BadRun("threads: expected at least 1, found 0".to_owned()).into());
        }
        // A player learns nothing, so it needs no critic.
        let learner = CpuLearner::new(&LearnerSetup { critic: None, ..run.setup() }, threads)?;
        let orders = Arc::new(Mutex::new(None));
        let (results, played) = sync_channel(WAITING);
        let (wake, awake) = sync_channel(1);
        let playing = Playing { run, learner, seed, threads, orders: Arc::clone(&orders), results };
        // It ends when nobody can fetch results any more.
        std::thread::spawn(move || playing.work(&awake));
        Ok(RemotePlayer { orders, played, latest: None, wake })
    }

    /// Plays by this order from now on; an order that is known already changes nothing.
    pub fn follow(&mut self, order: PlayOrder) {
        if self.latest != Some(order.number) {
            self.latest = Some(order.number);
            *self.orders.lock().unwrap_or_else(PoisonError::into_inner) = Some(order);
            let _ = self.wake.try_send(());
        }
    }

    /// The next games. Waits for them; there must have been an order.
    pub fn fetch(&mut self) -> Result<Played, Trouble> {
        if self.latest.is_none() {
            return Err(Trouble("play: expected an order before the first games".to_owned()));
        }
        self.played.recv().unwrap_or_else(|_| Err(Trouble("the player has ended".to_owned())))
    }
}

/// What the thread of a player has.
struct Playing {
    run: RunFile,
    learner: CpuLearner,
    seed: u64,
    threads: usize,
    orders: Arc<Mutex<Option<PlayOrder>>>,
    results: SyncSender<Result<Played, Trouble>>,
}

impl Playing {
    fn work(mut self, awake: &Receiver<()>) {
        let mut next = None;
        loop {
            let order = next.take().or_else(|| {
                let order = self.new_order();
                if order.is_some() {
                    order
                } else {
                    awake.recv().ok().and_then(|()| self.new_order())
                }
            });
            let Some(order) = order else {
                // Woken for an order that was taken already, or nobody is there any more.
                if awake.recv().is_err() {
                    return;
                }
                continue;
            };
            match self.segment(&order) {
                Ok(Some(later)) => next = Some(later),
                Ok(None) => return,
                Err(trouble) => {
                    let _ = self.results.send(Err(trouble));
                    return;
                }
            }
        }
    }

    fn new_order(&self) -> Option<PlayOrder> {
        self.orders.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Plays until there is an order for another segment; `None` when nobody fetches results any more.
    fn segment(&mut self, order: &PlayOrder) -> Result<Option<PlayOrder>, Trouble> {
        let setup = self.run.setup();
        take_networks(&mut self.learner, &setup.graph, order)?;
        let lessons = self.run.lessons();
        let seed = mix(self.seed ^ mix(self.run.seed ^ mix(order.segment)));
        let settings = self.run.engine(seed, self.threads, order.company);
        let engine = SelfPlay { lessons: &lessons, settings };
        let (orders, results) = (&self.orders, &self.results);
        let enough = self.run.training.batch;
        let (mut fade, mut gathered) = (order.fade, None::<Played>);
        let (mut later, mut gone) = (None, false);
        let each = |learner: &mut dyn Learner, samples: &Samples, counts: TurnCounts| {
            let all = gathered.get_or_insert_with(|| Played {
                samples: Samples::new(samples.words, samples.flag_words),
                counts: TurnCounts::default(),
            });
            all.samples.append(samples);
            all.counts.games += counts.games;
            all.counts.decisions += counts.decisions;
            if all.samples.len() >= enough
                && let Some(all) = gathered.take()
                && results.send(Ok(all)).is_err()
            {
                gone = true;
                return Ok(Turnover::Stop);
            }
            if let Some(new) = orders.lock().unwrap_or_else(PoisonError::into_inner).take() {
                if (new.segment, new.rough) != (order.segment, order.rough) {
                    later = Some(new);
                    return Ok(Turnover::Stop);
                }
                take_networks(learner, &setup.graph, &new)?;
                fade = new.fade;
            }
            Ok(Turnover::Next(fade))
        };
        if order.rough {
            engine.play_roughly::<Doppelkopf>(&mut self.learner, each)?;
        } else {
            engine.play::<Doppelkopf>(&mut self.learner, order.fade, each)?;
        }
        Ok(if gone { None } else { later })
    }
}

fn take_networks(
    learner: &mut dyn Learner,
    graph: &Graph,
    order: &PlayOrder,
) -> Result<(), Trouble> {
    for (player, bytes) in order.networks.iter().enumerate() {
        let (found, weights, _) = Weights::from_file(bytes).map_err(|e| Trouble(e.to_string()))?;
        if found != *graph {
            let why = "network: expected that of this run, found one of another shape";
            return Err(Trouble(why.to_owned()));
        }
        match player {
            0 => {
                learner.restore(&LearnerState::fresh(weights))?;
                learner.refresh(false)?;
            }
            _ => learner.seat(player, &weights)?,
        }
    }
    Ok(())
}

/// A network for an order.
pub(super) fn published(graph: &Graph, weights: &Weights) -> Result<Vec<u8>, Trouble> {
    weights.to_file(graph, Precision::F32, &[]).map_err(|e| Trouble(e.to_string()))
}
