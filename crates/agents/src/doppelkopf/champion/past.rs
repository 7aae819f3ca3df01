use crate::doppelkopf::features::Watch;
use kontra_doppelkopf::{
    Cards, Deal, Doppelkopf, DoppelkopfView, Duty, Move, Public, Question, Rules, SEATS, Start,
};
use kontra_game::{Actions, Game, History, Seat, Turn, View};

/// A decision of another player, and what everybody knew before it.
#[derive(Clone, Debug)]
pub(super) struct PastDecision {
    pub(super) by: Seat,
    pub(super) action: Move,
    pub(super) public: Public,
    pub(super) watch: Watch,
    /// What this player has played since: they held it then.
    pub(super) played_since: Cards,
}

/// What the other players have decided in the open, as the viewer saw it.
///
/// What is public does not depend on hidden cards, so one imagined deal is enough to play the past through: the same happened in
/// every deal that the viewer holds for possible. Only the hand of the player who decided differs.
#[derive(Clone, Debug)]
pub struct PublicPast {
    decisions: Vec<PastDecision>,
}

impl PublicPast {
    /// The past of this view. `world` is any deal that fits it. `None` where the history is not known, or is not that of the
    /// view.
    pub fn new(
        view: &DoppelkopfView,
        history: History<'_, Doppelkopf>,
        world: &Doppelkopf,
    ) -> Option<PublicPast> {
        let mut hands: [Cards; SEATS] =
            std::array::from_fn(|i| world.hand(Seat::wrapping(i, SEATS)));
        let past = || history.iter().filter_map(|event| Some((event.by?, event.action?)));
        for (by, action) in past() {
            if let Move::Card(card) = action {
                if hands[by.index()].count(card) == 2 {
                    return None;
                }
                hands[by.index()].insert(card);
            }
        }
        let mut game = Doppelkopf::new(&start(view.public(), Deal::new(hands)?));
        let mut watch = Watch::new();
        let mut decisions = vec![];
        for (by, action) in past() {
            let mut legal = Actions::new();
            game.actions(&mut legal);
            if game.turn() != Turn::Seat(by) || !legal.contains(&action) {
                return None;
            }
            if by != view.seat() {
                let (public, watch) = (*game.public(), watch.clone());
                decisions.push(PastDecision {
                    by,
                    action,
                    public,
                    watch,
                    played_since: Cards::NONE,
                });
            }
            watch.see(by, action);
            game.play(action);
        }
        if !history.is_known() || game.public() != view.public() {
            return None;
        }
        let mut past = PublicPast { decisions };
        past.note_later_cards();
        past.drop_repeated_silence();
        Some(past)
    }

    /// The decisions of a player, oldest first.
    pub(super) fn of(&self, seat: Seat) -> impl Iterator<Item = &PastDecision> {
        self.decisions.iter().filter(move |decision| decision.by == seat)
    }

    fn note_later_cards(&mut self) {
        let mut played = [Cards::NONE; SEATS];
        for decision in self.decisions.iter_mut().rev() {
            let played = &mut played[decision.by.index()];
            if let Move::Card(card) = decision.action {
                played.insert(card);
            }
            decision.played_since = *played;
        }
    }

    /// Players are asked for announcements again and again. Of a row of silences of one player the last one counts: then they knew
    /// most. At trick 4 that is a fifth of all evaluations less.
    fn drop_repeated_silence(&mut self) {
        let mut was_silent = [false; SEATS];
        let mut keep = vec![true; self.decisions.len()];
        for (decision, keep) in self.decisions.iter().zip(&mut keep).rev() {
            if decision.public.question() == Some(Question::Announcement) {
                let silent = decision.action == Move::No;
                *keep = !(silent && was_silent[decision.by.index()]);
                was_silent[decision.by.index()] = silent;
            }
        }
        let mut keep = keep.into_iter();
        self.decisions.retain(|_| keep.next().unwrap_or(true));
    }
}

/// How a game with this deal began that is known so far.
fn start(public: &Public, deal: Deal) -> Start {
    let duty = |games_left| Duty { games_left, open_solos: public.open_solos() };
    Start {
        rules: Rules { announcing: public.announcing() },
        dealer: public.first().after(SEATS - 1, SEATS),
        duty: public.games_left().map(duty),
        deal,
    }
}
