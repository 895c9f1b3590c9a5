/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Bodies of the log. An event is: version, who caused it and which outcome parts were drawn, the
 * action's fields in the order of their table, the outcome's parts. Every value has one way to be
 * written, so decode(encode(x)) = x and encode(decode(b)) = b. */
#include "engine/internal.h"

/* ---- bytes ---- */

struct writer {
    uint8_t *at;
};

struct reader {
    const uint8_t *at, *end;
    bool bad;
};

static void body_put(struct writer *w, unsigned byte) {
    *w->at++ = (uint8_t)byte;
}

static unsigned body_get(struct reader *r) {
    if (r->at == r->end) {
        r->bad = true;
        return 0;
    }
    return *r->at++;
}

/* A byte that must be below LIMIT. */
static uint8_t body_get_below(struct reader *r, unsigned limit) {
    unsigned byte = body_get(r);
    if (byte >= limit) {
        r->bad = true;
        return 0;
    }
    return (uint8_t)byte;
}

/* Seven bits a byte, lowest first. */
static void body_put_number(struct writer *w, uint32_t number) {
    for (; number >= 0x80; number >>= 7)
        body_put(w, (number & 0x7f) | 0x80);
    body_put(w, number);
}

static uint32_t body_get_number(struct reader *r) {
    uint64_t number = 0;
    for (unsigned shift = 0; shift < 35; shift += 7) {
        unsigned byte = body_get(r);
        number |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) {
            r->bad |= number > UINT32_MAX || (byte == 0 && shift > 0);
            return (uint32_t)number;
        }
    }
    r->bad = true;
    return 0;
}

/* A set of kinds, then the count of each. */
static void body_put_cards(struct writer *w, struct cards cards) {
    uint64_t kinds = cards_kinds(cards);
    body_put(w, (unsigned)kinds);
    while (kinds)
        body_put(w, cards.n[bit_take(&kinds)]);
}

static struct cards body_get_cards(struct reader *r) {
    struct cards cards = cards_none();
    uint64_t kinds = body_get(r);
    unsigned total = 0;
    while (kinds) {
        unsigned kind = bit_take(&kinds);
        cards.n[kind] = body_get_below(r, CARD_COUNT_MAX + 1);
        r->bad |= cards.n[kind] == 0;
        total += cards.n[kind];
    }
    r->bad |= total > CARD_COUNT_MAX;
    return cards;
}

/* How many, then which. */
static void body_put_vertices(struct writer *w, const uint8_t vertices[VERTICES_MAX]) {
    unsigned n = 0;
    while (n < KNIGHT_PIECES_MAX && vertices[n] != NONE)
        n++;
    body_put(w, n);
    for (unsigned i = 0; i < n; i++)
        body_put(w, vertices[i]);
}

static void body_get_vertices(struct reader *r, uint8_t vertices[VERTICES_MAX]) {
    unsigned n = body_get_below(r, KNIGHT_PIECES_MAX + 1);
    memset(vertices, NONE, VERTICES_MAX);
    for (unsigned i = 0; i < n; i++)
        vertices[i] = body_get_below(r, VERTEX_MAX);
}

/* ---- fields ---- */

/* Takes the place of the stolen card where a thief takes cloth, and occurs nowhere else; it is no card's
 * number. */
enum { BODY_CLOTH = 255 };

static void body_put_loot(struct writer *w, unsigned loot) {
    if (loot == LOOT_CLOTH)
        body_put(w, BODY_CLOTH);
}

static uint8_t body_get_loot(struct reader *r) {
    if (r->at == r->end || *r->at != BODY_CLOTH)
        return LOOT_CARD;
    (void)body_get(r);
    return LOOT_CLOTH;
}

