/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/tournament/keeper.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/app/app.h"
#include "service/app/several.h"
#include "service/base/log.h"
#include "service/base/worker.h"
#include "service/game/load.h"
#include "service/game/made_game.h"
#include "service/game/play.h"
#include "service/rating/apart.h"
#include "service/tournament/news.h"
#include "service/tournament/settings.h"
#include "service/tournament/stage.h"

static const int64_t day_ms = 24 * 3600 * INT64_C(1000);

struct tournament_keeper {
    struct app *app;
    struct worker worker;
    bool failed; /* the last time */
};

/* A step of one tournament, as a job. */
struct tournament_step {
    struct store_job job; /* first */
    struct stage *stage;
    int64_t now;
    struct pairing pairing; /* the next round; without tables: it is finished */
    const struct store_tournament_table *closed; /* tables that end by date */
    size_t n_closed;
    struct standing *order; /* of all players, when the last round was over; the first is first */
    unsigned table;         /* whose game is made */
    struct made_game made;
};

/* ---- entries ---- */

enum store_result tournament_note(struct store_tx *tx, int64_t tournament, int64_t now,
                                  int64_t account, const char *what, const char *format, ...) {
    struct store_tournament_entry entry = {.tournament = tournament, .at = now, .account = account};
    va_list args;

    snprintf(entry.what, sizeof entry.what, "%s", what);
    va_start(args, format);
    vsnprintf(entry.text, sizeof entry.text, format, args);
    va_end(args);
    return store_tournament_log(tx, &entry);
}

/* Runs a step as a job of this process's. A conflict means that others were faster: the next look sees what they did. */
static enum store_result call_step(struct app *app, struct tournament_step *step,
                                   enum store_result (*run)(struct store_tx *tx,
                                                            struct store_job *job)) {
    step->job = (struct store_job){.run = run};
    if (!several_claim(app->several, SINGLE_HOUSEKEEPING, &step->job))
        return STORE_CONFLICT;
    return store_call(app->store, &step->job);
}

/* ---- beginning ---- */

enum store_result tournament_begin(struct store_tx *tx, const struct store_tournament *open,
                                   int64_t account, int64_t now) {
    struct store_tournament row = *open;
    struct contest contest = {.seats = row.seats, .rounds = row.rounds, .n_players = row.count};
    enum store_result result;

    formats[row.format].begin(&contest);
    row.status = STORE_TOURNAMENT_RUNNING;
    row.rounds = contest.rounds;
    row.started_at = row.due_at = now;
    result = store_tournament_set(tx, &row);
    if (result == STORE_OK)
        result = store_tournament_players_close(tx, row.id);
    return result == STORE_OK ? tournament_note(tx, row.id, now, account, "started", "%u players",
                                                contest.n_players)
                              : result;
}

enum store_result tournament_cancel(struct store_tx *tx, struct store_tournament *row,
                                    int64_t account, int64_t now, const char *why) {
    enum store_result result;

    row->status = STORE_TOURNAMENT_CANCELLED;
    row->finished_at = now;
    row->due_at = 0;
    result = store_tournament_set(tx, row);
    if (result == STORE_OK)
        result = news_cancelled(tx, row, now);
    return result == STORE_OK ? tournament_note(tx, row->id, now, account, "cancelled", "%s", why)
                              : result;
}

static enum store_result run_begin(struct store_tx *tx, struct store_job *job) {
    const struct tournament_step *step = (struct tournament_step *)job;

    return tournament_begin(tx, &step->stage->row, 0, step->now);
}

static enum store_result run_cancel(struct store_tx *tx, struct store_job *job) {
    const struct tournament_step *step = (struct tournament_step *)job;
    struct store_tournament row = step->stage->row;

    return tournament_cancel(tx, &row, 0, step->now,
                             stage_count(step->stage) < row.players_min
                                 ? "too few players had joined"
                                 : "it was not started in time");
}

static enum store_result open_step(struct app *app, struct tournament_step *step) {
    const struct store_tournament *row = &step->stage->row;
    unsigned count = stage_count(step->stage);

    if (count >= row->players_min &&
        (row->starts_at != 0 ? row->starts_at <= step->now : count >= row->players_max))
        return call_step(app, step, run_begin);
    if ((row->starts_at != 0 && row->starts_at <= step->now) ||
        row->created_at + TOURNAMENT_OPEN_DAYS * day_ms <= step->now)
        return call_step(app, step, run_cancel);
    return STORE_OK;
}

/* ---- rounds ---- */

static enum store_result add_tables(struct store_tx *tx, const struct tournament_step *step) {
    const struct store_tournament *row = &step->stage->row;
    enum store_result result = STORE_OK;

