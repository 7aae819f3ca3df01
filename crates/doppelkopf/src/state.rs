use crate::card::Card;
use crate::cards::Cards;
use crate::finding::FindingStep;
use crate::game_type::GameType;
use crate::moves::{Level, Move, Question};
use crate::public::Public;
use crate::rules::Announcing;
use crate::score::GameTally;
use crate::seats::{SEATS, SeatSet};
use crate::start::Start;
use crate::team::Team;
use crate::view::DoppelkopfView;
use kontra_game::{Actions, Game, Payoffs, Seat, Turn};
use rand::Rng;

/// One game of Doppelkopf, from the first question to the last trick, with all four hands in it.
///
/// ```
/// use kontra_doppelkopf::{Deal, Doppelkopf, Rules, Start};
/// use kontra_game::{Game, Streams, Turn};
///
/// let streams = Streams::new(2012);
/// let start = Start::single(Rules::default(), Deal::random(&mut streams.deal(0)));
/// let mut game = Doppelkopf::new(&start);
/// game.playout(&mut streams.test(0));
/// assert_eq!(game.turn(), Turn::Over);
/// assert_eq!(game.payoffs().as_slice().iter().sum::<f64>(), 0.0);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Doppelkopf {
    pub(crate) hands: [Cards; SEATS],
    /// Who really is re; complete once a marriage is decided.
    pub(crate) re: SeatSet,
    pub(crate) public: Public,
}

impl Doppelkopf {
    /// The game before its first question.
    pub fn new(start: &Start) -> Doppelkopf {
        let hands = *start.deal.hands();
        let mut game = Doppelkopf { hands, re: SeatSet::NONE, public: Public::new(start) };
        game.public.begin_finding(start.forced_soloist());
        game
    }

    /// What everybody knows.
    pub fn public(&self) -> &Public {
        &self.public
    }

    /// The cards a seat holds.
    pub fn hand(&self, seat: Seat) -> Cards {
        self.hands[seat.index()]
    }

    /// The team a seat really belongs to; `None` before the game is found, and for the three other seats
    /// of a marriage that is not decided yet.
    pub fn team(&self, seat: Seat) -> Option<Team> {
        if !self.public.found {
            return None;
        }
        let team = self.true_team(seat);
        (team == Team::Re || !self.public.is_undecided_marriage()).then_some(team)
    }

    #[inline]
    pub(crate) fn true_team(&self, seat: Seat) -> Team {
        Team::re_if(self.re.contains(seat))
    }

    /// What counts for the score, so far or in the end.
    pub fn tally(&self) -> GameTally {
        GameTally::of(&self.public, self.re)
    }

    /// The asked player plays this solo.
    pub(crate) fn choose_solo(&mut self, kind: GameType) {
        self.begin_tricks(kind, Some(self.public.asked));
    }

    fn go_on(&mut self, finding: FindingStep) {
        if let FindingStep::Found(kind, soloist) = finding {
            self.begin_tricks(kind, soloist);
        }
    }

    pub(crate) fn begin_tricks(&mut self, kind: GameType, soloist: Option<Seat>) {
        self.public.set_game(kind, soloist);
        self.re = match soloist {
            Some(seat) => SeatSet::only(seat),
            None => holders(&self.hands, Card::QUEEN_OF_CLUBS),
        };
        if kind != GameType::Marriage {
            self.public.update_limits();
        }
        self.public.ask_round(self.public.leader, SEATS as u8);
    }

    /// An announcement of the asked player's team.
    pub(crate) fn announce(&mut self, level: Level) {
        let team = self.true_team(self.public.asked);
        self.public.announce(team, level);
    }

    #[inline]
    pub(crate) fn play_card(&mut self, card: Card) {
        self.hands[self.public.asked.index()].remove(card);
        self.public.play_card(card, &mut self.re);
    }

    /// The answer to a question that can be denied or affirmed.
    pub(crate) fn say(&mut self, yes: bool) {
        match (self.public.question, yes) {
            (Question::Announcement, false) => self.public.pass(),
            (Question::Announcement, true) => {
                let team = self.true_team(self.public.asked);
                if let Some(level) = self.public.level(team).next() {
                    self.announce(level);
                }
            }
            _ => {
                let finding = self.public.answer(yes);
                self.go_on(finding);
            }
        }
    }
}

/// Who holds at least one of this card.
fn holders(hands: &[Cards; SEATS], card: Card) -> SeatSet {
    Seat::all(SEATS).filter(|seat| hands[seat.index()].contains(card)).collect()
}

/// The legal moves of the asked player, given their hand and the team they belong to.
pub(crate) fn legal_moves(public: &Public, hand: Cards, team: Team, out: &mut Actions<Move>) {
    match public.question {
        Question::ImmediateSolo | Question::Reservation => out.extend([Move::No, Move::Yes]),
        Question::Solo => {
            if hand.count(Card::QUEEN_OF_CLUBS) == 2 {
                out.push(Move::No);
            }
            out.push(Move::Yes);
        }
        Question::Game => out.extend(GameType::SOLOS.map(Move::Solo)),
        Question::Announcement => {
            out.push(Move::No);
            let levels = public.levels_open_to(team, hand.len());
            match public.announcing {
                Announcing::Choose => out.extend(levels.iter().map(|&l| Move::Announce(l))),
                Announcing::Step => out.extend(levels.first().map(|_| Move::Yes)),
            }
        }
        Question::Card => list_cards(public, public.playable(hand), out),
    }
}

/// Cards in the order of the game type, each different card once.
fn list_cards(public: &Public, cards: Cards, out: &mut Actions<Move>) {
    let suits = public.kind.suits();
    let mut places = cards.kinds().fold(0_u32, |places, card| places | 1 << suits.place(card));
    while places != 0 {
        out.push(Move::Card(suits.order()[places.trailing_zeros() as usize]));
        places &= places - 1;
    }
}

impl Game for Doppelkopf {
    type Action = Move;
    type View = DoppelkopfView;

    fn seats(&self) -> usize {
        SEATS
    }

    #[inline]
    fn turn(&self) -> Turn {
        self.public.asked().map_or(Turn::Over, Turn::Seat)
    }

    fn actions(&self, out: &mut Actions<Move>) {
        if let Some(seat) = self.public.asked() {
            legal_moves(&self.public, self.hand(seat), self.true_team(seat), out);
        }
    }

    #[inline]
    fn play(&mut self, action: Move) {
        debug_assert!({
            let mut legal = Actions::new();
            self.actions(&mut legal);
            legal.contains(&action)
        });
        match action {
            Move::No => self.say(false),
            Move::Yes => self.say(true),
            Move::Solo(kind) => self.choose_solo(kind),
            Move::Announce(level) => self.announce(level),
            Move::Card(card) => self.play_card(card),
        }
    }

    fn payoffs(&self) -> Payoffs {
        Payoffs::new(&self.tally().scores().map(f64::from))
    }

    fn view(&self, seat: Seat) -> DoppelkopfView {
        DoppelkopfView { seat, hand: self.hand(seat), public: self.public }
    }

    fn playout<R: Rng>(&mut self, rng: &mut R) {
        crate::playout::playout(self, rng);
    }
}
