// SPDX-License-Identifier: AGPL-3.0-or-later
// What was sent to a webhook, and the results.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { api, unwrap } from '../../../lib/api';
import type { components } from '../../../schema';
import { moment, texts } from '../../../texts';
import { AsyncContent, useSubmit, useFetched } from '../../../ui/forms';

type Delivery = components['schemas']['Delivery'];
type DeliveryPage = { items: Delivery[]; next: string | null };

const pageSize = 20;
/** While a message is being delivered the list is polled, but not forever. */
const lookEveryMs = 1000;
const looksMax = 20;

const isOnItsWay = ({ state, attempts }: Delivery): boolean => state === 'sending' || (state === 'waiting' && attempts === 0);

async function load(webhook: string, cursor?: string): Promise<DeliveryPage> {
    const query = { limit: pageSize, ...(cursor === undefined ? {} : { cursor }) };
    const { items, next } = await unwrap(api.GET('/v1/webhooks/{webhook_id}/deliveries', { params: { path: { webhook_id: webhook }, query } }));
    return { items, next };
}

function DeliveryRow({ delivery, busy, onAgain }: { delivery: Delivery; busy: boolean; onAgain: () => void }): JSX.Element {
    const t = texts().settings.webhooks;
    const { type, state, status, detail, attempts, next_attempt_at, created_at } = delivery;
    const name = (t.eventNames as Record<string, string>)[type] ?? t.testMessage;
    return (
        <tr data-type={type} data-state={state}>
            <th scope="row">{name}</th>
            <td>{moment(created_at)}</td>
            <td>
                <b class={state === 'sent' ? 'good' : state === 'failed' ? 'bad' : undefined}>{t.states[state]}</b>{' '}
                <span class="quiet">{[status === null ? (detail ?? '') : String(status), attempts > 1 ? t.attempts(attempts) : '', next_attempt_at && attempts > 0 ? t.next(moment(next_attempt_at)) : ''].filter((part) => part !== '').join(' · ')}</span>
            </td>
            <td>
                {(state === 'sent' || state === 'dropped' || state === 'failed') && (
                    <button type="button" class="plain" data-do="redeliver" disabled={busy} onClick={onAgain}>
                        {t.redeliver}
                    </button>
                )}
            </td>
        </tr>
    );
}

export function Deliveries({ webhook, onEnd }: { webhook: string; onEnd: () => void }): JSX.Element {
    const t = texts().settings.webhooks;
    const page = useFetched(() => load(webhook), [webhook]);
    const { run, busy } = useSubmit();
    const [looks, setLooks] = useState(0);
    const waited = useRef(false);
    const waits = page.value?.items.some(isOnItsWay) ?? false;
    useEffect(() => {
        if (!waits && waited.current) onEnd();
        waited.current = waits;
        if (!waits || looks >= looksMax) return undefined;
        const timer = setTimeout(() => {
            setLooks(looks + 1);
            void page.reload();
        }, lookEveryMs);
        return () => clearTimeout(timer);
    }, [waits, looks, page.value]);
    const again = (id: string): void =>
        void run(async () => {
            await api.POST('/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver', { params: { path: { webhook_id: webhook, delivery_id: id } } });
            setLooks(0);
            await page.reload();
        }, t.underWay);
    const more = (known: DeliveryPage): void =>
        void run(async () => {
            const { items, next } = await load(webhook, known.next ?? undefined);
            page.set({ items: [...known.items, ...items], next });
        });
    return (
        <AsyncContent of={page}>
            {(value) => (
                <div class="deliveries">
                    <div class="scroll" tabIndex={0} role="region" aria-label={t.deliveries}>
                        <table>
                            <thead>
                                <tr>
                                    <th scope="col">{t.what}</th>
                                    <th scope="col">{t.when}</th>
                                    <th scope="col">{t.result}</th>
                                    <td />
                                </tr>
                            </thead>
                            <tbody>
                                {value.items.map((delivery) => (
                                    <DeliveryRow key={delivery.id} delivery={delivery} busy={busy} onAgain={() => again(delivery.id)} />
                                ))}
                            </tbody>
                        </table>
                    </div>
                    {value.items.length === 0 && <p class="quiet">{t.noDeliveries}</p>}
                    <div class="row">
                        <button type="button" class="plain" data-do="refresh" onClick={() => void page.reload()}>
                            {t.refresh}
                        </button>
                        {value.next && (
                            <button type="button" class="plain" data-do="more" disabled={busy} onClick={() => more(value)}>
                                {texts().common.more}
                            </button>
                        )}
                    </div>
                </div>
            )}
        </AsyncContent>
    );
}
