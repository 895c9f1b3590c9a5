/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Events as the lists and streams of the API show them: with a sentence each, in the language that was asked for. */
#ifndef SERVICE_API_TOLD_H
#define SERVICE_API_TOLD_H

#include <stdint.h>

#include "service/base/json_read.h"
#include "service/base/language.h"
#include "service/game/load.h"

/* How the events of one replay are told: begin it with its language, and anew for another game. */
struct teller {
    int language;         /* of the sentences, enum language; LANGUAGES: there are none */
    bool named;           /* what the seats are called is known */
    struct labels labels; /* of the load's row */
};

/* The language of sentences. */
#define TOLD_FIELD(language)                                                                       \
    { "sentences", READ_CHOICE, .to.choice = (language), .choices = language_tags }

/* An event, and what it is told with. */
struct event_told {
    const struct load *load;      /* the game's set-up and the names of its players */
    const struct log_reader *log; /* who reads; it has not stepped on to the event yet */
    const struct game *before, *after;
    const struct event *event;
    int64_t at;
};

void told_write(struct writer *w, struct teller *teller, const struct event_told *event);

/* The same of the event that led from BEFORE to where LOAD stands, for the reader of LOAD->log. */
void told_event(struct writer *w, struct teller *teller, const struct load *load,
                const struct game *before, const struct event *event, int64_t at);

#endif
