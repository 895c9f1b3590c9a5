/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/mail/channel.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/accounts.h"
#include "db/clocks.h"
#include "db/games.h"
#include "db/people.h"
#include "service/app/app.h"
#include "service/base/language.h"
#include "service/base/mail_address.h"
#include "service/mail/acts.h"
#include "service/mail/letter.h"
#include "service/mail/mail_int.h"
#include "service/mail/when.h"
#include "service/orders/ask.h"

enum { ORDERS_LEAD_MS = 1000 /* orders that are due have answered by then */ };

#define KIND(kind) (1u << (kind))

/* News about games: several of these go into one mail. */
static const unsigned gathered = KIND(OUTBOX_TURN) | KIND(OUTBOX_REMINDER) | KIND(OUTBOX_STARTED) |
                                 KIND(OUTBOX_OVER) | KIND(OUTBOX_TALK) | KIND(OUTBOX_INVITE) |
                                 KIND(OUTBOX_NOTE) | KIND(OUTBOX_OFFER);

/* ---- writing rows ---- */

/* Kinds that are sent regardless of settings. */
static bool is_personal(enum outbox_kind kind) {
    return kind == OUTBOX_CONFIRM || kind == OUTBOX_SIGN_IN || kind == OUTBOX_RESPONSE ||
           kind == OUTBOX_DISABLED || kind == OUTBOX_NEWS;
}

static enum store_result add_row(struct store_tx *tx, int64_t target,
                                 const struct outbox_news *news) {
    const struct store_outbox_filter waiting = {
        .channel = OUTBOX_MAIL, .target = target, .kind = -1, .account = news->account};
    struct store_outbox_row row, other;
    enum store_result result;

    outbox_row(&row, OUTBOX_MAIL, target, news);
    result = store_outbox_waiting(store_tx_reader(tx), &waiting, &other);
    if (result != STORE_OK && result != STORE_NONE)
        return result;
    /* A waiting mail will include this. */
    if (result == STORE_OK && news->kind != OUTBOX_REMINDER && !is_personal(news->kind) &&
        other.due_at > row.due_at && (gathered & KIND(other.kind)) != 0 &&
        other.kind != OUTBOX_REMINDER)
        row.due_at = other.due_at;
    return store_outbox_add(tx, &row);
}

struct invited {
    int64_t since;
    unsigned count;
};

static bool note_invited(void *context, const struct store_outbox_row *row) {
    struct invited *invited = context;

    invited->count += row->kind == OUTBOX_INVITE;
    return row->created_at >= invited->since;
}

/* Whether an account has had its daily limit of invitations: anybody may offer a seat to
 * anybody. */
static enum store_result invited_enough(struct store_tx *tx, const struct outbox_news *news,
                                        bool *enough) {
    enum { ROWS_LOOKED_AT = 500 };
    struct invited invited = {.since = news->now - MAIL_DAY_MS};
    enum store_result result = store_outbox_of_target(
        store_tx_reader(tx), OUTBOX_MAIL, news->account, 0, ROWS_LOOKED_AT, note_invited, &invited);

    *enough = invited.count >= MAIL_INVITED_A_DAY;
    return result;
}

static bool mail_interested(const struct store_interest *interest, const struct outbox_news *news) {
    return news->account != 0 && (interest->mailed & news->seats) != 0;
}

static enum store_result mail_enqueue(struct store_tx *tx, const struct outbox_news *news) {
    struct store_mailbox box;
    bool enough = false, muted = false;
    enum store_result result;

    if (news->account == 0 || !((gathered & KIND(news->kind)) != 0 || is_personal(news->kind)))
        return STORE_OK;
    result = store_mailbox_get(store_tx_reader(tx), news->account, &box);
    if (result == STORE_NONE)
        return STORE_OK;
    if (result != STORE_OK || (!is_personal(news->kind) && !mail_wants(&box, news->kind)))
        return result;
    if (!is_personal(news->kind) && news->game != 0)
        result = store_mail_muted(store_tx_reader(tx), news->account, news->game, &muted);
    if (result != STORE_OK || muted)
        return result;
    if (news->kind == OUTBOX_INVITE)
        result = invited_enough(tx, news, &enough);
    return result == STORE_OK && !enough ? add_row(tx, news->account, news) : result;
}

