/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/accounts.h"
#include "db/games.h"
#include "db/heartbeat.h"
#include "db/hooks.h"
#include "db/idempotency.h"
#include "db/retention.h"
#include "db/usage.h"
#include "tests/db/store_help.h"
#include "tests/support/check_main.h"

#include <stdio.h>
#include <string.h>

static const char path[] = "accounts.db";
static struct store *store;
static struct store_reader *reader;

static void setup(void) {
    store = open_new_store(path, &reader);
}

static void teardown(void) {
    store_close(store);
}

static struct store_token new_token(int64_t account, unsigned char fill) {
    struct store_token token = {.account = account, .name = "laptop", .created_at = 3000};
    snprintf(token.public_id, sizeof token.public_id, "t%02x", fill);
    snprintf(token.scopes, sizeof token.scopes, "game:read game:play");
    memset(token.hash, fill, sizeof token.hash);
    return token;
}

START_TEST(an_account_is_found_again) {
    struct store_account made = {.public_id = "a1",
                                 .name = "Ann",
                                 .name_key = "ann",
                                 .email = "ann@example.org",
                                 .created_at = 42};
    ck_assert_int_eq(in_tx(store, create_account, &made), STORE_OK);
    struct store_account found[3];
    ck_assert_int_eq(store_account_get(reader, made.id, &found[0]), STORE_OK);
    ck_assert_int_eq(store_account_by_public_id(reader, "a1", &found[1]), STORE_OK);
    ck_assert_int_eq(store_account_by_name(reader, "ann", &found[2]), STORE_OK);
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(found[i].id, made.id);
        ck_assert_str_eq(found[i].public_id, "a1");
        ck_assert_str_eq(found[i].name, "Ann");
        ck_assert_str_eq(found[i].email, "ann@example.org");
        ck_assert_int_eq(found[i].created_at, 42);
        ck_assert_int_eq(found[i].deleted_at, 0);
    }
    ck_assert_int_eq(store_account_by_name(reader, "ben", &found[0]), STORE_NONE);
    ck_assert_int_eq(store_account_by_public_id(reader, "", &found[0]), STORE_NONE);
    ck_assert_int_eq(store_account_get(reader, made.id + 1, &found[0]), STORE_NONE);
}
END_TEST

START_TEST(a_name_is_taken_once) {
    make_account(store, "Ann");
    struct store_account second = {.public_id = "other", .name = "\xc3\x84NN", .name_key = "ann"};
    ck_assert_int_eq(in_tx(store, create_account, &second), STORE_CONFLICT);
    struct store_account same_id = {.public_id = "a_Ann", .name = "Other"};
    ck_assert_int_eq(in_tx(store, create_account, &same_id), STORE_CONFLICT);
    struct store_counts counts;
    ck_assert_int_eq(store_count(reader, &counts), STORE_OK);
    ck_assert_int_eq(counts.accounts, 1);
}
END_TEST

START_TEST(a_deleted_account_is_nameless_and_its_tokens_are_dead) {
    int64_t ann = make_account(store, "Ann");
    struct store_token token = new_token(ann, 0x11);
    ck_assert_int_eq(in_tx(store, create_token, &token), STORE_OK);
    ck_assert_int_eq(in_tx(store, delete_account, &ann), STORE_OK);
    struct store_account found;
    ck_assert_int_eq(store_account_by_name(reader, "ann", &found), STORE_NONE);
    ck_assert_int_eq(store_account_by_public_id(reader, "a_Ann", &found), STORE_OK);
    ck_assert_str_eq(found.name, "");
    ck_assert_int_eq(found.deleted_at, 5000);
    ck_assert_int_eq(store_token_find(reader, token.hash, &token, &found), STORE_OK);
    ck_assert_int_eq(token.revoked_at, 5000);
    ck_assert_int_eq(in_tx(store, delete_account, &ann), STORE_NONE);
    struct store_account heir = {.public_id = "heir", .name = "Ann", .name_key = "ann"};
    ck_assert_int_eq(in_tx(store, create_account, &heir), STORE_OK);
    ck_assert_int_gt(heir.id, ann);
}
END_TEST

