/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The pieces of Cities & Knights: knights, walls, metropolises, the merchant, cities on their side
 * or upside down, and the barbarians' track. Ranks and states differ by shapes, not only by colors,
 * and every piece has a title for screen readers. */
#include "service/picture/draw.h"

#include "service/words/terms.h"
#include <stdio.h>

enum {
    TRACK_ROW = 64,      /* height of the strip with the barbarian ship, above the board */
    KNIGHTS_LEGEND = 24, /* additional height of a legend's row: the player's improvements */
    STEP_WIDTH = 40,     /* from step to step of the ship's track */
    MERCHANT_X = 28,     /* beside the number token, on the side without the robber */
    MERCHANT_Y = 8,
    LEVEL_WIDTH = 8,
    LEVELS_WIDTH = 60, /* an area in the legend: its sign and five levels */
};

/* clang-format off */
static const char *const knight_defs[] = {
    "<defs>\n",
    "<path id=\"shield\" d=\"M-12-12Q0-16 12-12V0Q11 10 0 16Q-11 10-12 0z\" stroke-linejoin=\"round\"/>\n",
    "<path id=\"sword\" d=\"M-19 12L-13 14L-16 18zM-17 14L17-22L23-25L20-19L-14 17zM-19 6L-8 17\" "
    "fill=\"#f1f4f8\" stroke=\"#39414f\" stroke-width=\"2\" stroke-linejoin=\"round\" "
    "stroke-linecap=\"round\"/>\n",
    /* ranks as stripes */
    "<path id=\"rank-1\" d=\"M-6 3L0-2L6 3\" fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>\n",
    "<path id=\"rank-2\" d=\"M-6-1L0-6L6-1M-6 6L0 1L6 6\" fill=\"none\" stroke-linecap=\"round\" "
    "stroke-linejoin=\"round\"/>\n",
    "<path id=\"rank-3\" d=\"M-6-4L0-9L6-4M-6 2L0-3L6 2M-5 8L0 4L5 8\" fill=\"none\" "
    "stroke-linecap=\"round\" stroke-linejoin=\"round\"/>\n",

    "<path id=\"wall\" d=\"M-25 20V5h7v5h7V5h7v5h8V5h7v5h7V5h7v15z\" fill=\"#b9b3a6\" "
    "stroke=\"#4a453b\" stroke-width=\"2\" stroke-linejoin=\"round\"/>\n",
    /* goods, the signs of the areas: a bolt of cloth, a coin, a sheet of paper */
    "<path id=\"sign-trade\" d=\"M-6-5Q0-8 6-5V5Q0 2-6 5zM-6-1Q0-4 6-1\" fill=\"#fff7d6\" "
    "stroke=\"#6b5000\" stroke-width=\"1.500\" stroke-linejoin=\"round\"/>\n",
    "<g id=\"sign-politics\" stroke=\"#12275e\"><circle r=\"6\" fill=\"#f4d35e\" stroke-width=\"1.500\"/>"
    "<circle r=\"3\" fill=\"none\"/></g>\n",
    "<path id=\"sign-science\" d=\"M-5-7H3L6-4V7H-5zM-2-2H3M-2 1H3M-2 4H3\" fill=\"#fff\" "
    "stroke=\"#0f3f1b\" stroke-width=\"1.500\" stroke-linejoin=\"round\"/>\n",
    "<path id=\"tower\" d=\"M-1 4V-25h-3v-9h6v4h4v-4h6v4h4v-4h6v9h-3V4z\" stroke-width=\"2\" "
    "stroke-linejoin=\"round\"/>\n",

    "<g id=\"merchant\"><path d=\"M-13-6V17M13-6V17M-14 6H14V17H-14z\" fill=\"#c99a63\" stroke=\"#4b2f16\" "
    "stroke-width=\"2\" stroke-linejoin=\"round\"/><path d=\"M-9 6a4 4 0 0 1 8 0M0 6a4 4 0 0 1 8 0\" "
    "fill=\"#f2b632\" stroke=\"#4b2f16\"/></g>\n",
    "<path id=\"awning\" d=\"M-17-5L-12-17H12L17-5Q13 1 8.500-5Q4 1 0-5Q-4 1-8.500-5Q-13 1-17-5z\" "
    "stroke-width=\"2\" stroke-linejoin=\"round\"/>\n",
    "<path id=\"awning-stripes\" d=\"M-4.500-17H0V-5Q-4 1-8.500-5zM4.500-17L8.500-5Q13 1 17-5L12-17z\" "
    "fill=\"#fffdf4\"/>\n",

    "<g id=\"longship\"><path d=\"M0-21V6\" stroke=\"#3a2414\" stroke-width=\"3\"/>"
    "<path d=\"M-11-18H11Q15-9 11 0H-11Q-7-9-11-18z\" fill=\"#fbf3dd\" stroke=\"#3a2414\" stroke-width=\"1.500\"/>"
    "<path d=\"M-5.500-18Q-2-9-5.500 0H0Q3-9 0-18zM5.500-18Q9-9 5.500 0H11Q15-9 11-18z\" fill=\"#b3261e\"/>"
    "<path d=\"M-20-5Q-22 4-17 5H17Q22 4 20-7L24-10Q27 9 14 12H-13Q-27 10-24-7z\" fill=\"#5b3a20\" "
    "stroke=\"#2b190b\" stroke-width=\"1.500\" stroke-linejoin=\"round\"/>"
    "<path d=\"M-12 7h.1M-4 7h.1M4 7h.1M12 7h.1\" stroke=\"#e0a526\" stroke-width=\"5\" "
    "stroke-linecap=\"round\"/></g>\n",
    "<path id=\"axe\" d=\"M-7 15L6-14M3-12Q16-13 13 3Q6 2-1-4\" fill=\"#8a93a1\" stroke=\"#3a2414\" "
    "stroke-width=\"2.500\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>\n",
    "<path id=\"fire\" d=\"M0-14Q3-6 8-3Q12 4 7 10Q3 14-3 13Q-11 10-9 2Q-6 4-5 1Q-5-7 0-14z\" "
    "fill=\"#e2571d\" stroke=\"#7e2506\" stroke-width=\"1.500\" stroke-linejoin=\"round\"/>\n",
    "</defs>\n",
    NULL,
};
/* clang-format on */

