/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Cities & Knights as a row of hooks. */
#include "engine/expansion.h"
#include "engine/knights/internal.h"

static bool knights_play(const struct setup *setup) {
    return setup->rules.knights;
}

static void knights_begin(const struct setup *setup, struct game *game) {
    if (setup->rules.options[OPTION_ROBBER_START] == START_PENINSULA) /* C-17 */
        game->robber = NONE;
    progress_fill_stacks(setup, game);
}

/* ---- turns and rolls ---- */

static void knights_turn_over(const struct setup *setup, struct game *game, unsigned seat) {
    (void)setup;
    knights_end_turn(game, seat);
    game->errant_used = game->harbor = false;
    game->cranes = game->fleet = game->harbor_asked = 0;
}

static void knights_closed(const struct setup *setup, struct game *game) {
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        knights_withdraw(game, seat);
}

/* An easy start has no event die (V-15). */
static unsigned knights_parts(const struct setup *setup, const struct game *game,
                              const struct action *action) {
    bool die = action->type == ROLL && !game_easy_turn(setup, game);
    return die ? PART_EVENT | PART_CARDS : 0u;
}

static void knights_draw(const struct setup *setup, const struct game *game,
                         const struct action *action, unsigned parts, struct chance *chance,
                         struct outcome *outcome) {
    if (action->type != ROLL)
        return;
    if (parts & PART_EVENT)
        outcome->event = (uint8_t)event_die_draw(chance);
    if (parts & PART_CARDS)
        gate_draw(setup, game, chance, outcome);
}

static enum reason knights_possible(const struct setup *setup, const struct game *game,
                                    const struct action *action, const struct outcome *outcome) {
    if (action->type != ROLL)
        return REASON_OK;
    bool die = setup->rules.knights && !game_easy_turn(setup, game);
    if (die != (outcome->event != FACE_NONE) || outcome->event >= FACE_COUNT)
        return REASON_EVENT_DIE;
    return gate_possible(setup, game, outcome) ? REASON_OK : REASON_DRAWS;
}

static bool knights_missed(const struct setup *setup, struct game *game, unsigned seats) {
    unsigned owners = aqueduct_owners(game, seats);
    (void)setup;
    if (owners)
        agenda_become(game, AGENDA_AQUEDUCT, owners, 0);
    return owners != 0;
}

/* ---- points and rates ---- */

/* C-244 */
static void knights_points(const struct setup *setup, const struct game *game, unsigned seat,
                           unsigned *counts, unsigned step) {
    enum { METROPOLIS_POINTS = 2 }; /* C-108 */
    const struct player *player = &game->players[seat];
    (void)setup;
    /* on its side a city counts as a settlement (C-136) */
    counts[POINTS_SETTLEMENTS * step] += player->tipped;
    counts[POINTS_CITIES * step] -= CITY_POINTS * player->tipped;
    counts[POINTS_DEFENDER * step] += player->defender_points;
    counts[POINTS_PROGRESS_CARDS * step] +=
        (player->vp_cards & VP_PRINTER ? 1u : 0u) + (player->vp_cards & VP_CONSTITUTION ? 1u : 0u);
    counts[POINTS_MERCHANT * step] += game->merchant_holder == seat;
    for (unsigned track = 0; track < TRACK_COUNT; track++)
        if (game->metropolis[track] != NONE && game->owner[game->metropolis[track]] == seat)
            counts[POINTS_METROPOLISES * step] += METROPOLIS_POINTS;
}

/* The third level of trade serves commodities (C-60), a Merchant Fleet the player on turn (C-212), the
 * merchant whoever controls it (C-208). */
static unsigned knights_rates(const struct setup *setup, const struct game *game, unsigned seat) {
    enum { COMMODITIES = (1 << KIND_COUNT) - (1 << RESOURCE_COUNT) };
    unsigned kinds =
        game->players[seat].improvements[TRACK_TRADE] >= LEVEL_ABILITY ? COMMODITIES : 0;
    if (seat == game->active)
        kinds |= game->fleet;
    unsigned merchant = merchant_kind(setup, game, seat);
    return merchant == NONE ? kinds : kinds | 1u << merchant;
}

/* ---- listings ---- */

#define TYPE(type)     (UINT64_C(1) << (type))
#define KNIGHT_ACTIONS (TYPE(MOVE_KNIGHT) | TYPE(DISPLACE_KNIGHT) | TYPE(CHASE_ROBBER))

/* Whether any knight of SEAT could act now (C-69, C-78, C-79). */
static bool knights_ready(const struct game *game, unsigned seat) {
    bool ready = false;
    VERTEX_EACH(&game->players[seat].knights, v)
        ready |=
            (game->knight[v] & (KNIGHT_ACTIVE | KNIGHT_ACTIVATED | KNIGHT_ACTED)) == KNIGHT_ACTIVE;
    return ready;
}

static uint64_t knights_idle(const struct setup *setup, const struct game *game, unsigned seat,
                             uint64_t types) {
    const struct player *player = &game->players[seat];
    bool early = game->step == STEP_BEFORE_ROLL; /* V-10 */
    uint64_t idle = player->progress_count ? 0 : TYPE(PLAY_PROGRESS_CARD);
    if (types & KNIGHT_ACTIONS &&
        ((early && !rules_variant(&setup->rules, VARIANT_KNIGHT_ERRANT)) ||
         !knights_ready(game, seat)))
        idle |= KNIGHT_ACTIONS;
    if (!game->harbor)
        idle |= TYPE(HARBOR_OFFER);
    if (!cards_commodities(player->hand) && !game->cranes)
        idle |= TYPE(IMPROVE_CITY);
    return idle;
}

/* ---- positions ---- */

/* The bits of game.knight are facts; all else that says where knights stand follows from them. */
static void knights_derive_pieces(const struct setup *setup, struct game *game) {
    uint8_t bits[VERTEX_MAX];
    memcpy(bits, game->knight, sizeof bits);
    memset(game->knight, 0, sizeof game->knight);
    for (unsigned seat = 0; seat < setup->rules.colors; seat++)
        derive_knights(game, seat, bits);
}

static bool knights_laid_out(unsigned card) {
    return card < PROGRESS_COUNT && progress_rows[card].point;
}

const struct expansion expansion_knights = {
    .name = "cities_and_knights",
    .plays = knights_play,
    .types = TYPE(COMMIT_KNIGHTS + 1) - TYPE(BUILD_CITY_WALL),
    .begin = knights_begin,
    .turn_over = knights_turn_over,
    .closed = knights_closed,
    .parts = knights_parts,
    .draw = knights_draw,
    .possible = knights_possible,
    .roll = event_die_apply,
    .missed = knights_missed,
    .points = knights_points,
    .rates = knights_rates,
    .idle = knights_idle,
    .derive_pieces = knights_derive_pieces,
    .derive_cards = derive_progress,
    .check = check_knights,
    .check_chain = check_attack,
    .answer_sound = answer_id_sound,
    .laid_out = knights_laid_out,
};
