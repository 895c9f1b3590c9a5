/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/puzzle/cut.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "db/puzzles.h"
#include "service/app/app.h"
#include "service/base/json_write.h"
#include "service/bots/puzzle.h"
#include "service/document/action_json.h"
#include "service/game/load.h"

enum {
    ROUND_MS = 3000,     /* of processor time, for a round of housekeeping */
    GAME_MAX_MS = 10000, /* the same for a game, whose rest is left out */
};

struct cutting {
    struct store_job job; /* first */
    struct store_puzzle_game game;
    int64_t until; /* of this thread's processor time */
    unsigned n;
    struct store_puzzle found[PUZZLES_OF_GAME]; /* the clearest first */
    int64_t today;
};

static int64_t processor_ms(void) {
    struct timespec used;

    return clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used) == 0
               ? (int64_t)used.tv_sec * 1000 + used.tv_nsec / 1000000
               : INT64_MAX;
}

/* ---- a game ---- */

static int lead_of(const struct store_puzzle *puzzle) {
    return puzzle->chance - puzzle->next;
}

static bool write_found_move(struct store_puzzle *puzzle, const struct action *action) {
    struct buffer text;
    struct writer w = writer_begin(&text, sizeof puzzle->best - 1);

    action_write(&w, action, 0);
    if (!text.failed)
        memcpy(puzzle->best, text.data, text.size);
    buffer_free(&text);
    return !text.failed;
}

static void keep_puzzle(struct cutting *cutting, const struct store_puzzle *puzzle) {
    unsigned at = cutting->n;

    while (at > 0 && lead_of(&cutting->found[at - 1]) < lead_of(puzzle))
        at--;
    if (at == PUZZLES_OF_GAME)
        return;
    cutting->n += cutting->n < PUZZLES_OF_GAME;
    for (unsigned i = cutting->n - 1; i > at; i--)
        cutting->found[i] = cutting->found[i - 1];
    cutting->found[at] = *puzzle;
}

/* Looks at the decision that this event made, with what its player knew. */
static bool look_at_decision(void *context, struct load *load, const struct game *before,
                             const struct event *event, int64_t at) {
    struct cutting *cutting = context;
    const unsigned seat = event->player;
    struct store_puzzle puzzle = {
        .game = cutting->game.id, .after = before->seq, .seat = seat, .day = 0};
    struct puzzle found;
    struct game view;

    (void)at;
    if (!event_is_action(event->type) || (event->by != BY_PLAYER && event->by != BY_BOT) ||
        game_decision(before, seat) == NULL)
        return true;
    game_view(&load->setup, before, seat, &view);
    if (puzzle_find(&load->setup, &view, seat, 1, &found) &&
        write_found_move(&puzzle, &found.best.action)) {
        app_new_id(puzzle.public_id);
        puzzle.theme = found.theme;
        puzzle.chance = chance_thousandths(found.chance);
        puzzle.next = chance_thousandths(found.next);
        keep_puzzle(cutting, &puzzle);
    }
    return processor_ms() < cutting->until;
}

/* Nothing comes of a game that cannot be read, or is not public any longer. */
static enum store_result cut_game(struct cutting *cutting, struct store_reader *reader) {
    struct load *load = calloc(1, sizeof *load);
    enum store_result result =
        load == NULL ? STORE_MEMORY : load_open_by_id(load, reader, cutting->game.id);

    cutting->n = 0;
    cutting->until = processor_ms() + GAME_MAX_MS;
    if (result == STORE_OK && load->row.visibility == STORE_PUBLIC && row_over(&load->row))
        result = load_replay_kept(load, look_at_decision, cutting);
    if (load != NULL)
        load_end(load);
    free(load);
    return result == STORE_DAMAGED || result == STORE_NONE ? STORE_OK : result;
}

/* ---- the chore ---- */

static enum store_result run_keep_puzzles(struct store_tx *tx, struct store_job *job) {
    const struct cutting *cutting = (struct cutting *)job;
    enum store_result result = store_puzzle_game_done(tx, &cutting->game);

    for (unsigned i = 0; i < cutting->n && (result == STORE_OK || result == STORE_CONFLICT); i++)
        result = store_puzzle_add(tx, &cutting->found[i]);
    return result == STORE_CONFLICT ? STORE_OK : result; /* cut before */
}

static enum store_result run_give_days(struct store_tx *tx, struct store_job *job) {
    const struct cutting *cutting = (struct cutting *)job;
    enum store_result result = STORE_OK;

    for (int64_t day = cutting->today; day <= cutting->today + 1; day++) {
        result = store_puzzle_give_day(tx, day);
        if (result != STORE_OK && result != STORE_CONFLICT)
            return result;
    }
    return STORE_OK;
}

static enum chore_end cut_next(struct app *app, struct cutting *cutting,
                               struct store_reader *reader) {
    enum store_result result = store_puzzle_next_game(reader, &cutting->game);

    if (result == STORE_OK)
        result = cut_game(cutting, reader);
    else if (result == STORE_NONE)
        return CHORE_DONE;
    if (result == STORE_OK) {
        cutting->job = (struct store_job){.run = run_keep_puzzles};
        result = store_call(app->store, &cutting->job);
    }
    return result == STORE_OK ? CHORE_GOES_ON : CHORE_FAILED;
}

enum chore_end puzzles_cut(struct app *app, int64_t now) {
    struct cutting *cutting = calloc(1, sizeof *cutting);
    struct store_reader *reader = store_reader_get(app->store);
    const int64_t until = processor_ms() + ROUND_MS;
    enum chore_end end = cutting == NULL || reader == NULL ? CHORE_FAILED : CHORE_GOES_ON;

    while (end == CHORE_GOES_ON && processor_ms() < until)
        end = cut_next(app, cutting, reader);
    if (end != CHORE_FAILED) {
        cutting->job = (struct store_job){.run = run_give_days};
        cutting->today = now / PUZZLE_DAY_MS;
        end = store_call(app->store, &cutting->job) == STORE_OK ? CHORE_DONE : CHORE_FAILED;
    }
    free(cutting);
    return end;
}
