/* SPDX-License-Identifier: AGPL-3.0-or-later */
/*
 * Answers as the mail programs of many languages write them, a file each in tests/mail/shapes. Above the mail stand
 * what is to be read of it, and what is to come of that in a game that waits for its sender:
 *
 *     Read: settle 14 | road 14-19
 *     Then: done (or partly, refused, answered)
 *     Language: de
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/accounts.h"
#include "db/games.h"
#include "db/mailboxes.h"
#include "service/mail/link.h"
#include "service/mail/message.h"
#include "service/mail/receive.h"
#include "service/mail/take.h"
#include "service/notify/outbox.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

enum { SHAPES_MAX = 256, SHAPE_SIZE = 8192, LINE_SIZE = 512, NAME_SIZE = 300, SHAPES_LEAST = 60 };

struct shape {
    char name[NAME_SIZE];
    char read[LINE_SIZE], then[LINE_SIZE], language[LINE_SIZE];
    char mail[SHAPE_SIZE];
    size_t size;
};

static struct shape shape;
static char reply[LINK_TOKEN_SIZE + 32];

/* ---- the files ---- */

static char names[SHAPES_MAX][NAME_SIZE];

static int compare_names(const void *a, const void *b) {
    return strcmp(a, b);
}

static size_t list_shapes(void) {
    DIR *folder = opendir(test_path("tests/mail/shapes"));
    size_t n = 0;

    ck_assert_ptr_nonnull(folder);
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL && n < SHAPES_MAX;)
        if (strstr(entry->d_name, ".eml") != NULL)
            snprintf(names[n++], NAME_SIZE, "%s", entry->d_name);
    closedir(folder);
    qsort(names, n, sizeof *names, compare_names);
    return n;
}

/* The value of NAME among the lines above the mail; "" for none. */
static void take_field(const char *head, const char *name, char value[LINE_SIZE]) {
    const char *at = strstr(head, name);

    snprintf(value, LINE_SIZE, "%.*s", at == NULL ? 0 : (int)strcspn(at + strlen(name), "\n"),
             at == NULL ? "" : at + strlen(name));
}

/* Reads a file into `shape`, with its reply address in place. */
static void read_shape(const char *name) {
    char path[NAME_SIZE + 32], whole[SHAPE_SIZE + 1], *mail, *address;
    FILE *file;
    size_t size;

    snprintf(path, sizeof path, "tests/mail/shapes/%s", name);
    file = fopen(test_path(path), "r");
    ck_assert_ptr_nonnull(file);
    size = fread(whole, 1, SHAPE_SIZE, file);
    fclose(file);
    ck_assert_uint_lt(size, SHAPE_SIZE - sizeof reply);
    whole[size] = '\0';
    mail = strstr(whole, "\n\n");
    ck_assert_ptr_nonnull(mail);
    *mail = '\0';
    mail += 2;
    snprintf(shape.name, sizeof shape.name, "%s", name);
    take_field(whole, "Read: ", shape.read);
    take_field(whole, "Then: ", shape.then);
    take_field(whole, "Language: ", shape.language);
    address = strstr(mail, "@REPLY@");
    ck_assert_ptr_nonnull(address);
    snprintf(shape.mail, sizeof shape.mail, "%.*s%s", (int)(address - mail), mail, reply);
    shape.size = strlen(shape.mail);
    address += strlen("@REPLY@");
    size -= (size_t)(address - whole);
    memcpy(shape.mail + shape.size, address, size);
    shape.size += size;
}

/* ---- what is read ---- */

START_TEST(the_lines_are_found) {
    char lines[LINE_SIZE * 2];
    size_t n = list_shapes();
    unsigned wrong = 0;

    ck_assert_uint_ge(n, SHAPES_LEAST);
    message_init();
    snprintf(reply, sizeof reply, "r+%s@in.hex.example", "abcdefghijklmnopqrstuvwx23");
    for (size_t i = 0; i < n; i++) {
        struct received received;
        size_t size = 0;

        read_shape(names[i]);
        received_read(&received, shape.mail, shape.size, reply);
        lines[0] = '\0';
        for (size_t at = 0; at < received.text.size && size + 4 < sizeof lines; at++)
            size += (size_t)snprintf(lines + size, sizeof lines - size,
                                     received.text.data[at] != '\n' ? "%c"
                                     : at + 1 == received.text.size ? ""
                                                                    : " | ",
                                     received.text.data[at]);
        if (received.kind != RECEIVED_REPLY ||
            strncmp(lines, shape.read, strlen(shape.read)) != 0 ||
            (strcmp(shape.then, "done") == 0 && strcmp(shape.read, "") == 0)) {
            fprintf(stderr, "%s: \"%s\", not \"%s\"\n", shape.name, lines, shape.read);
            wrong++;
        }
        received_free(&received);
    }
    ck_assert_uint_eq(wrong, 0);
}
END_TEST

/* ---- what comes of it ---- */

struct put {
    struct store_job job; /* first: it leads back here */
    struct store_link link;
};

static enum store_result run_put(struct store_tx *tx, struct store_job *job) {
    return store_link_put(tx, &((struct put *)job)->link);
}

static int64_t account_of(const char *name) {
    struct store_account account;

    ck_assert_int_eq(store_account_by_name(store_reader_get(test_app.store), name, &account),
                     STORE_OK);
    return account.id;
}

