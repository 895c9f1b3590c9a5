// SPDX-License-Identifier: AGPL-3.0-or-later
// Exchanges with the bank and at harbors, from the list of actions: one kind for another at its rate.
import { kindsOf } from '../../lib/kinds';
import type { Cards, Kind } from '../../types';
import type { Listed } from '../actions/fields';

const giveOf = (action: Listed): Kind | undefined => kindsOf(action.give as Cards)[0];
const takeOf = (action: Listed): Kind | undefined => kindsOf(action.take as Cards)[0];

/** How many cards of a kind the bank wants for one; null: it does not take this kind now. */
export function bankRate(listed: Listed[], kind: Kind): number | null {
    const action = listed.find((one) => giveOf(one) === kind);
    return action ? ((action.give as Cards)[kind] ?? null) : null;
}

/** GIVE for WANT as one exchange, or several at once, if the bank's STOCK allows it; null if it does not fit. */
export function bankExchange(listed: Listed[], give: Cards, want: Cards, stock: Cards): Listed | null {
    const [from, ...fromMore] = kindsOf(give);
    const [to, ...toMore] = kindsOf(want);
    if (!from || !to || fromMore.length > 0 || toMore.length > 0) return null;
    const one = listed.find((action) => giveOf(action) === from && takeOf(action) === to);
    const times = want[to] ?? 0;
    const paid = (bankRate(listed, from) ?? 0) * times;
    return one && give[from] === paid && times <= (stock[to] ?? 0) ? { type: one.type, give: { [from]: paid }, take: { [to]: times } } : null;
}
