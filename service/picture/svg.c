/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/picture/draw.h"

#include <glib.h>
#include <inttypes.h>
#include <string.h>

#include "service/base/text.h"
#include "service/game/load.h"

enum {
    MARGIN_X = 90, /* sea around the outermost vertices, with the harbors */
    MARGIN_Y = 70,
    WIDTH_LEAST = 560,     /* so that the legend has room on small islands */
    BADGE_PERCENT = 78,    /* position of a harbor on the line from hex to edge */
    PIER_PERCENT = 60,     /* of the way from a vertex to the harbor */
    ROAD_GAP_PERCENT = 22, /* of a road's length, left free at both ends */
    LEGEND_ROW = 46,
    LEGEND_CELL_LEAST = 230,
    NAME_CHAR_WIDTH = 9, /* width reserved per character of a name, enough for wide ones */
    BELOW_BUILDING = 19,
    WAVE_X = 72, /* from wave to wave */
    WAVE_Y = 22,
    ROBBER_X = -28,
    ROBBER_Y = 4,
    ROCK_X = 44,
    ROCK_Y = 34,
    FINE = 1000000, /* the finest part of a unit */
};

struct frame {
    int left, top, width, height; /* of the board with its sea */
    int header;                   /* height of the strips above it */
    int columns, rows, row;       /* of the legend, and a row's height */
};

/* ---- the frame ---- */

static struct frame frame_of(const struct picture *picture) {
    const struct board *board = &picture->setup->board;
    struct point low = vertex_point(board, 0), high = low;

    for (unsigned v = 1; v < board->n_vertices; v++) {
        struct point p = vertex_point(board, v);
        low.x = p.x < low.x ? p.x : low.x;
        low.y = p.y < low.y ? p.y : low.y;
        high.x = p.x > high.x ? p.x : high.x;
        high.y = p.y > high.y ? p.y : high.y;
    }
    struct frame f = {low.x - MARGIN_X,
                      low.y - MARGIN_Y,
                      high.x - low.x + 2 * MARGIN_X,
                      high.y - low.y + 2 * MARGIN_Y,
                      0,
                      1,
                      0,
                      LEGEND_ROW};
    PICTURE_ROW_EACH(picture->setup, strip, row) {
        f.header += row->header;
    }
    PICTURE_ROW_EACH(picture->setup, cell, row) {
        f.row += row->legend;
    }
    if (f.width < WIDTH_LEAST) {
        f.left -= (WIDTH_LEAST - f.width) / 2;
        f.width = WIDTH_LEAST;
    }
    if (picture->legend) {
        int colors = picture->setup->rules.colors;
        int fit = (f.width - 20) / LEGEND_CELL_LEAST;
        f.rows = (colors + fit - 1) / fit;
        f.columns = (colors + f.rows - 1) / f.rows;
    }
    return f;
}

static void draw_line(struct buffer *out, struct point a, struct point b) {
    buffer_format(out, "M%d %dL%d %d", a.x, a.y, b.x, b.y);
}

/* A user's text: escaped, and cut with an ellipsis after MOST characters. */
static void draw_name(struct buffer *out, const char *name, int most) {
    bool cut = g_utf8_strlen(name, -1) > most;
    const char *end = cut ? g_utf8_offset_to_pointer(name, most - 1) : name + strlen(name);

    for (const char *c = name; c < end; c++)
        text_escape(out, g_ascii_iscntrl(*c) ? " " : c, 1);
    if (cut)
        buffer_text(out, "\xE2\x80\xA6");
}

/* The sea's waves are one long path: a pattern would take twice as long as all the rest. */
static void draw_sea(struct buffer *out, struct point at, int width, int height) {
    buffer_format(out,
                  "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
                  "fill=\"url(#sea)\"/>\n<path fill=\"none\" stroke=\"#fff\" "
                  "stroke-opacity=\".22\" stroke-width=\"2\" stroke-linecap=\"round\" d=\"",
                  at.x, at.y, width, height);
    for (int row = 0; (row + 1) * WAVE_Y < height; row++)
        for (int x = row % 2 * WAVE_X / 2; x + WAVE_X < width; x += WAVE_X)
            buffer_format(out, "M%d %dq5-6 10 0t10 0", at.x + x + 12, at.y + row * WAVE_Y + 14);
    buffer_text(out, "\"/>\n");
}

