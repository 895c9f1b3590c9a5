/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Apps, grants that depend on their token, and requests that lead to at most one grant. */
#include "db/accounts.h"
#include "db/app_requests.h"
#include "db/apps.h"
#include "db/hooks.h"
#include "db/retention.h"
#include "tests/db/store_help.h"
#include "tests/support/check_main.h"

#include <stdio.h>
#include <string.h>

static const char path[] = "apps.db";
static struct store *store;
static struct store_reader *reader;
static int64_t ann, bob; /* Ann makes apps, Bob authorizes them */

enum { HOUR_MS = 3600 * 1000, EXPIRES = 10000 };

static void setup(void) {
    store = open_new_store(path, &reader);
    ann = make_account(store, "Ann");
    bob = make_account(store, "Bob");
}

static void teardown(void) {
    store_close(store);
}

/* ---- jobs ---- */

static enum store_result create_app(struct store_tx *tx, void *app) {
    return store_app_create(tx, app);
}

static struct store_app make_app(const char *public_id) {
    struct store_app app = {.account = ann, .name = "Chess", .redirects = "https://a/ b.c:/"};
    snprintf(app.public_id, sizeof app.public_id, "%s", public_id);
    app.created_at = 42;
    ck_assert_int_eq(in_tx(store, create_app, &app), STORE_OK);
    return app;
}

static enum store_result delete_app(struct store_tx *tx, void *public_id) {
    return store_app_delete(tx, ann, public_id, 5000);
}

static struct store_token make_token(int64_t parent, unsigned char fill) {
    struct store_token token = {.account = bob, .expires_at = EXPIRES, .parent = parent};
    snprintf(token.public_id, sizeof token.public_id, "t%02x", fill);
    snprintf(token.scopes, sizeof token.scopes, "game:read");
    memset(token.hash, fill, sizeof token.hash);
    ck_assert_int_eq(in_tx(store, create_token, &token), STORE_OK);
    return token;
}

static enum store_result create_grant(struct store_tx *tx, void *grant) {
    return store_grant_create(tx, grant);
}

/* Bob authorizes the app, with a token of this FILL. */
static struct store_grant make_grant(const struct store_app *app, unsigned char fill) {
    struct store_token token = make_token(0, fill);
    struct store_grant grant = {.app = app->id, .account = bob, .token = token.id};
    snprintf(grant.public_id, sizeof grant.public_id, "g%02x", fill);
    snprintf(grant.scopes, sizeof grant.scopes, "game:read game:play");
    memset(grant.family, fill, sizeof grant.family);
    memset(grant.refresh, fill + 1, sizeof grant.refresh);
    ck_assert_int_eq(in_tx(store, create_grant, &grant), STORE_OK);
    return grant;
}

static enum store_result create_request(struct store_tx *tx, void *request) {
    return store_app_request_create(tx, request);
}

static struct store_app_request make_request(const struct store_app *app, unsigned char fill,
                                             int64_t client) {
    struct store_app_request request = {
        .app = app->id, .client = client, .expires_at = EXPIRES, .pace = 5};
    snprintf(request.scopes, sizeof request.scopes, "game:read");
    memset(request.hash, fill, sizeof request.hash);
    memset(request.user_code, fill, sizeof request.user_code);
    ck_assert_int_eq(in_tx(store, create_request, &request), STORE_OK);
    return request;
}

static bool count_app(void *context, const struct store_app *app) {
    (void)app;
    ++*(int *)context;
    return true;
}

static bool note_grant(void *context, const struct store_grant *grant) {
    add_name(context, grant->public_id);
    return true;
}

static void grants_are(int64_t since, const char *expected) {
    char names[NAMES_SIZE] = "";
    ck_assert_int_eq(store_grant_list(reader, bob, since, note_grant, names), STORE_OK);
    ck_assert_str_eq(names, expected);
}

/* ---- apps and grants ---- */

