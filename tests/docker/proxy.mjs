// SPDX-License-Identifier: AGPL-3.0-or-later
// A game through a proxy that is set up as in its sample in docker/: node proxy.mjs nginx|caddy
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { finish, report } from '../openapi/count.mjs';
import { freePort } from '../support/ports.mjs';
import { serve } from '../support/serving.mjs';

const sample = (name) => readFileSync(fileURLToPath(new URL(`../../docker/${name}`, import.meta.url)), 'utf8');
const limitMs = 20000;
const kind = process.argv[2];
const work = mkdtempSync(join(tmpdir(), 'hexpost-proxy-'));

/** TEXT with each [what, instead] replaced; none may be missing. */
const changed = (text, changes) => changes.reduce((now, [what, instead]) => {
  assert.ok(now.includes(what), `the sample has no ${what}`);
  return now.replaceAll(what, instead);
}, text);

/** The sample with this test's ports and certificate, and the command that starts it. */
const proxies = {
  nginx({ port, plain, upstream, key, certificate }) {
    const site = changed(sample('nginx.conf'), [
      ['127.0.0.1:8080;\n    #', `${upstream};\n    #`], ['    listen [::]:80;\n', ''], ['    listen [::]:443 ssl http2;\n', ''],
      ['listen 80;', `listen 127.0.0.1:${plain};`], ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
      ['/etc/letsencrypt/live/hexpost.example/fullchain.pem', certificate],
      ['/etc/letsencrypt/live/hexpost.example/privkey.pem', key], ['hexpost.example', 'localhost'],
    ]);
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${work}/${name};`).join('\n');
    const user = process.getuid() === 0 ? 'user root;\n' : '';
    writeFileSync(join(work, 'nginx.conf'), `${user}daemon off;\npid ${work}/pid;\nevents {}\nhttp {\naccess_log off;\n${places}\n${site}}\n`);
    const flags = ['-c', join(work, 'nginx.conf'), '-p', work, '-e', 'stderr'];
    execFileSync('nginx', ['-t', ...flags], { stdio: 'pipe' });
    return flags;
  },
  caddy({ port, plain, upstream, key, certificate }) {
    const site = changed(sample('Caddyfile'), [
      ['{\n\tservers', `{\n\tadmin off\n\thttp_port ${plain}\n\thttps_port ${port}\n\tservers`],
      ['hexpost.example {', `https://localhost:${port} {\n\ttls ${certificate} ${key}`], ['127.0.0.1:8080 {', `${upstream} {`],
    ]);
    const flags = ['--config', join(work, 'Caddyfile'), '--adapter', 'caddyfile'];
    writeFileSync(join(work, 'Caddyfile'), site);
    execFileSync('caddy', ['validate', ...flags], { stdio: 'pipe', env: { ...process.env, HOME: work } });
    return ['run', ...flags];
  },
};

/** Resolves once there is a listener on PORT; rejects if the child ends. */
function listening(port, child) {
  return new Promise((done, fail) => {
    child.on('exit', (code) => fail(new Error(`${kind} ended (${code})`)));
    const knock = () => {
      const socket = net.connect(port, '127.0.0.1');
      socket.on('connect', () => { socket.destroy(); done(); });
      socket.on('error', () => setImmediate(knock));
    };
    knock();
  });
}

/**
 * One request by https: { status, headers, text }. ONPART is called with what has come so far, and ends the
 * request when it says so; of a body that is only ANNOUNCED nothing is sent.
 */
function ask(port, method, path, { token, json, announced, headers = {}, onPart } = {}) {
  const bytes = json === undefined ? undefined : JSON.stringify(json);
  const all = { ...headers };
  if (token) all.authorization = `Bearer ${token}`;
  if (json !== undefined) all['content-type'] = 'application/json';
  if ((announced ?? bytes) !== undefined) all['content-length'] = announced ?? Buffer.byteLength(bytes);
  return new Promise((done, fail) => {
    const request = https.request({ host: '127.0.0.1', port, method, path, headers: { host: `localhost:${port}`, ...all }, servername: 'localhost', rejectUnauthorized: false, agent: false, timeout: limitMs }, (response) => {
      let text = '';
      const result = () => ({ status: response.statusCode, headers: response.headers, text });
      response.on('data', (part) => {
        text += part;
        if (onPart?.(text)) { done(result()); request.destroy(); }
      });
      response.on('end', () => { done(result()); request.destroy(); });
      response.on('error', fail);
    });
    request.on('timeout', () => request.destroy(new Error(`${method} ${path}: nothing for ${limitMs} ms`)));
    request.on('error', fail);
    if (announced === undefined) request.end(bytes);
    else request.flushHeaders();
  });
}