static void body_put_field(struct writer *w, const struct action *action,
                           const struct field *field) {
    const uint8_t *value = (const uint8_t *)action + field->offset;
    struct cards cards;
    uint32_t number;
    switch (field->type) {
    case FIELD_CARDS:
        memcpy(&cards, value, sizeof cards);
        body_put_cards(w, cards);
        break;
    case FIELD_REF:
        memcpy(&number, value, sizeof number);
        body_put_number(w, number);
        break;
    case FIELD_EDGES:
    case FIELD_HEXES:
        body_put(w, value[0]);
        body_put(w, value[1]);
        break;
    case FIELD_VERTICES: body_put_vertices(w, value); break;
    case FIELD_LOOT: body_put_loot(w, *value); break;
    default: body_put(w, *value);
    }
}

/* Bounds that do not depend on the board; action_shape checks the others. */
static uint8_t body_get_value(struct reader *r, const struct field_row *row) {
    unsigned byte = body_get(r);
    r->bad |= (byte < row->first || byte >= row->limit) && !(row->none && byte == NONE);
    return (uint8_t)byte;
}

static void body_get_field(struct reader *r, struct action *action, const struct field *field) {
    uint8_t *value = (uint8_t *)action + field->offset;
    struct cards cards;
    uint32_t number;
    switch (field->type) {
    case FIELD_CARDS:
        cards = body_get_cards(r);
        memcpy(value, &cards, sizeof cards);
        break;
    case FIELD_REF:
        number = body_get_number(r);
        memcpy(value, &number, sizeof number);
        break;
    case FIELD_EDGES:
        value[0] = body_get_below(r, EDGE_MAX);
        value[1] = (uint8_t)body_get(r);
        break;
    case FIELD_HEXES:
        value[0] = body_get_below(r, HEX_MAX);
        value[1] = body_get_below(r, HEX_MAX);
        break;
    case FIELD_VERTICES: body_get_vertices(r, value); break;
    case FIELD_LOOT: *value = body_get_loot(r); break;
    default: *value = body_get_value(r, &field_table[field->type]);
    }
}

/* *RULE becomes the action's rule, NULL of an undo. Returns false where there is no such action. */
static bool body_get_action(struct reader *r, unsigned type, struct action *action,
                            const struct action_rule **rule) {
    if (type >= EVENT_TYPE_COUNT)
        return false;
    const struct action_row *row = action_row_of(type);
    unsigned form = row->forms > 1 && r->at != r->end ? *r->at : 0; /* the first field selects */
    *rule = form < row->forms ? &row->rules[form] : NULL;
    const struct field *field = *rule ? (*rule)->fields : action_fields(type, form);
    if (!field)
        return false;
    action->type = (uint8_t)type;
    for (; field->type != FIELD_END; field++)
        body_get_field(r, action, field);
    /* What fog gives up takes two bytes a hex. */
    if (*rule && (*rule)->flags & ACTION_SHIPS && (r->end - r->at) % 2)
        action->seats = body_get_value(r, &(struct field_row){1, 4, false});
    return !r->bad;
}

/* ---- outcomes ---- */

/* Seat and card of everybody who got or lost one, to the end of the body. */
static void body_put_dealt(struct writer *w, const struct outcome *outcome) {
    for (unsigned seat = 0; seat < SEAT_MAX; seat++)
        if (outcome->dealt[seat]) {
            body_put(w, seat);
            body_put(w, outcome->dealt[seat] - 1u);
        }
}

static void body_get_dealt(struct reader *r, unsigned cards, struct outcome *outcome) {
    for (unsigned next = 0; r->at != r->end && !r->bad;) {
        unsigned seat = body_get_below(r, SEAT_MAX);
        r->bad |= seat < next;
        outcome->dealt[seat] = (uint8_t)(1 + body_get_below(r, cards));
        next = seat + 1;
    }
}

/* Takes the place of a hex before a card that was a gift. */
enum { BODY_GIFT_CARD = 255, GIFT_CARDS_AT_ONCE = 2 };

/* Hexes that came out of fog, with tile and number, and cards that were gifts, to the end of the body: two
 * bytes each. */
