/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/document/rules_json.h"

#include <string.h>

#include "engine/action.h"
#include "engine/scenario.h"
#include "service/base/json_read.h"
#include "service/base/json_write.h"
#include "service/document/cards_json.h"

enum { EDITION_DEFAULT = CK2020, PLAYERS_DEFAULT = 4 };

/* The numbers of players of each game, and its default target (openapi.yaml). */
static const struct game_choice {
    uint8_t players_min, players_max, points;
} choices[GAME_KIND_COUNT] = {
    [GAME_BASE] = {2, 6, 10},
    [GAME_CITIES_AND_KNIGHTS] = {3, 6, 13},
};

/* ---- reading ---- */

/* Refuses members that only Cities & Knights has, even ones that would change nothing: a client
 * that names an edition expects a different game. */
static void refuse_foreign(struct reading *r, const json_t *value) {
    const json_t *variants = json_object_get(value, "variants");
    if (json_object_get(value, "edition") != NULL)
        reading_refuse_at(r, "edition", "the base game has no editions; leave it out");
    if (variants != NULL && (!json_is_array(variants) || json_array_size(variants) > 0))
        reading_refuse_at(r, "variants", "the base game has none of these; send [] or nothing");
}

static void read_players(struct reading *r, const json_t *value, unsigned seats,
                         struct rules *rules) {
    const struct game_choice *choice = &choices[rules->game];
    bool fits = seats >= choice->players_min && seats <= choice->players_max;
    rules->players =
        (uint8_t)reading_number_of(r, value, "players", choice->players_min, choice->players_max,
                                   fits ? seats : (unsigned)PLAYERS_DEFAULT);
    if (r->failed || seats == 0 || rules->players == seats)
        return;
    if (fits)
        reading_refuse_at(r, "players", "%u players do not fit %u seats", rules->players, seats);
    else
        reading_refuse_at(r, "players", "this game is for %u to %u players, and there are %u seats",
                          choice->players_min, choice->players_max, seats);
}

static void read_variants(struct reading *r, const json_t *value, struct rules *rules) {
    size_t mark;
    const json_t *variants = reading_enter_member(r, value, "variants", false, &mark);
    if (variants != NULL)
        rules->variants |= (uint8_t)reading_set(r, variants, variant_names, VARIANT_COUNT);
    reading_leave(r, mark);
}

/* Whether clients can set this option in such a game. */
static bool has_option(const struct rules *rules, enum option option) {
    return (option_needs(option) & ~rules_chosen_expansions(rules)) == 0;
}

/* Reads single options that override the edition's. */
static void read_options(struct reading *r, const json_t *value, struct rules *rules) {
    const json_t *options = reading_member(r, value, "options", false);
    const char *known[OPTION_COUNT + 1] = {NULL};
    size_t n = 0;
    for (unsigned i = 0; i < OPTION_COUNT; i++)
        rules->options[i] = (uint8_t)rules_option_default(rules, i);
    for (unsigned i = 0; i < OPTION_COUNT; i++)
        if (has_option(rules, (enum option)i))
            known[n++] = option_rows[i].name;
    if (options == NULL)
        return;
    size_t mark = reading_enter(r, "options");
    if (reading_object(r, options, known))
        for (unsigned i = 0; i < OPTION_COUNT; i++)
            if (has_option(rules, (enum option)i))
                rules->options[i] =
                    (uint8_t)reading_name_of(r, options, option_rows[i].name, option_rows[i].values,
                                             OPTION_VALUES_MAX, rules->options[i]);
    reading_leave(r, mark);
}

/* Reads which map of Seafarers is played; none if the member is missing. A refusal names what rules the
 * combination out. */
static void read_scenario(struct reading *r, const json_t *value, struct rules *rules) {
    rules->scenario = (uint8_t)reading_name_of(r, value, "scenario", scenario_names, SCENARIO_COUNT,
                                               SCENARIO_NONE);
}

/* Whether GAME can be played on SCENARIO by this number of players. */
static bool scenario_is_played(unsigned game, unsigned players, unsigned scenario) {
    struct rules rules = game == GAME_BASE ? rules_base(players) : rules_knights(CK2020, players);
    rules.scenario = (uint8_t)scenario;
    return rules_complete(&rules);
}

