/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* One vocabulary: a word means the same in a move and in a condition. */
#include <stdio.h>
#include <string.h>

#include "engine/reason.h"
#include "service/orders/condition.h"
#include "service/words/notation.h"
#include "service/words/terms.h"
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

/* The example of the form that plays CARD, with PHRASE as the card's name. */
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
    case WORD_AMOUNT: /* articles mean nothing in conditions */
        if (phrase[0] != 'a')
            ck_assert_uint_eq(fact_of(&base, "% ore", phrase).number, word->value);
        ck_assert_uint_eq(move_of(&base, "discard % ore", phrase).give.n[ORE], word->value);
        break;
    case WORD_ROBBER:
        ck_assert_uint_eq(fact_of(&base, "% at 7", phrase).place, 7);
        ck_assert_uint_eq(move_of(&base, "% at 7", phrase).hex, 7);
        break;
    default: break; /* only in moves, or only in conditions */
    }
}

START_TEST(every_synonym_is_read_alike) {
    const struct word *word;
    unsigned n = 0;

    for (size_t i = 0; (word = vocabulary_at(i)) != NULL; i++) {
        const char *phrases = vocabulary_phrases(word, LANGUAGE_ENGLISH);
        char phrase[PHRASE_SIZE];

        for (; text_next(&phrases, phrase, sizeof phrase); n++)
            check_word(word, phrase);
    }
    ck_assert_uint_gt(n, 200);
}
END_TEST

/* ---- other languages ---- */

static bool read_in(const struct setup *setup, enum language language, const char *text,
                    struct action *action) {
    struct notation_error error;

    return notation_read_all(setup, NULL, 0, NULL, language, NOTATION_PROGRAM, text, strlen(text),
                             action, 1, &error) == 1;
}

/* OTHER is read in LANGUAGE like ENGLISH, which is also read there. */
static void check_other(const struct setup *setup, enum language language, const char *other,
                        const char *english) {
    struct action wanted, action;

    REQUIRE(read_in(setup, LANGUAGE_ENGLISH, english, &wanted), "%s", english);
    REQUIRE(read_in(setup, language, other, &action), "%s", other);
    REQUIRE(memcmp(&wanted, &action, sizeof action) == 0, "%s is another move than %s", other,
            english);
    REQUIRE(read_in(setup, language, english, &action) &&
                memcmp(&wanted, &action, sizeof action) == 0,
            "%s in %s", english, language_tags[language]);
}

static void check_german(const struct setup *setup, const char *german, const char *english) {
    check_other(setup, LANGUAGE_GERMAN, german, english);
}

START_TEST(french_and_spanish_moves_are_read) {
    static const struct {
        bool knights;
        const char *english, *french, *spanish;
    } rows[] = {
        {false, "roll", "lancer", "tirar"},
        {false, "settle 14", "colonie 14", "poblado 14"},
        {false, "settle 14", "construire une colonie en 14", "construir un poblado en 14"},
        {false, "city 14", "ville 14", "ciudad 14"},
        {false, "road 14-19", "route 14-19", "carretera 14-19"},
        {false, "bank 4 wool for 1 ore", "échanger 4 laine contre 1 minerai",
         "cambiar 4 lana por 1 mineral"},
        {false, "offer 2 wool + 1 ore for 1 grain to blue, white",
         "proposer 2 laine et 1 minerai contre 1 blé à bleu, blanc",
         "ofrecer 2 lana y 1 mineral por 1 trigo a azul, blanco"},
        {false, "accept 3", "accepter 3", "aceptar 3"},
        {false, "decline 3", "refuser 3", "rechazar 3"},
        {false, "robber 7 from red", "voleur 7 de rouge", "ladrón 7 de rojo"},
        {false, "discard 2 wool 1 brick", "défausser 2 laine 1 argile",
         "descartar 2 lana 1 arcilla"},
        {false, "buy", "acheter une carte", "comprar una carta"},
        {false, "play knight 7 from blue", "jouer chevalier 7 de bleu",
         "jugar caballero 7 de azul"},
        {false, "play monopoly ore", "jouer monopole minerai", "jugar monopolio mineral"},
        {false, "end", "fin", "fin"},
        {false, "undo", "annuler", "deshacer"},
        {false, "resign", "abandonner", "abandonar"},
        {true, "wall 12", "rempart 12", "muralla 12"},
        {true, "knight 12", "chevalier 12", "caballero 12"},
        {true, "move 12 to 15", "déplacer 12 à 15", "mover 12 a 15"},
        {true, "chase 12 to 7 from red", "chasser 12 vers 7 de rouge", "ahuyentar 12 a 7 de rojo"},
        {true, "improve trade", "améliorer commerce", "mejorar comercio"},
        {true, "play spy on red", "jouer espion contre rouge", "jugar espía contra rojo"},
        {true, "deck science", "pile science", "mazo ciencia"},
        {true, "give cloth", "donner tissu", "dar tela"},
    };
    struct action action;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct setup *setup = rows[i].knights ? &knights : &base;

        check_other(setup, LANGUAGE_FRENCH, rows[i].french, rows[i].english);
        check_other(setup, LANGUAGE_SPANISH, rows[i].spanish, rows[i].english);
    }
    ck_assert(!read_in(&base, LANGUAGE_ENGLISH, "colonie 14", &action));
    ck_assert(!read_in(&base, LANGUAGE_FRENCH, "poblado 14", &action));
}
END_TEST

