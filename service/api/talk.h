/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_TALK_H
#define SERVICE_API_TALK_H

#include "service/base/json_write.h"
#include "service/command/talk.h"

struct endpoint;
struct request;

extern const struct endpoint talk_say;  /* POST /v1/games/{id}/talk */
void talk_list(struct request *rq);     /* GET /v1/games/{id}/talk */
extern const struct endpoint talk_read; /* POST /v1/games/{id}/talk/read */

enum {
    TALK_UNREAD_MAX = 100,   /* highest count */
    TALK_JSON_MAX = 8 << 10, /* bytes of a message as a document */
};

/* A message as a document. */
void talk_write(struct writer *w, const struct store_talk *talk);

#endif