START_TEST(a_token_brings_its_account) {
    int64_t ann = make_account(store, "Ann");
    struct store_token token = new_token(ann, 0x22);
    token.expires_at = 9000;
    ck_assert_int_eq(in_tx(store, create_token, &token), STORE_OK);
    struct store_token found;
    struct store_account account;
    ck_assert_int_eq(store_token_find(reader, token.hash, &found, &account), STORE_OK);
    ck_assert_int_eq(found.id, token.id);
    ck_assert_str_eq(found.name, "laptop");
    ck_assert_str_eq(found.scopes, "game:read game:play");
    ck_assert_int_eq(found.expires_at, 9000);
    ck_assert_int_eq(found.revoked_at, 0);
    ck_assert_str_eq(account.name, "Ann");
    uint8_t unknown[STORE_HASH_SIZE] = {0};
    ck_assert_int_eq(store_token_find(reader, unknown, &found, &account), STORE_NONE);
    struct store_token twin = new_token(ann, 0x22);
    ck_assert_int_eq(in_tx(store, create_token, &twin), STORE_CONFLICT);
}
END_TEST

static bool note_token(void *context, const struct store_token *token) {
    char *names = context;
    add_name(names, token->public_id);
    return true;
}

static enum store_result revoke_t31(struct store_tx *tx, void *context) {
    return store_token_revoke(tx, *(int64_t *)context, "t31", 7000);
}

static enum store_result use_token(struct store_tx *tx, void *context) {
    return store_token_used(tx, *(int64_t *)context, 8000);
}

static enum store_result create_hook(struct store_tx *tx, void *context) {
    return store_hook_create(tx, context);
}

static enum store_result delete_hook(struct store_tx *tx, void *context) {
    return store_hook_delete(tx, *(int64_t *)context);
}

static enum store_result prune_all(struct store_tx *tx, void *context) {
    unsigned removed;
    return store_prune(tx, *(int64_t *)context, 10, &removed);
}

/* Whether each token still exists. */
static void assert_kept(const struct store_token *tokens, size_t n, const bool *kept) {
    for (size_t i = 0; i < n; i++) {
        struct store_token found;
        ck_assert_int_eq(store_token_get(reader, tokens[i].id, &found),
                         kept[i] ? STORE_OK : STORE_NONE);
    }
}

START_TEST(ended_tokens_are_forgotten_after_what_they_have_made) {
    int64_t ann = make_account(store, "Ann"), now = 5000 + STORE_TOKEN_HOURS * INT64_C(3600000);
    struct store_token tokens[] = {new_token(ann, 0x41), new_token(ann, 0x42), new_token(ann, 0x43),
                                   new_token(ann, 0x44), new_token(ann, 0x45)};
    struct store_hook hook = {.public_id = "h1", .account = ann, .url = "https://a", .kinds = 1};
    enum { TOKENS = sizeof tokens / sizeof *tokens };
    tokens[1].expires_at = tokens[2].expires_at = tokens[3].expires_at = 4000;
    tokens[4].expires_at = 6000;
    for (size_t i = 0; i < TOKENS; i++) {
        tokens[i].parent = i == 3 ? tokens[2].id : 0; /* the fourth is the third's child */
        ck_assert_int_eq(in_tx(store, create_token, &tokens[i]), STORE_OK);
    }
    hook.token = tokens[3].id;
    ck_assert_int_eq(in_tx(store, create_hook, &hook), STORE_OK);
    ck_assert_int_eq(in_tx(store, prune_all, &now), STORE_OK);
    assert_kept(tokens, TOKENS, (const bool[]){true, false, true, true, true});
    ck_assert_int_eq(in_tx(store, delete_hook, &hook.id), STORE_OK);
    ck_assert_int_eq(in_tx(store, prune_all, &now), STORE_OK);
    ck_assert_int_eq(in_tx(store, prune_all, &now), STORE_OK);
    assert_kept(tokens, TOKENS, (const bool[]){true, false, false, false, true});
    now += 2000;
    ck_assert_int_eq(in_tx(store, delete_account, &ann), STORE_OK); /* revokes the first at once */
    ck_assert_int_eq(in_tx(store, prune_all, &now), STORE_OK);
    assert_kept(tokens, TOKENS, (const bool[]){false, false, false, false, false});
}
END_TEST

