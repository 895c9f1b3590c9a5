/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/document/vocabulary.h"

#include <string.h>

#include "engine/game.h"
#include "engine/reason.h"
#include "service/document/action_json.h"
#include "service/document/board_json.h"
#include "service/document/refusal.h"

/* A set of names, called NAME in the page and in programs; entries that are NULL are unused. */
struct name_set {
    const char *name;
    const char *const *names;
    unsigned first, end;
};

static const struct name_set name_sets[] = {
    {"resource", kind_names, 0, RESOURCE_COUNT},
    {"commodity", kind_names, RESOURCE_COUNT, KIND_COUNT},
    {"terrain", terrain_names, 0, TERRAIN_COUNT},
    {"side", side_names, 0, SIDE_COUNT},
    {"harbor", harbor_names, 0, HARBOR_KIND_COUNT},
    {"mark", mark_names, 0, MARK_KIND_COUNT},
    {"gift", gift_names, 0, GIFT_HARBOR + 1},
    {"game", game_kind_names, 0, GAME_KIND_COUNT},
    {"edition", edition_names, EDITION_NONE + 1, EDITION_COUNT},
    {"variant", variant_names, 0, VARIANT_COUNT},
    {"scenario", scenario_names, SCENARIO_NONE + 1, SCENARIO_COUNT},
    {"piece", piece_names, 0, PIECE_COUNT},
    {"dev_card", dev_names, 0, DEV_COUNT},
    {"progress_card", progress_names, 0, PROGRESS_COUNT},
    {"track", track_names, 0, TRACK_COUNT},
    {"event_die", face_names, FACE_NONE + 1, FACE_COUNT},
    {"wonder", wonder_names, 0, WONDER_COUNT},
    {"loot", loot_names, 0, LOOT_COUNT},
    {"phase", phase_names, 0, PHASE_COUNT},
    {"turn_step", turn_step_names, 0, TURN_STEP_COUNT},
    {"decision", decision_names, 1, DECISION_KIND_COUNT},
    {"agenda_step", agenda_names, 1, AGENDA_STEP_COUNT},
    {"award", award_names, 0, AWARD_COUNT},
    {"point_source", point_source_names, 0, POINT_SOURCE_COUNT},
    {"event_by", event_by_names, 0, BY_COUNT},
};

static void write_name_sets(struct writer *w) {
    writer_key(w, "names");
    writer_object(w);
    for (size_t i = 0; i < sizeof name_sets / sizeof *name_sets; i++) {
        const struct name_set *set = &name_sets[i];
        writer_key_text(w, set->name);
        writer_array(w);
        for (unsigned at = set->first; at < set->end; at++)
            if (set->names[at] != NULL)
                writer_text(w, set->names[at]);
        writer_array_end(w);
    }
    writer_object_end(w);
}

/* The special cards that no edition has: what the card says that its holder has, and what each player has of it. */
static void write_added_awards(struct writer *w) {
#define AWARD_FIGURES(number, name, figure, of_player) {#name, #figure, #of_player},
    static const struct {
        const char *name, *figure, *of_player;
    } rows[] = {ADDED_AWARDS(AWARD_FIGURES)};
    writer_key(w, "added_awards");
    writer_array(w);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        writer_object(w);
        writer_text_member(w, "award", rows[i].name);
        writer_text_member(w, "figure", rows[i].figure);
        writer_text_member(w, "of_player", rows[i].of_player);
        writer_object_end(w);
    }
    writer_array_end(w);
}

