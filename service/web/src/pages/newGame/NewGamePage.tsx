// SPDX-License-Identifier: AGPL-3.0-or-later
// Creating a game: the game, the map and the players are visible at once; everything else is folded below.
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { startGuide, stopGuide, isGuided } from '../../game/coach/progress';
import { GuestNote } from '../../game/result/GuestNote';
import { mapName } from '../../lib/mapName';
import { Link, type PageProps } from '../../lib/router';
import { useMe } from '../../lib/session';
import { texts } from '../../texts';
import { Check, Choice } from '../../ui/Field';
import { toast, toastError } from '../../ui/toast';
import { span } from '../../ui/time';
import { type FieldFaults, fieldFaults } from '../../lib/faults';
import { chosenOptions, type Draft, isRated, largePlayers, limits, mapsFor, ofPeople, paceOf, paces, playerCounts, type Scenario, sits, startDraft, usualFor, withGame, withHarbors, withMap, withPeople, withPlayers, withPreset, withRated, wrongIn } from './draft';
import type { GameKind, Pace, Preset } from '../../types';
import { AccessPart, BoardPart, ClockPart, FormPart, RulesPart } from './parts';
import { useRules } from './SeaMaps';
import { doorDraft } from './door';
import { Seats } from './Seats';
import { OtherCards } from './OtherCards';
import { presets, StartCards } from './StartCards';
import { needsAccount, startGame } from './start';
import { Page } from '../Page';
import { signInPath } from '../../lib/paths';
import { ShareCheck } from '../ShareCheck';

/** A text for each fault; the server's own if there is no better one. */
function wordsOf(draft: Draft, refused: FieldFaults): FieldFaults {
    const { wrong } = texts().making;
    const ranges: Record<string, readonly [string, string]> = {
        '/rules/victory_points': [String(limits.points[0]), String(limits.points[1])],
        '/clock/vote_after': [String(limits.votes[0]), String(limits.votes[1])],
        '/clock/bank/increment': [span(limits.increment[0]), span(limits.increment[1])],
        '/clock/bank/start': [span(limits.bank[0]), span(limits.bank[1])],
        '/clock/bank/max': [span(limits.bank[0]), span(limits.bank[1])],
    };
    const found = Object.entries(wrongIn(draft)).map(([pointer, kind]): [string, string] => {
        const [low, high] = ranges[pointer] ?? [span(limits.span[0]), span(limits.span[1])];
        return [pointer, kind === 'range' ? wrong.range(low, high) : wrong[kind]];
    });
    return { ...refused, ...Object.fromEntries(found) };
}

function summaries(draft: Draft): Record<'rules' | 'board' | 'clock' | 'access', string> {
    const t = texts().making;
    const { clock } = draft;
    const knights = draft.game === 'cities_and_knights';
    const changed = Object.keys(chosenOptions(draft)).length + (knights ? draft.variants.length : 0);
    const clocks = { none: t.paces.none, turn: t.summary.clock(span(clock.turn)), bank: t.summary.bank(span(clock.start)) };
    return {
        rules: [t.summary.rules(draft.points ?? usualFor(draft)), ...(knights ? [t.editions[draft.edition]] : []), ...(changed > 0 ? [t.summary.changed(changed)] : [])].join(', '),
        board: t.layouts[draft.layout],
        clock: clocks[clock.kind],
        access: [draft.name, t.visibilities[draft.visibility]].filter((text) => text !== '').join(', '),
    };
}

function Presets({ chosen, onChoose }: { chosen: Preset; onChoose: (preset: Preset) => void }): JSX.Element {
    const t = texts().making;
    return (
        <fieldset class="presets">
            <legend>{t.how}</legend>
            {presets.map((preset) => (
                <label key={preset} class="sheet preset" data-pick={`preset=${preset}`}>
                    <input type="radio" name="preset" checked={preset === chosen} onChange={() => onChoose(preset)} />
                    <span>
                        <b>{t.presets[preset].name}</b>
                        <small>{t.presets[preset].help}</small>
                    </span>
                </label>
            ))}
        </fieldset>
    );
}