START_TEST(tokens_are_listed_used_and_revoked) {
    int64_t ann = make_account(store, "Ann");
    int64_t ben = make_account(store, "Ben");
    struct store_token tokens[] = {new_token(ann, 0x31), new_token(ann, 0x32),
                                   new_token(ben, 0x33)};
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(in_tx(store, create_token, &tokens[i]), STORE_OK);
    char names[NAMES_SIZE] = "";
    ck_assert_int_eq(store_token_list(reader, ann, note_token, names), STORE_OK);
    ck_assert_str_eq(names, "t31t32");
    ck_assert_int_eq(in_tx(store, revoke_t31, &ben), STORE_NONE);
    ck_assert_int_eq(in_tx(store, revoke_t31, &ann), STORE_OK);
    ck_assert_int_eq(in_tx(store, revoke_t31, &ann), STORE_NONE);
    names[0] = '\0';
    ck_assert_int_eq(store_token_list(reader, ann, note_token, names), STORE_OK);
    ck_assert_str_eq(names, "t32");
    ck_assert_int_eq(in_tx(store, use_token, &tokens[1].id), STORE_OK);
    struct store_account account;
    ck_assert_int_eq(store_token_find(reader, tokens[1].hash, &tokens[0], &account), STORE_OK);
    ck_assert_int_eq(tokens[0].last_used_at, 8000);
}
END_TEST

static struct store_idempotency new_record(int64_t account, const char *key, int64_t at) {
    struct store_idempotency record = {
        .account = account,
        .route = "POST /v1/games",
        .status = 201,
        .headers = {"Location: /v1/games/g", 21},
        .body = {"{\"id\":\"g\"}", 10},
        .created_at = at,
    };
    snprintf(record.key, sizeof record.key, "%s", key);
    memset(record.body_hash, 0xb0, sizeof record.body_hash);
    return record;
}

static enum store_result put_record(struct store_tx *tx, void *context) {
    return store_idempotency_put(tx, context);
}

static enum store_result put_and_see(struct store_tx *tx, void *context) {
    enum store_result result = store_idempotency_put(tx, context);
    struct store_idempotency seen;
    if (result == STORE_OK)
        result = store_idempotency_get(store_tx_reader(tx), 1, "inner", &seen);
    if (result == STORE_OK)
        store_idempotency_clear(&seen);
    return result;
}

static enum store_result prune(struct store_tx *tx, void *context) {
    return store_prune(tx, 200 + STORE_IDEMPOTENCY_HOURS * INT64_C(3600000), 2, context);
}

START_TEST(a_response_is_remembered_and_forgotten) {
    int64_t ann = make_account(store, "Ann");
    struct store_idempotency record = new_record(ann, "k1", 100);
    ck_assert_int_eq(in_tx(store, put_record, &record), STORE_OK);
    ck_assert_int_eq(in_tx(store, put_record, &record), STORE_CONFLICT);
    struct store_idempotency found;
    ck_assert_int_eq(store_idempotency_get(reader, ann, "k2", &found), STORE_NONE);
    ck_assert_int_eq(store_idempotency_get(reader, ann + 1, "k1", &found), STORE_NONE);
    ck_assert_int_eq(store_idempotency_get(reader, ann, "k1", &found), STORE_OK);
    ck_assert_int_eq(found.status, 201);
    ck_assert_str_eq(found.route, "POST /v1/games");
    ck_assert_uint_eq(found.headers.len, 21);
    ck_assert_mem_eq(found.headers.data, record.headers.data, 21);
    ck_assert_uint_eq(found.body.len, 10);
    ck_assert_mem_eq(found.body.data, record.body.data, 10);
    ck_assert_mem_eq(found.body_hash, record.body_hash, STORE_HASH_SIZE);
    store_idempotency_clear(&found);
    struct store_idempotency inner = new_record(ann, "inner", 300);
    ck_assert_int_eq(in_tx(store, put_and_see, &inner), STORE_OK);
    struct store_idempotency more[] = {new_record(ann, "k2", 101), new_record(ann, "k3", 102)};
    ck_assert_int_eq(in_tx(store, put_record, &more[0]), STORE_OK);
    ck_assert_int_eq(in_tx(store, put_record, &more[1]), STORE_OK);
    unsigned removed;
    ck_assert_int_eq(in_tx(store, prune, &removed), STORE_OK);
    ck_assert_uint_eq(removed, 2);
    ck_assert_int_eq(in_tx(store, prune, &removed), STORE_OK);
    ck_assert_uint_eq(removed, 1);
    ck_assert_int_eq(store_idempotency_get(reader, ann, "inner", &found), STORE_OK);
    store_idempotency_clear(&found);
    ck_assert_int_eq(in_tx(store, delete_account, &ann), STORE_OK);
    ck_assert_int_eq(store_idempotency_get(reader, ann, "inner", &found), STORE_NONE);
}
END_TEST

