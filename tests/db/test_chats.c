/* SPDX-License-Identifier: AGPL-3.0-or-later */

#include "db/accounts.h"
#include "db/chats.h"
#include "db/retention.h"
#include "tests/db/store_help.h"
#include "tests/support/check_main.h"
#include <stdio.h>
#include <string.h>

static const char path[] = "chats.db";
static struct store *store;
static struct store_reader *reader;
static int64_t ann, ben, game;

static void setup(void) {
    store = open_new_store(path, &reader);
    ann = make_account(store, "Ann");
    ben = make_account(store, "Ben");
    game = make_game(store, ann, "g1");
}

static void teardown(void) {
    store_close(store);
}

/* What a test's transaction has to do. */
struct order {
    int64_t account, at;
    const char *text, *more;
    uint8_t hash[STORE_HASH_SIZE];
    struct store_chat_link link;
    struct store_subscription follow;
    struct store_chat_button button;
    unsigned removed;
};

static struct order code(int64_t account, unsigned char fill, int64_t at) {
    struct order order = {.account = account, .at = at};
    memset(order.hash, fill, sizeof order.hash);
    order.link = (struct store_chat_link){.platform = STORE_TELEGRAM, .who = "77", .name = "ann"};
    snprintf(order.link.public_id, sizeof order.link.public_id, "l%x-%lld", fill, (long long)at);
    order.link.created_at = at;
    return order;
}

static enum store_result put_code(struct store_tx *tx, void *context) {
    struct order *order = context;
    return store_chat_code_put(tx, order->account, order->hash, order->at);
}

static enum store_result use_code(struct store_tx *tx, void *context) {
    struct order *order = context;
    return store_chat_link_by_code(tx, order->hash, &order->link);
}

static enum store_result unlink_chat(struct store_tx *tx, void *context) {
    struct order *order = context;
    return store_chat_link_delete(tx, order->account, order->text);
}

static enum store_result hear(struct store_tx *tx, void *context) {
    struct order *order = context;
    return store_chat_inbound_note(tx, STORE_SLACK, order->text, order->at);
}

static enum store_result prune(struct store_tx *tx, void *context) {
    struct order *order = context;
    return store_prune(tx, order->at + STORE_CHAT_INBOUND_HOURS * INT64_C(3600000), 100,
                       &order->removed);
}

static enum store_result place(struct store_tx *tx, void *context) {
    struct order *order = context;
    return store_chat_place_set(tx, order->link.id, order->text, order->more, order->at);
}

static enum store_result follow(struct store_tx *tx, void *context) {
    struct order *order = context;
    return store_subscription_create(tx, &order->follow);
}

static enum store_result put_button(struct store_tx *tx, void *context) {
    struct order *order = context;
    return store_chat_button_put(tx, &order->button);
}

static enum store_result remove_account(struct store_tx *tx, void *context) {
    return store_account_delete(tx, *(int64_t *)context, 9000);
}

static bool count_link(void *context, const struct store_chat_link *link) {
    (void)link;
    ++*(int *)context;
    return true;
}

static bool count_follow(void *context, const struct store_subscription *f) {
    (void)f;
    ++*(int *)context;
    return true;
}

static int links_of(int64_t account) {
    int count = 0;
    ck_assert_int_eq(store_chat_link_list(reader, account, count_link, &count), STORE_OK);
    return count;
}

static struct order linked(int64_t account, unsigned char fill, int64_t at) {
    struct order put = code(account, fill, at + 1000), use = code(account, fill, at);
    ck_assert_int_eq(in_tx(store, put_code, &put), STORE_OK);
    ck_assert_int_eq(in_tx(store, use_code, &use), STORE_OK);
    return use;
}

