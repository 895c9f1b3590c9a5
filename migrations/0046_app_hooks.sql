-- SPDX-License-Identifier: AGPL-3.0-or-later
-- works with: 25
-- An app's webhook: one for all who have let the app in with game:read. A program from before takes it for one of its
-- maker's own games, and sends it the news of these: to its maker, then.

ALTER TABLE hooks ADD COLUMN app_id INTEGER REFERENCES apps (id) ON DELETE CASCADE;

CREATE UNIQUE INDEX hooks_by_app ON hooks (app_id) WHERE app_id IS NOT NULL;
