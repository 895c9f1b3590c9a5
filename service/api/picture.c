/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/picture.h"

#include <stdio.h>

#include "service/api/game.h"
#include "service/http/reply.h"
#include "service/picture/picture.h"

static void draw(struct buffer *out, const struct load *load, unsigned viewer) {
    struct labels labels;
    struct game view;

    row_labels(&load->row, &labels);
    game_view(&load->setup, &load->game, viewer, &view);
    picture_svg(out, &(struct picture){.setup = &load->setup,
                                       .view = &view,
                                       .labels = labels.seats,
                                       .legend = true,
                                       .places = false});
}

static void reply_png(struct request *rq, struct buffer *svg, unsigned width) {
    struct buffer png;

    buffer_init(&png, PICTURE_PNG_MAX);
    if (!svg->failed && !picture_png(&png, svg, width))
        png.failed = true;
    png.failed |= svg->failed;
    buffer_free(svg);
    reply_body(rq, 200, "image/png", &png);
}

static void picture(struct request *rq, struct load *load, bool png) {
    struct api_look look = {0};
    struct read_field fields[API_LOOK_FIELDS + 1];
    int64_t width = PICTURE_WIDTH_DEFAULT;
    char etag[API_ETAG_SIZE + 16];
    char tag[API_ETAG_SIZE];
    struct buffer svg;
    unsigned viewer;
    uint32_t at;

    api_look_fields(&look, fields);
    fields[API_LOOK_FIELDS] = (struct read_field){.name = "width",
                                                  .type = READ_INT,
                                                  .to.number = &width,
                                                  .min = PICTURE_WIDTH_MIN,
                                                  .max = PICTURE_WIDTH_MAX};
    if (!request_query(rq, fields, API_LOOK_FIELDS + png) ||
        !api_look(rq, load, &look, &viewer, &at))
        return;
    api_view_etag(tag, look.has_at ? at : load->row.last_seq, load->row.status, load->row.seats,
                  (unsigned)load->row.seat_count, viewer);
    snprintf(etag, sizeof etag, "%s.%lld", tag, (long long)(png ? width : 0));
    if (reply_not_modified(rq, etag) || !api_replay(rq, load, at))
        return;
    buffer_init(&svg, PICTURE_SVG_MAX);
    draw(&svg, load, viewer);
    if (png)
        reply_png(rq, &svg, (unsigned)width);
    else
        reply_body(rq, 200, "image/svg+xml", &svg);
}

static void get(struct request *rq, bool png) {
    struct load load;

    if (!api_load(rq, &load))
        return;
    picture(rq, &load, png);
    load_end(&load);
}

void picture_get_svg(struct request *rq) {
    get(rq, false);
}

void picture_get_png(struct request *rq) {
    get(rq, true);
}
