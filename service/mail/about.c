/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/accounts.h"
#include "db/games.h"
#include "service/app/app.h"
#include "service/base/text.h"
#include "service/mail/about_int.h"

/* The part of a mail that is about one game, as its reader may see the game. */

enum {
    RECAP_ALONE = 12, /* lines on recent events, in a mail about one game */
    RECAP_AMONG = 3,  /* and in one about several */
};

/* ---- the subject ---- */

/* The kind of a mail with several kinds of news: the most important decides. */
static enum about_what about_what_of(unsigned kinds) {
    static const struct {
        enum outbox_kind kind;
        enum about_what what;
    } order[] = {{OUTBOX_REMINDER, ABOUT_REMINDER}, {OUTBOX_TURN, ABOUT_TURN},
                 {OUTBOX_OFFER, ABOUT_OFFER},       {OUTBOX_INVITE, ABOUT_INVITE},
                 {OUTBOX_OVER, ABOUT_OVER},         {OUTBOX_STARTED, ABOUT_STARTED},
                 {OUTBOX_TALK, ABOUT_TALK}};

    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (kinds & 1u << order[i].kind)
            return order[i].what;
    return kinds & 1u << OUTBOX_RESPONSE ? ABOUT_ANSWER : ABOUT_NOTE;
}

/* The reader's decision, or NULL. */
static const struct decision *own_decision(const struct mail_narration *t) {
    return t->load.row.status != STORE_GAME_ACTIVE || t->seat == NONE
               ? NULL
               : game_asked(&t->load.game, t->seat);
}

bool about_is_waited(const struct mail_narration *t) {
    const struct decision *decision = own_decision(t);

    return decision != NULL && !decision->answered;
}

const char *about_string(struct mail_narration *t, struct buffer *text) {
    buffer_byte(text, '\0');
    t->draft->letter->text.failed |= text->failed;
    return text->failed ? "" : text->data;
}

void about_take(struct mail_narration *t, struct buffer *from, char *to, size_t size) {
    snprintf(to, size, "%s", about_string(t, from));
    text_drop_partial(to);
    buffer_free(from);
}

/* Finds what the reader has to do: "place a settlement"; "" for nothing. */
static void find_task(struct mail_narration *t) {
    const struct decision *decision = own_decision(t);
    struct buffer text;

    if (decision == NULL)
        return;
    buffer_init(&text, SENTENCE_MAX);
    if (decision->kind == DECIDE_TURN)
        buffer_text(&text, text_in(t->language, t->load.game.step == STEP_BEFORE_ROLL
                                                    ? TEXT_MAIL_TASK_ROLL
                                                    : TEXT_MAIL_TASK_BUILD));
    else
        sentence_task(&text, &t->sentence, decision);
    about_take(t, &text, t->task, sizeof t->task);
}

/* A member of a row's data, to be freed with free(); NULL if missing. */
static char *row_member(const struct store_outbox_row *row, const char *name) {
    json_t *data = row == NULL ? NULL : json_loads(row->data, 0, NULL);
    const char *text = json_string_value(json_object_get(data, name));
    char *copy = text == NULL ? NULL : strdup(text);

    json_decref(data);
    return copy;
}

/* SEAT may be NONE. */
static void name_actor(struct mail_narration *t, unsigned seat) {
    struct buffer name;

    if (seat == NONE)
        return;
    buffer_init(&name, SENTENCE_MAX);
    sentence_seat(&name, &t->sentence, seat);
    about_take(t, &name, t->actor, sizeof t->actor);
}

/* Finds the person whom the title names: the winner, the inviter, the author of a message or the
 * maker of an offer. */
static void find_actor(struct mail_narration *t) {
    struct store_account creator;
    char *from;

    switch (t->what) {
    case ABOUT_OVER: name_actor(t, t->load.game.winner); break;
    case ABOUT_OFFER: name_actor(t, about_offerer(t)); break;
    case ABOUT_INVITE:
        if (t->load.row.status == STORE_GAME_OPEN &&
            store_account_get(t->draft->reader, t->load.row.creator, &creator) == STORE_OK)
            title_cut(t->actor, sizeof t->actor, creator.name, ABOUT_ACTOR_CUT);
        break;
    case ABOUT_TALK:
        from = row_member(t->about->talk, "from");
        title_cut(t->actor, sizeof t->actor, from == NULL ? "" : from, ABOUT_ACTOR_CUT);
        free(from);
        break;
    default: break;
    }
}

/* ---- titles ---- */

/* Texts of title and subject for each kind, by the state of the game. */
struct about_texts {
    enum text title, subject;
    bool game_in; /* the subject names the game after "in" */
};

