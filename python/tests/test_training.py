"""Training in parts: the games anywhere, the learner here."""

import pathlib

import pytest

import kontra_games as kg

RUNS = pathlib.Path(__file__).parents[2] / "crates/learn/runs"
TINY = (RUNS / "just4fun-tiny.toml").read_text()


def train(folder, parts, **options):
    """Trains with games in this many parts, played in another order."""
    asked = []

    def play(iteration, network, groups):
        asked.append((iteration, groups))
        edges = [groups * part // parts for part in range(parts + 1)]
        ranges = list(zip(edges, edges[1:]))
        played = {edge: kg.play_lessons(TINY, iteration, network, groups, *edge) for edge in reversed(ranges)}
        return [played[edge] for edge in ranges]

    done = kg.train_by_searches(TINY, folder, play, device="cpu", **options)
    return done, asked, (folder / "network.safetensors").read_bytes()


def test_parts_of_games_give_the_weights_of_all_of_them(tmp_path):
    whole, asked, weights = train(tmp_path / "whole", 1)
    assert (whole["iterations"], whole["games"], whole["complete"]) == (2, 8, True)
    assert asked == [(1, 2), (2, 2)]
    apart, _, others = train(tmp_path / "parts", 2, threads=2)
    assert apart | {"network": None} == whole | {"network": None} and weights == others


def test_which_run_is_which():
    assert kg.run_learns_from_searches(TINY)
    assert not kg.run_learns_from_searches((RUNS / "doppelkopf-tiny.toml").read_text())
    assert not kg.run_learns_from_searches("no run at all")


def test_a_game_that_learns_on_one_machine_only_is_refused(tmp_path):
    ontop = (RUNS / "ontop-tiny.toml").read_text()
    sentence = "run file, game: expected doppelkopf or just4fun, found 'ontop'"
    with pytest.raises(ValueError, match=sentence):
        kg.run_learns_from_searches(ontop)
    with pytest.raises(ValueError, match=sentence):
        kg.SelfPlayer(ontop, 0)
    with pytest.raises(ValueError, match=sentence):
        kg.train_elsewhere(ontop, tmp_path / "a", None)


def test_what_is_wrong_is_an_exception_with_one_sentence(tmp_path):
    with pytest.raises(ValueError, match="run file, game: expected doppelkopf: a run that learns from searches"):
        kg.train_elsewhere(TINY, tmp_path / "a", None)
    with pytest.raises(ValueError, match="device: expected cpu, cuda or auto, found 'abacus'"):
        kg.train_by_searches(TINY, tmp_path / "b", None, device="abacus")
    with pytest.raises(ValueError, match="groups: expected some of 0..2, found 1..3"):
        kg.play_lessons(TINY, 1, b"", 2, 1, 3)
    with pytest.raises(ZeroDivisionError):
        kg.train_by_searches(TINY, tmp_path / "c", lambda *_: 1 // 0, device="cpu")
    with pytest.raises(RuntimeError, match="lessons: expected those of this run, found other bytes"):
        kg.train_by_searches(TINY, tmp_path / "d", lambda *_: [b"nothing"], device="cpu")
