"""A class as a program of its own: in matches and at tables of the real program, which `cargo xtask python` builds."""

import contextlib
import io
import json
import os
import pathlib
import subprocess
import sys
import time
import urllib.request

import pytest

import kontra_games as kg

PLAYERS = pathlib.Path(__file__).parent / "players"
sys.path.insert(0, str(PLAYERS))
from tensors import Tensors  # noqa: E402

needs_kontra = pytest.mark.skipif("KONTRA_BIN" not in os.environ, reason="KONTRA_BIN is not set; cargo xtask python sets it")
needs_pipes = pytest.mark.skipif(os.name == "nt", reason="commands have other quotes on Windows")


def command(name):
    return f"'{sys.executable}' '{PLAYERS / name}'"


def kontra(*arguments):
    done = subprocess.run([os.environ["KONTRA_BIN"], *arguments], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def results(table):
    """What does not depend on the clock and on names."""
    names = ("games", "mean", "wins", "forfeits", "first_forfeit")
    return [{name: row.get(name) for name in names} for row in table["agents"]]


@needs_kontra
@needs_pipes
@pytest.mark.parametrize("name", kg.game_names())
def test_a_class_plays_the_same_match_as_a_program(name):
    """The view of a program is that of a match in this process: otherwise this player would choose other actions."""
    here = kg.run_match(name, [Tensors, "random"], deals=4, seating="all", seed=3)
    spec = f'external(cmd="{command("tensors.py")}")'
    there = kontra("match", name, "-a", spec, "-a", "random", "--deals", "4", "--seating", "all", "--seed", "3", "--json")
    assert results(there) == [row | {"forfeits": 0, "first_forfeit": None} for row in results(here.table)]


@needs_kontra
@needs_pipes
def test_rules_reach_the_program():
    here = kg.run_match(kg.load_game("just4fun", players=3, cards="choose"), [Tensors, "random", "random"], deals=3, seating="all")
    spec = f'external(cmd="{command("tensors.py")}")'
    rules = ["--rules", "players=3", "--rules", "cards=choose"]
    there = kontra("match", "just4fun", "-a", spec, "-a", "random", "-a", "random", "--deals", "3", "--seating", "all", "--json", *rules)
    assert [row["mean"] for row in there["agents"]] == [row["mean"] for row in here.table["agents"]]


@needs_kontra
@needs_pipes
def test_a_mistake_is_told_with_its_sentence():
    spec = f'external(cmd="{command("wrong.py")}")'
    table = kontra("match", "kuhn-poker", "-a", spec, "-a", "random", "--deals", "1", "--json")
    reason = table["agents"][0]["first_forfeit"]
    assert reason.startswith("ended (exit status: 1), its last words were 'ValueError: agent: expected a legal")


class Server:
    """`kontra serve` with programs."""

    def __init__(self, folder, *more):
        fixed = ["serve", "--addr", "127.0.0.1:0", "--no-open", "--pace", "0", "--store", str(folder / "a.db")]
        arguments = [os.environ["KONTRA_BIN"], *fixed, *more]
        self.process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.link = self.process.stdout.readline().split()[-1]

    def ask(self, path, body=None):
        request = urllib.request.Request(self.link + path, headers={"content-type": "application/json"})
        if body is not None:
            request.data = json.dumps(body).encode()
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def play(self, game, agents):
        """The last state of a table of these agents."""
        made = self.ask("api/tables", {"game": game, "seats": [{"agent": agent} for agent in agents]})
        for _ in range(1200):
            state = self.ask(f"api/tables/{made['table']}")
            if state["over"]:
                return state
            time.sleep(0.05)
        raise AssertionError("the game does not end")


@contextlib.contextmanager
def server(folder, *more):
    served = Server(folder, *more)
    try:
        yield served
    finally:
        served.process.terminate()
        served.process.wait()


@needs_kontra
@needs_pipes
def test_a_class_sits_at_a_table(tmp_path):
    programs = ["--external", f"mine={command('tensors.py')}", "--external", f"wrong={command('wrong.py')}"]
    with server(tmp_path, *programs) as served:
        assert served.ask("api/catalog")["programs"] == ["mine", "wrong"]
        for game, others in [("doppelkopf", ["easy", "mine", "easy"]), ("just4fun", ["easy"]), ("ontop", ["mine"])]:
            state = served.play(game, ["mine", *others])
            assert [seat.get("trouble") for seat in state["seats"]] == [None] * len(state["seats"]), game
            assert state["seats"][0]["spec"] == "program(name=mine)"
        # The game goes on without the one that fails, and people are told why.
        state = served.play("just4fun", ["wrong", "easy"])
        assert "ValueError: agent: expected a legal" in state["seats"][0]["trouble"]


def say(*messages, make=kg.Player):
    """What a program answers."""
    output = io.StringIO()
    kg.serve_agent(make, lines=[json.dumps(message) for message in messages], output=output)
    return [json.loads(line) for line in output.getvalue().splitlines()]


def test_the_end_of_a_game_is_told():
    told = []

    class Listener(kg.Player):
        def end(self, returns):
            told.append(returns)

    hello = {"type": "hello", "game": "pig", "id": 0}
    game = {"type": "game", "seat": 1, "rules": {}, "seed": 5}
    over = {"type": "over", "payoffs": [1.0, -1.0], "id": 1}
    assert say(hello, game, over, make=Listener) == [{"id": 0, "kontra": 2, "world": True}, {"id": 1}]
    assert told == [[1.0, -1.0]]


def test_a_game_without_tensors_is_told_in_one_sentence():
    with pytest.raises(ValueError, match="game: expected a game with action ids and tensors .*, found 'hearts'"):
        say({"type": "hello", "game": "hearts", "id": 0})


def test_a_question_without_a_world_is_told_in_one_sentence():
    game = {"type": "game", "seat": 0, "rules": {}, "seed": 5}
    decide = {"type": "decide", "view": {}, "moves": ["roll"], "seen": [], "history": [], "id": 1}
    with pytest.raises(ValueError, match="world: expected one with every question, found none"):
        say({"type": "hello", "game": "pig", "id": 0}, game, decide)


@pytest.mark.parametrize("name", kg.game_names())
def test_a_view_is_that_of_the_world(name):
    state = kg.load_game(name).new_initial_state(seed=2)
    record = json.dumps(json.loads(state.serialize())["record"])
    view = kg.view_of_world(record, 1, [])
    assert view.information_state_string() == state.information_state_string(1)


def test_a_record_knows_how_many_play():
    for game in [kg.load_game("just4fun", players=3), kg.load_game("ontop", players=4, teams=True)]:
        row = kg.play_deals(game, ["random"] * game.num_players(), 0, 1, records=True)[0]
        _, state = kg.read_record(row["record"])
        assert state.num_players() == game.num_players() == len(state.returns())
        assert state.get_game() == game


def test_worlds_that_make_no_sense_are_told_in_one_sentence():
    record = json.dumps(json.loads(kg.load_game("just4fun").new_initial_state(1).serialize())["record"])
    for arguments, sentence in [
        (("{", 0, []), "world, line 1, column 1: expected a record in JSON"),
        (("{}", 0, []), "world"),
        ((record, 5, []), "player: expected a number from 0 to 1, found 5"),
        ((record, 0, ["0 99"]), "history: expected what happened in the game of the world, found '0 99'"),
        ((record, 0, ["nobody"]), "history: expected what happened in the game of the world, found 'nobody'"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            kg.view_of_world(*arguments)
