// SPDX-License-Identifier: AGPL-3.0-or-later
// One of the examples as a child process: what it prints, and when.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../openapi/examples/', import.meta.url));
const waitSeconds = 120;

export class Program {
    stdout = '';
    stderr = '';
    #waiting = new Set();

    constructor(name, args = [], env = {}) {
        this.name = name;
        // Leaves no files next to the sources.
        this.child = spawn('python3', ['-B', folder + name, ...args], { env: { ...process.env, ...env } });
        for (const stream of ['stdout', 'stderr']) {
            this.child[stream].setEncoding('utf8').on('data', (text) => {
                this[stream] += text;
                for (const look of this.#waiting) look();
            });
        }
        this.ended = new Promise((done) => { this.child.on('close', (code, signal) => { this.#over(code ?? signal); done(this.code); }); });
    }

    #over(code) {
        this.code = code;
        for (const look of this.#waiting) look();
    }

    /** Waits until STREAM matches PATTERN; returns the match. Throws if the program ends before that. */
    seen(pattern, stream = 'stdout') {
        return new Promise((done, fail) => {
            const end = (how, what) => { clearTimeout(late); this.#waiting.delete(look); how(what); };
            const wrong = (why) => new Error(`${this.name} ${why} without ${pattern}:\n${this.stdout}\n${this.stderr}`);
            const look = () => {
                const found = pattern.exec(this[stream]);
                if (found) end(done, found);
                else if (this.code !== undefined) end(fail, wrong(`ended (${this.code})`));
            };
            const late = setTimeout(() => end(fail, wrong(`went on for ${waitSeconds} s`)), waitSeconds * 1000);
            this.#waiting.add(look);
            look();
        });
    }

    write(line) {
        this.child.stdin.write(`${line}\n`);
    }

    /** Waits for its end; throws if it failed. */
    async done() {
        const code = await this.ended;
        if (code !== 0) throw new Error(`${this.name} ended with ${code}:\n${this.stdout}\n${this.stderr}`);
        return this.stdout;
    }

    async stop() {
        this.child.kill('SIGTERM');
        await this.ended;
    }
}
