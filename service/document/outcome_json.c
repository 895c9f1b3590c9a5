/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The outcomes of actions, by tables: each action that involves chance has one, and each row names the part
 * of the outcome it belongs to (engine/action.h). */
#include <string.h>

#include "service/document/action_json.h"
#include "service/document/members.h"

/* Parts used only in documents, in addition to enum outcome_part. */
enum {
    PART_SECOND = 16,    /* present only together with PART_CARD */
    PART_STAND_INS = 32, /* what replaces hidden cards; only written */
};
_Static_assert((PART_SECOND | PART_STAND_INS) > (PART_DICE | PART_CARD | PART_CARDS | PART_EVENT),
               "parts have bits of their own");

/* ---- dice ---- */

static void write_rerolled(struct writer *w, const struct member_source *from) {
    const struct outcome *outcome = &from->event->outcome;
    writer_array(w);
    for (unsigned i = 0; i < outcome->n_rerolled; i++) {
        writer_array(w);
        writer_int(w, outcome->rerolled[i][0]);
        writer_int(w, outcome->rerolled[i][1]);
        writer_array_end(w);
    }
    writer_array_end(w);
}

static void read_rerolled(struct reading *r, const json_t *value, const struct member_target *to) {
    struct reading_list rolls = reading_list(r, value, REROLL_MAX);
    const json_t *pair;
    while ((pair = reading_next(&rolls)) != NULL) {
        uint8_t *dice = to->outcome->rerolled[to->outcome->n_rerolled++];
        if (json_array_size(pair) != 2)
            reading_refuse(r, "must be a pair of dice, [yellow, red]");
        for (size_t die = 0; die < 2 && !r->failed; die++)
            dice[die] = (uint8_t)reading_number(r, json_array_get(pair, die), 1, DIE_SIDES);
    }
}

/* ---- cards by player ---- */

/* Clockwise from the player of the event: the order in which cards are drawn (C-32) and lost (S-135). */
static unsigned next_clockwise(const struct member_source *from, struct item *item) {
    item->player = (uint8_t)((from->event->player + item->at++) % from->setup->rules.players);
    return item->player;
}

/* The players who drew a card, or lost one: 1 + the card, or 1 + its track if the card is hidden; a
 * stolen card has no track, and no row. */
static const void *next_dealt(const struct member_source *from, struct item *item) {
    while (item->at < from->setup->rules.players) {
        unsigned seat = next_clockwise(from, item), card = from->event->outcome.dealt[seat];
        bool hidden = from->hidden >> seat & 1;
        if (card == 0)
            continue;
        item->kind = (uint8_t)(hidden ? 0 : card);
        item->number = (uint8_t)(hidden ? 1 + progress_rows[card - 1].track : 0);
        return item;
    }
    return NULL;
}

static void put_dealt(struct reading *r, const struct member_target *to, void *element) {
    const struct item *item = element;
    if (to->outcome->dealt[item->player] != 0)
        reading_refuse_at(r, "player", "is listed twice");
    to->outcome->dealt[item->player] = item->kind;
}

static const void *next_lost(const struct member_source *from, struct item *item) {
    while (item->at < from->setup->rules.players) {
        item->cards = from->event->outcome.lost[next_clockwise(from, item)];
        if (!cards_empty(item->cards))
            return item;
    }
    return NULL;
}

static void put_lost(struct reading *r, const struct member_target *to, void *element) {
    const struct item *item = element;
    if (!cards_empty(to->outcome->lost[item->player]))
        reading_refuse_at(r, "player", "is listed twice");
    to->outcome->lost[item->player] = item->cards;
}

#define AT(member) .offset = offsetof(struct item, member)
#define PLAYER_ROW                                                                                 \
    {                                                                                              \
        MEMBER("player"), .kind = MEMBER_NUMBER, .below = BELOW_PLAYERS, .plain = true,            \
                          .required = true, AT(player)                                             \
    }

static const struct member drawn_members[] = {
    PLAYER_ROW,
    {MEMBER("card"), .kind = MEMBER_NAME_NEXT, .required = true, .brief = true, AT(kind),
     NAMES_OF(PROGRESS_COUNT, progress_names)},
    {MEMBER("track"), .kind = MEMBER_NAME_NEXT, .brief = true, .part = PART_STAND_INS, AT(number),
     NAMES_OF(TRACK_COUNT, track_names)},
};

static const struct member taken_members[] = {
    PLAYER_ROW,
    {MEMBER("card"), .kind = MEMBER_NAME_NEXT, .below = BELOW_KINDS, .required = true,
     .brief = true, AT(kind), NAMES_OF(KIND_COUNT, kind_names)},
};