/* The coast around land, and a pale one around hexes still in fog. */
static void draw_coast(struct buffer *out, const struct picture *picture) {
    const struct board *board = &picture->setup->board;
    static const char *const rims[] = {
        "stroke=\"#8ed3ea\" stroke-opacity=\".55\" stroke-width=\"54\"",
        "stroke=\"#efdca6\" stroke-width=\"20\"",
    };

    for (size_t i = 0; i < sizeof rims / sizeof *rims; i++) {
        buffer_format(out, "<g fill=\"none\" stroke-linejoin=\"round\"><path %s d=\"", rims[i]);
        for (unsigned h = 0; h < board->n_hexes; h++) {
            struct point c = hex_center(&board->hexes[h]);
            unsigned terrain = game_terrain(picture->setup, picture->view, h);
            if (terrain == SEA || terrain == FOG)
                continue;
            buffer_format(out, "M%d %dl52 30v60l-52 30l-52-30v-60z", c.x, c.y - 60);
        }
        buffer_text(out, "\"/></g>\n");
    }
}

static void draw_number(struct buffer *out, struct point c, unsigned number) {
    int pips = number_pips(number);
    const char *ink = pips == 5 ? "#c0271d" : "#2b2620";

    buffer_format(out,
                  "<circle cx=\"%d\" cy=\"%d\" r=\"20\" fill=\"#fdf5de\" stroke=\"#7a6238\" "
                  "stroke-width=\"2\"/><text x=\"%d\" y=\"%d\" class=\"number\" fill=\"%s\">%u"
                  "</text><path fill=\"%s\" d=\"",
                  c.x, c.y, c.x, c.y + 5, ink, number, ink);
    for (int i = 0; i < pips; i++)
        buffer_format(out, "M%d %da2 2 0 1 0 4 0a2 2 0 1 0-4 0", c.x + 5 * i - (5 * pips - 1) / 2,
                      c.y + 12);
    buffer_text(out, "\"/>\n");
}

static void draw_hexes(struct buffer *out, const struct picture *picture) {
    const struct board *board = &picture->setup->board;

    for (unsigned h = 0; h < board->n_hexes; h++) {
        const struct hex *hex = &board->hexes[h];
        unsigned terrain = game_terrain(picture->setup, picture->view, h);
        if (terrain == SEA)
            continue;
        draw_shape(out, terrain_names[terrain], hex_center(hex));
        buffer_byte(out, '\n');
    }
    for (unsigned h = 0; h < board->n_hexes; h++)
        if (picture->view->numbers[h] != 0)
            draw_number(out, hex_center(&board->hexes[h]), picture->view->numbers[h]);
}

/* The land hex that EDGE belongs to: the hex that both of its ends have in common. */
static const struct hex *coastal_hex(const struct board *board, unsigned edge) {
    for (unsigned h = 0; h < board->n_hexes; h++)
        for (unsigned s = 0; s < SIDE_COUNT; s++)
            if (board->hexes[h].edges[s] == edge && board->hexes[h].terrain != SEA)
                return &board->hexes[h];
    return &board->hexes[0];
}

