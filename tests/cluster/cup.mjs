// SPDX-License-Identifier: AGPL-3.0-or-later
// A tournament that any process moves on: each round is paired once, and each of its games is made once.
import { report } from '../openapi/count.mjs';

const that = (name, holds, said = '') => report(name, holds ? [] : [`it does not hold: ${JSON.stringify(said)}`]);
const players = 12;
const seats = 4;
const patienceMs = 60000;
const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });

export class Cup {
    #cluster;
    #games;
    #token;
    #rounds = 1;

    constructor(cluster, games) {
        this.#cluster = cluster;
        this.#games = games;
    }

    /** Starts when it is full. */
    async begin() {
        this.#token = await this.#games.signUp('Organiser');
        const { id } = await this.#cluster.need('POST', '/v1/tournaments', { token: this.#token, json: { name: 'Cluster Cup', format: 'swiss', rules: { game: 'base' }, rounds: 20, players: { min: players, max: players } } });
        this.at = `/v1/tournaments/${id}`;
        for (let i = 0; i < players; i += 1) await this.#cluster.need('POST', `${this.at}/join`, { token: await this.#games.signUp(`Cup ${i}`), json: {} });
        return this;
    }

    /** Waits until the games of the last round are made, each at one table. */
    async made() {
        for (const until = Date.now() + patienceMs; Date.now() < until; await pause(100)) {
            const rounds = await this.#cluster.need('GET', `${this.at}/rounds`, { token: this.#token });
            const { tables } = rounds.at(-1) ?? { tables: [] };
            if (rounds.length === this.#rounds && tables.length > 0 && tables.every(({ game }) => game)) return rounds;
        }
        report('each game of a round is made', [this.#cluster.sql('SELECT round, number, game_id FROM tournament_tables ORDER BY 1, 2')]);
        return [];
    }

    /** Ends the last round, so that the next one is paired. */
    async goOn() {
        const rounds = await this.made();
        for (const { game } of rounds.at(-1)?.tables ?? []) await this.#cluster.need('POST', `${this.at}/games/${game}/result`, { token: this.#token, json: { winner: 0, points: [10, 8, 7, 5], reason: 'Played at a table.' } });
        this.#rounds += 1;
    }

    async judge() {
        const rounds = await this.made();
        that('each round is paired once', rounds.every(({ tables }) => tables.length === players / seats && new Set(tables.flatMap((table) => table.seats)).size === players), rounds.map(({ tables }) => tables.map((table) => table.seats)));
        const made = Number(this.#cluster.sql("SELECT count(*) FROM games WHERE name LIKE 'Cluster Cup%'"));
        that('each game is made once', made === (rounds.length * players) / seats, [made, rounds.length]);
        console.log(`a tournament: ${rounds.length} rounds, ${made} games`);
    }
}
