// SPDX-License-Identifier: AGPL-3.0-or-later
// Ports for programs that cannot be told to take any free one.
import { connect, createServer } from 'node:net';

/* Below the range from which the system gives ports to those who ask for any. Within it the port could be given to
 * another test before the program takes it, and a program that tries to connect may even meet itself there. */
const lowest = 20000;
const count = 10000;

const isFree = (port) => new Promise((done) => {
    const server = createServer();
    server.on('error', () => done(false));
    server.listen(port, '127.0.0.1', () => { server.close(() => done(true)); });
});

/** A port of this machine on which nobody listens now. */
export async function freePort() {
    for (;;) {
        const port = lowest + Math.floor(Math.random() * count);
        if (await isFree(port)) return port;
    }
}

/** Whether somebody at PORT speaks first, as mail servers do, within MS milliseconds. */
export const greets = (port, ms = 2000) => new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    const tell = (answer) => { socket.destroy(); done(answer); };
    socket.setTimeout(ms, () => tell(false));
    socket.on('data', () => tell(true));
    for (const end of ['error', 'end', 'close']) socket.on(end, () => tell(false));
});
