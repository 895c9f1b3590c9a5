/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACCOUNT_QUOTA_H
#define SERVICE_ACCOUNT_QUOTA_H

#include "service/app/endpoint.h"
#include "service/app/quota.h"
#include "service/base/json_write.h"

/*
 * Enforces the quotas of service/app/quota.h. Usage is counted from the store's rows, in the transaction that adds
 * to it; a server without settings, as in tests, enforces none. A request that would exceed one is answered 429
 * quota-exceeded, which names the quota.
 */

#define QUOTA_BIT(quota) (1u << (quota))

/* In an endpoint's run, after a change that has added to these QUOTAS (as bits): refuses it if the account now
 * exceeds one. */
enum store_result quota_hold(struct store_tx *tx, struct endpoint_call *call, unsigned quotas);

/* The same for what all guests of the caller's address use together; does nothing if the caller is no guest.
 * AMOUNT: what is added. */
enum store_result quota_spend(struct store_tx *tx, struct endpoint_call *call,
                              enum address_quota quota, int64_t amount);

/* After a change that has given a seat to the account of a bot, or has invited it: refuses it if that now exceeds a quota of its.
 * NAME is the account's. */
enum store_result quota_hold_bot(struct store_tx *tx, struct endpoint_call *call, int64_t account,
                                 const char *name);

/* Writes "quotas": all of the caller's, with their usage. */
enum store_result quota_write(struct writer *w, struct store_reader *reader, int64_t account,
                              const struct endpoint_payer *payer, const struct config *config,
                              int64_t now);

#endif
