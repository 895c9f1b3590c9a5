// SPDX-License-Identifier: AGPL-3.0-or-later
// The page in Node.js, where nothing says what an address without a server belongs to. Imported first.
globalThis.Request = class extends Request {
    constructor(url: string, init?: RequestInit) {
        super(new URL(url, 'http://127.0.0.1'), init);
    }
} as typeof Request;

// There are no other tabs; a channel to them would keep the tests from ending.
Reflect.deleteProperty(globalThis, 'BroadcastChannel');
