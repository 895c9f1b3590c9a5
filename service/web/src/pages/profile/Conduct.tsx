// SPDX-License-Identifier: AGPL-3.0-or-later
// Somebody's conduct in games with other people, in words.
import type { JSX } from 'preact';
import type { components } from '../../schema';
import { texts } from '../../texts';
import { Disclosure } from '../../ui/Disclosure';
import { span } from '../../ui/time';

type ConductRecord = components['schemas']['Conduct'];

const minute = 60;

function sentences({ finished, games, missed, answer_minutes: answers }: ConductRecord): string[] {
    const t = texts().club.profile;
    if (games === 0 || finished === null) return [t.noConduct];
    const timed = answers ? [t.answers(...([answers.quarter, answers.median, answers.three_quarters].map((minutes) => span(minutes * minute)) as [string, string, string]))] : [];
    return [t.finished(Math.round(finished * games), games), missed === 0 ? t.missedNone : t.missed(missed), ...timed];
}

export function Conduct({ conduct }: { conduct: ConductRecord }): JSX.Element {
    const t = texts().club.profile;
    return (
        <section data-part="conduct">
            <h2>{t.conduct}</h2>
            <ul class="conduct">
                {sentences(conduct).map((sentence) => (
                    <li key={sentence}>{sentence}</li>
                ))}
            </ul>
            {conduct.bot_games > 0 && <p class="quiet">{t.botGames(conduct.bot_games)}</p>}
            <Disclosure label={t.how} name="conduct">
                <p>{t.howText}</p>
            </Disclosure>
        </section>
    );
}
