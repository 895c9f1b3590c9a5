-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Accounts that programs play under (service/account/bot_account.h). A rated game is for people alone or for such accounts alone,
-- which have ladders of their own.

ALTER TABLE accounts ADD COLUMN bot INTEGER NOT NULL DEFAULT 0 CHECK (bot IN (0, 1)); -- 1: a program's; for good

ALTER TABLE games ADD COLUMN bots INTEGER NOT NULL DEFAULT 0 CHECK (bots IN (0, 1)); -- 1: it is rated, among bots
