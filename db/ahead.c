/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/ahead.h"

#include "db/clocks.h"
#include "db/driver.h"
#include "db/guess_int.h"
#include "db/idempotency.h"

#include <stdio.h>
#include <string.h>

bool store_ahead_begin(struct store_reader *reader) {
    reader->ahead = reader->driver->ahead;
    return reader->ahead;
}

void store_ahead_end(struct store_reader *reader) {
    reader->ahead = false;
}

bool store_is_ahead(const struct store_reader *reader) {
    return reader->ahead;
}

bool store_asks_ahead(const struct store_reader *reader) {
    return reader->driver->ahead;
}

void store_ahead_forget(struct store_reader *reader) {
    if (reader->driver->forget_ahead != NULL)
        reader->driver->forget_ahead(reader);
}

/* ------------------------------------------------------------------------------ a game -- */

void store_ahead_find(struct store_reader *reader, const char *public_id) {
    STATEMENT(find, "SELECT id FROM games WHERE public_id = ?");
    struct foresight *foresight = &reader->foresight;
    struct query query;
    if (!reader->driver->ahead || strlen(public_id) >= sizeof foresight->public_id)
        return;
    *foresight = (struct foresight){.game = 0};
    put_text(query_open(&query, reader, &find), public_id);
    if (query_number(&query, &foresight->game) == STORE_OK && foresight->game != 0)
        memcpy(foresight->public_id, public_id, strlen(public_id) + 1);
    if (foresight->public_id[0] != '\0')
        guess_note(reader);
}

void store_ahead_game(struct store_reader *reader, const char *public_id, unsigned parts,
                      int64_t account, const char *key, uint64_t guess) {
    struct foresight *foresight = &reader->foresight;
    if (!reader->driver->ahead || reader->writing)
        return;
    if (strcmp(foresight->public_id, public_id) != 0)
        store_ahead_find(reader, public_id);
    foresight->wanted = foresight->game != 0 && public_id[0] != '\0';
    foresight->parts = parts;
    foresight->account = account;
    foresight->guess = guess;
    snprintf(foresight->key, sizeof foresight->key, "%s", key);
}

void db_ask_game(struct store_reader *reader) {
    const struct foresight *foresight = &reader->foresight;
    struct store_clock_seat seats[STORE_SEATS_MAX];
    struct store_game game;
    struct store_clock clock;
    struct store_calendar calendars[STORE_SEATS_MAX];
    struct store_idempotency record;
    if ((foresight->parts & STORE_AHEAD_LOG) != 0) {
        (void)db_game_whole(reader, foresight->public_id, &game);
    } else {
        (void)store_game_get(reader, foresight->public_id, &game);
        db_ask_seats(reader, foresight->game);
    }
    (void)store_clock_get(reader, foresight->game, &clock);
    (void)store_clock_seats(reader, foresight->game, seats);
    if (foresight->key[0] != '\0')
        (void)store_idempotency_get(reader, foresight->account, foresight->key, &record);
    if ((foresight->parts & STORE_AHEAD_CALENDARS) != 0)
        (void)store_calendars_of_game(reader, foresight->game, calendars);
}

void db_ask_ahead(struct store_reader *reader) {
    if (!reader->foresight.wanted || !store_ahead_begin(reader))
        return;
    reader->foresight.wanted = false;
    db_ask_game(reader);
    store_ahead_end(reader);
}
