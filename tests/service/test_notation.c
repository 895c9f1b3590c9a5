/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Moves in notation: every move of random games written and read back, the table of forms, what people write, and the
 * messages when it cannot be read. */
#include <stdio.h>
#include <string.h>

#include "service/words/notation.h"
#include "tests/support/check_main.h"
#include "tests/support/random_game.h"
#include "tests/support/setups.h"

enum { GAMES = 64, STATES_MAX = 4000, LISTED_MAX = 40, TEXT_SIZE = 1024 };

static struct setup base, knights, wonders, tribe, pirate_islands;

static void make_setups(void) {
    base = setup_base(4);
    knights = setup_knights(CK2020, 4, 0);
    wonders = setup_sea(SCENARIO_WONDERS, 4);
    pirate_islands = setup_sea(SCENARIO_PIRATE_ISLANDS, 4);
    tribe = setup_sea(SCENARIO_FORGOTTEN_TRIBE, 4);
}

static const struct setup *setup_of(const struct notation_form *form) {
    if (form->type == BUILD_WONDER)
        return &wonders;
    if (form->type == ATTACK_FORTRESS || form->type == DRAW_VICTIM ||
        (form->type == TAKE_RESOURCE && form->games == NOTATION_BASE))
        return &pirate_islands;
    if (form->type == PLACE_HARBOR || (form->type == SKIP && form->games == NOTATION_BASE))
        return &tribe;
    return form->games & NOTATION_BASE ? &base : &knights;
}

static bool read_text(const struct setup *setup, const char *text, struct action *action,
                      struct notation_error *error) {
    return notation_read(setup, NULL, 0, NULL, text, strlen(text), action, error);
}

static const char *written(const struct setup *setup, const struct seat_label *labels,
                           const struct action *action) {
    static char text[TEXT_SIZE];
    struct buffer buffer;

    buffer_init(&buffer, sizeof text - 1);
    notation_write(&buffer, setup, labels, action);
    REQUIRE(!buffer.failed && buffer.size <= NOTATION_MOVE_MAX, "a move of %zu bytes", buffer.size);
    memcpy(text, buffer.data, buffer.size);
    text[buffer.size] = '\0';
    buffer_free(&buffer);
    return text;
}

/* ---- there and back ---- */

/* The names of the seats: none, the usual ones, or ones that are hard to tell apart. */
static const struct seat_label hard[SEAT_MAX] = {
    {"Ann", "red"},       {"Ann Bee", "roll"}, {"blue", "seat"},
    {"for 1 ore", "all"}, {"nobody", "red"},   {"", "nobody"},
};

static void there_and_back(const struct random_game *rg, const struct game *view, unsigned seat,
                           const struct seat_label *labels, const struct action *action) {
    struct notation_error error;
    struct action again;
    const char *text = written(&rg->setup, labels, action);

    if (action->open)
        return;
    for (unsigned i = 0; i < 2; i++) {
        REQUIRE(notation_read(&rg->setup, i == 0 ? NULL : view, seat, labels, text, strlen(text),
                              &again, &error),
                "\"%s\" (%s): %s", text, event_type_name(action->type), error.detail);
        REQUIRE(memcmp(&again, action, sizeof again) == 0, "\"%s\" (%s) is read as \"%s\"%s", text,
                event_type_name(action->type), written(&rg->setup, labels, &again),
                i == 0 ? "" : " in view of the game");
    }
}

static void read_state(const struct random_game *rg, struct random *random, unsigned long *moves) {
    static struct move_list list;
    struct game view;

    for (unsigned seat = 0; seat < rg->setup.rules.players; seat++) {
        size_t step;

        game_view(&rg->setup, &rg->game, seat, &view);
        game_list(&rg->setup, &view, seat, &list);
        step = 1 + list.n / LISTED_MAX;
        for (size_t i = random_below(random, (uint32_t)step); i < list.n; i += step) {
            const struct seat_label *labels = random_below(random, 4) == 0 ? hard : NULL;
            there_and_back(rg, &view, seat, labels, &list.items[i]);
            ++*moves;
        }
    }
}

