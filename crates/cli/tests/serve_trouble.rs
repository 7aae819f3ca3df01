//! Servers whose disk is full or read-only, and a second start.
#![cfg(unix)]

use crate::served::{Client, Served, folder, kontra, make_table};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Whether this user may mount file systems of its own.
fn can_mount() -> bool {
    let mount =
        Command::new("unshare").args(["-rm", "mount", "-t", "tmpfs", "none", "/mnt"]).output();
    mount.is_ok_and(|output| output.status.success())
}

/// A server on a small disk of its own, and a shell that sees that disk.
struct SmallDisk {
    shell: Child,
    answers: BufReader<std::process::ChildStdout>,
    client: Client,
}

impl SmallDisk {
    fn start(disk: &Path) -> SmallDisk {
        std::fs::create_dir_all(disk).unwrap();
        let (disk, program) = (disk.display(), env!("CARGO_BIN_EXE_kontra"));
        let script = format!(
            "mount -t tmpfs -o size=2m none {disk}
             {program} serve --addr 127.0.0.1:0 --no-open --store {disk}/kontra.db &
             server=$!
             while read -r line; do eval \"$line\" >/dev/null 2>&1; echo code $?; done
             kill -9 $server; wait"
        );
        let mut shell = Command::new("unshare")
            .args(["-rm", "sh", "-c", &script])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut answers = BufReader::new(shell.stdout.take().unwrap());
        let mut line = String::new();
        answers.read_line(&mut line).unwrap();
        let link = line.trim().strip_prefix("Kontra is at http://").expect(&line);
        let client = Client::new(link.trim_end_matches('/').parse().unwrap());
        // 'Games are kept in ...'
        answers.read_line(&mut String::new()).unwrap();
        SmallDisk { shell, answers, client }
    }

    /// Does something where the disk can be seen; the exit code.
    fn shell(&mut self, line: &str) -> String {
        writeln!(self.shell.stdin.as_mut().unwrap(), "{line}").unwrap();
        let mut answer = String::new();
        self.answers.read_line(&mut answer).unwrap();
        answer.trim().to_owned()
    }

    /// A table for two people: its path and their tokens. No agent has to write anything.
    fn table_for_two(&mut self) -> (String, [String; 2]) {
        let order =
            json!({ "game": "just4fun", "seats": [{ "person": "Anna" }, { "friend": "" }] });
        let made = self.client.post("/api/tables", None, &order).expect(201);
        let path = format!("/api/tables/{}", made["table"].as_str().unwrap());
        let invite = made["invite"].as_str().unwrap().rsplit('#').next().unwrap();
        let body = json!({ "invite": invite });
        let friend = self.client.post(&format!("{path}/sit"), None, &body).expect(200);
        let token = |link: &Value| link["token"].as_str().unwrap().to_owned();
        (path, [token(&made["links"][0]), token(&friend)])
    }

    /// Tries to make the next move, or to begin the next game; the version before, and what was answered.
    fn try_move(&mut self, path: &str, tokens: &[String; 2]) -> (Value, u16) {
        let seen = self.client.get(path, Some(&tokens[0])).expect(200);
        let Some(turn) = seen["turn"].as_u64() else {
            let body = json!({ "number": seen["number"] });
            let reply = self.client.post(&format!("{path}/next"), Some(&tokens[0]), &body);
            return (seen["version"].clone(), reply.status);
        };
        let token = &tokens[turn as usize];
        let own = self.client.get(path, Some(token)).expect(200);
        let body = json!({ "version": own["version"], "moves": own["choices"][0]["send"] });
        let reply = self.client.post(&format!("{path}/moves"), Some(token), &body);
        (own["version"].clone(), reply.status)
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Who hears nothing any more goes.
        drop(self.shell.stdin.take());
        let _ = self.shell.wait();
    }
}

