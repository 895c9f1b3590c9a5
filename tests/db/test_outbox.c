/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The outbox and the webhooks in the store. */
#include "db/accounts.h"
#include "db/hooks.h"
#include "db/outbox.h"
#include "db/retention.h"
#include "db/shares.h"
#include "tests/db/store_help.h"
#include "tests/support/check_main.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static const char path[] = "outbox.db";
static struct store *store;
static struct store_reader *reader;
static int64_t ann, game;

static void setup(void) {
    store = open_new_store(path, &reader);
    ann = make_account(store, "Ann");
    game = make_game(store, ann, "g1");
}

static void teardown(void) {
    store_close(store);
}

/* ---- one call in a transaction of its own ---- */

static enum store_result add_fn(struct store_tx *tx, void *context) {
    return store_outbox_add(tx, context);
}

static struct store_outbox_row add_to(const char *host, const char *id, int channel, int64_t target,
                                      int64_t due_at) {
    struct store_outbox_row post = {.channel = channel,
                                    .target = target,
                                    .kind = 3,
                                    .account = ann,
                                    .game = game,
                                    .seq = 7,
                                    .created_at = 10,
                                    .due_at = due_at,
                                    .data = "{\"a\":1}"};
    snprintf(post.public_id, sizeof post.public_id, "%s", id);
    snprintf(post.host, sizeof post.host, "%s", host);
    ck_assert_int_eq(in_tx(store, add_fn, &post), STORE_OK);
    return post;
}

static struct store_outbox_row add(const char *id, int channel, int64_t target, int64_t due_at) {
    return add_to("", id, channel, target, due_at);
}

static enum store_result begin_fn(struct store_tx *tx, void *context) {
    return store_outbox_begin(tx, *(int64_t *)context, 99);
}

static enum store_result end_fn(struct store_tx *tx, void *context) {
    return store_outbox_end(tx, context);
}

static enum store_result again_fn(struct store_tx *tx, void *context) {
    return store_outbox_retry(tx, *(int64_t *)context, 5000);
}

static enum store_result drop_fn(struct store_tx *tx, void *context) {
    return store_outbox_drop(tx, context, "nobody wants it", 77);
}

static enum store_result forget_fn(struct store_tx *tx, void *context) {
    return store_account_delete(tx, *(int64_t *)context, 5000);
}

static enum store_result recover_fn(struct store_tx *tx, void *context) {
    return store_outbox_recover(tx, STORE_ALL_SHARES, context);
}

static enum store_result prune_fn(struct store_tx *tx, void *context) {
    return store_prune(tx, 100 + STORE_OUTBOX_HOURS * INT64_C(3600000), 10, context);
}

static void begin(int64_t id, enum store_result expected) {
    ck_assert_int_eq(in_tx(store, begin_fn, &id), expected);
}

static void end(int64_t id, enum store_outbox_state state, int64_t due_at,
                enum store_result expected) {
    struct store_outbox_end how = {.id = id,
                                   .state = state,
                                   .due_at = due_at,
                                   .now = 50,
                                   .status = 503,
                                   .detail = "answered 503"};
    ck_assert_int_eq(in_tx(store, end_fn, &how), expected);
}

static struct store_outbox_row get(int64_t id) {
    struct store_outbox_row post;
    ck_assert_int_eq(store_outbox_get(reader, id, &post), STORE_OK);
    return post;
}

static bool name_row(void *context, const struct store_outbox_row *post) {
    add_name(context, post->public_id);
    return true;
}

static void assert_due(int64_t now, unsigned limit, const char *expected) {
    char names[NAMES_SIZE] = "";
    ck_assert_int_eq(store_outbox_due(reader, STORE_ALL_SHARES, now, limit, name_row, names),
                     STORE_OK);
    ck_assert_str_eq(names, expected);
}

/* ---- the outbox ---- */

