/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* make train: plays games between bots, records positions and who won, and fits the weights of service/bots/value.h to
 * them (a multinomial logistic regression). Writes the file of all tables, with that of one game replaced, on stdout
 * and figures on stderr. Everything follows from the seed. Games of hard bots only (HARD_PERCENT 100) gave better
 * weights than games of greedy ones, in the base game and in Cities & Knights; there a second round, with the weights
 * of the first, gave no improvement. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/bots/match.h"
#include "service/bots/value.h"

enum {
    HELD_OUT = 10,     /* one game in this many is predicted instead of learned from */
    OTHERS_ONE_IN = 4, /* positions also seen by a player who is not on turn */
    BLUNDER_LEVELS =
        3, /* bots make no, few or many moves at random, so that bad positions are seen */
    EPOCHS = 12,
    BATCH = 64,
    POSITIONS_PER_GAME = 120,
    OPENINGS_PER_GAME = SEAT_MAX, /* of the opening each seat's view is one */
    GAME_POSITIONS_MAX = 2000,
};
static const unsigned blunder_percent[BLUNDER_LEVELS] = {0, 3, 12};
static const unsigned opening_percent[BLUNDER_LEVELS] = {0, 25,
                                                         60}; /* where the opening is learned */
static const double step_size = 0.003, decay = 1e-4;

struct sample {
    struct value_position position;
    uint8_t winner;
    bool held;
};

struct trainer {
    struct match match;
    struct bot_stream random;
    unsigned blunders[SEAT_MAX]; /* percent */
    struct sample *samples;
    size_t n, max, game_begin;
    struct value_weights weights;
    bool setting_up;
    bool
        opening; /* only the end of the set-up is learned, and only in it are moves made at random */
};

static unsigned below(struct trainer *t, unsigned bound) {
    return chance_below(&t->random.chance, bound);
}

static void note(struct trainer *t, unsigned viewer) {
    if (t->n < t->max)
        value_look(&t->match.setup, &t->match.game, viewer, &t->samples[t->n++].position);
}

/* Watches the end of a turn, where the search evaluates positions, and the end of the set-up. */
static void watch(struct match *match, unsigned seat, const struct action *action) {
    struct trainer *t = match->context;
    unsigned players = match->setup.rules.players;

    assert(players > 1);
    if (t->setting_up && match->game.phase == PHASE_PLAY) {
        for (unsigned s = 0; s < players; s++)
            note(t, s);
        t->setting_up = false;
    }
    if (action->type != END_TURN || t->opening)
        return;
    note(t, seat);
    if (below(t, OTHERS_ONE_IN) == 0)
        note(t, (seat + 1 + below(t, players - 1)) % players);
}

static struct action choose(struct match *match, const struct game *view, unsigned seat) {
    struct trainer *t = match->context;
    bool may_blunder = !t->opening || match->game.phase == PHASE_SETUP;
    bool blunder = may_blunder && below(t, 100) < t->blunders[seat];

    return bot_choose(blunder ? BOT_RANDOM : match->kinds[seat], &match->setup, view, seat,
                      match->offers, &match->thoughts.chance);
}

static struct rules rules_of(enum value_game game, unsigned g) {
    if (game == VALUE_TWO || game == VALUE_TWO_OPENING)
        return rules_base(2);
    if (game == VALUE_KNIGHTS)
        return rules_knights(CK1998 + g % (EDITION_COUNT - CK1998), 3 + g % 2);
    return rules_base(3 + g % 2);
}

/* Plays a game and records it; false if it did not end normally. */
static bool play(struct trainer *t, enum value_game game, unsigned g, uint64_t seed,
                 unsigned hard_percent) {
    if (!match_open(&t->match, rules_of(game, g), seed + g))
        return false;
    t->match.watch = watch;
    t->match.choose = choose;
    t->match.context = t;
    t->setting_up = true;
    t->game_begin = t->n;
    for (unsigned s = 0; s < t->match.setup.rules.players; s++) {
        t->match.kinds[s] = below(t, 100) < hard_percent ? BOT_HARD : BOT_GREEDY;
        t->blunders[s] = (t->opening ? opening_percent : blunder_percent)[below(t, BLUNDER_LEVELS)];
    }
    if (match_play(&t->match) != MATCH_WON)
        return false;
    for (size_t i = t->game_begin; i < t->n; i++) {
        t->samples[i].winner = t->match.game.winner;
        t->samples[i].held = g % HELD_OUT == 0;
    }
    return true;
}

/* ---- fitting ---- */

struct adam {
    double mean[VALUE_WEIGHTS][FEATURE_COUNT], square[VALUE_WEIGHTS][FEATURE_COUNT];
    double step;
};

/* The mean log loss, and the share of winners with the highest predicted chance, over the held-out games. */
static void predict(const struct trainer *t, double *loss, double *right) {
    double chances[SEAT_MAX];
    size_t n = 0;

    *loss = *right = 0;
    for (size_t i = 0; i < t->n; i++) {
        const struct sample *sample = &t->samples[i];
        unsigned best = 0;
        if (!sample->held)
            continue;
        value_chances(&sample->position, &t->weights, chances);
        for (unsigned s = 1; s < sample->position.players; s++)
            best = chances[s] > chances[best] ? s : best;
        *loss -= log(chances[sample->winner] + 1e-12);
        *right += best == sample->winner;
        n++;
    }
    *loss /= (double)n;
    *right /= (double)n;
}

