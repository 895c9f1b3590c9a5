/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* A month of correspondence games in less than a minute, with a program that is stopped and killed all
 * the time: every game ends, every log can be replayed. MONTH_GAMES sets how many games there are. */
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

#include "service/game/load.h"
#include "tests/sim/clocks.h"
#include "tests/sim/listener.h"
#include "tests/sim/manners.h"
#include "tests/sim/messages.h"
#include "tests/support/check_main.h"
#include "tests/support/folder.h"
#include "tests/support/month.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

enum {
    GAMES = SANITIZED ? 10 : 200,
    SLICE_MIN = 100, /* steps of the simulation until the program is ended */
    SLICE_MAX = 8000,
    STEPS_MS = 600000, /* that it has for them */
    ENDING_MS = 60000, /* that it has for it */
    STOPPED = 3,       /* exit codes of a child: asked to end, all games over */
    FINISHED = 0,
    DAYS_MAX = 150,
    DOWN_MAX_MINUTES = 180,
};

static struct month *month;

static struct listener *listener;

static void signed_up(struct month_app *app, struct month_person *person) {
    clocks_sign_up(app, person);
    messages_sign_up(app, person, listener);
}

static const struct month_hooks hooks = {
    .clock = clocks_of,
    .signed_up = signed_up,
    .begun = manners_begun,
    .looks_in = manners_looks_in,
};
/* Where the database lies, and a folder for mails. */
static char folder[FOLDER_SIZE], mails[96], db[96];
static char *const flags[] = {"--hook-allow",
                              "127.0.0.1",
                              "--mail-dir",
                              mails,
                              "--mail-from",
                              "hexpost@example.org",
                              "--public-url",
                              "https://play.example.org",
                              NULL};

/* ---- one life of the program ---- */

static _Noreturn void live_on(void) {
    struct month_app *app = month_up(month, db, flags, &hooks);
    bool over;

    while (month_step(app))
        if (month->now - MONTH_BEGIN > DAYS_MAX * MONTH_DAY)
            month_fail(month, "%u of %u games are not over after %d days",
                       month->n_games - month->n_over, month->n_games, DAYS_MAX);
    over = !month->stop; /* or there might be something left to be sent */
    month_down(app);
    fflush(NULL);
    _exit(over ? FINISHED : STOPPED);
}

static int64_t wall_ms(void) {
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Waits for the child until it has ended, or the simulation has made this many steps; whether it has
 * ended. */
static bool ended(pid_t pid, uint64_t steps, int64_t deadline, int *status) {
    for (;;) {
        pid_t done = waitpid(pid, status, WNOHANG);

        ck_assert_int_ge(done, 0);
        if (done == pid)
            return true;
        if (month->ready && month->steps >= steps)
            return false;
        ck_assert_msg(wall_ms() < deadline, "the program does not end, or does not go on");
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}

struct tally {
    unsigned kills, stops;
};

/* One slice: the program runs until it is killed, or asked to stop, or done. True when done. */
static bool slice(struct random *random, struct tally *tally) {
    uint64_t steps = month->steps + SLICE_MIN + random_below(random, SLICE_MAX - SLICE_MIN);
    bool kills = random_below(random, 3) > 0;
    int status;
    pid_t pid;

    month->stop = false;
    fflush(NULL);
    pid = fork();
    ck_assert_int_ge(pid, 0);
    if (pid == 0)
        live_on();
    if (!ended(pid, steps, wall_ms() + STEPS_MS, &status)) {
        if (kills)
            kill(pid, SIGKILL);
        else
            month->stop = true;
        ended(pid, UINT64_MAX, wall_ms() + ENDING_MS, &status);
    }
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && kills) {
        tally->kills++;
        month->n_kills++;
        listener->life++;
        return false;
    }
    ck_assert_msg(WIFEXITED(status), "the program died of signal %d", WTERMSIG(status));
    tally->stops += WEXITSTATUS(status) == STOPPED;
    ck_assert_msg(WEXITSTATUS(status) == STOPPED || WEXITSTATUS(status) == FINISHED,
                  "the program ended with %d", WEXITSTATUS(status));
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
    printf("%u games of %.1f players, %.0f events each, which waited %.1f times each\n",
           month->n_games, (double)players / month->n_games, (double)events / month->n_games,
           (double)waits / month->n_games);
    printf("moves by people %llu, bots %llu, timeouts %llu, orders %llu\n",
           (unsigned long long)look.by[BY_PLAYER], (unsigned long long)look.by[BY_BOT],
           (unsigned long long)look.by[BY_TIMEOUT], (unsigned long long)look.by[BY_ORDER]);
}

static void print_figures(const struct tally *tally, int64_t took_ms) {
    double longest = 0;

    for (unsigned i = 0; i < month->n_games; i++) {
        double days =
            (double)(month->games[i].over_at - month->games[i].begun_at) / (double)MONTH_DAY;

        longest = days > longest ? days : longest;
    }
    printf("%u people, %.1f days, the longest game %.1f; %llu moves, %llu looks, %llu timers "
           "(%lld ms late at worst), %u kills, %u stops, %.1f s\n",
           month->n_people, (double)(month->now - MONTH_BEGIN) / (double)MONTH_DAY, longest,
           (unsigned long long)month->moves, (unsigned long long)month->looks,
           (unsigned long long)month->timers, (long long)month->latest, tally->kills, tally->stops,
           (double)took_ms / 1000);
}

/* ---- the test ---- */

static void begin(void) {
    month = mmap(NULL, sizeof *month, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ck_assert_ptr_ne(month, MAP_FAILED);
    ck_assert(folder_make(folder));
    snprintf(db, sizeof db, "%s/month.db", folder);
    snprintf(mails, sizeof mails, "%s/mails", folder);
    ck_assert_int_eq(mkdir(mails, 0700), 0);
}

static void end(void) {
    ck_assert(folder_remove(folder));
    munmap(month, sizeof *month);
}

START_TEST(a_month_of_games) {
    const char *wanted = getenv("MONTH_GAMES");
    unsigned games = wanted == NULL ? GAMES : (unsigned)strtoul(wanted, NULL, 10);
    unsigned long long seed = test_seed((unsigned long long)time(NULL));
    struct random random = random_seeded(seed);
    struct tally tally = {0};
    int64_t began = wall_ms();

    listener = listener_start(seed);
    ck_assert_ptr_nonnull(listener);
    month_draw(month, &(struct month_wish){.seed = seed,
                                           .base = games / 2,
                                           .knights = games - games / 2,
                                           .spread = 5 * MONTH_DAY,
                                           .clocks = CLOCKS});
    while (!slice(&random, &tally))
        if (month->ready && random_below(&random, 2) == 0)
            month_down_for(month, random_below(&random, DOWN_MAX_MINUTES) * MONTH_MINUTE);
    print_figures(&tally, wall_ms() - began);
    check_logs();
    listener_stop(listener);
}
END_TEST

static Suite *suite(void) {
    return test_suite("month", (const struct test_case[]){
                                   {.name = "month",
                                    .test = a_month_of_games,
                                    .timeout_s = 800,
                                    .setup = begin,
                                    .teardown = end},
                                   {0},
                               });
}

TEST_MAIN(suite)
