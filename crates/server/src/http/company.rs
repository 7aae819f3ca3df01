//! Endpoints for people at a table: invitations, agents that play for those who are away, moves that are taken back, talk.

use super::request::{Answer, ApiRequest};
use crate::app::App;
use crate::messages::{Invitation, StandInRequest, TalkRequest, UndoRequest};
use crate::refusal::Refusal;
use crate::table::Asker;
use qrcodegen::{QrCode, QrCodeEcc};
use std::net::{IpAddr, Ipv4Addr, UdpSocket};
use std::sync::Arc;

pub(crate) async fn undo(app: Arc<App>, request: ApiRequest) -> Result<Answer, Refusal> {
    let wanted: UndoRequest = request.read()?;
    let open = app.open_table(request.part("table"), request.from).await?;
    let mut table = open.table.lock().await;
    let seat = table.seat(request.token.as_deref())?;
    table.take_from_bucket(seat, app.config.limits.moves)?;
    app.undo(&open, &mut table, seat, wanted).await?;
    Ok(Answer::ok(&table.message(Asker::Seat(seat), 0)))
}

pub(crate) async fn stand_in(app: Arc<App>, request: ApiRequest) -> Result<Answer, Refusal> {
    let StandInRequest { seat: absent } = request.read()?;
    let open = app.open_table(request.part("table"), request.from).await?;
    let mut table = open.table.lock().await;
    let seat = table.seat(request.token.as_deref())?;
    table.take_from_bucket(seat, app.config.limits.moves)?;
    let version = table.game.version();
    // The agent thinks at the expense of the person who asks for it.
    table.payer = request.from;
    app.replace(&open, &mut table, absent).await?;
    Ok(Answer::ok(&table.message(Asker::Seat(seat), version)))
}

pub(crate) async fn talk(app: Arc<App>, request: ApiRequest) -> Result<Answer, Refusal> {
    let wanted: TalkRequest = request.read()?;
    let open = app.open_table(request.part("table"), request.from).await?;
    let mut table = open.table.lock().await;
    let seat = table.seat(request.token.as_deref())?;
    table.take_from_bucket(seat, app.config.limits.moves)?;
    table.talk(seat, app.config.limits.talk, wanted)?;
    open.tell();
    let version = table.game.version();
    Ok(Answer::ok(&table.message(Asker::Seat(seat), version)))
}

/// The invite link as friends on other machines can open it, and as a QR code.
pub(crate) async fn invitation(app: Arc<App>, request: ApiRequest) -> Result<Answer, Refusal> {
    let open = app.open_table(request.part("table"), request.from).await?;
    let path = {
        let table = open.table.lock().await;
        table.seat(request.token.as_deref())?;
        table.invite_path().ok_or_else(|| Refusal::not_found("invitation"))?
    };
    let reached = if app.config.is_near() { None } else { own_address() };
    let (host, near) = host_for_friends(request.host.as_deref().unwrap_or("localhost"), reached);
    let scheme = if app.config.proxy && request.secure { "https" } else { "http" };
    let link = format!("{scheme}://{host}{path}");
    let code = QrCode::encode_text(&link, QrCodeEcc::Low).map_err(|_| {
        Refusal::unavailable("link: expected one that fits a code, found a longer one")
    })?;
    let side = 0..code.size();
    let dark = |x, y| if code.get_module(x, y) { '1' } else { '0' };
    let qr = side.clone().map(|y| side.clone().map(|x| dark(x, y)).collect()).collect();
    Ok(Answer::ok(&Invitation { link, near, qr }))
}

/// The address of this machine in its network. Nothing is sent: a socket that would send tells which address it has.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // An address for documentation, which nobody has.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_loopback() && !address.is_unspecified()).then_some(address)
}

/// The host that friends can open, given the one by which the page was opened and this machine's own address where others
/// can reach it; and whether only this machine can open it.
fn host_for_friends(host: &str, reached: Option<IpAddr>) -> (String, bool) {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => (name, Some(port)),
        _ => (host, None),
    };
    let number = name.trim_start_matches('[').trim_end_matches(']');
    let loopback = number.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
    if !loopback && !name.eq_ignore_ascii_case("localhost") {
        return (host.to_owned(), false);
    }
    match (reached, port) {
        (Some(address), Some(port)) => (format!("{address}:{port}"), false),
        (Some(address), None) => (address.to_string(), false),
        (None, _) => (host.to_owned(), true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn friends_get_a_link_that_they_can_open() {
        let lan = Some(IpAddr::from([192, 168, 0, 7]));
        let cases = [
            ("127.0.0.1:8080", None, ("127.0.0.1:8080", true)),
            ("127.0.0.1:8080", lan, ("192.168.0.7:8080", false)),
            ("localhost:8080", lan, ("192.168.0.7:8080", false)),
            ("[::1]:8080", lan, ("192.168.0.7:8080", false)),
            ("doko.example", lan, ("doko.example", false)),
            ("192.168.0.9:80", None, ("192.168.0.9:80", false)),
        ];
        for (host, reached, (expected, near)) in cases {
            assert_eq!(host_for_friends(host, reached), (expected.to_owned(), near), "{host}");
        }
    }
}
