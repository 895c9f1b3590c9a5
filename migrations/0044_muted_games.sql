-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Games that an account wants no mail about.

CREATE TABLE muted_games (
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    game_id    INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    PRIMARY KEY (account_id, game_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX muted_games_by_game ON muted_games (game_id);
