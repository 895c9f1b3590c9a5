// SPDX-License-Identifier: AGPL-3.0-or-later
// Chat in the game: to all or some players, with mentions, marks for new messages, and a text that is kept until it is
// sent.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { SeatAvatar } from '../../board/SeatSign';
import { ownSeat, seatName, useGame } from '../state/context';
import { useMyGames } from '../state/myGames';
import type { GameState } from '../state/gameStore';
import { useMe } from '../../lib/session';
import { list } from '../../lib/list';
import { moment, texts } from '../../texts';
import type { Talk } from '../../types';
import { Avatar } from '../../ui/Avatar';
import { ReportButton } from '../../ui/ReportButton';
import { toastError } from '../../ui/toast';
import { type Partner, MessageComposer } from './MessageComposer';
import { readUpTo, useTalk } from './talk';

const partnersOf = (state: GameState): Partner[] => state.view.players.filter(({ neutral }) => !neutral).map(({ seat, color }) => ({ seat, color, name: seatName(state, seat) }));

/** Addresses of web pages, without the punctuation that ends a sentence. */
const address = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]'])/;

/** Text in which web addresses are links; other schemes stay text. */
function Linked({ text }: { text: string }): JSX.Element {
    return (
        <>
            {text.split(address).map((part, i) =>
                i % 2 === 1 ? (
                    <a key={i} href={part} target="_blank" rel="noopener noreferrer nofollow">
                        {part}
                    </a>
                ) : (
                    part
                ),
            )}
        </>
    );
}

/** A message's text with its mentions highlighted, if the message lists them. */
function Mentions({ message, partners }: { message: Talk; partners: Partner[] }): JSX.Element {
    const named = partners.filter(({ seat }) => message.mentions.includes(seat)).flatMap(({ name, color }) => [name, color]);
    if (named.length === 0) return <Linked text={message.text} />;
    const escaped = named.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    const parts = message.text.split(new RegExp(`(@(?:${escaped.join('|')}))`, 'i'));
    return <>{parts.map((part, i) => (i % 2 === 1 ? <b class="talk-mention" data-part="mention">{part}</b> : <Linked key={i} text={part} />))}</>;
}

function speaker(state: GameState, message: Talk): string {
    const t = texts().talk;
    if (message.seat === null) return message.account ?? t.creator;
    return message.account === null ? t.deleted : seatName(state, message.seat);
}

/** REPORTER: the reader's account, who can report what others say. */
function Message({ message, partners, reporter }: { message: Talk; partners: Partner[]; reporter: string | null }): JSX.Element {
    const { state } = useGame();
    const t = texts().talk;
    const own = ownSeat(state);
    const to = message.to?.map((seat) => (seat === own ? t.you : seatName(state, seat)));
    const mine = message.seat !== null && message.seat === own;
    return (
        <li class={`talk-message${mine ? ' mine' : ''}${own !== null && message.mentions.includes(own) ? ' for-me' : ''}`} data-part="message" data-message={message.id}>
            <p class="talk-head">
                {message.seat === null ? <Avatar name={speaker(state, message)} paint="paint-own" /> : <SeatAvatar seat={message.seat} players={state.view.players} />}
                <b>{speaker(state, message)}</b>
                {to && <span class="talk-to" data-part="talk-to">{t.to(list(to))}</span>}
                <time dateTime={message.at}>{moment(message.at)}</time>
                {reporter && message.account !== null && message.account !== reporter && <ReportButton of={{ account: message.account, message: { id: message.id, text: message.text } }} label="⚑" title={t.report(message.account)} />}
            </p>
            <p class="talk-text">
                <Mentions message={message} partners={partners} />
            </p>
        </li>
    );
}

/** The first new message of another player at the time the panel was opened. */
function useNewSince(messages: Talk[] | null): string | null {
    const { state } = useGame();
    const { games } = useMyGames();
    const [first, setFirst] = useState<string | null | undefined>(undefined);
    const unread = games?.find(({ game }) => game.id === state.game.id)?.unread_talk;
    useEffect(() => {
        if (first !== undefined || messages === null || unread === undefined) return;
        const others = messages.filter(({ seat }) => seat !== ownSeat(state));
        setFirst(unread === 0 ? null : (others.at(-unread)?.id ?? null));
    }, [messages, unread]);
    return first ?? null;
}

function Messages({ messages, partners, reporter }: { messages: Talk[]; partners: Partner[]; reporter: string | null }): JSX.Element {
    const t = texts().talk;
    const list = useRef<HTMLDivElement>(null);
    const newSince = useNewSince(messages);
    const last = messages.at(-1)?.id;
    useEffect(() => {
        const box = list.current;
        if (box) box.scrollTop = box.scrollHeight;
    }, [last]);
    if (messages.length === 0) return <p class="quiet">{t.empty}</p>;
    return (
        <div class="talk-list" ref={list} role="log" aria-label={t.label} tabIndex={0}>
            <ol>
            {messages.map((message) => [
                message.id === newSince && (
                    <li class="talk-new" key="new">
                        <span>{t.newHere}</span>
                    </li>
                ),
                <Message key={message.id} message={message} partners={partners} reporter={reporter} />,
            ])}
            </ol>
        </div>
    );
}

export default function TalkPanel(): JSX.Element {
    const { state } = useGame();
    const me = useMe();
    const { messages, add } = useTalk(state.game.id);
    const own = ownSeat(state);
    const partners = partnersOf(state);
    const last = messages?.at(-1)?.id;
    const speaks = me != null && (state.game.mode === 'table' || state.game.seats.some((seat) => seat.account === me.name));
    useEffect(() => {
        if (speaks && last !== undefined) readUpTo(state.game.id, last).catch(toastError);
    }, [speaks, last]);
    return (
        <div class="talk" aria-busy={messages === null}>
            <div class="talk-room">{messages && <Messages messages={messages} partners={partners} reporter={me?.name ?? null} />}</div>
            {speaks ? <MessageComposer others={state.game.mode === 'table' ? [] : partners.filter(({ seat }) => seat !== own && state.game.seats[seat]?.kind !== 'bot')} onSaid={add} /> : <p class="quiet">{texts().talk.onlyPlayers}</p>}
        </div>
    );
}