/* Whether the title says what the reader has to do. */
static bool is_turn(const struct mail_narration *t) {
    return t->task[0] != '\0' && (t->what == ABOUT_TURN || t->what == ABOUT_REMINDER);
}

static struct about_texts texts_of(const struct mail_narration *t) {
    bool won = t->load.game.winner != NONE;

    switch (t->what) {
    case ABOUT_REMINDER:
    case ABOUT_TURN:
        if (!is_turn(t))
            return (struct about_texts){TEXT_MAIL_TITLE_NEWS, TEXT_MAIL_SUBJECT_TURN_ALONE, true};
        return (struct about_texts){
            TEXT_MAIL_TITLE_NEWS,
            t->what == ABOUT_TURN ? TEXT_MAIL_SUBJECT_TURN : TEXT_MAIL_SUBJECT_REMINDER, true};
    case ABOUT_INVITE:
        if (t->load.row.status == STORE_GAME_ACTIVE)
            return (struct about_texts){TEXT_MAIL_TITLE_OFFERED, TEXT_MAIL_SUBJECT_KEPT, true};
        if (t->actor[0] == '\0')
            return (struct about_texts){TEXT_MAIL_TITLE_KEPT, TEXT_MAIL_SUBJECT_KEPT, true};
        return (struct about_texts){TEXT_MAIL_TITLE_INVITED, TEXT_MAIL_SUBJECT_INVITED, false};
    case ABOUT_OVER:
        if (won && t->load.game.winner == t->seat)
            return (struct about_texts){TEXT_MAIL_TITLE_YOU_WON, TEXT_MAIL_SUBJECT_YOU_WON, true};
        if (won)
            return (struct about_texts){TEXT_MAIL_TITLE_WON, TEXT_MAIL_SUBJECT_WON, true};
        if (row_ended_by_agreement(&t->load.row))
            return (struct about_texts){TEXT_MAIL_TITLE_AGREED, TEXT_MAIL_SUBJECT_AGREED, false};
        return (struct about_texts){TEXT_MAIL_TITLE_ABANDONED, TEXT_MAIL_SUBJECT_ABANDONED, false};
    case ABOUT_STARTED:
        return (struct about_texts){TEXT_MAIL_TITLE_STARTED, TEXT_MAIL_SUBJECT_STARTED, false};
    case ABOUT_TALK:
        return (struct about_texts){TEXT_MAIL_TITLE_TALK, TEXT_MAIL_SUBJECT_TALK, true};
    case ABOUT_OFFER:
        if (t->actor[0] == '\0') /* answered in the meantime */
            return (struct about_texts){TEXT_MAIL_TITLE_NEWS, TEXT_MAIL_SUBJECT_NEWS, true};
        return (struct about_texts){TEXT_MAIL_TITLE_TRADE, TEXT_MAIL_SUBJECT_TRADE, true};
    default: return (struct about_texts){TEXT_MAIL_TITLE_NEWS, TEXT_MAIL_SUBJECT_NEWS, true};
    }
}

static void write_subject(const struct mail_narration *t, char subject[ABOUT_SUBJECT_SIZE]) {
    struct about_texts texts = texts_of(t);
    const char *game = texts.game_in ? t->title.behind_in : t->title.alone;
    char whole[ABOUT_TITLE_SIZE * 2];

    if (t->draft->box.kinds & STORE_MAIL_STEADY) {
        title_cut(subject, ABOUT_SUBJECT_SIZE, t->title.plain, ABOUT_SUBJECT_CUT);
        return;
    }
    if (texts.subject == TEXT_MAIL_SUBJECT_INVITED)
        game = t->load.row.name[0] == '\0' ? title_nameless(t->language) : game;
    text_fill_short(whole, sizeof whole, t->language, texts.subject,
                    TEXT_ARGS(game, is_turn(t) ? t->task : t->actor));
    title_cut(subject, ABOUT_SUBJECT_SIZE, whole, ABOUT_SUBJECT_CUT);
}

