/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Every point at which the environment can fail (points.h) fails in turn, once and from then on, on each of the
 * program's main paths: nothing crashes, every response is true, nothing is left half done, and everything works again
 * after the fault. FAULT_EVERY sets the distance between two failing points, FAULT_SECONDS the limit for each path,
 * FAULT_PATH the only path to try. */
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "db/backup.h"
#include "db/events.h"
#include "db/games.h"
#include "db/hooks.h"
#include "db/outbox.h"
#include "service/actor/runner.h"
#include "service/actor/waker.h"
#include "service/chat/chat.h"
#include "service/game/load.h"
#include "service/notify/sender.h"
#include "service/notify/webhooks.h"
#include "tests/fault/attempt.h"
#include "tests/fault/points.h"
#include "tests/support/check_main.h"
#include "tests/support/random_game.h"
#include "tests/support/receiver.h"

#define DAY INT64_C(86400000)

enum {
    EACH_MAX = 1000,   /* points of a kind; if there are more, one at each place */
    EVERY = 97,        /* in `make test` */
    SECONDS = 1,       /* the same, for each path */
    TRIES = 20,        /* of what is retried later */
    LATER_MS = 600000, /* until the next of them */
    ID_SIZE = 64,
    REST_MS = 10000, /* for what must come, such as the end of the runner's rest */
    STREAM_MS = 300, /* for what need not come */
    REMAKE = 20,     /* games are replaced after this many moves, the limit of an undo */
};

static const char db[] = "paths.db";
static const char copy_db[] = "copy.db";

static _Atomic int64_t now = INT64_C(1772445600000);
static struct program *program;
static char ann[PROGRAM_TOKEN_SIZE], bob[PROGRAM_TOKEN_SIZE];
static int64_t ann_id;
static struct attempt request;
static unsigned number; /* of the attempt; used to name what it creates */
static char game[ID_SIZE];
static unsigned moves_made;
static long long seq_before, seq_first;
static struct store_hook hook;
static struct store_outbox_row row;
static pid_t receiver;
static int receiver_port;

static int64_t test_clock(void) {
    return now;
}

static int64_t wall_ms(void) {
    struct timespec is;

    clock_gettime(CLOCK_MONOTONIC, &is);
    return (int64_t)is.tv_sec * 1000 + is.tv_nsec / 1000000;
}

/* ---- the program ---- */

/* In a process of its own, in which nothing fails. */
static void start_receiver(void) {
    int ends[2];

    ck_assert_int_eq(pipe(ends), 0);
    receiver = fork();
    ck_assert_int_ge(receiver, 0);
    if (receiver == 0) {
        int port = receiver_start();

        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (write(ends[1], &port, sizeof port) != sizeof port)
            _exit(1);
        for (;;)
            pause();
    }
    close(ends[1]);
    ck_assert_int_eq(read(ends[0], &receiver_port, sizeof receiver_port), sizeof receiver_port);
    close(ends[0]);
}

static void remove_stores(void) {
    static const char *const files[] = {"paths.db",    "paths.db-wal", "paths.db-shm", "copy.db",
                                        "copy.db-wal", "copy.db-shm",  "copy.db.part"};

    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        (void)remove(files[i]);
}

static void setup(void) {
    char *flags[] = {"--hook-allow",
                     "127.0.0.1",
                     "--mail-dir",
                     "mails",
                     "--max-waiting-per-address",
                     "0",
                     "--max-waiting-per-token",
                     "0",
                     "--max-per-address",
                     "0",
                     "--mail-from",
                     "hexpost@example.org",
                     NULL};

    /* A stream whose client has left waits until the next heartbeat, so there is no limit on these. */
    points_spare(true);
    start_receiver();
    remove_stores();
    ck_assert(mkdir("mails", 0700) == 0 || access("mails", F_OK) == 0);
    program = program_up(db, flags, test_clock);
    ann_id = program_sign_up(program, "ann", ann);
    program_sign_up(program, "bob", bob);
    /* The games and the hook of the previous path do not exist any more. */
    request = (struct attempt){0};
    hook = (struct store_hook){0};
    moves_made = 0;
}

static void teardown(void) {
    attempt_free(&request);
    program_down(program);
    remove_stores();
    kill(receiver, SIGKILL);
    waitpid(receiver, NULL, 0);
}

