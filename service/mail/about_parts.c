/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The sections of the part of a mail that is about one game. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/clocks.h"
#include "db/talk.h"
#include "service/app/app.h"
#include "service/base/text.h"
#include "service/command/choices.h"
#include "service/command/proposals.h"
#include "service/game/play.h"
#include "service/mail/about_int.h"
#include "service/mail/mail_time.h"
#include "service/mail/when.h"
#include "service/picture/drawings.h"
#include "service/picture/picture.h"
#include "service/time/clock.h"

enum {
    ABOUT_LINE_MAX = 1024, /* bytes of a paragraph */
    ABOUT_WORDS_SIZE = 48, /* an answer to an offer */
    TALK_TOLD = 6,         /* messages, the latest */
    TALK_TOLD_DAYS = 3,
    CARDS_MAX = KIND_COUNT + DEV_COUNT + PROGRESS_HAND_MAX,
};

#define KIND(kind) (1u << (kind))

/* ---- recent events ---- */

enum store_result about_gather(struct mail_narration *t, size_t max) {
    uint32_t since = 0;
    enum store_result result = recap_seen(&t->load, t->draft->box.account, &since);

    if (result == STORE_OK)
        result = recap_gather(
            &t->recap, &t->load,
            &(struct recap_reader){.viewer = t->seat, .language = t->language, .names = true},
            since, max);
    return result;
}

void about_recap(struct mail_narration *t) {
    const struct recap *recap = &t->recap;
    struct buffer lines;
    char number[24], earlier[64];

    if (recap->n == 0)
        return;
    if (t->alone)
        letter_heading(t->draft->letter, text_in(t->language, TEXT_MAIL_SINCE));
    buffer_init(&lines, LETTER_MAX);
    if (recap->left_out > 0) {
        snprintf(number, sizeof number, "%zu", recap->left_out);
        text_fill_short(earlier, sizeof earlier, t->language, TEXT_MAIL_EARLIER, TEXT_ARGS(number));
        buffer_format(&lines, "%s\n", earlier);
    }
    for (size_t i = 0; i < recap->n; i++) {
        buffer_append(&lines, recap->text.data + recap->lines[i].start, recap->lines[i].len);
        buffer_text(&lines, i + 1 < recap->n ? "\n" : "");
    }
    t->draft->letter->text.failed |= lines.failed;
    letter_lines(t->draft->letter, lines.size == 0 ? "" : lines.data, lines.size);
    buffer_free(&lines);
}

/* ---- facts ---- */

/* Writes WORDS, with their placeholder filled, as a paragraph. */
static void write_fact(struct mail_narration *t, enum text words, const char *what) {
    char text[ABOUT_LINE_MAX];

    text_fill_short(text, sizeof text, t->language, words, TEXT_ARGS(what));
    letter_paragraph(t->draft->letter, text);
}

static void write_deadline(struct mail_narration *t) {
    struct store_calendar calendar = {.zone = ""};
    struct clock clock;
    char until[MAIL_TIME_SIZE];

    if (!about_is_waited(t) || clock_load(&clock, t->draft->reader, t->load.row.id) != STORE_OK ||
        clock_deadline(&clock, t->seat) == 0)
        return;
    if (store_calendar_get(t->draft->reader, t->draft->box.account, &calendar) != STORE_OK)
        calendar.zone[0] = '\0';
    mail_time(until, t->language, calendar.zone, clock_deadline(&clock, t->seat));
    write_fact(t, t->about->kinds & KIND(OUTBOX_REMINDER) ? TEXT_MAIL_UNTIL_SOON : TEXT_MAIL_UNTIL,
               until);
}

/* Writes the text stored with a row. */
static void write_row_text(struct mail_narration *t, const struct store_outbox_row *row) {
    json_t *data = row == NULL ? NULL : json_loads(row->data, 0, NULL);
    const char *from = json_string_value(json_object_get(data, "from"));
    const char *text = json_string_value(json_object_get(data, "text"));

    if (text != NULL && from != NULL && t->what != ABOUT_TALK)
        write_fact(t, TEXT_MAIL_WROTE, from);
    if (text != NULL)
        letter_quote(t->draft->letter, text, strlen(text));
    if (text != NULL && t->what == ABOUT_TALK)
        letter_preheader(t->draft->letter, text);
    json_decref(data);
}

