/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_SESSION_H
#define SERVICE_API_SESSION_H

struct endpoint;
struct request;

/* GET /v1/session: who is signed in, if anybody. */
void session_get(struct request *rq);
/* POST /v1/session: gives a browser a cookie of its own in exchange for the request's token. */
extern const struct endpoint session_create;
/* DELETE /v1/session: deletes the cookie, and revokes its token. */
extern const struct endpoint session_end;
/* DELETE /v1/session/others: signs the account out in all other browsers. */
extern const struct endpoint session_end_elsewhere;

#endif