/* ---- games ---- */

static void make_game(const char *body) {
    json_t *made = program_json(program, 201, ann, "POST", "", body, "/v1/games");

    snprintf(game, sizeof game, "%s", json_string_value(json_object_get(made, "id")));
    json_decref(made);
}

static long long game_seq(void) {
    json_t *view = program_json(program, 200, ann, "GET", "", NULL, "/v1/games/%s/view", game);
    long long seq = json_integer_value(json_object_get(view, "seq"));

    json_decref(view);
    return seq;
}

/* The log has no gap, and can be replayed. */
static void check_game(long long seq) {
    json_t *events = program_json(program, 200, ann, "GET", "", NULL,
                                  "/v1/games/%s/events?after=%lld", game, seq > 3 ? seq - 3 : 0);
    const json_t *items = json_object_get(events, "items");
    size_t n = json_array_size(items);

    ck_assert_int_eq(game_seq(), seq);
    ck_assert_uint_gt(n, 0);
    ck_assert_int_eq(json_integer_value(json_object_get(json_array_get(items, n - 1), "seq")), seq);
    json_decref(events);
}

static void wish(const char *token, const char *method, const char *path, const char *body) {
    request.token = token;
    request.method = method;
    snprintf(request.path, sizeof request.path, "%s", path);
    snprintf(request.body, sizeof request.body, "%s", body);
    snprintf(request.key, sizeof request.key, "key-%u", number);
}

static void wish_of_game(const char *token, const char *method, const char *what,
                         const char *body) {
    char path[200];

    snprintf(path, sizeof path, "/v1/games/%s/%s", game, what);
    wish(token, method, path, body);
}

static void ask(void) {
    attempt_make(&request, program);
}

/* ---- paths: preparation, what can fail, and the check afterwards ---- */

static void prepare_sign_up(void) {
    char body[64];

    snprintf(body, sizeof body, "{'name':'somebody-%u'}", number);
    wish("", "POST", "/v1/accounts", body);
    request.key[0] = '\0'; /* keys belong to an account */
}

/* Without a response, the account may exist. */
static void check_sign_up(void) {
    char token[PROGRAM_TOKEN_SIZE], name[32];
    json_t *answer, *me;

    if (request.status != 201)
        attempt_settle(&request, program, 409);
    if (request.status != 201)
        return;
    answer = json_loads(request.answer, 0, NULL);
    snprintf(token, sizeof token, "Authorization: Bearer %s\r\n",
             json_string_value(json_object_get(answer, "token")));
    me = program_json(program, 200, token, "GET", "", NULL, "/v1/me");
    snprintf(name, sizeof name, "somebody-%u", number);
    ck_assert_str_eq(json_string_value(json_object_get(me, "name")), name);
    json_decref(me);
    json_decref(answer);
}

#define TABLE "'mode':'table','rules':{'game':'base','players':3},'board':{'layout':'beginner'}"

static void prepare_make(void) {
    char body[200];

    snprintf(body, sizeof body, "{" TABLE ",'name':'game-%u'}", number);
    wish(ann, "POST", "/v1/games", body);
}

static void check_make(void) {
    json_t *made, *list;
    char name[32];
    size_t i, found = 0;
    const json_t *item;

    attempt_settle(&request, program, 0);
    made = json_loads(request.answer, 0, NULL);
    snprintf(game, sizeof game, "%s", json_string_value(json_object_get(made, "id")));
    json_decref(made);
    (void)game_seq();
    list = program_json(program, 200, ann, "GET", "", NULL, "/v1/games?limit=5");
    snprintf(name, sizeof name, "game-%u", number);
    json_array_foreach(json_object_get(list, "items"), i, item) found +=
        strcmp(json_string_value(json_object_get(item, "name")), name) == 0;
    ck_assert_uint_eq(found, 1);
    json_decref(list);
}

static void prepare_join(void) {
    make_game("{'rules':{'game':'base','players':3}}");
    wish_of_game(bob, "POST", "join", "{}");
}

