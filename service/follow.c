/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/follow.h"

#include <stddef.h>

#include "service/clock/clock.h"
#include "service/figures.h"
#include "service/orders/ask.h"
#include "service/post/post.h"

typedef enum store_result follower(struct store_tx *tx, const struct happening *happening);

/* Told one after the other. */
static follower *const followers[] = {
    clock_write,
    /* standing orders */
    orders_follow,
    /* webhooks */
    post_follow, /* tells mail, webhooks and chat */
    /* chat */
    figures_follow,
    NULL,
};

enum store_result follow_write(struct store_tx *tx, const struct happening *happening) {
    enum store_result result = STORE_OK;

    for (size_t i = 0; followers[i] != NULL && result == STORE_OK; i++)
        result = followers[i](tx, happening);
    return result;
}
