/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_PARTS_PARTS_H
#define SERVICE_PARTS_PARTS_H

#include "db/games.h"
#include "db/part_settings.h"
#include "engine/game.h"

/*
 * What players want in their parts of others' turns (rules ): each has a private setting,
 * and may answer beforehand for the turn that is going on.
 *
 * The engine asks one part after the other. Parts that nobody is waited for are carried out in the transaction of the
 * move before (game/play.c), so that nobody hears of a question: whoever passes is passed over, lists are made build
 * by build (part_lists.h), clockwise as X-30 says, since the engine comes to each part in that order.
 */

/* The store keeps these numbers. */
enum part_choice { PART_PASS, PART_ASK, PART_PLAN, PART_CHOICES };

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

/* What counts for who holds SEAT: their setting, else the default: in the building phase they pass, as second
 * of a pair and in a table game, whose creator sees to everybody, they are asked. */
enum store_result part_setting_find(const struct part_ground *ground, unsigned seat,
                                    struct store_part_setting *setting);

/* What is to be done in a part. */
enum part_step {
    PART_STEP_END,    /* it is ended at once */
    PART_STEP_ASK,    /* the player is waited for */
    PART_STEP_PLAN,   /* the plan is carried out */
    PART_STEP_ANSWER, /* the answer is */
};

/* By the setting that counts for its seat, in the turn that is going on. */
enum part_step part_step_of(const struct store_part_setting *setting, const struct game *game);

/* Notes in GAME, the state after the whole log, who is asked at the end of a turn for a part that comes later
 * people who hold cards, ask for it and have not answered. Only in the building phase of a game
 * of people; elsewhere nobody is. */
enum store_result parts_ask(const struct part_ground *ground, struct game *game);

/* Whether ACTION is how SEAT says that they build nothing in the part that they are asked for ahead: an end of what
 * has not begun. */
bool part_is_pass(const struct game *game, unsigned seat, const struct action *action);

/* Adds that to LIST where SEAT is asked ahead: all that can be listed, as the engine does not know of it. */
void part_list_pass(const struct game *game, unsigned seat, struct move_list *list);

/* Makes the setting's answer for TURN the list as it is stored, "" for nothing. */
void part_answer(struct store_part_setting *setting, uint32_t turn, const char *list);

/* Whether SEAT has or gets a part in the turn that is going on and can answer for it now. */
bool part_is_open(const struct setup *setup, const struct game *game, unsigned seat);

#endif
