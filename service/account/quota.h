/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACCOUNT_QUOTA_H
#define SERVICE_ACCOUNT_QUOTA_H

#include "service/app/endpoint.h"
#include "service/app/quota.h"
#include "service/base/json_write.h"

/*
 * Holds the quotas of service/app/quota.h. What is kept is counted from the store's rows, in the transaction that
 * adds to it; where the server has no settings, as in tests, nothing is held. A request that would take an account
 * beyond one is answered 429 quota-exceeded, which names the quota.
 */

#define QUOTA_BIT(quota) (1u << (quota))

/* In an endpoint's run, after the change, which has added to these quotas (as bits): whether the account may keep so
 * much. */
enum store_result quota_hold(struct store_tx *tx, struct endpoint_call *call, unsigned quotas);

/* The same for what the guests of the caller's address have kept together; nothing happens where the caller is no
 * guest. AMOUNT: more of it. */
enum store_result quota_spend(struct store_tx *tx, struct endpoint_call *call,
                              enum address_quota quota, int64_t amount);

/* "quotas": all of the caller's, with what is used. */
enum store_result quota_write(struct writer *w, struct store_reader *reader, int64_t account,
                              const struct endpoint_payer *payer, const struct config *config,
                              int64_t now);

#endif
