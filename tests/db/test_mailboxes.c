/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/accounts.h"
#include "db/mailboxes.h"
#include "db/retention.h"
#include "tests/db/store_help.h"
#include "tests/support/check_main.h"

#include <string.h>

enum { DAY_MS = 86400000 };

static const char path[] = "mailboxes.db";
static struct store *store;
static struct store_reader *reader;
static struct store_account ann, ben;

static enum store_result set_box(struct store_tx *tx, void *context) {
    return store_mailbox_set(tx, context);
}

static void setup(void) {
    store = open_new_store(path, &reader);
    ann = (struct store_account){
        .public_id = "a1", .name = "Ann", .email = "ann@example.org", .created_at = 1};
    ben = (struct store_account){
        .public_id = "a2", .name = "Ben", .email = "Ann@Example.org", .created_at = 2};
    ck_assert_int_eq(in_tx(store, create_account, &ann), STORE_OK);
    ck_assert_int_eq(in_tx(store, create_account, &ben), STORE_OK);
}

static void teardown(void) {
    store_close(store);
}

START_TEST(an_account_has_defaults_and_keeps_what_it_sets) {
    struct store_mailbox box;
    ck_assert_int_eq(store_mailbox_get(reader, ann.id, &box), STORE_OK);
    ck_assert_str_eq(box.address, "ann@example.org");
    ck_assert_int_eq(box.confirmed_at, 0);
    ck_assert_int_eq(box.mode, STORE_MAIL_AT_ONCE);
    ck_assert_int_eq(box.daily_at, STORE_MAIL_DAILY_AT);
    ck_assert_uint_eq(box.kinds, STORE_MAIL_KINDS_FIRST);
    ck_assert_uint_eq(box.unreadable, 0);

    struct store_mailbox wanted = {.account = ann.id,
                                   .address = "ann@example.net",
                                   .confirmed_at = 7,
                                   .mode = STORE_MAIL_DAILY,
                                   .daily_at = 1439,
                                   .kinds = STORE_MAIL_TALK,
                                   .bounced_at = 8,
                                   .bounce = "550 no such user",
                                   .sent_at = 9,
                                   .unreadable = 3};
    ck_assert_int_eq(in_tx(store, set_box, &wanted), STORE_OK);
    ck_assert_int_eq(store_mailbox_get(reader, ann.id, &box), STORE_OK);
    ck_assert_str_eq(box.name, "Ann");
    ck_assert_str_eq(box.address, "ann@example.net");
    ck_assert_int_eq(box.confirmed_at, 7);
    ck_assert_int_eq(box.mode, STORE_MAIL_DAILY);
    ck_assert_int_eq(box.daily_at, 1439);
    ck_assert_uint_eq(box.kinds, STORE_MAIL_TALK);
    ck_assert_int_eq(box.bounced_at, 8);
    ck_assert_str_eq(box.bounce, "550 no such user");
    ck_assert_int_eq(box.sent_at, 9);
    ck_assert_uint_eq(box.unreadable, 3);
    struct store_account account;
    ck_assert_int_eq(store_account_get(reader, ann.id, &account), STORE_OK);
    ck_assert_str_eq(account.email, "ann@example.net");
    ck_assert_int_eq(store_mailbox_get(reader, 99, &box), STORE_NONE);
}
END_TEST

static bool count_row(void *context, const struct store_mailbox *box) {
    (void)box;
    ++*(int *)context;
    return true;
}

static int found(const char *address) {
    int count = 0;
    ck_assert_int_eq(store_mailbox_find(reader, address, count_row, &count), STORE_OK);
    return count;
}

START_TEST(only_confirmed_addresses_are_found) {
    ck_assert_int_eq(found("ann@example.org"), 0);
    struct store_mailbox box = {.account = ann.id, .address = "ann@example.org", .confirmed_at = 5};
    ck_assert_int_eq(in_tx(store, set_box, &box), STORE_OK);
    ck_assert_int_eq(found("ANN@example.org"), 1);
    box =
        (struct store_mailbox){.account = ben.id, .address = "Ann@Example.org", .confirmed_at = 6};
    ck_assert_int_eq(in_tx(store, set_box, &box), STORE_OK);
    ck_assert_int_eq(found("ann@example.org"), 2);
    box.confirmed_at = 0;
    ck_assert_int_eq(in_tx(store, set_box, &box), STORE_OK);
    ck_assert_int_eq(found("ann@example.org"), 1);
    ck_assert_int_eq(found(""), 0);
}
END_TEST

