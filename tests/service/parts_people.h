/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SERVICE_PARTS_PEOPLE_H
#define TESTS_SERVICE_PARTS_PEOPLE_H

#include "tests/service/people.h"

/* Six people at one game, whose turns have parts for others. */
enum { PARTS_PLAYERS = 6 };

extern struct person people[PARTS_PLAYERS];
extern char game[GAME_ID_SIZE];

/* Fixtures. */
void parts_setup(void);
void parts_teardown(void);
/* A game of all of them, with further members. */
void parts_begin_with(const char *turns, const char *more);
void parts_people_begin(const char *turns);
/* The game object once nothing moves any more. */
json_t *parts_settle(void);
/* Who the game waits for first, and for what. */
unsigned parts_waited(char decision[32]);
/* ACTION is JSON with ' for "; it may go on behind the action. */
void parts_move(unsigned seat, const char *action);
/* Rolls for SEAT and settles what comes of it. */
void parts_roll(struct random *random, unsigned seat);
/* Plays the set-up. */
void parts_set_up(struct random *random);
/* How many cards a seat holds. */
long long parts_cards_of(unsigned seat);
/* Says what a seat wants in its parts. */
void parts_put(unsigned seat, int status, const char *body);
/* As parts_move; returns the response. */
json_t *parts_make_move(unsigned seat, int status, const char *action);
/* The response to a move, which it frees, shows that the game waits for SEAT to take its turn; how many events it has. */
size_t parts_assert_turn_of(json_t *made, unsigned seat);

#endif
