// SPDX-License-Identifier: AGPL-3.0-or-later
// Performs cues: on the pieces themselves, and on a temporary layer over the page that holds whatever is moving. A step
// takes stepMs at most; a banner stays a little longer, but nothing waits for it.
import { type JSX, render } from 'preact';
import { placeKey, placePoint, type Plan, type Point } from '../../board/geometry';
import { Hex, Tokens } from '../../board/Land';
import { Pieces, pieceTransform } from '../../board/pieces';
import { SeatAvatar } from '../../board/SeatSign';
import { stepWidth } from '../../board/Ship';
import { shipSteps } from '../../lib/rules';
import { beginScene, drawn, motionWanted, type Scene } from '../../lib/motion';
import { playerName } from '../../lib/playerName';
import { playSound } from '../../lib/tones';
import { CardFace } from '../../ui/CardFace';
import { list } from '../../lib/list';
import { texts } from '../../texts';
import type { View } from '../../types';
import { Die } from '../actions/Dice';
import type { Anchor, Banner, Cues, Flight, Walk } from './cues';

const stepMs = 600;
const tumbleMs = 480;
const bannerMs = 900;
/** Cards start while the dice come to rest, one after the other. */
const afterDiceMs = 230;
const gapMs = 25;
const gapsMost = 3;
/** A moving card, in pixels. */
const cardWidth = 30;
const soft = 'cubic-bezier(.2, .7, .3, 1)';

interface Shown {
    cues: Cues;
    plan: Plan;
    before: View;
    after: View;
    drawing: SVGSVGElement;
}

/** The window position of a point in the drawing. */
function onScreen(drawing: SVGSVGElement, { x, y }: Point): Point {
    const matrix = drawing.getScreenCTM();
    return matrix ? { x: matrix.a * x + matrix.e, y: matrix.d * y + matrix.f } : { x: 0, y: 0 };
}

function middleOf(element: Element): Point {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
}

const clamp = (value: number, most: number): number => Math.max(cardWidth, Math.min(value, most - cardWidth));

function anchorPoint({ drawing, plan }: Shown, anchor: Anchor, { kind }: Flight): Point {
    if (typeof anchor === 'object' && 'hex' in anchor) return onScreen(drawing, placePoint(plan, { kind: 'hex', id: anchor.hex }) ?? { x: 0, y: 0 });
    const selectors = anchor === 'bank' ? ['[data-anchor=bank]'] : [`[data-hand="${anchor.seat}"] [data-kind="${kind ?? ''}"]`, `[data-part=players] [data-seat="${anchor.seat}"]`];
    const element = selectors.map((selector) => document.querySelector(selector)).find((found) => found && found.getClientRects().length > 0);
    const { bottom, left, width } = drawing.getBoundingClientRect();
    const { x, y } = element ? middleOf(element) : { x: left + width / 2, y: bottom };
    return { x: clamp(x, innerWidth), y: clamp(y, innerHeight) };
}

/** The faces that a die shows while it rolls; the last one is the result. */
const facesOf = (last: number): number[] => [4, 1, 3, 5, 0].map((step) => ((last + step - 1) % 6) + 1);

function DieStrip({ color, face }: { color: 'yellow' | 'red'; face: number }): JSX.Element {
    return (
        <span class="fx-die">
            <span class="fx-faces">
                {facesOf(face).map((shown, i) => (
                    <Die key={i} color={color} face={shown} />
                ))}
            </span>
        </span>
    );
}

/** A hex that is revealed from under fog. */
function Revealed({ plan, hex }: { plan: Plan; hex: number }): JSX.Element | null {
    const spot = plan.hexes[hex];
    return spot ? (
        <g class="fx-revealed">
            <Hex plan={plan} hex={spot} />
            <Tokens plan={plan} numbers={new Map(spot.number === null ? [] : [[hex, spot.number]])} />
        </g>
    ) : null;
}