/* An invitation to an address without a known account, once for each game. */
static enum store_result invite_address(struct store_tx *tx, const struct store_game *game,
                                        int seat, int64_t now) {
    const char *address = game->seats[seat].invite;
    const struct outbox_news news = {
        .kind = OUTBOX_INVITE, .account = game->creator, .game = game->id, .now = now};
    uint8_t hash[STORE_HASH_SIZE];
    struct store_outbox_row row;
    int64_t count;
    enum store_result result;

    if (mail_address_fault(address) != NULL)
        return STORE_OK;
    mail_address_hash(address, hash);
    result = store_mail_refused(store_tx_reader(tx), hash);
    if (result != STORE_NONE)
        return result;
    result = store_mail_invited(store_tx_reader(tx), game->creator, now - MAIL_DAY_MS, &count);
    if (result != STORE_OK || count >= MAIL_INVITATIONS_A_DAY)
        return result;
    result = store_mail_invite(tx, game->id, address, game->creator, now);
    if (result != STORE_OK)
        return result == STORE_CONFLICT ? STORE_OK : result;
    outbox_row(&row, OUTBOX_MAIL, mail_seat_target(game->id, seat), &news);
    return store_outbox_add(tx, &row);
}

/* Those who block whoever made the game are not told of the seat; it stays kept for them. */
static enum store_result invite_account(struct store_tx *tx, const struct store_game *game,
                                        int64_t account, int64_t now) {
    bool blocked = false;
    enum store_result result =
        store_people_block(store_tx_reader(tx), account, game->creator, &blocked);

    if (result != STORE_OK || blocked)
        return result;
    return outbox_enqueue(
        tx, &(struct outbox_news){
                .kind = OUTBOX_INVITE, .account = account, .game = game->id, .now = now});
}

enum store_result mail_invite(struct store_tx *tx, const struct store_game *game, int64_t now) {
    enum store_result result = STORE_OK;

    for (int seat = 0; seat < game->seat_count && result == STORE_OK; seat++) {
        const struct store_seat *s = &game->seats[seat];

        if (s->kind != STORE_SEAT_INVITED)
            continue;
        if (s->account == 0)
            result = invite_address(tx, game, seat, now);
        else
            result = invite_account(tx, game, s->account, now);
    }
    return result;
}

/* ---- rechecking before sending ---- */

/* Whether a seat of a game that has not begun is still reserved for them, or a seat of a running game
 * still offered to them. */
static enum store_result seat_still_kept(struct store_reader *reader,
                                         const struct store_outbox_row *row, bool *kept) {
    int64_t offered[STORE_SEATS_MAX] = {0};
    struct store_game game;
    enum store_result result = store_game_get_by_id(reader, row->game, &game);

    *kept = false;
    if (result == STORE_OK && game.status == STORE_GAME_ACTIVE)
        result = store_seat_offers(reader, row->game, offered);
    for (int seat = 0; result == STORE_OK && seat < game.seat_count; seat++)
        *kept |= game.status == STORE_GAME_ACTIVE && offered[seat] == row->account;
    for (int seat = 0; result == STORE_OK && seat < game.seat_count; seat++)
        *kept |= game.status == STORE_GAME_OPEN && game.seats[seat].kind == STORE_SEAT_INVITED &&
                 game.seats[seat].account == row->account;
    store_game_clear(&game);
    return result;
}