/* Writes the rules of the game that the reader is invited to. */
static void write_rules(struct mail_narration *t) {
    const struct rules *rules = &t->load.setup.rules;
    char players[16], points[16], text[ABOUT_LINE_MAX];

    snprintf(players, sizeof players, "%d", t->load.row.seat_count);
    snprintf(points, sizeof points, "%u", rules->points_target);
    text_fill_short(text, sizeof text, t->language, TEXT_MAIL_GAME_FACTS,
                    TEXT_ARGS(text_in(t->language, rules->knights ? TEXT_MAIL_GAME_KNIGHTS
                                                                  : TEXT_MAIL_GAME_BASE),
                              players, points));
    letter_paragraph(t->draft->letter, text);
    letter_preheader(t->draft->letter, text);
    if (t->load.row.status == STORE_GAME_OPEN)
        write_fact(t, TEXT_MAIL_INVITED_TO, t->draft->base);
}

/* The number of seats ahead by points; none is ahead of the winner. */
static unsigned place_of(const struct mail_narration *t, const unsigned *points, unsigned seat) {
    unsigned better = 0;

    for (unsigned other = 0; other < t->load.setup.rules.players; other++)
        better += other != seat && seat != t->load.game.winner &&
                  (other == t->load.game.winner || points[other] > points[seat]);
    return better;
}

static void write_standing(struct mail_narration *t, unsigned seat, unsigned place,
                           unsigned points) {
    const struct paint *paint = picture_paint(seat_color(t->labels.seats, seat), seat);
    const struct letter_paint shown_as = {paint->fill, paint->shade};
    char number[16], rank[16], text[64], shown[ABOUT_ACTOR_SIZE];
    struct buffer name;

    snprintf(number, sizeof number, "%u", points);
    snprintf(rank, sizeof rank, "%u.", place + 1);
    text_fill_short(text, sizeof text, t->language, TEXT_MAIL_POINTS, TEXT_ARGS(number));
    buffer_init(&name, SENTENCE_MAX);
    sentence_seat(&name, &t->sentence, seat);
    about_take(t, &name, shown, sizeof shown);
    letter_standing(t->draft->letter, &shown_as, rank, shown, text, seat == t->seat);
}

static void write_standings(struct mail_narration *t) {
    unsigned points[SEAT_MAX] = {0}, players = t->load.setup.rules.players;

    for (unsigned seat = 0; seat < players; seat++)
        points[seat] = game_points(&t->load.setup, &t->load.game, seat);
    letter_heading(t->draft->letter, text_in(t->language, TEXT_MAIL_STANDINGS));
    for (unsigned place = 0; place < players; place++)
        for (unsigned seat = 0; seat < players; seat++)
            if (place_of(t, points, seat) == place)
                write_standing(t, seat, place, points[seat]);
    letter_moves_end(t->draft->letter);
}

/* ---- what was said ---- */

/* The latest messages that the reader has not read, the latest first. */
struct unread_talk {
    unsigned count;
    struct store_talk items[TALK_TOLD];
};

static bool note_talk(void *context, const struct store_talk *talk) {
    struct unread_talk *unread = context;

    unread->items[unread->count++] = *talk;
    return unread->count < TALK_TOLD;
}

/* The one that the mail is about stands further up. */
static bool is_told_above(const struct mail_narration *t, const struct store_talk *talk) {
    return t->about->talk != NULL && t->seat != NONE &&
           ((talk->to_seats | talk->mentions) >> t->seat & 1);
}

