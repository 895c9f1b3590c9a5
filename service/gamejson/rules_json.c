/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/gamejson/rules_json.h"

#include <string.h>

#include "service/gamejson/reading.h"
#include "service/json/writer.h"

enum { PLAYERS_MIN = 2, PLAYERS_MAX = 4, PLAYERS_DEFAULT = 4, POINTS_DEFAULT = 10 };

/* What only Cities & Knights has: the base game takes none of it, not even one that changes
 * nothing, because whoever names an edition expects another game. */
static void refuse_foreign(struct reading *r, const json_t *value) {
    const json_t *variants = json_object_get(value, "variants");
    const json_t *options = json_object_get(value, "options");
    if (json_object_get(value, "edition") != NULL)
        reading_refuse_at(r, "edition", "the base game has no editions; leave it out");
    if (variants != NULL && (!json_is_array(variants) || json_array_size(variants) > 0))
        reading_refuse_at(r, "variants", "the base game has none of these; send [] or nothing");
    if (options != NULL && (!json_is_object(options) || json_object_size(options) > 0))
        reading_refuse_at(r, "options", "the base game has none of these; send {} or nothing");
}

static void read_players(struct reading *r, const json_t *value, unsigned seats,
                         struct rules *rules) {
    unsigned players = seats >= PLAYERS_MIN && seats <= PLAYERS_MAX ? seats : PLAYERS_DEFAULT;
    rules->players =
        (uint8_t)reading_number_of(r, value, "players", PLAYERS_MIN, PLAYERS_MAX, players);
    if (!r->failed && seats > 0 && rules->players != seats)
        reading_refuse_at(r, "players", "%u players do not fit %u seats", rules->players, seats);
}

bool rules_read(struct read_errors *errors, const json_t *value, const char *pointer,
                unsigned seats, struct rules *rules) {
    static const char *const known[] = {"game",           "edition",         "players",
                                        "victory_points", "combined_phases", "rules_revision",
                                        "variants",       "options",         NULL};
    struct reading r = reading_begin(errors, pointer);
    *rules = (struct rules){.game = GAME_BASE};
    if (value == NULL) {
        reading_refuse(&r, "is missing: name at least the game, {\"game\":\"base\"}");
        return false;
    }
    if (!reading_object(&r, value, known))
        return false;
    rules->game = (uint8_t)reading_name_of(&r, value, "game", game_kind_names, GAME_KIND_COUNT,
                                           READING_REQUIRED);
    if (!r.failed && rules->game != GAME_BASE) {
        reading_refuse_at(&r, "game", "this server plays the base game only: \"base\"");
        return false;
    }
    refuse_foreign(&r, value);
    read_players(&r, value, seats, rules);
    rules->points_target = (uint8_t)reading_number_of(
        &r, value, "victory_points", POINTS_TARGET_MIN, POINTS_TARGET_MAX, POINTS_DEFAULT);
    rules->combined_phases = reading_bool_of(&r, value, "combined_phases", true);
    rules->revision = (uint8_t)reading_number_of(&r, value, "rules_revision", 1,
                                                 RULES_REVISION_LATEST, RULES_REVISION_LATEST);
    if (!r.failed && !rules_complete(rules))
        reading_refuse(&r, "these rules do not go together");
    return !r.failed;
}

void rules_write(struct writer *w, const struct rules *rules) {
    writer_object(w);
    writer_text_member(w, "game", game_kind_names[rules->game]);
    writer_int_member(w, "players", rules->players);
    writer_int_member(w, "victory_points", rules->points_target);
    writer_bool_member(w, "combined_phases", rules->combined_phases);
    writer_int_member(w, "rules_revision", rules->revision);
    writer_key(w, "variants");
    writer_array(w);
    writer_array_end(w);
    writer_key(w, "options");
    writer_object(w);
    writer_object_end(w);
    writer_object_end(w);
}
