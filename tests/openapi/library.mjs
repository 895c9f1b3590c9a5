// SPDX-License-Identifier: AGPL-3.0-or-later
// The library of games against the description, and all other read-only operations.
import { report } from './count.mjs';
import { check, operations, resolve } from './description.mjs';
import { call, invalid, problem } from './server.mjs';

/** Finished games, of which ADA may see those with these IDS. */
export async function library({ token }, ids) {
    const query = `ids=${ids.slice(0, 100).join(',')}&mode=table`;
    const { body } = await call('GET', `/v1/records?${query}&fields=head`, { token, want: 200 });
    report('games at a table have records', body.includes('"mode":"table"') ? [] : [body]);
    for (const line of body.split('\n').filter(Boolean)) {
        report('each line is the head of a record', check('#/components/schemas/RecordHead', JSON.parse(line)));
    }
    const csv = await call('GET', `/v1/records?${query}`, { token, headers: { accept: 'text/csv' }, want: 200 });
    report('each game is a line of CSV', csv.body.split('\r\n').length === body.split('\n').length + 1 ? [] : [csv.body]);
    const all = await call('GET', '/v1/accounts/ada/records', { token, want: 200 });
    report('a link leads on', /^<\/v1\/accounts\/ada\/records\?cursor=\d+\.\d+>; rel="next"$/.test(all.headers.get('link')) ? [] : [all.headers.get('link')]);
    await problem('GET', '/v1/accounts/nobody-at-all/records', {}, 404, 'not-found');
    for (const wrong of ['since=now', 'player=nobody-at-all', 'game=chess', 'players=7', 'limit=0', 'cursor=1']) {
        await invalid('GET', `/v1/records?${wrong}`, { token }, wrong.split('=')[0]);
    }
}

/**
 * Read-only operations that are public and have no parameters in the path are requested as described: plainly, and with
 * the example of each parameter; parameters with few values are also tested with an invalid one.
 */
export async function readingAsDescribed() {
    for (const { path, at } of operations().filter(({ method, path }) => method === 'get' && path.startsWith('/v1/') && !path.includes('{'))) {
        const { parameters = [], security } = resolve(at).value;
        if (!security?.some((way) => Object.keys(way).length === 0)) continue;
        const given = parameters.map((_, i) => resolve(`${at}/parameters/${i}`)).filter(({ value }) => value.in === 'query');
        await call('GET', path, { want: 200 });
        for (const { at: place, value } of given) {
            await call('GET', `${path}?${value.name}=${encodeURIComponent(value.example)}`, {});
            const schema = resolve(`${place}/schema`).value;
            if (schema.enum || schema.const || ['integer', 'boolean'].includes(schema.type)) {
                await invalid('GET', `${path}?${value.name}=none-of-these`, {}, value.name);
            }
        }
    }
}
