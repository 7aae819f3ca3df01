"""Self-play on a Ray cluster: many players, one learner.

The learner is in the process that calls `train`.

Doppelkopf: it publishes networks, players on the whole cluster play with the newest one that has reached them, and what they have
played comes back. Two requests wait at each player, and a player pauses when nobody fetches its games: neither side can run away from
the other. A player that dies is started again and plays other games.

Just 4 Fun: the games of an iteration are played by tasks, a few groups of games each, with the network of the iteration; then the
network learns. A task is done again when its worker dies. The games, and so the weights, are those of one machine.
"""

from __future__ import annotations

import pathlib
import time
from typing import Any

import ray

from ._kontra import SelfPlayer, play_lessons, run_learns_from_searches, train_by_searches, train_elsewhere

#: Requests that wait at each player.
REQUESTS = 2


@ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=-1)
class _Player:
    def __init__(self, run: str, number: int):
        # One that was started again must not play the same games again.
        again = ray.get_runtime_context().was_current_actor_reconstructed
        self.player = SelfPlayer(run, number + (time.time_ns() if again else 0))

    def play(self, order: dict[str, Any]) -> bytes:
        return self.player.play(order)


class Players:
    """The players of a cluster, as `train_elsewhere` wants them."""

    def __init__(self, run: str, number: int):
        self.players = [_Player.remote(run, i) for i in range(number)]
        self.order: Any = None
        self.segment: int | None = None
        self.waiting: dict[Any, tuple[Any, int]] = {}

    def publish(self, order: dict[str, Any]) -> None:
        """Further requests are made with this order. It is sent to each machine once."""
        if order["segment"] != self.segment:
            # Games of another segment do not count, and players forget them with the new order.
            self.waiting.clear()
            self.segment = order["segment"]
        self.order = ray.put(order)
        for player in self.players:
            while sum(asked is player for asked, _ in self.waiting.values()) < REQUESTS:
                self._ask(player)

    def next(self) -> bytes:
        """The games of the player that is ready first. The player is asked for more."""
        ready, _ = ray.wait(list(self.waiting), num_returns=1)
        player, _ = self.waiting.pop(ready[0])
        self._ask(player)
        return ray.get(ready[0])

    def _ask(self, player: Any) -> None:
        self.waiting[player.play.remote(self.order)] = (player, self.segment)

    def close(self) -> None:
        """Ends the players."""
        for player in self.players:
            ray.kill(player)


@ray.remote(num_cpus=1, max_retries=20, scheduling_strategy="SPREAD")
def _lessons(run: str, iteration: int, network: bytes, groups: int, first: int, last: int) -> bytes:
    return play_lessons(run, iteration, network, groups, first, last)


class Lessons:
    """The games of a run of searches on a cluster, as `train_by_searches` wants them."""

    def __init__(self, run: str, tasks: int):
        self.run = ray.put(run)
        self.tasks = tasks

    def __call__(self, iteration: int, network: bytes, groups: int) -> list[bytes]:
        """All groups in parts that are about as large, in their order. The network is sent to each machine once."""
        weights, tasks = ray.put(network), min(self.tasks, groups)
        edges = [groups * task // tasks for task in range(tasks + 1)]
        parts = [_lessons.remote(self.run, iteration, weights, groups, *edge) for edge in zip(edges, edges[1:])]
        return ray.get(parts)


#: Tasks for each processor in an iteration: the last ones to end are small then.
TASKS = 8


def train(
    run: str,
    folder: str | pathlib.Path,
    *,
    players: int | None = None,
    resume: bool = False,
    device: str = "auto",
    minutes: float | None = None,
    progress: bool = False,
) -> dict[str, Any]:
    """Trains a network by the text of a run file on the cluster that `ray.init` has found, and returns what was done.

    `folder` is on this machine, and is what `kontra-train` writes: the same run can be resumed here or there.
    """
    processors = max(1, int(ray.cluster_resources().get("CPU", 1)))
    options = dict(resume=resume, device=device, minutes=minutes, progress=progress)
    if run_learns_from_searches(run):
        # The learner waits while games are played, so its processor plays, too.
        return train_by_searches(run, folder, Lessons(run, TASKS * (players or processors)), **options)
    if players is None:
        players = max(1, processors - 1)
    # A mistake in the run is told before anybody is started.
    SelfPlayer(run, 0)
    company = Players(run, players)
    try:
        return train_elsewhere(run, folder, company, **options)
    finally:
        company.close()
