/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Boards in characters: every place can be read, with its pieces, on any board. Prints its seed. */
#include "service/picture/picture.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/service/bot_table.h"
#include "tests/support/check_main.h"
#include "tests/support/setups.h"

enum { COLUMNS_MAX = 76, TURNS = 40 };

static struct table table;
static struct buffer text;
static const struct seat_label people[SEAT_MAX] = {{"Ada", NULL},    {"Grace", NULL},
                                                   {"Edsger", NULL}, {"Barbara", NULL},
                                                   {"Radia", NULL},  {"Alan", NULL}};

static void play(struct rules rules) {
    table_open_rules(&table, rules, test_seed(11));
    for (unsigned s = 0; s < table.setup.rules.players; s++)
        table.kinds[s] = BOT_GREEDY;
    while (table.game.phase != PHASE_FINISHED && table.game.turn < TURNS)
        table_step(&table);
}

static void write_board(enum language language) {
    buffer_init(&text, 64 << 10);
    ck_assert(picture_text(
        &text, &(struct picture){.setup = &table.setup, .view = &table.game, .labels = people},
        language));
    buffer_byte(&text, '\0');
    if (getenv("TEST_VERBOSE") != NULL)
        fputs(text.data, stdout);
}

/* The characters at a vertex: "" for none, or its letter. */
static void expect_vertex(unsigned v, char expected[2]) {
    const struct game *game = &table.game;
    unsigned owner = game->owner[v];

    expected[0] = expected[1] = '\0';
    if (vertex_set_has(&game->built, v))
        expected[0] =
            (char)((vertex_set_has(&game->players[owner].cities, v) ? 'A' : 'a') + (int)owner);
}

/* The words of the board are the names of hexes, vertices with their letters, number tokens, resources and roads. */
static void check_board(unsigned columns_max) {
    const struct board *board = &table.setup.board;
    unsigned hexes[HEX_MAX] = {0}, letters[VERTEX_MAX] = {0}, bare[VERTEX_MAX] = {0};
    const char *end = strstr(text.data, "\n\n");

    ck_assert_ptr_nonnull(end);
    for (const char *line = text.data, *next; line < end; line = next + 1) {
        next = strchr(line, '\n');
        ck_assert_msg((unsigned)(next - line) <= columns_max, "%.*s", (int)(next - line), line);
        ck_assert_msg(next == line || next[-1] != ' ', "blanks end the line %.*s",
                      (int)(next - line), line);
    }
    for (const char *at = text.data; at < end;) {
        char sign = isdigit((unsigned char)*at) ? '\0' : *at;
        const char *digits = at + (sign != '\0');
        size_t size = strspn(digits, "0123456789");
        unsigned number = (unsigned)strtoul(digits, NULL, 10);

        at = digits + size;
        if (size == 0)
            continue;
        if (sign == '#') {
            ck_assert_uint_lt(number, board->n_hexes);
            hexes[number]++;
        } else if (number < board->n_vertices && *at != '*') {
            letters[number] += isalpha((unsigned char)sign) ? (unsigned char)sign : 0;
            bare[number] += !isalpha((unsigned char)sign);
        }
    }
    for (unsigned h = 0; h < board->n_hexes; h++)
        ck_assert_msg(hexes[h] == 1, "hex %u stands there %u times", h, hexes[h]);
    for (unsigned v = 0; v < board->n_vertices; v++) {
        char expected[2];

        expect_vertex(v, expected);
        ck_assert_msg(letters[v] == (unsigned char)expected[0], "vertex %u has letter %c", v,
                      letters[v]);
        ck_assert_msg(expected[0] != '\0' || bare[v] > 0, "vertex %u is missing", v);
    }
}

static struct rules base_of_four(void) {
    return rules_base(4);
}

static struct rules base_of_six(void) {
    return rules_base(6);
}

static struct rules knights_of_three(void) {
    return rules_knights(CK2020, 3);
}

static const struct {
    const char *name;
    struct rules (*rules)(void);
    unsigned columns_max;
} boards[] = {
    {"base", base_of_four, COLUMNS_MAX},
    {"base, six", base_of_six, COLUMNS_MAX},
    {"knights", knights_of_three, COLUMNS_MAX},
};

START_TEST(every_place_can_be_read_off) {
    play(boards[_i].rules());
    write_board(LANGUAGE_ENGLISH);
    check_board(boards[_i].columns_max);
    buffer_free(&text);
}
END_TEST

/* Printed maps of the sea, before the first move: some are wider than a line of a mail. */
START_TEST(sea_maps_too) {
    struct event start;

    table = (struct table){.setup = setup_sea((unsigned)_i + 1, 4)};
    game_init(&table.setup, &table.game);
    start = (struct event){.type = EVENT_START, .player = NONE, .by = BY_ENGINE};
    game_apply(&table.setup, &table.game, &start);
    write_board(LANGUAGE_ENGLISH);
    check_board(2 * COLUMNS_MAX);
    buffer_free(&text);
}
END_TEST

/* "; cities 3, 14": the list of a player has as many places as there are pieces. */
static unsigned count_listed(const char *line, const char *what) {
    char begins[64];
    unsigned count = 1;

    snprintf(begins, sizeof begins, "; %s ", what);
    const char *at = strstr(line, begins), *stop = strchr(line, '\n');
    if (at == NULL || at > stop)
        return 0;
    for (at += 2; at < stop && *at != ';'; at++)
        count += *at == ',' && strncmp(at, ", active", 8) != 0;
    return count;
}

START_TEST(lists_have_all_pieces) {
    play(rules_knights(CK2020, 4));
    write_board(LANGUAGE_ENGLISH);
    for (unsigned seat = 0; seat < 4; seat++) {
        const struct player *player = &table.game.players[seat];
        char begins[32];

        snprintf(begins, sizeof begins, "\n%c %s;", 'A' + (int)seat, people[seat].name);
        const char *line = strstr(text.data, begins);
        ck_assert_msg(line != NULL, "no line begins with %s", begins + 1);
        line++;
        ck_assert_uint_eq(count_listed(line, "settlements"),
                          vertex_set_count(&player->settlements));
        ck_assert_uint_eq(count_listed(line, "cities"), vertex_set_count(&player->cities));
        ck_assert_uint_eq(count_listed(line, "roads"), edge_set_count(&player->roads));
        ck_assert_uint_eq(count_listed(line, "knights"), vertex_set_count(&player->knights));
    }
    buffer_free(&text);
}
END_TEST

/* Letters beyond ASCII take one column each, and none is split. */
START_TEST(other_languages_are_cut_by_characters) {
    for (unsigned language = 0; language < LANGUAGES; language++) {
        play(rules_base(3));
        write_board((enum language)language);
        check_board(2 * COLUMNS_MAX);
        buffer_free(&text);
    }
}
END_TEST

static Suite *suite(void) {
    return test_suite("picture_text",
                      (const struct test_case[]){
                          {"every_place_can_be_read_off", every_place_can_be_read_off,
                           .loops = sizeof boards / sizeof *boards},
                          {"sea_maps_too", sea_maps_too, .loops = SCENARIO_WONDERS},
                          {"lists_have_all_pieces", lists_have_all_pieces, .loops = 1},
                          {"other_languages", other_languages_are_cut_by_characters, .loops = 1},
                          {0},
                      });
}

TEST_MAIN(suite)
