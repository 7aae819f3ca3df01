"""A match on a Ray cluster of two nodes, with a worker killed in the middle; needs ray."""

import os
import pathlib
import signal
import threading
import time

import pytest

ray = pytest.importorskip("ray")

from ray.cluster_utils import Cluster  # noqa: E402

import kontra_games as kg  # noqa: E402
from kontra_games import ray as kontra_ray  # noqa: E402
from kontra_games.cluster import Match  # noqa: E402

TIMES = {"elapsed_s", "thinking_s"}
RUNS = pathlib.Path(__file__).parents[2] / "crates/learn/runs"
ROW_TIMES = {"ms_per_decision", "rollouts_per_s"}


def timeless(table):
    table = {name: value for name, value in table.items() if name not in TIMES}
    table["agents"] = [{k: v for k, v in row.items() if k not in ROW_TIMES} for row in table["agents"]]
    return table


@pytest.fixture
def two_nodes():
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address)
    yield cluster
    ray.shutdown()
    cluster.shutdown()


def playing():
    """The processes that play a range of deals now, on Linux."""
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if path.read_bytes().startswith(b"ray::_play"):
                yield int(path.parent.name)
        except OSError:
            continue


class Killer(threading.Thread):
    """Ends a worker process while it plays, twice: at the beginning of the match and in its second half."""

    def __init__(self):
        super().__init__(daemon=True)
        self.killed = set()
        self.done, self.all, self.over = 0, None, False

    def __call__(self, done, all):
        self.done, self.all = done, all

    def due(self):
        return (self.done >= 3) + (self.all is not None and self.done >= self.all // 2)

    def run(self):
        # It looks all the time: between two reports a worker may have begun and ended a range.
        while not self.over and len(self.killed) < 2:
            time.sleep(0.002)
            if len(self.killed) < self.due():
                victim = next((pid for pid in playing() if pid not in self.killed), None)
                if victim is not None:
                    os.kill(victim, signal.SIGKILL)
                    self.killed.add(victim)


def test_a_killed_worker_changes_nothing(two_nodes):
    deals = 1000 if os.environ.get("KONTRA_FULL") else 60
    match = Match("doppelkopf", ("beginner", "so-ismcts(iterations=60)"), deals, seating="rotate", seed=3)
    killer = Killer()
    killer.start()
    [table] = kontra_ray.play([match], size=10, progress=killer)
    killer.over = True
    assert killer.killed, "a worker was killed"
    alone = kg.run_match(match.game, match.agents, match.deals, seating=match.seating, seed=match.seed)
    assert table["games"] == alone.table["games"] == 2 * deals
    assert timeless(table) == timeless(alone.table)


def test_an_experiment_has_the_results_of_one_machine(two_nodes, tmp_path):
    name = "briesemeister2009/table-3.1"
    [found] = kontra_ray.experiment([name], tmp_path / "cluster", quick=True, size=4)
    assert found["name"] == name and found["cells"][0]["units"] == 20
    alone = kg.ExperimentRun([name], tmp_path / "alone", quick=True)
    for measurement, first, last, _ in alone.shares(size=20):
        alone.add(measurement, first, alone.measure(measurement, first, last))
    alone.save()
    texts = [(tmp_path / folder / "measurements.jsonl").read_text() for folder in ("cluster", "alone")]
    assert texts[0] == texts[1]


def test_self_play_on_a_cluster_trains_a_network(two_nodes, tmp_path):
    run = (RUNS / "doppelkopf-tiny.toml").read_text()
    run = run.replace("steps = 240", "steps = 120").replace("deals = 20", "deals = 2")
    done = kontra_ray.train(run, tmp_path / "run", players=2, device="cpu")
    assert done["complete"] and done["steps"] == 120 and done["samples"] >= 120 * 256
    network = kg.Network.load(tmp_path / "run" / "network.safetensors")
    assert network.metadata["steps"] == "120"


def test_searches_on_a_cluster_give_the_weights_of_one_machine(two_nodes, tmp_path):
    run = (RUNS / "just4fun-tiny.toml").read_text()

    def alone(iteration, network, groups):
        return [kg.play_lessons(run, iteration, network, groups, 0, groups)]

    done = kontra_ray.train(run, tmp_path / "cluster", device="cpu")
    assert (done["complete"], done["games"]) == (True, 8)
    kg.train_by_searches(run, tmp_path / "alone", alone, device="cpu")
    weights = [(tmp_path / folder / "network.safetensors").read_bytes() for folder in ("cluster", "alone")]
    assert weights[0] == weights[1]


def test_what_is_wrong_is_said_before_anything_is_sent(capsys):
    for arguments, sentence in [
        (["match", "chess", "-a", "random", "--deals", "3"], "game: expected doppelkopf or"),
        (["match", "kuhn-poker", "-a", "clever", "--deals", "3"], "agent 'clever': expected"),
        (["match", "kuhn-poker", "-a", "random", "--deals", "0"], "--deals: expected a number from 1 on, found 0"),
        (["tournament", "kuhn-poker", "-a", "random", "--deals", "3"], "agents: expected at least two different ones"),
        (["match", "kuhn-poker", "-a", "random", "--deals", "3", "--range", "0"], "range: expected at least one deal, found 0"),
        (["experiment", "nobody1999"], "experiment: expected an experiment or a paper"),
        (["selfplay", "nowhere.toml"], "run file 'nowhere.toml': No such file or directory"),
        (["selfplay", __file__, "--players", "0"], "--players: expected a number from 1 on, found 0"),
        (["selfplay", str(RUNS / "ontop-tiny.toml")], "run file, game: expected doppelkopf or just4fun, found 'ontop'"),
    ]:
        assert kontra_ray.main(arguments) == 2
        assert sentence in capsys.readouterr().err
