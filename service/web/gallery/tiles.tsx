// SPDX-License-Identifier: AGPL-3.0-or-later
// What the gallery shows: each part of the page in the states that it can be in, from made-up facts.
import type { JSX } from 'preact';
import { BoardView } from '../src/board/BoardView';
import { seatSign } from '../src/board/art';
import { Avatar } from '../src/ui/Avatar';
import { CardFace } from '../src/ui/CardFace';
import { Mark } from '../src/ui/Mark';
import { boardOf } from '../src/board/island';
import type { OnBoard } from '../src/board/pieces';
import { SeatSign } from '../src/board/SeatSign';
import { Ship } from '../src/board/Ship';
import type { BoardChoice } from '../src/board/targets';
import { CommodityPicture, DistancePicture, HarborPicture, IslandPicture, KnightsPicture, RobberPicture, ShipPicture } from '../src/game/coach/pictures';
import { Cost } from '../src/game/actions/Cost';
import { Die } from '../src/game/actions/Dice';
import { Faces } from '../src/game/actions/Faces';
import HowToPlay from '../src/game/coach/HowToPlay';
import { Problem } from '../src/lib/api';
import { commodities, resources } from '../src/lib/kinds';
import { beginnerIsland } from '../src/pages/table/islands';
import type { Kind, Place, View } from '../src/types';
import { CardRow, CardPicker } from '../src/ui/Cards';
import { CheckboxGroup } from '../src/ui/CheckboxGroup';
import { CopyField } from '../src/ui/CopyField';
import { Disclosure } from '../src/ui/Disclosure';
import { FaultPage } from '../src/ui/Fault';
import { Check, Choice, Field } from '../src/ui/Field';
import { ConfirmButton } from '../src/ui/forms';
import { KindIcon } from '../src/ui/icons';
import { Tabs } from '../src/ui/Tabs';

const nothing = (): void => undefined;
const kinds: Kind[] = [...resources, ...commodities];
const longNames = ['W'.repeat(64), '🏰'.repeat(32), 'שלום'.repeat(16)];

// ---- the board

const board = boardOf(beginnerIsland);
const at = (vertex: number, player: number, more: object = {}): object => ({ vertex, player, ...more });
const roads = (player: number, ...edges: number[]): object[] => edges.map((edge) => ({ edge, player }));
const knight = (vertex: number, player: number, level: number, active: boolean): object => ({ vertex, player, level, active });

const colors = ['red', 'blue', 'white', 'orange', 'green', 'brown'] as const;
const players = colors.map((color, seat) => ({ seat, color, name: color })) as unknown as OnBoard['players'];
const onBoard = (more: object): OnBoard => ({ robber: 9, numbers: [], merchant: null, barbarians: null, players, pieces: {}, ...more }) as unknown as OnBoard;

const base = onBoard({ pieces: { settlements: [at(0, 0), at(14, 1), at(18, 2), at(35, 3), at(45, 4)], cities: [at(46, 0), at(24, 5)], roads: [...roads(0, 0, 1), ...roads(1, 21), ...roads(2, 27), ...roads(3, 43)] } });
const knights = onBoard({
    robber: 4,
    merchant: { player: 2, hex: 9 },
    barbarians: { position: 4, attacks: 1 } as View['barbarians'],
    pieces: {
        settlements: [at(0, 0), at(8, 0), at(14, 1), at(11, 2), at(47, 3)],
        cities: [at(23, 1, { wall: true, metropolis: 'trade' }), at(33, 0, { metropolis: 'science' }), at(26, 3, { wall: true }), at(30, 2, { metropolis: 'politics' })],
        roads: [...roads(0, 0, 1, 7, 12), ...roads(1, 21, 26, 25), ...roads(2, 18, 10, 43, 44), ...roads(3, 66, 62, 32, 38, 65)],
        knights: [knight(12, 0, 1, true), knight(17, 1, 2, false), knight(7, 2, 1, true), knight(43, 3, 3, false), knight(3, 0, 1, false), knight(32, 3, 2, true), knight(29, 2, 3, true)],
    },
});
const places = (kind: Place['kind'], ...ids: number[]): Place[] => ids.map((id) => ({ kind, id }));
const choice = (all: Place[], more: Partial<BoardChoice> = {}): BoardChoice => ({ label: 'Choose a place', places: all, chosen: [], pick: nothing, ...more });

function Island({ view, choosing = null, marks = [] }: { view: OnBoard; choosing?: BoardChoice | null; marks?: Place[] }): JSX.Element {
    return <div style={{ blockSize: '16rem', maxInlineSize: '18rem' }} children={<BoardView board={board} view={view} choosing={choosing} marks={marks} />} />;
}

const boards = {
    'board, corners to choose': <Island view={base} choosing={choice(places('vertex', ...board.vertices.map(({ id }) => id).filter((id) => id % 3 === 0)))} />,
    'board, hexes to choose, one chosen': <Island view={base} choosing={choice(places('hex', ...board.hexes.map(({ id }) => id).filter((id) => id !== 9)), { chosen: places('hex', 5) })} />,
    'board, Cities & Knights with marks of the last turn': <Island view={knights} marks={[...places('vertex', 14), ...places('edge', 21), ...places('hex', 5)]} />,
};

