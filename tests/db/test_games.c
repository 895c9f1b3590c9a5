/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/accounts.h"
#include "db/clocks.h"
#include "db/games.h"
#include "db/mailboxes.h"
#include "tests/db/store_help.h"
#include "tests/support/check_main.h"

#include <stdio.h>
#include <string.h>

static const char path[] = "games.db";
static struct store *store;
static struct store_reader *reader;
static int64_t ann, ben, eve;

static void setup(void) {
    store = open_new_store(path, &reader);
    ann = make_account(store, "Ann");
    ben = make_account(store, "Ben");
    eve = make_account(store, "Eve");
}

static void teardown(void) {
    store_close(store);
}

static enum store_result create(struct store_tx *tx, void *context) {
    return store_game_create(tx, context);
}

struct change {
    int64_t game;
    int seat;
    struct store_seat was, now;
    int winner;
};

static enum store_result set_seat(struct store_tx *tx, void *context) {
    struct change *change = context;
    return store_seat_set(tx, change->game, change->seat, &change->was, &change->now);
}

static enum store_result start(struct store_tx *tx, void *context) {
    return store_game_start(tx, *(int64_t *)context, 3000);
}

static enum store_result finish(struct store_tx *tx, void *context) {
    struct change *change = context;
    return store_game_finish(tx, change->game,
                             change->winner < 0 ? STORE_GAME_ABANDONED : STORE_GAME_FINISHED, 4000,
                             change->winner, (struct store_bytes){"10,7,6,5", 8});
}

static enum store_result drop(struct store_tx *tx, void *context) {
    return store_game_delete(tx, *(int64_t *)context);
}

START_TEST(a_game_comes_back_as_it_was_made) {
    struct store_game made = new_game(ann, "g1");
    snprintf(made.name, sizeof made.name, "Sunday");
    made.mode = STORE_MODE_TABLE;
    made.visibility = STORE_PRIVATE;
    made.options = (struct store_bytes){"{}", 2};
    made.position = (struct store_bytes){"{\"robber\":9}", 12};
    made.seats[0] = (struct store_seat){.kind = STORE_SEAT_HUMAN,
                                        .account = ann,
                                        .has_client_commitment = true,
                                        .client_seed_len = 3,
                                        .client_seed = {1, 2, 3}};
    made.seats[0].client_commitment[31] = 7;
    made.seats[1] = (struct store_seat){.kind = STORE_SEAT_BOT, .bot = "greedy"};
    made.seats[2] = (struct store_seat){.kind = STORE_SEAT_INVITED, .invite = "x@example.org"};
    ck_assert_int_eq(in_tx(store, create, &made), STORE_OK);
    struct store_game found;
    ck_assert_int_eq(store_game_get(reader, "g1", &found), STORE_OK);
    ck_assert_int_eq(found.id, made.id);
    ck_assert_str_eq(found.name, "Sunday");
    ck_assert_int_eq(found.mode, STORE_MODE_TABLE);
    ck_assert_int_eq(found.visibility, STORE_PRIVATE);
    ck_assert_int_eq(found.status, STORE_GAME_OPEN);
    ck_assert_int_eq(found.creator, ann);
    ck_assert_int_eq(found.winner, -1);
    ck_assert_int_eq(found.started_at, 0);
    ck_assert_uint_eq(found.last_seq, 0);
    ck_assert_uint_eq(found.setup.len, 7);
    ck_assert_mem_eq(found.setup.data, "\1set-up", 7);
    ck_assert_uint_eq(found.options.len, 2);
    ck_assert_uint_eq(found.position.len, 12);
    ck_assert_mem_eq(found.position.data, "{\"robber\":9}", 12);
    ck_assert_mem_eq(found.server_seed, made.server_seed, STORE_HASH_SIZE);
    ck_assert_mem_eq(found.commitment, made.commitment, STORE_HASH_SIZE);
    ck_assert_int_eq(found.seat_count, 4);
    ck_assert_str_eq(found.seats[0].account_name, "Ann");
    ck_assert_str_eq(found.seats[0].account_public_id, "a_Ann");
    ck_assert(found.seats[0].has_client_commitment);
    ck_assert_mem_eq(found.seats[0].client_commitment, made.seats[0].client_commitment, 32);
    ck_assert_uint_eq(found.seats[0].client_seed_len, 3);
    ck_assert_mem_eq(found.seats[0].client_seed, "\1\2\3", 3);
    ck_assert_str_eq(found.seats[1].bot, "greedy");
    ck_assert_str_eq(found.seats[2].invite, "x@example.org");
    ck_assert_int_eq(found.seats[3].kind, STORE_SEAT_OPEN);
    ck_assert(!found.seats[3].has_client_commitment);
    store_game_clear(&found);
    ck_assert_int_eq(store_game_get(reader, "g2", &found), STORE_NONE);
    ck_assert_int_eq(store_game_get_by_id(reader, made.id, &found), STORE_OK);
    store_game_clear(&found);
    ck_assert_int_eq(in_tx(store, create, &made), STORE_CONFLICT);
}
END_TEST

