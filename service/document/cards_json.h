/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Cards, seats and places as documents, the small pieces that all documents of a game share. */
#ifndef SERVICE_DOCUMENT_CARDS_JSON_H
#define SERVICE_DOCUMENT_CARDS_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/cards.h"

struct reading;
struct writer;

/* {"brick":1,"ore":2}: kinds without a card are left out. */
void cards_write(struct writer *w, struct cards cards);

/* The first KINDS kinds, those without a card as 0: where a document says which kinds a game has. */
void cards_write_all(struct writer *w, struct cards cards, unsigned kinds);

/* The number of a seat or a place; null for NONE. */
void id_write(struct writer *w, unsigned id);

/* [0,2]: the seats of a set. */
void seats_write(struct writer *w, unsigned seats);

/* Counts by kind, of the KINDS that the game has, each 0..CARD_COUNT_MAX; MIN cards at least in
 * all. */
struct cards cards_read(struct reading *r, const json_t *value, unsigned kinds, unsigned min);

/* {"trade":1,"politics":0,"science":3}: one number for each of N named things. */
void numbers_write(struct writer *w, const char *const *names, const uint8_t *numbers, size_t n);

/* Counts of N named things, as development cards: names without a count are left out. */
void counts_write(struct writer *w, const char *const *names, const uint8_t *counts, size_t n);
void counts_read(struct reading *r, const json_t *value, const char *const *names, uint8_t *counts,
                 size_t n);

/* ["spy","crane"]: progress cards in their order, each 1 + its number, up to the first 0 or MAX. */
void progress_write(struct writer *w, const uint8_t *cards, size_t max);

/* Reads such a list of at most MAX cards; returns their number and leaves the rest of CARDS 0. */
size_t progress_read(struct reading *r, const json_t *value, uint8_t *cards, size_t max);

#endif
