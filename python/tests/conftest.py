"""What the tests share."""

import random

import pytest

import kontra_games as kg


def play_at_random(state, seed):
    """Plays a state to its end, and yields it before every decision."""
    numbers = random.Random(seed)
    while not state.is_terminal():
        yield state
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            action = numbers.choices([id for id, _ in outcomes], [share for _, share in outcomes])[0]
        else:
            action = numbers.choice(state.legal_actions())
        state.apply_action(action)


@pytest.fixture(params=kg.game_names())
def game(request):
    return kg.load_game(request.param)
