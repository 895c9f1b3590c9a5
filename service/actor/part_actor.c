/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/actor/part_actor.h"

#include "db/part_settings.h"
#include "service/game/part_lists.h"
#include "service/game/timekeeper.h"

/* Reads the setting again in the transaction. STORE_CONFLICT: it has changed since. */
static enum store_result reread_setting(struct store_tx *tx, const struct automatic_move *automatic,
                                        struct store_part_setting *setting) {
    enum store_result result =
        store_part_setting_get(store_tx_reader(tx), automatic->game, (int)automatic->seat, setting);
    bool changed = result == STORE_OK && setting->revision != automatic->order.revision;

    return result == STORE_NONE || changed ? STORE_CONFLICT : result;
}

enum store_result parts_due(const struct load *load, int64_t now,
                            struct automatic_move *automatic) {
    const struct part_ground ground = load_part_ground(load);
    struct part_use uses[SEAT_MAX] = {0};
    struct part_next next;
    enum store_result result = part_next_find(&ground, &load->game, uses, &next);

    (void)now;
    automatic->by = BY_ORDER;
    automatic->parts = result == STORE_OK && next.due;
    return result;
}

/* order.revision is the setting's. */
static enum store_result write_no_answer(struct store_tx *tx,
                                         const struct automatic_move *automatic,
                                         const struct play *play) {
    struct store_part_setting setting;
    enum store_result result = reread_setting(tx, automatic, &setting);

    (void)play;
    if (result != STORE_OK)
        return result;
    part_answer_nothing(&setting, automatic->order.turn);
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
    automatic->order =
        (struct order_effect){.revision = setting.revision, .at = now, .turn = load->game.turn};
    automatic->with = write_no_answer;
    return STORE_OK;
}
