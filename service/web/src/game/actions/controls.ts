// SPDX-License-Identifier: AGPL-3.0-or-later
// Maps actions to controls. An action without a row gets a button at the end and uses the picker, so every listed
// action can be made, whether there is a row or not.
import type { ComponentType } from 'preact';
import type { ActionSign } from './ActionIcon';
import type { Game, View } from '../../types';
import { baseRows } from './baseRows';
import type { Flow } from './flow';
import type { Start } from './picker';
import { realm } from '../realm';

type Rules = Game['rules'];

export interface FormProps {
    start: Start;
    flow: Flow;
}
export interface PanelProps {
    /** The panel's actions that are listed now; can be empty. */
    starts: Start[];
    flow: Flow;
}

/** Sheets that a button of the dock or of the hand opens; 'auto': shown by itself while it has something to show. */
export type SheetName = 'knights' | 'improve' | 'cards' | 'more';

export interface Row {
    /** The keys of its starts: a type, or a type and a card ("play_dev_card/knight"). */
    keys: string[];
    /** Shown instead of the picker after the button is pressed. It calls flow.make(action). A form loaded later has
     * `fetch`. */
    Form?: ComponentType<FormProps> & { fetch?: () => Promise<unknown> };
    /** Shown instead of a button while it has something to show: in the named sheet, or by itself. */
    Panel?: ComponentType<PanelProps>;
    sheet?: SheetName;
    /** When a panel without a sheet has something to show. If missing, the panel decides. */
    opens?: (turn: View['turn']) => boolean;
    /** Restricts the row to games with these rules. */
    only?: (rules: Rules) => boolean;
    /** Begun in the hand instead of the dock: by a tap on a card. */
    surface?: 'hand';
    /** Opens the same form as this action; it gets a button of its own only if that action has none. */
    beside?: string;
    /** Moves the game on: the last and main button of the dock. */
    leads?: boolean;
    sign?: ActionSign;
    hotkey?: string;
    /** The button shows a cost, and is grouped with what is built. */
    costs?: true;
    /** Keeps its place in the dock after the set-up, even while it is not possible. */
    always?: true;
    /** The field that a tap on the idle board matches ("vertex", "edge", "from"). */
    onBoard?: string;
}

let all: Row[] | null = null;
const other: Row = { keys: [] };

/** The rows of the base game, and of Cities & Knights once such a game is loaded. */
export function allRows(): Row[] {
    const { knightRows } = realm() ?? {};
    if (!all && knightRows) all = [...baseRows, ...knightRows];
    return all ?? baseRows;
}

/** The rows for a game with these rules. */
export const rowsFor = (rules: Rules): Row[] => allRows().filter(({ only }) => only?.(rules) ?? true);

/** The row of a start: by type and card, else by type. */
export const rowOf = ({ key, type }: Pick<Start, 'key' | 'type'>): Row => allRows().find(({ keys }) => keys.includes(key)) ?? allRows().find(({ keys }) => keys.includes(type)) ?? other;
/** Whether a panel contains the button of a start. */
export const inPanel = ({ key, type }: Pick<Start, 'key' | 'type'>): boolean => allRows().some(({ keys, Panel }) => Panel && (keys.includes(key) || keys.includes(type)));
