/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <string.h>

#include "service/base/json_read.h"
#include "service/base/json_write.h"
#include "service/document/action_json.h"
#include "service/document/cards_json.h"

enum {
    FACE_FIRST = FACE_SHIP, /* before it stands the die that was not rolled */
    FACES = FACE_COUNT - FACE_FIRST,
};

/* What `card` can be: stolen from a hand, bought, or drawn from a progress stack. */
static const char *const *card_names(const struct setup *setup, const struct action *action,
                                     size_t *n) {
    if (action_discovers(action)) { /* a gift */
        *n = DEV_COUNT;
        return dev_names;
    }
    switch (action->type) {
    case BUY_DEV_CARD: *n = DEV_COUNT; return dev_names;
    case CHOOSE_PROGRESS_DECK: *n = PROGRESS_COUNT; return progress_names;
    default: *n = setup->rules.kinds; return kind_names;
    }
}

/* Where PART_CARDS says who drew which progress card (`draws`), or from whom which card was taken
 * (`cards`), instead of bare cards. */
static bool by_player(const struct action *action) {
    return action->type == ROLL || action->type == PLAY_PROGRESS_CARD;
}

static const char *const *dealt_names(const struct setup *setup, const struct action *action,
                                      size_t *n) {
    bool drawn = action->type == ROLL;
    *n = drawn ? (size_t)PROGRESS_COUNT : setup->rules.kinds;
    return drawn ? progress_names : kind_names;
}

/* Parts that an outcome of ACTION can have in this game. */
static unsigned possible_parts(const struct setup *setup, const struct action *action) {
    if (action->type == ROLL && setup->rules.fleet)
        return PART_DICE | PART_CARDS;
    if (action->type == ROLL)
        return setup->rules.knights ? PART_DICE | PART_EVENT | PART_CARDS : PART_DICE;
    if (action_discovers(action))
        return (setup->board.n_fog ? PART_REVEALS : 0u) | (setup->board.n_gifts ? PART_CARD : 0u);
    if (action->type == PLACE_HARBOR)
        return setup->board.n_pool ? PART_CARD : 0;
    return action_parts(action);
}

/* ---- reading ---- */

static void read_rerolled(struct reading *r, const json_t *value, struct outcome *outcome) {
    struct reading_list rolls = reading_list_of(r, value, "rerolled", REROLL_MAX);
    const json_t *pair;
    while ((pair = reading_next(&rolls)) != NULL) {
        uint8_t *dice = outcome->rerolled[outcome->n_rerolled++];
        if (json_array_size(pair) != 2)
            reading_refuse(r, "must be a pair of dice, [yellow, red]");
        for (size_t die = 0; die < 2 && !r->failed; die++)
            dice[die] = (uint8_t)reading_number(r, json_array_get(pair, die), 1, DIE_SIDES);
    }
}

static unsigned read_rolled(struct reading *r, const json_t *value, struct outcome *outcome) {
    if (reading_member(r, value, "rerolled", false) == NULL &&
        json_object_get(value, "yellow") == NULL && json_object_get(value, "red") == NULL)
        return 0;
    outcome->yellow =
        (uint8_t)reading_number_of(r, value, "yellow", 1, DIE_SIDES, READING_REQUIRED);
    outcome->red = (uint8_t)reading_number_of(r, value, "red", 1, DIE_SIDES, READING_REQUIRED);
    read_rerolled(r, value, outcome);
    return PART_DICE;
}

/* The one die of an attack (S-138). */
static unsigned read_die(struct reading *r, const json_t *value, struct outcome *outcome) {
    if (reading_member(r, value, "die", false) == NULL)
        return 0;
    outcome->yellow = (uint8_t)reading_number_of(r, value, "die", 1, DIE_SIDES, READING_REQUIRED);
    return PART_DICE;
}

