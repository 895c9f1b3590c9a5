/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/votes.h"

#include <stdio.h>
#include <string.h>

#include "db/accounts.h"
#include "db/games.h"
#include "service/account/name.h"
#include "service/actor/waker.h"
#include "service/api/game.h"
#include "service/api/game_call.h"
#include "service/app/app.h"
#include "service/app/store_reply.h"
#include "service/base/language.h"
#include "service/base/text.h"
#include "service/base/time_text.h"
#include "service/bots/bot.h"
#include "service/game/play.h"
#include "service/game/timekeeper.h"
#include "service/game/waiting.h"
#include "service/moderation/moderation.h"
#include "service/notify/outbox.h"
#include "service/time/clock_json.h"

/* All votes about the seats of one game. */
struct votes {
    struct store_seat_vote items[STORE_SEAT_VOTES_MAX];
    size_t count;
    int64_t offered[STORE_SEATS_MAX]; /* account, by seat */
    struct waiting waiting;           /* filled in while the game was replayed */
    int64_t now;
};

static enum store_result read_votes(const struct load *load, struct votes *votes) {
    enum store_result result =
        store_seat_votes(load->reader, load->row.id, votes->items, &votes->count);

    if (result == STORE_OK)
        result = store_seat_offers(load->reader, load->row.id, votes->offered);
    return result == STORE_OK ? waiting_find(&votes->waiting, load) : result;
}

/* ---- who may be replaced by whom ---- */

/* A seat that a bot plays although nobody resigned it: it was handed to the bot. */
static bool handed_to_bot(const struct load *load, unsigned seat) {
    const struct store_seat *s = &load->row.seats[seat];

    return s->kind == STORE_SEAT_BOT && s->account != 0 && s->resigned_at != 0 &&
           !load->game.players[seat].resigned;
}

static bool has_missed(const struct load *load, unsigned seat) {
    return load->clock.runs && load->clock.seats[seat].missed >= load->clock.rules.vote_after;
}

/* Whether a player is absent: they have missed deadlines, or the game has waited for them for days. */
static bool is_absent(const struct load *load, const struct votes *votes, unsigned seat) {
    const int64_t over_at = votes->waiting.over_at[seat];

    if (load->row.status != STORE_GAME_ACTIVE || load->row.seats[seat].kind != STORE_SEAT_HUMAN)
        return false;
    return has_missed(load, seat) ||
           (over_at != 0 && over_at <= votes->now && app_clock_doubted() == 0);
}

/* Whether the others may vote about the seat. */
static bool is_open(const struct load *load, const struct votes *votes, unsigned seat) {
    return is_absent(load, votes, seat) ||
           (load->row.status == STORE_GAME_ACTIVE && handed_to_bot(load, seat));
}

/* How many votes of others replace a player: more than half of them. */
static unsigned votes_needed(const struct load *load, unsigned seat) {
    return bit_count(row_humans(&load->row) & ~(1u << seat)) / 2 + 1;
}

/* The others who still play, as a set: all of them must agree on what concerns everybody. */
static unsigned all_others(const struct load *load, const struct votes *votes, unsigned seat) {
    unsigned people = row_humans(&load->row) & ~(1u << seat);

    for (unsigned other = 0; other < (unsigned)load->row.seat_count; other++)
        if (is_absent(load, votes, other))
            people &= ~(1u << other);
    return people;
}

static bool wants_same(const struct store_seat_vote *a, const struct store_seat_vote *b) {
    return a->seat == b->seat && a->remedy == b->remedy && a->account == b->account &&
           strcmp(a->clock, b->clock) == 0;
}

/* Whether there are enough votes for what VOTE wants. To hand a seat on, its owner's vote alone is
 * enough. */