static void check_join(void) {
    json_t *found;
    const json_t *seat;
    size_t i, seats = 0;

    attempt_settle(&request, program, 0);
    found = program_json(program, 200, bob, "GET", "", NULL, "/v1/games/%s", game);
    json_array_foreach(json_object_get(found, "seats"), i, seat) {
        const char *name = json_string_value(json_object_get(seat, "account"));

        seats += name != NULL && strcmp(name, "bob") == 0;
    }
    ck_assert_uint_eq(seats, 1);
    json_decref(found);
}

#define SETTLE "{'action':{'type':'build_settlement','vertex':10}}"

/* A table without buildings: earlier moves are undone. */
static void table(void) {
    if (moves_made++ % REMAKE == 0) {
        make_game("{" TABLE "}");
        seq_first = game_seq();
    }
    seq_before = game_seq();
}

static void prepare_move(void) {
    table();
    wish_of_game(ann, "POST", "moves", SETTLE);
}

static void check_move(void) {
    char body[100];

    attempt_settle(&request, program, 0);
    check_game(seq_before + 1);
    snprintf(body, sizeof body, "{'action':{'type':'undo','to_seq':%lld}}", seq_first);
    json_decref(program_json(program, 201, ann, "POST", "", body, "/v1/games/%s/moves", game));
}

static void prepare_undo(void) {
    char body[100];

    table();
    json_decref(program_json(program, 201, ann, "POST", "", SETTLE, "/v1/games/%s/moves", game));
    snprintf(body, sizeof body, "{'action':{'type':'undo','to_seq':%lld}}", seq_first);
    wish_of_game(ann, "POST", "moves", body);
}

static void check_undo(void) {
    attempt_settle(&request, program, 0);
    check_game(seq_before + 2);
}

static void prepare_order(void) {
    char body[200];

    if (moves_made++ % REMAKE == 0)
        make_game("{'rules':{'game':'base','players':3},'seats':[{'account':'me'},"
                  "{'bot':'random'},{'bot':'random'}]}");
    snprintf(body, sizeof body,
             "{'orders':{'discard':{'first':['wool']},'plan':['if 3 ore and 2 grain: city %u']}}",
             number % 50);
    wish_of_game(ann, "PUT", "orders", body);
}

static void check_order(void) {
    json_t *orders;

    attempt_settle(&request, program, 0);
    orders = program_json(program, 200, ann, "GET", "", NULL, "/v1/games/%s/orders", game);
    ck_assert_uint_eq(json_array_size(json_object_get(json_object_get(orders, "orders"), "plan")),
                      1);
    json_decref(orders);
}

static void prepare_deadline(void) {
    make_game("{'rules':{'game':'base','players':2},"
              "'clock':{'turn':86400,'decision':3600,'vote_after':2}}");
    json_decref(program_json(program, 200, bob, "POST", "", "{}", "/v1/games/%s/join", game));
    seq_before = game_seq();
    now += 2 * DAY;
}

static void pass_deadline(void) {
    (void)waker_run_due(&program->app, now);
    (void)runner_settle(program->app.runner);
}

/* The runner pauses for a while after the store has failed. */
static void settle(void) {
    for (int64_t until = wall_ms() + REST_MS; !runner_settle(program->app.runner);) {
        ck_assert_int_lt(wall_ms(), until);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}

static void check_deadline(void) {
    settle();
    for (int tries = 0; game_seq() == seq_before; tries++) {
        ck_assert_int_lt(tries, TRIES);
        now += LATER_MS;
        ck_assert_int_ge(waker_run_due(&program->app, now), 0);
        settle();
    }
    check_game(game_seq());
    /* Nobody continues the game: the next ones would wait for it too. */
    json_decref(program_json(program, 0, ann, "POST", "", "{}", "/v1/games/%s/resign", game));
}

static unsigned mails(void) {
    DIR *folder = opendir("mails");
    unsigned count = 0;

    ck_assert_ptr_nonnull(folder);
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;)
        count += entry->d_name[0] != '.';
    closedir(folder);
    return count;
}

static unsigned mails_before;

static void prepare_mail(void) {
    char body[100];

    now += DAY; /* the number of mails per day is limited */
    mails_before = mails();
    snprintf(body, sizeof body, "{'address':'ann%u@example.org'}", number);
    json_decref(program_json(program, 200, ann, "PATCH", "", body, "/v1/me/mail"));
}

