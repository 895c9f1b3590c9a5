// SPDX-License-Identifier: AGPL-3.0-or-later
// Takes every connection of a PostgreSQL server, and each one that becomes free, until it is ended.
import { connect } from 'node:net';

const PROTOCOL = 196608;
/** How long after a refusal it tries the next connection, in ms. */
const againMs = 20;
/** How many it requests at a time. */
const atOnce = 8;

function begin(database) {
    const text = Buffer.from(`user\0hexpost\0database\0${database}\0\0`);
    const head = Buffer.alloc(8);
    head.writeInt32BE(8 + text.length, 0);
    head.writeInt32BE(PROTOCOL, 4);
    return Buffer.concat([head, text]);
}

function query(sql) {
    const text = Buffer.from(`${sql}\0`);
    const head = Buffer.alloc(5);
    head.write('Q');
    head.writeInt32BE(4 + text.length, 1);
    return Buffer.concat([head, text]);
}

export class Crowd {
    #sockets = new Set();
    #leaving = false;
    #refused;

    /** Of the server whose socket is in the folder. */
    constructor(folder, database) {
        this.folder = folder;
        this.database = database;
    }

    get count() {
        return this.#sockets.size;
    }

    /** Starts, and stays: when this resolves, a connection has been refused. */
    async come() {
        await new Promise((done) => {
            this.#refused = done;
            for (let i = 0; i < atOnce; i += 1) this.#one();
        });
        return this;
    }

    /** One connection; then the next one, whether it was accepted or not. */
    #one() {
        if (this.#leaving) return;
        const socket = connect(`${this.folder}/.s.PGSQL.5432`);
        let said = Buffer.alloc(0);
        let given = false;
        socket.on('connect', () => socket.write(begin(this.database)));
        socket.on('data', (bytes) => {
            said = Buffer.concat([said, bytes]).subarray(-4096);
            if (given) return;
            if (said.includes('53300')) this.#refused();
            // ready for a query: its last message, of which the length is always five
            if (said.length < 6 || said.at(-6) !== 'Z'.charCodeAt(0)) return;
            given = true;
            this.#sockets.add(socket);
            this.#one();
        });
        socket.on('error', () => {});
        socket.on('close', () => {
            this.#sockets.delete(socket);
            setTimeout(() => this.#one(), againMs);
        });
    }

    /** Makes the server do something over one of its connections, without waiting for the result. */
    tell(sql) {
        [...this.#sockets][0].write(query(sql));
    }

    leave() {
        this.#leaving = true;
        for (const socket of this.#sockets) socket.destroy();
    }
}
