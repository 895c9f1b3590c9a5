// SPDX-License-Identifier: AGPL-3.0-or-later
// The supported parts of HTML and CSS: what Gmail (page and app), Outlook (Windows, page, new) and Apple Mail all show,
// or what can be lost without harm. Anything else in a mail is reported.
const all = ['class', 'style', 'align', 'width', 'height', 'bgcolor'];
const elements = {
    html: ['lang'], head: [], meta: ['charset', 'name', 'content'], title: [], style: [], body: ['class', 'style'],
    table: [...all, 'role', 'cellpadding', 'cellspacing', 'border'], tr: [], td: all,
    div: ['style'], p: ['class', 'style'], h1: ['class', 'style'], h2: ['class', 'style'], blockquote: ['class', 'style'], span: ['style'], br: [],
    a: ['href', 'class', 'style'], img: ['src', 'alt', 'width', 'border', 'style'],
};
const empty = new Set(['meta', 'br', 'img']);
/** In an element's own style. If one is lost (Outlook: radius, max-width) the mail is still readable. */
const inline = new Set([
    'margin', 'padding', 'color', 'background-color', 'border', 'border-top', 'border-bottom', 'border-left', 'border-radius', 'font-family', 'font-size', 'font-weight', 'line-height', 'letter-spacing', 'text-align', 'text-decoration',
    'vertical-align', 'white-space', 'word-break', 'display', 'width', 'max-width', 'height', 'max-height', 'overflow',
]);
const displays = new Set(['none', 'block', 'inline-block']);
/** In the head: only improvements for programs that support it. */
const ruled = new Set(['color-scheme', 'supported-color-schemes', 'color', 'background-color', 'border-color', 'padding-left', 'padding-right']);
const bytesMax = 100 * 1024; // Gmail cuts off a mail's HTML after 102 KB

function stylesOf(text) {
    return text.split(';').filter((one) => one.trim() !== '').map((one) => one.split(':').map((part) => part.trim()));
}

function checkStyle(text, faults) {
    for (const [name, value] of stylesOf(text)) {
        if (!inline.has(name)) faults.push(`style ${name}`);
        if (name === 'display' && !displays.has(value)) faults.push(`display ${value}`);
        if (/url\(|var\(|calc\(|rgba?\(|\brem\b/.test(value)) faults.push(`style ${name}: ${value}`);
    }
}

function checkRules(css, faults) {
    for (const [, body] of css.matchAll(/\{([^{}]*)\}/g)) for (const [name] of stylesOf(body)) if (!ruled.has(name)) faults.push(`rule ${name}`);
    for (const [, query] of css.matchAll(/@([^{]*)\{/g)) if (!/^media \((?:max-width:620px|prefers-color-scheme:dark)\)$/.test(query.trim())) faults.push(`@${query}`);
}

/** The faults in a mail's HTML for those programs. */
export function unsupported(html) {
    const faults = [];
    const open = [];
    if (Buffer.byteLength(html) > bytesMax) faults.push(`${Buffer.byteLength(html)} bytes`);
    const css = /<style>([^]*?)<\/style>/.exec(html)?.[1] ?? '';
    checkRules(css, faults);
    const body = html.replace(/<!DOCTYPE html>/i, '').replace(/<!--\[if mso\]>[^]*?<!\[endif\]-->/g, '').replace(/<style>[^]*?<\/style>/, '');
    if (/<!--|<script|javascript:/i.test(body)) faults.push('a comment or a script');
    for (const [, end, name, rest] of body.matchAll(/<(\/?)([a-z0-9]+)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*\/?>/gi)) {
        if (end) {
            if (open.pop() !== name) faults.push(`</${name}> ends another`);
            continue;
        }
        if (!(name in elements)) faults.push(`<${name}>`);
        const given = new Map([...rest.matchAll(/([a-z-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]));
        for (const key of given.keys()) if (!elements[name]?.includes(key)) faults.push(`<${name} ${key}>`);
        if (given.has('style')) checkStyle(given.get('style'), faults);
        if (name === 'img' && !given.get('alt')) faults.push('a picture without words');
        if (name === 'table' && given.get('role') !== 'presentation') faults.push('a table that is read out as one');
        if (!empty.has(name)) open.push(name);
    }
    if (open.length > 0) faults.push(`left open: ${open.join(' ')}`);
    if (!/<meta name="color-scheme" content="light dark">/.test(html)) faults.push('no dark form');
    return faults;
}