/** Land, or a map at sea with its picture. */
function MapChoice({ draft, setDraft }: { draft: Draft; setDraft: (draft: Draft) => void }): JSX.Element | null {
    const t = texts().making;
    useRules();
    const players = draft.seats.length;
    const maps = mapsFor(draft.game, players);
    if (maps.length === 0) return null;
    return (
        <div data-part="map-choice">
            <Choice label={t.map} value={draft.scenario ?? ''} options={[['', t.onLand], ...maps.map((one): [string, string] => [one, mapName(one)])]} onChoose={(one) => setDraft(withMap(draft, one === '' ? null : (one as Scenario)))} />
            {draft.scenario !== undefined && <img class="map-picture" src={`/v1/scenarios/${draft.scenario}/board.svg?players=${players}`} alt={t.mapPicture(mapName(draft.scenario))} loading="lazy" />}
            {draft.scenario === 'new_world' && <Check label={t.harborsDrawn} help={t.harborsDrawnHelp} checked={draft.harbors === 'random'} onChange={(drawn) => setDraft(withHarbors(draft, drawn))} />}
        </div>
    );
}

function Basics({ draft, setDraft }: { draft: Draft; setDraft: (draft: Draft) => void }): JSX.Element {
    const t = texts();
    const pace = paceOf(draft.clock);
    const known = Object.keys(paces) as Pace[];
    const shown: (Pace | 'own')[] = pace === null ? [...known, 'own'] : known;
    const choosePace = (to: Pace | 'own'): void => {
        if (to !== 'own') setDraft({ ...draft, clock: { ...draft.clock, ...paces[to] } });
    };
    return (
        <div class="columns">
            <Choice label={t.making.what} value={draft.game} options={Object.entries(t.around.games) as [GameKind, string][]} onChoose={(game) => setDraft(withGame(draft, game))} />
            <Choice label={t.making.players} value={String(draft.seats.length)} options={playerCounts[draft.game].map((count) => [String(count), t.around.players(count)])} onChoose={(count) => setDraft(withPlayers(draft, Number(count)))} />
            <MapChoice draft={draft} setDraft={setDraft} />
            {draft.seats.length >= largePlayers && <Choice label={t.making.turns} value={draft.turns ?? 'paired'} options={Object.entries(t.making.turnsOf) as [NonNullable<Draft['turns']>, string][]} onChoose={(turns) => setDraft({ ...draft, turns })} />}
            <Choice label={t.making.pace} value={pace ?? 'own'} options={shown.map((one) => [one, t.making.paces[one]])} onChoose={choosePace} />
        </div>
    );
}

/** Of a game with people who are named. */
const leastPlayers = 3;
/** The draft survives a change of language, and signing in on the way. */
const keptAs = 'hexpost.new-game';
interface Form {
    preset: Preset;
    draft: Draft;
}

/** The people named in the address, which others' pages lead to. */
const wantedPeople = (): string[] => new URLSearchParams(location.search).getAll('with');

function keptForm(): Form {
    const people = wantedPeople();
    if (people.length > 0) return { preset: 'friends', draft: withPeople(withPlayers(startDraft('friends'), Math.max(people.length + 1, leastPlayers)), people) };
    const kept = sessionStorage.getItem(keptAs);
    return kept === null ? { preset: 'bots', draft: startDraft('bots') } : (JSON.parse(kept) as Form);
}

/** The draft, and sending it. Faults are shown from the first attempt on. */
function useMaking(): { form: Form; setForm: (form: Form) => void; faults: FieldFaults; busy: boolean; make: () => Promise<void> } {
    const [form, setForm] = useState(keptForm);
    const { draft } = form;
    const [tried, setTried] = useState(false);
    const [refused, setRefused] = useState<FieldFaults>({});
    const [busy, setBusy] = useState(false);
    const faults = tried ? wordsOf(draft, refused) : {};
    const make = async (): Promise<void> => {
        setTried(true);
        if (Object.keys(wrongIn(draft)).length > 0) return toast(texts().making.somethingWrong, true);
        setBusy(true);
        try {
            await startGame(draft);
            sessionStorage.removeItem(keptAs);
        } catch (fault) {
            const found = fieldFaults(fault);
            setRefused(found);
            if (Object.keys(found).length > 0) toast(texts().making.somethingWrong, true);
            else toastError(fault);
        } finally {
            setBusy(false);
        }
    };
    const change = (next: Form): void => {
        setRefused({});
        sessionStorage.setItem(keptAs, JSON.stringify(next));
        setForm(next);
    };
    return { form, setForm: change, faults, busy, make };
}

