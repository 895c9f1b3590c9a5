-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Guests: accounts that somebody plays with before they have decided to stay. They end some time after
-- their last use unless they are kept.

ALTER TABLE accounts ADD COLUMN guest_until INTEGER;     -- when it ends unless used before; null: no guest

CREATE INDEX accounts_by_end ON accounts (guest_until) WHERE guest_until IS NOT NULL;
