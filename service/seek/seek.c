/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/seek/seek.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "db/clocks.h"
#include "db/groups.h"
#include "db/people.h"
#include "db/ratings.h"
#include "service/app/app.h"
#include "service/base/json_write.h"
#include "service/document/rules_json.h"
#include "service/rating/rating.h"
#include "service/rating/table.h"
#include "service/time/calendar.h"
#include "service/time/clock_json.h"

static const int64_t hour_ms = 3600 * INT64_C(1000);

/* ---- what meets ---- */

/* Everything that is the same in all games of a pool, with defaults filled in. */
static bool write_pool(const struct new_game *game, char pool[STORE_SEEK_TEXT_SIZE]) {
    struct buffer text;
    struct writer w = writer_begin(&text, STORE_SEEK_TEXT_SIZE - 1);
    bool written;

    writer_object(&w);
    writer_key(&w, "rules");
    rules_write(&w, &game->rules);
    writer_key(&w, "clock");
    clock_write_rules(&w, &game->clock);
    writer_int_member(&w, "category", game->category);
    writer_int_member(&w, "layout", (int)game->board.layout);
    writer_bool_member(&w, "hints", !game->without_hints);
    writer_object_end(&w);
    buffer_byte(&text, '\0');
    written = !text.failed;
    if (written)
        memcpy(pool, text.data, text.size);
    buffer_free(&text);
    return written;
}

bool seek_complete(struct read_errors *errors, const json_t *settings, struct store_seek *seek) {
    struct new_game *game = calloc(1, sizeof *game);
    bool fits = game != NULL;

    for (unsigned n = seek->players_min; fits && n <= seek->players_max; n++)
        fits = table_read(errors, settings, n, game);
    if (fits && !game->has_clock) {
        read_error(errors, "/clock", "is missing: a game with strangers has a clock");
        fits = false;
    }
    if (fits) {
        seek->category = game->category;
        game->rules.players = 4; /* one number for all pools */
        fits = write_pool(game, seek->pool);
    }
    if (game != NULL)
        new_game_free(game);
    free(game);
    return fits;
}

enum store_result seek_awake(struct store_reader *reader, int64_t account, int64_t now,
                             uint8_t awake[SEEK_WEEK_BYTES]) {
    struct store_calendar row;
    struct calendar calendar;
    /* Weeks begin on a Thursday, as did 1970. */
    int64_t week = now - now % (SEEK_WEEK_HOURS * hour_ms);
    enum store_result result = store_calendar_get(reader, account, &row);

    if (result != STORE_OK && result != STORE_NONE)
        return result;
    row.n_vacations = 0; /* they end */
    memset(awake, 0, SEEK_WEEK_BYTES);
    calendar_open(&calendar, &row);
    for (int hour = 0; hour < SEEK_WEEK_HOURS; hour++)
        if (calendar_awake(&calendar, week + hour * hour_ms + hour_ms / 2))
            awake[hour / 8] |= (uint8_t)(1u << hour % 8);
    calendar_close(&calendar);
    return STORE_OK;
}

/* ---- the seeks of a pool ---- */

struct pool {
    struct store_reader *reader;
    int64_t now;
    enum store_result result;
    size_t n;
    struct store_seek *seeks;
    struct seeker *seekers;
};

static bool add_seek(void *context, const struct store_seek *seek) {
    struct pool *pool = context;

    pool->seeks[pool->n++] = *seek;
    return pool->n < SEEK_POOL_MAX;
}

static enum store_result describe_seeker(struct pool *pool, const struct store_seek *seek,
                                         int64_t now, struct seeker *seeker) {
    struct store_rating rating = {0};
    enum store_result result = STORE_OK;

    *seeker = (struct seeker){.seek = seek->id,
                              .account = seek->account,
                              .min = seek->players_min,
                              .max = seek->players_max,
                              .window = seek->rating_window,
                              .shared_hours = seek->shared_hours,
                              .since = seek->created_at};
    if (seek->category != RATING_NONE)
        result = store_ratings_get(pool->reader, seek->category, &seek->account, 1, &rating);
    rating_begin(&rating);
    seeker->rating = rating_shown(rating.mu);
    return result == STORE_OK ? seek_awake(pool->reader, seek->account, now, seeker->awake)
                              : result;
}

static enum store_result open_pool(struct pool *pool, const char *name, int64_t now) {
    enum store_result result;

