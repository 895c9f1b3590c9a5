/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* One vocabulary: what people call a thing means the same in a move and in a condition. */
#include <stdio.h>
#include <string.h>

#include "service/orders/condition.h"
#include "service/words/notation.h"
#include "tests/support/check_main.h"
#include "tests/support/setups.h"

enum { TEXT_SIZE = 160, REFUSED = UINT8_MAX };

static struct setup base, knights;

static void make_setups(void) {
    base = setup_base(4);
    knights = setup_knights(CK2020, 4, 0);
}

/* TEXT with PHRASE for its `%`, read as a move. */
static struct action move_of(const struct setup *setup, const char *text, const char *phrase) {
    size_t head = strcspn(text, "%");
    struct notation_error error;
    struct action action;
    char move[TEXT_SIZE];

    snprintf(move, sizeof move, "%.*s%s%s", (int)head, text, phrase, text + head + 1);
    REQUIRE(notation_read(setup, NULL, 0, NULL, move, strlen(move), &action, &error), "%s: %s",
            move, error.detail);
    return action;
}

/* The same as a condition of one fact. */
static struct condition_node fact_of(const struct setup *setup, const char *text,
                                     const char *phrase) {
    size_t head = strcspn(text, "%");
    struct notation_error error;
    struct condition condition;
    char fact[TEXT_SIZE];

    snprintf(fact, sizeof fact, "%.*s%s%s", (int)head, text, phrase, text + head + 1);
    REQUIRE(condition_read(setup, NULL, fact, strlen(fact), &condition, &error), "%s: %s", fact,
            error.detail);
    REQUIRE(condition.n == 1, "%s: %u facts", fact, condition.n);
    return condition.nodes[0];
}

static void check_kind(unsigned kind, const char *phrase) {
    char plural[TEXT_SIZE];

    snprintf(plural, sizeof plural, "%ss", phrase);
    for (unsigned i = 0; i < 2; i++) {
        const char *word = i == 0 ? phrase : plural;
        struct condition_node fact = fact_of(&knights, "2 %", word);

        ck_assert_uint_eq(move_of(&knights, "discard 2 %", word).give.n[kind], 2);
        REQUIRE(fact.measure == CARDS_OF_KIND && fact.kind == kind && fact.number == 2, "%s", word);
    }
}

