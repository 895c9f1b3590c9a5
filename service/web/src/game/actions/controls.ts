// SPDX-License-Identifier: AGPL-3.0-or-later
// Which control stands for which action. An action without a row of its own has a button at the
// end, and the picker: every listed action can be made, whether a row knows it or not.
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
    /** What of the panel's actions is listed now; can be empty. */
    starts: Start[];
    flow: Flow;
}

/** Sheets that a button of the dock or of the hand opens; 'auto': shown by itself while it has something to show. */
export type SheetName = 'knights' | 'improve' | 'cards' | 'more';

export interface Row {
    /** The keys of the starts it is for: a type, or a type and a card ("play_dev_card/knight"). */
    keys: string[];
    /** Shown instead of the picker once the button was pressed. It calls flow.make(action). What comes late has `fetch`. */
    Form?: ComponentType<FormProps> & { fetch?: () => Promise<unknown> };
    /** Shown instead of a button, while it has something to show: in the sheet named, else by itself. */
    Panel?: ComponentType<PanelProps>;
    sheet?: SheetName;
    /** When a panel without a sheet has something to show. Without this it is asked itself. */
    opens?: (turn: View['turn']) => boolean;
    /** Only games with these rules have what it is for. */
    only?: (rules: Rules) => boolean;
    /** Begun elsewhere than in the dock: a card by a tap on it. */
    surface?: 'hand';
    /** Opens the same form as this action, and has a button of its own only where that one has none. */
    beside?: string;
    /** Leads on: the last button of the dock, and its main one. */
    leads?: boolean;
    sign?: ActionSign;
    hotkey?: string;
    /** Its button says what it costs, and stands with those of what is built. */
    costs?: true;
    /** Has its place in the dock past the set-up, also while it cannot be done. */
    always?: true;
    /** The field by which a tap on the idle board finds it ("vertex", "edge", "from"). */
    onBoard?: string;
}

let all: Row[] | null = null;
const other: Row = { keys: [] };

/** Those of the base game, and of Cities & Knights once such a game is there. */
export function allRows(): Row[] {
    const { knightRows } = realm() ?? {};
    if (!all && knightRows) all = [...baseRows, ...knightRows];
    return all ?? baseRows;
}

/** Those of a game with these rules. */
export const rowsFor = (rules: Rules): Row[] => allRows().filter(({ only }) => only?.(rules) ?? true);

/** The row of a start: that of its type and card, else that of its type. */
export const rowOf = ({ key, type }: Pick<Start, 'key' | 'type'>): Row => allRows().find(({ keys }) => keys.includes(key)) ?? allRows().find(({ keys }) => keys.includes(type)) ?? other;
/** Whether a panel has the button that it begins with. */
export const inPanel = ({ key, type }: Pick<Start, 'key' | 'type'>): boolean => allRows().some(({ keys, Panel }) => Panel && (keys.includes(key) || keys.includes(type)));
