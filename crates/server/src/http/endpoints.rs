//! Everything that can be asked, in one list: the router and the description are both made from it.

use super::api::{Access, Action, Endpoint};
use super::openapi::{object, schema};
use super::{arena, boards, games, tables};
use crate::hall::Hall;
use crate::refusal::Refusal;
use crate::{cast, reply};
use axum::http::StatusCode;
use serde_json::{Value, json};
use std::sync::Arc;

use super::ask::{Answer, Ask};

async fn catalog(hall: Arc<Hall>, _ask: Ask) -> Result<Answer, Refusal> {
    Ok(Answer::Json(StatusCode::OK, cast::catalog(hall.config.agents())))
}

/// The server answers: it is alive. What it says is the truth about the rest.
async fn health(hall: Arc<Hall>, _ask: Ask) -> Result<Answer, Refusal> {
    Ok(hall.health().await.into())
}

/// The server is ready if it can keep what it is told.
async fn ready(hall: Arc<Hall>, _ask: Ask) -> Result<Answer, Refusal> {
    let health = hall.health().await;
    let ready = health["ready"] == true;
    let status = if ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    Ok(Answer::Json(status, health))
}

fn get(path: &'static str, function: Action, about: &'static str, answer: Value) -> Endpoint {
    let access = Access::Anybody;
    Endpoint {
        path,
        action: function,
        access,
        about,
        cost: 1.0,
        body: None,
        query: &[],
        answer: (200, answer),
    }
}

fn post(
    path: &'static str,
    function: Action,
    about: &'static str,
    body: Value,
    answer: (u16, Value),
) -> Endpoint {
    let body = Some(body);
    Endpoint {
        path,
        action: function,
        access: Access::Seat,
        about,
        cost: 1.0,
        body,
        query: &[],
        answer,
    }
}

/// All endpoints.
pub(crate) fn all() -> Vec<Endpoint> {
    let mut all = server();
    all.extend(at_tables());
    all.extend(of_games());
    all.extend(of_the_arena());
    all
}

fn server() -> Vec<Endpoint> {
    vec![
        get(
            "/healthz",
            Action::Get(reply!(health)),
            "Whether the server answers, and how it is.",
            schema("Health"),
        ),
        get(
            "/readyz",
            Action::Get(reply!(ready)),
            "The same, with status 503 where nothing can be kept.",
            schema("Health"),
        ),
        get(
            "/metrics",
            Action::Metrics,
            "Numbers about the server, in Prometheus' text format.",
            json!({ "type": "string" }),
        ),
        get(
            "/api/openapi.json",
            Action::Describe,
            "This description.",
            json!({ "type": "object" }),
        ),
        get(
            "/api/catalog",
            Action::Get(reply!(catalog)),
            "What there is to play, and against whom.",
            schema("Catalog"),
        ),
        get(
            "/api/boards/{board}",
            Action::Get(reply!(boards::show)),
            "The geometry of a board of OnTop.",
            schema("Board"),
        ),
    ]
}

fn at_tables() -> Vec<Endpoint> {
    let nothing = || object(&[], json!({}));
    let version =
        || object(&["version"], json!({ "version": { "type": "integer", "minimum": 0 } }));
    let hurried = object(&["hurried"], json!({ "hurried": { "type": "boolean" } }));
    let hint = object(
        &["version", "choice"],
        json!({ "version": { "type": "integer" }, "choice": { "anyOf": [schema("Choice"), { "type": "null" }] } }),
    );
    vec![
        Endpoint {
            access: Access::Anybody,
            cost: 5.0,
            ..post(
                "/api/tables",
                Action::Change(reply!(tables::make)),
                "Makes a table.",
                schema("Order"),
                (201, schema("Made")),
            )
        },
        // It looks at up to fifty tables.
        Endpoint {
            cost: 5.0,
            ..get(
                "/api/tables",
                Action::Get(reply!(tables::list)),
                "Tables that want to be found.",
                schema("Tables"),
            )
        },
        Endpoint {
            access: Access::Either,
            query: &["since", "number"],
            ..get(
                "/api/tables/{table}",
                Action::Get(reply!(tables::state)),
                "Where a table stands, as the asker may see it.",
                schema("State"),
            )
        },
        Endpoint {
            access: Access::Either,
            answer: (101, json!({ "type": "null" })),
            ..get(
                "/api/tables/{table}/live",
                Action::Live,
                "A WebSocket on which the state comes whenever it changes.",
                json!({}),
            )
        },
        post(
            "/api/tables/{table}/moves",
            Action::Change(reply!(tables::moves)),
            "Makes a move, and plans others.",
            schema("Moves"),
            (200, schema("State")),
        ),
        post(
            "/api/tables/{table}/take-back",
            Action::Change(reply!(tables::take_back)),
            "Takes back what one has planned.",
            nothing(),
            (200, schema("State")),
        ),
        Endpoint {
            access: Access::Table,
            ..post(
                "/api/tables/{table}/hurry",
                Action::Change(reply!(tables::hurry)),
                "The agent that thinks moves now.",
                nothing(),
                (200, hurried),
            )
        },
        Endpoint {
            access: Access::Table,
            ..post(
                "/api/tables/{table}/next",
                Action::Change(reply!(tables::next)),
                "Begins the next game at a table.",
                object(&["number"], json!({ "number": { "type": "integer", "minimum": 1 } })),
                (200, schema("State")),
            )
        },
        post(
            "/api/tables/{table}/seat",
            Action::Change(reply!(tables::seat)),
            "Changes one's name, and what one is asked.",
            schema("SeatChange"),
            (200, schema("State")),
        ),
        post(
            "/api/tables/{table}/link",
            Action::Change(reply!(tables::renew)),
            "A new token for one's seat; the old one is worth nothing from then on.",
            object(&[], json!({ "token": schema("Token") })),
            (200, schema("Link")),
        ),
        Endpoint {
            access: Access::Invited,
            cost: 5.0,
            ..post(
                "/api/tables/{table}/sit",
                Action::Change(reply!(tables::sit)),
                "Sits down on an open seat; whoever does so alone has its token.",
                schema("Sit"),
                (200, schema("Link")),
            )
        },
        Endpoint {
            cost: 5.0,
            ..post(
                "/api/tables/{table}/hint",
                Action::Post(reply!(tables::hint)),
                "The choice that the engine likes best.",
                version(),
                (200, hint),
            )
        },
        Endpoint {
            cost: 5.0,
            ..post(
                "/api/tables/{table}/analysis",
                Action::Post(reply!(tables::analysis)),
                "What the engine thinks of every move, from one's own view.",
                version(),
                (200, schema("Analysis")),
            )
        },
    ]
}

