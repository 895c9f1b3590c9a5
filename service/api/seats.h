/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_SEATS_H
#define SERVICE_API_SEATS_H

struct endpoint;

extern const struct endpoint seats_join;  /* POST /v1/games/{id}/join */
extern const struct endpoint seats_leave; /* POST /v1/games/{id}/leave */
extern const struct endpoint seats_fill;  /* POST /v1/games/{id}/bots */

#endif
