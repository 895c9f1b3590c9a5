/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/picture.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/scenario.h"
#include "service/api/game.h"
#include "service/app/app.h"
#include "service/http/reply.h"
#include "service/picture/drawings.h"
#include "service/picture/picture.h"

static const char svg_type[] = "image/svg+xml";

/* Opened directly, an SVG is a document: it must not run or fetch anything. */
static void reply_harmless(struct request *rq) {
    reply_header(rq, "Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'");
}

static void reply_svg(struct request *rq, struct buffer *svg) {
    reply_harmless(rq);
    reply_body(rq, 200, svg_type, svg);
}

/* Its tag is that of its content: most moves change nothing that it shows. */
static void reply_thumbnail(struct request *rq, const struct load *load, unsigned viewer) {
    struct buffer svg;

    buffer_init(&svg, PICTURE_SVG_MAX);
    picture_game_thumbnail(&svg, load, viewer);
    reply_harmless(rq);
    reply_tagged_as(rq, svg_type, &svg);
}

/* ---- PNGs ---- */

/* The number of requests that drawing a picture counts as. */
enum { PICTURE_PRICE = 10 };

/* A request that waits for its picture. */
struct awaited {
    struct drawing_ask ask;
    struct request *rq;
    atomic_bool done;
};

static void wake_awaited(struct drawing_ask *ask) {
    struct awaited *awaited = (struct awaited *)ask;

    request_wake_flag(awaited->rq, &awaited->done);
}

static void free_awaited(struct request *rq) {
    buffer_free(&((struct awaited *)rq->state)->ask.png);
}

static void reply_drawing(struct request *rq, struct awaited *awaited, enum drawing_state state) {
    switch (state) {
    case DRAWING_READY: reply_body(rq, 200, "image/png", &awaited->ask.png); break;
    case DRAWING_COMES: request_wait(rq); break;
    case DRAWING_BUSY:
        reply_problem(rq, PROBLEM_UNAVAILABLE,
                      "too many pictures are waiting; try again in a few seconds");
        break;
    default:
        reply_problem(rq, PROBLEM_UNAVAILABLE,
                      "could not draw the picture; try again in a few seconds");
        break;
    }
}

void picture_reply_png(struct request *rq, struct buffer *svg, unsigned width) {
    struct drawings *drawings = app_of(rq)->drawings;
    struct awaited *awaited = request_alloc(rq, sizeof *awaited);
    enum drawing_state state = DRAWING_FAILED;

    if (awaited != NULL) {
        awaited->ask.done = wake_awaited;
        awaited->rq = rq;
        rq->state = awaited;
        rq->state_free = free_awaited;
        state = drawings_find(drawings, svg, width, &awaited->ask);
    }
    if (state != DRAWING_NONE)
        reply_drawing(rq, awaited, state);
    else if (request_charge(rq, PICTURE_PRICE - 1))
        reply_drawing(rq, awaited, drawings_begin(drawings, svg, width, &awaited->ask));
    buffer_free(svg);
}

bool picture_resume(struct request *rq) {
    struct awaited *awaited = rq->state;

    if (awaited != NULL)
        reply_drawing(rq, awaited,
                      atomic_load(&awaited->done) ? awaited->ask.state : DRAWING_COMES);
    return awaited != NULL;
}

/* ---- looking ---- */

