-- SPDX-License-Identifier: AGPL-3.0-or-later
-- All that goes with an account stands in one table of the program (db/retention.c), so that no part
-- of it is done here.

DROP TRIGGER deleted_accounts_lose_their_calendar;
DROP TRIGGER deleted_accounts_lose_their_notes;

CREATE INDEX chat_codes_by_end ON chat_codes (expires_at);
