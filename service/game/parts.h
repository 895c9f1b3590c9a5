/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_GAME_PARTS_H
#define SERVICE_GAME_PARTS_H

#include <jansson.h>

#include "db/games.h"
#include "db/part_settings.h"
#include "engine/game.h"

/*
 * What players want in their parts of others' turns (rules ): each has a private setting,
 * and may answer beforehand for the turn that is going on.
 *
 * The engine asks one part after the other. Parts that nobody is waited for are carried out in the transaction of the
 * move before (game/play.c), so that nobody hears of a question: whoever passes is passed over, lists are made build
 * by build (game/part_lists.h), clockwise as X-30 says, since the engine comes to each part in that order.
 */

/* The store keeps these numbers. */
enum part_choice { PART_PASS, PART_ASK, PART_PLAN, PART_CHOICES };
extern const char *const part_choice_names[PART_CHOICES + 1]; /* NULL at the end */

enum { PART_BUILDS_MAX = 16 }; /* in a list */

struct part_list {
    unsigned n;
    struct action builds[PART_BUILDS_MAX];
    struct outcome outcomes[PART_BUILDS_MAX]; /* what comes of each, where given (table games) */
    uint8_t given[PART_BUILDS_MAX];           /* the parts of that */
};

/* Where settings are read, and for which game. */
struct part_ground {
    struct store_reader *reader;
    int64_t game;
    const char *public_id;
    const struct setup *setup;
    enum store_game_mode mode;
    const struct store_seat *seats;
    /* One that has not been written yet and counts instead of the stored one of its seat; NULL: none. */
    const struct store_part_setting *fresh;
};

/* Whether actions of TYPE can stand in a list: X-17; in a pair also bank trades; at sea the answers to what a
 * build may ask, behind it. */
bool part_allows(const struct rules *rules, unsigned type);

/* Whether TYPE is no build, but answers what one may ask. */
bool part_is_answer(unsigned type);

/* What a player who has said nothing has: in the building phase they pass, as second of a pair and
 * in a table game, whose creator sees to everybody, they are asked. */
enum part_choice part_default(const struct rules *rules, enum store_game_mode mode);

/* What is to be done in a part that SEAT has now. */
enum part_step {
    PART_STEP_ASK,    /* the player is waited for */
    PART_STEP_END,    /* the part is ended at once */
    PART_STEP_ANSWER, /* the answer is carried out */
    PART_STEP_PLAN,   /* the plan is */
};

/* Finds *STEP for a seat by the setting that it reads, which counts while its account has the seat. An answer and a
 * plan stand in *SETTING. */
enum store_result part_find_step(const struct part_ground *ground, const struct game *game,
                                 unsigned seat, struct store_part_setting *setting,
                                 enum part_step *step);

/* Notes in GAME, the state after the whole log, who is asked at the end of a turn for a part that comes later
 * people who hold cards, ask for it and have not answered. Only in the building phase of a game
 * of people; elsewhere nobody is. */
enum store_result parts_ask(const struct part_ground *ground, struct game *game);

/* Whether ACTION is how SEAT says that they build nothing in the part that they are asked for ahead: an end of what
 * has not begun. */
bool part_is_pass(const struct game *game, unsigned seat, const struct action *action);

/* Adds that to LIST where SEAT is asked ahead: all that can be listed, as the engine does not know of it. */
void part_list_pass(const struct game *game, unsigned seat, struct move_list *list);

/* Makes the setting's answer for TURN the empty list. */
void part_answer_nothing(struct store_part_setting *setting, uint32_t turn);

/* Whether SEAT has or gets a part in the turn that is going on and can answer for it now. */
bool part_is_open(const struct setup *setup, const struct game *game, unsigned seat);

/* Reads a list as it is stored: "" is none. Each item is an action, or {"action","outcome"}. False: it cannot be
 * read. */
bool part_list_read(const char *text, const struct setup *setup, struct part_list *list);

/* Writes it; OUTCOMES are the documents of what is given, an array as long as the list, or NULL. False where it has no
 * room. */
bool part_list_write(const struct part_list *list, const json_t *outcomes,
                     char text[STORE_PART_LIST_SIZE]);

/* The same as a document, which is the caller's; NULL: it cannot be read. */
json_t *part_list_parse(const char *text);
/* Writes such a document; false where it has no room, or LIST is NULL, and then TEXT is unspecified. */
bool part_list_print(const json_t *list, char text[STORE_PART_LIST_SIZE]);

/* An item's action. */
const json_t *part_item_action(const json_t *item);

#endif
