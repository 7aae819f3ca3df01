use super::group::{Group, Task};
use super::{Company, Learned, Lessons, Queue, Workers};
use crate::{Learner, Samples, Trouble};
use kontra_game::Streams;

/// How self-play is divided.
#[derive(Clone, PartialEq, Debug)]
pub struct SelfPlaySettings {
    /// Groups of games.
    pub groups: usize,
    /// Games in a group: the positions of one question to the device.
    pub games: usize,
    /// For how many turns of other groups a question is left to the device.
    pub lag: usize,
    /// Threads that play.
    pub threads: usize,
    /// With whom the network plays.
    pub company: Company,
    /// Whether samples have flags.
    pub flags: bool,
    /// All random numbers follow from it.
    pub seed: u64,
}

impl SelfPlaySettings {
    /// How many groups a learner must be able to answer at the same time.
    pub fn question_groups(&self) -> usize {
        self.groups * (1 + self.company.others)
    }
}

/// What one turn of a group brought.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TurnCounts {
    /// Games that ended.
    pub games: u64,
    /// Decisions of the network that learns.
    pub decisions: u64,
}

/// How to continue after a turn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Turnover {
    /// With exploration faded to this, from 1 to 0.
    Next(f32),
    /// Not at all.
    Stop,
}

/// Plays games with a learner and hands over what can be learnt from them.
pub struct SelfPlay<'a, L> {
    /// How games are set up.
    pub lessons: &'a L,
    /// How self-play is divided.
    pub settings: SelfPlaySettings,
}

type Job<G, L> = (Task, Box<Group<G, L>>);

impl<L> SelfPlay<'_, L> {
    /// Self-play until `each` has enough. It is called for every turn of a group, with the samples of the games that ended.
    pub fn play<G: Learned>(
        &self,
        learner: &mut dyn Learner,
        fade: f32,
        mut each: impl FnMut(&mut dyn Learner, &Samples, TurnCounts) -> Result<Turnover, Trouble>,
    ) -> Result<(), Trouble>
    where
        L: Lessons<G>,
    {
        let settings = &self.settings;
        let lag = settings.lag.clamp(1, settings.groups.saturating_sub(1).max(1));
        let queue = Queue::<Job<G, L>>::new();
        std::thread::scope(|scope| {
            let mut workers = self.start(scope, &queue, Task::Begin { fade });
            let mut table: Vec<Option<Box<Group<G, L>>>> =
                (0..settings.groups).map(|_| None).collect();
            let mut noise = self.lessons.noise(fade);
            let mut fade = fade;
            for turn in 0_u64.. {
                let number = turn as usize % settings.groups;
                let Some((_, group)) = workers.take(number) else { return Ok(()) };
                let group = table[number].insert(group);
                for (network, asked) in group.questions.iter().enumerate() {
                    let seed = question_seed(settings.seed, turn, network);
                    let place = self.place(number, network);
                    learner.ask(network, place, &asked.bits, &asked.legal, &noise, seed)?;
                }
                let played = TurnCounts { games: group.games, decisions: group.decisions };
                match each(learner, &group.samples, played)? {
                    Turnover::Stop => break,
                    Turnover::Next(next) if next != fade => {
                        fade = next;
                        noise = self.lessons.noise(fade);
                    }
                    Turnover::Next(_) => {}
                }
                if turn + 1 >= lag as u64 {
                    let due = (turn + 1 - lag as u64) as usize % settings.groups;
                    if let Some(mut group) = table[due].take() {
                        self.hear(learner, &mut group)?;
                        workers.give(due, (Task::Play { fade }, group));
                    }
                }
            }
            // Nothing may be under way when somebody else asks.
            table.iter_mut().flatten().try_for_each(|group| self.hear(learner, group))
        })
    }

    /// Whole games by rules with noise, until `each` has enough.
    pub fn play_roughly<G: Learned>(
        &self,
        learner: &mut dyn Learner,
        mut each: impl FnMut(&mut dyn Learner, &Samples, TurnCounts) -> Result<Turnover, Trouble>,
    ) -> Result<(), Trouble>
    where
        L: Lessons<G>,
    {
        let task = Task::Rough { games: self.settings.games.div_ceil(16) };
        let queue = Queue::<Job<G, L>>::new();
        std::thread::scope(|scope| {
            let mut workers = self.start(scope, &queue, task);
            for turn in 0_usize.. {
                let number = turn % self.settings.groups;
                let Some((_, group)) = workers.take(number) else { return Ok(()) };
                let played = TurnCounts { games: group.games, decisions: group.decisions };
                if each(learner, &group.samples, played)? == Turnover::Stop {
                    break;
                }
                workers.give(number, (task, group));
            }
            Ok(())
        })
    }

    /// Starts the threads and gives them every group with this task.
    fn start<'scope, G: Learned>(
        &'scope self,
        scope: &'scope std::thread::Scope<'scope, '_>,
        queue: &'scope Queue<Job<G, L>>,
        task: Task,
    ) -> Workers<Job<G, L>>
    where
        L: Lessons<G>,
    {
        let settings = &self.settings;
        let work = |(task, group): &mut Job<G, L>| group.work(self.lessons, *task);
        let workers = Workers::new(scope, queue, settings.threads, work);
        let streams = Streams::new(settings.seed);
        for number in 0..settings.groups {
            let group = Group::new(number, streams, settings);
            workers.give(number, (task, Box::new(group)));
        }
        workers
    }

    fn place(&self, group: usize, network: usize) -> usize {
        group * (1 + self.settings.company.others) + network
    }

    /// Waits for the answers of a group.
    fn hear<G: Learned>(
        &self,
        learner: &mut dyn Learner,
        group: &mut Group<G, L>,
    ) -> Result<(), Trouble>
    where
        L: Lessons<G>,
    {
        for network in 0..group.questions.len() {
            let place = self.place(group.number, network);
            let asked = &mut group.questions[network];
            asked.answers.resize(asked.len(), 0);
            learner.answers(place, &mut asked.answers)?;
        }
        Ok(())
    }
}

/// The seed of the noise on one question.
fn question_seed(seed: u64, turn: u64, network: usize) -> u64 {
    mix(seed ^ mix(turn * 8 + network as u64))
}

/// SplitMix64: numbers that are close together become numbers that are not.
pub(crate) fn mix(number: u64) -> u64 {
    let mut x = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}