START_TEST(a_row_is_found_as_it_was_written) {
    struct store_outbox_row made = add("msg_1", 1, 5, 20), found[2];
    ck_assert_int_eq(store_outbox_get(reader, made.id, &found[0]), STORE_OK);
    ck_assert_int_eq(store_outbox_by_public_id(reader, "msg_1", &found[1]), STORE_OK);
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(found[i].id, made.id);
        ck_assert_int_eq(found[i].channel, 1);
        ck_assert_int_eq(found[i].target, 5);
        ck_assert_int_eq(found[i].kind, 3);
        ck_assert_int_eq(found[i].account, ann);
        ck_assert_int_eq(found[i].game, game);
        ck_assert_uint_eq(found[i].seq, 7);
        ck_assert_int_eq(found[i].due_at, 20);
        ck_assert_int_eq(found[i].state, STORE_OUTBOX_WAITING);
        ck_assert_int_eq(found[i].attempts, 0);
        ck_assert_str_eq(found[i].data, "{\"a\":1}");
    }
    ck_assert_int_eq(in_tx(store, add_fn, &made), STORE_CONFLICT);
    ck_assert_int_eq(store_outbox_get(reader, made.id + 1, &found[0]), STORE_NONE);
}
END_TEST

START_TEST(due_rows_come_with_the_first_of_each_target_first) {
    int64_t next;
    add("a1", 0, 1, 10);
    add("a2", 0, 1, 11);
    add("a3", 0, 1, 12);
    add("b1", 0, 2, 13);
    add("c1", 1, 1, 14);
    add("late", 1, 2, 99);
    assert_due(20, 9, "a1c1b1");
    assert_due(20, 2, "a1c1");
    assert_due(9, 9, "");
    char names[NAMES_SIZE] = "";
    ck_assert_int_eq(store_outbox_due_of(reader, 0, 1, 11, 9, name_row, names), STORE_OK);
    ck_assert_str_eq(names, "a1a2");
    ck_assert_int_eq(store_outbox_next(reader, 20, &next), STORE_OK);
    ck_assert_int_eq(next, 99);
    ck_assert_int_eq(store_outbox_next(reader, 99, &next), STORE_NONE);
}
END_TEST

/* Whatever its number: those of people without an account are negative. */
START_TEST(each_target_goes_with_the_share_that_it_is_said_to) {
    for (int64_t target = -20; target <= 20; target++) {
        char expected[16], names[NAMES_SIZE] = "";
        unsigned share = store_outbox_share(1, target);

        ck_assert_uint_lt(share, STORE_SHARES);
        snprintf(expected, sizeof expected, "t%d", (int)target + 20);
        add(expected, 1, target, 10);
        ck_assert_int_eq(store_outbox_due(reader, UINT64_C(1) << share, 10, 99, name_row, names),
                         STORE_OK);
        ck_assert_msg(strstr(names, expected) != NULL, "target %d: %s", (int)target, names);
    }
}
END_TEST

START_TEST(channels_and_hosts_take_turns) {
    char id[8];
    for (int i = 0; i < 9; i++) {
        snprintf(id, sizeof id, "s%d", i);
        add_to("slow.example", id, 1, i + 1, 10);
    }
    add_to("other.example", "o1", 1, 20, 11);
    add_to("other.example", "o2", 1, 21, 11);
    add_to("slow.example", "c1", 2, 1, 12);
    add("m1", 0, 1, 13);
    assert_due(20, 3, "m1s0c1");
    assert_due(20, 6, "m1s0c1o1s1o2");
    ck_assert_str_eq(get(1).host, "slow.example");
}
END_TEST

START_TEST(a_row_is_under_way_once_and_ends_once) {
    struct store_outbox_row row = add("msg_1", 1, 5, 20);
    begin(row.id, STORE_OK);
    begin(row.id, STORE_CONFLICT);
    assert_due(100, 9, "");
    end(row.id, STORE_OUTBOX_WAITING, 500, STORE_OK);
    row = get(row.id);
    ck_assert_int_eq(row.attempts, 1);
    ck_assert_int_eq(row.lead, 99);
    ck_assert_int_eq(row.status, 503);
    ck_assert_str_eq(row.detail, "answered 503");
    ck_assert_int_eq(row.due_at, 500);
    ck_assert_int_eq(row.ended_at, 0);
    ck_assert_int_eq(in_tx(store, again_fn, &row.id), STORE_CONFLICT);
    begin(row.id, STORE_OK);
    end(row.id, STORE_OUTBOX_SENT, 0, STORE_OK);
    end(row.id, STORE_OUTBOX_FAILED, 0, STORE_CONFLICT);
    begin(row.id, STORE_CONFLICT);
    row = get(row.id);
    ck_assert_int_eq(row.state, STORE_OUTBOX_SENT);
    ck_assert_int_eq(row.ended_at, 50);
    ck_assert_int_eq(in_tx(store, again_fn, &row.id), STORE_OK);
    row = get(row.id);
    ck_assert_int_eq(row.state, STORE_OUTBOX_WAITING);
    ck_assert_int_eq(row.attempts, 0);
    ck_assert_int_eq(row.lead, 0);
}
END_TEST