/* Drops a row if its reader has looked at the game since it was written. */
static void rule_by_look(const struct transfer *t, const struct store_mailbox *box, unsigned i,
                         const struct outbox_standing *standing) {
    const struct store_outbox_row *row = &t->rows[i];
    int64_t until = row->created_at + OUTBOX_SHOWN_HOLD_MS;

    if ((box->kinds & STORE_MAIL_LOOKED) != 0)
        return;
    switch (outbox_look_of(t->app, row, standing)) {
    case OUTBOX_SEEN: t->rulings[i] = outbox_drop("they have looked in the meantime"); break;
    case OUTBOX_SHOWN:
        if (until > t->now)
            t->rulings[i] = (struct outbox_ruling){
                .verdict = OUTBOX_LATER, .due_at = until, .why = "a page shows the game"};
        break;
    case OUTBOX_UNSEEN: break;
    }
}

/* Holds a row back while its reader's standing orders may still answer for them. */
static enum store_result rule_by_orders(const struct transfer *t, struct store_reader *reader,
                                        unsigned i, const struct outbox_standing *standing) {
    int64_t until = 0;
    enum store_result result = STORE_OK;

    if (t->rulings[i].verdict != OUTBOX_SEND || standing->seat == NONE)
        return STORE_OK;
    result = orders_answer_by(reader, t->rows[i].game, standing->seat, t->now, &until);
    if (result == STORE_OK && until > t->now)
        t->rulings[i] = (struct outbox_ruling){.verdict = OUTBOX_LATER,
                                               .due_at = until + ORDERS_LEAD_MS,
                                               .why = "their standing orders may answer"};
    return result;
}

/* Whether a gathered row is still true, and news to its reader. */
static enum store_result mail_rule(struct transfer *t, struct store_reader *reader,
                                   const struct store_mailbox *box, unsigned i) {
    const struct store_outbox_row *row = &t->rows[i];
    struct outbox_ruling *ruling = &t->rulings[i];
    /* A digest includes every pending turn, even if the reader has looked at it or it began after
     * the row was written. */
    bool digest = box->mode != STORE_MAIL_AT_ONCE;
    struct outbox_standing standing;
    enum store_result result = STORE_OK;
    bool kept, muted = false;

    if (!mail_wants(box, (enum outbox_kind)row->kind)) {
        *ruling = outbox_drop("not wanted");
        return STORE_OK;
    }
    result = store_mail_muted(reader, box->account, row->game, &muted);
    if (result != STORE_OK || muted) {
        *ruling = outbox_drop("not wanted of this game");
        return result;
    }
    switch (row->kind) {
    case OUTBOX_TURN:
    case OUTBOX_REMINDER:
        result = outbox_standing_of(reader, row, &standing);
        if (result == STORE_OK && row->kind == OUTBOX_TURN && digest && standing.pending)
            break;
        if (result == STORE_OK && (standing.status != STORE_GAME_ACTIVE || !standing.waited))
            *ruling = outbox_drop("the game no longer waits for them");
        else if (result == STORE_OK && row->kind == OUTBOX_TURN)
            rule_by_look(t, box, i, &standing);
        if (result == STORE_OK && row->kind == OUTBOX_TURN)
            result = rule_by_orders(t, reader, i, &standing);
        break;
    case OUTBOX_OFFER:
        result = outbox_standing_of(reader, row, &standing);
        if (result == STORE_OK && !standing.offered)
            *ruling = outbox_drop("the offer is no longer open");
        else if (result == STORE_OK && !digest)
            rule_by_look(t, box, i, &standing);
        if (result == STORE_OK)
            result = rule_by_orders(t, reader, i, &standing);
        break;
    case OUTBOX_INVITE:
        result = seat_still_kept(reader, row, &kept);
        if (result == STORE_OK && !kept)
            *ruling = outbox_drop("the seat is no longer kept");
        break;
    default:
        result = outbox_standing_of(reader, row, &standing);
        if (result == STORE_OK && !standing.may_see)
            *ruling = outbox_drop("they can no longer see the game");
        else if (result == STORE_OK && (row->kind == OUTBOX_TALK || row->kind == OUTBOX_STARTED))
            rule_by_look(t, box, i, &standing);
        break;
    }
    if (result == STORE_NONE) {
        *ruling = outbox_drop("the game is gone");
        result = STORE_OK;
    }
    return result;
}

