/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/notify/followers.h"

#include "db/accounts.h"
#include "db/people.h"
#include "service/base/json_write.h"
#include "service/base/language.h"
#include "service/notify/outbox.h"

enum { FOLLOWERS_TEXT_MAX = STORE_OUTBOX_DATA_SIZE / 2 };

/* Tells one follower, in their language, that PLAYER's game has begun. */
static enum store_result followers_tell(struct store_tx *tx, const struct game_events *events,
                                        const char *player, int64_t follower) {
    struct store_account account;
    char text[FOLLOWERS_TEXT_MAX];
    struct buffer data;
    struct writer w;
    enum store_result result = store_account_get(store_tx_reader(tx), follower, &account);

    if (result != STORE_OK)
        return result == STORE_NONE ? STORE_OK : result;
    text_fill_short(text, sizeof text, language_kept(account.language), TEXT_NOTIFY_FOLLOWED_BEGAN,
                    TEXT_ARGS(player));
    w = writer_begin(&data, STORE_OUTBOX_DATA_SIZE);
    writer_object(&w);
    writer_text_member(&w, "text", text);
    writer_object_end(&w);
    buffer_byte(&data, '\0');
    result = data.failed ? STORE_MEMORY
                         : outbox_enqueue(tx, &(struct outbox_news){.kind = OUTBOX_NOTE,
                                                                    .account = follower,
                                                                    .game = events->game_id,
                                                                    .seq = events->game->seq,
                                                                    .now = events->now,
                                                                    .data = data.data});
    buffer_free(&data);
    return result;
}

enum store_result followers_on_events(struct store_tx *tx, const struct game_events *events) {
    struct store_follower followers[FOLLOWERS_TOLD_MAX];
    enum store_result result;
    size_t n = 0;

    if (events->seq_before != 0 || events->mode != STORE_MODE_PLAY)
        return STORE_OK;
    result = store_people_followers(store_tx_reader(tx), events->game_id, followers,
                                    FOLLOWERS_TOLD_MAX, &n);
    for (size_t i = 0; i < n && result == STORE_OK; i++)
        result = followers_tell(tx, events, events->seats[followers[i].seat].account_name,
                                followers[i].account);
    return result;
}
