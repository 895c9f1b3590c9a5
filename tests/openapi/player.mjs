// SPDX-License-Identifier: AGPL-3.0-or-later
// A player who makes any listed move, with random numbers of its own.

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

function some(chance, cards, count) {
    const hand = Object.entries(cards).flatMap(([kind, n]) => Array(n).fill(kind));
    const taken = {};
    for (let i = 0; i < count && hand.length > 0; i += 1) {
        const [kind] = hand.splice(chance.below(hand.length), 1);
        taken[kind] = (taken[kind] ?? 0) + 1;
    }
    return taken;
}

/** Free roads where roads can be paid for; null if there are too few. */
function roads(chance, entry, count, actions) {
    const edges = actions.filter((action) => action.type === 'build_road').map((action) => action.edge);
    const taken = edges.splice(chance.below(Math.max(1, edges.length - count + 1)), count);
    return taken.length < count ? null : { ...entry, edges: taken };
}

/** Completes an open entry of a listing from what the player sees; null if that is impossible. */
function filled(chance, entry, actions, view, seat) {
    const { open, count, ...action } = entry;
    const cards = view.players[seat].cards ?? {};
    switch (action.type) {
        case 'discard':
        case 'return_cards':
        case 'give_cards':
            return { ...action, cards: some(chance, cards, count) };
        case 'take_cards': {
            const shown = view.waiting_for.find((decision) => decision.player === seat)?.shown;
            return shown ? { ...action, cards: some(chance, shown, count) } : null;
        }
        case 'offer_trade':
        case 'counter_trade': {
            const give = some(chance, cards, 1);
            const want = chance.of(Object.keys(view.bank).filter((kind) => !give[kind]));
            return Object.keys(give).length === 0 ? null : { ...action, give, want: { [want]: 1 } };
        }
        case 'play_dev_card':
        case 'play_progress_card':
            return roads(chance, action, count, actions);
        default:
            return null;
    }
}

/** One of the listed moves, with cards filled in where the list leaves that open; null for none. VIEW is what SEAT sees
 * at that moment. */
export function choose(chance, listed, view, seat) {
    // Undoing moves every turn would never end.
    const undos = listed.filter((action) => action.type === 'undo');
    const actions = listed.filter((action) => action.type !== 'undo');
    if (undos.length > 0 && actions.length > 0 && chance.below(25) === 0) return undos[chance.below(Math.min(3, undos.length))];
    const rare = ['offer_trade', 'counter_trade', 'end_turn', 'maritime_trade', 'cancel_trade', 'harbor_offer', 'move_knight'];
    const usual = actions.filter((action) => !rare.includes(action.type));
    const list = usual.length > 0 && chance.below(4) > 0 ? usual : actions;
    for (let tries = 0; actions.length > 0 && tries < 40; tries += 1) {
        const entry = chance.of(tries < 20 ? list : actions); // the usual ones can all be open ones
        const action = entry.open ? filled(chance, entry, actions, view, seat) : entry;
        if (action) return action;
    }
    return null;
}
