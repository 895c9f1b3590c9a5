// SPDX-License-Identifier: AGPL-3.0-or-later
// Runs files of cases one after the other with one browser: node tests/web/together.mjs board play
const subjects = process.argv.splice(2); // the harness takes any remaining argument as part of a case's name
const { together } = await import('./harness.mjs');
await together(subjects);
