/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_LINKS_H
#define SERVICE_API_LINKS_H

struct endpoint;
struct request;

/* The pages behind the links of mails. */
void links_get(struct request *rq);      /* GET /mail/{link}: shows what it would do */
extern const struct endpoint links_post; /* POST /mail/{link}: does it */
void play_get(struct request *rq);       /* GET /play/{id}: a game, for somebody with a cookie */
void play_post(struct request *rq);      /* POST /play/{id}: moves there */

#endif
