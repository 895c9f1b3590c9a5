/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_NOTIFY_OUTBOX_H
#define SERVICE_NOTIFY_OUTBOX_H

#include <stdint.h>

#include "db/games.h"
#include "db/outbox.h"
#include "service/game/events.h"

/*
 * What people and programs hear of: the kinds of news, and how news comes into the outbox.
 *
 * Whoever has news calls outbox_enqueue in the transaction of what has happened. Each channel then looks
 * up who wants it there and writes a row of the outbox for each (channel.h); the sender takes them
 * from there (sender.h).
 */

enum outbox_channel { OUTBOX_MAIL, OUTBOX_WEBHOOK, OUTBOX_CHAT, OUTBOX_PUSH, OUTBOX_CHANNELS };

_Static_assert((int)OUTBOX_CHANNELS <= (int)STORE_OUTBOX_CHANNELS, "the store counts them");

/* Numbers are kept in the store: add at the end, never change one. */
enum outbox_kind {
    OUTBOX_TURN,     /* somebody is waited for who was not before */
    OUTBOX_REMINDER, /* they still are, and their time runs out */
    OUTBOX_STARTED,  /* a game has begun */
    OUTBOX_OVER,     /* a game has ended */
    OUTBOX_EVENT,    /* something has happened in a game */
    OUTBOX_TALK,     /* somebody has said something */
    OUTBOX_INVITE,   /* a seat is kept for them */
    OUTBOX_DIGEST,   /* what has gathered */
    OUTBOX_CONFIRM,  /* is this address theirs? */
    OUTBOX_SIGN_IN,  /* a link to sign in with */
    OUTBOX_RESPONSE, /* to something that they have sent */
    OUTBOX_TEST,     /* to see whether it arrives */
    OUTBOX_DISABLED, /* a way of telling them was given up; data: {"subject","text"} */
    OUTBOX_NOTE,     /* something of their own: a plan was dropped, a vote has been called */
    OUTBOX_OFFER, /* somebody offers them a trade that they can answer; mails and browsers tell it */
    OUTBOX_KINDS
};

/* "game.turn", "game.reminder", ...; NULL at the end. */
extern const char *const outbox_kind_names[OUTBOX_KINDS + 1];

/* A piece of news. */
struct outbox_news {
    enum outbox_kind kind;
    /* Whose own channels hear it: their webhooks for all their games, their mails. 0: the game's
     * subscriptions, whoever reads there: they must not get what only somebody may know. */
    int64_t account;
    int64_t game;   /* 0: none */
    unsigned seats; /* set: of TURN and REMINDER those who are waited for (with account its own) */
    uint32_t seq;   /* the game's last event */
    int64_t now;
    int64_t due_at;   /* not to be told earlier; 0: at once */
    const char *data; /* the kind's own, JSON up to STORE_OUTBOX_DATA_SIZE - 1 bytes; NULL: none */
    const struct game_events *events;      /* the events it comes of; NULL where there are none */
    const struct store_interest *interest; /* who hears of this game; NULL: each channel looks */
};

/* Tells all channels. */
enum store_result outbox_enqueue(struct store_tx *tx, const struct outbox_news *news);

/* A listener (service/game/events.h): tells STARTED, TURN, EVENT and OVER, each to the people who play
 * and once to the game's subscriptions. */
enum store_result outbox_on_events(struct store_tx *tx, const struct game_events *events);

/* A waiting row for CHANNEL and TARGET, filled from the news and with a new public id. */
void outbox_row(struct store_outbox_row *row, enum outbox_channel channel, int64_t target,
                const struct outbox_news *news);

/* Whom a channel tells a piece of news. They are found first: the store reads and writes one after the
 * other. */
enum { OUTBOX_AUDIENCE_MAX = 256 };
struct outbox_audience {
    unsigned parts; /* of what there is to hear, as a set, where targets choose */
    unsigned count;
    struct outbox_target {
        int64_t id;
        int64_t account; /* whose it is; 0: the news' */
        char host[STORE_OUTBOX_HOST_SIZE];
    } targets[OUTBOX_AUDIENCE_MAX];
};
/* Nobody yet. Targets that are not there stay as they are: most moves have no audience, and the writer would
 * clear 70 KB for each channel. */
static inline void outbox_audience_begin(struct outbox_audience *audience, unsigned parts) {
    audience->parts = parts;
    audience->count = 0;
}
/* One more, at the address URL. Returns whether there is room for others. */
bool outbox_audience_add(struct outbox_audience *audience, int64_t id, int64_t account,
                         const char *url);
/* Writes the row for one of them. */
enum store_result outbox_enqueue_to(struct store_tx *tx, enum outbox_channel channel,
                                    const struct outbox_target *target,
                                    const struct outbox_news *news);

/* A way of telling people that was given up. MEMBER and ID name it for programs. */
struct outbox_disabled {
    enum outbox_channel channel;
    int64_t target;
    int64_t account; /* whose it is */
    const char *member, *id, *subject;
    const char *dropped; /* what becomes of the messages that wait for it */
    int64_t now;
};
/* Drops its messages, and tells its account by mail: the text says which and why. */
__attribute__((format(printf, 3, 4))) enum store_result
outbox_disable(struct store_tx *tx, const struct outbox_disabled *disabled, const char *format,
               ...);

/* ---- checking again ---- */

/* How a game stands for the account that a row concerns. */
struct outbox_standing {
    enum store_game_status status;
    uint32_t seq;     /* the game's last event now */
    unsigned waiting; /* set of seats: people it waits for who have not acted themselves since
                          * the row was written */
    unsigned seat;    /* theirs, NONE where they have none any more */
    bool waited;      /* their seat is among those that it waits for so */
    bool pending;     /* it waits for their seat, whatever they have done since */
    bool offered;     /* an offer is open that their seat has not answered */
    bool may_see;     /* access_check (service/game/access.h) */
    char game[STORE_ID_SIZE];
    const char
        *decision; /* the first one that it waits for from their seat, a static name; NULL: none */
};

/* Looks at ROW's game for ROW's account now. STORE_NONE: the game is gone, or damaged. */
enum store_result outbox_standing_of(struct store_reader *reader,
                                     const struct store_outbox_row *row,
                                     struct outbox_standing *standing);

/* What is known of ROW's account and the game since the row was written. */
enum outbox_look {
    OUTBOX_UNSEEN,
    OUTBOX_SHOWN, /* something of theirs has asked about it, and perhaps nobody has looked: it is held back */
    OUTBOX_SEEN /* they know */
};
enum { OUTBOX_SHOWN_HOLD_MS = 60 * 60 * 1000 }; /* from the row's writing on */
struct app;
enum outbox_look outbox_look_of(const struct app *app, const struct store_outbox_row *row,
                                const struct outbox_standing *standing);

#endif
