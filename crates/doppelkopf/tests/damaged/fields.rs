//! Fields that are missing, doubled, unknown, of the wrong type or out of range.

use super::damage::Damage;
use super::samples;
use serde_json::{Value, json};

/// Every field of a record, as a JSON pointer, and the types of values that may stand there.
const FIELDS: [(&str, &[Type]); 13] = [
    ("/kontra", &[Type::Number]),
    ("/game", &[Type::Text]),
    ("/players", &[Type::List]),
    ("/start", &[Type::Object]),
    ("/start/rules", &[Type::Object]),
    ("/start/rules/announcing", &[Type::Text]),
    ("/start/dealer", &[Type::Number]),
    ("/start/duty", &[Type::Object, Type::Null]),
    ("/start/duty/games_left", &[Type::Number]),
    ("/start/duty/open_solos", &[Type::List]),
    ("/start/hands", &[Type::List]),
    ("/moves", &[Type::List]),
    ("/result", &[Type::List, Type::Null]),
];

#[derive(Clone, Copy, PartialEq)]
enum Type {
    Null,
    Flag,
    Number,
    Text,
    List,
    Object,
}

fn one_of_each_type() -> [(Type, Value); 6] {
    [
        (Type::Null, Value::Null),
        (Type::Flag, json!(true)),
        (Type::Number, json!(1)),
        (Type::Text, json!("text")),
        (Type::List, json!([1])),
        (Type::Object, json!({ "a": 1 })),
    ]
}

/// A solo's record has every field.
fn record_with(pointer: &str, value: Value) -> Value {
    let mut record = samples::solo();
    *record.pointer_mut(pointer).expect("the field is there") = value;
    record
}

/// `/start/hands/2` is called `start.hands[2]`.
fn name(pointer: &str) -> String {
    let mut name = String::new();
    for part in pointer.split('/').skip(1) {
        match part.parse::<usize>() {
            Ok(index) => name += &format!("[{index}]"),
            Err(_) => {
                name = if name.is_empty() { part.to_owned() } else { format!("{name}.{part}") }
            }
        }
    }
    name
}

/// The object that has this field, and the field's own name.
fn split(pointer: &str) -> (&str, &str) {
    pointer.rsplit_once('/').expect("a pointer has a slash")
}

fn missing() -> impl Iterator<Item = Damage> {
    // The style of announcing has a default, so it may be left out.
    let needed = FIELDS.into_iter().filter(|(pointer, _)| !pointer.ends_with("announcing"));
    needed.map(|(pointer, _)| {
        let (outer, field) = split(pointer);
        let mut record = samples::solo();
        let object = record.pointer_mut(outer).and_then(Value::as_object_mut);
        object.expect("an object").remove(field);
        Damage::value(format!("{pointer} is missing"), name(pointer), &record)
    })
}

fn doubled() -> impl Iterator<Item = Damage> {
    FIELDS.into_iter().map(|(pointer, _)| {
        let record = samples::solo();
        let field = format!("{}:", json!(split(pointer).1));
        let twice = format!("{field}{},{field}", record.pointer(pointer).expect("it is there"));
        let text = record.to_string().replacen(&field, &twice, 1);
        Damage::text(format!("{pointer} is there twice"), text)
    })
}

fn of_the_wrong_type() -> impl Iterator<Item = Damage> {
    FIELDS.into_iter().flat_map(|(pointer, right)| {
        let wrong = one_of_each_type().into_iter().filter(|(kind, _)| !right.contains(kind));
        wrong.map(move |(_, value)| {
            let what = format!("{pointer} is {value}");
            Damage::value(what, name(pointer), &record_with(pointer, value))
        })
    })
}

