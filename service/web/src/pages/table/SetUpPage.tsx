// SPDX-License-Identifier: AGPL-3.0-or-later
// Sets up a table game: rules, players, island, and optionally a position in the middle of a game.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { api, unwrap } from '../../lib/api';
import { type FieldFaults, fieldFaults } from '../../lib/faults';
import { type Draft, playerCounts, type Scenario, seaFor, usualFor, withGame, withMap, withPlayers } from '../newGame/draft';
import type { GameKind } from '../../types';
import { AccessPart, FormPart, RulesPart } from '../newGame/parts';
import { mapName } from '../../lib/mapName';
import { loadRules } from '../../lib/rules';
import { Page } from '../Page';
import { signInPath } from '../../lib/paths';
import { Link, navigate, type PageProps } from '../../lib/router';
import { useMe } from '../../lib/session';
import { texts } from '../../texts';
import type { Board, View } from '../../types';
import { Check, Choice, Field } from '../../ui/Field';
import { toast, toastError } from '../../ui/toast';
import { Files } from './Files';
import { IslandPart } from './IslandPart';
import { PlayerFacts } from './PlayerFacts';
import type { Position } from './position';
import { PositionPart, seatOptions } from './PositionPart';
import { type Called, colorsIn, fromGame, placeOfFault, plainPointer, requestOf, seatColors, seatsIn, type SetUp, startSetUp, withDraft, withPosition } from './setup';
import { TurnFacts } from './TurnFacts';

/** The set-up survives a change of language, and signing in on the way. */
const keptAs = 'hexpost.set-up';
const nameMax = 100;

function keptSetUp(): SetUp {
    const kept = sessionStorage.getItem(keptAs);
    return kept === null ? startSetUp() : (JSON.parse(kept) as SetUp);
}

/** Loads one of the reader's games, as it is or was after an event. */
async function loadGame(setUp: SetUp, id: string, at: string | null): Promise<SetUp> {
    const path = { id };
    const query = at === null ? {} : { at: Number(at) };
    const [game, board, view] = await Promise.all([
        unwrap(api.GET('/v1/games/{id}', { params: { path } })),
        unwrap(api.GET('/v1/games/{id}/board', { params: { path } })),
        unwrap(api.GET('/v1/games/{id}/view', { params: { path, query: { as: 'all', ...query } } })),
    ]);
    return fromGame(setUp, game, board as Board, view as View);
}

interface Making {
    setUp: SetUp;
    setSetUp: (setUp: SetUp) => void;
    faults: FieldFaults;
    busy: boolean;
    start: () => Promise<void>;
}

function useMaking(query: URLSearchParams): Making {
    const [setUp, setShown] = useState(keptSetUp);
    const [faults, setFaults] = useState<FieldFaults>({});
    const [busy, setBusy] = useState(false);
    const from = query.get('from');
    const change = (next: SetUp): void => {
        setFaults({});
        sessionStorage.setItem(keptAs, JSON.stringify(next));
        setShown(next);
    };
    useEffect(() => {
        if (from !== null) loadGame(startSetUp(), from, query.get('at')).then(change, toastError);
    }, [from, query.get('at')]);
    const start = async (): Promise<void> => {
        setBusy(true);
        try {
            const game = await unwrap(api.POST('/v1/games', { body: requestOf(setUp) as never }));
            sessionStorage.removeItem(keptAs);
            navigate(`/games/${game.id}`);
        } catch (fault) {
            const found = Object.entries(fieldFaults(fault)).map(([pointer, detail]) => [plainPointer(pointer), detail]);
            setFaults(Object.fromEntries(found));
            if (found.length > 0) toast(texts().making.somethingWrong, true);
            else toastError(fault);
        } finally {
            setBusy(false);
        }
    };
    return { setUp, setSetUp: change, faults, busy, start };
}

function GamePart({ setUp, change }: { setUp: SetUp; change: (draft: Draft) => void }): JSX.Element {
    const t = texts();
    const { draft } = setUp;
    const [, redraw] = useState(false);
    useEffect(() => {
        loadRules().then(() => redraw(true), () => undefined);
    }, []);
    const maps = seaFor(draft.game, draft.seats.length);
    return (
        <div class="columns">
            <Choice label={t.making.what} value={draft.game} options={Object.entries(t.around.games) as [GameKind, string][]} onChoose={(game) => change(withGame(draft, game))} />
            {maps.length > 0 && <Choice label={t.making.map} value={draft.scenario ?? ''} options={[['', t.making.onLand], ...maps.map((one): [string, string] => [one, one === 'custom' ? t.setup.ownMap : mapName(one)])]} onChoose={(one) => change(withMap(draft, one === '' ? null : (one as Scenario)))} />}
            <Choice label={t.making.players} value={String(draft.seats.length)} options={playerCounts[draft.game].map((count) => [String(count), t.around.players(count)])} onChoose={(count) => change(withPlayers(draft, Number(count)))} />
        </div>
    );
}

