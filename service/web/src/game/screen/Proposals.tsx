// SPDX-License-Identifier: AGPL-3.0-or-later
// What others propose besides moves, above the board: a pause, a successor for a seat, a rematch. Each has a button to agree
// and one to hide it.
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { api, unwrap } from '../../lib/api';
import { list } from '../../lib/list';
import { navigate } from '../../lib/router';
import { currentMe } from '../../lib/session';
import type { components } from '../../schema';
import { moment, texts } from '../../texts';
import { useSubmit } from '../../ui/forms';
import { usePolled } from '../../ui/usePolled';
import { InGame, seatName, useGame } from '../state/context';
import type { GameState } from '../state/gameStore';
import { useMyGames } from '../state/myGames';
import { mySeat } from '../state/seats';

type Pause = components['schemas']['Pause'];
type Votes = components['schemas']['Votes'];
type Successor = components['schemas']['Successor'];

interface Proposal {
    /** Identifies it, so that a hidden proposal stays hidden. */
    key: string;
    text: string;
    /** Null if the reader has nothing to agree to. */
    agree: { label: string; run: () => Promise<unknown> } | null;
}

/** Proposals cause no events, so the page polls for them. */
const lookEveryMs = 15_000;
/** A pause that ends later than this was proposed without an end date. */
const openEndMs = 58 * 24 * 3600 * 1000;

const putAway = signal<ReadonlySet<string>>(new Set());

const names = (state: GameState, seats: number[]): string => list(seats.map((seat) => seatName(state, seat)));

function pauseOf(state: GameState, own: number, { paused, agreed, missing }: Pause): Proposal[] {
    const t = texts().proposals;
    if (paused || agreed.length === 0 || !missing.includes(own)) return [];
    const who = names(state, agreed.map(({ seat }) => seat));
    const until = agreed.map((one) => one.until).sort()[0] ?? '';
    const { id } = state.game;
    return [
        {
            key: `${id} pause ${who}`,
            text: Date.parse(until) - Date.now() > openEndMs ? t.pause(who) : t.pauseUntil(who, moment(until)),
            agree: { label: t.agree, run: async () => unwrap(api.POST('/v1/games/{id}/pause', { params: { path: { id } }, body: {} })) },
        },
    ];
}

/** What a vote wants, in words. */
function wantedText(state: GameState, seat: number, to: Successor, who: string): string {
    const t = texts().proposals;
    if (to === 'end') return t.end(who);
    if (to === 'bot') return t.bot(who, seatName(state, seat));
    return 'account' in to ? t.person(who, to.account, seatName(state, seat)) : t.clock(who);
}

/** Votes about other seats that the reader has not voted on, equal votes together; and votes about the reader's own seat. */
function votesOf(state: GameState, own: number, { seats }: Votes): Proposal[] {
    const t = texts().proposals;
    const { id } = state.game;
    return seats.flatMap(({ seat, votes }): Proposal[] => {
        if (votes.length === 0 || votes.some(({ by }) => by === own)) return [];
        if (seat === own) return [{ key: `${id} own ${votes.length}`, text: t.own, agree: null }];
        const { to } = votes[0] ?? { to: 'bot' };
        const same = votes.filter((vote) => JSON.stringify(vote.to) === JSON.stringify(to)).map(({ by }) => by);
        const run = async (): Promise<unknown> => unwrap(api.POST('/v1/games/{id}/votes', { params: { path: { id } }, body: { seat, to } }));
        return [{ key: `${id} vote ${seat} ${JSON.stringify(to)}`, text: wantedText(state, seat, to, names(state, same)), agree: { label: t.agree, run } }];
    });
}

/** Seats that are offered to a reader who has none. */
function offersOf({ game }: GameState, { seats }: Votes): Proposal[] {
    const t = texts().proposals;
    const name = currentMe()?.name;
    return seats
        .filter(({ offered_to: to }) => name !== undefined && to === name)
        .map(({ seat }) => ({ key: `${game.id} seat ${seat}`, text: t.seat, agree: { label: t.take, run: () => api.POST('/v1/games/{id}/seats/{seat}/take', { params: { path: { id: game.id, seat } } }) } }));
}

function useRematch(state: GameState): Proposal[] {
    const { games } = useMyGames();
    const t = texts().proposals;
    const { rematch } = state.game;
    const name = currentMe()?.name;
    const next = games?.find(({ game }) => game.id === rematch)?.game;
    if (next?.status !== 'open' || !next.seats.some(({ kind, account }) => kind === 'invited' && account === name)) return [];
    return [{ key: `${state.game.id} again`, text: next.creator === null || next.creator === undefined ? t.rematch : t.rematchBy(next.creator), agree: { label: t.join, run: async () => navigate(`/games/${next.id}/join`) } }];
}

function useProposals({ state, store }: InGame): { found: Proposal[]; again: () => void } {
    const own = mySeat(state);
    const active = state.game.status === 'active';
    const params = { path: { id: store.id } };
    const changed = [state.view.seq, state.game.status, state.game.paused?.until];
    const pause = usePolled(async () => (active && own !== null && state.game.clock ? unwrap(api.GET('/v1/games/{id}/pause', { params })) : null), changed, lookEveryMs);
    const votes = usePolled(async () => (active ? unwrap(api.GET('/v1/games/{id}/votes', { params })) : null), changed, lookEveryMs);
    const rematch = useRematch(state);
    const found = [
        ...(pause.value && own !== null ? pauseOf(state, own, pause.value) : []),
        ...(votes.value ? (own === null ? offersOf(state, votes.value) : votesOf(state, own, votes.value)) : []),
        ...rematch,
    ];
    const again = (): void => {
        void pause.reload();
        void votes.reload();
    };
    return { found: found.filter(({ key }) => !putAway.value.has(key)), again };
}

export default function Proposals(): JSX.Element | null {
    const inGame = useGame();
    const { found, again } = useProposals(inGame);
    const { run, busy } = useSubmit();
    const t = texts().proposals;
    const [one] = found;
    const { agree } = one ?? {};
    const answer = (): void =>
        void run(async () => {
            await agree?.run();
            await inGame.store.refresh();
            again();
        });
    return (
        <div role="status">
            {one && (
                <div class="proposal" data-part="proposal" data-proposal={one.key.split(' ')[1]}>
                    <p>{one.text}</p>
                    {agree && (
                        <button type="button" class="main" data-do="agree" disabled={busy} onClick={answer}>
                            {agree.label}
                        </button>
                    )}
                    <button type="button" data-do="put-away" onClick={() => (putAway.value = new Set([...putAway.value, one.key]))}>
                        {agree ? t.notNow : texts().common.ok}
                    </button>
                </div>
            )}
        </div>
    );
}
