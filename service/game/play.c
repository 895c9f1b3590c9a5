/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/game/play.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "db/ahead.h"
#include "db/events.h"
#include "db/games.h"
#include "service/app/app.h"
#include "service/base/fair.h"
#include "service/base/log.h"
#include "service/bots/bot.h"
#include "service/game/append.h"
#include "service/game/deadlines.h"
#include "service/parts/parts.h"

unsigned play_waits_for(const struct game *game) {
    for (unsigned i = 0; i < game->n_pending; i++)
        if (!game->pending[i].answered)
            return game->pending[i].player;
    return game->n_pending > 0 ? game->pending[0].player : (unsigned)NONE;
}

unsigned play_waited(const struct game *game) {
    unsigned seats = 0;

    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        const struct decision *decision = game_asked(game, seat);

        seats |= (unsigned)(decision != NULL && !decision->answered) << seat;
    }
    return seats;
}

bool play_is_offered(const struct offer *offer, unsigned seat) {
    return offer->player != NONE && offer->id != 0 && offer->player != seat &&
           (offer->to & ~(offer->accepted | offer->declined)) >> seat & 1;
}

unsigned play_offered(const struct game *game, uint32_t after) {
    unsigned seats = 0;

    for (unsigned i = 0; i < OFFER_MAX; i++)
        for (unsigned seat = 0; seat < SEAT_MAX && game->offers[i].id > after; seat++)
            seats |= (unsigned)play_is_offered(&game->offers[i], seat) << seat;
    return seats;
}

unsigned play_ending(const struct setup *setup, const struct game *game, bool abandoned,
                     struct event events[PLAY_ENDING_MAX]) {
    struct game shown = *game;
    unsigned n = 0;

    if (game->phase != PHASE_FINISHED && !abandoned)
        return 0;
    if (!game->revealed) {
        game_reveal(setup, game, &events[n]);
        game_apply(setup, &shown, &events[n++]);
    }
    game_finish(setup, &shown, &events[n++]);
    return n;
}

/* ---- judging ---- */

void play_begin(struct play *play, const struct load *load) {
    const struct store_game *row = &load->row;

    play->verdict = PLAY_OK;
    play->reason = REASON_OK;
    play->index = 0;
    play->game_id = row->id;
    play->seq = load->game.seq;
    play->chain = load->chain;
    play->at = play->now > load->last_at ? play->now : load->last_at;
    play->game = load->game;
    for (unsigned seat = 0; seat < SEAT_MAX; seat++) /* set again at the end */
        play->game.players[seat].asked = false;
    trail_copy(&play->trail, &load->trail);
    play->log = load->log;
    play->log.viewer = play->viewer;
    play->log.trail = &play->trail;
    play->mode = row->mode;
    play->category = row->category;
    play->clocked = load->clock.runs;
    play->status = row->status;
    play->seat_count = (unsigned)row->seat_count;
    play->waited = play_waited(&load->game);
    play->seats_changed = 0;
    memset(play->part_uses, 0, sizeof play->part_uses);
    play->n_builds = 0;
    play->passes = false;
    play->n_events = 0;
    memcpy(play->seats, row->seats, sizeof play->seats);
    for (unsigned seat = 0; seat < STORE_SEATS_MAX; seat++) {
        play->was[seat].kind = row->seats[seat].kind;
        play->was[seat].account = row->seats[seat].account;
    }
}

void play_add(struct play *play, const struct setup *setup, const struct event *event) {
    struct play_event *to = &play->events[play->n_events++];
    struct game before = play->game;

    to->event = *event;
    to->size = event_encode(event, to->body);
    trail_apply(&play->trail, setup, &play->game, event);
    if (play->each != NULL)
        play->each(play, &before, event);
    log_reader_step(&play->log, &play->game, event);
}

static bool play_refuse(struct play *play, enum play_verdict verdict, enum reason reason) {
    play->verdict = verdict;
    play->reason = reason;
    return false;
}

static bool play_refuse_move(struct play *play, enum reason reason) {
    enum play_verdict verdict = PLAY_ILLEGAL;

    /* Only the first move of a batch is judged on the present state. A later one that is refused
     * makes the batch one that could never succeed, so it is illegal. */
    if (play->index == 0 && reason == REASON_FINISHED)
        verdict = PLAY_OVER;
    else if (play->index == 0 && (reason == REASON_NOT_YOUR_DECISION ||
                                  reason == REASON_NOT_STARTED || reason == REASON_RESIGNED))
        verdict = PLAY_NOT_YOURS;
    return play_refuse(play, verdict, reason);
}

