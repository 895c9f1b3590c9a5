/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <glib.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/accounts.h"
#include "db/games.h"
#include "service/app/app.h"
#include "service/base/text.h"
#include "service/command/recap.h"
#include "service/game/load.h"
#include "service/game/play.h"
#include "service/mail/choices.h"
#include "service/mail/letter.h"
#include "service/mail/mail_int.h"
#include "service/picture/drawings.h"
#include "service/picture/picture.h"
#include "service/time/clock.h"
#include "service/words/sentence.h"

/* What a mail says about one game: all of it as the one it goes to may see the game. */

enum {
    RECAP_ALONE = 24, /* lines on what has happened, in a mail about one game */
    RECAP_AMONG = 6,  /* and about several */
    RECAP_MAX = 32 << 10,
    PICTURE_PIXELS = 900,
    TIME_SIZE = 48 + STORE_ZONE_SIZE,
};

#define KIND(kind) (1u << (kind))

struct mail_narration {
    struct draft *draft;
    const struct about *about;
    bool alone;
    struct load load;
    struct labels labels;
    struct sentence sentence;
    unsigned seat; /* NONE: no seat any more */
    char title[ABOUT_TITLE_SIZE];
};

/* ---- names ---- */

/* "Sunday's game: Ann, Ben, Cleo": the same as long as the game lasts. */
static void make_title(struct mail_narration *t) {
    const struct store_game *row = &t->load.row;
    char names[ABOUT_SUBJECT_SIZE] = "", title[STORE_TITLE_SIZE + 2 * ABOUT_SUBJECT_SIZE];
    size_t at = 0;

    for (int seat = 0; seat < row->seat_count; seat++) {
        const struct seat_label *label = &t->labels.seats[seat];

        if (label->name != NULL && at + strlen(label->name) + 3 < sizeof names)
            at += (size_t)snprintf(names + at, sizeof names - at, "%s%s", at == 0 ? "" : ", ",
                                   label->name);
    }
    snprintf(title, sizeof title, "%s%s%s", row->name[0] != '\0' ? row->name : row->public_id,
             at == 0 ? "" : ": ", names);
    snprintf(t->title, sizeof t->title, "%.*s",
             (int)text_cut(title, strlen(title), sizeof t->title - 1), title);
}

/* A time as the reader's own clock shows it: "Sunday 22 November, 18:30 (Europe/Berlin)". */
static void write_time(struct store_reader *reader, int64_t account, int64_t at,
                       char text[TIME_SIZE]) {
    struct store_calendar calendar;
    GTimeZone *zone = NULL;
    GDateTime *utc = g_date_time_new_from_unix_utc(at / 1000), *local = NULL;
    char *shown = NULL;

    if (store_calendar_get(reader, account, &calendar) == STORE_OK && calendar.zone[0] != '\0')
        zone = g_time_zone_new_identifier(calendar.zone);
    if (utc != NULL)
        local = zone == NULL ? g_date_time_ref(utc) : g_date_time_to_timezone(utc, zone);
    if (local != NULL)
        shown = g_date_time_format(local, "%A %e %B, %H:%M");
    snprintf(text, TIME_SIZE, "%s (%s)", shown == NULL ? "soon" : shown,
             zone == NULL ? "UTC" : calendar.zone);
    g_free(shown);
    g_clear_pointer(&local, g_date_time_unref);
    g_clear_pointer(&utc, g_date_time_unref);
    g_clear_pointer(&zone, g_time_zone_unref);
}

/* ---- pieces ---- */

static void put_sentence(struct letter *letter, struct buffer *text, const char *before) {
    if (!text->failed && text->size > 0)
        letter_paragraph(letter, "%s%.*s", before, (int)text->size, text->data);
    buffer_free(text);
}

