/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Cards and short names, the small pieces that all documents of a game share. */
#ifndef SERVICE_GAMEJSON_CARDS_JSON_H
#define SERVICE_GAMEJSON_CARDS_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/cards.h"

struct read_errors;
struct writer;

/* {"brick":1,"ore":2}: kinds without a card are left out. */
void cards_write(struct writer *w, struct cards cards);

/* Counts by kind, each 0..CARD_COUNT_MAX; commodities are unknown. */
bool cards_read(struct read_errors *errors, const json_t *value, const char *pointer,
                struct cards *cards);

/* Counts of N named things, as development cards: names without a count are left out. */
void counts_write(struct writer *w, const char *const *names, const uint8_t *counts, size_t n);
bool counts_read(struct read_errors *errors, const json_t *value, const char *pointer,
                 const char *const *names, uint8_t *counts, size_t n);

/* One of N names; notes an error that lists them otherwise. */
bool name_read(struct read_errors *errors, const json_t *value, const char *pointer,
               const char *const *names, size_t n, unsigned *index);

/* A whole number from MIN to MAX. */
bool number_read(struct read_errors *errors, const json_t *value, const char *pointer, long min,
                 long max, unsigned *number);

#endif