static const struct member lost_members[] = {
    PLAYER_ROW,
    {MEMBER("cards"), .kind = MEMBER_CARD_LIST, AT(cards)},
};

#undef AT
#define AT(member) .offset = offsetof(struct reveal, member)

static const struct member reveal_members[] = {
    {MEMBER("hex"), .kind = MEMBER_NUMBER, .below = BELOW_HEXES, .plain = true, .required = true,
     AT(hex)},
    {MEMBER("terrain"), .kind = MEMBER_NAME, .required = true, AT(terrain),
     NAMES_OF(TERRAIN_COUNT, terrain_names)},
    {MEMBER("number"), .kind = MEMBER_NUMBER, .min = 2, .max = NUMBER_MAX, .zero_null = true,
     .required = true, AT(number)},
};

#undef AT

/* ---- what replaces hidden cards ---- */

static void write_track(struct writer *w, const struct member_source *from) {
    writer_text(w, track_names[progress_rows[from->event->outcome.card].track]);
}

static void write_count(struct writer *w, const struct member_source *from) {
    writer_int(w, cards_total(from->event->outcome.cards));
}

/* ---- outcomes ---- */

#define AT(member) .offset = offsetof(struct outcome, member)
#define DIE_ROW(text, member)                                                                      \
    MEMBER(text), .part = PART_DICE, .kind = MEMBER_NUMBER, .min = 1, .max = DIE_SIDES, AT(member)
#define CARD_ROW(text, part_of, n, table, member)                                                  \
    MEMBER(text), .part = (part_of), .kind = MEMBER_NAME, NAMES_OF(n, table), AT(member)
