//! The cards of every game type, written out (Sievers 2012, tables 2.1 to 2.5).

/// The solo types, in the order in which they are offered.
pub const SOLOS: [&str; 7] = [
    "diamonds-solo",
    "hearts-solo",
    "spades-solo",
    "clubs-solo",
    "jacks-solo",
    "queens-solo",
    "aces-solo",
];

/// The suits of a game type: non-trump suits in the order clubs, spades,
/// hearts, diamonds, then the trumps; each from the lowest to the highest.
pub fn suits(game: &str) -> Vec<(&'static str, Vec<&'static str>)> {
    let written: [(&str, &str); 5] = match game {
        "normal" | "marriage" | "diamonds-solo" => [
            ("clubs", "C9 CK CT CA"),
            ("spades", "S9 SK ST SA"),
            ("hearts", "H9 HK HA"),
            ("diamonds", ""),
            ("trump", "D9 DK DT DA DJ HJ SJ CJ DQ HQ SQ CQ HT"),
        ],
        "hearts-solo" => [
            ("clubs", "C9 CK CT CA"),
            ("spades", "S9 SK ST SA"),
            ("hearts", ""),
            ("diamonds", "D9 DK DT DA"),
            ("trump", "H9 HK HA DJ HJ SJ CJ DQ HQ SQ CQ HT"),
        ],
        "spades-solo" => [
            ("clubs", "C9 CK CT CA"),
            ("spades", ""),
            ("hearts", "H9 HK HA"),
            ("diamonds", "D9 DK DT DA"),
            ("trump", "S9 SK ST SA DJ HJ SJ CJ DQ HQ SQ CQ HT"),
        ],
        "clubs-solo" => [
            ("clubs", ""),
            ("spades", "S9 SK ST SA"),
            ("hearts", "H9 HK HA"),
            ("diamonds", "D9 DK DT DA"),
            ("trump", "C9 CK CT CA DJ HJ SJ CJ DQ HQ SQ CQ HT"),
        ],
        "jacks-solo" => [
            ("clubs", "C9 CQ CK CT CA"),
            ("spades", "S9 SQ SK ST SA"),
            ("hearts", "H9 HQ HK HT HA"),
            ("diamonds", "D9 DQ DK DT DA"),
            ("trump", "DJ HJ SJ CJ"),
        ],
        "queens-solo" => [
            ("clubs", "C9 CJ CK CT CA"),
            ("spades", "S9 SJ SK ST SA"),
            ("hearts", "H9 HJ HK HT HA"),
            ("diamonds", "D9 DJ DK DT DA"),
            ("trump", "DQ HQ SQ CQ"),
        ],
        "aces-solo" => [
            ("clubs", "C9 CJ CQ CK CT CA"),
            ("spades", "S9 SJ SQ SK ST SA"),
            ("hearts", "H9 HJ HQ HK HT HA"),
            ("diamonds", "D9 DJ DQ DK DT DA"),
            ("trump", ""),
        ],
        _ => panic!("unknown game type {game:?}"),
    };
    written.iter().map(|(suit, cards)| (*suit, cards.split_whitespace().collect())).collect()
}

/// The 24 different cards in the card order of a game type.
pub fn card_order(game: &str) -> Vec<&'static str> {
    suits(game).into_iter().flat_map(|(_, cards)| cards).collect()
}

/// The suit to which a card belongs in a game type; "trump" is a suit.
pub fn suit_of(game: &str, card: &str) -> &'static str {
    for (suit, cards) in suits(game) {
        if cards.contains(&card) {
            return suit;
        }
    }
    panic!("unknown card {card:?}")
}

/// Place of a card in the card order; within a suit the higher card has the
/// higher place.
pub fn place(game: &str, card: &str) -> usize {
    card_order(game)
        .iter()
        .position(|other| *other == card)
        .unwrap_or_else(|| panic!("unknown card {card:?}"))
}

/// The cards in card order, equal cards side by side.
pub fn sorted(game: &str, cards: &[String]) -> Vec<String> {
    let mut result = Vec::new();
    for card in card_order(game) {
        for _ in 0..count(cards, card) {
            result.push(card.to_string());
        }
    }
    result
}

/// How often a card occurs in a list.
pub fn count(cards: &[String], card: &str) -> usize {
    cards.iter().filter(|other| *other == card).count()
}

/// Card points of a card (Sievers 2012, table 2.1).
pub fn points(card: &str) -> u32 {
    match &card[1..] {
        "A" => 11,
        "T" => 10,
        "K" => 4,
        "Q" => 3,
        "J" => 2,
        "9" => 0,
        _ => panic!("unknown card {card:?}"),
    }
}

/// Whether `challenger` takes the trick from `best`, played before it. Of two
/// equal cards the first stays the best (Sievers 2012, 2.2.5).
pub fn beats(game: &str, challenger: &str, best: &str) -> bool {
    if suit_of(game, challenger) == suit_of(game, best) {
        place(game, challenger) > place(game, best)
    } else {
        suit_of(game, challenger) == "trump"
    }
}

/// Panics unless the hands are a complete deal of the double deck.
pub fn check_deal(hands: &[Vec<String>; 4]) {
    let all: Vec<String> = hands.concat();
    for (seat, hand) in hands.iter().enumerate() {
        assert_eq!(hand.len(), 12, "seat {seat} does not hold 12 cards");
    }
    for card in card_order("normal") {
        assert_eq!(count(&all, card), 2, "{card} is not in the deal twice");
    }
}
