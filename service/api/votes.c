/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/votes.h"
#include "service/account/name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/api/change.h"
#include "service/app/app.h"
#include "service/bots/bot.h"
#include "service/http/reply.h"
#include "service/notify/outbox.h"

/* Everything said about the seats of one game. */
struct votes {
    struct store_seat_vote items[STORE_SEAT_VOTES_MAX];
    size_t count;
    int64_t offered[STORE_SEATS_MAX]; /* account, by seat */
};

static enum store_result read_votes(struct store_reader *reader, int64_t game,
                                    struct votes *votes) {
    enum store_result result = store_seat_votes(reader, game, votes->items, &votes->count);

    return result == STORE_OK ? store_seat_offers(reader, game, votes->offered) : result;
}

/* ---- who may be replaced by whom ---- */

/* A seat that a bot plays although nobody resigned it: it was handed to the bot. */
static bool handed_to_bot(const struct load *load, unsigned seat) {
    const struct store_seat *s = &load->row.seats[seat];

    return s->kind == STORE_SEAT_BOT && s->account != 0 && s->resigned_at != 0 &&
           !load->game.players[seat].resigned;
}

/* Whether the others may vote about the seat. */
static bool is_open(const struct load *load, unsigned seat) {
    if (load->row.status != STORE_GAME_ACTIVE)
        return false;
    if (load->row.seats[seat].kind == STORE_SEAT_HUMAN)
        return load->clock.runs && load->clock.seats[seat].missed >= load->clock.rules.vote_after;
    return handed_to_bot(load, seat);
}

/* How many of the others it takes: more than half of them. */
static unsigned needed(const struct load *load, unsigned seat) {
    return bit_count(row_humans(&load->row) & ~(1u << seat)) / 2 + 1;
}

/* Whether the votes are enough to give the seat to ACCOUNT (0: a bot): its owner's own is. */
static bool is_carried(const struct load *load, const struct votes *votes, unsigned seat,
                       int64_t account) {
    unsigned people = row_humans(&load->row), voters = 0;

    for (size_t i = 0; i < votes->count; i++)
        if (votes->items[i].seat == (int)seat && votes->items[i].account == account)
            voters |= 1u << votes->items[i].voter & people;
    return voters >> seat & 1 || bit_count(voters) >= needed(load, seat);
}

/* ---- the document ---- */

static void write_vote(struct writer *w, const struct store_seat_vote *vote) {
    writer_object(w);
    writer_int_member(w, "by", vote->voter);
    writer_key(w, "to");
    if (vote->account == 0) {
        writer_text(w, "bot");
    } else {
        writer_object(w);
        writer_text_member(w, "account", vote->name);
        writer_object_end(w);
    }
    writer_object_end(w);
}

static void write_seat(struct writer *w, const struct load *load, const struct votes *votes,
                       unsigned seat) {
    struct store_account account = {0};

    writer_object(w);
    writer_int_member(w, "seat", seat);
    writer_int_member(w, "missed", load->clock.runs ? load->clock.seats[seat].missed : 0);
    writer_bool_member(w, "open", is_open(load, seat));
    writer_int_member(w, "needed", needed(load, seat));
    writer_key(w, "votes");
    writer_array(w);
    for (size_t i = 0; i < votes->count; i++)
        if (votes->items[i].seat == (int)seat)
            write_vote(w, &votes->items[i]);
    writer_array_end(w);
    writer_key(w, "offered_to");
    if (votes->offered[seat] != 0 &&
        store_account_get(load->reader, votes->offered[seat], &account) == STORE_OK)
        writer_text_or_null(w, account.name);
    else
        writer_null(w);
    writer_object_end(w);
}

static enum store_result write_votes(struct writer *w, const struct load *load) {
    struct votes votes;
    enum store_result result = read_votes(load->reader, load->row.id, &votes);

    if (result != STORE_OK)
        return result;
    writer_object(w);
    writer_key(w, "seats");
    writer_array(w);
    for (unsigned seat = 0; seat < (unsigned)load->row.seat_count; seat++)
        write_seat(w, load, &votes, seat);
    writer_array_end(w);
    writer_object_end(w);
    return STORE_OK;
}

