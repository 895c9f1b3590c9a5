-- SPDX-License-Identifier: AGPL-3.0-or-later
-- works with: 25
-- Finds the accounts whose names still lack a form, which every start looks for: without it all deleted accounts are
-- read for each that is found.

CREATE INDEX accounts_formless ON accounts (id)
 WHERE name IS NOT NULL AND CASE WHEN name_key IS NULL OR alike IS NULL THEN 1 ELSE 0 END = 1;