static void send_due(void) {
    (void)sender_run_due(program->app.sender, now);
}

/* Messages that ended while the store failed are recorded in the next round; the others are sent again. */
static void check_sent(void) {
    struct store_reader *reader = store_reader_get(program->app.store);
    int64_t at;

    for (int tries = 0; tries == 0 || store_outbox_next(reader, 0, &at) != STORE_NONE; tries++) {
        ck_assert_int_lt(tries, TRIES);
        now += LATER_MS;
        ck_assert(sender_run_due(program->app.sender, now));
    }
}

static void check_mail(void) {
    check_sent();
    ck_assert_uint_gt(mails(), mails_before);
}

static enum store_result write_hook(struct store_tx *tx, struct store_job *job) {
    enum store_result result = STORE_OK;

    (void)job;
    if (hook.id == 0) {
        hook = (struct store_hook){.account = ann_id, .kinds = HOOKS_KINDS, .created_at = now};
        snprintf(hook.public_id, sizeof hook.public_id, "h%u", number);
        snprintf(hook.url, sizeof hook.url, "http://127.0.0.1:%d/", receiver_port);
        hooks_new_secret(hook.secret);
        result = store_hook_create(tx, &hook);
    }
    return result == STORE_OK ? hooks_test(tx, &hook, now, &row) : result;
}

static void prepare_webhook(void) {
    program_write(program, &(struct store_job){.run = write_hook});
}

static void check_webhook(void) {
    struct store_outbox_row found;

    check_sent();
    ck_assert_int_eq(store_outbox_get(store_reader_get(program->app.store), row.id, &found),
                     STORE_OK);
    ck_assert_msg(found.state == STORE_OUTBOX_SENT, "state %d: %s", (int)found.state, found.detail);
}

static char chat_text[64];

static bool chat(const char *text) {
    static unsigned said; /* a repeated message is answered only once */
    struct chat_response response;
    char event[32];
    bool ok;

    snprintf(event, sizeof event, "event-%u", ++said);
    chat_run(&program->app,
             &(struct chat_ask){.platform = STORE_TELEGRAM,
                                .event = event,
                                .who = "5",
                                .name = "Ann",
                                .channel = "5",
                                .alone = true,
                                .text = text,
                                .button = "",
                                .limit = 4000},
             &response);
    ok = response.ok;
    chat_response_free(&response);
    return ok;
}

static void prepare_chat(void) {
    json_t *code = program_json(program, 201, ann, "POST", "", "{}", "/v1/me/chats/code");

    snprintf(chat_text, sizeof chat_text, "link %s",
             json_string_value(json_object_get(code, "code")));
    json_decref(code);
}

static void use_chat(void) {
    (void)chat(chat_text);
    (void)chat("games");
}

/* The code is used up if the link was created. */
static void check_chat(void) {
    (void)chat(chat_text);
    ck_assert(chat("games"));
}

/* Reads the first event of the game; false if the stream ended before. */
static bool read_stream(int wait_ms) {
    char text[512], event[8192];
    struct client client;
    struct response response;
    bool told = false;

    ck_assert(client_open(&client, server_address(program->app.server)));
    snprintf(text, sizeof text,
             "GET /v1/games/%s/events?after=0 HTTP/1.1\r\nHost: a\r\nAccept: "
             "text/event-stream\r\n%s\r\n",
             game, ann);
    (void)client_text(&client, text);
    attempt_wait(&client, program);
    client_read_head(&client, &response);
    while (response.status == 200 && !told && client_event(&client, event, sizeof event, wait_ms))
        told = strstr(event, "\"seq\":1,") != NULL;
    response_free(&response);
    client_close(&client);
    return told;
}

static void prepare_stream(void) {
    if (moves_made++ % REMAKE != 0)
        return;
    make_game("{" TABLE "}");
    json_decref(program_json(program, 201, ann, "POST", "", SETTLE, "/v1/games/%s/moves", game));
}

static void use_stream(void) {
    (void)read_stream(STREAM_MS);
}

static void check_stream(void) {
    ck_assert(read_stream(REST_MS));
}

static void prepare_backup(void) {
    (void)remove(copy_db);
}

