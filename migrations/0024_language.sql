-- SPDX-License-Identifier: AGPL-3.0-or-later
-- The language in which people are written to, by mail and in chats: a number of the service's.

ALTER TABLE accounts ADD COLUMN language INTEGER NOT NULL DEFAULT 0 CHECK (language BETWEEN 0 AND 255);
