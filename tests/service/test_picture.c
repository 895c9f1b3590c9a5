/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Pictures of boards: valid SVG whatever the board and the names, nothing that a viewer may not know, and a PNG of the
 * requested width. With PICTURE_OUT=FILE the example is written there (make picture). */
#include "service/picture/picture.h"

#include <cairo.h>
#include <errno.h>
#include <librsvg/rsvg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/bots/match.h"
#include "tests/service/bot_table.h"
#include "tests/support/check_main.h"
#include "tests/support/setups.h"

static struct buffer svg, png;

static void open_buffers(void) {
    buffer_init(&svg, PICTURE_SVG_MAX);
    buffer_init(&png, PICTURE_PNG_MAX);
}

static void close_buffers(void) {
    buffer_free(&svg);
    buffer_free(&png);
}

static const struct seat_label four[SEAT_MAX] = {
    {"Ada", NULL}, {"Grace", NULL}, {"Edsger", NULL}, {"Barbara", NULL}};

/* Greedy bots play until TURNS turns have begun. */
static void play_on(struct table *table, unsigned turns) {
    for (unsigned s = 0; s < table->setup.rules.players; s++)
        table->kinds[s] = BOT_GREEDY;
    while (table->game.phase != PHASE_FINISHED && table->game.turn < turns)
        table_step(table);
}

/* A game of greedy bots after TURNS turns. */
static void play_turns(struct table *table, unsigned players, unsigned turns, uint64_t seed) {
    table_open(table, players, true, seed);
    play_on(table, turns);
}

static void draw(const struct setup *setup, const struct game *view,
                 const struct seat_label *labels) {
    buffer_clear(&svg);
    picture_svg(&svg, &(struct picture){setup, view, labels, .legend = true, .places = true});
    ck_assert(!svg.failed);
}

static bool svg_has(const char *text) {
    return memmem(svg.data, svg.size, text, strlen(text)) != NULL;
}

/* How often TEXT occurs in the picture. */
static unsigned svg_count(const char *text) {
    unsigned count = 0;
    size_t left = svg.size;
    for (const char *at = svg.data; (at = memmem(at, left, text, strlen(text))) != NULL; count++) {
        at += strlen(text);
        left = svg.size - (size_t)(at - svg.data);
    }
    return count;
}

static cairo_status_t read_png(void *closure, unsigned char *data, unsigned length) {
    size_t *at = closure;
    if (png.size - *at < length)
        return CAIRO_STATUS_READ_ERROR;
    memcpy(data, png.data + *at, length);
    *at += length;
    return CAIRO_STATUS_SUCCESS;
}

/* Draws the SVG as a PNG and returns its surface. */
static cairo_surface_t *draw_png(unsigned width) {
    size_t at = 0;
    buffer_clear(&png);
    ck_assert(picture_png(&png, &svg, width));
    cairo_surface_t *surface = cairo_image_surface_create_from_png_stream(read_png, &at);
    ck_assert_int_eq(cairo_surface_status(surface), CAIRO_STATUS_SUCCESS);
    ck_assert_uint_eq(at, png.size);
    ck_assert_int_eq(cairo_image_surface_get_width(surface), (int)width);
    return surface;
}

START_TEST(shows_what_stands_on_the_board) {
    static struct table table;
    unsigned buildings = 0, cities = 0;

    play_turns(&table, 4, 60, test_seed(7));
    draw(&table.setup, &table.game, four);
    VERTEX_EACH(&table.game.built, v) {
        buildings++;
        cities += table.game.building[v] == BUILDING_CITY;
    }
    ck_assert_uint_gt(cities, 0);
    ck_assert_uint_eq(svg_count("<use href=\"#city\""), cities);
    ck_assert_uint_eq(svg_count("<use href=\"#settlement\""), buildings - cities + 4); /* legend */
    ck_assert_uint_eq(svg_count("class=\"number\""), 18);
    ck_assert_uint_eq(svg_count("class=\"rate\""), 9);
    ck_assert_uint_eq(svg_count("<use href=\"#robber\""), 1);
    ck_assert_uint_eq(svg_count("class=\"points\""), 4);
    ck_assert(svg_has(">Barbara</text>"));
    cairo_surface_destroy(draw_png(PICTURE_WIDTH_DEFAULT));
}
END_TEST

