// SPDX-License-Identifier: AGPL-3.0-or-later
// What a player of the position has: hand, cards, improvements.
import type { JSX } from 'preact';
import { devCards, maxLevel, tracks } from '../../lib/rules';
import { texts } from '../../texts';
import type { Cards, DevCard, ProgressCard } from '../../types';
import { commodities, resources } from '../../lib/kinds';
import { CardPicker } from '../../ui/Cards';
import { Check, Choice } from '../../ui/Field';
import { Tabs } from '../../ui/Tabs';
import { Count } from './Chips';
import type { Position, PositionPlayer } from './position';
import { calledIn } from './PositionPart';
import { knightsIn, seatsIn, type SetUp } from './setup';

const devMost: Record<DevCard, number> = { knight: 14, victory_point: 5, road_building: 2, year_of_plenty: 2, monopoly: 2 };
const pointCards: ProgressCard[] = ['printer', 'constitution'];
const progressMost = 5;
const defenderMost = 6;
const tokenMost = 7;
const tokensAtStart = 4;
/** The bank's initial supply, so also the most in a hand. */
const resourceSupply = 19;
const commoditySupply = 12;

interface Facts {
    player: PositionPlayer;
    /** The JSON pointer of faults about this player. */
    at: string;
    wrong: (prefix: string) => string | undefined;
    change: (more: Partial<PositionPlayer>) => void;
}

function Wrong({ text }: { text: string | undefined }): JSX.Element | null {
    return text === undefined ? null : <p class="bad">{text}</p>;
}

/** The number of each development card. */
export function DevCounts({ label, value, most, onChange }: { label: string; value: Partial<Record<DevCard, number>>; most: Partial<Record<DevCard, number>>; onChange: (value: Partial<Record<DevCard, number>>) => void }): JSX.Element {
    return (
        <fieldset class="counts">
            <legend>{label}</legend>
            {devCards.filter((card) => most[card] !== undefined).map((card) => (
                <Count key={card} label={texts().common.devCards[card]} name={card} value={value[card] ?? 0} max={most[card] ?? 0} onChange={(n) => onChange({ ...value, [card]: n })} />
            ))}
        </fieldset>
    );
}

function BaseFacts({ player, at, wrong, change, two }: Facts & { two: boolean }): JSX.Element {
    const { setup: t } = texts();
    const dev = player.dev_cards ?? {};
    return (
        <>
            <DevCounts label={t.devCards} value={dev} most={devMost} onChange={(dev_cards) => change({ dev_cards })} />
            <DevCounts label={t.newDevCards} value={player.new_dev_cards ?? {}} most={dev} onChange={(new_dev_cards) => change({ new_dev_cards })} />
            <Wrong text={wrong(`${at}/dev_cards`) ?? wrong(`${at}/new_dev_cards`)} />
            <Count label={t.knightsPlayed} name="knights_played" value={player.knights_played ?? 0} max={devMost.knight} onChange={(knights_played) => change({ knights_played })} />
            <Wrong text={wrong(`${at}/knights_played`)} />
            {two && <Count label={t.tokens} name="trade_tokens" value={player.trade_tokens ?? tokensAtStart} max={tokenMost} onChange={(trade_tokens) => change({ trade_tokens })} />}
        </>
    );
}

function ProgressCards({ player, at, wrong, change }: Facts): JSX.Element {
    const { setup: t, common } = texts();
    const cards = player.progress_cards ?? [];
    const known = (Object.keys(common.progressCards) as ProgressCard[]).filter((card) => !pointCards.includes(card));
    return (
        <fieldset class="counts">
            <legend>{t.progressCards}</legend>
            <ul class="taken">
                {cards.map((card, i) => (
                    <li key={i} class="row" data-progress={card}>
                        <span>{common.progressCards[card]}</span>
                        <button type="button" aria-label={`${common.remove}: ${common.progressCards[card]}`} onClick={() => change({ progress_cards: cards.filter((_, j) => j !== i) })}>
                            ×
                        </button>
                    </li>
                ))}
            </ul>
            {cards.length < progressMost && <Choice label={t.addCard} value="" options={[['', '–'], ...known.map((card): [string, string] => [card, common.progressCards[card]])]} onChoose={(card) => card && change({ progress_cards: [...cards, card as ProgressCard] })} />}
            <Wrong text={wrong(`${at}/progress_cards`)} />
        </fieldset>
    );
}

function KnightFacts({ player, at, wrong, change }: Facts): JSX.Element {
    const { setup: t, common } = texts();
    const improvements = player.improvements ?? { trade: 0, politics: 0, science: 0 };
    const points = player.vp_cards ?? [];
    return (
        <>
            <fieldset class="counts">
                <legend>{t.improvements}</legend>
                {tracks.map((track) => (
                    <Count key={track} label={common.tracks[track]} name={track} value={improvements[track] ?? 0} max={maxLevel} onChange={(level) => change({ improvements: { ...improvements, [track]: level } })} />
                ))}
            </fieldset>
            <Wrong text={wrong(`${at}/improvements`)} />
            <ProgressCards player={player} at={at} wrong={wrong} change={change} />
            {pointCards.map((card) => (
                <Check key={card} label={common.progressCards[card]} checked={points.includes(card as (typeof points)[number])} onChange={(on) => change({ vp_cards: pointCards.filter((one) => (one === card ? on : points.includes(one as (typeof points)[number]))) as typeof points })} />
            ))}
            <Count label={t.defenderPoints} name="defender_points" value={player.defender_points ?? 0} max={defenderMost} onChange={(defender_points) => change({ defender_points })} />
        </>
    );
}

function OnePlayer({ setUp, ...facts }: Facts & { setUp: SetUp }): JSX.Element {
    const { setup: t } = texts();
    const { player, at, wrong, change } = facts;
    const knights = knightsIn(setUp);
    const kinds = [...resources, ...(knights ? commodities : [])];
    const supply = Object.fromEntries(kinds.map((kind) => [kind, commodities.includes(kind) ? commoditySupply : resourceSupply])) as Cards;
    return (
        <>
            <CardPicker label={t.hand} value={(player.cards ?? {}) as Cards} kinds={kinds} limit={supply} onChange={(cards) => change({ cards: cards as NonNullable<PositionPlayer['cards']> })} />
            <Wrong text={wrong(`${at}/cards`)} />
            {knights ? <KnightFacts {...facts} /> : <BaseFacts {...facts} two={seatsIn(setUp) === 2} />}
        </>
    );
}

export function PlayerFacts({ setUp, position, wrong, onChange }: { setUp: SetUp; position: Position; wrong: Facts['wrong']; onChange: (position: Position) => void }): JSX.Element {
    const played = position.players.filter(({ seat }) => seat < seatsIn(setUp));
    const change = (seat: number, more: Partial<PositionPlayer>): void => onChange({ ...position, players: position.players.map((player) => (player.seat === seat ? { ...player, ...more } : player)) });
    const tabs = played.map((player) => {
        const at = `/position/players/${position.players.indexOf(player)}`;
        return { key: String(player.seat), label: calledIn(setUp, player.seat), mark: wrong(at) === undefined ? undefined : 1, body: () => <OnePlayer setUp={setUp} player={player} at={at} wrong={wrong} change={(more) => change(player.seat, more)} /> };
    });
    return (
        <>
            <Wrong text={wrong('/position/players')} />
            <Tabs label={texts().setup.players} tabs={tabs} />
        </>
    );
}
