// SPDX-License-Identifier: AGPL-3.0-or-later
// The bar of actions: what can be done now, by groups, with what it costs.
import type { JSX } from 'preact';
import { useGame } from '../game/context';
import { missing } from '../game/rules';
import type { GameState } from '../game/store';
import { texts } from '../texts';
import type { Cards } from '../types';
import { cardsText, kindsOf } from '../ui/Cards';
import { say } from '../ui/notice';
import { handOf, startsOf } from './asked';
import { allRows, type Group, groups, inPanel, rowOf } from './controls';
import { Cost } from './Cost';
import type { Flow } from './flow';
import type { Idle } from './idle';
import { More } from './More';
import type { Start } from './picker';
import { startHelp, startLabel } from './say';

function StartButton({ flow, start, main, picks = [] }: { flow: Flow; start: Start; main?: boolean; picks?: Parameters<Flow['begin']>[1] }): JSX.Element {
    const { state } = useGame();
    const cost = rowOf(start).cost?.(state, start);
    return (
        <button type="button" class={main ? 'main' : undefined} data-do={start.type} data-card={start.card ?? undefined} title={startHelp(start, state.game.rules) ?? undefined} disabled={flow.sending} onClick={() => flow.begin(start, picks)}>
            <span>{startLabel(start)}</span>
            {cost && <Cost cost={cost} />}
        </button>
    );
}

/** What cannot be done now but would be on one's turn: with what is missing for it, which a tap says. */
function Lacking({ type, cost }: { type: string; cost: Cards }): JSX.Element {
    const { state } = useGame();
    const t = texts().play;
    const short = missing(cost, handOf(state));
    const why = kindsOf(short).length > 0 ? t.lacks(cardsText(short)) : t.noPlace;
    return (
        <button type="button" class="play-lacking" aria-disabled="true" data-lacking={type} title={why} onClick={() => say(`${startLabel({ type, card: null })}: ${why}`)}>
            <span>{startLabel({ type, card: null })}</span>
            <Cost cost={cost} />
            <span class="sr">{why}</span>
        </button>
    );
}

interface Entry {
    key: string;
    group: Group;
    body: JSX.Element;
}

/** Buttons in the order of the table of controls, which stays the same from turn to turn. */
function entries(state: GameState, flow: Flow, except: Start | null): Entry[] {
    const open = startsOf(state).filter(({ key, type }) => key !== except?.key && type !== 'undo' && !inPanel({ key, type }));
    const order = allRows().flatMap(({ keys }) => keys);
    const at = (start: Start): number => (order.indexOf(start.key) + 1 || order.indexOf(start.type) + 1 || order.length) - 1;
    const can = open.map((start) => ({ key: start.key, group: rowOf(start).group, at: at(start), body: <StartButton flow={flow} start={start} main={start.type === 'roll' || (start.type === 'end_turn' && open.length === 1)} /> }));
    const lacking = allRows()
        .filter(({ always, keys }) => !except && always?.(state) && !open.some(({ type }) => keys.includes(type)))
        .map(({ keys, group, cost }) => ({ key: keys[0] ?? '', group, at: order.indexOf(keys[0] ?? ''), body: <Lacking type={keys[0] ?? ''} cost={cost?.(state, null) ?? {}} /> }));
    return [...can, ...lacking].sort((a, b) => a.at - b.at);
}

export function Bar({ flow, except }: { flow: Flow; except: Start | null }): JSX.Element {
    const { state } = useGame();
    const t = texts().play;
    const all = entries(state, flow, except);
    return (
        <div class="play-bar">
            {groups.map((group) => {
                const mine = all.filter((entry) => entry.group === group);
                return (
                    mine.length > 0 && (
                        <div key={group} class="play-group" role="group" aria-label={t.groups[group]} data-group={group}>
                            {mine.map(({ key, body }) => (
                                <span key={key}>{body}</span>
                            ))}
                        </div>
                    )
                );
            })}
            <More flow={flow} />
        </div>
    );
}

/** What can be done at the place that was tapped. */
export function HereMenu({ flow, idle }: { flow: Flow; idle: Idle }): JSX.Element {
    const t = texts();
    return (
        <div class="picker" role="group" aria-label={t.play.hereTitle} data-here>
            <h3>{t.play.hereTitle}</h3>
            <div class="row">
                {idle.offered.map(({ start, field, place }) => (
                    <StartButton key={start.key} flow={flow} start={start} picks={[{ field, value: place.id }]} />
                ))}
                <button type="button" class="plain" data-do="cancel" onClick={idle.leave}>
                    {t.common.cancel}
                </button>
            </div>
        </div>
    );
}
