/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The wording of mails and pages: texts in every language, titles that fit, advice that helps. */
#include <stdio.h>
#include <string.h>

#include "service/base/language.h"
#include "service/base/text.h"
#include "service/bots/bot.h"
#include "service/command/title.h"
#include "service/document/refusal.h"
#include "service/mail/letter.h"
#include "service/mail/mail_time.h"
#include "tests/service/bot_table.h"
#include "tests/support/check_main.h"

/* ---- words ---- */

/* Sections whose keys are names. */
static void check_names(const char *section, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++)
        ck_assert_msg(names[i] != NULL && text_named(section, names[i]) != TEXTS, "no text %s.%s",
                      section, names[i] == NULL ? "?" : names[i]);
}

START_TEST(every_name_has_a_text) {
    check_names("hint", hint_subject_names, HINT_SUBJECT_COUNT);
    check_names("hint.thing", hint_thing_names, HINT_THING_COUNT);
    check_names("term.kind", kind_names, KIND_COUNT);
    check_names("term.terrain", terrain_names, TERRAIN_COUNT);
    check_names("term.track", track_names, TRACK_COUNT);
    check_names("term.harbor", harbor_names, HARBOR_KIND_COUNT);
    check_names("term.wonder", wonder_names, WONDER_COUNT);
    check_names("term.dev", dev_names, DEV_COUNT);
    check_names("term.progress", progress_names, PROGRESS_COUNT);
    check_names("term.color", seat_colors, SEAT_MAX);
    check_names("waiting", decision_names + DECIDE_NONE + 1, DECISION_KIND_COUNT - 1);
}
END_TEST

/* Without the web page's texts (tests/lint/catalogues.sh). */
START_TEST(every_word_is_there_in_each_language) {
    for (const struct text_row *row = text_rows; row < text_rows + TEXTS; row++)
        for (enum language language = 0; language < LANGUAGES; language++)
            for (unsigned n = 0; n <= (row->n >= 0 ? 120 : 0); n++) {
                const char *form =
                    row->forms[language][row->n >= 0 ? language_form(language, n) : 0];

                ck_assert_msg(form != NULL && form[0] != '\0', "%s lacks %s for %u",
                              language_tags[language], row->key, n);
                ck_assert_msg(text_is_utf8(form, strlen(form)), "%s of %s", language_tags[language],
                              row->key);
            }
}
END_TEST

static const struct {
    const char *list;
    enum language language;
} accepted[] = {
    {NULL, LANGUAGE_ENGLISH},
    {"", LANGUAGE_ENGLISH},
    {"de", LANGUAGE_GERMAN},
    {"DE-at,en", LANGUAGE_GERMAN},
    {"it, de;q=0.9", LANGUAGE_GERMAN},
    {"en-US,en;q=0.9,de;q=0.8", LANGUAGE_ENGLISH},
    {"fr-CH, de;q=0.9", LANGUAGE_FRENCH},
    {"ca, es-419;q=0.8", LANGUAGE_SPANISH},
    {"den, de", LANGUAGE_GERMAN},
    {"*", LANGUAGE_ENGLISH},
    {",,;", LANGUAGE_ENGLISH},
};

START_TEST(browsers_say_their_language) {
    ck_assert_int_eq(language_accepted(accepted[_i].list), accepted[_i].language);
}
END_TEST

START_TEST(texts_are_filled) {
    struct buffer out;

    buffer_init(&out, 100);
    language_fill(&out, "{1} and {0}, {2} {x} {", TEXT_ARGS("a{1}", "b"));
    buffer_byte(&out, '\0');
    ck_assert_str_eq(out.data, "b and a{1}, {2} {x} {");
    buffer_clear(&out);
    text_fill(&out, LANGUAGE_GERMAN, TEXT_MAIL_SUBJECT_INVITED, TEXT_ARGS("a{1}", "Ben"));
    buffer_byte(&out, '\0');
    ck_assert_str_eq(out.data, "Ben lädt dich ein: a{1}");
    buffer_clear(&out);
    text_fill(&out, LANGUAGE_ENGLISH, TEXT_MAIL_SUBJECT_INVITED, TEXT_ARGS("it"));
    text_count(&out, LANGUAGE_ENGLISH, TEXT_MAIL_POINTS, 1);
    text_count(&out, LANGUAGE_GERMAN, TEXT_MAIL_POINTS, 2);
    text_count(&out, LANGUAGE_GERMAN, TEXT_MAIL_MOVES_MORE, 1);
    buffer_byte(&out, '\0');
    ck_assert_str_eq(out.data, "{1} invites you to it"
                               "1 point"
                               "2 Punkte"
                               "… und einer mehr in der Partie.");
    ck_assert_int_eq(text_named("mail", "subject_turn"), TEXT_MAIL_SUBJECT_TURN);
    ck_assert_int_eq(text_named("mail", "subject"), TEXTS);
    ck_assert_int_eq(language_kept(1), LANGUAGE_GERMAN);
    ck_assert_int_eq(language_kept(LANGUAGES), LANGUAGE_ENGLISH);
    ck_assert_int_eq(language_kept(-1), LANGUAGE_ENGLISH);
    buffer_free(&out);
}
END_TEST

