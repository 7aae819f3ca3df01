//! Replies (2.2.6): re or kontra against an announcement, with one card fewer than it needed.

use super::quiet::{RE, quiet};
use super::table::Table;
use kontra_doppelkopf::Level::{Game, No60, No90, Silent};

/// Seat 0 announces this level before the first card, and nobody says anything until this many tricks are over.
fn announced(level: &str, tricks: usize) -> Table {
    let script = format!("0 {level}, 1 no, 2 no, 3 no");
    quiet().choosing().healthy().say(&script).quiet_tricks(tricks)
}

#[test]
fn a_reply_to_re_needs_10_cards() {
    announced("re", 2).say("0 no").asked(1, "announcement", "no kontra");
    announced("re", 3).round("");
}

#[test]
fn a_reply_to_no_90_needs_9_cards() {
    announced("no90", 3).say("0 no").asked(1, "announcement", "no kontra");
    announced("no90", 4).round("");
}

/// The thesis's example.
#[test]
fn a_reply_to_no_60_needs_8_cards() {
    announced("no60", 4).say("0 no").asked(1, "announcement", "no kontra");
    announced("no60", 5).round("");
}

#[test]
fn a_reply_to_no_30_needs_7_cards() {
    announced("no30", 5).say("0 no").asked(1, "announcement", "no kontra");
    announced("no30", 6).round("");
}

#[test]
fn a_reply_to_black_needs_6_cards() {
    announced("black", 6).asked(1, "announcement", "no kontra");
    announced("black", 7).round("");
}

#[test]
fn for_a_reply_it_does_not_matter_when_the_level_was_announced() {
    // No 60 at the last moment, with 9 cards: kontra still replies with 8.
    announced("no90", 3).say("0 no60, 1 no, 2 no, 3 no").cards("SA SK ST ST").say("0 no").asked(
        1,
        "announcement",
        "no kontra",
    );
}

#[test]
fn a_higher_level_gives_more_time_to_reply() {
    announced("re", 2).say("0 no90, 1 no, 2 no, 3 no").cards("SA S9 S9 SK").say("0 no").asked(
        1,
        "announcement",
        "no kontra",
    );
}

#[test]
fn re_may_reply_to_kontra() {
    quiet()
        .choosing()
        .healthy()
        .say("0 no, 1 kontra, 2 no, 3 no, 0 no")
        .quiet_tricks(2)
        .round("0: no re | 1: no no90 no60 no30 black | 2: no re");
}

#[test]
fn either_player_of_a_team_may_reply() {
    announced("re", 2)
        .cards("SA")
        .round("1: no kontra | 2: no no90 no60 no30 black | 3: no kontra");
}

#[test]
fn a_late_reply_ends_the_announcing_of_its_team() {
    announced("re", 2)
        .say("0 no, 1 kontra")
        .levels(Game, Game)
        // Seat 3 is asked because nobody knows its team.
        .round("2: no no90 no60 no30 black | 3: no | 0: no no90 no60 no30 black");
}

#[test]
fn after_a_late_reply_a_team_that_is_known_is_not_asked() {
    quiet()
        .choosing()
        .solo_of(0, "diamonds-solo")
        .say("0 re, 1 no, 2 no, 3 no")
        .quiet_tricks(2)
        .say("0 no, 1 kontra")
        .round("0: no no90 no60 no30 black")
        .cards("SA")
        .round("");
}

#[test]
fn a_late_reply_does_not_end_the_announcing_of_the_other_team() {
    announced("re", 2)
        .say("0 no, 1 kontra, 2 no90")
        .levels(No90, Game)
        // Both of re are known now, so kontra, which has nothing more to say, is not asked.
        .say("0 no60")
        .levels(No60, Game);
}

#[test]
fn a_reply_with_11_cards_entitles_to_more() {
    announced("re", 1)
        .say("0 no")
        .asked(1, "announcement", "no kontra no90 no60 no30 black")
        .say("1 kontra, 2 no, 3 no, 0 no")
        .cards("CA CK CT CT")
        .round(
            "0: no no90 no60 no30 black | 1: no no90 no60 no30 black | 2: no no90 no60 no30 black",
        );
}

#[test]
fn a_reply_with_11_cards_may_skip_levels() {
    announced("re", 1).say("0 no, 1 no60").levels(Game, No60);
}

#[test]
fn a_yes_that_is_a_late_reply_is_not_asked_for_more() {
    quiet()
        .healthy()
        .say("0 yes, 0 no, 1 no, 2 no, 3 no")
        .quiet_tricks(2)
        .say("0 no, 1 yes")
        .levels(Game, Game)
        .asked(2, "announcement", "no yes");
}

#[test]
fn a_reply_in_time_is_asked_for_more_step_by_step() {
    quiet()
        .healthy()
        .say("0 yes, 0 no, 1 no, 2 no, 3 no")
        .quiet_tricks(1)
        .say("0 no, 1 yes")
        .asked(1, "announcement", "no yes")
        .say("1 yes")
        .levels(Game, No90);
}

#[test]
fn there_is_no_reply_to_silence() {
    quiet().choosing().healthy().levels(Silent, Silent).quiet_tricks(2).round("");
}

#[test]
fn kontra_and_its_reply_leave_the_hidden_re_players_apart() {
    // Kontra spoke first; re replies late. Both of re are known only when both have shown themselves.
    quiet()
        .choosing()
        .healthy()
        .say("0 no, 1 kontra, 2 no, 3 no, 0 no")
        .quiet_tricks(2)
        .say("0 re")
        .all_see("re kontra ? ?")
        .round("1: no no90 no60 no30 black | 2: no | 3: no no90 no60 no30 black");
}

#[test]
fn an_announcement_in_time_is_no_reply() {
    quiet().choosing().healthy().say("0 no, 1 kontra").asked(2, "announcement", RE);
}
