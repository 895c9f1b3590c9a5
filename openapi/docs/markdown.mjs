// SPDX-License-Identifier: AGPL-3.0-or-later
// The part of Markdown that the description's texts use: headings, paragraphs, lists, tables, code, bold
// and slanted words, and links to schemas.
import { escape, html, raw } from './html.mjs';

/** The id of a heading: "Fair chance" is fair-chance. */
export const slug = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');

function linked(text, target) {
    const schema = /^#\/components\/schemas\/(\w+)$/.exec(target)?.[1];
    const address = schema ? `#schema-${schema}` : target;
    if (!/^[#/][^/]/.test(address)) throw new Error(`a text leads elsewhere: ${target}`);
    return `<a href="${address}">${text}</a>`;
}

/** One line of text as markup. */
export function inline(text) {
    return raw(text.split(/(`[^`]+`)/).map((part) => (part.startsWith('`')
        ? `<code>${escape(part.slice(1, -1))}</code>`
        : escape(part)
            .replace(/\*\*(.+?)\*\*/g, '<b>$1</b>')
            .replace(/\*(\S(?:.*?\S)?)\*/g, '<i>$1</i>')
            .replace(/\[([^\]]+)\]\(([^)]+)\)/g, (_, words, target) => linked(words, target)))).join(''));
}

const cells = (line) => line.split('|').slice(1, -1).map((cell) => inline(cell.trim()));

function table(lines) {
    const [head, , ...rows] = lines.map(cells);
    return html`<table><thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead><tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table>`;
}

function list(lines) {
    const items = lines.join('\n').split(/^- /m).slice(1).map((item) => item.replace(/\s+/g, ' ').trim());
    return html`<ul>${items.map((item) => html`<li>${inline(item)}</li>`)}</ul>`;
}

function block(lines) {
    if (lines[0].startsWith('|')) return table(lines);
    if (lines[0].startsWith('- ')) return list(lines);
    return html`<p>${inline(lines.join(' '))}</p>`;
}

/** A text without headings. */
export function markdown(text) {
    const blocks = (text ?? '').trim().split(/\n\s*\n/).filter((part) => part !== '');
    return blocks.map((part) => block(part.split('\n')));
}

/** A text with headings: [{ title, level, id, body }]; what comes before the first one has no title. */
export function chapters(text) {
    return text.trim().split(/^(?=#+ )/m).map((part) => {
        const [, marks, title, body] = /^(?:(#+) (.*)\n)?([^]*)$/.exec(part);
        return { title, level: marks?.length ?? 0, id: title && slug(title), body: markdown(body) };
    });
}
