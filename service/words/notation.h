/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Moves in words: one text notation for all actions of both games (service/words/README.md has its
 * grammar). `settle 14`, `road 14-22`, `bank 4 wool for ore`, `play spy on red`. Reading forgives
 * case, plurals, synonyms and abbreviations; writing has one form for each action. */
#ifndef SERVICE_WORDS_NOTATION_H
#define SERVICE_WORDS_NOTATION_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/game.h"
#include "service/base/buffer.h"
#include "service/document/label.h"
#include "service/words/vocabulary.h"

enum {
    NOTATION_MOVE_MAX = 512,   /* bytes of one move as it is written, at most */
    NOTATION_TEXT_MAX = 4096,  /* bytes of a text with several moves */
    NOTATION_MOVES_MAX = 64,   /* moves in one text */
    NOTATION_DETAIL_MAX = 320, /* bytes of an error's sentence, its NUL included */
};

/* Which word could not be read, and a sentence for the person who wrote it: what was found, what was
 * expected, what may have been meant, an example. */
struct notation_error {
    size_t at, len; /* the word within the text; len 0: something is missing there */
    char detail[NOTATION_DETAIL_MAX];
};

/*
 * Reads one move of LEN bytes into *OUT, whose ids then lie on the board; whether it is legal is not
 * asked. LABELS: rules.colors of them, or NULL for the colors that belong to the seats' numbers.
 *
 * VIEW, what SEAT may see of the game now, may be NULL. With it some things may be left out: the
 * number of the only open offer, the only possible victim, how many cards the bank gives. SEAT is not
 * looked at without VIEW. `undo` alone is read as to_seq 0, which service/game/play.h takes for the latest
 * move that still counts.
 */
bool notation_read(const struct setup *setup, const struct game *view, unsigned seat,
                   const struct seat_label *labels, const char *text, size_t len,
                   struct action *out, struct notation_error *error);

/* How a text was written. */
enum notation_style {
    NOTATION_PROGRAM, /* by a program: any beginning of a word stands for the word */
    NOTATION_PROSE, /* by a person among other words: an ordinary word ("und") stands for no move that begins so */
    NOTATION_WHOLE, /* as what may be somebody's name ("Don"): whole words alone are read */
};

/* Reads moves that `;` or line ends separate, at most MAX, in English or in the words of LANGUAGE, in which *ERROR
 * is too; notation_read is English alone. What is no move as a whole may be several with commas in between. Empty ones
 * are passed over. Returns their number, 0 with *ERROR filled when one cannot be read, there is none, or there are
 * too many. */
size_t notation_read_all(const struct setup *setup, const struct game *view, unsigned seat,
                         const struct seat_label *labels, enum language language,
                         enum notation_style style, const char *text, size_t len,
                         struct action *out, size_t max, struct notation_error *error);

/* How many bytes of a line are the words with which moves of some game begin, in LANGUAGE or in English: WHOLE ones, or
 * also half a word or one with a slip. 0: it begins as no move does. */
size_t notation_head(enum language language, const char *text, size_t len, bool whole);

/* Whether a line is a move of some game that needs nothing behind its verb, in whole words: "roll", "End turn!". */
bool notation_is_bare(enum language language, const char *text, size_t len);

/* Writes ACTION, which notation_read without a view reads back byte for byte; so it does with the
 * view of a seat to whom the action is listed. An open entry of a listing (action->open) is written
 * with `...` for what is still to be chosen, which cannot be read. */
void notation_write(struct buffer *out, const struct setup *setup, const struct seat_label *labels,
                    const struct action *action);

/* ---- the table of forms, for help and tests ---- */

enum notation_games {
    NOTATION_BASE = 1 << GAME_BASE,
    NOTATION_KNIGHTS = 1 << GAME_CITIES_AND_KNIGHTS,
    NOTATION_BOTH = NOTATION_BASE | NOTATION_KNIGHTS
};

struct notation_form {
    uint8_t type;        /* enum action_type */
    uint8_t form;        /* action_form */
    uint8_t games;       /* enum notation_games: where it can be said */
    const char *pattern; /* words, <field>, [what may be left out] */
    const char *example; /* can be read on the beginner's board of a game that has the action */
};

/* Row AT of the table, or NULL behind its end. Of several rows with the same type and form the first
 * is the one that is written. */
const struct notation_form *notation_form_at(size_t at);

#endif
