/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Events in sentences: every event of random games has one for every viewer, without hidden information, and some are
 * checked word by word. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/json_write.h"
#include "service/document/action_json.h"
#include "service/words/sentence.h"
#include "tests/support/check_main.h"
#include "tests/support/random_game.h"
#include "tests/support/setups.h"

enum { GAMES = 48, EVENTS_MAX = 4000, PARTS_MAX = 32 << 10 };

static const struct seat_label labels[SEAT_MAX];

/* The joined parts are the sentence, and contain the names of their things. */
static void check_spoken(const struct buffer *text, const struct buffer *parts, unsigned colors) {
    json_t *array = json_loadb(parts->data, parts->size, 0, NULL), *part;
    size_t at = 0, i;

    REQUIRE(json_is_array(array), "%.*s", (int)parts->size, parts->data);
    json_array_foreach(array, i, part) {
        const char *own = json_string_value(json_object_get(part, "text"));
        const char *type = json_string_value(json_object_get(part, "type"));
        json_t *seat = json_object_get(part, "seat"), *number = json_object_get(part, "number");
        size_t size = strlen(own);

        REQUIRE(size > 0 && size <= text->size - at && memcmp(own, text->data + at, size) == 0,
                "\"%s\" at %zu of: %.*s", own, at, (int)text->size, text->data);
        at += size;
        REQUIRE((strcmp(type, "player") == 0) == (seat != NULL) &&
                    (strcmp(type, "text") == 0) == (json_object_size(part) == 2) &&
                    json_integer_value(seat) < colors &&
                    (number == NULL || json_integer_value(number) == strtol(own, NULL, 10)),
                "%.*s", (int)parts->size, parts->data);
    }
    REQUIRE(at == text->size, "%zu of %zu bytes: %.*s", at, text->size, (int)text->size,
            text->data);
    json_decref(array);
}

/* Events in each language in turn; after the sentence the pending decisions, and its parts. */
static void say(struct buffer *out, const struct random_game *rg, unsigned viewer,
                const struct game *before, const struct game *after, const struct event *event) {
    const struct sentence to = {.setup = &rg->setup,
                                .labels = labels,
                                .viewer = viewer,
                                .language = (enum language)(after->seq % LANGUAGES),
                                .you = after->seq / LANGUAGES % 2 == 0};

    static struct buffer parts;
    struct sentence_spans spans;
    struct writer w = {0};

    buffer_clear(out);
    sentence_write_spans(out, &spans, &to, before, after, event);
    if (parts.limit == 0)
        buffer_init(&parts, PARTS_MAX);
    buffer_clear(&parts);
    w = writer_to(&parts);
    sentence_parts(&w, out->data, out->size, &spans);
    REQUIRE(!out->failed && !parts.failed, "a sentence of %zu bytes", out->size);
    check_spoken(out, &parts, rg->setup.rules.colors);
    buffer_byte(out, '\n');
    sentence_waiting(out, &to, after);
    REQUIRE(!out->failed && out->size <= SENTENCE_MAX, "a sentence of %zu bytes", out->size);
    buffer_byte(out, '\n');
    buffer_append(out, parts.data, parts.size);
}

static unsigned loop_seed(int loop) {
    static unsigned long long seed;

    if (seed == 0)
        seed = test_seed(20260302);
    return (unsigned)(seed + (unsigned)test_loop(loop));
}

static void begin(struct random_game *rg, int loop, struct event *event) {
    random_game_begin_any(rg, (unsigned)test_loop(loop), loop_seed(loop), event);
}

/* ---- twins ---- */

/*
 * Two worlds that VIEWER cannot tell apart: in the other one, two players whose hands the viewer does not know have
 * exchanged a card each, and the hidden part of the event is another card if possible. The sentences must be the same
 * bytes.
 */
