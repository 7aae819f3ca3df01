//! Kontra's pages in a real browser, by clicking. `cargo xtask browser` runs these.

mod arena;
mod come_back;
mod film;
mod first_page;
mod friends;
mod games;
mod generic;
mod german;
mod habits;
mod hands;
mod keyboard;
mod lab;
mod learning;
mod legible;
mod mine;
mod pages;
mod people;
mod phone;
mod plumbing;
mod records;
mod review;
mod small_screens;
mod table_moves;
mod thinking;
mod tournament;
mod watching;