/* The earliest time at which another mail of the same reader is due. */
struct departure {
    int64_t now, at;
};

static bool note_departure(void *context, const struct store_outbox_row *row) {
    struct departure *departure = context;

    if (row->state == STORE_OUTBOX_WAITING && (gathered & KIND(row->kind)) != 0 &&
        row->kind != OUTBOX_REMINDER && row->due_at > departure->now && row->due_at < departure->at)
        departure->at = row->due_at;
    return true;
}

/* Decides which of the rows to send, and whether now: all are sent when the earliest is due. */
static enum store_result mail_rule_all(struct transfer *t, struct store_reader *reader,
                                       const struct store_mailbox *box, bool *now) {
    int64_t first = INT64_MAX;
    enum store_result result = STORE_OK;

    for (unsigned i = 0; i < t->count && result == STORE_OK; i++) {
        int64_t at;

        result = mail_rule(t, reader, box, i);
        if (result != STORE_OK || t->rulings[i].verdict != OUTBOX_SEND)
            continue;
        at = t->rows[i].created_at;
        if (t->rows[i].kind != OUTBOX_REMINDER)
            result = mail_when(t->app, reader, box, t->rows[i].created_at, t->now, &at);
        if (at < first)
            first = at;
    }
    *now = first <= t->now;
    if (result == STORE_OK && !*now) {
        struct departure departure = {.now = t->now, .at = first};

        result = store_outbox_of_target(reader, OUTBOX_MAIL, box->account, 0, OUTBOX_TOGETHER_MAX,
                                        note_departure, &departure);
        first = departure.at;
    }
    for (unsigned i = 0; i < t->count && result == STORE_OK && !*now; i++)
        if (t->rulings[i].verdict == OUTBOX_SEND)
            t->rulings[i] = (struct outbox_ruling){
                .verdict = OUTBOX_LATER, .due_at = first, .why = "held back for a while"};
    return result;
}

/* ---- gathered news ---- */

struct digest_search {
    unsigned count;
    struct about games[OUTBOX_TOGETHER_MAX]; /* most urgent first */
};

static void add_to_gathering(struct digest_search *search, const struct store_outbox_row *row) {
    struct about *about = NULL;

    for (unsigned i = 0; i < search->count; i++)
        if (search->games[i].game == row->game)
            about = &search->games[i];
    if (about == NULL) {
        about = &search->games[search->count++];
        *about = (struct about){.game = row->game};
    }
    about->kinds |= KIND(row->kind);
    if (row->kind == OUTBOX_TALK)
        about->talk = row;
    if (row->kind == OUTBOX_NOTE)
        about->note = row;
}

static int rate_urgency(const struct about *about) {
    static const unsigned order[] = {KIND(OUTBOX_REMINDER), KIND(OUTBOX_TURN), KIND(OUTBOX_OFFER),
                                     KIND(OUTBOX_INVITE)};
    enum { ORDERED = sizeof order / sizeof *order };

    for (int i = 0; i < ORDERED; i++)
        if (about->kinds & order[i])
            return i;
    return ORDERED;
}

static int order_by_urgency(const void *left, const void *right) {
    const struct about *a = left, *b = right;

    if (rate_urgency(a) != rate_urgency(b))
        return rate_urgency(a) - rate_urgency(b);
    return (a->game > b->game) - (a->game < b->game);
}

static const char *reason_of(unsigned kinds) {
    static const struct {
        unsigned kind;
        const char *reason;
    } names[] = {{KIND(OUTBOX_REMINDER), "reminder"}, {KIND(OUTBOX_TURN), "your_turn"},
                 {KIND(OUTBOX_OFFER), "offer"},       {KIND(OUTBOX_INVITE), "invitation"},
                 {KIND(OUTBOX_OVER), "game_over"},    {KIND(OUTBOX_STARTED), "game_started"},
                 {KIND(OUTBOX_TALK), "talk"}};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (kinds & names[i].kind)
            return names[i].reason;
    return "note";
}

