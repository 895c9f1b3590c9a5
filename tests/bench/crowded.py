# SPDX-License-Identifier: AGPL-3.0-or-later
"""Requests of a server whose database is full, beside one whose database is small.

    crowded.py HEXPOST FOLDER [FINISHED [RUNNING [POINTS]]]

Plays SOURCES games through the interface, a person with bots: half of them to their ends, half to the middle.
From copies of their rows it makes two databases in FOLDER, one of FINISHED finished games (a million) and
RUNNING running ones (10,000), the other of 100 and 100, each game with people of its own. Then it serves both,
turn and turn about, and prints as one JSON object, in milliseconds: until it listens, a view, a move, lists and
figures, searches with the bytes of their answers, the first and last byte of exports, the explorer, the ladder, the standing of a cup, and how long `hexpost rate` counts 100,000 rated games. Of the copies one in ten is in no list, one in a hundred belongs to
a cup, and what happened in them is drawn. Takes 17 MB of disk for 1,000 finished games of 10 points, and three times
that for a while: POINTS, fewer to win, make them shorter.
"""
import atexit
import hashlib
import http.client
import json
import os
import random
import sqlite3
import statistics
import subprocess
import sys
import time
import zlib

SOURCES = 40
SMALL = 100  # running games of the small database, and finished ones; each is asked about once
POINTS = int(sys.argv[5]) if len(sys.argv) > 5 else 10
MIDDLE = 12 * POINTS  # events of a running game, or a few more
ACCOUNTS = 10000
SEARCHED = 20  # pages of each search
CUP_PLAYERS, CUP_ROUNDS, CUP_SEATS = 1000, 7, 3  # of a tournament whose games are among those that are over
RATED, RATED_SEATS = 100000, 4  # games that `hexpost rate` counts, or as many as are over
FIRST_ACCOUNT = 1000  # ids of copied accounts begin there
BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
SEQ_BITS = 20  # of an event's id; the game's id stands above
BASE_RULES = {"game": "base", "players": 3, "victory_points": POINTS}
CLOCK = {"turn": 14 * 86400, "decision": 14 * 86400, "on_timeout": "default"}
OF_GAME = ("seats", "figures", "facts", "looked", "clocks", "clock_seats", "timers")  # tables that are copied with a game

HIDDEN = "c.id % 10 = 3"
# What happened in a game: much is rare.
DRAWN = {"hidden": HIDDEN, "kind": "c.id % 50 = 1", "turns": "40 + abs(random()) % 60",
         "road": "min(abs(random()) % 8, abs(random()) % 8, abs(random()) % 8)",
         "comeback": "min(abs(random()) % 9, abs(random()) % 9, abs(random()) % 9, abs(random()) % 9)",
         "finished_at": "1700000000000 + c.id * 60000"}


class Server:
    """A server on a free port, and one connection to it."""

    def __init__(self, program, database):
        environment = dict(os.environ, HEXPOST_RATE_PER_MINUTE="0", HEXPOST_QUOTAS="no", HEXPOST_ACCOUNTS_PER_HOUR="0",
                           HEXPOST_ACCESS_LOG="no")
        began = time.monotonic()
        self.process = subprocess.Popen([program, "serve", "--listen", "127.0.0.1:0", "--db", database],
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                        env=environment)
        atexit.register(self.end)
        for line in self.process.stdout:
            if line.startswith("listening on http://"):
                break
        else:
            raise RuntimeError(f"{program} does not serve {database}")
        self.start_ms = (time.monotonic() - began) * 1000
        self.connection = http.client.HTTPConnection(line.split("//")[1].strip(), timeout=60)

    def ask(self, method, path, token=None, body=None):
        """Status, document and milliseconds."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
        began = time.monotonic()
        self.connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self.connection.getresponse()
        text = answer.read()
        self.bytes = len(text)
        spent = (time.monotonic() - began) * 1000
        return answer.status, json.loads(text) if text else None, spent

    def need(self, method, path, token=None, body=None):
        status, document, _ = self.ask(method, path, token, body)
        if status >= 300:
            raise RuntimeError(f"{method} {path}: {status} {document}")
        return document

    def end(self):
        """Also at the program's end, however it came; a second time does nothing."""
        self.process.terminate()
        self.process.wait(60)
        self.process.stdout.close()


