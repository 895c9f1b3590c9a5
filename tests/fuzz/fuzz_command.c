/* SPDX-License-Identifier: AGPL-3.0-or-later */
/*
 * Lines of text from a chat or a mail: the first bytes choose the writer, the place, and the room for the answer; the
 * rest is the line. The answer is always text that fits, what only the caller may see is marked, and the moves of the
 * buttons can be read.
 */
#include <glib.h>
#include <jansson.h>
#include <sodium.h>
#include <string.h>
#include <unistd.h>

#include "db/accounts.h"
#include "db/games.h"
#include "service/app/app.h"
#include "service/command/command.h"
#include "service/game/made_game.h"
#include "service/words/notation.h"
#include "tests/fuzz/fuzz.h"

enum {
    PEOPLE = 3,
    GAMES = 2, /* one of each kind */
    PATH_SIZE = 256,
    GAME_INPUTS = 400, /* then new games begin */
};

static struct app app;
static char folder[PATH_SIZE - 16];
static int64_t people[PEOPLE];
static char games[GAMES][STORE_ID_SIZE];
static unsigned inputs;

struct job {
    struct store_job job; /* first: it is cast back to this */
    struct made_game *made;
};

static enum store_result write_people(struct store_tx *tx, struct store_job *job) {
    (void)job;
    for (unsigned i = 0; i < PEOPLE; i++) {
        struct store_account account = {.created_at = 1};
        enum store_result result;

        snprintf(account.public_id, sizeof account.public_id, "p%u", i);
        snprintf(account.name, sizeof account.name, "person %u", i);
        result = store_account_create(tx, &account);
        if (result != STORE_OK)
            return result;
        people[i] = account.id;
    }
    return STORE_OK;
}

static enum store_result write_game(struct store_tx *tx, struct store_job *job) {
    return made_game_write(tx, ((struct job *)job)->made);
}

static void make_game(unsigned i) {
    static const char *const bodies[GAMES] = {
        "{\"name\":\"Friday\",\"rules\":{\"game\":\"base\",\"players\":3}}",
        "{\"name\":\"Monday\",\"visibility\":\"private\","
        "\"rules\":{\"game\":\"cities_and_knights\",\"edition\":\"ck2020\",\"players\":3}}",
    };
    struct new_game_fault fault;
    struct read_errors errors = {0};
    struct new_game *wanted = calloc(1, sizeof *wanted);
    struct made_game *made = calloc(1, sizeof *made);
    struct job job = {.job.run = write_game, .made = made};
    json_t *body = json_loads(bodies[i], 0, NULL);

    REQUIRE_HOLDS(wanted != NULL && made != NULL && body != NULL, "no memory");
    REQUIRE_HOLDS(new_game_read(&errors, body, people[0], wanted, &fault), errors.items[0].detail);
    for (unsigned seat = 0; seat < PEOPLE; seat++) {
        wanted->seats[seat].kind = STORE_SEAT_HUMAN;
        wanted->seats[seat].account = people[seat];
    }
    REQUIRE_HOLDS(made_game_build(made, wanted, store_reader_get(app.store), people[0], app_now()),
                  "no game");
    memcpy(games[i], made->row.public_id, sizeof games[i]);
    REQUIRE_HOLDS(store_call(app.store, &job.job) == STORE_OK, "the game is not written");
    made_game_free(made);
    new_game_free(wanted);
    json_decref(body);
    free(made);
    free(wanted);
}

static void stop(void) {
    static const char *const endings[] = {"", "-wal", "-shm", ".lock"};
    char path[PATH_SIZE];

    store_close(app.store);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        snprintf(path, sizeof path, "%s/db%s", folder, endings[i]);
        (void)remove(path);
    }
    (void)rmdir(folder);
}

static void ready(void) {
    const char *temporary = getenv("TMPDIR");
    struct store_job job = {.run = write_people};
    char path[PATH_SIZE];

    if (app.store == NULL) {
        snprintf(folder, sizeof folder, "%s/fuzz_command.XXXXXX",
                 temporary != NULL ? temporary : "/tmp");
        REQUIRE_HOLDS(sodium_init() >= 0 && mkdtemp(folder) != NULL, "no temporary folder");
        snprintf(path, sizeof path, "%s/db", folder);
        REQUIRE_HOLDS(store_open(&app.store, &(struct store_options){.path = path}) == STORE_OK,
                      path);
        (void)atexit(stop);
        REQUIRE_HOLDS(store_call(app.store, &job) == STORE_OK, "nobody is signed up");
    }
    for (unsigned i = 0; inputs % GAME_INPUTS == 0 && i < GAMES; i++)
        make_game(i);
    inputs++;
}

static void check(const struct command_ask *ask, const struct command_response *answer) {
    const struct buffer *text = &answer->text;

    REQUIRE_HOLDS(!text->failed && text->size > 0 && text->size <= ask->limit, "no answer");
    REQUIRE_HOLDS(g_utf8_validate(text->data, (gssize)text->size, NULL), "not UTF-8");
    REQUIRE_HOLDS(memchr(text->data, '\0', text->size) == NULL, "a NUL");
    REQUIRE_HOLDS(answer->hidden || memmem(text->data, text->size, "you hold", 8) == NULL,
                  "a hand is shown to everybody");
    REQUIRE_HOLDS(answer->hidden || ask->alone || answer->n_buttons == 0,
                  "everybody sees what the asker can do");
    REQUIRE_HOLDS(answer->n_buttons <= COMMAND_BUTTONS_MAX, "too many buttons");
    for (size_t i = 0; i < answer->n_buttons; i++)
        REQUIRE_HOLDS(answer->buttons[i].label[0] != '\0' && answer->buttons[i].command[0] != '\0',
                      "an empty button");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input = {data, data + size};
    uint8_t who, where, room;
    struct command_ask ask = {0};
    struct command_response answer;

    ready();
    who = input_byte(&input);
    where = input_byte(&input);
    room = input_byte(&input);
    ask.account = people[who % PEOPLE];
    ask.alone = where & 1;
    ask.game = where & 2 ? games[where >> 2 & 1] : NULL;
    ask.has_seq = where & 8;
    ask.seq = where >> 4;
    ask.limit = COMMAND_RESPONSE_MIN + (size_t)room * 16;
    ask.moves = room % 8;
    ask.text = (const char *)input.at;
    ask.len = (size_t)(input.end - input.at);
    command_run(&app, &ask, &answer);
    check(&ask, &answer);
    command_response_free(&answer);
    return 0;
}
