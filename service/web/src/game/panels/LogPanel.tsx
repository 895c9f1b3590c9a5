// SPDX-License-Identifier: AGPL-3.0-or-later
// The whole log as text, by turns, newest first.
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useGame } from '../state/context';
import { moment, texts } from '../../texts';
import type { GameEvent } from '../../types';
import { Choice } from '../../ui/Field';
import { toast, toastError } from '../../ui/toast';
import { type Chronicle, chronicle, type Turn } from './chronicle';
import { copyText } from '../../lib/clipboard';
import { type PhraseContext, phraseContext, who } from '../narration/phrase';
import { Sentence } from '../narration/Sentence';
import { toldText } from '../narration/told';

/** Events shown at first, and added each time the reader asks for more. */
const shownFirst = 80;
const shownMore = 200;

type Group = keyof ReturnType<typeof texts>['logPanel']['groups'];
const groups: Record<Group, GameEvent['type'][]> = {
    dice: ['roll', 'start'],
    building: ['build_settlement', 'build_city', 'build_road', 'build_ship', 'move_ship', 'build_wonder', 'place_harbor', 'build_neutral', 'build_city_wall', 'improve_city', 'repair_city'],
    trade: ['maritime_trade', 'offer_trade', 'counter_trade', 'accept_trade', 'decline_trade', 'confirm_trade', 'cancel_trade', 'harbor_offer', 'give_commodity', 'forced_trade', 'return_cards'],
    cards: ['buy_dev_card', 'play_dev_card', 'play_progress_card', 'give_cards', 'take_cards', 'take_progress_card', 'discard_progress_card', 'choose_progress_deck', 'take_resource', 'choose_gold', 'trade_in_knight', 'reveal'],
    robber: ['move_robber', 'move_pirate', 'chase_robber', 'robber_to_desert', 'attack_fortress', 'draw_victim', 'discard'],
    knights: ['build_knight', 'activate_knight', 'promote_knight', 'move_knight', 'displace_knight', 'relocate_knight', 'remove_knight', 'place_knight', 'chase_robber', 'commit_knights', 'choose_pillaged_city'],
};

interface Wanted {
    seat: string;
    group: string;
}

function fits(event: GameEvent, { seat, group }: Wanted): boolean {
    const player = (event as { player?: number | null }).player;
    return (seat === '' || player === Number(seat)) && (group === '' || groups[group as Group].includes(event.type));
}

/** All events so far; null until they are loaded. */
function useEvents(): GameEvent[] | null {
    const { store, state } = useGame();
    const [events, setEvents] = useState<GameEvent[] | null>(null);
    useEffect(() => {
        let wanted = true;
        store.events().then((all) => {
            if (wanted) setEvents(all);
        }, toastError);
        return () => {
            wanted = false;
        };
    }, [state.view.seq, store.eyes]);
    return events;
}

/** The turns with something to show, newest first, up to LIMIT events. */
function newest(turns: Turn[], wanted: Wanted, limit: number): { shown: Turn[]; more: boolean } {
    const shown: Turn[] = [];
    let count = 0;
    const chosen = turns.map((turn) => ({ ...turn, events: turn.events.filter((event) => fits(event, wanted)) })).filter(({ events }) => events.length > 0);
    for (const turn of chosen.reverse()) {
        if (count >= limit) return { shown, more: true };
        shown.push(turn);
        count += turn.events.length;
    }
    return { shown, more: false };
}

function turnTitle(turn: Turn, told: PhraseContext): string {
    const t = texts().logPanel;
    return turn.number === null ? t.setup : t.turn(turn.number, who(told, turn.player ?? 0));
}

function Entry({ event, told, gone }: { event: GameEvent; told: PhraseContext; gone: boolean }): JSX.Element {
    const { past, playhead } = useGame();
    const t = texts().logPanel;
    return (
        <li data-part="log-entry" data-seq={event.seq} data-type={event.type} class={gone ? 'log-entry gone' : 'log-entry'} aria-current={past?.seq === event.seq ? 'step' : undefined}>
            <button type="button" class="log-seq" title={t.show(event.seq)} aria-label={t.show(event.seq)} onClick={() => playhead.go(event.seq)}>
                {event.seq}
            </button>
            <span class="log-text" data-part="log-text">
                {gone ? <s><Sentence event={event} told={told} /></s> : <Sentence event={event} told={told} />}
                {gone && <em> {t.takenBack}</em>}
            </span>
            <time dateTime={event.at}>{moment(event.at)}</time>
        </li>
    );
}

function Filters({ wanted, onChange, onCopy }: { wanted: Wanted; onChange: (wanted: Wanted) => void; onCopy: () => void }): JSX.Element {
    const { state } = useGame();
    const t = texts().logPanel;
    const seats: [string, string][] = state.view.players.filter(({ neutral }) => !neutral).map(({ seat, name, color }) => [String(seat), name ?? texts().common.colors[color] ?? color]);
    return (
        <div class="log-filters">
            <Choice label={t.who} value={wanted.seat} options={[['', t.everybody], ...seats]} onChoose={(seat) => onChange({ ...wanted, seat })} />
            <Choice label={t.what} value={wanted.group} options={[['', t.everything], ...Object.entries(t.groups)]} onChoose={(group) => onChange({ ...wanted, group })} />
            <button type="button" onClick={onCopy}>
                {t.copy}
            </button>
        </div>
    );
}

export default function LogPanel(): JSX.Element {
    const { state } = useGame();
    const t = texts().logPanel;
    const events = useEvents();
    const [wanted, setWanted] = useState<Wanted>({ seat: '', group: '' });
    const [limit, setLimit] = useState(shownFirst);
    const story: Chronicle | null = useMemo(() => events && chronicle(events, state.view), [events]);
    if (!events || !story) return <div class="log" data-part="log" aria-busy="true" />;
    const told = phraseContext(state);
    const { shown, more } = newest(story.turns, wanted, limit);
    const last = events.at(-1);
    const copy = (): void => {
        const lines = newest(story.turns, wanted, Infinity).shown.reverse().flatMap((turn) => [turnTitle(turn, told), ...turn.events.filter(({ seq }) => !story.takenBack.has(seq)).map((event) => `  ${event.seq}  ${toldText(event, told)}`)]);
        copyText(`${lines.join('\n')}\n`).then(() => toast(t.copied), () => toast(t.notCopied, true));
    };
    return (
        <div class="log" data-part="log">
            <Filters wanted={wanted} onChange={setWanted} onCopy={copy} />
            <p class="sr" aria-live="polite">
                {last ? toldText(last, told) : t.empty}
            </p>
            {shown.length === 0 && <p class="quiet">{events.length === 0 ? t.empty : t.none}</p>}
            {shown.map((turn) => (
                <section key={turn.number ?? 'setup'}>
                    <h3>{turnTitle(turn, told)}</h3>
                    <ol reversed>
                        {[...turn.events].reverse().map((event) => (
                            <Entry key={event.seq} event={event} told={told} gone={story.takenBack.has(event.seq)} />
                        ))}
                    </ol>
                </section>
            ))}
            {more && (
                <button type="button" class="log-older" onClick={() => setLimit(limit + shownMore)}>
                    {t.older}
                </button>
            )}
        </div>
    );
}