/* The client seed comes with the first set-up move of a player who committed to one: before
 * anything has been drawn under the key that it is part of. */
static bool judge_seed(struct play *play, unsigned seat, const struct play_move *move) {
    struct store_seat *s = &play->seats[seat];
    /* Moves that the server makes for a player bring no seed: it can still come with the player's own
     * next move. */
    bool due = s->has_client_commitment && s->client_seed_len == 0 &&
               play->game.phase == PHASE_SETUP && move->action.type != RESIGN &&
               s->kind == STORE_SEAT_HUMAN && play->by == BY_PLAYER;

    if (!due)
        return !move->has_client_seed || play_refuse(play, PLAY_SEED_UNASKED, REASON_OK);
    if (!move->has_client_seed)
        return play_refuse(play, PLAY_SEED_NEEDED, REASON_OK);
    if (!fair_kept(s->client_commitment, move->client_seed))
        return play_refuse(play, PLAY_SEED_WRONG, REASON_OK);
    memcpy(s->client_seed, move->client_seed, FAIR_SEED_BYTES);
    s->client_seed_len = FAIR_SEED_BYTES;
    play->seats_changed |= 1u << seat;
    return true;
}

static void play_draw_outcome(const struct play *play, const struct load *load,
                              struct event *event) {
    struct fair_seeds seeds;
    struct fair fair;

    row_seeds(&load->row, play->seats, &seeds);
    fair_action(&fair, &seeds, event->type == PLACE_HARBOR);
    fair.chance.next = play->game.draws;
    game_draw(&load->setup, &play->game, event->player, &event->action, event->drawn, &fair.chance,
              &event->outcome);
}

/* Determines the parts of the outcome to be drawn, besides those GIVEN. */
static void play_begin_outcome(const struct play *play, const struct load *load, unsigned given,
                               struct event *event) {
    event->drawn = (uint8_t)(game_parts(&load->setup, &play->game, &event->action) & ~given);
    if (event->drawn == 0) /* dice set by a card are not drawn, but part of the outcome */
        game_draw(&load->setup, &play->game, event->player, &event->action, 0, NULL,
                  &event->outcome);
}

/* The seat that makes move play->index; NONE if there is none. */
static unsigned play_find_mover(const struct play *play) {
    const struct play_move *move =
        play->index < play->n_moves ? &play->moves[play->index] : NULL; /* NULL: from a part's
                                                                         * list */

    if (play->seat != NONE)
        return play->seat;
    return move != NULL && move->has_seat ? move->seat : play_waits_for(&play->game);
}

const struct decision *play_due_first(const struct play *play) {
    return play->reason == REASON_WRONG_DECISION ? game_decision(&play->game, play_find_mover(play))
                                                 : NULL;
}

const char *play_refusal_rule(const struct play *play, const struct setup *setup) {
    return game_refusal_rule(setup, &play->game, play_find_mover(play), play->reason);
}

/* Only people can undo. Some defaults of the absent are allowed only to the server (O-06). */
static enum reason play_check_action(const struct play *play, const struct load *load,
                                     unsigned seat, const struct action *action) {
    struct event event = {.type = action->type, .player = (uint8_t)seat, .by = (uint8_t)play->by};
    enum reason reason = trail_legal(&play->trail, &load->setup, &play->game, seat, action);

    if (reason == REASON_OK && action->type == UNDO && play->by != BY_PLAYER)
        return REASON_NOT_CALLED_FOR;
    if (play->by == BY_PLAYER || (reason != REASON_CARD_PLAYABLE && reason != REASON_HARBOR_DUE))
        return reason;
    event.action = *action;
    return game_accepts(&load->setup, &play->game, &event);
}

/* The move as meant: an undo that names no event undoes one move. */
static struct action play_complete_action(const struct play *play, const struct load *load,
                                          unsigned seat) {
    struct action action = play->moves[play->index].action;
    uint32_t to_seq[TRAIL_MAX];

    if (action.type == UNDO && action.ref == 0 &&
        trail_list(&play->trail, &load->setup, &play->game, seat, to_seq) > 0)
        action.ref = to_seq[0];
    return action;
}