START_TEST(an_app_is_found_again) {
    struct store_app app = make_app("one"), found, twin = app;
    int count = 0;
    ck_assert_int_eq(store_app_by_public_id(reader, "one", &found), STORE_OK);
    ck_assert_int_eq(found.id, app.id);
    ck_assert_str_eq(found.name, "Chess");
    ck_assert_str_eq(found.redirects, "https://a/ b.c:/");
    ck_assert_str_eq(found.maker, "Ann");
    ck_assert_str_eq(found.about, "");
    ck_assert_int_eq(found.created_at, 42);
    ck_assert_int_eq(store_app_get(reader, app.id, &found), STORE_OK);
    ck_assert_int_eq(store_app_by_public_id(reader, "two", &found), STORE_NONE);
    ck_assert_int_eq(in_tx(store, create_app, &twin), STORE_CONFLICT);
    ck_assert_int_eq(store_app_list(reader, ann, count_app, &count), STORE_OK);
    ck_assert_int_eq(store_app_list(reader, bob, count_app, &count), STORE_OK);
    ck_assert_int_eq(count, 1);
}
END_TEST

START_TEST(a_grant_is_found_by_all_its_names) {
    struct store_app app = make_app("one");
    struct store_grant grant = make_grant(&app, 0x10), found[4];
    ck_assert_int_eq(store_grant_get(reader, grant.id, &found[0]), STORE_OK);
    ck_assert_int_eq(store_grant_by_family(reader, grant.family, &found[1]), STORE_OK);
    ck_assert_int_eq(store_grant_by_public_id(reader, "g10", &found[2]), STORE_OK);
    ck_assert_int_eq(store_grant_by_token(reader, grant.token, &found[3]), STORE_OK);
    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(found[i].id, grant.id);
        ck_assert_int_eq(found[i].account, bob);
        ck_assert_str_eq(found[i].scopes, "game:read game:play");
        ck_assert_mem_eq(found[i].refresh, grant.refresh, STORE_HASH_SIZE);
        ck_assert_str_eq(found[i].app_id, "one");
        ck_assert_str_eq(found[i].app_name, "Chess");
        ck_assert_str_eq(found[i].app_maker, "Ann");
        ck_assert_str_eq(found[i].token_id, "t10");
        ck_assert_int_eq(found[i].token_expires_at, EXPIRES);
    }
    ck_assert_int_eq(store_grant_by_family(reader, grant.refresh, found), STORE_NONE);
    ck_assert_int_eq(in_tx(store, create_grant, &grant), STORE_CONFLICT);
}
END_TEST

static enum store_result revoke_token(struct store_tx *tx, void *public_id) {
    return store_token_revoke(tx, bob, public_id, 5000);
}

START_TEST(a_grant_is_as_good_as_its_token) {
    struct store_app app = make_app("one");
    struct store_grant grant = make_grant(&app, 0x10);
    struct store_token session = make_token(grant.token, 0x11), own = make_token(0, 0x12);
    make_grant(&app, 0x20);
    grants_are(EXPIRES - 1, "g10g20");
    grants_are(EXPIRES, "");
    ck_assert_int_eq(store_grant_covers(reader, grant.token), STORE_OK);
    ck_assert_int_eq(store_grant_covers(reader, session.id), STORE_OK);
    ck_assert_int_eq(store_grant_covers(reader, own.id), STORE_NONE);
    ck_assert_int_eq(in_tx(store, revoke_token, "t10"), STORE_OK);
    grants_are(0, "g20");
    ck_assert_int_eq(store_grant_get(reader, grant.id, &grant), STORE_OK);
    ck_assert_int_eq(grant.token_revoked_at, 5000);
}
END_TEST

static enum store_result renew_token(struct store_tx *tx, void *token) {
    return store_token_renew(tx, token);
}

static enum store_result set_refresh(struct store_tx *tx, void *context) {
    const struct store_grant *grant = context;
    return store_grant_set_refresh(tx, grant->id, grant->refresh);
}

