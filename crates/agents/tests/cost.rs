//! What an agent may use is known before anything is built, and an agent keeps to it.
#![allow(unsafe_code)]

use kontra_agents::{AgentKind, AgentSpec, Manner, Needs, Playable, Player, Recipe, with_game};
use kontra_agents::{GameId, games::OnTop, kinds};
use kontra_game::{History, Seat, Streams, Turn};
use kontra_search::{Cost, Limits};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::time::{Duration, Instant};

/// The system's allocator, counting what the current thread holds.
struct Counting;

thread_local! {
    static HELD: Cell<i64> = const { Cell::new(0) };
    static MOST: Cell<i64> = const { Cell::new(0) };
}

fn count(bytes: i64) {
    let _ = HELD.try_with(|held| {
        held.set(held.get() + bytes);
        let _ = MOST.try_with(|most| most.set(most.get().max(held.get())));
    });
}

// SAFETY: every call is handed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as i64);
        // SAFETY: the caller's promises are those of the system's allocator.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        count(-(layout.size() as i64));
        // SAFETY: the memory came from the system's allocator.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size as i64 - layout.size() as i64);
        // SAFETY: the caller's promises are those of the system's allocator.
        unsafe { System.realloc(memory, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The most memory that the job held at once, beyond what was there before.
fn most_held(job: impl FnOnce()) -> u64 {
    let before = HELD.get();
    MOST.set(before);
    job();
    u64::try_from(MOST.get() - before).unwrap()
}

const NODES: usize = 5000;

/// What a server on a small machine would accept.
fn is_accepted(cost: &Cost) -> bool {
    let patience = Duration::from_secs(10);
    cost.bytes <= 64 << 20 && cost.threads == 1 && cost.time.is_none_or(|time| time <= patience)
}

/// The largest number that a parameter takes, if it takes numbers: a larger one is refused.
fn largest<G: Playable>(kind: &AgentKind<G>, name: &str) -> Option<u64> {
    let with = |number: u64| {
        let text = number.to_string();
        Recipe::<G>::new(&AgentSpec::new(kind.name, [(name, text.as_str())]))
    };
    let Err(complaint) = with(1 << 62) else { return Some(1 << 62) };
    let complaint = complaint.to_string();
    let (before, _) = complaint.split_once(&format!(" for {name},"))?;
    let most = before.rsplit_once(" to ")?.1.parse::<f64>().ok()? as u64;
    with(most).unwrap_or_else(|bad| panic!("{name}={most}: {bad}"));
    Some(most)
}

/// Every kind with its defaults, with each number at its largest, and with all of them.
fn specs<G: Playable>() -> Vec<AgentSpec> {
    let mut specs = vec![];
    let complete = |kind: &AgentKind<G>| kind.params.iter().all(|param| param.default.is_some());
    for kind in kinds::<G>().iter().filter(|kind| kind.needs != Needs::System && complete(kind)) {
        specs.push(AgentSpec::new(kind.name, []));
        let mut all = vec![];
        for param in kind.params {
            if let Some(most) = largest(kind, param.name) {
                let most = most.to_string();
                specs.push(AgentSpec::new(kind.name, [(param.name, most.as_str())]));
                all.push((param.name, most));
            }
        }
        let all = AgentSpec::new(kind.name, all.iter().map(|(name, most)| (*name, most.as_str())));
        // Some parameters exclude each other.
        if Recipe::<G>::new(&all).is_ok() {
            specs.push(all);
        }
    }
    specs
}

/// A position of a random game at which somebody has a choice: the last one after at most this many decisions.
fn position<G: Playable>(steps: usize) -> (G, Seat) {
    let streams = Streams::new(8);
    let find = |deal| {
        let mut rng = streams.test(deal);
        let mut game = G::begin(&G::deal(&G::Rules::default(), &mut streams.deal(deal)));
        let mut found = None;
        for _ in 0..=steps {
            if let Turn::Seat(seat) = game.turn()
                && game.choices().len() > 1
            {
                found = Some((game.clone(), seat));
            }
            let Some(action) = game.random_action(&mut rng) else { break };
            game.play(action);
        }
        found
    };
    (0..100).find_map(find).expect("a choice in some game")
}

fn keeps_its_word<G: Playable>(late: usize) -> [usize; 2] {
    let (mut refused, mut kept) = (0, 0);
    let positions = [position::<G>(4), position::<G>(late)];
    for spec in specs::<G>() {
        let recipe = Recipe::<G>::new(&spec).unwrap();
        let cost = recipe.cost(NODES);
        if recipe.manner() != Manner::Honest || !is_accepted(&cost) {
            refused += 1;
            continue;
        }
        for (game, seat) in &positions {
            let limits = Limits::new(NODES).until(Instant::now() + Duration::from_millis(5));
            let held = most_held(|| {
                let Player::Honest(mut agent) = recipe.player(Streams::new(1).test(0)) else {
                    panic!("{spec} is not what it says");
                };
                let view = game.view(*seat);
                let history = History::unknown(*seat);
                agent.set_limits(&limits);
                let action = agent.choose(&view, history);
                assert!(game.choices().contains(&action), "{spec}");
            });
            // An agent in a box, and its random numbers.
            let most = cost.bytes + 4096;
            assert!(held <= most, "{spec} held {held} bytes and said {}", cost.bytes);
        }
        kept += 1;
    }
    [refused, kept]
}

#[test]
fn an_agent_that_asks_for_the_most_is_refused_or_keeps_to_its_cost() {
    for id in GameId::ALL {
        let late = if id == GameId::Doppelkopf { 70 } else { 40 };
        let [refused, kept] = with_game!(id, G => keeps_its_word::<G>(late));
        assert!(refused > 3 && kept > 3, "{id}: {refused} refused, {kept} kept");
    }
}

#[test]
fn nothing_is_allocated_before_the_cost_is_known() {
    for spec in ["expectimax(table=1000000)", "star2(table=1000000, endgame=9)"] {
        let spec: AgentSpec = spec.parse().unwrap();
        let mut cost = Cost::NOTHING;
        let held = most_held(|| cost = Recipe::<OnTop>::new(&spec).unwrap().cost(NODES));
        assert!(cost.bytes > 32_000_000_000, "{cost:?}");
        // What the game knows about its board is small, and there anyway.
        assert!(held < 1 << 20, "{held} bytes");
    }
}

#[test]
fn each_table_and_each_tree_costs() {
    let cost = |spec: &str| Recipe::<OnTop>::new(&spec.parse().unwrap()).unwrap().cost(1_000_000);
    let megabytes = |spec: &str| cost(spec).bytes >> 20;
    assert_eq!(megabytes("expectimax"), 1);
    assert!(megabytes("expectimax(table=1000)") >= 32);
    assert!(megabytes("expectimax(endgame=9)") >= 128);
    assert!(megabytes("mcts(ms=100)") >= 60);
    assert!(megabytes("mcts(iterations=100)") <= 4);
    assert!(megabytes("mcts(ms=100, trees=4)") < megabytes("mcts(ms=100, trees=4, threads=4)"));
    assert!(megabytes("mcts(ms=100)") < megabytes("mcts(ms=100, reuse=yes)"));
    assert_eq!(cost("mcts(ms=100, trees=4, threads=8)").threads, 4);
    assert_eq!(cost("mcts(leaf=8)").threads, 2);
    assert_eq!(cost("mcts(ms=100)").time, Some(Duration::from_millis(100)));
    assert_eq!(cost("mcts(iterations=7)").time, None);
    assert_eq!(cost("random"), Cost::NOTHING);
}
