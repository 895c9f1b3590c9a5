-- SPDX-License-Identifier: AGPL-3.0-or-later
-- works with: 25
-- When a server was last there, so that a start can tell time without a server, and a clock that is wrong, from time
-- that people had. One row; where no server has run yet, none.

CREATE TABLE heartbeat (
    id          INTEGER PRIMARY KEY CHECK (id = 1),
    at          INTEGER NOT NULL,                 -- by the clock of the server that was there, Unix milliseconds
    lived       INTEGER NOT NULL CHECK (lived >= 0), -- for how long servers have been there in all, milliseconds
    doubt_until INTEGER NOT NULL,                 -- of `lived`: until then the clock is not believed
    -- Clocks of games that are carried over time in which nobody could move; null: none.
    carry_from  INTEGER,
    carry_to    INTEGER,
    carry_after INTEGER NOT NULL                  -- up to this game they have been
) STRICT;

-- What was used last is the best that is known of a server of an older version.
INSERT INTO heartbeat (id, at, lived, doubt_until, carry_after)
SELECT 1, max(last_used_at), 0, 0, 0 FROM tokens HAVING max(last_used_at) IS NOT NULL;

-- Guests end in two steps: when their time is over this says so, in `lived`; null: it is not, or has not been seen.
ALTER TABLE accounts ADD COLUMN guest_over INTEGER;