    for (size_t i = 0; i < step->pairing.n && result == STORE_OK; i++) {
        const struct contest_table *table = &step->pairing.tables[i];
        struct store_tournament_table add = {
            .round = table->round,
            .number = table->number,
            .division = table->division,
            .n = table->n,
            .ends_at = step->now + row->round_days * day_ms,
            .counted = table->n == 1, /* a bye */
        };

        memcpy(add.players, table->player, sizeof add.players);
        result = store_tournament_table_add(tx, row->id, &add);
    }
    return result;
}

/* Writes who is first now: of a league's season, or of the whole. */
static enum store_result add_titles(struct store_tx *tx, const struct tournament_step *step) {
    const struct stage *stage = step->stage;
    struct store_title title = {
        .tournament = stage->row.id,
        .season = formats[stage->row.format].counts_from != NULL ? stage->row.round : 0,
        .at = step->now,
    };
    enum store_result result = STORE_OK;

    for (size_t i = 0; i < stage->n_players && step->order[i].rank == 1; i++) {
        const struct store_tournament_player *player = &stage->players[step->order[i].player];

        if (player->name[0] == '\0' || step->order[i].played == 0)
            continue;
        title.account = player->account;
        result = store_title_add(tx, &title);
        if (result != STORE_OK)
            return result;
    }
    return result;
}

static enum store_result inform_of_end(struct store_tx *tx, const struct tournament_step *step) {
    const struct stage *stage = step->stage;
    const char *first = stage->n_players == 0 ? "" : stage->players[step->order[0].player].name;
    enum store_result result = STORE_OK;

    for (size_t i = 0; i < stage->n_players && result == STORE_OK; i++) {
        const struct store_tournament_player *player = &stage->players[step->order[i].player];

        if (!player->out)
            result =
                news_over(tx, &stage->row, player->account, first, step->order[i].rank, step->now);
    }
    return result;
}

static enum store_result inform_of_byes(struct store_tx *tx, const struct tournament_step *step) {
    const struct stage *stage = step->stage;
    enum store_result result = STORE_OK;

    for (size_t i = 0; i < step->pairing.n && result == STORE_OK; i++) {
        const struct contest_table *table = &step->pairing.tables[i];

        if (table->n == 1)
            result = news_bye(tx, &stage->row, stage->players[table->player[0]].account,
                              table->round, step->now);
    }
    return result;
}

static enum store_result run_pair(struct store_tx *tx, struct store_job *job) {
    const struct tournament_step *step = (struct tournament_step *)job;
    const struct pairing *pairing = &step->pairing;
    struct store_tournament row = step->stage->row;
    enum store_result result;

    if (pairing->n == 0) {
        row.status = STORE_TOURNAMENT_FINISHED;
        row.finished_at = step->now;
        row.due_at = 0;
    }
    result = store_tournament_set(tx, &row);
    if (result == STORE_OK && pairing->n > 0)
        result = add_tables(tx, step);
    if (result == STORE_OK && row.round > 0 &&
        (pairing->n == 0 || formats[row.format].counts_from != NULL))
        result = add_titles(tx, step);
    if (result == STORE_OK)
        result = pairing->n == 0 ? inform_of_end(tx, step) : inform_of_byes(tx, step);
    if (result != STORE_OK)
        return result;
    if (pairing->n == 0)
        return tournament_note(tx, row.id, step->now, 0, "finished", "after %u rounds", row.round);
    return tournament_note(tx, row.id, step->now, 0, "paired", "round %u: %zu table%s",
                           row.round + 1, pairing->n, pairing->n == 1 ? "" : "s");
}

static enum store_result pair_step(struct app *app, struct tournament_step *step,
                                   struct store_reader *reader) {
    struct stage *stage = step->stage;
    enum store_result result = stage_find_friends(stage, reader, step->now);

    if (result != STORE_OK)
        return result;
    format_pair((enum tournament_format)stage->row.format, &stage->contest, &step->pairing);
    step->order = calloc(stage->n_players + 1, sizeof *step->order);
    if (step->order != NULL)
        format_standings((enum tournament_format)stage->row.format, &stage->contest, step->order);
    result =
        step->pairing.failed || step->order == NULL ? STORE_MEMORY : call_step(app, step, run_pair);
    free(step->order);
    free(step->pairing.tables);
    return result;
}

/* ---- games ---- */

static enum store_result run_make(struct store_tx *tx, struct store_job *job) {
    struct tournament_step *step = (struct tournament_step *)job;
    const struct store_tournament_table *table = &step->stage->tables[step->table];
    enum store_result result = made_game_write(tx, &step->made);

    return result == STORE_OK ? store_tournament_table_game(tx, step->stage->row.id, table->round,
                                                            table->number, step->made.row.id)
                              : result;
}

