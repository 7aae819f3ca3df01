//! Nodes and times of the searches on the ten test positions.
use kontra_agents::ontop::*;
use kontra_ontop::statistics::expectimax_nodes;
use kontra_search::expectimax::*;

fn cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    text.split_whitespace().next().unwrap().parse::<f64>().unwrap() / 1e9
}

fn main() {
    let depth: u32 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(2);
    let positions = test_positions();
    let all: Vec<u64> = positions.iter().map(|p| expectimax_nodes(p, depth)).collect();
    println!("{:40} {:?}", "expectimax", all);
    let mut row = |name: &str, guide: OnTopGuide, settings: Settings| {
        let (mut reductions, mut nodes, mut cells) = (vec![], 0, vec![]);
        let began = cpu();
        for (position, &all) in positions.iter().zip(&all) {
            let mut star = Star::new(guide.clone(), settings.depth(depth));
            let analysis = star.analyze(position);
            let r = 100.0 * (1.0 - analysis.nodes as f64 / all as f64);
            reductions.push(r);
            nodes += analysis.nodes;
            cells.push(format!("{r:6.2}"));
        }
        let t = cpu() - began;
        println!(
            "{name:40} mean {:6.2}  {} nodes {nodes} {:.2} s {:.2} M/s",
            reductions.iter().sum::<f64>() / 10.0,
            cells.join(" "),
            t,
            nodes as f64 / t / 1e6
        );
    };
    let w = Weights::default();
    for (lname, limits) in [
        ("wide", Limits::Wide),
        ("apt3", Limits::PointsPerTile(3.0)),
        ("apt5", Limits::PointsPerTile(5.0)),
    ] {
        for (oname, order) in
            [("none", None), ("share", Some(MoveOrder::Share)), ("gain", Some(MoveOrder::Gain))]
        {
            for algorithm in [Algorithm::Star2] {
                for (tname, table, etc) in
                    [("", 0, false), ("+table", 1 << 20, false), ("+etc", 1 << 20, true)]
                {
                    let guide = OnTopGuide::new(w, order.unwrap_or_default(), limits);
                    let settings = Settings {
                        ordering: order.is_some(),
                        table,
                        etc,
                        ..Settings::new(algorithm)
                    };
                    row(&format!("{algorithm:?} {lname} {oname} {tname}"), guide, settings);
                }
            }
        }
    }
}