/* What the fleet takes from whom (contract: `lost`). */
static unsigned read_lost(struct reading *r, const json_t *value, const struct setup *setup,
                          struct outcome *outcome) {
    static const char *const known[] = {"player", "cards", NULL};
    struct reading_list list;
    const json_t *one, *kind;
    if (reading_member(r, value, "lost", false) == NULL)
        return 0;
    list = reading_list_of(r, value, "lost", setup->rules.players);
    while ((one = reading_next(&list)) != NULL) {
        if (!reading_object(r, one, known))
            continue;
        unsigned seat =
            reading_number_of(r, one, "player", 0, setup->rules.players - 1U, READING_REQUIRED);
        struct reading_list cards = reading_list_of(r, one, "cards", CARD_COUNT_MAX);
        if (!cards_empty(outcome->lost[seat]) && !r->failed)
            reading_refuse_at(r, "player", "stands here twice");
        while ((kind = reading_next(&cards)) != NULL)
            outcome->lost[seat].n[reading_name(r, kind, kind_names, setup->rules.kinds)]++;
    }
    return PART_CARDS;
}

static unsigned read_event(struct reading *r, const json_t *value, struct outcome *outcome) {
    if (reading_member(r, value, "event", false) == NULL)
        return 0;
    outcome->event =
        (uint8_t)(FACE_FIRST + reading_name_of(r, value, "event", face_names + FACE_FIRST, FACES,
                                               READING_REQUIRED));
    return PART_EVENT;
}

static void read_dealt_one(struct reading *r, const json_t *value, const struct setup *setup,
                           const struct action *action, struct outcome *outcome) {
    static const char *const known[] = {"player", "card", NULL};
    size_t n;
    const char *const *names = dealt_names(setup, action, &n);
    if (!reading_object(r, value, known))
        return;
    unsigned seat =
        reading_number_of(r, value, "player", 0, setup->rules.players - 1U, READING_REQUIRED);
    unsigned card = reading_name_of(r, value, "card", names, n, READING_REQUIRED);
    if (outcome->dealt[seat] != 0 && !r->failed)
        reading_refuse_at(r, "player", "stands here twice");
    outcome->dealt[seat] = (uint8_t)(1 + card);
}

static unsigned read_drawn_cards(struct reading *r, const json_t *value, const struct setup *setup,
                                 const struct action *action, struct outcome *outcome) {
    const char *key = action->type == ROLL ? "draws" : "cards";
    struct reading_list cards;
    const json_t *one;
    if (reading_member(r, value, key, false) == NULL)
        return 0;
    cards = reading_list_of(r, value, key,
                            by_player(action) ? setup->rules.players : (size_t)CARD_COUNT_MAX);
    while ((one = reading_next(&cards)) != NULL)
        if (by_player(action))
            read_dealt_one(r, one, setup, action, outcome);
        else
            outcome->cards.n[reading_name(r, one, kind_names, setup->rules.kinds)]++;
    return PART_CARDS;
}

/* Hexes that come out of fog (contract: `reveals`). */
static unsigned read_reveals(struct reading *r, const json_t *value, const struct setup *setup,
                             struct outcome *outcome) {
    static const char *const known[] = {"hex", "terrain", "number", NULL};
    struct reading_list list;
    const json_t *one;
    if (reading_member(r, value, "reveals", false) == NULL)
        return 0;
    list = reading_list_of(r, value, "reveals", REVEAL_MAX);
    while ((one = reading_next(&list)) != NULL) {
        struct reveal *reveal = &outcome->reveals[outcome->n_reveals++];
        if (!reading_object(r, one, known))
            continue;
        reveal->hex = (uint8_t)reading_number_of(r, one, "hex", 0, setup->board.n_hexes - 1U,
                                                 READING_REQUIRED);
        reveal->terrain = (uint8_t)reading_name_of(r, one, "terrain", terrain_names, TERRAIN_COUNT,
                                                   READING_REQUIRED);
        if (!json_is_null(json_object_get(one, "number")))
            reveal->number =
                (uint8_t)reading_number_of(r, one, "number", 2, NUMBER_MAX, READING_REQUIRED);
    }
    return PART_REVEALS;
}

/* Names of the members that parts have, NULL at the end. */
static void name_members(const struct setup *setup, unsigned parts, const struct action *action,
                         const char *known[6]) {
    unsigned n = 0;
    if (parts & PART_DICE && action->type == ATTACK_FORTRESS) {
        known[n++] = "die";
    } else if (parts & PART_DICE) {
        known[n++] = "yellow";
        known[n++] = "red";
        known[n++] = "rerolled";
    }
    if (parts & PART_EVENT)
        known[n++] = "event";
    if (parts & PART_CARD)
        known[n++] = action->type == PLACE_HARBOR ? "harbor" : "card";
    if (parts & PART_CARD && action_discovers(action))
        known[n++] = "second";
    if (parts & PART_CARDS)
        known[n++] = action_discovers(action) ? "reveals"
                     : action->type != ROLL   ? "cards"
                     : setup->rules.fleet     ? "lost"
                                              : "draws";
    known[n] = NULL;
}

