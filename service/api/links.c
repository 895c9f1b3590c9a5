/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/links.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/games.h"
#include "service/account/auth.h"
#include "service/account/session.h"
#include "service/api/game.h"
#include "service/app/endpoint.h"
#include "service/app/store_reply.h"
#include "service/base/text.h"
#include "service/command/command.h"
#include "service/command/perform.h"
#include "service/game/access.h"
#include "service/game/play.h"
#include "service/http/cookie.h"
#include "service/http/reply.h"
#include "service/http/server.h"
#include "service/mail/acts.h"
#include "service/mail/link.h"
#include "service/mail/mail.h"
#include "service/mail/page.h"

enum {
    PATH_SIZE = 128,
    INVITE_PATH_MAX = PATH_SIZE + 3 * STORE_EMAIL_SIZE, /* an address percent-encoded */
    SAID_MAX = 16 << 10,                                /* bytes of the results of moves */
    WORDS_MAX = COMMAND_TEXT_MAX / 4,                   /* bytes of moves in a form */
};

/* ---- pages ---- */

/* A page with only text, and a link if PATH is not NULL. */
static void reply_words(struct request *rq, int status, enum text title, enum text text,
                        const char *path, enum text label) {
    enum language language = page_language(rq);
    struct buffer page;

    buffer_init(&page, PAGE_MAX);
    page_begin(&page, language, text_in(language, title));
    page_text(&page, "%s", text_in(language, text));
    if (path != NULL)
        page_link(&page, path, text_in(language, label));
    page_reply(rq, status, &page);
}

static void reply_gone(struct request *rq) {
    reply_words(rq, 404, TEXT_LINK_DEAD, TEXT_LINK_DEAD_WHY, "/", TEXT_LINK_TO_GAMES);
}

/* Whether the link, or its target, exists; if not, it has answered. */
static bool check_link(struct request *rq, enum store_result result) {
    if (result != STORE_NONE)
        return check_stored(rq, result);
    reply_gone(rq);
    return false;
}

/* A page with one button that posts to the same place. */
static void reply_question(struct request *rq, enum text title, enum text text, enum text label) {
    enum language language = page_language(rq);
    struct buffer page;

    buffer_init(&page, PAGE_MAX);
    page_begin(&page, language, text_in(language, title));
    page_text(&page, "%s", text_in(language, text));
    page_button(&page, rq->path, text_in(language, label), NULL, NULL, false, 0);
    page_reply(rq, 200, &page);
}

/* What a page about a game shows besides the game. */
struct game_page {
    const char *action; /* the address of its forms */
    const char *words;  /* moves chosen in the mail; "": none */
    const char *said;   /* results of moves; NULL: none were made */
    size_t said_size;
    bool old;  /* the game has gone on since the mail */
    bool open; /* offer to sign in */
};

/* Whether the game waits for SEAT, or SEAT is asked to trade. SEAT may be NONE. */
static bool can_answer(const struct game *game, unsigned seat) {
    return seat != NONE &&
           (game_asked(game, seat) != NULL || (play_offered(game, 0) >> seat & 1) != 0);
}

static enum store_result put_game(struct buffer *page, enum language language, struct load *load,
                                  int64_t account, const struct game_page *about) {
    enum store_result result = load_replay(load, LOAD_LATEST, NULL, NULL);
    unsigned seat = row_seat(&load->row, account);
    bool choice = about->words[0] != '\0' && about->said == NULL;

    if (result != STORE_OK)
        return result;
    page_begin(page, language,
               load->row.name[0] != '\0' ? load->row.name : text_in(language, TEXT_LINK_GAME));
    if (about->said != NULL)
        page_lines(page, about->said, about->said_size);
    /* A move chosen in the mail comes first, otherwise the link into the game. */
    if (about->open && !choice)
        page_button(page, about->action, text_in(language, TEXT_LINK_OPEN), NULL, NULL, false, 0);
    if (about->old)
        page_text(page, "%s", text_in(language, TEXT_LINK_OLD));
    if (choice && (!about->old || can_answer(&load->game, seat)))
        page_button(page, about->action, about->words, "do", about->words, true, load->game.seq);
    if (!page_game(page, language, load, seat, about->action, !about->open))
        return STORE_ERROR;
    if (about->open && choice)
        page_button(page, about->action, text_in(language, TEXT_LINK_OPEN), NULL, NULL, false, 0);
    return STORE_OK;
}