static void use_backup(void) {
    enum store_result result =
        store_backup(&(struct store_options){.path = db}, copy_db, NULL, NULL);

    points_rest();
    ck_assert_msg((access(copy_db, F_OK) == 0) == (result == STORE_OK), "a backup came to %s",
                  store_result_name(result));
}

static void check_backup(void) {
    struct store *copy;

    (void)remove(copy_db);
    ck_assert_int_eq(store_backup(&(struct store_options){.path = db}, copy_db, NULL, NULL),
                     STORE_OK);
    ck_assert_int_eq(store_open(&copy, &(struct store_options){.path = copy_db, .read_only = true}),
                     STORE_OK);
    store_close(copy);
}

static void migrate(void) {
    (void)store_migrate(&(struct store_options){.path = copy_db});
}

static void prepare_migration(void) {
    static const char *const files[] = {"copy.db", "copy.db-wal", "copy.db-shm", "copy.db-journal"};

    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        (void)remove(files[i]);
}

static void check_migration(void) {
    struct store *store;

    ck_assert_int_eq(store_open(&store, &(struct store_options){.path = copy_db}), STORE_OK);
    store_close(store);
}

static const struct path {
    const char *name;
    void (*prepare)(void);
    void (*act)(void);
    void (*check)(void);
    bool here; /* its work is done on the test's thread */
} paths[] = {
    {"sign-up", prepare_sign_up, ask, check_sign_up, false},
    {"make a game", prepare_make, ask, check_make, false},
    {"join", prepare_join, ask, check_join, false},
    {"move", prepare_move, ask, check_move, false},
    {"undo", prepare_undo, ask, check_undo, false},
    {"order", prepare_order, ask, check_order, false},
    {"deadline", prepare_deadline, pass_deadline, check_deadline, true},
    {"mail", prepare_mail, send_due, check_mail, true},
    {"webhook", prepare_webhook, send_due, check_webhook, true},
    {"chat", prepare_chat, use_chat, check_chat, true},
    {"stream", prepare_stream, use_stream, check_stream, false},
    {"backup", prepare_backup, use_backup, check_backup, true},
    {"migration", prepare_migration, migrate, check_migration, true},
};
enum { PATHS = sizeof paths / sizeof *paths };

/* ---- all points of the paths ---- */

static unsigned setting(const char *name, unsigned otherwise) {
    const char *given = getenv(name);

    return given != NULL ? (unsigned)strtoul(given, NULL, 10) : otherwise;
}

/* Which points of a kind fail: each, or, if there are many, one at each place. */
struct plan {
    enum point kind;
    unsigned points, targets;
    bool by_place;
};

static void prepare(const struct path *path) {
    number++;
    (void)attempt_gave_up();
    path->prepare();
}

/* Runs the path once, with what was armed after prepare(); returns whether a point failed. */
static bool go_armed(const struct path *path) {
    struct response response;
    bool hit;

    if (path->here)
        points_spare(false);
    path->act();
    points_rest();
    points_spare(true);
    hit = points_failed() || attempt_gave_up();
    path->check();
    program_ask(program, &response, 200, ann, "GET", "", NULL, "/v1/me");
    response_free(&response);
    return hit;
}

/* Runs the path once; returns whether point NTH existed. */
static bool go(const struct path *path, enum point kind, unsigned nth, bool for_ever) {
    prepare(path);
    points_fail(kind, nth, for_ever);
    return go_armed(path);
}

/* Runs the path once; returns whether target AT of the plan existed. */
static bool go_planned(const struct path *path, const struct plan *plan, unsigned at,
                       bool for_ever) {
    if (!plan->by_place)
        return go(path, plan->kind, at + 1, for_ever);
    prepare(path);
    points_fail_place(plan->kind, at, for_ever);
    return go_armed(path);
}

static struct plan plan_for(const struct path *path, enum point kind) {
    struct plan plan = {.kind = kind};

    prepare(path);
    points_survey(kind);
    (void)go_armed(path);
    plan.points = points_met();
    plan.by_place = plan.points > EACH_MAX;
    plan.targets = plan.by_place ? points_places() : plan.points;
    return plan;
}