bool outcome_read(struct read_errors *errors, const json_t *value, const char *pointer,
                  const struct setup *setup, const struct action *action, struct outcome *outcome,
                  unsigned *parts) {
    struct reading r = reading_begin(errors, pointer);
    unsigned may = possible_parts(setup, action);
    const char *known[6];
    size_t n;
    const char *const *names = card_names(setup, action, &n);
    outcome_clear(outcome);
    *parts = 0;
    if (value == NULL || json_is_null(value))
        return true;
    if (may == 0) {
        reading_refuse(&r, "this action calls for no outcome");
        return false;
    }
    name_members(setup, may, action, known);
    if (!reading_object(&r, value, known))
        return false;
    if (may & PART_DICE)
        *parts |= action->type == ATTACK_FORTRESS ? read_die(&r, value, outcome)
                                                  : read_rolled(&r, value, outcome);
    if (may & PART_EVENT)
        *parts |= read_event(&r, value, outcome);
    if (action->type == PLACE_HARBOR && reading_member(&r, value, "harbor", false) != NULL) {
        outcome->harbor =
            (uint8_t)(1 + reading_name_of(&r, value, "harbor", harbor_names, HARBOR_KIND_COUNT, 0));
        *parts |= PART_CARD;
    } else if (may & PART_CARD && reading_member(&r, value, "card", false) != NULL) {
        outcome->card = (uint8_t)reading_name_of(&r, value, "card", names, n, 0);
        *parts |= PART_CARD;
        outcome->n_gifts = action_discovers(action);
    }
    if (outcome->n_gifts && reading_member(&r, value, "second", false) != NULL) {
        outcome->second = (uint8_t)reading_name_of(&r, value, "second", names, n, 0);
        outcome->n_gifts++;
    }
    if (may & PART_CARDS && action_discovers(action))
        *parts |= read_reveals(&r, value, setup, outcome);
    else if (may & PART_CARDS && action->type == ROLL && setup->rules.fleet)
        *parts |= read_lost(&r, value, setup, outcome);
    else if (may & PART_CARDS)
        *parts |= read_drawn_cards(&r, value, setup, action, outcome);
    return !r.failed;
}

/* ---- writing ---- */

unsigned outcome_parts(const struct setup *setup, const struct game *before,
                       const struct event *event) {
    unsigned parts = game_parts(setup, before, &event->action);
    if (event->type != ROLL)
        return parts;
    parts |= PART_DICE;
    for (unsigned seat = 0; seat < SEAT_MAX; seat++)
        if (event->outcome.dealt[seat] != 0 || !cards_empty(event->outcome.lost[seat]))
            return parts;
    return parts & ~(unsigned)PART_CARDS; /* nobody drew, so no list says so */
}

static void write_dice(struct writer *w, const struct outcome *outcome) {
    writer_int_member(w, "yellow", outcome->yellow);
    writer_int_member(w, "red", outcome->red);
    if (outcome->n_rerolled == 0)
        return;
    writer_key(w, "rerolled");
    writer_array(w);
    for (unsigned i = 0; i < outcome->n_rerolled; i++) {
        writer_array(w);
        writer_int(w, outcome->rerolled[i][0]);
        writer_int(w, outcome->rerolled[i][1]);
        writer_array_end(w);
    }
    writer_array_end(w);
}

/* Clockwise from the player of the event, the order in which cards are drawn (C-32). */
static void write_dealt(struct writer *w, const struct setup *setup, const struct event *event,
                        unsigned hidden) {
    const struct outcome *outcome = &event->outcome;
    size_t n;
    const char *const *names = dealt_names(setup, &event->action, &n);
    writer_array(w);
    for (unsigned i = 0; i < setup->rules.players; i++) {
        unsigned seat = (event->player + i) % setup->rules.players;
        unsigned card = outcome->dealt[seat];
        if (card == 0)
            continue;
        writer_object(w);
        writer_int_member(w, "player", seat);
        if (!(hidden >> seat & 1))
            writer_text_member(w, "card", names[card - 1]);
        else if (event->type == ROLL)
            writer_text_member(w, "track", track_names[progress_rows[card - 1].track]);
        writer_object_end(w);
    }
    writer_array_end(w);
}

