/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Import of the longest record: it is read, checked and encoded before anything is written, so that other writers
 * hardly wait. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "db/accounts.h"
#include "db/games.h"
#include "service/game/load.h"
#include "service/game/made_game.h"
#include "tests/service/gamejson_help.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"
#include "tests/support/sanitized.h"

/* Imports of the same record, with its events stored among those of the earlier ones; and how long the writer's thread
 * may be busy with each, in processor time. */
enum { IMPORTS = 5, BUSY_MS_MAX = SANITIZED ? 600 : 120 };

/* ---- a long game ---- */

struct long_game {
    struct random_game rg;
    size_t n;
};

/* One offer after the other by the player on turn, each withdrawn again. */
static bool trade_talk(const struct long_game *played, struct event *event) {
    const struct game *game = &played->rg.game;
    unsigned seat = game->active, kind = 0;

    if (game->phase != PHASE_PLAY || game->players[seat].hand_count == 0)
        return false;
    *event = (struct event){.type = OFFER_TRADE, .player = (uint8_t)seat, .by = BY_PLAYER};
    event->action.type = OFFER_TRADE;
    if (game->n_offers > 0) {
        event->type = event->action.type = CANCEL_TRADE;
        event->action.ref = game->next_offer;
    } else {
        while (game->players[seat].hand.n[kind] == 0)
            kind++;
        event->action.give.n[kind] = 1;
        event->action.take.n[kind == 0] = 1;
    }
    return game_legal(&played->rg.setup, game, seat, &event->action) == REASON_OK;
}

/* A random game until a player can trade; after that there is nothing else. */
static int next_event(void *context, struct event *event, int64_t *at) {
    struct long_game *played = context;

    *at = 1764000000000 + (int64_t)played->n;
    if (played->n == RECORD_EVENTS_MAX)
        return 0;
    if (played->n++ == 0) {
        random_game_begin(&played->rg, 7, 3, event);
        return 1;
    }
    if (!trade_talk(played, event))
        ck_assert(random_game_next(&played->rg, event));
    game_apply(&played->rg.setup, &played->rg.game, event);
    return 1;
}

/* {"mode":"table","record":{...}} */
static json_t *write_body(void) {
    static struct long_game played, first;
    struct record_head head = {.setup = &played.rg.setup, .labels = test_labels};
    struct event start;
    struct buffer text;
    struct writer w;
    json_t *body;

    random_game_begin(&first.rg, 7, 3, &start);
    head.setup = &first.rg.setup;
    head.spec = &first.rg.spec;
    buffer_init(&text, DOCUMENT_MAX);
    w = writer_to(&text);
    writer_object(&w);
    writer_text_member(&w, "mode", "table");
    writer_key(&w, "record");
    ck_assert(record_write(&w, &head, next_event, &played));
    writer_object_end(&w);
    body = json_of_buffer(&text);
    buffer_free(&text);
    return body;
}

/* ---- writing it ---- */

struct import {
    struct store_job job;
    struct made_game made;
    double busy_ms;
    enum store_result result;
};

static double thread_ms(void) {
    struct timespec now;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* Jobs that wait behind one that the test holds are then written together. */
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static enum store_result run_gate(struct store_tx *tx, struct store_job *job) {
    (void)tx;
    (void)job;
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    return STORE_OK;
}

static enum store_result run_import(struct store_tx *tx, struct store_job *job) {
    struct import *import = (struct import *)job;
    double began = thread_ms();
    enum store_result result = made_game_write(tx, &import->made);

    import->busy_ms = thread_ms() - began;
    return result;
}

static void note_done(struct store_job *job, enum store_result result) {
    ((struct import *)job)->result = result;
}

START_TEST(a_long_record_holds_up_nobody) {
    static struct import import;
    static struct new_game wanted;
    struct new_game_fault fault;
    struct read_errors errors = {0};
    struct store_reader *reader = store_reader_get(test_app.store);
    struct store_account account;
    struct load load;
    json_t *body = write_body();

    ck_assert_int_eq(store_account_by_name(reader, "ada", &account), STORE_OK);
    ck_assert_msg(new_game_read(&errors, body, account.id, &wanted, &fault), "%d: %s, event %u",
                  (int)fault.record, errors_text(&errors), fault.fault.seq);
    ck_assert(made_game_build(&import.made, &wanted, reader, account.id, app_now()));
    for (unsigned i = 0; i < IMPORTS; i++) {
        struct store_job held = {.run = run_gate}, beside = {.run = run_gate};

        snprintf(import.made.row.public_id, sizeof import.made.row.public_id, "import%u", i);
        import.job = (struct store_job){.run = run_import, .done = note_done};
        pthread_mutex_lock(&gate);
        ck_assert_int_eq(store_submit(test_app.store, &held), STORE_OK);
        ck_assert_int_eq(store_submit(test_app.store, &import.job), STORE_OK);
        ck_assert_int_eq(store_submit(test_app.store, &beside), STORE_OK);
        pthread_mutex_unlock(&gate);
        ck_assert_int_eq(store_call(test_app.store, &(struct store_job){.run = run_gate}),
                         STORE_OK);
        ck_assert_int_eq(import.result, STORE_OK);
        ck_assert_double_lt(import.busy_ms, BUSY_MS_MAX);
    }
    ck_assert_int_eq(load_open(&load, reader, import.made.row.public_id), STORE_OK);
    ck_assert_int_eq(load_replay(&load, LOAD_LATEST, NULL, NULL), STORE_OK);
    ck_assert_uint_eq(load.game.seq, RECORD_EVENTS_MAX);
    ck_assert_int_eq(load.row.status, STORE_GAME_ACTIVE);
    load_end(&load);
    made_game_free(&import.made);
    new_game_free(&wanted);
    json_decref(body);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "import", (const struct test_case[]){
                      {"long", a_long_record_holds_up_nobody, 0, 60, people_setup, people_teardown},
                      {0},
                  });
}
TEST_MAIN(suite)