static bool is_carried(const struct load *load, const struct votes *votes,
                       const struct store_seat_vote *vote) {
    unsigned people = row_humans(&load->row), seat = (unsigned)vote->seat, voters = 0;

    for (size_t i = 0; i < votes->count; i++)
        if (wants_same(&votes->items[i], vote))
            voters |= 1u << votes->items[i].voter & people;
    if (vote->remedy != STORE_REMEDY_SEAT)
        return voters != 0 && (all_others(load, votes, seat) & ~voters) == 0;
    return voters >> seat & 1 || bit_count(voters) >= votes_needed(load, seat);
}

/* ---- the document ---- */

static void write_vote(struct writer *w, const struct store_seat_vote *vote) {
    writer_object(w);
    writer_int_member(w, "by", vote->voter);
    writer_key(w, "to");
    if (vote->remedy == STORE_REMEDY_CLOCK) {
        writer_object(w);
        writer_key(w, "clock");
        writer_json(w, vote->clock, strlen(vote->clock));
        writer_object_end(w);
    } else if (vote->remedy == STORE_REMEDY_END || vote->account == 0) {
        writer_text(w, vote->remedy == STORE_REMEDY_END ? "end" : "bot");
    } else {
        writer_object(w);
        writer_text_member(w, "account", vote->name);
        writer_object_end(w);
    }
    writer_object_end(w);
}

static void write_vote_seat(struct writer *w, const struct load *load, const struct votes *votes,
                            unsigned seat) {
    struct store_account account = {0};

    writer_object(w);
    writer_int_member(w, "seat", seat);
    writer_int_member(w, "missed", load->clock.runs ? load->clock.seats[seat].missed : 0);
    writer_time_or_null_member(w, "waiting_since", votes->waiting.since[seat]);
    writer_time_or_null_member(w, "open_at", votes->waiting.over_at[seat]);
    writer_bool_member(w, "open", is_open(load, votes, seat));
    writer_bool_member(w, "absent", is_absent(load, votes, seat));
    writer_int_member(w, "needed", votes_needed(load, seat));
    writer_int_member(w, "needed_by_all", bit_count(all_others(load, votes, seat)));
    writer_key(w, "votes");
    writer_array(w);
    for (size_t i = 0; i < votes->count; i++)
        if (votes->items[i].seat == (int)seat)
            write_vote(w, &votes->items[i]);
    writer_array_end(w);
    if (votes->offered[seat] != 0 &&
        store_account_get(load->reader, votes->offered[seat], &account) != STORE_OK)
        account.name[0] = '\0';
    writer_text_or_null_member(w, "offered_to", account.name);
    writer_object_end(w);
}

static enum store_result write_votes(struct writer *w, const struct load *load,
                                     struct votes *votes) {
    enum store_result result = read_votes(load, votes);

    if (result != STORE_OK)
        return result;
    writer_object(w);
    writer_key(w, "seats");
    writer_array(w);
    for (unsigned seat = 0; seat < (unsigned)load->row.seat_count; seat++)
        write_vote_seat(w, load, votes, seat);
    writer_array_end(w);
    writer_object_end(w);
    return STORE_OK;
}

void votes_get(struct request *rq) {
    struct buffer body;
    struct votes votes = {.now = app_now()};
    struct writer w;
    struct load load;

    if (!api_load(rq, &load))
        return;
    if (check_stored(rq, load_replay(&load, LOAD_LATEST, waiting_note, &votes.waiting))) {
        enum store_result result;

        w = writer_begin(&body, API_GAME_MAX);
        result = write_votes(&w, &load, &votes);
        reply_stored(rq, result, &body);
    }
    load_end(&load);
}

/* ---- handing over ---- */

struct vote_request {
    struct game_call game; /* first */
    int64_t seat;          /* the seat it is about */
    struct store_seat_vote to;
    struct store_clock rules; /* for a vote on a clock */
    struct votes votes;
    /* what came of it */
    bool handed_over; /* the seat has changed hands, by this play's events */
    bool ended;       /* the game has ended, by this play's events */
    bool clocked;     /* the game has got a clock */
    struct play play;
    int64_t left; /* the account that had it before; 0: none */
};

