/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_MOVES_H
#define SERVICE_API_MOVES_H

struct endpoint;

extern const struct endpoint moves_make;   /* POST /v1/games/{id}/moves */
extern const struct endpoint moves_resign; /* POST /v1/games/{id}/resign */

#endif
