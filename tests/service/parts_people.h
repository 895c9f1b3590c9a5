/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SERVICE_PARTS_PEOPLE_H
#define TESTS_SERVICE_PARTS_PEOPLE_H

#include "tests/service/people.h"

/* Six people at one game, whose turns have parts for others. */
enum { PARTS_PLAYERS = 6 };

extern struct person people[PARTS_PLAYERS];
extern char game[GAME_ID_SIZE];

/* Fixtures. */
void six_setup(void);
void six_teardown(void);
/* A game of all of them, with further members. */
void six_begin_with(const char *turns, const char *more);
void six_begin(const char *turns);
/* The game object once nothing moves any more. */
json_t *six_settle(void);
/* Who the game waits for first, and for what. */
unsigned six_waited(char decision[32]);
/* ACTION is JSON with ' for "; it may go on behind the action. */
void six_move(unsigned seat, const char *action);
/* Rolls for SEAT and settles what comes of it. */
void six_roll(struct random *random, unsigned seat);
/* Plays the set-up. */
void six_set_up(struct random *random);
/* How many cards a seat holds. */
long long six_cards_of(unsigned seat);
/* Says what a seat wants in its parts. */
void six_put(unsigned seat, int status, const char *body);
/* As six_move; returns the response. */
json_t *six_make_move(unsigned seat, int status, const char *action);
/* The response to a move, which it frees, shows that the game waits for SEAT to take its turn; how many events it has. */
size_t six_assert_turn_of(json_t *made, unsigned seat);

#endif
