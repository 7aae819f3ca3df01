"""Positions and tables as HTML, for notebooks."""

from __future__ import annotations

from html import escape
from typing import Any

_SUITS = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}
_RANKS = {"T": "10"}


def html(view) -> str:
    """What one player knows, drawn from the view alone.

    >>> import kontra_games as kg
    >>> html(kg.load_game("just4fun").new_initial_state(1).view(0)).startswith("<div")
    True
    """
    shown = view.to_dict()
    name = view.get_game().name
    head = f"<b>{escape(name)}</b>, as player {view.player} sees it"
    drawing = view.to_svg() or ""
    if name == "doppelkopf":
        drawing = _doppelkopf(shown)
    lines = "" if drawing and name == "doppelkopf" else _fields(shown)
    return f"<div style='font-family:sans-serif'>{head}{drawing}{lines}</div>"


def _card(card: str) -> str:
    suit, rank = card[0], card[1:]
    colour = "#c0392b" if suit in "HD" else "#1b2631"
    text = _SUITS.get(suit, escape(suit)) + escape(_RANKS.get(rank, rank))
    style = f"color:{colour};border:1px solid #888;border-radius:4px;padding:2px 4px;margin:1px;background:#fff"
    return f"<span style='{style};display:inline-block'>{text}</span>"


def _doppelkopf(shown: dict[str, Any]) -> str:
    seats = len(shown["points"])
    trick = list(shown["trick"])
    rows = []
    for seat in range(seats):
        place = (seat - shown["leader"]) % seats
        card = _card(trick[place]) if place < len(trick) else ""
        marks = " (to move)" if shown["turn"] == seat else ""
        team = shown["teams"][seat] or "?"
        rows.append(
            f"<tr><td>player {seat}{marks}</td><td>{escape(team)}</td><td>{shown['points'][seat]} points</td><td>{card}</td></tr>"
        )
    game = escape(str(shown["game"] or "not found yet"))
    hand = "".join(_card(card) for card in shown["hand"].split())
    return f"<div>game: {game}</div><table>{''.join(rows)}</table><div>{hand}</div>"


def _fields(shown: dict[str, Any]) -> str:
    cells = (
        f"<tr><td>{escape(str(name))}</td><td>{escape(str(value))[:300]}</td></tr>"
        for name, value in shown.items()
    )
    return f"<table>{''.join(cells)}</table>"


def table_html(table: dict[str, Any]) -> str:
    """The table of a match."""
    rows = []
    for row in table["agents"]:
        half = "" if row["ci95"] is None else f" ± {row['ci95']:.3f}"
        rows.append(
            f"<tr><td>{escape(row['spec'])}</td><td>{row['games']}</td><td>{row['mean']:+.3f}{half}</td>"
            f"<td>{100 * row['win_rate']:.1f} %</td></tr>"
        )
    head = f"{escape(table['game'])}: {table['deals']} deals, {table['games']} games (seating {table['seating']})"
    columns = "<tr><th>agent</th><th>games</th><th>mean</th><th>won</th></tr>"
    return f"<div>{head}</div><table>{columns}{''.join(rows)}</table>"
