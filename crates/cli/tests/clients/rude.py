"""A client that breaks the protocol in the way named by its first argument, in every game at the third decision."""

import json
import os
import subprocess
import sys
import time


# A process that the test finds by the last argument.
SLEEP = [sys.executable, "-c", "import time; time.sleep(1000)", "rude.py", sys.argv[2]]


def say(**answer):
    print(json.dumps(answer), flush=True)


def misbehave(how, message):
    """Does what it is here for; returns the answer that follows, if any."""
    number, moves = message["id"], message["moves"]
    if how == "crash":
        raise RuntimeError("out of ideas")
    if how == "leave":
        sys.exit(0)
    if how == "close":
        os.close(1)
        time.sleep(1000)
    if how == "hang":
        time.sleep(1000)
    if how == "family":
        # Something that holds our output open and outlives us, unless it is ended with us.
        subprocess.Popen(SLEEP)
        time.sleep(1000)
    if how == "escape":
        # Children in sessions of their own. One has lost its parent, the other has nothing of our environment.
        for orphan in (True, False):
            if os.fork() == 0:
                os.setsid()
                if orphan and os.fork() != 0:
                    os._exit(0)
                for stream in range(3):
                    os.close(stream)
                os.execve(sys.executable, SLEEP, os.environ if orphan else {})
        time.sleep(1000)
    if how == "flood":
        while True:
            sys.stdout.write("x" * 65536)
    if how == "lines":
        while True:
            say(id=number + 1000, index=0)
    if how == "nonsense":
        print("I play the queen", flush=True)
    if how == "list":
        print("[1, 2]", flush=True)
    if how == "binary":
        sys.stdout.buffer.write(b"\xff\xfe\x00\n")
        sys.stdout.flush()
    if how == "illegal":
        say(id=number, index=len(moves))
    if how == "negative":
        say(id=number, index=-1)
    if how == "text":
        say(id=number, index="0")
    if how == "silent":
        say(id=number)
    if how == "nameless":
        say(index=0)
    if how == "twice":
        say(id=number, index=0)
        say(id=number, index=0)


def main():
    how = sys.argv[1]
    if how == "stillborn":
        sys.exit("no such model")
    decisions = 0
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "hello":
            say(id=message["id"], kontra=3 if how == "future" else 1)
        elif kind == "game":
            decisions = 0
        elif kind == "over":
            say(id=message["id"])
        elif kind == "decide":
            decisions += 1
            if how == "loud":
                print("thinking " * 10000, file=sys.stderr)
            if decisions == 3 and how not in ("loud", "slow"):
                misbehave(how, message)
            else:
                time.sleep(0.05 if how == "slow" else 0)
                say(id=message["id"], index=0, remark="mine")


main()
