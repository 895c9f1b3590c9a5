/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_CHATS_H
#define DB_CHATS_H

#include "db/store.h"

/*
 * The store's part about chats: who is who on other platforms, which channels subscribe to which games,
 * and what has come in already. Conventions as in store.h.
 */

/* Limits, in bytes; sizes of text include the closing NUL. */
enum {
    STORE_CHAT_WHO_SIZE = 257,     /* a person's id on a platform */
    STORE_CHAT_NAME_SIZE = 129,    /* what a person is called there */
    STORE_CHAT_CHANNEL_SIZE = 257, /* a channel's, chat's or room's id */
    STORE_CHAT_ADDRESS_SIZE = 1025,
    STORE_CHAT_SECRET_SIZE = 257,
    STORE_CHAT_TROUBLE_SIZE = 201,
    STORE_CHAT_EVENT_SIZE = 257, /* a platform's id of an incoming message */
    STORE_CHAT_COMMAND_SIZE = 257,
    STORE_CHAT_MARK_SIZE = 1025,
    STORE_CHAT_THREAD_SIZE = 257, /* what a platform calls a thread */
    STORE_CHAT_PLACES_MAX = 64,   /* remembered per link: the game of a conversation */
};

enum store_chat_platform {
    STORE_DISCORD,
    STORE_SLACK,
    STORE_TELEGRAM,
    STORE_MATRIX,
    STORE_MATTERMOST,
    STORE_ZULIP,
    STORE_ROCKETCHAT,
    STORE_CHAT_PLATFORMS
};

/* ---------------------------------------------------------------------------------- links -- */

struct store_chat_link {
    int64_t id;
    char public_id[STORE_ID_SIZE];
    enum store_chat_platform platform;
    char who[STORE_CHAT_WHO_SIZE];
    char name[STORE_CHAT_NAME_SIZE];
    int64_t account;
    int64_t created_at;
    unsigned mention; /* 1: news of channels call them by name */
};

/* Stores the hash of a code by which ACCOUNT can be linked until expires_at; it replaces the
 * account's earlier code. STORE_CONFLICT: this code exists already. */
enum store_result store_chat_code_put(struct store_tx *tx, int64_t account,
                                      const uint8_t hash[STORE_HASH_SIZE], int64_t expires_at);
/* Consumes the code if it is valid at `link->created_at` and links the person with its account,
 * even if the person was linked with another one. Fills link->id and link->account. STORE_NONE:
 * there is no such code (any more). */
enum store_result store_chat_link_by_code(struct store_tx *tx, const uint8_t hash[STORE_HASH_SIZE],
                                          struct store_chat_link *link);
enum store_result store_chat_link_find(struct store_reader *reader,
                                       enum store_chat_platform platform, const char *who,
                                       struct store_chat_link *link);
/* Calls row for each link of the account, oldest first, until it says false. */
enum store_result
store_chat_link_list(struct store_reader *reader, int64_t account,
                     bool (*row)(void *context, const struct store_chat_link *link), void *context);
/* Whether news of channels call the person by name. */
enum store_result store_chat_link_mention(struct store_tx *tx, int64_t link, unsigned mention);
/* STORE_NONE: the account has no such link. */
enum store_result store_chat_link_delete(struct store_tx *tx, int64_t account,
                                         const char *public_id);

/* The game (public id, "" for none) that the link's owner talks about in a conversation. */
enum store_result store_chat_place_get(struct store_reader *reader, int64_t link,
                                       const char *channel, char game[STORE_ID_SIZE]);
enum store_result store_chat_place_set(struct store_tx *tx, int64_t link, const char *channel,
                                       const char *game, int64_t now);

/* -------------------------------------------------------------------------- subscriptions -- */

enum store_subscription_kind {
    STORE_SUBSCRIPTION_DISCORD_HOOK,
    STORE_SUBSCRIPTION_SLACK_HOOK, /* and others that accept its format */
    STORE_SUBSCRIPTION_DISCORD,
    STORE_SUBSCRIPTION_SLACK,
    STORE_SUBSCRIPTION_TELEGRAM,
    STORE_SUBSCRIPTION_MATRIX,
    STORE_SUBSCRIPTION_MATTERMOST,
    STORE_SUBSCRIPTION_ZULIP,
    STORE_SUBSCRIPTION_ROCKETCHAT,
    STORE_SUBSCRIPTION_MATTERMOST_HOOK,
    STORE_SUBSCRIPTION_ROCKETCHAT_HOOK,
    STORE_SUBSCRIPTION_KINDS
};