fn of_games() -> Vec<Endpoint> {
    let nothing = object(&[], json!({}));
    let record = object(&["record"], json!({ "record": { "type": "string" } }));
    let game_id = object(&["game_id"], json!({ "game_id": { "type": "string" } }));
    let ply = object(&["ply"], json!({ "ply": { "type": "integer", "minimum": 0 } }));
    let anybody =
        |endpoint: Endpoint, cost: f64| Endpoint { access: Access::Anybody, cost, ..endpoint };
    vec![
        anybody(
            post(
                "/api/games",
                Action::Change(reply!(games::add)),
                "Takes a record to look at.",
                record,
                (201, game_id),
            ),
            5.0,
        ),
        get(
            "/api/games/{game_id}",
            Action::Get(reply!(games::show)),
            "A game with all its events.",
            schema("Game"),
        ),
        Endpoint {
            query: &["seat"],
            ..get(
                "/api/games/{game_id}/positions/{ply}",
                Action::Get(reply!(games::position)),
                "A position of a game.",
                schema("Position"),
            )
        },
        get(
            "/api/games/{game_id}/record",
            Action::Get(reply!(games::record)),
            "The record of a game, to download.",
            json!({ "type": "string" }),
        ),
        anybody(
            post(
                "/api/games/{game_id}/analysis",
                Action::Post(reply!(games::analysis)),
                "What the engine thinks of a position of a game.",
                ply,
                (200, schema("Analysis")),
            ),
            5.0,
        ),
        get(
            "/api/games/{game_id}/review",
            Action::Get(reply!(games::review)),
            "The review of a game, or how far it has come.",
            schema("Review"),
        ),
        anybody(
            post(
                "/api/games/{game_id}/review",
                Action::Change(reply!(games::begin_review)),
                "Begins a review.",
                nothing,
                (202, schema("Review")),
            ),
            20.0,
        ),
    ]
}

fn of_the_arena() -> Vec<Endpoint> {
    let items = || json!({ "type": "array", "items": { "type": "object" } });
    let stored = |name: &str| {
        let store = json!({ "type": ["string", "null"] });
        object(&[name, "store"], json!({ name: items(), "store": store }))
    };
    let experiments =
        object(&["papers", "experiments"], json!({ "papers": items(), "experiments": items() }));
    let game_id = object(&["game_id"], json!({ "game_id": { "type": "string" } }));
    vec![
        Endpoint {
            query: &["game"],
            ..get(
                "/api/leaderboard",
                Action::Get(reply!(arena::leaderboard)),
                "Ratings of agents, by all games of the store.",
                stored("ratings"),
            )
        },
        get(
            "/api/matches",
            Action::Get(reply!(arena::matches)),
            "Matches in the store, the newest first.",
            stored("matches"),
        ),
        get(
            "/api/matches/{match}",
            Action::Get(reply!(arena::show_match)),
            "The table of a match.",
            schema("Match"),
        ),
        get(
            "/api/matches/{match}/games/{n}",
            Action::Get(reply!(arena::open_game)),
            "Opens a game of a match.",
            game_id,
        ),
        get(
            "/api/experiments",
            Action::Get(reply!(arena::experiments)),
            "Tables and figures of the papers, and how far they are.",
            experiments,
        ),
        get(
            "/api/experiments/{name}",
            Action::Get(reply!(arena::experiment)),
            "A table of a paper beside ours.",
            schema("Experiment"),
        ),
    ]
}
