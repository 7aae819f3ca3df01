//! What a puzzle is about.

use kontra_doppelkopf::{Card, DoppelkopfView, Move, Question};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Theme {
    Announcing,
    Solo,
    Fox,
    Endgame,
    Lead,
    Follow,
}

impl Theme {
    /// The theme of a decision; `None` where it is only a formality.
    pub(crate) fn of(view: &DoppelkopfView, best: Move) -> Option<Theme> {
        let public = view.public();
        let left = public.cards_left(kontra_game::View::seat(view));
        match public.question()? {
            Question::Announcement => {
                // People are asked before their own card.
                let next = public.leader().after(public.trick().count(), 4);
                (next == kontra_game::View::seat(view)).then_some(Theme::Announcing)
            }
            Question::Reservation => Some(Theme::Solo),
            Question::Card if is_about_foxes(view, best) => Some(Theme::Fox),
            Question::Card if left <= 4 => Some(Theme::Endgame),
            Question::Card if public.trick().count() == 0 => Some(Theme::Lead),
            Question::Card => Some(Theme::Follow),
            Question::ImmediateSolo | Question::Solo | Question::Game => None,
        }
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Theme::Announcing => "announcing",
            Theme::Solo => "solo",
            Theme::Fox => "fox",
            Theme::Endgame => "endgame",
            Theme::Lead => "lead",
            Theme::Follow => "follow",
        }
    }
}

/// Whether a fox lies on the table or is the card to play, where foxes count.
fn is_about_foxes(view: &DoppelkopfView, best: Move) -> bool {
    let public = view.public();
    let counts = public.kind().is_some_and(|kind| !kind.is_solo());
    counts && (best == Move::Card(Card::FOX) || public.trick().any(|(_, card)| card == Card::FOX))
}