/* A list shows many of them. */
START_TEST(a_thumbnail_is_small) {
    enum { THUMBNAIL_MAX = 4 << 10 };
    static struct table table;
    struct buffer first;

    play_turns(&table, 4, 60, test_seed(7));
    buffer_clear(&svg);
    picture_thumbnail(&svg, &(struct picture){&table.setup, &table.game, four, .legend = true});
    ck_assert(!svg.failed);
    ck_assert_uint_lt(svg.size, THUMBNAIL_MAX);
    ck_assert(!svg_has("<text") && !svg_has("Barbara"));
    cairo_surface_destroy(draw_png(PICTURE_WIDTH_MIN));

    /* A building more is another picture. */
    first = svg;
    buffer_init(&svg, PICTURE_SVG_MAX);
    VERTEX_EACH(&table.game.built, v) {
        table.game.owner[v] = (uint8_t)((table.game.owner[v] + 1) % 4);
        break;
    }
    picture_thumbnail(&svg, &(struct picture){&table.setup, &table.game, four, .legend = true});
    ck_assert(svg.size != first.size || memcmp(svg.data, first.data, svg.size) != 0);
    buffer_free(&first);
}
END_TEST

START_TEST(the_same_state_is_the_same_picture) {
    static struct table table;
    struct buffer first;

    play_turns(&table, 3, 40, 8);
    draw(&table.setup, &table.game, four);
    first = svg;
    buffer_init(&svg, PICTURE_SVG_MAX);
    draw(&table.setup, &table.game, four);
    ck_assert_uint_eq(svg.size, first.size);
    ck_assert_mem_eq(svg.data, first.data, svg.size);
    buffer_free(&first);
}
END_TEST

/* Points in the picture are the visible ones, whoever it is drawn for. */
START_TEST(hidden_cards_do_not_show) {
    static struct table table;
    struct buffer first;
    struct game view;

    play_turns(&table, 4, 50, 9);
    game_view(&table.setup, &table.game, 0, &view);
    draw(&table.setup, &view, four);
    first = svg;
    buffer_init(&svg, PICTURE_SVG_MAX);
    for (unsigned s = 0; s < 4; s++)
        table.game.players[s].dev[VICTORY_POINT]++;
    draw(&table.setup, &table.game, four);
    ck_assert_uint_eq(svg.size, first.size);
    ck_assert_mem_eq(svg.data, first.data, svg.size);
    buffer_free(&first);
}
END_TEST

START_TEST(names_are_only_text) {
    static const struct seat_label labels[SEAT_MAX] = {
        {"<script>", NULL}, {"a&\"b'", "green"}, {"\x01\x7f", "no such color"}, {NULL, NULL}};
    static const struct seat_label longest[SEAT_MAX] = {
        {"\xC3\xA4\xC3\xB6\xC3\xBC\xC3\xA4\xC3\xB6\xC3\xBC\xC3\xA4\xC3\xB6\xC3\xBC\xC3\xA4\xC3\xB6"
         "\xC3\xBC\xC3\xA4\xC3\xB6\xC3\xBC\xC3\xA4\xC3\xB6\xC3\xBC\xC3\xA4\xC3\xB6\xC3\xBC\xC3\xA4"
         "\xC3\xB6\xC3\xBC\xC3\xA4\xC3\xB6\xC3\xBC\xC3\xA4\xC3\xB6\xC3\xBC",
         NULL}};
    static struct table table;

    table_open(&table, 4, true, 1);
    draw(&table.setup, &table.game, labels);
    ck_assert(!svg_has("<script"));
    ck_assert(svg_has("&lt;script&gt;"));
    ck_assert(svg_has("a&amp;&quot;b&#39;"));
    ck_assert(svg_has(">(free)</text>"));
    cairo_surface_destroy(draw_png(400));
    draw(&table.setup, &table.game, longest);
    ck_assert(svg_has("\xC3\xA4\xE2\x80\xA6</text>") || svg_has("\xC3\xB6\xE2\x80\xA6</text>") ||
              svg_has("\xC3\xBC\xE2\x80\xA6</text>"));
    cairo_surface_destroy(draw_png(400));
}
END_TEST

