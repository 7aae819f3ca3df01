"""Matches: agents by spec, or classes of your own, on the same deals."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from typing import Any, Callable, Sequence

from ._kontra import Agent, Game, View, play_deals, table_of


class Player:
    """A base for agents in Python. One is made for every seat of every game, with a seed of its own.

    >>> import kontra_games as kg
    >>> class First(kg.Player):
    ...     def choose(self, view):
    ...         return view.legal_actions()[0]
    >>> kg.run_match("tic-tac-toe", [First, "random"], deals=20, seating="all").table["games"]
    40
    """

    def __init__(self, seed: int):
        self.random = random.Random(seed)

    def choose(self, view: View) -> int:
        """The id of one of `view.legal_actions()`; by default any of them."""
        return self.random.choice(view.legal_actions())

    def end(self, returns: list[float]) -> None:
        """The game is over, and was worth this to each player."""


@dataclass
class MatchResult:
    """What a match has shown."""

    #: The table of the command line (`kontra match --json`) as a dictionary.
    table: dict[str, Any]
    #: Every game as a dictionary, in order of deals.
    games: list[dict[str, Any]] = field(repr=False)

    def frame(self):
        """One row for each agent, as a pandas frame.

        >>> import kontra_games as kg
        >>> result = kg.run_match("kuhn-poker", ["random", "random"], deals=10)
        >>> list(result.frame().columns)[:4]
        ['spec', 'games', 'mean', 'ci95']
        """
        import pandas

        return pandas.DataFrame(self.table["agents"])

    def games_frame(self):
        """One row for each seat of each game, as a pandas frame.

        >>> import kontra_games as kg
        >>> frame = kg.run_match("kuhn-poker", ["random", "random"], deals=10).games_frame()
        >>> len(frame), float(frame.payoff.sum())
        (20, 0.0)
        """
        import pandas

        return pandas.DataFrame(list(self.rows()))

    def rows(self):
        """One dictionary for each seat of each game, for frames of any kind (`polars.DataFrame(list(result.rows()))`)."""
        for game in self.games:
            for seat, agent in enumerate(game["agents"]):
                yield {
                    "deal": game["deal"],
                    "arrangement": game["arrangement"],
                    "seat": seat,
                    "agent": agent,
                    "payoff": game["payoffs"][seat],
                    "ending": game["ending"],
                    "decisions": game["decisions"][seat],
                    "seconds": game["nanoseconds"][seat] / 1e9,
                }

    def _repr_html_(self) -> str:
        from .drawing import table_html

        return table_html(self.table)


def run_match(
    game: Game | str,
    agents: Sequence[str | Agent | Callable[[int], Any]],
    deals: int,
    *,
    seating: str = "fixed",
    seed: int = 1,
    threads: int = 0,
    records: bool = False,
) -> MatchResult:
    """Lets agents play against each other on the same deals, as `kontra match` does.

    An agent is a spec, or a class (or any function) that makes a player from a seed: an object with `choose(view)`. The table does
    not depend on the number of threads; 0 means one for each core. An exception in a player ends the match and is raised here.

    >>> import kontra_games as kg
    >>> result = kg.run_match("doppelkopf", ["beginner", "random"], deals=10, seating="all", seed=1)
    >>> result.table["agents"][0]["mean"] > 0
    True
    """
    begin = time.perf_counter()
    games = play_deals(
        game, agents, 0, deals, seating=seating, seed=seed, threads=threads, records=records
    )
    elapsed = time.perf_counter() - begin
    table = table_of(game, agents, deals, games, seating=seating, seed=seed, elapsed_s=elapsed)
    return MatchResult(table, games)