START_TEST(rows_under_way_are_taken_up_again) {
    unsigned count = 0;
    struct store_outbox_row row = add("msg_1", 1, 5, 20);
    begin(row.id, STORE_OK);
    add("msg_2", 1, 5, 30);
    store_close(store);
    store = open_store(path);
    reader = store_reader_get(store);
    ck_assert_int_eq(in_tx(store, recover_fn, &count), STORE_OK);
    ck_assert_uint_eq(count, 1);
    assert_due(100, 9, "msg_1");
    ck_assert_int_eq(get(row.id).attempts, 1);
}
END_TEST

START_TEST(what_nobody_wants_is_dropped) {
    struct store_outbox_filter filters[] = {{.channel = 1, .target = 5, .kind = -1},
                                            {.channel = -1, .kind = 3, .game = game},
                                            {.channel = -1, .kind = -1, .account = ann}};
    for (size_t i = 0; i < sizeof filters / sizeof *filters; i++) {
        struct store_outbox_row waiting, other;
        char id[16], id2[16];
        snprintf(id, sizeof id, "w%zu", i);
        snprintf(id2, sizeof id2, "s%zu", i);
        struct store_outbox_row row = add(id, 1, 5, 20), under_way = add(id2, 1, 5, 10);
        begin(under_way.id, STORE_OK);
        ck_assert_int_eq(store_outbox_waiting(reader, &filters[i], &waiting), STORE_OK);
        ck_assert_int_eq(waiting.id, row.id);
        ck_assert_int_eq(in_tx(store, drop_fn, &filters[i]), STORE_OK);
        ck_assert_int_eq(store_outbox_waiting(reader, &filters[i], &other), STORE_NONE);
        row = get(row.id);
        ck_assert_int_eq(row.state, STORE_OUTBOX_DROPPED);
        ck_assert_int_eq(row.ended_at, 77);
        ck_assert_str_eq(row.detail, "nobody wants it");
        ck_assert_int_eq(get(under_way.id).state, STORE_OUTBOX_SENDING);
    }
    struct store_outbox_filter others = {.channel = 1, .target = 6, .kind = -1};
    struct store_outbox_row row = add("stays", 1, 5, 20);
    ck_assert_int_eq(in_tx(store, drop_fn, &others), STORE_OK);
    ck_assert_int_eq(get(row.id).state, STORE_OUTBOX_WAITING);
}
END_TEST

START_TEST(a_long_detail_is_cut_between_characters) {
    struct store_outbox_row row = add("msg_1", 1, 5, 20);
    char detail[300] = "x";
    for (size_t i = 1; i + 2 < sizeof detail; i += 2)
        memcpy(detail + i, "\xc3\xa9", 3); /* é */
    struct store_outbox_end how = {.id = row.id, .state = STORE_OUTBOX_FAILED, .detail = detail};
    ck_assert_int_eq(in_tx(store, end_fn, &how), STORE_OK);
    row = get(row.id);
    ck_assert_uint_eq(strlen(row.detail), STORE_DETAIL_SIZE - 1);
    ck_assert_int_eq(strncmp(row.detail, detail, strlen(row.detail)), 0);
    row = add("msg_2", 1, 5, 20);
    how =
        (struct store_outbox_end){.id = row.id, .state = STORE_OUTBOX_FAILED, .detail = detail + 1};
    ck_assert_int_eq(in_tx(store, end_fn, &how), STORE_OK);
    ck_assert_uint_eq(strlen(get(row.id).detail), STORE_DETAIL_SIZE - 2);
}
END_TEST