/* Islands of any shape: two hexes, a long row, the largest number of hexes, two far apart. */
START_TEST(draws_any_board) {
    static struct setup setup;
    static struct game game;
    static const struct {
        unsigned n, row, gap;
    } shapes[] = {{2, 2, 0}, {20, 20, 0}, {72, 9, 0}, {2, 1, 10}};
    struct rules rules = rules_base(4);
    size_t at;

    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct board_spec spec = {.n_hexes = (uint8_t)shapes[i].n};
        for (unsigned h = 0; h < shapes[i].n; h++) {
            unsigned row = h / shapes[i].row;
            spec.hexes[h] = (struct hex_spec){
                {(int8_t)(h % shapes[i].row), (int8_t)(row * (shapes[i].gap + 1))}, PASTURE, 9};
        }
        spec.harbors[spec.n_harbors++] =
            (struct harbor_spec){spec.hexes[0].at, SIDE_NW, HARBOR_ANY};
        ck_assert_int_eq(setup_build(&setup, &rules, &spec, &at), BOARD_OK);
        game_init(&setup, &game);
        draw(&setup, &game, four);
        ck_assert_uint_eq(svg_count("<use href=\"#pasture\""), shapes[i].n);
        cairo_surface_destroy(draw_png(PICTURE_WIDTH_MIN));
    }
}
END_TEST

/* A board with all pieces of Cities & Knights in all states. */
static void set_knights_board(struct setup *setup, struct game *game) {
    static const uint8_t ranks[] = {
        1, 2, 3, 1 | KNIGHT_ACTIVE, 2 | KNIGHT_ACTIVE, 3 | KNIGHT_ACTIVE};
    unsigned vertex = 0;

    *setup = setup_knights(CK2020, 4, 0);
    game_init(setup, game);
    game->phase = PHASE_PLAY;
    game->active = 1;
    for (unsigned seat = 0; seat < 4; seat++) {
        struct player *player = &game->players[seat];
        for (unsigned i = 0; i < sizeof ranks; i++, vertex++) {
            vertex_set_add(&player->knights, vertex);
            vertex_set_add(&game->occupied, vertex);
            game->owner[vertex] = (uint8_t)seat;
            game->knight[vertex] = ranks[i];
        }
        for (unsigned i = 0; i < 7; i++, vertex++) {
            bool city = i < 6;
            vertex_set_add(city ? &player->cities : &player->settlements, vertex);
            vertex_set_add(&game->built, vertex);
            vertex_set_add(&game->occupied, vertex);
            game->owner[vertex] = (uint8_t)seat;
            game->building[vertex] = city ? BUILDING_CITY : BUILDING_SETTLEMENT;
            if (i < TRACK_COUNT && seat == 2)
                game->metropolis[i] = (uint8_t)vertex;
            if (i > 0 && i < 4)
                vertex_set_add(&game->walls, vertex);
        }
        vertex_set_add(&game->tipped, vertex - 2);
        vertex_set_add(&game->sabotaged, vertex - 3);
        for (unsigned t = 0; t < TRACK_COUNT; t++)
            player->improvements[t] = (uint8_t)((seat + 2 * t) % (LEVEL_MAX + 1));
        player->defender_points = (uint8_t)(seat % 2);
    }
    game->merchant = 7;
    game->merchant_holder = 3;
    game->barbarians = 4;
    game->attacks = 2;
}

