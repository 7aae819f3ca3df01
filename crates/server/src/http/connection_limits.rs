//! Room for connections: how many one address may have, and who comes first where there is little.

use crate::rate_limit::Network;
use rustc_hash::FxHashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Counts what each address has open at present.
#[derive(Clone, Default)]
pub(crate) struct PerAddress(Arc<Mutex<FxHashMap<Network, usize>>>);

impl PerAddress {
    /// One more for this address, until it is dropped; `None` if it has this many already.
    pub(crate) fn enter(&self, address: IpAddr, most: usize) -> Option<Entered> {
        let address = Network::from(address);
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(address).or_insert(0);
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Entered { all: self.clone(), address })
    }
}

/// Something that an address has open.
pub(crate) struct Entered {
    all: PerAddress,
    address: Network,
}

impl Drop for Entered {
    fn drop(&mut self) {
        let mut open = self.all.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.address);
            }
        }
    }
}

/// Room for live connections. A quarter of it is for seats. Who is there before they have said who they are has a place among
/// the watchers, or one of a few at the door, from which they have to go if they only want to watch.
#[derive(Clone)]
pub(crate) struct LiveRoom {
    watchers: Arc<Semaphore>,
    seats: Arc<Semaphore>,
    door: Arc<Semaphore>,
    all: [u32; 3],
    pub(crate) addresses: PerAddress,
}

/// A place in the room.
pub(crate) struct LivePlace {
    /// Free again when it is dropped.
    _permit: OwnedSemaphorePermit,
    at_the_door: bool,
}

impl LiveRoom {
    pub(crate) fn new(most: usize) -> LiveRoom {
        let door = (most / 16).max(1);
        let seats = (most / 4).max(1);
        let watchers = most.saturating_sub(door + seats);
        let all = [watchers, seats, door];
        let [watchers, seats, door] = all.map(|most| Arc::new(Semaphore::new(most)));
        let all = all.map(|most| u32::try_from(most).unwrap_or(u32::MAX));
        LiveRoom { watchers, seats, door, all, addresses: PerAddress::default() }
    }

    /// A place for somebody who has not said yet who they are.
    pub(crate) fn enter(&self) -> Option<LivePlace> {
        let free = |room: &Arc<Semaphore>| Arc::clone(room).try_acquire_owned().ok();
        let place = |_permit, at_the_door| LivePlace { _permit, at_the_door };
        let among = free(&self.watchers).map(|permit| place(permit, false));
        among.or_else(|| free(&self.door).map(|permit| place(permit, true)))
    }

    /// The place of somebody who has said who they are; `None`: there is no room for them.
    pub(crate) fn settle(&self, place: LivePlace, has_seat: bool) -> Option<LivePlace> {
        if has_seat && let Ok(permit) = Arc::clone(&self.seats).try_acquire_owned() {
            return Some(LivePlace { _permit: permit, at_the_door: false });
        }
        (!place.at_the_door).then_some(place)
    }

    /// Returns when nobody is there any more.
    pub(crate) async fn emptied(&self) {
        for (room, all) in [&self.watchers, &self.seats, &self.door].into_iter().zip(self.all) {
            // Closed rooms are empty.
            let _ = room.acquire_many(all).await;
        }
    }

    /// How many live connections there are.
    #[cfg(test)]
    fn taken(&self) -> usize {
        let rooms = [&self.watchers, &self.seats, &self.door];
        let free: usize = rooms.iter().map(|room| room.available_permits()).sum();
        self.all.iter().map(|&all| all as usize).sum::<usize>().saturating_sub(free)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn watchers_leave_room_for_seats() {
        let room = LiveRoom::new(16);
        let watchers: Vec<LivePlace> =
            std::iter::from_fn(|| room.enter()).take_while(|place| !place.at_the_door).collect();
        assert_eq!(watchers.len(), 11);
        // A caller who comes now has to wait at the door, and only a seat gets in.
        let stranger = room.enter().unwrap();
        assert!(room.enter().is_none(), "the door is small");
        assert!(room.settle(stranger, false).is_none());
        let seats: Vec<LivePlace> =
            (0..4).map(|_| room.settle(room.enter().unwrap(), true).unwrap()).collect();
        assert!(room.settle(room.enter().unwrap(), true).is_none());
        assert_eq!(room.taken(), 15);
        drop((watchers, seats));
        assert_eq!(room.taken(), 0);
    }

    #[test]
    fn an_address_has_its_limit_and_no_more() {
        let all = PerAddress::default();
        let [one, two] = ["192.0.2.1", "192.0.2.2"].map(|text| text.parse().unwrap());
        let open: Vec<Entered> = (0..3).filter_map(|_| all.enter(one, 3)).collect();
        assert!(open.len() == 3 && all.enter(one, 3).is_none() && all.enter(two, 3).is_some());
        drop(open);
        assert!(all.enter(one, 3).is_some());
        assert!(all.0.lock().unwrap().len() <= 1, "addresses that have nothing open are forgotten");
    }
}
