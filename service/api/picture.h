/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_PICTURE_H
#define SERVICE_API_PICTURE_H

struct request;

void picture_get_svg(struct request *rq); /* GET /v1/games/{id}/board.svg */
void picture_get_png(struct request *rq); /* GET /v1/games/{id}/board.png */

#endif
