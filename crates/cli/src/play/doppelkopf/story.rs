//! What happened, told as it happens.

use super::{DoppelkopfFace, Trick, cards, words};
use crate::play::style::{BOLD, DIM, GOOD, LOUD, paint};
use kontra_doppelkopf::{Card, Doppelkopf, GameType, Move, Question, SEATS, Team};
use kontra_game::{Game, Seat, Turn};
use std::io::{self, Write};

impl DoppelkopfFace {
    /// Who deals and, for an audience, all hands.
    pub(super) fn print_deal(&self, game: &Doppelkopf, out: &mut dyn Write) -> io::Result<()> {
        let first = game.public().first();
        let dealer = first.after(SEATS - 1, SEATS);
        let begins = self.says(first, "begin").replace("You ", "you ");
        writeln!(out, "  {}, {begins}.", self.says(dealer, "deal"))?;
        let open = game.public().open_solos();
        if !open.is_empty() {
            let names: Vec<&str> = open.iter().map(|seat| self.name(seat)).collect();
            writeln!(
                out,
                "  Still to play a compulsory solo (Pflichtsolo): {}.",
                names.join(", ")
            )?;
        }
        if self.person.is_none() {
            writeln!(out)?;
            self.print_hands(out)?;
        }
        Ok(())
    }

    /// The hands as they were dealt.
    pub(super) fn print_hands(&self, out: &mut dyn Write) -> io::Result<()> {
        for seat in Seat::all(SEATS) {
            let [hand, _] = cards::hand_lines(self.dealt[seat.index()], GameType::Normal, None);
            writeln!(out, "  {}  {hand}", paint(BOLD, format!("{:5}", self.name(seat))))?;
        }
        Ok(())
    }

    pub(super) fn tell_move(
        &mut self,
        before: &Doppelkopf,
        action: Move,
        after: &Doppelkopf,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let (Turn::Seat(seat), Some(question)) = (before.turn(), before.public().question()) else {
            return Ok(());
        };
        match (question, action) {
            (Question::Announcement, Move::No) => {}
            (Question::Announcement, _) => self.tell_announcement(seat, before, after, out)?,
            (Question::Card, Move::Card(card)) => {
                if before.public().trick().count() == SEATS - 1 {
                    self.tell_trick(seat, card, before, after, out)?;
                }
            }
            _ => self.answers.extend(self.answer_in_words(seat, question, action)),
        }
        if before.public().kind().is_none() && after.public().kind().is_some() {
            self.print_answers(out)?;
            self.tell_game(after, out)?;
        }
        Ok(())
    }

    /// An answer on the way to the game; `None` for those that are not worth a word.
    fn answer_in_words(&self, seat: Seat, question: Question, action: Move) -> Option<String> {
        let said = match (question, action) {
            (Question::ImmediateSolo, Move::Yes) => "solo at once",
            (Question::Reservation, Move::No) => "healthy",
            (Question::Reservation, Move::Yes) => "reservation (Vorbehalt)",
            (Question::Solo, Move::No) => "marriage",
            (Question::Solo, Move::Yes) => "solo",
            _ => return None,
        };
        Some(format!("{}: {said}", self.name(seat)))
    }

    pub(super) fn print_answers(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if !self.answers.is_empty() {
            writeln!(out, "\n  {}", self.answers.join(" · "))?;
            self.answers.clear();
        }
        Ok(())
    }

    fn tell_game(&self, game: &Doppelkopf, out: &mut dyn Write) -> io::Result<()> {
        let public = game.public();
        let kind = words::kind(public.kind().unwrap_or(GameType::Normal));
        let kind = match public.soloist() {
            Some(soloist) => format!("{} a {kind}", self.says(soloist, "play")),
            None => format!("A {kind}"),
        };
        let compulsory = if public.is_compulsory() { ", compulsory" } else { "" };
        let leads = self.says(public.leader(), "lead").replace("You ", "you ");
        writeln!(out, "  {}; {leads}.", paint(LOUD, format!("{kind}{compulsory}")))
    }

