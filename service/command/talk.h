/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_COMMAND_TALK_H
#define SERVICE_COMMAND_TALK_H

#include <stdbool.h>
#include <stdint.h>

#include "db/games.h"
#include "db/moderation.h"
#include "db/talk.h"

/* Sending a message at a table, from the API, a chat or a mail. */

enum {
    TALK_TEXT_MAX = STORE_TALK_SIZE - 1, /* bytes of a message */
    TALK_PER_MINUTE = 20,                /* messages of one account in one game */
};

/* A message being sent. */
struct talk_message {
    struct store_talk talk;
    int64_t accounts[STORE_SEATS_MAX]; /* people by seat, 0: none */
    uint32_t seq;                      /* the game's last event */
    /* Set by talk_message_write: */
    bool too_many;              /* TALK_PER_MINUTE exceeded */
    struct store_sanction held; /* why the account may write nothing; id 0: it may */
};

/* Begins a message at NOW by ACCOUNT, called NAME, who has a seat in ROW's game or made that table
 * game. The caller sets talk.to_seats if it is not for everybody. */
void talk_message_begin(struct talk_message *message, const struct store_game *row, int64_t account,
                        const char *name, int64_t now);

/* Sets the text (seen_copy) and finds the seats it mentions, by "@name" or "@color". False if nothing of the text
 * is visible, it is too long, or it has control characters other than line ends. */
bool talk_message_set_text(struct talk_message *message, const struct store_game *row,
                           const char *text);

/* In a job: stores the message and notifies its addressees. STORE_CONFLICT with too_many or held. After the
 * commit publish the game's topic. */
enum store_result talk_message_write(struct store_tx *tx, struct talk_message *message);

#endif
