use rand::Rng;

/// Chooses an action for every game, each legal one being equally likely: a random player, or the first games of a learner.
/// `masks` are those of a batch, `width` entries for each game; the ids go to `actions`. A game without a legal action, which
/// no batch has, gets the id 0.
///
/// # Panics
/// If there are not as many masks as actions.
pub fn random_actions(masks: &[bool], width: usize, rng: &mut impl Rng, actions: &mut [i32]) {
    assert!(masks.len() == actions.len() * width, "a mask for every action");
    for (action, mask) in actions.iter_mut().zip(masks.chunks_exact(width.max(1))) {
        *action = random_id(mask, rng) as i32;
    }
}

/// The number of one of the entries that are true. Eight entries are looked at together, as the bytes of one number.
#[inline]
fn random_id(mask: &[bool], rng: &mut impl Rng) -> usize {
    let eights = || mask.chunks(8).map(eight);
    let legal: u64 = eights().map(ones).sum();
    let mut left = u64::from(kontra_game::choose::below(rng, legal.max(1) as u32));
    for (number, mut eight) in eights().enumerate() {
        let here = ones(eight);
        if left < here {
            (0..left).for_each(|_| eight &= eight - 1);
            return 8 * number + eight.trailing_zeros() as usize / 8;
        }
        left -= here;
    }
    0
}

#[inline]
fn eight(mask: &[bool]) -> u64 {
    let mut bytes = [0; 8];
    bytes.iter_mut().zip(mask).for_each(|(byte, &legal)| *byte = u8::from(legal));
    u64::from_le_bytes(bytes)
}

/// How many of eight bytes are 1; the others are 0.
#[inline]
fn ones(bytes: u64) -> u64 {
    bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56
}

#[cfg(test)]
mod tests {
    use super::*;
    use kontra_game::Streams;

    #[test]
    fn every_legal_action_comes_equally_often_and_no_other() {
        const WIDTH: usize = 38;
        let legal = [0, 1, 7, 8, 15, 16, 31, 36, 37];
        let masks: Vec<bool> =
            (0..WIDTH * 2000).map(|entry| legal.contains(&(entry % WIDTH))).collect();
        let (mut actions, mut counts) = (vec![-1; 2000], [0; WIDTH]);
        random_actions(&masks, WIDTH, &mut Streams::new(1).test(0), &mut actions);
        actions.iter().for_each(|&action| counts[action as usize] += 1);
        for (id, count) in counts.into_iter().enumerate() {
            // 222 each; six standard deviations are 84.
            assert_eq!(legal.contains(&id), count > 138, "{id}: {count}");
            assert!(count < 306 && (count == 0 || legal.contains(&id)), "{id}: {count}");
        }
    }
}
