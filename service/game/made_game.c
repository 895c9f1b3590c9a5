/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* From a requested game to one that can be written. */
#include "service/game/made_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/clubs.h"
#include "db/games.h"
#include "service/app/app.h"
#include "service/base/json_write.h"
#include "service/document/view_json.h"
#include "service/game/append.h"
#include "service/game/deadlines.h"
#include "service/game/load.h"
#include "service/game/play.h"
#include "service/game/start.h"
#include "service/game/tags.h"

enum {
    OPTIONS_MAX = 4 << 10,
    POSITION_MAX = 256 << 10,
    EXTRA_EVENTS = 1 + PLAY_ENDING_MAX,
    BODIES_MAX = (RECORD_EVENTS_MAX + EXTRA_EVENTS) * EVENT_BODY_MAX,
};

/* Writes the options for the game object: how the board was made, whether there are hints (row_gives_hints), which
 * tags it has, which tournament and which club it belongs to, and the names of a record. */
static void write_asked_options(struct buffer *out, const struct new_game *new_game) {
    const struct board_choice *board = &new_game->board;
    struct writer w = writer_to(out);

    writer_object(&w);
    writer_key(&w, "board");
    writer_object(&w);
    writer_text_member(&w, "layout", board->is_explicit ? "explicit" : layout_names[board->layout]);
    if (!board->is_explicit && new_game->rules.scenario != SCENARIO_NONE) {
        if (board->harbors == HARBORS_BY_CHANCE)
            writer_text_member(&w, "harbors", "random");
        writer_text_member(&w, "seed", board->seed);
    } else if (!board->is_explicit && board->layout == LAYOUT_RANDOM) {
        writer_text_member(&w, "numbers", number_layout_names[board->numbers]);
        writer_text_member(&w, "seed", board->seed);
    }
    writer_object_end(&w);
    if (new_game->without_hints)
        writer_bool_member(&w, "hints", false);
    if (new_game->tags.n > 0)
        tags_write(&w, &new_game->tags);
    if (new_game->tournament.id[0] != '\0') {
        writer_key(&w, "tournament");
        writer_object(&w);
        writer_text_member(&w, "id", new_game->tournament.id);
        writer_int_member(&w, "round", new_game->tournament.round);
        writer_int_member(&w, "table", new_game->tournament.table);
        writer_object_end(&w);
    }
    if (new_game->club.id != 0)
        writer_text_member(&w, "club", new_game->club.public_id);
    if (new_game->has_record) {
        writer_key(&w, "players");
        writer_array(&w);
        for (unsigned seat = 0; seat < new_game->rules.colors; seat++) {
            writer_object(&w);
            writer_text_member(&w, "name", new_game->record.names[seat]);
            writer_text_member(&w, "color", new_game->record.colors[seat]);
            writer_object_end(&w);
        }
        writer_array_end(&w);
    }
    writer_object_end(&w);
}

static void write_made_position(struct buffer *out, const struct setup *setup,
                                const struct new_game *new_game) {
    static const struct seat_label labels[SEAT_MAX];
    struct view_head head = {.labels = labels};
    struct writer w = writer_to(out);

    view_write(&w, setup, &new_game->position, VIEWER_ALL, &head);
}

/* ---- the events it begins with ---- */

static bool is_over(const struct made_game *made) {
    return made->last.type == EVENT_FINISHED;
}

/* The caller provides room for the events; if that for their bodies is exceeded, made->bodies
 * fails. */
static void add_event(struct made_game *made, const struct setup *setup, struct trail *trail,
                      const struct event *event, int64_t at) {
    uint8_t body[EVENT_BODY_MAX];
    size_t size = event_encode(event, body);

    buffer_append(&made->bodies, body, size);
    made->rows[made->n_rows] = game_append_row((uint32_t)made->n_rows + 1, event, at, NULL, size);
    made->n_rows++;
    made->last = *event;
    made->types |= UINT64_C(1) << event->type;
    trail_apply(trail, setup, &made->game, event);
}

/* Bodies have their final address only once all are written. */
static void place_bodies(struct made_game *made) {
    const uint8_t *at = (const uint8_t *)made->bodies.data;

    for (size_t i = 0; i < made->n_rows; i++) {
        made->rows[i].body.data = at;
        at += made->rows[i].body.len;
    }
}

static bool begin_game(struct made_game *made, const struct new_game *new_game,
                       const struct setup *setup, int64_t now) {
    const struct record *record = &new_game->record;
    size_t n = new_game->has_record ? record->n_events : 0;
    struct event event, ending[PLAY_ENDING_MAX];
    struct trail trail;
    unsigned endings;

    made->rows = calloc(n + EXTRA_EVENTS, sizeof *made->rows);
    if (made->rows == NULL)
        return false;
    trail_begin(&trail, &made->game, made->row.mode == STORE_MODE_TABLE);
    for (size_t i = 0; i < n; i++)
        add_event(made, setup, &trail, &record->events[i].event,
                  record->events[i].at != 0 ? record->events[i].at : now);
    if (n == 0) {
        start_draw_event(setup, &made->game, &made->row,
                         new_game->has_first ? new_game->first : NONE, &event);
        add_event(made, setup, &trail, &event, now);
    }
    endings = is_over(made) ? 0 : play_ending(setup, &made->game, false, ending);
    for (unsigned i = 0; i < endings; i++)
        add_event(made, setup, &trail, &ending[i], now);
    place_bodies(made);
    return !made->bodies.failed;
}

