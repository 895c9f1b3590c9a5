-- SPDX-License-Identifier: AGPL-3.0-or-later
-- An app's webhook: one for all who have let the app in with game:read. A program from before would take it for one of its
-- maker's own games, so none may go on beside this.

ALTER TABLE hooks ADD COLUMN app_id INTEGER REFERENCES apps (id) ON DELETE CASCADE;

CREATE UNIQUE INDEX hooks_by_app ON hooks (app_id) WHERE app_id IS NOT NULL;
