"""Kontra's side. Every function returns the work and how many decisions one unit of it counts."""

from __future__ import annotations

import random

import kontra_games as kg
from measuring import SEARCH, choice, length, searches

#: Games in a batch.
SIZE = 1024


def playouts(name):
    """Random games from the first choice to the end."""
    state = choice(kg.load_game(name).new_initial_state(1), random.Random(1))

    def work(n):
        state.random_playouts(n)
        return n

    return work, length(state)


def search(name, agents):
    """Iterations of the first of these agents that the game has."""
    state = choice(kg.load_game(name).new_initial_state(1), random.Random(1))
    known = {spec.split("(")[0] for spec in kg.agent_names(name)}
    name = next(agent for agent in agents if agent in known)
    agent = kg.Agent(f"{name}(iterations={SEARCH})")
    return searches(lambda: agent.analyze(state)), length(state)


def steps(name):
    """Steps with an observation and the legal actions after each, random ones chosen."""
    env = kg.BatchEnv(name, SIZE, seed=1)

    def work(n):
        rounds = -(-n // SIZE)
        for _ in range(rounds):
            env.step(env.random_actions())
        return rounds * SIZE

    return work, 1.0


WORK = {
    "random playouts": playouts,
    "MCTS": lambda name: search(name, ["mcts", "so-ismcts"]),
    "ISMCTS": lambda name: search(name, ["so-ismcts"]),
    "environment steps": steps,
}
