#!/usr/bin/env python3
"""An example bot: plays one side of a scenario through `longroll bot` (docs/bots.md).

    docs/example-bot.py [path to longroll] [scenario] [side] [seed]

It gets ready, moves each unit that may move one hex nearer to the nearest enemy it can see, and says no to everything else.
"""
import json
import subprocess
import sys

binary = sys.argv[1] if len(sys.argv) > 1 else "longroll"
scenario = sys.argv[2] if len(sys.argv) > 2 else "2"
side = sys.argv[3] if len(sys.argv) > 3 else "confederate"
seed = sys.argv[4] if len(sys.argv) > 4 else "7"
engine = subprocess.Popen([binary, "bot"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def say(line, ends):
    """Says a line and reads answers up to one that begins with a word of `ends`."""
    print(line, file=engine.stdin, flush=True)
    answers = []
    for answer in engine.stdout:
        answers.append(answer.rstrip("\n"))
        if answer.split(" ", 1)[0].strip() in ends:
            return answers
    sys.exit("longroll has gone")


def place(hex_name):
    """Sheet and number of a hex as rough coordinates: enough to tell near from far."""
    return int(hex_name[1:3]), int(hex_name[3:5]) + (0 if hex_name[0] == "N" else 100)


def distance(a, b):
    (ax, ay), (bx, by) = place(a), place(b)
    return max(abs(ax - bx), abs(ay - by))


def choose(options):
    view = json.loads(say("view", ["json"])[-1][5:])["look"]
    enemies = [p["hex"] for p in view["pieces"] if p["side"] != side and p["kind"] == "unit" and "hex" in p]
    here = {p["name"]: p["hex"] for p in view["pieces"] if "hex" in p}
    near = lambda hex_name: min(distance(hex_name, enemy) for enemy in enemies)
    moves = [c for c in view["question"]["choices"] if c["kind"] == "move" and near(c["hex"]) < near(here[c["unit"]])]
    if moves and enemies:
        return min(moves, key=lambda c: near(c["hex"]))["order"]
    return "accept" if "accept" in options else view["question"]["proposal"]


say("longroll", ["longrollok"])
told = say(f"position scenario {scenario} seed {seed} play {side} against plain", ["turn", "over", "error"])
decisions = 0
while told[-1].startswith("turn"):
    options = [line[7:].rsplit(" [", 1)[0] for line in say("options", ["end", "error"]) if line.startswith("option ")]
    told = say("choose " + choose(options), ["turn", "over", "error"])
    decisions += 1
print(f"{decisions} decisions; {told[-1]}")
print("quit", file=engine.stdin, flush=True)
