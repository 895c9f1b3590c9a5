/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MAIL_ABOUT_INT_H
#define SERVICE_MAIL_ABOUT_INT_H

/* Shared among the files that write about games. */

#include "service/base/language.h"
#include "service/command/recap.h"
#include "service/command/title.h"
#include "service/game/load.h"
#include "service/mail/letter.h"
#include "service/mail/mail_int.h"
#include "service/words/sentence.h"

/* What a mail about a game is mainly about. */
enum about_what {
    ABOUT_REMINDER,
    ABOUT_TURN,
    ABOUT_OFFER,
    ABOUT_INVITE,
    ABOUT_OVER,
    ABOUT_STARTED,
    ABOUT_TALK,
    ABOUT_NOTE,
    ABOUT_ANSWER, /* the end of a response: title and news came before */
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
    unsigned seat; /* NONE: no longer seated */
    struct game view;
    struct recap recap;
    struct game_title title;
    char task[ABOUT_TASK_SIZE]; /* what the game waits for the reader to do; "": nothing */
    char actor
        [ABOUT_ACTOR_SIZE]; /* the winner, inviter, author or maker of an offer; "": none, or one
                             * without a name */
    char open[LINK_TOKEN_SIZE];
};

/* Copies a text, cut after a whole character, and frees it. If memory ran out, the whole letter is marked as
 * failed. */
void about_take(struct mail_narration *t, struct buffer *from, char *to, size_t size);
/* The text as a string; if memory ran out "", and the whole letter is marked as failed. */
const char *about_string(struct mail_narration *t, struct buffer *text);

/* Whether the game waits for the reader. */
bool about_is_waited(const struct mail_narration *t);

/* Replays the log to its end, collecting up to MAX lines on what happened since the reader last
 * looked. */
enum store_result about_gather(struct mail_narration *t, size_t max);
/* Writes those lines. */
void about_recap(struct mail_narration *t);
/* Writes the facts below the title: deadline, color, messages, the rules of an invitation, the final
 * standings. */
void about_facts(struct mail_narration *t);
/* Writes the button that opens the game. */
enum store_result about_links(struct mail_narration *t);
/* Writes the address that takes answers about this game alone. */
void about_reply(struct mail_narration *t);
/* Draws the picture into PNG, which stays empty if that fails: the mail is then sent without it. */
enum store_result about_board(struct mail_narration *t, struct buffer *png);
void about_offers(struct mail_narration *t);
/* The seat whose offer is the latest that the reader can still answer; NONE: none. */
unsigned about_offerer(const struct mail_narration *t);
void about_hand(struct mail_narration *t);
enum store_result about_moves(struct mail_narration *t);

#endif
