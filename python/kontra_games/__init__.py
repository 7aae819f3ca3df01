"""Kontra's games for Python: states, tensors, batches, agents and matches.

>>> import kontra_games as kg
>>> state = kg.load_game("tic-tac-toe").new_initial_state()
>>> while not state.is_terminal():
...     state.apply_action(state.legal_actions()[0])
>>> state.returns()
[1.0, -1.0]
"""

from ._kontra import (
    Agent,
    BatchEnv,
    ExperimentRun,
    Game,
    Network,
    SelfPlayer,
    State,
    View,
    __version__,
    agent_names,
    deserialize_state,
    game_names,
    load_game,
    play_deals,
    play_lessons,
    read_record,
    run_learns_from_searches,
    table_of,
    train_by_searches,
    train_elsewhere,
    view_of_world,
)
from .matches import MatchResult, Player, run_match
from .records import read_records, records_frame
from .serving import serve_agent

__all__ = [
    "Agent",
    "BatchEnv",
    "ExperimentRun",
    "Game",
    "MatchResult",
    "Network",
    "Player",
    "SelfPlayer",
    "State",
    "View",
    "__version__",
    "agent_names",
    "deserialize_state",
    "game_names",
    "load_game",
    "play_deals",
    "play_lessons",
    "read_record",
    "read_records",
    "records_frame",
    "run_learns_from_searches",
    "run_match",
    "serve_agent",
    "table_of",
    "train_by_searches",
    "train_elsewhere",
    "view_of_world",
]


def _load_game(name, rules):
    """What pickle calls."""
    return load_game(name, **rules)
