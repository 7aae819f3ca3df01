//! What a person sees before they answer, and how their answer is read.

use super::choices::{announcements, choices};
use super::{DoppelkopfFace, cards, plays_next, words};
use crate::play::face::{Asked, Reply};
use crate::play::style::{BOLD, DIM, LOUD, paint, rule};
use kontra_doppelkopf::{Doppelkopf, DoppelkopfView, GameType, Move, Question, SEATS, Team};
use kontra_game::{Seat, quote};
use std::io::{self, Write};

impl DoppelkopfFace {
    pub(super) fn show_question(
        &mut self,
        asked: &Asked<'_, Doppelkopf>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let view = asked.view;
        self.print_answers(out)?;
        let question = view.public().question();
        let with_cards = question == Some(Question::Card) || plays_next(view);
        let is_play = matches!(question, Some(Question::Card | Question::Announcement));
        if is_play {
            self.print_table(view, out)?;
        } else {
            writeln!(out)?;
        }
        let playable = (is_play && with_cards).then(|| cards::playable(view));
        let kind = view.public().kind().unwrap_or(GameType::Normal);
        let [hand, numbers] = cards::hand_lines(view.hand(), kind, playable.as_deref());
        writeln!(out, "  {}   {hand}", paint(DIM, "Your hand"))?;
        if playable.is_some() {
            writeln!(out, "              {numbers}")?;
        }
        if !is_play {
            for choice in choices(asked) {
                let number = choice.number.unwrap_or_default();
                writeln!(out, "  {}  {}", paint(BOLD, number), choice.about)?;
            }
        }
        Ok(())
    }

    fn print_table(&self, view: &DoppelkopfView, out: &mut dyn Write) -> io::Result<()> {
        let public = view.public();
        let kind = public.kind().unwrap_or(GameType::Normal);
        let mut title = format!("Trick {} of 12 · {}", public.tricks() + 1, words::kind(kind));
        if let Some(team) = view.own_team() {
            title += &format!(" · you are {}", words::team(team));
        }
        writeln!(out, "\n{}", rule(&title))?;
        let seats: Vec<String> =
            Seat::all(SEATS).map(|seat| self.player_line(view, seat)).collect();
        writeln!(out, "  {}     {}", paint(DIM, "Players"), seats.join(" · "))?;
        let said: Vec<String> =
            Team::ALL.into_iter().filter_map(|team| self.announced_by(view, team)).collect();
        if !said.is_empty() {
            writeln!(out, "  {}   {}", paint(DIM, "Announced"), said.join(" · "))?;
        }
        if let (true, Some(trick)) = (self.again, &self.last_trick) {
            let line = self.trick_line(&trick.cards, Some(trick.winner));
            writeln!(out, "  {}  {line}", paint(DIM, "Last trick"))?;
        }
        let trick: Vec<_> = public.trick().collect();
        let table = if trick.is_empty() && plays_next(view) {
            "you lead".to_owned()
        } else if trick.is_empty() {
            format!("{} leads", self.name(public.leader()))
        } else {
            self.trick_line(&trick, None)
        };
        writeln!(out, "  {}       {table}", paint(DIM, "Table"))
    }

    /// How far a team has committed itself, and who said so.
    fn announced_by(&self, view: &DoppelkopfView, team: Team) -> Option<String> {
        let mut names: Vec<&str> = vec![];
        for &(seat, ..) in self.announced.iter().filter(|&&(_, t, _)| t == team) {
            if !names.contains(&self.name(seat)) {
                names.push(self.name(seat));
            }
        }
        let level = words::level(view.public().level(team), team);
        let level = if level == words::team(team) {
            level.to_owned()
        } else {
            format!("{} and {level}", words::team(team))
        };
        (!names.is_empty()).then(|| format!("{} ({})", paint(LOUD, level), names.join(", ")))
    }

    /// A name with the team, as far as this player knows it, and the points taken so far.
    fn player_line(&self, view: &DoppelkopfView, seat: Seat) -> String {
        let team = match view.team(seat) {
            Some(Team::Re) => " Re",
            Some(Team::Kontra) => " Kontra",
            None => " ?",
        };
        let points = view.public().points(seat);
        format!("{}{} {points}", paint(BOLD, self.name(seat)), paint(DIM, team))
    }

    pub(super) fn read_answer(&mut self, asked: &Asked<'_, Doppelkopf>, text: &str) -> Reply<Move> {
        let text = text.to_lowercase();
        if text == "ask" {
            self.ask_always = !self.ask_always;
            let when = if self.ask_always { "after every card" } else { "before your own cards" };
            return Reply::Unclear(format!("You are now asked for announcements {when}."));
        }
        let only_announcing = is_only_announcing(asked.view);
        if text.is_empty() {
            self.again = true;
            return if only_announcing { Reply::Play(vec![Move::No]) } else { Reply::Show };
        }
        let typed_card = cards::parse(&text);
        let number = text.parse::<usize>().ok();
        let choices = choices(asked);
        let found = choices.iter().find(|choice| {
            (number.is_some() && choice.number == number)
                || choice.words.contains(&text)
                || typed_card.is_some()
                    && choice.moves.last().copied() == typed_card.map(Move::Card)
        });
        match (found, typed_card) {
            (Some(choice), _) => Reply::Play(choice.moves.clone()),
            (None, Some(card)) if !only_announcing => Reply::Unclear(why_not(asked.view, card)),
            _ => Reply::Unclear(expected(asked, &text)),
        }
    }
}

/// Whether the person is asked for an announcement while somebody else's card comes next.
fn is_only_announcing(view: &DoppelkopfView) -> bool {
    view.public().question() == Some(Question::Announcement) && !plays_next(view)
}

pub(super) fn prompt(asked: &Asked<'_, Doppelkopf>) -> String {
    let view = asked.view;
    let say = announcements(asked).into_iter().next();
    let say = say.map_or(String::new(), |choice| format!("\"{}\"", choice.words[0]));
    if is_only_announcing(view) {
        return format!("Announce? 1 no, 2 {say} (Enter says no): ");
    }
    let count = choices(asked).iter().filter_map(|choice| choice.number).max().unwrap_or(0);
    match view.public().question() {
        Some(Question::Announcement) => format!("Your card (1-{count}), or announce {say}: "),
        Some(Question::Card) => format!("Your card (1-{count}): "),
        Some(Question::Game) => format!("Which solo (1-{count}): "),
        _ => format!("Your choice (1-{count}): "),
    }
}

/// Why a card cannot be played.
fn why_not(view: &DoppelkopfView, card: kontra_doppelkopf::Card) -> String {
    let face = cards::face(card);
    if !matches!(view.public().question(), Some(Question::Card | Question::Announcement)) {
        return "It is not time for cards yet.".to_owned();
    }
    if !view.hand().contains(card) {
        return format!("You do not hold {face}.");
    }
    let list: Vec<String> = cards::playable(view).into_iter().map(cards::face).collect();
    format!("You have to follow the first card, so {face} cannot be played: {}.", list.join(", "))
}

fn expected(asked: &Asked<'_, Doppelkopf>, text: &str) -> String {
    let what = match asked.view.public().question() {
        Some(Question::Announcement) if is_only_announcing(asked.view) => {
            "an announcement, or Enter for none".to_owned()
        }
        Some(Question::Announcement | Question::Card) => {
            let count = cards::playable(asked.view).len();
            format!("a number from 1 to {count} or the name of a card such as cq")
        }
        _ => format!("a number from 1 to {}", choices(asked).len()),
    };
    format!("Expected {what}, found {} (? explains).", quote(text))
}