/* The moves played are checked as well: they complete what a listing leaves open. */
START_TEST(all_moves_there_and_back) {
    static unsigned long long seed;
    struct random_game rg;
    struct event event;
    unsigned long moves = 0;
    unsigned states = 0;

    if (seed == 0)
        seed = test_seed(20260301);
    const unsigned loop = (unsigned)test_loop(_i);
    struct random random = random_seeded(seed + loop);
    random_game_begin_any(&rg, loop, seed + loop, &event);
    for (; states < STATES_MAX && random_game_next(&rg, &event); states++) {
        struct game view;

        read_state(&rg, &random, &moves);
        if (event_is_action(event.type)) {
            game_view(&rg.setup, &rg.game, event.player, &view);
            there_and_back(&rg, &view, event.player, NULL, &event.action);
        }
        game_apply(&rg.setup, &rg.game, &event);
    }
    ck_assert_uint_gt(states, 20);
    ck_assert_uint_gt(moves, states);
}
END_TEST

/* ---- the table ---- */

START_TEST(every_example_is_read_and_written) {
    const struct notation_form *form;
    unsigned n = 0;

    make_setups();
    for (; (form = notation_form_at(n)) != NULL; n++) {
        struct notation_error error;
        struct action action;

        ck_assert_msg(read_text(setup_of(form), form->example, &action, &error), "%s: %s",
                      form->example, error.detail);
        ck_assert_uint_eq(action.type, form->type);
        ck_assert_uint_eq(action_form(&action), form->form);
        ck_assert_ptr_null(action_shape(setup_of(form), &action));
        if (n == 0 || form[-1].type != form->type || form[-1].form != form->form)
            ck_assert_str_eq(written(setup_of(form), NULL, &action), form->example);
    }
    ck_assert_uint_gt(n, 70);
}
END_TEST

START_TEST(every_action_has_a_form) {
    make_setups();
    for (unsigned type = 1; type <= PLACE_HARBOR; type++)
        for (unsigned form = 0; event_is_action(type) && form < action_forms(type); form++) {
            bool found = false;
            const struct notation_form *row;

            for (size_t i = 0; (row = notation_form_at(i)) != NULL; i++)
                found = found || (row->type == type && row->form == form);
            ck_assert_msg(found, "%s, form %u, cannot be said", event_type_name(type), form);
        }
}
END_TEST

/* The README has every form and every example. */
START_TEST(the_page_has_every_form) {
    static char page[1 << 16];
    FILE *file = fopen(test_path("service/words/README.md"), "r");
    const struct notation_form *form;
    size_t size;

    ck_assert_ptr_nonnull(file);
    size = fread(page, 1, sizeof page - 1, file);
    page[size] = '\0';
    fclose(file);
    for (size_t i = 0; (form = notation_form_at(i)) != NULL; i++) {
        char row[TEXT_SIZE];

        snprintf(row, sizeof row, "| `%s` | `%s` |", form->pattern, form->example);
        ck_assert_msg(strstr(page, row) != NULL, "service/words/README.md lacks the row %s %s", row,
                      event_type_name(form->type));
    }
}
END_TEST

/* ---- what people write ---- */

struct said_move {
    bool knights;
    const char *said, *means; /* means: in canonical form */
};

