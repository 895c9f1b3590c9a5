// SPDX-License-Identifier: AGPL-3.0-or-later
// A game in a list: what it is, who plays, and what it waits for.
import type { ComponentChildren, JSX } from 'preact';
import { botName } from '../lib/bots';
import { withParts } from '../lib/parts';
import { Link } from '../lib/router';
import { useMe } from '../lib/session';
import { list } from '../lib/list';
import { moment, texts } from '../texts';
import type { Game, GameSeat, MyGame } from '../types';
import { Avatar } from '../ui/Avatar';
import { PauseChip, TimeChip } from '../ui/Chip';
import { lazy } from '../ui/lazy';
import { clockText } from './RulesShort';

/** Loaded on demand: few games have proposals. */
const Proposed = lazy(withParts(['panels'], () => import('./Proposed')), () => null);

export function gameTitle(game: Game): string {
    const t = texts().around;
    return game.name || t.games[game.rules.game];
}

/** A player's seat; null if they have none, or are not signed in. */
export const seatOf = (game: Game, name: string | undefined): number | null => (name === undefined ? null : (game.seats.find(({ account }) => account === name)?.seat ?? null));

/** The address of a game: before it begins, the page where seats are taken. */
const gamePath = ({ id, status }: Game): string => (status === 'open' ? `/games/${id}/join` : `/games/${id}`);

/** At a table game all seats belong to the person who records it, so colors tell them apart. */
const colorOf = ({ color }: GameSeat): string => texts().common.colors[color] ?? color;

/** Who has a seat, in a word. */
export function holder(game: Game, seat: GameSeat, own: number | null = null): string {
    const t = texts();
    if (game.mode === 'table') return colorOf(seat);
    if (seat.seat === own) return t.common.you;
    if (seat.kind === 'open') return t.common.openSeat;
    if (seat.kind === 'invited') return seat.account ?? t.around.card.invited;
    return seat.account ?? botName(game, seat) ?? t.common.bot;
}

/** The avatar of the player in a seat; seats at a table only have a color. */
export function SeatFace({ game, seat }: { game: Game; seat: GameSeat }): JSX.Element {
    const free = seat.kind === 'open' || seat.kind === 'invited';
    return <Avatar name={free ? null : (seat.account ?? botName(game, seat) ?? seat.color)} paint={`paint-${seat.color}`} bot={seat.kind === 'bot'} />;
}

function Seats({ game, own, points }: { game: Game; own: number | null; points: number[] }): JSX.Element {
    const t = texts().around.card;
    return (
        <ul class="seats" data-part="seats">
            {game.seats.map((seat) => {
                const count = points[seat.seat] ?? null;
                return (
                    <li key={seat.seat} data-kind={seat.kind}>
                        <SeatFace game={game} seat={seat} />
                        <span data-part="seat-name">{holder(game, seat, own)}</span>
                        {seat.bot_account && <small class="tag">{texts().common.bot}</small>}
                        {count !== null && (
                            <b title={t.seatPoints(holder(game, seat, own), count)}>
                                <span aria-hidden="true">{count}</span>
                                <span class="sr">{texts().common.points(count)}</span>
                            </b>
                        )}
                    </li>
                );
            })}
        </ul>
    );
}

/** At the beginning of a sentence. */
function subject(game: Game, seat: GameSeat): string {
    const name = (game.mode === 'table' ? null : (seat.account ?? botName(game, seat))) ?? colorOf(seat);
    return name.charAt(0).toLocaleUpperCase() + name.slice(1);
}

