"""A match on a Ray cluster of two nodes on this machine: with a worker killed, and the speed-up from one processor to two.

    python cluster.py [--deals 1000]
"""

from __future__ import annotations

import argparse
import contextlib
import os
import pathlib
import signal
import statistics
import time

# Ray's workers step back behind all other programs, and those would be measured.
os.environ.setdefault("RAY_worker_niceness", "0")

import kontra_games as kg
import ray
from kontra_games import ray as kontra_ray
from kontra_games.cluster import Match, Ranges
from ray.cluster_utils import Cluster
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

TIMES = {"elapsed_s", "thinking_s", "ms_per_decision", "rollouts_per_s"}


def timeless(value):
    """The table without times."""
    if isinstance(value, dict):
        return {name: timeless(entry) for name, entry in value.items() if name not in TIMES}
    return [timeless(entry) for entry in value] if isinstance(value, list) else value


@contextlib.contextmanager
def two_nodes():
    """A cluster of two nodes of one processor each; the ids of the nodes."""
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address, log_to_driver=False)
    try:
        yield [node["NodeID"] for node in ray.nodes()]
    finally:
        ray.shutdown()
        cluster.shutdown()


def seconds(match):
    """How long a match takes on the cluster, and how long all its tasks together."""
    ranges, spent = Ranges.took, []

    def took(self, number, deals, seconds):
        spent.append(seconds)
        ranges(self, number, deals, seconds)

    begin = time.perf_counter()
    Ranges.took = took
    try:
        kontra_ray.play([match])
    finally:
        Ranges.took = ranges
    return time.perf_counter() - begin, sum(spent)


@contextlib.contextmanager
def alone(node):
    """All tasks on one node."""
    whole = kontra_ray._play
    strategy = NodeAffinitySchedulingStrategy(node, soft=False)
    kontra_ray._play = whole.options(scheduling_strategy=strategy)
    try:
        yield
    finally:
        kontra_ray._play = whole


def speed_up(match, nodes, rounds):
    """The best time on one node and on two, in rounds that take turns: each round is disturbed by something else. And the share of both
    processors' time that went into tasks: other programs make tasks longer, but not the gaps between them."""
    one, two, busy = [], [], []
    for _ in range(rounds):
        took, spent = seconds(match)
        two.append(took)
        busy.append(spent / (2 * took))
        with alone(nodes[0]):
            one.append(seconds(match)[0])
    return min(one), min(two), statistics.median(busy)


def playing():
    """The processes that play a range of deals now, on Linux."""
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if path.read_bytes().startswith(b"ray::_play"):
                yield int(path.parent.name)
        except OSError:
            continue


class Killer:
    """Ends a worker process in the middle of the match and of its range."""

    killed = None

    def __call__(self, done, all):
        if self.killed is None and done >= all // 2:
            self.killed = next(playing(), None)
            if self.killed is not None:
                os.kill(self.killed, signal.SIGKILL)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--agent", default="so-ismcts(iterations=100)")
    parser.add_argument("--rounds", type=int, default=5, help="how often the match is played for the speed-up")
    args = parser.parse_args()
    match = Match("doppelkopf", (args.agent, "beginner"), args.deals, seating="rotate", seed=3)
    single = kg.run_match(match.game, match.agents, match.deals, seating=match.seating, seed=match.seed)
    with two_nodes() as nodes:
        killer = Killer()
        [table] = kontra_ray.play([match], progress=killer)
        equal = timeless(table) == timeless(single.table)
        print(f"{table['games']} games, worker {killer.killed} killed; equal tables: {equal}")
        # By now workers have started on both nodes.
        one, two, busy = speed_up(match, nodes, args.rounds)
    print(f"one node {one:.2f} s, two nodes {two:.2f} s, speed-up {one / two:.2f}; load {os.getloadavg()[0]:.1f}")
    print(f"two processors were busy with tasks for {100 * busy:.1f} % of the time")


if __name__ == "__main__":
    main()
