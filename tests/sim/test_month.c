/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* A month of correspondence games in less than a minute, with every kind of trouble: the program is killed and stopped
 * again and again, the disk fails, the clock jumps, webhooks hang, the mail server gives wrong replies. Every game
 * ends, every log replays, everybody is notified. MONTH_GAMES sets the number of games; the printed digest is the same
 * for the same seed. */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "db/events.h"
#include "service/game/load.h"
#include "service/picture/picture.h"
#include "tests/sim/chance.h"
#include "tests/sim/clocks.h"
#include "tests/sim/listener.h"
#include "tests/sim/mail_server.h"
#include "tests/sim/manners.h"
#include "tests/sim/messages.h"
#include "tests/sim/trouble.h"
#include "tests/support/check_main.h"
#include "tests/support/folder.h"
#include "tests/support/month.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

enum {
    GAMES = SANITIZED ? 10 : 50,
    GAMES_AGAIN = SANITIZED ? 2 : 8, /* of a month that is run twice; short run: half of them */
    LARGE_SHARE = 8,                 /* one in this many games is one of five or six */
    STOPPED = 3,                     /* exit codes of a child: stopped on request, all games over */
    FINISHED = 0,
    DAYS_MAX = 150,
    DOWN_MAX_MINUTES = 180,
};

static struct month *month;

static struct listener *listener;
static struct mail_server *mail_server;
static struct trouble *trouble;

static void signed_up(struct month_app *app, struct month_person *person) {
    clocks_sign_up(app, person);
    messages_sign_up(app, person, listener);
}

/* Draws in one place by several threads within one step have no fixed order; the next step starts from a new seed. */
static void draw_anew(void) {
    chance_seed((month->seed ^ (uint64_t)listener->life << 48) + (month->steps << 16));
}

/* Drawing the pictures of mails as large as they are took half of the time. */
bool __real_picture_png(struct buffer *out, const struct buffer *svg, unsigned width);
bool __wrap_picture_png(struct buffer *out, const struct buffer *svg, unsigned width);
bool __wrap_picture_png(struct buffer *out, const struct buffer *svg, unsigned width) {
    (void)width;
    return __real_picture_png(out, svg, PICTURE_WIDTH_MIN);
}

static void moment(struct month_app *app) {
    draw_anew();
    trouble_moment(app);
}

static const struct month_hooks hooks = {
    .clock = clocks_of,
    .signed_up = signed_up,
    .begun = manners_begun,
    .looks_in = manners_looks_in,
    .before_write = trouble_before_write,
    .after_write = trouble_after_write,
    .moment = moment,
};
/* The folder of the database, and one for mails. */
static char folder[FOLDER_SIZE], mails[96], db[96], smtp[64];
static char *const flags[] = {"--hook-allow",
                              "127.0.0.1",
                              "--hook-timeout",
                              "5",
                              "--smtp",
                              smtp,
                              "--mail-from",
                              "hexpost@example.org",
                              "--public-url",
                              "https://play.example.org",
                              NULL};

/* ---- one life of the program ---- */

static _Noreturn void live_on(void) {
    struct month_app *app;
    bool over;

    trouble_install(trouble, &listener->cut);
    draw_anew();
    app = month_up(month, db, flags, &hooks);
    while (month_step(app))
        if (month->now - MONTH_BEGIN > DAYS_MAX * MONTH_DAY)
            month_fail(month, "%u of %u games are not over after %d days",
                       month->n_games - month->n_over, month->n_games, DAYS_MAX);
    over = !month->stop; /* otherwise there may be messages left to send */
    month_down(app);
    fflush(NULL);
    _exit(over ? FINISHED : STOPPED);
}

static int64_t wall_ms(void) {
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* One life: the program runs until it is killed, stopped, or done. True when done. */
static bool live(void) {
    int status;
    pid_t pid;

    month->stop = false;
    fflush(NULL);
    pid = fork();
    ck_assert_int_ge(pid, 0);
    if (pid == 0)
        live_on();
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL &&
        (trouble->kind == TROUBLE_CUT || (trouble->kind == TROUBLE_KILL && trouble->armed))) {
        trouble_next(trouble, month);
        month->n_unsure++;
        listener->life++;
        return false;
    }
    ck_assert_msg(WIFEXITED(status), "the program died of signal %d", WTERMSIG(status));
    ck_assert_msg(WEXITSTATUS(status) == STOPPED || WEXITSTATUS(status) == FINISHED,
                  "the program ended with %d", WEXITSTATUS(status));
    if (WEXITSTATUS(status) == STOPPED)
        trouble_next(trouble, month);
    return WEXITSTATUS(status) == FINISHED;
}

