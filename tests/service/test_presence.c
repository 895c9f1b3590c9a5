/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* A player who has just looked at a game is not notified of it, but is of all others. */
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "db/games.h"
#include "db/mailboxes.h"
#include "db/outbox.h"
#include "service/account/auth.h"
#include "service/account/presence.h"
#include "service/account/session.h"
#include "service/actor/runner.h"
#include "service/app/app.h"
#include "service/notify/outbox.h"
#include "service/notify/sender.h"
#include "tests/support/check_main.h"
#include "tests/support/program.h"

enum { MINUTE = 60 * 1000, DAY = 24 * 60 * MINUTE, GAMES = 2 };
static const char mail_dir[] = "presence.mail";

static _Atomic int64_t now;
static struct program *program;
static struct store_reader *reader;
static char token[PROGRAM_TOKEN_SIZE];
static int64_t ann;
static char bobs_token[PROGRAM_TOKEN_SIZE];
static char games[GAMES][STORE_ID_SIZE];

static int64_t test_clock(void) {
    return now;
}

struct box_job {
    struct store_job job;
    enum store_mail_mode mode;
};

static enum store_result set_box(struct store_tx *tx, struct store_job *job) {
    struct store_mailbox box;
    enum store_result result = store_mailbox_get(store_tx_reader(tx), ann, &box);

    snprintf(box.address, sizeof box.address, "ann@example.org");
    box.confirmed_at = now;
    box.mode = ((struct box_job *)job)->mode;
    return result == STORE_OK ? store_mailbox_set(tx, &box) : result;
}

/* Two games, in both of which it is Ann's turn. */
static void begin_games(enum store_mail_mode mode) {
    struct box_job job = {.job = {.run = set_box}, .mode = mode};

    program_write(program, &job.job);
    for (int i = 0; i < GAMES; i++) {
        json_t *game =
            program_json(program, 201, token, "POST", "",
                         "{'rules':{'game':'base','players':3},'seats':[{'account':'me'},"
                         "{'bot':'random'},{'bot':'random'}]}",
                         "/v1/games");

        snprintf(games[i], sizeof games[i], "%s", json_string_value(json_object_get(game, "id")));
        json_decref(game);
    }
    ck_assert(runner_settle(program->app.runner));
}

static void look_at(int game) {
    json_decref(program_json(program, 200, token, "GET", "", NULL, "/v1/games/%s", games[game]));
}

/* Ann makes the first half of her move. */
static void place_settlement(int game) {
    static const char body[] = "{'action':{'type':'build_settlement','vertex':%d}}";
    json_t *list =
        program_json(program, 200, token, "GET", "", NULL, "/v1/games/%s/actions", games[game]);
    json_t *first = json_array_get(json_object_get(list, "actions"), 0);
    char move[sizeof body + 8];

    snprintf(move, sizeof move, body, (int)json_integer_value(json_object_get(first, "vertex")));
    json_decref(list);
    json_decref(
        program_json(program, 201, token, "POST", "", move, "/v1/games/%s/moves", games[game]));
}

/* ---- an offer ---- */

/* The first action of PLAYER in the first game with a type in TYPES; if there is none, any other, except resigning and
 * actions whose cards have to be chosen. NULL: there is none. */
static json_t *action_of(const char *player, const char *const *types) {
    json_t *list =
        program_json(program, 200, player, "GET", "", NULL, "/v1/games/%s/actions", games[0]);
    json_t *actions = json_object_get(list, "actions"), *action, *found = NULL;
    size_t i;

    for (; *types != NULL && found == NULL; types++)
        json_array_foreach(actions, i,
                           action) if (found == NULL &&
                                       strcmp(json_string_value(json_object_get(action, "type")),
                                              *types) == 0) found = action;
    json_array_foreach(actions, i, action) {
        bool gives_up = strcmp(json_string_value(json_object_get(action, "type")), "resign") == 0;

        if (found == NULL && !gives_up && json_object_get(action, "open") == NULL)
            found = action;
    }
    json_incref(found);
    json_decref(list);
    return found;
}

static void make_move(const char *player, json_t *action) {
    json_t *move = json_pack("{sO}", "action", action);
    char *text = json_dumps(move, 0);

    ck_assert_ptr_nonnull(text);
    json_decref(
        program_json(program, 201, player, "POST", "", text, "/v1/games/%s/moves", games[0]));
    free(text);
    json_decref(move);
}