static void reply_game(struct request *rq, int64_t game, int64_t account, uint32_t seq,
                       struct game_page *about) {
    struct store_reader *reader = api_reader(rq);
    struct load *load = calloc(1, sizeof *load);
    struct buffer page;
    enum store_result result;

    if (reader == NULL || load == NULL) {
        free(load);
        if (reader != NULL)
            reply_no_memory(rq);
        return;
    }
    buffer_init(&page, PAGE_MAX);
    result = access_open_by_id(load, reader, game, account); /* the seat may have been given up
                                                              * since */
    if (result == STORE_OK) {
        about->old = about->open && about->said == NULL && seq != load->row.last_seq;
        result = put_game(&page, page_language(rq), load, account, about);
    }
    load_end(load);
    free(load);
    if (result == STORE_OK) {
        page_reply(rq, 200, &page);
        return;
    }
    buffer_free(&page);
    (void)check_link(rq, result);
}

/* ---- moves ---- */

/* Makes the moves that the form asks for; false if it asks for none. */
static bool make_moves(struct request *rq, int64_t account, const char *game, struct buffer *said) {
    char words[WORDS_MAX], seq[16];
    struct perform asked = {.account = account,
                            .game = game,
                            .words = words,
                            .language = page_language(rq),
                            .style = NOTATION_PROSE};

    if (!text_form_field(rq->body.data, rq->body.size, "do", words, sizeof words) ||
        words[0] == '\0')
        return false;
    asked.words_len = strlen(words);
    if (text_form_field(rq->body.data, rq->body.size, "seq", seq, sizeof seq)) {
        int64_t number = 0; /* for an invalid number, as no page has shown that state */

        asked.has_seq = true;
        (void)text_read_number(seq, 0, STORE_SEQ_MAX, &number);
        asked.seq = (uint32_t)number;
    }
    (void)perform_moves(app_of(rq), &asked, said);
    return true;
}

/* The public id of a game. */
static enum store_result public_id(struct store_reader *reader, int64_t game,
                                   char id[STORE_ID_SIZE]) {
    struct store_game row;
    enum store_result result = store_game_get_by_id(reader, game, &row);

    if (result == STORE_OK)
        memcpy(id, row.public_id, STORE_ID_SIZE);
    store_game_clear(&row);
    return result;
}

static void show_said(struct game_page *about, const struct buffer *said) {
    about->said = said->data == NULL ? "" : said->data;
    about->said_size = said->size;
}

/* Makes the form's moves, if it has any. True: has answered. */
static bool post_move(struct request *rq, const struct store_link *link, const char *id) {
    struct game_page about = {.action = rq->path, .words = "", .open = true};
    struct buffer said;

    buffer_init(&said, SAID_MAX);
    if (!make_moves(rq, link->account, id, &said))
        return false;
    show_said(&about, &said);
    reply_game(rq, link->game, link->account, 0, &about);
    buffer_free(&said);
    return true;
}

/* ---- GET /mail/{link} ---- */

/* A page that leads to where the seat is taken. The mail address follows after a "#", which
 * browsers do not send. */
static void reply_invitation(struct request *rq, const struct store_link *link) {
    struct store_reader *reader = api_reader(rq);
    char id[STORE_ID_SIZE];
    enum store_result result;
    struct buffer path;

    if (reader == NULL)
        return;
    result = public_id(reader, link->game, id);
    if (!check_link(rq, result))
        return;
    buffer_init(&path, INVITE_PATH_MAX);
    buffer_format(&path, "/games/%s/join#email=", id);
    text_percent(&path, link->address, strlen(link->address));
    buffer_append(&path, "", 1); /* terminates the string */
    if (path.failed)
        reply_no_memory(rq);
    else
        reply_words(rq, 200, TEXT_LINK_INVITED, TEXT_LINK_INVITED_WHY, path.data,
                    TEXT_LINK_INVITED_GO);
    buffer_free(&path);
}

