"""Agents by spec, Python classes as agents, matches, records."""

import pickle
import signal
import threading

import numpy as np
import pytest

import kontra_games as kg
from conftest import play_at_random


def test_an_agent_chooses_legal_actions(game):
    agent = kg.Agent("so-ismcts(iterations=20)", seed=3)
    for number, state in enumerate(play_at_random(game.new_initial_state(1), 1)):
        if number % 6 == 0 and not state.is_chance_node():
            assert agent.choose(state) in state.legal_actions()
            assert agent.choose(state.view()) in state.legal_actions()


def test_the_same_seed_gives_the_same_analysis():
    state = kg.load_game("doppelkopf").new_initial_state(2)
    first, second = (kg.Agent("so-ismcts(iterations=100)", seed=4).analyze(state) for _ in range(2))
    for name in ("actions", "visits", "values"):
        np.testing.assert_array_equal(first[name], second[name])
    assert first["chosen"] in first["actions"] and first["visits"].sum() == 100
    of_view = kg.Agent("so-ismcts(iterations=100)", seed=4).analyze(state.view())
    np.testing.assert_array_equal(first["values"], of_view["values"])


def test_agents_that_cannot_answer():
    state = kg.load_game("doppelkopf").new_initial_state(1)
    assert kg.Agent("random").analyze(state) is None
    for spec, sentence in [
        ("genius", "agent 'genius': expected an agent that plays doppelkopf"),
        ("external(cmd=ls)", "agent: expected an agent of this program, found one outside of it"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            kg.Agent(spec).choose(state)
    with pytest.raises(ValueError, match="expected"):
        kg.Agent("random(")
    with pytest.raises(ValueError, match="view: expected that of the player to move"):
        kg.Agent("random").choose(state.view(2))
    with pytest.raises(ValueError, match="position: expected a State or a View"):
        kg.Agent("random").choose(7)
    over = list(play_at_random(state.clone(), 1))[-1]
    with pytest.raises(ValueError, match="state: expected one in which a player is to move, found one that is over"):
        kg.Agent("random").choose(over)


def test_ctrl_c_stops_a_search():
    """The signal comes while the agent thinks about a move for minutes."""
    # A process in the background may have been told to ignore it.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    state = kg.load_game("doppelkopf").new_initial_state(1)
    agent = kg.Agent("so-ismcts(iterations=100000000)", seed=1)
    timer = threading.Timer(0.2, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        agent.choose(state)
    timer.join()
    signal.signal(signal.SIGINT, before)
    # The agent can be asked again: it was only stopped.
    assert kg.Agent("so-ismcts(iterations=20)", seed=1).choose(state) in state.legal_actions()


def test_an_agent_can_be_pickled():
    agent = pickle.loads(pickle.dumps(kg.Agent("so-ismcts(iterations=50)", seed=9)))
    assert repr(agent) == "Agent('so-ismcts(iterations=50)', seed=9)"


class Recorder(kg.Player):
    """Plays the first legal action, and writes down what it was shown."""

    seen = []

    def choose(self, view):
        Recorder.seen.append((view.player, view.information_state_tensor().tobytes(), view.history()))
        return view.legal_actions()[0]

    def end(self, returns):
        Recorder.seen.append(tuple(returns))


def test_a_python_class_plays_as_an_agent_of_rust_would():
    Recorder.seen.clear()
    result = kg.run_match("doppelkopf", [Recorder, "random"], deals=2, seating="rotate", seed=3)
    assert result.table["games"] == 4
    assert result.table["agents"][0]["spec"] == "python(class=Recorder)"
    assert result.table["agents"][0]["forfeits"] == 0
    assert sum(len(entry) == 4 and isinstance(entry[0], float) for entry in Recorder.seen) == 8
    # What the class saw is what a state shows at the same place of the same game.
    row = kg.play_deals("doppelkopf", [Recorder, "random"], 0, 1, seed=3, records=True)[0]
    record, _ = kg.read_record(row["record"])
    state, shown = kg.load_game("doppelkopf").new_initial_state(3), []
    for move in record["moves"]:
        player = state.current_player()
        if player in (0, 2):
            shown.append((player, state.information_state_tensor().tobytes(), state.view().history()))
        state.apply_action(state.string_to_action(move.split(" ", 1)[1]))
    assert [entry for entry in Recorder.seen if len(entry) == 3][-len(shown):] == shown


def test_random_players_of_both_languages_are_equally_strong():
    result = kg.run_match("kuhn-poker", [kg.Player, "random"], deals=300, seating="all", threads=2)
    mean, half = (result.table["agents"][0][name] for name in ("mean", "ci95"))
    assert abs(mean) < 2 * half


def test_exceptions_of_a_player_are_raised():
    class Broken(kg.Player):
        def choose(self, view):
            raise KeyError("where is my card")

    for threads in (1, 2):
        with pytest.raises(KeyError, match="where is my card"):
            kg.run_match("kuhn-poker", [Broken, "random"], deals=50, threads=threads)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (99, r"agent: expected a legal action \(0 1\) from choose, found 99"),
        (-1, "found -1"),
        ("bet", "agent: expected the id of an action from choose, found <class 'str'>"),
    ],
)
def test_nonsense_of_a_player_is_refused(answer, sentence):
    class Odd(kg.Player):
        def choose(self, view):
            return answer

    with pytest.raises(ValueError, match=sentence):
        kg.run_match("kuhn-poker", [Odd, "random"], deals=1)


def test_ranges_make_the_table_of_the_whole():
    arguments = dict(seating="all", seed=5)
    agents = ["so-ismcts(iterations=10)", "random"]
    whole = kg.run_match("doppelkopf", agents, deals=12, **arguments)
    parts = [kg.play_deals("doppelkopf", agents, first, first + 4, **arguments) for first in (8, 0, 4)]
    rows = [row for part in parts for row in part]
    table = kg.table_of("doppelkopf", agents, 12, rows, **arguments)
    times = {"ms_per_decision", "rollouts_per_s"}
    for one, other in zip(whole.table["agents"], table["agents"]):
        assert {k: v for k, v in one.items() if k not in times} == {k: v for k, v in other.items() if k not in times}
    assert table["endings"] == whole.table["endings"]
    with pytest.raises(ValueError, match="games: expected every game once, found a second one for deal 8"):
        kg.table_of("doppelkopf", agents, 12, rows + rows[:1], **arguments)
    with pytest.raises(ValueError, match="expected every game once, found a game for deal 8"):
        kg.table_of("doppelkopf", agents, 8, rows, **arguments)


def test_frames(tmp_path):
    result = kg.run_match("just4fun", ["random", "random"], deals=5, seating="all", records=True)
    frame = result.games_frame()
    assert len(frame) == 20 and frame.payoff.sum() == 0
    assert result.frame().games.tolist() == [10, 10]
    file = tmp_path / "games.jsonl"
    file.write_text("".join(game["record"] + "\n" for game in result.games))
    records = kg.records_frame(file)
    assert len(records) == 20 and records.payoff.tolist() == frame.payoff.tolist()
    file.write_text(result.games[0]["record"] + "\n{}\n")
    with pytest.raises(ValueError, match="record 2: record.kontra: expected"):
        list(kg.read_records(file))


def test_records_know_their_rules():
    game = kg.load_game("ontop", players=4, teams=True)
    row = kg.play_deals(game, ["random"], 0, 1, records=True)[0]
    _, state = kg.read_record(row["record"])
    assert state.get_game().rules["teams"] is True and state.num_players() == 4


def test_what_matches_refuse():
    for arguments, sentence in [
        (("kuhn-poker", ["random"] * 3, 1), "agents: expected 1 or 2 for 2 seats, found 3"),
        (("kuhn-poker", ["random", 5], 1), "agents: expected a spec, an Agent or a class"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            kg.run_match(*arguments)
    with pytest.raises(ValueError, match="seating: expected fixed, rotate or all, found 'round'"):
        kg.run_match("kuhn-poker", ["random"], 1, seating="round")
    with pytest.raises(ValueError, match="deals: expected a first one before the last one, found 3..2"):
        kg.play_deals("kuhn-poker", ["random"], 3, 2)


def test_the_shipped_network_plays_what_it_values_most():
    network = kg.Network.shipped("doppelkopf")
    features = []
    for number, state in enumerate(play_at_random(kg.load_game("doppelkopf").new_initial_state(1), 1)):
        if number % 4 == 0:
            features.append(kg.Network.doppelkopf_features(state.view()))
    batch = np.stack(features)
    values = network.evaluate(batch)["values"]
    assert values.shape == (len(features), 44) and np.isfinite(values).all()
    single = np.concatenate([network.evaluate(row[None])["values"] for row in batch])
    np.testing.assert_allclose(values, single, rtol=1e-4, atol=1e-5)
    for inputs, sentence in [
        ((), "inputs: expected 1 arrays, found 0"),
        ((batch[:, :7],), "inputs: expected any number of rows of 1280 numbers"),
        ((batch.astype(np.float32),), "inputs: expected an array of bool with 2 dimensions, found one of float32 with 2"),
        ((batch[0],), "found one of bool with 1"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            network.evaluate(*inputs)


def test_files_that_are_no_networks(tmp_path):
    file = tmp_path / "a.safetensors"
    file.write_bytes(b"nothing")
    with pytest.raises(ValueError, match="weights:"):
        kg.Network.load(file)
    with pytest.raises(FileNotFoundError):
        kg.Network.load(tmp_path / "b.safetensors")
    with pytest.raises(ValueError, match="game: expected doppelkopf, found 'chess'"):
        kg.Network.shipped("chess")
