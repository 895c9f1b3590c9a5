/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The table of all actions. A new action is a row here and a row in the file of its subject. */
#include "engine/internal.h"

const char *const event_by_names[BY_COUNT] = {"player", "bot", "timeout", "order", "engine"};

const struct action_row action_table[EVENT_TYPE_COUNT] = {
    [BUILD_SETTLEMENT] = {&rule_build_settlement, 1, NULL},
    [BUILD_CITY] = {&rule_build_city, 1, NULL},
    [BUILD_ROAD] = {&rule_build_road, 1, NULL},
    [ROLL] = {&rule_roll, 1, NULL},
    [DISCARD] = {&rule_discard, 1, NULL},
    [MOVE_ROBBER] = {&rule_move_robber, 1, NULL},
    [MARITIME_TRADE] = {&rule_maritime_trade, 1, NULL},
    [OFFER_TRADE] = {&rule_offer_trade, 1, NULL},
    [ACCEPT_TRADE] = {&rule_accept_trade, 1, NULL},
    [DECLINE_TRADE] = {&rule_decline_trade, 1, NULL},
    [COUNTER_TRADE] = {&rule_counter_trade, 1, NULL},
    [CONFIRM_TRADE] = {&rule_confirm_trade, 1, NULL},
    [CANCEL_TRADE] = {&rule_cancel_trade, 1, NULL},
    [BUY_DEV_CARD] = {&rule_buy_dev_card, 1, NULL},
    [PLAY_DEV_CARD] = {rule_dev, DEV_COUNT, "play_dev_card"},
    [END_TURN] = {&rule_end_turn, 1, NULL},
    [RESIGN] = {&rule_resign, 1, NULL},
    [UNDO] = {NULL, 0, "undo"},
    [BUILD_NEUTRAL] = {rule_neutral, PIECE_SETTLEMENT + 1, "build_neutral"},
    [FORCED_TRADE] = {&rule_forced_trade, 1, NULL},
    [RETURN_CARDS] = {&rule_return_cards, 1, NULL},
    [ROBBER_TO_DESERT] = {&rule_robber_to_desert, 1, NULL},
    [TRADE_IN_KNIGHT] = {&rule_trade_in_knight, 1, NULL},
    [EVENT_START] = {NULL, 0, "start"},
    [EVENT_REVEAL] = {NULL, 0, "reveal"},
    [EVENT_SEAT_CHANGED] = {NULL, 0, "seat_changed"},
    [EVENT_FINISHED] = {NULL, 0, "finished"},
    [BUILD_CITY_WALL] = {&rule_build_city_wall, 1, NULL},
    [BUILD_KNIGHT] = {&rule_build_knight, 1, NULL},
    [ACTIVATE_KNIGHT] = {&rule_activate_knight, 1, NULL},
    [PROMOTE_KNIGHT] = {&rule_promote_knight, 1, NULL},
    [MOVE_KNIGHT] = {&rule_move_knight, 1, NULL},
    [DISPLACE_KNIGHT] = {&rule_displace_knight, 1, NULL},
    [CHASE_ROBBER] = {&rule_chase_robber, 1, NULL},
    [IMPROVE_CITY] = {&rule_improve_city, 1, NULL},
    [REPAIR_CITY] = {&rule_repair_city, 1, NULL},
    [PLAY_PROGRESS_CARD] = {rule_progress, PROGRESS_COUNT, "play_progress_card"},
    [HARBOR_OFFER] = {&rule_harbor_offer, 1, NULL},
    [GIVE_COMMODITY] = {&rule_give_commodity, 1, NULL},
    [GIVE_CARDS] = {&rule_give_cards, 1, NULL},
    [TAKE_CARDS] = {&rule_take_cards, 1, NULL},
    [TAKE_PROGRESS_CARD] = {&rule_take_progress_card, 1, NULL},
    [REMOVE_KNIGHT] = {&rule_remove_knight, 1, NULL},
    [PLACE_KNIGHT] = {&rule_place_knight, 1, NULL},
    [SKIP] = {&rule_skip, 1, NULL},
    [RELOCATE_KNIGHT] = {&rule_relocate_knight, 1, NULL},
    [DISCARD_PROGRESS_CARD] = {&rule_discard_progress_card, 1, NULL},
    [CHOOSE_PROGRESS_DECK] = {&rule_choose_progress_deck, 1, NULL},
    [CHOOSE_PILLAGED_CITY] = {&rule_choose_pillaged_city, 1, NULL},
    [TAKE_RESOURCE] = {&rule_take_resource, 1, NULL},
    [COMMIT_KNIGHTS] = {&rule_commit_knights, 1, NULL},
};