/* Reads the whole log that came with a game, and checks it; returns its last seq. */
static uint32_t check_read_log(const struct store_game *game) {
    struct checked checked = {.game = game->id};
    const struct store_window window = {.log = game->log, .times = true};
    ck_assert_int_eq(store_events_read(reader, game->id, &window, check_event, &checked), STORE_OK);
    return checked.seq;
}

/* Up to no chunk, to some with events after them, and to whole ones. */
START_TEST(a_game_is_read_with_its_log) {
    const uint32_t logs[] = {1, 63, 64, 65, 128, 200};
    struct store_game made = new_game(ann, "g1"), found, same;
    made.seats[1] = (struct store_seat){.kind = STORE_SEAT_BOT, .bot = "greedy"};
    made.seats[3] = (struct store_seat){.kind = STORE_SEAT_HUMAN, .account = eve};
    ck_assert_int_eq(in_tx(store, create, &made), STORE_OK);
    ck_assert_int_eq(store_game_read(reader, "g1", &found), STORE_OK);
    ck_assert_ptr_null(found.log.data);
    store_game_clear(&found);
    store_read_end(reader);
    for (size_t i = 0, seq = 0; i < sizeof logs / sizeof *logs; i++) {
        for (; seq < logs[i]; seq++)
            ck_assert_int_eq(append(store, made.id, (uint32_t)seq + 1, 1), STORE_OK);
        ck_assert_int_eq(store_game_read(reader, "g1", &found), STORE_OK);
        ck_assert_uint_eq(check_read_log(&found), logs[i]);
        ck_assert_uint_eq(check_log(reader, made.id), logs[i]);
        store_read_end(reader);
        ck_assert_int_eq(store_game_get(reader, "g1", &same), STORE_OK);
        ck_assert_int_eq(found.id, same.id);
        ck_assert_int_eq(found.seat_count, 4);
        ck_assert_mem_eq(found.seats, same.seats, sizeof found.seats);
        ck_assert_uint_eq(found.last_seq, logs[i]);
        ck_assert_uint_eq(found.last_mark, same.last_mark);
        ck_assert_uint_eq(found.setup.len, same.setup.len);
        ck_assert_mem_eq(found.setup.data, same.setup.data, same.setup.len);
        store_game_clear(&found);
        store_game_clear(&same);
    }
}
END_TEST

/* All that is read before its end is of one snapshot. */
START_TEST(a_game_that_is_read_stays_as_it_is) {
    int64_t game = make_game(store, ann, "g1");
    struct store_game found;
    uint32_t last;
    ck_assert_int_eq(append(store, game, 1, 3), STORE_OK);
    ck_assert_int_eq(store_game_read(reader, "g1", &found), STORE_OK);
    ck_assert_int_eq(append(store, game, 4, 1), STORE_OK);
    ck_assert_int_eq(store_events_last(reader, game, &last, NULL), STORE_OK);
    ck_assert_uint_eq(last, 3);
    ck_assert_uint_eq(check_log(reader, game), 3);
    ck_assert_uint_eq(check_read_log(&found), 3);
    store_game_clear(&found);
    store_read_end(reader);
    ck_assert_uint_eq(check_log(reader, game), 4);
    ck_assert_int_eq(store_game_read(reader, "g2", &found), STORE_NONE);
    store_read_end(reader);
    ck_assert_int_eq(store_game_read(reader, "g1", &found), STORE_OK);
    ck_assert_uint_eq(check_read_log(&found), 4);
    store_game_clear(&found);
    store_read_end(reader);
}
END_TEST

static bool skip_event(void *context, const struct store_event *event) {
    ck_assert_uint_eq(event->seq, ++*(uint32_t *)context);
    return true;
}

