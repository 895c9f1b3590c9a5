// SPDX-License-Identifier: AGPL-3.0-or-later
// HTML as text: what is put into a template is escaped, unless it is markup itself.

class Markup {
    constructor(text) {
        this.text = text;
    }
}

const signs = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escape = (text) => String(text).replace(/[&<>]/g, (sign) => signs[sign]);
const escapeValue = (text) => String(text).replace(/[&<>"]/g, (sign) => signs[sign]);

/** Text that is markup already. */
export const raw = (text) => new Markup(text);

function show(value, escaped = escape) {
    if (value instanceof Markup) return value.text;
    if (Array.isArray(value)) return value.map((one) => show(one, escaped)).join('');
    return value === undefined || value === null || value === false ? '' : escaped(value);
}

/** Whether a template stands within the quotes of an attribute after this part. */
const quotesOpen = (part) => /="[^"]*$/.test(part);

/** A template whose values are escaped; lists are joined, and what is undefined, null or false is nothing. */
export const html = (parts, ...values) => raw(parts.reduce((text, part, i) => text + show(values[i - 1], quotesOpen(parts[i - 1]) ? escapeValue : escape) + part));

/** Parts of a line with SIGN between them. */
export const joined = (parts, sign) => parts.flatMap((part, i) => (i === 0 ? [part] : [sign, part]));

export const textOf = (markup) => show(markup);