# ---- games to copy ----


def next_action(server, at, token):
    """The listed move of somebody who leaves winning to the bots; what has no simple one is taken from a hint."""
    listed = {action["type"]: action for action in server.need("GET", f"{at}/actions", token)["actions"]}
    for kind in ("roll", "end_turn"):
        if kind in listed:
            return listed[kind]
    return server.need("GET", f"{at}/hint", token)["action"]


def play(server, token, until_end):
    game = server.need("POST", "/v1/games", token, {"rules": BASE_RULES, "clock": CLOCK,
                                                     "seats": [{"account": "me"}, {"bot": "greedy"},
                                                               {"bot": "greedy"}]})
    at = f"/v1/games/{game['id']}"
    while True:
        state = server.need("GET", at, token)
        if state["status"] != "active":
            return
        if not any(waits["player"] == 0 for waits in state["waiting_for"]):
            server.ask("GET", f"{at}/events?after={state['seq']}&wait=5", token)
            continue
        if not until_end and state["seq"] >= MIDDLE and "roll" in [
                action["type"] for action in server.need("GET", f"{at}/actions", token)["actions"]]:
            return
        server.need("POST", f"{at}/moves", token, {"action": next_action(server, at, token)})


def play_sources(program, database):
    server = Server(program, database)
    for number in range(SOURCES):
        token = server.need("POST", "/v1/accounts", None, {"name": f"Source {number}"})["token"]
        play(server, token, number % 2 == 0)
    server.end()


# ---- copies ----


def columns(db, table):
    return [row[1] for row in db.execute(f"PRAGMA table_info({table})")]


def token_of(account):
    """As service/account/auth.c makes them: the end checks the rest."""
    token = f"hxp_{account:030d}"
    crc, check = zlib.crc32(token.encode()), ""
    for _ in range(6):
        crc, digit = divmod(crc, len(BASE62))
        check = BASE62[digit] + check
    return token + check


def hash_of(token):
    return hashlib.blake2b(token.encode(), digest_size=32).digest()


def add_accounts(db, now):
    ids = range(FIRST_ACCOUNT, FIRST_ACCOUNT + ACCOUNTS)
    db.executemany("INSERT INTO accounts (id, public_id, name, name_key, created_at) VALUES (?, ?, ?, ?, ?)",
                   ((i, f"a{i:015d}", f"Player {i}", f"player {i}", now) for i in ids))
    scopes = db.execute("SELECT scopes FROM tokens LIMIT 1").fetchone()[0]
    db.executemany("INSERT INTO tokens (public_id, account_id, hash, scopes, created_at) VALUES (?, ?, ?, ?, ?)",
                   ((f"t{i:015d}", i, hash_of(token_of(i)), scopes, now) for i in ids))


def copy_games(db, sources, count, first):
    """COUNT copies of the games SOURCES, with ids from FIRST on. Times stay: checksums cover them."""
    db.execute("CREATE TEMP TABLE copies (source INTEGER, id INTEGER PRIMARY KEY, account INTEGER)")
    db.executemany("INSERT INTO copies VALUES (?, ?, ?)",
                   ((sources[i % len(sources)], first + i, FIRST_ACCOUNT + (first + i) % ACCOUNTS)
                    for i in range(count)))
    own = {"id": "c.id", "public_id": "printf('g%015d', c.id)", "creator": "c.account",
           "visibility": f"CASE WHEN {HIDDEN} THEN 2 ELSE 0 END",
           "name": "CASE WHEN c.id % 100 = 7 THEN printf('Cup %d, game %d', c.id / 10000, c.id) "
                   "ELSE printf('Game %d', c.id) END"}
    names = columns(db, "games")
    db.execute(f"INSERT INTO games ({', '.join(names)}) SELECT {', '.join(own.get(n, 't.' + n) for n in names)} "
               "FROM copies c JOIN games t ON t.id = c.source ORDER BY c.id")
    for table in OF_GAME:
        names = columns(db, table)
        own = {"game_id": "c.id", "account_id": "CASE WHEN t.account_id IS NOT NULL THEN c.account END"}
        if table == "facts":
            own |= DRAWN
        db.execute(f"INSERT INTO {table} ({', '.join(names)}) SELECT "
                   f"{', '.join(own.get(n, 't.' + n) for n in names)} "
                   f"FROM copies c JOIN {table} t ON t.game_id = c.source ORDER BY c.id")
    db.execute("INSERT INTO events (id, kind, player, at, body) "
               f"SELECT (c.id << {SEQ_BITS}) | (t.id & ((1 << {SEQ_BITS}) - 1)), t.kind, t.player, t.at, t.body "
               f"FROM copies c JOIN events t ON t.id BETWEEN (c.source << {SEQ_BITS}) + 1 "
               f"AND ((c.source + 1) << {SEQ_BITS}) - 1 ORDER BY c.id, t.id")
    db.execute("DROP TABLE copies")