/* What a field holds, in the words of the interface; LEAST and MOST of a list. */
static const struct field_kind {
    const char *name;
    uint8_t least, most;
} field_kinds[FIELD_TYPE_COUNT] = {
    [FIELD_VERTEX] = {"vertex", 0, 0},
    [FIELD_VERTEX_OPTIONAL] = {"vertex", 0, 0},
    [FIELD_EDGE] = {"edge", 0, 0},
    [FIELD_EDGE_OPTIONAL] = {"edge", 0, 0},
    [FIELD_EDGES] = {"edges", 1, 2},
    [FIELD_HEX] = {"hex", 0, 0},
    [FIELD_THIEF_HEX] = {"hex", 0, 0},
    [FIELD_HEXES] = {"hexes", 2, 2},
    [FIELD_SEAT] = {"seat", 0, 0},
    [FIELD_SEAT_OR_NULL] = {"seat_or_null", 0, 0},
    [FIELD_THIEF_VICTIM] = {"seat_or_null", 0, 0},
    [FIELD_SEATS] = {"seats", 1, SEAT_MAX},
    [FIELD_SEATS_OR_ALL] = {"seats", 0, SEAT_MAX},
    [FIELD_CARDS] = {"cards", 0, 0},
    [FIELD_KIND] = {"resource", 0, 0},
    [FIELD_COMMODITY] = {"commodity", 0, 0},
    [FIELD_ANY_KIND] = {"kind", 0, 0},
    [FIELD_DEV] = {"dev_card", 0, 0},
    [FIELD_PROGRESS] = {"progress_card", 0, 0},
    [FIELD_PROGRESS_OR_NULL] = {"progress_card_or_null", 0, 0},
    [FIELD_PIECE] = {"piece", 0, 0},
    [FIELD_BOOL] = {"bool", 0, 0},
    [FIELD_REF] = {"number", 0, 0},
    [FIELD_VERTICES] = {"vertices", 0, KNIGHT_PIECES_MAX},
    [FIELD_DIE] = {"die", 0, 0},
    [FIELD_LEVEL] = {"level", 0, 0},
    [FIELD_TRACK] = {"track", 0, 0},
    [FIELD_WONDER] = {"wonder", 0, 0},
    [FIELD_HARBOR_OPTIONAL] = {"harbor", 0, 0},
    [FIELD_LOOT] = {"loot", 0, 0},
};

/* What others see instead of a field that HIDES hides from them; NULL if the field is not
 * hidden. */
