"""Kontra beside OpenSpiel, RLCard and pgx on one core, in one run: random playouts, searches, environment steps.

    python beside.py [--seconds 1.0] [--report FILE]

Everything is counted in decisions of players, because games of like size differ in length: a playout or an iteration of a search
counts as many decisions as a random game has from there on, in the mean. Time is processor time of all threads, so a rate is that of
one core. Ours and theirs are measured in turn, and the best of several rounds counts: the one that was disturbed least.
"""

from __future__ import annotations

import argparse
import importlib
import pathlib

import kontra_side
import measuring
import openspiel_side

#: What is measured beside each library: the kind of work, our game and theirs, and whether ours is a card game of hidden hands.
SAME = [("tic-tac-toe", "tic_tac_toe"), ("pig", "pig"), ("kuhn-poker", "kuhn_poker"), ("leduc-poker", "leduc_poker")]
BOARD = [("ontop", "backgammon")]
CARDS = [("doppelkopf", "hearts"), ("doppelkopf", "euchre"), ("doppelkopf", "skat"), ("just4fun", "gin_rummy")]
ROWS = [
    ("OpenSpiel", "random playouts", SAME + BOARD + CARDS),
    ("OpenSpiel", "MCTS", SAME[:2] + BOARD),
    ("OpenSpiel", "ISMCTS", SAME[2:] + [CARDS[0], CARDS[1], CARDS[3]]),
    ("OpenSpiel", "environment steps", SAME + BOARD + CARDS),
    ("RLCard", "environment steps", [("leduc-poker", "leduc-holdem"), ("doppelkopf", "doudizhu"), ("doppelkopf", "bridge"), ("just4fun", "gin-rummy")]),
    ("pgx", "environment steps", [("tic-tac-toe", "tic_tac_toe"), ("kuhn-poker", "kuhn_poker"), ("leduc-poker", "leduc_holdem"), ("ontop", "backgammon"), ("doppelkopf", "sparrow_mahjong")]),
]
SIDES = {"RLCard": ("rlcard", "rlcard_side"), "pgx": ("pgx", "pgx_side")}


def side(library):
    """The module that works with a library; None where the library is not installed."""
    if library == "OpenSpiel":
        return openspiel_side
    package, module = SIDES[library]
    try:
        importlib.import_module(package)
    except ImportError as error:
        print(f"{library} is left out: {error}", flush=True)
        return None
    return importlib.import_module(module)


def measure(seconds):
    """Every row: the library, the work, our game, theirs, our rate, their rate, in decisions a second and core."""
    for library, what, pairs in ROWS:
        module = side(library)
        for own, other in pairs if module else ():
            (a, one), (b, another) = kontra_side.WORK[what](own), module.WORK[what](other)
            ours, theirs = measuring.rates(a, b, seconds)
            row = (library, what, own, other, ours * one, theirs * another)
            print(f"{library} {what} {own} {other}: {row[4]:,.0f} {row[5]:,.0f} {row[4] / row[5]:.1f}", flush=True)
            yield row


def table(rows, library):
    """The rows of one library as a table in Markdown."""
    lines = [f"| work | Kontra | {library} | Kontra, decisions/s | {library}, decisions/s | ratio |", "|---|---|---|---:|---:|---:|"]
    for _, what, a, b, own, other in (row for row in rows if row[0] == library):
        game = f"`{a}`" if same(a, b) else f"`{a}` (another game)"
        lines.append(f"| {what} | {game} | `{b}` | {own:,.0f} | {other:,.0f} | {own / other:.1f} |")
    return "\n".join(lines) + "\n"


def same(ours, theirs):
    """Whether both are the same game."""
    words = [set(name.replace("_", "-").split("-")) - {"poker", "holdem"} for name in (ours, theirs)]
    return words[0] == words[1]


def write(rows, path):
    """Puts the tables between the marks of a chapter."""
    text = path.read_text()
    for library in dict.fromkeys(row[0] for row in rows):
        begin, end = f"<!-- measured: {library} -->\n", "<!-- end -->"
        before, rest = text.split(begin, 1)
        text = before + begin + "\n" + table(rows, library) + "\n" + end + rest.split(end, 1)[1]
    path.write_text(text)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each number is measured")
    parser.add_argument("--report", type=pathlib.Path, help="a chapter of the book, whose tables are replaced")
    args = parser.parse_args(arguments)
    rows = list(measure(args.seconds))
    for library in dict.fromkeys(row[0] for row in rows):
        print(f"\n{table(rows, library)}", end="")
    if args.report:
        write(rows, args.report)


if __name__ == "__main__":
    main()