enum { GAMES_TOLD = 12 }; /* in one mail */

static enum store_result compose_one(struct draft *draft, const struct digest_search *search) {
    struct about_alone alone = {0};
    struct message message = {0};
    enum store_result result;

    buffer_init(&alone.picture, ABOUT_PICTURE_MAX);
    result = about_game(draft, &search->games[0], &alone);
    message.subject = alone.subject;
    message.thread = message.list = alone.thread;
    message.picture = alone.picture.size > 0 ? &alone.picture : NULL;
    message.reason = reason_of(search->games[0].kinds);
    if (result == STORE_OK)
        result = draft_send(draft, &message, true, search->games[0].game);
    buffer_free(&alone.picture);
    return result;
}

/* Writes subject and title: the number of games that wait, or that there is news. */
static void write_digest_title(struct draft *draft, const struct digest_search *search,
                               unsigned waiting, char subject[ABOUT_SUBJECT_SIZE]) {
    bool wait = waiting > 1;
    char number[16];

    snprintf(number, sizeof number, "%u", wait ? waiting : search->count);
    text_fill_short(subject, ABOUT_SUBJECT_SIZE, draft->language,
                    wait ? TEXT_MAIL_SUBJECT_GAMES_WAIT : TEXT_MAIL_SUBJECT_GAMES,
                    TEXT_ARGS(number));
    letter_title(draft->letter, subject);
}

static enum store_result compose_many(struct draft *draft, const struct digest_search *search) {
    struct message message = {.list = "games"};
    char subject[ABOUT_SUBJECT_SIZE], number[16], more[ABOUT_SUBJECT_SIZE];
    unsigned waiting = 0, kinds = 0;
    enum store_result result = STORE_OK;

    for (unsigned i = 0; i < search->count; i++) {
        kinds |= search->games[i].kinds;
        waiting += (search->games[i].kinds & (KIND(OUTBOX_TURN) | KIND(OUTBOX_REMINDER))) != 0;
    }
    write_digest_title(draft, search, waiting, subject);
    message.subject = subject;
    message.reason = reason_of(kinds);
    for (unsigned i = 0; i < search->count && i < GAMES_TOLD && result == STORE_OK; i++) {
        letter_rule(draft->letter);
        result = about_game(draft, &search->games[i], NULL);
    }
    if (search->count > GAMES_TOLD) {
        snprintf(number, sizeof number, "%u", search->count - GAMES_TOLD);
        text_fill_short(more, sizeof more, draft->language, TEXT_MAIL_MORE_GAMES,
                        TEXT_ARGS(number));
        letter_paragraph(draft->letter, more);
    }
    return result == STORE_OK ? draft_send(draft, &message, true, 0) : result;
}

static enum store_result prepare_gathered(struct draft *draft) {
    struct transfer *t = draft->t;
    struct digest_search *search;
    bool now;
    enum store_result result = mail_rule_all(t, draft->reader, &draft->box, &now);

    if (result != STORE_OK || !now)
        return result;
    search = calloc(1, sizeof *search);
    if (search == NULL)
        return STORE_ERROR;
    for (unsigned i = 0; i < t->count; i++)
        if (t->rulings[i].verdict == OUTBOX_SEND)
            add_to_gathering(search, &t->rows[i]);
    qsort(search->games, search->count, sizeof *search->games, order_by_urgency);
    if (search->count == 1)
        result = compose_one(draft, search);
    else if (search->count > 1)
        result = compose_many(draft, search);
    free(search);
    return result;
}

/* ---- the channel ---- */

static enum store_result prepare_kind(struct draft *draft) {
    const struct store_outbox_row *row = &draft->t->rows[0];
    enum store_result result;

