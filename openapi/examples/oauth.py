#!/usr/bin/env python3
# SPDX-License-Identifier: AGPL-3.0-or-later
"""A program for other people: asks somebody for permission by OAuth 2, and lists their games.

Shows both ways: with a browser (a code, PKCE, an address on this machine that the browser comes back to), and without one
(eight letters that are typed elsewhere); then refreshing a token and giving it back. Needs an app, made once by its author:

    curl -s $HEXPOST_URL/v1/apps -H "Authorization: Bearer $HEXPOST_TOKEN" -H 'Content-Type: application/json' \\
      -d '{"name":"Lister","redirects":["http://127.0.0.1/back"]}' | jq -r .client_id

    python3 oauth.py CLIENT_ID                     prints an address to open in a browser, and waits for it
    python3 oauth.py CLIENT_ID --device            prints an address and eight letters to type there

HEXPOST_URL says where the server is (http://127.0.0.1:8080).
"""
import argparse
import base64
import hashlib
import hmac
import http.server
import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request

from client import Server

SCOPE = 'game:read'


class Refused(Exception):
    """What OAuth's endpoints say no with: `code` is what a program compares."""

    def __init__(self, answer):
        super().__init__(f'{answer.get("error")}: {answer.get("error_description", "")}')
        self.code = answer.get('error')


def discover(url):
    """Where the server's OAuth endpoints are (RFC 8414)."""
    with urllib.request.urlopen(f'{url}/.well-known/oauth-authorization-server') as answer:
        return json.loads(answer.read())


def post(url, **form):
    try:
        with urllib.request.urlopen(url, data=urllib.parse.urlencode(form).encode()) as answer:
            return json.loads(answer.read() or b'null')
    except urllib.error.HTTPError as refusal:
        with refusal:
            raise Refused(json.loads(refusal.read())) from None


def random_text():
    return base64.urlsafe_b64encode(os.urandom(32)).rstrip(b'=').decode()


class ComingBack(http.server.BaseHTTPRequestHandler):
    """The address that the browser comes back to."""

    def do_GET(self):
        target = urllib.parse.urlsplit(self.path)
        if target.path == '/back':
            self.server.answer = dict(urllib.parse.parse_qsl(target.query))
        self.send_response(200 if target.path == '/back' else 404)
        self.send_header('Content-Type', 'text/plain; charset=utf-8')
        self.end_headers()
        self.wfile.write(b'You can close this page.\n')

    def log_message(self, *args):
        pass  # the code stands in the address


def by_browser(site, client):
    """The tokens that a person gives us on the server's page."""
    verifier, state = random_text(), random_text()
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b'=').decode()
    with http.server.HTTPServer(('127.0.0.1', 0), ComingBack) as here:
        back = f'http://127.0.0.1:{here.server_port}/back'
        query = urllib.parse.urlencode({
            'response_type': 'code', 'client_id': client, 'redirect_uri': back, 'scope': SCOPE, 'state': state,
            'code_challenge': challenge, 'code_challenge_method': 'S256'})
        print(f'open {site["authorization_endpoint"]}?{query}', flush=True)
        here.answer = None
        while here.answer is None:
            here.handle_request()
    # Only what belongs to our own question, and comes from the server that we asked, counts.
    if not hmac.compare_digest(here.answer.get('state', ''), state) or here.answer.get('iss') != site['issuer']:
        raise SystemExit('that was no answer to our question')
    if 'error' in here.answer:
        raise Refused(here.answer)
    return post(site['token_endpoint'], grant_type='authorization_code', client_id=client,
                code=here.answer['code'], redirect_uri=back, code_verifier=verifier)


def by_letters(site, client):
    """The same for programs without a browser (RFC 8628)."""
    device = post(site['device_authorization_endpoint'], client_id=client, scope=SCOPE)
    print(f'open {device["verification_uri"]} and type {device["user_code"]}', flush=True)
    pause = device.get('interval', 5)
    while True:
        time.sleep(pause)
        try:
            return post(site['token_endpoint'], client_id=client, device_code=device['device_code'],
                        grant_type='urn:ietf:params:oauth:grant-type:device_code')
        except Refused as refusal:
            if refusal.code not in ('authorization_pending', 'slow_down'):
                raise
            pause += 5 if refusal.code == 'slow_down' else 0


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument('client', metavar='CLIENT_ID')
    options.add_argument('--device', action='store_true')
    options = options.parse_args()

    url = Server().url
    site = discover(url)
    tokens = (by_letters if options.device else by_browser)(site, options.client)
    # A refresh token is good once and brings the next one: keep that before anything else is done.
    tokens = post(site['token_endpoint'], grant_type='refresh_token', client_id=options.client,
                  refresh_token=tokens['refresh_token'])
    server = Server(url, tokens['access_token'])
    print(f'allowed by {server.ask("GET", "/v1/me")["name"]}: {tokens["scope"]}')
    for item in server.ask('GET', '/v1/me/games')['items']:
        print(f'game {item["game"]["id"]} {item["game"]["status"]}')
    post(site['revocation_endpoint'], client_id=options.client, token=tokens['refresh_token'])
    print('given back')


if __name__ == '__main__':
    main()
