/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The fleet of the Pirate Islands, warships against it, and fortresses (rules S-130 to S-143). Its circuit is a list of
 * hexes of the board; its present hex is game.pirate, which no player moves in this scenario, so the fleet bars
 * paths to ships as the pirate does (S-137). */
#include "engine/sea/sea.h"

/* ---- sailing ---- */

static unsigned fleet_strength(unsigned yellow, unsigned red) {
    return yellow < red ? yellow : red;
}

/* The hex that the fleet comes to with these dice (S-132), or NONE where none sails. */
static unsigned game_fleet_after(const struct setup *setup, const struct game *game,
                                 unsigned yellow, unsigned red) {
    const struct board *board = &setup->board;
    for (unsigned i = 0; i < board->n_fleet; i++)
        if (board->fleet[i] == game->pirate)
            return board->fleet[(i + fleet_strength(yellow, red)) % board->n_fleet];
    return NONE;
}

/* The seats that the fleet attacks at HEX, as a set (S-133). */
static unsigned game_fleet_targets(const struct setup *setup, const struct game *game,
                                   unsigned hex) {
    unsigned seats = 0;
    for (unsigned i = 0; i < CORNER_COUNT; i++) {
        unsigned vertex = setup->board.hexes[hex].vertices[i];
        if (game->building[vertex])
            seats |= 1u << game->owner[vertex];
    }
    bool single = setup->rules.options[OPTION_FLEET_TARGETS] == FLEET_SINGLE;
    return single && seats & (seats - 1) ? 0 : seats;
}

static unsigned city_count(const struct setup *setup, const struct game *game, unsigned seat) {
    return (unsigned)setup->rules.supply[PIECE_CITY] - game->players[seat].supply[PIECE_CITY];
}

/* Cards that SEAT loses to the fleet with these dice (S-134); 0 where it does not attack them or is not stronger. */
static unsigned game_fleet_takes(const struct setup *setup, const struct game *game, unsigned seat,
                                 unsigned yellow, unsigned red) {
    const struct player *player = &game->players[seat];
    unsigned hex = setup->rules.fleet ? game_fleet_after(setup, game, yellow, red) : (unsigned)NONE;
    if (hex == NONE || !(game_fleet_targets(setup, game, hex) >> seat & 1) ||
        fleet_strength(yellow, red) <= player->warships)
        return 0;
    unsigned due = 1 + city_count(setup, game, seat);
    return due < player->hand_count ? due : player->hand_count;
}

/* What players lose to the fleet (S-134). */
static void fleet_draw(const struct setup *setup, const struct game *game,
                       const struct action *action, unsigned parts, struct chance *chance,
                       struct outcome *outcome) {
    if (action->type != ROLL || !(parts & PART_CARDS))
        return;
    for (unsigned i = 0; i < setup->rules.players; i++) {
        unsigned seat = (game->active + i) % setup->rules.players;
        struct cards hand = game->players[seat].hand;
        unsigned due = game_fleet_takes(setup, game, seat, outcome->yellow, outcome->red);
        outcome->lost[seat] = cards_none();
        for (; due; due--) {
            unsigned kind = cards_at(hand, chance_below(chance, cards_total(hand)));
            hand.n[kind]--;
            outcome->lost[seat].n[kind]++;
        }
    }
}

static enum reason fleet_possible(const struct setup *setup, const struct game *game,
                                  const struct action *action, const struct outcome *outcome) {
    if (action->type != ROLL)
        return REASON_OK;
    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        bool plays = seat < setup->rules.players;
        unsigned due =
            plays ? game_fleet_takes(setup, game, seat, outcome->yellow, outcome->red) : 0;
        if (cards_total(outcome->lost[seat]) != due ||
            (due && !cards_cover(game->players[seat].hand, outcome->lost[seat])))
            return REASON_LOST_CARDS;
    }
    return REASON_OK;
}

/* Moves the fleet by a roll. It takes the cards in OUTCOME; players who beat it are asked before anything
 * else (S-132 to S-135). */
