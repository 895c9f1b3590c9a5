/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* hexpost bench: the speed of the rules engine on one core, for the base game, Cities & Knights, six players, and
 * at sea. Random players play on random boards, always the same games: each step lists the legal moves, picks one
 * at random and applies it; discards are filled in at random, offers are never picked. Every figure is the median
 * of several rounds, per second of one core's time. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "db/accounts.h"
#include "db/events.h"
#include "db/games.h"
#include "engine/scenario.h"
#include "engine/undo.h"
#include "service/app/app.h"
#include "service/base/buffer.h"
#include "service/cli/cli.h"

enum {
    PLAYERS = 4,
    PLAYERS_LARGE = 6,
    BOARDS = 64, /* used by the games in turn */
    ROUNDS = 5,
    REPLAYED_GAMES = 200,
    POSITIONS = 2048,    /* whose moves are listed repeatedly */
    POSITION_STEP = 37,  /* events from one of them to the next */
    LOG_MAX = 256 << 20, /* bytes of encoded events in memory */
    GAME_EVENTS_MAX = 65536,
    ACTIONS_MAX = 60000, /* of one game: a full board may leave nobody a way to win */
    SPACING_MS = 60000,  /* between two moves of a stored game, at most */
};

/* How much is measured. */
struct scale {
    double round_s;        /* each of ROUNDS rounds of each figure */
    unsigned stored_games; /* written to a temporary database one after another */
    unsigned turns;        /* not 0: a round is that many repetitions, whatever time they take */
};

/* A profile is collected over the same work each time, so that the same source gives the same
 * program. */
static const struct scale full = {0.6, 1000, 0}, quick = {0.01, 10, 0}, counted = {0, 10, 4};

/* A small counter-based generator, for moves and dice alike. */
struct stream {
    struct chance chance;
    uint64_t seed;
};

static uint32_t stream_draw(const struct chance *chance, uint32_t number, uint32_t bound) {
    uint64_t x = ((const struct stream *)chance)->seed + number * UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return (uint32_t)((x >> 32) * bound >> 32);
}

/* Encoded events of whole games, one after the other: type, player, length, body. */
struct log {
    struct buffer bytes;
    size_t games, events;
};

struct bench {
    struct scale scale;
    struct setup setups[BOARDS];
    struct stream stream;
    struct move_list list;
    struct game positions[POSITIONS];
    const struct setup *position_setup[POSITIONS];
    size_t n_positions;
    uint64_t kept; /* results go here, so that no work is optimized away */
};

/* Seconds of this thread's processor time, on which other load on the machine has little
 * influence. */
static double read_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static bool make_boards(struct bench *bench, struct rules rules) {
    struct board_spec spec;
    size_t at;

    bench->n_positions = 0;
    bench->stream = (struct stream){{stream_draw, 0}, 1};
    for (size_t i = 0; i < BOARDS; i++) {
        if (rules.scenario != SCENARIO_NONE)
            scenario_layout(&spec, rules.scenario, rules.players, LAYOUT_RANDOM,
                            &bench->stream.chance);
        else
            layout_random(&spec, rules_island(&rules), i % 2 ? NUMBERS_RANDOM : NUMBERS_SPIRAL,
                          &bench->stream.chance);
        if (setup_build(&bench->setups[i], &rules, &spec, &at) != BOARD_OK)
            return false;
    }
    return true;
}

static void log_add(struct log *log, const struct event *event) {
    uint8_t body[EVENT_BODY_MAX];
    size_t size = event_encode(event, body);

    buffer_byte(&log->bytes, (char)event->type);
    buffer_byte(&log->bytes, (char)event->player);
    buffer_byte(&log->bytes, (char)size);
    buffer_append(&log->bytes, body, size);
    log->events++;
}

/* The next seat to act: one that is waited for and has not answered. */
static unsigned next_seat(const struct game *game) {
    unsigned i = 0;
    while (game->pending[i].answered)
        i++;
    return game->pending[i].player;
}

static void pick_action(struct bench *bench, const struct setup *setup, const struct game *game,
                        unsigned seat, struct action *action) {
    const struct move_list *list = &bench->list;
    do
        *action = list->items[chance_below(&bench->stream.chance, (uint32_t)list->n)];
    while (action->type == OFFER_TRADE);
    if (action->open != 0)
        game_fill_random(setup, game, seat, &bench->stream.chance, action);
}

