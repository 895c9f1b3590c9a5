/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The table of forms, and reading and writing by it. */
#include "service/words/notation.h"

#include <assert.h>
#include <glib.h>
#include <stdio.h>
#include <string.h>

#include "service/words/mistake.h"
#include "service/words/notation_int.h"

#define DEV(card, pattern, example)                                                                \
    { PLAY_DEV_CARD, card, NOTATION_BASE, pattern, example }
#define PROGRESS(card, pattern, example)                                                           \
    { PLAY_PROGRESS_CARD, PROGRESS_##card, NOTATION_KNIGHTS, pattern, example }
#define BOTH(type, pattern, example)                                                               \
    { type, 0, NOTATION_BOTH, pattern, example }
#define BASE(type, pattern, example)                                                               \
    { type, 0, NOTATION_BASE, pattern, example }
#define KNIGHTS(type, pattern, example)                                                            \
    { type, 0, NOTATION_KNIGHTS, pattern, example }

static const struct notation_form forms[] = {
    BOTH(ROLL, "roll", "roll"),
    BOTH(BUILD_SETTLEMENT, "settle <vertex>", "settle 14"),
    BOTH(BUILD_CITY, "city <vertex>", "city 14"),
    BOTH(BUILD_ROAD, "road <edge>", "road 14-19"),
    BOTH(MARITIME_TRADE, "bank <give> for <take>", "bank 4 wool for 1 ore"),
    BOTH(OFFER_TRADE, "offer <give> for <want> [to <to>] [<auto>]",
         "offer 2 wool + 1 ore for 1 grain to blue, white"),
    BOTH(ACCEPT_TRADE, "accept [<offer>]", "accept 3"),
    BOTH(DECLINE_TRADE, "decline [<offer>]", "decline 3"),
    BOTH(COUNTER_TRADE, "counter [<offer>] with <give> for <want>",
         "counter 3 with 1 ore for 2 wool"),
    BOTH(COUNTER_TRADE, "counter <offer> <give> for <want>", "counter 3 1 ore for 2 wool"),
    BOTH(CONFIRM_TRADE, "confirm [<offer>] [with <with>]", "confirm 3 with blue"),
    BOTH(CANCEL_TRADE, "cancel [<offer>]", "cancel 3"),
    BASE(BUY_DEV_CARD, "buy", "buy"),
    DEV(KNIGHT, "play knight [<hex>] [from <victim>] [take <take>]", "play knight 7 from blue"),
    DEV(ROAD_BUILDING, "play roads <edges>", "play roads 14-19 19-24"),
    DEV(YEAR_OF_PLENTY, "play plenty <take>", "play plenty 2 ore"),
    DEV(MONOPOLY, "play monopoly <resource>", "play monopoly ore"),
    DEV(VICTORY_POINT, "play point", "play point"),
    BOTH(MOVE_ROBBER, "robber <hex> [from <victim>]", "robber 7 from blue"),
    BOTH(BUILD_SHIP, "ship <edge>", "ship 14-19"),
    BOTH(MOVE_SHIP, "sail <from> to <to>", "sail 14-19 to 19-24"),
    BOTH(MOVE_PIRATE, "pirate <hex> [from <victim>] [take <take>]", "pirate 7 from blue"),
    BOTH(CHOOSE_GOLD, "gold <take>", "gold 1 wool + 1 ore"),
    BOTH(BUILD_WONDER, "wonder <wonder>", "wonder great bridge"),
    BOTH(PLACE_HARBOR, "harbor <edge> [<kind>]", "harbor 28-37 wool"),
    BASE(ATTACK_FORTRESS, "attack", "attack"),
    BASE(DRAW_VICTIM, "draw [from <victim>]", "draw from blue"),
    BASE(TAKE_RESOURCE, "take <resource>", "take ore"),
    BOTH(DISCARD, "discard <cards>", "discard 2 wool + 1 ore"),
    BOTH(END_TURN, "end", "end"),
    BOTH(UNDO, "undo [to <to_seq>]", "undo to 45"),
    BOTH(RESIGN, "resign", "resign"),
    {BUILD_NEUTRAL, PIECE_ROAD, NOTATION_BASE, "neutral road <player> <edge>",
     "neutral road white 14-19"},
    {BUILD_NEUTRAL, PIECE_SETTLEMENT, NOTATION_BASE, "neutral settlement <player> <vertex>",
     "neutral settlement white 14"},
    BASE(FORCED_TRADE, "force", "force"),
    BASE(RETURN_CARDS, "return <cards>", "return 1 wool + 1 ore"),
    BASE(ROBBER_TO_DESERT, "robber to desert", "robber to desert"),
    BASE(TRADE_IN_KNIGHT, "trade in knight", "trade in knight"),
    KNIGHTS(BUILD_CITY_WALL, "wall <vertex>", "wall 12"),
    KNIGHTS(BUILD_KNIGHT, "knight <vertex>", "knight 12"),
    KNIGHTS(ACTIVATE_KNIGHT, "activate <vertex>", "activate 12"),
    KNIGHTS(PROMOTE_KNIGHT, "promote <vertex>", "promote 12"),
    KNIGHTS(MOVE_KNIGHT, "move <from> to <to>", "move 12 to 15"),
    KNIGHTS(DISPLACE_KNIGHT, "displace <from> to <to>", "displace 12 to 15"),
    KNIGHTS(CHASE_ROBBER, "chase <vertex> to <hex> [from <victim>] [take <take>]",
            "chase 12 to 7 from red"),
    KNIGHTS(IMPROVE_CITY, "improve <track> [at <vertex>]", "improve trade at 12"),
    KNIGHTS(REPAIR_CITY, "repair <vertex>", "repair 12"),
    PROGRESS(ALCHEMIST, "play alchemist <yellow> <red>", "play alchemist 4 3"),
    PROGRESS(CRANE, "play crane", "play crane"),
    PROGRESS(ENGINEER, "play engineer <vertex>", "play engineer 12"),
    PROGRESS(INVENTOR, "play inventor <hexes>", "play inventor 3 8"),
    PROGRESS(IRRIGATION, "play irrigation", "play irrigation"),
    PROGRESS(MEDICINE, "play medicine <vertex>", "play medicine 12"),
    PROGRESS(MINING, "play mining", "play mining"),
    PROGRESS(PRINTER, "play printer", "play printer"),
    PROGRESS(ROAD_BUILDING, "play roads <edges>", "play roads 14-19 19-24"),
    PROGRESS(SMITH, "play smith <vertices>", "play smith 12 15"),
    PROGRESS(COMMERCIAL_HARBOR, "play harbor", "play harbor"),
    PROGRESS(MASTER_MERCHANT, "play master on <victim>", "play master on red"),
    PROGRESS(MERCHANT, "play merchant <hex>", "play merchant 7"),
    PROGRESS(MERCHANT_FLEET, "play fleet <kind>", "play fleet ore"),
    PROGRESS(RESOURCE_MONOPOLY, "play monopoly <resource>", "play monopoly ore"),
    PROGRESS(TRADE_MONOPOLY, "play monopoly <commodity>", "play monopoly coin"),
    PROGRESS(BISHOP, "play bishop <hex> [from <victims>]", "play bishop 7 from red, blue"),
    PROGRESS(CONSTITUTION, "play constitution", "play constitution"),
    PROGRESS(DESERTER, "play deserter on <victim>", "play deserter on red"),
    PROGRESS(DIPLOMAT, "play diplomat <edge> [to <to>]", "play diplomat 14-19 to 19-24"),
    PROGRESS(INTRIGUE, "play intrigue <vertex>", "play intrigue 12"),
    PROGRESS(SABOTEUR, "play saboteur [at <vertex>]", "play saboteur"),
    PROGRESS(SPY, "play spy on <victim>", "play spy on red"),
    PROGRESS(WARLORD, "play warlord", "play warlord"),
    PROGRESS(WEDDING, "play wedding", "play wedding"),
    KNIGHTS(HARBOR_OFFER, "harbor <player> for <resource>", "harbor red for ore"),
    KNIGHTS(GIVE_COMMODITY, "give <commodity>", "give cloth"),
    KNIGHTS(GIVE_CARDS, "give <cards>", "give 2 wool"),
    KNIGHTS(TAKE_RESOURCE, "take <resource>", "take ore"),
    KNIGHTS(TAKE_CARDS, "take <cards>", "take 1 ore + 1 coin"),
    KNIGHTS(TAKE_PROGRESS_CARD, "take card <card>", "take card spy"),
    KNIGHTS(TAKE_PROGRESS_CARD, "take <card>", "take no card"),
    KNIGHTS(REMOVE_KNIGHT, "remove <vertex>", "remove 12"),
    KNIGHTS(PLACE_KNIGHT, "place <level> [knight] <vertex>", "place strong 12"),
    KNIGHTS(RELOCATE_KNIGHT, "relocate <vertex>", "relocate 12"),
    KNIGHTS(DISCARD_PROGRESS_CARD, "discard card <card>", "discard card spy"),
    KNIGHTS(CHOOSE_PROGRESS_DECK, "deck <track>", "deck trade"),
    KNIGHTS(CHOOSE_PILLAGED_CITY, "pillage <vertex>", "pillage 19"),
    KNIGHTS(COMMIT_KNIGHTS, "commit <vertices>", "commit 3 12"),
    KNIGHTS(SKIP, "skip", "skip"),
    BASE(SKIP, "skip", "skip"),
};

enum {
    FORMS = sizeof forms / sizeof forms[0],
    SLIP_MIN =
        5, /* letters of a word that may be another one with a slip: shorter ones are all alike */
};

const struct notation_form *notation_form_at(size_t at) {
    return at < FORMS ? &forms[at] : NULL;
}

/* ---- patterns ---- */

/* Reads the part at *PATTERN and moves past it. */
static struct part part_next(const char **pattern) {
    const char *at = *pattern + strspn(*pattern, " ");
    struct part part = {.type = PART_END};
    size_t len = 0;

    switch (*at) {
    case '\0': break;
    case '[': part.type = PART_OPEN, at++; break;
    case ']': part.type = PART_CLOSE, at++; break;
    case '<':
        part.type = PART_FIELD;
        len = strcspn(++at, ">");
        break;
    default: part.type = PART_LITERAL; len = strcspn(at, " ]");
    }
    assert(len < PART_NAME_MAX);
    memcpy(part.name, at, len);
    *pattern = at + len + (part.type == PART_FIELD);
    return part;
}

const struct field *field_named(const struct field *fields, const char *name) {
    while (fields != NULL && fields->type != FIELD_END && strcmp(fields->name, name) != 0)
        fields++;
    return fields == NULL || fields->type == FIELD_END ? NULL : fields;
}

const struct field *form_field(const struct notation_form *form, const char *name,
                               unsigned *place) {
    const struct field *fields = action_fields(form->type, form->form);
    const struct field *field = field_named(fields, name);

    assert(field != NULL);
    *place = (unsigned)(field - fields);
    return field;
}

/* In a game that lacks these actions their words are unknown; words of all other missing actions are
 * refused as not played. */
#define OWN_WORD(type) (UINT64_C(1) << (type))
static const uint64_t own_words = OWN_WORD(BUILD_WONDER) | OWN_WORD(PLACE_HARBOR) | OWN_WORD(SKIP) |
                                  OWN_WORD(ATTACK_FORTRESS) | OWN_WORD(DRAW_VICTIM) |
                                  OWN_WORD(TAKE_RESOURCE);

static bool notation_is_sayable(const struct notation_form *form, const struct setup *setup) {
    return form->games >> setup->rules.game & 1 && !((own_words & ~setup->types) >> form->type & 1);
}

/* ---- reading ---- */

/* An action before any field is read: all fields left out, and the values given by the form
 * itself. */
static struct action notation_begin_action(const struct notation_form *form) {
    struct action action = {.type = form->type};

    if (form->type == PLAY_DEV_CARD || form->type == PLAY_PROGRESS_CARD)
        action.card = form->form;
    else if (form->type == BUILD_NEUTRAL)
        action.piece = form->form;
    return action;
}

/* Sets a field that was left out to its default. */
static void notation_leave_out(struct action *action, const struct field *field) {
    uint8_t *at = (uint8_t *)action + field->offset;

    if (field->type == FIELD_SEAT_OR_NULL)
        *at = NONE; /* as fields of a thief (field_missing) */
    else if (field->type != FIELD_REF)
        *at = field_missing((enum field_type)field->type);
}

static bool notation_scan_part(struct scan *scan, const struct part *part, struct action *action) {
    unsigned place;

    if (part->type == PART_LITERAL)
        return scan_literal(scan, part->name);
    return field_scan(scan, form_field(scan->form, part->name, &place), action);
}

/* Reads an optional group; *PATTERN is then at its end. If the text does not match, nothing is read
 * and the group's fields are left out. */
static void notation_scan_group(struct scan *scan, const char **pattern, struct action *action,
                                unsigned *left_out) {
    struct action before = *action;
    size_t start = scan->at;
    unsigned fields = 0;
    bool there = true;

    for (;;) {
        struct part part = part_next(pattern);
        unsigned place;

        if (part.type == PART_CLOSE)
            break;
        there = there && notation_scan_part(scan, &part, action);
        if (part.type == PART_FIELD) {
            const struct field *field = form_field(scan->form, part.name, &place);
            notation_leave_out(&before, field);
            fields |= 1u << place;
        }
    }
    if (there)
        return;
    *action = before;
    scan->at = start;
    *left_out |= fields;
}

static bool notation_scan_form(struct scan *scan, const struct notation_form *form,
                               struct action *out) {
    const char *pattern = form->pattern;
    unsigned left_out = 0;

    scan->form = form;
    scan->at = 0;
    scan->bare_give = scan->bare_take = false;
    *out = notation_begin_action(form);
    for (;;) {
        struct part part = part_next(&pattern);

        if (part.type == PART_END)
            break;
        if (part.type == PART_OPEN)
            notation_scan_group(scan, &pattern, out, &left_out);
        else if (!notation_scan_part(scan, &part, out))
            return false;
    }
    if (!scan_end(scan))
        return scan_miss(scan, scan->at, NULL, FIELD_END);
    return notation_fill(scan, out, left_out);
}

/* Tries all forms, those of the currently expected TYPES first, since some read alike. With
 * abbreviated words exactly one form must fit. */
static bool notation_scan_forms(struct scan *scan, uint64_t types, struct action *out,
                                bool *ambiguous) {
    struct action action;
    bool found = false;

    for (unsigned round = 0; round < 2 && !found; round++)
        for (size_t i = 0; i < FORMS; i++) {
            bool likely = types >> forms[i].type & 1;
            if (!notation_is_sayable(&forms[i], scan->setup) || likely != (round == 0))
                continue;
            if (scan->loose && forms[i].type == RESIGN)
                continue; /* not by abbreviated words */
            if (!notation_scan_form(scan, &forms[i], &action))
                continue;
            if (found && memcmp(&action, out, sizeof action) != 0)
                *ambiguous = true;
            if (!found)
                *out = action;
            found = true;
            if (!scan->loose)
                return true;
        }
    return found && !*ambiguous;
}

/* Reads a move in the scan's language: complete words first, then abbreviated ones. On failure the scan is in the
 * state of the mistake furthest into the text. */
static bool notation_scan_words(struct scan *scan, uint64_t types, struct action *out,
                                bool *ambiguous) {
    struct scan exact = *scan, loose = *scan;

    loose.loose = true;
    *ambiguous = false;
    if (notation_scan_forms(&exact, types, out, ambiguous) ||
        (!scan->whole && notation_scan_forms(&loose, types, out, ambiguous)))
        return true;
    *scan = loose.missed > exact.missed ? loose : exact;
    return false;
}

/* A text of several moves being read. */
struct reading {
    const struct setup *setup;
    const struct game *view;
    unsigned seat;
    const struct seat_label *labels;
    enum language language;
    enum notation_style style;
    const char *text;
    struct action *out;
    size_t n, max;
    struct notation_error *error;
};

/* Notes that there are more than LIMIT of something. */
static void note_limit(const struct reading *reading, enum text text, size_t limit) {
    char number[24];

    snprintf(number, sizeof number, "%zu", limit);
    text_fill_short(reading->error->detail, sizeof reading->error->detail, reading->language, text,
                    TEXT_ARGS(number));
}

static bool notation_read_in(const struct reading *reading, const char *text, size_t len,
                             struct action *out) {
    const struct scan start = {.setup = reading->setup,
                               .view = reading->view,
                               .seat = reading->seat,
                               .labels = reading->labels,
                               .prose = reading->style != NOTATION_PROGRAM,
                               .whole = reading->style == NOTATION_WHOLE,
                               .text = text,
                               .len = len};
    struct notation_error *error = reading->error;
    struct scan scan = start;
    uint64_t types =
        reading->view != NULL ? game_types(reading->setup, reading->view, reading->seat) : 0;
    bool ambiguous = false;

    memset(error, 0, sizeof *error);
    if (len > NOTATION_TEXT_MAX) {
        note_limit(reading, TEXT_READ_TEXT_TOO_LONG, NOTATION_TEXT_MAX);
        return false;
    }
    if (notation_scan_words(&scan, types, out, &ambiguous))
        return true;
    if (reading->language != LANGUAGE_ENGLISH) {
        scan = start;
        scan.language = reading->language;
        if (notation_scan_words(&scan, types, out, &ambiguous))
            return true;
    }
    mistake_explain_move(&scan, ambiguous, error);
    return false;
}

bool notation_read(const struct setup *setup, const struct game *view, unsigned seat,
                   const struct seat_label *labels, const char *text, size_t len,
                   struct action *out, struct notation_error *error) {
    const struct reading reading = {.setup = setup,
                                    .view = view,
                                    .seat = seat,
                                    .labels = labels,
                                    .language = LANGUAGE_ENGLISH,
                                    .error = error};

    return notation_read_in(&reading, text, len, out);
}

/* Reads the LEN bytes at AT as one move. */
static bool notation_read_one(struct reading *reading, size_t at, size_t len) {
    struct notation_error *error = reading->error;

    if (reading->n == reading->max) {
        memset(error, 0, sizeof *error);
        error->at = at;
        note_limit(reading, TEXT_READ_TOO_MANY_MOVES, reading->max);
        return false;
    }
    if (!notation_read_in(reading, reading->text + at, len, &reading->out[reading->n])) {
        error->at += at;
        return false;
    }
    reading->n++;
    return true;
}

enum { JOINTS_MAX = 16 /* tried in one text */ };

/* The length of the alternative of WORDS at AT that is followed by a space; 0 for none. */
static size_t joint_word(const char *words, const char *text, size_t at, size_t end) {
    const char *word;
    size_t len;

    while (text_step(&words, &word, &len))
        if (end - at > len && text[at + len] == ' ' &&
            g_ascii_strncasecmp(text + at, word, len) == 0)
            return len;
    return 0;
}

/* What people write between moves instead of `;`: a comma, or "and" or "then" of any language between spaces. All
 * of them also occur within moves. Returns the length of the joint at AT; 0 if there is none. */
static size_t joint_at(const char *text, size_t at, size_t end) {
    if (at == end || text[at] != ' ')
        return at < end && text[at] == ',';
    for (enum language language = 0; language < LANGUAGES; language++) {
        size_t len = joint_word(text_in(language, TEXT_WORD_AND_AND), text, at + 1, end);

        if (len == 0)
            len = joint_word(text_in(language, TEXT_WORD_JOIN_THEN), text, at + 1, end);
        if (len > 0)
            return len + 2;
    }
    return 0;
}

/* Skips spaces and consecutive joints: "road 14-19, and then end". */
static size_t pass_joints(const char *text, size_t at, size_t end) {
    for (size_t len; at < end; at += len) {
        len = text[at] == ' ' || text[at] == '\t' || text[at] == '\r';
        if (len == 0 && at > 0 && text[at - 1] == ' ') {
            len = joint_at(text, at - 1, end); /* the space before it was skipped already */
            len -= len > 0;
        }
        if (len == 0)
            break;
    }
    return at;
}

/* Reads the text from AT to END, which is not a single move, as several, trying the longest first. On failure
 * *ERROR is that of the whole, or of the text after the moves that can be read. */
static bool notation_read_joined(struct reading *reading, size_t at, size_t end) {
    struct notation_error whole = *reading->error;
    size_t places[JOINTS_MAX], n = 0;

    for (size_t i = at; i < end; i++)
        if (joint_at(reading->text, i, end) > 0 && n++ < JOINTS_MAX)
            places[n - 1] = i;
    if (n > JOINTS_MAX)
        return false;
    for (; n > 0; n--) {
        size_t behind = pass_joints(
            reading->text, places[n - 1] + joint_at(reading->text, places[n - 1], end), end);

        if (notation_read_one(reading, at, places[n - 1] - at))
            return behind == end || notation_read_one(reading, behind, end - behind) ||
                   notation_read_joined(reading, behind, end);
    }
    *reading->error = whole;
    return false;
}

size_t notation_read_all(const struct setup *setup, const struct game *view, unsigned seat,
                         const struct seat_label *labels, enum language language,
                         enum notation_style style, const char *text, size_t len,
                         struct action *out, size_t max, struct notation_error *error) {
    struct reading reading = {.setup = setup,
                              .view = view,
                              .seat = seat,
                              .labels = labels,
                              .language = language,
                              .style = style,
                              .text = text,
                              .out = out,
                              .max = max,
                              .error = error};

    memset(error, 0, sizeof *error);
    for (size_t at = 0, end; at < len; at = end + 1) {
        for (end = at; end < len && text[end] != ';' && text[end] != '\n'; end++) {
        }
        while (at < end && (text[at] == ' ' || text[at] == '\t' || text[at] == '\r'))
            at++;
        if (at < end && !notation_read_one(&reading, at, end - at) &&
            (reading.n == max || !notation_read_joined(&reading, at, end)))
            return 0;
    }
    if (reading.n == 0)
        snprintf(error->detail, sizeof error->detail, "%s", text_in(language, TEXT_READ_EMPTY));
    return reading.n;
}

/* The first literal of FORM. */
static struct part form_head(const struct notation_form *form) {
    const char *pattern = form->pattern;

    return part_next(&pattern);
}

size_t notation_head(enum language language, const char *text, size_t len, bool whole) {
    struct scan scan = {
        .language = language, .prose = true, .loose = !whole, .text = text, .len = len};
    char word[WORD_SHOWN_SIZE], found[SCAN_NAME_SIZE] = "";
    size_t first, furthest = 0;

    scan_space(&scan);
    first = scan.at + scan_word_length(&scan, scan.at);
    scan_shown_word(&scan, scan.at, word);
    for (size_t i = 0; i < FORMS; i++) {
        struct part head = form_head(&forms[i]);

        scan.at = 0;
        if (scan_literal(&scan, head.name) && scan.at > furthest)
            furthest = scan.at;
        scan_nearest(word, vocabulary_literal(head.name), language, found);
    }
    if (furthest == 0 && !whole && strlen(word) >= SLIP_MIN && found[0] != '\0')
        return first;
    return furthest;
}

/* Whether the text is exactly a form without its optional groups and without fields. */
static bool form_is_bare(struct scan *scan, const struct notation_form *form) {
    const char *pattern = form->pattern;
    bool within = false;

    for (struct part part; (part = part_next(&pattern)).type != PART_END;) {
        within = part.type != PART_CLOSE && (within || part.type == PART_OPEN);
        if (!within && (part.type == PART_FIELD ||
                        (part.type == PART_LITERAL && !scan_literal(scan, part.name))))
            return false;
    }
    return scan_end(scan);
}

bool notation_is_bare(enum language language, const char *text, size_t len) {
    for (size_t i = 0; i < FORMS; i++) {
        struct scan scan = {.language = language, .text = text, .len = len};

        if (form_is_bare(&scan, &forms[i]))
            return true;
    }
    return false;
}

/* ---- writing ---- */

static const struct notation_form *notation_form_of(const struct setup *setup,
                                                    const struct action *action) {
    const struct notation_form *found = NULL;

    for (size_t i = 0; i < FORMS; i++)
        if (forms[i].type == action->type && forms[i].form == action_form(action) &&
            (found == NULL ||
             (!notation_is_sayable(found, setup) && notation_is_sayable(&forms[i], setup))))
            found = &forms[i];
    return found;
}

static bool notation_is_left_out(const struct action *action, const struct field *field) {
    uint8_t value = ((const uint8_t *)action)[field->offset];
    uint32_t ref;

    if (field->type == FIELD_SEAT_OR_NULL || field->type == FIELD_THIEF_VICTIM ||
        field->type == FIELD_THIEF_HEX)
        return value == NONE;
    if (field->type == FIELD_REF) {
        memcpy(&ref, (const uint8_t *)action + field->offset, sizeof ref);
        return ref == 0;
    }
    return field->optional && value == field_missing((enum field_type)field->type);
}

/* Moves past a group; returns whether its last field has a value to be written. */
static bool notation_pass_group(const struct notation_form *form, const char **pattern,
                                const struct action *action) {
    bool says = false;
    unsigned place;

    for (;;) {
        struct part part = part_next(pattern);

        if (part.type == PART_CLOSE)
            return says;
        if (part.type == PART_FIELD)
            says = !notation_is_left_out(action, form_field(form, part.name, &place));
    }
}

/* The next literal or field that is written for ACTION, in *PART; groups without values are skipped.
 * False at the end. */
static bool part_next_said(const struct notation_form *form, const char **pattern,
                           const struct action *action, struct part *part) {
    do {
        *part = part_next(pattern);
        if (part->type == PART_OPEN) {
            const char *group = *pattern;

            if (!notation_pass_group(form, &group, action))
                *pattern = group;
        }
    } while (part->type == PART_OPEN || part->type == PART_CLOSE);
    return part->type != PART_END;
}

void notation_write(struct buffer *out, const struct setup *setup, const struct seat_label *labels,
                    const struct action *action) {
    const struct notation_form *form = notation_form_of(setup, action);
    const char *pattern, *between = "";
    struct part part;
    unsigned place;

    if (form == NULL) { /* no form: at least name the type */
        buffer_text(out, event_type_name(action->type));
        return;
    }
    pattern = form->pattern;
    for (; part_next_said(form, &pattern, action, &part); between = " ") {
        buffer_text(out, between);
        if (part.type == PART_LITERAL)
            buffer_text(out, part.name);
        else
            field_write(out, setup, labels, form_field(form, part.name, &place), action);
    }
}
