"""OpenSpiel's Python algorithms run on our states; needs open_spiel."""

import numpy as np
import pytest

pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import cfr, exploitability, expected_game_score, mcts  # noqa: E402

from kontra_games import openspiel  # noqa: E402


@pytest.mark.parametrize(("name", "rounds", "value"), [("kuhn-poker", 100, -1 / 18), ("leduc-poker", 10, None)])
def test_cfr(name, rounds, value):
    game = openspiel.game(name)
    solver = cfr.CFRSolver(game)
    for _ in range(rounds):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    found = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    if value is not None:
        assert found[0] == pytest.approx(value, abs=0.01)
    assert found[0] + found[1] == pytest.approx(0)


@pytest.mark.parametrize("name", ["tic-tac-toe", "pig", "ontop"])
def test_mcts(name):
    game = openspiel.game(name)
    numbers = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.0, 20, mcts.RandomRolloutEvaluator(1, numbers), random_state=numbers)
    state = game.new_initial_state()
    for _ in range(6):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        else:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)


def test_mcts_wins_in_one():
    game = openspiel.game("tic-tac-toe")
    numbers = np.random.RandomState(2)
    bot = mcts.MCTSBot(game, 1.0, 200, mcts.RandomRolloutEvaluator(1, numbers), random_state=numbers)
    state = game.new_initial_state()
    for action in (0, 3, 1, 4):
        state.apply_action(action)
    assert bot.step(state) == 2