START_TEST(shows_cities_and_knights) {
    static struct setup setup;
    static struct game game;
    static const struct {
        const char *text;
        unsigned count;
    } counts[] = {
        {"basic knight, active</title>", 5}, /* one beside the ship's way */
        {"basic knight, inactive</title>", 4},
        {"strong knight, active</title>", 4},
        {"mighty knight, inactive</title>", 4},
        {"orange's mighty knight, active</title>", 1},
        {"<use href=\"#rank-3\"", 12}, /* outlined where active */
        {"<use href=\"#wall\"", 12},
        {"<use href=\"#tower\"", 3},
        {"'s trade metropolis</title>", 1},
        {"'s science metropolis</title>", 1},
        {"city, on its side</title>", 4},
        {"city, upside down</title>", 4},
        {"orange's merchant</title>", 1},
        {"step 4 of 7, 2 attacks so far", 1},
        {"politics: level 5</title>", 1},
        {"<use href=\"#longship\"", 1},
        {"<use href=\"#largest_army\"", 2}, /* Defenders of the island */
        {"<use href=\"#robber\"", 1},
    };

    set_knights_board(&setup, &game);
    draw(&setup, &game, four);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        ck_assert_msg(svg_count(counts[i].text) == counts[i].count, "%s: %u", counts[i].text,
                      svg_count(counts[i].text));
    cairo_surface_destroy(draw_png(PICTURE_WIDTH_MIN));
    game.robber = NONE;
    draw(&setup, &game, four);
    ck_assert_uint_eq(svg_count("<use href=\"#robber\""), 1);
    cairo_surface_destroy(draw_png(PICTURE_WIDTH_DEFAULT));
}
END_TEST

/* The Inventor moves number tokens: they belong to the state, not to the board. */
START_TEST(number_tokens_are_those_of_the_state) {
    static struct setup setup;
    static struct game game;

    set_knights_board(&setup, &game);
    draw(&setup, &game, four);
    ck_assert_uint_eq(svg_count("fill=\"#2b2620\">12</text>"), 1);
    for (unsigned h = 0; h < setup.board.n_hexes; h++)
        game.numbers[h] = game.numbers[h] == 12 ? 4 : game.numbers[h];
    draw(&setup, &game, four);
    ck_assert_uint_eq(svg_count("fill=\"#2b2620\">12</text>"), 0);
}
END_TEST

/* Private information changes nothing in the picture. */
START_TEST(progress_cards_do_not_show) {
    static struct setup setup;
    static struct game game;
    struct buffer first;

    set_knights_board(&setup, &game);
    draw(&setup, &game, four);
    first = svg;
    buffer_init(&svg, PICTURE_SVG_MAX);
    game.players[1].progress[0] = 1 + PROGRESS_SPY;
    game.players[2].hand.n[CLOTH] = 3;
    draw(&setup, &game, four);
    ck_assert_uint_eq(svg.size, first.size);
    ck_assert_mem_eq(svg.data, first.data, svg.size);
    buffer_free(&first);
}
END_TEST

START_TEST(neutral_colors_are_named) {
    static struct table table;

    play_turns(&table, 2, 20, 5);
    draw(&table.setup, &table.game, (const struct seat_label[SEAT_MAX]){{"A", NULL}, {"B", NULL}});
    ck_assert_uint_eq(svg_count(">(neutral)</text>"), 2);
    ck_assert_uint_eq(svg_count("class=\"points\""), 2);
}
END_TEST

/* The picture with all its colors. */
static cairo_surface_t *draw_exactly(unsigned width, unsigned height) {
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, (int)height);
    cairo_t *cairo = cairo_create(surface);
    RsvgHandle *handle = rsvg_handle_new_from_data((const guint8 *)svg.data, svg.size, NULL);
    const RsvgRectangle viewport = {0, 0, width, height};

    ck_assert_ptr_nonnull(handle);
    ck_assert(rsvg_handle_render_document(handle, cairo, &viewport, NULL));
    cairo_surface_flush(surface);
    g_object_unref(handle);
    cairo_destroy(cairo);
    return surface;
}

/* The difference of two pictures: the maximum over all channels, and the mean square. */
static int compare_pictures(cairo_surface_t *a, cairo_surface_t *b, double *squares) {
    unsigned width = (unsigned)cairo_image_surface_get_width(a);
    unsigned height = (unsigned)cairo_image_surface_get_height(a);
    int most = 0;

    ck_assert_int_eq(cairo_image_surface_get_height(b), (int)height);
    *squares = 0;
    for (unsigned y = 0; y < height; y++) {
        const unsigned char *one =
            cairo_image_surface_get_data(a) + (size_t)y * (size_t)cairo_image_surface_get_stride(a);
        const unsigned char *other =
            cairo_image_surface_get_data(b) + (size_t)y * (size_t)cairo_image_surface_get_stride(b);

        for (unsigned i = 0; i < width * 4; i++) {
            int d = i % 4 == 3 ? 0 : abs(one[i] - other[i]);

            *squares += d * d;
            most = d > most ? d : most;
        }
    }
    *squares /= 3.0 * width * height;
    return most;
}