static bool swap_hands(struct game *before, struct game *after, unsigned a, unsigned b,
                       unsigned kind, unsigned other) {
    struct game *worlds[2] = {before, after};

    for (unsigned i = 0; i < 2; i++)
        if (worlds[i]->players[a].hand.n[kind] == 0 || worlds[i]->players[b].hand.n[other] == 0)
            return false;
    for (unsigned i = 0; i < 2; i++) {
        worlds[i]->players[a].hand.n[kind]--;
        worlds[i]->players[a].hand.n[other]++;
        worlds[i]->players[b].hand.n[other]--;
        worlds[i]->players[b].hand.n[kind]++;
    }
    return true;
}

/* Replaces each hidden card by another. */
static void change_hidden(struct event *event, unsigned hidden, unsigned dealt,
                          const struct setup *setup) {
    if (hidden & HIDDEN_OUTCOME_CARD) {
        if (event->type == BUY_DEV_CARD)
            event->outcome.card = (uint8_t)((event->outcome.card + 1) % DEV_COUNT);
        else if (event->type == CHOOSE_PROGRESS_DECK)
            event->outcome.card = (uint8_t)(progress_spans[event->action.track].first);
        else
            event->outcome.card = (uint8_t)((event->outcome.card + 1) % setup->rules.kinds);
    }
    if (hidden & HIDDEN_ACTION_CARDS) {
        struct cards *cards = event->type == TAKE_CARDS ? &event->action.take : &event->action.give;
        unsigned total = cards_total(*cards);
        *cards = cards_one(cards->n[ORE] == total ? WOOL : ORE, total);
    }
    if (hidden & HIDDEN_ACTION_CARD) {
        unsigned track = progress_rows[event->action.card].track;
        if (hidden & HIDDEN_ACTION_TRACK)
            track = (track + 1) % TRACK_COUNT;
        event->action.card = progress_spans[track].first;
    }
    if (hidden & HIDDEN_ACTION_VERTEX)
        event->action.vertex = (uint8_t)(event->action.vertex + 1);
    for (unsigned seat = 0; seat < SEAT_MAX; seat++)
        if (dealt >> seat & 1 && event->type == ROLL)
            event->outcome.dealt[seat] =
                (uint8_t)(1 + progress_spans[event->outcome.event - FACE_TRADE].first);
        else if (dealt >> seat & 1)
            event->outcome.dealt[seat] =
                (uint8_t)(1 + event->outcome.dealt[seat] % setup->rules.kinds);
}

/* The players' hands, which only VIEWER may know: blanked completely, with the counts that the event changed left
 * unchanged. */
static void forget(const struct random_game *rg, struct game *game, unsigned viewer) {
    for (unsigned seat = 0; seat < rg->setup.rules.players; seat++) {
        struct player *player = &game->players[seat];

        if (seat == viewer)
            continue;
        memset(player->dev, 0, sizeof player->dev);
        memset(player->dev_new, 0, sizeof player->dev_new);
        memset(player->progress, 0, sizeof player->progress);
        game->answers[seat] = cards_none();
        game->answer_ids[seat] = game->answer_ids[seat] != 0;
    }
    memset(game->deck, 0, sizeof game->deck);
    memset(game->undrawn, 0, sizeof game->undrawn);
    memset(game->returned, 0, sizeof game->returned);
}

struct twin_count {
    unsigned long hands, events;
};

static void check_twins(const struct random_game *rg, const struct game *before,
                        const struct game *after, const struct event *event, unsigned viewer,
                        struct random *random, struct twin_count *count) {
    static struct buffer one, two;
    struct game other_before = *before, other_after = *after;
    struct event other = *event;
    unsigned hidden = event_hidden(&rg->setup, before, event, viewer);
    unsigned dealt = event_is_action(event->type) ? event_hidden_dealt(event, viewer) : 0;

    if (one.limit == 0) {
        buffer_init(&one, SENTENCE_MAX + PARTS_MAX);
        buffer_init(&two, SENTENCE_MAX + PARTS_MAX);
    }
    for (unsigned tries = 0; tries < 4; tries++) {
        unsigned a = random_below(random, rg->setup.rules.players);
        unsigned b = random_below(random, rg->setup.rules.players);

        if (a != b && a != viewer && b != viewer &&
            swap_hands(&other_before, &other_after, a, b,
                       random_below(random, rg->setup.rules.kinds),
                       random_below(random, rg->setup.rules.kinds)))
            count->hands++;
    }
    forget(rg, &other_before, viewer);
    forget(rg, &other_after, viewer);
    change_hidden(&other, hidden, dealt, &rg->setup);
    count->events += memcmp(&other, event, sizeof other) != 0;
    say(&one, rg, viewer, before, after, event);
    say(&two, rg, viewer, &other_before, &other_after, &other);
    REQUIRE(one.size == two.size && memcmp(one.data, two.data, one.size) == 0,
            "to viewer %u (%s): %.*s | %.*s", viewer, event_type_name(event->type), (int)one.size,
            one.data, (int)two.size, two.data);
}

