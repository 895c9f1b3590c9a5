-- SPDX-License-Identifier: AGPL-3.0-or-later
-- How many answers of somebody in a row held nothing that could be read: after a few it is rather a program that writes.

ALTER TABLE mailboxes ADD COLUMN unreadable bigint NOT NULL DEFAULT 0;
