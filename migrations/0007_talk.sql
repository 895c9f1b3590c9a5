-- SPDX-License-Identifier: AGPL-3.0-or-later
-- What is said at a table, how far everybody has read, and private notes. Times are Unix ms.

CREATE TABLE talk (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,        -- rises over all games, so that it tells
                                                         -- nobody of messages to others
    game_id    INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    account_id INTEGER NOT NULL REFERENCES accounts (id), -- who said it; may be nameless by now
    seat       INTEGER CHECK (seat BETWEEN 0 AND 5),     -- his; null: he made a table game
    to_seats   INTEGER NOT NULL,                         -- set of seats; 0: to everybody
    mentions   INTEGER NOT NULL,                         -- set of seats named in it
    at         INTEGER NOT NULL,
    text       TEXT NOT NULL CHECK (length(text) > 0)    -- as it came
) STRICT;

CREATE INDEX talk_by_game ON talk (game_id, id);

-- Who else may read what is not said to everybody: those who had the seats then.
CREATE TABLE talk_readers (
    talk_id    INTEGER NOT NULL REFERENCES talk (id) ON DELETE CASCADE,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    PRIMARY KEY (talk_id, account_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX talk_readers_by_account ON talk_readers (account_id);

CREATE TABLE talk_read (
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    game_id    INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    talk_id    INTEGER NOT NULL,                         -- read up to this one
    PRIMARY KEY (account_id, game_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX talk_read_by_game ON talk_read (game_id);

CREATE TABLE notes (
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    game_id    INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    revision   INTEGER NOT NULL,                         -- from 1, one more at each change
    at         INTEGER NOT NULL,                         -- of the last change
    text       TEXT NOT NULL,
    PRIMARY KEY (account_id, game_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX notes_by_game ON notes (game_id);

CREATE TRIGGER deleted_accounts_lose_their_notes AFTER UPDATE OF deleted_at ON accounts
WHEN new.deleted_at IS NOT NULL
BEGIN
    DELETE FROM notes WHERE account_id = new.id;
    DELETE FROM talk_read WHERE account_id = new.id;
    DELETE FROM talk_readers WHERE account_id = new.id;
END;