/* A kind of card that PLAYER, at SEAT, holds, other than NOT; NULL: none. Static storage. */
static const char *held_kind(const char *player, int seat, const char * not ) {
    static const char *const kinds[] = {"brick", "lumber", "wool", "grain", "ore"};
    json_t *view =
        program_json(program, 200, player, "GET", "", NULL, "/v1/games/%s/view", games[0]);
    json_t *cards =
        json_object_get(json_array_get(json_object_get(view, "players"), (size_t)seat), "cards");
    const char *found = NULL;

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && found == NULL; i++)
        if (json_integer_value(json_object_get(cards, kinds[i])) > 0 &&
            (not == NULL || strcmp(kinds[i], not ) != 0))
            found = kinds[i];
    json_decref(view);
    return found;
}

/* Begins a game of Ann's and Bob's, and plays it until Bob has offered Ann a card for which she could give one. False:
 * before that a player had to choose cards, after a seven. */
static bool play_to_offer(void) {
    static const char *const order[] = {"build_settlement", "build_road", "roll",
                                        "move_robber",      "end_turn",   NULL};
    enum { BOB = 1, MOVES_MAX = 500 };
    json_t *game = program_json(
        program, 201, token, "POST", "",
        "{'rules':{'game':'base','players':2},'seats':[{'account':'me'},{'open':true}]}",
        "/v1/games");

    snprintf(games[0], sizeof games[0], "%s", json_string_value(json_object_get(game, "id")));
    json_decref(game);
    json_decref(
        program_json(program, 200, bobs_token, "POST", "", "{}", "/v1/games/%s/join", games[0]));
    for (int i = 0; i < MOVES_MAX; i++) {
        static const char *const trade[] = {"offer_trade", NULL};
        json_t *action = action_of(bobs_token, trade);
        const char *give = NULL, *want = NULL;

        if (action != NULL &&
            strcmp(json_string_value(json_object_get(action, "type")), *trade) == 0) {
            give = held_kind(bobs_token, BOB, NULL);
            want = held_kind(token, 0, give);
        }
        json_decref(action);
        if (give != NULL && want != NULL) {
            action = json_pack("{sss{si}s{si}}", "type", *trade, "give", give, 1, "want", want, 1);
            make_move(bobs_token, action);
            json_decref(action);
            return true;
        }
        action = action_of(bobs_token, order);
        if (action != NULL)
            make_move(bobs_token, action);
        else if ((action = action_of(token, order)) != NULL)
            make_move(token, action);
        else
            break;
        json_decref(action);
    }
    json_decref(
        program_json(program, 200, token, "POST", "", NULL, "/v1/games/%s/resign", games[0]));
    return false;
}

static void begin_with_offer(void) {
    enum { TRIES = 20 };
    struct box_job job = {.job = {.run = set_box}, .mode = STORE_MAIL_DAILY};

    program_sign_up(program, "bob", bobs_token);
    program_write(program, &job.job);
    for (int i = 0; i < TRIES; i++)
        if (play_to_offer())
            return;
    ck_abort_msg("in %d games nobody could offer anything", TRIES);
}

/* The results of the mails of KIND. */
struct told_of {
    int kind;
    unsigned sent, dropped;
};

static bool note_kind(void *context, const struct store_outbox_row *row) {
    struct told_of *told = context;

    told->sent += row->kind == told->kind && row->state == STORE_OUTBOX_SENT;
    told->dropped += row->kind == told->kind && row->state == STORE_OUTBOX_DROPPED;
    return true;
}

static struct told_of send_offers(int64_t later) {
    struct told_of told = {.kind = OUTBOX_OFFER};

    now += later;
    ck_assert(sender_run_due(program->app.sender, now));
    ck_assert_int_eq(store_outbox_of_target(reader, OUTBOX_MAIL, ann, 0, 100, note_kind, &told),
                     STORE_OK);
    return told;
}

/* The results of the mails about turns. */
struct told {
    unsigned sent[GAMES], dropped[GAMES];
};

static bool note_row(void *context, const struct store_outbox_row *row) {
    struct told *told = context;
    struct store_game game;

    ck_assert_int_eq(store_game_get_by_id(reader, row->game, &game), STORE_OK);
    for (int i = 0; i < GAMES && row->kind == OUTBOX_TURN; i++)
        if (strcmp(games[i], game.public_id) == 0) {
            told->sent[i] += row->state == STORE_OUTBOX_SENT;
            told->dropped[i] += row->state == STORE_OUTBOX_DROPPED;
        }
    store_game_clear(&game);
    return true;
}

static struct told send_mails(int64_t later) {
    struct told told = {{0}, {0}};

    now += later;
    ck_assert(sender_run_due(program->app.sender, now));
    ck_assert_int_eq(store_outbox_of_target(reader, OUTBOX_MAIL, ann, 0, 100, note_row, &told),
                     STORE_OK);
    return told;
}

/* ---- fixture ---- */

static void remove_files(void) {
    static const char *const files[] = {"presence.db", "presence.db-wal", "presence.db-shm",
                                        "presence.db.lock"};

    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        unlink(files[i]);
}