static bool fleet_sail(const struct setup *setup, struct game *game,
                       const struct outcome *outcome) {
    unsigned hex = game_fleet_after(setup, game, outcome->yellow, outcome->red), winners = 0;
    if (hex == NONE)
        return false;
    unsigned strength = fleet_strength(outcome->yellow, outcome->red);
    game->pirate = (uint8_t)hex;
    for (uint64_t seats = game_fleet_targets(setup, game, hex); seats;) {
        unsigned seat = bit_take(&seats);
        bank_take(game, seat, outcome->lost[seat]);
        winners |= (unsigned)(game->players[seat].warships > strength) << seat;
    }
    if (winners)
        agenda_push(game, AGENDA_REWARD, winners, 0);
    return false;
}

/* ---- beaten: a card of choice, one player after the other (S-135) ---- */

static bool reward_sound(const struct setup *setup, const struct game *game,
                         const struct agenda_item *item) {
    if (!setup->rules.fleet || game->pirate == NONE)
        return false;
    return item->arg && !(item->arg & ~game_fleet_targets(setup, game, game->pirate));
}

static const struct agenda_row agenda_reward = {.run = agenda_ask_resource,
                                                .place = PLACE_FLEET,
                                                .uses = USES_ARG,
                                                .needs = 1u << EXPANSION_SEA,
                                                .sound = reward_sound,
                                                .in_turn = true,
                                                .pointless = true};

/* ---- a seven without robber (S-136) ---- */

static unsigned victims_left(const struct setup *setup, const struct game *game, unsigned seat) {
    unsigned victims = 0;
    for (unsigned other = 0; other < setup->rules.players; other++)
        victims |= (unsigned)(other != seat && game->players[other].hand_count > 0) << other;
    return victims & ~robber_spares(setup, game);
}

static void step_victim(const struct setup *setup, struct game *game) {
    if (victims_left(setup, game, game->active))
        agenda_ask(game, DECIDE_DRAW_VICTIM, game->active);
    else
        agenda_pop(game);
}

static bool victim_sound(const struct setup *setup, const struct game *game,
                         const struct agenda_item *item) {
    (void)game, (void)item;
    return setup->rules.fleet;
}

static const struct agenda_row agenda_victim = {.run = step_victim,
                                                .place = PLACE_ROBBER,
                                                .needs = 1u << EXPANSION_SEA,
                                                .sound = victim_sound,
                                                .pointless = true};

static enum reason victim_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                const struct action *action) {
    if (action->seat == NONE)
        return REASON_OK;
    if (action->seat == seat)
        return REASON_VICTIM_SELF;
    if (!game->players[action->seat].hand_count)
        return REASON_VICTIM_EMPTY;
    return victims_left(setup, game, seat) >> action->seat & 1 ? REASON_OK : REASON_VICTIM_SPARED;
}

static void victim_list(const struct setup *setup, const struct game *game, unsigned seat,
                        const struct action *blank, struct move_list *list) {
    for (uint64_t victims = victims_left(setup, game, seat); victims;)
        list_add(list, blank)->seat = (uint8_t)bit_take(&victims);
    list_add(list, blank)->seat = NONE; /* last: a key pressed too early triggers the first entry */
}

static void victim_apply(const struct setup *setup, struct game *game, const struct event *event) {
    (void)setup;
    if (event->action.seat != NONE)
        hand_move(game, event->action.seat, event->player, cards_one(event->outcome.card, 1));
    agenda_pop(game);
}

static const struct action_rule rule_draw_victim = {
    RULE(FIELDS(FIELD("victim", FIELD_SEAT_OR_NULL, seat)), victim_legal, victim_list,
         victim_apply),
    .chance = &chance_theft, .givers = givers_victim};

/* O-33's victim: the one with most cards, the first clockwise. */
static void default_victim(const struct setup *setup, const struct game *game, unsigned seat,
                           const struct decision *decision, struct action *move) {
    unsigned players = setup->rules.players, most = 0;
    (void)decision;
    move->seat = NONE;
    for (unsigned i = 1; i < players; i++) {
        unsigned other = (seat + i) % players;
        if (victims_left(setup, game, seat) >> other & 1 &&
            game->players[other].hand_count > most) {
            most = game->players[other].hand_count;
            move->seat = (uint8_t)other;
        }
    }
}

/* ---- warships (S-131) ---- */

static enum reason warship_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                 const struct action *action) {
    (void)action;
    return game->players[seat].warships < game_lane_length(setup, game, seat)
               ? REASON_OK
               : REASON_NO_PLAIN_SHIP;
}

