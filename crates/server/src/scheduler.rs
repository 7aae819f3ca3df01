//! Who thinks next. There is no clock in here: the caller says what was used.
//!
//! Thoughts wait in lanes by urgency. Within a lane the address comes first that has used the least, and of one
//! address the table that has used the least; what counts is time, not the number of thoughts. One address has at
//! most a share of the threads at the same time, so that there is always one for somebody else.

use crate::rate_limit::Network;
use rustc_hash::FxHashMap;
use std::time::Duration;

/// How urgent a thought is, the most urgent first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Lane {
    /// An agent's move at a table where people wait.
    People,
    /// An agent's move at a table without people.
    Agents,
    /// A hint or an analysis that somebody asked for.
    Question,
    /// A review.
    Review,
}

pub(crate) const LANES: usize = 4;

/// Every this many thoughts the least urgent lane comes first, so that none waits for ever.
const TURN_OF_THE_LAST: u64 = 8;

/// Whose thought it is, and what it may take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Claim {
    pub(crate) lane: Lane,
    pub(crate) address: Network,
    /// The table, or the game that is reviewed.
    pub(crate) table: String,
    /// The most time it may take.
    pub(crate) most: Duration,
}

/// What may be used at the same time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shares {
    /// Threads that one address may use.
    pub(crate) threads: usize,
    /// Questions, and reviews, that may wait.
    pub(crate) waiting: usize,
    /// How many of them may be of one address.
    pub(crate) waiting_of_one: usize,
}

/// What an address has used, and uses.
#[derive(Default)]
struct Account {
    used: Duration,
    by_table: FxHashMap<String, Duration>,
    running: usize,
    waiting: usize,
}

impl Account {
    /// What a table has used: one that was not heard of lately begins where the most modest one is.
    fn of_table(&self, table: &str) -> Duration {
        self.by_table.get(table).copied().unwrap_or(Duration::ZERO)
    }
}

struct Waiting<J> {
    claim: Claim,
    number: u64,
    job: J,
}

/// Everything that waits, and what those who wait have used.
pub(crate) struct Scheduler<J> {
    shares: Shares,
    waiting: Vec<Waiting<J>>,
    accounts: FxHashMap<Network, Account>,
    /// What the person who was served last had used by then: nobody who comes later has more credit than that.
    now: Duration,
    submitted: u64,
    begun: u64,
}

impl<J> Scheduler<J> {
    pub(crate) fn new(shares: Shares) -> Scheduler<J> {
        Scheduler {
            shares,
            waiting: vec![],
            accounts: FxHashMap::default(),
            now: Duration::ZERO,
            submitted: 0,
            begun: 0,
        }
    }

    /// Puts a thought in line. Whether it was accepted: agents' moves always are, their number is that of the
    /// tables; questions and reviews only while not too many wait.
    pub(crate) fn submit(&mut self, claim: Claim, job: J) -> bool {
        if matches!(claim.lane, Lane::Question | Lane::Review) {
            let same = |other: &&Waiting<J>| other.claim.lane == claim.lane;
            let of_one = |other: &&Waiting<J>| other.claim.address == claim.address;
            let lane = self.waiting.iter().filter(same);
            if lane.clone().count() >= self.shares.waiting
                || lane.filter(of_one).count() >= self.shares.waiting_of_one
            {
                return false;
            }
        }
        let account = self.accounts.entry(claim.address).or_default();
        if account.running + account.waiting == 0 {
            // A person who was away has not saved up time.
            account.used = account.used.max(self.now);
        }
        account.waiting += 1;
        self.waiting.push(Waiting { claim, number: self.submitted, job });
        self.submitted += 1;
        true
    }

    /// The thought to begin now, if there is one that may begin. Its most time counts as used from now on.
    pub(crate) fn next(&mut self) -> Option<(Claim, J)> {
        let last_first = (self.begun + 1).is_multiple_of(TURN_OF_THE_LAST);
        let accounts = &self.accounts;
        let may = |claim: &Claim| accounts[&claim.address].running < self.shares.threads;
        let rank = |entry: &Waiting<J>| {
            let Claim { lane, address, table, .. } = &entry.claim;
            let lane = if last_first { LANES - *lane as usize } else { *lane as usize };
            let account = &accounts[address];
            (lane, account.used, account.of_table(table), entry.number)
        };
        let open = self.waiting.iter().enumerate().filter(|(_, entry)| may(&entry.claim));
        let (place, _) = open.min_by_key(|(_, entry)| rank(entry))?;
        let Waiting { claim, job, .. } = self.waiting.swap_remove(place);
        self.begun += 1;
        if let Some(account) = self.accounts.get_mut(&claim.address) {
            self.now = self.now.max(account.used);
            account.running += 1;
            account.waiting -= 1;
            account.used += claim.most;
            *account.by_table.entry(claim.table.clone()).or_default() += claim.most;
        }
        Some((claim, job))
    }