bool play_allows(struct play *play, const struct load *load, struct event *event) {
    const struct play_move *move = &play->moves[play->index];
    unsigned seat = play_find_mover(play);
    struct action action;
    enum reason reason;

    if (play->game.phase == PHASE_FINISHED)
        return play_refuse_move(play, REASON_FINISHED);
    if (seat == NONE)
        return play_refuse_move(play, REASON_NOT_STARTED);
    if (play->by == BY_PLAYER && play->seats[seat].kind != STORE_SEAT_HUMAN)
        return play_refuse_move(play, REASON_RESIGNED);
    action = play_complete_action(play, load, seat);
    reason = play_check_action(play, load, seat, &action);
    if (reason == REASON_NOT_YOUR_DECISION || reason == REASON_NOT_STARTED)
        return play_refuse_move(play, reason);
    if (!judge_seed(play, seat, move))
        return false;
    if (reason != REASON_OK)
        return play_refuse_move(play, reason);
    if (play->mode == STORE_MODE_PLAY && play->index + 1 < play->n_moves &&
        game_reveals(&load->setup, &play->game, seat, &action))
        return play_refuse(play, PLAY_PEEKS, REASON_OK);
    *event = (struct event){.type = action.type, .player = (uint8_t)seat, .by = (uint8_t)play->by};
    event->action = action;
    event->outcome = move->outcome;
    play_begin_outcome(play, load, move->parts, event);
    return true;
}

/* Whether there is room for the events that a move brings with it. */
static bool play_has_room(const struct play *play) {
    return play->game.seq + PLAY_EVENTS_MAX + PLAY_ENDING_MAX <= PLAY_LOG_MAX;
}

/* Draws the missing parts of an outcome, and judges those GIVEN. */
static enum reason play_end_outcome(const struct play *play, const struct load *load,
                                    unsigned given, struct event *event) {
    if (event->drawn != 0)
        play_draw_outcome(play, load, event);
    return given == 0 ? REASON_OK
                      : game_possible(&load->setup, &play->game, event->player, &event->action,
                                      &event->outcome);
}

static bool judge_move(struct play *play, const struct load *load, struct event *event) {
    enum reason reason;

    if (!play_has_room(play))
        return play_refuse(play, PLAY_LOG_FULL, REASON_OK);
    if (!play_allows(play, load, event))
        return false;
    reason = play_end_outcome(play, load, play->moves[play->index].parts, event);
    return reason == REASON_OK || play_refuse(play, PLAY_IMPOSSIBLE, reason);
}

/* ---- what a move brings with it ---- */

static bool people_left(const struct play *play) {
    for (unsigned seat = 0; seat < play->seat_count; seat++)
        if (play->seats[seat].kind == STORE_SEAT_HUMAN && !play->game.players[seat].resigned)
            return true;
    return false;
}

/* A bot takes over when a player resigns, so that the others can finish; not in table games, where
 * the creator decides. */
static void play_replace_resigned(struct play *play, const struct setup *setup, unsigned seat) {
    struct store_seat *s = &play->seats[seat];
    struct event event = {.type = EVENT_SEAT_CHANGED, .player = NONE, .by = BY_ENGINE};

    s->resigned_at = play->at;
    play->seats_changed |= 1u << seat;
    if (play->mode == STORE_MODE_TABLE)
        return;
    s->kind = STORE_SEAT_BOT;
    snprintf(s->bot, sizeof s->bot, "%s", bot_names[BOT_GREEDY]);
    if (!people_left(play))
        return;
    event.seat_changed.seat = (uint8_t)seat;
    event.seat_changed.to_bot = 1;
    play_add(play, setup, &event);
}

static void play_add_ending(struct play *play, const struct setup *setup, bool abandoned) {
    struct event events[PLAY_ENDING_MAX];
    unsigned n = play_ending(setup, &play->game, abandoned, events);

    if (n == 0)
        return;
    play->status = abandoned ? STORE_GAME_ABANDONED : STORE_GAME_FINISHED;
    for (unsigned i = 0; i < n; i++)
        play_add(play, setup, &events[i]);
}

/* An impossible state must not reach the log, where it would stay for ever. */
static void play_check_state(struct play *play, const struct setup *setup) {
    const char *wrong = game_ok(setup, &play->game);

    if (wrong == NULL)
        return;
    log_line("error", "game number %lld, event %u: %s", (long long)play->game_id, play->game.seq,
             wrong);
    play_refuse(play, PLAY_BROKEN, REASON_OK);
}

const struct store_part_setting *play_setting(const struct play *play) {
    return play->passes ? &play->pass : play->part;
}

static struct part_ground play_part_ground(const struct play *play, const struct load *load) {
    struct part_ground ground = load_part_ground(load);