static void body_put_reveals(struct writer *w, const struct outcome *outcome) {
    const uint8_t cards[GIFT_CARDS_AT_ONCE] = {outcome->card, outcome->second};
    assert(outcome->n_gifts <= GIFT_CARDS_AT_ONCE);
    for (unsigned i = 0; i < outcome->n_gifts; i++) {
        body_put(w, BODY_GIFT_CARD);
        body_put(w, cards[i]);
    }
    for (unsigned i = 0; i < outcome->n_reveals; i++) {
        const struct reveal *reveal = &outcome->reveals[i];
        body_put(w, reveal->hex);
        body_put(w, (unsigned)reveal->terrain << 4 | reveal->number);
    }
}

static void body_get_reveals(struct reader *r, struct outcome *outcome) {
    while (r->at != r->end && !r->bad && *r->at == BODY_GIFT_CARD &&
           outcome->n_gifts < GIFT_CARDS_AT_ONCE) {
        (void)body_get(r);
        *(outcome->n_gifts++ ? &outcome->second : &outcome->card) = body_get_below(r, DEV_COUNT);
    }
    while (r->at != r->end && !r->bad) {
        if (outcome->n_reveals == REVEAL_MAX) {
            r->bad = true;
            return;
        }
        struct reveal *reveal = &outcome->reveals[outcome->n_reveals++];
        reveal->hex = body_get_below(r, HEX_MAX);
        unsigned byte = body_get(r);
        reveal->terrain = (uint8_t)(byte >> 4);
        reveal->number = (uint8_t)(byte & 15);
    }
}

static bool outcome_loses(const struct outcome *outcome) {
    for (unsigned seat = 0; seat < SEAT_MAX; seat++)
        if (!cards_empty(outcome->lost[seat]))
            return true;
    return false;
}

/* Seat and cards of everybody who lost some to the fleet, to the end of the body. */
static void body_put_lost(struct writer *w, const struct outcome *outcome) {
    for (unsigned seat = 0; seat < SEAT_MAX; seat++)
        if (!cards_empty(outcome->lost[seat])) {
            body_put(w, seat);
            body_put_cards(w, outcome->lost[seat]);
        }
}

static void body_get_lost(struct reader *r, struct outcome *outcome) {
    for (unsigned next = 0; r->at != r->end && !r->bad;) {
        unsigned seat = body_get_below(r, SEAT_MAX);
        r->bad |= seat < next;
        outcome->lost[seat] = body_get_cards(r);
        r->bad |= cards_empty(outcome->lost[seat]);
        next = seat + 1;
    }
    r->bad |= !outcome_loses(outcome);
}

/* The dice, those rejected before, and, with an event die, its face, which no pair of dice encodes
 * to, and the cards it brought; or FACE_NONE and the cards that the fleet took. */
static void body_put_roll(struct writer *w, const struct outcome *outcome) {
    body_put(w, (unsigned)outcome->yellow << 4 | outcome->red);
    for (unsigned i = 0; i < outcome->n_rerolled; i++)
        body_put(w, (unsigned)outcome->rerolled[i][0] << 4 | outcome->rerolled[i][1]);
    if (!outcome->event) {
        if (outcome_loses(outcome)) {
            body_put(w, FACE_NONE);
            body_put_lost(w, outcome);
        }
        return;
    }
    body_put(w, outcome->event);
    body_put_dealt(w, outcome);
}

static void body_put_outcome(struct writer *w, const struct event *event) {
    const struct outcome *outcome = &event->outcome;
    unsigned parts = action_parts(&event->action);
    if (event->type == ROLL)
        body_put_roll(w, outcome);
    else if (event->type == ATTACK_FORTRESS)
        body_put(w, outcome->yellow);
    else if (event->type == PLACE_HARBOR) {
        if (outcome->harbor)
            body_put(w, outcome->harbor - 1U);
    } else if (action_discovers(&event->action))
        body_put_reveals(w, outcome);
    else if (parts & PART_CARD)
        body_put(w, outcome->card);
    else if (event->type == FORCED_TRADE)
        body_put_cards(w, outcome->cards);
    else if (parts & PART_CARDS)
        body_put_dealt(w, outcome);
}

