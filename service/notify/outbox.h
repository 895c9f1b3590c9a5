/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_NOTIFY_OUTBOX_H
#define SERVICE_NOTIFY_OUTBOX_H

#include <stdint.h>

#include "db/games.h"
#include "db/outbox.h"
#include "service/game/events.h"

/*
 * News for people and programs: its kinds, and how it gets into the outbox.
 *
 * Code that has news calls outbox_enqueue in the transaction of the change. Each channel then looks up
 * its recipients and writes a row of the outbox for each (channel.h); the sender takes them from there
 * (sender.h).
 */

enum outbox_channel { OUTBOX_MAIL, OUTBOX_WEBHOOK, OUTBOX_CHAT, OUTBOX_PUSH, OUTBOX_CHANNELS };

_Static_assert((int)OUTBOX_CHANNELS <= (int)STORE_OUTBOX_CHANNELS, "the store counts them");

/* These numbers are stored: add at the end, never change one. */
enum outbox_kind {
    OUTBOX_TURN,     /* the game waits for a player that it did not wait for before */
    OUTBOX_REMINDER, /* it still does, and their time is running out */
    OUTBOX_STARTED,  /* a game has begun */
    OUTBOX_OVER,     /* a game has ended */
    OUTBOX_EVENT,    /* something has happened in a game */
    OUTBOX_TALK,     /* a message at the table */
    OUTBOX_INVITE,   /* a seat is reserved for them */
    OUTBOX_DIGEST,   /* gathered news */
    OUTBOX_CONFIRM,  /* asks to confirm an address */
    OUTBOX_SIGN_IN,  /* a link to sign in with */
    OUTBOX_RESPONSE, /* the response to something they sent */
    OUTBOX_TEST,     /* a test message */
    OUTBOX_DISABLED, /* a way of notifying them was switched off; data: {"subject","text"} */
    OUTBOX_NOTE,     /* about something of theirs: a plan was dropped, a vote was called */
    OUTBOX_OFFER,    /* a trade offer that they can answer; by mail and web push */
    OUTBOX_NEWS,     /* what no event of a game tells (tell.h) */
    OUTBOX_KINDS
};

/* "game.turn", "game.reminder", ...; NULL at the end. */
extern const char *const outbox_kind_names[OUTBOX_KINDS + 1];

/* A piece of news. */
struct outbox_news {
    enum outbox_kind kind;
    /* The recipient: their webhooks for all games, their mails, their browsers. 0: the game's
     * subscriptions, with unknown readers, so the news must contain nothing private. */
    int64_t account;
    int64_t game;   /* 0: none */
    unsigned seats; /* set: for TURN and REMINDER the seats that the game waits for (with `account`,
                     * its own) */
    uint32_t seq;   /* the game's last event */
    int64_t now;
    int64_t due_at;   /* not to be sent earlier; 0: at once */
    const char *data; /* specific to the kind, JSON up to STORE_OUTBOX_DATA_SIZE - 1 bytes; NULL:
                       * none */
    const struct game_events *events;      /* the events it is about; NULL: none */
    const struct store_interest *interest; /* who is interested in the game; NULL: each channel
                                            * looks it up */
};

/* Enqueues news in all channels. */
enum store_result outbox_enqueue(struct store_tx *tx, const struct outbox_news *news);

/* A listener (service/game/events.h): enqueues STARTED, TURN, OFFER, EVENT and OVER, for each player
 * and once for the game's subscriptions. */
enum store_result outbox_on_events(struct store_tx *tx, const struct game_events *events);

/* Makes a waiting row for CHANNEL and TARGET from the news, with a new public id. */
void outbox_row(struct store_outbox_row *row, enum outbox_channel channel, int64_t target,
                const struct outbox_news *news);

/* A channel's recipients of a piece of news. They are collected first, as the store does not write
 * while it reads. */
enum { OUTBOX_AUDIENCE_MAX = 256 };
struct outbox_audience {
    unsigned parts; /* the kinds of parts in the news, as a set, if targets choose among them */
    unsigned count;
    struct outbox_target {
        int64_t id;
        int64_t account; /* the target's; 0: that of the news */
        char host[STORE_OUTBOX_HOST_SIZE];
    } targets[OUTBOX_AUDIENCE_MAX];
};
/* Initializes an empty audience. Does not clear the targets: most moves have no audience, and it would clear
 * 70 KB per channel. */
static inline void outbox_audience_begin(struct outbox_audience *audience, unsigned parts) {
    audience->parts = parts;
    audience->count = 0;
}
/* Adds a target with the address URL. Returns whether there is room for more. */
bool outbox_audience_add(struct outbox_audience *audience, int64_t id, int64_t account,
                         const char *url);
/* Writes the row for one target. */
enum store_result outbox_enqueue_to(struct store_tx *tx, enum outbox_channel channel,
                                    const struct outbox_target *target,
                                    const struct outbox_news *news);

/* A way of notifying people that was switched off. MEMBER and ID identify it for programs. */
struct outbox_disabled {
    enum outbox_channel channel;
    int64_t target;
    int64_t account; /* its owner */
    const char *member, *id, *subject;
    const char *dropped; /* the reason for dropping its waiting messages */
    int64_t now;
};
/* Drops its messages, and notifies its owner by mail, with a text that says which one and why. */
__attribute__((format(printf, 3, 4))) enum store_result
outbox_disable(struct store_tx *tx, const struct outbox_disabled *disabled, const char *format,
               ...);

/* ---- checking again before sending ---- */

/* The state of a game for the account that a row concerns. */
struct outbox_standing {
    enum store_game_status status;
    uint32_t seq;     /* the game's last event now */
    unsigned waiting; /* set of seats: people whom it waits for and who have not acted themselves
                       * since the row was written */
    unsigned seat;    /* the account's, NONE if it no longer has one */
    bool waited;      /* their seat is in `waiting` */
    bool pending;     /* the game waits for their seat, whatever they have done since */
    bool offered;     /* there is an open offer that their seat has not answered */
    bool may_see;     /* access_check (service/game/access.h) */
    char game[STORE_ID_SIZE];
    const char *decision; /* the first decision due from their seat, a static name; NULL: none */
};

/* Finds the present state of ROW's game for ROW's account. STORE_NONE: the game is gone, or
 * damaged. */
enum store_result outbox_standing_of(struct store_reader *reader,
                                     const struct store_outbox_row *row,
                                     struct outbox_standing *standing);

/* Whether ROW's account has looked at the game since the row was written. */
enum outbox_look {
    OUTBOX_UNSEEN,
    OUTBOX_SHOWN, /* requested on their behalf, perhaps unseen: the row is held back */
    OUTBOX_SEEN   /* they know */
};
enum { OUTBOX_SHOWN_HOLD_MS = 60 * 60 * 1000 }; /* from the row's writing on */
struct app;
enum outbox_look outbox_look_of(const struct app *app, const struct store_outbox_row *row,
                                const struct outbox_standing *standing);

#endif
