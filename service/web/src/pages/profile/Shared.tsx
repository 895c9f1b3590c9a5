// SPDX-License-Identifier: AGPL-3.0-or-later
// What games say about a person: the maps they play most, and the games that the reader has played with them.
import type { JSX } from 'preact';
import { api, unwrap } from '../../lib/api';
import { mapName } from '../../lib/mapName';
import { texts } from '../../texts';
import type { Game } from '../../types';
import { useFetched } from '../../ui/forms';
import { GameCard, GameList } from '../GameCard';

const latest = 50;
const mapsMax = 3;
const togetherMax = 4;

function mapOf({ rules }: Game): string {
    const game = texts().around.games[rules.game];
    return rules.scenario ? `${mapName(rules.scenario)} (${game})` : game;
}

export function FavouriteMaps({ name }: { name: string }): JSX.Element | null {
    const t = texts().club.profile;
    const { value: games } = useFetched(async () => (await unwrap(api.GET('/v1/games', { params: { query: { player: name, status: 'finished', mode: 'play', sort: 'finished', limit: latest } } }))).items as Game[], [name]);
    const played = (games ?? []).filter(({ damaged }) => !damaged).map(mapOf);
    if (played.length === 0) return null;
    const favourites = [...new Set(played)].map((map): [string, number] => [map, played.filter((other) => other === map).length]).sort((a, b) => b[1] - a[1]).slice(0, mapsMax);
    return (
        <section data-part="maps">
            <h2>{t.maps}</h2>
            <p class="quiet">{t.mapsLead}</p>
            <ul>
                {favourites.map(([map, count]) => (
                    <li key={map}>
                        {map}: {t.games(count)}
                    </li>
                ))}
            </ul>
        </section>
    );
}

export function Together({ name, own }: { name: string; own: string }): JSX.Element | null {
    const { value: games } = useFetched(async () => (await unwrap(api.GET('/v1/games', { params: { query: { player: name, vs: own, mode: 'play', sort: 'created', limit: togetherMax } } }))).items as Game[], [name, own]);
    if (!games || games.length === 0) return null;
    return (
        <section data-part="together">
            <h2>{texts().club.profile.together}</h2>
            <GameList label={texts().club.profile.together}>
                {games.map((game) => (
                    <GameCard key={game.id} game={game} />
                ))}
            </GameList>
        </section>
    );
}