unsigned action_forms(unsigned type) {
    return type < EVENT_TYPE_COUNT ? action_table[type].forms : 0;
}

unsigned action_form(const struct action *action) {
    switch (action->type) {
    case PLAY_DEV_CARD:
    case PLAY_PROGRESS_CARD: return action->card;
    case BUILD_NEUTRAL: return action->piece;
    default: return 0;
    }
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

const char *event_type_name(unsigned type) {
    if (type >= EVENT_TYPE_COUNT)
        return NULL;
    if (action_table[type].name)
        return action_table[type].name;
    return action_table[type].rules ? action_table[type].rules->name : NULL;
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

/* Vertices first, then NONE to the end; which of them, and how many, is a matter of rules. */
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

static bool field_sound(const struct setup *setup, const struct action *action,
                        const struct field *field) {
    const uint8_t *value = (const uint8_t *)action + field->offset;
    struct cards cards;
    switch (field->type) {
    case FIELD_VERTEX: return *value < setup->board.n_vertices;
    case FIELD_EDGE: return *value < setup->board.n_edges;
    case FIELD_EDGES:
        return value[0] < setup->board.n_edges &&
               (value[1] < setup->board.n_edges || value[1] == NONE);
    case FIELD_HEX: return *value < setup->board.n_hexes;
    case FIELD_SEAT: return *value < setup->rules.colors;
    case FIELD_SEAT_OR_NULL: return *value < setup->rules.colors || *value == NONE;
    case FIELD_SEATS: return *value >> setup->rules.colors == 0;
    case FIELD_KIND: return *value < RESOURCE_COUNT;
    case FIELD_COMMODITY: return *value >= RESOURCE_COUNT && *value < setup->rules.kinds;
    case FIELD_ANY_KIND: return *value < setup->rules.kinds;
    case FIELD_VERTEX_OPTIONAL: return *value < setup->board.n_vertices || *value == NONE;
    case FIELD_EDGE_OPTIONAL: return *value < setup->board.n_edges || *value == NONE;
    case FIELD_SEATS_OR_ALL: return *value >> setup->rules.colors == 0 || *value == NONE;
    case FIELD_VERTICES: return vertices_sound(setup, value);
    case FIELD_HEXES: return value[0] < setup->board.n_hexes && value[1] < setup->board.n_hexes;
    case FIELD_DIE: return *value >= 1 && *value <= 6;
    case FIELD_LEVEL: return *value >= 1 && *value <= RANK_COUNT;
    case FIELD_TRACK: return *value < TRACK_COUNT;
    case FIELD_PROGRESS: return *value < PROGRESS_COUNT;
    case FIELD_PROGRESS_OR_NULL: return *value < PROGRESS_COUNT || *value == NONE;
    case FIELD_DEV: return *value < DEV_COUNT;
    case FIELD_PIECE: return *value <= PIECE_SETTLEMENT;
    case FIELD_CARDS: memcpy(&cards, value, sizeof cards); return cards_sound(cards);
    default: return true;
    }
}

const char *action_shape(const struct setup *setup, const struct action *action) {
    const struct field *field = action_fields(action->type, action_form(action));
    if (!field)
        return "type";
    for (; field->type != FIELD_END; field++)
        if (!field_sound(setup, action, field))
            return field->name;
    return NULL;
}