static void body_get_dice(struct reader *r, uint8_t *yellow, uint8_t *red) {
    unsigned dice = body_get(r);
    *yellow = (uint8_t)(dice >> 4);
    *red = (uint8_t)(dice & 15);
    r->bad |= *yellow < 1 || *yellow > DIE_SIDES || *red < 1 || *red > DIE_SIDES;
}

static void body_get_roll(struct reader *r, unsigned cards, struct outcome *outcome) {
    body_get_dice(r, &outcome->yellow, &outcome->red);
    while (r->at != r->end && *r->at >= FACE_COUNT && outcome->n_rerolled < REROLL_MAX && !r->bad) {
        uint8_t *dice = outcome->rerolled[outcome->n_rerolled++];
        body_get_dice(r, &dice[0], &dice[1]);
    }
    if (r->at == r->end)
        return;
    if (*r->at == FACE_NONE) {
        (void)body_get(r);
        body_get_lost(r, outcome);
        return;
    }
    outcome->event = body_get_value(r, &(struct field_row){FACE_SHIP, FACE_COUNT, false});
    body_get_dealt(r, cards, outcome);
}

static void body_get_outcome(struct reader *r, const struct action_rule *rule,
                             const struct action *action, struct outcome *outcome) {
    unsigned parts = action_rule_parts(rule, action);
    if (action->type == PLACE_HARBOR && r->at != r->end)
        outcome->harbor = (uint8_t)(1 + body_get_below(r, HARBOR_KIND_COUNT));
    else if (rule && rule->flags & ACTION_DISCOVERS)
        body_get_reveals(r, outcome);
    if (!parts)
        return;
    unsigned limit = rule->chance->card_limit;
    if (action->type == ROLL)
        body_get_roll(r, limit, outcome);
    else if (action->type == ATTACK_FORTRESS)
        outcome->yellow = body_get_value(r, &field_table[FIELD_DIE]);
    else if (parts & PART_CARD)
        outcome->card = body_get_below(r, limit);
    else if (action->type == FORCED_TRADE)
        outcome->cards = body_get_cards(r);
    else
        body_get_dealt(r, limit, outcome);
}

/* ---- what the server writes ---- */

static void body_put_start(struct writer *w, const struct event *event) {
    body_put(w, event->start.first);
    body_put(w, event->start.lot);
    for (unsigned i = 0; i < event->start.n_rolls; i++) {
        body_put(w, event->start.rolls[i].seat);
        body_put(w, (unsigned)event->start.rolls[i].yellow << 4 | event->start.rolls[i].red);
    }
}

static void body_get_start(struct reader *r, struct event *event) {
    event->start.first = body_get_below(r, SEAT_MAX);
    event->start.lot = body_get_below(r, 2);
    while (r->at != r->end && !r->bad) {
        if (event->start.n_rolls == START_ROLLS_MAX) {
            r->bad = true;
            return;
        }
        struct start_roll *roll = &event->start.rolls[event->start.n_rolls++];
        roll->seat = body_get_below(r, SEAT_MAX);
        body_get_dice(r, &roll->yellow, &roll->red);
    }
}

static bool event_reveals_progress(const struct event *event) {
    unsigned any = 0;
    for (unsigned seat = 0; seat < SEAT_MAX; seat++)
        any |= event->reveal.progress[seat][0];
    return any != 0;
}