/* What the reader is waited for, or who else is, or who has won. */
static void write_wanted(struct mail_narration *t) {
    struct letter *letter = t->draft->letter;
    const struct decision *decision =
        t->seat == NONE ? NULL : game_decision(&t->load.game, t->seat);
    struct buffer text;
    char until[TIME_SIZE];
    struct clock clock;

    buffer_init(&text, SENTENCE_MAX);
    if (t->load.row.status == STORE_GAME_ACTIVE && decision != NULL) {
        sentence_decision(&text, &t->sentence, decision);
        buffer_byte(&text, '.');
        put_sentence(letter, &text, "You are waited for: ");
    } else {
        struct sentence to = t->sentence;
        int64_t deadlines[STORE_SEATS_MAX];

        to.deadlines = clock_deadlines(&t->load.clock, deadlines);
        sentence_waiting(&text, &to, &t->load.game);
        put_sentence(letter, &text, "");
    }
    if (t->load.row.status != STORE_GAME_ACTIVE || t->seat == NONE ||
        clock_load(&clock, t->draft->reader, t->load.row.id) != STORE_OK ||
        clock_deadline(&clock, t->seat) == 0)
        return;
    write_time(t->draft->reader, t->draft->box.account, clock_deadline(&clock, t->seat), until);
    letter_paragraph(letter, "%s %s.",
                     t->about->kinds & KIND(OUTBOX_REMINDER)
                         ? "Your time is running out. You have until"
                         : "You have until",
                     until);
}

/* A text that a row brings with it. */
static void write_row_text(struct letter *letter, const struct store_outbox_row *row) {
    json_t *data = row == NULL ? NULL : json_loads(row->data, 0, NULL);
    const char *from = json_string_value(json_object_get(data, "from"));
    const char *text = json_string_value(json_object_get(data, "text"));

    if (text != NULL && from != NULL)
        letter_paragraph(letter, "%s wrote:", from);
    if (text != NULL)
        letter_lines(letter, text, strlen(text));
    json_decref(data);
}

static void write_opening(struct mail_narration *t) {
    struct letter *letter = t->draft->letter;
    char name[SENTENCE_NAME_SIZE];

    if ((t->about->kinds & KIND(OUTBOX_INVITE)) && t->load.row.status == STORE_GAME_ACTIVE) {
        letter_paragraph(letter, "A seat of this game, which goes on, is offered to you.");
    } else if (t->about->kinds & KIND(OUTBOX_INVITE)) {
        struct store_account creator;

        if (store_account_get(t->draft->reader, t->load.row.creator, &creator) == STORE_OK &&
            creator.name[0] != '\0')
            letter_paragraph(letter, "%s has invited you: a seat of this game is kept for you.",
                             creator.name);
        else
            letter_paragraph(letter, "A seat of this game is kept for you.");
    }
    if ((t->about->kinds & KIND(OUTBOX_STARTED)) && t->seat != NONE) {
        sentence_name(name, t->labels.seats, t->seat);
        letter_paragraph(letter, "The game has begun. Your color is %s.", name);
    }
    write_row_text(letter, t->about->talk);
    write_row_text(letter, t->about->note);
}

static enum store_result write_recap_lines(struct mail_narration *t) {
    struct buffer recap;
    uint32_t since = 0;
    enum store_result result = recap_seen(&t->load, t->draft->box.account, &since);

    buffer_init(&recap, RECAP_MAX);
    if (result == STORE_OK)
        result =
            recap_write(&recap, &t->load, t->seat, since, t->alone ? RECAP_ALONE : RECAP_AMONG);
    if (result == STORE_OK && recap.failed)
        result = STORE_ERROR;
    if (result == STORE_OK && recap.size > 0) {
        letter_paragraph(t->draft->letter, "Since you last looked:");
        letter_lines(t->draft->letter, recap.data, recap.size);
    }
    buffer_free(&recap);
    return result;
}

static enum store_result draw_board(struct mail_narration *t, struct buffer *png) {
    char url[MAIL_HOST_SIZE + 16];
    struct buffer svg, alt;

    buffer_init(&svg, PICTURE_SVG_MAX);
    picture_game(&svg, &t->load, t->seat, true);
    if (!drawings_draw(t->draft->t->app->drawings, png, &svg, PICTURE_PIXELS))
        png->failed = true;
    buffer_free(&svg);
    if (png->failed)
        return STORE_ERROR;
    buffer_init(&alt, SENTENCE_MAX + 64);
    buffer_text(&alt, "The board. ");
    sentence_waiting(&alt, &t->sentence, &t->load.game);
    buffer_byte(&alt, '\0');
    snprintf(url, sizeof url, "cid:" MESSAGE_PICTURE "@%s", t->draft->mail->host);
    letter_picture(t->draft->letter, url, alt.failed ? "The board" : alt.data);
    buffer_free(&alt);
    return STORE_OK;
}

