/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/hosting.h"

#include "db/db_int.h"

static const struct column hosting_columns[] = {
    KEY(struct store_hosting, account, INT, "account_id"),
    COLUMN(struct store_hosting, least_games, UINT, "least_games"),
    COLUMN(struct store_hosting, least_finished, UINT, "least_finished"),
    {0},
};

enum store_result store_hosting_get(struct store_reader *reader, int64_t account,
                                    struct store_hosting *hosting) {
    STATEMENT(get, "SELECT {read} FROM hosting WHERE account_id = ?", hosting_columns);
    *hosting = (struct store_hosting){.account = account};
    enum store_result result = query_one(QUERY_WITH(reader, &get, account), hosting);
    return result == STORE_NONE ? STORE_OK : result;
}

enum store_result store_hosting_put(struct store_tx *tx, const struct store_hosting *hosting) {
    STATEMENT(put,
              "INSERT INTO hosting ({names}) VALUES ({marks})"
              " ON CONFLICT (account_id) DO UPDATE SET {renew}",
              hosting_columns);
    return query_run(put_row(QUERY(&tx->reader, &put), hosting), NULL);
}