static const struct {
    const char *sign, *fill, *line;
} areas[TRACK_COUNT] = {
    [TRACK_TRADE] = {"sign-trade", "#f2c230", "#6b5000"},
    [TRACK_POLITICS] = {"sign-politics", "#3a6fd6", "#12275e"},
    [TRACK_SCIENCE] = {"sign-science", "#3fa552", "#0f3f1b"},
};

static void move_to(struct buffer *out, struct point at, const char *more) {
    buffer_format(out, "<g transform=\"translate(%d %d)%s\">", at.x, at.y, more);
}

/* ---- cities ---- */

/* A building as it stands: with its wall and metropolis, on its side or upside down. */
static void draw_city_state(struct buffer *out, const struct picture *picture, unsigned vertex) {
    const struct game *view = picture->view;
    const struct point at = vertex_point(&picture->setup->board, vertex), here = {0, 0};
    const struct paint *paint = draw_paint(picture, view->owner[vertex]);
    bool city = vertex_set_has(&view->players[view->owner[vertex]].cities, vertex);
    bool tipped = vertex_set_has(&view->tipped, vertex);
    bool sabotaged = vertex_set_has(&view->sabotaged, vertex);

    if (tipped || sabotaged) {
        move_to(out, at, tipped ? " rotate(90)" : " rotate(180)");
        buffer_format(out, "<title>%s's city, %s</title>", paint->name,
                      tipped ? "on its side" : "upside down");
        draw_building(out, paint, here, true);
        buffer_text(out, "</g>\n");
    } else {
        draw_building(out, paint, at, city);
    }
    for (unsigned t = 0; t < TRACK_COUNT; t++) {
        if (view->metropolis[t] != vertex)
            continue;
        move_to(out, at, "");
        buffer_format(out, "<title>%s's %s metropolis</title>", paint->name, track_names[t]);
        draw_painted(out, "tower", here, areas[t].fill, areas[t].line);
        draw_shape(out, areas[t].sign, (struct point){9, -14});
        buffer_text(out, "</g>\n");
    }
    if (vertex_set_has(&view->walls, vertex)) {
        move_to(out, at, "");
        buffer_format(out, "<title>%s's city wall</title>", paint->name);
        draw_shape(out, "wall", here);
        buffer_text(out, "</g>\n");
    }
}

/* ---- knights and the merchant ---- */

