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
    NOTATION_MOVE_MAX = 512,   /* bytes of a written move, at most */
    NOTATION_TEXT_MAX = 4096,  /* bytes of a text with several moves */
    NOTATION_MOVES_MAX = 64,   /* moves in one text */
    NOTATION_DETAIL_MAX = 320, /* bytes of an error's sentence, its NUL included */
};

/* The word that could not be read, and a sentence for the person who wrote it: what was found, what
 * was expected, what may have been meant, an example. */
struct notation_error {
    size_t at, len; /* position of the word in the text; len 0: something is missing there */
    char detail[NOTATION_DETAIL_MAX];
};

/* Reads a move of LEN bytes into *OUT. Its ids are then valid on the board; legality is not checked.
 * LABELS: rules.colors entries, or NULL for the default colors of the seats. VIEW, what SEAT may see of
 * the game now, may be NULL. With it some things may be left out: the number of the only open offer, the
 * only possible victim, how many cards the bank gives. SEAT is used only with VIEW. `undo` alone is read
 * as to_seq 0, which service/game/play.h replaces by the latest move that still counts. */
bool notation_read(const struct setup *setup, const struct game *view, unsigned seat,
                   const struct seat_label *labels, const char *text, size_t len,
                   struct action *out, struct notation_error *error);

/* By whom a text was written. */
enum notation_style {
    NOTATION_PROGRAM, /* by a program: any abbreviation of a word is accepted */
    NOTATION_PROSE,   /* by a person, among other words: an ordinary word ("und") is not the
                       * abbreviation of a move */
    NOTATION_WHOLE,   /* may be a person's name ("Don"): only complete words are accepted */
};

/* Reads moves separated by `;` or line ends, at most MAX, in English or in LANGUAGE, which is also the language of
 * *ERROR; notation_read accepts only English. A part that is not a single move may be several separated by commas.
 * Empty parts are skipped. Returns their number; 0 with *ERROR set if one cannot be read, there is none, or there
 * are too many. */
size_t notation_read_all(const struct setup *setup, const struct game *view, unsigned seat,
                         const struct seat_label *labels, enum language language,
                         enum notation_style style, const char *text, size_t len,
                         struct action *out, size_t max, struct notation_error *error);

/* The number of bytes at the start of a line that are the first words of a move of some game, in LANGUAGE or in
 * English: only complete words if WHOLE, otherwise also abbreviated or misspelled ones. 0: the line does not begin
 * as a move. */
size_t notation_head(enum language language, const char *text, size_t len, bool whole);

/* Whether a line is a complete move of some game, in complete words and with nothing after the verb: "roll", "End
 * turn!". */
bool notation_is_bare(enum language language, const char *text, size_t len);

/* Writes ACTION. notation_read without a view, or with the view of a seat to whom the action is
 * listed, reads the same action back. An open entry of a listing (action->open) is written with
 * `...` for what remains to be chosen, and cannot be read. */
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
    uint8_t games;       /* enum notation_games: in which it is played */
    const char *pattern; /* words, <field>, [optional group] */
    const char *example; /* can be read on the beginner's board of a game that has the action */
};

/* Row AT of the table, or NULL after the last. Of several rows with the same type and form the
 * first is used for writing. */
const struct notation_form *notation_form_at(size_t at);

#endif
