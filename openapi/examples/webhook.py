#!/usr/bin/env python3
# SPDX-License-Identifier: AGPL-3.0-or-later
"""A webhook receiver: believes only what the server has signed, and takes each message once.

Shows how to verify Standard Webhooks signatures on the body as it came, in constant time, with more than
one secret while an old one is being replaced; how to refuse what is too old; and how to keep a message that
comes twice from being handled twice. Prints a line for each message.

    HEXPOST_WEBHOOK_SECRET=whsec_… python3 webhook.py --listen 127.0.0.1:8090

The secret is shown once, when the webhook is made (POST /v1/me/webhooks); two may be given with a space
between them. The server sends to https addresses on the public internet: have a proxy there speak TLS and
pass requests on to this program. On one machine `hexpost serve --hook-allow 127.0.0.1` also reaches
http://127.0.0.1:8090/.
"""
import argparse
import base64
import collections
import hashlib
import hmac
import http.server
import json
import os
import sys
import threading
import time

TOLERANCE = 300  # seconds that a message's clock may differ from ours
BODY_MAX = 64 << 10  # bytes; messages are far smaller
REMEMBERED = 10000  # ids of messages that have come; a real program keeps them with what it does about them


class Refused(Exception):
    """A request that is not from our server, or not from now."""


def main():
    parser = argparse.ArgumentParser(description='Receives webhooks of a Hexpost server.')
    parser.add_argument('--listen', default='127.0.0.1:8090', metavar='HOST:PORT')
    host, _, port = parser.parse_args().listen.rpartition(':')
    secrets = [decode_secret(text) for text in os.environ.get('HEXPOST_WEBHOOK_SECRET', '').split()]
    if not secrets:
        sys.exit('webhook.py: HEXPOST_WEBHOOK_SECRET is not set')
    server = http.server.ThreadingHTTPServer((host, int(port)), Receiver)
    server.inbox = Inbox(secrets)
    print('listening on http://%s:%d' % server.server_address[:2], flush=True)
    server.serve_forever()


def handle(message):
    """What is to be done about a message: here a line. Messages are thin; read on with a token."""
    data = message['data']
    parts = [message['timestamp'], message['type']]
    parts += [f'{name} {data[name]}' for name in ('game', 'seq', 'seats', 'deadline', 'status') if name in data]
    print(*parts, flush=True)


def decode_secret(text):
    return base64.b64decode(text.removeprefix('whsec_'), validate=True)


def verify(secrets, headers, body, now):
    """The id of the message that BODY is. Raises Refused unless one of the secrets signed it lately."""
    message_id, timestamp = headers.get('webhook-id', ''), headers.get('webhook-timestamp', '')
    signed = f'{message_id}.{timestamp}.'.encode() + body
    expected = [base64.b64encode(hmac.digest(secret, signed, hashlib.sha256)) for secret in secrets]
    given = [text.removeprefix('v1,').encode() for text in headers.get('webhook-signature', '').split()
             if text.startswith('v1,')]
    # compare_digest takes as long for a wrong signature as for a right one: none can be guessed byte by byte.
    if not any([hmac.compare_digest(one, other) for one in expected for other in given]):
        raise Refused('the signature is not ours')
    # What was signed once stays signed: only its time tells an old message that is sent again by somebody else.
    if not timestamp.isdecimal() or abs(now - int(timestamp)) > TOLERANCE:
        raise Refused('too old, or from the future')
    return message_id


class Inbox:
    """Messages that have come. Requests come on several threads."""

    def __init__(self, secrets):
        self.secrets = secrets
        self.seen = collections.OrderedDict()
        self.lock = threading.Lock()

    def take(self, headers, body):
        """Handles a message that is new. False where it has come before. Raises Refused."""
        message_id = verify(self.secrets, headers, body, time.time())
        with self.lock:
            if message_id in self.seen:
                return False
            handle(json.loads(body))
            self.seen[message_id] = True
            if len(self.seen) > REMEMBERED:
                self.seen.popitem(last=False)
        return True


class Receiver(http.server.BaseHTTPRequestHandler):
    timeout = 10  # seconds that a sender may keep us waiting

    def do_POST(self):
        length = self.headers.get('Content-Length', '')
        if not length.isdecimal() or int(length) > BODY_MAX:
            return self.answer(413, 'too large, or of unknown length')
        body = self.rfile.read(int(length))
        try:
            new = self.server.inbox.take(self.headers, body)
        except Refused as refusal:
            return self.answer(401, str(refusal))
        # The same id again is the same message: our first answer was lost, or somebody replays it. It is
        # answered as before, so that the server need not try once more, and nothing is done.
        return self.answer(204, 'taken' if new else 'seen before')

    def answer(self, status, why):
        self.send_response(status)
        self.send_header('Content-Length', '0')
        self.end_headers()
        if why != 'taken':
            print(f'{self.client_address[0]}: {status} {why}', file=sys.stderr, flush=True)

    def log_message(self, *_):
        """The line of each request is left out: `answer` tells of what is unusual."""


if __name__ == '__main__':
    main()