START_TEST(a_path_with_every_fault) {
    const struct path *path = &paths[_i];
    unsigned every = setting("FAULT_EVERY", EVERY);
    int64_t until = wall_ms() + 1000 * (int64_t)setting("FAULT_SECONDS", SECONDS);
    struct random random = random_seeded(test_seed((unsigned long long)time(NULL)) + (unsigned)_i);
    unsigned first = (unsigned)random_below(&random, POINTS);
    const char *wanted = getenv("FAULT_PATH");
    struct plan plan = {0};

    if (wanted != NULL && strcmp(wanted, path->name) != 0)
        return;

    (void)go(path, POINT_MEMORY, 0, false); /* permanent allocations happen now */
    for (unsigned i = 0; i < 2 * POINTS; i++) {
        bool for_ever = i % 2 == 1;
        const char *way = for_ever ? "from then on" : "once";
        unsigned failed = 0, at;

        if (!for_ever)
            plan = plan_for(path, (enum point)((first + i / 2) % POINTS));
        at = random_below(&random, plan.targets > 0 && plan.targets < every ? plan.targets : every);
        printf("%s, %s %s: %u points, %u to fail, from %u\n", path->name, point_names[plan.kind],
               way, plan.points, plan.targets, at);
        fflush(stdout);
        /* With several threads, there can be more or fewer points than were counted. */
        for (; wall_ms() < until && (!plan.by_place || at < plan.targets); at += every) {
            bool hit = go_planned(path, &plan, at, for_ever);

            failed += hit;
            if (!hit && !plan.by_place)
                break;
        }
        printf("fault: %s, %s %s: %u points, %u to fail, %u failed\n", path->name,
               point_names[plan.kind], way, plan.points, plan.targets, failed);
    }
}
END_TEST

/* The same for each step of a statement, without exception. */
START_TEST(a_path_with_every_statement) {
    static const char *const names[] = {"move", "mail"};

    for (const struct path *path = paths; path < paths + PATHS; path++) {
        if (strcmp(path->name, names[_i / 2]) != 0)
            continue;
        (void)go(path, POINT_STEP, 0, false);
        for (unsigned n = 1; go(path, POINT_STEP, n, _i % 2 == 1); n++)
            continue;
    }
}
END_TEST

/* If its transaction cannot begin, a game is not read at all. */
START_TEST(a_game_is_read_of_one_moment) {
    static struct load load;
    struct store_reader *reader = store_reader_get(program->app.store);
    enum store_result result = STORE_OK;

    make_game("{" TABLE "}");
    /* The failing statement can be another thread's. */
    for (int tries = 0; result == STORE_OK; tries++) {
        ck_assert_int_lt(tries, TRIES);
        settle();
        points_fail(POINT_STEP, 1, false);
        points_spare(false);
        result = load_open(&load, reader, game);
        points_rest();
        points_spare(true);
        load_end(&load);
        ck_assert(points_failed());
    }
    ck_assert_int_eq(result, STORE_ERROR);
    ck_assert_int_eq(load_open(&load, reader, game), STORE_OK);
    load_end(&load);
}
END_TEST

/* When memory runs out, a valid address is not reported as invalid. */
START_TEST(a_good_address_is_no_bad_one) {
    const struct safe_allowed *allowed = &sender_settings(&program->app)->allowed;
    unsigned n = 0;

    do {
        const char *fault;

        points_fail(POINT_LIBRARY_MEMORY, ++n, false);
        points_spare(false);
        fault = safe_url_fault("http://127.0.0.1:1/path", allowed);
        points_rest();
        points_spare(true);
        ck_assert_msg(fault == NULL || fault == safe_no_memory, "allocation %u: %s", n, fault);
    } while (points_failed());
    ck_assert_uint_gt(n, 3);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "paths",
        (const struct test_case[]){
            {.name = "paths",
             a_path_with_every_fault,
             .loops = PATHS,
             .timeout_s = 7200,
             .setup = setup,
             .teardown = teardown},
            {.name = "load", a_game_is_read_of_one_moment, .setup = setup, .teardown = teardown},
            {.name = "address", a_good_address_is_no_bad_one, .setup = setup, .teardown = teardown},
            {.name = "statements",
             a_path_with_every_statement,
             .loops = 4,
             .setup = setup,
             .teardown = teardown},
            {0},
        });
}
TEST_MAIN(suite)