/* ---- afterwards ---- */

struct look {
    uint64_t by[8];
};

static bool look_at(void *context, struct load *load, const struct game *before,
                    const struct event *event, int64_t at) {
    struct look *look = context;
    const char *wrong = game_ok(&load->setup, &load->game);

    (void)before;
    (void)at;
    REQUIRE(wrong == NULL, "game %s, event %u: %s", load->row.public_id, load->game.seq, wrong);
    look->by[event->by]++;
    return true;
}

static bool reminded(const struct month *whole, unsigned person, const char *game,
                     int64_t deadline) {
    return messages_reminded(whole, listener, person, game, deadline);
}

static void check_logs(void) {
    static struct load load;
    struct look look = {0};
    struct messages_figures told;
    struct clocks_figures clocks = {0};
    struct store *store;
    unsigned waits = 0;
    uint64_t events = 0, players = 0;

    ck_assert_int_eq(store_open(&store, &(struct store_options){.path = db, .read_only = true}),
                     STORE_OK);
    for (unsigned i = 0; i < month->n_games; i++) {
        const struct month_game *game = &month->games[i];
        struct store_reader *reader = store_reader_get(store);

        ck_assert_int_eq(load_open_by_id(&load, reader, game->id), STORE_OK);
        ck_assert_int_eq(load_replay(&load, LOAD_LATEST, look_at, &look), STORE_OK);
        ck_assert(row_over(&load.row));
        ck_assert_uint_eq(load.game.phase, PHASE_FINISHED);
        load_end(&load);
        if (!manners_pauses(month, game))
            clocks_check(month, game, reader, reminded, &clocks);
        waits += month_waits(reader, game, 10 * MONTH_MINUTE);
        events += game->events;
        players += game->players;
    }
    messages_check(month, listener, mails, store_reader_get(store), &told);
    store_close(store);
    printf("%u waits with a deadline, %u reminded, %u missed; the server was late by %lld ms at "
           "worst\n",
           clocks.waits, clocks.reminded, clocks.timeouts, (long long)clocks.latest);
    printf("%u mails; %u messages: %u sent, %u dropped, %u turns told, %u repeated after a kill, "
           "%u answers "
           "that were none\n",
           told.mails, told.rows, told.sent, told.dropped, told.turns, told.repeated, told.refused);
    printf("%u posts never answered; of mails %u refused for a while, %u taken and denied\n",
           (unsigned)listener->hung, (unsigned)mail_server->refused, (unsigned)mail_server->lies);
    printf("%u games of %.1f players, %.0f events each, which waited %.1f times each\n",
           month->n_games, (double)players / month->n_games, (double)events / month->n_games,
           (double)waits / month->n_games);
    printf("moves by people %llu, bots %llu, timeouts %llu, orders %llu\n",
           (unsigned long long)look.by[BY_PLAYER], (unsigned long long)look.by[BY_BOT],
           (unsigned long long)look.by[BY_TIMEOUT], (unsigned long long)look.by[BY_ORDER]);
}

static void digest(uint64_t *sum, const void *bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        *sum = (*sum ^ ((const uint8_t *)bytes)[i]) * UINT64_C(1099511628211);
}

static bool digest_event(void *context, const struct store_event *event) {
    digest(context, &event->at, sizeof event->at);
    digest(context, event->body.data, event->body.len);
    return true;
}

/* One number for all logs, including their times. */
static uint64_t digest_month(void) {
    const struct store_window window = {.times = true};
    uint64_t sum = UINT64_C(14695981039346656037);
    struct store *store;

    ck_assert_int_eq(store_open(&store, &(struct store_options){.path = db, .read_only = true}),
                     STORE_OK);
    for (unsigned i = 0; i < month->n_games; i++)
        ck_assert_int_eq(store_events_read(store_reader_get(store), month->games[i].id, &window,
                                           digest_event, &sum),
                         STORE_OK);
    store_close(store);
    return sum;
}

