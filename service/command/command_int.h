/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What the files of the command core share. */
#ifndef SERVICE_COMMAND_COMMAND_INT_H
#define SERVICE_COMMAND_COMMAND_INT_H

#include "service/app/app.h"
#include "service/base/language.h"
#include "service/command/command.h"
#include "service/game/load.h"
#include "service/words/sentence.h"

/* A line being carried out. */
struct command {
    struct app *app;
    const struct command_ask *ask;
    struct command_response *answer;
    struct store_reader *reader;
    enum language language;     /* the asker's */
    char zone[STORE_ZONE_SIZE]; /* the asker's; "": UTC */
    struct buffer *out;         /* the answer's text, still of any length */
    const char *rest;           /* what stands behind the command's name; REST_LEN bytes */
    size_t rest_len;
    struct buffer
        plain;   /* the line with plain characters (words/plain.h), where that is what is read */
    bool secret; /* the answer is about a private game */
    bool moves;  /* the line is moves: no game that was not told of is found for it */
    bool loaded; /* what follows is there: the game that the command is about, at its end */
    struct load load;
    struct labels labels;
    unsigned seat;    /* the asker's, or NONE */
    struct game view; /* what they see */
};

/* ---- games (command_games.c) ---- */

/* Loads the game that the rest of the line names or, where it names none, the current one, or the
 * only one that there is. False where it has said why not. */
bool command_load(struct command *command);
/* The same by public id. */
bool command_load_id(struct command *command, const char *id);
/* Lets go of the game loaded. */
void command_unload(struct command *command);

/* Lists the asker's games, most urgent first. */
void command_games(struct command *command);

/* Says something that has no places, in the asker's language. */
void command_tell(struct command *command, enum text words);

/* ---- what there is to be seen (command_show.c); they load the game, but for the first two ---- */

/* How sentences about the game loaded are made for the asker; they borrow DEADLINES, STORE_SEATS_MAX of
 * them; NULL: none are told. */
struct sentence command_sentence(const struct command *command, int64_t *deadlines);
/* What the game waits for, and until when. */
void command_write_waiting(struct command *command);
/* How the game stands, as everybody sees it. */
void command_show(struct command *command);
/* What the asker holds. */
void command_hand(struct command *command);
/* What they can do now, and buttons for it. */
void command_moves(struct command *command);
/* What a good player would do in their place, and why: in games against bots alone. */
void command_hint(struct command *command);
/* Buttons for the asker's simple decisions in the game loaded: nothing where nobody waits for them. */
void command_buttons(struct command *command);

#endif