void votes_get(struct request *rq) {
    struct buffer body;
    struct writer w;
    struct load load;

    if (!api_load(rq, &load))
        return;
    if (api_replay(rq, &load, LOAD_LATEST)) {
        enum store_result result;

        buffer_init(&body, API_GAME_MAX);
        w = writer_to(&body);
        result = write_votes(&w, &load);
        reply_stored(rq, result, &body);
    }
    load_end(&load);
}

/* ---- handing over ---- */

/* Nothing that was wanted of the seat is wanted of who has it now. */
static enum store_result forget_wishes(struct store_tx *tx, int64_t game, unsigned seat) {
    enum store_result result = store_seat_vote_forget(tx, game, (int)seat, -1);

    if (result == STORE_OK)
        result = store_seat_offer_forget(tx, game, (int)seat);
    return result == STORE_OK ? store_pause_forget(tx, game, (int)seat) : result;
}

/* Writes that somebody else plays the seat from now on. */
static enum store_result write_over(struct store_tx *tx, struct change *change,
                                    const struct load *load, unsigned seat,
                                    const struct store_seat *to) {
    int64_t before = load->row.seats[seat].account;
    struct play_event event;
    enum store_result result = STORE_OK;

    change->play->now = change->now;
    change->play->events = &event;
    play_hand_over(change->play, load, seat, to);
    if (change->play->verdict != PLAY_OK)
        return change_refuse(change, PROBLEM_CONFLICT, "the log of this game is full");
    result = play_write(tx, change->play);
    if (result == STORE_OK && before != 0 && before != to->account) {
        result = store_seat_past(tx, load->row.id, (int)seat, before, change->now);
        change->left = before;
    }
    return result == STORE_OK ? forget_wishes(tx, load->row.id, seat) : result;
}

/* The same; LOAD becomes the game afterwards. */
static enum store_result hand_over(struct store_tx *tx, struct change *change, struct load *load,
                                   unsigned seat, const struct store_seat *to) {
    enum store_result result;

    change->play = calloc(1, sizeof *change->play);
    if (change->play == NULL)
        return STORE_ERROR;
    result = write_over(tx, change, load, seat, to);
    if (result == STORE_OK)
        result = clock_load(&load->clock, store_tx_reader(tx), load->row.id);
    load->game = change->play->game;
    load->row.seats[seat] = *to;
    change->play->events = NULL;
    return result;
}

static enum store_result to_bot(struct store_tx *tx, struct change *change, struct load *load,
                                unsigned seat) {
    struct store_seat to = load->row.seats[seat];

    to.kind = STORE_SEAT_BOT;
    to.resigned_at = change->now;
    snprintf(to.bot, sizeof to.bot, "%s", bot_names[BOT_GREEDY]);
    return hand_over(tx, change, load, seat, &to);
}

static enum store_result to_person(struct store_tx *tx, struct change *change, struct load *load,
                                   unsigned seat) {
    struct store_seat to = load->row.seats[seat];

    to.kind = STORE_SEAT_HUMAN;
    to.account = change->account;
    to.resigned_at = 0;
    to.bot[0] = '\0';
    memcpy(to.account_name, change->name, sizeof to.account_name);
    /* A share in the dice that its maker has not brought cannot come any more. */
    if (to.client_seed_len == 0)
        to.has_client_commitment = false;
    return hand_over(tx, change, load, seat, &to);
}

/* ---- voting ---- */

static enum store_result judge_target(struct change *change, const struct load *load,
                                      unsigned seat) {
    unsigned others = row_humans(&load->row) & ~(1u << seat);

    if (change->to == 0 && load->row.seats[seat].kind == STORE_SEAT_BOT)
        return change_refuse(change, PROBLEM_CONFLICT, "a bot plays this seat already");
    if (change->to == 0 && others == 0)
        return change_refuse(change, PROBLEM_CONFLICT,
                             "nobody else plays in this game any more: resign, to end it");
    if (change->to != 0 && row_seat(&load->row, change->to) != NONE)
        return change_refuse(change, PROBLEM_CONFLICT, "one account holds one seat of a game");
    return STORE_OK;
}

