//! Everything that can be asked, in one list: the router and the description are both made from it.

use super::openapi::{SchemaOf, schema};
use super::route::{Access, Action, Endpoint};
use super::{arena, boards, company, deals, games, puzzles, tables};
use crate::agents;
use crate::app::App;
use crate::messages::arena::{ExperimentShown, Experiments, Leaderboard, MatchShown, Matches};
use crate::messages::{
    BoardGeometry, Catalog, DealCode, DealShown, GameAdded, GameShown, Health, Hint, Hurried,
    Invitation, Link, LinkRequest, Made, MovesRequest, NewTable, NextRequest, Nothing, Opaque,
    PlyRequest, Position, PositionAnalysis, PuzzleAnswerRequest, PuzzleShown, PuzzleSolved,
    Puzzles, RecordRequest, Review, SeatChange, SitRequest, StandInRequest, State, Tables,
    TalkRequest, UndoRequest, VersionRequest,
};
use crate::refusal::Refusal;
use axum::http::StatusCode;
use std::sync::Arc;

use super::request::{Answer, ApiRequest};

/// An endpoint of an async function.
macro_rules! reply {
    ($function:path) => {
        |app, request| Box::pin($function(app, request))
    };
}

async fn catalog(app: Arc<App>, _request: ApiRequest) -> Result<Answer, Refusal> {
    Ok(Answer::ok(&agents::catalog(app.config.allowed())))
}

/// The server answers: it is alive. What it says is the truth about the rest.
async fn health(app: Arc<App>, _request: ApiRequest) -> Result<Answer, Refusal> {
    Ok(Answer::ok(&app.health().await))
}

/// The server is ready if it can keep what it is told.
async fn ready(app: Arc<App>, _request: ApiRequest) -> Result<Answer, Refusal> {
    let health = app.health().await;
    let status = if health.ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    Ok(Answer::with(status, &health))
}

fn get(path: &'static str, function: Action, about: &'static str, answer: SchemaOf) -> Endpoint {
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
    body: SchemaOf,
    answer: (u16, SchemaOf),
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
    all.extend(of_puzzles_and_deals());
    all.extend(of_the_arena());
    all
}

fn server() -> Vec<Endpoint> {
    vec![
        get(
            "/healthz",
            Action::Get(reply!(health)),
            "Whether the server answers, and how it is.",
            schema::<Health>(),
        ),
        get(
            "/readyz",
            Action::Get(reply!(ready)),
            "The same, with status 503 where nothing can be kept.",
            schema::<Health>(),
        ),
        get(
            "/metrics",
            Action::Metrics,
            "Numbers about the server, in Prometheus' text format.",
            schema::<String>(),
        ),
        get("/api/openapi.json", Action::Describe, "This description.", schema::<Opaque>()),
        get(
            "/api/catalog",
            Action::Get(reply!(catalog)),
            "What there is to play, and against whom.",
            schema::<Catalog<'_>>(),
        ),
        get(
            "/api/boards/{board}",
            Action::Get(reply!(boards::show)),
            "The geometry of a board of OnTop.",
            schema::<BoardGeometry>(),
        ),
    ]
}

