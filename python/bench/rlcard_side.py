"""RLCard's side: its environments, one game at a time."""

from __future__ import annotations

import random

import rlcard


def steps(name):
    """Steps with an observation and the legal actions after each, random ones chosen."""
    env = rlcard.make(name, config={"seed": 1})
    numbers, now = random.Random(1), {"state": env.reset()[0]}

    def work(n):
        for _ in range(n):
            if env.is_over():
                now["state"] = env.reset()[0]
            now["state"] = env.step(numbers.choice(list(now["state"]["legal_actions"])))[0]
        return n

    return work, 1.0


WORK = {"environment steps": steps}
