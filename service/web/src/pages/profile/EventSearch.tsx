// SPDX-License-Identifier: AGPL-3.0-or-later
// Searches a player's events in all games that the reader can see.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../lib/api';
import { Link } from '../../lib/router';
import { language, moment, texts } from '../../texts';
import type { ActionType, GameEvent, Game } from '../../types';
import { Choice, Field } from '../../ui/Field';
import { toastError } from '../../ui/toast';

type Type = GameEvent['type'];
type Order = 'newest' | 'oldest';
interface Item {
    game: Game;
    event: GameEvent;
}
interface EventPage {
    items: Item[];
    next: string | null;
}
interface Wanted {
    type: Type | '';
    from: string;
    to: string;
    order: Order;
}

const types: ActionType[] = [
    'roll', 'build_settlement', 'build_city', 'build_road', 'move_robber', 'discard', 'maritime_trade', 'confirm_trade', 'buy_dev_card', 'play_dev_card',
    'build_knight', 'promote_knight', 'move_knight', 'displace_knight', 'chase_robber', 'build_city_wall', 'improve_city', 'play_progress_card', 'resign',
];
const pageSize = 50;
const dayMs = 86400000;
/** The start of a day in the reader's time zone, or of the day that many days later. */
const dayStart = (day: string, later = 0): string => new Date(new Date(`${day}T00:00:00`).getTime() + later * dayMs).toISOString();

async function find(account: string, { type, from, to, order }: Wanted, cursor: string | null): Promise<EventPage> {
    const query = { account, order, limit: pageSize, sentences: language(), ...(type && { type }), ...(from && { after: dayStart(from) }), ...(to && { before: dayStart(to, 1) }), ...(cursor && { cursor }) };
    const { items, next } = (await unwrap(api.GET('/v1/events', { params: { query } }))) as { items: { game: string; event: GameEvent }[]; next: string | null };
    const ids = [...new Set(items.map(({ game }) => game))];
    const games = new Map(await Promise.all(ids.map(async (id) => [id, (await unwrap(api.GET('/v1/games/{id}', { params: { path: { id } } }))) as Game] as const)));
    return { items: items.flatMap(({ game, event }) => ({ game: games.get(game) as Game, event })), next };
}

function EventRow({ item: { game, event } }: { item: Item }): JSX.Element {
    return (
        <li data-type={event.type}>
            <Link href={`/games/${game.id}?at=${event.seq}`}>{event.sentence?.text}</Link>{' '}
            <span class="quiet">
                {game.name ? `${game.name}, ` : ''}
                {moment(event.at)}
            </span>
        </li>
    );
}

function Filters({ wanted, setWanted, busy }: { wanted: Wanted; setWanted: (wanted: Wanted) => void; busy: boolean }): JSX.Element {
    const t = texts().making.found;
    const names = texts().play.actions;
    return (
        <>
            <div class="row found-filters" data-part="filters">
                <Choice label={t.type} value={wanted.type} options={[['', t.anything], ...types.map((type): [Type, string] => [type, names[type]])]} onChoose={(type) => setWanted({ ...wanted, type })} />
                <Choice label={t.order} value={wanted.order} options={Object.entries(t.orders) as [Order, string][]} onChoose={(order) => setWanted({ ...wanted, order })} />
                <Field label={t.from} type="date" name="from" value={wanted.from} onInput={(event) => setWanted({ ...wanted, from: event.currentTarget.value })} />
                <Field label={t.to} type="date" name="to" value={wanted.to} onInput={(event) => setWanted({ ...wanted, to: event.currentTarget.value })} />
            </div>
            <button type="submit" data-do="find-events" disabled={busy}>
                {t.find}
            </button>
        </>
    );
}

export function EventSearch({ name }: { name: string }): JSX.Element {
    const t = texts().making.found;
    const [wanted, setWanted] = useState<Wanted>({ type: '', from: '', to: '', order: 'newest' });
    const [asked, setAsked] = useState(wanted);
    const [page, setPage] = useState<EventPage | null>(null);
    const [busy, setBusy] = useState(false);
    const look = async (now: Wanted, known: EventPage | null): Promise<void> => {
        setBusy(true);
        try {
            const { items, next } = await find(name, now, known?.next ?? null);
            setAsked(now);
            setPage({ items: [...(known?.items ?? []), ...items], next });
        } catch (fault) {
            toastError(fault);
        } finally {
            setBusy(false);
        }
    };
    const submit = (event: SubmitEvent): void => {
        event.preventDefault();
        void look(wanted, null);
    };
    return (
        <section class="found">
            <h2>{t.title}</h2>
            <p class="quiet">{t.lead}</p>
            <form noValidate onSubmit={submit}>
                <Filters wanted={wanted} setWanted={setWanted} busy={busy} />
            </form>
            <div aria-live="polite">{page && page.items.length === 0 && <p>{page.next ? t.noneYet : t.none}</p>}</div>
            {page && (
                <ol data-list="found">
                    {page.items.map((item) => (
                        <EventRow key={`${item.game.id} ${item.event.seq}`} item={item} />
                    ))}
                </ol>
            )}
            {page?.next && (
                <button type="button" data-do="more-events" disabled={busy} onClick={() => void look(asked, page)}>
                    {t.more}
                </button>
            )}
        </section>
    );
}
