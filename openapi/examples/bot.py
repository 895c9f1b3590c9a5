#!/usr/bin/env python3
# SPDX-License-Identifier: AGPL-3.0-or-later
"""A bot: from sign-up to the end of a game, over the event stream.

Shows how to sign up, make or join a game, follow it by Server-Sent Events (with Last-Event-ID after a
break), ask which moves there are, fill in the open ones, and send one safely: with an Idempotency-Key and
the `seq` it was judged by, so that a move is made once and never on a game that has gone on meanwhile.

    python3 bot.py                                 the base game against three bots of the server
    python3 bot.py --rules cities_and_knights      Cities & Knights
    python3 bot.py --points 5                      a shorter game
    python3 bot.py --join GAME                     take a free seat, or go on in a game of one's own

HEXPOST_URL says where the server is (http://127.0.0.1:8080). HEXPOST_TOKEN is the token to play with;
without one the bot signs up and prints the token it was given.
"""
import argparse
import random

from client import Problem, Server

COSTS = {
    'build_city': {'ore': 3, 'grain': 2},
    'build_settlement': {'brick': 1, 'lumber': 1, 'wool': 1, 'grain': 1},
    'build_road': {'brick': 1, 'lumber': 1},
    'buy_dev_card': {'ore': 1, 'wool': 1, 'grain': 1},
}
# What is done first where there is a choice. What is in neither list (decisions: cards to give back, places,
# victims) comes before the end of the turn; what stands in `NEVER` this bot leaves to others.
ORDER = ['improve_city', 'build_city', 'build_settlement', 'play_dev_card', 'play_progress_card', 'chase_robber',
         'activate_knight', 'build_knight', 'repair_city', 'build_road', 'buy_dev_card', 'promote_knight',
         'build_city_wall', 'maritime_trade', 'roll']
LAST = ['skip', 'end_turn']
NEVER = ['undo', 'offer_trade', 'counter_trade', 'accept_trade', 'decline_trade', 'confirm_trade', 'cancel_trade',
         'harbor_offer', 'move_knight', 'displace_knight', 'trade_in_knight', 'robber_to_desert', 'forced_trade']


def main():
    options = read_options()
    server = Server()
    if server.token is None:
        print('token', server.sign_up(f'bot-{random.randrange(10 ** 9)}'), flush=True)
    name = server.ask('GET', '/v1/me')['name']
    game = take_seat(server, options, name)
    seat = next(one['seat'] for one in game['seats'] if one.get('account') == name)
    print(f'game {game["id"]} seat {seat}', flush=True)

    finished = play(server, game['id'], Player(server.ask('GET', f'/v1/games/{game["id"]}/board'), seat))
    winner = 'nobody' if finished['winner'] is None else f'seat {finished["winner"]}'
    print(f'over: {winner} wins, points {finished["points"]}')


def read_options():
    parser = argparse.ArgumentParser(description='Plays a whole game on a Hexpost server.')
    parser.add_argument('--rules', choices=['base', 'cities_and_knights'], default='base')
    parser.add_argument('--points', type=int, help='how many win')
    parser.add_argument('--players', type=int, choices=[2, 3, 4], default=4)
    parser.add_argument('--join', metavar='GAME', help='a game that is there already')
    return parser.parse_args()


def take_seat(server, options, name):
    """The game object, with a seat in it that is ours."""
    if options.join:
        game = server.ask('GET', f'/v1/games/{options.join}')
        mine = any(seat.get('account') == name for seat in game['seats'])
        return game if mine else server.ask('POST', f'/v1/games/{options.join}/join', {})
    rules = {'game': options.rules, 'players': options.players}
    if options.points:
        rules['victory_points'] = options.points
    seats = [{'account': 'me'}] + [{'bot': 'greedy'}] * (options.players - 1)
    return server.ask('POST', '/v1/games', {'rules': rules, 'seats': seats})


def play(server, game, player):
    """Follows the game to its end; the event that says how it ended."""
    known = 0  # the last event that our latest look at the game has taken in
    for kind, event in server.stream(f'/v1/games/{game}/events'):
        if kind == 'finished':
            return event
        # Several events come at once: one look is enough for all of them. What is said at the table has no seq.
        if event.get('seq', 0) > known:
            known = act(server, game, player)
    # A stream of a game that was over before we came tells nothing; the game object does.
    return server.ask('GET', f'/v1/games/{game}')['result']


def act(server, game, player):
    """Makes moves for as long as the game waits for us. Returns the last event we know of."""
    refused = []  # moves that the rules have turned down: only some that we filled in ourselves
    while True:
        view = server.ask('GET', f'/v1/games/{game}/view')
        if not any(decision['player'] == player.seat for decision in view['waiting_for']):
            return view['seq']
        listed = server.ask('GET', f'/v1/games/{game}/actions')
        if listed['seq'] != view['seq']:
            continue
        action = player.choose(view, listed['actions'], refused)
        try:
            server.ask('POST', f'/v1/games/{game}/moves', {'action': action, 'seq': listed['seq']})
            refused = []
        except Problem as problem:
            if problem.code == 'illegal-move':
                refused.append(action)
            elif problem.code not in ('stale', 'not-your-decision', 'game-over'):
                raise
            # Otherwise something has happened meanwhile: look again.