struct store_subscription {
    int64_t id;
    char public_id[STORE_ID_SIZE];
    int64_t game;
    int64_t account; /* who made it */
    enum store_subscription_kind kind;
    char address[STORE_CHAT_ADDRESS_SIZE];
    char secret[STORE_CHAT_SECRET_SIZE];
    char channel[STORE_CHAT_CHANNEL_SIZE];
    unsigned parts; /* the caller's bits */
    int64_t created_at;
    uint32_t told_seq; /* the last event posted */
    int64_t disabled_at;
    char trouble[STORE_CHAT_TROUBLE_SIZE];
    int64_t token;                /* the token that it ends with; 0: none */
    char token_id[STORE_ID_SIZE]; /* read only, of that token */
    int64_t token_revoked_at;
    int64_t token_expires_at;
    char thread[STORE_CHAT_THREAD_SIZE]; /* of the channel's news of the game; "": none yet */
};

/* Fills subscription->id. STORE_CONFLICT: the channel has one to the game already. */
enum store_result store_subscription_create(struct store_tx *tx,
                                            struct store_subscription *subscription);
enum store_result store_subscription_get(struct store_reader *reader, int64_t id,
                                         struct store_subscription *subscription);
enum store_result store_subscription_by_public_id(struct store_reader *reader,
                                                  const char *public_id,
                                                  struct store_subscription *subscription);
/* Calls row for each, oldest first, until it says false: of_game: those of a game; the other: those
 * of a channel that are not disabled. */
enum store_result store_subscription_of_game(
    struct store_reader *reader, int64_t game,
    bool (*row)(void *context, const struct store_subscription *subscription), void *context);
enum store_result store_subscription_of_channel(
    struct store_reader *reader, enum store_subscription_kind kind, const char *channel,
    bool (*row)(void *context, const struct store_subscription *subscription), void *context);
/* How many subscriptions of an account are in use at NOW: not disabled, and the token they depend on
 * still valid. Those of games whose club has the account's channel are not counted: the club's set-up makes them. */
enum store_result store_subscription_count(struct store_reader *reader, int64_t account,
                                           int64_t now, int64_t *count);
/* Notes that everything up to seq has been posted; never goes back. Clears the trouble. */
enum store_result store_subscription_told(struct store_tx *tx, int64_t id, uint32_t seq);
/* Notes the thread in which the channel's news stand from now on. */
enum store_result store_subscription_thread(struct store_tx *tx, int64_t id, const char *thread);
/* Notes what went wrong, and disables the subscription unless disabled_at is 0. */
enum store_result store_subscription_trouble(struct store_tx *tx, int64_t id, const char *trouble,
                                             int64_t disabled_at);
/* A chat's id has changed: moves all subscriptions of KIND in it to the new id. */
enum store_result store_subscription_move(struct store_tx *tx, enum store_subscription_kind kind,
                                          const char *from, const char *to);
/* Changes PARTS and enables the subscription again, from the event SEQ on. */
enum store_result store_subscription_renew(struct store_tx *tx, int64_t id, unsigned parts,
                                           uint32_t seq);
enum store_result store_subscription_delete(struct store_tx *tx, int64_t id);

/* ------------------------------------------------------------------------ what has come in -- */

/* STORE_CONFLICT: this has come in before. */
enum store_result store_chat_inbound_note(struct store_tx *tx, enum store_chat_platform platform,
                                          const char *event, int64_t now);

struct store_chat_button {
    char id[STORE_ID_SIZE];
    char game[STORE_ID_SIZE]; /* public id */
    uint32_t seq;
    char command[STORE_CHAT_COMMAND_SIZE];
    int64_t created_at;
};
enum store_result store_chat_button_put(struct store_tx *tx,
                                        const struct store_chat_button *button);
enum store_result store_chat_button_get(struct store_reader *reader, const char *id,
                                        struct store_chat_button *button);

/* How far a bot has read; STORE_NONE: nothing yet. */
enum store_result store_chat_mark_get(struct store_reader *reader,
                                      enum store_chat_platform platform,
                                      char mark[STORE_CHAT_MARK_SIZE]);
enum store_result store_chat_mark_put(struct store_tx *tx, enum store_chat_platform platform,
                                      const char *mark);

#endif