fn elements_of_the_wrong_type() -> impl Iterator<Item = Damage> {
    let lists = [
        ("/players/2", Type::Text),
        ("/start/hands/1", Type::Text),
        ("/start/duty/open_solos/1", Type::Number),
        ("/moves/17", Type::Text),
        ("/result/3", Type::Number),
    ];
    lists.into_iter().flat_map(|(pointer, right)| {
        let wrong = one_of_each_type().into_iter().filter(move |(kind, _)| *kind != right);
        wrong.map(move |(_, value)| {
            let what = format!("{pointer} is {value}");
            Damage::value(what, name(pointer), &record_with(pointer, value))
        })
    })
}

fn unknown() -> impl Iterator<Item = Damage> {
    let objects = ["", "/start", "/start/rules", "/start/duty"];
    let names = ["extra", "Game", "", "hands ", "a\nb"];
    objects.into_iter().flat_map(move |outer| {
        names.into_iter().map(move |field| {
            let mut record = samples::solo();
            let object = record.pointer_mut(outer).and_then(Value::as_object_mut);
            object.expect("an object").insert(field.to_owned(), json!(1));
            let shown = field.replace('\n', "\\n");
            let place = if outer.is_empty() { shown } else { format!("{}.{shown}", name(outer)) };
            Damage::value(format!("{outer} has a field {field:?}"), place, &record)
        })
    })
}

fn out_of_range() -> impl Iterator<Item = Damage> {
    let cases: [(&str, Vec<Value>); 9] = [
        ("/kontra", vec![json!(0), json!(2), json!(1.0), json!(-1), json!(1e30)]),
        ("/game", vec![json!(""), json!("Doppelkopf"), json!("skat"), json!("doppelkopf ")]),
        ("/players", vec![json!([]), json!(["a", "b", "c"]), json!(["a", "b", "c", "d", "e"])]),
        ("/start/rules/announcing", vec![json!(""), json!("Choose"), json!("both")]),
        ("/start/dealer", vec![json!(4), json!(-1), json!(0.5), json!(u64::MAX), json!(1e300)]),
        (
            "/start/duty/games_left",
            vec![json!(0), json!(1001), json!(-3), json!(65_536), json!(2.5)],
        ),
        ("/start/duty/open_solos/0", vec![json!(4), json!(-1), json!(1.5), json!(1e20)]),
        ("/start/hands", vec![json!([]), json!(["C9"]), json!(["", "", "", "", ""])]),
        ("/result", vec![json!([]), json!([1, 1, -2]), json!([1, 1, -1, -1, 0])]),
    ];
    cases.into_iter().flat_map(|(pointer, values)| {
        values.into_iter().map(move |value| {
            let what = format!("{pointer} is {value}");
            Damage::value(what, name(pointer), &record_with(pointer, value))
        })
    })
}

/// Seats that owe a solo: each at most once, and not more than there are games.
fn impossible_duties() -> Vec<Damage> {
    let record = samples::solo();
    let open = record["start"]["duty"]["open_solos"].as_array().expect("a list").clone();
    let twice = record_with("/start/duty/open_solos", json!([open[0], open[0]]));
    let too_many = record_with("/start/duty", json!({ "games_left": 2, "open_solos": [0, 1, 2] }));
    vec![
        Damage::value("a seat owes two solos", "start.duty.open_solos[1]", &twice),
        Damage::value("three solos in two games", "start.duty.open_solos", &too_many),
    ]
}

fn no_record_at_all() -> impl Iterator<Item = Damage> {
    let values = one_of_each_type().into_iter().filter(|(kind, _)| *kind != Type::Object);
    let values = values.map(|(_, value)| Damage::value(format!("{value}"), "", &value));
    values.chain([Damage::value("an empty object", "kontra", &json!({}))])
}

pub(crate) fn all() -> Vec<Damage> {
    let mut all = impossible_duties();
    all.extend(missing());
    all.extend(doubled());
    all.extend(of_the_wrong_type());
    all.extend(elements_of_the_wrong_type());
    all.extend(unknown());
    all.extend(out_of_range());
    all.extend(no_record_at_all());
    all
}

#[test]
fn damaged_fields_are_rejected_by_name() {
    all().iter().for_each(Damage::is_rejected);
}
