/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Starting a game: its first event, and all that follows when the last seat is filled. */
#include "service/game/start.h"

#include <string.h>

#include "db/events.h"
#include "db/games.h"
#include "service/game/append.h"
#include "service/game/deadlines.h"

void start_draw_event(const struct setup *setup, const struct game *start,
                      const struct store_game *row, unsigned first, struct event *event) {
    struct fair_seeds seeds;
    struct fair fair;

    if (row->mode == STORE_MODE_PLAY) {
        row_seeds(row, row->seats, &seeds);
        memset(seeds.has_client, 0, sizeof seeds.has_client);
        fair_start(&fair, &seeds);
        fair.chance.next = start->draws;
        game_draw_start(setup, &fair.chance, event);
        return;
    }
    *event = (struct event){.type = EVENT_START, .player = NONE, .by = BY_ENGINE};
    if (start->first != NONE)
        first = start->first;
    event->start.first = (uint8_t)(first == NONE ? 0 : first);
}

enum store_result start_game(struct store_tx *tx, struct load *load, int64_t now) {
    uint8_t body[EVENT_BODY_MAX];
    struct game_events events;
    struct store_event row;
    struct event event;
    enum store_result result;

    start_draw_event(&load->setup, &load->start, &load->row, NONE, &event);
    trail_apply(&load->trail, &load->setup, &load->game, &event);
    load->row.status = STORE_GAME_ACTIVE;
    load->row.started_at = now;
    events = (struct game_events){.game_id = load->row.id,
                                  .mode = load->row.mode,
                                  .status = load->row.status,
                                  .seats = load->row.seats,
                                  .seat_count = (unsigned)load->row.seat_count,
                                  .game = &load->game,
                                  .now = now,
                                  .types = UINT64_C(1) << event.type};
    result = deadlines_update(&load->clock, store_tx_reader(tx), &events);
    row = game_append_row(load->game.seq, &event, now, body, event_encode(&event, body));
    return result == STORE_OK ? game_append(tx, &row, 1, &event, &events) : result;
}
