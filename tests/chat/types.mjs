// SPDX-License-Identifier: AGPL-3.0-or-later
// Requests sent to the platforms, checked against the platforms' published types.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { report } from '../openapi/count.mjs';

const modules = fileURLToPath(new URL('../tools/node_modules', import.meta.url));
const captured = new Map();

const types = {
    discordAnswer: ['discord-api-types/v10', 'APIInteractionResponse'],
    discordWebhook: ['discord-api-types/v10', 'RESTPostAPIWebhookWithTokenJSONBody'],
    discordMessage: ['discord-api-types/v10', 'RESTPostAPIChannelMessageJSONBody'],
    discordEdit: ['discord-api-types/v10', 'RESTPatchAPIInteractionOriginalResponseJSONBody'],
    discordCommands: ['discord-api-types/v10', 'RESTPutAPIApplicationCommandsJSONBody'],
    slackAttachment: ['@slack/types', 'MessageAttachment'],
    slackBlocks: ['@slack/types', 'KnownBlock[]'],
    telegramMessage: ['@grammyjs/types', 'Parameters<Api["sendMessage"]>[0]'],
    telegramAnswer: ['@grammyjs/types', 'Parameters<Api["answerCallbackQuery"]>[0]'],
    telegramUpdates: ['@grammyjs/types', 'Parameters<Api["getUpdates"]>[0]'],
    telegramCommands: ['@grammyjs/types', 'Parameters<Api["setMyCommands"]>[0]'],
    telegramWebhook: ['@grammyjs/types', 'Parameters<Api["setWebhook"]>[0]'],
};

/** Stores a payload to be checked at the end. */
export function capture(type, json) {
    if (!captured.has(type)) captured.set(type, []);
    captured.get(type).push(json);
    return json;
}

/** Runs the compiler over all of them. */
export function checkTypes() {
    const folder = mkdtempSync(join(tmpdir(), 'hexpost-types-'));
    const lines = [
        'import type * as discord from "discord-api-types/v10";', 'import type * as slack from "@slack/types";',
        'import type { ApiMethods } from "@grammyjs/types";', 'type Api = ApiMethods<Blob>;',
    ];
    const names = { 'discord-api-types/v10': 'discord.', '@slack/types': 'slack.', '@grammyjs/types': '' };
    for (const [type, list] of captured) {
        const [module, name] = types[type];
        list.forEach((json, i) => lines.push(`export const ${type}${i}: ${names[module]}${name} = ${JSON.stringify(json)};`));
    }
    writeFileSync(join(folder, 'sent.ts'), `${lines.join('\n')}\n`);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({
        compilerOptions: {
            strict: true, noEmit: true, skipLibCheck: true, target: 'es2022', module: 'nodenext', moduleResolution: 'nodenext', types: [],
            paths: { 'discord-api-types/v10': [`${modules}/discord-api-types/v10.d.ts`], '@slack/types': [`${modules}/@slack/types/dist/index.d.ts`], '@grammyjs/types': [`${modules}/@grammyjs/types/mod.d.ts`] },
        },
        files: ['sent.ts'],
    }));
    let said = '';
    try {
        execFileSync(process.execPath, [`${modules}/typescript/bin/tsc`, '-p', folder], { encoding: 'utf8' });
    } catch (error) {
        said = `${error.stdout}${error.stderr}`;
    }
    rmSync(folder, { recursive: true, force: true });
    const kinds = [...captured].map(([type, list]) => `${list.length} ${type}`);
    report(`what was sent fits the published types (${kinds.join(', ')})`, said === '' ? [] : said.split('\n').slice(0, 20));
    for (const type of Object.keys(types)) report(`there was a ${type}`, captured.has(type) ? [] : ['none was sent']);
}