/** Names and colors; choosing a color that another player has swaps the two. */
function SeatsPart({ setUp, onChange }: { setUp: SetUp; onChange: (setUp: SetUp) => void }): JSX.Element {
    const { setup: t, common } = texts();
    const { called } = setUp;
    const set = (seat: number, more: Partial<Called>): void => {
        const old = called[seat];
        onChange({ ...setUp, called: called.map((one, i) => (i === seat ? { ...one, ...more } : one.color === more.color && old ? { ...one, color: old.color } : one)) });
    };
    return (
        <>
            {called.slice(0, colorsIn(setUp)).map(({ name, color }, seat) => (
                <div key={seat} class="columns" data-called={seat}>
                    {seat < seatsIn(setUp) ? <Field label={t.nameOfSeat(seat + 1)} name={`name-${seat}`} maxLength={nameMax} value={name} onInput={(event) => set(seat, { name: event.currentTarget.value })} /> : <p>{t.neutralSeat}</p>}
                    <Choice label={t.color} value={color} options={seatColors.map((one) => [one, common.colors[one] ?? one])} onChoose={(one) => set(seat, { color: one })} />
                </div>
            ))}
            {setUp.position === null && <Choice label={t.first} value={String(setUp.first)} options={seatOptions(setUp)} onChoose={(seat) => onChange({ ...setUp, first: Number(seat) })} />}
        </>
    );
}

type Facts = Parameters<typeof PositionPart>[0];

function PositionFacts({ marks, ...facts }: Facts): JSX.Element {
    const { setup: t } = texts();
    return (
        <div class="position" data-part="position">
            <section class="sheet">
                <h2>{t.onBoard}</h2>
                <PositionPart {...facts} marks={marks} />
            </section>
            <div class="position-facts">
                <section class="sheet">
                    <h2>{t.players}</h2>
                    <PlayerFacts {...facts} />
                </section>
                <section class="sheet">
                    <h2>{t.turn}</h2>
                    <TurnFacts {...facts} />
                </section>
            </div>
        </div>
    );
}

function Faults({ faults }: { faults: FieldFaults }): JSX.Element {
    const all = Object.entries(faults);
    return (
        <div role="alert">
            {all.length > 0 && (
                <ul class="bad faults" data-part="faults">
                    {all.map(([pointer, text]) => (
                        <li key={pointer} data-pointer={pointer}>
                            {text} <code>{pointer}</code>
                        </li>
                    ))}
                </ul>
            )}
        </div>
    );
}

export default function SetUpPage({ query }: PageProps): JSX.Element {
    const { setup: t, making } = texts();
    const me = useMe();
    const { setUp, setSetUp, faults, busy, start } = useMaking(query);
    const { draft, position } = setUp;
    const wrong = (prefix: string): string | undefined => Object.entries(faults).find(([pointer]) => pointer === prefix || pointer.startsWith(`${prefix}/`))?.[1];
    const setPosition = (next: Position): void => setSetUp({ ...setUp, position: next });
    const change = (next: Draft): void => setSetUp(withDraft(setUp, next));
    const rules = { draft, wrong: (pointer: string) => faults[pointer], change: (more: Partial<Draft>) => change({ ...draft, ...more }) };
    const marks = Object.keys(faults).flatMap((pointer) => placeOfFault(pointer, position) ?? []);
    const facts = position && { setUp, position, wrong, onChange: setPosition };
    return (
        <Page title={t.title} wide>
            <p class="quiet">{t.lead}</p>
            <form class="set-up" data-part="set-up" onSubmit={(event) => { event.preventDefault(); void start(); }}>
                <GamePart setUp={setUp} change={change} />
                <FormPart title={making.rules} summary={draft.points === null && draft.scenario === 'custom' ? '' : making.summary.rules(draft.points ?? usualFor(draft))} faulty={wrong('/rules') !== undefined}>
                    <RulesPart {...rules} />
                </FormPart>
                <FormPart title={t.seats} faulty={wrong('/players') !== undefined}>
                    <SeatsPart setUp={setUp} onChange={setSetUp} />
                </FormPart>
                <FormPart title={t.island} summary={t.islandHelp} faulty={wrong('/board') !== undefined}>
                    <IslandPart setUp={setUp} wrong={wrong} onChange={setSetUp} />
                </FormPart>
                {!setUp.printed && <Check label={t.fromPosition} help={t.fromPositionHelp} checked={position !== null} onChange={(on) => setSetUp(withPosition(setUp, on))} />}
                {facts && <PositionFacts {...facts} marks={marks} />}
                <FormPart title={t.access} faulty={wrong('/name') !== undefined}>
                    <AccessPart {...rules} />
                </FormPart>
                <FormPart title={t.files} faulty={false}>
                    <Files setUp={setUp} onChange={setSetUp} />
                </FormPart>
                <Faults faults={faults} />
                <div class="row">
                    {me ? (
                        <button type="submit" class="main" disabled={busy} data-do="start">
                            {t.start}
                        </button>
                    ) : (
                        <Link class="button main" href={signInPath('/table')}>
                            {t.signIn}
                        </Link>
                    )}
                    <button type="button" data-do="reset" onClick={() => setSetUp(startSetUp())}>
                        {t.reset}
                    </button>
                </div>
            </form>
        </Page>
    );
}
