// SPDX-License-Identifier: AGPL-3.0-or-later
// How a game ended: places and the sources of points, how the dice fell, the points over time, and what to do next.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { SeatAvatar } from '../../board/SeatSign';
import { api, unwrap } from '../../lib/api';
import { withParts } from '../../lib/parts';
import { ratingOf } from '../../lib/rating';
import { Link, navigate } from '../../lib/router';
import { useMe } from '../../lib/session';
import { language, texts } from '../../texts';
import { formatter } from '../../texts/format';
import type { Game, GameStats, SeatStats } from '../../types';
import { Disclosure } from '../../ui/Disclosure';
import { useFetched } from '../../ui/forms';
import { lazy } from '../../ui/lazy';
import { toastError } from '../../ui/toast';
import { isGuided } from '../coach/progress';
import { total } from '../panels/charts/figures';
import { PointsChart } from '../panels/charts/PointsChart';
import { ownSeat, seatName, useGame } from '../state/context';
import { useNextGame } from '../screen/useNextGame';
import { mySeat } from '../state/seats';
import { GuestNote } from './GuestNote';
import { diceLuck, type Placed, placesOf, type Player } from './places';

const Chances = lazy(() => import('./Chances'));
const FirstGame = lazy(withParts(['lessons'], () => import('./FirstGame')));
const Moments = lazy(withParts(['learning'], () => import('./Moments')));

type Result = NonNullable<Game['result']>;

/** "Cities 6 · Longest Road 2" */
function sourcesText({ points: { sources } }: Player): string {
    const t = texts().result.sources;
    return Object.entries(sources ?? {}).map(([source, points]) => `${t[source as keyof typeof t] ?? source} ${points}`).join(' · ');
}

const producedBy = ({ production }: SeatStats): number => Object.values(production).reduce((all, bySum) => all + total(bySum), 0);

const placeText = (place: number): string => (texts().result.places as Record<number, string>)[place] ?? String(place);

/** What the game did to a player's rating. */
function ratingText(result: Result | null, seat: number): string {
    const rated = result?.ratings?.find((one) => one.seat === seat);
    return rated ? ` · ${texts().result.rating(ratingOf(rated.before.mu), ratingOf(rated.after.mu))}` : '';
}

function PlaceItem({ placed: { place, player, points }, stats }: { placed: Placed; stats: SeatStats | undefined }): JSX.Element {
    const { state } = useGame();
    const t = texts().result;
    return (
        <li data-place-of={player.seat} data-own={ownSeat(state) === player.seat ? '' : undefined}>
            <span class="result-place">{placeText(place)}</span>
            <SeatAvatar seat={player.seat} players={state.view.players} />
            <b class="name">{seatName(state, player.seat)}</b>
            <b class="result-points" data-points={points}>{points}</b>
            <small>
                {sourcesText(player)}
                {stats && ` · ${t.cardsRolled(producedBy(stats))}`}
                {ratingText(state.game.result, player.seat)}
            </small>
        </li>
    );
}

function Luck({ seats }: { seats: SeatStats[] }): JSX.Element | null {
    const luck = diceLuck(seats);
    const decimal = formatter(Intl.NumberFormat, language(), { maximumFractionDigits: 1 });
    if (!luck) return null;
    const { most, least, rolls } = luck;
    return <p class="result-luck">{texts().result.luck(rolls, most.sum, most.count, decimal.format(most.expected), least.sum, least.count, decimal.format(least.expected))}</p>;
}

/** Shares the picture of the board with another program, or downloads it if that is not possible. */
function Share(): JSX.Element {
    const { store, state } = useGame();
    const t = texts().result;
    const name = `hexpost-${store.id}.png`;
    const share = async (event: MouseEvent): Promise<void> => {
        const nav = navigator as { canShare?: (data: ShareData) => boolean; share?: (data: ShareData) => Promise<void> };
        if (!nav.canShare || !nav.share) return;
        event.preventDefault();
        try {
            const response = await fetch(`/v1/games/${store.id}/board.png`);
            const data: ShareData = { title: state.game.name ?? 'Hexpost', files: [new File([await response.blob()], name, { type: 'image/png' })] };
            if (nav.canShare(data)) await nav.share(data);
        } catch (fault) {
            if (!(fault instanceof DOMException)) toastError(fault);
        }
    };
    return (
        <a class="button" data-do="share" href={`/v1/games/${store.id}/board.png`} download={name} onClick={(event) => void share(event)}>
            {t.share}
        </a>
    );
}

