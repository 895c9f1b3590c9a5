/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Cities & Knights: expand.c says what it has to build, defence.c what knights do, progress.c what cards do. */
#include "service/bots/rows.h"

#include <string.h>

static void knights_goals(struct plan *plan) {
    expand_goals(plan);
    defence_goals(plan);
}

static const struct action *knights_before_roll(const struct plan *plan) {
    const struct action *move = defence_errant(plan->bot);
    return move != NULL ? move : progress_best(plan, false);
}

static const struct action *knights_card(const struct plan *plan) {
    return progress_best(plan, false);
}

/* Commercial Harbor offers and knights' actions, if they are worth it. */
static struct action knights_act(const struct plan *plan) {
    struct action move = progress_harbor(plan);
    return move.type != ACTION_NONE ? move : defence_action(plan);
}

static bool knights_decide(const struct plan *plan, const struct decision *decision,
                           struct action *move) {
    switch (decision->kind) {
    case DECIDE_COMMIT_KNIGHTS: *move = defence_commit(plan->bot); break;
    case DECIDE_CHOOSE_PILLAGED_CITY: *move = defence_pillaged(plan); break;
    case DECIDE_REMOVE_KNIGHT: *move = defence_remove(plan->bot); break;
    case DECIDE_RELOCATE_KNIGHT: *move = defence_relocate(plan); break;
    case DECIDE_PLACE_KNIGHT: *move = defence_placed(plan); break;
    default: *move = progress_decide(plan, decision);
    }
    return true;
}

/* ---- what positions are worth ---- */

static void look_at_levels(struct look *look) {
    const struct player *player = look->player;
    const struct game *game = look->game;
    struct vertex_set plain = game_plain_cities(game, look->seat);
    float *f = look->f;

    for (unsigned t = 0; t < TRACK_COUNT; t++) {
        unsigned level = player->improvements[t];
        bool holds = game->metropolis[t] != NONE && game->owner[game->metropolis[t]] == look->seat;
        f[FEATURE_LEVELS] += (float)level * 0.1F;
        f[FEATURE_ABILITIES] += level >= LEVEL_ABILITY ? 0.5F : 0;
        f[FEATURE_METROPOLISES] += holds ? (level == LEVEL_MAX ? 1 : 0.7F) : 0;
        if (level == LEVEL_MAX || vertex_set_empty(&player->cities))
            continue;
        struct cards cost = cards_one(CLOTH + t, level + 1);
        if (!holds && !vertex_set_empty(&plain) && level + 1 >= LEVEL_METROPOLIS - 1U &&
            game->metropolis[t] == NONE)
            f[FEATURE_METROPOLIS_NEAR] += 0.5F;
        float pace = look_soon(look, cards_none(), cost);
        f[FEATURE_LEVEL_PACE] = larger_of(f[FEATURE_LEVEL_PACE], pace);
        if (look->own)
            f[FEATURE_LEVEL_SOON] =
                larger_of(f[FEATURE_LEVEL_SOON], look_soon(look, player->hand, cost));
    }
    f[FEATURE_BEST_SOON] = larger_of(f[FEATURE_BEST_SOON], f[FEATURE_LEVEL_SOON]);
}

/* What the next landing of the barbarians would bring or take, weighted by how near they are. */
static void look_at_barbarians(struct look *look) {
    const struct game *game = look->game;
    const struct rules *rules = &look->setup->rules;
    unsigned mine = game_strength(game, look->seat, false), all = 0, most = 0, least = 99;
    unsigned enemy = game_barbarian_strength(look->setup, game);
    float near = (float)(game->barbarians + 1) / (float)(rules->barbarian_steps + 1);
    struct vertex_set plain = game_plain_cities(game, look->seat);

    for (unsigned s = 0; s < rules->players; s++) {
        unsigned strength = game_strength(game, s, false);
        struct vertex_set theirs = game_plain_cities(game, s);
        all += strength;
        if (s != look->seat && strength > most)
            most = strength;
        if (s != look->seat && !vertex_set_empty(&theirs) && strength < least)
            least = strength;
    }
    if (all < enemy && !vertex_set_empty(&plain) && mine <= least)
        look->f[FEATURE_LOSS_NEAR] = near * near;
    if (all >= enemy && mine > 0 && mine >= most)
        look->f[FEATURE_DEFENDER_NEAR] = near * near * (mine > most ? 1 : 0.5F);
    look->f[FEATURE_STRENGTH] = (float)mine * 0.2F;
}