static void remove_mails(void) {
    DIR *folder = opendir(mail_dir);
    char path[sizeof mail_dir + NAME_MAX + 2];

    ck_assert_ptr_nonnull(folder);
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        snprintf(path, sizeof path, "%s/%s", mail_dir, entry->d_name);
        if (entry->d_name[0] != '.')
            unlink(path);
    }
    closedir(folder);
    rmdir(mail_dir);
}

static void setup(void) {
    static char from[] = "--mail-from=games@example.org", dir[] = "--mail-dir=presence.mail";
    static char *flags[] = {from, dir, NULL};

    remove_files();
    (void)mkdir(mail_dir, 0700);
    now = INT64_C(1772445600000);
    program = program_up("presence.db", flags, test_clock);
    reader = store_reader_get(program->app.store);
    ann = program_sign_up(program, "ann", token);
}

static void teardown(void) {
    program_down(program);
    app_set_clock(NULL);
    remove_files();
    remove_mails();
}

/* ---- the tests ---- */

START_TEST(a_look_at_one_game_says_nothing_about_another) {
    struct told told;

    begin_games(STORE_MAIL_AT_ONCE);
    now += 1;
    look_at(0);
    told = send_mails(10 * MINUTE);
    ck_assert_uint_eq(told.dropped[0], 1);
    ck_assert_uint_eq(told.sent[1], 1);
}
END_TEST

START_TEST(a_digest_tells_of_every_turn_that_is_waited_for) {
    struct told told;

    begin_games(STORE_MAIL_DAILY);
    now += 1;
    look_at(0);
    place_settlement(1); /* a road is still to be built */
    told = send_mails(2 * (int64_t)DAY);
    ck_assert_uint_eq(told.sent[0], 1);
    ck_assert_uint_eq(told.sent[1], 1);
}
END_TEST

START_TEST(a_digest_tells_of_an_offer_that_is_open) {
    struct told_of told;

    begin_with_offer();
    now += 1;
    look_at(0); /* a player with digests is still notified */
    told = send_offers(0);
    ck_assert_uint_eq(told.sent + told.dropped, 0);
    told = send_offers(2 * (int64_t)DAY);
    ck_assert_uint_eq(told.sent, 1);
    ck_assert_uint_eq(told.dropped, 0);
}
END_TEST

START_TEST(a_digest_leaves_out_an_offer_that_is_gone) {
    static const char *const decline[] = {"decline_trade", NULL};
    struct told_of told;

    begin_with_offer();
    json_t *action = action_of(token, decline);
    ck_assert_ptr_nonnull(action);
    ck_assert_str_eq(json_string_value(json_object_get(action, "type")), *decline);
    make_move(token, action);
    json_decref(action);
    told = send_offers(2 * (int64_t)DAY);
    ck_assert_uint_eq(told.sent, 0);
    ck_assert_uint_eq(told.dropped, 1);
}
END_TEST

static void bear(const char *secret, char other[PROGRAM_TOKEN_SIZE]) {
    snprintf(other, PROGRAM_TOKEN_SIZE, "Authorization: Bearer %s\r\n", secret);
}

/* A read-only token of Ann's. */
static void make_reader(char other[PROGRAM_TOKEN_SIZE]) {
    json_t *made = program_json(program, 201, token, "POST", "",
                                "{'name':'dashboard','scopes':['game:read']}", "/v1/me/tokens");

    bear(json_string_value(json_object_get(made, "token")), other);
    json_decref(made);
}

struct session_job {
    struct store_job job;
    char secret[TOKEN_SIZE];
};

static enum store_result begin_session(struct store_tx *tx, struct store_job *job) {
    return session_begin(tx, &(struct session_before){.browser = "a browser"}, ann, 0, SCOPE_ALL,
                         30, now, ((struct session_job *)job)->secret);
}

/* The session of Ann's browser. */
static void make_session(char other[PROGRAM_TOKEN_SIZE]) {
    struct session_job job = {.job = {.run = begin_session}};

    program_write(program, &job.job);
    bear(job.secret, other);
}

static void look_with(const char *other, const char *path) {
    json_decref(
        program_json(program, 200, other, "GET", "", NULL, "/v1/games/%s/%s", games[0], path));
}

/* The messages about a turn that a page or a dashboard has shown, possibly unseen. */
static void shown_and_not_seen(const char *other) {
    struct told told;

    now += 1;
    look_with(other, "view");
    told = send_mails(10 * MINUTE);
    ck_assert_uint_eq(told.sent[0] + told.dropped[0], 0);
    look_with(other, "view"); /* a stream continues, a picture is fetched again */
    told = send_mails(49 * MINUTE);
    ck_assert_uint_eq(told.sent[0] + told.dropped[0], 0);
    look_with(other, "actions");
    told = send_mails(2 * MINUTE);
    ck_assert_uint_eq(told.sent[0], 1);
    ck_assert_uint_eq(told.dropped[0], 0);
}

