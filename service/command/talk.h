/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_COMMAND_TALK_H
#define SERVICE_COMMAND_TALK_H

#include <stdbool.h>
#include <stdint.h>

#include "db/games.h"
#include "db/talk.h"

/* Saying something at a table, wherever it comes from: through the interface, a chat, a mail. */

enum {
    TALK_TEXT_MAX = STORE_TALK_SIZE - 1, /* bytes of a message */
    TALK_PER_MINUTE = 20,                /* messages of one account in one game */
};

/* A message on its way. */
struct talk_message {
    struct store_talk talk;
    int64_t accounts[STORE_SEATS_MAX]; /* people by seat, 0: none */
    uint32_t seq;                      /* the game's last event */
    bool too_many;                     /* talk_message_write: TALK_PER_MINUTE were said already */
};

/* ACCOUNT, called NAME, who has a seat in ROW's game or made that table game, begins to speak at NOW.
 * talk.to_seats is the caller's to set where it is not for everybody. */
void talk_message_begin(struct talk_message *message, const struct store_game *row, int64_t account,
                        const char *name, int64_t now);

/* What is said (seen_copy); finds whom it mentions, by "@name" or "@color". False where nothing of the text can be
 * seen, or it is too long, or has control characters other than line ends. */
bool talk_message_set_text(struct talk_message *message, const struct store_game *row,
                           const char *text);

/* In a job: keeps the message and tells those who are spoken to. STORE_CONFLICT with too_many. After
 * the commit the game's topic is to be published. */
enum store_result talk_message_write(struct store_tx *tx, struct talk_message *message);

#endif