START_TEST(a_log_that_ends_within_an_event_is_damaged) {
    int64_t game = make_game(store, ann, "g1");
    struct store_game found;
    uint32_t seq = 0;
    ck_assert_int_eq(append(store, game, 1, 3), STORE_OK);
    ck_assert_int_eq(store_game_read(reader, "g1", &found), STORE_OK);
    struct store_window window = {.log = {found.log.data, found.log.len - 1}};
    ck_assert_int_eq(store_events_read(reader, game, &window, skip_event, &seq), STORE_DAMAGED);
    ck_assert_uint_eq(seq, 2);
    store_game_clear(&found);
    store_read_end(reader);
}
END_TEST

START_TEST(a_very_long_log_can_be_read_after_its_game) {
    int64_t game = make_game(store, ann, "g1");
    struct store_game found;
    uint32_t seq = 1;
    for (; seq <= STORE_USUAL_EVENTS; seq += 50)
        ck_assert_int_eq(append(store, game, seq, 50), STORE_OK);
    ck_assert_int_eq(store_game_read(reader, "g1", &found), STORE_OK);
    ck_assert_ptr_nonnull(found.log.data);
    store_game_clear(&found);
    store_read_end(reader);
    ck_assert_int_eq(append(store, game, seq, 1), STORE_OK);
    ck_assert_int_eq(store_game_read(reader, "g1", &found), STORE_OK);
    ck_assert_uint_eq(check_read_log(&found), seq);
    store_game_clear(&found);
    store_read_end(reader);
}
END_TEST

START_TEST(a_seat_is_taken_once) {
    int64_t game = make_game(store, ann, "g1");
    struct change take = {
        .game = game, .seat = 2, .now = {.kind = STORE_SEAT_HUMAN, .account = ben}};
    struct change late = take;
    late.now.account = eve;
    ck_assert_int_eq(in_tx(store, set_seat, &take), STORE_OK);
    ck_assert_int_eq(in_tx(store, set_seat, &late), STORE_CONFLICT);
    struct change leave = {.game = game, .seat = 2, .was = take.now};
    ck_assert_int_eq(in_tx(store, set_seat, &leave), STORE_OK);
    ck_assert_int_eq(in_tx(store, set_seat, &late), STORE_OK);
    struct change nowhere = late;
    nowhere.seat = 5;
    ck_assert_int_eq(in_tx(store, set_seat, &nowhere), STORE_CONFLICT);
    struct store_game found;
    ck_assert_int_eq(store_game_get(reader, "g1", &found), STORE_OK);
    ck_assert_str_eq(found.seats[2].account_name, "Eve");
    store_game_clear(&found);
}
END_TEST

START_TEST(a_game_lives_open_active_finished) {
    int64_t game = make_game(store, ann, "g1");
    struct change end = {.game = game, .winner = 1};
    ck_assert_int_eq(in_tx(store, finish, &end), STORE_CONFLICT);
    ck_assert_int_eq(in_tx(store, start, &game), STORE_OK);
    ck_assert_int_eq(in_tx(store, start, &game), STORE_CONFLICT);
    ck_assert_int_eq(in_tx(store, drop, &game), STORE_CONFLICT);
    int64_t ids[4];
    size_t count;
    ck_assert_int_eq(store_game_ids(reader, STORE_GAME_ACTIVE, 0, ids, 4, &count), STORE_OK);
    ck_assert_uint_eq(count, 1);
    ck_assert_int_eq(ids[0], game);
    ck_assert_int_eq(in_tx(store, finish, &end), STORE_OK);
    ck_assert_int_eq(in_tx(store, finish, &end), STORE_CONFLICT);
    struct store_game found;
    ck_assert_int_eq(store_game_get(reader, "g1", &found), STORE_OK);
    ck_assert_int_eq(found.status, STORE_GAME_FINISHED);
    ck_assert_int_eq(found.started_at, 3000);
    ck_assert_int_eq(found.finished_at, 4000);
    ck_assert_int_eq(found.winner, 1);
    ck_assert_mem_eq(found.points.data, "10,7,6,5", 8);
    store_game_clear(&found);
    struct store_counts counts;
    ck_assert_int_eq(store_count(reader, &counts), STORE_OK);
    ck_assert_int_eq(counts.games[STORE_GAME_FINISHED], 1);
    ck_assert_int_eq(counts.games[STORE_GAME_OPEN], 0);
}
END_TEST