    fn tell_announcement(
        &mut self,
        seat: Seat,
        before: &Doppelkopf,
        after: &Doppelkopf,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let level = |game: &Doppelkopf, team| game.public().level(team);
        let changed = |&team: &Team| level(before, team) != level(after, team);
        let Some(team) = Team::ALL.into_iter().find(changed) else { return Ok(()) };
        self.announced.push((seat, team, level(after, team)));
        self.news = self.person != Some(seat);
        let words = words::level(level(after, team), team);
        writeln!(out, "  {}", paint(LOUD, format!("» {} {words}!", self.says(seat, "announce"))))
    }

    fn tell_trick(
        &mut self,
        seat: Seat,
        card: Card,
        before: &Doppelkopf,
        after: &Doppelkopf,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let cards: Vec<_> = before.public().trick().chain([(seat, card)]).collect();
        let winner = after.public().leader();
        let points = after.public().points(winner) - before.public().points(winner);
        let trick = Trick { cards, winner, points };
        let number = after.public().tricks();
        let line = self.trick_line(&trick.cards, Some(winner));
        let takes = paint(GOOD, self.says(winner, "take"));
        let remarks = remarks(&trick, after);
        let number = paint(DIM, format!("Trick {number:2}"));
        writeln!(out, "  {number}    {line} {takes} {points}{remarks}")?;
        self.tell_marriage(before, after, out)?;
        self.last_trick = Some(trick);
        Ok(())
    }

    /// A marriage finds its partner, or none.
    fn tell_marriage(
        &self,
        before: &Doppelkopf,
        after: &Doppelkopf,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let public = after.public();
        let known = |game: &Doppelkopf| {
            Seat::all(SEATS).any(|seat| game.public().known_team(seat) == Some(Team::Kontra))
        };
        let (Some(GameType::Marriage), Some(bride), true) =
            (public.kind(), public.soloist(), known(after) && !known(before))
        else {
            return Ok(());
        };
        let partner = Seat::all(SEATS)
            .find(|&seat| seat != bride && public.known_team(seat) == Some(Team::Re));
        let line = match partner {
            Some(partner) => format!("{} the partner of {}", self.is(partner), self.whom(bride)),
            None => format!("{} no partner: a solo", self.says(bride, "find")),
        };
        writeln!(out, "  {}", paint(LOUD, format!("» {line}.")))
    }

    fn is(&self, seat: Seat) -> String {
        let is = if self.person == Some(seat) { "are" } else { "is" };
        format!("{} {is}", self.name(seat))
    }

    /// The cards of a trick with the names of those who played them, the winner's name in bold.
    pub(super) fn trick_line(&self, cards: &[(Seat, Card)], winner: Option<Seat>) -> String {
        let cell = |&(seat, card): &(Seat, Card)| {
            let name = self.name(seat);
            let name = if winner == Some(seat) { paint(BOLD, name) } else { name.to_owned() };
            let used = self.name(seat).chars().count() + cards::face(card).chars().count();
            format!("{name} {}{}", cards::colored(card), " ".repeat(10_usize.saturating_sub(used)))
        };
        cards.iter().map(cell).collect()
    }
}

/// What is special about a trick.
fn remarks(trick: &Trick, after: &Doppelkopf) -> String {
    let mut remarks = vec![];
    let public = after.public();
    let with_specials = public.kind().is_some_and(|kind| !kind.is_solo());
    let foxes =
        trick.cards.iter().filter(|&&(seat, card)| card == Card::FOX && seat != trick.winner);
    if with_specials && foxes.count() > 0 {
        remarks.push("with a fox");
    }
    if with_specials && trick.points >= 40 {
        remarks.push("a Doppelkopf!");
    }
    let charlie = trick.cards.contains(&(trick.winner, Card::CHARLIE));
    if with_specials && charlie && after.turn() == Turn::Over {
        remarks.push("with charlie!");
    }
    remarks.iter().map(|remark| format!(", {remark}")).collect()
}