/* Progress cards follow where anybody holds any. */
static void body_put_reveal(struct writer *w, const struct event *event) {
    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        for (unsigned card = 0; card < DEV_COUNT; card++)
            body_put(w, event->reveal.dev[seat][card]);
        body_put_cards(w, event->reveal.hand[seat]);
    }
    if (!event_reveals_progress(event))
        return;
    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        const uint8_t *cards = event->reveal.progress[seat];
        unsigned n = 0;
        while (n < PROGRESS_HAND_MAX && cards[n])
            n++;
        body_put(w, n);
        for (unsigned i = 0; i < n; i++)
            body_put(w, cards[i] - 1u);
    }
}

static void body_get_reveal(struct reader *r, struct event *event) {
    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        for (unsigned card = 0; card < DEV_COUNT; card++)
            event->reveal.dev[seat][card] = body_get_below(r, deck_most[card] + 1u);
        event->reveal.hand[seat] = body_get_cards(r);
    }
    if (r->at == r->end)
        return;
    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        unsigned n = body_get_below(r, PROGRESS_HAND_MAX + 1);
        for (unsigned i = 0; i < n; i++)
            event->reveal.progress[seat][i] = (uint8_t)(1 + body_get_below(r, PROGRESS_COUNT));
    }
    r->bad |= !event_reveals_progress(event);
}

enum { AGREED = NONE - 1 /* in the place of the winner: nobody, as all agreed */ };

static void body_put_finished(struct writer *w, const struct event *event) {
    body_put(w, event->finished.agreed ? AGREED : event->finished.winner);
    for (unsigned seat = 0; seat < event->finished.n_points; seat++)
        body_put(w, event->finished.points[seat]);
}

static void body_get_finished(struct reader *r, struct event *event) {
    event->finished.winner = (uint8_t)body_get(r);
    event->finished.agreed = event->finished.winner == AGREED;
    if (event->finished.agreed)
        event->finished.winner = NONE;
    while (r->at != r->end && event->finished.n_points < SEAT_MAX)
        event->finished.points[event->finished.n_points++] = (uint8_t)body_get(r);
    r->bad |= event->finished.winner != NONE && event->finished.winner >= event->finished.n_points;
}

/* ---- events ---- */

enum {
    BY_BITS = 4,
    BY_MASK = (1 << BY_BITS) - 1,
    PARTS_MASK = PART_DICE | PART_CARD | PART_CARDS | PART_EVENT,
};

size_t event_encode(const struct event *event, uint8_t body[EVENT_BODY_MAX]) {
    struct writer w = {body};
    body_put(&w, EVENT_BODY_VERSION);
    body_put(&w, event->by | (unsigned)event->drawn << BY_BITS);
    switch (event->type) {
    case EVENT_START: body_put_start(&w, event); break;
    case EVENT_REVEAL: body_put_reveal(&w, event); break;
    case EVENT_SEAT_CHANGED:
        body_put(&w, event->seat_changed.seat);
        body_put(&w, event->seat_changed.to_bot);
        break;
    case EVENT_FINISHED: body_put_finished(&w, event); break;
    default: {
        const struct field *field = action_fields(event->type, action_form(&event->action));
        for (; field->type != FIELD_END; field++)
            body_put_field(&w, &event->action, field);
        const struct action_rule *rule = action_rule_of(&event->action);
        if (rule && rule->flags & ACTION_SHIPS && event->action.seats)
            body_put(&w, event->action.seats);
        body_put_outcome(&w, event);
    }
    }
    assert(w.at - body <= EVENT_BODY_MAX);
    return (size_t)(w.at - body);
}

