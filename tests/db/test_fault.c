/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/accounts.h"
#include "db/backup.h"
#include "db/events.h"
#include "db/games.h"
#include "db/idempotency.h"
#include "tests/db/fault_vfs.h"
#include "tests/db/store_help.h"
#include "tests/support/check_main.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/*
 * One scenario, in which each change of a file in turn fails, once or from then on. Whatever fails, acknowledged
 * changes exist when the disk works again, the log has no gap, and the results reported what was wrong.
 */

static const char path[] = "fault.db";

enum { SETS = 4, ROUNDS = 30, SAMPLES = 50, SLICE = 4 };

/* In `make test` only a random part of the changes fails; FAULT_ALL is for the campaign. Returns how many changes to
 * skip between two failures: at least STEP. */
static long step_of(long step, long total) {
    long slice = 1 + total / SLICE;

    return getenv("FAULT_ALL") != NULL || step > slice ? step : slice;
}

/* The first change that fails. */
static long first_of(long first, long total) {
    long slice = step_of(1, total);

    return slice == 1
               ? first
               : 1 + (long)(test_seed((unsigned long long)time(NULL)) % (unsigned long long)slice);
}

struct outcome {
    bool opened;
    long opening; /* changes made until then */
    int64_t game;
    uint32_t acknowledged; /* the last seq with the result STORE_OK */
    int refused;           /* appends with another result */
    int full;              /* of them with STORE_FULL */
    bool recovered;        /* the result of the last append was STORE_OK */
    bool big_record;       /* the large record was acknowledged */
};

struct new_rows {
    struct store_account account;
    struct store_game game;
};

static enum store_result create(struct store_tx *tx, void *context) {
    struct new_rows *rows = context;
    enum store_result result = store_account_create(tx, &rows->account);
    if (result != STORE_OK)
        return result;
    rows->game = new_game(rows->account.id, "g1");
    return store_game_create(tx, &rows->game);
}

/* Large enough to fill the write-ahead log up to a checkpoint. */
static enum store_result put_big_record(struct store_tx *tx, void *context) {
    static char body[STORE_BLOB_MAX];
    struct store_idempotency record = {
        .account = *(int64_t *)context,
        .key = "big",
        .route = "POST /",
        .status = 200,
        .body = {body, sizeof body},
    };
    return store_idempotency_put(tx, &record);
}

static void count(struct outcome *outcome, enum store_result result) {
    outcome->recovered = result == STORE_OK;
    if (result == STORE_OK)
        return;
    ck_assert_msg(result == STORE_FULL || result == STORE_ERROR || result == STORE_UNSETTLED,
                  "an odd answer: %s (%s)", store_result_name(result), test_log());
    outcome->refused++;
    outcome->full += result == STORE_FULL;
}

static void play(struct store *store, bool big, struct outcome *outcome) {
    struct new_rows rows = {.account = {.public_id = "a1", .name = "Ann"}};
    enum store_result result = in_tx(store, create, &rows);
    count(outcome, result);
    if (result != STORE_OK)
        return;
    outcome->game = rows.game.id;
    /* One more round if the last one failed, to see whether it works again. */
    for (int round = 0; round < ROUNDS || (round == ROUNDS && !outcome->recovered); round++) {
        uint32_t last = 0;
        if (big && round == ROUNDS / 2) {
            result = in_tx(store, put_big_record, &rows.account.id);
            count(outcome, result);
            outcome->big_record = result == STORE_OK;
        }
        /* As a server does: find the end of the log, check, append. Reading must still work. */
        struct store_reader *reader = store_reader_get(store);
        ck_assert_ptr_nonnull(reader);
        ck_assert_int_eq(store_events_last(reader, outcome->game, &last, NULL), STORE_OK);
        ck_assert_uint_ge(last, outcome->acknowledged);
        result = append(store, outcome->game, last + 1, 1 + (uint32_t)round % 3);
        count(outcome, result);
        if (result == STORE_OK)
            outcome->acknowledged = last + 1 + (uint32_t)round % 3;
    }
}

static struct outcome scenario(bool big, enum fault_kind kind, long nth, bool forever) {
    struct outcome outcome = {0};
    struct store_options options = test_options(path);
    struct store *store;
    remove_store(path);
    fault_arm(kind, nth, forever);
    enum store_result result = store_open(&store, &options);
    outcome.opened = result == STORE_OK;
    outcome.opening = fault_count();
    if (outcome.opened)
        play(store, big, &outcome);
    else
        count(&outcome, result);
    store_close(store);
    ck_assert_int_eq(fault_open_files(), 0);
    return outcome;
}

