"""What Python costs: steps of a batch through numpy, the overhead of one search, the time of an import.

    python batch.py

Rates are steps in a second of processor time, the best of several short rounds: those of one core.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

import kontra_games as kg
import numpy as np

GAMES, STEPS, ROUNDS = 4096, 8, 60


def steps(game, choose):
    """Millions of observed steps a second."""
    env = kg.BatchEnv(game, GAMES, seed=1)
    for _ in range(300):
        env.step(env.random_actions())
    best = 0.0
    for _ in range(ROUNDS):
        begin = time.process_time()
        for _ in range(STEPS):
            env.step(choose(env))
        best = max(best, GAMES * STEPS / (time.process_time() - begin))
    return best / 1e6


def with_numpy():
    """Random actions chosen by numpy alone."""
    numbers = np.random.default_rng(1)
    return lambda env: (env.masks * numbers.random(env.masks.shape, dtype=np.float32)).argmax(axis=1).astype(np.int32)


def overhead(rounds=300):
    """Microseconds of a call that asks for one search, beyond what the search says it took: the median."""
    state = kg.load_game("doppelkopf").new_initial_state(1)
    agent = kg.Agent("so-ismcts(iterations=20)", seed=1)
    extra = []
    for _ in range(rounds):
        begin = time.perf_counter()
        found = agent.analyze(state)
        extra.append(time.perf_counter() - begin - found["elapsed_s"])
    return 1e6 * statistics.median(extra)


def import_time(rounds=9):
    """Seconds that `import kontra_games` takes in a new interpreter: the best of several."""
    code = "import time; b = time.perf_counter(); import kontra_games; print(time.perf_counter() - b)"
    run = lambda: float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)  # noqa: E731
    return min(run() for _ in range(rounds))


if __name__ == "__main__":
    for game in ("doppelkopf", "just4fun", "ontop"):
        print(f"{game}: {steps(game, kg.BatchEnv.random_actions):.2f} million observed steps a second with random_actions, {steps(game, with_numpy()):.2f} with actions chosen by numpy")
    print(f"overhead of one search: {overhead():.0f} microseconds")
    print(f"import: {import_time():.3f} s, where 0.2 s is the most")
