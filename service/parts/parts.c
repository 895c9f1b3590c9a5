/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/parts/parts.h"

#include <stdio.h>

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

enum store_result part_setting_find(const struct part_ground *ground, unsigned seat,
                                    struct store_part_setting *setting) {
    const bool passes = ground->setup->rules.parts_special && ground->mode == STORE_MODE_PLAY;
    enum store_result result;

    setting->revision = setting->account = 0;
    if (ground->fresh != NULL && ground->fresh->seat == (int)seat) {
        *setting = *ground->fresh;
        return STORE_OK;
    }
    result = store_part_setting_get(ground->reader, ground->game, (int)seat, setting);
    if ((result != STORE_OK && result != STORE_NONE) ||
        (result == STORE_OK && setting->account == ground->seats[seat].account &&
         setting->setting < PART_CHOICES))
        return result;
    *setting = (struct store_part_setting){
        .seat = (int)seat,
        .account = ground->seats[seat].account,
        .revision = setting->revision,
        .setting = passes ? PART_PASS : PART_ASK,
    };
    return STORE_OK;
}

enum part_step part_step_of(const struct store_part_setting *setting, const struct game *game) {
    static const enum part_step steps[PART_CHOICES] = {
        [PART_PASS] = PART_STEP_END, [PART_ASK] = PART_STEP_ASK, [PART_PLAN] = PART_STEP_PLAN};

    return setting->turn == game->turn ? PART_STEP_ANSWER : steps[setting->setting];
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
        enum store_result result;

        if (ground->seats[seat].kind != STORE_SEAT_HUMAN || game->players[seat].hand_count == 0)
            continue;
        result = part_setting_find(ground, seat, &setting);
        if (result != STORE_OK)
            return result;
        game->players[seat].asked = part_step_of(&setting, game) == PART_STEP_ASK;
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

void part_answer(struct store_part_setting *setting, uint32_t turn, const char *list) {
    setting->turn = turn;
    snprintf(setting->answer, sizeof setting->answer, "%s", list);
    setting->skipped[0] = '\0';
}

bool part_is_open(const struct setup *setup, const struct game *game, unsigned seat) {
    const struct rules *rules = &setup->rules;
    unsigned players = rules->players;
    unsigned owner = game_turn_player(setup, game);
    unsigned part = (seat + players - owner) % players;

    return game->phase == PHASE_PLAY && part >= rules->part_first && part <= rules->part_last &&
           part > 0 && part >= game->part;
}
