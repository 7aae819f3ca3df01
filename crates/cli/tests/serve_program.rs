//! `kontra serve --external`: a program at a table of the real server. Needs `python3`.
#![cfg(unix)]

use crate::served::{Client, Served, folder, kontra, own_turn};
use serde_json::{Value, json};
use std::path::Path;

fn client() -> String {
    let client = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../clients/python/player.py");
    format!("mine=python3 '{}'", client.display())
}

fn serve(store: &Path, more: &[&str]) -> Served {
    let mut command = kontra();
    let args = ["serve", "--addr", "127.0.0.1:0", "--no-open", "--pace", "0", "--store"];
    // These tests ask more often than people do.
    command.args(args).arg(store).args(["--requests-per-second", "0"]).args(more);
    Served::spawn(&mut command)
}

/// The processes of this client that a server started.
fn children_of(served: &Served) -> usize {
    let parent = format!("PPid:\t{}\n", served.process.id());
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let status =
        processes.filter_map(|entry| std::fs::read_to_string(entry.path().join("status")).ok());
    status.filter(|status| status.contains(&parent)).count()
}

/// Plays a game of each kind against the client, which answers every question.
#[test]
fn a_program_plays_at_a_table_of_each_game() {
    let folder = folder("program");
    let served = serve(&folder.join("a.db"), &["--external", &client()]);
    let mut http = Client::new(served.addr);
    for (game, seats) in [("doppelkopf", 4), ("just4fun", 3), ("ontop", 2)] {
        let mut list = vec![json!({ "person": "Anna" })];
        list.extend(vec![json!({ "agent": "mine" }); seats - 1]);
        let order = json!({ "game": game, "seats": list });
        let made = http.post("/api/tables", None, &order).expect(201);
        let token = made["links"][0]["token"].as_str().unwrap().to_owned();
        let path = format!("/api/tables/{}", made["table"].as_str().unwrap());
        let over = loop {
            let seen = own_turn(&mut http, &path, &token);
            for seat in seen["seats"].as_array().unwrap() {
                assert_eq!(seat["trouble"], Value::Null, "{game}");
            }
            if !seen["over"].is_null() {
                break seen;
            }
            let body = json!({ "version": seen["version"], "moves": seen["choices"][0]["send"] });
            http.post(&format!("{path}/moves"), Some(&token), &body).expect(200);
        };
        assert_eq!(over["seats"][1]["spec"], "program(name=mine)", "{game}");
    }
    // One program for each game, whatever the number of seats: it is asked one question after the other.
    if cfg!(target_os = "linux") {
        assert!((3..=9).contains(&children_of(&served)), "{}", children_of(&served));
    }
    drop(served);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn without_its_program_a_table_goes_on_with_another_agent() {
    let folder = folder("program-gone");
    let store = folder.join("a.db");
    let served = serve(&store, &["--external", &client()]);
    let mut http = Client::new(served.addr);
    let order = json!({ "game": "just4fun", "seats": [{ "person": "Anna" }, { "agent": "mine" }] });
    let made = http.post("/api/tables", None, &order).expect(201);
    let token = made["links"][0]["token"].as_str().unwrap().to_owned();
    let path = format!("/api/tables/{}", made["table"].as_str().unwrap());
    served.kill();
    let served = serve(&store, &[]);
    let mut http = Client::new(served.addr);
    let seen = own_turn(&mut http, &path, &token);
    let body = json!({ "version": seen["version"], "moves": seen["choices"][0]["send"] });
    http.post(&format!("{path}/moves"), Some(&token), &body).expect(200);
    let seen = own_turn(&mut http, &path, &token);
    let trouble = &seen["seats"][1]["trouble"];
    assert_eq!(trouble, "is no program that this server was started with");
    drop(served);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_makes_no_sense_is_told_in_one_sentence() {
    let folder = folder("program-bad");
    let store = folder.join("a.db");
    let complaint = |args: &[&str]| {
        let mut command = kontra();
        command.args(["serve", "--no-open", "--store"]).arg(&store).args(args);
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    for (args, sentence) in [
        (
            &["--external", "python3 a.py"][..],
            "--external: expected a name and a command, as in 'mine=python3 my_agent.py', found 'python3 a.py'",
        ),
        (
            &["--external", "medium=a"],
            "--external: expected a name that no agent has, found 'medium'",
        ),
        (
            &["--external", "a=b", "--external", "a=c"],
            "--external: expected a different name for each program, found 'a'",
        ),
        (
            &["--external", "a=b", "--addr", "0.0.0.0:0"],
            "--external: expected an address that only this machine can reach, and no proxy, found 0.0.0.0:0",
        ),
    ] {
        assert_eq!(complaint(args), format!("kontra: {sentence}\n"));
    }
    std::fs::remove_dir_all(folder).unwrap();
}