static void reply_picture(struct request *rq, struct load *load, bool png) {
    /* The last is `width` for a PNG, `thumbnail` for an SVG. */
    enum { PLACES = API_LOOK_FIELDS, FORM, FIELD_COUNT };
    struct api_look look = {0};
    struct read_field fields[FIELD_COUNT];
    int64_t width = PICTURE_WIDTH_DEFAULT;
    bool places = false, thumbnail = false;
    char etag[REPLY_ETAG_SIZE + 32];
    char tag[REPLY_ETAG_SIZE];
    struct buffer svg;
    unsigned viewer;
    uint32_t at;

    api_look_fields(&look, fields);
    fields[PLACES] = (struct read_field){.name = "places", .type = READ_BOOL, .to.flag = &places};
    fields[FORM] =
        png ? (struct read_field){.name = "width",
                                  .type = READ_INT,
                                  .to.number = &width,
                                  .min = PICTURE_WIDTH_MIN,
                                  .max = rq->caller.account != 0 ? PICTURE_WIDTH_MAX
                                                                 : PICTURE_WIDTH_STRANGER}
            : (struct read_field){.name = "thumbnail", .type = READ_BOOL, .to.flag = &thumbnail};
    if (!request_query(rq, fields, FIELD_COUNT) || !api_look(rq, load, &look, &viewer, &at))
        return;
    if (thumbnail) {
        if (api_replay(rq, load, at))
            reply_thumbnail(rq, load, viewer);
        return;
    }
    api_view_etag(tag, look.has_at ? at : load->row.last_seq, load->row.status, load->row.seats,
                  (unsigned)load->row.seat_count, NULL, NULL, viewer);
    snprintf(etag, sizeof etag, "%s.%d%s", tag, png ? (int)width : 0, places ? ".places" : "");
    if (reply_not_modified(rq, etag) || !api_replay(rq, load, at))
        return;
    buffer_init(&svg, PICTURE_SVG_MAX);
    picture_game(&svg, load, viewer, places, 0);
    if (png)
        picture_reply_png(rq, &svg, (unsigned)width);
    else
        reply_svg(rq, &svg);
}

static void reply_game_picture(struct request *rq, bool png) {
    struct load load;

    if (picture_resume(rq) || !api_load(rq, &load))
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

/* ---- the maps of scenarios ---- */

/* The printed map of RULES' scenario before anything is built; parts that are dealt even there are
 * dealt as in some game. False: there is none. */
static bool map_make(const struct rules *rules, struct setup *setup, struct game *game) {
    static const char seed[] = "map";
    struct fair fair;
    struct board_spec *spec = calloc(1, sizeof *spec);
    size_t at;
    bool made = false;

    if (spec != NULL) {
        fair_board(&fair, seed, sizeof seed - 1);
        scenario_layout(spec, rules->scenario, rules->players, LAYOUT_BEGINNER, &fair.chance);
        made = setup_build(setup, rules, spec, &at) == BOARD_OK;
    }
    free(spec);
    if (made)
        game_init(setup, game);
    return made;
}

void picture_get_map(struct request *rq) {
    enum { PLAYERS_MIN = 3, PLAYERS_USUAL = 4 };
    static const struct seat_label labels[SEAT_MAX];
    int64_t players = PLAYERS_USUAL;
    const struct read_field fields[] = {
        {"players", READ_INT, .to.number = &players, .min = PLAYERS_MIN, .max = SEAT_MAX},
    };
    const char *name = request_param(rq, 0);
    unsigned scenario = SCENARIO_NONE + 1;
    struct setup *setup = request_alloc(rq, sizeof *setup);
    struct game game;
    struct rules rules;
    struct buffer svg;

    if (setup == NULL) {
        reply_no_memory(rq);
        return;
    }
    if (!request_query(rq, fields, 1))
        return;
    while (scenario < SCENARIO_COUNT && strcmp(name, scenario_names[scenario]) != 0)
        scenario++;
    bool has_map = scenario < SCENARIO_COUNT && scenario_has_map(scenario, (unsigned)players);
    if (has_map)
        rules = rules_sea(scenario, (unsigned)players);
    if (!has_map || !rules_complete(&rules) || !map_make(&rules, setup, &game)) {
        reply_not_found(rq);
        return;
    }
    buffer_init(&svg, PICTURE_SVG_MAX);
    picture_svg(&svg, &(struct picture){.setup = setup, .view = &game, .labels = labels});
    reply_svg(rq, &svg);
}
