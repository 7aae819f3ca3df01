"""Kontra beside OpenSpiel on one core, in one run: random playouts, searches, environment steps.

    python beside.py [--seconds 1.0] [--report FILE]

Both libraries work in compiled code and are called from Python. Work is counted in decisions, because games of like size differ in
length: a playout or an iteration of a search counts as many decisions as a random game has from there on, in the mean.
"""

from __future__ import annotations

import argparse
import pathlib
import random
import statistics
import time

import numpy as np
import pyspiel

import kontra_games as kg

#: Our game, OpenSpiel's, and whether it is the same one.
SAME = [("tic-tac-toe", "tic_tac_toe"), ("pig", "pig"), ("kuhn-poker", "kuhn_poker"), ("leduc-poker", "leduc_poker")]
CARDS = [("doppelkopf", "hearts"), ("doppelkopf", "euchre")]
HIDDEN = [("kuhn-poker", "kuhn_poker"), ("leduc-poker", "leduc_poker"), *CARDS]


def first_decision(state, numbers):
    """The state after what chance decides before the first player."""
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        state.apply_action(numbers.choices([a for a, _ in outcomes], [p for _, p in outcomes])[0])
    return state


def ours(name):
    return first_decision(kg.load_game(name).new_initial_state(1), random.Random(1))


def theirs(name):
    return first_decision(pyspiel.load_game(name).new_initial_state(), random.Random(1))


def length(state, games=60):
    """How many decisions of players a random game has from here on, in the mean."""
    numbers, lengths = random.Random(2), []
    for _ in range(games):
        child, count = state.clone(), 0
        while not child.is_terminal():
            if child.is_chance_node():
                first_decision(child, numbers)
            else:
                child.apply_action(numbers.choice(child.legal_actions()))
                count += 1
        lengths.append(count)
    return statistics.mean(lengths)


def rate(work, seconds):
    """Units of work in a second: `work(n)` does n of them. The best of three, so that others on the machine count least."""
    n = 1
    while True:
        begin = time.perf_counter()
        work(n)
        took = time.perf_counter() - begin
        if took > seconds / 10:
            break
        n *= 2 if took > 0.001 else 8
    n = max(1, int(n * seconds / took / 3))
    best = 0.0
    for _ in range(3):
        begin = time.perf_counter()
        work(n)
        best = max(best, n / (time.perf_counter() - begin))
    return best


def playouts(pair, seconds):
    a, b = ours(pair[0]), theirs(pair[1])

    def work(n):
        # One simulation whose leaf is evaluated with n rollouts.
        evaluator = pyspiel.RandomRolloutEvaluator(n, 1)
        pyspiel.MCTSBot(b.get_game(), evaluator, 1.0, 1, 1000, False, 1, False).step(b)

    return rate(lambda n: a.random_playouts(n), seconds) * length(a), rate(work, seconds) * length(b)


def mcts(pair, seconds):
    a, b = ours(pair[0]), theirs(pair[1])
    agent = "mcts" if any(name.startswith("mcts(") for name in kg.agent_names(pair[0])) else "so-ismcts"

    def work(n):
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        pyspiel.MCTSBot(b.get_game(), evaluator, 1.0, n, 4000, False, 1, False).step(b)

    search = lambda n: kg.Agent(f"{agent}(iterations={n})").analyze(a)  # noqa: E731
    return rate(search, seconds) * length(a), rate(work, seconds) * length(b)


def ismcts(pair, seconds):
    a, b = ours(pair[0]), theirs(pair[1])

    def work(n):
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        policy = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        pyspiel.ISMCTSBot(1, evaluator, 1.0, n, -1, policy, False, True).step(b)

    search = lambda n: kg.Agent(f"so-ismcts(iterations={n})").analyze(a)  # noqa: E731
    return rate(search, seconds) * length(a), rate(work, seconds) * length(b)


def steps(pair, seconds):
    """Steps with an observation and the legal actions after each."""
    from open_spiel.python import rl_environment
    from open_spiel.python.vector_env import SyncVectorEnv

    size = 256
    env, numbers = kg.BatchEnv(pair[0], size, seed=1), np.random.default_rng(1)

    def own(n):
        for _ in range(max(1, n // size)):
            scores = numbers.random(env.masks.shape, dtype=np.float32)
            env.step((env.masks * scores).argmax(axis=1).astype(np.int32))

    few = 8
    vector = SyncVectorEnv([rl_environment.Environment(pair[1]) for _ in range(few)])
    choose = random.Random(1)

    def other(n):
        time_steps = vector.reset()
        for _ in range(max(1, n // few)):
            actions = []
            for step in time_steps:
                legal = step.observations["legal_actions"][step.observations["current_player"]]
                actions.append(_Output(choose.choice(legal)))
            time_steps, _, _, _ = vector.step(actions, reset_if_done=True)

    return rate(own, seconds), rate(other, seconds)


class _Output:
    """What OpenSpiel's vector environment reads of an agent's answer."""

    def __init__(self, action):
        self.action, self.probs = action, None


ROWS = [
    ("random playouts", playouts, SAME + CARDS),
    ("tree search (MCTS)", mcts, SAME[:2]),
    ("information set search (ISMCTS)", ismcts, HIDDEN),
    ("environment steps", steps, [SAME[0], SAME[3], *CARDS]),
]


def measure(seconds):
    """Every row: what, our game, their game, our rate, their rate."""
    for what, work, pairs in ROWS:
        for pair in pairs:
            a, b = work(pair, seconds)
            yield what, *pair, a, b


def report(rows):
    """The rows as a table in Markdown."""
    lines = ["| work | Kontra | OpenSpiel | Kontra, decisions a second | OpenSpiel | ratio |", "|---|---|---|---:|---:|---:|"]
    for what, a, b, own, other in rows:
        lines.append(f"| {what} | {a} | {b} | {own:,.0f} | {other:,.0f} | {own / other:.1f} |")
    return "\n".join(lines) + "\n"


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each number is measured")
    parser.add_argument("--report", type=pathlib.Path, help="a file of the book, whose table is replaced")
    args = parser.parse_args(arguments)
    text = report(measure(args.seconds))
    print(text)
    if args.report:
        begin, end = "<!-- measured -->\n", "<!-- end -->"
        book = args.report.read_text()
        before, rest = book.split(begin, 1)
        args.report.write_text(before + begin + "\n" + text + "\n" + end + rest.split(end, 1)[1])


if __name__ == "__main__":
    main()