    /// A thought is over that took so long.
    pub(crate) fn finish(&mut self, claim: &Claim, spent: Duration) {
        let Some(account) = self.accounts.get_mut(&claim.address) else { return };
        let settle = |used: Duration| used.saturating_sub(claim.most) + spent;
        account.running -= 1;
        account.used = settle(account.used);
        if let Some(used) = account.by_table.get_mut(&claim.table) {
            *used = settle(*used);
        }
        if account.running + account.waiting == 0 {
            // What is remembered of tables is for choosing among those that wait.
            account.by_table.clear();
            self.forget();
        }
    }

    /// Forgets addresses that neither wait nor owe anything.
    fn forget(&mut self) {
        let now = self.now;
        self.accounts
            .retain(|_, account| account.running + account.waiting > 0 || account.used > now);
    }

    /// How many thoughts wait, by urgency.
    pub(crate) fn waiting(&self) -> [usize; LANES] {
        let mut numbers = [0; LANES];
        self.waiting.iter().for_each(|entry| numbers[entry.claim.lane as usize] += 1);
        numbers
    }

    /// Forgets everything that waits.
    pub(crate) fn clear(&mut self) {
        self.waiting.clear();
        self.accounts.values_mut().for_each(|account| account.waiting = 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHARES: Shares = Shares { threads: 1, waiting: 8, waiting_of_one: 3 };
    const ATTACKER: Network = Network::of_number(1);
    const HONEST: Network = Network::of_number(2);
    const SECOND: Duration = Duration::from_secs(1);

    fn claim(lane: Lane, address: Network, table: &str, most: Duration) -> Claim {
        Claim { lane, address, table: table.to_owned(), most }
    }

    /// Takes the next thought and ends it after so much time; whose it was.
    fn serve(scheduler: &mut Scheduler<char>, spent: Duration) -> Option<char> {
        let (claim, name) = scheduler.next()?;
        scheduler.finish(&claim, spent);
        Some(name)
    }

    #[test]
    fn the_urgent_come_first_and_nobody_waits_for_ever() {
        let mut scheduler = Scheduler::new(Shares { waiting: 100, waiting_of_one: 100, ..SHARES });
        for (lane, name) in
            [(Lane::Agents, 'a'), (Lane::Review, 'r'), (Lane::People, 'p'), (Lane::Question, 'q')]
        {
            for number in 0..6 {
                let claim = claim(lane, HONEST, &format!("{name}{number}"), SECOND);
                assert!(scheduler.submit(claim, name));
            }
        }
        let order: String = std::iter::from_fn(|| serve(&mut scheduler, Duration::ZERO)).collect();
        assert_eq!(order, "ppppppaRaaaaaqqRqqqqrrrR".to_lowercase());
    }

    #[test]
    fn an_address_with_many_tables_keeps_nobody_else_waiting() {
        let mut scheduler = Scheduler::new(SHARES);
        for number in 0..42 {
            let claim = claim(Lane::People, ATTACKER, &number.to_string(), 10 * SECOND);
            assert!(scheduler.submit(claim, 'a'));
        }
        let (first, name) = scheduler.next().unwrap();
        assert_eq!(name, 'a');
        // A second thread is free, but not for the same address.
        assert!(scheduler.next().is_none());
        assert!(scheduler.submit(claim(Lane::People, HONEST, "h", SECOND), 'h'));
        let (honest, name) = scheduler.next().unwrap();
        assert_eq!(name, 'h');
        scheduler.finish(&honest, SECOND);
        scheduler.finish(&first, 10 * SECOND);
        // Both wait: the person who has used less comes first, again and again.
        let mut order = String::new();
        for _ in 0..12 {
            let waits = scheduler.waiting.iter().any(|entry| entry.claim.address == HONEST);
            if !waits {
                assert!(scheduler.submit(claim(Lane::People, HONEST, "h", SECOND), 'h'));
            }
            let (claim, name) = scheduler.next().unwrap();
            scheduler.finish(&claim, if name == 'a' { 10 * SECOND } else { SECOND });
            order.push(name);
        }
        assert_eq!(order.matches('a').count(), 1, "{order}");
    }

    #[test]
    fn the_time_counts_and_not_the_number_of_thoughts() {
        let mut scheduler = Scheduler::new(SHARES);
        for number in 0..20 {
            let table = number.to_string();
            assert!(scheduler.submit(claim(Lane::People, ATTACKER, &table, 10 * SECOND), 'a'));
            assert!(scheduler.submit(claim(Lane::People, HONEST, &table, 10 * SECOND), 'h'));
        }
        // The honest thoughts end after a second: eleven of them have the time of one and a bit.
        let mut order = String::new();
        while let Some((claim, name)) = scheduler.next() {
            scheduler.finish(&claim, if name == 'a' { 10 * SECOND } else { SECOND });
            order.push(name);
        }
        assert!(order.starts_with("ahhhhhhhhhhha") || order.starts_with("ahhhhhhhhhha"), "{order}");
        assert_eq!(order.len(), 40);
    }

    #[test]
    fn the_tables_of_an_address_take_turns_by_time() {
        let mut scheduler = Scheduler::new(SHARES);
        let mut order = String::new();
        let spent = |name| if name == 's' { 3 * SECOND } else { SECOND };
        for (table, name) in [("slow", 's'), ("quick", 'q')] {
            for _ in 0..8 {
                assert!(scheduler.submit(claim(Lane::People, HONEST, table, 4 * SECOND), name));
            }
        }
        while let Some((claim, name)) = scheduler.next() {
            scheduler.finish(&claim, spent(name));
            order.push(name);
        }
        assert_eq!(&order[..9], "sqqqsqqqs");
    }

    #[test]
    fn an_address_that_was_away_has_not_saved_up_time() {
        let mut scheduler = Scheduler::new(SHARES);
        for _ in 0..5 {
            assert!(scheduler.submit(claim(Lane::People, HONEST, "h", SECOND), 'h'));
            assert_eq!(serve(&mut scheduler, SECOND), Some('h'));
        }
        for number in 0..10 {
            let table = number.to_string();
            assert!(scheduler.submit(claim(Lane::People, ATTACKER, &table, SECOND), 'a'));
            assert!(scheduler.submit(claim(Lane::People, HONEST, &table, SECOND), 'h'));
        }
        let order: String = std::iter::from_fn(|| serve(&mut scheduler, SECOND)).collect();
        assert!(!order.contains("aaa") && !order[..18].contains("hhh"), "{order}");
    }

    #[test]
    fn a_limited_number_of_questions_waits_and_of_one_address_fewer() {
        let mut scheduler = Scheduler::new(SHARES);
        let question = |address| claim(Lane::Question, address, "t", SECOND);
        for _ in 0..3 {
            assert!(scheduler.submit(question(ATTACKER), 'a'));
        }
        assert!(!scheduler.submit(question(ATTACKER), 'a'));
        for number in 2..7 {
            assert!(scheduler.submit(question(Network::of_number(number)), 'q'));
        }
        assert!(!scheduler.submit(question(Network::of_number(9)), 'q'), "eight wait");
        assert!(scheduler.submit(claim(Lane::Review, ATTACKER, "t", SECOND), 'r'));
        assert!(scheduler.submit(claim(Lane::People, ATTACKER, "t", SECOND), 'p'));
        assert_eq!(scheduler.waiting(), [1, 0, 8, 1]);
    }

    #[test]
    fn addresses_that_want_nothing_are_forgotten() {
        let mut scheduler = Scheduler::new(SHARES);
        for number in 0..1000 {
            let address = Network::of_number(number);
            assert!(scheduler.submit(claim(Lane::People, address, "t", SECOND), 'x'));
            assert!(serve(&mut scheduler, Duration::ZERO).is_some());
        }
        assert!(scheduler.accounts.len() <= 1, "{}", scheduler.accounts.len());
    }
}
