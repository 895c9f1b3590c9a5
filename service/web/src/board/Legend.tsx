// SPDX-License-Identifier: AGPL-3.0-or-later
// The legend of the board, and the building costs.
import type { JSX } from 'preact';
import { texts } from '../texts';
import type { Kind, MarkKind, PlaceMark, Terrain } from '../types';
import { Dialog } from '../ui/Dialog';
import { KindIcon } from '../ui/icons';
import { Drawn, stamp } from '../ui/drawings';
import { hexOutline, longship, terrainArt } from './art';
import { Costs } from './Costs';
import { nameOf } from './names';
import { HintSign } from './HintMarks';
import { GiftSign, PlaceSign, VillageSign } from './ScenarioMarks';
import { HarborSign, Token } from './Land';
import { CityArt, CityState, KnightArt, MerchantArt, type OnBoard, paintOf, PirateArt, RoadArt, RobberArt, SettlementArt, ShipArt } from './pieces';
import { cityKind, landKind } from './worth';

const laneMarks: PlaceMark[] = ['start', 'way', 'fortress'];
/** Only in games at sea. */
const seaTerrains = new Set<Terrain>(['sea', 'gold', 'fog']);

/** A drawing next to its explanation. */
function Item({ box = '-30 -36 60 62', children, text, paint }: { box?: string; children: JSX.Element; text: string; paint?: string }): JSX.Element {
    return (
        <li>
            <svg class={`board-art ${paint ?? ''}`} viewBox={box} aria-hidden="true">
                {children}
            </svg>
            <span>{text}</span>
        </li>
    );
}

function Terrains({ knights }: { knights: boolean }): JSX.Element {
    const { board: t, common, legend: l } = texts();
    return (
        <>
            <h3>{l.terrains}</h3>
            <ul class="board-legend">
                {(Object.entries(landKind) as [Terrain, Kind | null][]).filter(([terrain]) => !seaTerrains.has(terrain)).map(([terrain, kind]) => (
                    <Item key={terrain} box="-54 -62 108 124" text={t.yields(common.terrains[terrain], kind ? common.kinds[kind] : t.yieldsNothing)}>
                        <>
                            <path class={`ground ${terrain}`} d={hexOutline} />
                            {terrainArt[terrain].flatMap(([shape, spots]) => shape.map(({ paint, parts }, i) => <path key={`${paint}${i}`} class={`art ${paint}`} d={stamp(parts, spots)} />))}
                        </>
                    </Item>
                ))}
            </ul>
            {knights && (
                <>
                    <p>{l.cityYields}</p>
                    <ul class="board-legend">
                        {(Object.entries(cityKind) as [Terrain, Kind][]).map(([terrain, kind]) => (
                            <li key={terrain}>
                                <span class={`kind-${kind}`}>
                                    <KindIcon kind={kind} />
                                </span>
                                <span>{t.yields(common.terrains[terrain], common.kinds[kind])}</span>
                            </li>
                        ))}
                    </ul>
                </>
            )}
            <ul class="board-legend">
                <Item box="-30 -30 60 60" text={t.pipsMeaning}>
                    <Token number={8} />
                </Item>
                <Item box="-30 -30 60 60" text={t.harborMeaning}>
                    <HarborSign kind="any" />
                </Item>
            </ul>
        </>
    );
}

function PiecesOf({ view, knights }: { view: OnBoard; knights: boolean }): JSX.Element {
    const { board: t, legend: l } = texts();
    const seat = view.players[0]?.seat ?? 0;
    const paint = paintOf(view.players, seat);
    return (
        <>
            <h3>{l.pieces}</h3>
            <ul class="board-legend">
                <Item text={t.road} paint={paint}>
                    <RoadArt seat={seat} />
                </Item>
                <Item text={t.settlement} paint={paint}>
                    <SettlementArt seat={seat} />
                </Item>
                <Item text={t.city} paint={paint}>
                    <CityArt seat={seat} />
                </Item>
                <Item text={l.robber}>
                    <RobberArt />
                </Item>
                {knights && <KnightPieces seat={seat} paint={paint} />}
            </ul>
            {knights && <p class="quiet">{l.knights}</p>}
        </>
    );
}

