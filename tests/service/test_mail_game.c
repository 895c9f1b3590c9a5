/* SPDX-License-Identifier: AGPL-3.0-or-later */
/*
 * A game of three people who have nothing but mail: they read what is in their mails, answer them, and look at no page. It
 * counts the mails: nobody may get, or write, more than two for each turn of theirs. Each answers the first mail of the
 * game with standing orders, so that the server rolls and discards for them. In a short run they play some rounds.
 */
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "db/accounts.h"
#include "db/games.h"
#include "db/mailboxes.h"
#include "service/actor/runner.h"
#include "service/actor/waker.h"
#include "service/game/load.h"
#include "service/mail/message.h"
#include "service/mail/take.h"
#include "service/notify/sender.h"
#include "tests/support/check_main.h"
#include "tests/support/program.h"

enum {
    PLAYERS = 3,
    MAIL_MAX = 1 << 18,
    ANSWER_SIZE = 256,
    SHORT_TURNS = 6,  /* of a short run, after the first settlements */
    STEPS_MAX = 4000, /* of STEP_MS each: three weeks */
    BESIDES_TURNS =
        5, /* mails that belong to no turn: invited, joined, begun, over, and one answer that came too late */
    MAILS_A_TURN = 2,
};
#define MORNING INT64_C(1768392000000) /* a Wednesday */
#define STEP_MS INT64_C(450000)

static const char *const names[PLAYERS] = {"ada", "grace", "linus"};
static const char folder[] = "mails", domain[] = "in.hex.example";

static _Atomic int64_t now;
static struct program *program;
static struct reader {
    int64_t account;
    char token[PROGRAM_TOKEN_SIZE];
    unsigned got, wrote, turns, settled, wrong;
    bool ordered; /* has given standing orders */
} players[PLAYERS];
static char game[STORE_ID_SIZE], mail[MAIL_MAX], text[MAIL_MAX];

static int64_t set_clock(void) {
    return now;
}

/* ---- people ---- */

struct posting {
    struct store_job job; /* first: it is cast back to this */
};

static enum store_result run_posting(struct store_tx *tx, struct store_job *job) {
    enum store_result result = STORE_OK;

    (void)job;
    for (unsigned i = 0; i < PLAYERS && result == STORE_OK; i++) {
        struct store_mailbox box = {.account = players[i].account,
                                    .confirmed_at = now,
                                    .mode = STORE_MAIL_AT_ONCE,
                                    .kinds = STORE_MAIL_KINDS};

        snprintf(box.address, sizeof box.address, "%s@example.org", names[i]);
        result = store_mailbox_set(tx, &box);
    }
    return result;
}

static void set_up(void) {
    char *flags[] = {"--mail-dir",
                     (char *)folder,
                     "--mail-from",
                     "games@hex.example",
                     "--mail-replies",
                     (char *)domain,
                     "--mail-hold-seconds",
                     "0",
                     NULL};
    struct posting posting = {.job.run = run_posting};

    now = MORNING;
    ck_assert_int_eq(mkdir(folder, 0700), 0);
    message_init();
    program = program_up("mail_game.db", flags, set_clock);
    for (unsigned i = 0; i < PLAYERS; i++) {
        players[i] = (struct reader){0};
        players[i].account = program_sign_up(program, names[i], players[i].token);
    }
    program_write(program, &posting.job);
}

static void tear_down(void) {
    program_down(program);
    app_set_clock(NULL);
}

/* ---- reading a mail ---- */

