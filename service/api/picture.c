/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/picture.h"

#include "service/http/reply.h"

void picture_reply_svg(struct request *rq, const struct picture *picture) {
    struct buffer svg;

    buffer_init(&svg, PICTURE_SVG_MAX);
    picture_svg(&svg, picture);
    /* Opened by itself an SVG is a document: it shall run nothing and fetch nothing. */
    reply_header(rq, "Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'");
    reply_body(rq, 200, "image/svg+xml", &svg);
}

void picture_reply_png(struct request *rq, const struct picture *picture, unsigned width) {
    struct buffer svg, png;

    buffer_init(&svg, PICTURE_SVG_MAX);
    buffer_init(&png, PICTURE_PNG_MAX);
    picture_svg(&svg, picture);
    if (picture_png(&png, &svg, width)) {
        reply_body(rq, 200, "image/png", &png);
    } else {
        reply_problem(rq, PROBLEM_INTERNAL, "The picture could not be drawn.");
    }
    buffer_free(&svg);
    buffer_free(&png);
}