START_TEST(twins_read_the_same) {
    struct random random = random_seeded(loop_seed(_i));
    struct twin_count count = {0};
    struct random_game rg;
    struct event event;
    unsigned n = 0;

    begin(&rg, _i, &event);
    for (; n < EVENTS_MAX && random_game_next(&rg, &event); n++) {
        struct game before = rg.game;

        game_apply(&rg.setup, &rg.game, &event);
        for (unsigned viewer = 0; viewer < rg.setup.rules.players; viewer++)
            check_twins(&rg, &before, &rg.game, &event, viewer, &random, &count);
        check_twins(&rg, &before, &rg.game, &event, VIEWER_NOBODY, &random, &count);
    }
    ck_assert_uint_gt(n, 20);
    ck_assert_uint_gt(count.hands, n / 20);
    ck_assert_uint_gt(count.events, 0);
}
END_TEST

/* ---- every event has a sentence ---- */

/* It contains no English word. */
static void check_translated(const char *text, enum language language) {
    static const char *const words[] = {
        " the ",    " at ",    " to ",   " with ", " and ",  " for ", " from ",  " card",
        " wool",    " grain",  " ore",   " brick", " has ",  " coin", " cloth",  "Waiting",
        " nothing", " lumber", " ship ", " hex ",  " gets ", " got ", " built ", " played "};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        REQUIRE(strstr(text, words[i]) == NULL, "\"%s\" in: %s", words[i], text);
    REQUIRE(language == LANGUAGE_FRENCH || strstr(text, " points") == NULL, "points in: %s", text);
}

START_TEST(every_event_is_told) {
    static struct buffer text;
    struct random_game rg;
    struct event event;
    unsigned n = 0;

    buffer_init(&text, SENTENCE_MAX + PARTS_MAX);
    begin(&rg, _i, &event);
    for (; n < EVENTS_MAX && random_game_next(&rg, &event); n++) {
        struct game before = rg.game;

        game_apply(&rg.setup, &rg.game, &event);
        for (unsigned viewer = 0; viewer < rg.setup.rules.players + 2u; viewer++) {
            say(&text, &rg,
                viewer < rg.setup.rules.players    ? viewer
                : viewer == rg.setup.rules.players ? VIEWER_ALL
                                                   : VIEWER_NOBODY,
                &before, &rg.game, &event);
            text.size = (size_t)((char *)memchr(text.data, '[', text.size) - text.data);
            buffer_byte(&text, '\0');
            REQUIRE(!text.failed && strstr(text.data, " did this: ") == NULL &&
                        strstr(text.data, " getan: ") == NULL &&
                        strstr(text.data, " a fait ") == NULL &&
                        strstr(text.data, " realizado ") == NULL &&
                        strchr(text.data, '_') == NULL && strstr(text.data, "  ") == NULL &&
                        strchr(text.data, '{') == NULL,
                    "%s", text.data);
            if (rg.game.seq % LANGUAGES != LANGUAGE_ENGLISH)
                check_translated(text.data, rg.game.seq % LANGUAGES);
            if (getenv("SENTENCES_SHOWN") != NULL && viewer == 0)
                printf("%5u %s\n", rg.game.seq, text.data);
        }
    }
    buffer_free(&text);
}
END_TEST

