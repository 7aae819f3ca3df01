//! What matches have left behind.

use crate::common::{Client, Folder, config};
use crate::golden::script::Script;
use crate::golden::start_with;
use kontra_agents::Recipe;
use kontra_agents::games::Kuhn;
use kontra_arena::{Match, Seating};
use kontra_server::Config;
use kontra_store::{MatchRequest, Store, StoreError};
use std::ops::ControlFlow;
use std::path::Path;

fn play_a_match(store: &Path) {
    let recipe = |spec: &str| Recipe::<Kuhn>::new(&spec.parse().unwrap()).unwrap();
    let agents = vec![recipe("random"), recipe("flat(iterations=4)")];
    let contest = Match::new((), agents, 6, Seating::All, 1).unwrap();
    let mut store = Store::open(store).unwrap();
    let each = |_, _: &[_]| Ok::<_, StoreError>(ControlFlow::Continue(()));
    store.play(&contest, &MatchRequest::default(), each).unwrap();
}

#[test]
fn matches_and_ratings() {
    let folder = Folder::new("golden-arena");
    let store = folder.file("kontra.db");
    play_a_match(&store);
    let server = start_with(Config { store: Some(store), ..config() });
    let mut client = Client::new(server.addr());
    let mut script = Script::new("arena");
    for path in [
        "/api/leaderboard",
        "/api/leaderboard?game=kuhn-poker",
        "/api/leaderboard?game=ontop",
        "/api/leaderboard?game=chess",
        "/api/matches",
        "/api/matches/1",
        "/api/matches/7",
        "/api/matches/x",
        "/api/matches/1/games/0",
        "/api/matches/1/games/9999",
        "/api/matches/1/games/x",
    ] {
        script.get(&mut client, path, None);
    }
    let server = start_with(config());
    let mut client = Client::new(server.addr());
    for path in ["/api/leaderboard", "/api/matches"] {
        script.get(&mut client, path, None);
    }
    script.finish();
}
