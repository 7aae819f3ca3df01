//! A run whose games are played by players elsewhere: here, in the same process, and through bytes.

use kontra_learn::Trouble;
use kontra_learn::run::{
    DeviceChoice, Elsewhere, PlayOrder, Played, RemotePlayer, Reporter, Trainer, TrainingLimits,
};
use std::path::PathBuf;

/// Few steps of the tiny run: one segment by rules, one of self-play.
fn text() -> String {
    let text = include_str!("../runs/doppelkopf-tiny.toml");
    let text = text.replace("steps = 240", "steps = 60").replace("rough = 60", "rough = 30");
    text.replace("segment = 60", "segment = 30").replace("deals = 20", "deals = 1")
}

/// Players that are asked in turn; everything goes through bytes.
struct InTurn {
    players: Vec<RemotePlayer>,
    turn: usize,
    order: Option<PlayOrder>,
    orders: Vec<(u64, bool)>,
    sizes: [usize; 2],
}

impl Elsewhere for InTurn {
    fn publish(&mut self, order: &PlayOrder) -> Result<(), Trouble> {
        self.orders.push((order.segment, order.rough));
        self.order = Some(order.clone());
        Ok(())
    }

    fn next(&mut self) -> Result<Played, Trouble> {
        self.turn += 1;
        let number = self.turn % self.players.len();
        let player = &mut self.players[number];
        player.follow(self.order.clone().expect("an order before the first games"));
        let bytes = player.fetch()?.to_bytes();
        let [words, flag_words] = self.sizes;
        let played = Played::from_bytes(&bytes, words, flag_words)?;
        assert_eq!(played.to_bytes(), bytes);
        for broken in [&bytes[..bytes.len() - 1], &bytes[..7], &bytes[8..]] {
            assert!(Played::from_bytes(broken, words, flag_words).is_err());
        }
        Ok(played)
    }
}

fn folder() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("kontra-elsewhere-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

#[test]
fn a_network_learns_from_games_that_are_played_elsewhere() {
    let (text, folder) = (text(), folder());
    let mut trainer = Trainer::new(&text, &folder, false, DeviceChoice::Cpu, 1, |_| ()).unwrap();
    let sizes = [trainer.setup().words, trainer.setup().flags.div_ceil(64)];
    let players = (0..2).map(|seed| RemotePlayer::new(&text, seed, 1).unwrap()).collect();
    let mut players = InTurn { players, turn: 0, order: None, orders: vec![], sizes };
    let mut out = std::io::sink();
    let mut live = Reporter::new(&mut out, false, 60, None);
    let limits = TrainingLimits::default();
    let summary = trainer.train_elsewhere(limits, &mut live, &mut players).unwrap();
    assert!(summary.complete && summary.counts.step == 60, "{summary:?}");
    assert!(summary.counts.games > 100 && summary.counts.samples > 60 * 256, "{summary:?}");
    // One order for the games by rules; then the weights are published again and again.
    assert_eq!(players.orders[..2], [(0, true), (1, false)]);
    assert!(players.orders.len() > 4, "{:?}", players.orders);
    assert!(folder.join("network.safetensors").exists());
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_player_without_an_order_says_so() {
    let mut player = RemotePlayer::new(&text(), 1, 1).unwrap();
    let trouble = player.fetch().unwrap_err().to_string();
    assert_eq!(trouble, "play: expected an order before the first games");
    assert!(RemotePlayer::new("game = 1", 1, 1).is_err());
    assert!(RemotePlayer::new(&text(), 1, 0).is_err());
    let ontop = include_str!("../runs/ontop-tiny.toml");
    let Err(why) = RemotePlayer::new(ontop, 1, 1) else { panic!("accepted") };
    assert_eq!(why.to_string(), "run file, game: expected doppelkopf or just4fun, found 'ontop'");
}
