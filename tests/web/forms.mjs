// SPDX-License-Identifier: AGPL-3.0-or-later
// Shared by tests of forms.
const dayMs = 86400000;

/** Presses a button; pressTwice also confirms. */
export const press = (page, name) => page.locator(`[data-do=${name}]`).first().click();
export async function pressTwice(page, name) {
    await press(page, name);
    await press(page, 'confirm');
}
export const field = (page, name) => page.locator(`input[name=${name}]`);
/** The date this many days from now, in the format of the calendar. */
export const date = (days) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

