// SPDX-License-Identifier: AGPL-3.0-or-later
// The service worker: nothing yet but being there, so that the page can be installed.
declare const SHELL: string[];
void SHELL;