static unsigned hex_digit(char c) {
    return (unsigned)(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
}

/* Decodes the quoted-printable part for plain text of `mail` into `text`. */
static void read_text(void) {
    const char *part = strstr(mail, "Content-Type: text/plain"), *from, *end;
    char *to = text;

    ck_assert_ptr_nonnull(part);
    from = strstr(part, "\n\n");
    ck_assert_ptr_nonnull(from);
    end = strstr(from, "\n--");
    end = end == NULL ? from + strlen(from) : end;
    for (from += 2; from < end; from++)
        if (*from != '=')
            *to++ = *from;
        else if (from[1] == '\n')
            from++;
        else {
            *to++ = (char)(hex_digit(from[1]) << 4 | hex_digit(from[2]));
            from += 2;
        }
    *to = '\0';
}

/* Copies the address in a header of `mail`. */
static void read_address(const char *header, char *to, size_t size) {
    const char *at = strstr(mail, header);

    to[0] = '\0';
    if (at == NULL)
        return;
    at += strlen(header);
    at += strspn(at, " <\n\t");
    snprintf(to, size, "%.*s", (int)strcspn(at, ">\n, "), at);
}

/* The first good move that the mail shows; false if there is none: then it is not the reader's turn. */
static bool read_good_move(char *move, size_t size) {
    const char *at = strstr(text, "\nGood moves\n");

    if (at == NULL)
        return false;
    at += strlen("\nGood moves\n");
    at += strspn(at, "\n ");
    snprintf(move, size, "%.*s", (int)strcspn(at, ":\n"), at);
    return move[0] != '\0';
}

/* ---- answering ---- */

/* A road next to the settlement that MOVE places, as the picture shows it. */
static void add_road(char *move, size_t size) {
    struct load *load = malloc(sizeof *load);
    unsigned vertex = (unsigned)strtoul(move + strlen("settle "), NULL, 10);
    const size_t len = strlen(move);

    ck_assert_ptr_nonnull(load);
    ck_assert_int_eq(load_open_whole(load, store_reader_get(program->app.store), game), STORE_OK);
    snprintf(move + len, size - len, "; road %u-%u", vertex,
             load->setup.board.vertex[vertex].neighbors[0]);
    load_end(load);
    free(load);
}

/* What the player writes to the mail in `text`; false: nothing. */
static bool choose_answer(struct reader *player, char *answer, size_t size) {
    char move[ANSWER_SIZE];

    if (strstr(text, "Reply \"join\" to take the seat") != NULL) {
        snprintf(answer, size, "join");
        return true;
    }
    if (!read_good_move(move, sizeof move))
        return false;
    if (player->settled < 2) {
        add_road(move, sizeof move);
        player->settled++;
    } else if (strcmp(move, "end") != 0) {
        snprintf(move + strlen(move), sizeof move - strlen(move), "\nend");
    }
    snprintf(answer, size, "%s%s",
             player->ordered ? "" : "orders roll always\norders discard default\n", move);
    player->ordered = true;
    return true;
}

static void answer_mail(unsigned seat, const char *reply) {
    char answer[ANSWER_SIZE], sent[ANSWER_SIZE * 2], id[ANSWER_SIZE];
    int size;

    if (!choose_answer(&players[seat], answer, sizeof answer))
        return;
    read_address("Message-Id:", id, sizeof id);
    players[seat].wrote++;
    size = snprintf(
        sent, sizeof sent,
        "From: %s@example.org\nTo: %s\nSubject: Re: your turn\nMessage-ID: <%s.%u@example.org>\n"
        "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n%s\n",
        names[seat], reply, names[seat], players[seat].wrote, answer);
    ck_assert(take_mail(&program->app, sent, (size_t)size, reply));
    ck_assert(runner_settle(program->app.runner));
}

/* ---- the post ---- */

static int compare_paths(const void *a, const void *b) {
    return strcmp(a, b);
}

/* Takes a mail off the folder, counts it, and answers it. */
static void take_letter(const char *path) {
    char to[ANSWER_SIZE], reply[ANSWER_SIZE];
    FILE *file = fopen(path, "rb");
    size_t size, kept = 0;

    ck_assert_ptr_nonnull(file);
    size = fread(mail, 1, sizeof mail - 1, file);
    fclose(file);
    ck_assert_int_eq(remove(path), 0);
    for (size_t i = 0; i < size; i++)
        if (mail[i] != '\r')
            mail[kept++] = mail[i];
    mail[kept] = '\0';
    read_address("\nTo:", to, sizeof to);
    read_address("\nReply-To:", reply, sizeof reply);
    read_text();
    for (unsigned seat = 0; seat < PLAYERS; seat++)
        if (strncmp(to, names[seat], strlen(names[seat])) == 0) {
            players[seat].got++;
            if (strstr(text, "not everything was done") != NULL ||
                strstr(text, "That could not be done") != NULL) {
                players[seat].wrong++;
                printf("%s: %.600s\n", names[seat], text);
            }
            if (test_whole() && getenv("TEST_VERBOSE") != NULL)
                printf("%s\n", text);
            if (reply[0] != '\0')
                answer_mail(seat, reply);
        }
}

/* Delivers what has come. */
static void bring_mails(void) {
    enum { MAILS_MAX = 64 };
    static char paths[MAILS_MAX][PATH_MAX];
    DIR *dir = opendir(folder);
    size_t n = 0;

    ck_assert_ptr_nonnull(dir);
    for (const struct dirent *entry; (entry = readdir(dir)) != NULL && n < MAILS_MAX;)
        if (entry->d_name[0] != '.')
            snprintf(paths[n++], PATH_MAX, "%s/%s", folder, entry->d_name);
    closedir(dir);
    qsort(paths, n, sizeof *paths, compare_paths);
    for (size_t i = 0; i < n; i++)
        take_letter(paths[i]);
}

/* Lets time pass, in which everybody answers what they have got. */
static void pass(void) {
    now += STEP_MS;
    ck_assert_int_ge(waker_run_due(&program->app, now), 0);
    ck_assert(runner_settle(program->app.runner));
    ck_assert(sender_run_due(program->app.sender, now));
    bring_mails();
    ck_assert(sender_run_due(program->app.sender, now)); /* they are answered at once */
}

/* ---- the game ---- */

static void begin(void) {
    json_t *made = program_json(program, 201, players[0].token, "POST", "",
                                "{'name':'Post','rules':{'game':'base','players':3},"
                                "'visibility':'private','seats':[{'account':'me'},"
                                "{'invite':'grace@example.org'},{'invite':'linus@example.org'}]}",
                                "/v1/games");

    snprintf(game, sizeof game, "%s", json_string_value(json_object_get(made, "id")));
    json_decref(made);
}

static bool is_over(void) {
    struct store_game row;
    bool over;

    ck_assert_int_eq(store_game_get(store_reader_get(program->app.store), game, &row), STORE_OK);
    over = row.status == STORE_GAME_FINISHED;
    ck_assert(over || row.status == STORE_GAME_ACTIVE || row.status == STORE_GAME_OPEN);
    store_game_clear(&row);
    return over;
}

/* Counts the turns that have ended, and the two settlements of each player. */
static unsigned count_turns(void) {
    unsigned all = 0;
    long long seq = 0;

    for (unsigned i = 0; i < PLAYERS; i++)
        players[i].turns = 2;
    for (size_t n = 1; n > 0;) {
        json_t *page = program_json(program, 200, players[0].token, "GET", "", NULL,
                                    "/v1/games/%s/events?after=%lld&limit=500", game, seq);
        const json_t *event;
        size_t i;

        n = json_array_size(json_object_get(page, "items"));
        json_array_foreach(json_object_get(page, "items"), i, event) {
            const char *type = json_string_value(json_object_get(event, "type"));
            const json_t *seat = json_object_get(event, "player");

            seq = json_integer_value(json_object_get(event, "seq"));
            if (strcmp(type, "end_turn") != 0)
                continue;
            players[json_integer_value(seat)].turns++;
            all++;
        }
        json_decref(page);
    }
    return all;
}

START_TEST(three_people_play_by_mail_alone) {
    const unsigned least = SHORT_TURNS;
    unsigned steps = 0;

    begin();
    while (steps++ < STEPS_MAX && !is_over() && (test_whole() || count_turns() < least))
        pass();
    printf("%u turns in %lld hours, by %u steps\n", count_turns(),
           (long long)(now - MORNING) / 3600000, steps);
    if (test_whole())
        ck_assert(is_over());
    (void)count_turns();
    for (unsigned i = 0; i < PLAYERS; i++) {
        const struct reader *player = &players[i];

        printf("%s: %u turns, %u mails got, %u written\n", names[i], player->turns, player->got,
               player->wrote);
        ck_assert_uint_ge(player->turns, least / PLAYERS);
        ck_assert_uint_le(player->got, MAILS_A_TURN * player->turns + BESIDES_TURNS);
        ck_assert_uint_le(player->wrote, MAILS_A_TURN * player->turns);
        /* The answer to the last settlement shows the first turn, in which the orders roll meanwhile. */
        REQUIRE(player->wrong <= 1, "%u answers of %s were not carried out", player->wrong,
                names[i]);
    }
}
END_TEST

static Suite *suite(void) {
    return test_suite("mail_game", (const struct test_case[]){
                                       {.name = "game",
                                        .test = three_people_play_by_mail_alone,
                                        .setup = set_up,
                                        .teardown = tear_down},
                                       {0},
                                   });
}
TEST_MAIN(suite)
