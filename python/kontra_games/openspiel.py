"""Games of Kontra for OpenSpiel's algorithms.

`game("kuhn-poker")` is an object with the methods of `pyspiel.Game`, and its states have those of `pyspiel.State`. OpenSpiel's algorithms in
Python run on it, such as `open_spiel.python.algorithms.mcts` and `cfr`. Nothing of OpenSpiel is needed to import this module but
for `pyspiel` itself, whose game types it uses.

In the tiny games the first node is the deal, by chance. The other games begin with a deal from the adapter's seed: `new_initial_state`
deals the next one each time.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from ._kontra import Game, State, load_game

_DEALS = ("kuhn-poker", "leduc-poker")


def game(name: str | Game, *, seed: int = 1, **rules: Any) -> SpielGame:
    """A game for OpenSpiel's algorithms."""
    return SpielGame(name if isinstance(name, Game) else load_game(name, **rules), seed)


class SpielGame:
    """A game of Kontra with the methods of `pyspiel.Game`."""

    def __init__(self, game: Game, seed: int = 1):
        self._game, self._seed, self._deal = game, seed, 0
        self._starts = game.initial_states() if game.name in _DEALS else None

    def new_initial_state(self) -> SpielState:
        """The deal as a chance node in games where all deals can be listed, otherwise the next deal of the seed."""
        if self._starts is not None:
            return SpielState(self, None)
        state = self._game.new_initial_state(self._seed, self._deal)
        self._deal += 1
        return SpielState(self, state)

    def new_initial_states(self) -> list[SpielState]:
        """The one state that games begin with."""
        return [self.new_initial_state()]

    def num_players(self) -> int:
        """How many play."""
        return self._game.num_players()

    def num_distinct_actions(self) -> int:
        """Ids of players' actions are below this number."""
        return self._game.num_distinct_actions()

    def max_chance_outcomes(self) -> int:
        """Ids of chance are below this number."""
        return max(self._game.num_action_ids(), len(self._starts or ()))

    def max_game_length(self) -> int:
        """More decisions than any game of the workbench has."""
        return 10_000

    def min_utility(self) -> float:
        """Less than any game is worth."""
        return -_utility(self._game)

    def max_utility(self) -> float:
        """More than any game is worth."""
        return _utility(self._game)

    def utility_sum(self) -> float:
        """All games are zero-sum."""
        return 0.0

    def information_state_tensor_shape(self) -> list[int]:
        """The length of the information state."""
        return self._game.information_state_tensor_shape()

    def observation_tensor_shape(self) -> list[int]:
        """The length of the observation."""
        return self._game.observation_tensor_shape()

    def get_type(self):
        """What OpenSpiel's algorithms ask about a game."""
        types = pyspiel.GameType
        hidden = self._game.name in ("doppelkopf", "just4fun", "kuhn-poker", "leduc-poker")
        chance = self._game.name in ("just4fun", "ontop", "pig", "kuhn-poker", "leduc-poker")
        players = self._game.num_players()
        return types(
            short_name=f"kontra_{self._game.name}".replace("-", "_"),
            long_name=self._game.name,
            dynamics=types.Dynamics.SEQUENTIAL,
            chance_mode=types.ChanceMode.EXPLICIT_STOCHASTIC if chance else types.ChanceMode.DETERMINISTIC,
            information=types.Information.IMPERFECT_INFORMATION if hidden else types.Information.PERFECT_INFORMATION,
            utility=types.Utility.ZERO_SUM,
            reward_model=types.RewardModel.TERMINAL,
            max_num_players=players,
            min_num_players=players,
            provides_information_state_string=True,
            provides_information_state_tensor=True,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification={},
        )

    def get_parameters(self) -> dict[str, Any]:
        """The rules."""
        return self._game.rules

    def __str__(self) -> str:
        return f"kontra_{self._game.name}"


class SpielState:
    """A state of Kontra with the methods of `pyspiel.State`; `None` inside stands for the deal that is still to be made."""

    def __init__(self, game: SpielGame, state: State | None, history: tuple[int, ...] = ()):
        self._game, self._state, self._past = game, state, history

    def __getattr__(self, name: str):
        # Whatever is not special before the deal is what the state says.
        state = self.__dict__.get("_state")
        if state is None:
            raise AttributeError(name)
        return getattr(state, name)

    def __deepcopy__(self, memo):
        return self.clone()

    def get_game(self) -> SpielGame:
        """The game."""
        return self._game

    def clone(self) -> SpielState:
        """An independent copy."""
        return SpielState(self._game, self._state and self._state.clone(), self._past)

    def child(self, action: int) -> SpielState:
        """A copy in which an action was played."""
        child = self.clone()
        child.apply_action(action)
        return child

    def apply_action(self, action: int) -> None:
        """Plays an action, deals, or plays what chance decides."""
        if self._state is None:
            self._state = self._game._starts[int(action)][0].clone()
        else:
            self._state.apply_action(int(action))
        self._past += (int(action),)

    def current_player(self) -> int:
        """The player to move, chance or nobody."""
        return pyspiel.PlayerId.CHANCE if self._state is None else self._state.current_player()

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._state is not None and self._state.is_terminal()

    def is_chance_node(self) -> bool:
        """Whether chance decides."""
        return self._state is None or self._state.is_chance_node()

    def is_simultaneous_node(self) -> bool:
        """Never."""
        return False

    def is_player_node(self) -> bool:
        """Whether a player is to move."""
        return self.current_player() >= 0

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The ids of what can be decided, in increasing order, as OpenSpiel wants them."""
        if self._state is None:
            return list(range(len(self._game._starts)))
        return sorted(self._state.legal_actions(player))

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """The same as a list of 0 and 1."""
        mask = np.zeros(self._game.num_distinct_actions(), int)
        if not self.is_chance_node() and not self.is_terminal():
            mask[self.legal_actions(player)] = 1
        return mask.tolist()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every deal, or what chance can decide, with its probability."""
        if self._state is None:
            return [(number, share) for number, (_, share) in enumerate(self._game._starts)]
        return self._state.chance_outcomes()

    def returns(self) -> list[float]:
        """What the game was worth."""
        return [0.0] * self._game.num_players() if self._state is None else self._state.returns()

    def rewards(self) -> list[float]:
        """The same."""
        return self.returns()

    def player_return(self, player: int) -> float:
        """What the game was worth to one player."""
        return self.returns()[player]

    def history(self) -> list[int]:
        """Every action so far, the deal included."""
        return list(self._past)

    def history_str(self) -> str:
        """The same as text."""
        return " ".join(map(str, self._past))

    def action_to_string(self, player_or_action: int, action: int | None = None) -> str:
        """How an action is written."""
        id = player_or_action if action is None else action
        return f"deal {id}" if self._state is None else self._state.action_to_string(int(id))

    def __str__(self) -> str:
        return self.history_str()


def _utility(game: Game) -> float:
    return {"kuhn-poker": 2.0, "leduc-poker": 13.0, "tic-tac-toe": 1.0, "pig": 1.0}.get(game.name, 100.0)
