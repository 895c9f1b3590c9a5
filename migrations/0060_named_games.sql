-- SPDX-License-Identifier: AGPL-3.0-or-later
-- works with: 25
-- Games with names in the order of their creation, for searches by names that many games have (db/search.c).

CREATE INDEX games_named ON games (id, name, visibility) WHERE name IS NOT NULL;