static void check_scenario(struct reading *r, const struct rules *rules) {
    const char *name = scenario_names[rules->scenario], *rule = rules_refused_by(rules);
    if (r->failed || rules->scenario == SCENARIO_NONE)
        return;
    if (rules->players == 2)
        reading_refuse_at(r, "players", "two players cannot play at sea (rule %s)", rule);
    else if (!scenario_is_played(GAME_BASE, rules->players, rules->scenario))
        reading_refuse_at(r, "scenario",
                          "\"%s\" is not played here yet with %u players (rule S-91)", name,
                          rules->players);
    else if (rule != NULL && rules->options[OPTION_UNSUITABLE] == UNSUITABLE_REFUSE)
        reading_refuse_at(r, "scenario",
                          "\"%s\" does not suit Cities & Knights (rule %s); some such maps can be "
                          "played with the option sea_unsuitable \"allow\"",
                          name, rule);
    else if (rule != NULL)
        reading_refuse_at(r, "scenario", "\"%s\" is not played with Cities & Knights (rule %s)",
                          name, rule);
}

static void read_knights(struct reading *r, const json_t *value, struct rules *rules) {
    rules->edition = (uint8_t)reading_name_of(r, value, "edition", edition_names, EDITION_COUNT,
                                              EDITION_DEFAULT);
    read_variants(r, value, rules);
    if (!rules->combined_phases)
        reading_refuse_at(r, "combined_phases",
                          "Cities & Knights has no strict order (rule C-24): send true or "
                          "nothing");
}

bool rules_read(struct read_errors *errors, const json_t *value, const char *pointer,
                unsigned seats, struct rules *rules) {
    static const char *const known[] = {
        "game",           "edition",  "players", "victory_points", "combined_phases",
        "rules_revision", "variants", "options", "scenario",       NULL};
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
    rules->combined_phases = reading_bool_of(&r, value, "combined_phases", true);
    rules->points_target =
        (uint8_t)reading_number_of(&r, value, "victory_points", POINTS_TARGET_MIN,
                                   POINTS_TARGET_MAX, choices[rules->game].points);
    rules->revision = (uint8_t)reading_number_of(&r, value, "rules_revision", 1,
                                                 RULES_REVISION_LATEST, RULES_REVISION_LATEST);
    if (rules->game == GAME_BASE)
        refuse_foreign(&r, value);
    else
        read_knights(&r, value, rules);
    read_players(&r, value, seats, rules);
    read_scenario(&r, value, rules);
    if (scenario_target(rules->game, rules->scenario) > 0 &&
        json_object_get(value, "victory_points") == NULL)
        rules->points_target = (uint8_t)scenario_target(rules->game, rules->scenario);
    read_options(&r, value, rules);
    check_scenario(&r, rules);
    if (!r.failed && !rules_complete(rules))
        reading_refuse(&r, "these rules cannot be combined");
    return !r.failed;
}

/* ---- writing ---- */

static void write_variants(struct writer *w, const struct rules *rules) {
    writer_key(w, "variants");
    writer_array(w);
    for (unsigned i = 0; i < VARIANT_COUNT; i++)
        if (rules_variant(rules, (enum variant)i))
            writer_text(w, variant_names[i]);
    writer_array_end(w);
}

static void write_options(struct writer *w, const struct rules *rules) {
    writer_key(w, "options");
    writer_object(w);
    for (unsigned i = 0; i < OPTION_COUNT; i++) {
        if (rules->options[i] == rules_option_default(rules, i))
            continue;
        writer_key_text(w, option_rows[i].name);
        writer_text(w, option_rows[i].values[rules->options[i]]);
    }
    writer_object_end(w);
}

static void write_improvements_of(struct writer *w, unsigned edition) {
    writer_object(w);
    for (unsigned track = 0; track < TRACK_COUNT; track++) {
        writer_key_text(w, track_names[track]);
        writer_array(w);
        for (unsigned level = 0; level < LEVEL_MAX; level++)
            writer_text(w, improvement_names[edition][track][level]);
        writer_array_end(w);
    }
    writer_object_end(w);
}

void rules_write(struct writer *w, const struct rules *rules) {
    writer_object(w);
    writer_text_member(w, "game", game_kind_names[rules->game]);
    if (rules->edition != EDITION_NONE)
        writer_text_member(w, "edition", edition_names[rules->edition]);
    if (rules->scenario != SCENARIO_NONE)
        writer_text_member(w, "scenario", scenario_names[rules->scenario]);
    writer_int_member(w, "players", rules->players);
    writer_int_member(w, "victory_points", rules->points_target);
    writer_bool_member(w, "combined_phases", rules->combined_phases);
    writer_int_member(w, "rules_revision", rules->revision);
    write_variants(w, rules);
    write_options(w, rules);
    writer_object_end(w);
}

