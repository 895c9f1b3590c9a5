-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Names are unique whatever their case and form: by their key, Unicode's NFKC with the case folded. The
-- program makes it. For names of ASCII alone that is the name in lower case; the others get theirs when the
-- program is started.

ALTER TABLE accounts ADD COLUMN name_key TEXT;          -- null: nameless, or not made yet

UPDATE accounts SET name_key = lower(name) WHERE name NOT GLOB '*[^ -~]*';

CREATE UNIQUE INDEX accounts_by_name_key ON accounts (name_key);
