/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_GAME_PARTS_H
#define SERVICE_GAME_PARTS_H

#include <jansson.h>

#include "db/games.h"
#include "db/part_settings.h"
#include "engine/game.h"

/*
 * What players want in their parts of others' turns (rules ): each has a private setting, and
 * may answer in advance for the current turn.
 *
 * The engine goes through the parts one after the other. Parts that need not wait for a player are carried out in
 * the transaction of the preceding move (game/play.c), so that nobody is notified of a question: players who pass
 * are skipped, and lists are built item by item (game/part_lists.h), clockwise as X-30 says, as the engine reaches
 * the parts in that order.
 */

/* The store contains these numbers. */
enum part_choice { PART_PASS, PART_ASK, PART_PLAN, PART_CHOICES };
extern const char *const part_choice_names[PART_CHOICES + 1]; /* NULL at the end */

enum { PART_BUILDS_MAX = 16 }; /* in a list */

struct part_list {
    unsigned n;
    struct action builds[PART_BUILDS_MAX];
    struct outcome outcomes[PART_BUILDS_MAX]; /* the outcome of each, if given (table games) */
    uint8_t given[PART_BUILDS_MAX];           /* the parts of it that are given */
};

/* The source of settings, and their game. */
struct part_ground {
    struct store_reader *reader;
    int64_t game;
    const char *public_id;
    const struct setup *setup;
    enum store_game_mode mode;
    const struct store_seat *seats;
    /* An unwritten setting that replaces the stored one of its seat; may be NULL. */
    const struct store_part_setting *fresh;
};

/* Whether actions of TYPE are allowed in a list: X-17; with paired players also bank trades; at sea also
 * the answers to a build's questions, after it. */
bool part_allows(const struct rules *rules, unsigned type);

/* Whether TYPE is no build, but answers a build's question. */
bool part_is_answer(unsigned type);

/* The default setting: in the special building phase to pass; to be asked as second of a pair, and
 * in a table game, where the creator decides for everybody. */
enum part_choice part_default(const struct rules *rules, enum store_game_mode mode);

/* What to do in the part that SEAT has now. */
enum part_step {
    PART_STEP_ASK,    /* wait for the player */
    PART_STEP_END,    /* end the part at once */
    PART_STEP_ANSWER, /* carry out the answer */
    PART_STEP_PLAN,   /* carry out the plan */
};

/* Finds *STEP for a seat by its setting, which it reads, and which is ignored unless its account has the seat.
 * *SETTING holds the answer or the plan. */
enum store_result part_find_step(const struct part_ground *ground, const struct game *game,
                                 unsigned seat, struct store_part_setting *setting,
                                 enum part_step *step);

/* Sets player.asked in GAME, the state after the whole log, for those who are asked at the end of a turn
 * about a part that comes later: people who hold cards, have chosen to be asked, and have not
 * answered. Only in games of people with the special building phase. */
enum store_result parts_ask(const struct part_ground *ground, struct game *game);

/* Whether ACTION, an END_TURN before SEAT's part has begun, means that SEAT, asked ahead, builds nothing. */
bool part_is_pass(const struct game *game, unsigned seat, const struct action *action);

/* Adds that action to LIST if SEAT is asked ahead; the engine does not know of it, and no other is
 * possible. */
void part_list_pass(const struct game *game, unsigned seat, struct move_list *list);

/* Makes the setting's answer for TURN the empty list. */
void part_answer_nothing(struct store_part_setting *setting, uint32_t turn);

/* Whether SEAT has or will have a part in the current turn and can answer for it now. */
bool part_is_open(const struct setup *setup, const struct game *game, unsigned seat);

/* Reads a stored list; "" is empty. Each item is an action, or {"action","outcome"}. False: it cannot be
 * read. */
bool part_list_read(const char *text, const struct setup *setup, struct part_list *list);

/* Writes a list; OUTCOMES: the documents of given outcomes, an array as long as the list, or NULL. False if it
 * does not fit. */
bool part_list_write(const struct part_list *list, const json_t *outcomes,
                     char text[STORE_PART_LIST_SIZE]);

/* Parses a stored list as a document, a new reference; NULL: it cannot be read. */
json_t *part_list_parse(const char *text);
/* Writes such a document; false, leaving TEXT unspecified, if it does not fit or LIST is NULL. */
bool part_list_print(const json_t *list, char text[STORE_PART_LIST_SIZE]);

/* An item's action. */
const json_t *part_item_action(const json_t *item);

#endif
