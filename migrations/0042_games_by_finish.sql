-- SPDX-License-Identifier: AGPL-3.0-or-later
-- works with: 25
-- Games that are over, in the order in which they ended: lists of records read on behind the last one (db/library.h).

CREATE INDEX games_by_finish ON games (finished_at, id) WHERE finished_at IS NOT NULL;