static void write_unread_talk(struct mail_narration *t) {
    struct unread_talk unread = {0};
    struct buffer lines;

    if (t->seat == NONE ||
        store_talk_list_unread(t->draft->reader, t->load.row.id, t->draft->box.account,
                               t->draft->now - TALK_TOLD_DAYS * MAIL_DAY_MS, TALK_TOLD, note_talk,
                               &unread) != STORE_OK)
        return;
    buffer_init(&lines, LETTER_MAX);
    for (unsigned i = unread.count; i-- > 0;)
        if (!is_told_above(t, &unread.items[i]))
            buffer_format(&lines, "%s%s: %s", lines.size > 0 ? "\n" : "",
                          unread.items[i].account_name, unread.items[i].text);
    t->draft->letter->text.failed |= lines.failed;
    if (lines.size > 0) {
        letter_heading(t->draft->letter, text_in(t->language, TEXT_MAIL_SAID));
        letter_quote(t->draft->letter, lines.data, lines.size);
    }
    buffer_free(&lines);
}

/* ---- what is proposed ---- */

/* What others propose, and how to agree. */
static void write_proposals(struct mail_narration *t) {
    struct proposals proposals;
    struct buffer text;

    if (proposals_find(&proposals, &t->load, t->seat, t->draft->now) != STORE_OK)
        return;
    for (unsigned i = 0; i < proposals.count; i++) {
        buffer_init(&text, ABOUT_LINE_MAX * SEAT_MAX);
        proposal_write(&text, &t->sentence, &proposals.items[i]);
        letter_paragraph(t->draft->letter, about_string(t, &text));
        buffer_free(&text);
    }
    if (proposals.count > 0)
        letter_note(t->draft->letter, text_in(t->language, TEXT_MAIL_AGREE_HOW));
}

void about_facts(struct mail_narration *t) {
    struct buffer waiting;

    if (t->about->kinds & KIND(OUTBOX_INVITE))
        write_rules(t);
    if ((t->about->kinds & KIND(OUTBOX_STARTED)) && t->seat != NONE)
        write_fact(t, TEXT_MAIL_COLOR,
                   term_color(t->language, seat_color(t->labels.seats, t->seat)));
    write_deadline(t);
    write_row_text(t, t->about->talk);
    write_row_text(t, t->about->note);
    if (t->load.row.status == STORE_GAME_OPEN)
        return;
    write_unread_talk(t);
    write_proposals(t);
    if (row_over(&t->load.row)) {
        write_standings(t);
    } else if (!about_is_waited(t)) {
        buffer_init(&waiting, ABOUT_LINE_MAX * SEAT_MAX);
        sentence_waiting(&waiting, &t->sentence, &t->load.game);
        letter_paragraph(t->draft->letter, about_string(t, &waiting));
        buffer_free(&waiting);
    }
}

/* ---- links ---- */

/* The address of a link, with moves (WORDS; NULL: none) prefilled on its page. */
static void link_url(struct mail_narration *t, struct buffer *url, const char *words) {
    buffer_init(url, ABOUT_LINE_MAX);
    buffer_format(url, "%s/mail/%s", t->draft->base, t->open);
    if (words != NULL) {
        buffer_text(url, "?do=");
        text_percent(url, words, strlen(words));
    }
}

enum store_result about_links(struct mail_narration *t) {
    enum text label = row_over(&t->load.row)    ? TEXT_MAIL_SEE_RESULT
                      : t->what == ABOUT_INVITE ? TEXT_MAIL_TAKE_SEAT
                                                : TEXT_MAIL_OPEN_GAME;
    struct buffer url;

    if (!draft_link(t->draft, LINK_OPEN, t->load.row.id, t->load.row.last_seq, t->open))
        return STORE_OK; /* a mail about very many games has links only to the first */
    t->linked = true;
    link_url(t, &url, NULL);
    letter_button(t->draft->letter, text_in(t->language, label), about_string(t, &url));
    buffer_free(&url);
    return STORE_OK;
}

