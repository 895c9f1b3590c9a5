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

/* SETTING: that of the seat, NULL for none; it counts while its account has the seat. */
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

enum store_result part_find_step(struct store_reader *reader, int64_t game_id,
                                 const struct setup *setup, const struct game *game,
                                 enum store_game_mode mode, const struct store_seat *seats,
                                 unsigned seat, struct store_part_setting *setting,
                                 enum part_step *step) {
    enum store_result result = store_part_setting_get(reader, game_id, (int)seat, setting);

    if (result != STORE_OK && result != STORE_NONE)
        return result;
    *step = part_next_step(setup, game, mode, &seats[seat], result == STORE_OK ? setting : NULL);
    return STORE_OK;
}

enum store_result parts_ask(struct store_reader *reader, int64_t game_id, const struct setup *setup,
                            enum store_game_mode mode, const struct store_seat *seats,
                            struct game *game) {
    const unsigned players = setup->rules.players, owner = game_turn_player(setup, game);
    const bool asks = setup->rules.parts_special && mode == STORE_MODE_PLAY &&
                      game->phase == PHASE_PLAY && game->part > 0;

    for (unsigned seat = 0; seat < players; seat++)
        game->players[seat].asked = false;
    for (unsigned part = game->part + 1U; asks && part <= setup->rules.part_last; part++) {
        const unsigned seat = (owner + part) % players;
        struct store_part_setting setting;
        enum part_step step;
        enum store_result result;

        if (seats[seat].kind != STORE_SEAT_HUMAN || game->players[seat].hand_count == 0)
            continue;
        result = part_find_step(reader, game_id, setup, game, mode, seats, seat, &setting, &step);
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

bool part_list_read(const char *text, const struct setup *setup, struct part_list *list) {
    struct read_failure failure;
    struct read_errors errors = {0};
    json_t *value;

    list->n = 0;
    if (text[0] == '\0')
        return true;
    value = read_json(text, strlen(text), &failure);
    for (size_t i = 0; i < json_array_size(value) && list->n < PART_BUILDS_MAX; i++)
        if (action_read(&errors, json_array_get(value, i), "", setup, &list->builds[list->n]))
            list->n++;
    json_decref(value);
    return value != NULL && errors.count == 0;
}

bool part_list_write(const struct part_list *list, char text[STORE_PART_LIST_SIZE]) {
    struct buffer out;
    struct writer w = writer_begin(&out, STORE_PART_LIST_SIZE - 1);
    bool fits;

    writer_array(&w);
    for (unsigned i = 0; i < list->n; i++)
        action_write(&w, &list->builds[i], 0);
    writer_array_end(&w);
    fits = !out.failed;
    if (fits) {
        memcpy(text, out.data, out.size);
        text[out.size] = '\0';
    }
    buffer_free(&out);
    return fits;
}