/* Loads the game again and resets the results. */
static enum store_result votes_load(struct store_tx *tx, struct vote_request *request) {
    enum store_result result;

    request->handed_over = request->ended = request->clocked = false;
    request->left = 0;
    request->votes = (struct votes){.now = request->game.call.now};
    request->game.each = waiting_note;
    request->game.each_context = &request->votes.waiting;
    result = game_call_load_active(tx, &request->game);
    return result == STORE_OK ? read_votes(&request->game.load, &request->votes) : result;
}

/* Deletes the votes about a seat, which do not apply to its new player. */
static enum store_result votes_forget(struct store_tx *tx, int64_t game, unsigned seat) {
    enum store_result result = store_seat_vote_forget(tx, game, (int)seat, -1);

    if (result == STORE_OK)
        result = store_seat_offer_forget(tx, game, (int)seat);
    return result == STORE_OK ? store_pause_forget(tx, game, (int)seat) : result;
}

/* Writes that TO plays the seat from now on, and updates the loaded game. */
static enum store_result votes_hand_over(struct store_tx *tx, struct vote_request *request,
                                         const struct store_seat *to) {
    struct load *load = &request->game.load;
    unsigned seat = (unsigned)request->seat;
    int64_t before = load->row.seats[seat].account;
    struct play *play = &request->play;
    struct play_event event;
    enum store_result result;

    *play = (struct play){.now = request->game.call.now, .events = &event};
    play_hand_over(play, load, seat, to);
    if (play->verdict != PLAY_OK)
        return endpoint_refuse(&request->game.call, PROBLEM_CONFLICT,
                               "the log of this game is full");
    result = play_write(tx, play);
    play->events = NULL;
    if (result == STORE_OK && before != 0 && before != to->account) {
        result = store_seat_past(tx, load->row.id, (int)seat, before, play->now);
        request->left = before;
    }
    if (result == STORE_OK)
        result = votes_forget(tx, load->row.id, seat);
    if (result == STORE_OK)
        result = clock_load(&load->clock, store_tx_reader(tx), load->row.id);
    load->game = play->game;
    load->row.seats[seat] = *to;
    request->votes.waiting.noted[seat] = play->at; /* the wait for its new player starts now */
    request->handed_over = true;
    return result;
}

static enum store_result votes_give_to_bot(struct store_tx *tx, struct vote_request *request) {
    struct store_seat to = request->game.load.row.seats[request->seat];

    to.kind = STORE_SEAT_BOT;
    to.resigned_at = request->game.call.now;
    snprintf(to.bot, sizeof to.bot, "%s", bot_names[BOT_GREEDY]);
    return votes_hand_over(tx, request, &to);
}

static enum store_result votes_give_to_caller(struct store_tx *tx, struct vote_request *request) {
    struct store_seat to = request->game.load.row.seats[request->seat];
    struct store_account account;
    enum store_result result =
        store_account_get(store_tx_reader(tx), request->game.call.account, &account);

    if (result != STORE_OK)
        return result;
    to.kind = STORE_SEAT_HUMAN;
    to.account = account.id;
    to.account_bot = account.bot;
    to.resigned_at = 0;
    to.bot[0] = '\0';
    memcpy(to.account_name, account.name, sizeof to.account_name);
    /* A contribution to the dice's seed that is still missing can no longer be given. */
    if (to.client_seed_len == 0)
        to.has_client_commitment = false;
    return votes_hand_over(tx, request, &to);
}

static void votes_committed(void *state) {
    const struct vote_request *request = state;
    struct app *app = request->game.call.app;

    waker_nudge(app->waker);
    if (request->clocked)
        app_game_changed(app, request->game.game);
    if (request->handed_over || request->ended)
        play_announce(&request->play, app);
    if (!request->handed_over)
        return;
    if (request->left != 0)
        app_account_changed(app, request->left);
    app_account_changed(app, request->game.call.account);
}

/* ---- notifying ---- */