/* An active knight has its sword drawn and its owner's color; an inactive one's shield is turned around. */
static void draw_knight(struct buffer *out, const struct paint *paint, struct point at,
                        unsigned bits) {
    const struct point here = {0, 0};
    unsigned rank = bits & KNIGHT_RANK;
    bool active = bits & KNIGHT_ACTIVE;

    move_to(out, at, "");
    buffer_format(out, "<title>%s's %s knight, %s</title>", paint->name, knight_ranks[rank],
                  active ? "active" : "inactive");
    if (active)
        draw_shape(out, "sword", here);
    buffer_text(out, "<g stroke-width=\"2\">");
    draw_painted(out, "shield", here, paint->fill, paint->line);
    buffer_text(out, "</g>");
    if (!active)
        buffer_text(out, "<use href=\"#shield\" transform=\"scale(.72)\" fill=\"#e8e2d2\"/>");
    buffer_format(out, "<use href=\"#rank-%u\" stroke=\"%s\" stroke-width=\"%s\"/>", rank,
                  active ? paint->line : "#4a453b", active ? "5.500" : "3");
    if (active)
        buffer_format(out, "<use href=\"#rank-%u\" stroke=\"#ffe680\" stroke-width=\"2.500\"/>",
                      rank);
    buffer_text(out, "</g>\n");
}

static void draw_merchant(struct buffer *out, const struct picture *picture) {
    const struct game *view = picture->view;
    const struct point here = {0, 0};
    struct point at = hex_center(&picture->setup->board.hexes[view->merchant]);
    const struct paint *paint = draw_paint(picture, view->merchant_holder);

    move_to(out, (struct point){at.x + MERCHANT_X, at.y + MERCHANT_Y}, "");
    buffer_format(out, "<title>%s's merchant</title>", paint->name);
    draw_shape(out, "merchant", here);
    draw_painted(out, "awning", here, paint->fill, paint->line);
    buffer_text(out, "<use href=\"#awning-stripes\"/></g>\n");
}

static void draw_knights(struct buffer *out, const struct picture *picture) {
    const struct game *view = picture->view;

    for (unsigned seat = 0; seat < picture->setup->rules.colors; seat++)
        VERTEX_EACH(&view->players[seat].knights, v)
            draw_knight(out, draw_paint(picture, seat), vertex_point(&picture->setup->board, v),
                        view->knight[v]);
    if (view->merchant != NONE)
        draw_merchant(out, picture);
}

/* ---- the barbarians' track ---- */

static void draw_way(struct buffer *out, const struct picture *picture, struct point from) {
    int steps = picture->setup->rules.barbarian_steps, gone = picture->view->barbarians;

    buffer_format(out,
                  "<path d=\"M%d %dh%d\" stroke=\"#8b6b3f\" stroke-width=\"3\" "
                  "stroke-dasharray=\"5 4\"/>",
                  from.x, from.y, steps * STEP_WIDTH);
    for (int i = 0; i < steps; i++)
        buffer_format(out,
                      "<circle cx=\"%d\" cy=\"%d\" r=\"7\" fill=\"%s\" stroke=\"#6d4f26\" "
                      "stroke-width=\"2\"/>",
                      from.x + i * STEP_WIDTH, from.y, i < gone ? "#b3261e" : "#fffaf0");
    draw_shape(out, "fire", (struct point){from.x + steps * STEP_WIDTH, from.y});
    draw_shape(out, "longship", (struct point){from.x + gone * STEP_WIDTH, from.y});
    buffer_byte(out, '\n');
}

/* The ship on its track, and the strengths of both sides now. */
static void draw_barbarians(struct buffer *out, const struct picture *picture, struct point at,
                            int width) {
    const struct game *view = picture->view;
    const struct rules *rules = &picture->setup->rules;
    unsigned barbarians = game_barbarian_strength(picture->setup, view), knights = 0;
    int middle = at.y + TRACK_ROW / 2 + 2, right = at.x + width - 28;

    for (unsigned seat = 0; seat < rules->players; seat++)
        knights += game_strength(view, seat, false);
    buffer_format(out,
                  "<g class=\"barbarians\"><title>The barbarians' ship: step %u of %u, %u attacks "
                  "so far. Their strength would be %u, that of the active knights %u.</title>\n",
                  view->barbarians, rules->barbarian_steps, view->attacks, barbarians, knights);
    buffer_format(out,
                  "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"14\" "
                  "fill=\"#fdf6e3\"/>\n",
                  at.x + 10, at.y + 8, width - 20, TRACK_ROW - 12);
    draw_way(out, picture, (struct point){at.x + 42, middle});
    buffer_format(out, "<text x=\"%d\" y=\"%d\" class=\"points\">%u/%u</text>", right - 156,
                  middle + 6, view->barbarians, rules->barbarian_steps);
    draw_shape(out, "axe", (struct point){right - 108, middle});
    buffer_format(out, "<text x=\"%d\" y=\"%d\" class=\"points\">%u</text>", right - 84, middle + 6,
                  barbarians);
    draw_knight(out, &(struct paint){"the island", "#8794a8", "#8794a8", "#414b5c"},
                (struct point){right - 32, middle}, KNIGHT_ACTIVE | 1);
    buffer_format(out, "<text x=\"%d\" y=\"%d\" class=\"points\">%u</text></g>\n", right,
                  middle + 6, knights);
}