static void draw_harbor(struct buffer *out, const struct board *board,
                        const struct harbor *harbor) {
    static const struct {
        const char *shape, *ring;
    } kinds[HARBOR_KIND_COUNT] = {
        [BRICK] = {"bricks", "#b04a24"}, [LUMBER] = {"tree", "#2f6d3d"},
        [WOOL] = {"sheep", "#7fa833"},   [GRAIN] = {"wheat", "#c98a12"},
        [ORE] = {"peak", "#565e6b"},     [HARBOR_ANY] = {"boat", "#3f7fb5"},
    };
    const struct edge *edge = &board->edge[harbor->edge];
    struct point a = vertex_point(board, edge->vertices[0]);
    struct point b = vertex_point(board, edge->vertices[1]);
    struct point badge = point_between(hex_center(coastal_hex(board, harbor->edge)),
                                       point_between(a, b, 50), 100 + BADGE_PERCENT);

    static const char *const planks[] = {"stroke=\"#5d3d20\" stroke-width=\"9\"",
                                         "stroke=\"#c99a63\" stroke-width=\"6\" "
                                         "stroke-dasharray=\"4 1.500\""};
    for (size_t i = 0; i < 2; i++) {
        buffer_format(out, "<path %s d=\"", planks[i]);
        draw_line(out, a, point_between(a, badge, PIER_PERCENT));
        draw_line(out, b, point_between(b, badge, PIER_PERCENT));
        buffer_text(out, "\"/>");
    }
    buffer_format(out,
                  "<circle cx=\"%d\" cy=\"%d\" r=\"24\" fill=\"#fdf7e6\" stroke=\"%s\" "
                  "stroke-width=\"4\"/><use href=\"#%s\" transform=\"translate(%d %d) "
                  "scale(.8)\"/><text x=\"%d\" y=\"%d\" class=\"rate\">%s</text>\n",
                  badge.x, badge.y, kinds[harbor->kind].ring, kinds[harbor->kind].shape, badge.x,
                  badge.y - 5, badge.x, badge.y + 18, harbor->kind == HARBOR_ANY ? "3:1" : "2:1");
}

static void draw_roads(struct buffer *out, const struct picture *picture, unsigned seat) {
    const struct board *board = &picture->setup->board;
    const struct paint *paint = draw_paint(picture, seat);
    const struct {
        const char *color;
        int width;
    } strokes[] = {{paint->line, 14}, {paint->fill, 9}};

    for (size_t i = 0; i < sizeof strokes / sizeof *strokes; i++) {
        buffer_format(out, "<path stroke=\"%s\" stroke-width=\"%d\" stroke-linecap=\"round\" d=\"",
                      strokes[i].color, strokes[i].width);
        EDGE_EACH(&picture->view->players[seat].roads, e) {
            struct point a = vertex_point(board, board->edge[e].vertices[0]);
            struct point b = vertex_point(board, board->edge[e].vertices[1]);
            draw_line(out, point_between(a, b, ROAD_GAP_PERCENT),
                      point_between(b, a, ROAD_GAP_PERCENT));
        }
        buffer_text(out, "\"/>\n");
    }
}

static void draw_built(struct buffer *out, const struct picture *picture, unsigned vertex) {
    unsigned owner = picture->view->owner[vertex];
    bool city = vertex_set_has(&picture->view->players[owner].cities, vertex);

    PICTURE_ROW_EACH(picture->setup, building, row) {
        row->building(out, picture, vertex);
        return;
    }
    draw_building(out, draw_paint(picture, owner), vertex_point(&picture->setup->board, vertex),
                  city);
}

static void draw_pieces(struct buffer *out, const struct picture *picture) {
    const struct game *view = picture->view;
    unsigned colors = picture->setup->rules.colors;

    buffer_text(out, "<g fill=\"none\">\n");
    for (unsigned seat = 0; seat < colors; seat++)
        draw_roads(out, picture, seat);
    buffer_text(out, "</g>\n");
    PICTURE_ROW_EACH(picture->setup, lines, row) {
        row->lines(out, picture);
    }
    VERTEX_EACH(&view->built, v) {
        draw_built(out, picture, v);
    }
    PICTURE_ROW_EACH(picture->setup, pieces, row) {
        row->pieces(out, picture);
    }
}

/* Off the board it is drawn on a rock in the sea; with another thief, not at all. */
static void draw_robber(struct buffer *out, const struct picture *picture, const struct frame *f) {
    unsigned hex = picture->view->robber;
    struct point at = {f->left + ROCK_X, f->top + f->height - ROCK_Y};

    if (hex != NONE) {
        struct point c = hex_center(&picture->setup->board.hexes[hex]);
        at = (struct point){c.x + ROBBER_X, c.y + ROBBER_Y};
    } else {
        buffer_format(out,
                      "<path d=\"M%d %dl-9-16l12-8l12 5l16-3l14 12l-6 12z\" fill=\"#9b9588\" "
                      "stroke=\"#6d675c\" stroke-width=\"2\" stroke-linejoin=\"round\"/>",
                      at.x - 20, at.y + 24);
    }
    draw_shape(out, "robber", at);
    buffer_byte(out, '\n');
}