/* "Sunday evening · turn 12 · 5 of 10 points". */
static void write_kicker(struct mail_narration *t) {
    const struct rules *rules = &t->load.setup.rules;
    char number[16], points[16], turn[64] = "", held[64] = "", text[ABOUT_TITLE_SIZE + 160];
    bool playing = t->load.row.status == STORE_GAME_ACTIVE;

    if (playing && t->load.game.turn > 0) {
        snprintf(number, sizeof number, "%u", (unsigned)t->load.game.turn);
        text_fill_short(turn, sizeof turn, t->language, TEXT_MAIL_TURN_NUMBER, TEXT_ARGS(number));
    } else if (playing) {
        snprintf(turn, sizeof turn, "%s", text_in(t->language, TEXT_MAIL_SET_UP));
    }
    if (playing && t->seat != NONE && t->load.game.turn > 0) {
        snprintf(points, sizeof points, "%u", game_points(&t->load.setup, &t->view, t->seat));
        snprintf(number, sizeof number, "%u", rules->points_target);
        text_fill_short(held, sizeof held, t->language, TEXT_MAIL_POINTS_OF,
                        TEXT_ARGS(points, number));
    }
    snprintf(text, sizeof text, "%s%s%s%s%s", t->title.plain, turn[0] == '\0' ? "" : " · ", turn,
             held[0] == '\0' ? "" : " · ", held);
    letter_kicker(t->draft->letter, text);
}

static void about_write_title(struct mail_narration *t) {
    char text[ABOUT_TITLE_SIZE];

    if (is_turn(t))
        snprintf(text, sizeof text, "%s", t->task);
    else
        text_fill_short(text, sizeof text, t->language, texts_of(t).title, TEXT_ARGS(t->actor));
    title_capital(text);
    letter_title(t->draft->letter, text);
}

/* ---- the whole part ---- */

static enum store_result write_playing(struct mail_narration *t, struct about_alone *alone) {
    enum store_result result = about_links(t);

    if (alone == NULL) {
        if (t->about->kinds & 1u << OUTBOX_OFFER)
            about_offers(t);
        about_reply(t);
        return result;
    }
    if (result == STORE_OK && t->seat != NONE)
        result = about_board(t, &alone->picture);
    if (about_is_waited(t) || (t->load.row.status == STORE_GAME_ACTIVE && t->seat != NONE)) {
        about_offers(t);
        about_hand(t);
    }
    if (result == STORE_OK && about_is_waited(t))
        result = about_moves(t);
    return result;
}

static enum store_result write_letter(struct mail_narration *t, struct about_alone *alone) {
    bool open = t->load.row.status == STORE_GAME_OPEN;
    enum store_result result = STORE_OK;

    /* Recent events come last in the mail, but gathering them is what brings the state to the log's
     * end. */
    if (!open)
        result = about_gather(t, t->alone ? RECAP_ALONE : RECAP_AMONG);
    if (result != STORE_OK)
        return result;
    game_view(&t->load.setup, &t->load.game, t->seat == NONE ? VIEWER_NOBODY : t->seat, &t->view);
    find_task(t);
    find_actor(t);
    if (t->what != ABOUT_ANSWER) {
        write_kicker(t);
        about_write_title(t);
    }
    about_facts(t);
    result = write_playing(t, alone);
    if (result == STORE_OK && !open && t->what != ABOUT_ANSWER)
        about_recap(t);
    return result;
}

static enum store_result open_narration(struct mail_narration *t, struct about_alone *alone) {
    t->language = t->draft->language;
    row_names(&t->load.row, &t->labels);
    t->seat = row_seat(&t->load.row, t->draft->box.account);
    t->what = about_what_of(t->about->kinds);
    t->sentence = (struct sentence){.setup = &t->load.setup,
                                    .labels = t->labels.seats,
                                    .viewer = t->seat,
                                    .over = row_over(&t->load.row),
                                    .language = t->language,
                                    .names = true};
    title_of_game(&t->title, t->language, &t->load, t->labels.seats, t->seat);
    return write_letter(t, alone);
}

enum store_result about_steady_subject(struct draft *draft, int64_t game,
                                       char subject[ABOUT_SUBJECT_SIZE]) {
    struct load *load = calloc(1, sizeof *load);
    struct game_title title;
    struct labels labels;
    enum store_result result;

    if (load == NULL)
        return STORE_MEMORY;
    result = load_open_by_id(load, draft->reader, game);
    if (result == STORE_OK) {
        row_names(&load->row, &labels);
        title_of_game(&title, draft->language, load, labels.seats,
                      row_seat(&load->row, draft->box.account));
        title_cut(subject, ABOUT_SUBJECT_SIZE, title.plain, ABOUT_SUBJECT_CUT);
    }
    load_end(load);
    free(load);
    return result == STORE_NONE ? STORE_OK : result;
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
        result = open_narration(t, alone);
    if (result == STORE_OK && alone != NULL) {
        draft->over = row_over(&t->load.row);
        draft->told = t->load.game.seq;
        write_subject(t, alone->subject);
        snprintf(alone->thread, sizeof alone->thread, "game.%s", t->load.row.public_id);
    }
    recap_free(&t->recap);
    load_end(&t->load);
    free(t);
    return result;
}
