/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The actions of the base game. A new one is a row here and a rule in the file of its subject;
 * expansions have tables of their own. */
#include "engine/expansion.h"

const char *const event_by_names[BY_COUNT] = {"player", "bot", "timeout", "order", "engine"};
const char *const loot_names[LOOT_COUNT] = {"card", "cloth"};

#define ACTION(number, word)    ACTION_FROM(0, number, word)
#define NO_ACTION(number, word) [number] = {.name = (word)}

const struct action_row base_actions[EVENT_TYPE_COUNT] = {
    ACTION(BUILD_SETTLEMENT, build_settlement),
    ACTION(BUILD_CITY, build_city),
    ACTION(BUILD_ROAD, build_road),
    ACTION(ROLL, roll),
    ACTION(DISCARD, discard),
    ACTION(MOVE_ROBBER, move_robber),
    ACTION(MARITIME_TRADE, maritime_trade),
    [OFFER_TRADE] = {.name = "offer_trade",
                     .rules = &rule_offer_trade,
                     .blank = {.type = OFFER_TRADE, .open = NONE},
                     .forms = 1},
    ACTION(ACCEPT_TRADE, accept_trade),
    ACTION(DECLINE_TRADE, decline_trade),
    ACTION(COUNTER_TRADE, counter_trade),
    ACTION(CONFIRM_TRADE, confirm_trade),
    ACTION(CANCEL_TRADE, cancel_trade),
    ACTION(BUY_DEV_CARD, buy_dev_card),
    [PLAY_DEV_CARD] = {"play_dev_card",
                       rule_dev,
                       {.type = PLAY_DEV_CARD},
                       DEV_COUNT,
                       offsetof(struct action, card),
                       dev_forms_open,
                       dev_window,
                       dev_use},
    ACTION(END_TURN, end_turn),
    ACTION(RESIGN, resign),
    NO_ACTION(UNDO, "undo"),
    [BUILD_NEUTRAL] = {"build_neutral",
                       rule_neutral,
                       {.type = BUILD_NEUTRAL},
                       PIECE_SETTLEMENT + 1,
                       offsetof(struct action, piece),
                       neutral_forms_owed,
                       NULL,
                       NULL},
    ACTION(FORCED_TRADE, forced_trade),
    ACTION(RETURN_CARDS, return_cards),
    ACTION(ROBBER_TO_DESERT, robber_to_desert),
    ACTION(TRADE_IN_KNIGHT, trade_in_knight),
    NO_ACTION(EVENT_START, "start"),
    NO_ACTION(EVENT_REVEAL, "reveal"),
    NO_ACTION(EVENT_SEAT_CHANGED, "seat_changed"),
    NO_ACTION(EVENT_FINISHED, "finished"),
    ACTION(TAKE_RESOURCE, take_resource),
    ACTION(SKIP, skip),
};

unsigned action_forms(unsigned type) {
    return type < EVENT_TYPE_COUNT ? action_row_of(type)->forms : 0;
}

unsigned action_form(const struct action *action) {
    return action_forms(action->type) > 1
               ? ((const uint8_t *)action)[action_row_of(action->type)->form_at]
               : 0;
}

/* An undo names the last event that stays. It has no row: engine/undo.c. */
static const struct field undo_fields[] = {FIELD("to_seq", FIELD_REF, ref),
                                           {NULL, FIELD_END, 0, false}};

const struct field *action_fields(unsigned type, unsigned form) {
    if (type == UNDO)
        return undo_fields;
    const struct action_rule *rule = action_rule(type, form);
    return rule ? rule->fields : NULL;
}

struct action_facts action_facts(unsigned type, unsigned form) {
    const struct action_rule *rule = action_rule(type, form);
    const struct chance_rule *chance = rule ? rule->chance : NULL;
    if (!rule)
        return (struct action_facts){0};
    return (struct action_facts){
        .hides = rule->hides,
        .parts = chance ? chance->parts : 0,
        .card_limit = chance ? chance->card_limit : 0,
        .ships = rule->flags & ACTION_SHIPS,
        .discovers = rule->flags & ACTION_DISCOVERS,
    };
}

const char *event_type_name(unsigned type) {
    return type < EVENT_TYPE_COUNT ? action_row_of(type)->name : NULL;
}

enum action_type event_type_of(const char *name, size_t len) {
    for (unsigned type = ACTION_NONE + 1; type < EVENT_TYPE_COUNT; type++) {
        const char *known = event_type_name(type);
        if (strlen(known) == len && memcmp(known, name, len) == 0)
            return (enum action_type)type;
    }
    return ACTION_NONE;
}

/* ---- shape ---- */

static bool cards_sound(struct cards cards) {
    unsigned total = 0;
    for (unsigned kind = 0; kind < KIND_COUNT; kind++)
        total += cards.n[kind];
    return total <= CARD_COUNT_MAX;
}

/* Vertices first, then NONE to the end. Which vertices, and how many, the rules decide. */
static bool vertices_sound(const struct setup *setup, const uint8_t vertices[VERTICES_MAX]) {
    unsigned n = 0;
    while (n < VERTICES_MAX && vertices[n] < setup->board.n_vertices)
        n++;
    if (n > KNIGHT_PIECES_MAX)
        return false;
    while (n < VERTICES_MAX && vertices[n] == NONE)
        n++;
    return n == VERTICES_MAX;
}

