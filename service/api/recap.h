/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_RECAP_H
#define SERVICE_API_RECAP_H

struct endpoint;
struct request;

/* GET /v1/games/{id}/recap, PUT /v1/games/{id}/looked: what has happened since the caller last
 * looked. */
extern const struct endpoint recap_get;
extern const struct endpoint recap_marker_put;

#endif