static void start_bench_game(struct bench *bench, const struct setup *setup, struct game *game,
                             struct log *log) {
    struct event event;

    game_init(setup, game);
    game_draw_start(setup, &bench->stream.chance, &event);
    if (log != NULL)
        log_add(log, &event);
    game_apply(setup, game, &event);
}

/* Plays game NUMBER to its end and returns the actions it took; LOG and POSITIONS as asked. */
static size_t play_bench_game(struct bench *bench, unsigned number, struct log *log,
                              bool positions) {
    const struct setup *setup = &bench->setups[number % BOARDS];
    struct event event = {.by = BY_PLAYER};
    struct game game;
    size_t actions = 0;

    bench->stream = (struct stream){{stream_draw, 0}, UINT64_C(1000003) * (number + 1)};
    start_bench_game(bench, setup, &game, log);
    for (; game.phase != PHASE_FINISHED && actions < ACTIONS_MAX; actions++) {
        if (positions && actions % POSITION_STEP == 0 && bench->n_positions < POSITIONS) {
            bench->position_setup[bench->n_positions] = setup;
            bench->positions[bench->n_positions++] = game;
        }
        unsigned seat = next_seat(&game);
        game_list(setup, &game, seat, &bench->list);
        pick_action(bench, setup, &game, seat, &event.action);
        event.type = event.action.type;
        event.player = (uint8_t)seat;
        if (event.drawn != 0) /* the event before this one */
            outcome_clear(&event.outcome);
        event.drawn = (uint8_t)game_parts(setup, &game, &event.action);
        if (event.drawn != 0)
            game_draw(setup, &game, seat, &event.action, event.drawn, &bench->stream.chance,
                      &event.outcome);
        if (log != NULL)
            log_add(log, &event);
        game_apply(setup, &game, &event);
    }
    if (log != NULL) {
        game_reveal(setup, &game, &event);
        log_add(log, &event);
        game_apply(setup, &game, &event);
        game_finish(setup, &game, &event);
        log_add(log, &event);
        log->games++;
    }
    bench->kept += game.winner;
    return actions;
}

/* Replays every game of LOG from its bytes; false when one does not reach its end. */
static bool replay_log(struct bench *bench, const struct log *log) {
    const uint8_t *at = (const uint8_t *)log->bytes.data, *end = at + log->bytes.size;
    struct event event;
    struct trail trail;
    struct game game;

    for (unsigned number = 0; at < end; number++) {
        const struct setup *setup = &bench->setups[number % BOARDS];
        game_init(setup, &game);
        trail_begin(&trail, &game, false);
        do {
            if (!event_decode(at[0], at[1], at + 3, at[2], &event))
                return false;
            trail_apply(&trail, setup, &game, &event);
            at += 3 + at[2];
        } while (event.type != EVENT_FINISHED);
        bench->kept += game.winner;
    }
    return true;
}

/* ---- rates ---- */

struct rates {
    double games, actions, replayed, listings;
};

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double find_median(double values[ROUNDS]) {
    qsort(values, ROUNDS, sizeof *values, compare_doubles);
    return values[ROUNDS / 2];
}

/* Whether a round is over that began at STARTED and has DONE a number of games, logs, or listings of all
 * positions. */
static bool round_over(const struct bench *bench, double started, size_t done) {
    if (bench->scale.turns > 0)
        return done >= bench->scale.turns;
    return read_clock() - started >= bench->scale.round_s;
}

static void measure_play(struct bench *bench, struct rates *rates) {
    double games[ROUNDS], actions[ROUNDS];

    for (size_t r = 0; r < ROUNDS; r++) {
        size_t played = 0, done = 0;
        double started = read_clock();
        while (!round_over(bench, started, played))
            done += play_bench_game(bench, (unsigned)played++, NULL, false);
        double seconds = read_clock() - started;
        games[r] = (double)played / seconds;
        actions[r] = (double)done / seconds;
    }
    rates->games = find_median(games);
    rates->actions = find_median(actions);
}

