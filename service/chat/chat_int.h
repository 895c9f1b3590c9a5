/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_CHAT_CHAT_INT_H
#define SERVICE_CHAT_CHAT_INT_H

/* What the parts of the chats' core share. */

#include "service/base/language.h"
#include "service/chat/chat.h"

/* One ask on its way to its answer. */
struct talk {
    struct app *app;
    struct store_reader *reader;
    const struct chat_ask *ask;
    struct chat_response *response;
    bool known; /* link is there */
    struct store_chat_link link;
    char game[STORE_ID_SIZE]; /* the conversation's, "" for none */
    enum language language;   /* of their account, or what the platform says of them */
};

/* Append to the answer. */
void chat_say(struct talk *talk, bool ok, const char *text);
void chat_tell(struct talk *talk, bool ok, enum text words);

/* words.c: the commands that belong to chats alone: for anybody (`link`, `start`), and for people
 * whose account is known. False where the text is no such command. */
bool chat_own_word(struct talk *talk);
bool chat_linked_word(struct talk *talk);
/* Adds those commands to an answer that is the list of all. */
void chat_more_help(struct talk *talk);

/* Runs a piece of writing and waits for it. */
enum store_result chat_write_now(struct store *store,
                                 enum store_result (*run)(struct store_tx *tx, void *context),
                                 void *context);

void chat_code_hash(const char *code, uint8_t hash[STORE_HASH_SIZE]);

/* A channel of the platform that our own bot writes to. */
enum store_subscription_kind chat_own_kind(enum store_chat_platform platform);

#endif
