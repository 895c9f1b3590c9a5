/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/picture.h"

#include <stdio.h>

#include "service/api/game.h"
#include "service/http/reply.h"
#include "service/picture/picture.h"

static void reply_svg(struct request *rq, struct buffer *svg) {
    /* Opened by itself an SVG is a document: it shall run nothing and fetch nothing. */
    reply_header(rq, "Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'");
    reply_body(rq, 200, "image/svg+xml", svg);
}

static void reply_png(struct request *rq, struct buffer *svg, unsigned width) {
    struct buffer png;

    buffer_init(&png, PICTURE_PNG_MAX);
    if (svg->failed || !picture_png(&png, svg, width))
        png.failed = true;
    buffer_free(svg);
    reply_body(rq, 200, "image/png", &png);
}

static void draw_picture(struct buffer *out, const struct load *load, unsigned viewer,
                         bool places) {
    struct labels labels;
    struct game view;

    row_labels(&load->row, &labels);
    game_view(&load->setup, &load->game, viewer, &view);
    picture_svg(out, &(struct picture){.setup = &load->setup,
                                       .view = &view,
                                       .labels = labels.seats,
                                       .legend = true,
                                       .places = places});
}

static void reply_picture(struct request *rq, struct load *load, bool png) {
    enum { PLACES = API_LOOK_FIELDS, WIDTH, FIELD_COUNT };
    struct api_look look = {0};
    struct read_field fields[FIELD_COUNT];
    int64_t width = PICTURE_WIDTH_DEFAULT;
    bool places = false;
    char etag[REPLY_ETAG_SIZE + 32];
    char tag[REPLY_ETAG_SIZE];
    struct buffer svg;
    unsigned viewer;
    uint32_t at;

    api_look_fields(&look, fields);
    fields[PLACES] = (struct read_field){.name = "places", .type = READ_BOOL, .to.flag = &places};
    fields[WIDTH] = (struct read_field){.name = "width",
                                        .type = READ_INT,
                                        .to.number = &width,
                                        .min = PICTURE_WIDTH_MIN,
                                        .max = PICTURE_WIDTH_MAX};
    if (!request_query(rq, fields, png ? FIELD_COUNT : FIELD_COUNT - 1) ||
        !api_look(rq, load, &look, &viewer, &at))
        return;
    api_view_etag(tag, look.has_at ? at : load->row.last_seq, load->row.status, load->row.seats,
                  (unsigned)load->row.seat_count, NULL, viewer);
    snprintf(etag, sizeof etag, "%s.%d%s", tag, png ? (int)width : 0, places ? ".places" : "");
    if (reply_not_modified(rq, etag) || !api_replay(rq, load, at))
        return;
    buffer_init(&svg, PICTURE_SVG_MAX);
    draw_picture(&svg, load, viewer, places);
    if (png)
        reply_png(rq, &svg, (unsigned)width);
    else
        reply_svg(rq, &svg);
}

static void reply_game_picture(struct request *rq, bool png) {
    struct load load;

    if (!api_load(rq, &load))
        return;
    reply_picture(rq, &load, png);
    load_end(&load);
}

void picture_get_svg(struct request *rq) {
    reply_game_picture(rq, false);
}

void picture_get_png(struct request *rq) {
    reply_game_picture(rq, true);
}