const wanted = async (status, ...request) => {
  const response = await ask(...request);
  assert.equal(response.status, status, `${request[1]} ${request[2]}: ${response.text.slice(0, 300)}`);
  return /json/.test(response.headers['content-type'] ?? '') ? JSON.parse(response.text) : response;
};

/** The cases, through the proxy on PORT. */
const cases = {
  async 'an event goes down the stream at once'({ port }) {
    const { token } = await wanted(201, port, 'POST', '/v1/accounts', { json: { name: 'ada' } });
    const seats = [{ account: 'me' }, { bot: 'greedy' }, { bot: 'greedy' }];
    const { id } = await wanted(201, port, 'POST', '/v1/games', { token, json: { rules: { game: 'base' }, board: { layout: 'beginner' }, seats } });
    // The bots may begin; long polls return their moves, until the game waits for its person.
    for (let game = await wanted(200, port, 'GET', `/v1/games/${id}`); !game.waiting_for.some(({ player }) => player === 0);) {
      await wanted(200, port, 'GET', `/v1/games/${id}/events?after=${game.seq}&wait=10`, { token });
      game = await wanted(200, port, 'GET', `/v1/games/${id}`);
    }
    const { actions } = await wanted(200, port, 'GET', `/v1/games/${id}/actions`, { token });
    // What is in the stream before the move, and what must follow.
    let [live, expected] = [null, /^never/];
    const first = new Promise((done) => { live = done; });
    const stream = ask(port, 'GET', `/v1/games/${id}/events`, { token, headers: { accept: 'text/event-stream' }, onPart: (text) => { live(); return expected.test(text); } });
    await first;
    const made = await wanted(201, port, 'POST', `/v1/games/${id}/moves`, { token, json: { action: actions[0] } });
    expected = new RegExp(`^id: ?${made.seq}$`, 'm');
    assert.match((await stream).headers['content-type'], /event-stream/);
  },
  async 'what is too large is answered by the proxy'({ port, serving }) {
    const before = serving.said.length;
    const large = await ask(port, 'POST', '/v1/games', { announced: 9e6, headers: { 'content-type': 'application/json' } });
    assert.equal(large.status, 413);
    const header = await ask(port, 'GET', '/healthz', { headers: { 'x-long': 'x'.repeat(13000) } });
    assert.ok([400, 431].includes(header.status), `${header.status}`);
    assert.ok(!/problem/.test(header.headers['content-type'] ?? ''));
    assert.doesNotMatch(serving.said.slice(before), / (413|431|400) /);
  },
  async 'the address is the one that the proxy saw'({ port, serving }) {
    await wanted(404, port, 'GET', '/v1/games/seen-by-the-log', { headers: { 'x-forwarded-for': '192.0.2.7', forwarded: 'for=192.0.2.8' } });
    const line = /127\.0\.0\.1 GET \/v1\/games\/seen-by-the-log 404/;
    while (!line.test(serving.said)) await once(serving.child.stderr, 'data');
    assert.doesNotMatch(serving.said, /192\.0\.2\./);
  },
  async 'figures stay inside, and http leads to https'({ port, plain }) {
    assert.equal((await ask(port, 'GET', '/metrics')).status, 404);
    const moved = await new Promise((done, fail) => { http.get({ host: '127.0.0.1', port: plain, path: '/lobby', headers: { host: 'localhost' } }, done).on('error', fail); });
    moved.resume();
    assert.ok([301, 308].includes(moved.statusCode));
    assert.match(moved.headers.location, /^https:\/\/localhost.*\/lobby$/);
    const page = await ask(port, 'GET', '/');
    assert.equal(page.status, 200);
    assert.match(page.headers['strict-transport-security'], /max-age=/);
  },
};

const [key, certificate] = [join(work, 'key.pem'), join(work, 'certificate.pem')];
execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate], { stdio: 'pipe' });
mkdirSync(join(work, 'store'));
const serving = await serve({ database: join(work, 'store', 'test.db'), settings: { HEXPOST_TRUST_PROXY: 'yes', HEXPOST_ACCESS_LOG: 'yes' } });
const [port, plain] = [await freePort(), await freePort()];
const flags = proxies[kind]({ port, plain, upstream: new URL(serving.base).host, key, certificate });
const proxy = spawn(kind, flags, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: work } });
let said = '';
proxy.stderr.on('data', (bytes) => { said += bytes; });
try {
  await listening(port, proxy);
  for (const [name, run] of Object.entries(cases)) {
    const problems = [];
    await run({ port, plain, serving }).catch((error) => problems.push(String(error.stack)));
    report(`${kind}: ${name}`, problems);
  }
} finally {
  proxy.removeAllListeners('exit');
  const over = proxy.exitCode === null && new Promise((done) => { proxy.on('exit', done); });
  proxy.kill('SIGTERM');
  await over;
  await serving.end();
  rmSync(work, { recursive: true, force: true });
}
if (process.exitCode) console.log(said.slice(-2000));
finish();