static void announce_made(struct app *app, const struct made_game *made) {
    for (int seat = 0; seat < made->row.seat_count; seat++)
        app_account_changed(app, made->row.seats[seat].account);
    app_game_changed(app, made->row.id);
}

static enum store_result make_game_of(struct app *app, struct tournament_step *step,
                                      struct new_game *game, struct store_reader *reader) {
    const struct stage *stage = step->stage;
    enum store_result result = STORE_MEMORY;

    memset(game, 0, sizeof *game);
    if (settings_game(stage, &stage->tables[step->table], game) &&
        rating_spare_group(reader, game, step->now) == STORE_OK &&
        made_game_build(&step->made, game, reader, stage->row.account, step->now))
        result = call_step(app, step, run_make);
    if (result == STORE_OK)
        announce_made(app, &step->made);
    made_game_free(&step->made);
    new_game_free(game);
    return result;
}

/* Makes the games that are missing, each in a job of its own. */
static enum store_result make_games(struct app *app, struct tournament_step *step,
                                    struct store_reader *reader) {
    const struct stage *stage = step->stage;
    struct new_game *game = malloc(sizeof *game);
    enum store_result result = game == NULL ? STORE_MEMORY : STORE_OK;

    for (step->table = 0; step->table < stage->n_tables && result == STORE_OK; step->table++) {
        const struct store_tournament_table *table = &stage->tables[step->table];

        if (table->game == 0 && !table->counted)
            result = make_game_of(app, step, game, reader);
    }
    free(game);
    return result;
}

/* ---- end dates ---- */

/* Whoever the game waits for is late; the others have what they have now. */
static enum store_result count_late(struct store_reader *reader,
                                    struct store_tournament_table *table) {
    struct load *load = calloc(1, sizeof *load);
    enum store_result result =
        load == NULL ? STORE_MEMORY : load_open_by_id(load, reader, table->game);

    if (result == STORE_OK)
        result = load_replay(load, LOAD_LATEST, NULL, NULL);
    table->counted = true;
    table->winner = -1;
    if (result == STORE_OK) {
        table->lost |= play_waited(&load->game);
        for (unsigned seat = 0; seat < table->n; seat++)
            table->points[seat] = (uint8_t)game_points(&load->setup, &load->game, seat);
    } else if (result == STORE_DAMAGED || result == STORE_NONE) {
        result = STORE_OK; /* nobody has won it */
    }
    if (load != NULL)
        load_end(load);
    free(load);
    return result;
}

/* Who was late at all tables of the round is out, and may join again where the format allows that. */
static enum store_result drop_absent(struct store_tx *tx, const struct tournament_step *step,
                                     unsigned round) {
    const struct stage *stage = step->stage;
    bool late[CONTEST_PLAYERS_MAX] = {false}, there[CONTEST_PLAYERS_MAX] = {false};
    enum store_result result = STORE_OK;

    for (size_t i = 0; i < stage->n_tables; i++) {
        const struct store_tournament_table *table = &stage->tables[i];
        unsigned lost = table->lost;

        for (size_t k = 0; k < step->n_closed; k++)
            if (step->closed[k].round == table->round && step->closed[k].number == table->number)
                lost = step->closed[k].lost;
        for (unsigned seat = 0; seat < table->n && table->round == round; seat++) {
            bool lost_here = (lost >> seat & 1) != 0;

            late[table->players[seat]] |= lost_here;
            there[table->players[seat]] |= !lost_here;
        }
    }
    for (unsigned i = 0; i < stage->n_players && result == STORE_OK; i++) {
        struct store_tournament_player player = stage->players[i];

        if (!late[i] || there[i] || player.out)
            continue;
        player.state = STORE_PLAYER_OUT;
        result = store_tournament_player_set(tx, stage->row.id, &player);
        if (result == STORE_OK)
            result = tournament_note(tx, stage->row.id, step->now, 0, "out",
                                     "%.128s missed round %u", player.name, round);
    }
    return result;
}

static enum store_result run_close(struct store_tx *tx, struct store_job *job) {
    const struct tournament_step *step = (struct tournament_step *)job;
    struct store_tournament row = step->stage->row;
    enum store_result result = store_tournament_set(tx, &row);

    for (size_t i = 0; i < step->n_closed && result == STORE_OK; i++) {
        result = store_tournament_table_count(tx, row.id, &step->closed[i]);
        if (result == STORE_OK)
            result = tournament_note(tx, row.id, step->now, 0, "late",
                                     "round %u, table %u was open at its end date",
                                     step->closed[i].round, step->closed[i].number);
    }
    return result == STORE_OK ? drop_absent(tx, step, row.round) : result;
}

