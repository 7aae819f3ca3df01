//! How much one address, one seat, one connection may ask for: a bucket that fills with time.

use crate::config::Rate;
use rustc_hash::FxHashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// A bucket of requests.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    left: f64,
    at: Instant,
}

impl Bucket {
    pub(crate) fn full(rate: Rate) -> Bucket {
        Bucket { left: rate.burst, at: Instant::now() }
    }

    /// Takes so much out; if there is not enough, the seconds until there is.
    pub(crate) fn take(&mut self, rate: Rate, cost: f64, now: Instant) -> Result<(), f64> {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.left = (self.left + passed * rate.per_second).min(rate.burst);
        self.at = now;
        if self.left >= cost {
            self.left -= cost;
            return Ok(());
        }
        Err((cost - self.left) / rate.per_second)
    }

    fn is_full(&self, rate: Rate, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.left + passed * rate.per_second >= rate.burst
    }
}

/// This many addresses are remembered before the quiet ones are forgotten.
const MOST_ADDRESSES: usize = 10_000;

/// A bucket for each address.
#[derive(Default)]
pub(crate) struct Addresses(Mutex<FxHashMap<Network, Bucket>>);

impl Addresses {
    pub(crate) fn take(&self, address: IpAddr, rate: Rate, cost: f64) -> Result<(), f64> {
        let now = Instant::now();
        let mut buckets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let address = Network::from(address);
        if buckets.len() >= MOST_ADDRESSES && !buckets.contains_key(&address) {
            buckets.retain(|_, bucket| !bucket.is_full(rate, now));
            if buckets.len() >= MOST_ADDRESSES {
                // A flood from everywhere: nobody new until it is over.
                return Err(1.0);
            }
        }
        buckets.entry(address).or_insert_with(|| Bucket::full(rate)).take(rate, cost, now)
    }
}

/// An address of version 4, or the network of one of version 6: a client that has one of those has all of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(crate) struct Network([u8; 8]);

impl Network {
    /// Any network, for tests.
    #[cfg(test)]
    pub(crate) const fn of_number(number: u64) -> Network {
        Network(number.to_be_bytes())
    }
}

impl From<IpAddr> for Network {
    fn from(address: IpAddr) -> Network {
        let mut network = [0; 8];
        match address.to_canonical() {
            IpAddr::V4(address) => network[..4].copy_from_slice(&address.octets()),
            IpAddr::V6(address) => network.copy_from_slice(&address.octets()[..8]),
        }
        Network(network)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    const RATE: Rate = Rate { per_second: 2.0, burst: 3.0 };

    #[test]
    fn a_bucket_gives_its_burst_and_then_its_rate() {
        let mut bucket = Bucket::full(RATE);
        let begin = bucket.at;
        for _ in 0..3 {
            assert_eq!(bucket.take(RATE, 1.0, begin), Ok(()));
        }
        assert_eq!(bucket.take(RATE, 1.0, begin), Err(0.5));
        assert_eq!(bucket.take(RATE, 1.0, begin + Duration::from_millis(500)), Ok(()));
        assert!(bucket.take(RATE, 1.0, begin + Duration::from_millis(600)).is_err());
        let later = begin + Duration::from_secs(60);
        assert!(bucket.is_full(RATE, later));
        assert_eq!(bucket.take(RATE, 3.0, later), Ok(()));
    }

    #[test]
    fn neighbours_in_a_network_of_version_6_share_a_bucket() {
        let network = |text: &str| Network::from(text.parse::<IpAddr>().unwrap());
        assert_eq!(network("2001:db8::1"), network("2001:db8::2"));
        assert_ne!(network("2001:db8::1"), network("2001:db8:0:1::1"));
        assert_ne!(network("192.0.2.1"), network("192.0.2.2"));
        assert_eq!(network("192.0.2.1"), network("::ffff:192.0.2.1"));
    }

    #[test]
    fn a_flood_from_everywhere_keeps_nobody_out_who_is_known() {
        let slow = Rate { per_second: 1e-6, burst: 3.0 };
        let addresses = Addresses::default();
        let address = |number: usize| IpAddr::from((number as u32 + 1).to_be_bytes());
        for number in 0..MOST_ADDRESSES {
            assert_eq!(addresses.take(address(number), slow, 1.0), Ok(()));
        }
        assert!(addresses.take(address(MOST_ADDRESSES), slow, 1.0).is_err());
        assert_eq!(addresses.take(address(0), slow, 1.0), Ok(()));
    }

    #[test]
    fn one_address_does_not_use_up_another_ones_requests() {
        let addresses = Addresses::default();
        let [one, two] = ["192.0.2.1", "192.0.2.2"].map(|text| text.parse().unwrap());
        assert!((0..3).all(|_| addresses.take(one, RATE, 1.0).is_ok()));
        assert!(addresses.take(one, RATE, 1.0).is_err());
        assert!(addresses.take(two, RATE, 1.0).is_ok());
    }
}
