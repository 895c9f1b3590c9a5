// SPDX-License-Identifier: AGPL-3.0-or-later
// The search: shows the entries that hold every word, and in the contents the same. The page can be read
// without it.
const field = document.getElementById('find');
const status = document.querySelector('[role=status]');
const intro = document.getElementById('intro');
const nothing = document.getElementById('nothing');
const links = new Map([...document.querySelectorAll('nav li a')].map((link) => [link.hash.slice(1), link.parentElement]));
const entries = [...document.querySelectorAll('[data-find]')].map((node) => ({ node, text: node.textContent.toLowerCase(), listed: links.get(node.id) }));
const groups = [...document.querySelectorAll('[data-part], [data-list]')];
const lists = groups.filter((group) => group.hasAttribute('data-list'));
/** How the reader had the contents before the search. */
let openBefore = null;

function narrow() {
    const words = field.value.toLowerCase().split(/\s+/).filter((word) => word !== '');
    const searching = words.length > 0;
    let count = 0;
    for (const { node, text, listed } of entries) {
        const found = words.every((word) => text.includes(word));
        count += found ? 1 : 0;
        node.hidden = !found;
        if (listed) listed.hidden = !found;
    }
    for (const group of groups) group.hidden = searching && !group.querySelector(lists.includes(group) ? 'li:not([hidden])' : '[data-find]:not([hidden])');
    if (searching) openBefore ??= lists.map((list) => list.open);
    for (const [i, list] of lists.entries()) list.open = searching || (openBefore?.[i] ?? list.open);
    if (!searching) openBefore = null;
    status.textContent = searching ? `${count} of ${entries.length}` : '';
    intro.hidden = searching;
    nothing.hidden = count > 0;
}

function clear() {
    if (field.value === '') return;
    field.value = '';
    narrow();
}

/** A link may lead to what the search has hidden. */
function showTarget() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    if (target.closest('[hidden]')) clear();
    target.scrollIntoView();
}

field.addEventListener('input', narrow);
field.form.addEventListener('submit', (event) => {
    event.preventDefault();
    document.querySelector('article:not([hidden]) :is(h3, h4) a')?.focus();
});
addEventListener('hashchange', showTarget);
addEventListener('keydown', (event) => {
    if (event.key === 'Escape') clear();
    if (event.key !== '/' || event.target === field || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.focus();
});
document.querySelector('nav > details').open = matchMedia('(min-width: 60rem)').matches;
narrow();
showTarget();
