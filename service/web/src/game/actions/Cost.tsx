// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';
import { texts } from '../../texts';
import type { Cards, Kind } from '../../types';
import { kindsOf } from '../../lib/kinds';
import { cardsText } from '../../lib/cardsText';
import { KindIcon } from '../../ui/icons';

/** A cost, with an icon for each card. */
export function Cost({ cost }: { cost: Cards }): JSX.Element {
    const icons = kindsOf(cost).flatMap((kind) => Array<Kind>(cost[kind] ?? 0).fill(kind));
    return (
        <small class="play-cost" title={cardsText(cost)}>
            {icons.map((kind, i) => (
                <KindIcon key={i} kind={kind} />
            ))}
            <span class="sr">{texts().play.cost(cardsText(cost))}</span>
        </small>
    );
}