bool event_decode(unsigned type, unsigned player, const uint8_t *body, size_t len,
                  struct event *event) {
    struct reader r = {body, body + len, false};
    const struct action_rule *rule;
    event_clear(event);
    if (len > EVENT_BODY_MAX || body_get(&r) != EVENT_BODY_VERSION)
        return false;
    unsigned flags = body_get(&r);
    event->type = (uint8_t)type;
    event->player = (uint8_t)player;
    event->by = (uint8_t)(flags & BY_MASK);
    event->drawn = (uint8_t)(flags >> BY_BITS);
    if (event->by >= BY_COUNT || event->drawn & ~PARTS_MASK)
        return false;
    switch (type) {
    case EVENT_START: body_get_start(&r, event); break;
    case EVENT_REVEAL: body_get_reveal(&r, event); break;
    case EVENT_SEAT_CHANGED:
        event->seat_changed.seat = body_get_below(&r, SEAT_MAX);
        event->seat_changed.to_bot = body_get_below(&r, 2);
        break;
    case EVENT_FINISHED: body_get_finished(&r, event); break;
    default:
        if (player >= SEAT_MAX || !body_get_action(&r, type, &event->action, &rule))
            return false;
        body_get_outcome(&r, rule, &event->action, &event->outcome);
    }
    return !r.bad && r.at == r.end;
}

/* ---- set-ups ---- */

/* Games of the first version have knights at most, and its options; of later ones the
 * other options follow at the end, as far as the last that is not 0; the third has marks. */
enum { SETUP_BODY_VERSION = 3, COORDINATE_BIAS = 64 };

enum { ROBBER_ON_HEX = 1, ROBBER_OFF }; /* 0: where the board has its first desert */

static unsigned setup_version(const struct rules *rules, const struct board_spec *spec) {
    if (spec->n_marks)
        return 3;
    for (unsigned i = EDITION_OPTION_COUNT; i < OPTION_COUNT; i++)
        if (rules->options[i])
            return 2; /* of every game */
    return rules->expansions & ~(1u << EXPANSION_KNIGHTS) ? 2 : 1;
}

static void body_put_axial(struct writer *w, struct axial at) {
    body_put(w, (unsigned)(at.q + COORDINATE_BIAS));
    body_put(w, (unsigned)(at.r + COORDINATE_BIAS));
}

static struct axial body_get_axial(struct reader *r) {
    int q = (int)body_get_below(r, 2 * COORDINATE_BIAS) - COORDINATE_BIAS;
    int row = (int)body_get_below(r, 2 * COORDINATE_BIAS) - COORDINATE_BIAS;
    return (struct axial){(int8_t)q, (int8_t)row};
}

static bool spec_has_fog(const struct board_spec *spec) {
    for (unsigned i = 0; i < spec->n_hexes; i++)
        if (spec->hexes[i].terrain == FOG)
            return true;
    return false;
}

/* What only a map with sea has, and what its fog hides. */
static void body_put_sea(struct writer *w, const struct board_spec *spec) {
    body_put(w, spec->pirate_given);
    if (spec->pirate_given)
        body_put_axial(w, spec->pirate);
    body_put(w, spec->n_regions);
    for (unsigned i = 0; i < spec->n_regions; i++) {
        body_put(w, spec->regions[i].flags);
        body_put(w, spec->regions[i].bonus);
    }
    for (unsigned i = 0; i < spec->n_hexes; i++)
        body_put(w, spec->region_of[i]);
    for (unsigned i = 0; i < FOG && spec_has_fog(spec); i++)
        body_put(w, spec->fog.tiles[i]);
    for (unsigned i = 2; i <= NUMBER_MAX && spec_has_fog(spec); i++)
        body_put(w, spec->fog.numbers[i]);
}

static void body_get_sea(struct reader *r, struct board_spec *spec) {
    spec->sea = true;
    spec->pirate_given = body_get_below(r, 2);
    if (spec->pirate_given)
        spec->pirate = body_get_axial(r);
    spec->n_regions = body_get_below(r, REGION_MAX + 1);
    for (unsigned i = 0; i < spec->n_regions; i++) {
        spec->regions[i].flags = body_get_below(r, 2 * REGION_NO_ROBBER);
        spec->regions[i].bonus = (uint8_t)body_get(r);
    }
    for (unsigned i = 0; i < spec->n_hexes; i++)
        spec->region_of[i] = body_get_below(r, spec->n_regions + 1u);
    for (unsigned i = 0; i < FOG && spec_has_fog(spec); i++)
        spec->fog.tiles[i] = body_get_below(r, FOG_MAX + 1);
    for (unsigned i = 2; i <= NUMBER_MAX && spec_has_fog(spec); i++)
        spec->fog.numbers[i] = body_get_below(r, FOG_MAX + 1);
}