fn at_tables() -> Vec<Endpoint> {
    vec![
        Endpoint {
            access: Access::Anybody,
            cost: 5.0,
            ..post(
                "/api/tables",
                Action::Change(reply!(tables::make)),
                "Makes a table.",
                schema::<NewTable>(),
                (201, schema::<Made>()),
            )
        },
        // It looks at up to fifty tables.
        Endpoint {
            cost: 5.0,
            ..get(
                "/api/tables",
                Action::Get(reply!(tables::list)),
                "Tables that want to be found.",
                schema::<Tables>(),
            )
        },
        Endpoint {
            access: Access::Either,
            query: &["since", "number"],
            ..get(
                "/api/tables/{table}",
                Action::Get(reply!(tables::state)),
                "Where a table stands, as the asker may see it.",
                schema::<State<'static>>(),
            )
        },
        Endpoint {
            access: Access::Either,
            answer: (101, schema::<()>()),
            ..get(
                "/api/tables/{table}/live",
                Action::Live,
                "A WebSocket on which the state comes whenever it changes.",
                schema::<()>(),
            )
        },
        post(
            "/api/tables/{table}/moves",
            Action::Change(reply!(tables::moves)),
            "Makes a move, and plans others.",
            schema::<MovesRequest>(),
            (200, schema::<State<'static>>()),
        ),
        post(
            "/api/tables/{table}/take-back",
            Action::Change(reply!(tables::take_back)),
            "Takes back what one has planned.",
            schema::<Nothing>(),
            (200, schema::<State<'static>>()),
        ),
        post(
            "/api/tables/{table}/undo",
            Action::Change(reply!(company::undo)),
            "Takes back one's last move and what followed, where only agents play against one.",
            schema::<UndoRequest>(),
            (200, schema::<State<'static>>()),
        ),
        post(
            "/api/tables/{table}/stand-in",
            Action::Change(reply!(company::stand_in)),
            "Lets an agent play for a person who has been away for a while.",
            schema::<StandInRequest>(),
            (200, schema::<State<'static>>()),
        ),
        post(
            "/api/tables/{table}/talk",
            Action::Change(reply!(company::talk)),
            "Says something to those who sit at the table.",
            schema::<TalkRequest>(),
            (200, schema::<State<'static>>()),
        ),
        Endpoint {
            access: Access::Seat,
            ..get(
                "/api/tables/{table}/invitation",
                Action::Get(reply!(company::invitation)),
                "The invite link for other machines, and as a QR code.",
                schema::<Invitation>(),
            )
        },
        Endpoint {
            access: Access::Table,
            ..post(
                "/api/tables/{table}/hurry",
                Action::Change(reply!(tables::hurry)),
                "The agent that thinks moves now.",
                schema::<Nothing>(),
                (200, schema::<Hurried>()),
            )
        },
        Endpoint {
            access: Access::Table,
            ..post(
                "/api/tables/{table}/next",
                Action::Change(reply!(tables::next)),
                "One is ready for the next game, which begins when all are who are here.",
                schema::<NextRequest>(),
                (200, schema::<State<'static>>()),
            )
        },
        post(
            "/api/tables/{table}/seat",
            Action::Change(reply!(tables::seat)),
            "Changes one's name, what one is asked, and the pace of the agents.",
            schema::<SeatChange>(),
            (200, schema::<State<'static>>()),
        ),
        post(
            "/api/tables/{table}/link",
            Action::Change(reply!(tables::renew)),
            "A new token for one's seat; the old one is worth nothing from then on.",
            schema::<LinkRequest>(),
            (200, schema::<Link>()),
        ),
        Endpoint {
            access: Access::Invited,
            cost: 5.0,
            ..post(
                "/api/tables/{table}/sit",
                Action::Change(reply!(tables::sit)),
                "Sits down on an open seat; only the person who does so has its token.",
                schema::<SitRequest>(),
                (200, schema::<Link>()),
            )
        },
        Endpoint {
            cost: 5.0,
            ..post(
                "/api/tables/{table}/hint",
                Action::Post(reply!(tables::hint)),
                "The choice that the engine likes best.",
                schema::<VersionRequest>(),
                (200, schema::<Hint>()),
            )
        },
        Endpoint {
            cost: 5.0,
            ..post(
                "/api/tables/{table}/analysis",
                Action::Post(reply!(tables::analysis)),
                "What the engine thinks of every move, from one's own view.",
                schema::<VersionRequest>(),
                (200, schema::<PositionAnalysis>()),
            )
        },
    ]
}

fn of_games() -> Vec<Endpoint> {
    let anybody =
        |endpoint: Endpoint, cost: f64| Endpoint { access: Access::Anybody, cost, ..endpoint };
    vec![
        anybody(
            post(
                "/api/games",
                Action::Change(reply!(games::add)),
                "Takes a record to look at.",
                schema::<RecordRequest>(),
                (201, schema::<GameAdded>()),
            ),
            5.0,
        ),
        get(
            "/api/games/{game_id}",
            Action::Get(reply!(games::show)),
            "A game with all its events.",
            schema::<GameShown<'static>>(),
        ),
        Endpoint {
            query: &["seat"],
            ..get(
                "/api/games/{game_id}/positions/{ply}",
                Action::Get(reply!(games::position)),
                "A position of a game.",
                schema::<Position<'static>>(),
            )
        },
        get(
            "/api/games/{game_id}/record",
            Action::Get(reply!(games::record)),
            "The record of a game, to download.",
            schema::<String>(),
        ),
        anybody(
            post(
                "/api/games/{game_id}/analysis",
                Action::Post(reply!(games::analysis)),
                "What the engine thinks of a position of a game.",
                schema::<PlyRequest>(),
                (200, schema::<PositionAnalysis>()),
            ),
            5.0,
        ),
        get(
            "/api/games/{game_id}/review",
            Action::Get(reply!(games::review)),
            "The review of a game, or how far it has come.",
            schema::<Review>(),
        ),
        anybody(
            post(
                "/api/games/{game_id}/review",
                Action::Change(reply!(games::begin_review)),
                "Begins a review.",
                schema::<Nothing>(),
                (202, schema::<Review>()),
            ),
            20.0,
        ),
    ]
}

fn of_puzzles_and_deals() -> Vec<Endpoint> {
    vec![
        Endpoint {
            access: Access::Anybody,
            cost: 5.0,
            ..post(
                "/api/games/{game_id}/deal",
                Action::Change(reply!(deals::share)),
                "A code with which somebody else may play the cards of a finished game.",
                schema::<Nothing>(),
                (200, schema::<DealCode>()),
            )
        },
        get(
            "/api/deals/{deal}",
            Action::Get(reply!(deals::show)),
            "What may be known of a deal before it is played.",
            schema::<DealShown>(),
        ),
        get(
            "/api/puzzles",
            Action::Get(reply!(puzzles::list)),
            "All puzzles, without their positions.",
            schema::<Puzzles>(),
        ),
        get(
            "/api/puzzles/{puzzle}",
            Action::Get(reply!(puzzles::show)),
            "A puzzle as the seat that decides sees it.",
            schema::<PuzzleShown<'static>>(),
        ),
        Endpoint {
            access: Access::Anybody,
            cost: 5.0,
            ..post(
                "/api/puzzles/{puzzle}/answer",
                Action::Post(reply!(puzzles::answer)),
                "Answers a puzzle: whether that was right, and why.",
                schema::<PuzzleAnswerRequest>(),
                (200, schema::<PuzzleSolved>()),
            )
        },
    ]
}

fn of_the_arena() -> Vec<Endpoint> {
    vec![
        Endpoint {
            query: &["game"],
            ..get(
                "/api/leaderboard",
                Action::Get(reply!(arena::leaderboard)),
                "Ratings of agents, by all games of the store.",
                schema::<Leaderboard<'static>>(),
            )
        },
        get(
            "/api/matches",
            Action::Get(reply!(arena::matches)),
            "Matches in the store, the newest first.",
            schema::<Matches>(),
        ),
        get(
            "/api/matches/{match}",
            Action::Get(reply!(arena::show_match)),
            "The table of a match.",
            schema::<MatchShown>(),
        ),
        get(
            "/api/matches/{match}/games/{n}",
            Action::Get(reply!(arena::open_game)),
            "Opens a game of a match.",
            schema::<GameAdded>(),
        ),
        get(
            "/api/experiments",
            Action::Get(reply!(arena::experiments)),
            "Tables and figures of the papers, and how far they are.",
            schema::<Experiments>(),
        ),
        get(
            "/api/experiments/{name}",
            Action::Get(reply!(arena::experiment)),
            "A table of a paper beside ours.",
            schema::<ExperimentShown>(),
        ),
    ]
}