/* Whether the browser has a session of this account, and can go on to the game at once. */
static bool signed_in_as(struct request *rq, int64_t account) {
    char token[COOKIE_VALUE_SIZE];

    return cookie_value(rq, app_cookie(app_is_https(app_of(rq))), token) &&
           auth_caller(rq, token) == AUTH_OK && rq->caller.account == account;
}

static void reply_to_game(struct request *rq, const char *id) {
    char place[PATH_SIZE];

    snprintf(place, sizeof place, "/games/%s", id);
    reply_header(rq, "Location", place);
    reply_secret(rq);
    reply_empty(rq, 303);
}

/* Shows the page, unless there is nothing to confirm: no moves are proposed and the browser is signed
 * in as the account. */
static void show_open(struct request *rq, const struct store_link *link, const char *words) {
    struct store_reader *reader = api_reader(rq);
    char id[STORE_ID_SIZE];

    if (reader == NULL)
        return;
    if (words[0] == '\0' && signed_in_as(rq, link->account) &&
        public_id(reader, link->game, id) == STORE_OK)
        reply_to_game(rq, id);
    else
        reply_game(rq, link->game, link->account, link->seq,
                   &(struct game_page){.action = rq->path, .words = words, .open = true});
}

static void reply_link(struct request *rq, const struct store_link *link) {
    const char *words = "";
    const struct read_field fields[] = {
        {"do", READ_TEXT, .to.text = &words, .min = 1, .max = WORDS_MAX - 1},
    };

    if (!request_query(rq, fields, sizeof fields / sizeof *fields))
        return;
    switch (link->purpose) {
    case LINK_CONFIRM:
        reply_question(rq, TEXT_LINK_CONFIRM, TEXT_LINK_CONFIRM_WHY, TEXT_LINK_CONFIRM_DO);
        return;
    case LINK_SIGN_IN:
        reply_question(rq, TEXT_LINK_SIGN_IN, TEXT_LINK_SIGN_IN_WHY, TEXT_LINK_SIGN_IN);
        return;
    case LINK_BOX:
        reply_question(rq, TEXT_LINK_STOP,
                       link->game == 0 ? TEXT_LINK_STOP_WHY : TEXT_LINK_STOP_GAME_WHY,
                       TEXT_LINK_STOP_DO);
        return;
    case LINK_INVITE: reply_invitation(rq, link); return;
    case LINK_OPEN: show_open(rq, link, words); return;
    default: reply_gone(rq); return;
    }
}

void links_get(struct request *rq) {
    struct store_reader *reader = api_reader(rq);
    struct store_link link;
    enum store_result result;

    if (reader == NULL)
        return;
    result = link_find_any(reader, request_param(rq, 0), app_now(), &link);
    if (check_link(rq, result))
        reply_link(rq, &link);
}

/* ---- POST /mail/{link} ---- */

struct link_post {
    struct endpoint_call call; /* first */
    struct store_link link;
    char game[STORE_ID_SIZE];
    struct session_before before;
    char token[TOKEN_SIZE];
};

static enum store_result links_post_run(struct store_tx *tx, void *state) {
    struct link_post *post = state;
    const struct store_link *link = &post->link;
    int64_t now = post->call.now;
    enum store_result result;

    switch (link->purpose) {
    case LINK_CONFIRM: return act_confirm(tx, link, now);
    case LINK_BOX: return act_unsubscribe(tx, link, now);
    case LINK_SIGN_IN: result = act_sign_in(tx, link, now, post->token); break;
    default: result = act_open(tx, link, &post->before, now, post->token); break;
    }
    return result == STORE_OK ? session_replace(tx, &post->before, post->token, now) : result;
}

static void links_post_committed(void *state) {
    const struct link_post *post = state;

    app_account_changed(post->call.app, post->link.account);
    app_account_changed(post->call.app, post->before.ended);
}

