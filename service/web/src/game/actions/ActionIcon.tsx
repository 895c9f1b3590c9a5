// SPDX-License-Identifier: AGPL-3.0-or-later
// Icons on the buttons of the dock: pieces as on the board, in the player's color, and small signs.
import type { JSX } from 'preact';
import { wallShape } from '../../board/art';
import { CityArt, KnightArt, paintOf, SettlementArt, ShipArt } from '../../board/pieces';
import { useGame } from '../state/context';
import { mover } from './asked';

const signs = {
    dice: 'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zm2.500 2.500a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm9 9a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM12 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
    card: 'M6 2h12v20H6zm6 5-1.500 3-3.300.500 2.400 2.300-.600 3.300 3-1.600 3 1.600-.600-3.300 2.400-2.300-3.300-.500z',
    trade: 'M7 4v4h13v3H7v4L1.500 9.500zM17 9.500v4H4v3h13v4l5.500-5.500z',
    bank: 'M12 2l10 5v3H2V7zM4 11h3v7H4zm6.500 0h3v7h-3zM17 11h3v7h-3zM2 19h20v3H2z',
    undo: 'M9 4v4h5a6 6 0 0 1 0 12H8v-3h6a3 3 0 0 0 0-6H9v4L2.500 9.500z',
    end: 'M4 3l11 9-11 9zM16 3h4v18h-4z',
    more: 'M3 10h4v4H3zm7 0h4v4h-4zm7 0h4v4h-4z',
    knights: 'M8 2l6 2.500v4.500c0 3.500-2.400 6-6 8-3.600-2-6-4.500-6-8V4.500zM16 7.500l6 2v4c0 3.500-2.400 6-6 8-1.500-.800-2.800-1.800-3.800-2.900 2.500-2.100 3.800-4.500 3.800-7.600z',
    improve: 'M4 21V11l4-3 4 3v10h-3v-5H7v5zM17.500 3L23 10h-3.500v11h-4V10H12z',
    next: 'M4 4l7 8-7 8zM12 4l7 8-7 8z',
} as const;

export type ActionSign = keyof typeof signs | 'road' | 'ship' | 'settlement' | 'city' | 'wall' | 'knight';

function Piece({ sign, seat }: { sign: ActionSign; seat: number }): JSX.Element | null {
    switch (sign) {
        case 'road':
            return (
                <>
                    <path class="road-edge" d="M-14 10L14-10" />
                    <path class="road" d="M-14 10L14-10" />
                </>
            );
        case 'ship': return <ShipArt seat={seat} />;
        case 'settlement': return <SettlementArt seat={seat} />;
        case 'city': return <CityArt seat={seat} />;
        case 'wall': return <path class="wall" d={wallShape} transform="translate(0 -14)" />;
        case 'knight': return <KnightArt seat={seat} level={1} active />;
        default: return null;
    }
}

/** SEAT: whose piece it is; without one, of the player who moves. */
export function ActionIcon({ sign, seat: whose }: { sign: ActionSign; seat?: number }): JSX.Element {
    const { state } = useGame();
    const seat = whose ?? mover(state) ?? 0;
    if (sign in signs) {
        return (
            <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
                <path d={signs[sign as keyof typeof signs]} fill-rule="evenodd" />
            </svg>
        );
    }
    return (
        <svg class={`icon board-art ${paintOf(state.view.players, seat)}`} viewBox="-26 -26 52 52" aria-hidden="true">
            <Piece sign={sign} seat={seat} />
        </svg>
    );
}
