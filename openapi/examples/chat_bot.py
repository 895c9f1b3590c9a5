#!/usr/bin/env python3
# SPDX-License-Identifier: AGPL-3.0-or-later
"""The outline of a chat bot, for a chat that the server does not speak itself.

Shows how little such a bot has to know: moves go in as people write them (`settle 14; road 14-19`, see
service/words/README.md), news come out as sentences (`recap`), and what was not understood is explained by
the server. One event stream tells of all games and of what is said at the tables.

    HEXPOST_TOKEN=hxp_… python3 chat_bot.py        the chat is this terminal; `help` lists the commands

To speak with a real chat put its library into `Terminal`'s place, and keep one `Bot` with a token for each
person: whoever writes moves for themselves. What `moves` and refusals say can tell of a hand, so answer
where nobody else reads. HEXPOST_URL says where the server is (http://127.0.0.1:8080). Discord, Slack,
Telegram and Matrix need no program: service/chat/README.md.
"""
import sys
import threading

from client import Problem, Server

HELP = """games - your games, the most urgent first
use GAME - switch to this game
show - what has happened since you last looked, and who has to act
moves - what you can do now
say TEXT - say something to everybody at the table
anything else is a move, or several with ; between them: settle 14; road 14-19"""
MOVES_SHOWN = 40


class Terminal:
    """The chat. A real one has channels and people; this one has one of each."""

    def __init__(self):
        self.lock = threading.Lock()

    def lines(self):
        for line in sys.stdin:
            yield line.strip()

    def say(self, text):
        with self.lock:  # answers and news come from two threads
            print(text, flush=True)


class Bot:
    """Speaks for one account."""

    def __init__(self, server, chat):
        self.server, self.chat = server, chat
        self.name = server.ask('GET', '/v1/me')['name']
        self.game = None  # the one that is talked about
        self.told = {}  # by game: the last event that the chat was told of

    # ---- what people write

    def answer(self, line):
        """The answer to a line."""
        word, _, rest = line.lstrip('/!').partition(' ')
        command = {'help': self.help, 'games': self.games, 'use': self.use, 'show': self.show,
                   'moves': self.moves, 'say': self.speak}.get(word.lower())
        try:
            return command(rest.strip()) if command else self.move(line)
        except Problem as problem:
            return problem.body.get('detail') or str(problem)  # written for people, with what may have been meant

    def help(self, _):
        return HELP

    def games(self, _):
        items = self.server.ask('GET', '/v1/me/games')['items']
        return '\n'.join(f'{item["game"]["id"]}: {item["game"]["name"] or item["game"]["rules"]["game"]}, waits for '
                         f'{"you" if item["decisions"] else "others"}' for item in items) or 'no games'

    def use(self, game):
        self.game = self.server.ask('GET', f'/v1/games/{game}')['id']
        return f'this is about {self.game} now'

    def show(self, _):
        recap = self.server.ask('GET', f'/v1/games/{self.current()}/recap?mark=true')
        return '\n'.join([sentence['text'] for sentence in recap['sentences']] + [self.waiting(self.game, recap)])

    def moves(self, _):
        words = self.server.ask('GET', f'/v1/games/{self.current()}/actions?words=true')['words']
        more = f'\n… and {len(words) - MOVES_SHOWN} more' if len(words) > MOVES_SHOWN else ''
        return '; '.join(words[:MOVES_SHOWN]) + more or 'nothing'

    def speak(self, text):
        self.server.ask('POST', f'/v1/games/{self.current()}/talk', {'text': text})
        return 'said'

    def move(self, words):
        made = self.server.ask('POST', f'/v1/games/{self.current()}/moves', {'words': words})
        return f'done: {", ".join(event["type"] for event in made["events"])}'

    def current(self):
        """The game that is talked about; where none was named, the most urgent one."""
        if self.game is None:
            items = self.server.ask('GET', '/v1/me/games')['items']
            if not items:
                raise Problem(404, {'detail': 'you have no games'})
            self.game = items[0]['game']['id']
        return self.game

    # ---- what happens

    def follow(self):
        """Tells the chat what happens in all games, for as long as the program runs."""
        for _, news in self.server.stream('/v1/me/events'):
            if 'talk' in news:
                talk = news['talk']
                if talk['account'] != self.name:
                    self.chat.say(f'[{news["game"]}] {talk["account"] or "somebody"}: {talk["text"]}')
            elif news['event']['seq'] > self.told.get(news['game'], 0):
                self.tell(news['game'], news['event']['seq'])

    def tell(self, game, seq):
        """What has happened up to now, in one piece: events come in bursts."""
        since = self.told.get(game, seq - 1)
        recap = self.server.ask('GET', f'/v1/games/{game}/recap?since={since}')
        self.told[game] = recap['to']
        self.chat.say('\n'.join([f'[{game}] {sentence["text"]}' for sentence in recap['sentences']]
                                + [f'[{game}] {self.waiting(game, recap)}']))

    def waiting(self, game, recap):
        seats = self.server.ask('GET', f'/v1/games/{game}')['seats']
        owed = [f'{seats[one["player"]].get("account") or seats[one["player"]]["color"]} ({one["decision"]})'
                for one in recap['waiting_for']]
        return f'waiting for {", ".join(owed)}' if owed else 'the game is waiting for nobody'


def main():
    server, chat = Server(), Terminal()
    if server.token is None:
        sys.exit('chat_bot.py: HEXPOST_TOKEN is not set')
    bot = Bot(server, chat)
    threading.Thread(target=bot.follow, daemon=True).start()
    for line in chat.lines():
        if line:
            chat.say(bot.answer(line))


if __name__ == '__main__':
    main()