    if (row->target < 0)
        return personal_invitation(draft);
    result = store_mailbox_get(draft->reader, row->target, &draft->box);
    if (result == STORE_NONE ||
        (result == STORE_OK && mail_address_fault(draft->box.address) != NULL)) {
        transfer_drop(draft->t, "no address");
        return STORE_OK;
    }
    if (result != STORE_OK)
        return result;
    draft->language = draft->letter->language = language_kept(draft->box.language);
    switch (row->kind) {
    case OUTBOX_CONFIRM: return personal_confirm(draft);
    case OUTBOX_SIGN_IN: return personal_sign_in(draft);
    case OUTBOX_RESPONSE:
    case OUTBOX_DISABLED: return personal_note(draft);
    case OUTBOX_NEWS: return personal_news(draft);
    default: return prepare_gathered(draft);
    }
}

static enum store_result mail_prepare(struct transfer *t, struct store_reader *reader) {
    struct draft *draft;
    struct letter letter;
    enum store_result result;

    if (t->app->mail == NULL) {
        transfer_drop(t, "this server sends no mail");
        return STORE_OK;
    }
    draft = calloc(1, sizeof *draft);
    if (draft == NULL)
        return STORE_ERROR;
    letter_init(&letter);
    draft->app = t->app;
    draft->mail = t->app->mail;
    draft->t = t;
    draft->reader = reader;
    draft->now = t->now;
    draft->letter = &letter;
    mail_base(t->app, draft->base);
    result = prepare_kind(draft);
    letter_free(&letter);
    free(draft);
    return result;
}

static bool mail_together(const struct store_outbox_row *first,
                          const struct store_outbox_row *other) {
    return first->target > 0 && (gathered & KIND(first->kind)) != 0 &&
           (gathered & KIND(other->kind)) != 0;
}

/* The end of an invitation to an address that the server refused at once. */
static enum store_result finish_invitation(struct store_tx *tx, const struct transfer *t,
                                           const struct outbox_outcome *outcome) {
    const struct store_outbox_row *row = &t->rows[0];
    int64_t seat = mail_target_seat(row);
    struct store_game game = {0};
    enum store_result result = STORE_OK;

    if (outcome->state != STORE_OUTBOX_FAILED)
        return STORE_OK;
    result = store_game_get_by_id(store_tx_reader(tx), row->game, &game);
    if (result == STORE_OK && seat < game.seat_count && game.seats[seat].invite[0] != '\0')
        result = act_tell_inviter(tx, game.seats[seat].invite, outcome->detail, t->now);
    store_game_clear(&game);
    return result == STORE_NONE ? STORE_OK : result;
}

static enum store_result mail_finish(struct store_tx *tx, const struct transfer *t,
                                     const struct outbox_outcome *outcome) {
    int64_t account = t->rows[0].target;
    struct store_mailbox box;
    enum store_result result;

    if (account < 0)
        return finish_invitation(tx, t, outcome);
    if (account == 0 || (outcome->state != STORE_OUTBOX_SENT && !outcome->ill))
        return STORE_OK;
    result = store_mailbox_get(store_tx_reader(tx), account, &box);
    if (result != STORE_OK)
        return result == STORE_NONE ? STORE_OK : result;
    if (outcome->ill) {
        box.bounced_at = t->now;
        snprintf(box.bounce, sizeof box.bounce, "%s", outcome->detail);
    } else if (gathered & KIND(t->rows[0].kind)) {
        box.sent_at = t->now;
    }
    result = store_mailbox_set(tx, &box);
    return result == STORE_NONE ? STORE_OK : result;
}

static const unsigned mail_delays[] = {0,        60,       5 * 60,    30 * 60,
                                       2 * 3600, 6 * 3600, 12 * 3600, 24 * 3600};

const struct channel mail_channel = {
    .name = "mail",
    .interested = mail_interested,
    .enqueue = mail_enqueue,
    .together = mail_together,
    .prepare = mail_prepare,
    .judge = mail_judge,
    .finish = mail_finish,
    .delays = mail_delays,
    .attempts = sizeof mail_delays / sizeof *mail_delays,
};