/* A game of two that waits for WHO, and an address by which they play it. */
static void begin_game(struct person *who, char game[GAME_ID_SIZE]) {
    struct put put = {.job.run = run_put,
                      .link = {.purpose = LINK_REPLY, .account = account_of(who->name)}};
    struct store_game row;
    char token[LINK_TOKEN_SIZE];
    int seat = -1;

    snprintf(put.link.address, sizeof put.link.address, "%s@example.org", who->name);
    while (seat != 0) {
        make_game(who,
                  "{'name':'Friday','visibility':'private','rules':{'game':'base','players':2},"
                  "'seats':[{'account':'me'},{'bot':'random'}],'board':{'layout':'beginner'}}",
                  game);
        json_t *state = GET(who, 200, "/v1/games/%s", game);
        seat = waits_for(state);
        json_decref(state);
        if (seat != 0)
            POST_ONLY(who, 200, NULL, "/v1/games/%s/resign", game);
    }
    ck_assert_int_eq(store_game_get(store_reader_get(test_app.store), game, &row), STORE_OK);
    put.link.game = row.id;
    put.link.seq = row.last_seq;
    store_game_clear(&row);
    link_draw(&put.link, app_now(), token);
    ck_assert_int_eq(store_call(test_app.store, &put.job), STORE_OK);
    snprintf(reply, sizeof reply, "r+%s@in.hex.example", token);
}

struct told_back {
    int64_t last; /* row */
    char text[STORE_OUTBOX_DATA_SIZE];
    const char *then;
};

static bool note_response(void *context, const struct store_outbox_row *row) {
    struct told_back *back = context;
    json_t *data;
    bool done, moved;

    if (row->kind != OUTBOX_RESPONSE || row->id <= back->last)
        return row->kind != OUTBOX_RESPONSE;
    data = json_loads(row->data, 0, NULL);
    done = json_is_true(json_object_get(data, "done"));
    moved = json_is_true(json_object_get(data, "moved"));
    back->then = moved ? done ? "done" : "partly" : done ? "answered" : "refused";
    snprintf(back->text, sizeof back->text, "%s", json_string_value(json_object_get(data, "text")));
    back->last = row->id;
    json_decref(data);
    return false;
}

START_TEST(it_is_done_and_said) {
    struct told_back back = {0};
    size_t n = list_shapes();
    unsigned wrong = 0;

    person_confirm(&ada);
    person_confirm(&grace);
    for (size_t i = 0; i < n; i++) {
        struct person *who = i % 2 == 0 ? &ada : &grace; /* one alone may not send so many */
        char game[GAME_ID_SIZE], body[LINE_SIZE + 32];

        begin_game(who, game);
        read_shape(names[i]);
        snprintf(body, sizeof body, "{'language':'%s'}",
                 shape.language[0] == '\0' ? "en" : shape.language);
        json_decref(person_ask(who, 200, "PATCH", "", body, "/v1/me"));
        back.then = "nothing";
        ck_assert(take_mail(&test_app, shape.mail, shape.size, reply));
        ck_assert_int_eq(store_outbox_of_target(store_reader_get(test_app.store), OUTBOX_MAIL,
                                                account_of(who->name), 0, 100, note_response,
                                                &back),
                         STORE_OK);
        if (strcmp(back.then, shape.then) != 0) {
            fprintf(stderr, "%s: %s, not %s:\n%s", shape.name, back.then, shape.then, back.text);
            wrong++;
        }
        POST_ONLY(who, 200, NULL, "/v1/games/%s/resign", game);
    }
    ck_assert_uint_eq(wrong, 0);
}
END_TEST

/* ---- once ---- */

static bool count_response(void *context, const struct store_outbox_row *row) {
    *(unsigned *)context += row->kind == OUTBOX_RESPONSE;
    return true;
}

/* Brings a mail of ADA's; how many of hers have been answered by then. */
static unsigned bring(const char *date) {
    char mail[256];
    unsigned answers = 0;

    snprintf(mail, sizeof mail, "From: ada@example.org\nTo: %s\nDate: %s\n\nsay hello\n", reply,
             date);
    ck_assert(take_mail(&test_app, mail, strlen(mail), reply));
    ck_assert_int_eq(store_outbox_of_target(store_reader_get(test_app.store), OUTBOX_MAIL,
                                            account_of("ada"), 0, 100, count_response, &answers),
                     STORE_OK);
    return answers;
}

/* Mail servers bring a mail again; one without a Message-ID is known by what it says and when. */
START_TEST(mails_without_an_id_count_once) {
    static const char first[] = "Sat, 03 May 2031 10:00:00 +0200";
    char game[GAME_ID_SIZE];

    person_confirm(&ada);
    begin_game(&ada, game);
    ck_assert_uint_eq(bring(first), 1);
    ck_assert_uint_eq(bring(first), 1);
    ck_assert_uint_eq(bring("Sat, 03 May 2031 10:00:01 +0200"), 2);
}
END_TEST

static Suite *suite(void) {
    return test_suite("mail_shapes", (const struct test_case[]){
                                         {.name = "lines", .test = the_lines_are_found},
                                         {.name = "done",
                                          .test = it_is_done_and_said,
                                          .setup = people_setup,
                                          .teardown = people_teardown,
                                          .timeout_s = 300},
                                         {.name = "once",
                                          .test = mails_without_an_id_count_once,
                                          .setup = people_setup,
                                          .teardown = people_teardown},
                                         {0},
                                     });
}
TEST_MAIN(suite)
