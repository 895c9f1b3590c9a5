/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/game/parts.h"

#include <string.h>

#include "service/base/json_read.h"
#include "service/base/json_write.h"
#include "service/document/action_json.h"

const char *const part_choice_names[PART_CHOICES + 1] = {"pass", "ask", "plan", NULL};

bool part_allows(const struct rules *rules, unsigned type) {
    switch (type) {
    case BUILD_SETTLEMENT:
    case BUILD_CITY:
    case BUILD_ROAD:
    case BUILD_SHIP:
    case BUILD_WONDER:
    case BUY_DEV_CARD:
    case BUILD_CITY_WALL:
    case BUILD_KNIGHT:
    case ACTIVATE_KNIGHT:
    case PROMOTE_KNIGHT:
    case IMPROVE_CITY: return true;
    case MARITIME_TRADE: return !rules->parts_special;
    default: return rules->scenario != SCENARIO_NONE && part_is_answer(type);
    }
}

bool part_is_answer(unsigned type) {
    return type == CHOOSE_GOLD || type == PLACE_HARBOR;
}

enum part_choice part_default(const struct rules *rules, enum store_game_mode mode) {
    return rules->parts_special && mode == STORE_MODE_PLAY ? PART_PASS : PART_ASK;
}

/* SETTING: the seat's, or NULL; ignored unless its account has the seat. */
static enum part_step part_next_step(const struct setup *setup, const struct game *game,
                                     enum store_game_mode mode, const struct store_seat *seat,
                                     const struct store_part_setting *setting) {
    static const enum part_step steps[PART_CHOICES] = {
        [PART_PASS] = PART_STEP_END, [PART_ASK] = PART_STEP_ASK, [PART_PLAN] = PART_STEP_PLAN};

    if (setting == NULL || setting->account != seat->account || setting->setting >= PART_CHOICES)
        return steps[part_default(&setup->rules, mode)];
    if (setting->turn == game->turn)
        return PART_STEP_ANSWER;
    return steps[setting->setting];
}

enum store_result part_find_step(const struct part_ground *ground, const struct game *game,
                                 unsigned seat, struct store_part_setting *setting,
                                 enum part_step *step) {
    enum store_result result = STORE_OK;

    if (ground->fresh != NULL && ground->fresh->seat == (int)seat)
        *setting = *ground->fresh;
    else
        result = store_part_setting_get(ground->reader, ground->game, (int)seat, setting);
    if (result != STORE_OK && result != STORE_NONE)
        return result;
    *step = part_next_step(ground->setup, game, ground->mode, &ground->seats[seat],
                           result == STORE_OK ? setting : NULL);
    return STORE_OK;
}

enum store_result parts_ask(const struct part_ground *ground, struct game *game) {
    const struct setup *setup = ground->setup;
    const unsigned players = setup->rules.players, owner = game_turn_player(setup, game);
    const bool asks = setup->rules.parts_special && ground->mode == STORE_MODE_PLAY &&
                      game->phase == PHASE_PLAY && game->part > 0;

    for (unsigned seat = 0; seat < players; seat++)
        game->players[seat].asked = false;
    for (unsigned part = game->part + 1U; asks && part <= setup->rules.part_last; part++) {
        const unsigned seat = (owner + part) % players;
        struct store_part_setting setting;
        enum part_step step;
        enum store_result result;

        if (ground->seats[seat].kind != STORE_SEAT_HUMAN || game->players[seat].hand_count == 0)
            continue;
        result = part_find_step(ground, game, seat, &setting, &step);
        if (result != STORE_OK)
            return result;
        game->players[seat].asked = step == PART_STEP_ASK;
    }
    return STORE_OK;
}

bool part_is_pass(const struct game *game, unsigned seat, const struct action *action) {
    return seat != NONE && game->players[seat].asked && action->type == END_TURN;
}

void part_list_pass(const struct game *game, unsigned seat, struct move_list *list) {
    if (game->players[seat].asked && list->n < LIST_MAX)
        list->items[list->n++] = (struct action){.type = END_TURN};
}

void part_answer_nothing(struct store_part_setting *setting, uint32_t turn) {
    setting->turn = turn;
    setting->answer[0] = setting->skipped[0] = '\0';
}

bool part_is_open(const struct setup *setup, const struct game *game, unsigned seat) {
    const struct rules *rules = &setup->rules;
    unsigned players = rules->players;
    unsigned owner = game_turn_player(setup, game);
    unsigned part = (seat + players - owner) % players;

    return game->phase == PHASE_PLAY && part >= rules->part_first && part <= rules->part_last &&
           part > 0 && part >= game->part;
}

const json_t *part_item_action(const json_t *item) {
    const json_t *action = json_object_get(item, "action");

    return action != NULL ? action : item;
}

static bool read_item(struct read_errors *errors, const json_t *item, const struct setup *setup,
                      struct part_list *list) {
    const json_t *outcome = json_object_get(item, "outcome");
    struct action *action = &list->builds[list->n];
    unsigned given = 0;

    if (!action_read(errors, part_item_action(item), "", setup, action) ||
        !outcome_read(errors, outcome, "", setup, action, &list->outcomes[list->n], &given))
        return false;
    list->given[list->n++] = (uint8_t)given;
    return true;
}

json_t *part_list_parse(const char *text) {
    struct read_failure failure;

    return text[0] == '\0' ? json_array() : read_json(text, strlen(text), &failure);
}

bool part_list_print(const json_t *list, char text[STORE_PART_LIST_SIZE]) {
    size_t size = json_dumpb(list, text, STORE_PART_LIST_SIZE - 1, JSON_COMPACT);

    if (size == 0 || size >= STORE_PART_LIST_SIZE)
        return false;
    text[size] = '\0';
    return true;
}

bool part_list_read(const char *text, const struct setup *setup, struct part_list *list) {
    struct read_errors errors = {0};
    json_t *value = part_list_parse(text);

    list->n = 0;
    for (size_t i = 0; i < json_array_size(value) && list->n < PART_BUILDS_MAX; i++)
        read_item(&errors, json_array_get(value, i), setup, list);
    json_decref(value);
    return value != NULL && errors.count == 0;
}

static void write_item(struct writer *w, const struct action *action, const json_t *outcome) {
    if (outcome == NULL || json_is_null(outcome)) {
        action_write(w, action, 0);
        return;
    }
    writer_object(w);
    writer_key(w, "action");
    action_write(w, action, 0);
    writer_key(w, "outcome");
    writer_json_value(w, outcome);
    writer_object_end(w);
}

bool part_list_write(const struct part_list *list, const json_t *outcomes,
                     char text[STORE_PART_LIST_SIZE]) {
    struct buffer out;
    struct writer w = writer_begin(&out, STORE_PART_LIST_SIZE - 1);
    bool fits;

    writer_array(&w);
    for (unsigned i = 0; i < list->n; i++)
        write_item(&w, &list->builds[i], json_array_get(outcomes, i));
    writer_array_end(&w);
    fits = !out.failed;
    if (fits) {
        memcpy(text, out.data, out.size);
        text[out.size] = '\0';
    }
    buffer_free(&out);
    return fits;
}
