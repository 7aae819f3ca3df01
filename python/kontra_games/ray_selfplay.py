"""Self-play on a Ray cluster: many players, one learner.

The learner is in the process that calls `train`. It publishes networks, players on the whole cluster play with the newest one that has
reached them, and what they have played comes back. Two requests wait at each player, and a player pauses when nobody fetches its games:
neither side can run away from the other. A player that dies is started again and plays other games.
"""

from __future__ import annotations

import pathlib
import time
from typing import Any

import ray

from ._kontra import SelfPlayer, train_elsewhere

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
    if players is None:
        players = max(1, int(ray.cluster_resources().get("CPU", 1)) - 1)
    # A mistake in the run is told before anybody is started.
    SelfPlayer(run, 0)
    company = Players(run, players)
    try:
        return train_elsewhere(
            run, folder, company, resume=resume, device=device, minutes=minutes, progress=progress
        )
    finally:
        company.close()
