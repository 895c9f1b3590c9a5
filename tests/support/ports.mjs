// SPDX-License-Identifier: AGPL-3.0-or-later
// Ports for programs that cannot choose a free one themselves.
import { connect, createServer } from 'node:net';

/* Below the range of ephemeral ports: a port in that range could be given to another test before the program binds it,
 * and a program that connects to it could even reach itself. */
const lowest = 20000;
const count = 10000;

const isFree = (port) => new Promise((done) => {
    const server = createServer();
    server.on('error', () => done(false));
    server.listen(port, '127.0.0.1', () => { server.close(() => done(true)); });
});

/** A port of this machine without a listener. */
export async function freePort() {
    for (;;) {
        const port = lowest + Math.floor(Math.random() * count);
        if (await isFree(port)) return port;
    }
}

/** Whether a server at PORT speaks first, as mail servers do, within MS milliseconds. */
export const greets = (port, ms = 2000) => new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    const tell = (answer) => { socket.destroy(); done(answer); };
    socket.setTimeout(ms, () => tell(false));
    socket.on('data', () => tell(true));
    for (const end of ['error', 'end', 'close']) socket.on(end, () => tell(false));
});
