"""Matches and tournaments on a Ray cluster.

    ray start --head
    python -m kontra_games.ray match doppelkopf -a beginner -a random --deals 100000 --seating all
    python -m kontra_games.ray tournament just4fun -a random -a so-ismcts -a flat --deals 1000

A range of deals is a task. Ray plays a task again when its worker dies, and since a game depends on the match's seed, its deal and its
arrangement alone, the table equals that of one machine to the last digit, but for times.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import Any, Callable, Sequence

import ray

from . import cluster
from .cluster import Match

#: So often a task is begun again when the machine it ran on is gone.
RETRIES = 20


@ray.remote(max_retries=RETRIES)
def _play(match: Match, first: int, last: int) -> list[dict[str, Any]]:
    return match.play(first, last)


def play(
    matches: Sequence[Match],
    *,
    size: int = 50,
    progress: Callable[[int, int], None] | None = None,
) -> list[dict[str, Any]]:
    """Plays matches on the cluster that `ray.init` has found, in ranges of `size` deals, and returns their tables.

    At most four tasks for each processor wait at a time: what is finished is fetched before more is asked for.
    """
    tasks = [(number, first, last) for number, match in enumerate(matches) for first, last in match.ranges(size)]
    games: list[list[dict[str, Any]]] = [[] for _ in matches]
    most = 4 * max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting: dict[Any, int] = {}
    todo, done = iter(tasks), 0
    while True:
        while len(waiting) < most and (task := next(todo, None)) is not None:
            number, first, last = task
            waiting[_play.remote(matches[number], first, last)] = number
        if not waiting:
            break
        ready, _ = ray.wait(list(waiting), num_returns=1)
        for reference in ready:
            games[waiting.pop(reference)].extend(ray.get(reference))
            done += 1
            if progress is not None:
                progress(done, len(tasks))
    return [match.table(rows) for match, rows in zip(matches, games)]


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m kontra_games.ray", description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    for name, about in [
        ("match", "agents against each other, as `kontra match`"),
        ("tournament", "every two of the agents against each other"),
    ]:
        command = commands.add_parser(name, help=about, description=about)
        command.add_argument("game", help="the game")
        command.add_argument("-a", "--agent", action="append", required=True, metavar="SPEC", help="an agent, named again for each further one")
        command.add_argument("--deals", type=int, required=True, metavar="N", help="how many different deals are played")
        command.add_argument("--seating", default="fixed", choices=["fixed", "rotate", "all"], help="who sits where on each deal")
        command.add_argument("--seed", type=int, default=1, metavar="S", help="the seed of all random numbers")
        command.add_argument("--rules", action="append", default=[], metavar="KEY=VALUE", help="a rule of the game")
        command.add_argument("--range", type=int, default=50, metavar="N", help="deals in one task")
        command.add_argument("--address", default=None, help="the cluster; without it, the one of this machine, or a new one")
        command.add_argument("--json", action="store_true", help="print one JSON value")
    return parser.parse_args(arguments)


def _rules(settings: Sequence[str]) -> dict[str, Any]:
    rules = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise ValueError(f"--rules: expected a setting such as players=3, found '{setting}'")
        try:
            rules[name] = json.loads(value)
        except ValueError:
            rules[name] = value
    return rules


def _progress(done: int, all: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done}/{all} ranges", end="" if done < all else "\n", file=sys.stderr, flush=True)


def _print(table: dict[str, Any]) -> None:
    print(f"{table['game']}: {table['deals']} deals, {table['games']} games (seating {table['seating']}); seed {table['seed']}")
    for row in table["agents"]:
        half = "" if row["ci95"] is None else f" ±{row['ci95']:.3f}"
        print(f"  {row['spec']:40} {row['mean']:+.3f}{half}  {100 * row['win_rate']:.1f} % won")


def main(arguments: Sequence[str] | None = None) -> int:
    """The program `python -m kontra_games.ray`."""
    args = _arguments(arguments)
    try:
        options = dict(seating=args.seating, seed=args.seed, rules=_rules(args.rules))
        if args.deals < 1:
            raise ValueError(f"--deals: expected a number from 1 on, found {args.deals}")
        if args.command == "match":
            matches = [Match(args.game, tuple(args.agent), args.deals, **options)]
        else:
            matches = cluster.tournament(args.game, args.agent, args.deals, **options)
        # What is wrong with a game, a rule or an agent is said here, before anything is sent away.
        for match in matches:
            match.play(0, 0)
            next(match.ranges(args.range))
    except ValueError as error:
        print(f"kontra_games.ray: {error}", file=sys.stderr)
        return 2
    ray.init(address=args.address, log_to_driver=False, ignore_reinit_error=True)
    begin = time.perf_counter()
    tables = play(matches, size=args.range, progress=_progress)
    for table in tables:
        table["elapsed_s"] = time.perf_counter() - begin
    if args.command == "match":
        print(json.dumps(tables[0])) if args.json else _print(tables[0])
    elif args.json:
        print(json.dumps({"matches": tables, "standings": cluster.standings(tables)}))
    else:
        for table in tables:
            _print(table)
        for place, row in enumerate(cluster.standings(tables), 1):
            print(f"{place:3}. {row['agent']:40} {row['mean']:+.3f}  {100 * row['win_rate']:.1f} % won")
    return 0


if __name__ == "__main__":
    sys.exit(main())