static void add_gradient(const struct trainer *t, const struct sample *sample,
                         double gradient[VALUE_WEIGHTS][FEATURE_COUNT]) {
    const struct value_position *position = &sample->position;
    double chances[SEAT_MAX];

    value_chances(position, &t->weights, chances);
    for (unsigned s = 0; s < position->players; s++) {
        double error = chances[s] - (s == sample->winner);
        for (unsigned i = 0; i < FEATURE_COUNT; i++) {
            double part = error * (double)position->features[s][i];
            gradient[0][i] += part;
            gradient[1][i] += part * (double)position->progress;
        }
    }
}

static void take_step(struct trainer *t, struct adam *adam,
                      double gradient[VALUE_WEIGHTS][FEATURE_COUNT], double size) {
    adam->step++;
    for (unsigned w = 0; w < VALUE_WEIGHTS; w++)
        for (unsigned i = 0; i < FEATURE_COUNT; i++) {
            float *weight = &t->weights.of[i][w];
            double g = gradient[w][i] / BATCH + decay * (double)*weight;
            adam->mean[w][i] = 0.9 * adam->mean[w][i] + 0.1 * g;
            adam->square[w][i] = 0.999 * adam->square[w][i] + 0.001 * g * g;
            double mean = adam->mean[w][i] / (1 - pow(0.9, adam->step));
            double square = adam->square[w][i] / (1 - pow(0.999, adam->step));
            *weight -= (float)(size * mean / (sqrt(square) + 1e-8));
        }
}

static void fit(struct trainer *t) {
    static struct adam adam;
    double loss, right;

    for (unsigned epoch = 0; epoch < EPOCHS; epoch++) {
        double size = step_size * (1 - (double)epoch / EPOCHS);
        for (size_t batch = 0; batch < t->n / BATCH; batch++) {
            double gradient[VALUE_WEIGHTS][FEATURE_COUNT] = {{0}};
            for (unsigned i = 0; i < BATCH; i++) {
                const struct sample *sample =
                    &t->samples[below(t, (unsigned)(t->n / 32)) * 32 + below(t, 32)];
                if (!sample->held)
                    add_gradient(t, sample, gradient);
            }
            take_step(t, &adam, gradient, size);
        }
        predict(t, &loss, &right);
        fprintf(stderr, "epoch %u: held out: loss %.4f, right %.1f %%\n", epoch + 1, loss,
                100 * right);
    }
}

/* ---- the table ---- */

static void print_table(const struct value_weights *weights, enum value_game game) {
    printf("    [%u] = { /* %s */\n        .made = \"%s\",\n        .of = {\n", (unsigned)game,
           value_game_names[game], weights->made);
    for (unsigned i = 0; i < FEATURE_COUNT; i++)
        printf("            {%7.4fF, %7.4fF}, /* %s */\n", (double)weights->of[i][VALUE_EARLY],
               (double)weights->of[i][VALUE_LATE], value_feature_names[i]);
    printf("        },\n    },\n");
}

/* The trainer determines the layout, so that an unchanged table gives unchanged text. */
static void print_file(const struct value_weights *fitted, enum value_game game) {
    printf("/* SPDX-License-Identifier: AGPL-3.0-or-later */\n"
           "/* Written by the trainer (tests/train/train.c, `make train`). */\n"
           "#include \"service/bots/value.h\"\n\n"
           "/* clang-format off */\n"
           "const struct value_weights value_weights[VALUE_GAME_COUNT] = {\n");
    for (unsigned g = 0; g < VALUE_GAME_COUNT; g++)
        print_table(g == game ? fitted : &value_weights[g], g);
    printf("};\n");
}

static enum value_game game_named(const char *name) {
    unsigned game = 0;

    while (game < VALUE_GAME_COUNT && strcmp(name, value_game_names[game]) != 0)
        game++;
    return (enum value_game)game;
}

int main(int argc, char **argv) {
    static struct trainer t;
    static char made[200];
    double loss, right;
    unsigned wrong = 0, played = 0;
    enum value_game game = argc == 5 || argc == 6 ? game_named(argv[1]) : VALUE_GAME_COUNT;

    if (game == VALUE_GAME_COUNT) {
        fprintf(stderr,
                "usage: train base|two|knights|two_opening GAMES SEED HARD_PERCENT [COMMIT]\n");
        return 2;
    }
    unsigned games = (unsigned)strtoul(argv[2], NULL, 10);
    unsigned seed = (unsigned)strtoul(argv[3], NULL, 10);
    unsigned hard = (unsigned)strtoul(argv[4], NULL, 10);
    t.opening = game == VALUE_TWO_OPENING;
    t.max =
        (size_t)games * (t.opening ? OPENINGS_PER_GAME : POSITIONS_PER_GAME) + GAME_POSITIONS_MAX;
    t.samples = calloc(t.max, sizeof *t.samples);
    if (t.samples == NULL) {
        fprintf(stderr, "train: not enough memory for %zu positions\n", t.max);
        return 1;
    }
    bot_stream_begin(&t.random, seed);
    for (; played < games && t.n + GAME_POSITIONS_MAX < t.max; played++)
        if (!play(&t, game, played, (uint64_t)seed << 32, hard)) {
            t.n = t.game_begin;
            wrong++;
        }
    fprintf(stderr, "%u games, %u of them without a winner, %zu positions\n", played, wrong, t.n);
    fit(&t);
    predict(&t, &loss, &right);
    snprintf(
        made, sizeof made,
        "train %s %u %u %u at %s: %zu positions; of those held out %.1f %% right, log loss %.4f",
        argv[1], games, seed, hard, argc == 6 ? argv[5] : "?", t.n, 100 * right, loss);
    t.weights.made = made;
    print_file(&t.weights, game);
    free(t.samples);
    return 0;
}
