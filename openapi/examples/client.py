# SPDX-License-Identifier: AGPL-3.0-or-later
"""What the examples share: requests to a Hexpost server, lists page by page, and event streams.

Python's standard library alone. Copy this file beside your own program, or take from it what you need:

    from client import Server, Problem
    server = Server()                                  # HEXPOST_URL and HEXPOST_TOKEN, or as given
    me = server.ask('GET', '/v1/me')
    for game in server.pages('/v1/games', status='active'): ...
    for kind, data in server.stream(f'/v1/games/{game}/events'): ...
"""
import http.client
import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

SILENCE = 60  # seconds until a connection counts as dead; a quiet stream shows signs of life more often
LONGEST_PAUSE = 30  # seconds between two attempts where the server does not say how many
PATIENCE = 300  # seconds of failures in a row until we give up


class Problem(Exception):
    """An answer that says no (RFC 9457). `code` is what a program compares; `body` has all there is."""

    def __init__(self, status, body, retry_after=None):
        super().__init__(f'{status} {body.get("type", "")}: {body.get("detail", "")}')
        self.status = status
        self.code = body.get('type', '').removeprefix('/problems/')
        self.body = body
        self.retry_after = retry_after


class Server:
    def __init__(self, url=None, token=None):
        self.url = (url or os.environ.get('HEXPOST_URL') or 'http://127.0.0.1:8080').rstrip('/')
        self.token = token or os.environ.get('HEXPOST_TOKEN')

    def sign_up(self, name):
        """Makes an account and works with its token from here on. The token is shown this once: keep it."""
        self.token = self.ask('POST', '/v1/accounts', {'name': name})['token']
        return self.token

    def ask(self, method, path, body=None):
        """One request; the answer's JSON, None where there is none. Raises Problem.

        Where the server is busy (429), unavailable (503) or cannot be reached, the request is sent again
        after the time that it asks for. One Idempotency-Key for all attempts makes that safe: whatever
        happened to the first answer, nothing is done twice.
        """
        headers = {'Content-Type': 'application/json', 'Idempotency-Key': str(uuid.uuid4())} if method == 'POST' else {}
        patience = Patience()
        while True:
            try:
                with self._open(method, path, body, headers) as answer:
                    return json.loads(answer.read() or b'null')
            except (Problem, OSError, http.client.HTTPException) as trouble:
                patience.wait_or_raise(trouble)

    def pages(self, path, **query):
        """All items of a list. While there is a `next`, or `more`, the same request with `cursor` reads on."""
        while True:
            page = self.ask('GET', f'{path}?{urllib.parse.urlencode(query)}')
            yield from page['items']
            if page['next'] is None or not page.get('more', True):
                return
            query['cursor'] = page['next']

    def stream(self, path, last_id=None):
        """Each message of an event stream as (event type, data), until the server has no more to tell.

        A connection that breaks, or is silent for longer than the server's signs of life allow, is made
        anew; Last-Event-ID has it go on where it was, so nothing is left out and nothing comes twice.
        """
        patience = Patience()
        while True:
            headers = {'Accept': 'text/event-stream'} | ({'Last-Event-ID': last_id} if last_id else {})
            try:
                with self._open('GET', path, None, headers) as answer:
                    if answer.status == 204:
                        return
                    patience = Patience()
                    for kind, message_id, data in messages(answer):
                        last_id = message_id or last_id
                        yield kind, json.loads(data)
                raise ConnectionError('the stream ended')
            except (Problem, OSError, http.client.HTTPException) as trouble:
                patience.wait_or_raise(trouble)

    def _open(self, method, path, body, headers):
        request = urllib.request.Request(self.url + path, method=method, headers=dict(headers),
                                         data=None if body is None else json.dumps(body).encode())
        if self.token:
            request.add_header('Authorization', f'Bearer {self.token}')
        try:
            return urllib.request.urlopen(request, timeout=SILENCE)
        except urllib.error.HTTPError as refusal:
            with refusal:
                raise Problem(refusal.code, as_problem(refusal.read()), refusal.headers.get('Retry-After')) from None


class Patience:
    """How long to wait after a failure: as long as the server says, else 1, 2, 4… seconds."""

    def __init__(self):
        self.until = time.monotonic() + PATIENCE
        self.pause = 1

    def wait_or_raise(self, trouble):
        if isinstance(trouble, Problem) and trouble.status not in (429, 502, 503, 504):
            raise trouble
        asked_for = getattr(trouble, 'retry_after', None) or ''
        pause = int(asked_for) if asked_for.isdigit() else self.pause
        if time.monotonic() + pause > self.until:
            raise trouble
        time.sleep(pause)
        self.pause = min(self.pause * 2, LONGEST_PAUSE)


def messages(lines):
    """Takes an event stream apart: (event type, id, data) for each message; comments are passed over."""
    kind, message_id, data = 'message', None, []
    for line in lines:
        line = line.decode().rstrip('\r\n')
        field, _, value = line.partition(':')
        value = value.removeprefix(' ')
        if line == '':
            if data:
                yield kind, message_id, '\n'.join(data)
            kind, message_id, data = 'message', None, []
        elif field == 'event':
            kind = value
        elif field == 'id':
            message_id = value
        elif field == 'data':
            data.append(value)


def as_problem(body):
    """The problem in a refusal's body. What a proxy in between answers need not be JSON."""
    try:
        problem = json.loads(body)
    except ValueError:
        problem = None
    return problem if isinstance(problem, dict) else {'detail': body[:200].decode(errors='replace')}
