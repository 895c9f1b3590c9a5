-- SPDX-License-Identifier: AGPL-3.0-or-later
-- works with: 25
-- A channel's follow ends with the token that it was made with, as a webhook does, where that one ends some day or may
-- not do everything; NULL: it goes on until somebody ends it, as all do that exist.

ALTER TABLE chat_follows ADD COLUMN token_id INTEGER REFERENCES tokens (id);

-- Tokens that have ended are forgotten after a while, those last that something was set up with.
CREATE INDEX tokens_by_end ON tokens (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX tokens_by_revocation ON tokens (revoked_at) WHERE revoked_at IS NOT NULL;
CREATE INDEX hooks_by_token ON hooks (token_id) WHERE token_id IS NOT NULL;
CREATE INDEX chat_follows_by_token ON chat_follows (token_id) WHERE token_id IS NOT NULL;
