#!/usr/bin/env python3
# SPDX-License-Identifier: AGPL-3.0-or-later
"""A history query: figures over many games that are over.

Shows how to read lists page by page with `cursor`, what a game object says of how the game ended, and how
to ask for events across games. Prints a small table: how long games took, how often each seat won, and how
the dice fell beside how they should.

    python3 history.py                             all games that are to be seen
    python3 history.py --account ada               the games of one account
    python3 history.py --rules base --players 4    games of one kind
    python3 history.py --most 500                  the latest 500 of them

HEXPOST_URL says where the server is (http://127.0.0.1:8080). HEXPOST_TOKEN is optional: with it one's own
private games are counted too.
"""
import argparse
import statistics
import urllib.parse

from client import Server

PAGE = 100  # the most that a page may hold


def main():
    options = read_options()
    server = Server()
    games = list(finished_games(server, options))
    if not games:
        print('no games')
        return
    print_length(games)
    print_seats(games)
    print_dice(rolls_of(server, games, options.account))


def read_options():
    parser = argparse.ArgumentParser(description='Prints figures over many games.')
    parser.add_argument('--account', help='games of this account alone')
    parser.add_argument('--rules', choices=['base', 'cities_and_knights'])
    parser.add_argument('--players', type=int, choices=[2, 3, 4])
    parser.add_argument('--most', type=int, default=1000, help='how many games at most (1000)')
    return parser.parse_args()


def finished_games(server, options):
    """The games to count, the latest first. Table games are records or studies, and do not count."""
    path = '/v1/games'
    if options.account:
        path = f'/v1/accounts/{urllib.parse.quote(options.account, safe="")}/games'
    found = 0
    for game in server.pages(path, status='finished', mode='play', limit=PAGE):
        if options.rules not in (None, game['rules']['game']):
            continue
        if options.players not in (None, game['rules']['players']):
            continue
        if found == options.most:
            return
        found += 1
        yield game


def rolls_of(server, games, account):
    """How often each sum was rolled in these games; by this account, where one is given."""
    wanted = {game['id'] for game in games}
    query = {'type': 'roll', 'order': 'oldest', 'limit': PAGE, 'after': min(game['started_at'] for game in games)}
    if account:
        query['account'] = account
    rolls = dict.fromkeys(range(2, 13), 0)
    for item in server.pages('/v1/events', **query):
        if item['game'] in wanted:
            outcome = item['event']['outcome']
            rolls[outcome['yellow'] + outcome['red']] += 1
    return rolls


def print_length(games):
    turns = [game['turn']['number'] for game in games]
    print(f'games {len(games)}')
    print(f'turns {statistics.mean(turns):.1f} on average, {statistics.median(turns):g} median, {max(turns)} longest')


def print_seats(games):
    print('\nseat  games  won   rate  points')
    for seat in range(max(len(game['seats']) for game in games)):
        played = [game['result'] for game in games if seat < len(game['seats'])]
        won = sum(result['winner'] == seat for result in played)
        points = statistics.mean(result['points'][seat] for result in played)
        print(f'{seat:4} {len(played):6} {won:4} {won / len(played):6.1%} {points:7.2f}')


def print_dice(rolls):
    total = sum(rolls.values())
    print('\n sum  rolls   share  expected')
    for dice, count in rolls.items():
        print(f'{dice:4} {count:6} {count / max(total, 1):7.1%} {(6 - abs(7 - dice)) / 36:9.1%}')
    print(f' all {total:6}')


if __name__ == '__main__':
    main()