/** The guide can accompany any game. */
function GuideCheck({ game }: { game: GameKind }): JSX.Element {
    const t = texts().making;
    return <Check label={t.guided} help={t.guidedHelp} checked={isGuided()} onChange={(on) => (on ? startGuide(game) : stopGuide())} />;
}

function RatedCheck({ draft, setDraft }: { draft: Draft; setDraft: (draft: Draft) => void }): JSX.Element {
    const t = texts().making;
    const people = ofPeople(draft);
    return <Check name="rated" label={t.rated} help={people ? t.ratedHelp : t.ratedPeople} disabled={!people} checked={isRated(draft)} onChange={(on) => setDraft(withRated(draft, on))} />;
}

export default function NewGamePage(_: PageProps): JSX.Element {
    const t = texts().making;
    const me = useMe();
    const element = useRef<HTMLFormElement>(null);
    const [begun] = useState(sessionStorage.getItem(keptAs) !== null || wantedPeople().length > 0);
    const { form, setForm, faults, busy, make } = useMaking();
    const { draft } = form;
    const setDraft = (next: Draft): void => setForm({ ...form, draft: next });
    const within = (...pointers: string[]): boolean => Object.keys(faults).some((fault) => pointers.some((pointer) => fault.startsWith(pointer)));
    const props = { draft, wrong: (pointer: string) => faults[pointer], change: (change: Partial<Draft>) => setDraft({ ...draft, ...change }) };
    const summary = summaries(draft);
    const submit = (event: Event): void => {
        event.preventDefault();
        void make().then(() => element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
    };
    return (
        <Page title={t.title} wide>
            <StartCards onChoose={(chosen) => setForm({ ...form, draft: doorDraft(chosen, form.preset) })} />
            <OtherCards />
            <GuestNote />
            <details class="sheet new-options" data-part="options" open={begun}>
                <summary>{t.more}</summary>
                    <form class="new-game" ref={element} noValidate onSubmit={submit}>
                    <Presets chosen={form.preset} onChoose={(preset) => setForm({ preset, draft: withPreset(draft, preset) })} />
                    <Basics draft={draft} setDraft={setDraft} />
                    <Seats draft={draft} wrong={props.wrong} change={setDraft} />
                    {me?.guest !== true && <RatedCheck draft={draft} setDraft={setDraft} />}
                    <h2>{t.details}</h2>
                    <FormPart title={t.rules} summary={summary.rules} faulty={within('/rules')}>
                        <RulesPart {...props} />
                    </FormPart>
                    <FormPart title={t.board} summary={summary.board} faulty={within('/board')}>
                        <BoardPart {...props} />
                    </FormPart>
                    <FormPart title={t.clock} summary={summary.clock} faulty={within('/clock')}>
                        <ClockPart {...props} />
                    </FormPart>
                    <FormPart title={t.access} summary={summary.access} faulty={within('/name', '/tags', '/visibility')}>
                        <AccessPart {...props} />
                    </FormPart>
                    {sits(draft) && <GuideCheck game={draft.game} />}
                    {sits(draft) && <ShareCheck />}
                    <p class="row">
                        {me === null && needsAccount(draft) ? (
                            <Link class="button main" href={signInPath('/new')}>
                                {t.signIn}
                            </Link>
                        ) : (
                            <button type="submit" class="main" data-do="make-game" disabled={busy || (me?.guest === true && needsAccount(draft))}>
                                {t.make}
                            </button>
                        )}
                        {me?.guest && needsAccount(draft) && <span>{t.notForGuests}</span>}
                    </p>
                </form>
            </details>
        </Page>
    );
}