def copy_whole(source, db):
    """Table by table: a copy of the file would keep room for the checksums of pages, which are the server's to write."""
    db.execute("ATTACH ? AS old", (f"file:{source}?mode=ro&immutable=1",))
    for pragma in ("application_id", "user_version"):
        db.execute(f"PRAGMA main.{pragma} = {db.execute(f'PRAGMA old.{pragma}').fetchone()[0]}")
    made = db.execute("SELECT type, name, sql FROM old.sqlite_master WHERE sql IS NOT NULL "
                      "AND name NOT LIKE 'sqlite_%' ORDER BY type = 'table' DESC, rowid").fetchall()
    for kind, name, sql in made:
        if kind == "table":
            db.execute(sql)
            names = ", ".join(columns(db, name))  # without those that are worked out
            db.execute(f"INSERT INTO main.{name} ({names}) SELECT {names} FROM old.{name}")
    for kind, _, sql in made:
        if kind != "table":
            db.execute(sql)
    db.execute("DETACH old")


def fill(source, database, finished, running):
    db = sqlite3.connect(f"file:{database}", isolation_level=None, uri=True)
    copy_whole(source, db)
    db.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -2000000;"
                     "PRAGMA foreign_keys = OFF; PRAGMA threads = 2")
    # Triggers look for the event before each; indexes are made faster once everything is there.
    made = [row for row in db.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL "
                                      "AND tbl_name = 'events' AND type IN ('trigger', 'index')")]
    for kind, name, _ in made:
        db.execute(f"DROP {kind} {name}")
    now = int(time.time() * 1000)
    db.execute("BEGIN")
    add_accounts(db, now)
    over, on = ([row[0] for row in db.execute(f"SELECT id FROM games WHERE {what} ORDER BY id")]
                for what in ("status = 2", "status = 1"))
    last = db.execute("SELECT max(id) FROM games").fetchone()[0]
    copy_games(db, over, finished, last + 1)
    copy_games(db, on, running, last + 1 + finished)
    add_openings(db)
    add_ratings(db, now)
    add_cup(db, now, last + 1, finished)
    add_rated(db, now, last + 1, finished)
    db.execute("COMMIT")
    for _, _, sql in made:
        db.execute(sql)
    events = db.execute("SELECT count(*) FROM events").fetchone()[0]
    db.executescript("ANALYZE; PRAGMA journal_mode = WAL")
    db.close()
    return {"games": finished + running, "events": events, "mb": os.path.getsize(database) // 1000000,
            "first_finished": last + 1, "finished": finished, "first_running": last + 1 + finished,
            "running": running}


# ---- what the library counts ----

HEX_BITS, GAME_BITS, FIELD_BITS, BRINGS_BITS, DETAIL_BITS = 7, 2, 3, 9, 13  # of a key (service/game/openings.c)


def opening_key(settlement, game, players, order, harbor, dots, brings):
    """A key of the widest question, which names no hexes."""
    key = settlement << 1
    for bits, value in ((3 * HEX_BITS, 0), (GAME_BITS, game), (FIELD_BITS, players), (FIELD_BITS, order),
                        (FIELD_BITS, harbor), (DETAIL_BITS, dots << BRINGS_BITS | brings)):
        key = key << bits | value
    return key


def add_openings(db):
    """Every sum that the widest question can meet in the base game: more than a million games come to."""
    kinds = [*range(5), 7]
    brings = {a << 6 | b << 3 | c for a in kinds for b in kinds for c in kinds if a <= b <= c}
    db.executemany("INSERT OR IGNORE INTO openings (key, games, won) VALUES (?, ?, ?)",
                   ((opening_key(settlement, 0, players, order, harbor, dots, of), 30, 10)
                    for settlement in range(2) for players in (3, 4) for order in range(players)
                    for harbor in range(7) for dots in range(2, 14) for of in brings))


