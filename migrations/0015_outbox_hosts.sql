-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Where a message goes, so that what is due can be taken from each host in turn: one that does not answer
-- must not hold up the others. Written with the row, from the address that its target has then.

ALTER TABLE outbox ADD COLUMN host TEXT; -- in small letters, with its port; null: the channel's only one
