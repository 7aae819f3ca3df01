//! The nine test sets: their counts, that they are what they say, and what agents get there.

use kontra_agents::just4fun::testset::{
    Case, Figures, Rating, TestRun, TestSet, cross_entropy, deal, policy_rating, scaled,
    value_rating,
};
use kontra_game::{Actions, Game, Streams, Turn};
use kontra_just4fun::{Action, Field, Fields, Just4Fun, Outcome};

/// Plays a field and whatever cards come first.
fn after(game: &Just4Fun, field: Field) -> Just4Fun {
    let mut next = *game;
    next.play(Action::Field(field));
    let mut ways = kontra_game::Chances::new();
    next.chances(&mut ways);
    next.play(ways[0].0);
    next
}

fn legal(game: &Just4Fun) -> Fields {
    let mut actions = Actions::new();
    game.actions(&mut actions);
    let field = |action: &Action| match action {
        Action::Field(field) => Some(*field),
        _ => None,
    };
    actions.iter().filter_map(field).collect()
}

/// The legal fields that end the game in favour of who moves, with the ending.
fn wins(game: &Just4Fun) -> Vec<(Field, Outcome)> {
    let mover = game.table().mover();
    let ending = |field: Field| after(game, field).table().ending().map(|ending| (field, ending));
    let won = legal(game).into_iter().filter_map(ending);
    won.filter(|(_, ending)| ending.winner() == Some(mover)).collect()
}

/// Whether somebody with this turn could end the game by a line, with the right cards.
fn threatens(stones: &[[u8; Field::COUNT]; 2]) -> bool {
    let [own, other] = stones;
    let line = |fields: &[usize; 4], added: usize| {
        fields.iter().all(|&f| own[f] + u8::from(f == added) > other[f])
    };
    let lines: Vec<[usize; 4]> = kontra_just4fun::lines()
        .map(|line| line.map(|place| kontra_just4fun::Board::ORIGINAL.field(place).index()))
        .collect();
    (0..Field::COUNT)
        .filter(|&f| own[f].abs_diff(other[f]) < 2)
        .any(|f| lines.iter().any(|fields| fields.contains(&f) && line(fields, f)))
}

fn swapped([own, other]: [[u8; Field::COUNT]; 2]) -> [[u8; Field::COUNT]; 2] {
    [other, own]
}

#[test]
fn the_sets_have_the_counts_and_turns_of_table_6_1_and_stay_what_they_are() {
    // Counts and medians of the thesis, and our means.
    let expected = [
        (152, 6, 6.0),
        (128, 5, 5.4375),
        (184, 6, 6.0),
        (84, 4, 4.0),
        (40, 4, 4.0),
        (136, 22, 15.2),
        (90, 17, 18.3),
        (19, 39, 39.0),
        (10, 39, 39.0),
    ];
    let mut digests = String::new();
    for (set, (count, median, mean)) in TestSet::ALL.into_iter().zip(expected) {
        let cases = set.cases();
        digests += &format!("{set} {:016x}\n", TestSet::digest(&cases));
        let mut turns: Vec<usize> = cases.iter().map(Case::turns).collect();
        turns.sort_unstable();
        assert_eq!((turns.len(), turns[count / 2]), (count, median), "{set}");
        let found = turns.iter().sum::<usize>() as f64 / count as f64;
        assert!((found - mean).abs() < 0.1, "{set}: {found}");
        assert_eq!((set.count(), TestSet::by_name(set.name())), (count, Some(set)));
    }
    assert_eq!(digests, include_str!("../data/just4fun/testset-digests.txt"));
}

#[test]
fn expected_moves_do_what_their_set_says() {
    let mut rng = Streams::new(5).test(0);
    for set in TestSet::ALL {
        for case in set.cases() {
            let game = deal(&case, &mut rng);
            let Turn::Seat(mover) = game.turn() else { panic!("{set}: somebody moves") };
            assert_eq!(mover.index(), case.turns() % 2);
            let playable: Vec<Field> =
                legal(&game).into_iter().filter(|f| case.expected.contains(*f)).collect();
            assert!(!playable.is_empty(), "{set}: an expected field can be played");
            let wins = wins(&game);
            let won: Vec<Field> = wins.iter().map(|(field, _)| *field).collect();
            match set {
                TestSet::WinPattern | TestSet::WinPatternMs => {
                    assert_eq!((case.expected.len(), &won), (1, &playable));
                    assert!(matches!(wins[0].1, Outcome::Pattern(_)));
                    assert!(!threatens(&swapped(case.stones)), "{set}");
                }
                TestSet::PreferWinPattern => {
                    assert_eq!(won, playable);
                    assert!(threatens(&swapped(case.stones)), "the other would win");
                }
                TestSet::PreventLossPattern | TestSet::PreventLossPatternMs => {
                    assert!(won.is_empty() && threatens(&swapped(case.stones)));
                    for field in case.expected {
                        let mut stones = case.stones;
                        stones[0][field.index()] += 1;
                        assert!(!threatens(&swapped(stones)), "{set}: {field} prevents it");
                    }
                }
                TestSet::DoublePattern => {
                    for field in case.expected {
                        let mut stones = case.stones;
                        stones[0][field.index()] += 1;
                        let ways = Field::all().filter(|way| {
                            // A stone of the other on one side does not help.
                            let mut blocked = stones;
                            blocked[1][way.index()] += 1;
                            threatens(&stones) && threatens(&blocked)
                        });
                        assert!(ways.count() >= 33, "two open ends");
                    }
                }
                TestSet::TrianglePattern => assert!((1..=4).contains(&case.expected.len())),
                TestSet::WinPointsMs => {
                    assert_eq!(won, playable);
                    assert!(wins.iter().all(|(_, ending)| matches!(ending, Outcome::Points(_))));
                }
                TestSet::WinMaxFieldMs => {
                    assert_eq!((case.expected.len(), &won), (1, &playable));
                    assert!(matches!(wins[0].1, Outcome::HighestField(_)));
                }
            }
        }
    }
}

