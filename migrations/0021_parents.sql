-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Whoever makes a token with a token leaves it no more than they had: it ends with that one, its parent.
-- Of the tokens that exist nobody knows it.

ALTER TABLE tokens ADD COLUMN parent_id INTEGER REFERENCES tokens (id);

CREATE INDEX tokens_by_parent ON tokens (parent_id);
