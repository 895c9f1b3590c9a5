/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_ORGANISE_H
#define SERVICE_API_ORGANISE_H

struct endpoint;

/* What organisers do in their tournaments, each with an entry in the log. */
extern const struct endpoint organise_player; /* PUT /v1/tournaments/{id}/players/{name} */
extern const struct endpoint organise_pair;   /* POST /v1/tournaments/{id}/rounds/{round}/pair */
extern const struct endpoint organise_result; /* POST /v1/tournaments/{id}/games/{game}/result */

#endif
