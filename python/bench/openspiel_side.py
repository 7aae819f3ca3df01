"""OpenSpiel's side: its algorithms in C++, called from Python as ours are, and its vector environment."""

from __future__ import annotations

import random

import pyspiel
from measuring import SEARCH, choice, length, searches
from open_spiel.python import rl_environment
from open_spiel.python.vector_env import SyncVectorEnv

#: Games in a vector environment.
SIZE = 32


def first(name):
    """The first state in which there is something to choose."""
    return choice(pyspiel.load_game(name).new_initial_state(), random.Random(1))


def playouts(name):
    """Random games from the first choice to the end: one simulation whose leaf is evaluated with n rollouts."""
    state = first(name)

    def work(n):
        pyspiel.MCTSBot(state.get_game(), pyspiel.RandomRolloutEvaluator(n, 1), 1.0, 1, 1000, False, 1, False).step(state)
        return n

    return work, length(state)


def mcts(name):
    """Simulations of tree search with one random playout each. Nodes are not solved (`solve` is off), as they are not in ours."""
    state = first(name)
    bot = pyspiel.MCTSBot(state.get_game(), pyspiel.RandomRolloutEvaluator(1, 1), 1.0, SEARCH, 4000, False, 1, False)
    return searches(lambda: bot.step(state)), length(state)


def ismcts(name):
    """Simulations of information set search with one random playout each, in a new world every time."""
    state = first(name)
    policy = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 1.0, SEARCH, -1, policy, False, True)
    return searches(lambda: bot.step(state)), length(state)


class Output:
    """What the vector environment reads of an agent's answer."""

    def __init__(self, action):
        self.action, self.probs = action, None


def steps(name):
    """Steps with an observation and the legal actions after each, random ones chosen."""
    vector = SyncVectorEnv([rl_environment.Environment(name) for _ in range(SIZE)])
    numbers, state = random.Random(1), {"steps": vector.reset()}

    def work(n):
        rounds = -(-n // SIZE)
        for _ in range(rounds):
            actions = []
            for step in state["steps"]:
                legal = step.observations["legal_actions"][step.observations["current_player"]]
                actions.append(Output(numbers.choice(legal)))
            state["steps"], _, _, _ = vector.step(actions, reset_if_done=True)
        return rounds * SIZE

    return work, 1.0


WORK = {"random playouts": playouts, "MCTS": mcts, "ISMCTS": ismcts, "environment steps": steps}
