/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/actor/part_actor.h"

#include <jansson.h>
#include <string.h>

#include "db/part_settings.h"
#include "service/base/json_read.h"
#include "service/base/log.h"
#include "service/game/parts.h"
#include "service/notify/timekeeper.h"

/* A stored list; NULL where it cannot be read. */
static json_t *part_read_list(const char *text) {
    struct read_failure failure;

    return text[0] == '\0' ? json_array() : read_json(text, strlen(text), &failure);
}

static bool part_write_list(const json_t *list, char text[STORE_PART_LIST_SIZE]) {
    size_t size = json_dumpb(list, text, STORE_PART_LIST_SIZE - 1, JSON_COMPACT);

    if (size == 0 || size >= STORE_PART_LIST_SIZE)
        return false;
    text[size] = '\0';
    return true;
}

/* Takes from LIST what a move has used up: of a plan the build, of an answer also all before it, which are
 * SKIPPED. */
static void use_up(json_t *list, json_t *skipped, const struct order_effect *effect) {
    for (unsigned i = 0; effect->ask && i < effect->steps; i++) {
        if (json_array_size(skipped) < PART_BUILDS_MAX)
            json_array_append(skipped, json_array_get(list, 0));
        json_array_remove(list, 0);
    }
    json_array_remove(list, effect->ask ? 0 : effect->steps); /* none at the part's end */
}

/* Reads the setting again in the transaction. STORE_CONFLICT: it is not the one that was judged. */
static enum store_result reread_setting(struct store_tx *tx, const struct automatic_move *automatic,
                                        struct store_part_setting *setting) {
    enum store_result result =
        store_part_setting_get(store_tx_reader(tx), automatic->game, (int)automatic->seat, setting);
    bool changed = result == STORE_OK && setting->revision != automatic->order.revision;

    return result == STORE_NONE || changed ? STORE_CONFLICT : result;
}

/* order.steps is the build that has been made, the list's length where the part ends; order.ask says that
 * the list is an answer. */
static enum store_result write_lists(struct store_tx *tx, const struct automatic_move *automatic,
                                     const struct play *play) {
    const struct order_effect *effect = &automatic->order;
    struct store_part_setting row;
    json_t *list, *skipped;
    char *text;
    bool written;
    enum store_result result = reread_setting(tx, automatic, &row);

    (void)play;
    if (result != STORE_OK)
        return result;
    text = effect->ask ? row.answer : row.plan;
    list = part_read_list(text);
    skipped = part_read_list(row.skipped);
    if (effect->ask && automatic->action.type == END_TURN)
        row.turn = 0;
    use_up(list, skipped, effect);
    written = part_write_list(list, text) && part_write_list(skipped, row.skipped);
    json_decref(list);
    json_decref(skipped);
    return written ? store_part_setting_put(tx, automatic->game, &row) : STORE_CORRUPT;
}

/* what a build has asked is answered by what stands right behind it in an answer, by whatever fits of a plan,
 * whose builds may have been put off, and else by the default. */
static void answer_build(const struct load *load, const struct part_list *list,
                         struct automatic_move *automatic) {
    struct order_effect *effect = &automatic->order;

    for (; effect->steps < list->n; effect->steps++) {
        const struct action *action = &list->builds[effect->steps];
        if (effect->ask && !part_is_answer(action->type))
            break;
        if (game_legal(&load->setup, &load->game, automatic->seat, action) == REASON_OK) {
            automatic->action = *action;
            automatic->with = write_lists;
            return;
        }
    }
    automatic->action = game_default(&load->setup, &load->game, automatic->seat);
}

static void make_next_build(const struct load *load, const struct part_list *list,
                            struct automatic_move *automatic) {
    struct order_effect *effect = &automatic->order;

    while (effect->steps < list->n && game_legal(&load->setup, &load->game, automatic->seat,
                                                 &list->builds[effect->steps]) != REASON_OK)
        effect->steps++;
    if (effect->steps < list->n)
        automatic->action = list->builds[effect->steps];
    automatic->with = write_lists;
}

enum store_result parts_due(const struct load *load, int64_t now,
                            struct automatic_move *automatic) {
    const struct game *game = &load->game;
    const unsigned seat = game->active;
    const bool asked = game->n_agenda != 0;
    struct store_part_setting row;
    struct part_list list;
    enum store_result result;
    enum part_step step;

    if (game->part == 0 || game->phase != PHASE_PLAY || (asked && !game_decision(game, seat)) ||
        load->row.seats[seat].kind != STORE_SEAT_HUMAN)
        return STORE_OK;
    result = part_find_step(load->reader, load->row.id, &load->setup, game, load->row.mode,
                            load->row.seats, seat, &row, &step);
    if (result != STORE_OK)
        return result;
    if (step == PART_STEP_ASK || (asked && step == PART_STEP_END))
        return STORE_OK;
    automatic->by = BY_ORDER;
    automatic->seat = seat;
    automatic->action = (struct action){.type = END_TURN};
    if (step == PART_STEP_END)
        return STORE_OK;
    if (!part_list_read(step == PART_STEP_ANSWER ? row.answer : row.plan, &load->setup, &list)) {
        log_line("error", "cannot read the building plans of game %s, seat %u", load->row.public_id,
                 seat);
        list.n = 0;
        if (!asked)
            return STORE_OK;
    }
    automatic->order =
        (struct order_effect){.revision = row.revision, .at = now, .ask = step == PART_STEP_ANSWER};
    if (asked)
        answer_build(load, &list, automatic);
    else
        make_next_build(load, &list, automatic);
    return STORE_OK;
}

/* order.revision is that of the setting, row the turn. */
static enum store_result write_no_answer(struct store_tx *tx,
                                         const struct automatic_move *automatic,
                                         const struct play *play) {
    struct store_part_setting setting;
    enum store_result result = reread_setting(tx, automatic, &setting);

    (void)play;
    if (result != STORE_OK)
        return result;
    part_answer_nothing(&setting, (uint32_t)automatic->row);
    return timekeeper_put_part(tx, automatic->game, &setting, automatic->order.at);
}

enum store_result parts_pass(const struct load *load, unsigned seat, int64_t now,
                             struct automatic_move *automatic) {
    struct store_part_setting setting;
    enum store_result result =
        store_part_setting_get(load->reader, load->row.id, (int)seat, &setting);

    if (result != STORE_OK)
        return result == STORE_NONE ? STORE_OK : result;
    automatic->seat = seat;
    automatic->row = load->game.turn;
    automatic->order = (struct order_effect){.revision = setting.revision, .at = now};
    automatic->with = write_no_answer;
    return STORE_OK;
}
