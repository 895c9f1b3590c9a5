// SPDX-License-Identifier: AGPL-3.0-or-later
// All parts of the page beside each other, for tests/web/gallery.mjs alone: no part of what is served.
import { render } from 'preact';
import { loadLanguage, loadTexts } from '../src/texts';
import { tiles } from './tiles';

await Promise.all([loadLanguage('en'), loadTexts('game', 'learning', 'making', 'orders', 'reasons', 'rules', 'settings', 'setup')]);
render(
    <>
        {Object.entries(tiles).map(([name, body]) => (
            <section key={name} data-tile={name}>
                {body}
            </section>
        ))}
    </>,
    document.body,
);
