// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';
import type { DevCard } from '../../types';
import { CardRow } from '../../ui/Cards';
import { DevFace } from '../../ui/DeckFace';
import type { ExplainProps } from '../../ui/Explain';
import { useGame } from '../state/context';
import { explanationOf } from './explanation';

export default function ExplainBody({ about, note }: ExplainProps): JSX.Element | null {
    const found = explanationOf(about, useGame().state.game.rules);
    if (!found) return null;
    const says = note !== null && note !== found.title && !note.startsWith(`${found.title} (`);
    return (
        <div class="explain-body" role="tooltip">
            {about.startsWith('dev/') && <DevFace card={about.slice(4) as DevCard} />}
            <b>{found.title}</b>
            {says && <p class="quiet">{note}</p>}
            {found.cost && <CardRow cards={found.cost} />}
            {found.text.map((line) => (
                <p key={line}>{line}</p>
            ))}
        </div>
    );
}