/* Mails contain it: it has a palette, and looks the same. */
START_TEST(a_png_is_small) {
    enum { WIDTH = 430, MOST = 64 };
    static struct table table;
    cairo_surface_t *drawn, *exact;
    double squares;
    unsigned height;
    int most;

    play_turns(&table, 4, 60, 7);
    draw(&table.setup, &table.game, four);
    drawn = draw_png(WIDTH);
    height = (unsigned)cairo_image_surface_get_height(drawn);
    exact = draw_exactly(WIDTH, height);
    most = compare_pictures(drawn, exact, &squares);
    printf("%d x %u: %zu bytes, differs by %d at most, %.2f in the mean square\n", WIDTH, height,
           png.size, most, squares);
    ck_assert_uint_lt(png.size, WIDTH * height / 3); /* a ninth of the drawing */
    ck_assert_int_le(most, MOST);
    ck_assert(squares < 8); /* 39 dB */
    cairo_surface_destroy(exact);
    cairo_surface_destroy(drawn);
}
END_TEST

/* The fullest boards fit into a mail: six players, at sea (row 0: on land), with Cities & Knights too where the rules
 * have them together, at the end of the game. */
START_TEST(a_mail_has_room_for_it) {
    static struct match match;
    static const struct seat_label six[SEAT_MAX] = {{"Ada", NULL},    {"Grace", NULL},
                                                    {"Edsger", NULL}, {"Barbara", NULL},
                                                    {"Linus", NULL},  {"Margaret", NULL}};
    struct rules rules = rules_knights_sea(CK2020, (unsigned)_i, 6);
    cairo_surface_t *drawn, *exact;
    double squares;

    if (_i == SCENARIO_CUSTOM) /* has no map */
        return;
    if (rules_refused_by(&rules) != NULL)
        rules = rules_sea((unsigned)_i, 6);
    ck_assert(match_open(&match, rules, test_seed((unsigned)_i)));
    for (unsigned s = 0; s < 6; s++)
        match.kinds[s] = BOT_GREEDY;
    ck_assert_int_eq(match_play(&match), MATCH_WON);
    buffer_clear(&svg);
    picture_svg(&svg, &(struct picture){&match.setup, &match.game, six, .legend = true,
                                        .places = true, .pixels = PICTURE_WIDTH_MAIL});
    drawn = draw_png(PICTURE_WIDTH_MAIL);
    exact = draw_exactly(PICTURE_WIDTH_MAIL, (unsigned)cairo_image_surface_get_height(drawn));
    (void)compare_pictures(drawn, exact, &squares);
    printf("%s: %zu bytes, %.2f in the mean square\n", _i == 0 ? "land" : scenario_names[_i],
           png.size, squares);
    ck_assert_uint_le(png.size, PICTURE_MAIL_BYTES);
    ck_assert(squares < 16); /* 36 dB */
    cairo_surface_destroy(exact);
    cairo_surface_destroy(drawn);
}
END_TEST

/* A few colors remain exact. */
START_TEST(few_colors_are_exact) {
    static const char text[] =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"400\" height=\"400\">"
        "<rect width=\"400\" height=\"400\" fill=\"#123456\"/>"
        "<rect width=\"100\" height=\"100\" fill=\"#fedcba\"/>"
        "<rect x=\"200\" width=\"100\" height=\"100\" fill=\"#000\"/></svg>";
    cairo_surface_t *drawn, *exact;
    double squares;

    buffer_clear(&svg);
    buffer_text(&svg, text);
    drawn = draw_png(400);
    exact = draw_exactly(400, 400);
    ck_assert_int_eq(compare_pictures(drawn, exact, &squares), 0);
    cairo_surface_destroy(exact);
    cairo_surface_destroy(drawn);
}
END_TEST