// ---- cards and signs

const cards = {
    'card faces': <p class="row" style={{ flexWrap: 'wrap' }} children={[...kinds, null].map((kind) => <span key={kind} style={{ inlineSize: '3rem' }} children={<CardFace kind={kind} />} />)} />,
    'signs of kinds': <p class="row" children={kinds.map((kind) => <KindIcon key={kind} kind={kind} />)} />,
    'hand, no cards': <CardRow cards={{}} kinds={resources} />,
    'hand, seven cards': <CardRow cards={{ brick: 1, wool: 4, ore: 2 }} />,
    'hand, twenty cards': <CardRow cards={{ brick: 10, lumber: 1, wool: 2, ore: 1, cloth: 3, coin: 2, paper: 1 }} kinds={kinds} />,
    'cards to count': <CardPicker label="Give" value={{ wool: 2 }} kinds={resources} limit={{ wool: 2, ore: 1 }} onChange={nothing} />,
    'what things cost': <p class="row" children={[<Cost key="city" cost={{ ore: 3, grain: 2 }} />, <Cost key="road" cost={{ brick: 1, lumber: 1 }} />]} />,
    dice: <p class="row" children={[1, 2, 3, 4, 5, 6].flatMap((face) => [<Die key={`y${face}`} color="yellow" face={face} />, <Die key={`r${face}`} color="red" face={face} />])} />,
    'a die to tell, none and one chosen': <div class="play-dice" children={[<Faces key="y" color="yellow" value={null} disabled={false} onPick={nothing} />, <Faces key="r" color="red" value={4} disabled={false} onPick={nothing} />]} />,
    'the ship of the barbarians': <Ship view={knights} />,
    'how to play, with its contents': <HowToPlay />,
    'pictures of the rules': <p class="row" children={[IslandPicture, DistancePicture, HarborPicture, RobberPicture, CommodityPicture, KnightsPicture, ShipPicture].map((Picture) => <Picture key={Picture.name} />)} />,
    faces: <p class="row" style={{ flexWrap: 'wrap' }} children={['Greta', 'Otto', 'Ida', 'Bruno', 'Wilma', 'Emil', 'Ada', 'Ben', 'Zoë', 'Max', 'שלום', null].map((name, i) => <Avatar key={i} name={name} paint={`paint-${colors[i % 6]}`} {...(i < 6 && { sign: seatSign(i) })} />)} />,
    'the stamp': <p class="row" children={<Mark />} />,
    'signs of seats': <p class="row" children={players.map(({ seat }) => <SeatSign key={seat} seat={seat} players={players} />)} />,
};

// ---- controls

const buttons = (more: object = {}): JSX.Element => (
    <p class="row" style={{ flexWrap: 'wrap' }}>
        {['', 'main', 'plain', 'danger'].map((look) => (
            <button key={look} type="button" class={look} {...more}>
                {look || 'button'}
            </button>
        ))}
    </p>
);

const controls = {
    buttons: buttons(),
    'buttons, disabled': buttons({ disabled: true }),
    'buttons, long words': <p class="row" style={{ flexWrap: 'wrap' }} children={<button type="button">{'Donaudampfschifffahrtsgesellschaft'.repeat(3)}</button>} />,
    'a danger that asks again': <ConfirmButton label="Delete" sure="Really delete" name="delete" onDo={nothing} />,
    'a field': <Field label="Name" help="As others see it" value="Greta" />,
    'a field with a fault': <Field label="Name" error="There is somebody of that name." value="Greta" />,
    'a choice': <Choice label="Edition" help="Of the cards" value="b" options={[['a', 'The first'], ['b', 'The second']]} onChoose={nothing} />,
    'check boxes': <CheckboxGroup label="When" options={[['turn', 'My turn'], ['end', 'The end']]} chosen={['turn']} error={undefined} onChange={nothing} />,
    'a check box with help': <Check label="Ask first" help="Where a move is final" checked onChange={nothing} />,
    tabs: <Tabs label="Parts" tabs={[{ key: 'a', label: 'Players', body: () => <p>Players</p> }, { key: 'b', label: 'Talk', mark: 3, body: () => null }, { key: 'c', label: 'Orders', body: () => null }]} />,
    'put away': <Disclosure label="More" name="more" children={<p>Inside</p>} />,
    'text to copy': <CopyField label="Link" text="https://games.example.org/games/ydqPTjoZzNak0qVi/join" />,
    'a page that is not there': <FaultPage fault={new Problem(404, 'not-found', {}, null)} />,
    'long names': <ul children={longNames.map((name) => <li key={name}>{name}</li>)} />,
};

/** A name each, unique, and what it shows. */
export const tiles: Record<string, JSX.Element> = { ...boards, ...cards, ...controls };