void improvements_write(struct writer *w, const struct rules *rules) {
    write_improvements_of(w, rules->edition);
}

/* ---- the available choices ---- */

/* Costs of actions whose cost does not depend on circumstances; that of an improvement depends on its
 * level. */
static const struct action_cost {
    enum action_type type;
    const struct cards *cost;
    bool base, knights; /* the games that have the action */
} action_costs[] = {
    {BUILD_ROAD, &piece_cost[PIECE_ROAD], true, true},
    {BUILD_SHIP, &piece_cost[PIECE_SHIP], true, true},
    {BUILD_SETTLEMENT, &piece_cost[PIECE_SETTLEMENT], true, true},
    {BUILD_CITY, &piece_cost[PIECE_CITY], true, true},
    {BUY_DEV_CARD, &dev_cost, true, false},
    {BUILD_CITY_WALL, &piece_cost[PIECE_WALL], false, true},
    {BUILD_KNIGHT, &piece_cost[PIECE_BASIC], false, true},
    {ACTIVATE_KNIGHT, &activation_cost, false, true},
    {PROMOTE_KNIGHT, &piece_cost[PIECE_STRONG], false, true},
    {REPAIR_CITY, &repair_cost, false, true},
};

static void write_costs(struct writer *w, unsigned game) {
    writer_key(w, "costs");
    writer_object(w);
    for (size_t i = 0; i < sizeof action_costs / sizeof *action_costs; i++) {
        const struct action_cost *row = &action_costs[i];
        if (game == GAME_BASE ? !row->base : !row->knights)
            continue;
        writer_key_text(w, event_type_name(row->type));
        cards_write(w, *row->cost);
    }
    writer_object_end(w);
}

static void write_edition(struct writer *w, unsigned edition) {
    writer_object(w);
    writer_text_member(w, "edition", edition_names[edition]);
    writer_key(w, "options");
    writer_object(w);
    for (unsigned i = 0; i < EDITION_OPTION_COUNT; i++) {
        writer_key_text(w, option_rows[i].name);
        writer_text(w, option_rows[i].values[edition_options[edition][i]]);
    }
    writer_object_end(w);
    writer_key(w, "improvement_names");
    write_improvements_of(w, edition);
    writer_object_end(w);
}

/* Playable scenarios with their numbers of players and targets; a custom map gives its own target. */
static void write_scenarios(struct writer *w, unsigned game) {
    writer_key(w, "scenarios");
    writer_array(w);
    for (unsigned scenario = SCENARIO_NONE + 1; scenario < SCENARIO_COUNT; scenario++) {
        unsigned most = choices[game].players_max;
        while (most > 2 && !scenario_is_played(game, most, scenario))
            most--;
        if (most == 2)
            continue;
        writer_object(w);
        writer_text_member(w, "scenario", scenario_names[scenario]);
        writer_key(w, "players");
        writer_array(w);
        for (unsigned players = 3; players <= most; players++)
            if (scenario_is_played(game, players, scenario))
                writer_int(w, players);
        writer_array_end(w);
        writer_int_or_null_member(w, "victory_points", scenario_target(game, scenario));
        writer_object_end(w);
    }
    writer_array_end(w);
}

static void write_game_kind(struct writer *w, unsigned game) {
    writer_object(w);
    writer_text_member(w, "game", game_kind_names[game]);
    writer_int_member(w, "players_min", choices[game].players_min);
    writer_int_member(w, "players_max", choices[game].players_max);
    writer_int_member(w, "victory_points", choices[game].points);
    write_costs(w, game);
    writer_text_or_null_member(w, "edition",
                               game == GAME_BASE ? "" : edition_names[EDITION_DEFAULT]);
    writer_key(w, "editions");
    writer_array(w);
    for (unsigned edition = 1; game != GAME_BASE && edition < EDITION_COUNT; edition++)
        write_edition(w, edition);
    writer_array_end(w);
    write_scenarios(w, game);
    writer_object_end(w);
}

void rules_write_known(struct writer *w) {
    writer_object(w);
    writer_key(w, "games");
    writer_array(w);
    for (unsigned game = 0; game < GAME_KIND_COUNT; game++)
        write_game_kind(w, game);
    writer_array_end(w);
    writer_object_end(w);
}