/* Why nobody but its owner can have the seat handed on. */
static enum store_result refuse_closed(struct change *change, const struct load *load,
                                       unsigned seat) {
    int after = load->clock.rules.vote_after;

    if (!load->clock.runs)
        return change_refuse(change, PROBLEM_CONFLICT,
                             "this game has no clock, so nobody misses a deadline: only who has "
                             "seat %u can hand it on",
                             seat);
    if (load->row.seats[seat].kind != STORE_SEAT_HUMAN)
        return change_refuse(change, PROBLEM_CONFLICT, "seat %u cannot be given to somebody else",
                             seat);
    return change_refuse(change, PROBLEM_CONFLICT,
                         "the player of seat %u has to miss %d deadline%s in a row first", seat,
                         after, after == 1 ? "" : "s");
}

static enum store_result judge_vote(struct change *change, const struct load *load,
                                    unsigned *voter) {
    unsigned seat = (unsigned)change->seat;
    enum store_result result = change_judge_active(change, load);

    *voter = NONE;
    if (result != STORE_OK)
        return result;
    *voter = change_own_seat(change, load);
    if (*voter == NONE)
        return STORE_CONFLICT;
    if (*voter != seat && !is_open(load, seat))
        return refuse_closed(change, load, seat);
    return judge_target(change, load, seat);
}

/* Somebody may take the seat now: he is told. */
static enum store_result offer(struct store_tx *tx, const struct change *change,
                               const struct load *load, unsigned seat) {
    char data[32];
    enum store_result result =
        store_seat_offer(tx, load->row.id, (int)seat, change->to, change->now);

    if (result != STORE_OK)
        return result;
    snprintf(data, sizeof data, "{\"seat\":%u}", seat);
    return outbox_tell(tx, &(struct outbox_news){.kind = OUTBOX_INVITE,
                                                 .account = change->to,
                                                 .game = load->row.id,
                                                 .seats = 1u << seat,
                                                 .seq = load->game.seq,
                                                 .now = change->now,
                                                 .data = data});
}

/* The first time that the others want to do something about his absence, he hears of it. */
static enum store_result warn_owner(struct store_tx *tx, const struct change *change,
                                    const struct load *load, const struct votes *votes,
                                    unsigned voter) {
    unsigned seat = (unsigned)change->seat, about = 0;
    char data[256];

    for (size_t i = 0; i < votes->count; i++)
        about += votes->items[i].seat == (int)seat;
    if (voter == seat || about > 1 || load->row.seats[seat].kind != STORE_SEAT_HUMAN)
        return STORE_OK;
    snprintf(data, sizeof data,
             "{\"text\":\"You have missed %d deadlines in a row, and the others have begun to vote "
             "about your seat. Make a move, and the vote is forgotten.\"}",
             load->clock.seats[seat].missed);
    return outbox_tell(tx, &(struct outbox_news){.kind = OUTBOX_NOTE,
                                                 .account = load->row.seats[seat].account,
                                                 .game = load->row.id,
                                                 .seats = 1u << seat,
                                                 .seq = load->game.seq,
                                                 .now = change->now,
                                                 .data = data});
}

static enum store_result run_cast(struct store_tx *tx, struct change *change, struct load *load,
                                  struct writer *w) {
    unsigned seat = (unsigned)change->seat, voter;
    struct votes votes = {.count = 0};
    enum store_result result = judge_vote(change, load, &voter);

    if (result == STORE_OK)
        result = store_seat_vote(
            tx, load->row.id,
            &(struct store_seat_vote){
                .seat = (int)seat, .voter = (int)voter, .account = change->to, .at = change->now});
    if (result == STORE_OK)
        result = read_votes(store_tx_reader(tx), load->row.id, &votes);
    if (result == STORE_OK)
        result = warn_owner(tx, change, load, &votes, voter);
    if (result == STORE_OK && is_carried(load, &votes, seat, change->to))
        result = change->to == 0 ? to_bot(tx, change, load, seat) : offer(tx, change, load, seat);
    return result == STORE_OK ? write_votes(w, load) : result;
}

static enum store_result run_withdraw(struct store_tx *tx, struct change *change, struct load *load,
                                      struct writer *w) {
    unsigned seat = (unsigned)change->seat, voter;
    struct votes votes;
    enum store_result result = change_judge_active(change, load);

    if (result != STORE_OK)
        return result;
    voter = change_own_seat(change, load);
    if (voter == NONE)
        return STORE_CONFLICT;
    result = store_seat_vote_forget(tx, load->row.id, (int)seat, (int)voter);
    if (result == STORE_OK)
        result = read_votes(store_tx_reader(tx), load->row.id, &votes);
    /* What was offered on the strength of it is not offered any more. */
    if (result == STORE_OK && votes.offered[seat] != 0 &&
        !is_carried(load, &votes, seat, votes.offered[seat]))
        result = store_seat_offer_forget(tx, load->row.id, (int)seat);
    return result == STORE_OK ? write_votes(w, load) : result;
}