/* ---- votes that concern everybody ---- */

static enum store_result votes_end_game(struct store_tx *tx, struct vote_request *request) {
    struct load *load = &request->game.load;
    struct play *play = &request->play;
    struct play_event events[PLAY_ENDING_MAX];
    enum store_result result;

    *play = (struct play){.now = request->game.call.now, .events = events};
    play_end_agreed(play, load);
    result = play_write(tx, play);
    play->events = NULL;
    load->game = play->game;
    load->row.status = play->status;
    request->ended = true;
    return result;
}

static enum store_result votes_add_clock(struct store_tx *tx, struct vote_request *request) {
    struct load *load = &request->game.load;
    enum store_result result = timekeeper_begin(tx, load, &request->rules, request->game.call.now);

    if (result == STORE_OK)
        result = votes_forget(tx, load->row.id, (unsigned)request->seat);
    if (result == STORE_OK)
        result = game_call_tell_others(tx, &request->game, TEXT_NOTIFY_CLOCK_BEGUN, "");
    if (result == STORE_OK)
        result = clock_load(&load->clock, store_tx_reader(tx), load->row.id);
    request->clocked = true;
    return result;
}

/* ---- POST /v1/games/{id}/votes ---- */

/* The rules are stored as shown, with all defaults, so that equal rules have equal texts. */
static void votes_read_clock(struct read_errors *errors, const json_t *value,
                             struct vote_request *request) {
    struct buffer out;
    struct writer w = writer_begin(&out, STORE_VOTE_CLOCK_SIZE - 1);

    request->to.remedy = STORE_REMEDY_CLOCK;
    if (clock_read(errors, value, "/to/clock", &request->rules)) {
        clock_write_rules(&w, &request->rules);
        snprintf(request->to.clock, sizeof request->to.clock, "%.*s",
                 out.failed ? 0 : (int)out.size, out.failed ? "" : out.data);
    }
    buffer_free(&out);
}

/* "bot", "end", {"account":NAME} or {"clock":RULES}. */
static void votes_read_target(struct read_errors *errors, struct store_reader *reader,
                              const json_t *value, struct vote_request *request) {
    const char *word = json_string_value(value), *name = NULL;
    const json_t *rules = NULL;
    const struct read_field fields[] = {
        {"account", READ_TEXT, .to.text = &name, .min = 1, .max = STORE_NAME_SIZE - 1},
        {"clock", READ_OBJECT, .to.json = &rules},
    };
    struct store_account account;

    if (word != NULL && strcmp(word, "end") == 0)
        request->to.remedy = STORE_REMEDY_END;
    if (word != NULL && (strcmp(word, "bot") == 0 || strcmp(word, "end") == 0))
        return;
    if (!json_is_object(value) || json_object_size(value) != 1) {
        read_error(errors, "/to",
                   "must be \"bot\", \"end\", {\"account\":\"NAME\"} or "
                   "{\"clock\":{…}}");
        return;
    }
    if (!read_fields(errors, value, "/to", fields, 2))
        return;
    if (rules != NULL)
        votes_read_clock(errors, rules, request);
    else if (account_by_name(reader, name, &account) == STORE_OK)
        request->to.account = account.id;
    else
        read_error(errors, "/to/account", "there is no account of this name");
}

static bool votes_cast_read(struct request *rq, void *state) {
    struct vote_request *request = state;
    const struct load *load = &request->game.load;
    struct read_errors errors = {0};
    const json_t *body = NULL, *to = NULL;
    const struct read_field fields[] = {
        {"seat", READ_INT, .required = true, .to.number = &request->seat,
         .max = STORE_SEATS_MAX - 1},
        {"to", READ_ANY, .required = true, .to.json = &to},
    };

    if (!game_call_open_seated(rq, &request->game) || (body = request_json(rq)) == NULL)
        return false;
    if (read_fields(&errors, body, "", fields, 2))
        votes_read_target(&errors, load->reader, to, request);
    if (errors.count == 0 && request->seat >= load->row.seat_count)
        read_error(&errors, "/seat", "this game has the seats 0 to %d", load->row.seat_count - 1);
    return check_valid(rq, &errors);
}

