/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/account/bot_account.h"

#include <string.h>

#include "db/bot_accounts.h"
#include "service/account/quota.h"
#include "service/app/store_reply.h"

/* ---- becoming one ---- */

enum store_result bot_account_become(struct store_tx *tx, struct endpoint_call *call,
                                     struct store_account *account) {
    enum store_result result;

    if (account->bot)
        return STORE_OK;
    if (account->guest_until != 0)
        return endpoint_refuse(call, PROBLEM_FORBIDDEN,
                               "a guest cannot become the account of a bot; keep it first, with "
                               "\"guest\":false");
    result = store_bot_competed(store_tx_reader(tx), account->id);
    if (result == STORE_OK)
        return endpoint_refuse(call, PROBLEM_CONFLICT,
                               "this account has taken part in rated games or plays in a "
                               "tournament as a person; create another account for the bot");
    account->bot = true;
    return result == STORE_NONE ? STORE_OK : result;
}

/* ---- seats ---- */

enum store_result bot_account_judge(struct store_tx *tx, struct endpoint_call *call,
                                    const struct store_game *row, bool *bot) {
    struct store_account account;
    enum store_result result = store_account_get(store_tx_reader(tx), call->account, &account);

    if (result != STORE_OK)
        return result;
    *bot = account.bot;
    if (row->category == 0 || row->bots == account.bot)
        return STORE_OK;
    return endpoint_refuse(call, PROBLEM_FORBIDDEN,
                           row->bots ? "only accounts of bots can play a rated game of bots"
                                     : "only people can play a rated game of people");
}

enum store_result bot_account_hold(struct store_tx *tx, struct endpoint_call *call,
                                   const struct store_game *row) {
    enum store_result result = STORE_OK;
    bool bot;

    if (row->category != 0)
        result = bot_account_judge(tx, call, row, &bot);
    for (int i = 0; i < row->seat_count && result == STORE_OK; i++) {
        const struct store_seat *seat = &row->seats[i];

        if (seat->account_bot)
            result = quota_hold_bot(tx, call, seat->account, seat->account_name);
    }
    return result;
}

bool bot_account_pass(struct request *rq, const char *what) {
    if (!rq->caller.bot)
        return true;
    reply_problem(rq, PROBLEM_FORBIDDEN, "%s are for people, and this is the account of a bot",
                  what);
    return false;
}