static const struct said_move sayings[] = {
    {false, "Settle 14", "settle 14"},
    {false, "  SETTLEMENT at v14. ", "settle 14"},
    {false, "build a settlement on 14!", "settle 14"},
    {false, "sett 14", "settle 14"},
    {false, "s 14", "settle 14"},
    {false, "city at 12", "city 12"},
    {false, "road e31", "road 20-25"},
    {false, "road 31", "road 20-25"},
    {false, "road 20–25", "road 20-25"},
    {false, "road 25 - 20", "road 20-25"},
    {false, "road 20 25", "road 20-25"},
    {false, "r", "roll"},
    {false, "please roll the dice", "roll"},
    {false, "bank 4 sheep for ore", "bank 4 wool for 1 ore"},
    {false, "bank four wool -> an ore", "bank 4 wool for 1 ore"},
    {false, "trade with the bank 4wood for 1brick", "bank 4 lumber for 1 brick"},
    {false, "bank 8 wheat for 2 clay", "bank 8 grain for 2 brick"},
    {false, "offer 1 ore, 2 wool for a grain to Blue and white",
     "offer 2 wool + 1 ore for 1 grain to blue, white"},
    {false, "offer ore for wool", "offer 1 ore for 1 wool"},
    {false, "propose ore for wool to everybody auto", "offer 1 ore for 1 wool auto"},
    {false, "offer ore for wool to seat 2", "offer 1 ore for 1 wool to white"},
    {false, "refuse offer #3", "decline 3"},
    {false, "counter 3 with wool for 2 ore", "counter 3 with 1 wool for 2 ore"},
    {false, "counter 3 1 wool for 2 ore", "counter 3 with 1 wool for 2 ore"},
    {false, "buy a development card", "buy"},
    {false, "robber to 7", "robber 7"},
    {false, "robber 0,-1 from blue", "robber 4 from blue"},
    {false, "rob hex 7, from nobody", "robber 7"},
    {false, "robber (0, -1)", "robber 4"},
    {false, "play year of plenty ore and brick", "play plenty 1 brick + 1 ore"},
    {false, "play road building 20-25, 19-25", "play roads 20-25 19-25"},
    {false, "end my turn", "end"},
    {false, "done", "end"},
    {false, "neutral settlement white 14", "neutral settlement white 14"},
    {true, "build a knight at 12", "knight 12"},
    {true, "move knight 12 to 15", "move 12 to 15"},
    {true, "play master merchant on red", "play master on red"},
    {true, "play trade monopoly coins", "play monopoly coin"},
    {true, "play bishop 7 from nobody", "play bishop 7 from nobody"},
    {true, "play diplomat e31 to 19-25", "play diplomat 20-25 to 19-25"},
    {true, "play alchemist 4, 3", "play alchemist 4 3"},
    {true, "play inventor 3 and 8", "play inventor 3 8"},
    {true, "play merchant fleet paper", "play fleet paper"},
    {true, "play alch 1 1", "play alchemist 1 1"},
    {true, "place strong knight at 12", "place strong 12"},
    {true, "place level 2 12", "place strong 12"},
    {true, "commit none", "commit none"},
    {true, "defend with 3, 12 and 15", "commit 3 12 15"},
    {true, "give 1 cloth", "give 1 cloth"},
    {true, "give coins", "give coin"},
    {true, "take no card", "take card nothing"},
    {true, "take no cards", NULL},
    {true, "take card nothing", "take card nothing"},
    {true, "discard card resource monopoly", "discard card resource monopoly"},
    {true, "stack politics", "deck politics"},
    {true, "improve science", "improve science"},
};

START_TEST(what_people_write) {
    make_setups();
    for (size_t i = 0; i < sizeof sayings / sizeof sayings[0]; i++) {
        const struct setup *setup = sayings[i].knights ? &knights : &base;
        struct notation_error error;
        struct action action;
        bool read = read_text(setup, sayings[i].said, &action, &error);

        if (sayings[i].means == NULL) {
            ck_assert_msg(!read, "%s", sayings[i].said);
            continue;
        }
        ck_assert_msg(read, "%s: %s", sayings[i].said, error.detail);
        ck_assert_str_eq(written(setup, NULL, &action), sayings[i].means);
    }
}
END_TEST

/* ---- errors ---- */

struct mistake {
    const char *said, *word; /* word: the place of the error, "" for the end */
    const char *says;        /* a part of the sentence */
};

