//! A game of one kind, with everything that happened in it.

use super::viewer::SeenBy;
use super::{AnyGame, AnyMove, Thought, Viewer, compete, deal};
use crate::analysis;
use crate::messages::{
    Event, EventDetails, Judgement, Over, PositionAnalysis, Seen, View, Words, opaque,
};
use crate::presentation::{Duty, Presentation, Surprise};
use crate::programs::Programs;
use crate::refusal::Refusal;
use kontra_agents::{AgentSpec, Failure, Player, Recipe};
use kontra_game::{BadInput, HIDDEN, Log, Record, Seat, Streams, Turn};
use serde_json::Value;
use std::borrow::Cow;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A game as it was played: its start, every decision, and what that led to.
pub(crate) struct TypedGame<G: Presentation> {
    start: G::Start,
    actions: Vec<G::Action>,
    /// The same decisions, and who saw them, for agents.
    log: Log<G>,
    /// The same decisions as they are told. They are made once, when somebody moves, and sent with many messages.
    events: Vec<KeptEvent>,
    pub(crate) game: G,
}

/// A decision as it is told to those who saw it.
#[derive(Clone)]
struct KeptEvent {
    event: Event,
    seen_by: SeenBy,
    /// Whether the seat had a choice and was asked for it.
    asked: bool,
    /// Whether the others noticed anything.
    noticed: bool,
}

impl KeptEvent {
    fn new<G: Presentation>(number: usize, before: &G, action: G::Action, after: &G) -> KeptEvent {
        let seat = match before.turn() {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        };
        let view = seat.map(|seat| before.view(seat));
        let asked = view.as_ref().is_some_and(|view| G::unasked(view).is_none());
        let noticed = view.as_ref().is_some_and(|view| G::beats(view, action) > 0.0);
        let event = Event {
            number: number as u32,
            seat: seat.map(|seat| seat.index() as u8),
            text: Some(before.action_text(action).into()),
            words: before.words(action),
            details: G::event_details(before, action, after),
        };
        KeptEvent { event, seen_by: SeenBy::of(before, action), asked, noticed }
    }

    /// The decision as it was seen: where it was not, only that there was one.
    fn seen(&self, viewer: Viewer) -> Cow<'_, Event> {
        if self.seen_by.contains(viewer) {
            return Cow::Borrowed(&self.event);
        }
        Cow::Owned(Event {
            number: self.event.number,
            seat: self.event.seat,
            text: None,
            words: Words::new("something hidden", "etwas Verdecktes"),
            details: EventDetails::Plain {},
        })
    }
}

impl<G: Presentation> TypedGame<G> {
    pub(crate) fn new(start: G::Start) -> TypedGame<G> {
        let game = G::begin(&start);
        TypedGame { start, actions: vec![], log: Log::new(), events: vec![], game }
    }

    pub(crate) fn play(&mut self, action: G::Action) {
        let before = self.game.clone();
        self.log.push(&self.game, action);
        self.game.play(action);
        self.actions.push(action);
        self.events.push(KeptEvent::new(self.actions.len(), &before, action, &self.game));
    }

    fn play_and_look(&mut self, action: G::Action) -> Surprise {
        let before = self.game.clone();
        self.play(action);
        G::surprise(&before, action, &self.game)
    }

    fn mover(&self) -> Option<Seat> {
        match self.game.turn() {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        }
    }

    /// What is seen by somebody who does not sit at the table.
    fn open_view(&self, viewer: Viewer) -> View {
        let any = Seat::wrapping(0, self.game.seats());
        let mut shown = opaque(G::show(&self.game.view(any)));
        let open = G::OPEN.iter().filter_map(|&name| shown.remove_entry(name)).collect();
        let hands = (viewer == Viewer::Everything).then(|| self.game.hands());
        View { shown: open, details: self.game.open_details(), hands }
    }

    fn seat_view(view: &G::View) -> View {
        View { shown: opaque(G::show(view)), details: G::view_details(view), hands: None }
    }
}

