//! Random play without a single allocation.
#![allow(unsafe_code, reason = "an allocator that counts is unsafe by its trait")]

use kontra_game::{Actions, Chances, Game, Streams, View};
use kontra_ontop::{Board, Lineup, OnTop, Start};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, counting what each thread asks for.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: every call is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller keeps the promises that the system's allocator asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations() -> u64 {
    ALLOCATIONS.with(Cell::get)
}

#[test]
fn playouts_lists_of_moves_views_and_keys_do_not_allocate() {
    let starts = Lineup::ALL.map(|table| OnTop::new(&Start::usual(table, Board::default())));
    let mut rng = Streams::new(1).test(0);
    assert!(allocations() > 0, "the counter counts");
    let before = allocations();
    let mut checksum = 0;
    for start in starts {
        for _ in 0..200 {
            let mut game = start;
            game.playout(&mut rng);
            checksum ^= game.payoffs().as_slice().len() as u64;
            let mut game = start;
            while let Some(action) = game.random_action(&mut rng) {
                let (mut actions, mut chances) = (Actions::new(), Chances::new());
                game.actions(&mut actions);
                game.chances(&mut chances);
                checksum ^= game.view(game.mover()).key().0 ^ actions.len() as u64;
                game.play(action);
            }
        }
    }
    assert_eq!(allocations() - before, 0, "{checksum}");
}

#[test]
fn a_state_is_small_enough_to_copy_at_every_node() {
    assert!(size_of::<OnTop>() <= 272, "{} bytes", size_of::<OnTop>());
}