static const struct mistake mistakes[] = {
    {"setle 14", "setle", "did you mean \"settle\"?"},
    {"fly 14", "fly", "no move of this game. Try: settle 14"},
    {"settle", "",
     "something is missing at the end: expected the number of an intersection (0 to "
     "53) (as in: settle 14)"},
    {"settle 54", "54", "expected the number of an intersection (0 to 53)"},
    {"settle 14 15", "15", "expected nothing more"},
    {"road 1-40", "1-40", "there is no path between 1 and 40"},
    {"bank 4 wol for ore", "wol", "did you mean \"wool\"?"},
    {"bank 4 wool ore", "",
     "something is missing at the end: expected cards (brick, lumber, wool, grain or ore) or "
     "\"for\""},
    {"bank 4 cloth for ore", "cloth", "cards (brick, lumber, wool, grain or ore)"},
    {"offer 1 ore for 1 wool to bleu", "bleu", "did you mean \"blue\"?"},
    {"offer 1 ore for 1 wool to purple", "purple", "a player (red, blue, white or orange)"},
    {"accept", "", "expected a number (as in: accept 3)"},
    {"counter 1 ore for 2 wool", "", "say which offer you answer"},
    {"robber 9,9", "9,9", "there is no hex at 9,9"},
    {"play spy on red", "spy", "does not fit here"},
    {"knight 12", "knight", "no move of this game"},
    {"", "", "there is no move here"},
    {"resig", "resig", "did you mean \"resign\"?"},
    {"discard 200 wool", "200", "does not fit here"},
    {"discard 100 wool 100 ore", "100", "you can name at most 127 cards"},
};

START_TEST(mistakes_are_explained) {
    make_setups();
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        const struct mistake *mistake = &mistakes[i];
        struct notation_error error;
        struct action action;

        ck_assert_msg(!read_text(&base, mistake->said, &action, &error), "%s", mistake->said);
        ck_assert_msg(strstr(error.detail, mistake->says) != NULL, "\"%s\": %s", mistake->said,
                      error.detail);
        ck_assert_msg(error.at + error.len <= strlen(mistake->said), "%s", mistake->said);
        if (mistake->word[0] != '\0')
            ck_assert_msg(strncmp(mistake->said + error.at, mistake->word, strlen(mistake->word)) ==
                              0,
                          "\"%s\" is wrong at %zu: %s", mistake->said, error.at, error.detail);
    }
}
END_TEST

static size_t read_prose(const struct setup *setup, enum language language, const char *text,
                         struct action actions[4], struct notation_error *error) {
    return notation_read_all(setup, NULL, 0, NULL, language, NOTATION_PROSE, text, strlen(text),
                             actions, 4, error);
}

/* What people write between moves; all of it also occurs within moves. */
START_TEST(moves_are_joined_as_people_do) {
    static const struct {
        const char *text;
        size_t n;
    } rows[] = {{"settle 14, road 14-19", 2},
                {"settle 14, and then road 14-19 and end", 3},
                {"Siedlung 14 und Straße 14-19, dann Ende", 3},
                {"settle 14 et road 14-19, puis end", 3},
                {"settle 14 y road 14-19 después end", 3},
                {"settle 14 Y road 14-19, luego end", 3},
                {"discard 2 wool, 1 ore, road 14-19", 2},
                {"offer 1 wool for 1 ore and 1 grain to blue, white, roll", 2},
                {"offer 1 wool for 1 ore to blue, white", 1},
                {"play roads 14-19, 19-24", 1},
                {"settle 14,", 1},
                {"roll, roll, roll, roll, roll", 0}};
    struct action actions[4];
    struct notation_error error;

    make_setups();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t n = read_prose(&base, LANGUAGE_GERMAN, rows[i].text, actions, &error);

        ck_assert_msg(n == rows[i].n, "%s: %zu, %s", rows[i].text, n, error.detail);
    }
    /* the mistake is the word that is not a move, not the comma before it */
    ck_assert_uint_eq(read_prose(&base, LANGUAGE_ENGLISH, "settle 14, rod 14-19", actions, &error),
                      0);
    ck_assert_uint_eq(error.at, 11);
    ck_assert_msg(strstr(error.detail, "did you mean \"road\"") != NULL, "%s", error.detail);
}
END_TEST

