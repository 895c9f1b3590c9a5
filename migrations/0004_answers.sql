-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Answers to requests that carried an Idempotency-Key, written in the transaction of what they
-- answer and kept for two days. No answer that carries a token comes here.

CREATE TABLE answers (
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    key        TEXT NOT NULL,                            -- the Idempotency-Key
    route      TEXT NOT NULL,                            -- method and path
    body_hash  BLOB NOT NULL CHECK (length(body_hash) = 32), -- SHA-256 of the request's body
    status     INTEGER NOT NULL,                         -- of the answer
    headers    TEXT,                                     -- of the answer, the service's form
    created_at INTEGER NOT NULL,
    body       BLOB,                                     -- of the answer
    PRIMARY KEY (account_id, key)
) STRICT;

CREATE INDEX answers_by_age ON answers (created_at);
