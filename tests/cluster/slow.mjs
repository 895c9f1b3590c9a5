// SPDX-License-Identifier: AGPL-3.0-or-later
// A way to a server's socket that takes longer: slow.mjs SOCKET TO MS listens on SOCKET, and hands on what comes
// either way after so many milliseconds. Says "ready" and goes on until it is ended.
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
