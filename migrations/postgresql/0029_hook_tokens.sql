-- SPDX-License-Identifier: AGPL-3.0-or-later
-- works with: 25
-- A webhook ends with the token that it was set up with, where that one ends some day or may not do everything;
-- NULL: it goes on until its owner deletes it, as all do that exist.

ALTER TABLE hooks ADD COLUMN token_id bigint REFERENCES tokens (id);
