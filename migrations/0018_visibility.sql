-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Unlisted games, which everybody may see who knows their address, say so in the column of their
-- visibility: 0 public, 1 private, 2 unlisted. Until now they were private ones with a mark among
-- their options; a quotation mark within a text has a backslash before it there, so that no text
-- looks like the mark.

ALTER TABLE games RENAME COLUMN visibility TO hidden;
ALTER TABLE games ADD COLUMN visibility INTEGER NOT NULL DEFAULT 0 CHECK (visibility BETWEEN 0 AND 2);

UPDATE games SET visibility = CASE WHEN instr(options, '"by_link":true') > 0 THEN 2 ELSE 1 END
    WHERE hidden = 1;

ALTER TABLE games DROP COLUMN hidden;