START_TEST(a_code_links_once_and_in_time) {
    struct order put = code(ann, 1, 1000), late = code(ann, 1, 1000), use = code(ann, 1, 999);
    ck_assert_int_eq(in_tx(store, put_code, &put), STORE_OK);
    ck_assert_int_eq(in_tx(store, use_code, &late), STORE_NONE);
    ck_assert_int_eq(in_tx(store, use_code, &use), STORE_OK);
    ck_assert_int_eq(use.link.account, ann);
    ck_assert_int_eq(in_tx(store, use_code, &use), STORE_NONE);
    struct store_chat_link found;
    ck_assert_int_eq(store_chat_link_find(reader, STORE_TELEGRAM, "77", &found), STORE_OK);
    ck_assert_int_eq(found.account, ann);
    ck_assert_int_eq(found.id, use.link.id);
    ck_assert_int_eq(store_chat_link_find(reader, STORE_MATRIX, "77", &found), STORE_NONE);
}
END_TEST

START_TEST(a_new_code_ends_the_one_before) {
    struct order first = code(ann, 1, 1000), second = code(ann, 2, 1000), use = code(ann, 1, 500);
    ck_assert_int_eq(in_tx(store, put_code, &first), STORE_OK);
    ck_assert_int_eq(in_tx(store, put_code, &second), STORE_OK);
    ck_assert_int_eq(in_tx(store, use_code, &use), STORE_NONE);
    struct order same = code(ben, 2, 1000);
    ck_assert_int_eq(in_tx(store, put_code, &same), STORE_CONFLICT);
}
END_TEST

START_TEST(a_person_has_one_account) {
    linked(ann, 1, 100);
    struct order now = linked(ben, 2, 200), stranger = {.account = ann};
    ck_assert_int_eq(links_of(ann), 0);
    ck_assert_int_eq(links_of(ben), 1);
    stranger.text = now.link.public_id;
    ck_assert_int_eq(in_tx(store, unlink_chat, &stranger), STORE_NONE);
    stranger.account = ben;
    ck_assert_int_eq(in_tx(store, unlink_chat, &stranger), STORE_OK);
    ck_assert_int_eq(links_of(ben), 0);
}
END_TEST

static enum store_result call_by_name(struct store_tx *tx, void *context) {
    struct order *order = context;
    return store_chat_link_mention(tx, order->link.id, order->link.mention);
}

START_TEST(people_are_called_by_name_where_they_ask_for_it) {
    struct order link = linked(ann, 1, 100), nobody = {.link.id = 99, .link.mention = 1};
    struct store_chat_link found;
    for (unsigned mention = 0; mention < 2; mention++) {
        ck_assert_int_eq(store_chat_link_find(reader, STORE_TELEGRAM, "77", &found), STORE_OK);
        ck_assert_uint_eq(found.mention, mention);
        link.link.mention = 1;
        ck_assert_int_eq(in_tx(store, call_by_name, &link), STORE_OK);
    }
    ck_assert_int_eq(in_tx(store, call_by_name, &nobody), STORE_NONE);
}
END_TEST

START_TEST(every_platform_has_links_and_hears) {
    for (unsigned i = 0; i < STORE_CHAT_PLATFORMS; i++) {
        struct order put = code(ann, (unsigned char)(i + 1), 1000),
                     use = code(ann, (unsigned char)(i + 1), 10);
        use.link.platform = (enum store_chat_platform)i;
        ck_assert_int_eq(in_tx(store, put_code, &put), STORE_OK);
        ck_assert_int_eq(in_tx(store, use_code, &use), STORE_OK);
    }
    ck_assert_int_eq(links_of(ann), STORE_CHAT_PLATFORMS);
}
END_TEST

START_TEST(conversations_keep_their_game) {
    struct order link = linked(ann, 1, 100);
    char found[STORE_ID_SIZE], channel[16];
    for (int i = 0; i < STORE_CHAT_PLACES_MAX + 3; i++) {
        snprintf(channel, sizeof channel, "c%d", i);
        link.text = channel, link.more = "g1", link.at = 1000 + i;
        ck_assert_int_eq(in_tx(store, place, &link), STORE_OK);
    }
    ck_assert_int_eq(store_chat_place_get(reader, link.link.id, "c2", found), STORE_OK);
    ck_assert_str_eq(found, "");
    ck_assert_int_eq(store_chat_place_get(reader, link.link.id, "c3", found), STORE_OK);
    ck_assert_str_eq(found, "g1");
}
END_TEST