    ground.seats = play->seats;
    ground.fresh = play_setting(play);
    return ground;
}

/* A build whose given outcome is impossible is skipped; in the answer just given it is refused. */
static bool skip_part(struct play *play, const struct part_next *next, enum reason reason) {
    if (play->part != NULL && play->by == BY_PLAYER && play->part->seat == (int)next->seat) {
        play->index = next->place;
        return play_refuse(play, PLAY_IMPOSSIBLE, reason);
    }
    part_next_note(next, false, play->part_uses);
    return true;
}

/* False: it is refused. */
static bool carry_out_next(struct play *play, const struct load *load,
                           const struct part_next *next) {
    struct event event = {.type = next->action.type, .player = (uint8_t)next->seat, .by = BY_ORDER};
    enum reason reason;

    event.action = next->action;
    event.outcome = next->outcome;
    play_begin_outcome(play, load, next->given, &event);
    reason = play_end_outcome(play, load, next->given, &event);
    if (reason != REASON_OK)
        return skip_part(play, next, reason);
    part_next_note(next, true, play->part_uses);
    play->n_builds += next->counts;
    play_add(play, &load->setup, &event);
    return true;
}

/* Carries out parts of turns that need not wait for a player, so that nobody is notified
 * of a question that needs no answer. Settings that cannot be read or do not fit are left to the actor of
 * parts. */
static void play_carry_parts(struct play *play, const struct load *load) {
    const struct part_ground ground = play_part_ground(play, load);

    while (play->n_builds < PLAY_BUILDS_MAX && play_has_room(play)) {
        struct part_next next;

        if (part_next_find(&ground, &play->game, play->part_uses, &next) != STORE_OK || !next.due ||
            !carry_out_next(play, load, &next))
            return;
    }
}

/* If the settings cannot be read nobody is asked ahead, but only when their part comes. */
static void play_ask_parts(struct play *play, const struct load *load) {
    const struct part_ground ground = play_part_ground(play, load);

    if (play->status == STORE_GAME_ACTIVE)
        (void)parts_ask(&ground, &play->game);
}

/* Takes a single move that is one as the answer that its seat builds nothing. False: it is refused. */
static bool play_take_pass(struct play *play, const struct load *load) {
    const struct part_ground ground = play_part_ground(play, load);

    if (play->n_moves != 1 || !part_is_pass(&load->game, play->seat, &play->moves[0].action))
        return true;
    if (part_setting_find(&ground, play->seat, &play->pass) != STORE_OK)
        return play_refuse(play, PLAY_UNREAD, REASON_OK);
    part_answer(&play->pass, load->game.turn, "");
    play->passes = true;
    return true;
}

void play_judge(struct play *play, const struct load *load) {
    unsigned n_moves;

    play_begin(play, load);
    if (!play_take_pass(play, load))
        return;
    n_moves = play->passes ? 0 : play->n_moves;
    for (; play->index < n_moves; play->index++) {
        bool abandoned = false;
        struct event event;

        if (!judge_move(play, load, &event))
            return;
        play_add(play, &load->setup, &event);
        if (event.type == RESIGN) {
            play_replace_resigned(play, &load->setup, event.player);
            abandoned = !people_left(play);
        }
        if (!abandoned) /* a turn can also end by putting back a card (C-149) */
            play_carry_parts(play, load);
        play_add_ending(play, &load->setup, abandoned);
    }
    if (n_moves == 0) {
        play_carry_parts(play, load);
        play_add_ending(play, &load->setup, false);
    }
    play_check_state(play, &load->setup);
    play_ask_parts(play, load);
}

void play_hand_over(struct play *play, const struct load *load, unsigned seat,
                    const struct store_seat *to) {
    struct event event = {.type = EVENT_SEAT_CHANGED, .player = NONE, .by = BY_ENGINE};

    play->viewer = NONE;
    play_begin(play, load);
    if (play->game.seq + 1 + PLAY_ENDING_MAX > PLAY_LOG_MAX) {
        play_refuse(play, PLAY_LOG_FULL, REASON_OK);
        return;
    }
    play->seats[seat] = *to;
    play->seats_changed = 1u << seat;
    event.seat_changed.seat = (uint8_t)seat;
    event.seat_changed.to_bot = to->kind == STORE_SEAT_BOT;
    play_add(play, &load->setup, &event);
    play_ask_parts(play, load);
}

