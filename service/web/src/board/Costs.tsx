// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';
import { commodityOf, costOf, priced, tracks } from '../lib/rules';
import { texts } from '../texts';
import { CardRow } from '../ui/Cards';

/** What things cost. */
export function Costs({ knights }: { knights: boolean }): JSX.Element {
    const { board: t, common } = texts();
    return (
        <table class="board-costs" data-part="costs">
            <tbody>
                {priced[knights ? 'cities_and_knights' : 'base'].map((what) => (
                    <tr key={what}>
                        <th scope="row">{t.costs[what]}</th>
                        <td>
                            <CardRow cards={costOf(what) ?? {}} />
                        </td>
                    </tr>
                ))}
                {knights &&
                    tracks.map((track) => (
                        <tr key={track}>
                            <th scope="row">
                                {t.costs.improve_city} ({common.tracks[track]})
                            </th>
                            <td>{t.improveCost(common.kinds[commodityOf[track]])}</td>
                        </tr>
                    ))}
            </tbody>
        </table>
    );
}
