# SPDX-License-Identifier: AGPL-3.0-or-later
"""What a historian's questions cost: calls, bytes and time, as one had to ask and as one can.

    historians.py HEXPOST FOLDER [GAMES [PLAYED]]

Fills a database with GAMES games (2,400) of bots at three levels, of which PLAYED (60) have ada and grace at the table;
then asks each question twice of the same server: with one request for each game, as it was before there was a library, and
with it. Both answers have to be the same. Prints the table of openapi/examples/README.md.
"""
import csv
import gzip
import io
import json
import os
import sys
import time
from collections import Counter

from crowded import Server

BOTS = ("easy", "greedy", "random")
CUP = 40  # every so many games one is of the cup
SETTLED = 31  # seconds until a game that is over is in the library
PAGE = 100
DOTS = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}


# ---- games ----


def made(server, token, number, seats):
    cup = number % CUP == 0
    return server.need("POST", "/v1/games", token, {
        "name": f"Cup, game {number}" if cup else f"Game {number}", "tags": ["cup"] if cup else [],
        "rules": {"game": "base", "players": 3}, "board": {"layout": "random"}, "seats": seats})["id"]


def next_action(server, at, token, seat):
    """The listed move of somebody who leaves winning to the bots; cards to give back are the first that come to hand."""
    listed = [action for action in server.need("GET", f"{at}/actions", token)["actions"]
              if not action.get("open") and action["type"] not in ("offer_trade", "undo")]
    for kind in ("roll", "end_turn"):
        if any(action["type"] == kind for action in listed):
            return {"type": kind}
    if listed:
        return listed[0]
    view = server.need("GET", f"{at}/view", token)
    left = next(one["count"] for one in view["waiting_for"] if one["player"] == seat)
    cards = {}
    for kind, held in view["players"][seat]["cards"].items():
        cards |= {kind: min(held, left)} if min(held, left) > 0 else {}
        left -= cards.get(kind, 0)
    return {"type": "discard", "cards": cards}


def play_pair(server, names, tokens, number):
    """A game of two people and a bot."""
    game = made(server, tokens[0], number, [{"account": "me"}, {"account": names[1]}, {"bot": "greedy"}])
    at = f"/v1/games/{game}"
    server.need("POST", f"{at}/join", tokens[1], {})
    while True:
        state = server.need("GET", at, tokens[0])
        if state["status"] != "active":
            return
        waits = [one["player"] for one in state["waiting_for"] if one["player"] < 2]
        if waits:
            token = tokens[waits[0]]
            server.need("POST", f"{at}/moves", token, {"action": next_action(server, at, token, waits[0])})
        else:
            server.ask("GET", f"{at}/events?after={state['seq']}&wait=5", tokens[0])


def fill(program, database, games, played):
    server = Server(program, database)
    names = ("ada", "grace", "librarian")
    tokens = [server.need("POST", "/v1/accounts", None, {"name": name})["token"] for name in names]
    for number in range(played, games):
        made(server, tokens[2], number, [{"bot": BOTS[(number + i) % len(BOTS)]} for i in range(3)])
    for number in range(played):
        play_pair(server, names, tokens, number)
    while server.need("GET", "/v1/games?status=active&limit=1")["items"]:
        time.sleep(1)
    server.end()
    return tokens


# ---- asking ----


class Asker:
    """Counts what it asks; with PACKED it takes gzip, as every program does that is told to."""

    def __init__(self, server, token, packed):
        self.server, self.token, self.packed = server, token, packed
        self.calls = self.bytes = 0

    def get(self, path, kind="application/json"):
        """The answer's text, and the address of the next page if a header has one."""
        headers = {"Accept": kind, "Authorization": f"Bearer {self.token}"}
        if self.packed:
            headers["Accept-Encoding"] = "gzip"
        self.server.connection.request("GET", path, None, headers)
        answer = self.server.connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{path}: {answer.status} {body}")
        self.calls += 1
        self.bytes += len(body)
        if answer.headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        link = answer.headers.get("Link", "")
        return body.decode(), link[1:link.index(">")] if 'rel="next"' in link else None

    def json(self, path):
        return json.loads(self.get(path)[0])

    def listed(self):
        """All games that are over, by the list of games."""
        cursor = ""
        while cursor is not None:
            page = self.json(f"/v1/games?status=finished&limit={PAGE}{cursor}")
            yield from page["items"]
            cursor = page["next"] and f"&cursor={page['next']}"

    def each_record(self):
        """A request for each game."""
        for game in self.listed():
            yield game, self.json(f"/v1/games/{game['id']}/record")

    def pages(self, query, kind="application/x-ndjson", head=0):
        """Pages with more than HEAD lines."""
        path = f"/v1/records?limit=500{query}"
        while path:
            text, path = self.get(path, kind)
            if len(text.splitlines()) <= head:
                return
            yield text

    def records(self, query=""):
        for text in self.pages(query):
            yield from (json.loads(line) for line in text.splitlines())