/* A sign-up by CLIENT at AT. */
struct sign_up {
    int64_t client, at, wait;
};

static enum store_result count_sign_up(struct store_tx *tx, void *context) {
    static const struct store_sign_up_limit limit = {.interval_ms = 100, .burst_ms = 300};
    struct sign_up *one = context;
    return store_sign_up_count(tx, one->client, &limit, one->at, &one->wait);
}

/* What is pruned long after the sign-ups. */
struct pruned {
    int64_t at;
    unsigned removed;
};

static enum store_result prune_at(struct store_tx *tx, void *context) {
    struct pruned *pruned = context;
    return store_prune(tx, pruned->at, 100, &pruned->removed);
}

START_TEST(an_address_makes_so_many_accounts) {
    static const struct sign_up rows[] = {
        {7, 1000, 0},    {7, 1000, 0}, {7, 1000, 0},   {7, 1000, 100}, /* three at once */
        {-8, 1000, 0},                                                 /* of another client */
        {7, 1050, 50},   {7, 1100, 0}, {7, 1100, 100},                 /* one more per interval */
        {7, 9000, 0},    {7, 9000, 0}, {7, 9000, 0},   {7, 9000, 100}, /* no more than three */
        {7, 8000, 1100}, /* a clock that has gone back */
    };
    struct pruned pruned = {.at = 9301};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct sign_up one = {rows[i].client, rows[i].at, -1};

        ck_assert_int_eq(in_tx(store, count_sign_up, &one), STORE_OK);
        REQUIRE(one.wait == rows[i].wait, "row %zu waits %lld", i, (long long)one.wait);
    }
    /* a full allowance is deleted */
    ck_assert_int_eq(in_tx(store, prune_at, &pruned), STORE_OK);
    ck_assert_uint_eq(pruned.removed, 2);
}
END_TEST

static enum store_result spend_allowance(struct store_tx *tx, void *context) {
    struct sign_up *one = context;
    return store_allowance_spend(tx, one->client, 0, 3, 3, one->at, &one->wait);
}

static enum store_result turn_back(struct store_tx *tx, void *context) {
    const int64_t *times = context; /* from, to */
    return store_turn_back(tx, times[0], times[1]);
}

START_TEST(allowances_used_up_by_a_wrong_clock_are_whole_again) {
    static enum store_result (*const spends[])(struct store_tx *, void *) = {count_sign_up,
                                                                             spend_allowance};
    int64_t times[] = {INT64_C(400) * STORE_DAY_MS, 1000};

    for (size_t i = 0; i < 2; i++) {
        struct sign_up one = {7, times[0], -1};

        ck_assert_int_eq(in_tx(store, spends[i], &one), STORE_OK);
        ck_assert_int_eq(one.wait, 0);
        one.at = times[1];
        ck_assert_int_eq(in_tx(store, spends[i], &one), STORE_OK);
        ck_assert_int_gt(one.wait, STORE_DAY_MS);
    }
    ck_assert_int_eq(in_tx(store, turn_back, times), STORE_OK);
    for (size_t i = 0; i < 2; i++) {
        struct sign_up one = {7, times[1], -1};

        ck_assert_int_eq(in_tx(store, spends[i], &one), STORE_OK);
        ck_assert_int_eq(one.wait, 0);
    }
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "accounts",
        (const struct test_case[]){
            {.name = "found again",
             an_account_is_found_again,
             .setup = setup,
             .teardown = teardown},
            {.name = "wrong clock",
             allowances_used_up_by_a_wrong_clock_are_whole_again,
             .setup = setup,
             .teardown = teardown},
            {.name = "name taken", a_name_is_taken_once, .setup = setup, .teardown = teardown},
            {.name = "deleted",
             a_deleted_account_is_nameless_and_its_tokens_are_dead,
             .setup = setup,
             .teardown = teardown},
            {.name = "token", a_token_brings_its_account, .setup = setup, .teardown = teardown},
            {.name = "tokens",
             tokens_are_listed_used_and_revoked,
             .setup = setup,
             .teardown = teardown},
            {.name = "ended tokens",
             ended_tokens_are_forgotten_after_what_they_have_made,
             .setup = setup,
             .teardown = teardown},
            {.name = "sign-ups",
             an_address_makes_so_many_accounts,
             .setup = setup,
             .teardown = teardown},
            {.name = "answers",
             a_response_is_remembered_and_forgotten,
             .setup = setup,
             .teardown = teardown},
            {0},
        });
}
TEST_MAIN(suite)
