-- SPDX-License-Identifier: AGPL-3.0-or-later
-- A migration says which programs may run on a database that has it (db/migrate.c): those that know the
-- migration of the number `works_with`, and all later ones; NULL: those alone that know it themselves. So a
-- process of the version before goes on beside a newer one on the same PostgreSQL database.
ALTER TABLE migrations ADD COLUMN works_with INTEGER;
