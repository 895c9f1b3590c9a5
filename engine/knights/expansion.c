/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Cities & Knights as a row of hooks. */
#include "engine/expansion.h"
#include "engine/knights/internal.h"

/* ---- the rules ---- */

static const struct content_row knights_content = {
    .players_min = 3, /* C-01 */
    .points_target = 3,
    .kinds = COMMODITY_COUNT,
    .barbarian_steps = 7,
    .progress_limit = 4,
    .knights = true,
    .no_dev_deck = true,
    .bank = {{[CLOTH] = 12, [COIN] = 12, [PAPER] = 12}}, /* C-03 */
    .supply =
        {[PIECE_WALL] = 3, [PIECE_BASIC] = 2, [PIECE_STRONG] = 2, [PIECE_MIGHTY] = 2}, /* C-07 */
};

static bool knights_chosen(const struct rules *rules) {
    if (rules->game != GAME_CITIES_AND_KNIGHTS)
        return rules->edition == EDITION_NONE && rules->variants == 0;
    return rules->edition != EDITION_NONE && rules->edition < EDITION_COUNT &&
           !(rules->variants >> VARIANT_COUNT) && rules->combined_phases;
}

static void knights_complete(struct rules *rules) {
    rules->setup_city = rules->tokens_move = rules->knights;
}

static unsigned knights_option(const struct rules *rules, unsigned option) {
    unsigned edition = rules->game == GAME_CITIES_AND_KNIGHTS ? rules->edition : EDITION_NONE;
    return edition_options[edition][option];
}

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
    return gate_possible(setup, game, outcome);
}

static bool knights_missed(const struct setup *setup, struct game *game, unsigned seats) {
    unsigned owners = aqueduct_owners(game, seats);
    (void)setup;
    if (owners)
        agenda_become(game, AGENDA_AQUEDUCT, owners, 0);
    return owners != 0;
}

/* ---- points and rates ---- */

enum { METROPOLIS_POINTS = 2 }; /* C-108 */

static unsigned knights_metropolises(const struct game *game, unsigned seat) {
    unsigned points = 0;
    for (unsigned track = 0; track < TRACK_COUNT; track++)
        if (game->metropolis[track] != NONE && game->owner[game->metropolis[track]] == seat)
            points += METROPOLIS_POINTS;
    return points;
}

static unsigned knights_cards(const struct player *player) {
    return (player->vp_cards & VP_PRINTER ? 1u : 0u) +
           (player->vp_cards & VP_CONSTITUTION ? 1u : 0u);
}

/* C-244; on its side a city counts as a settlement (C-136). */
static void knights_by_source(const struct setup *setup, const struct game *game, unsigned seat,
                              unsigned counts[POINT_SOURCE_COUNT]) {
    const struct player *player = &game->players[seat];
    (void)setup;
    counts[POINTS_SETTLEMENTS] += player->tipped;
    counts[POINTS_CITIES] -= CITY_POINTS * player->tipped;
    counts[POINTS_DEFENDER] += player->defender_points;
    counts[POINTS_PROGRESS_CARDS] += knights_cards(player);
    counts[POINTS_MERCHANT] += game->merchant_holder == seat;
    counts[POINTS_METROPOLISES] += knights_metropolises(game, seat);
}

