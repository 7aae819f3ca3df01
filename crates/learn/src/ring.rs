use crate::{LearnerSetup, Samples, Trouble};

/// The last samples, each in a place of its own: the oldest give way.
#[derive(Clone, Debug)]
pub struct Ring {
    samples: Samples,
    room: usize,
    next: usize,
}

impl Ring {
    /// Room for the samples of a learner.
    pub fn new(setup: &LearnerSetup) -> Ring {
        let samples = Samples::new(setup.words, setup.flags.div_ceil(64));
        Ring { samples, room: setup.ring, next: 0 }
    }

    /// How many samples there are.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// The samples by place.
    pub fn samples(&self) -> &Samples {
        &self.samples
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.samples.clear();
        self.next = 0;
    }

    /// Adds samples. Places are taken in order: after the last one comes the first again.
    pub fn add(&mut self, new: &Samples) -> Result<(), Trouble> {
        let (words, flag_words) = (self.samples.words, self.samples.flag_words);
        let fits = new.words == words
            && new.flag_words == flag_words
            && new.bits.len() == new.len() * words
            && new.targets.len() == new.len()
            && new.next.len() == new.len()
            && new.are_whole()
            && new.flags.len() == new.len() * flag_words
            && new.known.len() == new.flags.len();
        if !fits {
            return Err(Trouble(format!(
                "samples: expected positions of {words} words and {flag_words} words of flags, \
                 found lists of other lengths"
            )));
        }
        for n in 0..new.len() {
            self.put(new, n);
        }
        Ok(())
    }

    fn put(&mut self, new: &Samples, n: usize) {
        let all = &mut self.samples;
        let (w, f) = (all.words, all.flag_words);
        let bits = &new.bits[n * w..][..w];
        let (flags, known) = (&new.flags[n * f..][..f], &new.known[n * f..][..f]);
        let place = self.next;
        self.next = (self.next + 1) % self.room;
        if place == all.len() {
            all.bits.extend_from_slice(bits);
            all.flags.extend_from_slice(flags);
            all.known.extend_from_slice(known);
            all.answers.push(new.answers[n]);
            all.targets.push(new.targets[n]);
            all.next.push(new.next[n]);
        } else {
            all.bits[place * w..][..w].copy_from_slice(bits);
            all.flags[place * f..][..f].copy_from_slice(flags);
            all.known[place * f..][..f].copy_from_slice(known);
            all.answers[place] = new.answers[n];
            all.targets[place] = new.targets[n];
            all.next[place] = new.next[n];
        }
    }
}