static void reply_signed_in(struct request *rq, const char *token) {
    enum language language = page_language(rq);
    struct buffer page;

    session_cookie(rq, token, SESSION_DAYS);
    buffer_init(&page, PAGE_MAX);
    page_begin(&page, language, text_in(language, TEXT_LINK_SIGNED_IN));
    page_link(&page, "/", text_in(language, TEXT_LINK_TO_GAMES));
    page_text(&page, "%s", text_in(language, TEXT_LINK_SIGNED_IN_WHY));
    page_lines(&page, token, strlen(token));
    page_reply(rq, 200, &page);
}

static void links_post_reply(struct request *rq, void *state) {
    struct link_post *post = state;

    switch (post->link.purpose) {
    case LINK_CONFIRM:
        reply_words(rq, 200, TEXT_LINK_CONFIRMED, TEXT_LINK_CONFIRMED_WHY, "/settings/mail",
                    TEXT_LINK_TO_MAIL);
        break;
    case LINK_SIGN_IN: reply_signed_in(rq, post->token); break;
    case LINK_BOX:
        reply_words(rq, 200, TEXT_LINK_STOPPED,
                    post->link.game == 0 ? TEXT_LINK_STOPPED_WHY : TEXT_LINK_STOPPED_GAME_WHY,
                    "/settings/mail", TEXT_LINK_TO_MAIL);
        break;
    default:
        session_cookie(rq, post->token, SESSION_DAYS);
        reply_to_game(rq, post->game);
        break;
    }
}

/* Whether the link signs a browser in. Another site must not trigger that: the browser's owner
 * would unknowingly play and write as somebody else. */
static bool signs_in(const struct store_link *link) {
    return link->purpose == LINK_OPEN || link->purpose == LINK_SIGN_IN;
}

/* Finds the link. False: has answered. */
static bool links_find(struct request *rq, struct store_reader *reader, struct store_link *link) {
    enum store_result result = link_find_any(reader, request_param(rq, 0), app_now(), link);

    if (result == STORE_OK && (link->purpose == LINK_REPLY || link->purpose == LINK_INVITE))
        result = STORE_NONE;
    return check_link(rq, result);
}

/* Moves in the form are made and answered here. */
static bool links_post_read(struct request *rq, void *state) {
    struct link_post *post = state;
    struct store_reader *reader = api_reader(rq);

    if (reader == NULL || !links_find(rq, reader, &post->link))
        return false;
    if (signs_in(&post->link) && cookie_cross_site(rq)) {
        reply_words(rq, 403, TEXT_LINK_ELSEWHERE, TEXT_LINK_ELSEWHERE_WHY, NULL,
                    TEXT_LINK_TO_GAMES);
        return false;
    }
    post->before = session_before(rq);
    if (post->link.purpose != LINK_OPEN)
        return true;
    if (public_id(reader, post->link.game, post->game) != STORE_OK) {
        reply_gone(rq);
        return false;
    }
    return !post_move(rq, &post->link, post->game);
}

const struct endpoint links_post = {
    .size = sizeof(struct link_post),
    .secret = true,
    .read = links_post_read,
    .run = links_post_run,
    .committed = links_post_committed,
    .reply = links_post_reply,
    .not_found = reply_gone,
};

/* ---- /play/{id} ---- */

void play_get(struct request *rq) {
    int64_t game;

    if (api_game_id(rq, &game))
        reply_game(rq, game, rq->caller.account, 0,
                   &(struct game_page){.action = rq->path, .words = ""});
}

void play_post(struct request *rq) {
    struct game_page about = {.action = rq->path, .words = ""};
    struct buffer said;
    int64_t game;

    if (!api_game_id(rq, &game))
        return;
    buffer_init(&said, SAID_MAX);
    if (make_moves(rq, rq->caller.account, request_param(rq, 0), &said))
        show_said(&about, &said);
    reply_game(rq, game, rq->caller.account, 0, &about);
    buffer_free(&said);
}