/* ---- what the reader can do ---- */

static void link_to(struct mail_narration *t, const char *token, const char *label,
                    const char *words) {
    struct buffer url;

    buffer_init(&url, 1024);
    buffer_format(&url, "%s/mail/%s", t->draft->base, token);
    if (words != NULL) {
        buffer_text(&url, "?do=");
        text_percent(&url, words, strlen(words));
    }
    buffer_byte(&url, '\0');
    if (!url.failed)
        letter_link(t->draft->letter, label, url.data);
    buffer_free(&url);
}

static enum store_result write_move_choices(struct mail_narration *t, const char *token) {
    struct letter *letter = t->draft->letter;
    struct choices choices;
    char label[CHOICES_WORDS_MAX + 8];
    enum store_result result = STORE_OK;

    if (!choices_find(&choices, &t->load, t->seat)) {
        result = STORE_ERROR;
    } else if (choices.listed.size > 0) {
        for (unsigned i = 0; i < choices.n_buttons; i++) {
            snprintf(label, sizeof label, "Play \"%s\"", choices.buttons[i]);
            link_to(t, token, label, choices.buttons[i]);
        }
        letter_paragraph(letter, "What you can do:");
        letter_words(letter, choices.listed.data, choices.listed.size);
        if (choices.more > 0)
            letter_paragraph(letter, "… and %u more.", choices.more);
    }
    choices_free(&choices);
    return result;
}

static enum store_result write_links(struct mail_narration *t) {
    bool waited = t->load.row.status == STORE_GAME_ACTIVE && t->seat != NONE &&
                  (play_waited(&t->load.game) >> t->seat & 1) != 0;
    char token[LINK_TOKEN_SIZE];
    enum store_result result = STORE_OK;

    if (!draft_link(t->draft, LINK_OPEN, t->load.row.id, t->load.game.seq, token))
        return STORE_OK; /* a mail about very many games links to the first ones */
    if (waited && t->alone)
        result = write_move_choices(t, token);
    if (result == STORE_OK)
        link_to(t, token, "Open the game", NULL);
    return result;
}

/* ---- all of it ---- */

static enum store_result write_letter(struct mail_narration *t, struct about_alone *alone) {
    enum store_result result;

    row_labels(&t->load.row, &t->labels);
    t->seat = row_seat(&t->load.row, t->draft->box.account);
    make_title(t);
    t->sentence = (struct sentence){.setup = &t->load.setup,
                                    .labels = t->labels.seats,
                                    .viewer = t->seat,
                                    .over = row_over(&t->load.row)};
    letter_title(t->draft->letter, t->title);
    write_opening(t);
    if (t->load.row.status == STORE_GAME_OPEN)
        return write_links(t);
    /* The recap brings the state to the log's end; what is wanted stands above it in the mail. */
    result = write_recap_lines(t);
    if (result != STORE_OK)
        return result;
    write_wanted(t);
    if (alone != NULL && t->seat != NONE)
        result = draw_board(t, &alone->picture);
    return result == STORE_OK ? write_links(t) : result;
}

enum store_result about_game(struct draft *draft, const struct about *about,
                             struct about_alone *alone) {
    struct mail_narration *t = calloc(1, sizeof *t);
    enum store_result result;

    if (t == NULL)
        return STORE_ERROR;
    t->draft = draft;
    t->about = about;
    t->alone = alone != NULL;
    result = load_open_by_id(&t->load, draft->reader, about->game);
    if (result == STORE_OK)
        result = write_letter(t, alone);
    if (result == STORE_OK && alone != NULL) {
        draft->over = row_over(&t->load.row);
        snprintf(alone->subject, sizeof alone->subject, "[Hexpost] %s", t->title);
        snprintf(alone->thread, sizeof alone->thread, "game.%s", t->load.row.public_id);
    }
    load_end(&t->load);
    free(t);
    return result;
}