def add_ratings(db, now):
    """A ladder with everybody on it."""
    db.executemany("INSERT INTO ratings (account_id, category, mu, sigma, games, last_at, score, listed) "
                   "VALUES (?, 1, ?, 2000000000000, 30, ?, ?, 1)",
                   ((i, mu, now, mu - 6000000000000) for i in range(FIRST_ACCOUNT, FIRST_ACCOUNT + ACCOUNTS)
                    for mu in (random.randrange(10 ** 13, 4 * 10 ** 13),)))


def add_cup(db, now, first, finished):
    """A tournament that runs; each game is at one table."""
    tables = CUP_PLAYERS // CUP_SEATS
    if finished < tables * CUP_ROUNDS:
        return
    db.execute("INSERT INTO tournaments (id, public_id, account_id, name, format, status, visibility, settings, seats, "
               "smallest, players_min, players_max, rounds, round_days, division, moves, wbc, seed, revision, "
               "created_at, started_at) VALUES (1, 'cup0000000000001', ?, 'Cup', 3, 1, 0, ?, ?, 3, 3, 1024, ?, 28, 7, 2, 0, 5, 1, "
               "?, ?)", (FIRST_ACCOUNT, json.dumps({"rules": {"game": "base"}}), CUP_SEATS, CUP_ROUNDS + 1, now, now))
    db.executemany("INSERT INTO tournament_players VALUES (1, ?, ?, 0, ?)",
                   ((i, FIRST_ACCOUNT + i, now) for i in range(CUP_PLAYERS)))
    game = first
    for number in range(1, CUP_ROUNDS + 1):
        order = random.sample(range(CUP_PLAYERS), CUP_PLAYERS)
        for table in range(tables):
            seats = order[table * CUP_SEATS:(table + 1) * CUP_SEATS]
            db.execute("INSERT INTO tournament_tables (tournament_id, round, number, division, players, game_id, ends_at, "
                       "counted, lost) VALUES (1, ?, ?, 0, ?, ?, ?, 0, 0)",
                       (number, table + 1, b"".join(seat.to_bytes(2, "little") for seat in seats), game, now))
            game += 1


def add_rated(db, now, first, finished):
    """Rated games that are still to be counted."""
    for i in range(min(RATED, finished)):
        db.execute("INSERT INTO rated_games (game_id, place, category, finished_at, unrated) VALUES (?, ?, 1, ?, 0)",
                   (first + i, i + 1, now - (RATED - i) * 60000))
        db.executemany("INSERT INTO rated_seats (game_id, seat, account_id, rank) VALUES (?, ?, ?, ?)",
                       ((first + i, seat, FIRST_ACCOUNT + account, seat + 1)
                        for seat, account in enumerate(random.sample(range(ACCOUNTS), RATED_SEATS))))
    db.execute("INSERT OR REPLACE INTO rating_order VALUES (1, ?)", (min(RATED, finished),))


# ---- what is asked ----


def requests_of(filled, game, over):
    """Each name with a request about a running game and one that is over: method, path, account, body."""
    game += filled["first_running"]
    over += filled["first_finished"]
    account = FIRST_ACCOUNT + game % ACCOUNTS
    one = f"/v1/games/g{game:015d}"
    return {
        "view": ("GET", f"{one}/view", account, None),
        "actions": ("GET", f"{one}/actions", account, None),
        "move": ("POST", f"{one}/moves", account, {"action": {"type": "roll"}}),
        "view of a finished game": ("GET", f"/v1/games/g{over:015d}/view", None, None),
        "list: my games": ("GET", "/v1/me/games", account, None),
        "list: running": ("GET", "/v1/games?status=active&limit=20", None, None),
        "list: finished": ("GET", "/v1/games?status=finished&limit=20", None, None),
        "list: somebody's": ("GET", f"/v1/accounts/Player%20{account}/games?limit=20", None, None),
        "list: everything": ("GET", "/v1/games?limit=50", None, None),
        "figures of a game": ("GET", f"/v1/games/g{over:015d}/stats", None, None),
        "figures of a person": ("GET", f"/v1/accounts/Player%20{account}/stats", None, None),
    }


