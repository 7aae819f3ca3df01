"""States, views, worlds: every game by the same rules."""

import copy
import pickle

import numpy as np
import pytest

import kontra_games as kg
from conftest import play_at_random


def test_a_game_is_played_to_its_end(game):
    state = game.new_initial_state(5)
    for state in play_at_random(state, 1):
        player = state.current_player()
        assert not state.is_terminal() and state.returns() == [0.0] * game.num_players()
        actions = state.legal_actions()
        assert actions and len(set(actions)) == len(actions)
        if state.is_chance_node():
            assert player == -1
            assert sum(share for _, share in state.chance_outcomes()) == pytest.approx(1)
            assert [id for id, _ in state.chance_outcomes()] == actions
        else:
            mask = state.legal_actions_mask()
            assert mask.dtype == bool and mask.shape == (game.num_distinct_actions(),)
            assert np.flatnonzero(mask).tolist() == sorted(actions)
            other = (player + 1) % game.num_players()
            assert state.legal_actions(player) == actions and state.legal_actions(other) == []
        for action in actions:
            text = state.action_to_string(player, action)
            assert text == state.action_to_string(action)
            assert state.string_to_action(text) == action == state.string_to_action(player, text)
    assert state.current_player() == -4 and state.legal_actions() == []
    assert len(state.returns()) == game.num_players()
    assert state.move_number() == len(state.history()) > 0


def test_tensors_have_their_layout(game):
    layout = game.tensor_layout()
    sizes = [part["size"] for part in layout]
    assert [part["offset"] for part in layout] == np.cumsum([0] + sizes[:-1]).tolist()
    assert sum(sizes) == game.information_state_tensor_size()
    now = sum(part["size"] for part in layout if not part["past"])
    assert [now] == game.observation_tensor_shape() == [game.observation_tensor_size()]
    for state in play_at_random(game.new_initial_state(2), 2):
        for player in range(game.num_players()):
            observation = state.observation_tensor(player)
            information = state.information_state_tensor(player)
            assert observation.dtype == information.dtype == np.float32
            assert observation.shape == (now,) and information.shape == (sum(sizes),)
            assert (information[:now] == observation).all() and np.isfinite(information).all()


def test_nothing_hidden_is_in_a_tensor(game):
    """In every world that a player cannot tell from the true one, tensors, masks and texts are equal byte by byte."""
    seen = 0
    for number, state in enumerate(play_at_random(game.new_initial_state(3), 3)):
        if number % 5 or state.is_chance_node():
            continue
        for player in range(game.num_players()):
            for world in state.worlds(player, 3, seed=number):
                assert world.observation_tensor(player).tobytes() == state.observation_tensor(player).tobytes()
                assert world.legal_actions(player) == state.legal_actions(player)
                assert world.observation_string(player) == state.observation_string(player)
                if world.history() or not state.history():
                    tensors = [s.information_state_tensor(player).tobytes() for s in (world, state)]
                    assert tensors[0] == tensors[1]
                    assert world.information_state_string(player) == state.information_state_string(player)
                seen += 1
    assert seen > 5


def test_worlds_differ_where_something_is_hidden():
    state = kg.load_game("doppelkopf").new_initial_state(1)
    assert state.count_worlds(0) == 3_384_731_762_521_200
    deals = {world.serialize() for world in state.worlds(0, 20, seed=1)}
    assert len(deals) == 20
    assert [w.serialize() for w in state.worlds(0, 3, seed=4)] == [w.serialize() for w in state.worlds(0, 3, seed=4)]
    world = state.resample_from_infostate(0, lambda: 0.25)
    assert world.information_state_string(0) == state.information_state_string(0)
    with pytest.raises(ValueError, match="expected one whose worlds can be counted, found just4fun"):
        kg.load_game("just4fun").new_initial_state().count_worlds(0)


def test_worlds_can_be_played_on(game):
    state = game.new_initial_state(4)
    for state in play_at_random(state, 4):
        if state.current_player() >= 0 and len(state.history()) > 3:
            break
    if state.is_terminal():
        return
    for world in state.worlds(state.current_player(), 2):
        for _ in play_at_random(world, 5):
            pass
        assert world.is_terminal()