static void warship_apply(const struct setup *setup, struct game *game, const struct event *event) {
    (void)setup;
    game->players[event->player].warships++;
}

static const struct action_rule rule_warship = {
    RULE(NO_FIELDS, warship_legal, NULL, warship_apply)};

/* ---- the fortress ---- */

static enum reason attack_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                const struct action *action) {
    (void)action;
    if (!game->players[seat].fortress)
        return REASON_FORTRESS_FREE;
    return game_lane_reached(setup, game, seat) ? REASON_OK : REASON_FORTRESS_FAR;
}

/* Whether SEAT's turn ends with an attack on its fortress (S-139). */
static bool game_attack_due(const struct setup *setup, const struct game *game, unsigned seat) {
    return setup->rules.fleet && setup->rules.options[OPTION_FORTRESS_ATTACK] == ATTACK_AUTOMATIC &&
           attack_legal(setup, game, seat, NULL) == REASON_OK &&
           !(game->part && setup->rules.parts_special);
}

/* S-141 */
static void fortress_free(const struct setup *setup, struct game *game, unsigned seat) {
    unsigned vertex = setup->board.lanes[seat].fortress, left = 0;
    mark_building(setup, game, seat, vertex, BUILDING_SETTLEMENT);
    HOOK_EACH(setup, settle, row)
        row->settle(setup, game, seat, vertex);
    for (unsigned other = 0; other < setup->rules.players; other++)
        left += game->players[other].fortress;
    if (!left && setup->rules.options[OPTION_FLEET_LEAVES] == LEAVES_YES)
        game->pirate = NONE;
}

static void attack_apply(const struct setup *setup, struct game *game, const struct event *event) {
    unsigned seat = event->player, die = event->outcome.yellow;
    struct player *player = &game->players[seat];
    if (die < player->warships) {
        if (!--player->fortress)
            fortress_free(setup, game, seat);
    } else {
        lane_lose_ships(setup, game, seat, die == player->warships ? 1 : 2);
    }
    turn_finish(game, seat);
}

static void attack_draw(const struct setup *setup, const struct game *game, unsigned seat,
                        const struct action *action, unsigned parts, struct chance *chance,
                        struct outcome *outcome) {
    (void)setup, (void)game, (void)seat, (void)action, (void)parts;
    outcome->yellow = chance_die(chance);
}

static enum reason attack_possible(const struct setup *setup, const struct game *game,
                                   unsigned seat, const struct action *action,
                                   const struct outcome *outcome) {
    (void)setup, (void)game, (void)seat, (void)action;
    return outcome->yellow >= 1 && outcome->yellow <= DIE_SIDES ? REASON_OK : REASON_DICE_RANGE;
}

static const struct chance_rule chance_attack = {
    .parts = PART_DICE, .draw = attack_draw, .possible = attack_possible};

static const struct action_rule rule_attack_fortress = {
    RULE(NO_FIELDS, attack_legal, list_plain, attack_apply), .chance = &chance_attack};

/* ---- positions ---- */

static const char *check_fleet(const struct setup *setup, const struct game *game) {
    unsigned left = 0;
    if (!setup->rules.fleet)
        return NULL;
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        left += game->players[seat].fortress;
    bool gone = !left && setup->rules.options[OPTION_FLEET_LEAVES] == LEAVES_YES;
    if (gone ? game->pirate != NONE : game_fleet_after(setup, game, 1, 1) == NONE)
        return "the fleet is on a hex of its circuit, as long as a fortress is left";
    return game->robber == NONE ? NULL : "there is no robber where a fleet sails";
}

/* ---- the row ---- */

/* S-130: with up to three players victory point cards are out, with more they are knights. */
static void fleet_complete(struct rules *rules) {
    if (rules->scenario != SCENARIO_PIRATE_ISLANDS)
        return;
    rules->fleet = rules->no_pirate = rules->robber_beside = true;
    rules->road_card_min = rules->army_card_min = 0;
    rules->printed = 2;
    if (rules->players <= 3)
        rules->deck[VICTORY_POINT] = 0;
}

static bool fleet_plays(const struct setup *setup) {
    return setup->rules.fleet || setup->board.n_lanes;
}

