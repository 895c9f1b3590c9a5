/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The core behind everything that uses lines of text (chats, replies to mails): a line from a known
 * account in, a text as the response. service/words/README.md lists the commands. */
#ifndef SERVICE_COMMAND_COMMAND_H
#define SERVICE_COMMAND_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "db/store.h"
#include "service/base/buffer.h"
#include "service/base/language.h"

struct app;
struct told;

enum {
    COMMAND_TEXT_MAX = 4096,    /* bytes of a line (a mail may hold several moves in it) */
    COMMAND_RESPONSE_MIN = 256, /* least limit for a response, in bytes */
    COMMAND_BUTTONS_MAX = 20,   /* offered at once */
    COMMAND_LABEL_SIZE = 76,    /* of a button, its NUL included; no more than 75 characters */
    COMMAND_BUTTON_SIZE = 128,  /* of the text that a button sends */
};

struct command_ask {
    int64_t account;
    const char *text; /* LEN bytes, UTF-8; a leading `/` or `!` and the bot's name are skipped */
    size_t len;
    const char *game; /* the current game's public id in this conversation; "" or NULL: none */
    bool alone;       /* only the sender reads the responses here (a direct message, a mail) */
    bool has_seq;     /* a button: valid only while SEQ is the last event of GAME */
    uint32_t seq;
    const struct told
        *told;      /* moves refer to what was shown then (told.h); NULL: to the game as it is
                     * now */
    bool whole;     /* the line may be a name: only whole words count as commands */
    size_t limit;   /* bytes of the response's text, COMMAND_RESPONSE_MIN at least */
    unsigned moves; /* most moves that `moves` lists; 0: as many as fit */
};

struct command_button {
    char label[COMMAND_LABEL_SIZE];    /* "Settle 14" */
    char command[COMMAND_BUTTON_SIZE]; /* to be sent as command_ask.text */
};

struct command_response {
    bool help;                /* it is the list of commands */
    struct buffer text;       /* UTF-8, at most limit bytes; lines are separated by \n */
    bool ok;                  /* the command was understood and carried out */
    bool hidden;              /* contains what only the sender may see: send it to nobody else */
    bool unread;              /* neither a command nor a readable move */
    bool moved;               /* moves were made */
    bool refused;             /* a move was understood but refused */
    bool picture;             /* add the board's picture: of GAME as the sender sees it if HIDDEN or
                               * alone, otherwise as a bystander does */
    char game[STORE_ID_SIZE]; /* the game it is about, "" for none; becomes the conversation's
                               * current game if `use` is set */
    bool use;
    uint32_t seq; /* of GAME: buttons are valid while it is the last event; 0: the game is not
                   * described */
    size_t n_buttons;
    struct command_button buttons[COMMAND_BUTTONS_MAX];
};

/* Carries out one line. ANSWER is filled in in any case; free it with command_answer_free. May be
 * called from any thread but the store's writer; waits until moves are on disk. */
void command_run(struct app *app, const struct command_ask *ask, struct command_response *answer);
void command_response_free(struct command_response *answer);

/* What a line in a longer text may be. */
enum command_line {
    COMMAND_LINE_TALK,   /* no command, no words of the game: "Hope you are well" */
    COMMAND_LINE_SPOKEN, /* no command, but about the game: "I will settle at 14" */
    COMMAND_LINE_WISH,   /* begins like a command and goes on like none: "Roll on summer!" */
    COMMAND_LINE_SLIP,   /* begins with part of a command's name, or a misspelled one */
    COMMAND_LINE_LIKE,   /* begins like a command, in whole words */
    COMMAND_LINE_BARE,   /* a complete command in whole words: "roll", "Help" */
};

/* Classifies a line by its words alone, in LANGUAGE or English. */
enum command_line command_line_of(enum language language, const char *line, size_t len);

/* Finds the public id of the game that TEXT names for ACCOUNT: by its id or its name, or the beginning
 * of one of them. Returns how many of their games match; with none ID holds TEXT itself, cut to its
 * size. SIZE_MAX if the store cannot be read. */
size_t command_find(struct store_reader *reader, int64_t account, const char *text, size_t len,
                    char id[STORE_ID_SIZE]);

/* The language of ACCOUNT; English if that cannot be read. */
enum language command_language(struct store_reader *reader, int64_t account);

/* All commands; NULL after the last. */
struct command_word {
    enum text name;  /* its names, the first of which is shown */
    enum text takes; /* its arguments; TEXTS: none */
    enum text help;  /* one line */
};
const struct command_word *command_word_at(size_t at);

/* Appends "use GAME - switch to this game". */
void command_write_word(struct buffer *out, enum language language,
                        const struct command_word *word);

#endif