static void look_at_knights(struct look *look) {
    const struct game *game = look->game;
    unsigned idle = 0;

    VERTEX_EACH(&look->player->knights, v) {
        if (!(game->knight[v] & KNIGHT_ACTIVE))
            idle += game->knight[v] & KNIGHT_RANK;
    }
    look->f[FEATURE_STRENGTH_IDLE] = (float)idle * 0.2F;
    look->f[FEATURE_KNIGHTS] = (float)vertex_set_count(&look->player->knights) * 0.2F;
    look->f[FEATURE_PROGRESS] = (float)look->player->progress_count * 0.25F;
    look->f[FEATURE_MERCHANT] = game->merchant_holder == look->seat;
    VERTEX_EACH(&look->player->cities, v) {
        look->f[FEATURE_WALLS] += vertex_set_has(&game->walls, v) ? 0.33F : 0;
    }
    look_at_levels(look);
    look_at_barbarians(look);
}

/* ---- unseen cards ---- */

/* The cards of a stack that SEAT has not seen, shuffled; returns their number. */
static unsigned shuffle_stack(const struct setup *setup, const struct game *game, unsigned seat,
                              unsigned track, struct chance *chance, uint8_t out[STACK_MAX]) {
    unsigned n = 0;

    for (unsigned card = 0; card < PROGRESS_COUNT; card++) {
        unsigned left = progress_rows[card].track == track ? progress_rows[card].count : 0;
        for (unsigned i = 0; i < PROGRESS_HAND_MAX; i++)
            left -= left > 0 && game->players[seat].progress[i] == card + 1;
        for (unsigned s = 0; s < setup->rules.players && progress_rows[card].point; s++)
            left -= left > 0 && (game->players[s].vp_cards &
                                 (card == PROGRESS_PRINTER ? VP_PRINTER : VP_CONSTITUTION));
        while (left-- > 0 && n < STACK_MAX)
            out[n++] = (uint8_t)card;
    }
    for (unsigned i = n; i > 1; i--) {
        unsigned j = chance_below(chance, i);
        uint8_t card = out[j];
        out[j] = out[i - 1];
        out[i - 1] = card;
    }
    return n;
}

/* Takes the last card that can be in a hand or returned, so no point card. */
static unsigned take_unpointed(uint8_t cards[STACK_MAX], unsigned *n) {
    for (unsigned i = *n; i > 0; i--)
        if (!progress_rows[cards[i - 1]].point) {
            unsigned card = cards[i - 1];
            cards[i - 1] = cards[--*n];
            return card;
        }
    return NONE;
}

static void fill_stack(const struct setup *setup, struct game *game, unsigned seat, unsigned track,
                       bool hands, struct chance *chance) {
    uint8_t cards[STACK_MAX];
    unsigned n = shuffle_stack(setup, game, seat, track, chance, cards), card;

    for (unsigned s = 0; s < setup->rules.players; s++) {
        struct player *player = &game->players[s];
        unsigned at = 0;
        while (at < PROGRESS_HAND_MAX && player->progress[at] != 0)
            at++;
        for (unsigned i = 0; s != seat && i < player->progress_backs[track]; i++)
            if ((card = take_unpointed(cards, &n)) != NONE && hands && at < PROGRESS_HAND_MAX)
                player->progress[at++] = (uint8_t)(card + 1);
    }
    for (unsigned i = 0; i < game->returned_count[track]; i++)
        if ((card = take_unpointed(cards, &n)) != NONE)
            game->returned[track][i] = (uint8_t)(card + 1);
    for (unsigned i = 0; i < n; i++)
        game->undrawn[cards[i]]++;
}

static void knights_fill(const struct setup *setup, struct game *game, unsigned seat, bool hands,
                         struct chance *chance) {
    memset(game->undrawn, 0, sizeof game->undrawn);
    memset(game->returned, 0, sizeof game->returned);
    for (unsigned t = 0; t < TRACK_COUNT; t++)
        fill_stack(setup, game, seat, t, hands, chance);
}

const struct bot_row bots_knights = {.of = PLAYS_knights,
                                     .weights = VALUE_KNIGHTS,
                                     .goals = knights_goals,
                                     .before_roll = knights_before_roll,
                                     .card = knights_card,
                                     .act = knights_act,
                                     .decide = knights_decide,
                                     .look = look_at_knights,
                                     .fill = knights_fill};
