/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACCOUNT_BOT_ACCOUNT_H
#define SERVICE_ACCOUNT_BOT_ACCOUNT_H

#include <stdbool.h>

#include "db/accounts.h"
#include "db/games.h"
#include "service/app/endpoint.h"

/*
 * Accounts that programs play under. An account becomes one for good, and only before it has competed with people: rated
 * games are for people alone or for such accounts alone, and tournaments are for people. Others may invite it to a game by its
 * name, as long as its quotas allow (app/quota.h).
 */

/* In a job: makes *ACCOUNT, as it will be stored, a bot's, or refuses that. */
enum store_result bot_account_become(struct store_tx *tx, struct endpoint_call *call,
                                     struct store_account *account);

/* In a job: refuses the caller a seat of this game if it is rated and not for accounts like theirs. *BOT: whether theirs is a
 * bot's. */
enum store_result bot_account_judge(struct store_tx *tx, struct endpoint_call *call,
                                    const struct store_game *row, bool *bot);

/* In a job, after a game has been made: refuses it if it is rated and not for accounts like the caller's, or if one of the
 * bots in it may not have as many games. */
enum store_result bot_account_hold(struct store_tx *tx, struct endpoint_call *call,
                                   const struct store_game *row);

/* Whether the caller's account is no bot's. False: has answered that WHAT, such as "tournaments", is for people. */
bool bot_account_pass(struct request *rq, const char *what);

#endif