const struct field_row field_table[FIELD_TYPE_COUNT] = {
    [FIELD_VERTEX] = {0, VERTEX_MAX, false},
    [FIELD_VERTEX_OPTIONAL] = {0, VERTEX_MAX, true},
    [FIELD_EDGE] = {0, EDGE_MAX, false},
    [FIELD_EDGE_OPTIONAL] = {0, EDGE_MAX, true},
    [FIELD_HEX] = {0, HEX_MAX, false},
    [FIELD_SEAT] = {0, SEAT_MAX, false},
    [FIELD_SEAT_OR_NULL] = {0, SEAT_MAX, true},
    [FIELD_SEATS] = {0, 1u << SEAT_MAX, false},
    [FIELD_SEATS_OR_ALL] = {0, 1u << SEAT_MAX, true},
    [FIELD_KIND] = {0, RESOURCE_COUNT, false},
    [FIELD_COMMODITY] = {RESOURCE_COUNT, KIND_COUNT, false},
    [FIELD_ANY_KIND] = {0, KIND_COUNT, false},
    [FIELD_DEV] = {0, DEV_COUNT, false},
    [FIELD_PIECE] = {0, PIECE_SETTLEMENT + 1, false},
    [FIELD_BOOL] = {0, 2, false},
    [FIELD_DIE] = {1, DIE_SIDES + 1, false},
    [FIELD_LEVEL] = {1, RANK_COUNT + 1, false},
    [FIELD_TRACK] = {0, TRACK_COUNT, false},
    [FIELD_PROGRESS] = {0, PROGRESS_COUNT, false},
    [FIELD_PROGRESS_OR_NULL] = {0, PROGRESS_COUNT, true},
    [FIELD_WONDER] = {0, WONDER_COUNT, false},
    [FIELD_HARBOR_OPTIONAL] = {0, HARBOR_KIND_COUNT, true},
    [FIELD_LOOT] = {0, LOOT_COUNT, false},
    [FIELD_THIEF_HEX] = {0, HEX_MAX, true},
    [FIELD_THIEF_VICTIM] = {0, SEAT_MAX, true},
};

/* Values of TYPE are below this in this game. */
static unsigned field_limit(const struct setup *setup, unsigned type) {
    switch (type) {
    case FIELD_VERTEX:
    case FIELD_VERTEX_OPTIONAL: return setup->board.n_vertices;
    case FIELD_EDGE:
    case FIELD_EDGE_OPTIONAL: return setup->board.n_edges;
    case FIELD_THIEF_HEX:
    case FIELD_HEX: return (unsigned)setup->board.n_hexes + setup->board.n_frame;
    case FIELD_SEAT:
    case FIELD_THIEF_VICTIM:
    case FIELD_SEAT_OR_NULL: return setup->rules.colors;
    case FIELD_SEATS:
    case FIELD_SEATS_OR_ALL: return 1u << setup->rules.colors;
    case FIELD_COMMODITY:
    case FIELD_ANY_KIND: return setup->rules.kinds;
    case FIELD_WONDER: return setup->rules.wonders;
    case FIELD_LOOT: return setup->loot + 1u;
    default: return field_table[type].limit;
    }
}

static bool field_sound(const struct setup *setup, const struct action *action,
                        const struct field *field) {
    const uint8_t *value = (const uint8_t *)action + field->offset;
    const struct field_row *row = &field_table[field->type];
    struct cards cards;
    bool thief = field->type == FIELD_THIEF_HEX || field->type == FIELD_THIEF_VICTIM;
    if (thief && setup->knight_card)
        return *value == NONE;
    switch (field->type) {
    case FIELD_REF: return true;
    case FIELD_THIEF_HEX: return *value < field_limit(setup, FIELD_THIEF_HEX);
    case FIELD_EDGES:
        return value[0] < setup->board.n_edges &&
               (value[1] < setup->board.n_edges || value[1] == NONE);
    case FIELD_HEXES: return value[0] < setup->board.n_hexes && value[1] < setup->board.n_hexes;
    case FIELD_VERTICES: return vertices_sound(setup, value);
    case FIELD_CARDS: memcpy(&cards, value, sizeof cards); return cards_sound(cards);
    default:
        return (*value >= row->first && *value < field_limit(setup, field->type)) ||
               (row->none && *value == NONE);
    }
}

const char *action_shape(const struct setup *setup, const struct action *action) {
    const struct field *field = action_fields(action->type, action_form(action));
    const struct action_rule *rule = action_rule_of(action);
    if (!field)
        return "type";
    if (rule && rule->flags & ACTION_SHIPS) {
        unsigned pieces = action->edges[1] == NONE ? 1 : 2;
        if (action->seats >> (setup->paths ? pieces : 0))
            return "edges";
    }
    for (; field->type != FIELD_END; field++)
        if (!field_sound(setup, action, field))
            return field->name;
    return NULL;
}
