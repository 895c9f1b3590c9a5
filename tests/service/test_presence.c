/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Whoever has just looked at a game need not be told of it, and is told of all others. */
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "db/games.h"
#include "db/mailboxes.h"
#include "db/outbox.h"
#include "service/account/presence.h"
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

/* Ann does the first half of what the game waits for. */
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

/* What became of the mails that say whose turn it is. */
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

START_TEST(who_looked_at_what_is_kept_apart) {
    struct presence *presence = presence_new();

    ck_assert_ptr_nonnull(presence);
    presence_note(presence, 1, "g1", 100);
    ck_assert_int_eq(presence_at(presence, 1, "g1"), 100);
    ck_assert_int_eq(presence_at(presence, 1, "g2"), 0);
    ck_assert_int_eq(presence_at(presence, 2, "g1"), 0);
    presence_note(presence, 1, "g1", 200);
    ck_assert_int_eq(presence_at(presence, 1, "g1"), 200);
    presence_note(NULL, 1, "g1", 300);
    ck_assert_int_eq(presence_at(NULL, 1, "g1"), 0);
    presence_free(presence);
}
END_TEST

#define CASE(test)                                                                                 \
    { .name = #test, test, .setup = setup, .teardown = teardown }

static Suite *suite(void) {
    return test_suite("presence", (const struct test_case[]){
                                      CASE(a_look_at_one_game_says_nothing_about_another),
                                      CASE(a_digest_tells_of_every_turn_that_is_waited_for),
                                      {.name = "apart", who_looked_at_what_is_kept_apart},
                                      {0},
                                  });
}
TEST_MAIN(suite)
