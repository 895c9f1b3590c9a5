// SPDX-License-Identifier: AGPL-3.0-or-later
// Chat channels that get news of a game.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../../lib/api';
import { useGame } from '../../state/context';
import type { components } from '../../../schema';
import { moment, texts } from '../../../texts';
import { Choice, Field } from '../../../ui/Field';
import { toast } from '../../../ui/toast';
import { CheckboxGroup } from '../../../ui/CheckboxGroup';
import { type Fetched, AsyncContent, ConfirmButton, useSubmit, useFetched } from '../../../ui/forms';

type Follow = components['schemas']['Follow'];
type NewFollow = components['schemas']['NewFollow'];
type Tell = Follow['tells'][number];
type Member = 'url' | 'bot_token' | 'chat_id' | 'homeserver' | 'access_token' | 'room_id';

const tells: Tell[] = ['turns', 'events', 'picture', 'talk', 'thread'];
const usual: Tell[] = ['turns', 'events', 'picture'];
/** What is needed to reach each kind of channel. */
const members: Record<NewFollow['kind'], Member[]> = {
    discord_webhook: ['url'],
    slack_webhook: ['url'],
    telegram: ['bot_token', 'chat_id'],
    matrix: ['homeserver', 'access_token', 'room_id'],
    mattermost_webhook: ['url'],
    mattermost: ['url', 'access_token', 'room_id'],
    zulip: ['url', 'access_token', 'room_id'],
    rocketchat_webhook: ['url'],
    rocketchat: ['url', 'access_token', 'room_id'],
};
/** Kinds that the server's own bot on the platform has, too: called otherwise here. */
const alsoOurs = ['telegram', 'matrix'] as const;
const addresses: Member[] = ['url', 'homeserver'];
const secrets: Member[] = ['bot_token', 'access_token'];
const allMembers = [...new Set(Object.values(members).flat())];

function FollowRow({ follow, of }: { follow: Follow; of: Fetched<Follow[]> }): JSX.Element {
    const t = texts().settings.game;
    const { store } = useGame();
    const { run, busy } = useSubmit();
    const { id, kind, channel, disabled_at, trouble, told_seq } = follow;
    const remove = (): void =>
        void run(async () => {
            await api.DELETE('/v1/games/{id}/follows/{follow_id}', { params: { path: { id: store.id, follow_id: id } } });
            of.set((of.value ?? []).filter((other) => other.id !== id));
        });
    return (
        <li data-follow={kind}>
            <span>
                <b>{t.kinds[kind]}</b> {channel && <span class="url">{channel}</span>}
                <br />
                <span class="quiet">{[...follow.tells.map((tell) => t.tellNames[tell]), told_seq === 0 ? t.toldNone : t.told(told_seq)].join(' · ')}</span>
                {(disabled_at || trouble) && (
                    <>
                        <br />
                        <span class="bad">
                            {disabled_at && t.followOff(moment(disabled_at))} {trouble && t.trouble(trouble)}
                        </span>
                    </>
                )}
            </span>
            <ConfirmButton name="unfollow" label={t.unfollow} sure={t.unfollowSure} disabled={busy} onDo={remove} />
        </li>
    );
}

function NewChannel({ of }: { of: Fetched<Follow[]> }): JSX.Element {
    const t = texts().settings.game;
    const { store } = useGame();
    const { run, busy, error } = useSubmit([...allMembers, 'tells'].map((member) => `/${member}`));
    const [kind, setKind] = useState<NewFollow['kind']>('discord_webhook');
    const [values, setValues] = useState<Partial<Record<Member, string>>>({});
    const [told, setTold] = useState(usual);
    const needed = members[kind];
    const names = (Object.keys(members) as NewFollow['kind'][]).map((name): [NewFollow['kind'], string] => {
        const ours = alsoOurs.find((one) => one === name);
        return [name, ours ? t.ownBot[ours] : t.kinds[name]];
    });
    const submit = async (event: SubmitEvent): Promise<void> => {
        event.preventDefault();
        const given = Object.fromEntries(needed.map((member) => [member, (values[member] ?? '').trim()]));
        await run(async () => {
            await api.POST('/v1/games/{id}/follows', { params: { path: { id: store.id } }, body: { kind, ...given, tells: told } });
            setValues({});
            toast(t.following);
            await of.reload();
        }, t.cannotFollow);
    };
    return (
        <form noValidate onSubmit={(event) => void submit(event)}>
            <Choice label={t.kind} value={kind} options={names} onChoose={setKind} />
            {needed.map((member) => {
                const same = { label: t.members[member], error: error(`/${member}`), name: member, required: true, autocapitalize: 'off' as const, spellcheck: false, value: values[member] ?? '', onInput: (event: { currentTarget: HTMLInputElement }) => setValues({ ...values, [member]: event.currentTarget.value }) };
                return secrets.includes(member) ? <Field key={member} type="password" autocomplete="new-password" {...same} /> : <Field key={member} type="text" inputMode={addresses.includes(member) ? 'url' : 'text'} autocomplete="off" {...same} />;
            })}
            <CheckboxGroup label={t.tells} options={tells.map((tell) => [tell, t.tellNames[tell]])} chosen={told} error={told.length === 0 ? texts().settings.webhooks.needEvent : error('/tells')} onChange={setTold} />
            <button type="submit" data-do="follow" disabled={busy || told.length === 0 || needed.some((member) => (values[member] ?? '').trim() === '')}>
                {t.follow}
            </button>
        </form>
    );
}

export function GameFollows({ mayFollow }: { mayFollow: boolean }): JSX.Element {
    const t = texts().settings.game;
    const { store } = useGame();
    const follows = useFetched(async () => (await unwrap(api.GET('/v1/games/{id}/follows', { params: { path: { id: store.id } } }))).items, [store.id]);
    return (
        <AsyncContent of={follows}>
            {(value) => (
                <div class="settings-stack">
                    <p>{t.channelsWhy}</p>
                    <ul class="things" data-list="follows">
                        {value.map((follow) => (
                            <FollowRow key={follow.id} follow={follow} of={follows} />
                        ))}
                    </ul>
                    {mayFollow && <NewChannel of={follows} />}
                    <p class="quiet">{t.channelsBot(store.id)}</p>
                </div>
            )}
        </AsyncContent>
    );
}
