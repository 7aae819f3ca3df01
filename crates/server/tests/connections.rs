//! Connections: how many one address may have, who comes first, and who loses theirs.

use crate::common::{Client, Live, config, generous, make, state, wait_for};
use kontra_server::{Config, Server, ServerLimits};
use std::io::{ErrorKind, Write};
use std::net::TcpStream;
use std::time::Duration;

fn with_limits(limits: ServerLimits) -> Server {
    Server::start(Config { limits, ..config() }).unwrap()
}

#[test]
fn a_client_that_asks_and_never_reads_loses_its_connection() {
    let server = with_limits(ServerLimits { patience: Duration::from_millis(200), ..generous() });
    let mut deaf = TcpStream::connect(server.addr()).unwrap();
    deaf.set_write_timeout(Some(Duration::from_secs(60))).unwrap();
    let request = format!("GET /api/openapi.json HTTP/1.1\r\nHost: {}\r\n\r\n", server.addr());
    let request = request.repeat(100);
    // Somewhere on the way nothing fits into the line any more, and some time later there is no line.
    let error = loop {
        if let Err(error) = deaf.write_all(request.as_bytes()) {
            break error;
        }
    };
    let ends = [ErrorKind::BrokenPipe, ErrorKind::ConnectionReset, ErrorKind::ConnectionAborted];
    assert!(ends.contains(&error.kind()), "{error}");
    Client::new(server.addr()).get("/healthz", None).expect(200);
}

/// Asks for a live connection; the status of the answer. The client keeps the connection.
fn upgrade(client: &mut Client, server: &Server, table: &str) -> u16 {
    client
        .raw(&format!(
            "GET /api/tables/{table}/live HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\n\
             Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            server.addr()
        ))
        .status
}

#[test]
fn one_address_cannot_have_all_live_connections() {
    let server = with_limits(ServerLimits { per_address: 5, ..generous() });
    let mut client = Client::new(server.addr());
    let table = make(&mut client, "just4fun", &["", ""]);
    let mut open: Vec<Live> = vec![];
    for _ in 0..5 {
        let mut live = Live::hello(server.addr(), &table.id, None);
        live.hear().unwrap();
        open.push(live);
    }
    wait_for(|| {
        (upgrade(&mut Client::new(server.addr()), &server, &table.id) == 429).then_some(())
    });
    // Everything else works, and when one goes there is room again.
    assert_eq!(state(&mut client, &table, 0)["you"], 0);
    open.pop();
    wait_for(|| {
        (upgrade(&mut Client::new(server.addr()), &server, &table.id) == 101).then_some(())
    });
}

#[test]
fn one_address_cannot_have_all_connections() {
    let server = with_limits(ServerLimits { per_address: 4, ..generous() });
    let mut open: Vec<Client> = (0..4).map(|_| Client::new(server.addr())).collect();
    for client in &mut open {
        client.get("/healthz", None).expect(200);
    }
    assert_eq!(Client::new(server.addr()).get("/healthz", None).status, 429);
    open.pop();
    wait_for(|| (Client::new(server.addr()).get("/healthz", None).status == 200).then_some(()));
    // Behind a proxy all connections are the proxy's, and it says whose they are.
    let limits = ServerLimits { per_address: 2, ..generous() };
    let server = Server::start(Config { limits, proxy: true, ..config() }).unwrap();
    let mut open: Vec<Client> = (0..8).map(|_| Client::new(server.addr())).collect();
    for client in &mut open {
        client.get("/healthz", None).expect(200);
    }
}

/// How a live connection ended.
fn end(live: &mut Live) -> u16 {
    std::iter::repeat_with(|| live.hear()).find_map(Result::err).unwrap()
}

#[test]
fn watchers_take_no_seats_live_connection() {
    // Eleven for anybody, four for seats, one at the door.
    let server = with_limits(ServerLimits { connections: 16, ..generous() });
    let mut client = Client::new(server.addr());
    let table = make(&mut client, "just4fun", &["", ""]);
    let watchers: Vec<Live> = (0..11)
        .map(|_| {
            let mut live = Live::hello(server.addr(), &table.id, None);
            live.hear().unwrap();
            live
        })
        .collect();
    assert_eq!(end(&mut Live::hello(server.addr(), &table.id, None)), 4008);
    // One after the other through the door, which is small here.
    let mut seats = vec![];
    for seat in 0..2 {
        let mut live = Live::hello(server.addr(), &table.id, Some(table.token(seat)));
        assert_eq!(live.hear().unwrap()["you"], seat);
        seats.push(live);
    }
    drop(seats);
    drop(watchers);
}

#[test]
fn watchers_of_a_table_keep_nobody_from_his_seat() {
    let server = with_limits(ServerLimits { watchers: 2, devices: 2, ..generous() });
    let mut client = Client::new(server.addr());
    let table = make(&mut client, "just4fun", &["", ""]);
    let mut watchers = [(); 2].map(|()| Live::hello(server.addr(), &table.id, None));
    watchers.iter_mut().for_each(|live| drop(live.hear().unwrap()));
    assert_eq!(end(&mut Live::hello(server.addr(), &table.id, None)), 4008);
    let mut devices = [(); 2].map(|()| Live::hello(server.addr(), &table.id, Some(table.token(0))));
    devices.iter_mut().for_each(|live| drop(live.hear().unwrap()));
    // But a seat is no place for any number of devices.
    assert_eq!(end(&mut Live::hello(server.addr(), &table.id, Some(table.token(0)))), 4008);
    let mut other = Live::hello(server.addr(), &table.id, Some(table.token(1)));
    assert_eq!(other.hear().unwrap()["you"], 1);
}
