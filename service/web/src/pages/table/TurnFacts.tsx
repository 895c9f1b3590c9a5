// SPDX-License-Identifier: AGPL-3.0-or-later
// Whose turn it is and its step, the barbarians, and the holders of the special cards.
import type { JSX } from 'preact';
import { shipSteps } from '../../lib/rules';
import { texts } from '../../texts';
import { Check, Choice, Field } from '../../ui/Field';
import { Count } from './Chips';
import { DevCounts } from './PlayerFacts';
import type { Position } from './position';
import { seatOptions } from './PositionPart';
import { type Award } from '../../vocabulary';
import { awardsIn, colorsIn, knightsIn, seatsIn, type SetUp } from './setup';

const attacksMost = 1000;
const none = '';
/** Development cards that were played and removed; for knights this only happens with two players. */
const removable = { road_building: 2, year_of_plenty: 2, monopoly: 2 };
const removableOfTwo = { ...removable, knight: 14 };
/** With a fleet, victory point cards are knights (S-130). */
const removableOfFleet = { ...removable, victory_point: 5 };

interface Props {
    setUp: SetUp;
    position: Position;
    wrong: (prefix: string) => string | undefined;
    onChange: (position: Position) => void;
}

type Step = 'before_roll' | 'actions';

/** What was in progress when the position was taken: decisions, answers, offers. */
function Pending({ position, onChange }: Props): JSX.Element | null {
    const { setup: t } = texts();
    const { agenda = [], answers = [], offers = [], turn } = position;
    if (agenda.length + answers.length + offers.length === 0) return null;
    return (
        <div class="sheet" data-pending="">
            <p>{t.pending}</p>
            <button type="button" data-do="drop-pending" onClick={() => onChange({ ...position, agenda: [], answers: [], offers: [], turn: { ...turn, step: 'actions', rolls: turn.rolls ?? [] } })}>
                {t.dropPending}
            </button>
        </div>
    );
}

function Turn({ setUp, position, wrong, onChange }: Props): JSX.Element {
    const { setup: t } = texts();
    const { turn } = position;
    const set = (more: Partial<Position['turn']>): void => onChange({ ...position, turn: { ...turn, ...more } });
    const plain = turn.step === 'before_roll' || turn.step === 'actions' || turn.step === undefined;
    const steps: [string, string][] = [['before_roll', t.steps.before_roll], ['actions', t.steps.actions], ...(plain ? [] : [[turn.step ?? '', t.steps.other] as [string, string]])];
    return (
        <div class="columns">
            <Choice label={t.onTurn} help={wrong('/position/turn/player')} value={String(turn.player ?? 0)} options={seatOptions(setUp)} onChoose={(seat) => set({ player: Number(seat) })} />
            <Choice label={t.step} help={wrong('/position/turn/step')} value={turn.step ?? 'before_roll'} options={steps} onChoose={(step) => set({ step: step as Step, rolls: [] })} />
            <Choice label={t.began} help={wrong('/position/first')} value={String(position.first ?? 0)} options={seatOptions(setUp)} onChoose={(seat) => onChange({ ...position, first: Number(seat) })} />
            <Field label={t.turnNumber} error={wrong('/position/turn/number')} name="turn-number" type="number" min={1} value={String(turn.number ?? 1)} onInput={(event) => set({ number: Number(event.currentTarget.value) })} />
        </div>
    );
}

function Holders({ setUp, position, wrong, onChange }: Props): JSX.Element {
    const { game: t, common } = texts();
    const nobody: [string, string] = [none, common.nobody];
    const seats = (award: Award): number => (award === 'largest_army' ? seatsIn(setUp) : colorsIn(setUp));
    return (
        <div class="columns">
            {awardsIn(setUp).map((award) => (
                <Choice
                    key={award}
                    label={t.awards[award]}
                    help={wrong(`/position/${award}`)}
                    value={String(position[award]?.player ?? none)}
                    options={[nobody, ...seatOptions(setUp, seats(award))]}
                    onChoose={(seat) => onChange({ ...position, [award]: seat === none ? null : { player: Number(seat) } })}
                />
            ))}
        </div>
    );
}

export function TurnFacts(props: Props): JSX.Element {
    const { setup: t } = texts();
    const { setUp, position, wrong, onChange } = props;
    const { turn } = position;
    const barbarians = { position: 0, attacks: 0, ...position.barbarians };
    const setTurn = (more: Partial<Position['turn']>): void => onChange({ ...position, turn: { ...turn, ...more } });
    return (
        <>
            <Pending {...props} />
            <Turn {...props} />
            {!setUp.draft.combined && <Check label={t.tradeOver} checked={turn.trade_over ?? false} onChange={(trade_over) => setTurn({ trade_over })} />}
            {knightsIn(setUp) ? (
                <>
                    <Count label={t.shipAt} name="ship" value={barbarians.position} max={shipSteps - 1} onChange={(at) => onChange({ ...position, barbarians: { ...barbarians, position: at } })} />
                    <Count label={t.attacks} name="attacks" value={barbarians.attacks} max={attacksMost} onChange={(attacks) => onChange({ ...position, barbarians: { ...barbarians, attacks } })} />
                    {wrong('/position/barbarians') && <p class="bad">{wrong('/position/barbarians')}</p>}
                </>
            ) : (
                <>
                    <Check label={t.devPlayed} checked={turn.dev_card_played ?? false} onChange={(dev_card_played) => setTurn({ dev_card_played })} />
                    <DevCounts label={t.devRemoved} value={position.dev_removed ?? {}} most={seatsIn(setUp) === 2 ? removableOfTwo : position.fleet !== undefined ? removableOfFleet : removable} onChange={(dev_removed) => onChange({ ...position, dev_removed })} />
                    {wrong('/position/dev_removed') && <p class="bad">{wrong('/position/dev_removed')}</p>}
                </>
            )}
            <Holders {...props} />
        </>
    );
}