/* The form of an action whose name NAME begins with: what follows a dot or "_steal" is a variant of the sentence. */
static unsigned form_named(enum action_type type, const char *name) {
    const char *const *names = NULL;
    unsigned count = 0;
    char form[64];
    unsigned i = 0;

    snprintf(form, sizeof form, "%.*s", (int)strcspn(name, "."), name);
    if (strstr(form, "_steal") != NULL)
        *strstr(form, "_steal") = '\0';
    if (type == PLAY_DEV_CARD)
        names = dev_names, count = DEV_COUNT;
    else if (type == PLAY_PROGRESS_CARD)
        names = progress_names, count = PROGRESS_COUNT;
    else if (type == BUILD_NEUTRAL)
        names = piece_names, count = PIECE_COUNT;
    while (i < count && strcmp(names[i], form) != 0)
        i++;
    REQUIRE(count == 0 || i < count, "no form is called %s", form);
    return i;
}

static void check_args(const struct text_row *row, enum action_type type, unsigned form) {
    for (const char *at = row->args; *at != '\0'; at += strspn(at, " ")) {
        const struct field *field = action_fields(type, form);
        size_t size = strcspn(at, " ");
        bool who = size > 0 && (strncmp(at, "who", size) == 0 || strncmp(at, "stolen", size) == 0 ||
                                strncmp(at, "victim", size) == 0);

        while (!who && field->type != FIELD_END &&
               (strlen(field->name) != size || memcmp(field->name, at, size) != 0))
            field++;
        REQUIRE(who || field->type != FIELD_END, "%s: no field is called %.*s", row->key, (int)size,
                at);
        at += size;
    }
}

/* Texts that are looked up by the name of an action, or similar, name its fields in `#. args:`. */
START_TEST(texts_name_fields_of_their_actions) {
    static const char section[] = "said.";
    unsigned n = 0;

    for (size_t i = 0; i < TEXTS; i++) {
        const char *name = text_rows[i].key + strlen(section);
        size_t size;
        enum action_type type;

        if (strncmp(text_rows[i].key, section, strlen(section)) != 0)
            continue;
        size = strcspn(name, ".");
        type = event_type_of(name, size);
        if (type == ACTION_NONE || !event_is_action(type))
            continue;
        check_args(&text_rows[i], type, form_named(type, name + size + (name[size] == '.')));
        n++;
    }
    ck_assert_uint_gt(n, 50);
    check_args(&text_rows[TEXT_SAID_WARSHIP], PLAY_DEV_CARD, KNIGHT);
    check_args(&text_rows[TEXT_SAID_KNIGHT_PIRATE], PLAY_DEV_CARD, KNIGHT);
    check_args(&text_rows[TEXT_SAID_DIPLOMAT_MOVED], PLAY_PROGRESS_CARD, PROGRESS_DIPLOMAT);
}
END_TEST

/* A later choice of gold that is forced by an earlier one is narrated with it (S-51). */
START_TEST(gold_taken_unasked_is_told) {
    struct setup setup = setup_sea(SCENARIO_NEW_SHORES, 3);
    struct event event = {.type = CHOOSE_GOLD, .player = 0, .by = BY_PLAYER};
    const struct sentence to = {.setup = &setup, .labels = labels, .viewer = 2};
    struct game before, after;
    struct buffer text;

    game_init(&setup, &before);
    before.first = 0;
    before.phase = PHASE_PLAY;
    before.n_pending = 1;
    before.pending[0] = (struct decision){.kind = DECIDE_CHOOSE_GOLD, .player = 0, .count = 1};
    after = before;
    event.action = (struct action){.type = CHOOSE_GOLD, .take = cards_one(ORE, 1)};
    for (unsigned seat = 0; seat < 2; seat++) {
        after.players[seat].hand = cards_one(seat ? LUMBER : ORE, 1);
        after.players[seat].hand_count = 1;
    }
    buffer_init(&text, SENTENCE_MAX);
    sentence_write(&text, &to, &before, &after, &event);
    buffer_byte(&text, '\0');
    REQUIRE(strstr(text.data, "chose 1 ore for gold") != NULL, "%s", text.data);
    REQUIRE(strstr(text.data, " gets 1 lumber") != NULL, "%s", text.data);
    REQUIRE(strstr(text.data, " gets 1 ore") == NULL, "%s", text.data);
    buffer_free(&text);
}
END_TEST

