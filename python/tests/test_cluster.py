"""Ranges of deals: a match is cut such that no processor waits long for another."""

import heapq

import pytest

from kontra_games.cluster import Ranges

#: What Ray needs between two tasks of a processor.
GAP = 0.002


def duration(deals, deal, processors):
    """How long a match takes whose deals take `deal` seconds each, with two tasks for each processor as in `kontra_games.ray`."""
    ranges, waiting, playing, played = Ranges([deals]), [], [], []
    free, now = processors, 0.0
    while True:
        while len(waiting) + len(playing) < 2 * processors and (task := ranges.next(processors)) is not None:
            waiting.append(task)
        while free and waiting:
            _, first, last = waiting.pop(0)
            free -= 1
            heapq.heappush(playing, (now + GAP + (last - first) * deal, first, last))
        if not playing:
            assert sorted(played) == list(range(deals)), "every deal once"
            return now
        now, first, last = heapq.heappop(playing)
        free += 1
        played.extend(range(first, last))
        ranges.took(0, last - first, (last - first) * deal)


@pytest.mark.parametrize(
    ("seconds", "deal", "processors"),
    [(0.5, 0.0001, 2), (0.5, 0.005, 2), (5, 0.0001, 8), (5, 0.005, 2), (5, 0.005, 8), (300, 0.09, 8), (300, 2.0, 2)],
)
def test_processors_end_together(seconds, deal, processors):
    deals = round(seconds / deal)
    assert duration(deals, deal, processors) < deals * deal / processors / 0.88
