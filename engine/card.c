/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Playing progress cards: the row of each card, and what holds for all of them (C-142, C-144, C-151).
 * What each one does is in card_science.c, card_trade.c and card_politics.c. */
#include "engine/card.h"

static const struct card *const stacks[TRACK_COUNT] = {
    [TRACK_TRADE] = trade_cards,
    [TRACK_POLITICS] = politics_cards,
    [TRACK_SCIENCE] = science_cards,
};

static const struct card *card_of(unsigned card) {
    unsigned track = progress_rows[card].track;
    return &stacks[track][card - progress_spans[track].first];
}

/* ---- for all cards ---- */

static enum reason play_legal(const struct setup *setup, const struct game *game, unsigned seat,
                              const struct action *action) {
    const struct card *card = card_of(action->card);
    if (!card->apply)
        return REASON_POINT_CARD;
    enum reason reason = progress_window(setup, game, seat, action->card);
    return reason == REASON_OK ? card->possible(setup, game, seat, action) : reason;
}

static void play_list(const struct setup *setup, const struct game *game, unsigned seat,
                      struct move_list *list, unsigned card) {
    if (card_of(card)->list && progress_window(setup, game, seat, card) == REASON_OK)
        card_of(card)->list(setup, game, seat, list, card);
}

/* The card is under its stack before it does anything: what it draws or shows comes after it. */
static void play_apply(const struct setup *setup, struct game *game, unsigned seat,
                       const struct action *action, const struct outcome *outcome) {
    progress_lose(game, seat, action->card);
    progress_under(game, action->card);
    card_of(action->card)->apply(setup, game, seat, action, outcome);
}

void card_try(const struct setup *setup, const struct game *game, unsigned seat,
              struct move_list *list, const struct action *action) {
    if (card_of(action->card)->possible(setup, game, seat, action) == REASON_OK)
        *list_add(list, PLAY_PROGRESS_CARD) = *action;
}

/* ---- what several cards are played on ---- */

static struct action playing(unsigned card) {
    return (struct action){.type = PLAY_PROGRESS_CARD, .card = (uint8_t)card};
}

void card_list_alone(const struct setup *setup, const struct game *game, unsigned seat,
                     struct move_list *list, unsigned card) {
    struct action action = playing(card);
    card_try(setup, game, seat, list, &action);
}

void card_list_victims(const struct setup *setup, const struct game *game, unsigned seat,
                       struct move_list *list, unsigned card) {
    struct action action = playing(card);
    for (unsigned other = 0; other < setup->rules.players; other++) {
        action.seat = (uint8_t)other;
        card_try(setup, game, seat, list, &action);
    }
}

void card_list_kinds(const struct setup *setup, const struct game *game, unsigned seat,
                     struct move_list *list, unsigned card) {
    struct action action = playing(card);
    unsigned first = card == PROGRESS_TRADE_MONOPOLY ? RESOURCE_COUNT : 0;
    unsigned end = card == PROGRESS_RESOURCE_MONOPOLY ? RESOURCE_COUNT : setup->rules.kinds;
    for (unsigned kind = first; kind < end; kind++) {
        action.kind = (uint8_t)kind;
        card_try(setup, game, seat, list, &action);
    }
}

void card_list_vertices(const struct setup *setup, const struct game *game, unsigned seat,
                        struct move_list *list, unsigned card, const struct vertex_set *vertices) {
    struct action action = playing(card);
    VERTEX_EACH(vertices, v) {
        action.vertex = (uint8_t)v;
        card_try(setup, game, seat, list, &action);
    }
}

unsigned card_opponents(const struct setup *setup, const struct game *game, unsigned seat,
                        unsigned cards, int ahead) {
    int points = (int)game_points_visible(setup, game, seat); /* all are public (C-152) */
    unsigned seats = 0;
    for (unsigned other = 0; other < setup->rules.players; other++) {
        bool fits = other != seat && game->players[other].hand_count >= cards &&
                    (int)game_points_visible(setup, game, other) - points >= ahead;
        seats |= (unsigned)fits << other;
    }
    return seats;
}