START_TEST(a_token_that_only_reads_holds_a_mail_back_for_an_hour) {
    char reads[PROGRAM_TOKEN_SIZE];

    begin_games(STORE_MAIL_AT_ONCE);
    make_reader(reads);
    shown_and_not_seen(reads);
}
END_TEST

START_TEST(a_page_that_nobody_touches_holds_a_mail_back_for_an_hour) {
    char session[PROGRAM_TOKEN_SIZE];

    begin_games(STORE_MAIL_AT_ONCE);
    make_session(session);
    shown_and_not_seen(session);
}
END_TEST

START_TEST(a_sign_of_life_in_the_page_is_a_look) {
    char session[PROGRAM_TOKEN_SIZE], reads[PROGRAM_TOKEN_SIZE];
    struct told told;

    begin_games(STORE_MAIL_AT_ONCE);
    make_session(session);
    make_reader(reads);
    now += 1;
    json_decref(
        program_json(program, 204, session, "PUT", "", NULL, "/v1/games/%s/presence", games[0]));
    json_decref(
        program_json(program, 403, reads, "PUT", "", NULL, "/v1/games/%s/presence", games[0]));
    json_decref(program_json(program, 404, session, "PUT", "", NULL, "/v1/games/x/presence"));
    told = send_mails(10 * MINUTE);
    ck_assert_uint_eq(told.dropped[0], 1);
    ck_assert_uint_eq(told.sent[1], 1);
}
END_TEST

START_TEST(who_wants_it_is_told_even_if_they_have_looked) {
    struct told told;

    begin_games(STORE_MAIL_AT_ONCE);
    json_decref(
        program_json(program, 200, token, "PATCH", "", "{'even_if_looked':true}", "/v1/me/mail"));
    now += 1;
    look_at(0);
    told = send_mails(10 * MINUTE);
    ck_assert_uint_eq(told.sent[0], 1);
    ck_assert_uint_eq(told.sent[1], 1);
}
END_TEST

START_TEST(who_looked_at_what_is_kept_apart) {
    struct presence *presence = presence_new();

    ck_assert_ptr_nonnull(presence);
    presence_note(presence, 1, "g1", PRESENCE_SEEN, 100);
    ck_assert_int_eq(presence_at(presence, 1, "g1", PRESENCE_SEEN), 100);
    ck_assert_int_eq(presence_at(presence, 1, "g1", PRESENCE_OPEN), 0);
    ck_assert_int_eq(presence_at(presence, 1, "g2", PRESENCE_SEEN), 0);
    ck_assert_int_eq(presence_at(presence, 2, "g1", PRESENCE_SEEN), 0);
    presence_note(presence, 1, "g1", PRESENCE_SEEN, 200);
    ck_assert_int_eq(presence_at(presence, 1, "g1", PRESENCE_SEEN), 200);
    presence_note(NULL, 1, "g1", PRESENCE_SEEN, 300);
    /* Also for neighbors. */
    for (int64_t account = 10; account < 20; account++) {
        presence_note(presence, account, "g2", PRESENCE_OPEN, 400);
        ck_assert_int_eq(presence_at(presence, account, "g2", PRESENCE_OPEN), 400);
    }
    for (int64_t account = 1; account < 40; account++)
        ck_assert_int_eq(presence_at(presence, account, "g2", PRESENCE_SEEN), 0);
    ck_assert_int_eq(presence_at(NULL, 1, "g1", PRESENCE_SEEN), 0);
    presence_free(presence);
}
END_TEST

#define CASE(test)                                                                                 \
    { .name = #test, test, .setup = setup, .teardown = teardown }

static Suite *suite(void) {
    return test_suite("presence",
                      (const struct test_case[]){
                          CASE(a_look_at_one_game_says_nothing_about_another),
                          CASE(a_digest_tells_of_every_turn_that_is_waited_for),
                          CASE(a_digest_tells_of_an_offer_that_is_open),
                          CASE(a_digest_leaves_out_an_offer_that_is_gone),
                          CASE(a_token_that_only_reads_holds_a_mail_back_for_an_hour),
                          CASE(a_page_that_nobody_touches_holds_a_mail_back_for_an_hour),
                          CASE(a_sign_of_life_in_the_page_is_a_look),
                          CASE(who_wants_it_is_told_even_if_they_have_looked),
                          {.name = "apart", who_looked_at_what_is_kept_apart},
                          {0},
                      });
}
TEST_MAIN(suite)