static void write_card_list(struct writer *w, struct cards cards) {
    writer_array(w);
    for (unsigned kind = 0; kind < KIND_COUNT; kind++)
        for (unsigned i = 0; i < cards.n[kind]; i++)
            writer_text(w, kind_names[kind]);
    writer_array_end(w);
}

/* Clockwise from the roller (S-135). */
static void write_lost(struct writer *w, const struct setup *setup, const struct event *event) {
    writer_key(w, "lost");
    writer_array(w);
    for (unsigned i = 0; i < setup->rules.players; i++) {
        unsigned seat = (event->player + i) % setup->rules.players;
        if (cards_empty(event->outcome.lost[seat]))
            continue;
        writer_object(w);
        writer_int_member(w, "player", seat);
        writer_key(w, "cards");
        write_card_list(w, event->outcome.lost[seat]);
        writer_object_end(w);
    }
    writer_array_end(w);
}

static void write_revealed_hexes(struct writer *w, const struct outcome *outcome) {
    writer_key(w, "reveals");
    writer_array(w);
    for (unsigned i = 0; i < outcome->n_reveals; i++) {
        const struct reveal *reveal = &outcome->reveals[i];
        writer_object(w);
        writer_int_member(w, "hex", reveal->hex);
        writer_text_member(w, "terrain", terrain_names[reveal->terrain]);
        writer_key(w, "number");
        if (reveal->number != 0)
            writer_int(w, reveal->number);
        else
            writer_null(w);
        writer_object_end(w);
    }
    writer_array_end(w);
}

static void write_card(struct writer *w, const struct setup *setup, const struct event *event,
                       unsigned hidden) {
    size_t n;
    const char *const *names = card_names(setup, &event->action, &n);
    unsigned card = event->outcome.card;
    if (event->type == PLACE_HARBOR) { /* the one drawn next (S-161) */
        writer_text_member(w, "harbor", harbor_names[event->outcome.harbor - 1]);
        return;
    }
    if (!(hidden & HIDDEN_OUTCOME_CARD))
        writer_text_member(w, "card", names[card]);
    if (!(hidden & HIDDEN_OUTCOME_CARD) && event->outcome.n_gifts > 1)
        writer_text_member(w, "second", names[event->outcome.second]);
    if (hidden & HIDDEN_OUTCOME_CARD && event->type == CHOOSE_PROGRESS_DECK)
        writer_text_member(w, "track", track_names[progress_rows[card].track]);
}

void outcome_write(struct writer *w, const struct setup *setup, const struct event *event,
                   unsigned parts, unsigned hidden, unsigned dealt) {
    const struct outcome *outcome = &event->outcome;
    if (parts == 0) {
        writer_null(w);
        return;
    }
    writer_object(w);
    if (parts & PART_DICE && event->type == ATTACK_FORTRESS)
        writer_int_member(w, "die", outcome->yellow);
    else if (parts & PART_DICE)
        write_dice(w, outcome);
    if (parts & PART_EVENT)
        writer_text_member(w, "event", face_names[outcome->event]);
    if (parts & PART_CARD)
        write_card(w, setup, event, hidden);
    if (parts & PART_CARDS && action_discovers(&event->action)) {
        write_revealed_hexes(w, outcome);
    } else if (parts & PART_CARDS && event->type == ROLL && setup->rules.fleet) {
        write_lost(w, setup, event);
    } else if (parts & PART_CARDS && by_player(&event->action)) {
        writer_key_text(w, event->type == ROLL ? "draws" : "cards");
        write_dealt(w, setup, event, dealt);
    } else if (parts & PART_CARDS && hidden & HIDDEN_OUTCOME_CARDS) {
        writer_int_member(w, "count", cards_total(outcome->cards));
    } else if (parts & PART_CARDS) {
        writer_key(w, "cards");
        write_card_list(w, outcome->cards);
    }
    writer_object_end(w);
}
