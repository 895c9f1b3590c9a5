/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SERVICE_PARTS_PEOPLE_H
#define TESTS_SERVICE_PARTS_PEOPLE_H

#include "tests/service/people.h"

/* Six people in one game, whose turns have parts for others. */
enum { PARTS_PLAYERS = 6 };

extern struct person people[PARTS_PLAYERS];
extern char game[GAME_ID_SIZE];

/* Fixtures. */
void six_setup(void);
void six_teardown(void);
/* A game of all of them, with further members. */
void six_begin_with(const char *turns, const char *more);
void six_begin(const char *turns);
/* The game object once nothing more happens. */
json_t *six_settle(void);
/* The first player the game waits for, and the decision. */
unsigned six_waited(char decision[32]);
/* ACTION is JSON with ' for "; it may continue after the action. */
void six_move(unsigned seat, const char *action);
/* Rolls for SEAT and answers all questions that follow. */
void six_roll(struct random *random, unsigned seat);
/* Plays the set-up. */
void six_set_up(struct random *random);
/* The number of cards of a seat. */
long long six_cards_of(unsigned seat);
/* Stores what a seat wants in its parts. */
void six_put(unsigned seat, int status, const char *body);
/* Like six_move; returns the response. */
json_t *six_make_move(unsigned seat, int status, const char *action);
/* Checks that the response to a move, which it frees, shows the game waiting for SEAT to take its turn; returns its
 * number of events. */
size_t six_assert_turn_of(json_t *made, unsigned seat);

#endif