static void check_piece(unsigned measure, const char *phrase) {
    static const struct {
        uint8_t measure, type;
        const char *text;
    } rows[] = {
        {SETTLEMENTS, BUILD_SETTLEMENT, "% 14"}, {CITIES, BUILD_CITY, "% 14"},
        {ROADS, BUILD_ROAD, "% 14-19"},          {KNIGHTS, BUILD_KNIGHT, "% 14"},
        {WALLS, BUILD_CITY_WALL, "% 14"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct condition_node fact;
        struct action action;

        if (rows[i].measure != measure || strcmp(phrase, "cities") == 0)
            continue;
        fact = fact_of(&knights, rows[i].text, phrase);
        action = move_of(&knights, rows[i].text, phrase);
        REQUIRE(fact.op == CONDITION_PIECE && fact.measure == measure, "%s", phrase);
        ck_assert_uint_eq(action.type, rows[i].type);
        ck_assert_uint_eq(fact.place, measure == ROADS ? action.edges[0] : action.vertex);
    }
}

/* The example of the form that plays CARD, with PHRASE for the card's name. */
static void check_dev(unsigned card, const char *phrase) {
    const struct notation_form *form;
    char text[TEXT_SIZE];

    for (size_t i = 0; (form = notation_form_at(i)) != NULL; i++) {
        if (form->type != PLAY_DEV_CARD || form->form != card)
            continue;
        const char *behind = form->example + strlen("play ");

        snprintf(text, sizeof text, "play %%%s", behind + strcspn(behind, " "));
        ck_assert_uint_eq(move_of(&base, text, phrase).card, card);
    }
    ck_assert_uint_eq(fact_of(&base, "card %", phrase).kind, card);
}

static void check_word(const struct word *word, const char *phrase) {
    struct condition_node fact;

    switch ((enum word_class)word->class) {
    case WORD_KIND: check_kind(word->value, phrase); break;
    case WORD_TRACK:
        fact = fact_of(&knights, "% >= 2", phrase);
        REQUIRE(fact.measure == LEVEL && fact.kind == word->value, "%s", phrase);
        ck_assert_uint_eq(move_of(&knights, "deck %", phrase).track, word->value);
        break;
    case WORD_DEV: check_dev(word->value, phrase); break;
    case WORD_PROGRESS:
        ck_assert_uint_eq(fact_of(&knights, "card %", phrase).kind, word->value);
        ck_assert_uint_eq(move_of(&knights, "discard card %", phrase).card, word->value);
        break;
    case WORD_MEASURE: check_piece(word->value, phrase); break;
    case WORD_AMOUNT: /* articles say nothing in conditions */
        if (phrase[0] != 'a')
            ck_assert_uint_eq(fact_of(&base, "% ore", phrase).number, word->value);
        ck_assert_uint_eq(move_of(&base, "discard % ore", phrase).give.n[ORE], word->value);
        break;
    case WORD_ROBBER:
        ck_assert_uint_eq(fact_of(&base, "% at 7", phrase).place, 7);
        ck_assert_uint_eq(move_of(&base, "% at 7", phrase).hex, 7);
        break;
    default: break; /* only of moves, or only of conditions */
    }
}

START_TEST(every_synonym_is_read_alike) {
    const struct word *word;
    unsigned n = 0;

    for (size_t i = 0; (word = vocabulary_at(i)) != NULL; i++) {
        const char *phrases = word->phrases;
        char phrase[PHRASE_SIZE];

        for (; vocabulary_phrase(&phrases, phrase); n++)
            check_word(word, phrase);
    }
    ck_assert_uint_gt(n, 200);
}
END_TEST

START_TEST(places_and_seats_are_read_alike) {
    static const char *const vertices[] = {"12", "v12", "#12", "V12", "the vertex 12"};
    static const char *const edges[] = {"20-25", "25-20", "20–25", "20 - 25", "v20-v25",
                                        "20 25", "31",    "e31",   "at e31"};
    static const char *const hexes[] = {"4", "h4", "(0,-1)", "(0, -1)", "the hex 4"};
    char seat[TEXT_SIZE];

    for (size_t i = 0; i < sizeof vertices / sizeof *vertices; i++) {
        ck_assert_uint_eq(move_of(&base, "city %", vertices[i]).vertex, 12);
        ck_assert_uint_eq(fact_of(&base, "city %", vertices[i]).place, 12);
        ck_assert_uint_eq(fact_of(&base, "% free", vertices[i]).place, 12);
    }
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
        ck_assert_uint_eq(move_of(&base, "road %", edges[i]).edges[0], 31);
        ck_assert_uint_eq(fact_of(&base, "road %", edges[i]).place, 31);
    }
    for (size_t i = 0; i < sizeof hexes / sizeof *hexes; i++) {
        ck_assert_uint_eq(move_of(&base, "robber %", hexes[i]).hex, 4);
        ck_assert_uint_eq(fact_of(&base, "robber %", hexes[i]).place, 4);
    }
    for (unsigned i = 0; i < base.rules.players; i++) {
        snprintf(seat, sizeof seat, "seat %u", i);
        ck_assert_uint_eq(move_of(&knights, "play spy on %", seat).seat, i);
        ck_assert_uint_eq(fact_of(&knights, "% 3 cards", seat).owner, i);
        ck_assert_uint_eq(move_of(&knights, "play spy on %", seat_colors[i]).seat, i);
        ck_assert_uint_eq(fact_of(&knights, "3 cards of %", seat_colors[i]).owner, i);
    }
}
END_TEST

/* Names change, and a condition is kept: it names colors, which stay. */
START_TEST(conditions_know_no_names) {
    static const struct seat_label labels[SEAT_MAX] = {
        {"Ann", "gold"}, {"Bob", "yellow"}, {"three", "street"}, {"and", "line"}};
    static const struct {
        const char *text;
        uint8_t owner, measure;
    } rows[] = {
        {"gold has 3 cards", 0, CARDS},      {"gold >= 3", OWNER_SELF, CARDS_OF_KIND},
        {"points of yellow > 7", 1, POINTS}, {"yellow >= 3", OWNER_SELF, LEVEL},
        {"street city 12", 2, CITIES},       {"street 14-19", OWNER_SELF, ROADS},
        {"line >= 5", OWNER_SELF, LINE},     {"line's points > 2", NONE, REFUSED},
        {"line points > 2", 3, POINTS},      {"three cards", OWNER_SELF, CARDS},
        {"Ann has 3 cards", NONE, REFUSED},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct notation_error error;
        struct condition condition;
        bool read = condition_read(&knights, labels, rows[i].text, strlen(rows[i].text), &condition,
                                   &error);

        if (rows[i].measure == REFUSED) {
            REQUIRE(!read, "taken: %s", rows[i].text);
            continue;
        }
        REQUIRE(read, "%s: %s", rows[i].text, error.detail);
        REQUIRE(condition.nodes[0].owner == rows[i].owner &&
                    condition.nodes[0].measure == rows[i].measure,
                "%s", rows[i].text);
    }
}
END_TEST

static Suite *suite(void) {
    return test_suite("vocabulary",
                      (const struct test_case[]){
                          {"synonyms", every_synonym_is_read_alike, 0, 0, make_setups, NULL},
                          {"places", places_and_seats_are_read_alike, 0, 0, make_setups, NULL},
                          {"names", conditions_know_no_names, 0, 0, make_setups, NULL},
                          {0},
                      });
}
TEST_MAIN(suite)