impl<G: Presentation> AnyGame for TypedGame<G> {
    fn turn(&self) -> Turn {
        self.game.turn()
    }

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn version(&self) -> usize {
        self.actions.len()
    }

    fn play_text(&mut self, text: &str) -> Result<Surprise, Refusal> {
        let action = self.game.parse_action(text).ok_or_else(|| {
            let legal = self.game.choices();
            let legal: Vec<String> = legal.into_iter().map(|a| self.game.action_text(a)).collect();
            let found = kontra_game::quote(text);
            Refusal::illegal(format!("move: expected one of {}, found {found}", legal.join(" ")))
        })?;
        Ok(self.play_and_look(action))
    }

    fn play_move(&mut self, chosen: &AnyMove) -> Result<Surprise, Refusal> {
        let legal = |action: &G::Action| self.game.choices().contains(action);
        let action = chosen.get().filter(legal).ok_or_else(|| {
            Refusal::illegal("move: expected a legal one of the agent, found another one")
        })?;
        Ok(self.play_and_look(action))
    }

    fn any_move(&self) -> Option<AnyMove> {
        let action = self.game.choices().first().copied()?;
        let beats = self.mover().map_or(0.0, |seat| G::beats(&self.game.view(seat), action));
        Some(AnyMove::new(action, beats))
    }

    fn draw(&mut self, streams: Streams) {
        // Every draw has a stream of its own: it is the same after a restart.
        let mut rng = streams.chance(self.actions.len() as u64);
        if self.game.turn() == Turn::Chance
            && let Some(action) = self.game.random_action(&mut rng)
        {
            self.play(action);
        }
    }

    fn answer_unasked(&mut self) -> bool {
        let answer = self.mover().and_then(|seat| G::unasked(&self.game.view(seat)));
        if let Some(action) = answer {
            self.play(action);
        }
        answer.is_some()
    }

    fn take_back(&mut self, version: usize) {
        self.actions.truncate(version);
        self.events.truncate(version);
        (self.log, self.game) = Log::replay(&self.start, &self.actions);
    }

    fn last_decision(&self, seat: Seat) -> Option<usize> {
        let own = |kept: &KeptEvent| kept.asked && kept.event.seat == Some(seat.index() as u8);
        let last = self.events.iter().rposition(|kept| own(kept) && kept.noticed)?;
        // Before the card one said that one announces nothing: that was one decision.
        let before =
            self.events[..last].iter().rposition(|kept| kept.noticed).map_or(0, |at| at + 1);
        (before..=last).find(|&at| own(&self.events[at]))
    }

    fn moves(&self, since: usize) -> Vec<String> {
        let events = self.events.iter().skip(since);
        events.map(|kept| kept.event.text.as_deref().unwrap_or_default().to_owned()).collect()
    }

    fn rules(&self) -> Value {
        G::show_rules(&self.game.view(Seat::wrapping(0, self.game.seats())))
    }

    fn start(&self) -> Value {
        G::write_start(&self.start)
    }

    fn seen(&self, viewer: Viewer) -> Seen {
        let (view, choices) = match viewer {
            Viewer::Seat(seat) => {
                let view = self.game.view(seat);
                (Self::seat_view(&view), G::offers(&view))
            }
            Viewer::Watcher | Viewer::Everything => (self.open_view(viewer), vec![]),
        };
        let seen = self.events.iter().filter(|kept| kept.seen_by.contains(viewer));
        Seen { view, choices, story: G::story(seen.map(|kept| &kept.event)) }
    }

