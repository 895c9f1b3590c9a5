/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/part_settings.h"

#include "db/db_int.h"

static const struct column part_columns[] = {
    KEY(struct store_part_setting, seat, INT, "seat"),
    COLUMN(struct store_part_setting, account, INT, "account_id"),
    COLUMN(struct store_part_setting, revision, INT, "revision"),
    COLUMN(struct store_part_setting, setting, UINT, "setting"),
    COLUMN(struct store_part_setting, turn, UINT, "turn"),
    COLUMN(struct store_part_setting, plan, FULL_TEXT, "plan"),
    COLUMN(struct store_part_setting, answer, FULL_TEXT, "answer"),
    COLUMN(struct store_part_setting, skipped, FULL_TEXT, "skipped"),
    {0},
};

enum store_result store_part_setting_get(struct store_reader *reader, int64_t game, int seat,
                                         struct store_part_setting *setting) {
    STATEMENT(get, "SELECT {read} FROM part_settings WHERE game_id = ? AND seat = ?", part_columns);
    return query_one(QUERY_WITH(reader, &get, game, seat), setting);
}

enum store_result store_part_setting_put(struct store_tx *tx, int64_t game,
                                         struct store_part_setting *setting) {
    STATEMENT(put,
              "INSERT INTO part_settings (game_id, {names}) VALUES (?, {marks})"
              " ON CONFLICT (game_id, seat) DO UPDATE SET {renew}",
              part_columns);
    STATEMENT(latest, "SELECT revision FROM part_settings WHERE game_id = ? AND seat = ?");
    int64_t revision = 0;
    enum store_result result =
        query_number(QUERY_WITH(&tx->reader, &latest, game, setting->seat), &revision);
    if (result == STORE_NONE) {
        result = STORE_OK;
        revision = 0;
    }
    if (result != STORE_OK)
        return result;
    if (revision != setting->revision)
        return STORE_CONFLICT;
    setting->revision++;
    return query_run(put_row(QUERY_WITH(&tx->reader, &put, game), setting), NULL);
}
