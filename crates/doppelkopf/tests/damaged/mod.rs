//! Damaged records: every one is rejected with one sentence that names the place, and none brings the reader down.
mod damage;
mod oracle;
mod samples;

mod bytes;
mod cards;
mod fields;
mod fuzz;
mod moves;
mod results;

/// The list of what this file promises is long enough.
#[test]
fn there_are_hundreds_of_damaged_records() {
    let families = [
        ("bytes", bytes::all().len()),
        ("cards", cards::all().len()),
        ("fields", fields::all().len()),
        ("moves", moves::all().len()),
        ("results", results::all().len()),
    ];
    println!("{families:?}");
    assert!(families.iter().all(|(_, count)| *count >= 30), "{families:?}");
    assert!(families.iter().map(|(_, count)| count).sum::<usize>() >= 250, "{families:?}");
}