START_TEST(what_is_over_of_an_account_is_listed_from_the_latest_on) {
    static const char *const names[] = {"g1", "g2", "g3", "g4", "g5"};
    enum { GAMES = sizeof names / sizeof *names };
    int64_t games[GAMES], ids[GAMES];
    size_t count;
    for (int i = 0; i < GAMES; i++) {
        struct change take = {.seat = 2, .now = {.kind = STORE_SEAT_HUMAN, .account = ben}};
        games[i] = make_game(store, i == 3 ? ben : ann, names[i]);
        take.game = games[i];
        if (i == 1) /* Ben plays in Ann's second game, and made the fourth */
            ck_assert_int_eq(in_tx(store, set_seat, &take), STORE_OK);
        struct change end = {.game = games[i], .winner = i == 0 ? 1 : -1};
        ck_assert_int_eq(in_tx(store, start, &games[i]), STORE_OK);
        if (i != 2)
            ck_assert_int_eq(in_tx(store, finish, &end), STORE_OK);
    }
    ck_assert_int_eq(store_game_ids_over(reader, ann, INT64_MAX, ids, 2, &count), STORE_OK);
    ck_assert_uint_eq(count, 2);
    ck_assert_int_eq(ids[0], games[4]);
    ck_assert_int_eq(ids[1], games[1]);
    ck_assert_int_eq(store_game_ids_over(reader, ann, ids[1], ids, 2, &count), STORE_OK);
    ck_assert_uint_eq(count, 1);
    ck_assert_int_eq(ids[0], games[0]);
    ck_assert_int_eq(store_game_ids_over(reader, ben, INT64_MAX, ids, GAMES, &count), STORE_OK);
    ck_assert_uint_eq(count, 2);
    ck_assert_int_eq(ids[0], games[3]);
    ck_assert_int_eq(ids[1], games[1]);
    ck_assert_int_eq(store_game_ids_over(reader, eve, INT64_MAX, ids, GAMES, &count), STORE_OK);
    ck_assert_uint_eq(count, 0);
}
END_TEST

START_TEST(an_open_game_can_be_removed_with_its_seats) {
    int64_t game = make_game(store, ann, "g1");
    ck_assert_int_eq(in_tx(store, drop, &game), STORE_OK);
    ck_assert_int_eq(in_tx(store, drop, &game), STORE_CONFLICT);
    struct store_game found;
    ck_assert_int_eq(store_game_get(reader, "g1", &found), STORE_NONE);
    ck_assert_int_gt(make_game(store, ann, "g1"), game); /* an id is never used again */
    /* A game with events cannot be deleted, whatever its status. */
    int64_t other = make_game(store, ann, "g2");
    ck_assert_int_eq(append(store, other, 1, 1), STORE_OK);
    ck_assert_int_eq(in_tx(store, drop, &other), STORE_ERROR);
    ck_assert_ptr_nonnull(strstr(test_log(), "a game with events cannot be removed"));
}
END_TEST

START_TEST(a_game_has_one_rematch) {
    struct store_game rematch = new_game(ann, "r1");
    rematch.rematch_of = make_game(store, ann, "g1");
    ck_assert_int_eq(in_tx(store, create, &rematch), STORE_OK);
    struct store_game second = new_game(ben, "r2");
    second.rematch_of = rematch.rematch_of;
    ck_assert_int_eq(in_tx(store, create, &second), STORE_CONFLICT);
    struct store_game found;
    ck_assert_int_eq(store_game_rematch(reader, rematch.rematch_of, &found), STORE_OK);
    ck_assert_str_eq(found.public_id, "r1");
    store_game_clear(&found);
    ck_assert_int_eq(store_game_rematch(reader, rematch.id, &found), STORE_NONE);
}
END_TEST

struct listing {
    char names[NAMES_SIZE];
    int64_t last;
};

static bool note_game(void *context, const struct store_game *game) {
    struct listing *listing = context;
    add_name(listing->names, game->public_id);
    ck_assert_int_eq(game->seat_count, 4);
    ck_assert_uint_eq(game->setup.len, 7);
    listing->last = game->id;
    return true;
}

static const char *list(const struct store_game_filter *filter) {
    static struct listing listing;
    listing = (struct listing){0};
    ck_assert_int_eq(store_game_list(reader, filter, note_game, &listing), STORE_OK);
    return listing.names;
}

/* a: Ann's, public, open; b: Ann's, private, Ben plays, active; c: Ben's, public, Eve plays; d: Eve's, private,
 * open. */
