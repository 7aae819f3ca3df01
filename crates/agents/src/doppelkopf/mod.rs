//! What is known about playing Doppelkopf, beyond its rules.

pub mod endgame;