/* Closes the tables whose end date has passed; *CLOSED says whether there are any. */
static enum store_result close_late(struct app *app, struct tournament_step *step,
                                    struct store_reader *reader, bool *closed) {
    const struct stage *stage = step->stage;
    struct store_tournament_table *tables = calloc(stage->n_tables + 1, sizeof *tables);
    enum store_result result = tables == NULL ? STORE_MEMORY : STORE_OK;

    step->n_closed = 0;
    for (size_t i = 0; i < stage->n_tables && result == STORE_OK; i++) {
        if (stage_over(&stage->tables[i]) || stage->tables[i].ends_at > step->now ||
            stage->tables[i].game == 0)
            continue;
        tables[step->n_closed] = stage->tables[i];
        result = count_late(reader, &tables[step->n_closed++]);
    }
    step->closed = tables;
    *closed = step->n_closed > 0;
    if (result == STORE_OK && *closed)
        result = call_step(app, step, run_close);
    free(tables);
    return result;
}

/* ---- all of it ---- */

static bool misses_games(const struct stage *stage) {
    for (size_t i = 0; i < stage->n_tables; i++)
        if (stage->tables[i].game == 0 && !stage->tables[i].counted)
            return true;
    return false;
}

/* One step; *MORE: there may be another one at once. */
static enum store_result run_step(struct app *app, struct store_reader *reader,
                                  struct tournament_step *step, bool *more) {
    const struct stage *stage = step->stage;

    *more = false;
    if (stage->row.status == STORE_TOURNAMENT_OPEN)
        return open_step(app, step);
    if (stage->row.status != STORE_TOURNAMENT_RUNNING)
        return STORE_OK;
    *more = true;
    if (misses_games(stage))
        return make_games(app, step, reader);
    if (format_round_over(&stage->contest))
        return pair_step(app, step, reader);
    return close_late(app, step, reader, more);
}

/* Moves one on until nothing is due in it. */
static enum store_result move_on(struct app *app, struct store_reader *reader, int64_t id,
                                 int64_t now) {
    enum store_result result = STORE_OK;
    bool more = true;

    /* after a start it is looked at once more */
    for (unsigned steps = 0; steps < 2 * CONTEST_ROUNDS_MAX && result == STORE_OK && more;
         steps++) {
        struct stage *stage = stage_read(reader, id, &result);
        bool was_open;

        if (stage == NULL)
            break;
        was_open = stage->row.status == STORE_TOURNAMENT_OPEN;
        result =
            run_step(app, reader, &(struct tournament_step){.stage = stage, .now = now}, &more);
        more |= was_open && steps == 0;
        stage_free(stage);
    }
    return result == STORE_CONFLICT || result == STORE_NONE ? STORE_OK : result;
}

bool tournaments_run_due(struct app *app, int64_t now) {
    enum { PAGE = 64 };
    struct store_reader *reader = store_reader_get(app->store);
    int64_t ids[PAGE], after = 0;
    bool done = reader != NULL;
    size_t count = 0;

    if (reader == NULL || app_clock_doubted() != 0 ||
        !several_claim(app->several, SINGLE_HOUSEKEEPING, NULL))
        return reader != NULL;
    do {
        if (store_tournaments_due(reader, now, after, ids, PAGE, &count) != STORE_OK)
            return false;
        for (size_t i = 0; i < count; i++)
            done &= move_on(app, reader, ids[i], now) == STORE_OK;
        after = count > 0 ? ids[count - 1] : after;
    } while (count == PAGE);
    return done;
}

/* ---- the thread ---- */

static int64_t keeper_step(void *context) {
    struct tournament_keeper *keeper = context;
    bool fails = !tournaments_run_due(keeper->app, app_now());

    if (fails && !keeper->failed)
        log_line("error", "could not move all tournaments on; will retry");
    keeper->failed = fails;
    return TOURNAMENT_LOOK_MS;
}

struct tournament_keeper *tournament_keeper_new(struct app *app) {
    struct tournament_keeper *keeper = calloc(1, sizeof *keeper);

    if (keeper == NULL)
        return NULL;
    keeper->app = app;
    worker_init(&keeper->worker, keeper_step, keeper);
    return keeper;
}

bool tournament_keeper_start(struct tournament_keeper *keeper) {
    return worker_start(&keeper->worker, 1);
}

void tournament_keeper_stop(struct tournament_keeper *keeper) {
    if (keeper != NULL)
        worker_stop(&keeper->worker);
}

void tournament_keeper_free(struct tournament_keeper *keeper) {
    if (keeper == NULL)
        return;
    worker_free(&keeper->worker);
    free(keeper);
}
