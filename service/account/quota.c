/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/account/quota.h"

#include <inttypes.h>
#include <string.h>

#include "db/bot_accounts.h"
#include "db/usage.h"
#include "service/app/config.h"
#include "service/http/reply.h"

struct quota_row {
    const char *name, *counts;
};

#define QUOTA_ROW(id, name, flag, people, guests, counts) [QUOTA_##id] = {#name, counts},
static const struct quota_row rows[QUOTA_COUNT] = {QUOTA_ROWS(QUOTA_ROW)};

#define ADDRESS_ROW(id, name, flag, bound, counts) [ADDRESS_QUOTA_##id] = {#name, counts},
static const struct quota_row address_rows[ADDRESS_QUOTA_COUNT] = {ADDRESS_QUOTA_ROWS(ADDRESS_ROW)};

#define BOT_ROW(id, name, flag, bound, counts) [BOT_QUOTA_##id] = {#name, counts},
static const struct quota_row bot_rows[BOT_QUOTA_COUNT] = {BOT_QUOTA_ROWS(BOT_ROW)};

/* The bits of quotas are those of the usages. */
#define QUOTA_USAGE(id, name, ...)                                                                 \
    _Static_assert(QUOTA_BIT(QUOTA_##id) == STORE_USAGE_BIT(name), "in the order of the usages");
QUOTA_ROWS(QUOTA_USAGE)

static int64_t quota_used(const struct store_usage *usage, enum quota quota) {
    int64_t used;

    memcpy(&used, (const char *)usage + quota * sizeof used, sizeof used);
    return used;
}

/* 0: no limit. */
static const unsigned *quota_bounds(const struct config *config, bool guest) {
    static const unsigned none[QUOTA_COUNT];

    if (config == NULL || !config->quotas)
        return none;
    return guest ? config->guest_quotas : config->account_quotas;
}

static const unsigned *address_bounds(const struct config *config) {
    static const unsigned none[ADDRESS_QUOTA_COUNT];

    return config == NULL || !config->quotas ? none : config->address_quotas;
}

static const unsigned *bot_bounds(const struct config *config) {
    static const unsigned none[BOT_QUOTA_COUNT];

    return config == NULL || !config->quotas ? none : config->bot_quotas;
}

static int64_t bot_used(const struct store_bot_usage *usage, enum bot_quota quota) {
    return quota == BOT_QUOTA_GAMES ? usage->games : usage->challenges;
}

enum store_result quota_hold(struct store_tx *tx, struct endpoint_call *call, unsigned quotas) {
    const unsigned *bounds = quota_bounds(call->app->config, call->payer.guest);
    struct store_usage usage;
    enum store_result result =
        store_usage_get(store_tx_reader(tx), call->account, call->now, quotas, &usage);
    for (unsigned i = 0; i < QUOTA_COUNT && result == STORE_OK; i++) {
        if (!(quotas & QUOTA_BIT(i)) || bounds[i] == 0 || quota_used(&usage, i) <= bounds[i])
            continue;
        call->refusal.quota = rows[i].name;
        result = endpoint_refuse(call, PROBLEM_QUOTA_EXCEEDED, "this account may have %u %s (%s)",
                                 bounds[i], rows[i].counts, rows[i].name);
    }
    return result;
}

enum store_result quota_spend(struct store_tx *tx, struct endpoint_call *call,
                              enum address_quota quota, int64_t amount) {
    const unsigned bound = address_bounds(call->app->config)[quota];
    int64_t wait = 0;
    enum store_result result;

    if (!call->payer.guest || call->payer.client == 0 || bound == 0 || amount == 0)
        return STORE_OK;
    result = store_allowance_spend(tx, (int64_t)call->payer.client, (int)quota, amount, bound,
                                   call->now, &wait);
    if (result != STORE_OK || wait == 0)
        return result;
    call->refusal.quota = address_rows[quota].name;
    call->refusal.retry_after = reply_seconds(wait);
    return endpoint_refuse(call, PROBLEM_QUOTA_EXCEEDED,
                           "there may be %u %s (%s); try again later, or keep the account", bound,
                           address_rows[quota].counts, address_rows[quota].name);
}

enum store_result quota_hold_bot(struct store_tx *tx, struct endpoint_call *call, int64_t account,
                                 const char *name) {
    const unsigned *bounds = bot_bounds(call->app->config);
    struct store_bot_usage usage;
    enum store_result result = store_bot_usage_get(store_tx_reader(tx), account, call->now, &usage);

    for (unsigned i = 0; i < BOT_QUOTA_COUNT && result == STORE_OK; i++) {
        if (bounds[i] == 0 || bot_used(&usage, i) <= bounds[i])
            continue;
        call->refusal.quota = bot_rows[i].name;
        result = endpoint_refuse(call, PROBLEM_QUOTA_EXCEEDED, "%.100s may have %u %s (%s)", name,
                                 bounds[i], bot_rows[i].counts, bot_rows[i].name);
    }
    return result;
}

static void write_quota(struct writer *w, const struct quota_row *row, int64_t used,
                        unsigned bound) {
    writer_object(w);
    writer_text_member(w, "name", row->name);
    writer_int_member(w, "used", used);
    writer_int_or_null_member(w, "limit", bound);
    writer_object_end(w);
}

static enum store_result write_address(struct writer *w, struct store_reader *reader,
                                       uint64_t client, const unsigned *bounds, int64_t now) {
    enum store_result result = STORE_OK;

    for (unsigned i = 0; i < ADDRESS_QUOTA_COUNT && result == STORE_OK; i++) {
        int64_t used = 0;

        if (bounds[i] != 0)
            result = store_allowance_used(reader, (int64_t)client, (int)i, bounds[i], now, &used);
        write_quota(w, &address_rows[i], used, bounds[i]);
    }
    return result;
}

static enum store_result write_bot(struct writer *w, struct store_reader *reader, int64_t account,
                                   const unsigned *bounds, int64_t now) {
    struct store_bot_usage usage;
    enum store_result result = store_bot_usage_get(reader, account, now, &usage);

    for (unsigned i = 0; i < BOT_QUOTA_COUNT && result == STORE_OK; i++)
        write_quota(w, &bot_rows[i], bot_used(&usage, i), bounds[i]);
    return result;
}

enum store_result quota_write(struct writer *w, struct store_reader *reader, int64_t account,
                              const struct endpoint_payer *payer, const struct config *config,
                              int64_t now) {
    const unsigned *bounds = quota_bounds(config, payer->guest);
    struct store_usage usage;
    enum store_result result = store_usage_get(reader, account, now, ~0u, &usage);

    if (result != STORE_OK)
        return result;
    writer_key(w, "quotas");
    writer_array(w);
    for (unsigned i = 0; i < QUOTA_COUNT; i++)
        write_quota(w, &rows[i], quota_used(&usage, i), bounds[i]);
    if (payer->guest && payer->client != 0)
        result = write_address(w, reader, payer->client, address_bounds(config), now);
    if (payer->bot && result == STORE_OK)
        result = write_bot(w, reader, account, bot_bounds(config), now);
    writer_array_end(w);
    return result;
}
