// SPDX-License-Identifier: AGPL-3.0-or-later
// Examples as a reader sees them: JSON, and the command that sends it.
const widest = 88;

/** JSON in one line. */
function flatJson(value) {
    if (value === null || typeof value !== 'object') return JSON.stringify(value);
    if (Array.isArray(value)) return `[${value.map(flatJson).join(', ')}]`;
    return `{${Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${flatJson(one)}`).join(', ')}}`;
}

/** JSON in as few lines as fit. */
export function pretty(value, indent = '') {
    const flat = flatJson(value);
    if (flat.length + indent.length <= widest || value === null || typeof value !== 'object') return flat;
    const deeper = `${indent}  `;
    const parts = Array.isArray(value)
        ? value.map((one) => deeper + pretty(one, deeper))
        : Object.entries(value).map(([key, one]) => `${deeper}${JSON.stringify(key)}: ${pretty(one, deeper)}`);
    const [open, close] = Array.isArray(value) ? '[]' : '{}';
    return `${open}\n${parts.join(',\n')}\n${indent}${close}`;
}

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

function bodyOf(media, value) {
    if (media === 'application/json') return pretty(value);
    return typeof value === 'string' ? value : new URLSearchParams(value).toString();
}

/** A shell command that calls an operation with the examples of its parameters and body. */
export function command({ method, path, token, parameters, media, value }) {
    const examples = Object.fromEntries(parameters.filter((one) => one.in === 'path').map((one) => [one.name, one.example ?? one.schema.examples?.[0]]));
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => examples[name]);
    const query = parameters.filter((one) => one.in === 'query' && one.required).map((one) => `${one.name}=${encodeURIComponent(one.example)}`);
    const needed = parameters.filter((one) => one.in === 'header' && one.required).map((one) => `-H ${quoted(`${one.name}: ${one.example}`)}`);
    const plain = value === undefined ? 'GET' : 'POST';
    return [
        `curl${method === plain ? '' : ` -X ${method}`} "$H${filled}${query.length > 0 ? `?${query.join('&')}` : ''}"`,
        token && '-H "Authorization: Bearer $TOKEN"',
        ...needed,
        value !== undefined && `-H ${quoted(`Content-Type: ${media}`)}`,
        value !== undefined && `--data-binary ${quoted(bodyOf(media, value))}`,
    ].filter(Boolean).join(' \\\n  ');
}