START_TEST(a_renewed_token_is_the_same_with_another_secret) {
    struct store_app app = make_app("one");
    struct store_grant grant = make_grant(&app, 0x10);
    struct store_token token = {.id = grant.token, .expires_at = EXPIRES * 2}, found;
    struct store_account account;
    uint8_t before[STORE_HASH_SIZE];
    memset(before, 0x10, sizeof before);
    memset(token.hash, 0x33, sizeof token.hash);
    snprintf(token.scopes, sizeof token.scopes, "game:play");
    ck_assert_int_eq(in_tx(store, renew_token, &token), STORE_OK);
    ck_assert_int_eq(store_token_find(reader, before, &found, &account), STORE_NONE);
    ck_assert_int_eq(store_token_find(reader, token.hash, &found, &account), STORE_OK);
    ck_assert_str_eq(found.public_id, "t10");
    ck_assert_str_eq(found.scopes, "game:play");
    ck_assert_int_eq(found.expires_at, EXPIRES * 2);
    memset(grant.refresh, 0x44, sizeof grant.refresh);
    ck_assert_int_eq(in_tx(store, set_refresh, &grant), STORE_OK);
    ck_assert_int_eq(store_grant_get(reader, grant.id, &grant), STORE_OK);
    ck_assert_int_eq(grant.refresh[0], 0x44);
    ck_assert_int_eq(in_tx(store, revoke_token, "t10"), STORE_OK);
    ck_assert_int_eq(in_tx(store, renew_token, &token), STORE_NONE);
}
END_TEST

START_TEST(whoever_let_a_deleted_app_in_is_rid_of_it) {
    struct store_app one = make_app("one"), two = make_app("two");
    struct store_grant grant = make_grant(&one, 0x10), other = make_grant(&two, 0x20), found;
    struct store_token child = make_token(grant.token, 0x11), token;
    make_request(&one, 0x50, 7);
    ck_assert_int_eq(in_tx(store, delete_app, "none"), STORE_NONE);
    ck_assert_int_eq(in_tx(store, delete_app, "one"), STORE_OK);
    ck_assert_int_eq(store_token_get(reader, grant.token, &token), STORE_OK);
    ck_assert_int_eq(token.revoked_at, 5000);
    ck_assert_int_eq(store_token_get(reader, child.id, &token), STORE_OK);
    ck_assert_int_eq(token.revoked_at, 5000);
    ck_assert_int_eq(store_grant_get(reader, grant.id, &found), STORE_NONE);
    ck_assert_int_eq(store_token_get(reader, other.token, &token), STORE_OK);
    ck_assert_int_eq(token.revoked_at, 0);
    /* and the rest, when its maker is deleted */
    ck_assert_int_eq(in_tx(store, delete_account, &ann), STORE_OK);
    ck_assert_int_eq(store_token_get(reader, other.token, &token), STORE_OK);
    ck_assert_int_eq(token.revoked_at, 5000);
    ck_assert_int_eq(store_app_by_public_id(reader, "two", &two), STORE_NONE);
}
END_TEST

START_TEST(what_an_account_let_in_goes_with_it) {
    struct store_app app = make_app("one");
    struct store_grant grant = make_grant(&app, 0x10);
    ck_assert_int_eq(in_tx(store, delete_account, &bob), STORE_OK);
    ck_assert_int_eq(store_grant_get(reader, grant.id, &grant), STORE_NONE);
    ck_assert_int_eq(store_app_by_public_id(reader, "one", &app), STORE_OK);
}
END_TEST

/* ---- webhooks ---- */

static enum store_result create_hook(struct store_tx *tx, void *hook) {
    return store_hook_create(tx, hook);
}

static bool note_hook(void *context, const struct store_hook *hook) {
    add_name(context, hook->public_id);
    return true;
}

static void hooks_are(int64_t account, int64_t now, uint64_t kinds, const char *expected) {
    char names[NAMES_SIZE] = "";
    ck_assert_int_eq(store_hook_wanting_apps(reader, account, now, kinds, note_hook, names),
                     STORE_OK);
    ck_assert_str_eq(names, expected);
}

