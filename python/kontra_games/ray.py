"""Matches, tournaments, experiments and self-play on a Ray cluster.

    ray start --head
    python -m kontra_games.ray match doppelkopf -a beginner -a random --deals 100000 --seating all
    python -m kontra_games.ray tournament just4fun -a random -a so-ismcts -a flat --deals 1000
    python -m kontra_games.ray experiment sievers2012/table-6.60 --results results
    python -m kontra_games.ray selfplay doppelkopf-2-cores.toml --out run

A range of deals, or of an experiment's units, is a task. Ray does a task again when its worker dies, and since a game depends on the
match's seed, its deal and its arrangement alone, tables and results equal those of one machine to the last digit, but for times.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import sys
import time
from typing import Any, Callable, Iterable, Iterator, Sequence

import ray

from . import cluster
from ._kontra import ExperimentRun, run_learns_from_searches
from .cluster import Match, Ranges
from .ray_selfplay import train

#: So often a task is begun again when the machine it ran on is gone.
RETRIES = 20

#: Nodes that are free take tasks, too, while the first one still has room in its queue.
SPREAD = "SPREAD"

Progress = Callable[[int, int], None]


@ray.remote(max_retries=RETRIES, scheduling_strategy=SPREAD)
def _play(match: Match, first: int, last: int) -> tuple[list[dict[str, Any]], float]:
    begun = time.perf_counter()
    return match.play(first, last), time.perf_counter() - begun


@ray.remote(max_retries=RETRIES, scheduling_strategy=SPREAD)
def _measure(names: list[str], options: dict[str, Any], measurement: int, first: int, last: int) -> str:
    return ExperimentRun(names, **options).measure(measurement, first, last)


def _processors() -> int:
    """As many tasks run at a time."""
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


def _gather(next_task: Callable[[], Any], start: Callable[[Any], Any]) -> Iterator[tuple[Any, Any]]:
    """Every task with its result, in the order in which they are done. `next_task` returns None where none is left.

    Two tasks for each processor wait or run at a time: the next one is there when one ends, and what is finished is fetched before more
    is asked for.
    """
    waiting: dict[Any, Any] = {}
    while True:
        while len(waiting) < 2 * _processors() and (task := next_task()) is not None:
            waiting[start(task)] = task
        if not waiting:
            return
        ready, _ = ray.wait(list(waiting), num_returns=1)
        for reference in ready:
            yield waiting.pop(reference), ray.get(reference)


def play(
    matches: Sequence[Match], *, size: int | None = None, progress: Progress | None = None
) -> list[dict[str, Any]]:
    """Plays matches on the cluster that `ray.init` has found, and returns their tables. `progress` is told how many deals of how many
    are done.

    A task is a range of `size` deals; without a size ranges are large at first and small at the end, as `Ranges` says.
    """
    ranges = Ranges([match.deals for match in matches], size)
    games: list[list[dict[str, Any]]] = [[] for _ in matches]
    begun, done = time.perf_counter(), 0
    tasks = _gather(lambda: ranges.next(_processors()), lambda task: _play.remote(matches[task[0]], *task[1:]))
    for (number, first, last), (rows, seconds) in tasks:
        games[number].extend(rows)
        ranges.took(number, last - first, seconds)
        done += last - first
        if progress is not None:
            progress(done, ranges.deals)
    elapsed = time.perf_counter() - begun
    return [match.table(rows, elapsed) for match, rows in zip(matches, games)]


def experiment(
    names: Iterable[str],
    results: str | pathlib.Path,
    *,
    quick: bool = False,
    seed: int | None = None,
    size: int = 5,
    progress: Progress | None = None,
) -> list[dict[str, Any]]:
    """Measures what the results in a folder lack, in shares of `size` units, saves them there, and returns the experiments with their
    cells. Measurements of time are made here, one after the other: they need a machine for themselves."""
    names, options = list(names), dict(quick=quick, seed=seed)
    run = ExperimentRun(names, results, **options)
    shares = run.shares(size)
    apart = [share[:3] for share in shares if not share[3]]
    saved, todo = time.monotonic(), iter(apart)
    tasks = _gather(lambda: next(todo, None), lambda share: _measure.remote(names, options, *share))
    for done, ((measurement, first, _), values) in enumerate(tasks, 1):
        run.add(measurement, first, values)
        if progress is not None:
            progress(done, len(apart))
        if time.monotonic() - saved > 1:
            run.save()
            saved = time.monotonic()
    for measurement, first, last, alone in shares:
        if alone:
            run.add(measurement, first, run.measure(measurement, first, last))
    run.save()
    return run.findings()


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
        command.add_argument("--range", type=int, metavar="N", help="deals in one task; without it, as many as keep all processors busy")
    about = "the papers' tables run again, as `kontra experiment run`"
    command = commands.add_parser("experiment", help=about, description=about)
    command.add_argument("name", nargs="+", help="experiments or papers; see `kontra experiment list`")
    command.add_argument("--results", default="kontra-results", metavar="DIR", help="the folder of results, here")
    command.add_argument("--quick", action="store_true", help="only the quick budget: a first look")
    command.add_argument("--seed", type=int, default=None, metavar="S", help="a seed in place of each experiment's own")
    command.add_argument("--range", type=int, default=5, metavar="N", help="units in one task")
    about = "train a network by self-play, as `kontra-train`: games on the whole cluster, the learner here"
    command = commands.add_parser("selfplay", help=about, description=about)
    command.add_argument("run", type=pathlib.Path, help="the run: a TOML file")
    command.add_argument("--out", type=pathlib.Path, metavar="DIR", help="checkpoints, network and log; without it, the run's name without .toml")
    command.add_argument("--resume", action="store_true", help="resume from the last checkpoint")
    command.add_argument("--minutes", type=float, metavar="N", help="stop after the last segment that ends within this many minutes")
    command.add_argument("--device", default="auto", choices=["auto", "cpu", "cuda"], help="where the network learns")
    command.add_argument("--players", type=int, metavar="N", help="processes that play, of one processor each; without it, one for each processor but one")
    for command in commands.choices.values():
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
        print(f"\r{done}/{all}", end="" if done < all else "\n", file=sys.stderr, flush=True)


def _print(table: dict[str, Any]) -> None:
    print(f"{table['game']}: {table['deals']} deals, {table['games']} games (seating {table['seating']}); seed {table['seed']}")
    for row in table["agents"]:
        half = "" if row["ci95"] is None else f" ±{row['ci95']:.3f}"
        print(f"  {row['spec']:40} {row['mean']:+.3f}{half}  {100 * row['win_rate']:.1f} % won")


def _matches(args: argparse.Namespace) -> Callable[[], Any]:
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
        next(match.ranges(1 if args.range is None else args.range))

    def run() -> Any:
        tables = play(matches, size=args.range, progress=_progress)
        if args.command == "match":
            return tables[0]
        return {"matches": tables, "standings": cluster.standings(tables)}

    return run


def _experiment(args: argparse.Namespace) -> Callable[[], Any]:
    if args.range < 1:
        raise ValueError(f"--range: expected a number from 1 on, found {args.range}")
    ExperimentRun(args.name, args.results, quick=args.quick, seed=args.seed)
    options = dict(quick=args.quick, seed=args.seed, size=args.range, progress=_progress)
    return lambda: {"experiments": experiment(args.name, args.results, **options)}


def _selfplay(args: argparse.Namespace) -> Callable[[], Any]:
    try:
        text = args.run.read_text(encoding="utf-8")
    except OSError as error:
        raise ValueError(f"run file '{args.run}': {error.strerror}") from None
    if args.players is not None and args.players < 1:
        raise ValueError(f"--players: expected a number from 1 on, found {args.players}")
    # A game that cannot be played on a cluster is told before one is asked for.
    run_learns_from_searches(text)
    folder = args.out or args.run.with_suffix("")
    options = dict(resume=args.resume, minutes=args.minutes, device=args.device, players=args.players)
    return lambda: train(text, folder, progress=not args.json, **options)


def _show(command: str, found: Any) -> None:
    if command == "match":
        _print(found)
    elif command == "tournament":
        for table in found["matches"]:
            _print(table)
        for place, row in enumerate(found["standings"], 1):
            print(f"{place:3}. {row['agent']:40} {row['mean']:+.3f}  {100 * row['win_rate']:.1f} % won")
    elif command == "experiment":
        for one in found["experiments"]:
            print(f"{one['name']}: {one['place']}, {one['title']}")
            for cell in one["cells"]:
                ours = "-" if cell["ours"] is None else f"{cell['ours']:.3f}"
                print(f"  {cell['label']:60} paper {cell['paper']}  ours {ours}  {cell['units']} units")
    else:
        for name, value in found.items():
            print(f"{name} {value}")


def main(arguments: Sequence[str] | None = None) -> int:
    """The program `python -m kontra_games.ray`."""
    args = _arguments(arguments)
    ready = {"experiment": _experiment, "selfplay": _selfplay}.get(args.command, _matches)
    try:
        work = ready(args)
        if not ray.is_initialized():
            ray.init(address=args.address, log_to_driver=False)
        found = work()
    except ValueError as error:
        print(f"kontra_games.ray: {error}", file=sys.stderr)
        return 2
    print(json.dumps(found, default=str)) if args.json else _show(args.command, found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
