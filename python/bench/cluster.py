"""A match on a Ray cluster of two nodes on this machine: with a worker killed, and the speed-up from one processor to two.

    python cluster.py [--deals 1000]
"""

from __future__ import annotations

import argparse
import os
import pathlib
import signal
import time

import kontra_games as kg
import ray
from kontra_games import ray as kontra_ray
from kontra_games.cluster import Match
from ray.cluster_utils import Cluster

TIMES = {"elapsed_s", "thinking_s", "ms_per_decision", "rollouts_per_s"}


def timeless(value):
    """The table without times."""
    if isinstance(value, dict):
        return {name: timeless(entry) for name, entry in value.items() if name not in TIMES}
    return [timeless(entry) for entry in value] if isinstance(value, list) else value


def on(nodes, match, size, progress=None):
    """The table of a match on a cluster with this many nodes of one processor each, and how long it took."""
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    for _ in range(nodes - 1):
        cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address, log_to_driver=False)
    try:
        # Workers start before the clock does.
        warm = Match(match.game, match.agents, 4 * nodes, seating=match.seating, seed=99)
        kontra_ray.play([warm], size=1)
        begin = time.perf_counter()
        [table] = kontra_ray.play([match], size=size, progress=progress)
        return table, time.perf_counter() - begin
    finally:
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
    args = parser.parse_args()
    match = Match("doppelkopf", (args.agent, "beginner"), args.deals, seating="rotate", seed=3)
    alone = kg.run_match(match.game, match.agents, match.deals, seating=match.seating, seed=match.seed)
    killer = Killer()
    table, _ = on(2, match, 10, killer)
    print(f"{table['games']} games, worker {killer.killed} killed; equal tables: {timeless(table) == timeless(alone.table)}")
    one, two = min(on(1, match, 10)[1] for _ in range(2)), min(on(2, match, 10)[1] for _ in range(2))
    print(f"one node {one:.2f} s, two nodes {two:.2f} s, speed-up {one / two:.2f}; load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