void play_end_agreed(struct play *play, const struct load *load) {
    struct event events[PLAY_ENDING_MAX];
    unsigned n;

    play->viewer = NONE;
    play_begin(play, load);
    n = play_ending(&load->setup, &play->game, true, events);
    events[n - 1].finished.agreed = 1;
    play->status = STORE_GAME_ABANDONED;
    for (unsigned i = 0; i < n; i++)
        play_add(play, &load->setup, &events[i]);
}

/* ---- writing ---- */

static enum store_result store_seats(struct store_tx *tx, const struct play *play) {
    enum store_result result = STORE_OK;

    for (unsigned seat = 0; seat < play->seat_count && result == STORE_OK; seat++) {
        struct store_seat was = {.kind = play->was[seat].kind, .account = play->was[seat].account};

        if (play->seats_changed >> seat & 1)
            result = store_seat_set(tx, play->game_id, (int)seat, &was, &play->seats[seat]);
    }
    return result;
}

struct game_events play_events_of(const struct play *play) {
    const uint64_t no_answer = UINT64_C(1) << OFFER_TRADE | UINT64_C(1) << ACCEPT_TRADE |
                               UINT64_C(1) << DECLINE_TRADE | UINT64_C(1) << COUNTER_TRADE |
                               UINT64_C(1) << CANCEL_TRADE | UINT64_C(1) << RESIGN;
    struct game_events events = {
        .game_id = play->game_id,
        .mode = play->mode,
        .status = play->status,
        .seats = play->seats,
        .seat_count = play->seat_count,
        .game = &play->game,
        .seq_before = play->seq,
        .chain_before = play->chain,
        .now = deadlines_count_from(play->at, play->now),
        .waited = play->waited,
        .category = play->category,
        .clocked = play->clocked,
    };

    for (unsigned i = 0; i < play->n_events; i++) {
        const struct event *event = &play->events[i].event;
        uint64_t type = UINT64_C(1) << event->type;
        unsigned player = event->player == NONE ? 0 : 1u << event->player;

        events.types |= type;
        events.moved |= player;
        if (event->by == BY_PLAYER)
            events.acted |= player;
        if (event->by == BY_TIMEOUT)
            events.timed_out |= player;
        if (!(type & no_answer))
            events.answered |= player;
        if (event->type == EVENT_SEAT_CHANGED)
            events.newcomers |= 1u << event->seat_changed.seat;
    }
    return events;
}

void play_ahead(struct store_tx *tx, const struct play *play) {
    struct game_events events = play_events_of(play);

    game_append_ahead(tx, &events);
}

static void play_rows(const struct play *play, struct store_event *rows) {
    for (unsigned i = 0; i < play->n_events; i++)
        rows[i] = game_append_row(play->seq + 1 + i, &play->events[i].event, play->at,
                                  play->events[i].body, play->events[i].size);
}

int64_t play_grows(const struct play *play) {
    struct store_event rows[PLAY_ROOM(PLAY_MOVES_MAX)];

    if (play->seq + play->n_events <= STORE_USUAL_EVENTS)
        return 0;
    play_rows(play, rows);
    return game_append_grows(play->seq, rows, play->n_events);
}

enum store_result play_write(struct store_tx *tx, const struct play *play) {
    struct store_event rows[PLAY_ROOM(PLAY_MOVES_MAX)];
    struct game_events events = play_events_of(play);
    enum store_result result;

    assert(play->verdict == PLAY_OK && play->n_events > 0 &&
           play->n_events <= sizeof rows / sizeof *rows);
    if (store_ahead_begin(store_tx_reader(tx))) {
        play_ahead(tx, play);
        store_ahead_end(store_tx_reader(tx));
    }
    play_rows(play, rows);
    result = store_seats(tx, play);
    if (result == STORE_OK)
        result = part_uses_write(tx, play->game_id, play->part_uses, play_setting(play));
    if (result == STORE_OK)
        result =
            game_append(tx, rows, play->n_events, &play->events[play->n_events - 1].event, &events);
    return result;
}

void play_announce(const struct play *play, struct app *app) {
    bool bots = false;

    for (unsigned seat = 0; seat < play->seat_count; seat++)
        bots = bots || play->seats[seat].kind == STORE_SEAT_BOT;
    /* Without events, a setting of parts was stored. */
    if (play->n_events == 0 || ((bots || play->game.part > 0) && play->status == STORE_GAME_ACTIVE))
        app_game_changed(app, play->game_id);
    else
        app_wake_watchers(app->server, play->game_id);
}