static bool measure_replay(struct bench *bench, struct rates *rates, const struct log *log) {
    double replayed[ROUNDS];

    for (size_t r = 0; r < ROUNDS; r++) {
        size_t logs = 0;
        double started = read_clock();
        for (; !round_over(bench, started, logs); logs++)
            if (!replay_log(bench, log))
                return false;
        replayed[r] = (double)(logs * log->events) / (read_clock() - started);
    }
    rates->replayed = find_median(replayed);
    return true;
}

static void measure_listing(struct bench *bench, struct rates *rates) {
    double listings[ROUNDS];

    for (size_t r = 0; r < ROUNDS; r++) {
        size_t passes = 0;
        double started = read_clock();
        for (; !round_over(bench, started, passes); passes++)
            for (size_t i = 0; i < bench->n_positions; i++) {
                const struct game *game = &bench->positions[i];
                game_list(bench->position_setup[i], game, next_seat(game), &bench->list);
                bench->kept += bench->list.n;
            }
        listings[r] = (double)(passes * bench->n_positions) / (read_clock() - started);
    }
    rates->listings = find_median(listings);
}

/* ---- an event's size on disk ---- */

struct write_job {
    struct store_job job;
    struct bench *bench;
    unsigned number;
    struct store_event *events; /* of one game, GAME_EVENTS_MAX of them */
};

static enum store_result store_bench_game(struct store_tx *tx, struct store_job *store_job) {
    struct write_job *job = (struct write_job *)store_job; /* its first member */
    struct store_game game = {.visibility = STORE_PUBLIC, .winner = -1, .creator = 1};
    struct log log = {.games = 0};
    enum store_result result;
    size_t count = 0;

    buffer_init(&log.bytes, LOG_MAX);
    play_bench_game(job->bench, job->number, &log, false);
    const uint8_t *at = (const uint8_t *)log.bytes.data;
    int64_t time = app_now() + (int64_t)job->number * SPACING_MS;
    for (; count < log.events && count < GAME_EVENTS_MAX; count++) {
        time += stream_draw(&job->bench->stream.chance, (uint32_t)count, SPACING_MS);
        job->events[count] = (struct store_event){.seq = (uint32_t)count + 1,
                                                  .kind = at[0],
                                                  .player = at[1] == NONE ? -1 : at[1],
                                                  .at = time,
                                                  .body = {at + 3, at[2]}};
        at += 3 + at[2];
    }
    snprintf(game.public_id, sizeof game.public_id, "bench%u", job->number);
    result = log.bytes.failed ? STORE_ERROR : store_game_create(tx, &game);
    if (result == STORE_OK)
        result = store_events_append(tx, game.id, NULL, job->events, count);
    buffer_free(&log.bytes);
    return result;
}

static enum store_result make_account(struct store_tx *tx, struct store_job *job) {
    struct store_account account = {.public_id = "bench", .name = "bench", .created_at = 1};
    (void)job;
    return store_account_create(tx, &account);
}

static enum store_result write_games(struct bench *bench, struct store *store, double *size) {
    struct store_job account = {.run = make_account};
    struct write_job job = {.job = {.run = store_bench_game}, .bench = bench};
    enum store_result result = store_call(store, &account);
    int64_t events = 0, bytes = 0;

    job.events = calloc(GAME_EVENTS_MAX, sizeof *job.events);
    if (job.events == NULL)
        result = STORE_ERROR;
    for (job.number = 0; job.number < bench->scale.stored_games && result == STORE_OK; job.number++)
        result = store_call(store, &job.job);
    if (result == STORE_OK)
        result = store_events_size(store_reader_get(store), &events, &bytes);
    if (result == STORE_OK && events == 0)
        result = STORE_NONE;
    if (result == STORE_OK)
        *size = (double)bytes / (double)events;
    free(job.events);
    return result;
}

