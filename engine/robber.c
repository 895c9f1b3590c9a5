/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Rolling the dice, what a seven brings, and the robber (rules B-27, B-37 to B-45). What any other
 * sum brings is in produce.c. */
#include "engine/expansion.h"

/* ---- roll ---- */

/* Only a roll for which a hook says so gives points. Not looking for a winner after the others saves time,
 * as a third of all events are rolls. */
static void roll_apply(const struct setup *setup, struct game *game, const struct event *event) {
    unsigned sum = (unsigned)event->outcome.yellow + event->outcome.red;
    game->dice[game->rolls][0] = game->last_dice[0] = event->outcome.yellow;
    game->dice[game->rolls][1] = game->last_dice[1] = event->outcome.red;
    game->rolls++;
    game->step = STEP_RESOLVING;
    bool scored = false;
    HOOK_EACH(setup, roll, row)
        scored |= row->roll(setup, game, &event->outcome);
    if (sum == SEVEN) {
        agenda_push(game, AGENDA_DISCARD, 0, 0);
        agenda_push(game, setup->seven, 0, 0);
    } else {
        agenda_push(game, AGENDA_PRODUCE, sum, 0);
    }
    agenda_push(game, AGENDA_AFTER_ROLL, 0, 0);
    if (scored)
        turn_check_won(setup, game);
}

const struct action_rule rule_roll = {RULE(NO_FIELDS, legal_always, NULL, roll_apply),
                                      .chance = &chance_roll, .flags = ACTION_POINTLESS};

/* ---- discard ---- */

enum { WALL_CARDS = 2 }; /* C-49 */

unsigned game_hand_limit(const struct setup *setup, const struct game *game, unsigned seat) {
    unsigned walls =
        (unsigned)setup->rules.supply[PIECE_WALL] - game->players[seat].supply[PIECE_WALL];
    return setup->rules.hand_limit + WALL_CARDS * walls;
}

bool game_robber_frozen(const struct setup *setup, const struct game *game) {
    return setup->rules.options[OPTION_ROBBER_FREEZE] == OPTION_ON && game->attacks == 0;
}

static unsigned discard_cards(const struct setup *setup, const struct game *game, unsigned seat) {
    unsigned held = game->players[seat].hand_count, hit = game->agenda[0].arg;
    bool halved = hit ? hit >> seat & 1 : held > game_hand_limit(setup, game, seat);
    return halved ? held / 2 : 0;
}

static void step_discard(const struct setup *setup, struct game *game) {
    agenda_ask_cards(setup, game, DECIDE_DISCARD);
    for (unsigned i = 0; i < game->n_pending; i++)
        game->pending[i].piece = game->agenda[0].arg ? DISCARD_FOR_SABOTEUR : DISCARD_FOR_SEVEN;
    if (game->n_pending == 0)
        agenda_pop(game);
}

/* Without seats a seven asks, else the Saboteur (C-236). */
static bool discard_sound(const struct setup *setup, const struct game *game,
                          const struct agenda_item *item) {
    return !item->arg || (setup->rules.options[OPTION_SABOTEUR] == SABOTEUR_DISCARD_HALF &&
                          agenda_targets_sound(setup, game, item->arg, 2, 0));
}

const struct agenda_row agenda_discard = {.run = step_discard,
                                          .place = PLACE_PRODUCE,
                                          .uses = USES_ARG,
                                          .sound = discard_sound,
                                          .cards = discard_cards,
                                          .pointless = true};

static enum reason discard_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                 const struct action *action) {
    (void)setup;
    return cards_choice_legal(action->give, game_decision(game, seat)->count,
                              game->players[seat].hand, REASON_DISCARD_COUNT,
                              REASON_DISCARD_NOT_HELD);
}

/* All discards are carried out when the last answer is in; until then each can be changed
 * (O-01). */
static void discard_apply(const struct setup *setup, struct game *game, const struct event *event) {
    unsigned seat = event->player;
    (void)setup;
    game->answers[seat] = event->action.give;
    if (!agenda_answered(game, seat))
        return;
    for (unsigned i = 0; i < game->n_pending; i++) {
        unsigned player = game->pending[i].player;
        bank_take(game, player, game->answers[player]);
        game->answers[player] = cards_none();
    }
    agenda_pop(game);
}

const struct action_rule rule_discard = {RULE(CARDS_FIELD, discard_legal, list_open, discard_apply),
                                         .hides = HIDDEN_ACTION_CARDS,
                                         .flags = ACTION_TOGETHER | ACTION_POINTLESS};

/* ---- moving the robber ---- */

enum { SPARED_POINTS = 2 }; /* H-01 */

unsigned robber_poor(const struct setup *setup, const struct game *game) {
    unsigned seats = 0;
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        seats |= (unsigned)(game_points_visible(setup, game, seat) <= SPARED_POINTS) << seat;
    return seats;
}

unsigned robber_victims(const struct setup *setup, const struct game *game, unsigned seat,
                        unsigned hex) {
    unsigned victims = 0;
    for (unsigned i = 0; i < CORNER_COUNT; i++) {
        unsigned vertex = setup->board.hexes[hex].vertices[i];
        if (!game->building[vertex])
            continue;
        unsigned owner = game->owner[vertex];
        if (owner != seat && owner < setup->rules.players && game->players[owner].hand_count > 0)
            victims |= 1u << owner;
    }
    return victims & ~robber_spares(setup, game);
}

/* The same for all hexes at once, going through the buildings, of which there are fewer. Buildings
 * at the edge of the map count for the hex NONE. */