/* The disk works again: everything acknowledged is there, and the game continues. */
static void check_afterwards(const struct outcome *outcome) {
    fault_arm(FAULT_IO, 0, false);
    struct store *store = open_store(path);
    if (outcome->game != 0) {
        struct store_reader *reader = store_reader_get(store);
        uint32_t last = check_log(reader, outcome->game);
        ck_assert_uint_ge(last, outcome->acknowledged);
        struct store_idempotency record;
        if (outcome->big_record) {
            ck_assert_int_eq(store_idempotency_get(reader, 1, "big", &record), STORE_OK);
            ck_assert_uint_eq(record.body.len, STORE_BLOB_MAX);
            store_idempotency_clear(&record);
        }
        ck_assert_int_eq(append(store, outcome->game, last + 1, 1), STORE_OK);
    }
    store_close(store);
    ck_assert_int_eq(fault_open_files(), 0);
}

static const struct {
    enum fault_kind kind;
    bool forever;
} sets[SETS] = {{FAULT_IO, false}, {FAULT_IO, true}, {FAULT_FULL, false}, {FAULT_FULL, true}};

/* Returns the number of faults: one. */
static long fail_change(int set, bool big, long nth) {
    struct outcome outcome = scenario(big, sets[set].kind, nth, sets[set].forever);
    bool hit = fault_hit();
    bool hit_write = fault_hit_write();
    if (!sets[set].forever && outcome.opened)
        ck_assert_msg(outcome.refused <= 1 && (outcome.game == 0 || outcome.recovered),
                      "change %ld: %d refusals after one fault", nth, outcome.refused);
    if (sets[set].kind == FAULT_FULL && hit_write && outcome.refused > 0)
        ck_assert_msg(outcome.full > 0, "change %ld: nobody was told of the full disk", nth);
    ck_assert(hit || outcome.refused == 0);
    check_afterwards(&outcome);
    return 1;
}

/* Every change of a short game, many of which create and fold back files, and some of the changes that migrate the
 * database before it. */
START_TEST(nothing_acknowledged_is_lost) {
    fault_install();
    struct outcome sound = scenario(false, FAULT_IO, 0, false);
    long total = fault_count(), failed = 0;
    check_afterwards(&sound);
    ck_assert_int_eq(sound.refused, 0);
    ck_assert_uint_eq(sound.acknowledged, 60U); /* ROUNDS times one to three */
    ck_assert_int_gt(total, 60L);
    for (long nth = first_of(1, total); nth <= total;
         nth += step_of(nth < sound.opening ? 1 + sound.opening / SAMPLES : 1, total))
        failed += fail_change(_i, false, nth);
    printf("changes of the store in a game, way %d: %ld, %ld failed\n", _i, total, failed);
}
END_TEST

/* Some changes of a game during which there is a checkpoint. */
START_TEST(nothing_is_lost_in_a_checkpoint) {
    fault_install();
    struct outcome sound = scenario(true, FAULT_IO, 0, false);
    long total = fault_count(), failed = 0;
    check_afterwards(&sound);
    ck_assert(sound.big_record);
    ck_assert_int_gt(total, STORE_BLOB_MAX / 4096); /* from the log into the file, page by page */
    for (long nth = first_of(1 + total / SAMPLES / 2, total); nth <= total;
         nth += step_of(total / SAMPLES, total))
        failed += fail_change(_i, true, nth);
    printf("changes of the store with a checkpoint, way %d: %ld, %ld failed\n", _i, total, failed);
}
END_TEST

enum { KILLS = 6, APPEND_CHANGES = 2 /* two pages with their heads at once, and a flush */ };

static const struct {
    enum fault_kind kind;
    bool forever;
} kills[KILLS] = {{FAULT_IO, false}, {FAULT_FULL, false}, {FAULT_GONE, false},
                  {FAULT_IO, true},  {FAULT_FULL, true},  {FAULT_GONE, true}};

/* A process appends to the game, once normally and once while the nth change of a file fails, and is killed after it
 * has reported the result. */
