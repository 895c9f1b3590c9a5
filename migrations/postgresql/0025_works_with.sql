-- SPDX-License-Identifier: AGPL-3.0-or-later
-- As in SQLite's file of this number; and what several processes on one database share, which a file has no
-- need of: it has one process (db/README.md, "Several processes").
ALTER TABLE migrations ADD COLUMN works_with bigint;

-- The last transaction of each connection that writes: whether it was made, where its answer was lost.
DROP TABLE IF EXISTS last_commit;
CREATE TABLE commits (
    writer bigint PRIMARY KEY, -- chosen at random by the process, for as long as it runs
    mark   bigint NOT NULL,    -- rises with each transaction
    at     timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50);

-- What has changed lately, for the other processes (store_announce). Those who miss something, when the
-- server falls or after a rest, count everything as changed.
CREATE UNLOGGED TABLE changes (
    xid    xid8 NOT NULL DEFAULT pg_current_xact_id(),
    topic  bigint NOT NULL,
    origin bigint NOT NULL, -- the process that has made the change
    at     timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (xid, topic)
);
CREATE INDEX changes_by_age ON changes (at);

-- Who does what exactly one has to do (db/shares.h). The fence rises with each change of hands.
CREATE TABLE shares (
    share bigint PRIMARY KEY,
    owner bigint NOT NULL DEFAULT 0, -- a process; 0: nobody
    fence bigint NOT NULL DEFAULT 0,
    until timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50);

-- The processes that are alive.
CREATE TABLE processes (
    id      bigint PRIMARY KEY,
    knows   bigint NOT NULL, -- the last migration that its program has
    seen_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50);