# ---- the questions ----


def first_settlements(record):
    seen = set()
    for event in record["events"]:
        if event["type"] == "build_settlement" and event["player"] not in seen:
            seen.add(event["player"])
            yield event["player"], event["action"]["vertex"]


def dots_each(asker):
    """A record did not say which hexes a vertex touches; the board does."""
    games, won = Counter(), Counter()
    for game, record in asker.each_record():
        board = asker.json(f"/v1/games/{game['id']}/board")
        dots_at = {(one["q"], one["r"]): DOTS.get(one["number"], 0) for one in board["hexes"]}
        for player, vertex in first_settlements(record):
            dots = sum(dots_at.get(tuple(at), 0) for at in board["vertices"][vertex]["hexes"])
            games[dots] += 1
            won[dots] += record["result"]["winner"] == player
    return {dots: (games[dots], won[dots]) for dots in games}


def dots_counted(asker):
    return {int(row["key"]): (row["games"], row["won"]) for row in asker.json("/v1/openings?by=dots")["by"]}


def against(records):
    both = [record for record in records
            if {"ada", "grace"} <= {player["name"] for player in record["players"]}]
    return len(both), sum(record["players"][record["result"]["winner"]]["name"] == "ada" for record in both)


def against_all(asker):
    return against(json.loads(line) for line in asker.get("/v1/me/records", "application/x-ndjson")[0].splitlines())


def against_asked(asker):
    return against(asker.records("&fields=head&player=ada&vs=grace"))


def trades(records):
    return sum(event["type"] in ("accept_trade", "confirm_trade") for record in records for event in record["events"])


def trades_each(asker):
    return trades(record for _, record in asker.each_record())


def trades_at_once(asker):
    return trades(asker.records())


def cup_each(asker):
    return sorted(game["id"] for game in asker.listed() if game["name"].startswith("Cup,"))


def cup_asked(asker):
    return sorted(record["game"]["id"] for record in asker.records("&fields=head&tag=cup"))


def winners_each(asker):
    return sorted((game["id"], record["result"]["winner"]) for game, record in asker.each_record())


def winners_table(asker):
    rows = []
    for text in asker.pages("", "text/csv", 1):
        rows += [(row["id"], int(row["winner"])) for row in csv.DictReader(io.StringIO(text))]
    return sorted(rows)


def shortest_each(asker):
    turns = sorted(sum(event["type"] == "end_turn" for event in record["events"]) for _, record in asker.each_record())
    return len(turns) >= 20


def shortest_asked(asker):
    return len(asker.json("/v1/games?status=finished&sort=turns&limit=20")["items"]) == 20


QUESTIONS = (
    ("How often each number of dots of a first settlement won", dots_each, "list, record and board of each game",
     dots_counted, "`/v1/openings?by=dots`"),
    ("My record against somebody", against_all, "`/v1/me/records`",
     against_asked, "`/v1/records?player=ada&vs=grace&fields=head`"),
    ("Trades between players", trades_each, "list, record of each game", trades_at_once, "`/v1/records?limit=500`"),
    ("The games of a cup", cup_each, "list of all games, by name", cup_asked, "`/v1/records?tag=cup&fields=head`"),
    ("Who won each game, as a table", winners_each, "list, record of each game",
     winners_table, "`/v1/records` as `text/csv`"),
    ("The games of fewest turns", shortest_each, "list, record of each game", shortest_asked, "`/v1/games?sort=turns`"),
)


def ask(server, token, packed, question):
    asker = Asker(server, token, packed)
    began = time.monotonic()
    answer = question(asker)
    return answer, asker.calls, asker.bytes, time.monotonic() - began


def cells(calls, size, spent):
    return f"{calls:,} {'call' if calls == 1 else 'calls'}, {size / 1e6:,.3f} MB, {spent:,.3f} s"


def main():
    program, folder = sys.argv[1:3]
    games = int(sys.argv[3]) if len(sys.argv) > 3 else 2400
    played = int(sys.argv[4]) if len(sys.argv) > 4 else 60
    database = os.path.join(folder, "library.db")
    tokens = fill(program, database, games, played)
    time.sleep(SETTLED)
    server = Server(program, database)
    events = sum(len(record["events"]) for record in Asker(server, tokens[0], True).records())
    print(f"{games} games, {events} events, {os.path.getsize(database) / 1e6:.0f} MB")
    print("| question | before | now |\n| --- | --- | --- |")
    for what, before, how_before, now, how_now in QUESTIONS:
        first, *before_cost = ask(server, tokens[0], False, before)
        second, *now_cost = ask(server, tokens[0], True, now)
        if first != second:
            raise RuntimeError(f"{what}: {first} and {second}")
        print(f"| {what} | {how_before}: {cells(*before_cost)} | {how_now}: {cells(*now_cost)} |", flush=True)
    server.end()


if __name__ == "__main__":
    main()
