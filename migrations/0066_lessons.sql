-- SPDX-License-Identifier: AGPL-3.0-or-later
-- works with: 25
-- Lessons that accounts have finished (service/lesson/): a badge each on their profiles.

CREATE TABLE lessons_passed (
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    lesson     TEXT NOT NULL,    -- its name in the interface
    at         INTEGER NOT NULL, -- Unix milliseconds, of the first time
    PRIMARY KEY (account_id, lesson)
) STRICT, WITHOUT ROWID;