void about_reply(struct mail_narration *t) {
    const char *replies = t->draft->mail->replies;
    char token[LINK_TOKEN_SIZE], url[MAIL_HOST_SIZE + LINK_TOKEN_SIZE + 16];

    if (replies[0] == '\0' || row_over(&t->load.row) ||
        !draft_link(t->draft, LINK_REPLY, t->load.row.id, t->load.game.seq, token))
        return;
    snprintf(url, sizeof url, "mailto:r+%s@%s", token, replies);
    letter_link(t->draft->letter, text_in(t->language, TEXT_MAIL_REPLY_ALONE), url);
}

/* ---- board, offers, hand ---- */

/* The board in the plain text. */
static void write_drawing(struct mail_narration *t) {
    const struct picture picture = {
        .setup = &t->load.setup, .view = &t->view, .labels = t->labels.seats};
    struct buffer text;

    buffer_init(&text, LETTER_MAX);
    if (!picture_text(&text, &picture, t->language))
        t->draft->letter->text.failed = true;
    else
        letter_drawing(t->draft->letter, text.data, text.size);
    buffer_free(&text);
}

enum store_result about_board(struct mail_narration *t, struct buffer *png) {
    char url[MAIL_HOST_SIZE + 16];
    struct buffer svg, alt;
    bool drawn;

    write_drawing(t);
    buffer_init(&svg, PICTURE_SVG_MAX);
    picture_game(&svg, &t->load, t->seat, true, PICTURE_WIDTH_MAIL);
    drawn = drawings_draw(t->draft->app->drawings, png, &svg, PICTURE_WIDTH_MAIL);
    buffer_free(&svg);
    if (!drawn) {
        buffer_clear(png);
        return STORE_OK;
    }
    buffer_init(&alt, SENTENCE_MAX * SEAT_MAX);
    buffer_format(&alt, "%s ", text_in(t->language, TEXT_MAIL_BOARD));
    sentence_waiting(&alt, &t->sentence, &t->load.game);
    snprintf(url, sizeof url, "cid:" MESSAGE_PICTURE "@%s", t->draft->mail->host);
    letter_picture(t->draft->letter, url, about_string(t, &alt));
    buffer_free(&alt);
    return STORE_OK;
}

/* Writes a link with WORDS prefilled, or to the game if none. The plain text has the words to answer with. */
static void write_offer_link(struct mail_narration *t, enum text label, const char *words,
                             const char *proposed) {
    struct buffer url;

    link_url(t, &url, proposed);
    letter_move(t->draft->letter, text_in(t->language, label), words,
                t->linked ? about_string(t, &url) : NULL, NULL, 0);
    buffer_free(&url);
}

/* Accepting is listed only if the reader has the cards. */
static void write_offer_links(struct mail_narration *t, const struct offer *offer) {
    unsigned id = (unsigned)offer->id;
    char words[ABOUT_WORDS_SIZE];

    if (cards_cover(t->view.players[t->seat].hand, offer->want)) {
        snprintf(words, sizeof words, "accept %u", id);
        write_offer_link(t, TEXT_MAIL_OFFER_ACCEPT, words, words);
    }
    snprintf(words, sizeof words, "decline %u", id);
    write_offer_link(t, TEXT_MAIL_OFFER_DECLINE, words, words);
    snprintf(words, sizeof words, "counter %u with … for …", id);
    write_offer_link(t, TEXT_MAIL_OFFER_COUNTER, words, NULL);
    letter_moves_end(t->draft->letter);
}

static void about_write_offer(struct mail_narration *t, const struct offer *offer) {
    char id[16], text[ABOUT_LINE_MAX];
    struct buffer maker, give, want;

    buffer_init(&maker, SENTENCE_MAX);
    buffer_init(&give, SENTENCE_MAX);
    buffer_init(&want, SENTENCE_MAX);
    sentence_seat(&maker, &t->sentence, offer->player);
    term_cards(&give, t->language, offer->give);
    term_cards(&want, t->language, offer->want);
    snprintf(id, sizeof id, "%u", (unsigned)offer->id);
    text_fill_short(
        text, sizeof text, t->language, TEXT_MAIL_OFFER_TEXT,
        TEXT_ARGS(id, about_string(t, &maker), about_string(t, &give), about_string(t, &want)));
    letter_paragraph(t->draft->letter, text);
    write_offer_links(t, offer);
    buffer_free(&maker);
    buffer_free(&give);
    buffer_free(&want);
}

