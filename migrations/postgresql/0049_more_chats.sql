-- SPDX-License-Identifier: AGPL-3.0-or-later
-- What SQLite needs new tables for.

ALTER TABLE chat_links DROP CONSTRAINT chat_links_platform_check;
ALTER TABLE chat_links ADD CHECK (platform BETWEEN 0 AND 255);
ALTER TABLE chat_links ADD COLUMN mention bigint NOT NULL DEFAULT 0;
ALTER TABLE chat_follows DROP CONSTRAINT chat_follows_kind_check;
ALTER TABLE chat_follows ADD CHECK (kind BETWEEN 0 AND 255);
ALTER TABLE chat_follows ADD COLUMN thread text;
ALTER TABLE chat_heard DROP CONSTRAINT chat_heard_platform_check;
ALTER TABLE chat_heard ADD CHECK (platform BETWEEN 0 AND 255);
