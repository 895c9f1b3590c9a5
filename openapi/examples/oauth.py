#!/usr/bin/env python3
# SPDX-License-Identifier: AGPL-3.0-or-later
"""A program for other people: they let it in, and it never sees their passwords or tokens of their own.

Shows OAuth 2 both ways: through a browser on the same machine (a code with PKCE, which comes back to an address
that this program listens at), and for a device without one (eight letters that are typed elsewhere). Then it
plays the part of an app: it keeps the tokens in a file that only its user can read, renews them when they end,
and gives them back.

    python3 oauth.py --register 'My program'    once, with HEXPOST_TOKEN of your account: prints a client_id
    python3 oauth.py CLIENT_ID                  prints an address to open in a browser
    python3 oauth.py CLIENT_ID --device         prints letters, and where to type them
    python3 oauth.py CLIENT_ID --forget         gives back what it was given

HEXPOST_URL says where the server is (http://127.0.0.1:8080). The tokens are kept in the file of --keep.
"""
import argparse
import base64
import hashlib
import http.server
import json
import os
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request

from client import Problem, Server

SCOPES = 'game:read game:play'  # as few as the program needs: people are asked about each of them
EARLY = 60  # seconds before its end at which a token is renewed


def main():
    options = read_options()
    server = Server()
    if options.register:
        app = server.ask('POST', '/v1/apps', {'name': options.register, 'redirects': ['http://127.0.0.1/back']})
        print(app['client_id'])
        return
    app = App(server.url, options.client, options.keep)
    if options.forget:
        app.forget()
        print('given back')
        return
    if not app.tokens:
        app.ask_device() if options.device else app.ask_browser()
    me = app.server().ask('GET', '/v1/me')
    games = app.server().ask('GET', '/v1/me/games')['items']
    print(f'let in by {me["name"]}, who has {len(games)} games; may {app.tokens["scope"]}')


def read_options():
    parser = argparse.ArgumentParser(description='A program that people let in.')
    parser.add_argument('client', nargs='?', help='the client_id that --register has printed')
    parser.add_argument('--register', metavar='NAME', help='make a new app of this name')
    parser.add_argument('--device', action='store_true', help='as on a device without a browser')
    parser.add_argument('--forget', action='store_true', help='end what was allowed')
    parser.add_argument('--keep', default=os.path.expanduser('~/.hexpost-oauth.json'), help='the file of the tokens')
    options = parser.parse_args()
    if not options.client and not options.register:
        parser.error('a client_id is missing; --register makes one')
    return options


class Refused(Exception):
    """An answer of the token endpoint that says no (RFC 6749, 5.2)."""

    def __init__(self, body):
        super().__init__(f'{body.get("error")}: {body.get("error_description", "")}')
        self.code = body.get('error')


class App:
    def __init__(self, url, client, keep):
        self.client = client
        self.file = keep
        self.tokens = self._kept()
        with urllib.request.urlopen(f'{url}/.well-known/oauth-authorization-server') as answer:
            self.about = json.load(answer)  # all addresses stand in there (RFC 8414)
        self.url = url

    def ask_browser(self):
        """A code with PKCE: only who has the verifier can use the code, whoever else has seen it (RFC 7636)."""
        verifier = secrets.token_urlsafe(48)
        challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b'=').decode()
        state = secrets.token_urlsafe(16)
        with Listener() as listener:
            address = f'http://127.0.0.1:{listener.server_port}/back'  # any port counts as registered (RFC 8252)
            print('open ' + self.about['authorization_endpoint'] + '?' + urllib.parse.urlencode({
                'response_type': 'code', 'client_id': self.client, 'redirect_uri': address, 'scope': SCOPES,
                'state': state, 'code_challenge': challenge, 'code_challenge_method': 'S256'}), flush=True)
            back = listener.wait()
        # What comes with another state was begun by somebody else, and what has another issuer is no answer of ours.
        if back.get('state') != state or back.get('iss') != self.about['issuer']:
            raise SystemExit('an answer that was not asked for')
        if 'error' in back:
            raise SystemExit(f'not let in: {back["error"]}')
        self._keep(self._post('token_endpoint', grant_type='authorization_code', code=back['code'],
                              redirect_uri=address, code_verifier=verifier))

    def ask_device(self):
        """Letters to be typed on another machine (RFC 8628)."""
        device = self._post('device_authorization_endpoint', scope=SCOPES)
        print(f'type {device["user_code"]} at {device["verification_uri"]}', flush=True)
        pause = device.get('interval', 5)
        until = time.monotonic() + device['expires_in']
        while time.monotonic() < until:
            time.sleep(pause)
            try:
                self._keep(self._post('token_endpoint', device_code=device['device_code'],
                                      grant_type='urn:ietf:params:oauth:grant-type:device_code'))
                return
            except Refused as refusal:
                if refusal.code == 'slow_down':
                    pause += 5
                elif refusal.code != 'authorization_pending':
                    raise SystemExit(f'not let in: {refusal.code}') from None
        raise SystemExit('nobody has typed the letters')

    def server(self):
        """Requests as whoever has let the program in; the token is renewed where it is about to end."""
        if self.tokens['ends_at'] < time.time() + EARLY:
            # Each refresh token is good once: the new one is kept before anything else is done.
            self._keep(self._post('token_endpoint', grant_type='refresh_token',
                                  refresh_token=self.tokens['refresh_token']))
        return Server(self.url, self.tokens['access_token'])

    def forget(self):
        if self.tokens:
            self._post('revocation_endpoint', token=self.tokens['refresh_token'])
            os.remove(self.file)

    def _post(self, endpoint, **form):
        """A form to one of the server's addresses. No secret goes along: a program that others can read has none."""
        body = urllib.parse.urlencode({'client_id': self.client, **form}).encode()
        try:
            with urllib.request.urlopen(self.about[endpoint], body) as answer:
                return json.loads(answer.read() or b'null')
        except urllib.error.HTTPError as refusal:
            with refusal:
                raise Refused(json.load(refusal)) from None

    def _kept(self):
        try:
            with open(self.file, encoding='utf-8') as file:
                return json.load(file)
        except FileNotFoundError:
            return None

    def _keep(self, tokens):
        self.tokens = {**tokens, 'ends_at': time.time() + tokens['expires_in']}
        # Written whole beside it, then put in its place: a crash in between loses nothing.
        with open(self.file + '.new', 'w', encoding='utf-8', opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            json.dump(self.tokens, file)
        os.replace(self.file + '.new', self.file)


class Listener(http.server.HTTPServer):
    """Waits on this machine for the browser to come back."""

    def __init__(self):
        super().__init__(('127.0.0.1', 0), Back)
        self.query = None

    def wait(self):
        while self.query is None:
            self.handle_request()
        return dict(urllib.parse.parse_qsl(self.query))


class Back(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        path, _, query = self.path.partition('?')
        if path != '/back':  # browsers ask for a picture as well
            self.send_error(404)
            return
        self.server.query = query
        self.send_response(200)
        self.send_header('Content-Type', 'text/plain; charset=utf-8')
        self.end_headers()
        self.wfile.write('Done. You can close this page.\n'.encode())

    def log_message(self, *_):  # the code stands in the address: it belongs in no log
        pass


if __name__ == '__main__':
    try:
        main()
    except (Problem, Refused) as trouble:
        raise SystemExit(f'{trouble}') from None
