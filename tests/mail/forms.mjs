// SPDX-License-Identifier: AGPL-3.0-or-later
// The text of each kind of mail in each language, compared with approved texts; and that mail programs understand its
// format. LETTERS_KEEP=1 stores the present texts.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { check, equal, folder, run, serve, stop } from './harness.mjs';
import { letters, lettersTo } from './letters.mjs';
import { unsupported } from './support.mjs';

const subjectMax = 180 + '…'.length * 3;
/** Mails whose texts do not depend on chance, except for the events. */
const golden = ['confirm', 'signIn', 'invitation', 'setUp', 'refused', 'done', 'end'];
const sections = { en: ['Since you last looked', 'Final standings'], de: ['Seit du zuletzt da warst', 'Endstand'] };

/** Without secrets, times and results of chance. */
function steady(text, language) {
    let plain = text.replace(/\/mail\/[a-z2-7]{26}/g, '/mail/…').replace(/^ {2}(?:[a-z2-7]{26}|\d{6})$/gm, '  …').replace(/(until|bis) [A-Z][^()]*\(Europe\/Berlin\)/g, '$1 … (Europe/Berlin)');
    for (const title of sections[language]) plain = plain.replace(new RegExp(`(${title}\n\n)(?: {2}.*\n)+`), '$1  …\n');
    return plain.trim();
}

const kept = (language) => fileURLToPath(new URL(`letters.${language}.txt`, import.meta.url));

/** The final board depends on chance. */
const withoutBoard = (text) => text.replace(/^ +[a-zA-Z]?0 [^]*?(?=^(?:Since you|Seit du))/m, '  …\n\n');

/** Reads the same whoever has won. */
const winner = (subject) => subject.replace(/^\S+( won| ha(?:t|st) gewonnen)/, 'Somebody won');

async function inLanguage(language) {
    const mails = mkdtempSync(join(folder, 'letters-'));
    const server = await serve(`letters-${language}`, { env: lettersTo(mails) });
    const { held, ...all } = await letters(server, mails, language);
    for (const [name, mail] of Object.entries(all)) {
        equal(`${language}, ${name}: mail programs understand it`, unsupported(mail.html).join(', '), '');
        check(`${language}, ${name}: the subject fits and is one line`, Buffer.byteLength(mail.subject) <= subjectMax && !/[\r\n]/.test(mail.subject), mail.subject);
        check(`${language}, ${name}: one main button`, mail.html.split('class="b"').length === 2, mail.html);
        check(`${language}, ${name}: it says its language`, mail.html.includes(`<html lang="${language}">`));
        check(`${language}, ${name}: the text says all that the links do`, [...mail.html.matchAll(/href="([^"?]+)"/g)].every(([, url]) => mail.text.includes(url)), mail.text);
    }
    check(`${language}: bots are called by their names`, /\b(Otto|Ida) /.test(all.turn.text) && !/\b(Blue|White|Blau|Weiß) /.test(all.turn.text), all.turn.text);
    check(`${language}: at most eight moves`, all.setUp.html.split('?do=').length === 9, all.setUp.html);
    check(`${language}: each is told by its place`, all.setUp.text.split('\n').filter((line) => /^ {2}settle \d+: .+ \d+/.test(line)).length === 8, all.setUp.text);
    const hand = all.turn.text.match(/^(?:Your hand|Deine Karten)\n\n((?:.+\n)+)/m)?.[1] ?? '';
    const counts = [...hand.matchAll(/(?:^ {2}|, )(\d+) \S/gm)].map(([, count]) => Number(count));
    equal(`${language}: the hand is shown`, counts.sort().join(), held.map(([, count]) => count).sort().join());
    check(`${language}: so is an empty one`, held.length > 0 || /You hold no cards|Du hast keine Karten/.test(hand), hand);
    const texts = golden.map((name) => `==== ${name}\n${winner(all[name].subject)}\n\n${name === 'end' ? winner(withoutBoard(steady(all[name].text, language)).replace(/^(?!Sunday|Sonntag).*\n=+$/m, 'Somebody')) : steady(all[name].text, language)}\n`).join('\n');
    if (process.env.LETTERS_KEEP) writeFileSync(kept(language), texts);
    equal(`${language}: they say what they should`, texts, readFileSync(kept(language), 'utf8'));
    await stop(server.serving);
}

await run([
    async function english() { await inLanguage('en'); },
    async function german() { await inLanguage('de'); },
]);
