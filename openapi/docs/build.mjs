// SPDX-License-Identifier: AGPL-3.0-or-later
// Makes the reference from the description, the same bytes from the same text each time.
//   node build.mjs [FOLDER]     into FOLDER (dist)
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { html, textOf } from './html.mjs';
import { chapters } from './markdown.mjs';
import { headerArticle, operation, schemaArticle, sharedResponse } from './operation.mjs';
import { calls, document, parsed, read } from './source.mjs';

const here = dirname(fileURLToPath(import.meta.url));

const titled = (word) => `${word[0].toUpperCase()}${word.slice(1)}`.replaceAll('_', ' ');

/** A part of the page: { id, title, text, entries: [{ id, name, body }] }. */
function subjects() {
    const all = calls(document.paths);
    return document.tags.map(({ name, description }) => ({
        id: `subject-${name}`,
        title: titled(name),
        text: html`<p>${description}</p>`,
        entries: all.filter(({ value }) => value.tags[0] === name).map((call) => ({ id: call.value.operationId, name: call.value.summary, body: operation(call) })),
    }));
}

/** Schemas by subject, as the files beside the description have them: { NAME: schemas }. */
function shapesOfFiles() {
    const shared = [...read('../outline.yaml').matchAll(/# include schemas\/(\w+)\.yaml/g)].map(([, name]) => [name, parsed(`../schemas/${name}.yaml`)]);
    const whole = readdirSync(join(here, '../subjects')).sort().map((file) => [file.replace('.yaml', ''), parsed(`../subjects/${file}`).schemas]);
    return [...shared, ...whole.filter(([, schemas]) => schemas)];
}

function shapes() {
    return shapesOfFiles().map(([file, schemas]) => ({
        id: `schemas-${file}`,
        title: `Schemas: ${titled(file).toLowerCase()}`,
        entries: Object.entries(schemas).map(([name, schema]) => ({ id: `schema-${name}`, name, body: schemaArticle(name, schema) })),
    }));
}

function parts() {
    const { headers, responses } = document.components;
    const failures = Object.entries(responses).filter(([, { content }]) => content?.['application/problem+json']);
    return [
        ...subjects(),
        { id: 'sent', title: 'Requests that the server sends', text: html`<p>To webhooks, and to the push services of browsers.</p>`,
            entries: calls(document.webhooks).map(({ path, ...call }) => ({ id: call.value.operationId, name: call.value.summary, body: operation({ ...call, title: path }) })) },
        { id: 'errors-shared', title: 'Errors that operations share', entries: failures.map(([name, response]) => ({ id: `response-${name}`, name, body: sharedResponse(name, response) })) },
        { id: 'headers', title: 'Headers', entries: Object.entries(headers).map(([key, one]) => headerEntry(key, one)) },
        ...shapes(),
    ];
}

/** Components are named as programs like it; readers look for the header's own name. */
function headerEntry(key, one) {
    const places = Object.values(document.components.responses).concat(calls(document.paths).flatMap(({ value }) => Object.values(value.responses)));
    const name = places.flatMap(({ headers }) => Object.entries(headers ?? {})).find(([, { $ref }]) => $ref.endsWith(`/${key}`))[0];
    return { id: `header-${name}`, name, body: headerArticle(name, one) };
}

const guide = (all) => all.filter(({ title }) => title).map(({ title, level, id, body }) => (level === 2
    ? html`<article id="${id}" data-find><h3><a href="#${id}">${title}</a></h3>${body}</article>\n`
    : html`<article id="${id}" data-find><h4><a href="#${id}">${title}</a></h4>${body}</article>\n`));

const contents = (entries) => html`<ul>${entries.map(({ id, name }) => html`<li><a href="#${id}">${name}</a></li>`)}</ul>`;

function page({ style, script }) {
    const text = chapters(document.info.description);
    const [about] = text;
    const all = parts();
    const chaptersListed = text.filter(({ title }) => title).map(({ id, title }) => ({ id, name: title }));
    return textOf(html`<!doctype html>
<!-- SPDX-License-Identifier: AGPL-3.0-or-later; made from openapi.yaml by openapi/docs/build.mjs -->
<html lang="en">
<head>
<meta charset="utf-8">
<title>${document.info.title}: the interface for programs</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${style}">
<script type="module" src="${script}"></script>
</head>
<body>
<a class="skip" href="#top">To the text</a>
<header>
<p class="name"><a href="/">${document.info.title}</a> <small>interface ${document.info.version}</small></p>
<form role="search"><label for="find">Search</label> <input id="find" type="search" placeholder="/" autocomplete="off" spellcheck="false"> <span role="status"></span></form>
</header>
<nav aria-label="Contents"><details><summary>Contents</summary>
<details open data-list><summary>Guide</summary>${contents(chaptersListed)}</details>
${all.map(({ title, entries }) => html`<details data-list><summary>${title}</summary>${contents(entries)}</details>\n`)}
</details></nav>
<main id="top" tabindex="-1">
<h1>The interface for programs</h1>
<p id="intro">${document.info.summary} This page is made from <a href="/openapi.yaml">openapi.yaml</a> (OpenAPI ${document.openapi}), which a program can read. In the commands <code>$H</code> is the address of a server, and <code>$TOKEN</code> a token.</p>
<section data-part><h2 id="guide">Guide</h2>
<article id="about" data-find>${about.body}</article>
${guide(text)}</section>
${all.map((part) => html`<section data-part><h2 id="${part.id}">${part.title}</h2>${part.text}
${part.entries.map(({ body }) => body)}</section>
`)}<p id="nothing" hidden>Nothing holds all these words.</p>
</main>
</body>
</html>
`);
}

/** Copies a file into assets/. The program serves that folder under a version, and puts it in (service/embed.sh). */
function asset(folder, file) {
    writeFileSync(join(folder, 'assets', file), read(`./${file}`));
    return `/assets/{{version}}/${file}`;
}

const folder = process.argv[2] ?? join(here, 'dist');
rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, 'assets'), { recursive: true });
writeFileSync(join(folder, 'docs.html'), page({ style: asset(folder, 'docs.css'), script: asset(folder, 'docs.js') }));