static enum store_result append_and_die(int64_t game, uint32_t last, int set, long nth) {
    int ends[2], result = -1;
    ck_assert_int_eq(pipe(ends), 0);
    pid_t pid = fork();
    ck_assert_int_ge(pid, 0);
    if (pid == 0) {
        struct store *store = open_store(path);
        bool well = append(store, game, last + 1, 1) == STORE_OK;
        fault_arm(kills[set].kind, nth, kills[set].forever);
        result = (int)append(store, game, last + 2, 1);
        /* Whatever happened, no reader sees an event that was not reported as made. */
        well = well && check_log(store_reader_get(store), game) == last + 1 + (result == STORE_OK);
        if (!well || write(ends[1], &result, sizeof result) != sizeof result)
            _exit(1);
        raise(SIGKILL);
    }
    close(ends[1]);
    ck_assert_int_eq(read(ends[0], &result, sizeof result), sizeof result);
    close(ends[0]);
    ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
    return (enum store_result)result;
}

/* What was reported about a change is true after a kill: that it was made, that nothing was changed, or that this was
 * uncertain. */
START_TEST(what_was_said_holds_after_a_kill) {
    uint32_t last = 0;
    int found[2] = {0};
    fault_install();
    remove_store(path);
    fault_arm(FAULT_IO, 0, false);
    struct store *store = open_store(path);
    int64_t game = make_game(store, make_account(store, "Ann"), "g1");
    store_close(store);
    for (long nth = 1; nth <= APPEND_CHANGES + 1; nth++) {
        enum store_result result = append_and_die(game, last, _i, nth);
        ck_assert((result == STORE_OK) == (nth > APPEND_CHANGES));
        store = open_store(path);
        uint32_t made = check_log(store_reader_get(store), game) - last - 1;
        if (result == STORE_UNSETTLED)
            found[made]++;
        else
            ck_assert_msg(made == (result == STORE_OK), "change %ld: %s, and %u made", nth,
                          store_result_name(result), made);
        last += 2 + made;
        ck_assert_int_eq(append(store, game, last, 1), STORE_OK);
        store_close(store);
    }
    /* It exists only if the failed commit could not be overwritten. */
    bool gone = kills[_i].kind == FAULT_GONE;
    ck_assert_int_eq(found[true], kills[_i].forever && gone);
    ck_assert_int_eq(found[false], kills[_i].forever && !gone);
}
END_TEST

static bool none(void *context, int done, int total) {
    (void)context;
    (void)done;
    (void)total;
    return true;
}

/* A backup onto a failing disk leaves nothing that looks like a backup. */
START_TEST(a_failing_backup_leaves_nothing) {
    struct store_options options = test_options(path);
    fault_install();
    struct outcome sound = scenario(false, FAULT_IO, 0, false);
    remove_store("fault-copy.db");
    enum fault_kind kind = _i == 0 ? FAULT_IO : FAULT_FULL;
    fault_arm(kind, 0, false);
    ck_assert_int_eq(store_backup(&options, "fault-copy.db", none, NULL), STORE_OK);
    long total = fault_count();
    ck_assert_int_gt(total, 10);
    remove_store("fault-copy.db");
    for (long nth = first_of(1, total); nth <= total; nth += step_of(1 + total / 40, total)) {
        fault_arm(kind, nth, true);
        enum store_result result = store_backup(&options, "fault-copy.db", none, NULL);
        bool hit_write = fault_hit_write();
        fault_arm(kind, 0, false);
        ck_assert_int_ne(access("fault-copy.db.part", F_OK), 0);
        if (result == STORE_OK) /* the failure did not matter: a file to remove, for example */
            ck_assert_int_eq(access("fault-copy.db", F_OK), 0);
        else
            ck_assert_int_ne(access("fault-copy.db", F_OK), 0);
        if (result != STORE_OK && kind == FAULT_FULL && hit_write)
            ck_assert_int_eq(result, STORE_FULL);
        remove_store("fault-copy.db");
        ck_assert_int_eq(fault_open_files(), 0);
    }
    check_afterwards(&sound);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "fault",
        (const struct test_case[]){
            {.name = "scenario", nothing_acknowledged_is_lost, .loops = SETS, .timeout_s = 480},
            {.name = "checkpoint",
             nothing_is_lost_in_a_checkpoint,
             .loops = SETS,
             .timeout_s = 480},
            {.name = "kill", what_was_said_holds_after_a_kill, .loops = KILLS},
            {.name = "backup", a_failing_backup_leaves_nothing, .loops = 2},
            {0},
        });
}
TEST_MAIN(suite)