/* Refuses with the reason why only its owner can hand the seat on. */
static enum store_result votes_refuse_closed(struct vote_request *request) {
    const struct load *load = &request->game.load;
    struct endpoint_call *call = &request->game.call;
    int seat = (int)request->seat, after = load->clock.rules.vote_after;

    const int64_t over_at = request->votes.waiting.over_at[seat];
    char text[TIME_TEXT_SIZE];

    if (load->row.seats[seat].kind != STORE_SEAT_HUMAN)
        return endpoint_refuse(call, PROBLEM_CONFLICT, "seat %d cannot be given to another player",
                               seat);
    if (over_at != 0 && !load->clock.runs) {
        time_write(text, over_at);
        return endpoint_refuse(call, PROBLEM_CONFLICT,
                               "the game has to wait for seat %d for seven days first: until %s",
                               seat, text);
    }
    if (!load->clock.runs)
        return endpoint_refuse(call, PROBLEM_CONFLICT, "the game does not wait for seat %d", seat);
    return endpoint_refuse(call, PROBLEM_CONFLICT,
                           "the player of seat %d has to miss %d deadline%s in a row first", seat,
                           after, after == 1 ? "" : "s");
}

/* A vote that concerns everybody needs an absent player, and is decided by the others. */
static enum store_result votes_judge_all(struct vote_request *request, unsigned voter) {
    const struct load *load = &request->game.load;
    struct endpoint_call *call = &request->game.call;
    unsigned seat = (unsigned)request->seat;

    if (voter == seat)
        return endpoint_refuse(call, PROBLEM_CONFLICT,
                               "only the others can vote for that; hand on your seat, or resign");
    if (!is_absent(load, &request->votes, seat))
        return votes_refuse_closed(request);
    if (request->to.remedy == STORE_REMEDY_CLOCK && load->clock.runs)
        return endpoint_refuse(call, PROBLEM_CONFLICT, "this game already has a clock");
    return STORE_OK;
}

/* Nobody's seat in a rated game depends on what rivals want. */
static enum store_result votes_refuse_rated(struct endpoint_call *call) {
    return endpoint_refuse(call, PROBLEM_CONFLICT,
                           "in a rated game players keep their seats, and the clock alone decides "
                           "about the absent");
}

static enum store_result votes_judge(struct vote_request *request, unsigned *voter) {
    const struct store_game *row = &request->game.load.row;
    struct endpoint_call *call = &request->game.call;
    unsigned seat = (unsigned)request->seat;

    *voter = game_call_own_seat(&request->game);
    if (*voter == NONE)
        return STORE_CONFLICT;
    if (row->category != 0)
        return votes_refuse_rated(call);
    if (request->to.remedy != STORE_REMEDY_SEAT)
        return votes_judge_all(request, *voter);
    if (*voter != seat && !is_open(&request->game.load, &request->votes, seat))
        return votes_refuse_closed(request);
    if (request->to.account == 0 && row->seats[seat].kind == STORE_SEAT_BOT)
        return endpoint_refuse(call, PROBLEM_CONFLICT, "a bot already plays this seat");
    if (request->to.account == 0 && (row_humans(row) & ~(1u << seat)) == 0)
        return endpoint_refuse(call, PROBLEM_CONFLICT,
                               "no other player is left in this game; resign to end it");
    if (request->to.account != 0 && row_seat(row, request->to.account) != NONE)
        return endpoint_refuse(call, PROBLEM_CONFLICT,
                               "an account can have only one seat in a game");
    return STORE_OK;
}

/* Offers the seat to an account, which is notified. */
static enum store_result votes_offer(struct store_tx *tx, const struct vote_request *request) {
    const struct load *load = &request->game.load;
    int64_t now = request->game.call.now;
    char data[32];
    enum store_result result =
        store_seat_offer(tx, load->row.id, (int)request->seat, request->to.account, now);

