#!/usr/bin/env python3
# SPDX-License-Identifier: AGPL-3.0-or-later
"""One caller against others: how long a stranger waits at worst while another caller repeats one expensive request.

others.py PROGRAM FOLDER [SECONDS]

A guest at 127.0.0.2 creates a game of EVENTS events, then requests each expensive route on CALLERS connections at once,
for SECONDS; meanwhile a stranger at 127.0.0.3 requests /healthz and a view, and starts games ("Play now"). Then the
guest requests UNREAD records and reads none of them. Prints a line for each route; exits with 1 if a bound is exceeded.
"""
import http.client
import json
import multiprocessing
import os
import subprocess
import sys
import threading
import time

EVENTS = 20000
BATCH = 64
CALLERS = 100
UNREAD = 200
HEALTH_S, OTHERS_S, RSS_MB = 0.5, 1.0, 256  # the bounds
ADDRESSES = 6000  # of one mail


class Caller:
    """A connection from an address of this machine."""

    def __init__(self, base, host):
        self.base, self.host, self.token = base, host, ""
        self.connection = None

    def send(self, method, path, body=None, kind="application/json"):
        if self.connection is None:
            self.connection = http.client.HTTPConnection(self.base, timeout=60, source_address=(self.host, 0))
        headers = {"Authorization": "Bearer " + self.token} if self.token else {}
        if body is not None:
            headers["Content-Type"] = kind
            body = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.connection.request(method, path, body, headers)

    def ask(self, method, path, body=None, kind="application/json", read=True):
        """The status and, with READ, the document. Connects again if the connection was closed."""
        for again in (True, False):
            try:
                self.send(method, path, body, kind)
                response = self.connection.getresponse()
                data = response.read()
                if response.getheader("Connection") == "close":
                    self.connection = None
                is_json = "json" in (response.getheader("Content-Type") or "")
                return response.status, json.loads(data) if read and is_json and data else None
            except (http.client.HTTPException, OSError):
                self.connection = None
                if not again:
                    return 0, None
        return 0, None

    def need(self, method, path, body=None):
        status, document = self.ask(method, path, body)
        if status >= 300 or status == 0:
            raise RuntimeError(f"{method} {path}: {status} {document}")
        return document


