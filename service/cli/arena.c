/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* hexpost arena: bots against each other, in one process, on boards that follow from a seed. The seats
 * rotate, so that no bot has better ones. With --gate it plays until a sequential probability ratio test
 * decides whether the first bot wins the given percentage of games. The bot "engine" is a program from outside. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/scenario.h"
#include "service/bots/match.h"
#include "service/cli/cli.h"
#include "service/cli/engine.h"

enum {
    GAMES_DEFAULT = 100,
    GAMES_MAX = 1000000,
    SPANS = 4096, /* histogram of CPU time: one per SPAN_NS, the last for all above */
    SPAN_NS = 50000,
    PERCENT = 100,
    ENGINE = BOT_COUNT, /* the program from outside, beside the kinds of bots */
    ARENA_KINDS,
    ENGINE_MS = 10000,
    ENGINE_MS_MAX = 3600000,
};
static const uint64_t digest_prime = 0x100000001b3, digest_begin = 0xcbf29ce484222325; /* FNV-1a */
static const double gate_margin = 0.04; /* a share this much below the gate fails it */
static const double gate_odds = 19;     /* 95 % sure either way */

struct arena {
    struct match match;
    struct rules rules;
    unsigned games, n_bots;
    uint64_t seed;
    double gate,
        evidence;        /* share to be shown, 0: none; logarithm of the odds that it is reached */
    const char *command; /* of the program from outside; NULL: none */
    int limit_ms;        /* for its answers */
    struct engine engines[SEAT_MAX];
    unsigned forfeits;
    unsigned bots[SEAT_MAX], kinds[SEAT_MAX]; /* as entered; of the seats of a game */
    unsigned wins[ARENA_KINDS], seats[ARENA_KINDS], ended, bad[MATCH_STUCK + 1];
    unsigned longest; /* turns of the longest game */
    uint64_t turns, decisions[ARENA_KINDS];
    uint64_t moves; /* a digest of all moves */
    uint32_t spans[ARENA_KINDS][SPANS];
    double worst[ARENA_KINDS]; /* seconds */
};