    if (result != STORE_OK)
        return result;
    snprintf(data, sizeof data, "{\"seat\":%d}", (int)request->seat);
    return outbox_enqueue(tx, &(struct outbox_news){.kind = OUTBOX_INVITE,
                                                    .account = request->to.account,
                                                    .game = load->row.id,
                                                    .seats = 1u << request->seat,
                                                    .seq = load->game.seq,
                                                    .now = now,
                                                    .data = data});
}

/* At the first vote about an absent player, that player is notified. */
static enum store_result votes_warn_owner(struct store_tx *tx, const struct vote_request *request,
                                          unsigned voter) {
    const struct load *load = &request->game.load;
    const struct votes *votes = &request->votes;
    unsigned seat = (unsigned)request->seat, about = 0;
    unsigned missed = load->clock.runs ? (unsigned)load->clock.seats[seat].missed : 0;
    char number[16];

    for (size_t i = 0; i < votes->count; i++)
        about += votes->items[i].seat == (int)seat;
    if (voter == seat || about > 1 || load->row.seats[seat].kind != STORE_SEAT_HUMAN)
        return STORE_OK;
    snprintf(number, sizeof number, "%u", missed);
    return game_call_tell(tx, &request->game, seat,
                          has_missed(load, seat) ? TEXT_NOTIFY_MISSED : TEXT_NOTIFY_WAITED, number);
}

/* The others learn of what nobody has wanted before. */
static enum store_result votes_tell_voters(struct store_tx *tx,
                                           const struct vote_request *request) {
    const struct load *load = &request->game.load;
    const struct votes *votes = &request->votes;
    unsigned same = 0, owner = (unsigned)request->seat;
    enum store_result result = STORE_OK;

    for (size_t i = 0; i < votes->count; i++)
        same += wants_same(&votes->items[i], &request->to);
    for (unsigned seat = 0; same == 1 && seat < (unsigned)load->row.seat_count; seat++)
        if (result == STORE_OK && seat != owner && (int)seat != request->to.voter &&
            load->row.seats[seat].kind == STORE_SEAT_HUMAN)
            result = game_call_tell(tx, &request->game, seat, TEXT_NOTIFY_PROPOSED,
                                    load->row.seats[request->to.voter].account_name);
    return result;
}

static enum store_result votes_reply(struct vote_request *request) {
    struct writer w = writer_to(&request->game.call.reply.body);

    return write_votes(&w, &request->game.load, &request->votes);
}

/* Carries out what all who had to agree have voted for. */
static enum store_result votes_carry_out(struct store_tx *tx, struct vote_request *request) {
    switch (request->to.remedy) {
    case STORE_REMEDY_CLOCK: return votes_add_clock(tx, request);
    case STORE_REMEDY_END: return votes_end_game(tx, request);
    default:
        return request->to.account == 0 ? votes_give_to_bot(tx, request) : votes_offer(tx, request);
    }
}

static enum store_result votes_cast_run(struct store_tx *tx, void *state) {
    struct vote_request *request = state;
    const struct load *load = &request->game.load;
    unsigned voter = NONE;
    enum store_result result = votes_load(tx, request);

    if (result == STORE_OK)
        result = votes_judge(request, &voter);
    request->to.seat = (int)request->seat;
    request->to.voter = (int)voter;
    request->to.at = request->game.call.now;
    if (result == STORE_OK)
        result = store_seat_vote(tx, load->row.id, &request->to);
    if (result == STORE_OK)
        result = read_votes(load, &request->votes);
    if (result == STORE_OK)
        result = votes_warn_owner(tx, request, voter);
    if (result == STORE_OK && is_carried(load, &request->votes, &request->to))
        result = votes_carry_out(tx, request);
    else if (result == STORE_OK)
        result = votes_tell_voters(tx, request);
    return result == STORE_OK ? votes_reply(request) : result;
}