/* ---- the rows ---- */

/* X(card, its name, its fields but the one that names it) */
#define CARDS(X)                                                                                   \
    X(ALCHEMIST, alchemist, FIELD("yellow", FIELD_DIE, dice[0]), FIELD("red", FIELD_DIE, dice[1])) \
    X(CRANE, crane, NO_MORE)                                                                       \
    X(ENGINEER, engineer, FIELD("vertex", FIELD_VERTEX, vertex))                                   \
    X(INVENTOR, inventor, FIELD("hexes", FIELD_HEXES, hexes))                                      \
    X(IRRIGATION, irrigation, NO_MORE)                                                             \
    X(MEDICINE, medicine, FIELD("vertex", FIELD_VERTEX, vertex))                                   \
    X(MINING, mining, NO_MORE)                                                                     \
    X(PRINTER, printer, NO_MORE)                                                                   \
    X(ROAD_BUILDING, road_building, FIELD("edges", FIELD_EDGES, edges))                            \
    X(SMITH, smith, FIELD("vertices", FIELD_VERTICES, vertices))                                   \
    X(COMMERCIAL_HARBOR, commercial_harbor, NO_MORE)                                               \
    X(MASTER_MERCHANT, master_merchant, FIELD("victim", FIELD_SEAT, seat))                         \
    X(MERCHANT, merchant, FIELD("hex", FIELD_HEX, hex))                                            \
    X(MERCHANT_FLEET, merchant_fleet, FIELD("kind", FIELD_ANY_KIND, kind))                         \
    X(RESOURCE_MONOPOLY, resource_monopoly, FIELD("resource", FIELD_KIND, kind))                   \
    X(TRADE_MONOPOLY, trade_monopoly, FIELD("commodity", FIELD_COMMODITY, kind))                   \
    X(BISHOP, bishop, FIELD("hex", FIELD_HEX, hex),                                                \
      FIELD_OPTIONAL("victims", FIELD_SEATS_OR_ALL, seats))                                        \
    X(CONSTITUTION, constitution, NO_MORE)                                                         \
    X(DESERTER, deserter, FIELD("victim", FIELD_SEAT, seat))                                       \
    X(DIPLOMAT, diplomat, FIELD("edge", FIELD_EDGE, edges[0]),                                     \
      FIELD_OPTIONAL("to", FIELD_EDGE_OPTIONAL, edges[1]))                                         \
    X(INTRIGUE, intrigue, FIELD("vertex", FIELD_VERTEX, vertex))                                   \
    X(SABOTEUR, saboteur, FIELD_OPTIONAL("vertex", FIELD_VERTEX_OPTIONAL, vertex))                 \
    X(SPY, spy, FIELD("victim", FIELD_SEAT, seat))                                                 \
    X(WARLORD, warlord, NO_MORE)                                                                   \
    X(WEDDING, wedding, NO_MORE)

#define NO_MORE                                                                                    \
    { NULL, FIELD_END, 0, false }

/* A listing is asked of the row without naming the card: each has a function that does. */
#define CARD_LIST(card, row, ...)                                                                  \
    static void list_##row(const struct setup *setup, const struct game *game, unsigned seat,      \
                           struct move_list *list) {                                               \
        play_list(setup, game, seat, list, PROGRESS_##card);                                       \
    }
CARDS(CARD_LIST)
#undef CARD_LIST

#define CARD_ROW(card_id, row, ...)                                                                \
    [PROGRESS_##card_id] = {.name = #row,                                                          \
                            .fields = FIELDS(FIELD("card", FIELD_PROGRESS, card), __VA_ARGS__),    \
                            .legal = play_legal,                                                   \
                            .list = list_##row,                                                    \
                            .apply = play_apply},
const struct action_rule rule_progress[PROGRESS_COUNT] = {CARDS(CARD_ROW)};
#undef CARD_ROW
