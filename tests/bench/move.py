#!/usr/bin/env python3
# SPDX-License-Identifier: AGPL-3.0-or-later
"""What a move costs, counted: the instructions of the server for each move, by what they are for.

move.py PROGRAM FOLDER [MOVES]

Three people without mail or webhook play a game over HTTP, without a clock, then with one, then a rated one with the same clock; the
server runs under callgrind, which counts nearly the same each time. What a rated game's moves cost more than those of an unrated one
is the last line. Instructions are those of the functions themselves, summed over what clears and copies memory, SQLite,
the other libraries, and the program. The statements of a move are counted by tests/service/test_move_cost.c.
"""
import json
import os
import re
import subprocess
import sys
import urllib.request

SETUP_MOVES = 12
WARM_MOVES = 40  # each connection prepares its statements
WAIT_SECONDS = 120
GROUPS = [  # the first whose words are in a function's name or its object
    ("clearing memory", ("memset", "bzero")),
    ("copying memory", ("memcpy", "memmove")),
    ("memory for use", ("malloc", "free", "calloc", "realloc", "_int_")),
    ("SQLite", ("libsqlite3",)),
    ("HTTP library", ("libmicrohttpd",)),
    ("JSON library", ("libjansson",)),
    ("cryptography", ("libsodium", "libcrypto")),
    ("C library and loader", ("libc.so", "ld-linux", "libm.so", "libpthread")),
    ("the program", ("hexpost",)),
]


class Server:
    def __init__(self, program, folder):
        self.counts = os.path.join(folder, "callgrind.out")
        self.process = subprocess.Popen(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={self.counts}", program, "serve", "--listen",
             "127.0.0.1:0", "--db", os.path.join(folder, "move.db"), "--access-log", "no"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.base = self.process.stdout.readline().split()[-1]

    def ask(self, method, path, token="", body=None):
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = "Bearer " + token
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=WAIT_SECONDS) as response:
            return json.load(response)

    def control(self, flag):
        subprocess.run(["callgrind_control", flag, str(self.process.pid)], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)

    def end(self):
        self.process.terminate()
        self.process.wait(timeout=WAIT_SECONDS)


def discard(server, game, seats, seat, listed):
    hand = server.ask("GET", f"/v1/games/{game}/view", seats[seat])["players"][seat]["cards"]
    cards, left = {}, listed["count"]
    for kind, n in hand.items():
        cards[kind] = min(n, left)
        left -= cards[kind]
    return {"type": listed["type"], "cards": {kind: n for kind, n in cards.items() if n}}


def first_move(server, game, seats):
    view = server.ask("GET", f"/v1/games/{game}/view")
    seat = view["waiting_for"][0]["player"]
    listed = server.ask("GET", f"/v1/games/{game}/actions", seats[seat])["actions"]
    action = next((one for one in listed if "open" not in one), None) or discard(server, game, seats, seat, listed[0])
    server.ask("POST", f"/v1/games/{game}/moves", seats[seat], {"action": action})


def play(server, game, seats, moves, counted):
    """Rolls and ends turns; what else is asked, and what a seven asks for, is not counted."""
    made = 0
    while made < moves:
        view = server.ask("GET", f"/v1/games/{game}/view")
        waiting = view["waiting_for"][0]
        if waiting["decision"] != "turn":
            first_move(server, game, seats)
            continue
        move = {"action": {"type": "end_turn" if view["turn"]["rolled"] else "roll"}}
        if counted:
            server.control("-i=on")
        server.ask("POST", f"/v1/games/{game}/moves", seats[waiting["player"]], move)
        if counted:
            server.control("-i=off")
        made += 1


def summed(path):
    """Own instructions of each function in callgrind's file, by (object, function)."""
    names, totals = {}, {}
    where, called = None, False
    obj = ""
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            m = re.match(r"(fl|fi|fe|fn|ob|cob|cfn|cfi|cfl)=\((\d+)\)(?: (.*))?", line)
            if m:
                kind, number, name = m.groups()
                table = "ob" if kind in ("ob", "cob") else "fn" if kind in ("fn", "cfn") else "fl"
                if name:
                    names[table, number] = name.rstrip("\n")
                if kind == "ob":
                    obj = names["ob", number]
                elif kind == "fn":
                    where = (obj, names["fn", number])
            elif line.startswith("calls="):
                called = True
            elif re.match(r"[+\-*\d]", line) and where:
                parts = line.split()
                if called:
                    called = False
                elif len(parts) > 1:
                    totals[where] = totals.get(where, 0) + int(parts[1])
    return totals


def measure(program, folder, moves, settings):
    """The instructions of MOVES moves, by (object, function)."""
    os.makedirs(folder)
    server = Server(program, folder)
    try:
        seats = [server.ask("POST", "/v1/accounts", body={"name": name})["token"] for name in ("ada", "grace", "linus")]
        wanted = {"rules": {"game": "base", "players": 3}, "board": {"layout": "beginner"}, **settings}
        game = server.ask("POST", "/v1/games", seats[0], wanted)["id"]
        for token in seats[1:]:
            server.ask("POST", f"/v1/games/{game}/join", token, {})
        for _ in range(SETUP_MOVES):
            first_move(server, game, seats)
        play(server, game, seats, WARM_MOVES, False)
        server.control("-i=off")
        server.control("-z")
        play(server, game, seats, moves, True)
        server.control("-d")
    finally:
        server.end()
    return summed(server.counts + ".1")


def show(program, totals, moves):
    whole = sum(totals.values()) / moves
    print(f"{moves} moves, {whole:,.0f} instructions each")
    groups = {}
    for (obj, fn), n in totals.items():
        text = f"{fn} {os.path.basename(obj)}"
        group = next((name for name, words in GROUPS if any(word in text for word in words)), "other libraries")
        groups[group] = groups.get(group, 0) + n / moves
    for name, n in sorted(groups.items(), key=lambda one: -one[1]):
        print(f"{n:12,.0f} {100 * n / whole:5.1f} %  {name}")
    print("the program's own functions:")
    own = sorted(((n / moves, fn) for (obj, fn), n in totals.items() if os.path.basename(obj) == os.path.basename(program)), reverse=True)
    for n, fn in own[:15]:
        print(f"{n:12,.0f} {100 * n / whole:5.1f} %  {fn}")


def main():
    program, folder = sys.argv[1], sys.argv[2]
    moves = int(sys.argv[3]) if len(sys.argv) > 3 else 100
    clock = {"clock": {"turn": 86400}, "hints": False}
    show(program, measure(program, os.path.join(folder, "plain"), moves, {}), moves)
    unrated, rated = (sum(measure(program, os.path.join(folder, name), moves, settings).values()) / moves
                      for name, settings in (("unrated", clock), ("rated", {**clock, "rated": True})))
    print(f"with a clock {unrated:,.0f} instructions a move, rated {rated:,.0f}: {unrated / rated:.4f} of the speed")


main()