def test_a_state_can_be_copied_pickled_and_written(game):
    state = game.new_initial_state(6)
    for number, state in enumerate(play_at_random(state, 6)):
        if number % 7 == 0:
            for again in (
                state.clone(),
                copy.copy(state),
                copy.deepcopy(state),
                pickle.loads(pickle.dumps(state)),
                kg.deserialize_state(state.serialize()),
            ):
                assert again == state and again is not state
                assert again.get_game() == game
                assert again.history() == state.history()
                player = max(state.current_player(), 0)
                tensors = [s.information_state_tensor(player).tobytes() for s in (again, state)]
                assert tensors[0] == tensors[1]
            before = state.serialize()
            child = state.child(state.legal_actions()[0])
            assert state.serialize() == before != child.serialize()


def test_a_game_can_be_pickled():
    game = kg.load_game("ontop", players=4, teams=True)
    again = pickle.loads(pickle.dumps(game))
    assert again == game != kg.load_game("ontop") and hash(again) == hash(game)
    assert again.rules["teams"] is True


def test_deals_are_those_of_a_match():
    row = kg.play_deals("doppelkopf", ["random"], 3, 4, seed=9, records=True)[0]
    record, state = kg.read_record(row["record"])
    begin = kg.load_game("doppelkopf").new_initial_state(seed=9, deal=3)
    assert begin.cheat_and_show_everything()["record"]["start"] == record["start"]
    assert state.returns() == row["payoffs"]


def test_all_starts_of_the_tiny_games():
    for name, count in [("kuhn-poker", 6), ("leduc-poker", 9), ("tic-tac-toe", 1), ("pig", 1)]:
        starts = kg.load_game(name).initial_states()
        assert len(starts) == count
        assert sum(share for _, share in starts) == pytest.approx(1)
    with pytest.raises(ValueError, match="expected one whose starts can be listed, found doppelkopf"):
        kg.load_game("doppelkopf").initial_states()


def test_a_view_shows_what_its_player_knows():
    state = kg.load_game("doppelkopf").new_initial_state(1)
    view = state.view(2)
    assert view.player == 2 and not view.is_own_turn() and view.legal_actions() == []
    hand = view.to_dict()["hand"]
    assert len(hand.split()) == 12
    assert {tuple(world.view(2).to_dict()["hand"].split()) for world in view.worlds(5)} == {tuple(hand.split())}
    state.apply_action(0)
    assert state.view(1).history() == [(0, 0)]


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: kg.load_game("go"), "game: expected doppelkopf or just4fun or"),
        (lambda: kg.load_game("hearts"), "game: expected a game with action ids and tensors (doppelkopf, just4fun"),
        (lambda: kg.load_game("ontop", players=5), "rules.players: expected"),
        (lambda: kg.load_game("ontop", chairs=5), "rules.chairs: "),
        (lambda: kg.load_game("ontop", players=2.5), "rules.players: expected"),
        (lambda: kg.load_game("ontop", players={2}), "rules: expected what JSON can hold"),
        (lambda: kg.load_game("kuhn-poker").new_initial_state().view(2), "player: expected a seat from 0 to 1, found 2"),
        (lambda: kg.load_game("kuhn-poker").new_initial_state().apply_action(-1), "action: expected an id from 0 on, found -1"),
        (lambda: kg.load_game("kuhn-poker").new_initial_state().apply_action(2), "action: expected a legal action (0 1), found 2"),
        (lambda: kg.load_game("kuhn-poker").new_initial_state().string_to_action("fold"), "action: expected a legal move (check bet), found 'fold'"),
        (lambda: kg.load_game("kuhn-poker").action_name(4), "action: expected an id from 0 to 3, found 4"),
        (lambda: kg.deserialize_state("{"), "state, line 1, column 1: expected a state in JSON"),
        (lambda: kg.deserialize_state('{"game":"kuhn-poker","rules":{},"record":{}}'), "record.kontra: expected this field, found nothing"),
        (lambda: kg.read_record("[]"), "record: expected"),
    ],
)
def test_errors_are_the_command_lines_sentences(call, sentence):
    with pytest.raises(ValueError) as raised:
        call()
    assert str(raised.value).startswith(sentence)


def test_a_changed_state_is_refused():
    state = kg.load_game("kuhn-poker").new_initial_state(1)
    state.apply_action(0)
    text = state.serialize()
    with pytest.raises(ValueError, match="moves"):
        kg.deserialize_state(text.replace("0 check", "0 fold"))