START_TEST(german_moves_are_read) {
    static const char *const of_base[][2] = {
        {"würfeln", "roll"},
        {"WÜRFLE.", "roll"},
        {"wuerfeln", "roll"},
        {"Siedlung 14", "settle 14"},
        {"baue eine Siedlung auf 14", "settle 14"},
        {"Stadt 14", "city 14"},
        {"Straße 14-19", "road 14-19"},
        {"strasse 14-19", "road 14-19"},
        {"tausche 4 Wolle gegen 1 Erz", "bank 4 wool for 1 ore"},
        {"biete 2 Wolle und 1 Erz für 1 Getreide an Blau, Weiß",
         "offer 2 wool + 1 ore for 1 grain to blue, white"},
        {"nimm 3 an", NULL},
        {"annehmen 3", "accept 3"},
        {"ablehnen 3", "decline 3"},
        {"Gegenangebot 3 mit einem Erz für zwei Holz", NULL},
        {"Gegenangebot 3 mit 1 Erz für zwei Holz", "counter 3 with 1 ore for 2 lumber"},
        {"Räuber 7 von Rot", "robber 7 from red"},
        {"Räuber auf 7 von Platz 1", "robber 7 from seat 1"},
        {"abwerfen 2 Wolle 1 Lehm", "discard 2 wool 1 brick"},
        {"kaufe eine Karte", "buy"},
        {"spiele Ritter 7 von Blau", "play knight 7 from blue"},
        {"spiele Monopol Erz", "play monopoly ore"},
        {"spiele Straßenbau 14-19 19-24", "play roads 14-19 19-24"},
        {"Ende", "end"},
        {"Zug beenden", "end"},
        {"zurücknehmen", "undo"},
        {"aufgeben", "resign"},
    };
    static const char *const of_knights[][2] = {
        {"Stadtmauer 12", "wall 12"},
        {"Ritter 12", "knight 12"},
        {"aktiviere 12", "activate 12"},
        {"bewege 12 nach 15", "move 12 to 15"},
        {"verjage 12 nach 7 von Rot", "chase 12 to 7 from red"},
        {"Ausbau Handel", "improve trade"},
        {"spiele Alchemie 4 3", "play alchemist 4 3"},
        {"spiele Spionage gegen Rot", "play spy on red"},
        {"Stapel Wissenschaft", "deck science"},
        {"gib Tuch", "give cloth"},
        {"verteidigen 3 12", "commit 3 12"},
    };
    struct action action;

    for (size_t i = 0; i < sizeof of_base / sizeof *of_base; i++)
        if (of_base[i][1] != NULL)
            check_german(&base, of_base[i][0], of_base[i][1]);
        else
            REQUIRE(!read_in(&base, LANGUAGE_GERMAN, of_base[i][0], &action), "%s", of_base[i][0]);
    for (size_t i = 0; i < sizeof of_knights / sizeof *of_knights; i++)
        check_german(&knights, of_knights[i][0], of_knights[i][1]);
    ck_assert(!read_in(&base, LANGUAGE_ENGLISH, "Siedlung 14", &action));
}
END_TEST

/* The German names used in messages can be written. */
START_TEST(german_terms_are_read) {
    char text[TEXT_SIZE];
    struct action action;

    for (unsigned kind = 0; kind < KIND_COUNT; kind++) {
        snprintf(text, sizeof text, "abwerfen 2 %s", term_kind(LANGUAGE_GERMAN, kind));
        REQUIRE(read_in(&knights, LANGUAGE_GERMAN, text, &action), "%s", text);
        ck_assert_uint_eq(action.give.n[kind], 2);
    }
    for (unsigned card = 0; card < PROGRESS_COUNT; card++) {
        snprintf(text, sizeof text, "abwerfen Karte %s", term_progress(LANGUAGE_GERMAN, card));
        REQUIRE(read_in(&knights, LANGUAGE_GERMAN, text, &action), "%s", text);
        ck_assert_uint_eq(action.card, card);
    }
    for (unsigned track = 0; track < TRACK_COUNT; track++) {
        snprintf(text, sizeof text, "Stapel %s", term_track(LANGUAGE_GERMAN, track));
        REQUIRE(read_in(&knights, LANGUAGE_GERMAN, text, &action), "%s", text);
        ck_assert_uint_eq(action.track, track);
    }
    for (unsigned seat = 0; seat < base.rules.players; seat++) {
        snprintf(text, sizeof text, "Räuber 7 von %s",
                 term_color(LANGUAGE_GERMAN, seat_colors[seat]));
        REQUIRE(read_in(&base, LANGUAGE_GERMAN, text, &action), "%s", text);
        ck_assert_uint_eq(action.seat, seat);
    }
}
END_TEST

START_TEST(every_refusal_has_words) {
    for (unsigned reason = REASON_OK + 1; reason < REASON_COUNT; reason++)
        REQUIRE(text_named("refusal", reasons[reason].code) != TEXTS, "%s", reasons[reason].code);
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

/* Names change but a condition stays valid: it names colors, which do not change. */
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
    return test_suite(
        "vocabulary",
        (const struct test_case[]){
            {"synonyms", every_synonym_is_read_alike, 0, 0, make_setups, NULL},
            {"german moves", german_moves_are_read, 0, 0, make_setups, NULL},
            {"french moves", french_and_spanish_moves_are_read, 0, 0, make_setups, NULL},
            {"german terms", german_terms_are_read, 0, 0, make_setups, NULL},
            {"german refusals", every_refusal_has_words, 0, 0, NULL, NULL},
            {"places", places_and_seats_are_read_alike, 0, 0, make_setups, NULL},
            {"names", conditions_know_no_names, 0, 0, make_setups, NULL},
            {0},
        });
}
TEST_MAIN(suite)
