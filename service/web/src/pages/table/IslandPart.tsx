// SPDX-License-Identifier: AGPL-3.0-or-later
// The island: one of the known ones, a shuffled one, one from a seed, or painted by hand.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { limits } from '../newGame/draft';
import { harborArt, hexOutline, terrainArt } from '../../board/art';
import { Token } from '../../board/Land';
import { Drawn } from '../../ui/drawings';
import { mapName } from '../../lib/mapName';
import { texts } from '../../texts';
import type { HarborKind, Terrain } from '../../types';
import { Check, Field } from '../../ui/Field';
import { type Chip, Chips } from './Chips';
import type { Island } from '../../board/island';
import { beginnerIsland, beginnerKnightsIsland, beginnerLargeIsland, playsLarge, shuffledIsland } from './islands';
import { type Brush, unnumbered, withSeaAround } from './paint';
import { PaintBoard } from './PaintBoard';
import { Fog, Regions } from './SeaPart';
import { sailsIn, seatsIn, type SetUp, withIsland } from './setup';

const terrains: Terrain[] = ['forest', 'pasture', 'fields', 'hills', 'mountains', 'desert'];
const seaTerrains: Terrain[] = [...terrains, 'gold', 'sea', 'fog'];
const tokens = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12];
const harborKinds: HarborKind[] = ['any', 'brick', 'lumber', 'wool', 'grain', 'ore'];

/** Printed maps are for three players and more. */
const mapPlayersLeast = 3;

function Swatch({ terrain }: { terrain: Terrain }): JSX.Element {
    return (
        <svg class="board-art swatch" viewBox="-54 -62 108 124" aria-hidden="true">
            <path class={`ground ${terrain}`} d={hexOutline} />
            {terrainArt[terrain].map(([shape, spots], i) => (
                <Drawn key={i} shape={shape} spots={spots} />
            ))}
        </svg>
    );
}

function brushes(setUp: SetUp): { label: string; chips: Chip<Brush>[] }[] {
    const { setup: t, common, board } = texts();
    const sails = sailsIn(setUp);
    const ground = (terrain: Terrain): Chip<Brush> => ({ key: `terrain=${terrain}`, value: { kind: 'terrain', terrain }, label: common.terrains[terrain], face: <Swatch terrain={terrain} /> });
    const regions = Object.keys(setUp.island.regions ?? {}).map((region): Chip<Brush> => ({ key: `region=${region}`, value: { kind: 'region', region }, label: t.region(region) }));
    const neutral: Chip<Brush>[] = [{ key: 'neutral', value: { kind: 'neutral' }, label: t.neutralPlace }];
    return [
        { label: t.terrain, chips: sails ? [...seaTerrains.map(ground), { key: 'terrain=off', value: { kind: 'terrain', terrain: 'off' }, label: t.offMap }] : [...terrains.map(ground), { key: 'terrain=sea', value: { kind: 'terrain', terrain: 'off' }, label: t.sea }] },
        { label: t.numberToken, chips: [...tokens.map((number): Chip<Brush> => ({ key: `number=${number}`, value: { kind: 'number', number }, label: String(number), face: <svg class="board-art swatch" viewBox="-25 -25 50 50" aria-hidden="true"><Token number={number} /></svg> })), { key: 'number=null', value: { kind: 'number', number: null }, label: t.noNumber }] },
        { label: board.harbors, chips: [...harborKinds.map((harbor): Chip<Brush> => ({ key: `harbor=${harbor}`, value: { kind: 'harbor', harbor }, label: board.harborAt[harbor], face: <svg class="board-art swatch" viewBox="-22 -28 44 46" aria-hidden="true"><Drawn shape={harborArt[harbor]} /></svg> })), { key: 'harbor=null', value: { kind: 'harbor', harbor: null }, label: t.noHarbor }] },
        ...(sails && regions.length > 0 ? [{ label: t.regions, chips: [...regions, { key: 'region=null', value: { kind: 'region', region: null } as const, label: t.noRegion }] }] : []),
        ...(sails ? [{ label: t.pirate, chips: [{ key: 'pirate', value: { kind: 'pirate' } as const, label: t.pirate }] }] : []),
        ...(seatsIn(setUp) === 2 ? [{ label: t.neutralPlace, chips: neutral }] : []),
    ];
}

