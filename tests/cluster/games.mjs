// SPDX-License-Identifier: AGPL-3.0-or-later
// Games that are played over whichever process responds, and what must be in their logs afterwards.
import { randomUUID } from 'node:crypto';
import { report } from '../openapi/count.mjs';
import { choose } from '../openapi/player.mjs';

const that = (name, holds, said = '') => report(name, holds ? [] : [`it does not hold: ${JSON.stringify(said)}`]);

export class Games {
    #cluster;
    #chance;

    constructor(cluster, chance) {
        this.#cluster = cluster;
        this.#chance = chance;
    }

    async signUp(name) {
        return (await this.#cluster.need('POST', '/v1/accounts', { json: { name } })).token;
    }

    /** A game of two people and a bot, which does not end by points. */
    async begin(number) {
        const tokens = { 0: await this.signUp(`Ann ${number}`), 1: await this.signUp(`Bob ${number}`) };
        const { id } = await this.#cluster.need('POST', '/v1/games', {
            token: tokens[0], json: { rules: { game: 'base', players: 3, victory_points: 30 }, seats: [{ account: 'me' }, { open: true }, { bot: 'random' }] },
        });
        await this.#cluster.need('POST', `/v1/games/${id}/join`, { token: tokens[1] });
        return { id, at: `/v1/games/${id}`, tokens, answered: [], seen: new Map(), late: [] };
    }

    /** Makes one move if a player here is waited for. The key is kept for whichever process finally makes it. */
    async moveOnce(game) {
        const state = await this.#cluster.need('GET', game.at, { token: game.tokens[0] });
        const seat = state.waiting_for.map(({ player }) => player).find((player) => game.tokens[player]);
        if (seat === undefined) {
            await this.#cluster.ask('GET', `${game.at}/events?after=${state.seq}&wait=2`, { token: game.tokens[0] });
            return;
        }
        const token = game.tokens[seat];
        const listed = await this.#cluster.need('GET', `${game.at}/actions`, { token });
        const view = await this.#cluster.need('GET', `${game.at}/view`, { token });
        const action = choose(this.#chance, listed.actions, view, seat);
        if (!action) return;
        const { status, body } = await this.#cluster.ask('POST', `${game.at}/moves`, { token, key: randomUUID(), json: { action, seq: listed.seq } });
        if (status === 201) game.answered.push({ seq: listed.seq + 1, type: action.type, player: seat, at: Date.now() });
        else if (status !== 409 && status !== 422) report('a move is answered', [`${status} ${JSON.stringify(body)}`]);
    }

    async logOf(game) {
        const events = [];
        for (;;) {
            const { items: more } = await this.#cluster.need('GET', `${game.at}/events?after=${events.length}&limit=200`, { token: game.tokens[0] });
            if (more.length === 0) return events;
            events.push(...more);
        }
    }

    /** An acknowledged move is at its place in the log, and nothing else by the same player. */
    judge(game, events) {
        that('there is no gap', events.every((event, at) => event.seq === at + 1), events.length);
        const wrong = game.answered.filter(({ seq, type, player }) => events[seq - 1]?.type !== type || events[seq - 1]?.player !== player);
        that('each move that was answered is in the log', wrong.length === 0, wrong.map((move) => ({ ...move, there: events[move.seq - 1] })).slice(0, 3));
        that('no two answers name one event', new Set(game.answered.map(({ seq }) => seq)).size === game.answered.length);
    }
}
