/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/accounts.h"
#include "db/games.h"
#include "service/app/app.h"
#include "service/base/language.h"
#include "service/base/mail_address.h"
#include "service/command/title.h"
#include "service/mail/channel.h"
#include "service/mail/letter.h"
#include "service/mail/mail_int.h"
#include "service/mail/when.h"
#include "service/notify/tell.h"

/* Mails that are sent separately and regardless of the recipient's settings. */

enum { TEXT_SIZE = 1024, URL_SIZE = MAIL_BASE_SIZE + LINK_TOKEN_SIZE + 8 };

/* Whether the store has failed, which is remembered: then nothing may be sent, and nothing dropped
 * either. */
static bool has_failed(struct draft *draft, enum store_result result) {
    if (result != STORE_OK && result != STORE_NONE)
        draft->failure = result;
    return draft->failure != STORE_OK;
}

/* Drops the message, unless the reason is only a failed store: then it is retried. */
static enum store_result drop_draft(struct draft *draft, const char *why) {
    if (draft->failure == STORE_OK)
        draft->t->rulings[0] = outbox_drop(why);
    return draft->failure;
}

static bool too_many_links(struct draft *draft, enum link_purpose purpose, int64_t within,
                           int64_t limit) {
    int64_t count = 0;

    return has_failed(draft,
                      store_links_count(draft->reader, draft->box.address, (int)purpose,
                                        draft->now + link_life_ms[purpose] - within, &count)) ||
           count >= limit;
}

/* Whether an account has reached its limit of confirmation mails: the server must not be used to
 * write to strangers. */
static bool asked_around(struct draft *draft) {
    int64_t count = 0;

    return has_failed(draft, store_links_count_of(
                                 draft->reader, draft->box.account, LINK_CONFIRM,
                                 draft->now + link_life_ms[LINK_CONFIRM] - MAIL_DAY_MS, &count)) ||
           count >= MAIL_CONFIRMS_OF_ONE;
}

static bool is_refused(struct draft *draft) {
    uint8_t hash[STORE_HASH_SIZE];
    enum store_result result;

    mail_address_hash(draft->box.address, hash);
    result = store_mail_refused(draft->reader, hash);
    return has_failed(draft, result) || result == STORE_OK;
}

/* Writes WORDS, with their placeholders filled, as a paragraph. */
static void say_in(struct draft *draft, enum text words, const char *const *args, size_t count) {
    char text[TEXT_SIZE];

    text_fill_short(text, sizeof text, draft->language, words, args, count);
    letter_paragraph(draft->letter, text);
    letter_preheader(draft->letter, text);
}

static void put_way_in(struct draft *draft, enum text label, const char *token) {
    char url[URL_SIZE];

    snprintf(url, sizeof url, "%s/mail/%s", draft->base, token);
    letter_button(draft->letter, text_in(draft->language, label), url);
}

static void put_code(struct draft *draft, enum text lead, const char *code) {
    letter_note(draft->letter, text_in(draft->language, lead));
    letter_code(draft->letter, code);
}

enum store_result personal_confirm(struct draft *draft) {
    struct message message = {.subject = text_in(draft->language, TEXT_MAIL_SUBJECT_CONFIRM),
                              .reason = "confirm"};
    char token[LINK_TOKEN_SIZE];

    if (draft->box.confirmed_at != 0 || is_refused(draft) ||
        too_many_links(draft, LINK_CONFIRM, MAIL_DAY_MS, MAIL_CONFIRMS_A_DAY) ||
        asked_around(draft))
        return drop_draft(draft, "confirmed already, or asked often enough");
    if (!draft_link(draft, LINK_CONFIRM, 0, 0, token))
        return STORE_ERROR;
    letter_title(draft->letter, message.subject);
    say_in(draft, TEXT_MAIL_CONFIRM_WHY, TEXT_ARGS(draft->box.name, draft->base));
    put_way_in(draft, TEXT_MAIL_CONFIRM_DO, token);
    put_code(draft, TEXT_MAIL_AS_CODE, token);
    say_in(draft, TEXT_MAIL_CONFIRM_LIFE, NULL, 0);
    return draft_send(draft, &message, false, 0);
}

enum store_result personal_sign_in(struct draft *draft) {
    struct message message = {.subject = text_in(draft->language, TEXT_MAIL_SUBJECT_SIGN_IN),
                              .reason = "sign_in"};
    char token[LINK_TOKEN_SIZE], digits[LINK_DIGITS_SIZE];