static bool measure_size(struct bench *bench, double *size) {
    const char *base = getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/tmp";
    static const char *const endings[] = {"", "-wal", "-shm", ".lock"};
    char folder[4096], path[sizeof folder + 16], file[sizeof path + 8];
    struct store_options options = {.path = path, .log = NULL};
    struct store *store = NULL;

    snprintf(folder, sizeof folder, "%.4000s/hexpost-bench-XXXXXX", base);
    if (mkdtemp(folder) == NULL) {
        fprintf(stderr, "hexpost bench: no temporary folder in %s: %s\n", base, strerror(errno));
        return false;
    }
    snprintf(path, sizeof path, "%s/bench.db", folder);
    enum store_result result = store_open(&store, &options);
    if (result == STORE_OK)
        result = write_games(bench, store, size);
    store_close(store);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        snprintf(file, sizeof file, "%s%s", path, endings[i]);
        unlink(file);
    }
    rmdir(folder);
    if (result != STORE_OK)
        fprintf(stderr, "hexpost bench: the temporary database failed: %s\n",
                store_result_name(result));
    return result == STORE_OK;
}

/* Measures games of these RULES; false with a sentence on stderr. */
static bool measure_rules(struct bench *bench, struct rules rules, struct rates *rates) {
    struct log log = {.games = 0};
    bool done = false;

    buffer_init(&log.bytes, LOG_MAX);
    if (!make_boards(bench, rules)) {
        fprintf(stderr, "hexpost bench: a board could not be built\n");
        goto out;
    }
    for (unsigned number = 0; number < REPLAYED_GAMES; number++)
        play_bench_game(bench, number, &log, true);
    measure_play(bench, rates);
    if (log.bytes.failed || !measure_replay(bench, rates, &log)) {
        fprintf(stderr, "hexpost bench: the log could not be replayed\n");
        goto out;
    }
    measure_listing(bench, rates);
    done = true;
out:
    buffer_free(&log.bytes);
    return done;
}

static void print_rates(const char *name, const struct rates *rates) {
    printf("\"%s\":{\"games_per_s\":%.0f,\"actions_per_s\":%.0f,"
           "\"replayed_events_per_s\":%.0f,\"listings_per_s\":%.0f},",
           name, rates->games, rates->actions, rates->replayed, rates->listings);
}

/* Measures everything and prints it; false with a sentence on stderr. The size of a stored event is
 * that of the base game. */
static bool measure_rates(struct bench *bench) {
    const struct {
        const char *name;
        struct rules rules;
    } kinds[] = {
        {game_kind_names[GAME_CITIES_AND_KNIGHTS], rules_knights(CK2020, PLAYERS)},
        {"base_six", rules_base(PLAYERS_LARGE)},
        {"cities_and_knights_six", rules_knights(CK2020, PLAYERS_LARGE)},
        {"sea", rules_sea(SCENARIO_NEW_SHORES, PLAYERS)},
        {"sea_six", rules_sea(SCENARIO_NEW_SHORES, PLAYERS_LARGE)},
        {game_kind_names[GAME_BASE], rules_base(PLAYERS)}, /* the last, which is stored as well */
    };
    enum { KINDS = sizeof kinds / sizeof *kinds };
    struct rates rates[KINDS] = {{0}};
    double event_bytes = 0;

    for (size_t i = 0; i < KINDS; i++)
        if (!measure_rules(bench, kinds[i].rules, &rates[i]))
            return false;
    if (!measure_size(bench, &event_bytes))
        return false;
    putchar('{');
    for (size_t i = 0; i < KINDS; i++) /* the base game first */
        print_rates(kinds[(i + KINDS - 1) % KINDS].name, &rates[(i + KINDS - 1) % KINDS]);
    printf("\"state_bytes\":%zu,\"event_bytes\":%.2f}\n", sizeof(struct game), event_bytes);
    return true;
}

int cli_bench(int argc, char **argv) {
    struct bench *bench;
    bool is_quick = argc == 1 && strcmp(argv[0], "--quick") == 0,
         is_counted = argc == 1 && strcmp(argv[0], "--count") == 0, done = false;

    if (argc > 0 && !is_quick && !is_counted) {
        fprintf(stderr, "hexpost: usage: hexpost bench [--quick|--count]\n");
        return 2;
    }
    bench = calloc(1, sizeof *bench);
    if (bench != NULL) {
        bench->scale = is_quick ? quick : is_counted ? counted : full;
        done = measure_rates(bench);
    } else {
        fprintf(stderr, "hexpost bench: out of memory\n");
    }
    free(bench);
    return done ? 0 : 1;
}