/* Sets the row's status from the events. */
static void set_status(struct made_game *made) {
    const struct event *last = &made->last;

    made->row.status = STORE_GAME_ACTIVE;
    made->row.started_at = made->rows[0].at;
    if (!is_over(made))
        return;
    made->row.finished_at = made->rows[made->n_rows - 1].at;
    made->row.winner = last->finished.winner == NONE ? -1 : last->finished.winner;
    made->row.status = made->row.winner < 0 ? STORE_GAME_ABANDONED : STORE_GAME_FINISHED;
    memcpy(made->points, last->finished.points, sizeof made->points);
    made->row.points = (struct store_bytes){made->points, last->finished.n_points};
}

/* ---- the row ---- */

static void fill_row(struct store_game *row, const struct new_game *new_game, int64_t creator,
                     int64_t now) {
    char id[APP_ID_SIZE];

    app_new_id(id);
    *row = (struct store_game){
        .mode = new_game->mode,
        .recorded = new_game->has_record,
        .visibility = new_game->visibility,
        .creator = creator,
        .rematch_of = new_game->rematch_of,
        .category = new_game->category,
        .bots = new_game->among_bots,
        .club = new_game->club.id,
        .created_at = now,
        .winner = -1,
        .seat_count = new_game->rules.players,
    };
    memcpy(row->public_id, id, sizeof id);
    memcpy(row->name, new_game->name, sizeof row->name);
    memcpy(row->seats, new_game->seats, sizeof row->seats);
    if (new_game->has_seed)
        memcpy(row->server_seed, new_game->seed, sizeof row->server_seed);
    else
        fair_seed(row->server_seed);
    fair_commitment(row->commitment, row->server_seed);
}

/* What the listeners get once it is written. */
static struct game_events events_of(const struct made_game *made) {
    return (struct game_events){
        .game_id = made->row.id,
        .mode = made->row.mode,
        .status = made->row.status,
        .category = made->row.category,
        .seats = made->row.seats,
        .seat_count = (unsigned)made->row.seat_count,
        .game = &made->game,
        .now = made->row.created_at,
        .types = made->types,
    };
}

static bool start_clock(struct made_game *made, struct store_reader *reader) {
    struct game_events events = events_of(made);

    return deadlines_update(&made->clock, reader, &events) == STORE_OK;
}

bool made_game_build(struct made_game *made, const struct new_game *new_game,
                     struct store_reader *reader, int64_t creator, int64_t now) {
    struct board_spec spec;
    struct setup setup;
    size_t at;

    made->n_rows = 0;
    made->rows = NULL;
    made->last = (struct event){0};
    made->types = 0;
    buffer_init(&made->options, OPTIONS_MAX);
    buffer_init(&made->position, POSITION_MAX);
    buffer_init(&made->bodies, BODIES_MAX);
    fill_row(&made->row, new_game, creator, now);
    new_game_lay_out(new_game, &spec);
    if (setup_build(&setup, &new_game->rules, &spec, &at) != BOARD_OK)
        return false;
    made->row.setup.data = made->setup;
    made->row.setup.len = setup_encode(&new_game->rules, &spec, made->setup);
    write_asked_options(&made->options, new_game);
    if (new_game->has_position) {
        made->game = new_game->position;
        write_made_position(&made->position, &setup, new_game);
    } else {
        game_init(&setup, &made->game);
    }
    if (made->options.failed || made->position.failed)
        return false;
    made->row.options = (struct store_bytes){made->options.data, made->options.size};
    made->row.position = (struct store_bytes){made->position.data, made->position.size};
    made->tags = new_game->tags;
    made->clock = (struct clock){.runs = new_game->has_clock, .rules = new_game->clock};
    if (!row_full(&made->row))
        return true;
    if (!begin_game(made, new_game, &setup, now))
        return false;
    set_status(made);
    return start_clock(made, reader);
}

void made_game_free(struct made_game *made) {
    free(made->rows);
    made->rows = NULL;
    buffer_free(&made->bodies);
    buffer_free(&made->options);
    buffer_free(&made->position);
}

static enum store_result follow_for_club(struct store_tx *tx, const struct store_game *row) {
    char id[APP_ID_SIZE];

    app_new_id(id);
    return store_club_channel_follow(tx, row->club, row->id, id, row->created_at);
}

enum store_result made_game_write(struct store_tx *tx, struct made_game *made) {
    struct store_game row = made->row;
    struct game_events events;
    enum store_result result;

    row.status = STORE_GAME_OPEN; /* the events start it, and may end it */
    row.started_at = row.finished_at = 0;
    row.winner = -1;
    row.points = (struct store_bytes){NULL, 0};
    result = store_game_create(tx, &row);
    made->row.id = row.id;
    made->bytes = row.bytes + game_append_grows(0, made->rows, made->n_rows);
    if (result == STORE_OK)
        result = store_tags_put(tx, row.id, &made->tags);
    if (result == STORE_OK && row.club != 0)
        result = follow_for_club(tx, &row);
    if (result == STORE_OK && made->clock.runs)
        result = store_clock_create(tx, row.id, &made->clock.rules);
    if (result != STORE_OK || made->n_rows == 0)
        return result;
    events = events_of(made);
    return game_append(tx, made->rows, made->n_rows, &made->last, &events);
}
