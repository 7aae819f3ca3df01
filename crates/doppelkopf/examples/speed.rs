use kontra_doppelkopf::*;
use kontra_game::*;
fn main() {
    let mut rng = Streams::new(1).test(0);
    for round in 0..3 {
        let n = 300_000;
        let t = std::time::Instant::now();
        let mut sum = 0.0;
        for _ in 0..n {
            let mut g = Doppelkopf::new(&Start::single(Rules::default(), Deal::random(&mut rng)));
            g.playout(&mut rng);
            sum += g.payoffs().as_slice()[0];
        }
        let s = t.elapsed().as_secs_f64();
        println!("{round} playout {:.0}/s {sum}", n as f64 / s);
        let t = std::time::Instant::now();
        let mut sum = 0;
        for _ in 0..n {
            sum += Deal::random(&mut rng).hands()[0].len();
        }
        println!("deal {:.0}/s {sum}", n as f64 / t.elapsed().as_secs_f64());
        let deal = Deal::random(&mut rng);
        let t = std::time::Instant::now();
        let mut sum = 0_u64;
        for _ in 0..n {
            sum += u64::from(bare::play_cards(&deal, &mut rng));
        }
        println!("bare {:.0}/s {sum}", n as f64 / t.elapsed().as_secs_f64());
        for trick in [0, 3, 7] {
            let mut views = vec![];
            while views.len() < 64 {
                let mut g =
                    Doppelkopf::new(&Start::single(Rules::default(), Deal::random(&mut rng)));
                while g.public().tricks() < trick {
                    let a = g.random_action(&mut rng).unwrap();
                    g.play(a);
                }
                views.push(Worlds::new(&g.view(Seat::new(1).unwrap())));
            }
            let t = std::time::Instant::now();
            let mut sum = 0;
            for i in 0..n {
                sum += views[i / 100 % 64].sample(&mut rng).hand(Seat::new(0).unwrap()).len();
            }
            println!("world {trick} {:.0}/s {sum}", n as f64 / t.elapsed().as_secs_f64());
        }
        println!("size {}", size_of::<Doppelkopf>());
    }
}
