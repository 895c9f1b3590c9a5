// SPDX-License-Identifier: AGPL-3.0-or-later
// What a map at sea has besides its hexes: its regions, and what lies face down in the fog.
import type { JSX } from 'preact';
import type { FogStack, Island, Region } from '../../board/island';
import { texts } from '../../texts';
import type { Terrain } from '../../types';
import { Check } from '../../ui/Field';
import { Count } from './Chips';

const bonusMax = 9;
const regionsMax = 16;
const foggy: Terrain[] = ['sea', 'gold', 'forest', 'pasture', 'fields', 'hills', 'mountains', 'desert'];
const numbers = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12];
const noFog: FogStack = { tiles: {}, numbers: {} };

interface Props {
    island: Island;
    onChange: (island: Island) => void;
}

/** The first name that is not used by a region. */
function freeName(regions: Record<string, Region>): string {
    const names = Array.from({ length: regionsMax + 1 }, (_, i) => String.fromCharCode('A'.charCodeAt(0) + i));
    return names.find((name) => !(name in regions)) ?? 'A';
}

function RegionRow({ name, region, onChange, onRemove }: { name: string; region: Region; onChange: (region: Region) => void; onRemove: () => void }): JSX.Element {
    const { setup: t } = texts();
    const set = (more: Region): void => onChange({ ...region, ...more });
    return (
        <fieldset class="counts" data-region={name}>
            <legend>{t.region(name)}</legend>
            <Check label={t.regionStart} checked={region.start ?? false} onChange={(start) => set({ start })} />
            <Check label={t.regionSettle} checked={region.settle ?? true} onChange={(settle) => set({ settle })} />
            <Check label={t.regionRobber} checked={region.robber ?? true} onChange={(robber) => set({ robber })} />
            <Count label={t.regionBonus} name={`bonus-${name}`} value={region.bonus ?? 0} max={bonusMax} onChange={(bonus) => set({ bonus })} />
            <button type="button" data-do={`remove-region-${name}`} onClick={onRemove}>
                {t.removeRegion(name)}
            </button>
        </fieldset>
    );
}

export function Regions({ island, onChange }: Props): JSX.Element {
    const { setup: t } = texts();
    const { regions = {} } = island;
    const names = Object.keys(regions);
    const put = (next: Record<string, Region>): void => onChange({ ...island, regions: next });
    const remove = (name: string): void => {
        const { [name]: _, ...rest } = regions;
        onChange({ ...island, regions: rest, hexes: island.hexes.map(({ region, ...hex }) => ({ ...hex, ...(region !== undefined && region !== name && { region }) })) });
    };
    return (
        <div class="sea-part" data-part="regions">
            <p class="quiet">{t.regionsHelp}</p>
            {Object.entries(regions).map(([name, region]) => (
                <RegionRow key={name} name={name} region={region} onChange={(next) => put({ ...regions, [name]: next })} onRemove={() => remove(name)} />
            ))}
            {names.length < regionsMax && (
                <button type="button" data-do="add-region" onClick={() => put({ ...regions, [freeName(regions)]: names.length === 0 ? { start: true } : { bonus: 1 } })}>
                    {t.addRegion}
                </button>
            )}
        </div>
    );
}

const sumOf = (counts: Record<string, number | undefined>): number => Object.values(counts).reduce((sum: number, n) => sum + (n ?? 0), 0);

/** The stack for the hexes in fog: it needs as many tiles as there are such hexes. */
export function Fog({ island, onChange }: Props): JSX.Element | null {
    const { setup: t, common } = texts();
    const hidden = island.hexes.filter(({ terrain }) => terrain === 'fog').length;
    if (hidden === 0) return null;
    const fog = island.fog ?? noFog;
    const tiles = sumOf(fog.tiles);
    const left = hidden - tiles;
    const count = (list: 'tiles' | 'numbers', key: string | number, n: number): void => {
        const { [key]: _, ...rest } = fog[list];
        onChange({ ...island, fog: { ...fog, [list]: n === 0 ? rest : { ...rest, [key]: n } } });
    };
    return (
        <div class="sea-part" data-part="fog">
            <fieldset class="counts">
                <legend>{t.fogTiles}</legend>
                {foggy.map((terrain) => (
                    <Count key={terrain} label={common.terrains[terrain]} name={`fog-${terrain}`} value={fog.tiles[terrain] ?? 0} max={hidden} onChange={(n) => count('tiles', terrain, n)} />
                ))}
            </fieldset>
            <fieldset class="counts">
                <legend>{t.fogNumbers}</legend>
                {numbers.map((number) => (
                    <Count key={number} label={String(number)} name={`fog-${number}`} value={fog.numbers[number] ?? 0} max={hidden} onChange={(n) => count('numbers', number, n)} />
                ))}
            </fieldset>
            <p class={left === 0 ? 'quiet' : 'bad'} role="status">
                {left === 0 ? t.fogFits : left > 0 ? t.fogNeeds(left) : t.fogTooMany(-left)}
            </p>
        </div>
    );
}
