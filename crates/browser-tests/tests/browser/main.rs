//! Kontra's pages in a real browser, by clicking. `cargo xtask browser` runs these.

mod arena;
mod come_back;
mod first_page;
mod games;
mod generic;
mod german;
mod hands;
mod keyboard;
mod legible;
mod pages;
mod people;
mod phone;
mod plumbing;
mod records;
mod review;
mod thinking;
mod watching;
