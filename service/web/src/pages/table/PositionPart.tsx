// SPDX-License-Identifier: AGPL-3.0-or-later
// The board of a position: a piece is chosen in the palette, the board shows where it can go.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { BoardView } from '../../board/BoardView';
import { CityArt, CityState, KnightArt, MerchantArt, type OnBoard, paintOf, PirateArt, RobberArt, SettlementArt, ShipArt } from '../../board/pieces';
import type { BoardChoice } from '../../board/targets';
import { tracks } from '../../lib/rules';
import { texts } from '../../texts';
import type { Place } from '../../types';
import { type Chip, Chips } from './Chips';
import { apply, placesFor, type Position, type PositionPlayer, type Tool } from './position';
import { colorsIn, islandBoard, knightsIn, sailsIn, seatsIn, type SetUp } from './setup';

const levels = [1, 2, 3] as const;
const playedTools = ['city', 'wall', 'metropolis', 'tipped', 'sabotaged', 'knight', 'merchant'];

/** The name of a seat, or its color. */
export const calledIn = (setUp: SetUp, seat: number): string => {
    const { name = '', color = '' } = setUp.called[seat] ?? {};
    return name.trim() || (texts().common.colors[color] ?? color);
};

export const seatOptions = (setUp: SetUp, count = seatsIn(setUp)): [string, string][] => Array.from({ length: count }, (_, seat) => [String(seat), calledIn(setUp, seat)]);

/** The position as the board shows it. */
const fortressOf = ({ players }: Position, seat: number): Pick<PositionPlayer, 'fortress'> => {
    const fortress = players.find((player) => player.seat === seat)?.fortress;
    return fortress ? { fortress } : {};
};

function shownOf(setUp: SetUp, position: Position): OnBoard {
    return {
        robber: position.robber ?? null,
        ...(sailsIn(setUp) && { pirate: position.pirate ?? null }),
        ...(position.fleet !== undefined && { fleet: position.fleet }),
        pieces: position.pieces,
        players: Array.from({ length: colorsIn(setUp) }, (_, seat) => ({ seat, color: setUp.called[seat]?.color ?? '', name: setUp.called[seat]?.name.trim() || null, ...fortressOf(position, seat) })),
        ...(knightsIn(setUp) && { merchant: position.merchant ?? null, barbarians: position.barbarians ?? { position: 0, attacks: 0 } }),
    };
}

function Face({ tool, seat, paint }: { tool: Tool; seat: number; paint: string }): JSX.Element | undefined {
    const drawn: Partial<Record<Tool['kind'], JSX.Element>> = {
        road: <path class="road-only" d="M-20 8L20-14" />,
        settlement: <SettlementArt seat={seat} />,
        city: <CityArt seat={seat} />,
        wall: <CityState seat={seat} city={{ wall: true }} />,
        tipped: <CityState seat={seat} city={{ tipped: true }} />,
        sabotaged: <CityState seat={seat} city={{ sabotaged: true }} />,
        robber: <RobberArt />,
        ship: <ShipArt seat={seat} />,
        pirate: <PirateArt />,
        merchant: <MerchantArt />,
        ...(tool.kind === 'metropolis' && { metropolis: <CityState seat={seat} city={{ metropolis: tool.track }} /> }),
        ...(tool.kind === 'knight' && { knight: <KnightArt seat={seat} level={tool.level} active={true} /> }),
    };
    const art = drawn[tool.kind];
    return (
        art && (
            <svg class={`board-art swatch ${paint}`} viewBox="-30 -38 60 64" aria-hidden="true">
                {art}
            </svg>
        )
    );
}

function toolsOf(setUp: SetUp): [string, Tool, string][] {
    const { board: b, setup: t, common } = texts();
    const named = (kind: Exclude<Tool['kind'], 'metropolis' | 'knight'>, label: string): [string, Tool, string] => [kind, { kind }, label];
    const afloat = sailsIn(setUp) ? [named('ship', t.ship), named('pirate', t.pirate)] : [];
    const base = [named('road', b.road), named('settlement', b.settlement), named('city', b.city), named('robber', t.robber), ...afloat];
    const ends = [named('erase', t.erase)];
    if (!knightsIn(setUp)) return [...base, ...ends];
    const upside = setUp.draft.edition === 'ck1998' ? [named('sabotaged', b.sabotaged)] : [];
    return [
        ...base,
        named('merchant', t.merchant),
        named('wall', b.wall),
        ...tracks.map((track): [string, Tool, string] => [`metropolis-${track}`, { kind: 'metropolis', track }, b.metropolis(common.tracks[track])]),
        named('tipped', b.tipped),
        ...upside,
        ...levels.map((level): [string, Tool, string] => [`knight-${level}`, { kind: 'knight', level }, t.knight(b.ranks[level] ?? '')]),
        ...ends,
    ];
}

interface Props {
    setUp: SetUp;
    position: Position;
    marks: Place[];
    wrong: (prefix: string) => string | undefined;
    onChange: (position: Position) => void;
}

export function PositionPart({ setUp, position, marks, wrong, onChange }: Props): JSX.Element {
    const { setup: t } = texts();
    const [key, setKey] = useState('settlement');
    const [seat, setSeat] = useState(0);
    const tools = toolsOf(setUp);
    const [toolKey, tool, label] = tools.find(([one]) => one === key) ?? tools[0] ?? ['erase', { kind: 'erase' }, t.erase];
    const board = islandBoard(setUp.island);
    const shown = shownOf(setUp, position);
    const seats = playedTools.includes(tool.kind) ? seatsIn(setUp) : colorsIn(setUp);
    const owner = Math.min(seat, seats - 1);
    const paint = paintOf(shown.players, owner);
    const choosing: BoardChoice = {
        label: t.placing[tool.kind] ?? label,
        places: placesFor(tool, board, position),
        chosen: [],
        idle: true,
        pick: (place) => onChange(apply(position, tool, place, owner)),
    };
    const chips: Chip<Tool>[] = tools.map(([one, value, name]) => {
        const face = value.kind === 'erase' ? undefined : <Face tool={value} seat={owner} paint={paint} />;
        return { key: `piece=${one}`, value, label: name, ...(face && { face }) };
    });
    const error = wrong('/position/pieces') ?? wrong('/position/robber') ?? wrong('/position/pirate') ?? wrong('/position/merchant');
    return (
        <div class="painter">
            <div class="palette">
                <Chips label={t.whose} chips={seatOptions(setUp, seats).map(([value, name]) => ({ key: `seat=${value}`, value: Number(value), label: name }))} chosen={`seat=${owner}`} onChoose={(one) => setSeat(one)} />
                <Chips label={t.piece} chips={chips} chosen={`piece=${toolKey}`} onChoose={(_, one) => setKey(one.slice('piece='.length))} />
            </div>
            <BoardView board={board} view={shown} choosing={choosing} marks={marks} />
            {error && <p class="bad">{error}</p>}
        </div>
    );
}