const struct endpoint votes_cast = {
    .size = sizeof(struct vote_request),
    .body_max = API_GAME_MAX,
    .status = 200,
    .keyed = true,
    .read = votes_cast_read,
    .run = votes_cast_run,
    .committed = votes_committed,
    .close = game_call_close,
};

/* ---- DELETE /v1/games/{id}/votes/{seat} ---- */

/* The seat that the route's second parameter names. */
static bool votes_read_seat(struct request *rq, struct vote_request *request) {
    const char *text = request_param(rq, 1);

    if (strlen(text) == 1 &&
        text_read_number(text, 0, request->game.load.row.seat_count - 1, &request->seat))
        return true;
    reply_not_found(rq);
    return false;
}

static bool votes_withdraw_read(struct request *rq, void *state) {
    struct vote_request *request = state;

    return game_call_open_seated(rq, &request->game) && votes_read_seat(rq, request);
}

static enum store_result votes_withdraw_run(struct store_tx *tx, void *state) {
    struct vote_request *request = state;
    const struct load *load = &request->game.load;
    unsigned seat = (unsigned)request->seat, voter;
    struct votes *votes = &request->votes;
    enum store_result result = votes_load(tx, request);

    if (result != STORE_OK)
        return result;
    voter = game_call_own_seat(&request->game);
    if (voter == NONE)
        return STORE_CONFLICT;
    result = store_seat_vote_forget(tx, load->row.id, (int)seat, (int)voter);
    if (result == STORE_OK)
        result = read_votes(load, votes);
    /* An offer that depended on the vote is withdrawn. */
    if (result == STORE_OK && votes->offered[seat] != 0 &&
        !is_carried(load, votes,
                    &(struct store_seat_vote){.seat = (int)seat, .account = votes->offered[seat]}))
        result = store_seat_offer_forget(tx, load->row.id, (int)seat);
    return result == STORE_OK ? votes_reply(request) : result;
}

const struct endpoint votes_withdraw = {
    .size = sizeof(struct vote_request),
    .body_max = API_GAME_MAX,
    .status = 200,
    .read = votes_withdraw_read,
    .run = votes_withdraw_run,
    .committed = votes_committed,
    .close = game_call_close,
};

/* ---- POST /v1/games/{id}/seats/{seat}/take ---- */

static bool votes_take_read(struct request *rq, void *state) {
    struct vote_request *request = state;

    return game_call_open(rq, &request->game) && votes_read_seat(rq, request) &&
           request_fields(rq, NULL, 0);
}

static enum store_result votes_take_run(struct store_tx *tx, void *state) {
    struct vote_request *request = state;
    const struct load *load = &request->game.load;
    struct endpoint_call *call = &request->game.call;
    unsigned seat = (unsigned)request->seat, own;
    bool back, offered;
    enum store_result result = votes_load(tx, request);

    if (result != STORE_OK)
        return result;
    if (load->row.category != 0)
        return votes_refuse_rated(call);
    own = row_seat(&load->row, call->account);
    back = own == seat && handed_to_bot(load, seat);
    offered = request->votes.offered[seat] == call->account;
    if (own != NONE && !back)
        return endpoint_refuse(call, PROBLEM_CONFLICT,
                               "an account can have only one seat in a game");
    if (!back && !offered)
        return endpoint_refuse(call, PROBLEM_FORBIDDEN, "this seat is not offered to you");
    if (!back)
        result = moderation_hold(tx, call, ACT_PLAY);
    if (result == STORE_OK)
        result = votes_give_to_caller(tx, request);
    if (result == STORE_OK)
        game_call_reply_game(&request->game);
    return result;
}

const struct endpoint votes_take = {
    .size = sizeof(struct vote_request),
    .body_max = API_GAME_MAX,
    .status = 200,
    .keyed = true,
    .read = votes_take_read,
    .run = votes_take_run,
    .committed = votes_committed,
    .close = game_call_close,
};
