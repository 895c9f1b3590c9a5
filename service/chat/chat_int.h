/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_CHAT_CHAT_INT_H
#define SERVICE_CHAT_CHAT_INT_H

/* Shared among the parts of the chats' core. */

#include "service/base/language.h"
#include "service/chat/chat.h"

/* A request being carried out. */
struct talk {
    struct app *app;
    struct store_reader *reader;
    const struct chat_ask *ask;
    struct chat_response *response;
    bool known; /* link is set */
    struct store_chat_link link;
    char game[STORE_ID_SIZE]; /* the conversation's game, "" for none */
    enum language language;   /* of the account, or as given by the platform */
};

/* Append to the response. */
void chat_say(struct talk *talk, bool ok, const char *text);
void chat_tell(struct talk *talk, bool ok, enum text words);

/* words.c: the commands for chats only: for anybody (`link`, `start`), and for linked people. False
 * if the text is no such command. */
bool chat_own_word(struct talk *talk);
bool chat_linked_word(struct talk *talk);
/* Adds these commands to a response that lists all commands. */
void chat_more_help(struct talk *talk);

/* Runs a function as a job of the store and waits for it. */
enum store_result chat_write_now(struct store *store,
                                 enum store_result (*run)(struct store_tx *tx, void *context),
                                 void *context);

void chat_code_hash(const char *code, uint8_t hash[STORE_HASH_SIZE]);

/* The kind of a subscription that our own bot on the platform serves. */
enum store_subscription_kind chat_own_kind(enum store_chat_platform platform);

#endif