static void body_put_marks(struct writer *w, const struct board_spec *spec) {
    body_put(w, spec->n_marks);
    for (unsigned i = 0; i < spec->n_marks; i++) {
        body_put_axial(w, spec->marks[i].at);
        body_put(w, (unsigned)spec->marks[i].kind << 4 | spec->marks[i].place);
        if (mark_has_value(spec->marks[i].kind))
            body_put(w, spec->marks[i].value);
    }
}

static void body_get_marks(struct reader *r, struct board_spec *spec) {
    spec->n_marks = body_get_below(r, MARK_MAX + 1);
    for (unsigned i = 0; i < spec->n_marks; i++) {
        spec->marks[i].at = body_get_axial(r);
        unsigned byte = body_get(r);
        spec->marks[i].kind = (uint8_t)(byte >> 4);
        spec->marks[i].place = (uint8_t)(byte & 15);
        if (mark_has_value(spec->marks[i].kind))
            spec->marks[i].value =
                body_get_below(r, mark_on_path(spec->marks[i].kind) ? GIFT_COUNT : NUMBER_MAX + 1);
    }
}

/* The choices that only Cities & Knights has. */
static void body_put_expansion(struct writer *w, const struct rules *rules) {
    body_put(w, rules->edition);
    body_put(w, rules->variants);
    for (unsigned i = 0; i < EDITION_OPTION_COUNT; i++)
        body_put(w, rules->options[i]);
}

static void body_put_later_options(struct writer *w, const struct rules *rules) {
    unsigned end = OPTION_COUNT;
    while (end > EDITION_OPTION_COUNT && !rules->options[end - 1])
        end--;
    for (unsigned i = EDITION_OPTION_COUNT; i < end; i++)
        body_put(w, rules->options[i]);
}

static void body_get_later_options(struct reader *r, struct rules *rules) {
    unsigned i = EDITION_OPTION_COUNT;
    for (; r->at != r->end && i < OPTION_COUNT; i++)
        rules->options[i] = body_get_below(r, OPTION_VALUES_MAX);
    r->bad |= i > EDITION_OPTION_COUNT && !rules->options[i - 1];
}

static void body_get_expansion(struct reader *r, struct rules *rules) {
    rules->edition = body_get_below(r, EDITION_COUNT);
    rules->variants = body_get_below(r, 1u << VARIANT_COUNT);
    for (unsigned i = 0; i < EDITION_OPTION_COUNT; i++)
        rules->options[i] = body_get_below(r, OPTION_VALUES_MAX);
}

size_t setup_encode(const struct rules *rules, const struct board_spec *spec,
                    uint8_t body[SETUP_BODY_MAX]) {
    struct writer w = {body};
    body_put(&w, setup_version(rules, spec));
    body_put(&w, rules->game);
    body_put(&w, rules->revision);
    body_put(&w, rules->players);
    body_put(&w, rules->points_target);
    body_put(&w, rules->combined_phases);
    body_put(&w, spec->n_hexes);
    for (unsigned i = 0; i < spec->n_hexes; i++) {
        body_put_axial(&w, spec->hexes[i].at);
        body_put(&w, (unsigned)spec->hexes[i].terrain << 4 | spec->hexes[i].number);
    }
    body_put(&w, spec->n_harbors);
    for (unsigned i = 0; i < spec->n_harbors; i++) {
        body_put_axial(&w, spec->harbors[i].at);
        body_put(&w, (unsigned)spec->harbors[i].side << 4 | spec->harbors[i].kind);
    }
    body_put(&w, spec->robber_off ? ROBBER_OFF : spec->robber_given);
    if (spec->robber_given)
        body_put_axial(&w, spec->robber);
    body_put(&w, spec->n_neutral);
    for (unsigned i = 0; i < spec->n_neutral; i++) {
        body_put_axial(&w, spec->neutral[i].at);
        body_put(&w, spec->neutral[i].corner);
    }
    if (rules->game == GAME_CITIES_AND_KNIGHTS)
        body_put_expansion(&w, rules);
    if (setup_version(rules, spec) > 1) {
        body_put(&w, rules->scenario);
        if (rules->scenario)
            body_put_sea(&w, spec);
        if (spec->n_marks)
            body_put_marks(&w, spec);
        body_put_later_options(&w, rules);
    }
    return (size_t)(w.at - body);
}