/* Seconds that count for KIND: what a bot's thinking costs, and how long a program lets us wait. */
static double read_time(unsigned kind) {
    struct timespec t;
    clock_gettime(kind == ENGINE ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static const char *arena_name(unsigned kind) {
    return kind == ENGINE ? "engine" : bot_names[kind];
}

/* What a program that has forfeited answers: no such action is legal, so the match ends. */
static const struct action forfeit_action = {.type = EVENT_START};

static struct action choose_outside(struct arena *arena, const struct game *view, unsigned seat) {
    struct action action;

    return engine_ask(&arena->engines[seat], &arena->match.setup, view, &action) ? action
                                                                                 : forfeit_action;
}

static struct action choose_timed(struct match *match, const struct game *view, unsigned seat) {
    struct arena *arena = match->context;
    unsigned kind = arena->kinds[seat];
    double begin = read_time(kind);
    struct action action = kind == ENGINE
                               ? choose_outside(arena, view, seat)
                               : bot_choose((enum bot_kind)kind, &match->setup, view, seat,
                                            match->offers, &match->thoughts.chance);
    double spent = read_time(kind) - begin;
    size_t span = (size_t)(spent * 1e9 / SPAN_NS);

    arena->spans[kind][span < SPANS ? span : SPANS - 1]++;
    arena->decisions[kind]++;
    if (spent > arena->worst[kind])
        arena->worst[kind] = spent;
    return action;
}

static void digest_move(struct match *match, unsigned seat, const struct action *action) {
    struct arena *arena = match->context;
    const uint8_t *bytes = (const uint8_t *)action;

    arena->moves = (arena->moves ^ seat) * digest_prime;
    for (size_t i = 0; i < sizeof *action; i++)
        arena->moves = (arena->moves ^ bytes[i]) * digest_prime;
}

/* Whether the gate is decided; only after a full rotation of seats. */
static bool is_decided(const struct arena *arena) {
    return arena->gate > 0 && arena->ended % arena->n_bots == 0 &&
           fabs(arena->evidence) >= log(gate_odds);
}

static void weigh_game(struct arena *arena, bool won) {
    double enough = arena->gate, little = arena->gate - gate_margin;

    arena->evidence += won ? log(enough / little) : log((1 - enough) / (1 - little));
}

static void count_end(struct arena *arena, unsigned winner) {
    arena->turns += arena->match.game.turn;
    if (arena->match.game.turn > arena->longest)
        arena->longest = arena->match.game.turn;
    arena->ended++;
    if (winner < ARENA_KINDS)
        arena->wins[winner]++;
    if (arena->gate > 0)
        weigh_game(arena, winner == arena->bots[0]);
}

static bool engines_begin(struct arena *arena) {
    struct match *match = &arena->match;
    bool begun = true;

    for (unsigned s = 0; s < arena->rules.players; s++)
        if (arena->kinds[s] == ENGINE)
            begun &= engine_begin(&arena->engines[s], arena->command, arena->limit_ms,
                                  &match->setup, &match->game, s);
    return begun;
}

/* Ends the programs of a game; true, having told why, if one of them has forfeited it. */
static bool engines_end(struct arena *arena, unsigned g) {
    bool forfeited = false;

    for (unsigned s = 0; s < arena->rules.players; s++) {
        struct engine *engine = &arena->engines[s];

        if (arena->kinds[s] != ENGINE)
            continue;
        if (engine->fault[0] != '\0') {
            fprintf(stderr, "hexpost arena: game %u, seat %u, turn %u: the engine forfeits: %s\n",
                    g + 1, s, (unsigned)arena->match.game.turn, engine->fault);
            forfeited = true;
        }
        engine_end(engine, &arena->match.setup, &arena->match.game);
    }
    return forfeited;
}

static bool arena_play(struct arena *arena, unsigned g) {
    struct match *match = &arena->match;
    enum match_end end = MATCH_STUCK;

    if (!match_open(match, arena->rules, arena->seed + g / arena->n_bots))
        return false;
    match->choose = choose_timed;
    match->watch = digest_move;
    match->context = arena;
    for (unsigned s = 0; s < arena->rules.players; s++) {
        arena->kinds[s] = arena->bots[(s + g) % arena->n_bots];
        arena->seats[arena->kinds[s]]++;
    }
    if (engines_begin(arena))
        end = match_play(match);
    if (engines_end(arena, g)) { /* nobody wins, and the engine has lost */
        arena->forfeits++;
        count_end(arena, ARENA_KINDS);
        return true;
    }
    arena->bad[end]++;
    if (end == MATCH_WON)
        count_end(arena, arena->kinds[match->game.winner]);
    return true;
}

/* The PART quantile of the time for a decision, as the upper end of its span, in ms. */
static double find_quantile(const struct arena *arena, unsigned kind, double part) {
    double left = part * (double)arena->decisions[kind];
    unsigned span = 0;

    while (span + 1 < SPANS && (left -= arena->spans[kind][span]) > 0)
        span++;
    return (span + 1) * (SPAN_NS / 1e6);
}

static void print_arena(const struct arena *arena) {
    double n = arena->ended > 0 ? arena->ended : 1;

    printf("%u games of %u, seed %llu: %.1f turns a game, at most %u; not ended: %u endless, %u "
           "illegal, %u "
           "stuck\n",
           arena->games, arena->rules.players, (unsigned long long)arena->seed,
           (double)arena->turns / n, arena->longest, arena->bad[MATCH_ENDLESS],
           arena->bad[MATCH_ILLEGAL], arena->bad[MATCH_STUCK]);
    if (arena->command != NULL)
        printf("forfeited by the engine: %u games\n", arena->forfeits);
    for (unsigned k = 0; k < ARENA_KINDS; k++) {
        double p = arena->wins[k] / n;
        if (arena->seats[k] == 0)
            continue;
        printf("%-8s %5.1f %% +- %.1f of the games; %s a decision: median %.2f ms, p99 %.2f ms, "
               "most %.2f ms (%llu)\n",
               arena_name(k), 100 * p, 196 * sqrt(p * (1 - p) / n), k == ENGINE ? "time" : "CPU",
               find_quantile(arena, k, 0.5), find_quantile(arena, k, 0.99), arena->worst[k] * 1e3,
               (unsigned long long)arena->decisions[k]);
    }
    printf("moves: %016llx\n", (unsigned long long)arena->moves);
}

/* Prints the gate's result; returns whether it is passed, true without one. */
static bool print_gate(const struct arena *arena) {
    if (arena->gate == 0)
        return true;
    printf("gate of %.0f %% for %s: %s\n", PERCENT * arena->gate, arena_name(arena->bots[0]),
           !is_decided(arena)    ? "not decided"
           : arena->evidence > 0 ? "passed"
                                 : "not reached");
    return is_decided(arena) && arena->evidence > 0;
}

static bool read_bots(struct arena *arena, char *names) {
    char *rest = NULL;

    for (char *name = strtok_r(names, ",", &rest); name != NULL;
         name = strtok_r(NULL, ",", &rest)) {
        unsigned kind = strcmp(name, arena_name(ENGINE)) == 0 ? (unsigned)ENGINE : bot_of(name);
        bool known = kind != BOT_COUNT || strcmp(name, arena_name(ENGINE)) == 0;
        if (!known || arena->n_bots == SEAT_MAX) {
            fprintf(stderr, "hexpost arena: there is no bot \"%s\"\n", name);
            return false;
        }
        arena->bots[arena->n_bots++] = kind;
    }
    return arena->n_bots > 0;
}

/* NAME: base, an edition, a scenario, or the last two joined by "+". */
static bool read_rules(struct arena *arena, const char *name, unsigned players) {
    unsigned edition = EDITION_NONE, scenario = SCENARIO_NONE;
    const char *sea = strchr(name, '+');
    size_t length = sea == NULL ? strlen(name) : (size_t)(sea - name);

    for (unsigned e = EDITION_NONE + 1; e < EDITION_COUNT; e++)
        if (strlen(edition_names[e]) == length && strncmp(name, edition_names[e], length) == 0)
            edition = e;
    if (edition == EDITION_NONE && sea != NULL)
        return false;
    sea = sea != NULL ? sea + 1 : name;
    for (unsigned i = SCENARIO_NONE + 1; i < SCENARIO_COUNT; i++)
        if (strcmp(sea, scenario_names[i]) == 0 && scenario_has_map(i, players))
            scenario = i;
    if (edition != EDITION_NONE && scenario != SCENARIO_NONE)
        arena->rules = rules_knights_sea(edition, scenario, players);
    else if (edition != EDITION_NONE && sea == name)
        arena->rules = rules_knights(edition, players);
    else if (edition == EDITION_NONE && scenario != SCENARIO_NONE)
        arena->rules = rules_sea(scenario, players);
    else if (strcmp(name, "base") == 0)
        arena->rules = rules_base(players);
    else
        return false;
    return rules_complete(&arena->rules);
}

static bool read_number(const char *text, unsigned long most, unsigned long *number) {
    char *end;

    errno = 0;
    *number = strtoul(text, &end, 10);
    return errno == 0 && end != text && *end == '\0' && *number <= most;
}

static bool has_engine(const struct arena *arena) {
    for (unsigned i = 0; i < arena->n_bots; i++)
        if (arena->bots[i] == ENGINE)
            return true;
    return false;
}

static bool read_flags(struct arena *arena, int argc, char **argv) {
    unsigned long players = 4, games = GAMES_DEFAULT, seed = 1, gate = 0, limit = ENGINE_MS;
    const char *rules = "base";
    bool fine = argc % 2 == 0;

    for (int i = 0; i + 1 < argc && fine; i += 2) {
        if (strcmp(argv[i], "--bots") == 0)
            fine = read_bots(arena, argv[i + 1]);
        else if (strcmp(argv[i], "--rules") == 0)
            rules = argv[i + 1];
        else if (strcmp(argv[i], "--games") == 0)
            fine = read_number(argv[i + 1], GAMES_MAX, &games);
        else if (strcmp(argv[i], "--gate") == 0)
            fine = read_number(argv[i + 1], PERCENT - 1, &gate) &&
                   (double)gate > PERCENT * gate_margin;
        else if (strcmp(argv[i], "--engine") == 0)
            arena->command = argv[i + 1];
        else if (strcmp(argv[i], "--engine-ms") == 0)
            fine = read_number(argv[i + 1], ENGINE_MS_MAX, &limit) && limit > 0;
        else if (strcmp(argv[i], "--players") == 0)
            fine = read_number(argv[i + 1], SEAT_MAX, &players);
        else
            fine = strcmp(argv[i], "--seed") == 0 && read_number(argv[i + 1], UINT32_MAX, &seed);
    }
    arena->games = (unsigned)games;
    arena->seed = seed;
    arena->gate = (double)gate / PERCENT;
    arena->limit_ms = (int)limit;
    return fine && arena->n_bots > 0 && has_engine(arena) == (arena->command != NULL) &&
           read_rules(arena, rules, (unsigned)players);
}

int cli_arena(int argc, char **argv) {
    static struct arena arena;

    if (!read_flags(&arena, argc, argv)) {
        fputs("usage: hexpost arena --bots NAME[,NAME] [--games N] [--players N] [--seed N]\n"
              "       [--rules base|EDITION|SCENARIO|EDITION+SCENARIO] [--gate PERCENT]\n"
              "       [--engine COMMAND [--engine-ms N]]: who plays the bot \"engine\"\n",
              stderr);
        return 2;
    }
    unsigned played = 0;
    arena.moves = digest_begin;
    for (; played < arena.games && !is_decided(&arena); played++)
        if (!arena_play(&arena, played)) {
            fputs("hexpost arena: no board for these rules\n", stderr);
            return 1;
        }
    arena.games = played;
    print_arena(&arena);
    return print_gate(&arena) && arena.ended == arena.games ? 0 : 1;
}