    pool->seeks = calloc(SEEK_POOL_MAX, sizeof *pool->seeks);
    pool->seekers = calloc(SEEK_POOL_MAX, sizeof *pool->seekers);
    if (pool->seeks == NULL || pool->seekers == NULL)
        return STORE_MEMORY;
    result = store_seek_pool(pool->reader, name, now, SEEK_POOL_MAX, add_seek, pool);
    for (size_t i = 0; i < pool->n && result == STORE_OK; i++)
        result = describe_seeker(pool, &pool->seeks[i], now, &pool->seekers[i]);
    return result;
}

static void close_pool(struct pool *pool) {
    free(pool->seeks);
    free(pool->seekers);
}

static bool pool_apart(void *context, int64_t one, int64_t other) {
    struct pool *pool = context;
    bool apart = true;

    if (pool->result == STORE_OK)
        pool->result = store_people_apart(pool->reader, one, other, &apart);
    if (pool->result == STORE_OK && !apart && pool->n > 0 && pool->seeks[0].category != RATING_NONE)
        pool->result = store_group_pair(pool->reader, one, other, pool->now, &apart);
    return apart;
}

/* ---- making a game ---- */

/* The seats in an order that chance decides. */
static void shuffle_group(size_t group[], size_t n) {
    for (size_t i = n; i-- > 1;) {
        size_t k = randombytes_uniform((uint32_t)i + 1), swap = group[i];

        group[i] = group[k];
        group[k] = swap;
    }
}

static bool build_game(const struct pool *pool, const size_t group[], size_t n, int64_t now,
                       struct made_game *made) {
    struct new_game *game = calloc(1, sizeof *game);
    json_t *settings = json_loads(pool->seeks[group[0]].settings, 0, NULL);
    struct read_errors errors = {0};
    bool built =
        game != NULL && settings != NULL && table_read(&errors, settings, (unsigned)n, game);

    for (unsigned seat = 0; seat < n && built; seat++)
        table_seat(game, seat, pool->seeks[group[seat]].account, pool->seeks[group[seat]].name);
    built = built && made_game_build(made, game, pool->reader, pool->seeks[group[0]].account, now);
    if (game != NULL)
        new_game_free(game);
    free(game);
    json_decref(settings);
    return built;
}

enum store_result seek_play(struct store_tx *tx, const char *name, int64_t now,
                            struct made_game *made) {
    struct pool pool = {.reader = store_tx_reader(tx), .now = now};
    size_t group[SEEK_SEATS_MAX], n = 0;
    enum store_result result = open_pool(&pool, name, now);

    made_game_free(made); /* from the previous try */
    made->row.id = 0;
    if (result == STORE_OK) {
        n = seek_match(pool.seekers, pool.n, now, pool_apart, &pool, group);
        result = pool.result;
    }
    if (result == STORE_OK && n > 0) {
        shuffle_group(group, n);
        result = build_game(&pool, group, n, now, made) ? made_game_write(tx, made) : STORE_MEMORY;
    }
    for (size_t i = 0; i < n && result == STORE_OK; i++)
        result = store_seek_end(tx, pool.seekers[group[i]].seek);
    close_pool(&pool);
    return result;
}

void seek_begun(struct app *app, const struct made_game *made) {
    const struct store_game *row = &made->row;

    for (int seat = 0; seat < row->seat_count; seat++)
        app_account_changed(app, row->seats[seat].account);
    app_game_changed(app, row->id);
}

struct seek_job {
    struct store_job job; /* first; without a key: alone */
    char pool[STORE_SEEK_TEXT_SIZE];
    int64_t now;
    struct made_game made;
};

static enum store_result run_seek(struct store_tx *tx, struct store_job *job) {
    struct seek_job *seek = (struct seek_job *)job;

    return seek_play(tx, seek->pool, seek->now, &seek->made);
}

/* All games of a pool. */
static enum store_result play_pool(struct app *app, struct seek_job *seek) {
    enum store_result result;

    do {
        seek->job = (struct store_job){.run = run_seek};
        result = store_call(app->store, &seek->job);
        if (result == STORE_OK && seek->made.row.id != 0)
            seek_begun(app, &seek->made);
    } while (result == STORE_OK && seek->made.row.id != 0);
    return result;
}

enum chore_end seek_all(struct app *app, int64_t now) {
    struct store_reader *reader = store_reader_get(app->store);
    struct seek_job *seek = calloc(1, sizeof *seek);
    enum store_result result = reader == NULL || seek == NULL ? STORE_MEMORY : STORE_OK;
    int64_t id = 0;

    while (result == STORE_OK) {
        seek->now = now;
        result = store_seek_next_pool(reader, id, &id, seek->pool);
        if (result == STORE_OK)
            result = play_pool(app, seek);
    }
    if (seek != NULL)
        made_game_free(&seek->made);
    free(seek);
    return result == STORE_NONE ? CHORE_DONE : CHORE_FAILED;
}
