/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/command/talk.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "service/base/json_write.h"
#include "service/game/load.h"
#include "service/notify/outbox.h"

enum { MINUTE_MS = 60 * 1000 };

/* A message's data in the outbox: each byte of text may need two, of a name too. */
_Static_assert(2 * (TALK_TEXT_MAX + (int)STORE_NAME_SIZE) + 64 < (int)STORE_OUTBOX_DATA_SIZE,
               "a message fits its row of the outbox");

void say_begin(struct say *say, const struct store_game *row, int64_t account, const char *name,
               int64_t now) {
    unsigned own = row_seat(row, account);

    *say = (struct say){.seq = row->last_seq};
    say->talk.game = row->id;
    say->talk.account = account;
    say->talk.at = now;
    say->talk.seat = own == NONE ? -1 : (int)own;
    snprintf(say->talk.account_name, sizeof say->talk.account_name, "%s", name);
    for (int seat = 0; seat < row->seat_count && row->mode == STORE_MODE_PLAY; seat++)
        if (row->seats[seat].kind != STORE_SEAT_INVITED)
            say->accounts[seat] = row->seats[seat].account;
}

/* Whether a name stands at TEXT, whole. */
static bool named(const char *text, const char *name) {
    size_t len = strlen(name);

    return len > 0 && strncasecmp(text, name, len) == 0 && !isalnum((unsigned char)text[len]) &&
           text[len] != '_' && text[len] != '-';
}

/* Seats named by "@name" or "@color". */
static unsigned find_mentions(const char *text, const struct store_game *row) {
    struct labels labels;
    unsigned seats = 0;

    row_labels(row, &labels);
    for (const char *at = strchr(text, '@'); at != NULL; at = strchr(at + 1, '@'))
        for (int seat = 0; seat < row->seat_count; seat++) {
            const char *name = labels.seats[seat].name, *color = labels.seats[seat].color;

            if (named(at + 1, color != NULL ? color : seat_colors[seat]) ||
                (name != NULL && named(at + 1, name)))
                seats |= 1u << seat;
        }
    return seats;
}

/* Whether TEXT is something to be said: not blank, and no control characters but line ends. */
static bool sayable(const char *text) {
    bool any = false;

    for (const char *at = text; *at != '\0'; at++) {
        if (((unsigned char)*at < ' ' && *at != '\n') || *at == 0x7f)
            return false;
        any |= *at != ' ' && *at != '\n';
    }
    return any;
}

bool say_text(struct say *say, const struct store_game *row, const char *text) {
    if (strlen(text) > TALK_TEXT_MAX || !sayable(text))
        return false;
    snprintf(say->talk.text, sizeof say->talk.text, "%s", text);
    say->talk.mentions = find_mentions(text, row);
    return true;
}

/* ---- in the transaction ---- */

static enum store_result tell(struct store_tx *tx, const struct say *say, int64_t account,
                              const char *data) {
    return outbox_enqueue(tx, &(struct outbox_news){.kind = OUTBOX_TALK,
                                                    .account = account,
                                                    .game = say->talk.game,
                                                    .seq = say->seq,
                                                    .now = say->talk.at,
                                                    .data = data});
}

/* Those who are spoken to hear of it, each by himself; what is said to everybody is for those who
 * follow the game too. */
static enum store_result tell_people(struct store_tx *tx, const struct say *say) {
    const struct store_talk *talk = &say->talk;
    unsigned seats = talk->to_seats != 0 ? talk->to_seats : talk->mentions;
    enum store_result result = STORE_OK;
    struct buffer data;
    struct writer w;

    buffer_init(&data, STORE_OUTBOX_DATA_SIZE);
    w = writer_to(&data);
    writer_object(&w);
    writer_text_member(&w, "from", talk->account_name);
    writer_text_member(&w, "text", talk->text);
    writer_object_end(&w);
    buffer_byte(&data, '\0');
    if (data.failed)
        result = STORE_ERROR;
    for (unsigned seat = 0; seat < STORE_SEATS_MAX && result == STORE_OK; seat++)
        if (seats >> seat & 1 && say->accounts[seat] != 0 && say->accounts[seat] != talk->account)
            result = tell(tx, say, say->accounts[seat], data.data);
    if (result == STORE_OK && talk->to_seats == 0)
        result = tell(tx, say, 0, data.data);
    buffer_free(&data);
    return result;
}

enum store_result say_write(struct store_tx *tx, struct say *say) {
    int64_t readers[STORE_SEATS_MAX], before;
    struct store_talk *talk = &say->talk;
    enum store_result result =
        store_talk_nth(store_tx_reader(tx), talk->game, talk->account, TALK_PER_MINUTE, &before);
    size_t n = 0;

    say->too_many = result == STORE_OK && before > talk->at - MINUTE_MS;
    if (say->too_many)
        return STORE_CONFLICT;
    for (unsigned seat = 0; seat < STORE_SEATS_MAX; seat++)
        if (talk->to_seats >> seat & 1 && say->accounts[seat] != 0)
            readers[n++] = say->accounts[seat];
    if (result == STORE_OK)
        result = store_talk_add(tx, talk, readers, n);
    if (result == STORE_OK)
        result = store_talk_set_read(tx, talk->game, talk->account, talk->id);
    return result == STORE_OK ? tell_people(tx, say) : result;
}
