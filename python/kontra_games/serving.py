"""A player in Python as a program of its own: at a table of `kontra serve`, or in `kontra match`."""

from __future__ import annotations

import json
import os
import sys
from typing import Any, Callable, Iterable, TextIO

from ._kontra import View, game_names, view_of_world


def serve_agent(
    make: Callable[[int], Any],
    *,
    lines: Iterable[str] | None = None,
    output: TextIO | None = None,
) -> None:
    """Lets a class play for a `kontra` that has started this program. It returns when there is nothing left to play.

    `make` is a class such as `Player`, or any function that makes a player from a seed: an object with `choose(view)`. A program is
    two lines::

        import kontra_games as kg
        kg.serve_agent(MyClass)

    and plays at tables of `kontra serve --external 'mine=python3 my_agent.py'`, and in matches as
    `kontra match doppelkopf -a 'external(cmd="python3 my_agent.py")' -a beginner`. In a match a player is made for every seat of every
    game. At a table one is made for every decision: what it must remember is in `view.history()`, and what takes long to load, such as
    a network, belongs outside of it.

    What the program prints goes to standard error: standard output belongs to `kontra`. An exception ends the program; `kontra` shows
    its last line. `lines` and `output` replace standard input and output in tests.
    """
    if lines is None:
        lines = sys.stdin
    if output is None:
        # A copy of standard output for the answers; everything else that is printed here goes to standard error.
        output = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    seat, player = 0, None
    for line in lines:
        message = json.loads(line)
        answer = {"id": message.get("id")}
        kind = message["type"]
        if kind == "hello":
            answer |= _hello(message)
        elif kind == "game":
            seat, player = message["seat"], make(message["seed"])
        elif kind == "decide":
            if "world" not in message:
                raise ValueError("world: expected one with every question, found none")
            view = view_of_world(message["world"], seat, message["history"])
            answer["index"] = _choose(player, view)
        elif kind == "over" and hasattr(player, "end"):
            player.end(message["payoffs"])
        if "id" in message:
            print(json.dumps(answer), file=output, flush=True)


def _hello(message: dict[str, Any]) -> dict[str, Any]:
    if message["game"] not in game_names():
        names = ", ".join(game_names())
        raise ValueError(f"game: expected a game with action ids and tensors ({names}), found '{message['game']}'")
    return {"kontra": 2, "world": True}


def _choose(player: Any, view: View) -> int:
    """The place of the player's choice among the legal actions."""
    legal = view.legal_actions()
    action = player.choose(view)
    if action not in legal:
        known = " ".join(map(str, legal))
        raise ValueError(f"agent: expected a legal action ({known}) from choose, found {action!r}")
    return legal.index(action)
