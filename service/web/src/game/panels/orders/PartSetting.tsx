// SPDX-License-Identifier: AGPL-3.0-or-later
// What the player wants in their parts of others' turns, with five and six players. Other players cannot see it.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { api, unwrap } from '../../../lib/api';
import { currentPrefs } from '../../../lib/prefs';
import type { components } from '../../../schema';
import { list } from '../../../lib/list';
import { texts } from '../../../texts';
import type { Kind } from '../../../types';
import { Choice } from '../../../ui/Field';
import { toastError } from '../../../ui/toast';
import { placeWords } from '../../narration/places';
import { ownSeat, useGame } from '../../state/context';
import type { GameState } from '../../state/gameStore';
import { type Build, buildName, buildsMax, choiceName, choicesIn } from './builds';
import { PickButton, Shift, useEntries } from './parts';

type Shown = components['schemas']['PartSetting'];
type Setting = components['schemas']['PartChoice'];

/** The reader's setting; each change is saved on the server. */
function usePartSetting(id: string, version: number): { shown: Shown | null; put: (setting: Setting, builds: Build[]) => void } {
    const [shown, setShown] = useState<Shown | null>(null);
    const params = { path: { id } };
    useEffect(() => {
        unwrap(api.GET('/v1/games/{id}/special-build', { params })).then(setShown, toastError);
    }, [id, version]);
    const put = (setting: Setting, builds: Build[]): void => {
        const before = shown;
        if (!before) return;
        setShown({ ...before, setting, builds });
        const body = setting === 'plan' ? { setting, builds } : { setting };
        unwrap(api.PUT('/v1/games/{id}/special-build', { params, body })).then(setShown, (fault: unknown) => {
            setShown(before);
            toastError(fault);
        });
    };
    return { shown, put };
}

/** A trade with the bank at the player's own rates, as player 2 of a pair can make it. */
function TradeFields({ rates, onAdd }: { rates: Partial<Record<Kind, number>>; onAdd: (build: Build) => void }): JSX.Element {
    const t = texts().orders.parts;
    const kinds = Object.keys(rates) as Kind[];
    const [give, setGive] = useState<Kind>('wool');
    const [take, setTake] = useState<Kind>('ore');
    const rate = rates[give] ?? 0;
    const names = texts().common.kinds;
    return (
        <div class="orders-fields">
            <Choice label={t.give} value={give} options={kinds.map((kind): [Kind, string] => [kind, `${rates[kind] ?? ''} ${names[kind]}`])} onChoose={setGive} />
            <Choice label={t.take} value={take} options={kinds.map((kind): [Kind, string] => [kind, names[kind]])} onChoose={setTake} />
            <button type="button" data-add="maritime_trade" disabled={give === take} onClick={() => onAdd({ type: 'maritime_trade', give: { [give]: rate }, take: { [take]: 1 } })}>
                + {t.trade}
            </button>
        </div>
    );
}

/** A list of builds; HINT says what happens with it. */
function Builds({ builds, hint, onChange }: { builds: Build[]; hint: string; onChange: (builds: Build[]) => void }): JSX.Element {
    const { state } = useGame();
    const places = placeWords(state.board, state.view, currentPrefs().coordinates);
    const { keys, move, take, add } = useEntries(builds, onChange);
    const full = builds.length >= buildsMax;
    const own = state.view.players.find(({ seat }) => seat === ownSeat(state));
    const { rules } = state.game;
    return (
        <>
            <p class="quiet">{hint}</p>
            <ol class="orders-wishes">
                {builds.map((build, i) => (
                    <li key={keys[i]} data-build={build.type}>
                        <span>{buildName(build, places)}</span>
                        <Shift i={i} n={builds.length} what={buildName(build, places)} onMove={(by) => move(i, by)} onTake={() => take(i)} />
                    </li>
                ))}
            </ol>
            {!full && (
                <div class="row orders-add">
                    {choicesIn(rules, own?.wonder ?? null).map((choice) =>
                        choice.kind === null ? (
                            <button type="button" key={choice.id} data-add={choice.id} onClick={() => add(choice.build)}>
                                + {choiceName(choice)}
                            </button>
                        ) : (
                            <PickButton key={choice.id} name={choice.id} kind={choice.kind} label={choiceName(choice)} text={`+ ${choiceName(choice)}`} onPick={(id) => add(choice.make(id))} />
                        ),
                    )}
                </div>
            )}
            {!full && own && rules.options?.turns56 !== 'special_build' && <TradeFields rates={own.rates} onAdd={add} />}
        </>
    );
}

/** Builds for the part that the reader is asked for in advance; they are carried out when it comes. */
function PartAnswer(): JSX.Element {
    const { store } = useGame();
    const t = texts().orders.parts;
    const [builds, setBuilds] = useState<Build[]>([]);
    return (
        <section class="sheet orders-parts-setting" data-part="parts-answer">
            <p>{t.now}</p>
            <Builds builds={builds} hint={t.once} onChange={setBuilds} />
            <button type="button" class="primary" data-send="special_build" disabled={store.sending} onClick={() => void store.send({ type: 'special_build', builds } as never).catch(toastError)}>
                {builds.length === 0 ? t.nothing : t.send}
            </button>
        </section>
    );
}

/** Whether the reader is asked about a part in which they cannot build by hand. */
function askedAhead(state: GameState): boolean {
    const own = ownSeat(state);
    return state.view.waiting_for.some(({ player, decision }) => player === own && decision === 'special_build') && state.list.actions.every(({ type }) => type === 'end_turn');
}

export function PartSetting(): JSX.Element | null {
    const { state } = useGame();
    const t = texts().orders.parts;
    const ahead = askedAhead(state);
    const { shown, put } = usePartSetting(state.game.id, 2 * state.view.seq + Number(ahead));
    if (!shown) return null;
    const places = placeWords(state.board, state.view, currentPrefs().coordinates);
    const named = (builds: Build[]): string => list(builds.map((build) => buildName(build, places)));
    const settings: Setting[] = ['pass', 'ask', 'plan'];
    return (
        <>
            {ahead && <PartAnswer />}
            <section class="sheet orders-parts-setting" data-part="parts-setting">
                <Choice label={t.label} help={t.help} value={shown.setting} options={settings.map((one): [Setting, string] => [one, t.settings[one]])} onChoose={(setting) => put(setting, setting === 'plan' ? shown.builds : [])} />
                {shown.setting === 'plan' && <Builds builds={shown.builds} hint={shown.builds.length === 0 ? t.empty : t.order} onChange={(builds) => put('plan', builds)} />}
                {shown.answer && <p class="quiet" data-part="answer">{shown.answer.length === 0 ? t.answeredNothing : t.answered(named(shown.answer))}</p>}
                {shown.skipped.length > 0 && <p class="quiet" data-part="skipped">{t.skipped(named(shown.skipped))}</p>}
            </section>
        </>
    );
}