/* What a scenario marks (S-147): an arch, a battlement, a cross. */
static void draw_marks(struct buffer *out, const struct board *board) {
    static const char *const shapes[MARK_GIFT] = {[MARK_STRAIT] = "M-8 6V1a8 8 0 0 1 16 0v5",
                                                  [MARK_WASTELAND] =
                                                      "M-8 6V-5h4v4h2v-4h4v4h2v-4h4V6z",
                                                  [MARK_NO_START] = "M-5-5L5 5M5-5L-5 5"};

    for (unsigned kind = 0; kind < MARK_GIFT; kind++)
        VERTEX_EACH(&board->marked[kind], v) {
            struct point at = vertex_point(board, v);
            buffer_format(out,
                          "<g transform=\"translate(%d %d)\" stroke=\"#2c2a35\"><circle r=\"13\" "
                          "fill=\"#fbf5e4\" fill-opacity=\".85\"/><path d=\"%s\" fill=\"none\" "
                          "stroke-width=\"2.400\"/></g>\n",
                          at.x, at.y, shapes[kind]);
        }
}

static void draw_places(struct buffer *out, const struct picture *picture) {
    const struct board *board = &picture->setup->board;

    buffer_text(out, "<g class=\"place\">\n");
    for (unsigned h = 0; h < board->n_hexes; h++) {
        struct point c = hex_center(&board->hexes[h]);
        buffer_format(out,
                      "<path d=\"M%d %dl13 6v11l-13 6l-13-6v-11z\" fill=\"#d8ecd2\"/>"
                      "<text x=\"%d\" y=\"%d\">%u</text>",
                      c.x, c.y + 26, c.x, c.y + 41, h);
    }
    for (unsigned e = 0; e < board->n_edges; e++) {
        if (edge_set_has(&picture->view->paved, e))
            continue; /* nothing more can be built there */
        struct point c = point_between(vertex_point(board, board->edge[e].vertices[0]),
                                       vertex_point(board, board->edge[e].vertices[1]), 50);
        buffer_format(out,
                      "<rect x=\"%d\" y=\"%d\" width=\"20\" height=\"14\" rx=\"2\" "
                      "fill=\"#ffe9a8\"/><text x=\"%d\" y=\"%d\">%u</text>",
                      c.x - 10, c.y - 7, c.x, c.y + 4, e);
    }
    for (unsigned v = 0; v < board->n_vertices; v++) {
        struct point c = vertex_point(board, v);
        if (vertex_set_has(&picture->view->occupied, v))
            c.y += BELOW_BUILDING;
        buffer_format(out,
                      "<circle cx=\"%d\" cy=\"%d\" r=\"10\" fill=\"#fff\"/>"
                      "<text x=\"%d\" y=\"%d\">%u</text>",
                      c.x, c.y, c.x, c.y + 4, v);
    }
    buffer_text(out, "</g>\n");
}