/* Everyday words that begin like moves; among other words they are not moves. */
START_TEST(ordinary_words_are_no_moves) {
    static const char *const words[] = {
        "und", "un", "en",  "can", "con", "do",  "no", "not", "nicht", "yes", "all",  "ab",
        "an",  "er", "ein", "fin", "est", "de",  "di", "es",  "be",    "bei", "ver",  "la",
        "re",  "pa", "ge",  "ni",  "zu",  "zur", "ex", "di",  "und.",  "Und", "de la"};
    struct action actions[4];
    struct notation_error error;

    make_setups();
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        for (unsigned language = 0; language < LANGUAGES; language++)
            for (unsigned game = 0; game < 2; game++)
                ck_assert_msg(text_lists((enum language)language, TEXT_WORD_VERB_END, words[i]) ||
                                  read_prose(game == 0 ? &base : &knights, (enum language)language,
                                             words[i], actions, &error) == 0,
                              "%s is a move", words[i]);
    /* other beginnings still work, and programs' words are read as before */
    ck_assert_uint_eq(read_prose(&base, LANGUAGE_ENGLISH, "sett 14; ro 14-19", actions, &error), 2);
    ck_assert_uint_eq(notation_read_all(&base, NULL, 0, NULL, LANGUAGE_ENGLISH, NOTATION_PROGRAM,
                                        "und", 3, actions, 4, &error),
                      1);
    ck_assert_uint_eq(notation_head(LANGUAGE_ENGLISH, "setle 14", 8, false), 5);
    ck_assert_uint_eq(notation_head(LANGUAGE_ENGLISH, "build a road 14-19", 18, false), 12);
    ck_assert_uint_eq(notation_head(LANGUAGE_GERMAN, "Siedlung", 8, false), 8);
    ck_assert_uint_eq(notation_head(LANGUAGE_GERMAN, "Thanks, Ada", 11, false), 0);
}
END_TEST

START_TEST(several_moves) {
    struct action actions[4];
    struct notation_error error;
    const char *text = "settle 14;\n road 14-19\r\n\n; end";

    make_setups();
    ck_assert_uint_eq(notation_read_all(&base, NULL, 0, NULL, LANGUAGE_ENGLISH, NOTATION_PROGRAM,
                                        text, strlen(text), actions, 4, &error),
                      3);
    ck_assert_str_eq(written(&base, NULL, &actions[1]), "road 14-19");
    ck_assert_uint_eq(notation_read_all(&base, NULL, 0, NULL, LANGUAGE_ENGLISH, NOTATION_PROGRAM,
                                        text, strlen(text), actions, 2, &error),
                      0);
    ck_assert_str_eq(error.detail, "at most 2 moves at once");
    text = "roll; fly";
    ck_assert_uint_eq(notation_read_all(&base, NULL, 0, NULL, LANGUAGE_ENGLISH, NOTATION_PROGRAM,
                                        text, strlen(text), actions, 4, &error),
                      0);
    ck_assert_uint_eq(error.at, 6);
    ck_assert_uint_eq(notation_read_all(&base, NULL, 0, NULL, LANGUAGE_ENGLISH, NOTATION_PROGRAM,
                                        " ; ", 3, actions, 4, &error),
                      0);
    ck_assert_msg(strstr(error.detail, "there is no move here") != NULL, "%s", error.detail);
}
END_TEST

static Suite *suite(void) {
    return test_suite("notation", (const struct test_case[]){
                                      {.name = "random games",
                                       .test = all_moves_there_and_back,
                                       .loops = test_loops(GAMES, 2 * RANDOM_KINDS)},
                                      {.name = "table", .test = every_example_is_read_and_written},
                                      {.name = "forms", .test = every_action_has_a_form},
                                      {.name = "page", .test = the_page_has_every_form},
                                      {.name = "sayings", .test = what_people_write},
                                      {.name = "mistakes", .test = mistakes_are_explained},
                                      {.name = "several", .test = several_moves},
                                      {.name = "joined", .test = moves_are_joined_as_people_do},
                                      {.name = "ordinary", .test = ordinary_words_are_no_moves},
                                      {0},
                                  });
}
TEST_MAIN(suite)