/* Adds all sources at once, as points are summed after every event. */
static unsigned knights_points(const struct setup *setup, const struct game *game, unsigned seat) {
    const struct player *player = &game->players[seat];
    (void)setup;
    return player->defender_points + knights_cards(player) - (CITY_POINTS - 1u) * player->tipped +
           (game->merchant_holder == seat) + knights_metropolises(game, seat);
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

#define TYPE(type) (UINT64_C(1) << (type))
#define KNIGHT_PIECES                                                                              \
    (TYPE(BUILD_CITY_WALL) | TYPE(BUILD_KNIGHT) | TYPE(ACTIVATE_KNIGHT) | TYPE(PROMOTE_KNIGHT) |   \
     TYPE(IMPROVE_CITY))
#define KNIGHT_ACTIONS (TYPE(MOVE_KNIGHT) | TYPE(DISPLACE_KNIGHT) | TYPE(CHASE_ROBBER))

/* Whether any knight of SEAT could act now (C-69, C-78, C-79). */
static bool knights_ready(const struct game *game, unsigned seat) {
    VERTEX_EACH(&game->players[seat].knights, v)
        if ((game->knight[v] & (KNIGHT_ACTIVE | KNIGHT_ACTIVATED | KNIGHT_ACTED)) == KNIGHT_ACTIVE)
            return true;
    return false;
}

static uint64_t knights_idle(const struct setup *setup, const struct game *game, unsigned seat,
                             uint64_t types) {
    const struct player *player = &game->players[seat];
    uint64_t idle = player->progress_count ? 0 : TYPE(PLAY_PROGRESS_CARD);
    if (game->step == STEP_BEFORE_ROLL && !rules_variant(&setup->rules, VARIANT_KNIGHT_ERRANT))
        return idle | KNIGHT_ACTIONS; /* V-10; nothing else is open then */
    if (types & KNIGHT_ACTIONS && !knights_ready(game, seat))
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

/* ---- actions, steps and decisions ---- */

enum { FIRST_STEP = AGENDA_COMMIT, FIRST_DECISION = DECIDE_COMMIT_KNIGHTS };

#define ACTION(number, word) ACTION_FROM(BUILD_CITY_WALL, number, word)

static const struct action_row knights_actions[] = {
    ACTION(BUILD_CITY_WALL, build_city_wall),
    ACTION(BUILD_KNIGHT, build_knight),
    ACTION(ACTIVATE_KNIGHT, activate_knight),
    ACTION(PROMOTE_KNIGHT, promote_knight),
    ACTION(MOVE_KNIGHT, move_knight),
    ACTION(DISPLACE_KNIGHT, displace_knight),
    ACTION(CHASE_ROBBER, chase_robber),
    ACTION(IMPROVE_CITY, improve_city),
    ACTION(REPAIR_CITY, repair_city),
    [PLAY_PROGRESS_CARD - BUILD_CITY_WALL] = {.name = "play_progress_card",
                                              .rules = rule_progress,
                                              .blank = {.type = PLAY_PROGRESS_CARD},
                                              .forms = PROGRESS_COUNT,
                                              .form_at = offsetof(struct action, card),
                                              .open_forms = progress_forms_open,
                                              .window = progress_window,
                                              .use = progress_put_back},
    ACTION(HARBOR_OFFER, harbor_offer),
    ACTION(GIVE_COMMODITY, give_commodity),
    ACTION(GIVE_CARDS, give_cards),
    ACTION(TAKE_CARDS, take_cards),
    ACTION(TAKE_PROGRESS_CARD, take_progress_card),
    ACTION(REMOVE_KNIGHT, remove_knight),
    ACTION(PLACE_KNIGHT, place_knight),
    ACTION(RELOCATE_KNIGHT, relocate_knight),
    ACTION(DISCARD_PROGRESS_CARD, discard_progress_card),
    ACTION(CHOOSE_PROGRESS_DECK, choose_progress_deck),
    ACTION(CHOOSE_PILLAGED_CITY, choose_pillaged_city),
    ACTION(COMMIT_KNIGHTS, commit_knights),
};

static const struct agenda_row *const knights_steps[] = {
    [AGENDA_COMMIT - FIRST_STEP] = &agenda_commit,
    [AGENDA_BATTLE - FIRST_STEP] = &agenda_battle,
    [AGENDA_PILLAGE - FIRST_STEP] = &agenda_pillage,
    [AGENDA_TIE_DRAW - FIRST_STEP] = &agenda_tie_draw,
    [AGENDA_CARD_LIMIT - FIRST_STEP] = &agenda_card_limit,
    [AGENDA_SHIP_BACK - FIRST_STEP] = &agenda_ship_back,
    [AGENDA_FIFTH_CARD - FIRST_STEP] = &agenda_fifth_card,
    [AGENDA_AQUEDUCT - FIRST_STEP] = &agenda_aqueduct,
    [AGENDA_END_TURN - FIRST_STEP] = &agenda_end_turn,
    [AGENDA_RELOCATE - FIRST_STEP] = &agenda_relocate,
    [AGENDA_REMOVE_KNIGHT - FIRST_STEP] = &agenda_remove_knight,
    [AGENDA_PLACE_KNIGHT - FIRST_STEP] = &agenda_place_knight,
    [AGENDA_GIVE_CARDS - FIRST_STEP] = &agenda_give_cards,
    [AGENDA_TAKE_CARDS - FIRST_STEP] = &agenda_take_cards,
    [AGENDA_TAKE_PROGRESS - FIRST_STEP] = &agenda_take_progress,
    [AGENDA_GIVE_COMMODITY - FIRST_STEP] = &agenda_give_commodity,
};

static const struct decision_row knights_decisions[] = {
    [DECIDE_COMMIT_KNIGHTS - FIRST_DECISION] = {"V-02", TYPE(COMMIT_KNIGHTS), COMMIT_KNIGHTS,
                                                default_commit},
    [DECIDE_CHOOSE_PILLAGED_CITY - FIRST_DECISION] = {"C-121", TYPE(CHOOSE_PILLAGED_CITY),
                                                      CHOOSE_PILLAGED_CITY, default_pillaged},
    [DECIDE_CHOOSE_PROGRESS_DECK -
        FIRST_DECISION] = {"C-125", TYPE(CHOOSE_PROGRESS_DECK), CHOOSE_PROGRESS_DECK, default_deck},
    [DECIDE_DISCARD_PROGRESS - FIRST_DECISION] = {"C-148", TYPE(DISCARD_PROGRESS_CARD),
                                                  DISCARD_PROGRESS_CARD, default_put_back},
    [DECIDE_FIFTH_CARD -
        DECIDE_COMMIT_KNIGHTS] = {"C-149", TYPE(PLAY_PROGRESS_CARD) | TYPE(DISCARD_PROGRESS_CARD),
                                  DISCARD_PROGRESS_CARD, default_put_back},
    [DECIDE_RELOCATE_KNIGHT -
        FIRST_DECISION] = {"C-85", TYPE(RELOCATE_KNIGHT), RELOCATE_KNIGHT, default_relocation},
    [DECIDE_REMOVE_KNIGHT -
        DECIDE_COMMIT_KNIGHTS] = {"C-219", TYPE(REMOVE_KNIGHT), REMOVE_KNIGHT, default_removal},
    [DECIDE_PLACE_KNIGHT -
        DECIDE_COMMIT_KNIGHTS] = {"C-219", TYPE(PLACE_KNIGHT) | TYPE(SKIP), SKIP, NULL},
    [DECIDE_GIVE_CARDS -
        DECIDE_COMMIT_KNIGHTS] = {"C-242", TYPE(GIVE_CARDS), GIVE_CARDS, default_cards},
    [DECIDE_TAKE_CARDS -
        DECIDE_COMMIT_KNIGHTS] = {"C-205", TYPE(TAKE_CARDS), TAKE_CARDS, default_taken},
    [DECIDE_TAKE_PROGRESS_CARD - FIRST_DECISION] = {"C-239", TYPE(TAKE_PROGRESS_CARD),
                                                    TAKE_PROGRESS_CARD, default_progress_taken},
    [DECIDE_GIVE_COMMODITY -
        DECIDE_COMMIT_KNIGHTS] = {"C-200", TYPE(GIVE_COMMODITY), GIVE_COMMODITY, default_commodity},
};

/* A seven takes more than resources (C-49); another player's fifth card goes at once, that of the player on turn
 * can wait for the end of the turn (C-148, C-149); the Intrigue displaces without a knight (C-233). */
static const char *knights_decided_by(const struct setup *setup, const struct game *game,
                                      const struct decision *due) {
    (void)setup;
    switch (due->kind) {
    case DECIDE_DISCARD: return due->piece == DISCARD_FOR_SABOTEUR ? "C-236" : "C-49";
    case DECIDE_DISCARD_PROGRESS: return due->player == game->active ? "C-149" : NULL;
    case DECIDE_RELOCATE_KNIGHT: return game->agenda[0].origin == NONE ? "C-233" : NULL;
    default: return NULL;
    }
}

#define COUNT_OF(table) (uint8_t)(sizeof(table) / sizeof(table)[0])

const struct expansion expansion_knights = {
    .name = "cities_and_knights",
    .kind = EXPANSION_KNIGHTS,
    .content = &knights_content,
    .chosen = knights_chosen,
    .complete = knights_complete,
    .option = knights_option,
    .plays = knights_play,
    .types = TYPE(COMMIT_KNIGHTS + 1) - TYPE(BUILD_CITY_WALL),
    .actions = knights_actions,
    .first_action = BUILD_CITY_WALL,
    .n_actions = COUNT_OF(knights_actions),
    .steps = knights_steps,
    .first_step = FIRST_STEP,
    .n_steps = COUNT_OF(knights_steps),
    .decisions = knights_decisions,
    .first_decision = FIRST_DECISION,
    .n_decisions = COUNT_OF(knights_decisions),
    .windows = {[STEP_BEFORE_ROLL] = TYPE(PLAY_PROGRESS_CARD) | TYPE(CHASE_ROBBER), /* C-25, V-10 */
                [STEP_ACTIONS] = KNIGHT_PIECES | KNIGHT_ACTIONS | TYPE(REPAIR_CITY) |
                                 TYPE(PLAY_PROGRESS_CARD) | TYPE(HARBOR_OFFER)},
    .special = KNIGHT_PIECES,
    .drawn = TYPE(ROLL),
    .begin = knights_begin,
    .turn_over = knights_turn_over,
    .closed = knights_closed,
    .parts = knights_parts,
    .draw = knights_draw,
    .possible = knights_possible,
    .roll = event_die_apply,
    .missed = knights_missed,
    .points = knights_points,
    .by_source = knights_by_source,
    .rates = knights_rates,
    .decided_by = knights_decided_by,
    .idle = knights_idle,
    .derive_pieces = knights_derive_pieces,
    .derive_cards = derive_progress,
    .check = check_knights,
    .check_chain = check_attack,
    .answer_sound = answer_id_sound,
    .laid_out = knights_laid_out,
};