def measure(servers):
    """Milliseconds by server and request. No game is asked about twice: the first time that a log is read, each of
    its events is judged, which would make a database of few games look fast."""
    spent = {name: {} for name in servers}
    asked = {name: (random.sample(range(filled["running"]), SMALL), random.sample(range(filled["finished"]), SMALL))
             for name, (_, filled) in servers.items()}
    for turn in range(SMALL):
        for name, (server, filled) in servers.items():
            game, over = (games[turn] for games in asked[name])
            for what, (method, path, account, body) in requests_of(filled, game, over).items():
                status, document, ms = server.ask(method, path, account and token_of(account), body)
                if status >= 300:
                    raise RuntimeError(f"{method} {path}: {status} {document}")
                spent[name].setdefault(what, []).append(ms)
    return spent


def searches_of(filled):
    """What a historian asks, as addresses behind /v1/games?."""
    name = f"Player%20{FIRST_ACCOUNT + filled['first_finished'] % ACCOUNTS}"
    cup = filled["first_finished"] // 10000
    middle = 1700000000000 + (filled["first_finished"] + filled["finished"] // 2) * 60000
    at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(middle / 1000))
    return ("sort=finished", "sort=moved", "sort=turns", "sort=road", "sort=comeback",
            f"finished_before={at}&sort=finished", f"finished_after={at}&min_road=4&sort=finished",
            "min_comeback=6&sort=finished", "game=cities_and_knights&sort=finished", "game=cities_and_knights",
            "min_comeback=8&min_road=6&game=cities_and_knights&sort=turns", f"player={name}&sort=comeback",
            f"player={name}&vs={name}", f"name=cup%20{cup},", "name=cup&sort=comeback", "name=game%20&sort=turns")


def measure_searches(server, filled):
    """Of each search: pages asked for, games found, bytes, and milliseconds of a page."""
    measured = {}
    account = FIRST_ACCOUNT + filled["first_finished"] % ACCOUNTS
    for query in searches_of(filled):
        for who, token in (("stranger", None), ("player", token_of(account))):
            cursor, pages, games, size, times = "", 0, 0, 0, []
            while cursor is not None and pages < SEARCHED:
                status, document, ms = server.ask("GET", f"/v1/games?{query}&limit=20{cursor}", token)
                if status != 200:
                    raise RuntimeError(f"{query}: {status} {document}")
                pages += 1
                games += len(document["items"])
                size += server.bytes
                times.append(ms)
                cursor = document["next"] and f"&cursor={document['next']}"
            measured[f"{query} ({who})"] = {"pages": pages, "games": games, "bytes": size,
                                            "median": round(statistics.median(times), 2), "most": round(max(times), 2)}
    return measured


