-- SPDX-License-Identifier: AGPL-3.0-or-later
-- More chat platforms: 4 Mattermost, 5 Zulip, 6 Rocket.Chat. Which there are says the program, so that a further one needs
-- no migration: the tables are written anew without the limits on their numbers. Also: people whom the news of channels
-- call by name, which they ask for, and the thread that a channel's news of a game stand in.

CREATE TABLE chat_links_of_more (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    public_id  TEXT NOT NULL UNIQUE,
    platform   INTEGER NOT NULL CHECK (platform BETWEEN 0 AND 255),
    who        TEXT NOT NULL,                            -- the platform's own id of the person
    name       TEXT,                                     -- what the person is called there
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    created_at INTEGER NOT NULL,
    mention    INTEGER NOT NULL DEFAULT 0,               -- 1: news of channels call them by name
    UNIQUE (platform, who)
) STRICT;

INSERT INTO chat_links_of_more (id, public_id, platform, who, name, account_id, created_at)
    SELECT id, public_id, platform, who, name, account_id, created_at FROM chat_links ORDER BY id;

-- The games of conversations go with their link: they are put aside, or dropping the old table would drop them as well.
CREATE TABLE chat_places_of_more (
    link_id INTEGER NOT NULL REFERENCES chat_links_of_more (id) ON DELETE CASCADE,
    channel TEXT NOT NULL,
    game    TEXT NOT NULL,                               -- public id; it may be gone meanwhile
    used_at INTEGER NOT NULL,                            -- the oldest ones are forgotten
    PRIMARY KEY (link_id, channel)
) STRICT, WITHOUT ROWID;

INSERT INTO chat_places_of_more (link_id, channel, game, used_at)
    SELECT link_id, channel, game, used_at FROM chat_places;
DROP TABLE chat_places;
DROP TABLE chat_links;
ALTER TABLE chat_links_of_more RENAME TO chat_links;
ALTER TABLE chat_places_of_more RENAME TO chat_places;
CREATE INDEX chat_links_by_account ON chat_links (account_id, id);

CREATE TABLE chat_follows_of_more (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    public_id   TEXT NOT NULL UNIQUE,
    game_id     INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    account_id  INTEGER NOT NULL REFERENCES accounts (id), -- who made it
    kind        INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 255), -- the program's number (db/chats.h)
    address     TEXT NOT NULL,                           -- a webhook, a server; '': our own bot
    secret      TEXT,                                    -- a bot's token that came with it
    channel     TEXT NOT NULL,                           -- chat, channel or room; '': the address's
    parts       INTEGER NOT NULL,                        -- what is told, the service's bits
    created_at  INTEGER NOT NULL,
    told_seq    INTEGER NOT NULL,                        -- the last event that has been told
    disabled_at INTEGER,                                 -- null while it is in use
    trouble     TEXT,                                    -- why it was disabled, or failed last
    token_id    INTEGER REFERENCES tokens (id),          -- the token that it ends with
    thread      TEXT,                                    -- what the platform calls the news' thread; null: none yet
    UNIQUE (game_id, kind, address, channel)
) STRICT;

INSERT INTO chat_follows_of_more (id, public_id, game_id, account_id, kind, address, secret, channel, parts, created_at,
        told_seq, disabled_at, trouble, token_id)
    SELECT id, public_id, game_id, account_id, kind, address, secret, channel, parts, created_at, told_seq, disabled_at,
        trouble, token_id FROM chat_follows ORDER BY id;
DROP TABLE chat_follows;
ALTER TABLE chat_follows_of_more RENAME TO chat_follows;
CREATE INDEX chat_follows_by_account ON chat_follows (account_id, id);
CREATE INDEX chat_follows_by_channel ON chat_follows (kind, channel);
CREATE INDEX chat_follows_by_token ON chat_follows (token_id) WHERE token_id IS NOT NULL;

CREATE TABLE chat_heard_of_more (
    platform INTEGER NOT NULL CHECK (platform BETWEEN 0 AND 255),
    event    TEXT NOT NULL,                              -- the platform's own id of it
    at       INTEGER NOT NULL,
    PRIMARY KEY (platform, event)
) STRICT, WITHOUT ROWID;

INSERT INTO chat_heard_of_more (platform, event, at) SELECT platform, event, at FROM chat_heard;
DROP TABLE chat_heard;
ALTER TABLE chat_heard_of_more RENAME TO chat_heard;
CREATE INDEX chat_heard_by_age ON chat_heard (at);