static enum store_result run_take(struct store_tx *tx, struct change *change, struct load *load,
                                  struct writer *w) {
    unsigned seat = (unsigned)change->seat, own = row_seat(&load->row, change->account);
    struct votes votes;
    bool back, offered;
    enum store_result result = change_judge_active(change, load);

    if (result == STORE_OK)
        result = read_votes(store_tx_reader(tx), load->row.id, &votes);
    if (result != STORE_OK)
        return result;
    back = own == seat && handed_to_bot(load, seat);
    offered = votes.offered[seat] == change->account;
    if (own != NONE && !back)
        return change_refuse(change, PROBLEM_CONFLICT, "one account holds one seat of a game");
    if (!back && !offered)
        return change_refuse(change, PROBLEM_FORBIDDEN, "this seat is not offered to you");
    result = to_person(tx, change, load, seat);
    if (result != STORE_OK)
        return result;
    api_write_game(w, load);
    api_game_etag(change->etag, load, "");
    return STORE_OK;
}

/* ---- the endpoints ---- */

/* The seat that the route's second parameter names. */
static bool route_seat(struct request *rq, struct change *change) {
    const char *text = request_param(rq, 1);

    if (text[0] < '0' || text[0] >= '0' + STORE_SEATS_MAX || text[1] != '\0') {
        reply_not_found(rq);
        return false;
    }
    change->seat = text[0] - '0';
    if (change->seat >= change->seat_count) {
        reply_not_found(rq);
        return false;
    }
    return true;
}

/* "bot" or {"account":NAME}. */
static void read_target(struct read_errors *errors, struct store_reader *reader,
                        const json_t *value, struct change *change) {
    const char *name = NULL;
    const struct read_field fields[] = {
        {"account", READ_TEXT, .required = true, .to.text = &name, .min = 1,
         .max = STORE_NAME_SIZE - 1},
    };
    struct store_account account;

    if (json_is_string(value) && strcmp(json_string_value(value), "bot") == 0)
        return;
    if (!json_is_object(value)) {
        read_error(errors, "/to", "must be \"bot\" or {\"account\":\"NAME\"}");
        return;
    }
    if (!read_fields(errors, value, "/to", fields, 1))
        return;
    if (account_by_name(reader, name, &account) == STORE_OK)
        change->to = account.id;
    else
        read_error(errors, "/to/account", "nobody has this name");
}

void votes_cast(struct request *rq) {
    struct read_errors errors = {0};
    struct change *change;
    const json_t *body, *to = NULL;
    struct store_reader *reader;
    const struct read_field *list;

    if (change_again(rq))
        return;
    change = change_new(rq, false);
    body = change == NULL ? NULL : request_json(rq);
    reader = body == NULL ? NULL : api_reader(rq);
    if (reader == NULL)
        return;
    list = (const struct read_field[]){
        {"seat", READ_INT, .required = true, .to.number = &change->seat,
         .max = STORE_SEATS_MAX - 1},
        {"to", READ_ANY, .required = true, .to.json = &to},
    };
    if (read_fields(&errors, body, "", list, 2))
        read_target(&errors, reader, to, change);
    if (errors.count == 0 && change->seat >= change->seat_count)
        read_error(&errors, "/seat", "this game has the seats 0 to %d", change->seat_count - 1);
    if (errors.count > 0)
        reply_invalid(rq, &errors);
    else
        change_begin(rq, change, run_cast);
}

void votes_withdraw(struct request *rq) {
    struct change *change;

    if (change_again(rq))
        return;
    change = change_new(rq, false);
    if (change != NULL && route_seat(rq, change))
        change_begin(rq, change, run_withdraw);
}

void votes_take(struct request *rq) {
    struct change *change;

    if (change_again(rq))
        return;
    change = change_new(rq, true);
    if (change != NULL && route_seat(rq, change) && request_fields(rq, NULL, 0))
        change_begin(rq, change, run_take);
}