def memory_of(server):
    """What the server keeps in memory, in megabytes."""
    with open(f"/proc/{server.process.pid}/status", encoding="utf8") as lines:
        return next(int(line.split()[1]) // 1000 for line in lines if line.startswith("VmRSS"))


def first_byte(server, path, kind):
    """Milliseconds until the first byte of the body, and until the last; bytes."""
    began = time.monotonic()
    server.connection.request("GET", path, headers={"Accept": kind})
    answer = server.connection.getresponse()
    size = len(answer.read(1))
    first = time.monotonic() - began
    while part := answer.read(1 << 16):
        size += len(part)
    if answer.status != 200:
        raise RuntimeError(f"{path}: {answer.status}")
    return first * 1000, (time.monotonic() - began) * 1000, size


def exports_of(filled):
    middle = 1700000000000 + (filled["first_finished"] + filled["finished"] // 2) * 60000
    at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(middle / 1000))
    name = f"Player%20{FIRST_ACCOUNT + filled['first_finished'] % ACCOUNTS}"
    return (("limit=500", "application/x-ndjson"), (f"since={at}&limit=500", "application/x-ndjson"),
            (f"player={name}&limit=500", "application/x-ndjson"), (f"accounts/{name}", "application/x-ndjson"),
            ("fields=head&limit=500", "application/x-ndjson"), ("limit=500", "text/csv"))


def measure_exports(server, filled):
    """Of each: milliseconds until the first byte (the median of five) and the last, bytes; memory before and after all."""
    measured = {"memory before": memory_of(server)}
    for query, kind in exports_of(filled):
        path = f"/v1/{query}/records?limit=500" if query.startswith("accounts/") else f"/v1/records?{query}"
        rows = [first_byte(server, path, kind) for _ in range(5)]
        measured[f"{query} {kind}"] = [round(statistics.median(row[0] for row in rows), 1),
                                       round(statistics.median(row[1] for row in rows), 1), rows[0][2]]
    measured["memory after"] = memory_of(server)
    return measured


def measure_counts(server):
    """Milliseconds of questions to the explorer and the ladder."""
    measured = {}
    for path in ("/v1/tournaments/cup0000000000001/standings", "/v1/tournaments/cup0000000000001/rounds",
                 "/v1/openings?by=dots", "/v1/openings?by=resources", "/v1/openings?by=harbor",
                 "/v1/openings?by=dots&players=4", "/v1/ratings/base", "/v1/ratings/base?limit=100"):
        times = [server.ask("GET", path) for _ in range(SEARCHED)]
        if times[0][0] != 200:
            raise RuntimeError(f"{path}: {times[0]}")
        measured[path] = [round(statistics.median(ms for _, _, ms in times), 2), round(max(ms for _, _, ms in times), 2)]
    return measured


def measure_rate(program, database):
    """Seconds to count all rated games, and to find that nothing has changed; what is said in the end."""
    measured = {}
    for name in ("all rated games, for the first time", "all rated games, again"):
        began = time.monotonic()
        said = subprocess.run([program, "rate", "--db", database], stdout=subprocess.PIPE, check=True, text=True).stdout
        measured[name] = [round(time.monotonic() - began, 1), said.splitlines()[-1]]
    return measured


def main():
    program, folder = sys.argv[1:3]
    finished = int(sys.argv[3]) if len(sys.argv) > 3 else 1000000
    running = int(sys.argv[4]) if len(sys.argv) > 4 else 10000
    source = os.path.join(folder, "source.db")
    play_sources(program, source)
    filled, servers = {}, {}
    for name, counts in (("small", (SMALL, SMALL)), ("full", (finished, running))):
        began = time.monotonic()
        database = os.path.join(folder, f"{name}.db")
        filled[name] = fill(source, database, *counts)
        print(f"{name}: {filled[name]}, made in {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
        Server(program, database).end()  # makes room for checksums of pages
        servers[name] = (Server(program, database), filled[name])
    exports = measure_exports(*servers["full"])
    counts = measure_counts(servers["full"][0])
    searches = measure_searches(*servers["full"])
    spent = measure(servers)
    result = {name: {"games": filled[name]["games"], "events": filled[name]["events"], "mb": filled[name]["mb"],
                     "start_ms": round(server.start_ms, 1)} for name, (server, _) in servers.items()}
    for name, (server, _) in servers.items():
        server.end()
        for what, times in spent[name].items():
            result[name][what] = {"median": round(statistics.median(times), 2),
                                  "p95": round(statistics.quantiles(times, n=20)[-1], 2), "n": len(times)}
    rates = measure_rate(program, os.path.join(folder, "full.db"))
    result["full"] |= {"searches": searches, "exports": exports, "counts": counts, "rates": rates}
    print(json.dumps(result))
    for what in spent["full"]:
        small, full = (result[name][what] for name in ("small", "full"))
        print(f"{what:26} {small['median']:8.2f} {full['median']:8.2f} ms, {full['median'] / small['median']:5.2f} "
              f"times; 19 of 20 below {small['p95']:.2f} and {full['p95']:.2f}", file=sys.stderr)
    for what, row in searches.items():
        print(f"{what:80} {row['pages']:3} calls, {row['games']:4} games, {row['bytes']:8} bytes, a page "
              f"{row['median']:7.2f} ms, at most {row['most']:7.2f}", file=sys.stderr)
    for what, row in (exports | counts | rates).items():
        print(f"{what:60} {row}", file=sys.stderr)
    print(f"until it listens: {result['small']['start_ms']} and {result['full']['start_ms']} ms", file=sys.stderr)


if __name__ == "__main__":
    main()
