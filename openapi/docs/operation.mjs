// SPDX-License-Identifier: AGPL-3.0-or-later
// Operations, their requests and responses, and what they share.
import { command, pretty } from './example.mjs';
import { html, joined } from './html.mjs';
import { inline, markdown } from './markdown.mjs';
import { membersOf, typeOf } from './schema.mjs';
import { document, follow } from './source.mjs';

const examplesOf = (media) => (media.example !== undefined
    ? [{ value: media.example }]
    : Object.values(media.examples ?? {}).map((one) => follow(one)));

function shape(schema) {
    if (!schema) return null;
    const data = follow(schema)['x-data'];
    return html`<p>${data ? html`Each <code>data:</code> is ${typeOf(data)}` : typeOf(schema)}</p>${membersOf(data ?? schema)}`;
}

function bodies(content) {
    return Object.entries(content ?? {}).map(([type, media]) => html`<div class="body"><p><code>${type}</code></p>${shape(media.schema)}${examplesOf(media).map(({ summary, value }) => html`<details><summary>Example${summary && html`: ${inline(summary)}`}</summary><pre>${typeof value === 'string' ? value : pretty(value)}</pre></details>`)}</div>`);
}

/** Names of headers, except the one that every response has. */
function headers(given) {
    const names = Object.keys(given ?? {}).filter((name) => name !== 'X-Request-Id');
    return names.length > 0 && html`<p>With ${joined(names.map((name) => html`<a href="#header-${name}">${name}</a>`), ', ')}.</p>`;
}

/** An operation's own responses in full; errors that several share by their names. */
function responsesOf(responses) {
    const all = Object.entries(responses).map(([status, given]) => ({ status, shared: sharedError(given), response: follow(given) }));
    const errors = all.filter((one) => one.shared).map(({ status, shared: name }) => html`${status !== 'default' && `${status} `}<a href="#response-${name}">${name}</a>`);
    return html`<dl>${all.filter((one) => !one.shared).map(({ status, response }) => html`<dt>${status}</dt><dd>${markdown(response.description)}${headers(response.headers)}${bodies(response.content)}</dd>`)}</dl>${errors.length > 0 && html`<p>Errors: ${joined(errors, ', ')}.</p>`}`;
}

function sharedError(given) {
    const problem = follow(given).content?.['application/problem+json'];
    return given.$ref && problem && given.$ref.split('/').pop();
}

const parameter = (one) => html`<dt><code>${one.name}</code> <span>${one.in}, ${typeOf(one.schema)}</span>${one.required && html` <em>required</em>`}</dt><dd>${markdown(one.description)}${one.example !== undefined && html`<p class="example">Example: <code>${one.example}</code></p>`}</dd>`;

function access(security) {
    if (security.length === 0) return 'Needs no token.';
    return security.some((way) => Object.keys(way).length === 0) ? 'A token is optional; the response depends on it.' : 'Needs a token.';
}

function request(body) {
    return body && html`<h4>Request body</h4>${!body.required && html`<p>It can be left out.</p>`}${markdown(body.description)}${bodies(body.content)}`;
}

/** One operation; those that the server calls itself have no path, and no command. */
export function operation({ method, path, title, item, value }) {
    const parameters = [...item.parameters ?? [], ...value.parameters ?? []].map(follow);
    const body = value.requestBody && follow(value.requestBody);
    const security = value.security ?? document.security;
    const [media, first] = Object.entries(body?.content ?? {})[0] ?? [];
    const example = first && examplesOf(first)[0]?.value;
    return html`<article id="${value.operationId}" data-find>
<h3><a href="#${value.operationId}">${value.summary}</a></h3>
<p class="call"><b class="${method.toLowerCase()}">${method}</b> <code>${path ?? title}</code> <small>${value.operationId}</small></p>
${markdown(value.description)}
${path && html`<p>${access(security)}</p>`}
${parameters.length > 0 && html`<h4>Parameters</h4><dl>${parameters.map(parameter)}</dl>`}
${request(body)}
${path && html`<h4>Example request</h4><pre class="call">${command({ method, path, token: security.length > 0, parameters, media, value: example })}</pre>`}
<h4>Responses</h4>${responsesOf(value.responses)}
</article>
`;
}

/** A response that several operations share. */
export const sharedResponse = (name, response) => html`<article id="response-${name}" data-find><h3><a href="#response-${name}">${name}</a></h3>${markdown(response.description)}${headers(response.headers)}${bodies(response.content)}</article>
`;

export const headerArticle = (name, one) => html`<article id="header-${name}" data-find><h3><a href="#header-${name}">${name}</a></h3>${markdown(one.description)}<p>${typeOf(one.schema)}</p><p class="example">Example: <code>${one.example}</code></p></article>
`;

/** A schema with a place of its own. */
export const schemaArticle = (name, schema) => html`<article id="schema-${name}" data-find><h3><a href="#schema-${name}">${name}</a></h3>${markdown(schema.description)}<p>${typeOf({ ...schema, description: undefined })}</p>${membersOf(schema)}</article>
`;