static void make_four(void) {
    struct store_game games[] = {new_game(ann, "a"), new_game(ann, "b"), new_game(ben, "c"),
                                 new_game(eve, "d")};
    games[1].visibility = games[3].visibility = STORE_PRIVATE;
    games[1].seats[0] = (struct store_seat){.kind = STORE_SEAT_HUMAN, .account = ben};
    games[2].seats[3] = (struct store_seat){.kind = STORE_SEAT_HUMAN, .account = eve};
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(in_tx(store, create, &games[i]), STORE_OK);
    ck_assert_int_eq(in_tx(store, start, &games[1].id), STORE_OK);
}

START_TEST(lists_show_what_the_viewer_may_see) {
    make_four();
    const unsigned open = 1U << STORE_GAME_OPEN;
    const unsigned active = 1U << STORE_GAME_ACTIVE;
    const struct {
        struct store_game_filter filter;
        const char *names;
    } rows[] = {
        {{.limit = 9}, "ca"},
        {{.limit = 9, .viewer = ann}, "cba"},
        {{.limit = 9, .viewer = ben}, "cba"},
        {{.limit = 9, .viewer = eve}, "dca"},
        {{.limit = 9, .viewer = eve, .statuses = active}, ""},
        {{.limit = 9, .viewer = ben, .statuses = active}, "b"},
        {{.limit = 9, .viewer = eve, .statuses = open}, "dca"},
        {{.limit = 9, .viewer = ben, .statuses = open | active}, "cba"},
        {{.limit = 9, .viewer = ann, .mine = ann}, "ba"},
        {{.limit = 9, .viewer = ben, .mine = ben}, "cb"},
        {{.limit = 9, .viewer = eve, .mine = eve, .statuses = open}, "dc"},
        {{.limit = 9, .viewer = ben, .mine = ben, .statuses = open | active}, "cb"},
        {{.limit = 9, .viewer = ben, .mine = ben, .statuses = active}, "b"},
        {{.limit = 1, .viewer = ben, .mine = ben, .statuses = open | active}, "c"},
        {{.limit = 9, .viewer = ben, .mine = ben, .player = eve, .statuses = open | active}, "c"},
        {{.limit = 9, .viewer = eve, .mine = eve, .player = ben}, ""},
        {{.limit = 9, .viewer = ben, .mine = ben, .player = eve}, "c"},
        {{.limit = 9, .viewer = eve, .player = ben}, ""},
        {{.limit = 9, .viewer = ann, .player = ben}, "b"},
        {{.limit = 9, .player = eve}, "c"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        ck_assert_msg(strcmp(list(&rows[i].filter), rows[i].names) == 0, "row %zu: %s", i,
                      list(&rows[i].filter));
}
END_TEST

static enum store_result set_box(struct store_tx *tx, void *context) {
    return store_mailbox_set(tx, context);
}

static enum store_result offer(struct store_tx *tx, void *context) {
    return store_seat_offer(tx, *(int64_t *)context, 1, eve, 5);
}

/* Lists contain every game that the caller can see, except unlisted ones. */
START_TEST(lists_name_a_game_to_those_invited_or_offered_a_seat) {
    struct store_game games[] = {new_game(ann, "i"), new_game(ann, "o"), new_game(ann, "u"),
                                 new_game(ann, "v")};
    struct store_game_filter filter = {.limit = 9, .viewer = eve};
    games[0].visibility = games[1].visibility = STORE_PRIVATE;
    games[2].visibility = games[3].visibility = STORE_UNLISTED;
    games[0].seats[2] = games[3].seats[2] =
        (struct store_seat){.kind = STORE_SEAT_INVITED, .invite = "eve@Example.org"};
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(in_tx(store, create, &games[i]), STORE_OK);
    ck_assert_str_eq(list(&filter), "");
    ck_assert_int_eq(in_tx(store, offer, &games[1].id), STORE_OK);
    ck_assert_str_eq(list(&filter), "o");
    struct store_mailbox box = {.account = eve, .address = "Eve@example.org"};
    ck_assert_int_eq(in_tx(store, set_box, &box), STORE_OK);
    ck_assert_str_eq(list(&filter), "o");
    box.confirmed_at = 5;
    ck_assert_int_eq(in_tx(store, set_box, &box), STORE_OK);
    ck_assert_str_eq(list(&filter), "voi");
    filter.viewer = ben;
    ck_assert_str_eq(list(&filter), "");
    filter.viewer = 0;
    ck_assert_str_eq(list(&filter), "");
    filter.viewer = ann;
    ck_assert_str_eq(list(&filter), "vuoi");
}
END_TEST

START_TEST(a_list_goes_on_where_a_page_ended) {
    for (int i = 0; i < 7; i++) {
        char name[16];
        snprintf(name, sizeof name, "%d", i);
        make_game(store, ann, name);
    }
    struct store_game_filter filter = {.limit = 3};
    static const char *const pages[] = {"654", "321", "0", ""};
    for (int i = 0; i < 4; i++) {
        struct listing listing = {0};
        ck_assert_int_eq(store_game_list(reader, &filter, note_game, &listing), STORE_OK);
        ck_assert_str_eq(listing.names, pages[i]);
        filter.before = listing.last;
    }
}
END_TEST

START_TEST(stats_count_play_games_that_the_viewer_may_know) {
    struct store_game games[] = {new_game(ann, "won"), new_game(ann, "lost"), new_game(ann, "hid"),
                                 new_game(ann, "table"), new_game(ann, "runs")};
    games[2].visibility = STORE_PRIVATE;
    games[3].mode = STORE_MODE_TABLE;
    for (int i = 0; i < 5; i++) {
        games[i].seats[1] = (struct store_seat){.kind = STORE_SEAT_HUMAN, .account = ben};
        ck_assert_int_eq(in_tx(store, create, &games[i]), STORE_OK);
        ck_assert_int_eq(in_tx(store, start, &games[i].id), STORE_OK);
        struct change end = {.game = games[i].id, .winner = i == 1 ? 0 : 1};
        if (i != 4)
            ck_assert_int_eq(in_tx(store, finish, &end), STORE_OK);
    }
    struct store_account_stats stats;
    ck_assert_int_eq(store_account_stats(reader, ben, eve, &stats), STORE_OK);
    ck_assert_int_eq(stats.finished, 2);
    ck_assert_int_eq(stats.won, 1);
    ck_assert_int_eq(stats.active, 1);
    ck_assert_int_eq(stats.resigned, 0);
    ck_assert_int_eq(store_account_stats(reader, ben, ben, &stats), STORE_OK);
    ck_assert_int_eq(stats.finished, 3);
    ck_assert_int_eq(stats.won, 2);
    struct change resign = {
        .game = games[0].id, .seat = 1, .was = games[0].seats[1], .now = games[0].seats[1]};
    resign.now.resigned_at = 3500;
    ck_assert_int_eq(in_tx(store, set_seat, &resign), STORE_OK);
    ck_assert_int_eq(store_account_stats(reader, ben, eve, &stats), STORE_OK);
    ck_assert_int_eq(stats.won, 0);
    ck_assert_int_eq(stats.resigned, 1);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "games",
        (const struct test_case[]){
            {.name = "round trip",
             a_game_comes_back_as_it_was_made,
             .setup = setup,
             .teardown = teardown},
            {.name = "seat", a_seat_is_taken_once, .setup = setup, .teardown = teardown},
            {.name = "status",
             a_game_lives_open_active_finished,
             .setup = setup,
             .teardown = teardown},
            {.name = "log", a_game_is_read_with_its_log, .setup = setup, .teardown = teardown},
            {.name = "snapshot",
             a_game_that_is_read_stays_as_it_is,
             .setup = setup,
             .teardown = teardown},
            {.name = "cut log",
             a_log_that_ends_within_an_event_is_damaged,
             .setup = setup,
             .teardown = teardown},
            {.name = "long log",
             a_very_long_log_can_be_read_after_its_game,
             .setup = setup,
             .teardown = teardown},
            {.name = "over",
             what_is_over_of_an_account_is_listed_from_the_latest_on,
             .setup = setup,
             .teardown = teardown},
            {.name = "delete",
             an_open_game_can_be_removed_with_its_seats,
             .setup = setup,
             .teardown = teardown},
            {.name = "rematch", a_game_has_one_rematch, .setup = setup, .teardown = teardown},
            {.name = "lists",
             lists_show_what_the_viewer_may_see,
             .setup = setup,
             .teardown = teardown},
            {.name = "invited",
             lists_name_a_game_to_those_invited_or_offered_a_seat,
             .setup = setup,
             .teardown = teardown},
            {.name = "pages",
             a_list_goes_on_where_a_page_ended,
             .setup = setup,
             .teardown = teardown},
            {.name = "stats",
             stats_count_play_games_that_the_viewer_may_know,
             .setup = setup,
             .teardown = teardown},
            {0},
        });
}
TEST_MAIN(suite)
