//! All tests of this crate that need no program of their own: one program is quicker to build than many.

mod afterstate;
mod checkpoints;
mod cpu_learner;
mod elsewhere;
mod gradients;
mod imitation;
mod losses;
mod program;
mod searched;
mod selfplay;
mod training;
