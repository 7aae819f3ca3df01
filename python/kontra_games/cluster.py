"""Matches in ranges of deals, for any scheduler: what a task is, and how results come together.

Ray is one such scheduler (`kontra_games.ray`). A task is a range of deals of one match. Every game depends on the match's seed, its deal
and its arrangement alone, so it does not matter where a range is played, nor how often it was begun.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from itertools import combinations
from typing import Any, Iterable, Iterator, Sequence

from ._kontra import load_game, play_deals, table_of


@dataclass(frozen=True)
class Match:
    """A match between agents that have specs."""

    game: str
    agents: tuple[str, ...]
    deals: int
    seating: str = "fixed"
    seed: int = 1
    rules: dict[str, Any] = field(default_factory=dict, hash=False)

    def ranges(self, size: int) -> Iterator[tuple[int, int]]:
        """Ranges of at most `size` deals that cover the match.

        >>> list(Match("kuhn-poker", ("random", "random"), 10).ranges(4))
        [(0, 4), (4, 8), (8, 10)]
        """
        if size < 1:
            raise ValueError(f"range: expected at least one deal, found {size}")
        for first in range(0, self.deals, size):
            yield first, min(first + size, self.deals)

    def play(self, first: int, last: int) -> list[dict[str, Any]]:
        """Plays a range of deals."""
        game = load_game(self.game, **self.rules)
        return play_deals(game, self.agents, first, last, seating=self.seating, seed=self.seed)

    def table(self, games: Iterable[dict[str, Any]], elapsed_s: float = 0.0) -> dict[str, Any]:
        """The table of all games, in whichever order they came.

        >>> match = Match("kuhn-poker", ("random", "random"), 6, seating="all")
        >>> games = [game for first, last in match.ranges(4) for game in match.play(first, last)]
        >>> match.table(games)["games"]
        12
        """
        game = load_game(self.game, **self.rules)
        return table_of(
            game, self.agents, self.deals, list(games), seating=self.seating, seed=self.seed, elapsed_s=elapsed_s
        )

    def description(self) -> dict[str, Any]:
        """The match as a dictionary."""
        return asdict(self)


class Ranges:
    """Ranges of deals of several matches, cut off when there is a processor for them.

    A range is what is left, divided by four times the processors: large at first, small at the end, so that there are few tasks and
    nobody waits long for the last ones. It is no longer than half a minute, which is what is lost when a machine is, and no shorter than
    fifty milliseconds: to begin a task takes about two of them, and for the last range one processor may wait for another. How long a deal of a match takes is told by `took`; until then a range is one deal.

    >>> ranges = Ranges([100])
    >>> [ranges.next(2), ranges.next(2)]
    [(0, 0, 1), (0, 1, 2)]
    >>> ranges.took(0, 1, seconds=0.5)
    >>> [ranges.next(2), ranges.next(2)]
    [(0, 2, 15), (0, 15, 26)]
    """

    MOST_SECONDS, LEAST_SECONDS = 30.0, 0.05

    def __init__(self, deals: Sequence[int], size: int | None = None):
        if size is not None and size < 1:
            raise ValueError(f"range: expected at least one deal, found {size}")
        self.deals = self.left = sum(deals)
        self.size = size
        # The next match is at the end.
        self.todo = [(number, 0, count) for number, count in enumerate(deals) if count > 0][::-1]
        self.pace: dict[int, tuple[int, float]] = {}

    def took(self, number: int, deals: int, seconds: float) -> None:
        """So long did some deals of a match take."""
        before, spent = self.pace.get(number, (0, 0.0))
        self.pace[number] = (before + deals, spent + seconds)

    def next(self, processors: int) -> tuple[int, int, int] | None:
        """The next range: the number of a match, the first deal, and the one after the last; None where nothing is left."""
        if not self.todo:
            return None
        number, first, end = self.todo.pop()
        last = min(end, first + (self.size or self._length(number, processors)))
        if last < end:
            self.todo.append((number, last, end))
        self.left -= last - first
        return number, first, last

    def _length(self, number: int, processors: int) -> int:
        deals, spent = self.pace.get(number, (0, 0.0))
        if not deals:
            return 1
        one = max(spent / deals, 1e-6)
        share = max(-(-self.left // (4 * processors)), int(self.LEAST_SECONDS / one))
        return max(1, min(share, int(self.MOST_SECONDS / one)))


def tournament(game: str, agents: Iterable[str], deals: int, **options: Any) -> list[Match]:
    """A match for every two of the agents, all on the same deals.

    >>> [match.agents for match in tournament("kuhn-poker", ["a", "b", "c"], 10)]
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    """
    agents = list(dict.fromkeys(agents))
    if len(agents) < 2:
        raise ValueError(f"agents: expected at least two different ones, found {len(agents)}")
    return [Match(game, pair, deals, **options) for pair in combinations(agents, 2)]


def standings(tables: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The agents of a tournament by their mean payoff over all their games, the best one first.

    >>> match = Match("kuhn-poker", ("random", "so-ismcts(iterations=50)"), 20, seating="all")
    >>> rows = standings([match.table(match.play(0, 20))])
    >>> [row["games"] for row in rows]
    [40, 40]
    """
    sums: dict[str, dict[str, Any]] = {}
    for table in tables:
        for row in table["agents"]:
            entry = sums.setdefault(row["spec"], {"agent": row["spec"], "games": 0, "sum": 0.0, "wins": 0})
            entry["games"] += row["games"]
            entry["sum"] += row["mean"] * row["games"]
            entry["wins"] += row["wins"]
    for entry in sums.values():
        entry["mean"] = entry.pop("sum") / max(entry["games"], 1)
        entry["win_rate"] = entry["wins"] / max(entry["games"], 1)
    return sorted(sums.values(), key=lambda entry: (-entry["mean"], entry["agent"]))
