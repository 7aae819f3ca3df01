"""Games of Kontra as PettingZoo environments, in which one agent moves at a time (AEC).

>>> from kontra_games.pettingzoo import env
>>> table = env("doppelkopf")
>>> table.reset(seed=1)
>>> for agent in table.agent_iter():
...     observation, reward, terminated, truncated, info = table.last()
...     legal = observation["action_mask"].nonzero()[0]
...     table.step(None if terminated else int(legal[0]))
>>> sum(table.final_returns) == 0
True
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from ._kontra import Game, load_game


def env(game: str | Game, *, information_state: bool = False, **rules: Any) -> KontraEnv:
    """An environment for a game: its name with the rules that are a choice, or a `Game`.

    With `information_state=True` observations also hold the past.
    """
    if isinstance(game, str):
        game = load_game(game, **rules)
    elif rules:
        raise ValueError("rules: expected none beside a Game, which has its own")
    return KontraEnv(game, information_state)


class KontraEnv(AECEnv):
    """A table of Kontra. Chance is played by the environment, with random numbers from the seed of `reset`."""

    metadata = {"render_modes": ["html"], "is_parallelizable": False}

    def __init__(self, game: Game, information_state: bool = False):
        super().__init__()
        self.game = game
        self.metadata = {**type(self).metadata, "name": f"kontra_{game.name}_v0"}
        self.render_mode = None
        self.information_state = information_state
        self.possible_agents = [f"player_{seat}" for seat in range(game.num_players())]
        self.agents = list(self.possible_agents)
        size = game.information_state_tensor_size() if information_state else game.observation_tensor_size()
        actions = game.num_distinct_actions()
        # Some counts are shares of a usual maximum, which unusual games exceed.
        numbers = spaces.Box(-np.inf, np.inf, (size,), np.float32)
        mask = spaces.Box(0, 1, (actions,), np.int8)
        self._observations = {
            agent: spaces.Dict({"observation": numbers, "action_mask": mask}) for agent in self.agents
        }
        self._actions = {agent: spaces.Discrete(actions) for agent in self.agents}
        self._seeds = random.Random()
        self.final_returns = [0.0] * game.num_players()

    def observation_space(self, agent: str):
        """What `agent` sees: an observation, and a mask of legal actions."""
        return self._observations[agent]

    def action_space(self, agent: str):
        """The ids of all actions."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a new game. With a seed, this game and those after it are always the same."""
        if seed is not None:
            self._seeds = random.Random(seed)
        deal = self._seeds.getrandbits(63)
        self._chance = random.Random(deal)
        self.state_of_the_game = self.game.new_initial_state(deal)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.final_returns = [0.0] * len(self.agents)
        self._pass_chance()
        self.agent_selection = self._mover()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What `agent` sees; nothing is legal for one whose turn it is not."""
        state, player = self.state_of_the_game, self.possible_agents.index(agent)
        tensor = state.information_state_tensor if self.information_state else state.observation_tensor
        return {
            "observation": tensor(player),
            "action_mask": state.legal_actions_mask(player).astype(np.int8),
        }

    def step(self, action: int | None) -> None:
        """Plays an action of the agent to move; None for an agent whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("action: expected the id of an action, found None")
        self.state_of_the_game.apply_action(int(action))
        self._pass_chance()
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.state_of_the_game.is_terminal():
            self.final_returns = self.state_of_the_game.returns()
            self.rewards = dict(zip(self.possible_agents, self.final_returns))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self._mover()
        self._accumulate_rewards()
        if self.state_of_the_game.is_terminal():
            self._deads_step_first()

    def render(self) -> str:
        """What the agent to move sees, as HTML."""
        return self.state_of_the_game._repr_html_()

    def close(self) -> None:
        """Nothing is open."""

    def _mover(self) -> str:
        return self.possible_agents[self.state_of_the_game.current_player()]

    def _pass_chance(self) -> None:
        state = self.state_of_the_game
        while state.is_chance_node():
            outcomes = state.chance_outcomes()
            ids, shares = zip(*outcomes)
            state.apply_action(self._chance.choices(ids, shares)[0])