/** A rematch, or a link to the one that exists. */
function Again(): JSX.Element | null {
    const { store, state } = useGame();
    const [asking, setAsking] = useState(false);
    const { game } = state;
    const t = texts().game;
    const again = async (): Promise<void> => {
        setAsking(true);
        try {
            const next = await unwrap(api.POST('/v1/games/{id}/rematch', { params: { path: { id: store.id } } }));
            navigate(`/games/${(next as { id: string }).id}`);
        } catch (fault) {
            toastError(fault);
            setAsking(false);
        }
    };
    if (game.rematch) return <Link class="button main" href={`/games/${game.rematch}`} children={t.toRematch} />;
    if (mySeat(state) === null || game.mode !== 'play') return null;
    return (
        <button type="button" class="main" data-do="rematch" disabled={asking} onClick={() => void again()}>
            {t.rematch}
        </button>
    );
}

/** Another game with the same people, to be chosen anew. */
function SamePeople(): JSX.Element | null {
    const { state } = useGame();
    const me = useMe();
    const own = mySeat(state);
    const others = state.game.seats.flatMap(({ seat, account }) => (account !== null && account !== undefined && seat !== own ? [account] : []));
    if (own === null || state.game.mode !== 'play' || others.length === 0 || !me || me.guest) return null;
    return (
        <Link class="button" data-do="same-people" href={`/new?${others.map((name) => `with=${encodeURIComponent(name)}`).join('&')}`}>
            {texts().game.samePeople}
        </Link>
    );
}

/** What the reader can do now, the most likely first. */
function Ways(): JSX.Element {
    const next = useNextGame();
    return (
        <div class="row">
            <Again />
            <SamePeople />
            {next && (
                <Link class="button" data-do="next-game" href={next.href}>
                    {next.label}
                </Link>
            )}
            <Share />
        </div>
    );
}

function Papers(): JSX.Element {
    const { id, rules } = useGame().state.game;
    const t = texts().game;
    return (
        <p class="result-papers">
            <Link href={`/games/${id}/fairness`}>{t.proof}</Link>
            <Link href={`/openings?game=${rules.game}&players=${rules.players}`}>{t.openings}</Link>
            <a href={`/v1/games/${id}/record`} download={`hexpost-${id}.json`}>
                {t.record}
            </a>
        </p>
    );
}

/** The places, how the dice fell, and the points over time. */
function Places({ result }: { result: Result }): JSX.Element {
    const { store, state } = useGame();
    const { value: stats } = useFetched(async () => (await unwrap(api.GET('/v1/games/{id}/stats', { params: { path: { id: store.id } } }))) as GameStats, [store, state.game.seq]);
    const { players } = state.view;
    const places = placesOf(players, result);
    const seats = (stats?.seats ?? []).filter(({ seat }) => places.some(({ player }) => player.seat === seat));
    const lines = seats.map(({ seat, points }) => ({ seat, points, name: seatName(state, seat), color: players.find((player) => player.seat === seat)?.color ?? '' }));
    return (
        <>
            <ol>
                {places.map((placed) => (
                    <PlaceItem key={placed.player.seat} placed={placed} stats={seats.find(({ seat }) => seat === placed.player.seat)} />
                ))}
            </ol>
            {result.unrated && <p class="quiet" data-part="unrated">{texts().result.unrated[result.unrated]}</p>}
            <Luck seats={seats} />
            {lines.some(({ points }) => points.length > 1) && (
                <Disclosure label={texts().charts.points} name="points">
                    <PointsChart lines={lines} target={state.game.rules.victory_points} />
                </Disclosure>
            )}
            <Disclosure label={texts().result.chances} name="chances">
                <Chances />
            </Disclosure>
            <Disclosure label={texts().result.moments} name="moments">
                <Moments />
            </Disclosure>
        </>
    );
}

export default function ResultScreen(): JSX.Element {
    const { store, state } = useGame();
    const { result } = state.game;
    const t = texts().game;
    const winner = result?.winner ?? null;
    const guided = isGuided() && winner !== null && mySeat(state) !== null && state.game.mode === 'play';
    const points = winner === null ? 0 : (result?.points[winner] ?? 0);
    return (
        <section class="result" data-part="result">
            <h3 aria-live="polite" data-result={winner ?? 'none'}>
                {winner === null ? (result?.agreed ? t.agreed : t.abandoned) : winner === mySeat(state) ? t.youWon(points) : t.won(seatName(state, winner), points)}
            </h3>
            <Ways />
            {guided && <FirstGame />}
            <GuestNote onKept={() => void store.refresh()} />
            {result && <Places result={result} />}
            <Papers />
        </section>
    );
}