START_TEST(an_apps_webhook_is_for_whoever_lets_it_read) {
    struct store_app app = make_app("one");
    struct store_hook hook = {.public_id = "h", .account = ann, .app = app.id, .url = "https://a/"};
    struct store_hook twin = {.public_id = "i", .account = ann, .app = app.id, .url = "https://a/"};
    char names[NAMES_SIZE] = "";
    const int64_t end = EXPIRES + INT64_C(30) * 24 * HOUR_MS;
    hook.kinds = twin.kinds = 1;
    memset(hook.secret, 1, sizeof hook.secret);
    memset(twin.secret, 1, sizeof twin.secret);
    ck_assert_int_eq(in_tx(store, create_hook, &hook), STORE_OK);
    ck_assert_int_eq(in_tx(store, create_hook, &twin), STORE_CONFLICT);
    ck_assert_int_eq(store_hook_by_app(reader, app.id, &twin), STORE_OK);
    ck_assert_int_eq(twin.id, hook.id);
    ck_assert_str_eq(twin.app_id, "one");
    hooks_are(bob, 0, 1, "");
    make_grant(&app, 0x10);
    make_grant(&app, 0x20); /* authorized twice, notified once */
    hooks_are(bob, 0, 1, "h");
    hooks_are(bob, end - 1, 1, "h");
    hooks_are(bob, end, 1, "");
    hooks_are(bob, 0, 2, "");
    hooks_are(ann, 0, 1, "");
    ck_assert_int_eq(store_grant_reads(reader, app.id, bob, 0), STORE_OK);
    ck_assert_int_eq(store_grant_reads(reader, app.id, ann, 0), STORE_NONE);
    /* not for its maker's own games */
    ck_assert_int_eq(store_hook_wanting(reader, ann, 0, 1, note_hook, names), STORE_OK);
    ck_assert_str_eq(names, "");
    ck_assert_int_eq(in_tx(store, revoke_token, "t10"), STORE_OK);
    hooks_are(bob, 0, 1, "h");
    ck_assert_int_eq(in_tx(store, revoke_token, "t20"), STORE_OK);
    hooks_are(bob, 0, 1, "");
    ck_assert_int_eq(in_tx(store, delete_app, "one"), STORE_OK);
    ck_assert_int_eq(store_hook_get(reader, hook.id, &hook), STORE_NONE);
}
END_TEST

START_TEST(an_app_that_may_not_read_is_told_nothing) {
    struct store_app app = make_app("one");
    struct store_hook hook = {
        .public_id = "h", .account = ann, .app = app.id, .url = "https://a/", .kinds = 1};
    struct store_token token = make_token(0, 0x10);
    struct store_grant grant = {.public_id = "g", .app = app.id, .account = bob, .token = token.id};
    memset(hook.secret, 1, sizeof hook.secret);
    snprintf(grant.scopes, sizeof grant.scopes, "game:play account:write");
    ck_assert_int_eq(in_tx(store, create_hook, &hook), STORE_OK);
    ck_assert_int_eq(in_tx(store, create_grant, &grant), STORE_OK);
    hooks_are(bob, 0, 1, "");
    ck_assert_int_eq(store_grant_reads(reader, app.id, bob, 0), STORE_NONE);
}
END_TEST

/* ---- requests ---- */

struct answered {
    int64_t request, grant;
    bool denied;
};

static enum store_result answer_request(struct store_tx *tx, void *context) {
    const struct answered *answered = context;
    return store_app_request_answer(tx, answered->request, bob, answered->denied);
}

static enum store_result use_request(struct store_tx *tx, void *context) {
    const struct answered *answered = context;
    return store_app_request_use(tx, answered->request, answered->grant);
}

static enum store_result ask_request(struct store_tx *tx, void *context) {
    return store_app_request_asked(tx, *(const int64_t *)context, 10, 77);
}

