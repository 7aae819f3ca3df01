//! A store that is damaged: every request is told so (503), and nothing of what a hand holds.

use crate::common::{Client, Folder, config, make};
use kontra_server::{Config, Server};
use kontra_store::rusqlite::Connection;
use std::path::{Path, PathBuf};

fn start_on(store: PathBuf) -> Server {
    Server::start(Config { store: Some(store), ..config() }).unwrap()
}

fn change(store: &Path, sql: &str) {
    assert!(Connection::open(store).unwrap().execute(sql, ()).unwrap() > 0, "{sql}");
}

#[test]
fn a_damaged_table_is_unavailable_and_tells_nothing() {
    let folder = Folder::new("damaged-table");
    let store = folder.file("kontra.db");
    let server = start_on(store.clone());
    let mut client = Client::new(server.addr());
    // Four people: the game waits for the first, and nothing is thought meanwhile.
    let table = make(&mut client, "doppelkopf", &[""; 4]);
    server.stop();
    for sql in [
        "UPDATE web_tables SET start = replace(start, 'DT', 'DJ')",
        "UPDATE web_tables SET settings = '{}'",
        "INSERT INTO web_moves SELECT id, plies, 'CQ' FROM web_tables",
    ] {
        let whole = std::fs::read(&store).unwrap();
        change(&store, sql);
        let server = start_on(store.clone());
        let mut client = Client::new(server.addr());
        for token in [None, Some(table.token(0))] {
            let reply = client.get(&table.path(""), token);
            let body = reply.expect(503).to_string();
            assert!(
                body.contains("unavailable")
                    && !body.contains("DT")
                    && !body.contains("expected one of"),
                "{body}"
            );
        }
        server.stop();
        std::fs::write(&store, whole).unwrap();
    }
    let server = start_on(store);
    Client::new(server.addr()).get(&table.path(""), Some(table.token(0))).expect(200);
}