static struct order hook(void) {
    struct order order = {.follow = {.game = game,
                                     .account = ann,
                                     .kind = STORE_SUBSCRIPTION_TELEGRAM,
                                     .channel = "-100",
                                     .parts = 3,
                                     .told_seq = 4}};
    snprintf(order.follow.public_id, sizeof order.follow.public_id, "f1");
    return order;
}

START_TEST(a_channel_follows_a_game_once) {
    struct order order = hook(), again = hook();
    struct store_subscription found;
    int count = 0;
    int64_t mine;
    ck_assert_int_eq(in_tx(store, follow, &order), STORE_OK);
    snprintf(again.follow.public_id, sizeof again.follow.public_id, "f2");
    ck_assert_int_eq(in_tx(store, follow, &again), STORE_CONFLICT);
    ck_assert_int_eq(store_subscription_by_public_id(reader, "f1", &found), STORE_OK);
    ck_assert_int_eq(found.told_seq, 4);
    ck_assert_str_eq(found.address, "");
    ck_assert_int_eq(store_subscription_of_channel(reader, STORE_SUBSCRIPTION_TELEGRAM, "-100",
                                                   count_follow, &count),
                     STORE_OK);
    ck_assert_int_eq(count, 1);
    ck_assert_int_eq(store_subscription_count(reader, ann, 0, &mine), STORE_OK);
    ck_assert_int_eq(mine, 1);
}
END_TEST

static enum store_result told(struct store_tx *tx, void *context) {
    return store_subscription_told(tx, *(int64_t *)context, 9);
}

static enum store_result told_before(struct store_tx *tx, void *context) {
    return store_subscription_told(tx, *(int64_t *)context, 5);
}

static enum store_result disable(struct store_tx *tx, void *context) {
    return store_subscription_trouble(tx, *(int64_t *)context, "it is gone", 7000);
}

static enum store_result renew(struct store_tx *tx, void *context) {
    return store_subscription_renew(tx, *(int64_t *)context, 1, 20);
}

static enum store_result move_chat(struct store_tx *tx, void *context) {
    (void)context;
    return store_subscription_move(tx, STORE_SUBSCRIPTION_TELEGRAM, "-100", "-200");
}

START_TEST(a_follow_goes_on_and_ends) {
    struct order order = hook();
    struct store_subscription found;
    ck_assert_int_eq(in_tx(store, follow, &order), STORE_OK);
    int64_t id = order.follow.id;
    ck_assert_int_eq(in_tx(store, told, &id), STORE_OK);
    ck_assert_int_eq(in_tx(store, told_before, &id), STORE_OK);
    ck_assert_int_eq(in_tx(store, move_chat, NULL), STORE_OK);
    ck_assert_int_eq(in_tx(store, disable, &id), STORE_OK);
    ck_assert_int_eq(store_subscription_get(reader, id, &found), STORE_OK);
    ck_assert_int_eq(found.told_seq, 9);
    ck_assert_str_eq(found.channel, "-200");
    ck_assert_str_eq(found.trouble, "it is gone");
    ck_assert_int_eq(found.disabled_at, 7000);
    ck_assert_int_eq(in_tx(store, renew, &id), STORE_OK);
    ck_assert_int_eq(store_subscription_get(reader, id, &found), STORE_OK);
    ck_assert_int_eq(found.told_seq, 20);
    ck_assert_int_eq(found.disabled_at, 0);
    ck_assert_str_eq(found.trouble, "");
}
END_TEST

static enum store_result begin_thread(struct store_tx *tx, void *context) {
    return store_subscription_thread(tx, *(int64_t *)context, "1700000000.000100");
}

