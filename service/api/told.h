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
struct writer;

/* At most so many events at once have sentences: a sentence costs as much as its event. */
enum { TOLD_MAX = 500 };

/* The language of the sentences; LANGUAGES: none is asked for. */
#define TOLD_FIELD(language)                                                                       \
    { "sentences", READ_CHOICE, .to.choice = (language), .choices = language_tags }

/* Writes the event that led from BEFORE to where LOAD stands, as the reader of LOAD->log may see it. To be called
 * before the log steps on. */
void told_event(struct writer *w, const struct load *load, const struct game *before,
                const struct event *event, int64_t at, int language);

#endif