/** Whose move it is, or the state of the game, if it is not the reader's move. */
function standing(game: Game, own: number | null): string {
    const t = texts();
    const words = t.around.card;
    if (game.damaged) return words.damaged;
    if (game.result) {
        const winner = game.seats.find(({ seat }) => seat === game.result?.winner);
        if (!winner) return game.result.agreed ? words.agreed : words.abandoned;
        return winner.seat === own ? words.youWon : words.won(subject(game, winner));
    }
    if (game.status === 'abandoned') return words.abandoned;
    if (game.status === 'open') {
        const free = game.seats.filter(({ kind }) => kind === 'open').length;
        return free > 0 ? words.free(free) : words.keptFor;
    }
    if (game.paused) return words.paused(moment(game.paused.until));
    const names = [...new Set(game.waiting_for.map(({ player }) => game.seats.find(({ seat }) => seat === player)).filter((seat) => seat !== undefined).map((seat) => subject(game, seat)))];
    return words.turnOf(list(names));
}

function Wanted({ mine }: { mine: MyGame }): JSX.Element {
    const t = texts().around.card;
    const { deadline, decisions, game } = mine;
    const what = [...new Set(decisions.map(({ decision }) => t.mine[decision]))];
    return (
        <p class="wanted">
            <strong>{list(what)}</strong>
            {game.paused ? <PauseChip until={game.paused.until} /> : deadline && <TimeChip at={deadline} clock={game.clock} />}
        </p>
    );
}

function facts(game: Game): string[] {
    const t = texts().around;
    const made = game.finished_at ? t.card.ended(moment(game.finished_at)) : game.started_at ? t.card.begun(moment(game.started_at)) : t.card.made(moment(game.created_at));
    // A game without a name is called by its rules, which are not repeated here.
    if (game.damaged) return [made]; // the rules cannot be read
    return [game.name ? t.games[game.rules.game] : '', t.upTo(game.rules.victory_points), game.mode === 'table' ? t.card.tableGame : '', game.visibility === 'private' ? t.card.private : '', game.rated ? t.card.rated : '', game.status === 'open' ? clockText(game.clock) : '', made].filter((text) => text !== '');
}

/** The last event of each game when its thumbnail was first shown. */
const firstShown = new Map<string, number>();

/** The current board, decorative. The browser keeps it under one address, and asks on the next visit whether it shows
 * anything else. While the page is open it does not ask again: later events have addresses of their own. */
function Thumbnail({ game: { id, seq } }: { game: Game }): JSX.Element {
    const first = firstShown.get(id) ?? seq;
    firstShown.set(id, first);
    return <img class="thumbnail" src={`/v1/games/${id}/board.svg?thumbnail=true${seq === first ? '' : `&at=${seq}`}`} alt="" width="132" height="124" loading="lazy" decoding="async" />;
}

/** The list of the lobby that has such games. */
const listOf = ({ status }: Game): string => (status === 'open' || status === 'active' ? status : 'finished');

export function GameCard({ game, mine }: { game: Game; mine?: MyGame }): JSX.Element {
    const t = texts().around.card;
    const name = useMe()?.name;
    const own = mine ? mine.seat : seatOf(game, name);
    const waits = mine !== undefined && mine.decisions.length > 0;
    return (
        <li class={waits ? 'sheet game-card waits' : 'sheet game-card'} data-part="game-card" data-game={game.id}>
            <h3>
                <Link href={gamePath(game)}>{gameTitle(game)}</Link>
            </h3>
            {!game.damaged && <Thumbnail game={game} />}
            {waits ? <Wanted mine={mine} /> : <p>{standing(game, own)}</p>}
            {mine && mine.proposals.length > 0 && <Proposed mine={mine} />}
            <Seats game={game} own={own} points={game.result?.points ?? mine?.points ?? []} />
            <p class="facts">
                {facts(game).map((fact) => (
                    <span key={fact}>{fact}</span>
                ))}
                {game.tags?.map((tag) => (
                    <Link key={tag} href={`/lobby?show=${listOf(game)}&tag=${tag}`}>
                        #{tag}
                    </Link>
                ))}
                {mine && mine.unread_talk > 0 && <span class="mark">{t.unread(mine.unread_talk)}</span>}
            </p>
        </li>
    );
}

export function GameList({ label, children }: { label?: string; children: ComponentChildren }): JSX.Element {
    return (
        <ul class="games" aria-label={label}>
            {children}
        </ul>
    );
}
