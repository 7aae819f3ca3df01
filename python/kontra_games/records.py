"""Files of records, as `kontra match --records` writes them."""

from __future__ import annotations

from os import PathLike
from typing import Any, Iterator

from ._kontra import State, read_record


def read_records(path: str | PathLike[str]) -> Iterator[tuple[dict[str, Any], State]]:
    """Every record of a file, one on each line, with the state that it leads to. Each is played through and checked.

    >>> import kontra_games as kg, tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "games.jsonl"
    >>> games = kg.run_match("kuhn-poker", ["random", "random"], deals=3, records=True).games
    >>> _ = file.write_text("".join(game["record"] + "\\n" for game in games))
    >>> [state.is_terminal() for record, state in kg.read_records(file)]
    [True, True, True]
    """
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            try:
                yield read_record(line)
            except ValueError as error:
                raise ValueError(f"record {number}: {error}") from None


def records_frame(path: str | PathLike[str]):
    """One row for each seat of each record, as a pandas frame: record, game, seat, player, payoff, decisions.

    Games that are not over have no payoff.
    """
    import pandas

    rows = []
    for number, (record, _) in enumerate(read_records(path)):
        for seat, player in enumerate(record["players"]):
            rows.append(
                {
                    "record": number,
                    "game": record["game"],
                    "seat": seat,
                    "player": player,
                    "payoff": record["result"][seat] if record["result"] else None,
                    "decisions": sum(move.startswith(f"{seat} ") for move in record["moves"]),
                }
            )
    columns = ["record", "game", "seat", "player", "payoff", "decisions"]
    return pandas.DataFrame(rows, columns=columns)
