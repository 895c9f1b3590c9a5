// SPDX-License-Identifier: AGPL-3.0-or-later
// Whether parts of the page are visible: inside the window, and not covered.
//   t.equal('roll', await inSight(page, [ui.board, ui.hand, '[data-do=roll]']), []);
import { ui } from './ui.mjs';

/** Windows in which everything must be visible: phones, laptops, a large screen, and a laptop at 200 %. */
export const windows = [[360, 640], [390, 844], [844, 390], [1280, 720], [1440, 900], [2560, 1440], [720, 450]].map(([width, height]) => ({ width, height }));

/** The share of the board's width or height between its outermost numbers: sea and half hexes surround them. */
const islandLeast = 0.55;
/** The same with a ring of hexes that only the pirate can enter. */
const framedLeast = 0.5;

/** Runs on the page, after the layout of a new size. */
async function faultsOf({ wanted, under, over, mayScroll, islandLeast, framedLeast }) {
    await new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); });
    const { clientWidth: wide, clientHeight: high, scrollHeight } = document.documentElement;
    const inset = (length) => Math.min(6, length / 4);

    /** The points of an element that must be free: its center, and near its corners. */
    const pointsOf = (element, { left, top, right, bottom, width, height }) => {
        const middle = [left + width / 2, top + height / 2];
        // Places overlap each other at their corners.
        if (element.hasAttribute('data-place')) return [middle];
        const [dx, dy] = [inset(width), inset(height)];
        return [middle, [left + dx, top + dy], [right - dx, top + dy], [left + dx, bottom - dy], [right - dx, bottom - dy]];
    };

    const faultOf = (element, name) => {
        const box = element.getBoundingClientRect();
        const { left, top, right, bottom, width, height } = box;
        if (width < 1 || height < 1) return `${name}: not shown`;
        if (left < -1 || top < -1 || right > wide + 1 || bottom > high + 1) return `${name}: outside of ${wide}x${high}: ${[left, top, right, bottom].map(Math.round)}`;
        const whole = element.closest('svg') ?? element;
        for (const [x, y] of pointsOf(element, box)) {
            const hit = document.elementFromPoint(x, y);
            if (hit && (whole.contains(hit) || hit.contains(whole))) continue;
            // A sheet may cover the lower end of the board, but never its center.
            if (element.matches(under) && hit?.closest(over) && y > top + height * 0.6) continue;
            return `${name}: covered at ${Math.round(x)},${Math.round(y)} by ${hit ? `${hit.tagName.toLowerCase()}.${hit.getAttribute('class') ?? ''}` : 'nothing'}`;
        }
        return null;
    };

    /** The island must fill the available board in at least one direction, and be completely on it. */
    const islandFault = (board) => {
        const box = board.getBoundingClientRect();
        const tokens = [...board.querySelectorAll('[data-on]')].map((token) => token.getBoundingClientRect());
        if (tokens.length === 0) return `${under}: no island`;
        const [left, right] = [Math.min(...tokens.map((token) => token.left)), Math.max(...tokens.map((token) => token.right))];
        const [top, bottom] = [Math.min(...tokens.map((token) => token.top)), Math.max(...tokens.map((token) => token.bottom))];
        if (left < box.left || right > box.right || top < box.top || bottom > box.bottom) return `${under}: the island lies outside of it`;
        const part = Math.max((right - left) / box.width, (bottom - top) / box.height);
        return part < (board.querySelector('[data-framed]') ? framedLeast : islandLeast) ? `${under}: the island takes ${Math.round(100 * part)} % of it` : null;
    };

    const faults = wanted.flatMap((one) => {
        const found = [...document.querySelectorAll(one)];
        if (found.length === 0) return [`${one}: not there`];
        return [...found.map((element) => faultOf(element, one)), ...(one === under ? found.map(islandFault) : [])].filter((fault) => fault !== null);
    });
    return [...(!mayScroll && scrollHeight > high + 1 ? [`the page is ${scrollHeight - high} px longer than the window`] : []), ...faults];
}

/** What is wrong, one text each; empty if everything is visible without scrolling. WANTED are selectors; each must
 * match at least one element, and all that match must be visible. With MAY_SCROLL the page may be longer than the
 * window, as long as nothing in WANTED needs scrolling. */
export const inSight = (page, wanted, mayScroll = false) => page.evaluate(faultsOf, { wanted, under: ui.board, over: ui.sheet, mayScroll, islandLeast, framedLeast });
