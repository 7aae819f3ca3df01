#!/usr/bin/env python3
"""A player for Kontra: plays any of its games at random, and shows how to speak with it.

    kontra match doppelkopf -a 'external(cmd="python3 clients/python/player.py")' -a random --deals 100

Kontra writes one JSON object on each line of standard input. A message with an "id" wants an answer: one JSON object on
one line of standard output, with the same "id". The book's chapter on external agents has every field. Standard
error is free for your own words; Kontra shows the last line of it when the program ends too early.
"""

import json
import random
import sys


class Player:
    """Change this class: it is asked for every decision."""

    def begin(self, seat, rules, seed):
        """A game begins. All randomness should come from the seed: then a match can be repeated."""
        self.seat = seat
        self.random = random.Random(seed)

    def see(self, who, what):
        """Somebody decided something: who is the number of a seat as text, or "*" for chance; what is "?" if hidden."""

    def decide(self, view, moves, history):
        """Returns the number of a move: view is what the seat knows, moves are the legal moves in notation, history is
        everything that was decided so far as the seat saw it."""
        return self.random.randrange(len(moves))

    def end(self, payoffs):
        """The game is over."""


def main():
    player = Player()
    for line in sys.stdin:
        message = json.loads(line)
        answer = {"id": message.get("id")}
        for event in message.get("seen", []):
            player.see(*event.split(" ", 1))
        if message["type"] == "hello":
            answer["kontra"] = 2
        elif message["type"] == "game":
            player.begin(message["seat"], message["rules"], message["seed"])
        elif message["type"] == "decide":
            answer["index"] = player.decide(message["view"], message["moves"], message["history"])
        elif message["type"] == "over":
            player.end(message["payoffs"])
        if "id" in message:
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
