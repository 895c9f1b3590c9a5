// SPDX-License-Identifier: AGPL-3.0-or-later
// The reader's identities on other platforms.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { api, unwrap } from '../../lib/api';
import type { components } from '../../schema';
import { moment, texts } from '../../texts';
import { toast } from '../../ui/toast';
import { CopyBox, type Fetched, AsyncContent, ConfirmButton, useSubmit, useFetched } from '../../ui/forms';

type Chat = components['schemas']['Chat'];
type Code = components['schemas']['ChatCode'];
type Platform = Chat['platform'];

/** While a code is waiting to be typed elsewhere, the page polls for it. */
const lookEveryMs = 4000;
const platforms: Platform[] = ['discord', 'telegram', 'slack', 'matrix', 'mattermost', 'zulip', 'rocketchat'];
/** What to write before the code. */
const commands: Record<Platform, string> = {
    discord: '/link',
    telegram: '/link',
    slack: '/hexpost link',
    matrix: 'link',
    mattermost: '/hexpost link',
    zulip: 'link',
    rocketchat: '!hex link',
};

const load = async (): Promise<Chat[]> => (await unwrap(api.GET('/v1/me/chats'))).items;

function Linked({ chats, of }: { chats: Chat[]; of: Fetched<Chat[]> }): JSX.Element {
    const t = texts().settings.chats;
    const { run, busy } = useSubmit();
    const unlink = (id: string): void =>
        void run(async () => {
            await api.DELETE('/v1/me/chats/{chat_id}', { params: { path: { chat_id: id } } });
            of.set(chats.filter((chat) => chat.id !== id));
        });
    return (
        <section class="sheet">
            <h3>{t.linked}</h3>
            {chats.length === 0 && <p class="quiet">{t.none}</p>}
            <ul class="things" data-list="chats">
                {chats.map(({ id, platform, name, created_at }) => (
                    <li key={id} data-platform={platform}>
                        <span>
                            <b>{t.platforms[platform]}</b> {name} <span class="quiet">{t.since(moment(created_at))}</span>
                        </span>
                        <ConfirmButton name="unlink" label={t.unlink} sure={t.unlinkSure} disabled={busy} onDo={() => unlink(id)} />
                    </li>
                ))}
            </ul>
        </section>
    );
}

/** Reports when the code has been used, and when it has expired. */
function useWaiting(code: Code | null, of: Fetched<Chat[]>, onDone: () => void): boolean {
    const [over, setOver] = useState(false);
    const known = of.value ?? [];
    useEffect(() => {
        setOver(false);
        if (!code) return undefined;
        const look = async (): Promise<void> => {
            if (Date.parse(code.expires_at) <= Date.now()) setOver(true);
            if (document.visibilityState !== 'visible') return;
            const now = await load().catch(() => known);
            const fresh = now.find(({ id }) => !known.some((chat) => chat.id === id));
            if (!fresh) return;
            of.set(now);
            toast(texts().settings.chats.done(texts().settings.chats.platforms[fresh.platform]));
            onDone();
        };
        const timer = setInterval(() => void look(), lookEveryMs);
        return () => clearInterval(timer);
    }, [code]);
    return over;
}

function Link({ of }: { of: Fetched<Chat[]> }): JSX.Element {
    const t = texts().settings.chats;
    const { run, busy } = useSubmit();
    const [code, setCode] = useState<Code | null>(null);
    const over = useWaiting(code, of, () => setCode(null));
    return (
        <section class="sheet">
            <h3>{t.link}</h3>
            {code && !over && (
                <>
                    <CopyBox label={t.code} text={code.code} help={t.until(moment(code.expires_at))} />
                    <dl class="how" data-part="how">
                        {platforms.map((platform) => (
                            <div key={platform}>
                                <dt>{t.platforms[platform]}</dt>
                                <dd>
                                    {t.how[platform]} <code>{`${commands[platform]} ${code.code}`}</code>
                                </dd>
                            </div>
                        ))}
                    </dl>
                </>
            )}
            <p class="bad" aria-live="polite">
                {over ? t.over : ''}
            </p>
            <button type="button" class={code ? undefined : 'main'} data-do="chat-code" disabled={busy} onClick={() => void run(async () => setCode(await unwrap(api.POST('/v1/me/chats/code'))))}>
                {code ? t.newCode : t.getCode}
            </button>
            <p class="quiet after">{t.then}</p>
            <p class="quiet">{t.channels(texts().game.tabs.settings)}</p>
        </section>
    );
}

export default function Chats(): JSX.Element {
    const chats = useFetched(load);
    return (
        <AsyncContent of={chats}>
            {(value) => (
                <div class="settings-stack">
                    <p>{texts().settings.chats.why}</p>
                    <Linked chats={value} of={chats} />
                    <Link of={chats} />
                </div>
            )}
        </AsyncContent>
    );
}
