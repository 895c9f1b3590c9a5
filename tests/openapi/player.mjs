// SPDX-License-Identifier: AGPL-3.0-or-later
// A player who makes any move that is listed, by dice of its own.

/** A small generator (mulberry32): the same seed gives the same numbers. */
export function dice(seed) {
    let state = seed >>> 0;
    const next = () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let t = state;
        t = Math.imul(t ^ (t >>> 15), t | 1);
        t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
    return { below: (bound) => Math.floor(next() * bound), of: (list) => list[Math.floor(next() * list.length)] };
}

const kinds = ['brick', 'lumber', 'wool', 'grain', 'ore'];

function some(chance, cards, count) {
    const hand = Object.entries(cards).flatMap(([kind, n]) => Array(n).fill(kind));
    const taken = {};
    for (let i = 0; i < count && hand.length > 0; i += 1) {
        const [kind] = hand.splice(chance.below(hand.length), 1);
        taken[kind] = (taken[kind] ?? 0) + 1;
    }
    return taken;
}

/** An open entry of a listing made whole from one's own cards; null where that cannot be done. */
function filled(chance, entry, cards) {
    const { open, count, ...action } = entry;
    switch (action.type) {
        case 'discard':
        case 'return_cards':
            return { ...action, cards: some(chance, cards, count) };
        case 'offer_trade':
        case 'counter_trade': {
            const give = some(chance, cards, 1);
            const want = chance.of(kinds.filter((kind) => !give[kind]));
            return Object.keys(give).length === 0 ? null : { ...action, give, want: { [want]: 1 } };
        }
        default:
            return null;
    }
}

/** One of the listed moves, with cards named where the list leaves that open; null for none. */
export function choose(chance, actions, cards) {
    const rare = ['offer_trade', 'counter_trade', 'end_turn', 'maritime_trade', 'cancel_trade'];
    const usual = actions.filter((action) => !rare.includes(action.type));
    const list = usual.length > 0 && chance.below(4) > 0 ? usual : actions;
    for (let tries = 0; actions.length > 0 && tries < 40; tries += 1) {
        const entry = chance.of(tries < 20 ? list : actions); // the usual ones may all be open ones
        const action = entry.open ? filled(chance, entry, cards ?? {}) : entry;
        if (action) return action;
    }
    return null;
}