/// The server refuses and says so while `break_it` holds, and is well again after `mend_it`.
fn refuses_and_recovers(name: &str, break_it: &str, mend_it: &str) {
    if !can_mount() {
        eprintln!("skipped: file systems cannot be mounted here");
        return;
    }
    let folder = folder(name);
    let place = folder.join("disk");
    let mut disk = SmallDisk::start(&place);
    let (path, tokens) = disk.table_for_two();
    assert_eq!(disk.try_move(&path, &tokens).1, 200);
    disk.client.get("/readyz", None).expect(200);
    let in_place = |command: &str| command.replace("DISK", &place.display().to_string());
    assert_eq!(disk.shell(&in_place(break_it)), "code 0");
    // What still fits into what the file has already may be kept: until nothing does.
    let (version, status) = loop {
        let (version, status) = disk.try_move(&path, &tokens);
        if status != 200 {
            break (version, status);
        }
    };
    assert_eq!(status, 503);
    assert_eq!(disk.client.get("/readyz", None).expect(503)["ready"], false);
    assert_eq!(disk.client.get("/healthz", None).expect(200)["status"], "degraded");
    let seen = disk.client.get(&path, Some(&tokens[0])).expect(200);
    assert_eq!(seen["version"], version, "the move was refused");
    assert_eq!(disk.shell(&in_place(mend_it)), "code 0");
    assert_eq!(disk.try_move(&path, &tokens).1, 200);
    disk.client.get("/readyz", None).expect(200);
    drop(disk);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_full_disk_refuses_moves_and_health_says_so() {
    let fill = "dd if=/dev/zero of=DISK/fill bs=4096; true";
    refuses_and_recovers("full", fill, "rm DISK/fill");
}

#[test]
fn a_store_on_a_read_only_disk_is_refused_at_the_start() {
    if !can_mount() {
        eprintln!("skipped: file systems cannot be mounted here");
        return;
    }
    let folder = folder("read-only");
    let (disk, program) = (folder.join("disk"), env!("CARGO_BIN_EXE_kontra"));
    std::fs::create_dir_all(&disk).unwrap();
    let disk = disk.display();
    // A store that is there, and one that would be new.
    let script = format!(
        "mount -t tmpfs none {disk} && {program} match ontop -a random --deals 1 --store {disk}/a.db >/dev/null
         mount -o remount,ro {disk}
         for store in a.db b.db; do
             {program} serve --addr 127.0.0.1:0 --no-open --store {disk}/$store; echo code $?
         done"
    );
    let output = Command::new("unshare").args(["-rm", "sh", "-c", &script]).output().unwrap();
    let expected = "expected a place where a store can be written, found that it cannot be written";
    let sentences = format!("kontra: {disk}/a.db: {expected}\nkontra: {disk}/b.db: {expected}\n");
    assert_eq!(String::from_utf8(output.stderr).unwrap(), sentences);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "code 2\ncode 2\n");
    std::fs::remove_dir_all(folder).unwrap();
}

/// The program with a data folder of its own.
fn at_home(folder: &Path) -> Command {
    let mut command = kontra();
    command.env("XDG_DATA_HOME", folder).env("HOME", folder).current_dir(folder);
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command
}

#[cfg(target_os = "linux")]
#[test]
fn a_second_start_shows_the_way_to_the_server_that_runs() {
    let folder = folder("second");
    let first =
        Served::spawn(at_home(&folder).args(["serve", "--no-open", "--addr", "127.0.0.1:0"]));
    for args in [&[][..], &["serve"], &["serve", "--no-open"]] {
        let output = at_home(&folder).args(args).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(
            (output.status.code(), said.lines().next()),
            (Some(0), Some(format!("Kontra is at http://{}/", first.addr).as_str())),
            "{said}"
        );
        assert!(said.contains("It runs already"), "{said}");
    }
    // Who insists on an address is told why not.
    let output = at_home(&folder).args(["serve", "--addr", "127.0.0.1:0"]).output().unwrap();
    let sentence = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{sentence}");
    assert!(sentence.contains(&format!("found one at http://{}/", first.addr)), "{sentence}");
    // Another store has a server of its own, beside it.
    let other = Served::spawn(at_home(&folder).args(["serve", "--no-open", "--store", "other.db"]));
    assert_ne!(other.addr, first.addr);
    Client::new(other.addr).get("/readyz", None).expect(200);
    Client::new(first.addr).get("/readyz", None).expect(200);
    // Killed as by the power, it leaves nothing in the way of the next one.
    first.kill();
    let again =
        Served::spawn(at_home(&folder).args(["serve", "--no-open", "--addr", "127.0.0.1:0"]));
    Client::new(again.addr).get("/readyz", None).expect(200);
    drop((other, again));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn tables_are_listed_and_deleted_also_while_the_server_runs() {
    let folder = folder("tables");
    let store = folder.join("kontra.db");
    let served = Served::start(&store);
    let mut client = Client::new(served.addr);
    let (path, token) = make_table(&mut client, "ontop");
    let id = path.rsplit('/').next().unwrap().to_owned();
    let run = |args: &[&str]| {
        let output = kontra().arg("tables").args(args).arg("--store").arg(&store).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (code, list, _) = run(&["list", "--json"]);
    let list: Value = serde_json::from_str(&list).unwrap();
    assert_eq!(
        (code, &list[0]["table"], &list[0]["seats"][0]),
        (Some(0), &json!(id), &json!("Anna"))
    );
    let (_, list, _) = run(&["list"]);
    assert!(list.contains(&id) && list.contains("Anna, random"), "{list}");
    let (code, _, sentence) = run(&["delete", "aaaaaaaaaaaa"]);
    assert_eq!(code, Some(2));
    assert!(sentence.contains("expected the id of a table, found 'aaaaaaaaaaaa'"), "{sentence}");
    let (code, _, sentence) = run(&["delete"]);
    assert!(code == Some(2) && sentence.contains("found neither"), "{sentence}");
    assert_eq!(run(&["delete", "--unused-for", "1"]).1, "0 tables deleted\n");
    assert_eq!(run(&["delete", &id]).1, "1 table deleted\n");
    let (status, seen) = {
        let seen = client.get(&path, Some(&token));
        (seen.status, seen)
    };
    if status == 200 {
        let seen = seen.json();
        let body = json!({ "version": seen["version"], "moves": seen["choices"][0]["send"] });
        assert_eq!(client.post(&format!("{path}/moves"), Some(&token), &body).status, 404);
    }
    assert_eq!(run(&["list", "--json"]).1, "[]\n");
    drop(served);
    std::fs::remove_dir_all(folder).unwrap();
}
