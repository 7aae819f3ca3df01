use super::Lesson;
use kontra_game::{Streams, choose};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

/// How much a lesson counts that stands for several of the same position.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weighing {
    /// log₂(n) + 1 (Gastegger 2024, 6.4).
    #[default]
    Logarithmic,
    /// As much as one.
    Equal,
    /// As much as all of them.
    Ramp,
}

impl Weighing {
    fn weight(self, count: usize) -> f32 {
        match self {
            Weighing::Logarithmic => (count as f32).log2() + 1.0,
            Weighing::Equal => 1.0,
            Weighing::Ramp => count as f32,
        }
    }
}

/// The last lessons.
#[derive(Clone, Debug)]
pub struct ReplayBuffer<P> {
    lessons: VecDeque<Lesson<P>>,
}

impl<P> Default for ReplayBuffer<P> {
    fn default() -> ReplayBuffer<P> {
        ReplayBuffer { lessons: VecDeque::new() }
    }
}

impl<P: Clone> ReplayBuffer<P> {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.lessons.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.lessons.is_empty()
    }

    /// Adds lessons; the oldest are forgotten, so that `room` are left at most.
    pub fn add(&mut self, lessons: impl IntoIterator<Item = Lesson<P>>, room: usize) {
        self.lessons.extend(lessons);
        let over = self.lessons.len().saturating_sub(room);
        self.lessons.drain(..over);
    }

    /// Every lesson by itself, all with the same weight.
    pub fn alone(&self) -> Vec<(Lesson<P>, f32)> {
        self.lessons.iter().map(|lesson| (lesson.clone(), 1.0)).collect()
    }

    /// One lesson for each position, in the order in which positions came first, with its weight; the weights are 1 on
    /// average. `common` says what lessons have in common that become one: policies and values are averaged, and everything
    /// else is that of the first.
    pub fn merged<K: Eq + Hash>(
        &self,
        weighing: Weighing,
        common: impl Fn(&P) -> K,
    ) -> Vec<(Lesson<P>, f32)> {
        let mut places: HashMap<K, usize> = HashMap::new();
        let mut merged: Vec<(Lesson<P>, usize)> = vec![];
        for lesson in &self.lessons {
            let place = *places.entry(common(&lesson.position)).or_insert(merged.len());
            match merged.get_mut(place) {
                None => merged.push((lesson.clone(), 1)),
                Some((first, count)) => {
                    *count += 1;
                    first.value += (lesson.value - first.value) / *count as f32;
                    average(&mut first.policy, &lesson.policy, *count);
                }
            }
        }
        let weight = |count: usize| weighing.weight(count);
        let sum: f64 = merged.iter().map(|(_, count)| f64::from(weight(*count))).sum();
        let mean = (sum / merged.len().max(1) as f64) as f32;
        merged.into_iter().map(|(lesson, count)| (lesson, weight(count) / mean)).collect()
    }
}

/// The policy number `count` becomes part of an average.
fn average(policy: &mut Vec<(u8, f32)>, next: &[(u8, f32)], count: usize) {
    let share = 1.0 / count as f32;
    policy.iter_mut().for_each(|(_, probability)| *probability *= 1.0 - share);
    for (answer, probability) in next {
        match policy.iter_mut().find(|(known, _)| known == answer) {
            Some((_, sum)) => *sum += probability * share,
            None => policy.push((*answer, probability * share)),
        }
    }
}

/// The order in which this many samples are gone through: again and again, each time shuffled, until there are `wanted`.
pub fn order(samples: usize, wanted: usize, seed: u64) -> Vec<u32> {
    let mut all: Vec<u32> = (0..samples as u32).collect();
    let mut order = Vec::with_capacity(wanted);
    let mut rng = Streams::new(seed).test(1);
    while order.len() < wanted && !all.is_empty() {
        choose::shuffle(&mut rng, &mut all);
        let rest = wanted - order.len();
        order.extend_from_slice(&all[..rest.min(samples)]);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lesson(position: u8, policy: &[(u8, f32)], value: f32) -> Lesson<u8> {
        Lesson { position, policy: policy.to_vec(), value }
    }

    #[test]
    fn lessons_of_a_position_are_averaged_and_weighed() {
        let mut replay = ReplayBuffer::default();
        let lessons = [
            lesson(7, &[(0, 1.0)], 1.0),
            lesson(9, &[(2, 0.5), (3, 0.5)], -1.0),
            lesson(7, &[(0, 0.5), (1, 0.5)], 0.0),
            lesson(7, &[(1, 1.0)], -0.4),
            lesson(7, &[(0, 0.5), (1, 0.5)], 0.2),
        ];
        replay.add(lessons, 100);
        let merged = replay.merged(Weighing::Logarithmic, |position| *position);
        assert_eq!(merged.len(), 2);
        let (first, weight) = &merged[0];
        // Four of one and one of the other: log₂ 4 + 1 = 3 and 1, 2 on average.
        assert_eq!((first.position, *weight, merged[1].1), (7, 1.5, 0.5));
        assert!((first.value - 0.2).abs() < 1e-6);
        let shares: Vec<(u8, f32)> =
            first.policy.iter().map(|(a, p)| (*a, (p * 1e4).round() / 1e4)).collect();
        assert_eq!(shares, [(0, 0.5), (1, 0.5)]);
        assert_eq!(merged[1].0, lesson(9, &[(2, 0.5), (3, 0.5)], -1.0));
        assert_eq!(replay.merged(Weighing::Equal, |position| *position)[0].1, 1.0);
        assert_eq!(replay.merged(Weighing::Ramp, |position| *position)[0].1, 1.6);
        assert_eq!(replay.merged(Weighing::Equal, |_| ()).len(), 1);
    }

    #[test]
    fn the_oldest_lessons_are_forgotten() {
        let mut replay = ReplayBuffer::default();
        replay.add((0..5).map(|n| lesson(n, &[(0, 1.0)], 0.0)), 5);
        replay.add([lesson(5, &[(0, 1.0)], 0.0)], 3);
        let left: Vec<u8> = replay.lessons.iter().map(|lesson| lesson.position).collect();
        assert_eq!(left, [3, 4, 5]);
    }

    #[test]
    fn every_sample_comes_once_before_one_comes_twice() {
        let order = order(10, 25, 3);
        assert_eq!(order, super::order(10, 25, 3));
        assert_ne!(order, super::order(10, 25, 4));
        for part in order.chunks_exact(10) {
            let mut part = part.to_vec();
            part.sort_unstable();
            assert!(part.into_iter().eq(0..10));
        }
        assert_eq!((order.len(), super::order(0, 5, 1).len()), (25, 0));
    }
}
