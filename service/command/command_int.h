/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Shared among the command core's files. */
#ifndef SERVICE_COMMAND_COMMAND_INT_H
#define SERVICE_COMMAND_COMMAND_INT_H

#include "service/app/app.h"
#include "service/base/language.h"
#include "service/command/command.h"
#include "service/game/load.h"
#include "service/http/inner.h"
#include "service/words/sentence.h"

/* A line that is being carried out. */
struct command {
    struct app *app;
    const struct command_ask *ask;
    struct command_response *answer;
    struct store_reader *reader;
    enum language language;     /* the sender's */
    char zone[STORE_ZONE_SIZE]; /* the sender's; "": UTC */
    struct buffer *out;         /* the response's text, not yet cut */
    const char *rest;           /* the text after the command's name; REST_LEN bytes */
    size_t rest_len;
    struct buffer plain; /* the line with plain characters (words/plain.h), if that is used */
    bool secret;         /* the response is about a private game */
    bool moves;          /* the line is moves: no game is guessed for it */
    bool loaded; /* the following members are set: the game that the command is about, at its end */
    struct load load;
    struct labels labels;
    unsigned seat;    /* the sender's, or NONE */
    struct game view; /* the sender's view */
};

/* ---- games (command_games.c) ---- */

/* Loads the game that the rest of the line names, else the current one, else the only one there is.
 * False: has said why not. */
bool command_load(struct command *command);
/* The same by public id. */
bool command_load_id(struct command *command, const char *id);
/* Releases the loaded game. */
void command_unload(struct command *command);

/* Lists the sender's games, most urgent first. */
void command_games(struct command *command);

/* Appends a text without placeholders in the sender's language. */
void command_tell(struct command *command, enum text words);

/* ---- asking the server as HTTP does (command_ask.c) ---- */

/* Asks for PART of the answer's game, and releases the loaded one. False: has said why it was not done. Free *REPLY with
 * inner_reply_free in every case. */
bool command_ask_route(struct command *command, enum method method, const char *part,
                       const char *body, struct inner_reply *reply);

/* The following load the game. */

/* Takes a seat that is free, reserved for the sender or offered to them; leaves one before the game begins. */
void command_join(struct command *command);
void command_leave(struct command *command);
/* Wants a pause, ends it or no longer wants it. */
void command_pause(struct command *command);
void command_resume(struct command *command);
/* Switches mails about the game off and on. */
void command_mute(struct command *command);
void command_unmute(struct command *command);
/* Agrees to what others propose. */
void command_agree(struct command *command);
void command_disagree(struct command *command);

/* ---- standing orders and the plan (command_orders.c); these load the game ---- */

/* Shows them, or sets or removes what the rest of the line names. */
void command_orders(struct command *command);
void command_plan(struct command *command);
/* Whether a line is a step of a plan by itself: "if 3 ore: city 14". */
bool command_is_planned(enum language language, const char *line, size_t len);

/* ---- showing a game (command_show.c); all but the first two load the game ---- */

/* The settings for sentences about the loaded game for the sender; they borrow DEADLINES,
 * STORE_SEATS_MAX of them; NULL: no deadlines. */
struct sentence command_sentence(const struct command *command, int64_t *deadlines);
/* Appends what the game waits for, and until when. */
void command_write_waiting(struct command *command);
/* Shows the game as everybody sees it. */
void command_show(struct command *command);
/* Shows the sender's cards. */
void command_hand(struct command *command);
/* Lists what the sender can do now, and adds buttons. */
void command_moves(struct command *command);
/* Shows what a good player would do in the sender's place, and why; only in games against bots. */
void command_hint(struct command *command);
/* Adds buttons for the sender's simple decisions in the loaded game; none if the game does not wait
 * for the sender. */
void command_buttons(struct command *command);

#endif