START_TEST(news_of_a_game_keep_their_thread) {
    struct order order = hook();
    struct store_subscription found;
    int64_t none = 99;
    order.follow.kind = STORE_SUBSCRIPTION_KINDS - 1; /* and the last kind has room */
    ck_assert_int_eq(in_tx(store, follow, &order), STORE_OK);
    ck_assert_int_eq(store_subscription_get(reader, order.follow.id, &found), STORE_OK);
    ck_assert_str_eq(found.thread, "");
    ck_assert_int_eq(in_tx(store, begin_thread, &order.follow.id), STORE_OK);
    ck_assert_int_eq(store_subscription_get(reader, order.follow.id, &found), STORE_OK);
    ck_assert_str_eq(found.thread, "1700000000.000100");
    ck_assert_int_eq(in_tx(store, begin_thread, &none), STORE_NONE);
}
END_TEST

START_TEST(what_was_heard_is_known_until_it_is_pruned) {
    struct order order = {.text = "e1", .at = 100}, first = {.at = 100}, all = {.at = 101};
    ck_assert_int_eq(in_tx(store, hear, &order), STORE_OK);
    ck_assert_int_eq(in_tx(store, hear, &order), STORE_CONFLICT);
    ck_assert_int_eq(in_tx(store, prune, &first), STORE_OK);
    ck_assert_int_eq(first.removed, 0);
    ck_assert_int_eq(in_tx(store, prune, &all), STORE_OK);
    ck_assert_int_eq(all.removed, 1);
    ck_assert_int_eq(in_tx(store, hear, &order), STORE_OK);
}
END_TEST

START_TEST(a_button_says_what_it_does) {
    struct order order = {
        .button = {.id = "b1", .game = "g1", .seq = 12, .command = "roll", .created_at = 5}};
    struct store_chat_button found;
    ck_assert_int_eq(in_tx(store, put_button, &order), STORE_OK);
    ck_assert_int_eq(store_chat_button_get(reader, "b1", &found), STORE_OK);
    ck_assert_str_eq(found.command, "roll");
    ck_assert_int_eq(found.seq, 12);
    ck_assert_int_eq(store_chat_button_get(reader, "b2", &found), STORE_NONE);
}
END_TEST

START_TEST(a_deleted_account_leaves_no_chats) {
    struct order link = linked(ann, 1, 100), put = code(ann, 3, 5000), use = code(ann, 3, 10),
                 order = hook();
    struct store_subscription found;
    link.text = "c", link.more = "g1";
    ck_assert_int_eq(in_tx(store, place, &link), STORE_OK);
    ck_assert_int_eq(in_tx(store, put_code, &put), STORE_OK);
    ck_assert_int_eq(in_tx(store, follow, &order), STORE_OK);
    ck_assert_int_eq(in_tx(store, remove_account, &ann), STORE_OK);
    ck_assert_int_eq(links_of(ann), 0);
    ck_assert_int_eq(in_tx(store, use_code, &use), STORE_NONE);
    ck_assert_int_eq(store_subscription_get(reader, order.follow.id, &found), STORE_NONE);
}
END_TEST

#define CASE(title, function)                                                                      \
    { .name = (title), function, .setup = setup, .teardown = teardown }

static Suite *suite(void) {
    return test_suite("chats", (const struct test_case[]){
                                   CASE("code", a_code_links_once_and_in_time),
                                   CASE("new code", a_new_code_ends_the_one_before),
                                   CASE("one account", a_person_has_one_account),
                                   CASE("by name", people_are_called_by_name_where_they_ask_for_it),
                                   CASE("platforms", every_platform_has_links_and_hears),
                                   CASE("thread", news_of_a_game_keep_their_thread),
                                   CASE("conversations", conversations_keep_their_game),
                                   CASE("follow", a_channel_follows_a_game_once),
                                   CASE("goes on", a_follow_goes_on_and_ends),
                                   CASE("heard", what_was_heard_is_known_until_it_is_pruned),
                                   CASE("button", a_button_says_what_it_does),
                                   CASE("deleted", a_deleted_account_leaves_no_chats),
                                   {0},
                               });
}
TEST_MAIN(suite)