    fn events(&self, viewer: Viewer, since: usize) -> Vec<Cow<'_, Event>> {
        self.events.iter().skip(since).map(|kept| kept.seen(viewer)).collect()
    }

    fn over(&self) -> Option<Over> {
        (self.game.turn() == Turn::Over).then(|| Over {
            payoffs: self.payoffs(),
            ending: self.game.ending(),
            sheet: self.game.sheet(),
            game_id: None,
            rival: None,
        })
    }

    fn payoffs(&self) -> Vec<f64> {
        self.game.payoffs().as_slice().to_vec()
    }

    fn record(&self, players: Vec<String>) -> Record {
        let mut record = Record::new::<G>(players, &self.start);
        let mut game = G::begin(&self.start);
        self.actions.iter().for_each(|&action| record.play(&mut game, action));
        record
    }

    fn follow(
        &self,
        rules: &Value,
        games: Option<u16>,
        streams: Streams,
    ) -> Result<Box<dyn AnyGame>, BadInput> {
        let start = deal::<G>(rules, streams)?;
        let start = match self.game.duty() {
            Some(duty) if duty.is_last() => compete::<G>(start, games)?,
            _ => G::follow(start, &self.start, &self.game),
        };
        Ok(Box::new(TypedGame::<G>::new(start)))
    }

    fn duty(&self) -> Option<Duty> {
        self.game.duty()
    }

    fn thought(
        &self,
        spec: &AgentSpec,
        streams: Streams,
        most: Duration,
    ) -> Option<Thought<Option<AnyMove>>> {
        let seat = self.mover()?;
        let (view, log) = (self.game.view(seat), self.log.clone());
        let recipe = Recipe::<G>::new(spec).ok()?;
        // Fresh for every decision: nothing is lost in a restart, and nothing stays in memory.
        let rng = streams.agent(0, self.actions.len() as u64, seat);
        Some(Box::new(move |limits| {
            let Player::Honest(mut agent) = recipe.player(rng) else { return None };
            let deadline = Instant::now() + most.mul_f64(G::share(&view));
            agent.set_limits(&limits.until(deadline));
            let action = agent.choose(&view, log.seen_by(seat));
            Some(AnyMove::new(action, G::beats(&view, action)))
        }))
    }

    fn question_to(
        &self,
        programs: &Arc<Programs>,
        name: &str,
        streams: Streams,
    ) -> Option<Thought<Result<AnyMove, Failure>>> {
        let seat = self.mover()?;
        let (view, log) = (self.game.view(seat), self.log.clone());
        let rng = streams.agent(0, self.actions.len() as u64, seat);
        let events = self.events(Viewer::Seat(seat), 0).into_iter();
        let seen: Vec<(Option<Seat>, String)> = events
            .map(|event| {
                let by = event.seat.map(|by| Seat::wrapping(by.into(), self.game.seats()));
                (by, event.text.as_deref().unwrap_or(HIDDEN).to_owned())
            })
            .collect();
        let (programs, name) = (Arc::clone(programs), name.to_owned());
        // As agents of this program: fresh for every decision, and told everything that its seat saw.
        Some(Box::new(move |_| {
            let mut player = programs.player::<G>(&name, rng)?;
            let Player::Guest(guest) = &mut player else {
                return Err(Failure("is no program".to_owned()));
            };
            guest.begin(&view)?;
            seen.iter().for_each(|(by, what)| guest.see(*by, what));
            let action = guest.choose(&view, log.seen_by(seat))?;
            guest.leave();
            Ok(AnyMove::new(action, G::beats(&view, action)))
        }))
    }

    fn question(&self, version: usize, most: Duration) -> Option<Thought<PositionAnalysis>> {
        let seat = self.mover()?;
        let (mut game, mut log) = (self.game.clone(), self.log.clone());
        let streams = Streams::new(self.actions.len() as u64);
        Some(Box::new(move |limits| {
            let limits = limits.until(Instant::now() + most);
            let analyze = |game: &G, log: &Log<G>| {
                let (view, history) = (game.view(seat), log.seen_by(seat));
                analysis::analyze::<G>(&view, history, G::ANALYST, streams, &limits)
            };
            let analysis = analyze(&game, &log);
            let before = game.before_what_matters(seat);
            for &action in &before {
                log.push(&game, action);
                game.play(action);
            }
            let next = (!before.is_empty()).then(|| analyze(&game, &log));
            PositionAnalysis { analysis, next, version }
        }))
    }

    fn decisions(&self) -> Vec<usize> {
        let mut game = G::begin(&self.start);
        let mut plies = vec![];
        for (ply, &action) in self.actions.iter().enumerate() {
            if matches!(game.turn(), Turn::Seat(_)) && game.choices().len() > 1 {
                plies.push(ply);
            }
            game.play(action);
        }
        plies
    }

    fn at(&self, ply: usize) -> Option<Box<dyn AnyGame>> {
        let actions = self.actions.get(..ply)?.to_vec();
        let (log, game): (Log<G>, G) = Log::replay(&self.start, &actions);
        let (start, events) = (self.start.clone(), self.events[..ply].to_vec());
        Some(Box::new(TypedGame { start, actions, log, events, game }))
    }

    fn judgement(&self, ply: usize) -> Option<Thought<Option<Judgement>>> {
        let played = *self.actions.get(ply)?;
        let (log, before): (Log<G>, G) = Log::replay(&self.start, &self.actions[..ply]);
        let Turn::Seat(seat) = before.turn() else { return None };
        let view = before.view(seat);
        Some(Box::new(move |limits| {
            analysis::judge::<G>(&view, log.seen_by(seat), ply, played, limits)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kontra_agents::games::Doppelkopf;
    use kontra_game::{Game, Recorded};

    fn random_game(moves: usize) -> TypedGame<Doppelkopf> {
        let streams = Streams::new(1);
        let start = Doppelkopf::deal(&Default::default(), &mut streams.deal(0));
        let mut played = TypedGame::<Doppelkopf>::new(start);
        let mut rng = streams.test(0);
        for _ in 0..moves {
            played.play(played.game.random_action(&mut rng).unwrap());
        }
        played
    }

    #[test]
    fn agents_are_told_what_happened_also_after_a_move_was_taken_back() {
        let mut played = random_game(40);
        let check = |played: &TypedGame<Doppelkopf>, length| {
            let (log, _) = Log::replay(&played.start, &played.actions);
            assert_eq!(played.log.len(), length);
            for seat in Seat::all(4) {
                assert_eq!(played.log.seen_by(seat), log.seen_by(seat));
            }
        };
        check(&played, 40);
        played.take_back(25);
        check(&played, 25);
    }

    /// Events are kept from the moment of the move on; what is taken back goes, and what follows is told as if
    /// nothing had been taken back.
    #[test]
    fn kept_events_are_those_of_the_moves_that_were_made() {
        let (whole, mut played) = (random_game(40), random_game(40));
        played.take_back(25);
        assert_eq!(played.events(Viewer::Everything, 0), whole.events(Viewer::Everything, 0)[..25]);
        whole.actions[25..].iter().for_each(|&action| played.play(action));
        for viewer in [Viewer::Everything, Viewer::Watcher, Viewer::Seat(Seat::wrapping(2, 4))] {
            assert_eq!(played.events(viewer, 0), whole.events(viewer, 0));
            assert_eq!(played.events(viewer, 30).len(), 10);
        }
        let texts = whole.moves(0);
        assert_eq!((texts.len(), whole.moves(38)), (40, texts[38..].to_vec()));
    }

    #[test]
    fn a_move_of_an_agent_is_played_as_it_is_and_only_where_it_is_legal() {
        let mut played = random_game(0);
        let legal = played.any_move().unwrap();
        let before = played.version();
        assert!(played.play_move(&AnyMove::new(7_u64, 1.0)).is_err(), "a move of another game");
        let card = kontra_doppelkopf::Move::Card(kontra_doppelkopf::Card::QUEEN_OF_CLUBS);
        assert!(
            played.play_move(&AnyMove::new(card, 1.0)).is_err(),
            "no card before the reservations"
        );
        assert_eq!(played.version(), before);
        played.play_move(&legal).unwrap();
        assert_eq!(played.version(), before + 1);
    }
}
