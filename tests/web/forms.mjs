// SPDX-License-Identifier: AGPL-3.0-or-later
// What tests of forms do alike.
const dayMs = 86400000;

/** A button that does something; where it asks twice, pressed twice. */
export const press = (page, name) => page.locator(`[data-do=${name}]`).first().click();
export async function pressTwice(page, name) {
    await press(page, name);
    await press(page, 'confirm');
}
export const field = (page, name) => page.locator(`input[name=${name}]`);
/** The date this many days from now, as the calendar writes it. */
export const date = (days) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