_Static_assert(6 + 1 + 3 * HEX_MAX + 1 + 3 * HARBOR_MAX + 3 + 1 + 6 + 2 + OPTION_COUNT + 5 +
                       2 * REGION_MAX + HEX_MAX + TERRAIN_COUNT + NUMBER_MAX + 1 + 4 * MARK_MAX <=
                   SETUP_BODY_MAX,
               "the largest set-up fits");

static void body_get_board(struct reader *r, struct board_spec *spec) {
    spec->n_hexes = body_get_below(r, HEX_MAX + 1);
    for (unsigned i = 0; i < spec->n_hexes && !r->bad; i++) {
        spec->hexes[i].at = body_get_axial(r);
        unsigned byte = body_get(r);
        spec->hexes[i].terrain = (uint8_t)(byte >> 4);
        spec->hexes[i].number = (uint8_t)(byte & 15);
    }
    spec->n_harbors = body_get_below(r, HARBOR_MAX + 1);
    for (unsigned i = 0; i < spec->n_harbors && !r->bad; i++) {
        spec->harbors[i].at = body_get_axial(r);
        unsigned byte = body_get(r);
        spec->harbors[i].side = (uint8_t)(byte >> 4);
        spec->harbors[i].kind = (uint8_t)(byte & 15);
    }
    unsigned robber = body_get_below(r, ROBBER_OFF + 1);
    spec->robber_given = robber == ROBBER_ON_HEX;
    spec->robber_off = robber == ROBBER_OFF;
    if (spec->robber_given)
        spec->robber = body_get_axial(r);
    spec->n_neutral = body_get_below(r, 3);
    for (unsigned i = 0; i < spec->n_neutral && !r->bad; i++) {
        spec->neutral[i].at = body_get_axial(r);
        spec->neutral[i].corner = body_get_below(r, CORNER_COUNT);
    }
}

bool setup_decode(const uint8_t *body, size_t len, struct rules *rules, struct board_spec *spec) {
    struct reader r = {body, body + len, false};
    memset(rules, 0, sizeof *rules);
    memset(spec, 0, sizeof *spec);
    unsigned version = body_get(&r);
    if (version < 1 || version > SETUP_BODY_VERSION)
        return false;
    rules->game = body_get_below(&r, GAME_KIND_COUNT);
    rules->revision = (uint8_t)body_get(&r);
    rules->players = body_get_below(&r, SEAT_MAX + 1);
    rules->points_target = (uint8_t)body_get(&r);
    rules->combined_phases = body_get_below(&r, 2);
    body_get_board(&r, spec);
    if (rules->game == GAME_CITIES_AND_KNIGHTS)
        body_get_expansion(&r, rules);
    if (version > 1) {
        rules->scenario = body_get_below(&r, SCENARIO_COUNT);
        if (rules->scenario)
            body_get_sea(&r, spec);
        if (version > 2)
            body_get_marks(&r, spec);
        body_get_later_options(&r, rules);
    }
    return !r.bad && r.at == r.end && rules_complete(rules) &&
           setup_version(rules, spec) == version;
}