    if (draft->box.confirmed_at == 0 ||
        too_many_links(draft, LINK_SIGN_IN, link_life_ms[LINK_SIGN_IN], MAIL_SIGN_INS_AT_ONCE))
        return drop_draft(draft, "not confirmed, or asked often enough");
    if (!draft_link(draft, LINK_SIGN_IN, 0, 0, token))
        return STORE_ERROR;
    link_draw_digits(&draft->links[draft->n_links - 1], digits);
    letter_title(draft->letter, message.subject);
    say_in(draft, TEXT_MAIL_SIGN_IN_WHY, TEXT_ARGS(draft->box.name));
    put_way_in(draft, TEXT_MAIL_SIGN_IN_DO, token);
    put_code(draft, TEXT_MAIL_AS_DIGITS, digits);
    say_in(draft, TEXT_MAIL_SIGN_IN_LIFE, NULL, 0);
    return draft_send(draft, &message, false, 0);
}

/* ---- responses and notes ---- */

/* The data stored with a row of one of these kinds. */
struct personal_data {
    const char *text;    /* for the reader */
    const char *invited; /* an address to which an invitation could not be delivered */
    const char *detail;  /* why */
    const char *subject; /* NULL: derived from the others */
    const char *id;      /* Message-ID of the mail answered */
    const char *line;    /* its first line */
    const char *game;    /* the name of its game, "" for none */
    bool done;           /* all of it was carried out */
    bool moved;          /* the mail advanced the game */
    bool picture;        /* the board was requested */
    bool choices;        /* the possible moves are to be listed */
    uint32_t seq;        /* the last event that the text reports */
    bool last;           /* the next unreadable mail will not be answered */
};

static struct personal_data read_data(const struct draft *draft, const json_t *data) {
    struct personal_data read = {
        .text = json_string_value(json_object_get(data, "text")),
        .subject = json_string_value(json_object_get(data, "subject")),
        .id = json_string_value(json_object_get(data, "id")),
        .line = json_string_value(json_object_get(data, "line")),
        .game = json_string_value(json_object_get(data, "game")),
        .invited = json_string_value(json_object_get(data, "invited")),
        .detail = json_string_value(json_object_get(data, "detail")),
        .done = json_is_true(json_object_get(data, "done")),
        .moved = json_is_true(json_object_get(data, "moved")),
        .picture = json_is_true(json_object_get(data, "picture")),
        .choices = json_is_true(json_object_get(data, "choices")),
        .seq = (uint32_t)json_integer_value(json_object_get(data, "seq")),
        .last = json_is_true(json_object_get(data, "last")),
    };

    if (json_object_get(data, "moved") == NULL) /* rows of older versions lack it */
        read.moved = read.done;
    if (read.text == NULL && json_object_get(data, "follow") != NULL)
        read.text = text_in(draft->language, TEXT_MAIL_CHANNEL_GONE);
    return read;
}

/* Sets subject and title. */
static void title_note(struct draft *draft, const struct personal_data *data,
                       char subject[ABOUT_SUBJECT_SIZE]) {
    enum language language = draft->language;
    char game[TITLE_SIZE], whole[ABOUT_TITLE_SIZE];

    if (data->subject != NULL || data->line == NULL) {
        title_cut(subject, ABOUT_SUBJECT_SIZE,
                  data->subject != NULL ? data->subject : text_in(language, TEXT_MAIL_SUBJECT_NOTE),
                  ABOUT_SUBJECT_CUT);
        letter_title(draft->letter, subject);
        return;
    }
    title_named(game, language, data->game == NULL ? "" : data->game);
    text_fill_short(whole, sizeof whole, language,
                    data->moved  ? data->done ? TEXT_MAIL_SUBJECT_DONE : TEXT_MAIL_SUBJECT_PARTLY
                    : data->done ? TEXT_MAIL_SUBJECT_ANSWERED
                                 : TEXT_MAIL_SUBJECT_REFUSED,
                    TEXT_ARGS(game, data->line));
    title_cut(subject, ABOUT_SUBJECT_SIZE, whole, ABOUT_SUBJECT_CUT);
    if (data->game != NULL && data->game[0] != '\0')
        letter_kicker(draft->letter, data->game);
    letter_title(draft->letter, text_in(language, data->moved  ? data->done ? TEXT_MAIL_TITLE_DONE
                                                                            : TEXT_MAIL_TITLE_PARTLY
                                                  : data->done ? TEXT_MAIL_TITLE_ANSWERED
                                                               : TEXT_MAIL_TITLE_REFUSED));
}