/* ---- the legend ---- */

static void draw_levels(struct buffer *out, const struct picture *picture, unsigned seat,
                        struct point at) {
    const struct player *player = &picture->view->players[seat];

    for (unsigned t = 0; t < TRACK_COUNT; t++) {
        int left = at.x + (int)t * LEVELS_WIDTH;

        buffer_format(out, "<g><title>%s: level %u</title>", track_names[t],
                      player->improvements[t]);
        draw_shape(out, areas[t].sign, (struct point){left + 8, at.y});
        for (unsigned i = 0; i < LEVEL_MAX; i++)
            buffer_format(out,
                          "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"11\" fill=\"%s\" "
                          "stroke=\"%s\"/>",
                          left + 17 + (int)i * LEVEL_WIDTH, at.y - 6, LEVEL_WIDTH - 2,
                          i < player->improvements[t] ? areas[t].fill : "#fff", areas[t].line);
        buffer_text(out, "</g>");
    }
    buffer_format(out,
                  "<g><title>strength of the active knights: %u</title><g "
                  "transform=\"translate(%d %d) scale(.6)\"><use href=\"#sword\"/>",
                  game_strength(picture->view, seat, false), at.x + 3 * LEVELS_WIDTH + 14, at.y);
    draw_painted(out, "shield", (struct point){0, 0}, "#8794a8", "#414b5c");
    buffer_format(out, "</g><text x=\"%d\" y=\"%d\" class=\"number\">%u</text></g>\n",
                  at.x + 3 * LEVELS_WIDTH + 34, at.y + 6,
                  game_strength(picture->view, seat, false));
}

/* "23 (2, active)": a knight's rank, and whether it is active. */
static void list_knights_of(struct buffer *out, const struct picture *picture,
                            enum language language, unsigned seat) {
    const struct game *view = picture->view;
    struct picture_list list;

    picture_begin_list(&list, out, language, TEXT_BOARD_KNIGHTS);
    VERTEX_EACH(&view->players[seat].knights, v) {
        unsigned bits = view->knight[v];
        char vertex[16], rank[16], place[64];

        snprintf(vertex, sizeof vertex, "%u", v);
        snprintf(rank, sizeof rank, "%u", bits & KNIGHT_RANK);
        text_fill_short(place, sizeof place, language,
                        bits & KNIGHT_ACTIVE ? TEXT_BOARD_KNIGHT_ACTIVE : TEXT_BOARD_KNIGHT,
                        TEXT_ARGS(vertex, rank));
        picture_list_add(&list, place);
    }
}

static void list_city_states(struct buffer *out, const struct picture *picture,
                             enum language language, unsigned seat) {
    const struct game *view = picture->view;
    struct vertex_set walls = {0}, metropolises = {0};

    VERTEX_EACH(&view->players[seat].cities, v) {
        if (vertex_set_has(&view->walls, v))
            vertex_set_add(&walls, v);
        for (unsigned track = 0; track < TRACK_COUNT; track++)
            if (view->metropolis[track] == v)
                vertex_set_add(&metropolises, v);
    }
    picture_list_vertices(out, language, TEXT_BOARD_WALLS, &walls);
    picture_list_vertices(out, language, TEXT_BOARD_METROPOLISES, &metropolises);
    list_knights_of(out, picture, language, seat);
}

const struct picture_row picture_knights = {.of = PLAYS_knights,
                                            .header = TRACK_ROW,
                                            .legend = KNIGHTS_LEGEND,
                                            .defs = knight_defs,
                                            .building = draw_city_state,
                                            .pieces = draw_knights,
                                            .strip = draw_barbarians,
                                            .cell = draw_levels,
                                            .list = list_city_states};
