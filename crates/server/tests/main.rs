//! All tests of this crate that need no program of their own: one program is quicker to build than many.

mod access;
mod architecture;
mod attack;
mod book;
mod common;
mod company;
mod connections;
mod damaged;
mod damaged_store;
mod deals;
mod description;
mod every_game;
mod games;
mod golden;
mod health;
mod invite;
mod life;
mod limits;
mod no_leak;
mod pages;
mod persistence;
mod puzzles;
mod review;
mod tables;
mod threats;
mod transfer;
