/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The one core behind everything that talks in lines of text (chats, replies to mails): a line from
 * somebody whose account is known, an answer in text. service/words/README.md lists the commands. */
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
    COMMAND_RESPONSE_MIN = 256, /* bytes that an answer may need at least */
    COMMAND_BUTTONS_MAX = 20,   /* offered at once */
    COMMAND_LABEL_SIZE = 76,    /* of a button, its NUL included; no more than 75 characters */
    COMMAND_BUTTON_SIZE = 128,  /* of what a button says when it is pressed */
};

struct command_ask {
    int64_t account;
    const char
        *text; /* LEN bytes, UTF-8; a leading `/` or `!` and the bot's name are passed over */
    size_t len;
    const char *game; /* the current game's public id in this conversation; "" or NULL: none */
    bool alone;       /* nobody else reads the answers here (a direct message, a mail) */
    bool has_seq;     /* a button: only while SEQ is the last event of GAME */
    uint32_t seq;
    const struct told
        *told;      /* moves answer what was told then (told.h); NULL: how the game is now */
    bool whole;     /* the line may be a name: whole words alone are read in it */
    size_t limit;   /* bytes of the answer's text, COMMAND_RESPONSE_MIN at least */
    unsigned moves; /* moves that `moves` lists at most; 0: as fit */
};

struct command_button {
    char label[COMMAND_LABEL_SIZE];    /* "Settle 14" */
    char command[COMMAND_BUTTON_SIZE]; /* the text to be sent as command_ask.text */
};

struct command_response {
    bool help;          /* it is the list of commands */
    struct buffer text; /* UTF-8, at most limit bytes, lines end with \n but for the last */
    bool ok;            /* the command was understood and carried out */
    bool hidden;        /* shows what only the asker may see: send it to nobody else */
    bool unread;        /* it was no command, and no move that could be read */
    bool moved;         /* the game has gone on: something was played */
    bool refused;       /* a move was understood and not made */
    bool picture;       /* the board's picture is wanted with it: of GAME as the asker sees it where
                         * HIDDEN or alone, otherwise as a bystander does */
    char game[STORE_ID_SIZE]; /* the game it is about, "" for none; to be kept as the current one of
                               * the conversation where `use` is set */
    bool use;
    uint32_t seq; /* of GAME: buttons hold while it is the last event; 0: nothing of it is told */
    size_t n_buttons;
    struct command_button buttons[COMMAND_BUTTONS_MAX];
};

/* Carries out one line. ANSWER is filled by it whatever happens; command_answer_free afterwards. May
 * be called from any thread but the store's writer; moves wait until they are on disk. */
void command_run(struct app *app, const struct command_ask *ask, struct command_response *answer);
void command_response_free(struct command_response *answer);

/* What a line may be that somebody wrote among others. */
enum command_line {
    COMMAND_LINE_TALK,   /* none: nothing of the game stands in it: "Hope you are well" */
    COMMAND_LINE_SPOKEN, /* none, but it speaks of the game: "I will settle at 14" */
    COMMAND_LINE_WISH,   /* begins as one does and goes on as none could: "Roll on summer!" */
    COMMAND_LINE_SLIP,   /* begins with half a word of one, or with a slip */
    COMMAND_LINE_LIKE,   /* begins as one does, in whole words */
    COMMAND_LINE_BARE,   /* one in whole words that needs no others: "roll", "Help" */
};

/* What a line is by its words alone, in LANGUAGE or English. */
enum command_line command_line_of(enum language language, const char *line, size_t len);

/* The public id of the game that TEXT names to ACCOUNT: by its id or its name, or the beginning of one
 * of them. How many of their games it could be; at none TEXT itself is in ID, cut to
 * its size. SIZE_MAX where the store cannot be read. */
size_t command_find(struct store_reader *reader, int64_t account, const char *text, size_t len,
                    char id[STORE_ID_SIZE]);

/* In which language ACCOUNT is talked to; English where that cannot be read. */
enum language command_language(struct store_reader *reader, int64_t account);

/* All commands; NULL behind the end. */
struct command_word {
    enum text name;  /* its names, the first of which is shown */
    enum text takes; /* what may stand behind it; TEXTS: nothing */
    enum text help;  /* one line */
};
const struct command_word *command_word_at(size_t at);

/* Appends "use GAME - switch to this game". */
void command_write_word(struct buffer *out, enum language language,
                        const struct command_word *word);

#endif
