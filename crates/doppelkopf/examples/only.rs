use kontra_doppelkopf::*;
use kontra_game::*;
use std::time::Instant;
fn main() {
    let mut rng = Streams::new(1).test(0);
    let n = 1_000_000;
    for want in [None, Some(true), Some(false)] {
        // positions at the first card with announcing over
        let mut pool = vec![];
        while pool.len() < 1024 {
            let mut g = Doppelkopf::new(&Start::single(Rules::default(), Deal::random(&mut rng)));
            while g.public().question() != Some(Question::Card) {
                let a = g.random_action(&mut rng).unwrap();
                g.play(a);
            }
            let trump = matches!(g.public().kind(), Some(Kind::Diamonds | Kind::Spades));
            let over = Team::ALL.iter().all(|t| g.public().level(*t) == Level::Black);
            if want.is_none() {
                pool.push(g);
            } else if over && want == Some(trump) {
                pool.push(g);
            }
        }
        let t = Instant::now();
        let mut s = 0.0;
        for i in 0..n {
            let mut g = pool[i % 1024];
            g.playout(&mut rng);
            s += g.payoffs().as_slice()[0];
        }
        println!("{want:?} {:.0} ns {s}", t.elapsed().as_secs_f64() / n as f64 * 1e9);
    }
    let deals: Vec<Deal> = (0..1024).map(|_| Deal::random(&mut rng)).collect();
    let t = Instant::now();
    let mut s = 0;
    for i in 0..n {
        s ^= bare::play_cards(&deals[i % 1024], &mut rng);
    }
    println!("bare {:.0} ns {s}", t.elapsed().as_secs_f64() / n as f64 * 1e9);
    let t = Instant::now();
    let mut s = 0;
    for i in 0..n {
        let mut g = Doppelkopf::new(&Start::single(Rules::default(), deals[i % 1024]));
        while g.public().question() != Some(Question::Card) {
            let a = g.random_action(&mut rng).unwrap();
            g.play(a);
            s += 1;
        }
    }
    println!(
        "generic to first card {:.0} ns, {} moves",
        t.elapsed().as_secs_f64() / n as f64 * 1e9,
        s / n
    );
}