/* One color's cell, its middle line at AT.y, from AT.x on. */
static void draw_legend_cell(struct buffer *out, const struct picture *picture, unsigned seat,
                             struct point at, int width) {
    const struct game *view = picture->view;
    const char *name = picture->labels[seat].name;
    bool neutral = rules_neutral(&picture->setup->rules, seat);
    int left = at.x + 44, right = at.x + width - 18;
    unsigned defended = view->players[seat].defender_points;
    int high = 36;

    PICTURE_ROW_EACH(picture->setup, cell, row) {
        high += row->legend;
    }
    if (view->phase == PHASE_PLAY && view->active == seat)
        buffer_format(out,
                      "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"9\" "
                      "fill=\"#f3dfa4\"/>\n",
                      at.x + 2, at.y - 18, width - 4, high);
    draw_building(out, draw_paint(picture, seat), (struct point){at.x + 24, at.y + 1}, false);
    if (!neutral) {
        buffer_format(out, "<text x=\"%d\" y=\"%d\" class=\"points\">%u</text>", right, at.y + 6,
                      game_points_visible(picture->setup, view, seat));
        right -= 30;
        draw_shape(out, "star", (struct point){right, at.y});
    }
    for (unsigned award = 0; award < AWARD_COUNT; award++)
        if (view->holders[award] == seat || (award == AWARD_LARGEST_ARMY && defended > 0))
            draw_shape(out, award_names[award], (struct point){right -= 20, at.y});
    if (defended > 1)
        buffer_format(out, "<text x=\"%d\" y=\"%d\" class=\"rate\">%u</text>", right, at.y + 4,
                      defended);
    buffer_format(out, "<text x=\"%d\" y=\"%d\" class=\"name\">", left, at.y + 5);
    if (name == NULL)
        name = neutral ? "(neutral)" : "(free)";
    draw_name(out, name, (right - 12 - left) / NAME_CHAR_WIDTH);
    buffer_text(out, "</text>\n");
    PICTURE_ROW_EACH(picture->setup, cell, row) {
        row->cell(out, picture, seat, (struct point){at.x + 12, at.y + row->legend + 4});
    }
}

static void draw_legend(struct buffer *out, const struct picture *picture, const struct frame *f) {
    int width = (f->width - 20) / f->columns;
    int top = f->top + f->height;

    buffer_format(out,
                  "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"14\" "
                  "fill=\"#fdf6e3\"/>\n",
                  f->left + 10, top, f->width - 20, f->rows * f->row);
    for (unsigned seat = 0; seat < picture->setup->rules.colors; seat++) {
        struct point at = {f->left + 10 + (int)seat % f->columns * width,
                           top + (int)seat / f->columns * f->row + LEGEND_ROW / 2};
        draw_legend_cell(out, picture, seat, at, width);
    }
}

/* ---- thumbnails ---- */

/* The ground of each terrain, in one color; of the sea nothing is drawn. */
static const char *const grounds[TERRAIN_COUNT] = {
    [HILLS] = "#d98552",     [FOREST] = "#519050", [PASTURE] = "#acd457", [FIELDS] = "#f2cc57",
    [MOUNTAINS] = "#adb4be", [DESERT] = "#e9d8ab", [GOLD] = "#ecc75a",    [FOG] = "#d0d8e0",
};

static void draw_grounds(struct buffer *out, const struct picture *picture) {
    const struct board *board = &picture->setup->board;

    for (unsigned terrain = 0; terrain < TERRAIN_COUNT; terrain++) {
        bool any = false;
        for (unsigned h = 0; h < board->n_hexes && grounds[terrain] != NULL; h++) {
            struct point c = hex_center(&board->hexes[h]);
            if (game_terrain(picture->setup, picture->view, h) != terrain)
                continue;
            if (!any)
                buffer_format(out, "<path fill=\"%s\" d=\"", grounds[terrain]);
            any = true;
            buffer_format(out, "M%d %dl52 30v60l-52 30l-52-30v-60z", c.x, c.y - 60);
        }
        if (any)
            buffer_text(out, "\"/>");
    }
}

/* Tokens without their numbers, which would be four pixels high; those of a six or an eight are red. */
static void draw_tokens(struct buffer *out, const struct picture *picture) {
    static const char *const colors[] = {"#fdf5de", "#e0705f"};
    const struct board *board = &picture->setup->board;

    for (unsigned often = 0; often < 2; often++) {
        buffer_format(out, "<path fill=\"%s\" d=\"", colors[often]);
        for (unsigned h = 0; h < board->n_hexes; h++) {
            unsigned number = picture->view->numbers[h];
            struct point c = hex_center(&board->hexes[h]);
            if (number != 0 && (number_pips(number) == 5) == (often == 1))
                buffer_format(out, "M%d %da20 20 0 1 0 40 0a20 20 0 1 0-40 0", c.x - 20, c.y);
        }
        buffer_text(out, "\"/>");
    }
}

