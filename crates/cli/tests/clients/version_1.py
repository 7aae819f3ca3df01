#!/usr/bin/env python3
"""The reference client as it was when the protocol had version 1 only: it must play on as it did."""

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
        """Somebody decided something: who is the number of a seat as text, or "*" for chance."""

    def decide(self, view, moves):
        """Returns the number of a move: view is what the seat knows, moves are the legal moves in notation."""
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
            answer["kontra"] = 1
        elif message["type"] == "game":
            player.begin(message["seat"], message["rules"], message["seed"])
        elif message["type"] == "decide":
            answer["index"] = player.decide(message["view"], message["moves"])
        elif message["type"] == "over":
            player.end(message["payoffs"])
        if "id" in message:
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
