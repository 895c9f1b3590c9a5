// SPDX-License-Identifier: AGPL-3.0-or-later
// The moves that cost a player most, what was better and why, on the board, and a table game that goes on from there.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../lib/api';
import { navigate } from '../../lib/router';
import { language, texts } from '../../texts';
import { formatter } from '../../texts/format';
import type { GameMistakes } from '../../types';
import { useFetched } from '../../ui/forms';
import { faultText, toastError } from '../../ui/toast';
import type { Listed } from '../actions/fields';
import { type Advice, adviceOf, moveText } from '../coach/advice';
import { ownSeat, seatName, useGame } from '../state/context';

type Mistake = GameMistakes['mistakes'][number];

const certain = 1000;

const less = (thousandths: number): string => formatter(Intl.NumberFormat, language(), { style: 'percent', maximumFractionDigits: 0 }).format(-thousandths / certain);

/** A table game of the reader's with the same log up to event AFTER; returns its id. */
async function replayFrom(game: string, after: number): Promise<string> {
    const record = (await unwrap(api.GET('/v1/games/{id}/record', { params: { path: { id: game } } }))) as { events: { seq: number }[] };
    const cut = { ...record, events: record.events.filter(({ seq }) => seq <= after), result: null };
    const made = await unwrap(api.POST('/v1/games', { body: { mode: 'table', record: cut } as never }));
    return (made as { id: string }).id;
}

function Buttons({ after, places }: { after: number; places: Advice['places'] }): JSX.Element {
    const { store, playhead, guide } = useGame();
    const [asking, setAsking] = useState(false);
    const look = (): void => {
        playhead.go(after);
        guide.show(places.map((place) => ({ place, reasons: [] })), after);
    };
    const retry = async (): Promise<void> => {
        setAsking(true);
        try {
            navigate(`/games/${await replayFrom(store.id, after)}`);
        } catch (fault) {
            toastError(fault);
            setAsking(false);
        }
    };
    return (
        <div class="row">
            <button type="button" data-do="look" onClick={look}>
                {texts().learning.moments.look}
            </button>
            <button type="button" data-do="retry" title={texts().game.fromHereWhat} disabled={asking} onClick={() => void retry()}>
                {texts().game.fromHere}
            </button>
        </div>
    );
}

function MomentItem({ mistake: { turn, after, cost, played, better } }: { mistake: Mistake }): JSX.Element {
    const { state } = useGame();
    const t = texts().learning.moments;
    const advice = adviceOf(state, better, turn > 0);
    const moves = [better, ...better.then].map(({ action }) => moveText(state, action as Listed));
    return (
        <li data-moment={after}>
            <h4>{turn > 0 ? t.cost(turn, less(cost)) : t.costEarly(less(cost))}</h4>
            <p>{t.played(moveText(state, played.action as Listed))}</p>
            <p>{t.better(moves.join(' → '))}</p>
            {better.chance === certain ? (
                <p>{t.won}</p>
            ) : (
                <ul class="coach-reasons">
                    {advice.reasons.map(({ about, text }) => (
                        <li key={about}>{text}</li>
                    ))}
                </ul>
            )}
            <Buttons after={after} places={advice.places} />
        </li>
    );
}

function MomentList({ seat }: { seat: number }): JSX.Element {
    const { store } = useGame();
    const { value: found, fault } = useFetched(() => unwrap(api.GET('/v1/games/{id}/mistakes', { params: { path: { id: store.id }, query: { seat } } })), [store, seat]);
    if (!found) return fault ? <p class="bad">{faultText(fault)}</p> : <div class="loading" aria-busy="true" />;
    if (found.mistakes.length === 0) return <p class="quiet">{texts().learning.moments.none}</p>;
    return (
        <ol>
            {found.mistakes.map((mistake) => (
                <MomentItem key={mistake.seq} mistake={mistake} />
            ))}
        </ol>
    );
}

export default function Moments(): JSX.Element {
    const { state } = useGame();
    const [seat, setSeat] = useState(ownSeat(state) ?? state.game.result?.winner ?? 0);
    const t = texts().learning.moments;
    return (
        <div class="moments" data-part="moments">
            <label>
                {t.whose}{' '}
                <select value={seat} onChange={(event) => setSeat(Number(event.currentTarget.value))}>
                    {state.view.players.map((player) => (
                        <option key={player.seat} value={player.seat}>
                            {seatName(state, player.seat)}
                        </option>
                    ))}
                </select>
            </label>
            <MomentList seat={seat} />
            <p class="quiet">{t.from}</p>
        </div>
    );
}