START_TEST(old_rows_and_those_of_gone_accounts_are_forgotten) {
    unsigned removed = 0;
    struct store_outbox_row old = add("old", 1, 5, 20), waiting = add("waiting", 1, 5, 20), gone;
    end(old.id, STORE_OUTBOX_SENT, 0, STORE_OK);
    ck_assert_int_eq(in_tx(store, prune_fn, &removed), STORE_OK);
    ck_assert_uint_eq(removed, 1);
    ck_assert_int_eq(store_outbox_get(reader, old.id, &gone), STORE_NONE);
    ck_assert_int_eq(get(waiting.id).state, STORE_OUTBOX_WAITING);
    ck_assert_int_eq(in_tx(store, forget_fn, &ann), STORE_OK);
    ck_assert_int_eq(store_outbox_get(reader, waiting.id, &gone), STORE_NONE);
    end(waiting.id, STORE_OUTBOX_SENT, 0, STORE_CONFLICT);
}
END_TEST

START_TEST(counts_say_what_waits) {
    struct store_outbox_counts counts;
    ck_assert_int_eq(store_outbox_counts(reader, &counts), STORE_OK);
    ck_assert_int_eq(counts.oldest_due, 0);
    add("a", 0, 1, 30);
    begin(add("b", 2, 1, 10).id, STORE_OK);
    end(add("c", 2, 1, 5).id, STORE_OUTBOX_SENT, 0, STORE_OK);
    ck_assert_int_eq(store_outbox_counts(reader, &counts), STORE_OK);
    ck_assert_int_eq(counts.waiting[0], 1);
    ck_assert_int_eq(counts.waiting[1], 0);
    ck_assert_int_eq(counts.waiting[2], 1);
    ck_assert_int_eq(counts.oldest_due, 30);
}
END_TEST

static atomic_int told;

static void count_told(void *context) {
    atomic_fetch_add((atomic_int *)context, 1);
}

static enum store_result nothing_fn(struct store_tx *tx, void *context) {
    (void)tx;
    (void)context;
    return STORE_OK;
}

START_TEST(the_store_tells_who_sends) {
    store_on_outbox(store, count_told, &told);
    ck_assert_int_eq(in_tx(store, nothing_fn, NULL), STORE_OK);
    add("a", 0, 1, 30);
    in_tx(store, nothing_fn, NULL); /* the previous one has reported by now */
    ck_assert_int_eq(atomic_load(&told), 1);
    store_on_outbox(store, NULL, NULL);
    add("b", 0, 1, 30);
    in_tx(store, nothing_fn, NULL);
    ck_assert_int_eq(atomic_load(&told), 1);
}
END_TEST

/* ---- webhooks ---- */

static enum store_result create_hook(struct store_tx *tx, void *context) {
    return store_hook_create(tx, context);
}
static enum store_result set_hook(struct store_tx *tx, void *context) {
    return store_hook_set(tx, context);
}
static enum store_result fail_hook(struct store_tx *tx, void *context) {
    return store_hook_note(tx, *(int64_t *)context, false, 70);
}
static enum store_result reach_hook(struct store_tx *tx, void *context) {
    return store_hook_note(tx, *(int64_t *)context, true, 80);
}
static enum store_result disable_hook(struct store_tx *tx, void *context) {
    return store_hook_disable(tx, *(int64_t *)context, "gone", 90);
}
static enum store_result delete_hook(struct store_tx *tx, void *context) {
    return store_hook_delete(tx, *(int64_t *)context);
}

static bool name_hook(void *context, const struct store_hook *hook) {
    add_name(context, hook->public_id);
    return true;
}

static void assert_wanting(int64_t account, int64_t of_game, uint64_t kinds, const char *expected) {
    char names[NAMES_SIZE] = "";
    ck_assert_int_eq(store_hook_wanting(reader, account, of_game, kinds, name_hook, names),
                     STORE_OK);
    ck_assert_str_eq(names, expected);
}

static struct store_hook make_hook(const char *id, int64_t of_game, uint64_t kinds) {
    struct store_hook hook = {.account = ann, .game = of_game, .kinds = kinds, .created_at = 5};
    snprintf(hook.public_id, sizeof hook.public_id, "%s", id);
    snprintf(hook.url, sizeof hook.url, "https://example.org/%s", id);
    memset(hook.secret, 7, sizeof hook.secret);
    ck_assert_int_eq(in_tx(store, create_hook, &hook), STORE_OK);
    return hook;
}

