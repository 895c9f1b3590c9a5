/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Events in lists and streams of the API: each with a sentence in the requested language. */
#ifndef SERVICE_API_TOLD_H
#define SERVICE_API_TOLD_H

#include <stdint.h>

#include "service/base/json_read.h"
#include "service/base/language.h"
#include "service/game/load.h"

/* State for writing the events of one replay; start it with a language, and anew for another
 * game. */
struct teller {
    int language;         /* of the sentences, enum language; LANGUAGES: there are none */
    bool named;           /* labels are filled in */
    struct labels labels; /* of the load's row */
};

/* The query parameter for the sentences' language. */
#define TOLD_FIELD(language)                                                                       \
    { "sentences", READ_CHOICE, .to.choice = (language), .choices = language_tags }

/* An event, and what its sentence is made from. */
struct event_told {
    const struct load *load;      /* the game's set-up and the names of its players */
    const struct log_reader *log; /* the reader; it has not advanced to the event yet */
    const struct game *before, *after;
    const struct event *event;
    int64_t at;
};

void told_write(struct writer *w, struct teller *teller, const struct event_told *event);

/* The same for the event that led from BEFORE to the state of LOAD, for the reader of LOAD->log. */
void told_event(struct writer *w, struct teller *teller, const struct load *load,
                const struct game *before, const struct event *event, int64_t at);

#endif
