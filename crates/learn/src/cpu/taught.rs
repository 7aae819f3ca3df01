use super::batch_player::BatchPlayer;
use crate::loss::TeacherValues;
use crate::{LearnerSetup, Samples, Teacher, Trouble};

/// What a teacher says of the samples in a ring, by their places.
pub(super) struct TaughtRing {
    player: BatchPlayer,
    legal: fn(&[u64]) -> u64,
    weight: f32,
    answers: usize,
    room: usize,
    next: usize,
    /// What the teacher's network says of new samples.
    columns: Vec<f32>,
    /// The legal answers of each place.
    masks: Vec<u64>,
    /// The values of all answers of each place.
    values: Vec<f32>,
}

/// Legal answers and values of a part of a batch.
pub(super) struct Told {
    masks: Vec<u64>,
    values: Vec<f32>,
    answers: usize,
    weight: f32,
}

impl TaughtRing {
    /// Nothing yet; one sentence where the teacher speaks of other positions or answers.
    pub(super) fn new(
        teacher: Teacher,
        setup: &LearnerSetup,
        threads: usize,
    ) -> Result<TaughtRing, Trouble> {
        let graph = teacher.network.graph();
        let columns = graph.output("values").map(|value| graph.shape(value).len());
        let bits: Vec<usize> = graph.inputs().map(|(input, _)| graph.shape(input).width).collect();
        let own = setup.graph.inputs().map(|(input, _)| setup.graph.shape(input).width);
        if columns != Some(setup.answers + 1) || !own.eq(bits) {
            let why = "expected a network with the inputs and answers of the one that learns";
            return Err(Trouble(format!("teacher: {why}")));
        }
        if setup.critic.is_some() {
            return Err(Trouble("teacher: a critic learns from games, not beside one".to_owned()));
        }
        Ok(TaughtRing {
            player: BatchPlayer::of(&teacher.network, setup.words, threads),
            legal: teacher.legal,
            weight: teacher.weight,
            answers: setup.answers,
            room: setup.ring,
            next: 0,
            columns: vec![],
            masks: vec![],
            values: vec![],
        })
    }

    /// Asks the teacher about samples that were added to the ring.
    pub(super) fn add(&mut self, samples: &Samples) {
        let width = self.answers + 1;
        self.columns.resize(samples.len() * width, 0.0);
        self.player.evaluate(&samples.bits, vec![("values", &mut self.columns)]);
        let positions = samples.bits.chunks_exact(samples.words);
        for (row, bits) in self.columns.chunks_exact(width).zip(positions) {
            let (mask, own) = ((self.legal)(bits), &row[..self.answers]);
            let values = own.iter().map(|value| value + row[self.answers]);
            let place = self.next;
            self.next = (self.next + 1) % self.room;
            if place == self.masks.len() {
                self.masks.push(mask);
                self.values.extend(values);
            } else {
                self.masks[place] = mask;
                let old = &mut self.values[place * self.answers..][..self.answers];
                old.iter_mut().zip(values).for_each(|(old, value)| *old = value);
            }
        }
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.masks.clear();
        self.values.clear();
        self.next = 0;
    }

    /// What was said of these places.
    pub(super) fn gather(&self, places: &[usize]) -> Told {
        let row = |place: &usize| &self.values[place * self.answers..][..self.answers];
        Told {
            masks: places.iter().map(|place| self.masks[*place]).collect(),
            values: places.iter().flat_map(row).copied().collect(),
            answers: self.answers,
            weight: self.weight,
        }
    }
}

impl Told {
    /// The value of the best answer of each.
    pub(super) fn best(&self) -> impl Iterator<Item = f32> {
        let rows = self.masks.iter().zip(self.values.chunks_exact(self.answers));
        rows.map(|(mask, values)| {
            let legal = values.iter().enumerate().filter(|(answer, _)| mask >> answer & 1 == 1);
            legal.map(|(_, value)| *value).fold(f32::NEG_INFINITY, f32::max)
        })
    }

    /// What a loss needs to know.
    pub(super) fn lesson(&self, reach: f32) -> TeacherValues<'_> {
        TeacherValues { legal: &self.masks, values: &self.values, reach, weight: self.weight }
    }
}
