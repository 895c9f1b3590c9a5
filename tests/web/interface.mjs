// SPDX-License-Identifier: AGPL-3.0-or-later
// Everything in the interface can be done on the page: each operation of the description is called somewhere in the
// page's source, or listed here with the reason why not.
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { document } from '../openapi/description.mjs';

const source = fileURLToPath(new URL('../../service/web/src', import.meta.url));
const generated = 'schema.d.ts';

const forOperation = 'for who runs the server';
const forPlatforms = 'where a platform knocks';
const withoutScript = 'a page of its own, for mails and for browsers without scripts';
const forPrograms = 'questions of programs to the library of games';
const forApps = 'for the programs of others, and pages of the server itself';
const exceptions = {
    getHealth: forOperation,
    getReadiness: forOperation,
    getMetrics: forOperation,
    getVocabulary: 'the page is built with it (vocabulary.ts)',
    listRecords: forPrograms,
    listAccountRecords: forPrograms,
    describeAuthorizationServer: forApps,
    askToBeLetIn: forApps,
    letAppIn: forApps,
    giveTokens: forApps,
    beginDevice: forApps,
    revokeGrant: forApps,
    answerDevice: forApps,
    listApps: forApps,
    createApp: forApps,
    getApp: forApps,
    deleteApp: forApps,
    setAppWebhook: forApps,
    deletePerson: 'the page writes that there is nothing, which is the same',
    listTournamentGames: 'the page shows them at the tables of the rounds',
    explainProblem: 'a page of its own, to which problems lead',
    takeMail: 'where a mail server brings mail',
    takeDiscord: forPlatforms,
    takeSlack: forPlatforms,
    takeMattermost: forPlatforms,
    takeZulip: forPlatforms,
    takeRocketChat: forPlatforms,
    takeTelegram: forPlatforms,
    takeMatrix: forPlatforms,
    getFollowedBoard: 'a picture that chats fetch',
    lookAtLink: withoutScript,
    followLink: withoutScript,
    lookAtPage: withoutScript,
    moveOnPage: withoutScript,
};

function* files(folder) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) yield* files(path);
        else if (/\.tsx?$/.test(entry.name) && entry.name !== generated) yield path;
    }
}

const text = [...files(source)].map((path) => readFileSync(path, 'utf8')).join('\n');
const escaped = (plain) => plain.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether the source calls an operation, through the client or (if it is only read) by its address. */
function isUsed(method, path) {
    if (new RegExp(`\\bapi\\.${method}\\(\\s*'${escaped(path)}'`).test(text)) return true;
    if (method !== 'GET') return false;
    const address = path.split(/\{\w+\}/).map(escaped).join('\\$\\{[^}]+\\}');
    return new RegExp(`['"\`]${address}['"\`?#]`).test(text);
}

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
        .filter(([, operation]) => operation.operationId)
        .map(([method, { operationId }]) => ({ operationId, method: method.toUpperCase(), path })),
);
const failures = [];
for (const { operationId, method, path } of operations) {
    const used = isUsed(method, path);
    if (!used && !exceptions[operationId]) failures.push(`the page never asks for ${method} ${path} (${operationId})`);
    if (used && exceptions[operationId]) failures.push(`the page does ask for ${method} ${path}: ${operationId} is no exception`);
}
for (const name of Object.keys(exceptions)) if (!operations.some(({ operationId }) => operationId === name)) failures.push(`${name}, an exception, is not in the description`);
if (operations.length < 50) failures.push(`only ${operations.length} operations were found`);
for (const failure of failures) console.log(failure);
console.log(`${operations.length - failures.length} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
