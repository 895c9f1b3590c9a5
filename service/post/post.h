/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_POST_POST_H
#define SERVICE_POST_POST_H

#include <stdint.h>

#include "db/outbox.h"
#include "service/follow.h"

/*
 * What people and programs hear of: the kinds of news, and how news comes into the outbox.
 *
 * Whoever has news calls post_tell in the transaction of what has happened. Each channel then looks
 * up who wants it there and writes a row of the outbox for each (channel.h); the sender takes them
 * from there (sender.h).
 */

enum post_channel { POST_MAIL, POST_WEBHOOK, POST_CHAT, POST_PUSH, POST_CHANNELS };

_Static_assert((int)POST_CHANNELS <= (int)STORE_POST_CHANNELS, "the store counts them");

/* Numbers are kept in the store: add at the end, never change one. */
enum post_kind {
    POST_TURN,     /* somebody is waited for who was not before */
    POST_REMINDER, /* he still is, and his time runs out */
    POST_STARTED,  /* a game has begun */
    POST_OVER,     /* a game has ended */
    POST_EVENT,    /* something has happened in a game */
    POST_TALK,     /* somebody has said something */
    POST_INVITE,   /* a seat is kept for him */
    POST_DIGEST,   /* what has gathered */
    POST_CONFIRM,  /* is this address his? */
    POST_SIGN_IN,  /* a link to sign in with */
    POST_ANSWER,   /* to something that he has sent */
    POST_TEST,     /* to see whether it arrives */
    POST_DISABLED, /* a way of telling him was given up; data: {"subject","text"} */
    POST_NOTE,     /* something of his own: a plan was dropped, a vote has been called */
    POST_KINDS
};

/* "game.turn", "game.reminder", ...; NULL at the end. */
extern const char *const post_kind_names[POST_KINDS + 1];

/* A piece of news. */
struct post_news {
    enum post_kind kind;
    /* Whose own channels hear it: his webhooks for all his games, his mails. 0: those who follow the
     * game, whoever they are: they must not hear what only somebody may know. */
    int64_t account;
    int64_t game;   /* 0: none */
    unsigned seats; /* set: of TURN and REMINDER those who are waited for (his own, with account) */
    uint32_t seq;   /* the game's last event */
    int64_t now;
    int64_t due_at;   /* not to be told earlier; 0: at once */
    const char *data; /* the kind's own, JSON up to STORE_POST_DATA_SIZE - 1 bytes; NULL: none */
    const struct happening *happening; /* the events it comes of; NULL where there are none */
};

/* Tells all channels. */
enum store_result post_tell(struct store_tx *tx, const struct post_news *news);

/* A follower (service/follow.h): tells STARTED, TURN, EVENT and OVER, each to the people who play
 * and once to those who follow the game. */
enum store_result post_follow(struct store_tx *tx, const struct happening *happening);

/* A waiting row for CHANNEL and TARGET, filled from the news and with a new public id. */
void post_row(struct store_post *row, enum post_channel channel, int64_t target,
              const struct post_news *news);

/* ---- checking again ---- */

/* How a game stands for the account that a row concerns. */
struct post_standing {
    enum store_game_status status;
    uint32_t seq;     /* the game's last event now */
    unsigned waiting; /* set of seats: people it waits for who have not acted themselves since
                          * the row was written */
    unsigned seat;    /* his, NONE where he has none any more */
    bool waited;      /* his seat is among those that it waits for so */
    bool may_see;     /* the game is public, or he made it or has a seat */
    char game[STORE_ID_SIZE];
    const char
        *decision; /* the first one that it waits for from his seat, a static name; NULL: none */
};

/* Looks at ROW's game for ROW's account now. STORE_NONE: the game is gone. */
enum store_result post_stand(struct store_reader *reader, const struct store_post *row,
                             struct post_standing *standing);

#endif
