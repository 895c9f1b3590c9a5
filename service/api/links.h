/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_LINKS_H
#define SERVICE_API_LINKS_H

#include "service/http/request.h"

/* The pages behind the links of mails. */
void links_get(struct request *rq);  /* GET /mail/{link}: shows what it would do */
void links_post(struct request *rq); /* POST /mail/{link}: does it */
void play_get(struct request *rq);   /* GET /play/{id}: a game, for somebody with a cookie */
void play_post(struct request *rq);  /* POST /play/{id}: moves there */

#endif
