-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Chats: who is who there, which channels follow which games, and what has been heard already.
-- Platforms: 0 Discord, 1 Slack, 2 Telegram, 3 Matrix.

-- One-time codes that an account's owner types in a chat to prove who writes there.
CREATE TABLE chat_codes (
    account_id INTEGER PRIMARY KEY REFERENCES accounts (id), -- a new code ends the one before
    hash       BLOB NOT NULL UNIQUE CHECK (length(hash) = 32), -- of the code; it is not stored
    expires_at INTEGER NOT NULL
) STRICT;

CREATE TABLE chat_links (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    public_id  TEXT NOT NULL UNIQUE,
    platform   INTEGER NOT NULL CHECK (platform BETWEEN 0 AND 3),
    who        TEXT NOT NULL,                            -- the platform's own id of the person
    name       TEXT,                                     -- what the person is called there
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    created_at INTEGER NOT NULL,
    UNIQUE (platform, who)
) STRICT;

CREATE INDEX chat_links_by_account ON chat_links (account_id, id);

-- Which game a person talks about in a conversation.
CREATE TABLE chat_places (
    link_id INTEGER NOT NULL REFERENCES chat_links (id) ON DELETE CASCADE,
    channel TEXT NOT NULL,
    game    TEXT NOT NULL,                               -- public id; it may be gone meanwhile
    used_at INTEGER NOT NULL,                            -- the oldest ones are forgotten
    PRIMARY KEY (link_id, channel)
) STRICT, WITHOUT ROWID;

CREATE TABLE chat_follows (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    public_id   TEXT NOT NULL UNIQUE,
    game_id     INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    account_id  INTEGER NOT NULL REFERENCES accounts (id), -- who made it
    kind        INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 5), -- Discord and Slack webhooks, then
                                                         -- Discord, Slack, Telegram, Matrix
    address     TEXT NOT NULL,                           -- a webhook, a homeserver; '': our own bot
    secret      TEXT,                                    -- a bot's token that came with it
    channel     TEXT NOT NULL,                           -- chat, channel or room; '': the address's
    parts       INTEGER NOT NULL,                        -- what is told, the service's bits
    created_at  INTEGER NOT NULL,
    told_seq    INTEGER NOT NULL,                        -- the last event that has been told
    disabled_at INTEGER,                                 -- null while it is in use
    trouble     TEXT,                                    -- why it was disabled, or failed last
    UNIQUE (game_id, kind, address, channel)
) STRICT;

CREATE INDEX chat_follows_by_account ON chat_follows (account_id, id);
CREATE INDEX chat_follows_by_channel ON chat_follows (kind, channel);

-- What has come in already: platforms may tell a thing twice.
CREATE TABLE chat_heard (
    platform INTEGER NOT NULL CHECK (platform BETWEEN 0 AND 3),
    event    TEXT NOT NULL,                              -- the platform's own id of it
    at       INTEGER NOT NULL,
    PRIMARY KEY (platform, event)
) STRICT, WITHOUT ROWID;

CREATE INDEX chat_heard_by_age ON chat_heard (at);

-- Buttons that have been shown; platforms carry the id only.
CREATE TABLE chat_buttons (
    id         TEXT PRIMARY KEY,
    game       TEXT NOT NULL,                            -- public id
    seq        INTEGER NOT NULL,                         -- holds while this is the last event
    command    TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX chat_buttons_by_age ON chat_buttons (created_at);

-- How far a bot that asks for its messages itself has read.
CREATE TABLE chat_marks (
    platform INTEGER PRIMARY KEY CHECK (platform BETWEEN 0 AND 3),
    mark     TEXT NOT NULL
) STRICT;
