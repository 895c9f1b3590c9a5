/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_PICTURE_H
#define SERVICE_API_PICTURE_H

#include "service/http/request.h"
#include "service/picture/picture.h"

/* The answers of GET …/board.svg and …/board.png, once the caller's view and the labels are there.
 * The query's `width` (PICTURE_WIDTH_MIN to PICTURE_WIDTH_MAX) and `places` are read by the
 * endpoint. Each queues the request's one reply. */
void picture_reply_svg(struct request *rq, const struct picture *picture);
void picture_reply_png(struct request *rq, const struct picture *picture, unsigned width);

#endif
