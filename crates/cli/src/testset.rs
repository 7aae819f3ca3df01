use crate::answer;
use crate::problem::Problem;
use crate::table;
use kontra_agents::AgentSpec;
use kontra_agents::just4fun::testset::{Case, Figures, TestRun, TestSet};
use kontra_arena::in_order;
use kontra_game::{BadInput, quote};
use serde_json::{Value, json};
use std::convert::Infallible;
use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

/// What an agent says about situations of Just 4 Fun in which it is known what an able player does
///
/// The nine test sets of Gastegger 2024, section 6.3. For every set: how far the agent's policy is from the expected moves (the
/// cross-entropy: mean, standard deviation and median over cases, averaged over repetitions), and the share of cases in which the
/// probability and the value of the expected moves are rated successful and at least acceptable. Each repetition deals other cards.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    kontra testset --agent random-cards\n  \
    kontra testset win-pattern double-pattern --agent gastegger2024-ismcts-900 --repetitions 5\n  \
    kontra testset --list")]
pub(crate) struct Args {
    /// Which sets [default: all nine]
    #[arg(value_name = "SET")]
    sets: Vec<String>,
    /// The agent
    #[arg(long, short, value_name = "SPEC", default_value = "random-cards")]
    agent: String,
    /// How often each set is gone through
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    repetitions: u64,
    /// The seed of the first repetition; the thesis has 123 to 182
    #[arg(long, value_name = "S", default_value_t = 123)]
    seed: u64,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::MIN)]
    threads: NonZeroUsize,
    /// Print the sets and what is expected in them
    #[arg(long)]
    list: bool,
    /// Print one JSON value
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    let sets = sets(&args.sets)?;
    if args.list {
        return list(&sets, args.json, out);
    }
    let spec: AgentSpec = args.agent.parse()?;
    let run = TestRun::new(&spec, args.seed)?;
    let mut rows = vec![];
    for set in sets {
        let (cases, mut figures) = (set.cases(), Figures::default());
        let job = |number: u64| run.repetition(set, &cases, number);
        let done = in_order(args.threads, args.repetitions, job, |_, outcome| {
            figures.add(set, &outcome);
            Ok::<_, Infallible>(ControlFlow::Continue(()))
        });
        done.unwrap_or_else(|never| match never {});
        rows.push((set, figures));
    }
    if args.json {
        let list: Vec<Value> = rows.iter().map(|(set, figures)| json_of(*set, figures)).collect();
        let value = json!({ "agent": spec.to_string(), "seed": args.seed, "sets": list });
        return answer::print(out, value);
    }
    writeln!(out, "{spec}, {} repetitions, seed {}", args.repetitions, args.seed)?;
    Ok(table::print(out, &table_of(&rows))?)
}

fn sets(names: &[String]) -> Result<Vec<TestSet>, BadInput> {
    if names.is_empty() {
        return Ok(TestSet::ALL.to_vec());
    }
    let read = |name: &String| {
        TestSet::by_name(name).ok_or_else(|| {
            let known = TestSet::ALL.map(TestSet::name).join(", ");
            BadInput::expected("SET", format!("one of {known}"), quote(name))
        })
    };
    names.iter().map(read).collect()
}

fn list(sets: &[TestSet], as_json: bool, out: &mut dyn Write) -> Result<(), Problem> {
    let turns = |cases: &[Case]| {
        let mut turns: Vec<usize> = cases.iter().map(Case::turns).collect();
        turns.sort_unstable();
        turns[turns.len() / 2]
    };
    if as_json {
        let one = |set: &TestSet| {
            let cases = set.cases();
            let digest = format!("{:016x}", TestSet::digest(&cases));
            json!({ "set": set.name(), "about": set.about(), "cases": cases.len(), "turns": turns(&cases), "digest": digest })
        };
        let list: Vec<Value> = sets.iter().map(one).collect();
        return answer::print(out, json!({ "sets": list }));
    }
    let mut rows =
        vec![["set", "cases", "median of turns", "digest", ""].map(str::to_owned).to_vec()];
    for set in sets {
        let cases = set.cases();
        let digest = format!("{:016x}", TestSet::digest(&cases));
        let (count, turns) = (cases.len().to_string(), turns(&cases).to_string());
        rows.push(vec![set.name().to_owned(), count, turns, digest, set.about().to_owned()]);
    }
    Ok(table::print(out, &rows)?)
}

fn percent(shares: Option<[f64; 3]>) -> [String; 2] {
    let text = |share: f64| format!("{:.0} %", 100.0 * share);
    match shares {
        Some([_, acceptable, success]) => [text(success), text(success + acceptable)],
        None => ["-", "-"].map(str::to_owned),
    }
}

fn table_of(rows: &[(TestSet, Figures)]) -> Vec<Vec<String>> {
    let network = rows.iter().any(|(_, figures)| figures.network_entropy.is_some());
    let mut head = vec!["", "entropy", "median", "policy", "accepted", "value", "accepted"];
    if network {
        head.extend(["network", "before", "policy", "value"]);
    }
    let mut table = vec![head.into_iter().map(str::to_owned).collect::<Vec<_>>()];
    for (set, figures) in rows {
        let [mean, deviation, median] = figures.entropy;
        let mut row = vec![
            set.name().to_owned(),
            format!("{mean:.2} ± {deviation:.2}"),
            format!("{median:.2}"),
        ];
        row.extend(percent(Some(figures.policy)));
        row.extend(percent(figures.uct));
        if let Some(entropies) = figures.network_entropy {
            row.extend(entropies.map(|[mean, deviation, _]| format!("{mean:.2} ± {deviation:.2}")));
            row.push(percent(figures.network_policy)[0].clone());
            row.push(percent(figures.network_value)[0].clone());
        }
        table.push(row);
    }
    table
}

fn json_of(set: TestSet, figures: &Figures) -> Value {
    let spread = |[mean, deviation, median]: [f64; 3]| json!({ "mean": mean, "deviation": deviation, "median": median });
    let shares = |shares: Option<[f64; 3]>| {
        shares.map(|[bad, near, good]| json!({ "unsuccessful": bad, "acceptable": near, "successful": good }))
    };
    json!({
        "set": set.name(),
        "repetitions": figures.repetitions,
        "entropy": spread(figures.entropy),
        "network_entropy": figures.network_entropy.map(|[after, _]| spread(after)),
        "network_entropy_before_masking": figures.network_entropy.map(|[_, before]| spread(before)),
        "policy": shares(Some(figures.policy)),
        "uct": shares(figures.uct),
        "value": shares(figures.value),
        "network_policy": shares(figures.network_policy),
        "network_value": shares(figures.network_value),
        "network_action_value": shares(figures.network_action_value),
    })
}