static int64_t bounces;
static enum store_result bounce(struct store_tx *tx, void *context) {
    int64_t now = *(int64_t *)context;
    return store_mail_bounce(tx, ann.id, now, now - 7 * (int64_t)DAY_MS, &bounces);
}

START_TEST(bounces_are_counted_within_the_time_asked_for) {
    static const struct {
        int64_t hour, count;
    } steps[] = {{0, 1}, {24, 2}, {48, 3}, {24 * 7, 4}, {24 * 7 + 1, 4}, {24 * 9 + 1, 3}};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        int64_t now = 100 * (int64_t)DAY_MS + steps[i].hour * 3600000;
        ck_assert_int_eq(in_tx(store, bounce, &now), STORE_OK);
        ck_assert_msg(bounces == steps[i].count, "after hour %lld: %lld", (long long)steps[i].hour,
                      (long long)bounces);
    }
}
END_TEST

static enum store_result put_link(struct store_tx *tx, void *context) {
    return store_link_put(tx, context);
}

static enum store_result use_link(struct store_tx *tx, void *context) {
    const struct store_link *link = context;
    return store_link_use(tx, link->hash, 77);
}

static unsigned pruned;
static enum store_result prune_links(struct store_tx *tx, void *context) {
    return store_prune(tx, *(int64_t *)context, 10, &pruned);
}

START_TEST(a_link_is_found_used_once_and_forgotten) {
    struct store_link link = {.hash = {1, 2, 3},
                              .purpose = 4,
                              .account = ann.id,
                              .seq = 17,
                              .address = "ann@example.org",
                              .expires_at = 1000};
    struct store_link got;
    int64_t count;
    ck_assert_int_eq(in_tx(store, put_link, &link), STORE_OK);
    ck_assert_int_eq(in_tx(store, put_link, &link), STORE_CONFLICT);
    ck_assert_int_eq(store_link_get(reader, link.hash, &got), STORE_OK);
    ck_assert_int_eq(got.purpose, 4);
    ck_assert_int_eq(got.account, ann.id);
    ck_assert_int_eq(got.game, 0);
    ck_assert_uint_eq(got.seq, 17);
    ck_assert_str_eq(got.address, "ann@example.org");
    ck_assert_int_eq(got.expires_at, 1000);
    ck_assert_int_eq(got.used_at, 0);
    ck_assert_int_eq(store_links_count(reader, "Ann@example.org", 4, 999, &count), STORE_OK);
    ck_assert_int_eq(count, 1);
    ck_assert_int_eq(store_links_count(reader, "Ann@example.org", 4, 1000, &count), STORE_OK);
    ck_assert_int_eq(count, 0);
    ck_assert_int_eq(in_tx(store, use_link, &link), STORE_OK);
    ck_assert_int_eq(in_tx(store, use_link, &link), STORE_CONFLICT);
    ck_assert_int_eq(store_link_get(reader, link.hash, &got), STORE_OK);
    ck_assert_int_eq(got.used_at, 77);
    ck_assert_int_eq(in_tx(store, prune_links, (int64_t[]){1000}), STORE_OK);
    ck_assert_uint_eq(pruned, 0);
    ck_assert_int_eq(in_tx(store, prune_links, (int64_t[]){1001}), STORE_OK);
    ck_assert_uint_eq(pruned, 1);
    ck_assert_int_eq(store_link_get(reader, link.hash, &got), STORE_NONE);
}
END_TEST

START_TEST(a_link_is_found_by_its_digits_while_it_works) {
    struct store_link link = {.hash = {1}, .account = ann.id, .expires_at = 1000, .digits = {7}};
    struct store_link later = {.hash = {2}, .account = ben.id, .expires_at = 2000, .digits = {7}};
    struct store_link without = {.hash = {3}, .account = ann.id, .expires_at = 3000};
    const uint8_t none[STORE_HASH_SIZE] = {0};
    struct store_link got;

    ck_assert_int_eq(in_tx(store, put_link, &link), STORE_OK);
    ck_assert_int_eq(in_tx(store, put_link, &without), STORE_OK);
    ck_assert_int_eq(store_link_by_digits(reader, link.digits, 999, &got), STORE_OK);
    ck_assert_int_eq(got.account, ann.id);
    ck_assert_mem_eq(got.hash, link.hash, STORE_HASH_SIZE);
    ck_assert_int_eq(store_link_by_digits(reader, link.digits, 1000, &got), STORE_NONE);
    ck_assert_int_eq(store_link_by_digits(reader, none, 0, &got), STORE_NONE);
    ck_assert_int_eq(in_tx(store, put_link, &later), STORE_OK);
    ck_assert_int_eq(store_link_by_digits(reader, link.digits, 999, &got), STORE_OK);
    ck_assert_int_eq(got.account, ben.id);
    ck_assert_int_eq(in_tx(store, use_link, &later), STORE_OK);
    ck_assert_int_eq(in_tx(store, use_link, &link), STORE_OK);
    ck_assert_int_eq(store_link_by_digits(reader, link.digits, 999, &got), STORE_NONE);
}
END_TEST

