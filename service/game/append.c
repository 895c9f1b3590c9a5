/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The only place where a game's log grows. */
#include "service/game/append.h"

#include "db/events.h"
#include "db/games.h"
#include "db/interest.h"

#include <assert.h>

struct store_event game_append_row(uint32_t seq, const struct event *event, int64_t at,
                                   const uint8_t *body, size_t size) {
    return (struct store_event){
        .seq = seq,
        .kind = event->type,
        .player = event->player == NONE ? -1 : event->player,
        .at = at,
        .body = {body, size},
    };
}

static enum store_result finish_game(struct store_tx *tx, const struct event *last, int64_t at,
                                     const struct game_events *events) {
    uint8_t winner = last->finished.winner;

    assert(last->type == EVENT_FINISHED);
    return store_game_finish(tx, events->game_id, events->status, at, winner == NONE ? -1 : winner,
                             (struct store_bytes){last->finished.points, last->finished.n_points});
}

int64_t game_append_grows(uint32_t seq_before, const struct store_event *rows, size_t n_rows) {
    enum { ROW = 24 /* its number and time, the checksum */ };
    size_t usual = seq_before < STORE_USUAL_EVENTS ? STORE_USUAL_EVENTS - seq_before : 0;
    int64_t bytes = 0;

    for (size_t i = usual; i < n_rows; i++)
        bytes += ROW + (int64_t)rows[i].body.len;
    return bytes;
}

/* Never needed in usual games of people. */
static enum store_result grow_game(struct store_tx *tx, const struct store_event *rows,
                                   size_t n_rows, const struct game_events *events) {
    int64_t bytes = game_append_grows(events->seq_before, rows, n_rows);

    return bytes == 0 ? STORE_OK : store_game_grow(tx, events->game_id, bytes);
}

/* In a table game one person does everything, and needs no messages. */
static enum store_result ask_interest(struct store_tx *tx, const struct game_events *events,
                                      struct store_interest *interest) {
    return store_interest_get(store_tx_reader(tx), events->game_id, events->mode == STORE_MODE_PLAY,
                              interest);
}

/* In most games the listeners would find nothing to do: one query tells them. */
static enum store_result call_listeners(struct store_tx *tx, const struct game_events *events) {
    struct store_interest interest;
    struct game_events told = *events;
    enum store_result result = ask_interest(tx, events, &interest);

    told.interest = &interest;
    for (size_t i = 0; game_listeners[i] != NULL && result == STORE_OK; i++)
        result = game_listeners[i](tx, &told);
    return result;
}

void game_append_ahead(struct store_tx *tx, const struct game_events *events) {
    struct store_interest interest;

    struct game_events told = *events;

    (void)ask_interest(tx, events, &interest);
    told.interest = &interest;
    for (size_t i = 0; game_listeners[i] != NULL; i++)
        (void)game_listeners[i](tx, &told);
}

enum store_result game_append(struct store_tx *tx, const struct store_event *rows, size_t n_rows,
                              const struct event *last, const struct game_events *events) {
    const struct store_log_end end = {.seq = events->seq_before, .chain = events->chain_before};
    enum store_result result = STORE_OK;

    assert(n_rows > 0 && rows[0].seq == events->seq_before + 1);
    if (events->seq_before == 0)
        result = store_game_start(tx, events->game_id, rows[0].at);
    if (result == STORE_OK)
        result = store_events_append(tx, events->game_id, &end, rows, n_rows);
    if (result == STORE_OK)
        result = grow_game(tx, rows, n_rows, events);
    if (result == STORE_OK && events->status != STORE_GAME_ACTIVE)
        result = finish_game(tx, last, rows[n_rows - 1].at, events);
    return result == STORE_OK ? call_listeners(tx, events) : result;
}