START_TEST(a_request_is_answered_once_and_used_once) {
    struct store_app app = make_app("one");
    struct store_app_request request = make_request(&app, 0x50, 7), found;
    struct store_grant grant = make_grant(&app, 0x10);
    struct answered answered = {request.id, grant.id, false};
    int64_t waiting;
    ck_assert_int_eq(store_app_request_by_user_code(reader, request.user_code, EXPIRES - 1, &found),
                     STORE_OK);
    ck_assert_int_eq(found.id, request.id);
    ck_assert_int_eq(store_app_request_by_user_code(reader, request.user_code, EXPIRES, &found),
                     STORE_NONE);
    make_request(&app, 0x51, 7);
    make_request(&app, 0x52, 8);
    ck_assert_int_eq(store_app_request_count(reader, 7, 0, &waiting), STORE_OK);
    ck_assert_int_eq(waiting, 2);
    ck_assert_int_eq(in_tx(store, ask_request, &request.id), STORE_OK);
    ck_assert_int_eq(in_tx(store, answer_request, &answered), STORE_OK);
    ck_assert_int_eq(in_tx(store, answer_request, &answered), STORE_CONFLICT);
    ck_assert_int_eq(store_app_request_by_user_code(reader, request.user_code, 0, &found),
                     STORE_NONE);
    ck_assert_int_eq(store_app_request_count(reader, 7, 0, &waiting), STORE_OK);
    ck_assert_int_eq(waiting, 1);
    ck_assert_int_eq(in_tx(store, use_request, &answered), STORE_OK);
    ck_assert_int_eq(in_tx(store, use_request, &answered), STORE_CONFLICT);
    ck_assert_int_eq(store_app_request_by_hash(reader, request.hash, &found), STORE_OK);
    ck_assert_int_eq(found.account, bob);
    ck_assert_int_eq(found.grant, grant.id);
    ck_assert(!found.denied);
    ck_assert_int_eq(found.pace, 10);
    ck_assert_int_eq(found.asked_at, 77);
    ck_assert_str_eq(found.scopes, "game:read");
    ck_assert_int_eq(in_tx(store, create_request, &request), STORE_CONFLICT);
}
END_TEST

struct pruning {
    int64_t now;
    unsigned removed;
};

static enum store_result prune(struct store_tx *tx, void *context) {
    struct pruning *pruning = context;
    return store_prune(tx, pruning->now, 100, &pruning->removed);
}

/* Requests expire a day after their end; a grant is pruned with its token, as long after that one's end as it could
 * have been renewed. */
START_TEST(what_has_ended_is_pruned) {
    struct store_app app = make_app("one");
    struct store_app_request request = make_request(&app, 0x50, 7);
    struct store_grant grant = make_grant(&app, 0x10);
    struct pruning pruning = {.now = EXPIRES + INT64_C(24) * HOUR_MS};
    ck_assert_int_eq(in_tx(store, prune, &pruning), STORE_OK);
    ck_assert_uint_eq(pruning.removed, 0);
    pruning.now++;
    ck_assert_int_eq(in_tx(store, prune, &pruning), STORE_OK);
    ck_assert_uint_eq(pruning.removed, 1);
    ck_assert_int_eq(store_app_request_by_hash(reader, request.hash, &request), STORE_NONE);
    pruning.now = EXPIRES + INT64_C(30) * 24 * HOUR_MS;
    ck_assert_int_eq(in_tx(store, prune, &pruning), STORE_OK);
    ck_assert_int_eq(store_grant_get(reader, grant.id, &grant), STORE_OK);
    pruning.now++;
    ck_assert_int_eq(in_tx(store, prune, &pruning), STORE_OK);
    ck_assert_int_eq(store_grant_get(reader, grant.id, &grant), STORE_NONE);
}
END_TEST

static Suite *suite(void) {
#define ON_STORE .setup = setup, .teardown = teardown
    return test_suite("apps",
                      (const struct test_case[]){
                          {"apps", an_app_is_found_again, ON_STORE},
                          {"grants", a_grant_is_found_by_all_its_names, ON_STORE},
                          {"tokens", a_grant_is_as_good_as_its_token, ON_STORE},
                          {"renewed", a_renewed_token_is_the_same_with_another_secret, ON_STORE},
                          {"deleted", whoever_let_a_deleted_app_in_is_rid_of_it, ON_STORE},
                          {"account", what_an_account_let_in_goes_with_it, ON_STORE},
                          {"webhook", an_apps_webhook_is_for_whoever_lets_it_read, ON_STORE},
                          {"webhook reads", an_app_that_may_not_read_is_told_nothing, ON_STORE},
                          {"requests", a_request_is_answered_once_and_used_once, ON_STORE},
                          {"pruned", what_has_ended_is_pruned, ON_STORE},
                          {0},
                      });
}
TEST_MAIN(suite)
