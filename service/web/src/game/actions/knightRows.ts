// SPDX-License-Identifier: AGPL-3.0-or-later
// Controls of Cities & Knights.
import type { Row } from './controls';
import { soon } from '../../ui/ahead';

const only: Row['only'] = ({ game }) => game === 'cities_and_knights';

/** These are not on the first screen of a game, or are loaded for it (state/gameStore.ts). */
const panel = (name: 'HarborPanel' | 'ImprovePanel' | 'KnightsPanel' | 'ProgressPanel'): Pick<Row, 'Panel' | 'only'> => ({ Panel: soon(async () => ({ default: (await import('./knightsPanels'))[name] })), only });

const form = (name: 'AlchemistForm' | 'BishopForm' | 'CardChoiceForm' | 'CommitForm' | 'DeckForm'): Pick<Row, 'Form'> => ({ Form: soon(async () => ({ default: (await import('./knightsForms'))[name] })) });

export const knightRows: Row[] = [
    { keys: ['build_city_wall'], costs: true, always: true, only, onBoard: 'vertex', sign: 'wall', hotkey: '5' },
    { keys: ['build_knight'], costs: true, always: true, only, onBoard: 'vertex', sign: 'knight', hotkey: '4' },
    { keys: ['repair_city', 'activate_knight', 'promote_knight'], costs: true, onBoard: 'vertex' },
    { keys: ['move_knight', 'displace_knight'], onBoard: 'from' },
    { keys: ['chase_robber'], onBoard: 'vertex' },
    { keys: ['activate_knight', 'promote_knight', 'move_knight', 'displace_knight', 'chase_robber'], ...panel('KnightsPanel'), sheet: 'knights' },
    { keys: ['improve_city'], ...panel('ImprovePanel'), sheet: 'improve' },
    { keys: ['play_progress_card/alchemist'], ...form('AlchemistForm') },
    { keys: ['play_progress_card/bishop'], ...form('BishopForm') },
    { keys: ['play_progress_card'], ...panel('ProgressPanel'), sheet: 'cards' },
    { keys: ['harbor_offer'], ...panel('HarborPanel'), opens: ({ harbor }) => Boolean(harbor) },
    { keys: ['commit_knights'], ...form('CommitForm') },
    { keys: ['take_progress_card', 'discard_progress_card'], ...form('CardChoiceForm') },
    { keys: ['choose_progress_deck'], ...form('DeckForm') },
];
