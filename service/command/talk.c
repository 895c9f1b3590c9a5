/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/command/talk.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "db/games.h"
#include "db/people.h"
#include "service/base/json_write.h"
#include "service/base/seen.h"
#include "service/game/load.h"
#include "service/moderation/moderation.h"
#include "service/notify/outbox.h"

enum { MINUTE_MS = 60 * 1000 };

/* A message's data in the outbox: each byte of the text and of a name may need two. */
_Static_assert(2 * (TALK_TEXT_MAX + (int)STORE_NAME_SIZE) + 64 < (int)STORE_OUTBOX_DATA_SIZE,
               "a message fits its row of the outbox");

void talk_message_begin(struct talk_message *message, const struct store_game *row, int64_t account,
                        const char *name, int64_t now) {
    unsigned own = row_seat(row, account);

    *message = (struct talk_message){.seq = row->last_seq};
    message->talk.game = row->id;
    message->talk.account = account;
    message->talk.at = now;
    message->talk.seat = own == NONE ? -1 : (int)own;
    snprintf(message->talk.account_name, sizeof message->talk.account_name, "%s", name);
    for (int seat = 0; seat < row->seat_count && row->mode == STORE_MODE_PLAY; seat++)
        if (row->seats[seat].kind != STORE_SEAT_INVITED)
            message->accounts[seat] = row->seats[seat].account;
}

/* Whether TEXT begins with a name, as a whole word. */
static bool talk_is_named(const char *text, const char *name) {
    size_t len = strlen(name);

    return len > 0 && strncasecmp(text, name, len) == 0 && !isalnum((unsigned char)text[len]) &&
           text[len] != '_' && text[len] != '-';
}

/* Seats named by "@name" or "@color". */
static unsigned talk_find_mentions(const char *text, const struct store_game *row) {
    struct labels labels;
    unsigned seats = 0;

    row_names(row, &labels);
    for (const char *at = strchr(text, '@'); at != NULL; at = strchr(at + 1, '@'))
        for (int seat = 0; seat < row->seat_count; seat++) {
            const char *name = labels.seats[seat].name;

            if (talk_is_named(at + 1, seat_color(labels.seats, (unsigned)seat)) ||
                (name != NULL && talk_is_named(at + 1, name)))
                seats |= 1u << seat;
        }
    return seats;
}

bool talk_message_set_text(struct talk_message *message, const struct store_game *row,
                           const char *text) {
    if (!seen_copy(message->talk.text, sizeof message->talk.text, text))
        return false;
    message->talk.mentions = talk_find_mentions(message->talk.text, row);
    return true;
}

/* ---- in the transaction ---- */

static enum store_result talk_tell(struct store_tx *tx, const struct talk_message *message,
                                   int64_t account, const char *data) {
    bool blocked = false;
    enum store_result result =
        store_people_block(store_tx_reader(tx), account, message->talk.account, &blocked);

    if (result != STORE_OK || blocked)
        return result;
    return outbox_enqueue(tx, &(struct outbox_news){.kind = OUTBOX_TALK,
                                                    .account = account,
                                                    .game = message->talk.game,
                                                    .seq = message->seq,
                                                    .now = message->talk.at,
                                                    .data = data});
}

/* Notifies each addressee; messages to everybody also go to the game's subscriptions. */
static enum store_result talk_tell_people(struct store_tx *tx, const struct talk_message *message) {
    const struct store_talk *talk = &message->talk;
    unsigned seats = talk->to_seats != 0 ? talk->to_seats : talk->mentions;
    enum store_result result = STORE_OK;
    struct buffer data;
    struct writer w = writer_begin(&data, STORE_OUTBOX_DATA_SIZE);

    writer_object(&w);
    writer_text_member(&w, "from", talk->account_name);
    writer_text_member(&w, "text", talk->text);
    writer_object_end(&w);
    buffer_byte(&data, '\0');
    if (data.failed)
        result = STORE_ERROR;
    for (unsigned seat = 0; seat < STORE_SEATS_MAX && result == STORE_OK; seat++)
        if (seats >> seat & 1 && message->accounts[seat] != 0 &&
            message->accounts[seat] != talk->account)
            result = talk_tell(tx, message, message->accounts[seat], data.data);
    if (result == STORE_OK && talk->to_seats == 0)
        result = talk_tell(tx, message, 0, data.data);
    buffer_free(&data);
    return result;
}

enum store_result talk_message_write(struct store_tx *tx, struct talk_message *message) {
    int64_t readers[STORE_SEATS_MAX], before;
    struct store_talk *talk = &message->talk;
    enum store_result result =
        store_talk_nth(store_tx_reader(tx), talk->game, talk->account, TALK_PER_MINUTE, &before);
    size_t n = 0;

    message->too_many = result == STORE_OK && before > talk->at - MINUTE_MS;
    message->held.id = 0;
    if (message->too_many)
        return STORE_CONFLICT;
    if (result == STORE_OK)
        result =
            moderation_held(store_tx_reader(tx), talk->account, ACT_TALK, talk->at, &message->held);
    if (result != STORE_NONE)
        return result == STORE_OK ? STORE_CONFLICT : result;
    result = STORE_OK;
    for (unsigned seat = 0; seat < STORE_SEATS_MAX; seat++)
        if (talk->to_seats >> seat & 1 && message->accounts[seat] != 0)
            readers[n++] = message->accounts[seat];
    if (result == STORE_OK)
        result = store_talk_add(tx, talk, readers, n);
    if (result == STORE_OK)
        result = store_talk_set_read(tx, talk->game, talk->account, talk->id);
    return result == STORE_OK ? talk_tell_people(tx, message) : result;
}
