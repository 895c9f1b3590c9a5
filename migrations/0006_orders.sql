-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Standing orders: what a player has told the server to answer for him. They are his own business;
-- nothing here is ever shown to anybody else. All of it ends with the seat and with the game.

CREATE TABLE orders (
    game_id    INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat       INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 5),
    account_id INTEGER NOT NULL REFERENCES accounts (id), -- whose orders they are
    revision   INTEGER NOT NULL,                         -- rises with every change
    median_ms  INTEGER NOT NULL CHECK (median_ms > 0),   -- of the delay before an answer
    max_ms     INTEGER NOT NULL CHECK (max_ms >= median_ms), -- the longest delay
    plan_turn  INTEGER NOT NULL,                         -- the turn that the plan is for; 0: none
    document   TEXT NOT NULL,                            -- the orders, JSON
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX orders_by_account ON orders (account_id);

-- What a seat with orders is asked at the moment, and when its orders are looked at for an answer.
CREATE TABLE order_questions (
    game_id INTEGER NOT NULL,
    seat    INTEGER NOT NULL,
    subject INTEGER NOT NULL, -- 0: the pending decision; 4294967295: everything; else an offer
    what    INTEGER NOT NULL, -- tells one decision from the next
    due_at  INTEGER NOT NULL, -- 0: has been looked at, nothing answers it
    PRIMARY KEY (game_id, seat, subject),
    FOREIGN KEY (game_id, seat) REFERENCES orders (game_id, seat) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- What the owner is told about what became of his orders.
CREATE TABLE order_notes (
    id      INTEGER PRIMARY KEY,
    game_id INTEGER NOT NULL,
    seat    INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    text    TEXT NOT NULL,
    FOREIGN KEY (game_id, seat) REFERENCES orders (game_id, seat) ON DELETE CASCADE
) STRICT;

CREATE INDEX order_notes_by_seat ON order_notes (game_id, seat, id);