def long_game(guest):
    game = guest.need("POST", "/v1/games", {"mode": "table", "rules": {"game": "base", "players": 3},
                                            "board": {"layout": "beginner"}})["id"]
    moves, at = f"/v1/games/{game}/moves", f"/v1/games/{game}"
    for _ in range(12):
        action = guest.need("GET", at + "/actions")["actions"][0]
        guest.need("POST", moves, {"action": action})
    view = guest.need("POST", moves, {"action": {"type": "roll"}, "outcome": {"yellow": 1, "red": 1}})["view"]
    hand = guest.need("GET", at + "/view?as=all")["players"][view["turn"]["player"]]["cards"]
    give = next(kind for kind, n in hand.items() if n > 0)
    want = "wool" if give == "ore" else "ore"
    offer, seq = 1, view["seq"]
    while seq + BATCH < EVENTS:
        batch = []
        for _ in range(BATCH // 2):
            batch.append({"action": {"type": "offer_trade", "give": {give: 1}, "want": {want: 1}}})
            batch.append({"action": {"type": "cancel_trade", "offer": offer}})
            offer += 1
        status, made = guest.ask("POST", moves, {"moves": batch})
        if status != 201:
            break  # because of a quota
        seq = made["seq"]
    return game, seq


def rss_mb(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) // 1024


class Stranger(threading.Thread):
    """Repeats requests that every player makes, until `end` is set."""

    def __init__(self, base, game):
        super().__init__()
        self.base, self.game = base, game
        self.worst = {"health": 0.0, "view": 0.0, "play now": 0.0}
        self.end, self.fault = threading.Event(), ""

    def timed(self, what, action):
        began = time.monotonic()
        status = action()
        self.worst[what] = max(self.worst[what], time.monotonic() - began)
        if status not in (200, 201):
            self.fault = f"{what}: {status}"

    def play_now(self):
        caller, n = Caller(self.base, "127.0.0.3"), time.monotonic_ns()
        status, account = caller.ask("POST", "/v1/accounts", {"name": f"s{n}", "guest": True})
        if status != 201:
            return status
        caller.token = account["token"]
        seats = [{"account": "me"}, {"bot": "easy"}, {"bot": "easy"}]
        status, _ = caller.ask("POST", "/v1/games", {"rules": {"game": "base"}, "seats": seats, "visibility": "private"})
        return status

    def run(self):
        caller = Caller(self.base, "127.0.0.3")
        while not self.end.is_set():
            self.timed("health", lambda: caller.ask("GET", "/healthz")[0])
            self.timed("view", lambda: caller.ask("GET", f"/v1/games/{self.game}/view")[0])
            self.timed("play now", self.play_now)


def crowd(base, token, method, path, body, kind, ended, answers):
    """Sends one request on CALLERS connections, in a process of its own, so that only the requests take time of others."""
    counts = [{} for _ in range(CALLERS)]

    def ask_on(count):
        caller = Caller(base, "127.0.0.2")
        caller.token = token
        while not ended.is_set():
            status = caller.ask(method, path, body, kind, read=False)[0]
            count[status] = count.get(status, 0) + 1

    threads = [threading.Thread(target=ask_on, args=(count,)) for count in counts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    total = {}
    for count in counts:
        for status, n in count.items():
            total[status] = total.get(status, 0) + n
    answers.put(total)


def beside(base, pid, game, token, seconds, name, method, path, body, kind):
    """Whether the stranger was answered within the bounds while the crowd sent requests."""
    ended, answers = multiprocessing.Event(), multiprocessing.Queue()
    others = multiprocessing.Process(target=crowd, args=(base, token, method, path, body, kind, ended, answers))
    others.start()
    stranger = Stranger(base, game)
    stranger.start()
    most, until = 0, time.monotonic() + seconds
    while time.monotonic() < until:
        most = max(most, rss_mb(pid))
        time.sleep(0.2)
    stranger.end.set()
    stranger.join()
    ended.set()
    answered = answers.get(timeout=120)
    others.join()
    worst = stranger.worst
    good = worst["health"] < HEALTH_S and max(worst.values()) < OTHERS_S and most < RSS_MB and not stranger.fault
    waits = ", ".join(f"{what} {s:.2f}" for what, s in worst.items())
    print(f"- {name}: longest waits of a stranger (s): {waits}; {most} MB; "
          f"answers {json.dumps(dict(sorted(answered.items())))}{'' if good else ' **too much** ' + stranger.fault}", flush=True)
    return good


def unread(base, pid, game, token, record):
    before, held = rss_mb(pid), []
    for _ in range(UNREAD):
        caller = Caller(base, "127.0.0.2")
        caller.token = token
        caller.send("GET", record)
        held.append(caller)
    stranger = Stranger(base, game)
    stranger.start()
    most, until = 0, time.monotonic() + 15
    while time.monotonic() < until:
        most = max(most, rss_mb(pid))
        time.sleep(0.2)
    stranger.end.set()
    stranger.join()
    worst = stranger.worst
    good = worst["health"] < HEALTH_S and most < RSS_MB and not stranger.fault
    print(f"- {UNREAD} unread records: {before} to {most} MB; longest waits (s): health {worst['health']:.2f}, view "
          f"{worst['view']:.2f}, play now {worst['play now']:.2f}{'' if good else ' **too much** ' + stranger.fault}")
    return good


def main():
    program, folder = sys.argv[1], sys.argv[2]
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 10
    environment = dict(os.environ, HEXPOST_ACCESS_LOG="no", HEXPOST_QUOTAS="no", HEXPOST_MAX_PER_ADDRESS="0", HEXPOST_MAIL_REPLIES="example.org",
                       HEXPOST_MAIL_FROM="games@example.org", HEXPOST_MAIL_DIR=os.path.join(folder, "mails"))
    os.makedirs(environment["HEXPOST_MAIL_DIR"], exist_ok=True)
    server = subprocess.Popen([program, "serve", "--listen", "127.0.0.1:0", "--db", os.path.join(folder, "others.db")],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment)
    try:
        base = server.stdout.readline().split("//")[1].strip()
        guest = Caller(base, "127.0.0.2")
        guest.token = guest.need("POST", "/v1/accounts", {"name": "hungry"})["token"]
        game, seq = long_game(guest)
        print(f"- a log of {seq} events, {rss_mb(server.pid)} MB", flush=True)
        record = guest.need("GET", f"/v1/games/{game}/record")
        mail = ("From: a@example.org\r\nTo: " + ", ".join(f"x{i}@example.org" for i in range(ADDRESSES)) +
                "\r\nSubject: a\r\n\r\nroll\r\n").encode()
        at = f"/v1/games/{game}"
        routes = [
            ("the record", "GET", at + "/record", None), ("the whole recap", "GET", at + "/recap?since=0", None),
            ("its statistics", "GET", at + "/stats", None), ("a view of then", "GET", at + f"/view?at={seq - 1}", None),
            ("its board of then", "GET", at + f"/board?at={seq - 1}", None), ("moves to be made", "GET", at + "/actions", None),
            ("its last events", "GET", at + f"/events?after={seq - 100}", None), ("the analysis", "GET", at + "/analysis", None),
            ("the picture", "GET", at + "/board.png", None), ("the reference", "GET", "/docs", None),
            ("lists of games", "GET", "/v1/games", None), ("records taken in", "POST", "/v1/games",
                                                           json.dumps({"mode": "table", "record": record}).encode()),
        ]
        good = True
        for name, method, path, body in routes:
            good &= beside(base, server.pid, game, guest.token, seconds, name, method, path, body, "application/json")
        good &= beside(base, server.pid, game, "", seconds, "mails to thousands", "POST", "/v1/mail-in", mail, "message/rfc822")
        good &= unread(base, server.pid, game, guest.token, at + "/record")
    finally:
        server.terminate()
        server.wait(timeout=60)
    sys.exit(0 if good else 1)


main()
