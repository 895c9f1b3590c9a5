// SPDX-License-Identifier: AGPL-3.0-or-later
// What people look for, and looking for a game oneself: the server finds the others.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../lib/api';
import { navigate } from '../../lib/router';
import { useMe } from '../../lib/session';
import type { components } from '../../schema';
import { texts } from '../../texts';
import type { GameKind } from '../../types';
import { Check, Choice } from '../../ui/Field';
import { type Fetched, useFetched, useSubmit } from '../../ui/forms';
import { span } from '../../ui/time';
import { toast } from '../../ui/toast';

type Seek = components['schemas']['Seek'];

const day = 86400;
const paces = { daily: day, slow: 3 * day };
type Pace = keyof typeof paces;
const sizes = { '3': [3, 3], '3-4': [3, 4], '4': [4, 4] } as const;
type Size = keyof typeof sizes;
const hours = ['0', '4', '6', '8', '10', '12'];
const windows = ['0', '100', '200', '400'];

const load = async (): Promise<Seek[]> => (await unwrap(api.GET('/v1/seeks', { params: { query: {} } }))).items as Seek[];

/** "Base game · 3 to 4 players · 1 day per turn · rated" */
function describe({ settings, players, rated, shared_hours: shared }: Seek): string {
    const t = texts();
    const { rules, clock } = settings as { rules?: { game?: GameKind }; clock?: { turn?: number } };
    const count = players.min === players.max ? t.around.players(players.max) : t.making.seeks.between(players.min, players.max);
    return [t.around.games[rules?.game ?? 'base'], count, ...(clock?.turn ? [t.making.summary.clock(span(clock.turn))] : []), ...(rated ? [t.around.card.rated] : []), ...(shared > 0 ? [t.making.seeks.shared(shared)] : [])].join(' · ');
}

function Item({ seek, mayLook, onEnd }: { seek: Seek; mayLook: boolean; onEnd: () => void }): JSX.Element {
    const { run, busy } = useSubmit();
    const same = (): void => {
        const { settings, players, rated, shared_hours } = seek;
        void run(async () => {
            const made = await unwrap(api.POST('/v1/seeks', { body: { ...settings, players, rated, shared_hours } as never }));
            if (made.game) return navigate(`/games/${made.game}`);
            toast(texts().making.seeks.looking);
            return onEnd();
        });
    };
    const stop = (): void =>
        void run(async () => {
            await api.DELETE('/v1/seeks/{id}', { params: { path: { id: seek.id } } });
            onEnd();
        });
    return (
        <li data-seek={seek.id}>
            <span>{describe(seek)}</span>
            {!seek.mine && mayLook && (
                <button type="button" data-do="same-seek" disabled={busy} onClick={same}>
                    {texts().making.seeks.same}
                </button>
            )}
            {seek.mine && (
                <button type="button" data-do="end-seek" disabled={busy} onClick={stop}>
                    {texts().making.seeks.stop}
                </button>
            )}
        </li>
    );
}

function Form({ seeks }: { seeks: Fetched<Seek[]> }): JSX.Element {
    const t = texts();
    const words = t.making.seeks;
    const { run, busy } = useSubmit();
    const [game, setGame] = useState<GameKind>('base');
    const [size, setSize] = useState<Size>('3-4');
    const [pace, setPace] = useState<Pace>('daily');
    const [shared, setShared] = useState('0');
    const [near, setNear] = useState('0');
    const [rated, setRated] = useState(false);
    const look = (event: Event): void => {
        event.preventDefault();
        const [min, max] = sizes[size];
        void run(async () => {
            const made = await unwrap(api.POST('/v1/seeks', { body: { rules: { game }, clock: { turn: paces[pace] }, rated, players: { min, max }, rating_window: near === '0' ? null : Number(near), shared_hours: Number(shared) } }));
            if (made.game) return navigate(`/games/${made.game}`);
            toast(words.looking);
            return seeks.reload();
        });
    };
    const sizeNames: Record<Size, string> = { '3': t.around.players(3), '3-4': words.between(3, 4), '4': t.around.players(4) };
    return (
        <form class="columns" onSubmit={look}>
            <Choice label={t.making.what} value={game} options={Object.entries(t.around.games) as [GameKind, string][]} onChoose={setGame} />
            <Choice label={t.making.players} value={size} options={Object.entries(sizeNames) as [Size, string][]} onChoose={setSize} />
            <Choice label={t.making.pace} value={pace} options={(Object.keys(paces) as Pace[]).map((one) => [one, t.making.paces[one]])} onChoose={setPace} />
            <Choice label={words.hours} help={words.hoursHelp} value={shared} options={hours.map((n) => [n, n === '0' ? words.anyHours : words.shared(n)])} onChoose={setShared} />
            <Check name="seek-rated" label={t.making.rated} checked={rated} onChange={setRated} />
            {rated && <Choice label={words.near} value={near} options={windows.map((n) => [n, n === '0' ? words.anyRating : words.within(n)])} onChoose={setNear} />}
            <button type="submit" class="main" data-do="look-for-game" disabled={busy}>
                {words.look}
            </button>
        </form>
    );
}

export function Seeks(): JSX.Element | null {
    const t = texts().making.seeks;
    const me = useMe();
    const seeks = useFetched(load, [me?.id]);
    const items = seeks.value ?? [];
    const mayLook = Boolean(me && !me.guest);
    if (!mayLook && items.length === 0) return null;
    return (
        <section class="sheet seeks" data-part="seeks">
            <h2>{t.title}</h2>
            {items.length > 0 && (
                <ul class="things" data-list="seeks">
                    {items.map((seek) => (
                        <Item key={seek.id} seek={seek} mayLook={mayLook} onEnd={() => void seeks.reload()} />
                    ))}
                </ul>
            )}
            {mayLook && (
                <details>
                    <summary data-do="new-seek">{t.lead}</summary>
                    <Form seeks={seeks} />
                </details>
            )}
        </section>
    );
}
