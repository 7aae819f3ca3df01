//! The description for programs is true: whatever is answered fits its schema.

use crate::common::{
    Client, Live, Schemas, dice, make, make_with, play_out, start, state, wait_for,
};
use serde_json::{Value, json};

/// Checks an answer against the description of its endpoint.
fn check(schemas: &Schemas, method: &str, path: &str, status: u16, answer: &Value) {
    let operation = &schemas.0["paths"][path][method];
    assert!(operation.is_object(), "{method} {path} is not described");
    let responses = &operation["responses"];
    let response = responses.get(status.to_string()).unwrap_or(&responses["4XX"]);
    let schema = &response["content"]["application/json"]["schema"];
    assert!(schema.is_object(), "{method} {path}: no schema for {status}");
    let problem = schemas.problem(schema, answer, "answer");
    assert_eq!(problem, None, "{method} {path}: {answer}");
}

#[test]
fn every_answer_fits_its_schema() {
    let server = start();
    let mut client = Client::new(server.addr());
    let schemas = Schemas(client.get("/api/openapi.json", None).expect(200));
    let get = |client: &mut Client, template: &str, path: &str, token: Option<&str>| {
        let reply = client.get(path, token);
        check(&schemas, "get", template, reply.status, &reply.json());
        reply
    };
    let post =
        |client: &mut Client, template: &str, path: &str, token: Option<&str>, body: &Value| {
            let reply = client.post(path, token, body);
            let content = &schemas.0["paths"][template]["post"]["requestBody"]["content"];
            let schema = &content["application/json"]["schema"];
            assert!(schema.is_object(), "{template} has no body");
            if reply.status < 300 {
                assert_eq!(schemas.problem(schema, body, "body"), None, "{template}");
            }
            check(&schemas, "post", template, reply.status, &reply.json());
            reply
        };
    get(&mut client, "/healthz", "/healthz", None).expect(200);
    get(&mut client, "/api/catalog", "/api/catalog", None).expect(200);
    get(&mut client, "/api/boards/{board}", "/api/boards/reconstruction", None).expect(200);
    get(&mut client, "/api/boards/{board}", "/api/boards/chess", None).expect(404);
    let order = json!({ "game": "ontop", "seats": [{ "agent": "random" }, { "agent": "easy", "name": "Bot" }], "listed": true, "pace_ms": 1 });
    post(&mut client, "/api/tables", "/api/tables", None, &order).expect(201);
    post(&mut client, "/api/tables", "/api/tables", None, &json!({ "game": "chess" })).expect(400);
    get(&mut client, "/api/tables", "/api/tables", None).expect(200);
    let seats = json!([{ "person": "Anna" }, { "friend": "" }]);
    let order =
        json!({ "game": "ontop", "seats": seats, "token": "abcdefgh01234567abcdefgh01234567" });
    let made = post(&mut client, "/api/tables", "/api/tables", None, &order).expect(201);
    let invite = made["invite"].as_str().unwrap().rsplit('#').next().unwrap();
    let path = format!("/api/tables/{}/sit", made["table"].as_str().unwrap());
    let asked = format!("/api/tables/{}/invitation", made["table"].as_str().unwrap());
    let own = Some("abcdefgh01234567abcdefgh01234567");
    let shown = get(&mut client, "/api/tables/{table}/invitation", &asked, own).expect(200);
    assert!(shown["link"].as_str().unwrap().ends_with(invite), "{shown}");
    assert_eq!(shown["near"], true, "{shown}");
    let rows = shown["qr"].as_array().unwrap();
    assert!(rows.len() > 20 && rows.iter().all(|row| row.as_str().unwrap().len() == rows.len()));
    for (body, status) in [
        (json!({ "invite": "x" }), 401),
        (json!({ "invite": invite, "token": "0".repeat(32), "name": "Bernd" }), 200),
        (json!({ "invite": invite }), 409),
    ] {
        post(&mut client, "/api/tables/{table}/sit", &path, None, &body).expect(status);
    }
    let mut id = String::new();
    for (game, seats) in [("doppelkopf", 4), ("just4fun", 2), ("ontop", 3)] {
        let mut agents = vec!["random"; seats];
        agents[0] = "";
        let table = make(&mut client, game, &agents);
        let token = Some(table.token(0));
        let own = wait_for(|| {
            let own = state(&mut client, &table, 0);
            (own["turn"] == 0).then_some(own)
        });
        let (version, send) = (&own["version"], &own["choices"][0]["send"]);
        get(&mut client, "/api/tables/{table}", &table.path(""), token).expect(200);
        get(&mut client, "/api/tables/{table}", &table.path(""), None).expect(200);
        for (rest, body) in [
            ("/seat", json!({ "name": "Berta", "ask": "always" })),
            ("/hint", json!({ "version": version })),
            ("/moves", json!({ "version": version, "moves": send })),
            ("/talk", json!({ "id": "1", "emote": "thanks" })),
            ("/take-back", json!({})),
            ("/hurry", json!({})),
        ] {
            let template = format!("/api/tables/{{table}}{rest}");
            post(&mut client, &template, &table.path(rest), token, &body).expect(200);
            post(&mut client, &template, &table.path(rest), None, &body).expect(401);
        }
        for (rest, body) in [
            ("/undo", json!({ "version": version, "undone": 7 })),
            ("/stand-in", json!({ "seat": 0 })),
        ] {
            let template = format!("/api/tables/{{table}}{rest}");
            post(&mut client, &template, &table.path(rest), token, &body).refused(409);
        }
        let template = "/api/tables/{table}/invitation";
        get(&mut client, template, &table.path("/invitation"), token).refused(404);
        let mut live = Live::hello(server.addr(), &table.id, token);
        let message = live.hear().unwrap();
        check(&schemas, "get", "/api/tables/{table}", 200, &message);
        let seen = play_out(&mut client, &table, dice(1));
        check(&schemas, "get", "/api/tables/{table}", 200, &seen);
        post(
            &mut client,
            "/api/tables/{table}/next",
            &table.path("/next"),
            token,
            &json!({ "number": 1 }),
        )
        .expect(200);
        let fresh = json!({ "token": "abcdefghABCDEFGH01234567-_abcdef" });
        post(&mut client, "/api/tables/{table}/link", &table.path("/link"), token, &fresh)
            .expect(200);
        id = seen["over"]["game_id"].as_str().unwrap().to_owned();
        get(&mut client, "/api/games/{game_id}", &format!("/api/games/{id}"), None).expect(200);
        let position = format!("/api/games/{id}/positions/5?seat=1");
        get(&mut client, "/api/games/{game_id}/positions/{ply}", &position, None).expect(200);
    }
    let record = client.get(&format!("/api/games/{id}/record"), None).text();
    post(&mut client, "/api/games", "/api/games", None, &json!({ "record": record })).expect(201);
    post(
        &mut client,
        "/api/games/{game_id}/analysis",
        &format!("/api/games/{id}/analysis"),
        None,
        &json!({ "ply": 1 }),
    )
    .expect(200);
    let review = format!("/api/games/{id}/review");
    get(&mut client, "/api/games/{game_id}/review", &review, None).expect(200);
    post(&mut client, "/api/games/{game_id}/review", &review, None, &json!({})).expect(202);
    for path in ["/api/leaderboard", "/api/matches", "/api/experiments"] {
        get(&mut client, path, path, None).expect(200);
    }
}

#[test]
fn an_analysis_fits_its_schema() {
    let server = start();
    let mut client = Client::new(server.addr());
    let schemas = Schemas(client.get("/api/openapi.json", None).expect(200));
    let table =
        make_with(&mut client, "just4fun", &["", ""], json!({ "rules": { "cards": "choose" } }));
    let body = json!({ "version": 0 });
    let reply = client.post(&table.path("/analysis"), Some(table.token(0)), &body);
    check(&schemas, "post", "/api/tables/{table}/analysis", 200, &reply.expect(200));
}