/* SEAT's buildings, knights and ships, larger than in a picture. */
static void draw_small_pieces(struct buffer *out, const struct picture *picture, unsigned seat) {
    const struct board *board = &picture->setup->board;
    const struct player *player = &picture->view->players[seat];
    const struct paint *paint = draw_paint(picture, seat);

    buffer_format(out, "<path fill=\"%s\" stroke=\"%s\" stroke-width=\"4\" d=\"", paint->fill,
                  paint->line);
    EDGE_EACH(&player->ships, e) {
        struct point at = edge_point(board, e);
        buffer_format(out, "M%d %dh40l-10 14h-20zm20-4v-22l16 22z", at.x - 20, at.y + 6);
    }
    VERTEX_EACH(&picture->view->built, v) {
        struct point at = vertex_point(board, v);
        if (picture->view->owner[v] != seat)
            continue;
        buffer_format(out,
                      vertex_set_has(&player->cities, v) ? "M%d %dv-34l14-14l14 14v8h20v26z"
                                                         : "M%d %dv-24l16-16l16 16v24z",
                      at.x - (vertex_set_has(&player->cities, v) ? 24 : 16), at.y + 18);
    }
    buffer_text(out, "\"/>");
}

void picture_thumbnail(struct buffer *out, const struct picture *picture) {
    enum { LESS_SEA = 50 }; /* than around a picture: there are no harbors */
    struct frame f = frame_of(picture);
    unsigned colors = picture->setup->rules.colors;
    int left = f.left + LESS_SEA, top = f.top + LESS_SEA;
    int width = f.width - 2 * LESS_SEA, height = f.height - 2 * LESS_SEA;

    buffer_format(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"%d %d %d %d\" "
                  "width=\"%d\" height=\"%d\"><g stroke=\"#f4e6bd\" stroke-width=\"6\">",
                  left, top, width, height, width, height);
    draw_grounds(out, picture);
    buffer_text(out, "</g>");
    draw_tokens(out, picture);
    buffer_text(out, "<g fill=\"none\">");
    for (unsigned seat = 0; seat < colors; seat++)
        draw_roads(out, picture, seat);
    buffer_text(out, "</g>");
    for (unsigned seat = 0; seat < colors; seat++)
        draw_small_pieces(out, picture, seat);
    if (picture->view->robber != NONE) {
        struct point at = hex_center(&picture->setup->board.hexes[picture->view->robber]);
        buffer_format(out, "<circle cx=\"%d\" cy=\"%d\" r=\"18\" fill=\"#2c2a35\"/>", at.x, at.y);
    }
    buffer_text(out, "</svg>");
}

/* Draws a replayed game as VIEWER may see it; of FORM only flags and pixels count. */
static void draw_game(struct buffer *out, const struct load *load, unsigned viewer,
                      struct picture form,
                      void (*draw)(struct buffer *out, const struct picture *picture)) {
    struct labels labels;
    struct game view;

    row_names(&load->row, &labels);
    for (int seat = 0; seat < load->row.seat_count; seat++)
        if (load->row.seats[seat].kind == STORE_SEAT_BOT && labels.seats[seat].name == NULL)
            labels.seats[seat].name = "(bot)";
    game_view(&load->setup, &load->game, viewer, &view);
    form.setup = &load->setup;
    form.view = &view;
    form.labels = labels.seats;
    draw(out, &form);
}

void picture_game(struct buffer *out, const struct load *load, unsigned viewer, bool places,
                  unsigned pixels) {
    draw_game(out, load, viewer,
              (struct picture){.legend = true, .places = places, .pixels = pixels}, picture_svg);
}

void picture_game_thumbnail(struct buffer *out, const struct load *load, unsigned viewer) {
    draw_game(out, load, viewer, (struct picture){0}, picture_thumbnail);
}

/* A number of millionths. */
static void put_fine(struct buffer *out, const char *before, int64_t number) {
    buffer_format(out, "%s%s%" PRId64 ".%06" PRId64, before, number < 0 ? "-" : "",
                  imaxabs(number) / FINE, imaxabs(number) % FINE);
}

