/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_PICTURE_H
#define SERVICE_API_PICTURE_H

#include <stdbool.h>

struct buffer;
struct request;

void picture_get_map(struct request *rq); /* GET /v1/scenarios/{scenario}/board.svg */
void picture_get_svg(struct request *rq); /* GET /v1/games/{id}/board.svg */
void picture_get_png(struct request *rq); /* GET /v1/games/{id}/board.png */

/* Answers with SVG (which is emptied) as a PNG, or lets the request wait until it is drawn; the handler
 * then returns, and when called again begins with picture_resume, which returns true if it has answered or
 * goes on waiting. */
void picture_reply_png(struct request *rq, struct buffer *svg, unsigned width);
bool picture_resume(struct request *rq);

#endif
