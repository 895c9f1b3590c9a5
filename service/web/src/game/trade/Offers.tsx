// SPDX-License-Identifier: AGPL-3.0-or-later
// The component for open offers; most of the time there are none.
import type { JSX } from 'preact';
import { soon } from '../../ui/ahead';
import type { PanelProps } from '../actions/controls';
import { useGame } from '../state/context';

/** Loaded in advance if there are open offers when a game is first shown (state/gameStore.ts). */
export const Trades = soon(async () => ({ default: (await import('./Trades')).Trades }));

export function Offers(props: PanelProps): JSX.Element | null {
    const { state } = useGame();
    return state.view.offers.length === 0 ? null : <Trades {...props} />;
}
