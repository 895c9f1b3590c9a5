/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Cards, seats and places as documents: the building blocks of all documents of a game. */
#ifndef SERVICE_DOCUMENT_CARDS_JSON_H
#define SERVICE_DOCUMENT_CARDS_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/cards.h"

struct reading;
struct writer;

/* {"brick":1,"ore":2}: kinds with no card are left out. */
void cards_write(struct writer *w, struct cards cards);

/* The first KINDS kinds, including those with no card as 0, for documents that show which kinds a
 * game has. */
void cards_write_all(struct writer *w, struct cards cards, unsigned kinds);

/* The number of a seat or a place; null for NONE. */
void id_write(struct writer *w, unsigned id);

/* [0,2]: the seats of a set. */
void seats_write(struct writer *w, unsigned seats);

/* Reads counts by kind of the game's KINDS kinds, each 0..CARD_COUNT_MAX, MIN cards or more in
 * total. */
struct cards cards_read(struct reading *r, const json_t *value, unsigned kinds, unsigned min);

/* {"trade":1,"politics":0,"science":3}: a number for each of N names. */
void numbers_write(struct writer *w, const char *const *names, const uint8_t *numbers, size_t n);

/* Counts of N named things, such as development cards: zero counts are left out. */
void counts_write(struct writer *w, const char *const *names, const uint8_t *counts, size_t n);
void counts_read(struct reading *r, const json_t *value, const char *const *names, uint8_t *counts,
                 size_t n);

/* ["spy","crane"]: progress cards in order, each stored as 1 + its number, up to the first 0 or
 * MAX. */
void progress_write(struct writer *w, const uint8_t *cards, size_t max);

/* Reads such a list of at most MAX cards; returns their number and leaves the rest of CARDS 0. */
size_t progress_read(struct reading *r, const json_t *value, uint8_t *cards, size_t max);

#endif