static const char *hidden_of(unsigned hides, const char *field) {
    static const struct {
        unsigned part;
        const char *field, *instead;
    } rows[] = {
        {HIDDEN_ACTION_CARDS, "cards", "count"}, {HIDDEN_ACTION_TAKE, "take", "count"},
        {HIDDEN_ACTION_CARD, "card", "track"},   {HIDDEN_ACTION_VERTEX, "vertex", ""},
        {HIDDEN_ACTION_TRACK, "track", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (hides & rows[i].part && strcmp(rows[i].field, field) == 0)
            return rows[i].instead;
    return NULL;
}

static void write_field_words(struct writer *w, const struct field *field, unsigned hides) {
    const struct field_kind *kind = &field_kinds[field->type];
    const char *instead = hidden_of(hides, field->name);
    writer_object(w);
    writer_text_member(w, "name", field->name);
    writer_text_member(w, "kind", kind->name);
    if (field->optional || action_field_is_sometimes(field))
        writer_bool_member(w, "optional", true);
    if (kind->most != 0) {
        writer_int_member(w, "least", kind->least);
        writer_int_member(w, "most", kind->most);
    }
    if (instead != NULL)
        writer_text_member(w, "hidden", instead);
    writer_object_end(w);
}

static void write_further_field(struct writer *w, const char *name, const char *kind) {
    writer_object(w);
    writer_text_member(w, "name", name);
    writer_text_member(w, "kind", kind);
    writer_bool_member(w, "optional", true);
    writer_object_end(w);
}

static const char *const part_names[] = {"dice", "card", "cards", "event"};

static const char *card_kind_of(unsigned limit) {
    switch (limit) {
    case KIND_COUNT: return "kind";
    case DEV_COUNT: return "dev_card";
    case PROGRESS_COUNT: return "progress_card";
    default: return NULL;
    }
}

static void write_chance_words(struct writer *w, const struct action_facts *facts) {
    if (facts->parts != 0) {
        writer_key(w, "chance");
        writer_names(w, part_names, sizeof part_names / sizeof *part_names, facts->parts);
    }
    if (facts->parts & (PART_CARD | PART_CARDS) && card_kind_of(facts->card_limit) != NULL)
        writer_text_member(w, "draws", card_kind_of(facts->card_limit));
    if (facts->hides & (HIDDEN_OUTCOME_CARD | HIDDEN_OUTCOME_CARDS))
        writer_bool_member(w, "draws_hidden", true);
    if (facts->discovers)
        writer_bool_member(w, "discovers", true);
    if (facts->ships)
        writer_bool_member(w, "ships", true);
}

static void write_all_fields(struct writer *w, unsigned type, unsigned form) {
    const struct action_facts facts = action_facts(type, form);
    const struct field *field = action_fields(type, form);
    writer_key(w, "fields");
    writer_array(w);
    for (; field->type != FIELD_END; field++)
        write_field_words(w, field, facts.hides);
    if (action_names_thief(type, form))
        write_further_field(w, "piece", "thief");
    if (facts.ships && type == PLAY_DEV_CARD)
        write_further_field(w, "pieces", "free_pieces");
    writer_array_end(w);
    write_chance_words(w, &facts);
}

/* The name of FORM in the member that selects the form. */
static const char *form_name(unsigned type, unsigned form) {
    switch (type) {
    case PLAY_DEV_CARD: return dev_names[form];
    case PLAY_PROGRESS_CARD: return progress_names[form];
    default: return piece_names[form];
    }
}

static void write_forms(struct writer *w, unsigned type) {
    writer_text_member(w, "by", action_fields(type, 0)->name);
    writer_key(w, "forms");
    writer_array(w);
    for (unsigned form = 0; form < action_forms(type); form++) {
        if (action_fields(type, form) == NULL ||
            (type == PLAY_PROGRESS_CARD && progress_rows[form].point)) /* laid out at once, never
                                                                        * played */
            continue;
        writer_object(w);
        writer_text_member(w, "is", form_name(type, form));
        write_all_fields(w, type, form);
        writer_object_end(w);
    }
    writer_array_end(w);
}

static void write_action_words(struct writer *w) {
    writer_key(w, "actions");
    writer_array(w);
    for (unsigned type = ACTION_NONE + 1; type < EVENT_TYPE_COUNT; type++) {
        if (!event_is_action(type))
            continue;
        writer_object(w);
        writer_text_member(w, "type", event_type_name(type));
        if (action_forms(type) > 1)
            write_forms(w, type);
        else
            write_all_fields(w, type, 0);
        writer_object_end(w);
    }
    writer_array_end(w);
}

/* Writes the events that the server itself adds to logs. */
static void write_event_words(struct writer *w) {
    writer_key(w, "events");
    writer_array(w);
    for (unsigned type = ACTION_NONE + 1; type < EVENT_TYPE_COUNT; type++)
        if (!event_is_action(type))
            writer_text(w, event_type_name(type));
    writer_array_end(w);
}

static void write_option_words(struct writer *w) {
    static const char *const of[EXPANSION_COUNT] = {
        [EXPANSION_KNIGHTS] = "cities_and_knights",
        [EXPANSION_LARGE] = "five_six",
        [EXPANSION_SEA] = "sea",
    };
    writer_key(w, "options");
    writer_array(w);
    for (unsigned i = 0; i < OPTION_COUNT; i++) {
        const struct option_row *row = &option_rows[i];
        writer_object(w);
        writer_text_member(w, "option", row->name);
        writer_text_or_null_member(w, "of", row->of < EXPANSION_COUNT ? of[row->of] : NULL);
        if (row->with_knights)
            writer_bool_member(w, "with_knights", true);
        writer_key(w, "values");
        writer_array(w);
        for (unsigned value = 0; value < OPTION_VALUES_MAX && row->values[value] != NULL; value++)
            writer_text(w, row->values[value]);
        writer_array_end(w);
        writer_object_end(w);
    }
    writer_array_end(w);
}

/* Some codes have several rows, for rules of different books. */
static void write_refusals(struct writer *w) {
    writer_key(w, "refusals");
    writer_array(w);
    for (unsigned i = REASON_OK + 1; i < REASON_COUNT; i++) {
        writer_object(w);
        writer_text_member(w, "code", reasons[i].code);
        writer_text_or_null_member(w, "rule", reasons[i].rule);
        writer_text_member(w, "text", refusal_text(LANGUAGE_ENGLISH, (enum reason)i));
        writer_object_end(w);
    }
    writer_array_end(w);
}

void vocabulary_write(struct writer *w) {
    writer_object(w);
    write_name_sets(w);
    write_added_awards(w);
    write_action_words(w);
    write_event_words(w);
    write_option_words(w);
    write_refusals(w);
    writer_object_end(w);
}