/* Between a request's check and its change another request can delete the game. */
START_TEST(a_webhook_of_a_game_that_is_gone_is_not_made) {
    struct store_hook hook = {.account = ann, .game = game + 1000, .kinds = 1, .created_at = 5};
    snprintf(hook.public_id, sizeof hook.public_id, "late");
    snprintf(hook.url, sizeof hook.url, "https://example.org/late");
    ck_assert_int_eq(in_tx(store, create_hook, &hook), STORE_NONE);
    make_hook("next", game, 1);
    assert_wanting(0, game, 1, "next");
}
END_TEST

START_TEST(webhooks_hear_what_they_want_while_they_are_in_use) {
    struct store_hook all = make_hook("all", 0, 3), one = make_hook("one", game, 4), found;
    assert_wanting(ann, 0, 1, "all");
    assert_wanting(ann, 0, 4, "");
    assert_wanting(0, game, 4, "one");
    assert_wanting(0, game, 1, "");
    ck_assert_int_eq(store_hook_by_public_id(reader, "one", &found), STORE_OK);
    ck_assert_str_eq(found.game_public_id, "g1");
    ck_assert_str_eq(found.url, "https://example.org/one");
    ck_assert_int_eq(found.secret[31], 7);
    all.old_until = 1000;
    memset(all.old_secret, 8, sizeof all.old_secret);
    ck_assert_int_eq(in_tx(store, set_hook, &all), STORE_OK);
    ck_assert_int_eq(in_tx(store, fail_hook, &all.id), STORE_OK);
    ck_assert_int_eq(store_hook_get(reader, all.id, &found), STORE_OK);
    ck_assert_int_eq(found.old_secret[0], 8);
    ck_assert_int_eq(found.failing_since, 70);
    ck_assert_int_eq(in_tx(store, reach_hook, &all.id), STORE_OK);
    ck_assert_int_eq(in_tx(store, disable_hook, &all.id), STORE_OK);
    ck_assert_int_eq(in_tx(store, disable_hook, &all.id), STORE_CONFLICT);
    ck_assert_int_eq(store_hook_get(reader, all.id, &found), STORE_OK);
    ck_assert_int_eq(found.failing_since, 0);
    ck_assert_int_eq(found.sent_at, 80);
    ck_assert_int_eq(found.disabled_at, 90);
    ck_assert_str_eq(found.disabled_why, "gone");
    assert_wanting(ann, 0, 1, "");
    ck_assert_int_eq(in_tx(store, delete_hook, &one.id), STORE_OK);
    ck_assert_int_eq(in_tx(store, delete_hook, &one.id), STORE_NONE);
    ck_assert_int_eq(in_tx(store, forget_fn, &ann), STORE_OK);
    ck_assert_int_eq(store_hook_get(reader, all.id, &found), STORE_NONE);
}
END_TEST

#define CASE(test)                                                                                 \
    { .name = #test, test, .setup = setup, .teardown = teardown }

static Suite *suite(void) {
    return test_suite("outbox", (const struct test_case[]){
                                    CASE(a_row_is_found_as_it_was_written),
                                    CASE(due_rows_come_with_the_first_of_each_target_first),
                                    CASE(channels_and_hosts_take_turns),
                                    CASE(each_target_goes_with_the_share_that_it_is_said_to),
                                    CASE(a_row_is_under_way_once_and_ends_once),
                                    CASE(rows_under_way_are_taken_up_again),
                                    CASE(what_nobody_wants_is_dropped),
                                    CASE(a_long_detail_is_cut_between_characters),
                                    CASE(old_rows_and_those_of_gone_accounts_are_forgotten),
                                    CASE(counts_say_what_waits),
                                    CASE(the_store_tells_who_sends),
                                    CASE(a_webhook_of_a_game_that_is_gone_is_not_made),
                                    CASE(webhooks_hear_what_they_want_while_they_are_in_use),
                                    {0},
                                });
}
TEST_MAIN(suite)
