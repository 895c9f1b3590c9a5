// SPDX-License-Identifier: AGPL-3.0-or-later
// OpenSMTPD on a port of its own.
import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { binary, folder, nodemailer, until } from './harness.mjs';
import { greets } from '../support/ports.mjs';

export class Mta {
    said = '';
    child = null;

    /** On PORT: in.hex.example is piped to the server at BASE, everything else goes to NEXT. */
    constructor(port, base, next) {
        Object.assign(this, { port, base, next });
        this.sender = nodemailer.createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true });
    }

    /** False if it does not start here. */
    async start() {
        const conf = join(folder, 'smtpd.conf');
        // The pipe runs as a user without any rights, who must be able to read the program.
        const program = join(folder, 'hexpost');
        copyFileSync(binary, program);
        chmodSync(program, 0o755);
        chmodSync(folder, 0o755);
        writeFileSync(conf, `table hexpost { "@in.hex.example" = "nobody" }
listen on 127.0.0.1 port ${this.port} hostname mx.hex.example
action "pipe" mda "${program} mail-in --url ${this.base} %{rcpt}" user nobody virtual <hexpost>
action "out" relay host smtp://127.0.0.1:${this.next}
match from any for domain "in.hex.example" action "pipe"
match from any for any action "out"
`);
        this.child = spawn('smtpd', ['-d', '-f', conf]);
        this.child.on('error', (error) => { this.said += error.message; });
        for (const out of [this.child.stdout, this.child.stderr]) out.on('data', (bytes) => { this.said += bytes; });
        const up = await until(async () => this.child.exitCode !== null || greets(this.port), 20);
        return up === true && this.child.exitCode === null;
    }

    async stop() {
        const { child } = this;
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = new Promise((done) => { child.on('exit', done); });
        child.kill('SIGTERM');
        const late = setTimeout(() => child.kill('SIGKILL'), 10000);
        await ended;
        clearTimeout(late);
    }

    /** Hands over FROM's answer TEXT to a mail. */
    async post(from, mail, text) {
        await this.sender.sendMail({ from, to: mail.replyTo.value[0].address, subject: `Re: ${mail.subject.replace(/^Re: /, '')}`, inReplyTo: mail.messageId, text });
    }
}
