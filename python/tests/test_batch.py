"""Batches: the same games as single states, in the same memory every time, on any number of threads."""

import numpy as np
import pytest

import kontra_games as kg


def choose(masks, numbers):
    return (masks * numbers.random(masks.shape)).argmax(axis=1).astype(np.int32)


def test_a_batch_is_many_states(game):
    n, seed = 3, 11
    env = kg.BatchEnv(game, n, seed=seed, information_state=True)
    observations, masks, rewards, done, seat = env.reset()
    assert observations.shape == (n, game.information_state_tensor_size()) and len(env) == n
    deals = list(range(n))
    states = [game.new_initial_state(seed, deal) for deal in deals]
    if any(state.is_chance_node() for state in states):
        pytest.skip("a game that begins with chance")
    numbers = np.random.default_rng(1)
    ended = 0
    for _ in range(60):
        actions = choose(masks, numbers)
        env.step(actions)
        for i in range(n):
            states[i].apply_action(int(actions[i]))
            if states[i].is_chance_node():
                # Chance is drawn inside of the batch: what came out is what fits to the observation.
                fits = []
                for id, _ in states[i].chance_outcomes():
                    child = states[i].child(id)
                    over = child.is_terminal()
                    if over == bool(done[i]) and (over or (child.information_state_tensor() == observations[i]).all()):
                        fits.append(child)
                if not fits:
                    return
                states[i] = fits[0]
            assert done[i] == states[i].is_terminal()
            if done[i]:
                ended += 1
                if not states[i].is_chance_node():
                    assert rewards[i].tolist() == pytest.approx(states[i].returns())
                deals[i] += n
                states[i] = game.new_initial_state(seed, deals[i])
            else:
                assert not rewards[i].any()
            state = states[i]
            assert seat[i] == state.current_player()
            assert (masks[i] == state.legal_actions_mask()).all()
            assert (observations[i] == state.information_state_tensor()).all()


def test_arrays_are_made_once():
    env = kg.BatchEnv("doppelkopf", 16, seed=1)
    first = env.reset()
    places = [array.ctypes.data for array in first]
    again = env.step(choose(first[1], np.random.default_rng(1)))
    assert all(a is b for a, b in zip(first, again))
    assert [array.ctypes.data for array in again] == places
    assert first[0] is env.observations and first[4] is env.seat
    assert np.from_dlpack(env.observations).ctypes.data == places[0]


def test_threads_change_nothing():
    def run(threads):
        env, numbers = kg.BatchEnv("just4fun", 33, seed=5, threads=threads), np.random.default_rng(2)
        for _ in range(40):
            env.step(choose(env.masks, numbers))
        return env.observations.tobytes(), env.masks.tobytes(), env.seat.tobytes()

    assert run(1) == run(2) == run(0)


def test_reset_begins_again():
    env, numbers = kg.BatchEnv("doppelkopf", 4, seed=1), np.random.default_rng(3)
    begin = env.observations.copy()
    for _ in range(200):
        env.step(choose(env.masks, numbers))
    assert not (env.observations == begin).all()
    env.reset()
    assert (env.observations == begin).all() and not env.done.any()


@pytest.mark.parametrize("kind", [np.int64, np.uint8, np.int16])
def test_whole_numbers_of_any_type(kind):
    env = kg.BatchEnv("tic-tac-toe", 3)
    env.step(np.array([0, 4, 8], dtype=kind))
    assert env.masks.argmin(axis=1).tolist() == [0, 4, 8]


def test_what_is_refused():
    env = kg.BatchEnv("tic-tac-toe", 3)
    before = env.observations.copy()
    for actions, sentence in [
        ([0, 1, 9], r"actions\[2\]: expected a legal action \(0 1 2 3 4 5 6 7 8\), found 9"),
        ([0, -5, 1], r"actions\[1\]: expected a legal action"),
        ([0, 2**40, 1], r"actions\[1\]: expected a legal action"),
        ([0, 1], "actions: expected a list of 3, found a list of 2"),
        ([0.0, 1.0, 2.0], "actions: expected whole numbers, found float64"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            env.step(actions)
        assert (env.observations == before).all()
    with pytest.raises(ValueError, match="games: expected at least one, found 0"):
        kg.BatchEnv("tic-tac-toe", 0)
    with pytest.raises(ValueError, match="n: expected a number of games whose arrays fit into memory"):
        kg.BatchEnv("tic-tac-toe", 2**60)
