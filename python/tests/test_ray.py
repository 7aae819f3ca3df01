"""A match on a Ray cluster of two nodes, with a worker killed in the middle; needs ray."""

import os
import signal

import pytest

ray = pytest.importorskip("ray")

from ray.cluster_utils import Cluster  # noqa: E402

import kontra_games as kg  # noqa: E402
from kontra_games import ray as kontra_ray  # noqa: E402
from kontra_games.cluster import Match  # noqa: E402

TIMES = {"elapsed_s", "thinking_s"}
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


class Killer:
    """Ends a worker process in the middle of its work, twice."""

    def __init__(self):
        self.killed = set()

    def __call__(self, done, all):
        if done in (3, all // 2):
            from ray.util.state import list_workers

            workers = [w for w in list_workers(detail=True) if w.worker_type == "WORKER" and w.is_alive]
            victims = [w.pid for w in workers if w.pid not in self.killed and w.pid != os.getpid()]
            if victims:
                os.kill(victims[0], signal.SIGKILL)
                self.killed.add(victims[0])


def test_a_killed_worker_changes_nothing(two_nodes):
    deals = 1000 if os.environ.get("KONTRA_FULL") else 60
    match = Match("doppelkopf", ("beginner", "so-ismcts(iterations=5)"), deals, seating="rotate", seed=3)
    killer = Killer()
    [table] = kontra_ray.play([match], size=10, progress=killer)
    assert killer.killed, "a worker was killed"
    alone = kg.run_match(match.game, match.agents, match.deals, seating=match.seating, seed=match.seed)
    assert table["games"] == alone.table["games"] == 2 * deals
    assert timeless(table) == timeless(alone.table)


def test_what_is_wrong_is_said_before_anything_is_sent(capsys):
    for arguments, sentence in [
        (["match", "chess", "-a", "random", "--deals", "3"], "game: expected doppelkopf or"),
        (["match", "kuhn-poker", "-a", "clever", "--deals", "3"], "agent 'clever': expected"),
        (["match", "kuhn-poker", "-a", "random", "--deals", "0"], "--deals: expected a number from 1 on, found 0"),
        (["tournament", "kuhn-poker", "-a", "random", "--deals", "3"], "agents: expected at least two different ones"),
        (["match", "kuhn-poker", "-a", "random", "--deals", "3", "--range", "0"], "range: expected at least one deal, found 0"),
    ]:
        assert kontra_ray.main(arguments) == 2
        assert sentence in capsys.readouterr().err