/** Highlights that the page draws on the board. */
function Signs(): JSX.Element {
    const l = texts().legend;
    return (
        <>
            <h3>{l.signs}</h3>
            <ul class="board-legend">
                <Item box="-30 -30 60 60" text={l.lit}>
                    <g class="lit lit-vertex">
                        <circle class="glow" r={15} />
                    </g>
                </Item>
                <Item box="-30 -30 60 60" text={l.mark}>
                    <g class="marks">
                        <g>
                            <circle r={22} />
                        </g>
                    </g>
                </Item>
                <Item box="-30 -30 60 60" text={l.hint}>
                    <HintSign rank={1} />
                </Item>
            </ul>
        </>
    );
}

function Gifts(): JSX.Element {
    const { board: t, legend: l } = texts();
    return (
        <>
            <h3>{l.gifts}</h3>
            <ul class="board-legend">
                {(['vp', 'card', 'harbor'] as const).map((gift) => (
                    <Item key={gift} box="-18 -18 36 36" text={t.gift[gift]}>
                        <g class="map-marks">
                            <GiftSign gift={gift} />
                        </g>
                    </Item>
                ))}
            </ul>
        </>
    );
}

/** Printed marks for lanes, a warship, and the fleet. */
function Lanes({ paint }: { paint: string }): JSX.Element {
    const t = texts().board;
    return (
        <ul class="board-legend">
            {laneMarks.map((kind) => (
                <Item key={kind} box="-18 -18 36 36" text={t.marks[kind]} paint={paint}>
                    <g class="map-marks">
                        <g class={paint}>
                            <PlaceSign kind={kind} />
                        </g>
                    </g>
                </Item>
            ))}
            <Item text={texts().legend.warship} paint={paint}>
                <ShipArt seat={0} warship />
            </Item>
            <Item text={t.fleet}>
                <PirateArt />
            </Item>
        </ul>
    );
}

function KnightPieces({ seat, paint }: { seat: number; paint: string }): JSX.Element {
    const { board: t, legend: l } = texts();
    const cities: [string, Parameters<typeof CityState>[0]['city']][] = [[l.wall, { wall: true }], [l.tower, { metropolis: 'trade' }], [l.tipped, { tipped: true }], [l.sabotaged, { sabotaged: true }]];
    return (
        <>
            {[1, 2, 3].flatMap((level) =>
                [true, false].map((active) => (
                    <Item key={`${level}${active}`} text={`${t.ranks[level]}, ${active ? t.active : t.inactive}`} paint={paint}>
                        <KnightArt seat={seat} level={level} active={active} />
                    </Item>
                )),
            )}
            {cities.map(([text, city]) => (
                <Item key={text} text={text} paint={paint}>
                    <CityState seat={seat} city={city} />
                </Item>
            ))}
            <Item text={l.merchant} paint={paint}>
                <MerchantArt />
            </Item>
            <Item text={l.ship} box="-30 -28 60 46">
                <Drawn shape={longship} />
            </Item>
        </>
    );
}

/** At a table, a bot is named by its color only. */
const seatText = (name: string, color: string): string => (name === color ? name : `${name} (${color})`);

export default function Legend({ view, marks, onClose }: { view: OnBoard; marks: { kind: MarkKind }[]; onClose: () => void }): JSX.Element {
    const { board: t, legend: l } = texts();
    const knights = Boolean(view.barbarians);
    return (
        <Dialog title={t.legend} onClose={onClose}>
            <h3>{l.seats}</h3>
            <ul class="board-legend">
                {view.players.map(({ seat, color }) => (
                    <Item key={seat} text={seatText(nameOf(view, seat), texts().common.colors[color] ?? color)} paint={paintOf(view.players, seat)}>
                        <SettlementArt seat={seat} />
                    </Item>
                ))}
            </ul>
            <Terrains knights={knights} />
            <PiecesOf view={view} knights={knights} />
            {marks.some(({ kind }) => kind === 'lane') && <Lanes paint={paintOf(view.players, 0)} />}
            {marks.some(({ kind }) => kind === 'gift') && <Gifts />}
            {marks.some(({ kind }) => kind === 'village') && (
                <ul class="board-legend">
                    <Item text={l.village}>
                        <VillageSign number={8} cloth={5} />
                    </Item>
                </ul>
            )}
            <Signs />
            <h3>{l.prices}</h3>
            <Costs knights={knights} />
        </Dialog>
    );
}