#[test]
fn ratings_are_those_of_tables_6_2_and_6_3() {
    use Rating::{Acceptable, Successful, Unsuccessful};
    let value = |set, value, rating| assert_eq!(value_rating(set, value), rating, "{set} {value}");
    for (x, rating) in
        [(0.6, Unsuccessful), (0.61, Acceptable), (0.8, Acceptable), (0.81, Successful)]
    {
        value(TestSet::WinPattern, x, rating);
        value(TestSet::WinPatternMs, x, rating);
        value(TestSet::PreferWinPattern, x, rating);
    }
    for (x, rating) in [
        (-0.81, Unsuccessful),
        (-0.8, Acceptable),
        (-0.3, Successful),
        (0.0, Successful),
        (0.3, Acceptable),
        (0.31, Unsuccessful),
    ] {
        value(TestSet::PreventLossPattern, x, rating);
    }
    for (x, rating) in
        [(-0.46, Acceptable), (-0.45, Successful), (0.1, Successful), (0.2, Acceptable)]
    {
        value(TestSet::PreventLossPatternMs, x, rating);
    }
    for (x, rating) in [
        (-0.11, Unsuccessful),
        (0.0, Acceptable),
        (0.01, Successful),
        (0.6, Successful),
        (1.0, Acceptable),
        (1.01, Unsuccessful),
    ] {
        value(TestSet::DoublePattern, x, rating);
    }
    for (x, rating) in
        [(0.1, Acceptable), (0.11, Successful), (1.1, Acceptable), (1.11, Unsuccessful)]
    {
        value(TestSet::TrianglePattern, x, rating);
    }
    value(TestSet::WinPointsMs, 0.46, Acceptable);
    value(TestSet::WinMaxFieldMs, 0.45, Unsuccessful);
    let policy =
        |set, share, rating| assert_eq!(policy_rating(set, share), rating, "{set} {share}");
    policy(TestSet::WinPattern, 0.6, Unsuccessful);
    policy(TestSet::WinPattern, 0.7, Acceptable);
    policy(TestSet::DoublePattern, 0.46, Successful);
    policy(TestSet::TrianglePattern, 0.21, Acceptable);
    policy(TestSet::WinMaxFieldMs, 0.46, Acceptable);
    assert!((scaled(1.0) - 1.0).abs() < 1e-12 && scaled(1e9) == 4.0);
    assert!((cross_entropy(1.0)).abs() < 1e-9 && (cross_entropy(0.0) - 36.04).abs() < 0.01);
}

fn figures(spec: &str, set: TestSet, repetitions: u64) -> Figures {
    let run = TestRun::new(&spec.parse().unwrap(), 123).unwrap();
    let cases: Vec<Case> = set.cases().into_iter().take(30).collect();
    let mut figures = Figures::default();
    (0..repetitions).for_each(|n| figures.add(set, &run.repetition(set, &cases, n)));
    figures
}

#[test]
fn a_search_finds_wins_that_a_random_player_misses() {
    let random = figures("random-cards", TestSet::WinPattern, 2);
    assert_eq!((random.repetitions, random.uct, random.network_value), (2, None, None));
    assert!((1.8..3.2).contains(&random.entropy[0]), "{random:?}");
    let search = figures("cheating(iterations=150, temperature=1)", TestSet::WinPattern, 1);
    assert!(
        search.entropy[0] < random.entropy[0] && search.policy[2] > random.policy[2],
        "{search:?}"
    );
    assert!(search.uct.is_some() && search.value.is_some());
    assert_eq!(figures("cheating(iterations=150, temperature=1)", TestSet::WinPattern, 1), search);
}
