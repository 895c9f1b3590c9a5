-- SPDX-License-Identifier: AGPL-3.0-or-later
-- works with: 25
CREATE INDEX games_by_finish ON games (finished_at, id) WHERE finished_at IS NOT NULL;
