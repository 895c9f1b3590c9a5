// SPDX-License-Identifier: AGPL-3.0-or-later
// Counts checks and reports those that fail; the last line is the one that tests/run.sh reads.
let passed = 0;
let failed = 0;
const shown = 60;

/** One check: PROBLEMS are lines that say what is wrong, none if all is well. */
export function report(name, problems) {
    if (problems.length === 0) {
        passed += 1;
        return true;
    }
    failed += 1;
    if (failed <= shown) console.log(`FAILED ${name}\n    ${problems.join('\n    ')}`);
    return false;
}

export function finish() {
    if (failed > shown) console.log(`… and ${failed - shown} more`);
    console.log(`${passed} passed, ${failed} failed`);
    process.exitCode = failed > 0 ? 1 : 0;
}