/* "0 point" but "0 puntos": each language has its own rule for the form after a number. */
START_TEST(languages_have_their_own_forms) {
    struct buffer out;

    buffer_init(&out, 400);
    text_count(&out, LANGUAGE_FRENCH, TEXT_MAIL_POINTS, 0);
    text_count(&out, LANGUAGE_SPANISH, TEXT_MAIL_POINTS, 0);
    text_count(&out, LANGUAGE_FRENCH, TEXT_MAIL_SUBJECT_GAMES_WAIT, 3);
    text_fill(&out, LANGUAGE_SPANISH, TEXT_MAIL_SUBJECT_INVITED, TEXT_ARGS("«X»", "Ben"));
    buffer_byte(&out, '\0');
    ck_assert_str_eq(out.data, "0 point"
                               "0 puntos"
                               "3 parties t’attendent"
                               "Ben te invita: «X»");
    ck_assert_str_eq(refusal_text(LANGUAGE_FRENCH, REASON_TOO_CLOSE),
                     "Trop près : une intersection voisine est occupée par un bâtiment.");
    ck_assert_str_eq(refusal_text(LANGUAGE_SPANISH, REASON_ROLL_FIRST), "Tira primero los dados.");
    buffer_free(&out);
}
END_TEST

START_TEST(times_are_somebodys_own) {
    const int64_t night = INT64_C(1932508800000); /* 2031-03-29 00:00 UTC */
    char text[MAIL_TIME_SIZE];

    mail_time(text, LANGUAGE_ENGLISH, "", night);
    ck_assert_str_eq(text, "Saturday 29 March, 00:00 (UTC)");
    mail_time(text, LANGUAGE_GERMAN, "Europe/Berlin", night);
    ck_assert_str_eq(text, "Samstag, 29. März, 01:00 Uhr (Europe/Berlin)");
    mail_time(text, LANGUAGE_FRENCH, "Europe/Paris", night);
    ck_assert_str_eq(text, "samedi 29 mars à 01:00 (Europe/Paris)");
    mail_time(text, LANGUAGE_SPANISH, "", night);
    ck_assert_str_eq(text, "sábado 29 de marzo, 00:00 (UTC)");
    mail_time(text, LANGUAGE_ENGLISH, "No/Where", INT64_MAX);
    ck_assert_str_eq(text, "soon");
}
END_TEST

/* ---- titles ---- */

/* However long a name is and whatever it contains, a subject ends after a whole character and contains nothing that
 * could end a header. */
START_TEST(names_are_cut_at_characters) {
    static const char *const pieces[] = {"a", "é", "木", "🎲", "שׁ"};
    char name[400] = "", cut[64];

    for (unsigned limit = 1; limit < 60; limit++)
        for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
            size_t size = 0;

            while (size + strlen(pieces[i]) < sizeof name)
                size += (size_t)snprintf(name + size, sizeof name - size, "%s", pieces[i]);
            title_cut(cut, sizeof cut, name, limit);
            ck_assert(text_is_utf8(cut, strlen(cut)));
            ck_assert_uint_le(strlen(cut), limit + strlen("…"));
        }
    title_cut(cut, sizeof cut, "a\r\nBcc: x\x7f", 60);
    ck_assert_str_eq(cut, "a  Bcc: x ");
    title_cut(cut, sizeof cut, "short", 60);
    ck_assert_str_eq(cut, "short");
}
END_TEST

static const struct title_case {
    const char *name, *plain, *english, *german;
} title_cases[] = {
    {"Sunday", "Sunday", "Sunday", "„Sunday“"},
    {"", "The game with Ben, Cleo and 2 bots", "the game with Ben, Cleo and 2 bots",
     "der Partie mit Ben, Cleo und 2 Bots"},
};

START_TEST(games_have_names) {
    const struct title_case *one = &title_cases[_i];
    static struct store_seat seats[STORE_SEATS_MAX];
    static const struct seat_label labels[SEAT_MAX] = {
        {.name = "Ada"}, {.name = "Ben"}, {.name = "Cleo"}};
    static struct load load;
    struct game_title title;

    for (unsigned seat = 0; seat < 5; seat++)
        seats[seat].kind = seat < 3 ? STORE_SEAT_HUMAN : STORE_SEAT_BOT;
    load.row.seat_count = 5;
    memcpy(load.row.seats, seats, sizeof seats);
    snprintf(load.row.name, sizeof load.row.name, "%s", one->name);
    title_of_game(&title, LANGUAGE_ENGLISH, &load, labels, 0);
    ck_assert_str_eq(title.plain, one->plain);
    ck_assert_str_eq(title.behind_in, one->english);
    title_of_game(&title, LANGUAGE_GERMAN, &load, labels, 0);
    ck_assert_str_eq(title.behind_in, one->german);
}
END_TEST

