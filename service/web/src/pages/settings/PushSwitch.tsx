// SPDX-License-Identifier: AGPL-3.0-or-later
// Turns web push on and off for this browser, and lists the other browsers that get messages. It only needs a signed-in
// user: <PushSwitch />. A session opened by a link in a mail can use it as well.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { api } from '../../lib/api';
import { loadPush, type PushHere, type PushState, pushHere, turnOff, turnOn } from '../../lib/push';
import { useMe } from '../../lib/session';
import { moment, texts } from '../../texts';
import { toast, toastError } from '../../ui/toast';
import { Install } from './Install';
import { type Fetched, AsyncContent, ConfirmButton, useFetched } from '../../ui/forms';

function DeviceRow({ item, here, of }: { item: PushState['subscriptions'][number]; here: boolean; of: Fetched<PushState> }): JSX.Element {
    const t = texts().push;
    const [busy, setBusy] = useState(false);
    const remove = async (): Promise<void> => {
        setBusy(true);
        try {
            await api.DELETE('/v1/me/push/{push_id}', { params: { path: { push_id: item.id } } });
            if (here) await turnOff();
            await of.reload();
        } catch (fault) {
            toastError(fault);
        } finally {
            setBusy(false);
        }
    };
    return (
        <li data-push={item.id}>
            <span>
                <b data-words="">{item.name ?? t.unnamed}</b> {here && <span class="mark" data-part="this-device">{t.here}</span>}
                <br />
                <span class="quiet">{[t.by(item.host), t.since(moment(item.created_at)), item.last_sent_at ? t.last(moment(item.last_sent_at)) : t.never].join(' · ')}</span>
            </span>
            <ConfirmButton name="push-remove" label={t.remove} sure={t.removeSure} disabled={busy} onDo={() => void remove()} />
        </li>
    );
}

function Switch({ of, account, here, setHere }: { of: Fetched<PushState>; account: string; here: PushHere; setHere: (here: PushHere) => void }): JSX.Element {
    const t = texts().push;
    const [busy, setBusy] = useState(false);
    const mine = of.value?.subscriptions.find((item) => item.this_session);
    const on = here === 'on' && mine !== undefined;
    const change = async (): Promise<void> => {
        setBusy(true);
        try {
            if (on) {
                await api.DELETE('/v1/me/push/{push_id}', { params: { path: { push_id: mine.id } } });
                await turnOff();
                setHere('off');
            } else if (of.value) {
                setHere(await turnOn(account, of.value.public_key));
            }
            await of.reload();
        } catch (fault) {
            // The texts of the browser's own refusals do not help the user.
            if (fault instanceof DOMException) toast(t.failed, true);
            else toastError(fault);
        } finally {
            setBusy(false);
        }
    };
    return (
        <>
            <p role="status">{on ? t.isOn : t.isOff}</p>
            <p>
                <button type="button" class={on ? undefined : 'main'} data-do={on ? 'push-off' : 'push-on'} disabled={busy} onClick={() => void change()}>
                    {on ? t.off : t.on}
                </button>
            </p>
        </>
    );
}

export default function PushSwitch(): JSX.Element {
    const t = texts().push;
    const account = useMe()?.id;
    const of = useFetched(loadPush, [account]);
    const [here, setHere] = useState<PushHere | null>(null);
    useEffect(() => {
        const look = (): void => {
            if (account) pushHere(account).then(setHere, toastError);
        };
        look();
        // The permission may have been changed in the browser's settings in the meantime.
        addEventListener('focus', look);
        return () => removeEventListener('focus', look);
    }, [account]);
    const can = here === 'on' || here === 'off';
    return (
        <AsyncContent of={of}>
            {(state) => (
                <div class="settings-stack">
                    <section class="sheet push">
                        <h3>{t.title}</h3>
                        <p>{t.why}</p>
                        {can && account && <Switch of={of} account={account} here={here} setHere={setHere} />}
                        {!can && here && <p role="status">{t[here]}</p>}
                        <Install />
                    </section>
                    {state.subscriptions.length > 0 && (
                        <section class="sheet">
                            <h3>{t.others}</h3>
                            <ul class="things">
                                {state.subscriptions.map((item) => (
                                    <DeviceRow key={item.id} item={item} here={item.this_session} of={of} />
                                ))}
                            </ul>
                        </section>
                    )}
                </div>
            )}
        </AsyncContent>
    );
}
