// SPDX-License-Identifier: AGPL-3.0-or-later
// The badge of a lesson that somebody has finished: a hexagon with a sign.
import type { JSX } from 'preact';
import type { components } from '../schema';
import { texts } from '../texts';

type LessonName = components['schemas']['LessonName'];

const signs: Record<LessonName, string> = {
    first_game: 'M8 17v-6l4-4 4 4v6h-3v-3h-2v3z',
    harbors: 'M12 6a2 2 0 0 1 1 3.700V11h3v2h-3v4c2-.3 3-1.300 3.500-3l1.500 1c-1 2.700-3 4-6 4s-5-1.300-6-4l1.500-1c.5 1.700 1.500 2.700 3.500 3v-4H8v-2h3V9.700A2 2 0 0 1 12 6z',
    knights: 'M8 18v-2l1.500-1V9L12 6l2.500 3v6l1.500 1v2zM11 10v4h2v-4z',
};

export function Badge({ lesson, passed = true }: { lesson: LessonName; passed?: boolean }): JSX.Element {
    return (
        <svg class="badge-lesson" viewBox="0 0 24 24" data-passed={passed} aria-hidden="true">
            <path class="badge-frame" d="M12 1 21.500 6.500v11L12 23l-9.500-5.500v-11z" />
            <path class="badge-sign" d={signs[lesson]} />
        </svg>
    );
}

/** Somebody's badges, with their names. */
export function Badges({ lessons }: { lessons: { lesson: LessonName }[] }): JSX.Element | null {
    const t = texts().lessons;
    if (lessons.length === 0) return null;
    return (
        <ul class="badges" data-part="badges" aria-label={t.badges}>
            {lessons.map(({ lesson }) => (
                <li key={lesson} data-badge={lesson}>
                    <Badge lesson={lesson} /> {t.badgeOf[lesson]}
                </li>
            ))}
        </ul>
    );
}