/* Adds a button that opens the note's game. */
static enum store_result put_game_button(struct draft *draft, int64_t game) {
    char token[LINK_TOKEN_SIZE], url[URL_SIZE];
    struct store_game row = {0};
    enum store_result result =
        game == 0 ? STORE_NONE : store_game_get_by_id(draft->reader, game, &row);
    uint32_t seq = row.last_seq;

    store_game_clear(&row);
    if (result != STORE_OK)
        return result == STORE_NONE ? STORE_OK : result;
    if (!draft_link(draft, LINK_OPEN, game, seq, token))
        return STORE_ERROR;
    snprintf(url, sizeof url, "%s/mail/%s", draft->base, token);
    letter_button(draft->letter, text_in(draft->language, TEXT_MAIL_OPEN_GAME), url);
    return STORE_OK;
}

/* Ends a response: if something was played, or has to be chosen again, or the board was requested, with the
 * part about the game, otherwise with the button. */
static enum store_result put_end(struct draft *draft, const struct store_outbox_row *row,
                                 const struct personal_data *data, struct about_alone *alone) {
    const struct about about = {.game = row->game, .kinds = 1u << OUTBOX_RESPONSE};
    enum store_result result;

    draft->told = data->seq;
    if (row->kind != OUTBOX_RESPONSE || row->game == 0 ||
        !(data->moved || data->picture || data->choices))
        return put_game_button(draft, row->game);
    result = about_game(draft, &about, alone);
    return result == STORE_NONE ? STORE_OK : result;
}

enum store_result personal_note(struct draft *draft) {
    const struct store_outbox_row *row = &draft->t->rows[0];
    json_t *document = json_loads(row->data, 0, NULL);
    struct personal_data data = read_data(draft, document);
    char subject[ABOUT_SUBJECT_SIZE], undelivered[STORE_OUTBOX_DATA_SIZE];
    struct about_alone alone = {0};
    struct message message = {.subject = subject,
                              .answers = data.id,
                              .answer = row->kind == OUTBOX_RESPONSE,
                              .reason = row->kind == OUTBOX_RESPONSE ? "answer" : "note"};
    enum store_result result = STORE_OK;

    if (document == NULL)
        return STORE_ERROR;
    buffer_init(&alone.picture, ABOUT_PICTURE_MAX);
    if (data.invited != NULL && data.detail != NULL) {
        text_fill_short(undelivered, sizeof undelivered, draft->language,
                        TEXT_MAIL_INVITATION_BOUNCED, TEXT_ARGS(data.invited, data.detail));
        data.text = undelivered;
    }
    if (draft->box.confirmed_at == 0 || draft->box.bounced_at != 0 || data.text == NULL) {
        draft->t->rulings[0] = outbox_drop("no confirmed address");
    } else {
        title_note(draft, &data, subject);
        if (row->game != 0 && draft->box.kinds & STORE_MAIL_STEADY)
            result = about_steady_subject(draft, row->game, subject);
        letter_preheader(draft->letter, data.text);
        letter_lines(draft->letter, data.text, strlen(data.text));
        if (data.last)
            say_in(draft, TEXT_MAIL_LAST_UNREADABLE, NULL, 0);
        if (result == STORE_OK)
            result = put_end(draft, row, &data, &alone);
        message.picture = alone.picture.size > 0 ? &alone.picture : NULL;
        if (result == STORE_OK)
            result = draft_send(draft, &message, true, row->game);
    }
    buffer_free(&alone.picture);
    json_decref(document);
    return result;
}

/* ---- news ---- */

static bool wants_told(const struct store_mailbox *box, const struct told *told) {
    return box->confirmed_at != 0 && box->bounced_at == 0 &&
           (told->needs == 0 || (box->mode != STORE_MAIL_OFF && (box->kinds & told->needs) != 0));
}

enum store_result personal_news(struct draft *draft) {
    json_t *document = json_loads(draft->t->rows[0].data, 0, NULL);
    struct message message = {.reason = "note"};
    char url[MAIL_BASE_SIZE + TOLD_PATH_MAX];
    struct told told;
    enum store_result result = STORE_OK;

    if (document == NULL || !told_read(document, &told)) {
        json_decref(document);
        return STORE_ERROR;
    }
    if (wants_told(&draft->box, &told)) {
        message.subject = told.subject;
        letter_title(draft->letter, told.subject);
        letter_preheader(draft->letter, told.text);
        letter_lines(draft->letter, told.text, strlen(told.text));
        if (told.more != NULL)
            letter_lines(draft->letter, told.more, strlen(told.more));
        snprintf(url, sizeof url, "%s%s", draft->base, told.path);
        letter_button(draft->letter, text_in(draft->language, TEXT_MAIL_OPEN_PAGE), url);
        result = draft_send(draft, &message, true, 0);
    } else {
        draft->t->rulings[0] = outbox_drop("not wanted, or no confirmed address");
    }
    json_decref(document);
    return result;
}