function Layer({ cues, plan, after, drawing }: Shown): JSX.Element {
    const { left, top, width, height } = drawing.getBoundingClientRect();
    return (
        <>
            <svg class="fx-board board-art" viewBox={drawing.getAttribute('viewBox') ?? ''} style={{ left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` }}>
                {cues.hexes.map((hex) => {
                    const spot = placePoint(plan, { kind: 'hex', id: hex });
                    return spot && <circle key={hex} class="fx-ring" cx={spot.x} cy={spot.y} r={28} />;
                })}
                {cues.revealed.map((hex) => (
                    <Revealed key={hex} plan={plan} hex={hex} />
                ))}
                <Pieces plan={plan} view={{ ...after, merchant: null, pirate: null, fleet: null, pieces: cues.built }} robber={false} />
            </svg>
            {cues.flights.map(({ kind, count }, i) => (
                <span key={i} class="fx-card">
                    <CardFace kind={kind} />
                    {count > 1 && <b>{count}</b>}
                </span>
            ))}
            {cues.dice && (
                <span class="fx-dice" style={{ left: `${left + width / 2}px`, top: `${top + height / 2}px` }}>
                    <DieStrip color="yellow" face={cues.dice.yellow} />
                    <DieStrip color="red" face={cues.dice.red} />
                </span>
            )}
        </>
    );
}

function throwDice(scene: Scene, layer: Element): void {
    for (const [i, die] of [...layer.querySelectorAll('.fx-die')].entries()) {
        const away = `translate(${140 - 60 * i}%, ${220 + 40 * i}%) rotate(${-260 + 90 * i}deg)`;
        scene.animate(die, [{ transform: away, opacity: 0 }, { opacity: 1, offset: 0.2 }, { transform: `translate(0, -12%) rotate(${8 - 14 * i}deg)`, offset: 0.8 }, { transform: 'none' }], { duration: tumbleMs, easing: soft });
        const faces = die.querySelector('.fx-faces');
        if (faces) scene.animate(faces, [{ transform: 'none' }, { transform: 'translateY(-80%)' }], { duration: tumbleMs * 0.8, easing: 'steps(4, end)' });
    }
    for (const ring of layer.querySelectorAll('.fx-ring')) scene.animate(ring, [{ opacity: 0 }, { opacity: 1 }], { delay: afterDiceMs, duration: 200 });
    const dice = layer.querySelector('.fx-dice');
    if (dice) scene.animate(dice, [{ opacity: 1 }, { opacity: 1 }], { duration: stepMs });
}

function flyCards(scene: Scene, layer: Element, shown: Shown): void {
    const { cues } = shown;
    const delay = cues.dice ? afterDiceMs : 0;
    for (const [i, card] of [...layer.querySelectorAll('.fx-card')].entries()) {
        const flight = cues.flights[i] as Flight;
        const [from, to] = [anchorPoint(shown, flight.from, flight), anchorPoint(shown, flight.to, flight)];
        const at = ({ x, y }: Point, size: number): string => `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${size})`;
        const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - 24 };
        const wait = delay + gapMs * Math.min(i, gapsMost);
        scene.animate(card, [{ transform: at(from, 0.5), opacity: 0 }, { opacity: 1, offset: 0.2 }, { transform: at(middle, 1.15), offset: 0.5 }, { opacity: 1, offset: 0.85 }, { transform: at(to, 0.7), opacity: 0 }], { delay: wait, duration: stepMs - gapMs * gapsMost - delay, easing: 'ease-in-out' });
    }
}

/** A transform attribute in CSS syntax. */
const asStyle = (transform: string): string => transform.replace(/translate\(([-\d.]+) ([-\d.]+)\)/g, 'translate($1px, $2px)');

function walk(scene: Scene, { drawing, plan }: Shown, { piece, from, to }: Walk): void {
    const element = drawing.querySelector(`[data-piece=${piece}]${from ? `[data-at="${placeKey(from)}"]` : ''}`);
    const [begin, end] = [pieceTransform(plan, piece, from), pieceTransform(plan, piece, to)];
    if (!element || !begin || !end) return;
    const [a, b] = [asStyle(begin), asStyle(end)];
    scene.animate(element, [{ transform: a }, { transform: `${a} scale(1.25)`, offset: 0.15 }, { transform: `${b} scale(1.25)`, offset: 0.85 }, { transform: b }], { duration: stepMs - 80, easing: 'ease-in-out' });
}

/** Small enough to leave what is around it visible. */
const revealedSize = 0.88;

/** A new piece or hex grows from its center, up to SIZE. */
function pop(scene: Scene, piece: SVGGElement, size = 1): void {
    const at = piece.transform.baseVal.consolidate()?.matrix;
    const box = piece.getBBox();
    const spot = at ? { x: at.e, y: at.f } : { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const back = at ? '' : ` translate(${-spot.x}px, ${-spot.y}px)`;
    const grown = (part: number): string => `translate(${spot.x}px, ${spot.y}px) scale(${size * part})${back}`;
    scene.animate(piece, [{ transform: grown(0.2), opacity: 0 }, { transform: grown(size < 1 ? 1 : 1.35), opacity: 1, offset: 0.6 }, { transform: grown(1) }], { duration: 380, easing: soft });
}

function sail(scene: Scene, { from, to }: { from: number; to: number }): void {
    const ship = document.querySelector('[data-part=ship] [data-piece=ship]');
    const at = (step: number): string => `translate(${step * stepWidth}px, 0)`;
    if (ship) scene.animate(ship, [{ transform: at(from) }, { transform: at(to === 0 ? shipSteps : to) }], { duration: stepMs - 80, easing: 'ease-in-out' });
}

/** Adds a layer over the page; the returned function removes it. */
function addLayer(body: JSX.Element): [HTMLElement, () => void] {
    const layer = document.createElement('div');
    layer.className = 'fx';
    layer.setAttribute('aria-hidden', 'true');
    document.body.append(layer);
    render(body, layer);
    return [layer, () => {
        render(null, layer);
        layer.remove();
    }];
}

function bannerText(banner: Banner, view: View): string {
    const t = texts().fx;
    const name = (seat: number): string => playerName(view.players, seat);
    const names = (seats: number[]): string => list(seats.map(name));
    if (banner.what === 'seven') return t.seven;
    if (banner.what === 'metropolis') return t.metropolis(name(banner.seat), texts().common.tracks[banner.track]);
    if (banner.what === 'pillaged') return t.pillaged(names(banner.seats));
    if (banner.what === 'defended') return banner.seats.length > 0 ? t.defended(names(banner.seats)) : t.held;
    return { ...t.awards, over: t.over }[banner.what](name(banner.seat));
}

function showBanners({ cues, after, drawing }: Shown): void {
    if (cues.banners.length === 0) return;
    const { left, top, width, height } = drawing.getBoundingClientRect();
    const scene = beginScene();
    const [layer, remove] = addLayer(
        <div class="fx-banners" style={{ left: `${left}px`, width: `${width}px`, top: `${top + height * 0.18}px` }}>
            {cues.banners.map((banner, i) => (
                <p key={i} class="fx-banner" data-banner-of={banner.what}>
                    {'seat' in banner && <SeatAvatar seat={banner.seat} players={after.players} />} {bannerText(banner, after)}
                </p>
            ))}
        </div>,
    );
    for (const banner of layer.querySelectorAll('.fx-banner')) {
        scene.animate(banner, [{ opacity: 0, transform: 'translateY(12px) scale(.9)' }, { opacity: 1, transform: 'none', offset: 0.2 }, { opacity: 1, transform: 'none', offset: 0.8 }, { opacity: 0, transform: 'translateY(-8px)' }], { duration: bannerMs, easing: 'ease-out' });
    }
    void scene.over().then(() => {
        scene.strike();
        remove();
    });
}

/** Plays the cues; resolves when it is time to draw the view after. Without motion it only plays the sounds. */
export async function perform(cues: Cues, plan: Plan, before: View, after: View): Promise<void> {
    cues.sounds.forEach(playSound);
    const drawing = document.querySelector<SVGSVGElement>('svg.drawing');
    if (!drawing || !motionWanted()) return;
    const shown: Shown = { cues, plan, before, after, drawing };
    const scene = beginScene();
    const [layer, remove] = addLayer(<Layer {...shown} />);
    throwDice(scene, layer);
    flyCards(scene, layer, shown);
    for (const one of cues.walks) walk(scene, shown, one);
    for (const piece of layer.querySelectorAll<SVGGElement>('[data-piece]')) pop(scene, piece);
    for (const hex of layer.querySelectorAll<SVGGElement>('.fx-revealed')) pop(scene, hex, revealedSize);
    if (cues.ship) sail(scene, cues.ship);
    showBanners(shown);
    await scene.over();
    // Moved pieces stay at their destination until the view after is drawn.
    void drawn().then(() => {
        scene.strike();
        remove();
    });
}