START_TEST(a_png_has_limits) {
    static struct table table;
    struct buffer broken = {.data = "<svg", .size = 4};
    struct buffer small;

    table_open(&table, 4, true, 1);
    draw(&table.setup, &table.game, four);
    ck_assert(!picture_png(&png, &svg, PICTURE_WIDTH_MIN - 1));
    ck_assert(!picture_png(&png, &svg, PICTURE_WIDTH_MAX + 1));
    ck_assert(!picture_png(&png, &broken, 400));
    buffer_init(&small, 100);
    ck_assert(!picture_png(&small, &svg, 400));
    buffer_free(&small);
    ck_assert_uint_eq(png.size, 0);
}
END_TEST

/* A drawing must not make the server read a file. */
START_TEST(nothing_outside_is_read) {
    static const char text[] =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"100\">"
        "<image href=\"%s\" width=\"100\" height=\"100\"/></svg>";
    static struct table table;
    char here[4096], path[sizeof here + 16], document[sizeof path + 256];
    cairo_surface_t *surface;
    FILE *file;

    table_open(&table, 4, true, 1);
    draw(&table.setup, &table.game, four);
    cairo_surface_destroy(draw_png(100));
    ck_assert_ptr_nonnull(realpath(".", here));
    snprintf(path, sizeof path, "%s/outside.png", here);
    file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(png.data, 1, png.size, file), png.size);
    ck_assert_int_eq(fclose(file), 0);
    int size = snprintf(document, sizeof document, text, path);
    buffer_clear(&svg);
    buffer_append(&svg, document, (size_t)size);
    surface = draw_png(100);
    cairo_surface_flush(surface);
    const unsigned char *pixels = cairo_image_surface_get_data(surface);
    int bytes = cairo_image_surface_get_stride(surface) * cairo_image_surface_get_height(surface);
    for (int i = 0; i < bytes; i += 4) {
        uint32_t pixel;
        memcpy(&pixel, pixels + i, sizeof pixel);
        ck_assert_uint_eq(pixel & 0xFFFFFF, 0); /* nothing was drawn: black */
    }
    cairo_surface_destroy(surface);
    ck_assert_int_eq(remove(path), 0);
}
END_TEST

enum { EXAMPLE_WIDTH = 430 };

/* A game of greedy bots in progress; with PICTURE_OUT it is written there. */
static void draw_example(struct rules rules, unsigned turns, uint64_t seed) {
    const char *path = getenv("PICTURE_OUT");
    static struct table table;

    table_open_rules(&table, rules, seed);
    play_on(&table, turns);
    picture_svg(&svg, &(struct picture){&table.setup, &table.game, four, .legend = true});
    cairo_surface_destroy(draw_png(EXAMPLE_WIDTH));
    if (path == NULL)
        return;
    FILE *file = fopen(path, "wb");
    ck_assert_msg(file != NULL, "%s: %s", path, strerror(errno));
    ck_assert_uint_eq(fwrite(png.data, 1, png.size, file), png.size);
    ck_assert_int_eq(fclose(file), 0);
    printf("%s: %zu bytes\n", path, png.size);
}

START_TEST(the_example) {
    draw_example(rules_base(4), 56, 2026);
}
END_TEST

START_TEST(the_knights_example) {
    draw_example(rules_knights(CK2020, 4), 70, 2028);
}
END_TEST

#define CASE(function)                                                                             \
    { #function, function, .setup = open_buffers, .teardown = close_buffers }

static Suite *suite(void) {
    return test_suite("picture", (const struct test_case[]){
                                     CASE(shows_what_stands_on_the_board),
                                     CASE(a_thumbnail_is_small),
                                     CASE(the_same_state_is_the_same_picture),
                                     CASE(hidden_cards_do_not_show),
                                     CASE(names_are_only_text),
                                     CASE(draws_any_board),
                                     CASE(shows_cities_and_knights),
                                     CASE(number_tokens_are_those_of_the_state),
                                     CASE(progress_cards_do_not_show),
                                     CASE(neutral_colors_are_named),
                                     CASE(a_png_is_small),
                                     {"mail", a_mail_has_room_for_it, SCENARIO_COUNT, 0,
                                      open_buffers, close_buffers},
                                     CASE(few_colors_are_exact),
                                     CASE(a_png_has_limits),
                                     CASE(nothing_outside_is_read),
                                     CASE(the_example),
                                     CASE(the_knights_example),
                                     {0},
                                 });
}

TEST_MAIN(suite)
