//! No allocation in a playout, in a determinization, or between two moves of a search.
#![allow(unsafe_code)]

use kontra_game::{
    Actions, Chances, Determinize, Encode, Game, Log, Recorded, Seat, Streams, Turn, View,
    information_size,
};
use kontra_just4fun::{CardChoice, Just4Fun, KeyState, Players, Rules, policy};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, counting what the current thread asks for.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: every call is handed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        // SAFETY: the caller's promises are those of the system's allocator.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the memory came from the system's allocator.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| drop(std::hint::black_box(vec![1]))), 1);
}

#[test]
fn nothing_is_allocated_while_a_game_is_played() {
    let streams = Streams::new(1);
    for players in Players::ALL {
        for (_, cards) in CardChoice::WORDS {
            let rules = Rules { players, cards, ..Rules::default() };
            let start = Just4Fun::deal(&rules, &mut streams.deal(0));
            let mut rng = streams.test(0);
            let count = allocations(|| {
                for _ in 0..20 {
                    let mut game = Just4Fun::begin(&start);
                    game.playout(&mut rng);
                    let mut game = Just4Fun::begin(&start);
                    policy::play_combinations(&mut game, &mut rng);
                    let mut game = Just4Fun::begin(&start);
                    while game.turn() != Turn::Over {
                        look_around(&game, &mut rng);
                        if let Some(action) = game.random_action(&mut rng) {
                            game.play(action);
                        }
                    }
                    let _ = game.payoffs();
                }
            });
            assert_eq!(count, 0, "{rules:?}");
        }
    }
}

#[test]
fn nothing_is_allocated_for_a_decision_of_a_network() {
    let streams = Streams::new(2);
    let start = Just4Fun::deal(&Rules::default(), &mut streams.deal(0));
    let (mut game, mut log, mut rng) = (Just4Fun::begin(&start), Log::new(), streams.test(0));
    let mut tensor = vec![0.0; information_size::<Just4Fun>()];
    let mut mask = vec![false; 37];
    let count = allocations(|| {
        while let Some(action) = game.random_action(&mut rng) {
            if let Turn::Seat(seat) = game.turn() {
                let view = game.view(seat);
                Just4Fun::information_tensor(&view, log.seen_by(seat), &mut tensor);
                Just4Fun::legal_mask(&view, &mut mask);
                assert_eq!(Just4Fun::action_of(Just4Fun::action_id(action), &view), Some(action));
            }
            log.push(&game, action);
            game.play(action);
        }
    });
    assert!(log.len() < 128, "a log has room for {} decisions", log.len());
    assert_eq!(count, 0);
}

/// Everything a search asks on its way.
fn look_around(game: &Just4Fun, rng: &mut kontra_game::SearchRng) {
    let (mut actions, mut chances) = (Actions::new(), Chances::new());
    game.actions(&mut actions);
    game.chances(&mut chances);
    for seat in Seat::all(game.seats()) {
        let view = game.view(seat);
        for (_, state) in KeyState::WORDS {
            std::hint::black_box(view.key_by(state));
        }
        let mut moves = Actions::new();
        view.actions(&mut moves);
        let mut world = view.determinize(rng);
        world.playout(rng);
    }
}
