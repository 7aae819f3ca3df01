//! Endpoints of deals: the cards of a finished game, to be played again by somebody who has not seen them.

use super::request::{Answer, ApiRequest};
use crate::app::{App, unreadable};
use crate::game::{AnyGame, replay_line};
use crate::ids;
use crate::messages::{DealCode, DealShown, Nothing, Rival};
use crate::refusal::Refusal;
use crate::table::{Order, SameDeal};
use kontra_agents::GameId;
use kontra_game::{BadInput, Record, Turn};
use std::sync::Arc;

/// A code for the deal of a finished game.
pub(crate) async fn share(app: Arc<App>, request: ApiRequest) -> Result<Answer, Refusal> {
    request.read::<Nothing>()?;
    let id = request.part("game_id").to_owned();
    let (line, record, played) = finished(&app, &id).await?;
    // What is left to chance comes out differently: then it would not be the same deal.
    if record.game == GameId::OnTop.name() {
        let expected = "a game whose cards are dealt at its start";
        return Err(BadInput::expected("game", expected, record.game).into());
    }
    if played.turn() != Turn::Over {
        return Err(BadInput::expected("game", "one that is over", "one that goes on").into());
    }
    let code = ids::deal_code(&id);
    let most = i64::from(app.config.limits.stored_records);
    app.disk.add_deal(code.clone(), line, most).await?;
    Ok(Answer::ok(&DealCode { deal: code }))
}

async fn finished(app: &App, id: &str) -> Result<(String, Record, Box<dyn AnyGame>), Refusal> {
    let missing = || Refusal::not_found("game");
    if !ids::is_id(id) {
        return Err(missing());
    }
    let line = app.disk.game(id.to_owned()).await?.ok_or_else(missing)?.record;
    let (record, played) = replay_line(&line).map_err(unreadable)?;
    Ok((line, record, played))
}

/// What may be known of a deal before it is played: which game it is, and for how many.
pub(crate) async fn show(app: Arc<App>, request: ApiRequest) -> Result<Answer, Refusal> {
    let code = request.part("deal").to_owned();
    let missing = || Refusal::not_found("deal");
    let line = match ids::is_id(&code) {
        true => app.disk.deal(code.clone()).await?.ok_or_else(missing)?,
        false => return Err(missing()),
    };
    let (record, _) = replay_line(&line).map_err(unreadable)?;
    let seats = record.players.len();
    Ok(Answer::ok(&DealShown { deal: code, game: record.game, seats }))
}

/// The deal that a new table is to have. By its code one person may play it, against agents: people who play together must
/// not know the cards, and a table without people shows them to everybody. A finished game is open anyway, so by its id
/// agents may play its cards.
pub(super) async fn wanted(app: &App, deal: &str, order: &Order) -> Result<SameDeal, Refusal> {
    let missing = || Refusal::not_found("deal");
    if !ids::is_id(deal) {
        return Err(missing());
    }
    let by_code = app.disk.deal(deal.to_owned()).await?;
    let line = match (by_code, order.people()) {
        (Some(line), 1) => line,
        (None, 0) => app.disk.game(deal.to_owned()).await?.ok_or_else(missing)?.record,
        (Some(_), people) => {
            let expected = "one person, and agents on the other seats";
            return Err(BadInput::expected("seats", expected, format!("{people} persons")).into());
        }
        (None, _) => return Err(missing()),
    };
    let (record, played) = replay_line(&line).map_err(unreadable)?;
    let (game, seats) = (order.game.name(), order.seats.len());
    if record.game != game || record.players.len() != seats {
        let expected = format!("a deal of {game} for {seats}");
        return Err(BadInput::expected("deal", expected, "another one").into());
    }
    let rival = Rival { players: record.players, payoffs: played.payoffs() };
    Ok(SameDeal { start: record.start, rival })
}