function Painter({ setUp, onChange }: { setUp: SetUp; onChange: (setUp: SetUp) => void }): JSX.Element {
    const { setup: t } = texts();
    const [chosen, setChosen] = useState<{ key: string; brush: Brush }>({ key: 'terrain=forest', brush: { kind: 'terrain', terrain: 'forest' } });
    const missing = unnumbered(setUp.island).length;
    const change = (island: Island): void => onChange({ ...setUp, island });
    return (
        <div class="painter">
            <div class="palette">
                {brushes(setUp).map(({ label, chips }) => (
                    <Chips key={label} label={label} chips={chips} chosen={chosen.key} onChoose={(brush, key) => setChosen({ key, brush })} />
                ))}
            </div>
            <PaintBoard setUp={setUp} brush={chosen.brush} onPaint={onChange} />
            <p class={missing > 0 ? 'bad' : 'quiet'} data-bad={missing > 0 ? '' : undefined} role="status">
                {missing > 0 ? t.unnumbered(missing) : t.islandSize(setUp.island.hexes.length, setUp.island.harbors.length)}
            </p>
            {sailsIn(setUp) && <Fog island={setUp.island} onChange={change} />}
            {sailsIn(setUp) && <Regions island={setUp.island} onChange={change} />}
        </div>
    );
}

/** The printed map of a scenario: nothing to draw. */
function PrintedMap({ setUp: { draft } }: { setUp: SetUp }): JSX.Element {
    return (
        <div data-part="printed-map">
            <p class="quiet">{texts().setup.printedHelp}</p>
            {draft.scenario && <img class="map-picture" src={`/v1/scenarios/${draft.scenario}/board.svg?players=${Math.max(draft.seats.length, mapPlayersLeast)}`} alt={texts().making.mapPicture(mapName(draft.scenario))} />}
        </div>
    );
}

export function IslandPart({ setUp, wrong, onChange }: { setUp: SetUp; wrong: (prefix: string) => string | undefined; onChange: (setUp: SetUp) => void }): JSX.Element {
    const { setup: t } = texts();
    const error = wrong('/board');
    const seeded = setUp.seed !== null;
    const sails = sailsIn(setUp);
    if (setUp.printed) return <>{error && <p class="bad">{error}</p>}<PrintedMap setUp={setUp} /></>;
    const take = (island: Island): void => onChange(withIsland(setUp, sails ? withSeaAround(island) : island));
    return (
        <>
            <div class="row">
                <button type="button" data-do="island-beginner" onClick={() => take(playsLarge(seatsIn(setUp)) ? beginnerLargeIsland : beginnerIsland)}>
                    {t.islands.beginner}
                </button>
                <button type="button" data-do="island-knights" onClick={() => take(beginnerKnightsIsland)}>
                    {t.islands.knights}
                </button>
                <button type="button" data-do="island-shuffle" onClick={() => take(shuffledIsland(seatsIn(setUp), Math.random))}>
                    {t.islands.shuffle}
                </button>
            </div>
            {setUp.position === null && !sails && (
                <>
                    <Check label={t.seeded} help={t.seededHelp} checked={seeded} onChange={(on) => onChange({ ...setUp, seed: on ? '' : null })} />
                    {seeded && <Field label={texts().making.seed} name="board-seed" maxLength={limits.seed} value={setUp.seed ?? ''} onInput={(event) => onChange({ ...setUp, seed: event.currentTarget.value })} />}
                </>
            )}
            {error && <p class="bad">{error}</p>}
            {!seeded && <Painter setUp={setUp} onChange={onChange} />}
        </>
    );
}