#define BY_PLAYER(text, row)                                                                       \
    MEMBER(text), .part = PART_CARDS, .kind = MEMBER_LIST, ROWS_OF(row##_members),                 \
                  .below = BELOW_PLAYERS

static const struct member roll_members[] = {
    {DIE_ROW("yellow", yellow), .required = true},
    {DIE_ROW("red", red), .required = true},
    {MEMBER("rerolled"), .part = PART_DICE, .brief = true, .write = write_rerolled,
     .read = read_rerolled, AT(n_rerolled)},
    {MEMBER("event"), .part = PART_EVENT, .kind = MEMBER_NAME, .min = FACE_SHIP, AT(event),
     NAMES_OF(FACE_COUNT, face_names), KNIGHTS_ONLY, .lacks = HAS(rules.fleet)},
    {BY_PLAYER("draws", drawn), .next = next_dealt, .put = put_dealt, KNIGHTS_ONLY,
     .lacks = HAS(rules.fleet)},
    {BY_PLAYER("lost", lost), .next = next_lost, .put = put_lost, .needs = HAS(rules.fleet)},
};

/* The single die of an attack (S-138). */
static const struct member attack_members[] = {
    {DIE_ROW("die", yellow)},
};

/* The next harbor, drawn (S-161). */
static const struct member harbor_members[] = {
    {MEMBER("harbor"), .part = PART_CARD, .kind = MEMBER_NAME_NEXT, AT(harbor),
     NAMES_OF(HARBOR_KIND_COUNT, harbor_names), .needs = HAS(board.n_pool)},
};

static const struct member discovery_members[] = {
    {CARD_ROW("card", PART_CARD, DEV_COUNT, dev_names, card), .needs = HAS(board.n_gifts)},
    {CARD_ROW("second", PART_SECOND, DEV_COUNT, dev_names, second), .needs = HAS(board.n_gifts)},
    {MEMBER("reveals"), .part = PART_REVEALS, .kind = MEMBER_LIST, ROWS_OF(reveal_members),
     .size = sizeof(struct reveal), .counter = offsetof(struct outcome, n_reveals),
     .large = REVEAL_MAX, AT(reveals), .needs = HAS(board.n_fog)},
};

static const struct member purchase_members[] = {
    {CARD_ROW("card", PART_CARD, DEV_COUNT, dev_names, card)},
};

static const struct member deck_members[] = {
    {CARD_ROW("card", PART_CARD, PROGRESS_COUNT, progress_names, card)},
    {MEMBER("track"), .part = PART_STAND_INS, .write = write_track},
};

static const struct member theft_members[] = {
    {CARD_ROW("card", PART_CARD, KIND_COUNT, kind_names, card), .below = BELOW_KINDS},
};

static const struct member trade_members[] = {
    {MEMBER("cards"), .part = PART_CARDS, .kind = MEMBER_CARD_LIST, AT(cards)},
    {MEMBER("count"), .part = PART_STAND_INS, .write = write_count},
};

static const struct member bishop_members[] = {
    {BY_PLAYER("cards", taken), .next = next_dealt, .put = put_dealt},
};

#undef AT

/* The members of an action's outcome. */
struct outcome_form {
    const struct member *rows;
    size_t n;
};

static const struct outcome_form *form_of(const struct action *action) {
    static const struct outcome_form own[EVENT_TYPE_COUNT] = {
        [ROLL] = {ROWS(roll_members)},
        [ATTACK_FORTRESS] = {ROWS(attack_members)},
        [PLACE_HARBOR] = {ROWS(harbor_members)},
        [BUY_DEV_CARD] = {ROWS(purchase_members)},
        [CHOOSE_PROGRESS_DECK] = {ROWS(deck_members)},
        [FORCED_TRADE] = {ROWS(trade_members)},
        [PLAY_PROGRESS_CARD] = {ROWS(bishop_members)},
    };
    static const struct outcome_form discovery = {ROWS(discovery_members)};
    static const struct outcome_form theft = {ROWS(theft_members)};
    static const struct outcome_form none = {NULL, 0};
    if (action_discovers(action))
        return &discovery;
    if (action->type == ROLL || action->type == PLACE_HARBOR) /* the game determines which parts are
                                                               * open */
        return &own[action->type];
    if (action_parts(action) == 0)
        return &none;
    return own[action->type].n > 0 ? &own[action->type] : &theft;
}

/* Whether games of SETUP have any of the members. */
static bool form_is_open(const struct outcome_form *form, const struct setup *setup) {
    for (size_t i = 0; i < form->n; i++)
        if (member_of_game(&form->rows[i], setup))
            return true;
    return false;
}

/* The parts of which the document has a member. Dice count as present, and are wrong, if one of
 * them is null. */
static unsigned given_parts(const struct outcome_form *form, const json_t *value) {
    unsigned parts = 0;
    for (const struct member *row = form->rows; row < form->rows + form->n; row++) {
        const json_t *member = json_object_get(value, row->name);
        if (row->required ? member != NULL : !is_absent(member))
            parts |= row->part;
    }
    return parts & PART_CARD ? parts : parts & ~(unsigned)PART_SECOND;
}

bool outcome_read(struct read_errors *errors, const json_t *value, const char *pointer,
                  const struct setup *setup, const struct action *action, struct outcome *outcome,
                  unsigned *parts) {
    struct reading r = reading_begin(errors, pointer);
    const struct outcome_form *form = form_of(action);
    struct member_target to = {
        .setup = setup, .outcome = outcome, .parts = ~(unsigned)PART_STAND_INS};
    outcome_clear(outcome);
    *parts = 0;
    if (is_absent(value))
        return true;
    if (!form_is_open(form, setup)) {
        reading_refuse(&r, "this action has no outcome");
        return false;
    }
    if (!members_known(&r, value, form->rows, form->n, &to))
        return false;
    to.parts = given_parts(form, value) & ~(unsigned)PART_STAND_INS;
    members_read_pass(&r, value, form->rows, form->n, READ_FIRST, outcome, &to);
    if (action_discovers(action) && to.parts & PART_CARD)
        outcome->n_gifts = to.parts & PART_SECOND ? 2 : 1;
    *parts = to.parts & ~(unsigned)PART_SECOND;
    return !r.failed;
}

unsigned outcome_parts(const struct setup *setup, const struct game *before,
                       const struct event *event) {
    unsigned parts = game_parts(setup, before, &event->action);
    if (event->type != ROLL)
        return parts;
    parts |= PART_DICE;
    for (unsigned seat = 0; seat < SEAT_MAX; seat++)
        if (event->outcome.dealt[seat] != 0 || !cards_empty(event->outcome.lost[seat]))
            return parts;
    return parts & ~(unsigned)PART_CARDS; /* nobody drew, so there is no list */
}

void outcome_write(struct writer *w, const struct setup *setup, const struct event *event,
                   unsigned parts, unsigned hidden, unsigned dealt) {
    const struct outcome_form *form = form_of(&event->action);
    struct member_source from = {.setup = setup, .event = event, .hidden = dealt};
    unsigned secret = (hidden & HIDDEN_OUTCOME_CARD ? PART_CARD | PART_SECOND : 0u) |
                      (hidden & HIDDEN_OUTCOME_CARDS ? PART_CARDS : 0u);
    if (parts == 0) {
        writer_null(w);
        return;
    }
    if (parts & PART_CARD && event->outcome.n_gifts > 1)
        parts |= PART_SECOND;
    from.parts = parts & ~secret;
    if (parts & secret || dealt != 0)
        from.parts |= PART_STAND_INS;
    object_write(w, form->rows, form->n, &event->outcome, &from);
}
