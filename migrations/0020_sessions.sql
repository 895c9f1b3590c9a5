-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Which tokens are sessions of browsers is said by a column: anybody may call theirs what sessions were
-- known by until now, which is all that there is to mark those that exist.

ALTER TABLE tokens ADD COLUMN session INTEGER NOT NULL DEFAULT 0 CHECK (session IN (0, 1));

UPDATE tokens SET session = 1 WHERE name = 'a browser' AND expires_at IS NOT NULL;
