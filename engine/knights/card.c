/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Progress cards: the rule of each, and the lists that several share. What holds for all of them (that
 * it is held, when it may be played, where it goes) is in progress.c; what each one does in
 * card_science.c, card_trade.c, card_politics.c and card_knights.c. */
#include "engine/knights/internal.h"

/* ---- targets that several cards share ---- */

static void card_list_victims(const struct setup *setup, const struct game *game, unsigned seat,
                              const struct action *blank, struct move_list *list) {
    struct action move = *blank;
    for (unsigned other = 0; other < setup->rules.players; other++) {
        move.seat = (uint8_t)other;
        list_plain(setup, game, seat, &move, list);
    }
}

static void card_list_kinds(const struct setup *setup, const struct game *game, unsigned seat,
                            const struct action *blank, struct move_list *list) {
    struct action move = *blank;
    unsigned first = blank->card == PROGRESS_TRADE_MONOPOLY ? RESOURCE_COUNT : 0;
    unsigned end = blank->card == PROGRESS_RESOURCE_MONOPOLY ? RESOURCE_COUNT : setup->rules.kinds;
    for (unsigned kind = first; kind < end; kind++) {
        move.kind = (uint8_t)kind;
        list_plain(setup, game, seat, &move, list);
    }
}

void card_list_vertices(const struct setup *setup, const struct game *game, unsigned seat,
                        const struct action *blank, const struct vertex_set *vertices,
                        struct move_list *list) {
    struct action move = *blank;
    VERTEX_EACH(vertices, v) {
        move.vertex = (uint8_t)v;
        list_plain(setup, game, seat, &move, list);
    }
}

/* Visible points from which a player is ahead of SEAT by AHEAD (C-152). */
static int card_points_ahead(const struct setup *setup, const struct game *game, unsigned seat,
                             int ahead) {
    return ahead == AHEAD_OR_NOT ? 0 : (int)game_points_visible(setup, game, seat) + ahead;
}

/* Summing points costs most, so it comes last and only if needed. */
static bool card_opposes(const struct setup *setup, const struct game *game, unsigned seat,
                         unsigned other, unsigned cards, int points) {
    return other != seat && game->players[other].hand_count >= cards &&
           (points <= 0 || (int)game_points_visible(setup, game, other) >= points);
}

unsigned card_opponents(const struct setup *setup, const struct game *game, unsigned seat,
                        unsigned cards, int ahead) {
    const int points = card_points_ahead(setup, game, seat, ahead);
    unsigned seats = 0;
    for (unsigned other = 0; other < setup->rules.players; other++)
        seats |= (unsigned)card_opposes(setup, game, seat, other, cards, points) << other;
    return seats;
}

bool card_any_opponent(const struct setup *setup, const struct game *game, unsigned seat,
                       unsigned cards, int ahead) {
    const int points = card_points_ahead(setup, game, seat, ahead);
    for (unsigned other = 0; other < setup->rules.players; other++)
        if (card_opposes(setup, game, seat, other, cards, points))
            return true;
    return false;
}

/* ---- the rules ---- */

#define CARD_FIELD  FIELD("card", FIELD_PROGRESS, card)
#define CARD_ALONE  FIELDS(CARD_FIELD)
#define CARD_VERTEX FIELDS(CARD_FIELD, FIELD("vertex", FIELD_VERTEX, vertex))
#define CARD_VICTIM FIELDS(CARD_FIELD, FIELD("victim", FIELD_SEAT, seat))