class Player:
    """Chooses moves: builds where the dice promise most, trades with the bank for what is missing."""

    def __init__(self, board, seat):
        self.seat = seat
        pips = {(hexagon['q'], hexagon['r']): 6 - abs(7 - hexagon['number'])
                for hexagon in board['hexes'] if hexagon['number']}
        self.worth = {vertex['id']: sum(pips.get(tuple(place), 0) for place in vertex['hexes'])
                      for vertex in board['vertices']}
        self.corners = {hexagon['id']: [vertex['id'] for vertex in board['vertices']
                                        if [hexagon['q'], hexagon['r']] in vertex['hexes']]
                        for hexagon in board['hexes']}
        self.ends = {edge['id']: edge['vertices'] for edge in board['edges']}

    def choose(self, view, actions, refused):
        """The best of ACTIONS, made whole, that was not refused already. Where there is none we give up."""
        self._look(view)
        ranked = sorted((action for action in actions if action['type'] not in NEVER), key=self._rank)
        for action in ranked:
            whole = self._fill(action) if action.get('open') else action
            if whole and whole not in refused and self._wanted(whole):
                return whole
        return {'type': 'resign'}

    def _look(self, view):
        """Keeps of the view what the choices below need."""
        pieces = view['pieces']
        buildings = pieces['settlements'] + pieces['cities']
        self.view, self.me = view, view['players'][self.seat]
        self.cards = self.me['cards']
        self.buildings = {piece['vertex']: piece['player'] for piece in buildings}
        self.own_settlements = any(piece['player'] == self.seat for piece in pieces['settlements'])
        self.taken = {road['edge'] for road in pieces['roads']}
        blocked = {vertex for vertex, player in self.buildings.items() if player != self.seat}
        blocked |= {knight['vertex'] for knight in pieces.get('knights', []) if knight['player'] != self.seat}
        roads = [road['edge'] for road in pieces['roads'] if road['player'] == self.seat]
        mine = {vertex for edge in roads for vertex in self.ends[edge]} | set(self.buildings) - blocked
        self.network = mine - blocked
        self.sites = set(self.worth) - set(self.buildings)  # two buildings are never neighbors
        for one, other in self.ends.values():
            self.sites -= {other} if one in self.buildings else {one} if other in self.buildings else set()

    def _rank(self, action):
        """What comes first is better: by kind, and within a kind by what it brings."""
        kind = action['type']
        place = ORDER.index(kind) if kind in ORDER else len(ORDER) + (1 + LAST.index(kind) if kind in LAST else 0)
        return place, -self._value(action)

    def _value(self, action):
        if 'hex' in action:
            return self._robber_value(action)
        if 'edge' in action:
            return self._road_value(action['edge'])
        if action['type'] == 'choose_pillaged_city':
            return -self.worth[action['vertex']]
        return self.worth.get(action.get('vertex'), 0)

    def _robber_value(self, action):
        """Hurts others, the leader most, and nobody at home."""
        owners = [self.buildings[vertex] for vertex in self.corners[action['hex']] if vertex in self.buildings]
        victim = action.get('victim')
        points = 0 if victim is None else 1 + self.view['players'][victim]['points']['visible']
        return points + len(owners) - 20 * owners.count(self.seat)

    def _road_value(self, edge):
        """The best site at an end of the road that we do not reach yet."""
        return max((self.worth[vertex] for vertex in self.ends[edge] if vertex in self.sites - self.network), default=0)

    def _wanted(self, action):
        """Whether a move that could be made helps; decisions have to be answered anyway."""
        if action['type'] == 'build_road':
            return self.view['phase'] == 'setup' or not self.sites & self.network
        if action['type'] == 'maritime_trade':
            return self._helps(action)
        return True

    def _goals(self):
        """What we save for, the most important first."""
        supply = self.me['supply']
        if self.own_settlements and supply['cities'] > 0:
            yield 'build_city'
        if supply['settlements'] > 0:
            yield 'build_settlement' if self.sites & self.network else 'build_road'
        yield 'buy_dev_card'

    def _helps(self, trade):
        """Whether a trade brings what the first goal lacks and gives nothing that it needs."""
        cost = COSTS[next(self._goals())]
        spare = all(self.cards.get(kind, 0) - count >= cost.get(kind, 0) for kind, count in trade['give'].items())
        return spare and all(self.cards.get(kind, 0) < cost.get(kind, 0) for kind in trade['take'])

    def _fill(self, action):
        """An open move made whole; None where we cannot."""
        whole = {key: value for key, value in action.items() if key not in ('open', 'count')}
        if action['type'] in ('discard', 'give_cards', 'return_cards'):
            return whole | {'cards': most_of(self.cards, action['count'])}
        if action['type'] == 'take_cards':
            shown = next(decision['shown'] for decision in self.view['waiting_for'] if decision['player'] == self.seat)
            return whole | {'cards': most_of(shown, action['count'])}
        if action.get('card') == 'road_building':
            open_edges = [edge for edge, ends in self.ends.items()
                          if edge not in self.taken and self.network & set(ends)]
            best = sorted(open_edges, key=self._road_value, reverse=True)[:action['count']]
            return whole | {'edges': best} if len(best) == action['count'] else None
        return None


def most_of(cards, count):
    """COUNT of CARDS, one after the other of the kind of which most are left."""
    left, taken = dict(cards), {}
    for _ in range(count):
        kind = max(left, key=left.get)
        left[kind] -= 1
        taken[kind] = taken.get(kind, 0) + 1
    return taken


if __name__ == '__main__':
    main()