/* Writes the offers that the reader can still answer. */
void about_offers(struct mail_narration *t) {
    bool any = false;

    for (unsigned i = 0; i < OFFER_MAX && t->seat != NONE; i++) {
        const struct offer *offer = &t->view.offers[i];

        if (!play_is_offered(offer, t->seat))
            continue;
        if (!any)
            letter_heading(t->draft->letter, text_in(t->language, TEXT_MAIL_OFFER));
        any = true;
        about_write_offer(t, offer);
    }
}

unsigned about_offerer(const struct mail_narration *t) {
    const struct offer *latest = NULL;

    for (unsigned i = 0; i < OFFER_MAX && t->seat != NONE; i++)
        if (play_is_offered(&t->view.offers[i], t->seat) &&
            (latest == NULL || t->view.offers[i].id > latest->id))
            latest = &t->view.offers[i];
    return latest == NULL ? NONE : latest->player;
}

void about_hand(struct mail_narration *t) {
    const struct player *player = &t->view.players[t->seat];
    struct letter_card cards[CARDS_MAX];
    size_t n = 0;

    for (unsigned kind = 0; kind < KIND_COUNT; kind++)
        if (player->hand.n[kind] > 0)
            cards[n++] = (struct letter_card){(uint8_t)kind, player->hand.n[kind],
                                              term_kind(t->language, kind)};
    for (unsigned card = 0; card < DEV_COUNT; card++)
        if (player->dev[card] > 0)
            cards[n++] = (struct letter_card){NONE, player->dev[card], term_dev(t->language, card)};
    for (unsigned i = 0; i < PROGRESS_HAND_MAX && player->progress[i] != 0; i++)
        cards[n++] =
            (struct letter_card){NONE, 1, term_progress(t->language, player->progress[i] - 1u)};
    if (n == 0 && t->load.game.turn == 0)
        return; /* during the set-up nobody has any yet */
    letter_heading(t->draft->letter, text_in(t->language, TEXT_MAIL_HAND));
    if (n == 0)
        letter_note(t->draft->letter, text_in(t->language, TEXT_MAIL_HAND_EMPTY));
    letter_cards(t->draft->letter, cards, n);
}

/* ---- moves ---- */

static void write_move(struct mail_narration *t, const struct choice *choice) {
    struct letter_sign signs[TERM_SPOTS_MAX];
    char label[CHOICES_WORDS_SIZE];
    struct buffer url;

    for (unsigned i = 0; i < choice->spots.count; i++)
        signs[i] = (struct letter_sign){choice->spots.spots[i].kind, choice->spots.spots[i].text};
    snprintf(label, sizeof label, "%s", choice->words);
    title_capital(label);
    link_url(t, &url, choice->words);
    letter_move(t->draft->letter, label, choice->words, t->linked ? about_string(t, &url) : NULL,
                signs, choice->spots.count);
    buffer_free(&url);
}

enum store_result about_moves(struct mail_narration *t) {
    struct letter *letter = t->draft->letter;
    struct choices choices;
    char number[16], more[ABOUT_LINE_MAX];

    if (!choices_find(&choices, &t->load, &t->view, t->seat, t->language))
        return STORE_ERROR;
    if (choices.count == 0)
        return STORE_OK;
    letter_heading(letter, text_in(t->language, TEXT_MAIL_MOVES));
    for (unsigned i = 0; i < choices.count; i++)
        write_move(t, &choices.items[i]);
    letter_moves_end(letter);
    if (choices.more > 0) {
        snprintf(number, sizeof number, "%u", choices.more);
        text_fill_short(more, sizeof more, t->language, TEXT_MAIL_MOVES_MORE, TEXT_ARGS(number));
        letter_note(letter, more);
    }
    return STORE_OK;
}
