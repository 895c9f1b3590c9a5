// SPDX-License-Identifier: AGPL-3.0-or-later
// The rules in short, to be unfolded where somebody wonders.
import type { JSX } from 'preact';
import { texts } from '../texts';
import type { GameKind } from '../around/new/draft';

type Topic = keyof ReturnType<typeof texts>['rules']['topics'];
const topicsOf: Record<GameKind, Topic[]> = {
    base: ['setup', 'turn', 'building', 'trade', 'robber', 'devCards', 'awards', 'two'],
    cities_and_knights: ['commodities', 'eventDie', 'barbarians', 'knights', 'progress'],
};

/** One matter. */
export function RuleNote({ topic }: { topic: Topic }): JSX.Element {
    const { title, text } = texts().rules.topics[topic];
    return (
        <details class="rule-note" data-topic={topic}>
            <summary>{title}</summary>
            {text.map((line) => (
                <p key={line}>{line}</p>
            ))}
        </details>
    );
}

/** All of them, by game. */
export function RuleNotes(): JSX.Element {
    const t = texts().rules;
    return (
        <div class="rule-notes">
            {(Object.keys(topicsOf) as GameKind[]).map((game) => (
                <section key={game}>
                    <h3>{game === 'base' ? t.base : t.knights}</h3>
                    {topicsOf[game].map((topic) => (
                        <RuleNote key={topic} topic={topic} />
                    ))}
                </section>
            ))}
        </div>
    );
}
