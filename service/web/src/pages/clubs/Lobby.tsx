// SPDX-License-Identifier: AGPL-3.0-or-later
// The games and tournaments of a club, which its members alone see, and how they make more.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../lib/api';
import { Link, navigate } from '../../lib/router';
import { texts } from '../../texts';
import type { Game, GameKind } from '../../types';
import { Choice, Field } from '../../ui/Field';
import { AsyncContent, useFetched, useSubmit } from '../../ui/forms';
import { GameCard, GameList } from '../GameCard';
import { useGames } from '../lobby/useGames';
import { NewTournament } from '../tournaments/NewTournament';
import type { Tournament } from '../tournaments/tournament';
import { type Club, leads } from './club';

const daySeconds = 86_400;
const seatCounts = ['3', '4', '5', '6'] as const;

/** What a game needs to begin; all else has a default. */
function NewClubGame({ club }: { club: Club }): JSX.Element {
    const t = texts().clubs;
    const [game, setGame] = useState<GameKind>('base');
    const [seats, setSeats] = useState<(typeof seatCounts)[number]>('4');
    const [turn, setTurn] = useState('1');
    const { busy, run, error } = useSubmit(['/clock']);
    const create = (event: Event): void => {
        event.preventDefault();
        const body = { club: club.id, visibility: 'private', rules: { game, players: Number(seats) }, clock: { turn: Math.round(Number(turn) * daySeconds) } };
        void run(async () => navigate(`/games/${(await unwrap(api.POST('/v1/games', { body: body as never }))).id}/join`));
    };
    return (
        <form data-part="new-club-game" onSubmit={create}>
            <div class="columns">
                <Choice label={t.game} value={game} options={Object.entries(texts().around.games) as [GameKind, string][]} onChoose={setGame} />
                <Choice label={t.seats} value={seats} options={seatCounts.map((count) => [count, count])} onChoose={setSeats} />
                <Field label={t.turnDays} name="turn" type="number" min={0.25} max={30} step={0.25} value={turn} error={error('/clock')} onInput={(event) => setTurn(event.currentTarget.value)} />
            </div>
            <button type="submit" class="main" data-do="create-club-game" disabled={busy}>
                {t.makeGame}
            </button>
        </form>
    );
}

function Folded({ name, label, children }: { name: string; label: string; children: () => JSX.Element }): JSX.Element {
    const [open, setOpen] = useState(false);
    return (
        <details class="sheet new-part" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
            <summary data-do={name}>{label}</summary>
            {open && children()}
        </details>
    );
}

export function Lobby({ club }: { club: Club }): JSX.Element {
    const t = texts().clubs;
    const { games, more } = useGames((cursor) => unwrap(api.GET('/v1/games', { params: { query: { club: club.id, ...(cursor && { cursor }) } } })) as Promise<{ items: Game[]; next: string | null }>, club.id);
    return (
        <>
            <Folded name="new-club-game" label={t.newGame}>
                {() => <NewClubGame club={club} />}
            </Folded>
            <h2 class="sr">{t.lobby}</h2>
            {games?.length === 0 && <p>{t.noGames}</p>}
            <GameList>{games?.map((game) => <GameCard key={game.id} game={game} />)}</GameList>
            {more && (
                <button type="button" data-do="more" onClick={more}>
                    {t.more}
                </button>
            )}
        </>
    );
}

export function ClubTournaments({ club }: { club: Club }): JSX.Element {
    const t = texts().clubs;
    const page = useFetched(async () => (await unwrap(api.GET('/v1/tournaments', { params: { query: { club: club.id, limit: 50 } } }))).items as Tournament[], [club.id]);
    return (
        <>
            {leads(club) && (
                <Folded name="new-tournament" label={texts().tournaments.make}>
                    {() => <NewTournament club={club.id} />}
                </Folded>
            )}
            <AsyncContent of={page}>
                {(items) => (
                    <>
                        {items.length === 0 && <p>{t.noTournaments}</p>}
                        <ul class="games" data-list="tournaments">
                            {items.map(({ id, name, format, status }) => (
                                <li key={id} class="sheet" data-tournament={id}>
                                    <h2>
                                        <Link href={`/tournaments/${id}`}>{name}</Link>
                                    </h2>
                                    <p class="quiet">{[texts().tournaments.formats[format], texts().tournaments.states[status]].join(' · ')}</p>
                                </li>
                            ))}
                        </ul>
                    </>
                )}
            </AsyncContent>
        </>
    );
}