static void print_figures(int64_t took_ms) {
    const unsigned *count = trouble->count;
    double longest = 0;

    for (unsigned i = 0; i < month->n_games; i++) {
        double days =
            (double)(month->games[i].over_at - month->games[i].begun_at) / (double)MONTH_DAY;

        longest = days > longest ? days : longest;
    }
    printf("%u people, %.1f days, the longest game %.1f; %llu moves, %llu looks, %llu timers "
           "(%lld ms late at worst), %.1f s\n",
           month->n_people, (double)(month->now - MONTH_BEGIN) / (double)MONTH_DAY, longest,
           (unsigned long long)month->moves, (unsigned long long)month->looks,
           (unsigned long long)month->timers, (long long)month->latest, (double)took_ms / 1000);
    printf("%u kills, %u while a message was sent, %u stops, %u times one change of the disk "
           "failed, %u all, %u full (%llu "
           "moves failed); "
           "the clock jumped %u times, and went back %u times\n",
           count[TROUBLE_KILL], count[TROUBLE_CUT], count[TROUBLE_STOP], count[TROUBLE_FAIL],
           count[TROUBLE_BREAK], count[TROUBLE_FULL], (unsigned long long)month->failed,
           count[TROUBLE_SLEEP], count[TROUBLE_BACK]);
}

/* ---- the test ---- */

static void begin(void) {
    month = mmap(NULL, sizeof *month, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ck_assert_ptr_ne(month, MAP_FAILED);
    trouble =
        mmap(NULL, sizeof *trouble, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ck_assert_ptr_ne(trouble, MAP_FAILED);
    ck_assert(folder_make(folder));
    snprintf(db, sizeof db, "%s/month.db", folder);
    snprintf(mails, sizeof mails, "%s/mails", folder);
    ck_assert_int_eq(mkdir(mails, 0700), 0);
}

static void end(void) {
    ck_assert(folder_remove(folder));
    munmap(month, sizeof *month);
    munmap(trouble, sizeof *trouble);
}

/* Runs a month with this many games, LARGE of them of five and six; SEED determines everything that happens. */
static void play_month(uint64_t seed, unsigned games, unsigned large) {
    struct random random = random_seeded(seed);
    const unsigned others = games - large;

    chance_install();
    trouble_begin(trouble, seed);
    listener = listener_start(seed);
    ck_assert_ptr_nonnull(listener);
    mail_server = mail_server_start(seed, mails);
    ck_assert_ptr_nonnull(mail_server);
    snprintf(smtp, sizeof smtp, "smtp://127.0.0.1:%u", mail_server->port);
    month_draw(month, &(struct month_wish){.seed = seed,
                                           .base = others / 2,
                                           .knights = others - others / 2,
                                           .large = large,
                                           .spread = 5 * MONTH_DAY,
                                           .clocks = CLOCKS});
    while (!live())
        if (month->ready && random_below(&random, 2) == 0)
            month_down_for(month, random_below(&random, DOWN_MAX_MINUTES) * MONTH_MINUTE);
    month->n_unsure += mail_server->lies;
}

static void end_servers(void) {
    listener_stop(listener);
    mail_server_stop(mail_server);
}

START_TEST(a_month_of_games) {
    const char *wanted = getenv("MONTH_GAMES");
    unsigned games = wanted == NULL ? test_share(GAMES) : (unsigned)strtoul(wanted, NULL, 10);
    int64_t began = wall_ms();

    play_month(test_seed((unsigned long long)time(NULL)), games, games / LARGE_SHARE);
    print_figures(wall_ms() - began);
    check_logs();
    end_servers();
}
END_TEST

START_TEST(a_seed_repeats_a_month) {
    uint64_t seed = test_seed((unsigned long long)time(NULL)), sums[2];

    for (unsigned i = 0; i < 2; i++) {
        begin();
        play_month(seed, test_whole() ? GAMES_AGAIN : GAMES_AGAIN / 2, 0);
        sums[i] = digest_month();
        end_servers();
        end();
    }
    ck_assert_uint_eq(sums[0], sums[1]);
}
END_TEST

static Suite *suite(void) {
    return test_suite("month",
                      (const struct test_case[]){
                          {.name = "month",
                           .test = a_month_of_games,
                           .timeout_s = 800,
                           .setup = begin,
                           .teardown = end},
                          {.name = "again", .test = a_seed_repeats_a_month, .timeout_s = 800},
                          {0},
                      });
}

TEST_MAIN(suite)
