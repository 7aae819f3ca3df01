//! A plan in shares, measured anywhere and added in any order.

use kontra_experiments::{Plan, Results, RunLimits, Shelf, Times, UnitShare, Waiting};
use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

/// Random games of OnTop: quick, and nothing is timed.
fn plan() -> Plan {
    let shelf = Shelf::embedded(None).unwrap();
    Plan::new(shelf.find("briesemeister2009/table-3.1").unwrap()).unwrap()
}

#[test]
fn shares_in_any_order_give_the_results_of_one_run() {
    let plan = plan();
    let (mut whole, mut parts) = (Results::default(), Results::default());
    let limits = RunLimits { quick: true, deadline: None, units: None, threads: NonZeroUsize::MIN };
    let each = |_: &Results, _: &Times, _| Ok::<_, Infallible>(ControlFlow::Continue(()));
    plan.run(&mut whole, &mut Times::default(), limits, each).unwrap();
    let shares = plan.shares(&parts, true, 3);
    assert!(shares.len() > 2, "{shares:?}");
    let mut waiting = Waiting::default();
    for UnitShare { measurement, units, .. } in shares.into_iter().rev() {
        let first = units.start;
        let values = plan.measure(measurement, units).unwrap();
        plan.add(&mut parts, &mut waiting, measurement, first, &values).unwrap();
        let again = plan.add(&mut parts, &mut waiting, measurement, first, &values);
        assert!(again.unwrap_err().to_string().contains("again"));
    }
    assert_eq!(parts.text(), whole.text());
    assert!(plan.shares(&parts, true, 3).is_empty());
}

#[test]
fn what_is_no_share_is_refused() {
    let (plan, mut results, mut waiting) = (plan(), Results::default(), Waiting::default());
    let unknown = plan.measure(plan.len(), 0..1).unwrap_err().to_string();
    assert_eq!(unknown, "measurement: expected a number below 1, found 1");
    let nonsense = plan.add(&mut results, &mut waiting, 0, 0, "[{").unwrap_err().to_string();
    assert!(nonsense.starts_with("values: expected a list of units"), "{nonsense}");
    assert!(results.is_empty());
}