/* ---- the HTML ---- */

START_TEST(nothing_gets_out_of_a_letter) {
    static const char evil[] = "<b>\"'&</td>";
    const struct letter_card card = {NONE, 2, evil};
    const struct letter_sign sign = {ORE, evil};
    struct letter letter;

    letter_init(&letter);
    letter_preheader(&letter, evil);
    letter_kicker(&letter, evil);
    letter_title(&letter, evil);
    letter_title(&letter, evil);
    letter_heading(&letter, evil);
    letter_paragraph(&letter, evil);
    letter_note(&letter, evil);
    letter_lines(&letter, evil, strlen(evil));
    letter_quote(&letter, evil, strlen(evil));
    letter_code(&letter, evil);
    letter_button(&letter, evil, evil);
    letter_button(&letter, evil, evil);
    letter_link(&letter, evil, evil);
    letter_picture(&letter, evil, evil);
    letter_cards(&letter, &card, 1);
    letter_move(&letter, evil, evil, evil, &sign, 1);
    letter_moves_end(&letter);
    letter_standing(&letter, &(struct letter_paint){"#fff", "#000"}, "1.", evil, evil, true);
    letter_foot(&letter, evil);
    letter_foot_link(&letter, evil, evil);
    letter_end(&letter);
    buffer_byte(&letter.html, '\0');
    ck_assert(!letter.html.failed && !letter.text.failed);
    ck_assert_ptr_null(strstr(letter.html.data, "<b>"));
    ck_assert_ptr_null(strstr(letter.html.data, "\"'&<"));
    ck_assert_ptr_nonnull(strstr(letter.html.data, "&lt;b&gt;"));
    letter_free(&letter);
}
END_TEST

/* ---- advice ---- */

enum { ADVICE = 8, STEPS = 400 };

static bool is_listed(const struct move_list *list, const struct action *move) {
    for (size_t i = 0; i < list->n; i++)
        if (memcmp(&list->items[i], move, sizeof *move) == 0)
            return true;
    return false;
}

static void check_advice(const struct table *table, unsigned seat) {
    static struct move_list list;
    struct action best[ADVICE], again[ADVICE];
    struct game view;
    size_t n;

    game_view(&table->setup, &table->game, seat, &view);
    game_list(&table->setup, &view, seat, &list);
    n = bot_advise(&table->setup, &view, seat, &list, best, ADVICE);
    ck_assert_uint_eq(n, bot_advise(&table->setup, &view, seat, &list, again, ADVICE));
    ck_assert_mem_eq(best, again, n * sizeof *best);
    ck_assert_uint_le(n, ADVICE);
    ck_assert(list.n == 0 || list.items[0].open != 0 || n > 0);
    for (size_t i = 0; i < n; i++) {
        ck_assert_uint_eq(best[i].open, 0);
        ck_assert_int_eq(game_legal(&table->setup, &view, seat, &best[i]), REASON_OK);
        ck_assert(i == 0 || is_listed(&list, &best[i]));
        for (size_t j = 0; j < i; j++)
            ck_assert_mem_ne(&best[i], &best[j], sizeof *best);
    }
}

/* Recommended moves are legal, listed once, and the same each time. */
START_TEST(advice_can_be_followed) {
    static struct table table;
    bool knights = _i % 2 == 1;

    if (knights)
        table_open_rules(&table, rules_knights(CK2022, 3), test_seed(2031) + (unsigned)_i);
    else
        table_open(&table, 3, true, test_seed(2031) + (unsigned)_i);
    for (unsigned seat = 0; seat < 3; seat++)
        table.kinds[seat] = seat == 0 ? BOT_RANDOM : BOT_GREEDY;
    for (unsigned step = 0; step < STEPS && table.game.phase != PHASE_FINISHED; step++) {
        for (unsigned seat = 0; seat < table.setup.rules.players; seat++)
            check_advice(&table, seat);
        table_step(&table);
    }
}
END_TEST

static Suite *suite(void) {
    return test_suite("letters",
                      (const struct test_case[]){
                          {.name = "names", .test = every_name_has_a_text},
                          {.name = "words", .test = every_word_is_there_in_each_language},
                          {.name = "accepted",
                           .test = browsers_say_their_language,
                           .loops = sizeof accepted / sizeof *accepted},
                          {.name = "filled", .test = texts_are_filled},
                          {.name = "forms", .test = languages_have_their_own_forms},
                          {.name = "times", .test = times_are_somebodys_own},
                          {.name = "cut", .test = names_are_cut_at_characters},
                          {.name = "titles",
                           .test = games_have_names,
                           .loops = sizeof title_cases / sizeof *title_cases},
                          {.name = "escaped", .test = nothing_gets_out_of_a_letter},
                          {.name = "advice", .test = advice_can_be_followed, .loops = 4},
                          {0},
                      });
}
TEST_MAIN(suite)
