// SPDX-License-Identifier: AGPL-3.0-or-later
// What can be built in parts of others' turns (five and six players), and its names.
import type { components } from '../../../schema';
import { texts } from '../../../texts';
import type { Game, Place, Track, Wonder } from '../../../types';
import { cardsText } from '../../../lib/cardsText';
import type { PlaceWords } from '../../narration/places';

export type Build = components['schemas']['PartBuilds'][number];
export const buildsMax = 16;

type At = Extract<Place['kind'], 'vertex' | 'edge'>;
/** An entry to add to a list: a build whose place is still to be chosen, or one without a place. */
export type Choice = { kind: At; make: (id: number) => Build; id: string } | { kind: null; build: Build; id: string };

const atVertex = (type: 'build_settlement' | 'build_city' | 'build_city_wall' | 'build_knight' | 'activate_knight' | 'promote_knight'): Choice => ({ kind: 'vertex', id: type, make: (vertex) => ({ type, vertex }) });
const atEdge = (type: 'build_road' | 'build_ship'): Choice => ({ kind: 'edge', id: type, make: (edge) => ({ type, edge }) });
const improve = (track: Track): Choice => ({ kind: null, id: track, build: { type: 'improve_city', track } });
const wonder = (name: Wonder): Choice => ({ kind: null, id: name, build: { type: 'build_wonder', wonder: name } });

const knights = [atVertex('build_city_wall'), atVertex('build_knight'), atVertex('activate_knight'), atVertex('promote_knight'), improve('trade'), improve('politics'), improve('science')];
const card: Choice = { kind: null, id: 'buy_dev_card', build: { type: 'buy_dev_card' } };

/** what can be built in a game, except trades; OWN is the wonder that was begun. */
export const choicesIn = ({ game, scenario }: Game['rules'], own: Wonder | null): Choice[] => [
    ...[atVertex('build_settlement'), atVertex('build_city'), atEdge('build_road')],
    ...(scenario === undefined ? [] : [atEdge('build_ship')]),
    ...(game === 'cities_and_knights' ? knights : [card]),
    ...(scenario === 'wonders' ? (own ? [own] : (Object.keys(texts().common.wonders) as Wonder[])) : []).map(wonder),
];

const actionName = (type: string): string => (texts().play.actions as Record<string, string>)[type] ?? type;

export function buildName(build: Build, places: PlaceWords | null): string {
    const t = texts();
    const at = (words: string | undefined): string => (words === undefined ? actionName(build.type) : `${actionName(build.type)}: ${words}`);
    if (build.type === 'improve_city') return at(t.common.tracks[build.track]);
    if (build.type === 'build_wonder') return at(t.common.wonders[build.wonder]);
    if (build.type === 'maritime_trade') return at(`${cardsText(build.give)} → ${cardsText(build.take)}`);
    if ('vertex' in build && build.vertex !== undefined) return at(places?.vertex(build.vertex));
    if ('edge' in build && build.edge !== undefined) return at(places?.edge(build.edge));
    return at(undefined);
}

export const choiceName = (choice: Choice): string => (choice.kind === null ? buildName(choice.build, null) : actionName(choice.id));