static bool fleet_fits(struct setup *setup) {
    if (setup->board.n_lanes != (setup->rules.fleet ? setup->rules.players : 0))
        return false;
    setup->board.pirate = setup->board.fleet[0]; /* S-132 */
    return true;
}

static unsigned fleet_parts(const struct setup *setup, const struct game *game,
                            const struct action *action) {
    (void)setup;
    return action->type == ROLL && game->pirate != NONE ? PART_CARDS : 0; /* S-134 */
}

static unsigned fleet_due(const struct setup *setup, const struct game *game, unsigned seat) {
    return game_attack_due(setup, game, seat) ? ATTACK_FORTRESS : ACTION_NONE;
}

static uint64_t fleet_idle(const struct setup *setup, const struct game *game, unsigned seat,
                           uint64_t types) {
    bool due = types >> END_TURN & 1 && game_attack_due(setup, game, seat);
    return (uint64_t)due << END_TURN;
}

/* The settlement under a fortress does not count yet (S-125). */
static unsigned fleet_points(const struct setup *setup, const struct game *game, unsigned seat) {
    (void)setup;
    return 0u - (game->players[seat].fortress > 0);
}

/* S-142 */
static bool fleet_won(const struct setup *setup, const struct game *game, unsigned seat,
                      bool points) {
    (void)setup;
    return points && !game->players[seat].fortress;
}

static void fleet_derive_pieces(const struct setup *setup, struct game *game) {
    for (unsigned seat = 0; seat < setup->rules.colors; seat++) {
        struct player *player = &game->players[seat];
        player->supply[PIECE_SETTLEMENT] =
            (uint8_t)(player->supply[PIECE_SETTLEMENT] - (player->fortress > 0)); /* S-125 */
    }
}

static const char *check_lanes_and_fleet(const struct setup *setup, const struct game *game) {
    const char *wrong = check_lanes(setup, game);
    return wrong ? wrong : check_fleet(setup, game);
}

static const char *fleet_decided_by(const struct setup *setup, const struct game *game,
                                    const struct decision *due) {
    (void)setup, (void)game;
    return due->kind == DECIDE_TAKE_RESOURCE ? "S-134" : NULL;
}

static const struct action_row fleet_actions[] = {
    ACTION_FROM(ATTACK_FORTRESS, ATTACK_FORTRESS, attack_fortress),
    ACTION_FROM(ATTACK_FORTRESS, DRAW_VICTIM, draw_victim)};
static const struct agenda_row *const fleet_steps[] = {&agenda_reward, &agenda_victim};
static const struct decision_row fleet_decisions[] = {
    {"S-136", UINT64_C(1) << DRAW_VICTIM, DRAW_VICTIM, default_victim}};

const struct expansion expansion_fleet = {
    .name = "fleet",
    .complete = fleet_complete,
    .plays = fleet_plays,
    .types =
        UINT64_C(1) << ATTACK_FORTRESS | UINT64_C(1) << DRAW_VICTIM | UINT64_C(1) << TAKE_RESOURCE,
    .actions = fleet_actions,
    .first_action = ATTACK_FORTRESS,
    .n_actions = 2,
    .steps = fleet_steps,
    .first_step = AGENDA_REWARD,
    .n_steps = 2,
    .decisions = fleet_decisions,
    .first_decision = DECIDE_DRAW_VICTIM,
    .n_decisions = 1,
    .windows = {[STEP_ACTIONS] = UINT64_C(1) << ATTACK_FORTRESS},
    .knight_card = &rule_warship,
    .seven = AGENDA_VICTIM,
    .marks = 1u << MARK_LANE_START | 1u << MARK_WAY | 1u << MARK_FORTRESS | 1u << MARK_FLEET,
    .mark = lanes_mark,
    .lay = lanes_lay,
    .fit = fleet_fits,
    .blank = lanes_blank,
    .begin = lanes_begin,
    .drawn = UINT64_C(1) << ROLL,
    .parts = fleet_parts,
    .draw = fleet_draw,
    .possible = fleet_possible,
    .roll = fleet_sail,
    .points = fleet_points,
    .source = POINTS_SETTLEMENTS,
    .won = fleet_won,
    .bars_road = lane_bars_road,
    .due = fleet_due,
    .decided_by = fleet_decided_by,
    .idle = fleet_idle,
    .derive_pieces = fleet_derive_pieces,
    .check = check_lanes_and_fleet,
};