/* The Printer and the Constitution are laid out when drawn and never played. */
const struct action_rule rule_progress[PROGRESS_COUNT] = {
    [PROGRESS_ALCHEMIST] = {RULE(
        FIELDS(CARD_FIELD, FIELD("yellow", FIELD_DIE, dice[0]), FIELD("red", FIELD_DIE, dice[1])),
        alchemist_legal, alchemist_list, alchemist_apply)},
    [PROGRESS_CRANE] = {RULE(CARD_ALONE, legal_always, list_always, crane_apply)},
    [PROGRESS_ENGINEER] = {RULE(CARD_VERTEX, engineer_legal, engineer_list, engineer_apply)},
    [PROGRESS_INVENTOR] = {RULE(FIELDS(CARD_FIELD, FIELD("hexes", FIELD_HEXES, hexes)),
                                inventor_legal, inventor_list, inventor_apply)},
    [PROGRESS_IRRIGATION] = {RULE(CARD_ALONE, harvest_legal, list_plain, harvest_apply)},
    [PROGRESS_MEDICINE] = {RULE(CARD_VERTEX, medicine_legal, medicine_list, medicine_apply),
                           .cost = medicine_price},
    [PROGRESS_MINING] = {RULE(CARD_ALONE, harvest_legal, list_plain, harvest_apply)},
    [PROGRESS_PRINTER] = {.fields = CARD_ALONE},
    [PROGRESS_ROAD_BUILDING] = {RULE(FIELDS(CARD_FIELD, FIELD("edges", FIELD_EDGES, edges)),
                                     progress_roads_legal, free_roads_list, progress_roads_apply),
                                .flags = ACTION_SHIPS | ACTION_DISCOVERS},
    [PROGRESS_SMITH] = {RULE(FIELDS(CARD_FIELD, FIELD("vertices", FIELD_VERTICES, vertices)),
                             smith_legal, smith_list, smith_apply)},
    [PROGRESS_COMMERCIAL_HARBOR] = {RULE(CARD_ALONE, harbor_legal, list_plain, harbor_apply)},
    [PROGRESS_MASTER_MERCHANT] = {RULE(CARD_VICTIM, master_legal, master_list, master_apply),
                                  .givers = givers_victim, .flags = ACTION_SHOWS},
    [PROGRESS_MERCHANT] = {RULE(FIELDS(CARD_FIELD, FIELD("hex", FIELD_HEX, hex)), merchant_legal,
                                merchant_list, merchant_apply)},
    [PROGRESS_MERCHANT_FLEET] = {RULE(FIELDS(CARD_FIELD, FIELD("kind", FIELD_ANY_KIND, kind)),
                                      legal_always, card_list_kinds, fleet_apply)},
    [PROGRESS_RESOURCE_MONOPOLY] = {RULE(FIELDS(CARD_FIELD, FIELD("resource", FIELD_KIND, kind)),
                                         steal_kind_legal, card_list_kinds, steal_kind_apply),
                                    .flags = ACTION_SHOWS},
    [PROGRESS_TRADE_MONOPOLY] = {RULE(FIELDS(CARD_FIELD, FIELD("commodity", FIELD_COMMODITY, kind)),
                                      steal_kind_legal, card_list_kinds, steal_kind_apply),
                                 .flags = ACTION_SHOWS},
    [PROGRESS_BISHOP] = {RULE(FIELDS(CARD_FIELD, FIELD("hex", FIELD_HEX, hex),
                                     FIELD_OPTIONAL("victims", FIELD_SEATS_OR_ALL, seats)),
                              bishop_legal, bishop_list, bishop_apply),
                         .chance = &chance_bishop, .givers = bishop_givers},
    [PROGRESS_CONSTITUTION] = {.fields = CARD_ALONE},
    [PROGRESS_DESERTER] = {RULE(CARD_VICTIM, deserter_legal, card_list_victims, deserter_apply)},
    [PROGRESS_DIPLOMAT] = {RULE(FIELDS(CARD_FIELD, FIELD("edge", FIELD_EDGE, edges[0]),
                                       FIELD_OPTIONAL("to", FIELD_EDGE_OPTIONAL, edges[1])),
                                diplomat_legal, diplomat_list, diplomat_apply),
                           .flags = ACTION_DISCOVERS},
    [PROGRESS_INTRIGUE] = {RULE(CARD_VERTEX, intrigue_legal, intrigue_list, intrigue_apply)},
    [PROGRESS_SABOTEUR] = {RULE(
        FIELDS(CARD_FIELD, FIELD_OPTIONAL("vertex", FIELD_VERTEX_OPTIONAL, vertex)), saboteur_legal,
        saboteur_list, saboteur_apply)},
    [PROGRESS_SPY] = {RULE(CARD_VICTIM, spy_legal, card_list_victims, spy_apply),
                      .flags = ACTION_SHOWS},
    [PROGRESS_WARLORD] = {RULE(CARD_ALONE, warlord_legal, list_plain, warlord_apply)},
    [PROGRESS_WEDDING] = {RULE(CARD_ALONE, wedding_legal, list_plain, wedding_apply),
                          .givers = wedding_givers, .flags = ACTION_SHOWS},
};