static void robber_victims_everywhere(const struct setup *setup, const struct game *game,
                                      unsigned seat, uint8_t victims[NONE + 1]) {
    unsigned seats = 0;
    memset(victims, 0, setup->board.n_hexes);
    victims[NONE] = 0;
    for (unsigned other = 0; other < setup->rules.players; other++)
        seats |= (unsigned)(other != seat && game->players[other].hand_count > 0) << other;
    seats &= ~robber_spares(setup, game);
    VERTEX_EACH(&game->built, v) {
        unsigned owner = seats & 1u << game->owner[v];
        for (unsigned i = 0; i < 3; i++)
            victims[setup->board.vertex[v].hexes[i]] |= (uint8_t)owner;
    }
}

enum reason robber_legal(const struct setup *setup, const struct game *game, unsigned seat,
                         unsigned hex, unsigned victim) {
    if (!game_robber_land(setup, game, hex))
        return REASON_ROBBER_PLACE;
    if (hex == game->robber)
        return REASON_ROBBER_STAYS;
    unsigned victims = robber_victims(setup, game, seat, hex);
    if (victim == NONE)
        return victims ? REASON_VICTIM_NEEDED : REASON_OK;
    if (victims >> victim & 1)
        return REASON_OK;
    if (victim == seat)
        return REASON_VICTIM_SELF;
    if (rules_neutral(&setup->rules, victim))
        return REASON_VICTIM_NEUTRAL;
    if (!place_builds_at(setup, game, victim, hex))
        return REASON_NO_VICTIM;
    return game->players[victim].hand_count ? REASON_VICTIM_SPARED : REASON_VICTIM_EMPTY;
}

/* The lowest of VICTIMS, a set of seats, or NONE (all bits set). Has no branch, which could not be
 * predicted. Unlike seats_first it does not begin with the seat on turn. */
static uint8_t victim_lowest(unsigned victims) {
    const unsigned nobody = victims == 0;
    return (uint8_t)((unsigned)__builtin_ctz(victims | nobody) | (0u - nobody));
}

void robber_list(const struct setup *setup, const struct game *game, unsigned seat,
                 const struct action *move, struct hex_set hexes, struct move_list *list) {
    const bool fog = setup->board.n_fog > 0;
    uint8_t victims_at[NONE + 1];
    robber_victims_everywhere(setup, game, seat, victims_at);
    hexes = hex_set_minus(hexes, hex_set_minus(hexes, setup->board.land));
    if (game->robber != NONE)
        hex_set_remove(&hexes, game->robber);
    HEX_EACH(&hexes, hex) {
        if (fog && !game_robber_land(setup, game, hex))
            continue;
        unsigned victims = victims_at[hex];
        do {
            struct action *action = list_add(list, move);
            action->hex = (uint8_t)hex;
            action->seat = victim_lowest(victims);
            victims &= victims - 1;
        } while (victims);
    }
}

void thief_move(const struct setup *setup, struct game *game, const struct event *event) {
    if (game_is_sea(setup, game, event->action.hex))
        game->pirate = event->action.hex;
    else
        game->robber = event->action.hex;
    if (event->action.loot == LOOT_CLOTH) {
        game->players[event->action.seat].cloth--;
        game->players[event->player].cloth++;
    } else if (event->action.seat != NONE)
        hand_move(game, event->action.seat, event->player, cards_one(event->outcome.card, 1));
}

unsigned givers_victim(const struct setup *setup, const struct game *before,
                       const struct event *event) {
    (void)setup, (void)before;
    bool card = event->action.seat != NONE && event->action.loot == LOOT_CARD;
    return card ? 1u << event->action.seat : 0;
}

static void step_robber(const struct setup *setup, struct game *game) {
    bool other = setup->thief && setup->thief->free(setup, game, game->active);
    if (game_robber_frozen(setup, game) && !other)
        agenda_pop(game); /* C-51, V-66 */
    else
        agenda_ask(game, DECIDE_MOVE_ROBBER, game->active);
}

static bool robber_sound(const struct setup *setup, const struct game *game,
                         const struct agenda_item *item) {
    (void)game, (void)item;
    return setup->seven == AGENDA_ROBBER;
}

const struct agenda_row agenda_robber = {
    .run = step_robber, .place = PLACE_ROBBER, .sound = robber_sound, .pointless = true};

static enum reason robber_move_legal(const struct setup *setup, const struct game *game,
                                     unsigned seat, const struct action *action) {
    if (game_robber_frozen(setup, game))
        return REASON_ROBBER_FROZEN;
    return robber_legal(setup, game, seat, action->hex, action->seat);
}

static void robber_move_list(const struct setup *setup, const struct game *game, unsigned seat,
                             const struct action *blank, struct move_list *list) {
    if (!game_robber_frozen(setup, game))
        robber_list(setup, game, seat, blank, setup->board.land, list);
}

enum reason thief_legal(const struct setup *setup, const struct game *game, unsigned seat,
                        const struct action *action) {
    return game_is_sea(setup, game, action->hex) ? setup->thief->legal(setup, game, seat, action)
           : action->loot != LOOT_CARD           ? REASON_NO_CLOTH
                                       : robber_legal(setup, game, seat, action->hex, action->seat);
}

void thief_list(const struct setup *setup, const struct game *game, unsigned seat,
                const struct action *blank, struct move_list *list) {
    robber_move_list(setup, game, seat, blank, list);
    if (setup->thief)
        setup->thief->list(setup, game, seat, blank, list);
}

static void robber_move_apply(const struct setup *setup, struct game *game,
                              const struct event *event) {
    thief_move(setup, game, event);
    agenda_pop(game);
}

const struct action_rule rule_move_robber = {
    RULE(FIELDS(FIELD("hex", FIELD_HEX, hex), FIELD("victim", FIELD_SEAT_OR_NULL, seat)),
         robber_move_legal, robber_move_list, robber_move_apply),
    .chance = &chance_theft, .givers = givers_victim, .flags = ACTION_POINTLESS};
