/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SUPPORT_MONTH_H
#define TESTS_SUPPORT_MONTH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "db/store.h"
#include "tests/support/program.h"
#include "tests/support/random_game.h"

/*
 * A simulated month of correspondence games. People have different habits: eager ones visit every few minutes, others
 * in the evening, on working days, every other day, or never again from some day on. They choose their moves from their
 * own views. The program is the real one, in this process: its store, its HTTP server, its runner of bots, its timers
 * and its sender; only the time is simulated (app_set_clock), and jumps from one event to the next.
 *
 * The whole state of the people is in struct month, which has no pointers: in memory shared with a parent process it
 * survives when a program is killed, and a new program continues with it.
 *
 *     struct month *month = mmap(..., MAP_SHARED | MAP_ANONYMOUS, ...);
 *     month_draw(month, &(struct month_wish){...});
 *     struct month_app *app = month_up(month, "month.db", flags, hooks);
 *     while (month_step(app)) continue;
 *     month_down(app);
 *
 * A failure ends the process with MONTH_FAILED after a line on stderr.
 */

enum {
    MONTH_GAMES_MAX = 4096,
    MONTH_PEOPLE_MAX = 2048,
    MONTH_SEATS = 6,
    MONTH_GAMES_EACH_MAX = 40, /* of one person */
    MONTH_DOWNS_MAX = 4096,
    MONTH_FAILED = 70, /* exit code */
};

#define MONTH_SECOND INT64_C(1000)
#define MONTH_MINUTE (60 * MONTH_SECOND)
#define MONTH_HOUR   (60 * MONTH_MINUTE)
#define MONTH_DAY    (24 * MONTH_HOUR)
/* When it begins: Monday, 16 March 2026, 0:00 UTC. Daylight saving time begins during it. */
#define MONTH_BEGIN INT64_C(1773619200000)

enum month_habit {
    MONTH_EAGER,    /* visits every few minutes, all day long */
    MONTH_STEADY,   /* several times a day */
    MONTH_EVENINGS, /* often, but only in the evening */
    MONTH_WEEKDAYS, /* on working days */
    MONTH_SLOW,     /* every other day */
    MONTH_ABSENT,   /* like a steady one until they stop visiting */
    MONTH_HABITS
};

struct month_zone {
    const char *name;
    int minutes; /* east of UTC, in winter: people are not that exact */
};
extern const struct month_zone month_zones[];

struct month_person {
    char name[24];
    char token[PROGRAM_TOKEN_SIZE]; /* the header line; "" until they have signed up */
    int64_t account;
    enum month_habit habit;
    unsigned zone;   /* of month_zones */
    int64_t next_at; /* their next visit; INT64_MAX: never */
    int64_t gone_at; /* when they stop visiting; 0: never */
    struct random random;
    unsigned n_games;
    uint16_t games[MONTH_GAMES_EACH_MAX];
};

enum { MONTH_BOT = UINT16_MAX };

/* How other players take part in a turn. */
enum month_turns { MONTH_WITHOUT_PARTS, MONTH_PAIRED, MONTH_SPECIAL_BUILD };

struct month_game {
    bool knights;
    enum month_turns turns; /* with five and six players */
    uint8_t players;
    uint16_t people[MONTH_SEATS]; /* by seat; MONTH_BOT: the server's */
    unsigned clock;               /* the test's, chosen at random: see month_hooks.clock */
    int64_t start_at;
    bool made, begun, over;
    int64_t id;
    char public_id[STORE_ID_SIZE];
    uint32_t seen[MONTH_SEATS]; /* the last event after which the seat's player had nothing to do */
    int64_t begun_at, over_at;
    uint32_t events;
};

struct month {
    uint64_t seed;
    struct random random;
    _Atomic int64_t now;    /* simulated */
    _Atomic uint64_t steps; /* calls of month_step */
    int64_t up_at;          /* when the program was started, simulated */
    atomic_bool ready;      /* all people have signed up */
    atomic_bool stop;       /* month_step is to return */
    int64_t spread;         /* games begin within this many milliseconds */
    unsigned n_unsure;      /* messages sent but possibly not recorded, counted by the parent */
    unsigned n_downs;       /* periods in which no program ran */
    struct month_down {
        int64_t from, to;
    } downs[MONTH_DOWNS_MAX];
    unsigned n_people, n_games, n_over;
    unsigned next_game; /* all before it have been created */
    struct month_person people[MONTH_PEOPLE_MAX];
    struct month_game games[MONTH_GAMES_MAX];
    /* figures */
    uint64_t moves, looks, conflicts, timers, rounds; /* rounds: of sending */
    uint64_t failed; /* moves, because of a fault caused by the test */
    int64_t latest;  /* the longest delay of a timer while the program ran */
};

struct month_wish {
    uint64_t seed;
    unsigned base, knights; /* games of two to four */
    unsigned large;         /* games of five and six, base game */
    enum month_turns turns; /* in those; MONTH_WITHOUT_PARTS: both kinds in turn */
    int64_t spread;         /* they begin within this time; 0: at once */
    unsigned clocks;        /* month_game.clock is below this; 0: always 0 */
};

/* Draws people and games. */
void month_draw(struct month *month, const struct month_wish *wish);

struct month_app;

/* Callbacks of a test. Each can be NULL. */
struct month_hooks {
    /* The game's clock as a JSON text, or NULL for none. */
    const char *(*clock)(const struct month *month, const struct month_game *game);
    /* A person has signed up. Called again if the program was killed in between. */
    void (*signed_up)(struct month_app *app, struct month_person *person);
    /* A game has begun. Called again if the program was killed in between. */
    void (*begun)(struct month_app *app, struct month_game *game);
    /* A person visits, before they move. */
    void (*looks_in)(struct month_app *app, struct month_person *person);
    /* Around the writing of a person's move. after_write returns whether it may have failed because of a fault that the
     * test caused and that is over by then: the person will find out what happened. */
    void (*before_write)(struct month_app *app);
    bool (*after_write)(struct month_app *app);
    /* After everything at one moment of simulated time. */
    void (*moment)(struct month_app *app);
    /* When the test wants `moment` to be called at the latest; INT64_MAX: never. */
    int64_t (*next)(struct month_app *app);
};

struct month_app {
    struct program *program;
    struct app *app; /* its */
    struct month *month;
    const struct month_hooks *hooks;
    void *own;   /* the test's */
    bool posted; /* it has checked for messages in transit from the previous program */
};

/* Starts the program on a database; FLAGS are those of the command line, NULL at the end. Signs up those who have not
 * signed up yet. Ended by month_down, or by the death of the process. */
struct month_app *month_up(struct month *month, const char *db, char *const flags[],
                           const struct month_hooks *hooks);
void month_down(struct month_app *app);

/* Between two programs: none runs for this long. Within one: the machine sleeps. */
void month_down_for(struct month *month, int64_t ms);

/* Continues with the next event; returns false when all games are over and no message is left, or month->stop is
 * set. */
bool month_step(struct month_app *app);

/* How often a finished game had to wait: the number of events followed by a pause longer than GAP milliseconds. */
unsigned month_waits(struct store_reader *reader, const struct month_game *game, int64_t gap);

/* Ends the process. */
__attribute__((noreturn, format(printf, 2, 3))) void month_fail(const struct month *month,
                                                                const char *format, ...);

#define MONTH_NEED(month, condition, ...)                                                          \
    do {                                                                                           \
        if (!(condition))                                                                          \
            month_fail((month), __VA_ARGS__);                                                      \
    } while (0)

#endif
