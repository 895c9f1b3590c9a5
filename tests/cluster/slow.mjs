// SPDX-License-Identifier: AGPL-3.0-or-later
// A slower path to a server's socket: slow.mjs SOCKET TO MS listens on SOCKET, and passes on all data in both
// directions after this many milliseconds. Prints "ready" and runs until it is ended.
import { connect, createServer } from 'node:net';

const [socket, to, ms] = process.argv.slice(2);

function hand(from, target) {
    from.on('data', (bytes) => { setTimeout(() => { if (!target.destroyed) target.write(bytes); }, Number(ms)); });
    from.on('close', () => target.destroy());
    from.on('error', () => target.destroy());
}

createServer((client) => {
    const server = connect(to);
    hand(client, server);
    hand(server, client);
}).listen(socket, () => console.log('ready'));
