/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* make train-gate: whether the hard bot plays better with the weights of this build than with older ones. The bots are
 * linked a second time, with the older table (Makefile), so that both can play in one game. Games come in pairs: the
 * same board and the same chance, once with swapped seats. The results of pairs are tested sequentially (a generalized
 * sequential probability ratio test): the gate is passed if a share of 52 % explains the results much better than one
 * of 50 %, and failed in the opposite case. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/scenario.h"
#include "service/bots/match.h"

enum { PAIRS_DEFAULT = 5000, PAIRS_MAX = 1000000, PAIRS_LEAST = 30, SAY_EACH = 250, PERCENT = 100 };
static const double share_same = 0.5, share_better = 0.52;
static const double odds = 19; /* 95 % certainty either way */
static const double least_spread =
    0.1; /* squares added to those found, so that the first pairs prove nothing */

/* bot_choose of the bots with the older weights. */
struct action bot_choose_old(enum bot_kind kind, const struct setup *setup, const struct game *view,
                             unsigned seat, unsigned offers, struct chance *chance);

struct gate {
    struct match match;
    struct rules rules;
    uint64_t seed;
    unsigned most_pairs, pairs, wins;
    unsigned swapped;    /* 1: the older weights have the even seats */
    double sum, squares; /* of the pairs' results, 0, 1/2 or 1 each */
};

static bool is_new(const struct gate *gate, unsigned seat) {
    return seat % 2 == gate->swapped;
}

static struct action choose(struct match *match, const struct game *view, unsigned seat) {
    const struct gate *gate = match->context;

    return (is_new(gate, seat) ? bot_choose : bot_choose_old)(
        BOT_HARD, &match->setup, view, seat, match->offers, &match->thoughts.chance);
}

/* Plays a game; *WON is whether the newer weights won. False: it did not end normally. */
static bool play(struct gate *gate, unsigned *won) {
    if (!match_open(&gate->match, gate->rules, gate->seed + gate->pairs))
        return false;
    gate->match.choose = choose;
    gate->match.context = gate;
    if (match_play(&gate->match) != MATCH_WON)
        return false;
    *won += is_new(gate, gate->match.game.winner);
    return true;
}

static bool play_pair(struct gate *gate) {
    unsigned won = 0;

    for (gate->swapped = 0; gate->swapped < 2; gate->swapped++)
        if (!play(gate, &won))
            return false;
    gate->pairs++;
    gate->wins += won;
    gate->sum += won / 2.0;
    gate->squares += won * won / 4.0;
    return true;
}

static double find_share(const struct gate *gate) {
    return gate->sum / gate->pairs;
}

/* The variance of the mean of the pairs' results. */
static double find_variance(const struct gate *gate) {
    double share = find_share(gate);

    return (gate->squares - gate->pairs * share * share + least_spread) / gate->pairs;
}

/* The logarithm of how much better the required share explains the results. */
static double find_evidence(const struct gate *gate) {
    return gate->pairs * (share_better - share_same) *
           (2 * find_share(gate) - share_better - share_same) / (2 * find_variance(gate));
}

static bool is_decided(const struct gate *gate) {
    return gate->pairs >= PAIRS_LEAST && fabs(find_evidence(gate)) >= log(odds);
}

static void print_state(const struct gate *gate, const char *verdict) {
    printf("%u pairs, %u of %u games won: %.1f %% +- %.1f; evidence %.2f of %.2f: %s\n",
           gate->pairs, gate->wins, 2 * gate->pairs, PERCENT * find_share(gate),
           PERCENT * 1.96 * sqrt(find_variance(gate) / gate->pairs), find_evidence(gate), log(odds),
           verdict);
}

static bool read_number(const char *text, unsigned long most, unsigned long *number) {
    char *end;

    errno = 0;
    *number = strtoul(text, &end, 10);
    return errno == 0 && end != text && *end == '\0' && *number <= most;
}

static bool read_rules(struct gate *gate, const char *name, unsigned players) {
    unsigned edition = CK1998;

    if (strcmp(name, "base") == 0) {
        gate->rules = rules_base(players);
        return rules_complete(&gate->rules);
    }
    while (edition < EDITION_COUNT && strcmp(name, edition_names[edition]) != 0)
        edition++;
    if (edition == EDITION_COUNT)
        return false;
    gate->rules = rules_knights(edition, players);
    return rules_complete(&gate->rules);
}

static bool read_arguments(struct gate *gate, int argc, char **argv) {
    unsigned long players, seed, pairs = PAIRS_DEFAULT;

    if (argc != 4 && argc != 5)
        return false;
    if (!read_number(argv[2], SEAT_MAX, &players) || !read_number(argv[3], UINT32_MAX, &seed) ||
        (argc == 5 && !read_number(argv[4], PAIRS_MAX, &pairs)))
        return false;
    gate->seed = (uint64_t)seed << 32;
    gate->most_pairs = (unsigned)pairs;
    return players >= 2 && read_rules(gate, argv[1], (unsigned)players);
}

int main(int argc, char **argv) {
    static struct gate gate;
    bool passed;

    if (!read_arguments(&gate, argc, argv)) {
        fprintf(stderr, "usage: gate base|EDITION PLAYERS SEED [PAIRS]\n");
        return 2;
    }
    while (!is_decided(&gate) && gate.pairs < gate.most_pairs) {
        if (!play_pair(&gate)) {
            fprintf(stderr, "gate: a game of pair %u did not end normally\n", gate.pairs);
            return 2;
        }
        if (gate.pairs % SAY_EACH == 0)
            print_state(&gate, "goes on");
    }
    passed = is_decided(&gate) && find_evidence(&gate) > 0;
    print_state(&gate, passed ? "passed" : is_decided(&gate) ? "not reached" : "not decided");
    return passed ? 0 : 1;
}
