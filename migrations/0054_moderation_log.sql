-- SPDX-License-Identifier: AGPL-3.0-or-later
-- What moderators and operators have done. Nothing in it is ever changed or removed.

CREATE TABLE moderation_log (
    id       INTEGER PRIMARY KEY,
    at       INTEGER NOT NULL,
    by_id    INTEGER REFERENCES accounts (id), -- null: an operator
    what     TEXT NOT NULL,                    -- a word of service/moderation/moderation.h
    about_id INTEGER REFERENCES accounts (id), -- null: nobody
    game     TEXT,                             -- its public id
    text     TEXT
) STRICT;

CREATE INDEX moderation_log_by_moderator ON moderation_log (by_id) WHERE by_id IS NOT NULL;
CREATE INDEX moderation_log_by_about ON moderation_log (about_id) WHERE about_id IS NOT NULL;

CREATE TRIGGER moderation_log_is_not_replaced BEFORE INSERT ON moderation_log
WHEN EXISTS (SELECT 1 FROM moderation_log WHERE id = new.id)
BEGIN
    SELECT raise(ABORT, 'an entry of the moderation log cannot be replaced');
END;

CREATE TRIGGER moderation_log_is_not_changed BEFORE UPDATE ON moderation_log
BEGIN
    SELECT raise(ABORT, 'an entry of the moderation log cannot be changed');
END;

CREATE TRIGGER moderation_log_is_not_removed BEFORE DELETE ON moderation_log
BEGIN
    SELECT raise(ABORT, 'an entry of the moderation log cannot be removed');
END;