/* The sentence of a game that seat 0 has won with that many points, with or without its spans. */
static void say_won(struct buffer *out, enum language language, unsigned points, bool spans) {
    struct setup setup = setup_sea(SCENARIO_NEW_SHORES, 3);
    const struct sentence to = {.setup = &setup, .labels = labels, .language = language};
    const struct event event = {
        .type = EVENT_FINISHED,
        .finished = {.winner = 0, .n_points = 1, .points = {(uint8_t)points}}};
    struct sentence_spans found;
    struct game game;

    game_init(&setup, &game);
    buffer_clear(out);
    if (spans)
        sentence_write_spans(out, &found, &to, &game, &game, &event);
    else
        sentence_write(out, &to, &game, &game, &event);
    buffer_byte(out, '\0');
}

/* A number selects the form, whether or not it is a span of the sentence. */
START_TEST(one_and_several_are_told_apart) {
    static const char *const told[][2] = {
        [LANGUAGE_ENGLISH] = {" 1 point.", " 2 points."},
        [LANGUAGE_GERMAN] = {" 1 Punkt ", " 2 Punkten "},
        [LANGUAGE_FRENCH] = {" 1 point.", " 2 points."},
    };
    struct buffer text;

    buffer_init(&text, SENTENCE_MAX);
    for (unsigned language = 0; language < sizeof told / sizeof *told; language++)
        for (unsigned points = 1; told[language][0] != NULL && points <= 2; points++)
            for (unsigned spans = 0; spans < 2; spans++) {
                say_won(&text, (enum language)language, points, spans);
                REQUIRE(strstr(text.data, told[language][points - 1]) != NULL, "%s", text.data);
            }
    buffer_free(&text);
}
END_TEST

/* Names in old records cannot imitate the marks of spans: these are removed from them. */
START_TEST(names_cannot_mark) {
    static const struct seat_label odd[SEAT_MAX] = {{.name = "A\x01\xff\x02z"}};
    struct setup setup = setup_sea(SCENARIO_NEW_SHORES, 3);
    const struct sentence to = {.setup = &setup, .labels = odd, .names = true};
    const struct event event = {.type = EVENT_SEAT_CHANGED};
    struct sentence_spans spans;
    struct buffer texts[2];
    struct game game;

    game_init(&setup, &game);
    for (unsigned i = 0; i < 2; i++)
        buffer_init(&texts[i], SENTENCE_MAX);
    sentence_write(&texts[0], &to, &game, &game, &event);
    sentence_write_spans(&texts[1], &spans, &to, &game, &game, &event);
    ck_assert_uint_eq(texts[0].size, texts[1].size);
    ck_assert_mem_eq(texts[0].data, texts[1].data, texts[0].size);
    ck_assert_mem_eq(texts[0].data, "A \xff z", 5);
    for (unsigned i = 0; i < 2; i++)
        buffer_free(&texts[i]);
}
END_TEST

static Suite *suite(void) {
    const int loops = test_loops(GAMES, 2 * RANDOM_KINDS);

    return test_suite("sentences",
                      (const struct test_case[]){
                          {.name = "gold", .test = gold_taken_unasked_is_told},
                          {.name = "fields", .test = texts_name_fields_of_their_actions},
                          {.name = "forms", .test = one_and_several_are_told_apart},
                          {.name = "names", .test = names_cannot_mark},
                          {.name = "told", .test = every_event_is_told, .loops = loops},
                          {.name = "twins", .test = twins_read_the_same, .loops = loops},
                          {0},
                      });
}
TEST_MAIN(suite)
