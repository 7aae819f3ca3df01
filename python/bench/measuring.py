"""How rates are measured, and how long games are."""

from __future__ import annotations

import random
import statistics
import time

ROUNDS = 5

#: Iterations of one search, on both sides. Both begin each search with an empty tree.
SEARCH = 10_000


def searches(one):
    """The work of at least n iterations: as many searches as that takes."""

    def work(n):
        rounds = -(-n // SEARCH)
        for _ in range(rounds):
            one()
        return rounds * SEARCH

    return work


def rates(own, other, seconds):
    """Units of work in a second of processor time, of both: `work(n)` does at least n and returns how many it did."""
    works = [own, other]
    sizes = [size(work, seconds / ROUNDS) for work in works]
    best = [0.0, 0.0]
    for _ in range(ROUNDS):
        for i, work in enumerate(works):
            begin = time.process_time()
            done = work(sizes[i])
            best[i] = max(best[i], done / (time.process_time() - begin))
    return best


def size(work, seconds):
    """How much work takes about this time."""
    n = 16
    while True:
        begin = time.process_time()
        done = work(n)
        took = time.process_time() - begin
        if took > seconds / 4:
            return max(1, int(done * seconds / took))
        n = max(n, done) * (2 if took > 0.001 else 8)


def pass_chance(state, numbers):
    """The state after what chance decides."""
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        state.apply_action(numbers.choices([a for a, _ in outcomes], [p for _, p in outcomes])[0])
    return state


def choice(state, numbers):
    """The first state in which there is something to choose: some games begin with moves that are forced."""
    pass_chance(state, numbers)
    while len(state.legal_actions()) < 2:
        state.apply_action(state.legal_actions()[0])
        pass_chance(state, numbers)
    return state


def length(state, games=100):
    """How many decisions of players a random game has from here on, in the mean."""
    numbers, lengths = random.Random(2), []
    for _ in range(games):
        child, count = state.clone(), 0
        while not child.is_terminal():
            if child.is_chance_node():
                pass_chance(child, numbers)
            else:
                child.apply_action(numbers.choice(child.legal_actions()))
                count += 1
        lengths.append(count)
    return statistics.mean(lengths)