/* ---- invitations ---- */

/* KNOWN: the draft's account has the address, and can answer. */
static enum store_result send_invitation(struct draft *draft, const struct store_account *creator,
                                         const struct store_game *game, bool known) {
    char token[LINK_TOKEN_SIZE], url[URL_SIZE], subject[ABOUT_SUBJECT_SIZE], name[TITLE_SIZE];
    char who[TITLE_SIZE], title[TITLE_SIZE];
    struct message message = {.subject = subject, .reason = "invitation"};
    enum language language = draft->language;

    if (!draft_link(draft, LINK_INVITE, game->id, 0, token))
        return STORE_ERROR;
    draft->links[draft->n_links - 1].account = 0; /* it opens no account */
    snprintf(url, sizeof url, "%s/mail/%s", draft->base, token);
    title_cut(who, sizeof who, creator->name, TITLE_NAME_CUT);
    title_cut(name, sizeof name, game->name, TITLE_NAME_CUT);
    title_named(title, language, name);
    text_fill_short(subject, sizeof subject, language, TEXT_MAIL_SUBJECT_INVITED,
                    TEXT_ARGS(title, who));
    if (name[0] != '\0')
        letter_kicker(draft->letter, name);
    text_fill_short(title, sizeof title, language, TEXT_MAIL_TITLE_INVITED, TEXT_ARGS(who));
    letter_title(draft->letter, title);
    say_in(draft, TEXT_MAIL_INVITED_TO, TEXT_ARGS(draft->base));
    letter_button(draft->letter, text_in(language, TEXT_MAIL_SEE_INVITATION), url);
    if (known && draft->mail->replies[0] != '\0')
        letter_note(draft->letter, text_in(language, TEXT_MAIL_JOIN_HOW));
    return draft_send(draft, &message, known, game->id);
}

struct owners {
    unsigned count;
    struct store_mailbox box;
};

static bool note_owner(void *context, const struct store_mailbox *box) {
    struct owners *owners = context;

    owners->box = *box;
    return ++owners->count < 2;
}

/* Whoever alone has confirmed the invited address can answer by mail: *KNOWN, and the draft is for their account. */
static enum store_result find_invited(struct draft *draft, bool *known) {
    struct owners owners = {0};
    enum store_result result =
        store_mailbox_find(draft->reader, draft->box.address, note_owner, &owners);

    *known = result == STORE_OK && owners.count == 1;
    if (*known) {
        draft->box = owners.box;
        draft->language = draft->letter->language = language_kept(owners.box.language);
    }
    return result == STORE_NONE ? STORE_OK : result;
}

enum store_result personal_invitation(struct draft *draft) {
    const struct store_outbox_row *row = &draft->t->rows[0];
    int64_t number = mail_target_seat(row);
    struct store_account creator = {0};
    struct store_game game = {0};
    bool known = false;
    enum store_result result = store_game_get_by_id(draft->reader, row->game, &game);

    if (result == STORE_OK && game.status == STORE_GAME_OPEN && number < game.seat_count &&
        game.seats[number].kind == STORE_SEAT_INVITED)
        snprintf(draft->box.address, sizeof draft->box.address, "%s", game.seats[number].invite);
    if (result == STORE_OK)
        result = store_account_get(draft->reader, row->account, &creator);
    /* The inviter is the most likely to know the invited person's language. */
    draft->language = draft->letter->language = language_kept(creator.language);
    if (result == STORE_OK && draft->box.address[0] != '\0')
        result = find_invited(draft, &known);
    if (has_failed(draft, result) || draft->box.address[0] == '\0' || is_refused(draft) ||
        result == STORE_NONE || creator.deleted_at != 0)
        result = drop_draft(draft, "the seat is no longer kept");
    else if (known && !mail_wants(&draft->box, OUTBOX_INVITE))
        result = drop_draft(draft, "not wanted");
    else if (too_many_links(draft, LINK_INVITE, MAIL_DAY_MS, MAIL_INVITATIONS_TO_ONE))
        result = drop_draft(draft, "invited often enough today");
    else
        result = send_invitation(draft, &creator, &game, known);
    store_game_clear(&game);
    return result;
}
