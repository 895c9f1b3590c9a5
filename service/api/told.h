/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Events as the lists and streams of the API show them: with a sentence each, in the language that was asked for. */
#ifndef SERVICE_API_TOLD_H
#define SERVICE_API_TOLD_H

#include <stdint.h>

#include "service/base/json_read.h"
#include "service/base/language.h"

struct event;
struct game;
struct load;
struct log_reader;
struct writer;

/* At most so many events at once have sentences: a sentence costs as much as its event. */
enum { TOLD_MAX = 500 };

/* The language of the sentences; LANGUAGES: none is asked for. */
#define TOLD_FIELD(language)                                                                       \
    { "sentences", READ_CHOICE, .to.choice = (language), .choices = language_tags }

/* An event, and what it is told with. */
struct telling {
    const struct load *load;      /* the game's set-up and the names of its players */
    const struct log_reader *log; /* who reads; it has not stepped on to the event yet */
    const struct game *before, *after;
    const struct event *event;
    int64_t at;
    int language; /* of its sentence; LANGUAGES: none */
};

void told_write(struct writer *w, const struct telling *told);

/* The same of the event that led from BEFORE to where LOAD stands, for the reader of LOAD->log. */
void told_event(struct writer *w, const struct load *load, const struct game *before,
                const struct event *event, int64_t at, int language);

#endif
