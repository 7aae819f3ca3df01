"""PettingZoo's own tests."""

import pytest

pettingzoo = pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test  # noqa: E402

import kontra_games as kg  # noqa: E402
from kontra_games.pettingzoo import env  # noqa: E402

GAMES = [("doppelkopf", {}), ("just4fun", {"players": 3}), ("ontop", {}), ("kuhn-poker", {}), ("pig", {})]


@pytest.mark.parametrize(("name", "rules"), GAMES)
def test_api(name, rules):
    api_test(env(name, **rules), num_cycles=300, verbose_progress=False)


@pytest.mark.parametrize("name", ["doppelkopf", "just4fun", "ontop"])
def test_seeds(name):
    seed_test(lambda: env(name, information_state=True), num_cycles=100)


def test_rewards_are_the_returns_of_the_game():
    table = env(kg.load_game("just4fun"))
    table.reset(seed=4)
    got = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        observation, reward, terminated, truncated, _ = table.last()
        got[agent] += reward
        assert not truncated
        table.step(None if terminated else int(observation["action_mask"].nonzero()[0][0]))
    assert list(got.values()) == table.final_returns and sum(map(abs, got.values())) > 0


def test_an_illegal_action_is_refused():
    table = env("tic-tac-toe")
    table.reset(seed=1)
    table.step(4)
    with pytest.raises(ValueError, match="action: expected a legal action"):
        table.step(4)
    with pytest.raises(ValueError, match="rules: expected none beside a Game"):
        env(kg.load_game("kuhn-poker"), players=2)