static enum store_result refuse(struct store_tx *tx, void *context) {
    return store_mail_refuse(tx, context, 5);
}

START_TEST(who_wants_no_mail_is_remembered) {
    uint8_t hash[STORE_HASH_SIZE] = {9};
    ck_assert_int_eq(store_mail_refused(reader, hash), STORE_NONE);
    ck_assert_int_eq(in_tx(store, refuse, hash), STORE_OK);
    ck_assert_int_eq(in_tx(store, refuse, hash), STORE_OK);
    ck_assert_int_eq(store_mail_refused(reader, hash), STORE_OK);
}
END_TEST

struct mute {
    int64_t account, game;
    bool muted;
};

static enum store_result set_mute(struct store_tx *tx, void *context) {
    const struct mute *mute = context;
    return store_mail_mute(tx, mute->account, mute->game, mute->muted);
}

static bool is_muted(int64_t account, int64_t game) {
    bool muted = false;
    ck_assert_int_eq(store_mail_muted(reader, account, game, &muted), STORE_OK);
    return muted;
}

START_TEST(a_game_is_muted_for_one_account) {
    int64_t first = make_game(store, ann.id, "g1"), second = make_game(store, ann.id, "g2");
    struct mute mute = {ann.id, first, true};
    ck_assert(!is_muted(ann.id, first));
    ck_assert_int_eq(in_tx(store, set_mute, &mute), STORE_OK);
    ck_assert_int_eq(in_tx(store, set_mute, &mute), STORE_OK);
    ck_assert(is_muted(ann.id, first));
    ck_assert(!is_muted(ann.id, second));
    ck_assert(!is_muted(ben.id, first));
    mute.muted = false;
    ck_assert_int_eq(in_tx(store, set_mute, &mute), STORE_OK);
    ck_assert(!is_muted(ann.id, first));
}
END_TEST

START_TEST(a_deleted_account_leaves_nothing_of_its_mail) {
    struct store_mailbox box = {.account = ann.id, .address = "ann@example.org", .confirmed_at = 5};
    struct store_link link = {.hash = {8}, .account = ann.id, .expires_at = 1000};
    int64_t now = DAY_MS;
    ck_assert_int_eq(in_tx(store, set_box, &box), STORE_OK);
    ck_assert_int_eq(in_tx(store, put_link, &link), STORE_OK);
    ck_assert_int_eq(in_tx(store, bounce, &now), STORE_OK);
    ck_assert_int_eq(in_tx(store, delete_account, &ann.id), STORE_OK);
    ck_assert_int_eq(found("ann@example.org"), 0);
    ck_assert_int_eq(store_link_get(reader, link.hash, &link), STORE_NONE);
    ck_assert_int_eq(in_tx(store, bounce, &now), STORE_OK);
    ck_assert_int_eq(bounces, 1);
    ck_assert_int_eq(in_tx(store, set_box, &box), STORE_NONE);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "mailboxes",
        (const struct test_case[]){
            {"defaults", an_account_has_defaults_and_keeps_what_it_sets, .setup = setup,
             .teardown = teardown},
            {"found", only_confirmed_addresses_are_found, .setup = setup, .teardown = teardown},
            {"bounces", bounces_are_counted_within_the_time_asked_for, .setup = setup,
             .teardown = teardown},
            {"digits", a_link_is_found_by_its_digits_while_it_works, .setup = setup,
             .teardown = teardown},
            {"links", a_link_is_found_used_once_and_forgotten, .setup = setup,
             .teardown = teardown},
            {"refusals", who_wants_no_mail_is_remembered, .setup = setup, .teardown = teardown},
            {"muted", a_game_is_muted_for_one_account, .setup = setup, .teardown = teardown},
            {"forgotten", a_deleted_account_leaves_nothing_of_its_mail, .setup = setup,
             .teardown = teardown},
            {0},
        });
}
TEST_MAIN(suite)
