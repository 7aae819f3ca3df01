//! A search allocates what it answers, and nothing for its nodes.
#![allow(unsafe_code)]

use kontra_agents::ontop::{OnTopGuide, test_positions};
use kontra_search::expectimax::{Algorithm, Probing, Settings, Star};
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

#[test]
fn nothing_is_allocated_for_nodes() {
    let game = &test_positions()[8].game;
    for algorithm in [
        Algorithm::Expectimax,
        Algorithm::Star1,
        Algorithm::Star2,
        Algorithm::Star25 { factor: 3, probing: Probing::Cyclic },
    ] {
        for table in [0, 1 << 12] {
            let plain = Settings { table, ..Settings::new(algorithm) };
            let full = Settings { etc: true, keep_probes: true, deepening: true, ..plain };
            for settings in [plain, full] {
                let mut star = Star::new(OnTopGuide::default(), settings.depth(1));
                star.analyze(game);
                let before = ALLOCATIONS.get();
                let nodes = star.analyze(game).nodes;
                let allocations = ALLOCATIONS.get() - before;
                // The lines at the root, which may grow and are sorted, and the answer.
                assert!(nodes > 300 && allocations <= 16, "{allocations} {nodes} {settings:?}");
            }
        }
    }
}