/* Begins the document for a frame of WIDTH x HEIGHT at AT, widened so that hexes are an even number of pixels apart:
 * then also those of the rows between begin at whole ones. Returns by how much it grew on the left and above, rounded
 * up. */
static int begin_aligned(struct buffer *out, struct point at, int width, int height,
                         unsigned pixels) {
    const int64_t apart = (int64_t)pixels * 2 * HALF_WIDTH / width / 2 * 2;
    const int64_t rows = (height * apart + 2 * HALF_WIDTH - 1) / (2 * HALF_WIDTH);
    const int64_t wide = (int64_t)pixels * 2 * HALF_WIDTH * FINE / apart;
    const int64_t high = rows * 2 * HALF_WIDTH * FINE / apart;

    put_fine(out, " viewBox=\"", at.x * (int64_t)FINE - (wide - width * (int64_t)FINE) / 2);
    put_fine(out, " ", at.y * (int64_t)FINE - (high - height * (int64_t)FINE) / 2);
    put_fine(out, " ", wide);
    put_fine(out, " ", high);
    put_fine(out, "\" width=\"", wide);
    put_fine(out, "\" height=\"", high);
    buffer_byte(out, '"');
    return (int)((wide / FINE - width) / 2) + 1;
}

/* Begins the document: its size, and the sea. */
static void begin_svg(struct buffer *out, const struct picture *picture, const struct frame *f) {
    int height = f->header + f->height + (f->rows > 0 ? f->rows * f->row + 10 : 0);
    struct point at = {f->left, f->top - f->header};
    int more = 0;

    buffer_text(out, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    if (picture->pixels > 0)
        more = begin_aligned(out, at, f->width, height, picture->pixels);
    else
        buffer_format(out, " viewBox=\"%d %d %d %d\" width=\"%d\" height=\"%d\"", at.x, at.y,
                      f->width, height, f->width, height);
    buffer_text(out, " role=\"img\" font-family=\"sans-serif\">\n<title>The board</title>\n");
    buffer_text(out, "<style>text{text-anchor:middle}"
                     ".number{font-size:19px;font-weight:bold}"
                     ".rate{font-size:12px;font-weight:bold;fill:#3a2f1f}"
                     ".name{font-size:15px;text-anchor:start;fill:#2b2620}"
                     ".points{font-size:18px;font-weight:bold;fill:#2b2620}"
                     ".place{font-size:11px;fill:#000;stroke:none}</style>\n");
    for (size_t i = 0; picture_defs[i] != NULL; i++)
        buffer_text(out, picture_defs[i]);
    PICTURE_ROW_EACH(picture->setup, defs, row) {
        for (size_t i = 0; row->defs[i] != NULL; i++)
            buffer_text(out, row->defs[i]);
    }
    draw_sea(out, (struct point){at.x - more, at.y - more}, f->width + 2 * more, height + 2 * more);
}

void picture_svg(struct buffer *out, const struct picture *picture) {
    const struct board *board = &picture->setup->board;
    struct frame f = frame_of(picture);

    begin_svg(out, picture, &f);
    draw_coast(out, picture);
    for (unsigned i = 0; i < board->n_harbors; i++)
        draw_harbor(out, board, &board->harbors[i]);
    for (unsigned i = 0; i < picture->view->n_harbors; i++)
        draw_harbor(out, board, &picture->view->harbors[i]);
    draw_hexes(out, picture);
    draw_marks(out, board);
    PICTURE_ROW_EACH(picture->setup, below, row) {
        row->below(out, picture);
    }
    draw_pieces(out, picture);
    if (picture->setup->thief == NULL || picture->view->robber != NONE)
        draw_robber(out, picture, &f);
    PICTURE_ROW_EACH(picture->setup, thief, row) {
        row->thief(out, picture);
    }
    PICTURE_ROW_EACH(picture->setup, strip, row) {
        row->strip(out, picture, (struct point){f.left, f.top - f.header}, f.width);
    }
    if (picture->places)
        draw_places(out, picture);
    if (picture->legend)
        draw_legend(out, picture, &f);
    buffer_text(out, "</svg>\n");
}
