/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MAIL_ABOUT_INT_H
#define SERVICE_MAIL_ABOUT_INT_H

/* What the files that tell of a game share. */

#include "service/base/language.h"
#include "service/command/recap.h"
#include "service/command/title.h"
#include "service/game/load.h"
#include "service/mail/letter.h"
#include "service/mail/mail_int.h"
#include "service/words/sentence.h"

/* What a mail about a game is about, first of all. */
enum about_what {
    ABOUT_REMINDER,
    ABOUT_TURN,
    ABOUT_OFFER,
    ABOUT_INVITE,
    ABOUT_OVER,
    ABOUT_STARTED,
    ABOUT_TALK,
    ABOUT_NOTE,
    ABOUT_ANSWER, /* the end of an answer: title and news stand before */
};

enum { ABOUT_TASK_SIZE = 256, ABOUT_ACTOR_SIZE = 128, ABOUT_ACTOR_CUT = 60 };

struct mail_narration {
    struct draft *draft;
    const struct about *about;
    enum about_what what;
    enum language language;
    bool alone;
    bool linked; /* open is a link to the game */
    struct load load;
    struct labels labels;
    struct sentence sentence;
    unsigned seat; /* NONE: no seat any more */
    struct game view;
    struct recap recap;
    struct game_title title;
    char task[ABOUT_TASK_SIZE]; /* what waits for the reader; "": nothing */
    char actor
        [ABOUT_ACTOR_SIZE]; /* who has won, invited, written or offered; "": nobody who has a name */
    char open[LINK_TOKEN_SIZE];
};

/* Copies a text that was written, cut behind a whole character, and frees it. Where memory ran out, the whole
 * letter has failed. */
void about_take(struct mail_narration *t, struct buffer *from, char *to, size_t size);
/* A text that was written as a string; "" where memory ran out, and the whole letter has failed. */
const char *about_string(struct mail_narration *t, struct buffer *text);

/* Whether the game waits for the reader. */
bool about_is_waited(const struct mail_narration *t);

/* Replays the log to its end, and keeps what has happened since the reader looked: MAX lines. */
enum store_result about_gather(struct mail_narration *t, size_t max);
/* Writes that. */
void about_recap(struct mail_narration *t);
/* What there is to know below the title: deadline, color, messages, the rules of an invitation, the final
 * standings. */
void about_facts(struct mail_narration *t);
/* The button that opens the game. */
enum store_result about_links(struct mail_narration *t);
/* The picture, drawn into PNG, which stays empty where it could not be drawn: the mail goes without. */
enum store_result about_board(struct mail_narration *t, struct buffer *png);
void about_offers(struct mail_narration *t);
/* The seat whose offer to the reader is the latest that they can still answer; NONE: there is none. */
unsigned about_offerer(const struct mail_narration *t);
void about_hand(struct mail_narration *t);
enum store_result about_moves(struct mail_narration *t);

#endif
