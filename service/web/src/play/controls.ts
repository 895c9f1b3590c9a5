// SPDX-License-Identifier: AGPL-3.0-or-later
// Which control stands for which action. An action without a row of its own has a button in the last
// group, and the picker: every listed action can be made, whether a row knows it or not.
import type { ComponentType } from 'preact';
import type { GameState } from '../game/store';
import type { Cards } from '../types';
import { baseRows } from './baseRows';
import type { Flow } from './flow';
import { knightRows } from './knightRows';
import type { Start } from './picker';

/** Where in the bar of actions a button stands, in this order. */
export const groups = ['dice', 'build', 'knights', 'cards', 'trade', 'end', 'other'] as const;
export type Group = (typeof groups)[number];

export interface FormProps {
    start: Start;
    flow: Flow;
}
export interface PanelProps {
    /** What of the panel's actions is listed now; can be empty. */
    starts: Start[];
    flow: Flow;
}

export interface Row {
    /** The keys of the starts it is for: a type, or a type and a card ("play_dev_card/knight"). */
    keys: string[];
    group: Group;
    /** Shown instead of the picker once the button was pressed. It calls flow.make(action). */
    Form?: ComponentType<FormProps>;
    /** Shown all the time instead of a button, while it has something to show. */
    Panel?: ComponentType<PanelProps>;
    /** The panel stands above the bar of actions. */
    above?: boolean;
    /** What it costs, for the button. */
    cost?: (state: GameState, start: Start | null) => Cards | null;
    /** Stands in the bar for orientation on one's own turn also while it cannot be done. */
    always?: (state: GameState) => boolean;
    /** The field by which a tap on the idle board finds it ("vertex", "edge", "from"). */
    onBoard?: string;
}

const rows: Row[] = [...baseRows, ...knightRows];
const other: Row = { keys: [], group: 'other' };

/** The row of a start: that of its type and card, else that of its type. */
export const rowOf = ({ key, type }: Pick<Start, 'key' | 'type'>): Row => rows.find(({ keys }) => keys.includes(key)) ?? rows.find(({ keys }) => keys.includes(type)) ?? other;
export const allRows = (): Row[] => rows;
/** Whether a panel has the button that it begins with. */
export const inPanel = ({ key, type }: Pick<Start, 'key' | 'type'>): boolean => rows.some(({ keys, Panel }) => Panel && (keys.includes(key) || keys.includes(type)));
