/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/orders/ask.h"

#include "db/clocks.h"
#include "db/games.h"
#include "service/orders/delay.h"

/* Orders are evaluated this long before a deadline, or at once if less is left. */
enum { DEADLINE_LEAD_MS = 60 * 1000 };

/* One seat's questions, while they are updated. */
struct question_change {
    struct store_tx *tx;
    const struct game_events *events;
    const struct store_orders *orders;
    int64_t deadline;                                     /* the seat's; 0: none */
    struct store_question questions[STORE_QUESTIONS_MAX]; /* as stored */
    size_t n;
    bool moved;  /* the seat has moved itself, or its orders have moved for it */
    bool undone; /* the person has undone something, which orders must not repeat */
};

enum store_result orders_set_timer(struct store_tx *tx, int64_t game, int seat) {
    struct store_question questions[STORE_QUESTIONS_MAX];
    size_t n;
    int64_t next = 0;
    enum store_result result = store_questions_of(store_tx_reader(tx), game, seat, questions, &n);

    for (size_t i = 0; i < n && result == STORE_OK; i++)
        if (questions[i].due_at != 0 && (next == 0 || questions[i].due_at < next))
            next = questions[i].due_at;
    if (result != STORE_OK)
        return result;
    return next == 0 ? store_timer_clear(tx, game, seat, STORE_TIMER_ORDER)
                     : store_timer_set(tx, game, seat, STORE_TIMER_ORDER, next);
}

enum store_result orders_answer_by(struct store_reader *reader, int64_t game, unsigned seat,
                                   int64_t now, int64_t *until) {
    struct store_question questions[STORE_QUESTIONS_MAX];
    size_t n = 0;
    enum store_result result = store_questions_of(reader, game, (int)seat, questions, &n);

    *until = 0;
    for (size_t i = 0; i < n && result == STORE_OK; i++)
        if (questions[i].due_at > now && questions[i].due_at > *until)
            *until = questions[i].due_at;
    return result;
}

enum store_result orders_remove(struct store_tx *tx, int64_t game, int seat) {
    enum store_result result = store_orders_remove(tx, game, seat);

    return result == STORE_OK ? store_timer_clear(tx, game, seat, STORE_TIMER_ORDER) : result;
}

enum store_result orders_ask_anew(struct store_tx *tx, const struct store_orders *orders,
                                  int64_t now) {
    const struct store_question everything = {
        .seat = orders->seat,
        .subject = STORE_QUESTION_EVERYTHING,
        .due_at = now + delay_draw(orders->median_ms, orders->max_ms),
    };
    enum store_result result = store_questions_clear(tx, orders->game, orders->seat);

    if (result == STORE_OK)
        result = store_question_set(tx, orders->game, &everything);
    return result == STORE_OK ? orders_set_timer(tx, orders->game, orders->seat) : result;
}

/* ---- what is open ---- */

/* A decision's mark, which distinguishes it from others: its kind, and the step and turn it belongs
 * to. */
enum { MARK_KIND = 0xff, MARK_STEP_SHIFT = 8, MARK_TURN_SHIFT = 12 };

static bool orders_offer_asks(const struct offer *offer, unsigned seat) {
    return offer->id != 0 && offer->player != seat && offer->to >> seat & 1 &&
           !((offer->accepted | offer->declined) >> seat & 1);
}

size_t orders_open_questions(const struct game *game, unsigned seat,
                             struct store_question questions[STORE_QUESTIONS_MAX]) {
    const struct decision *decision = game_decision(game, seat);
    size_t n = 0;

    if (game->phase != PHASE_PLAY)
        return 0;
    if (decision != NULL && !decision->answered)
        questions[n++] = (struct store_question){
            .seat = (int)seat,
            .subject = STORE_QUESTION_DECISION,
            .what = decision->kind | (uint32_t)game->step << MARK_STEP_SHIFT |
                    game->turn << MARK_TURN_SHIFT,
        };
    for (unsigned i = 0; i < OFFER_MAX; i++)
        if (orders_offer_asks(&game->offers[i], seat))
            questions[n++] =
                (struct store_question){.seat = (int)seat, .subject = game->offers[i].id};
    return n;
}
_Static_assert(OFFER_MAX + 2 <= STORE_QUESTIONS_MAX, "a decision, every offer, and everything");

/* ---- one seat ---- */

static const struct store_question *orders_find_question(const struct store_question *questions,
                                                         size_t n, uint32_t subject) {
    for (size_t i = 0; i < n; i++)
        if (questions[i].subject == subject)
            return &questions[i];
    return NULL;
}

static enum store_result orders_ask_one(const struct question_change *change,
                                        struct store_question question) {
    const struct store_orders *orders = change->orders;
    int64_t now = change->events->now;

    if (!change->undone) {
        question.due_at = now + delay_draw(orders->median_ms, orders->max_ms);
        if (change->deadline != 0 && question.due_at > change->deadline - DEADLINE_LEAD_MS)
            question.due_at = change->deadline - DEADLINE_LEAD_MS;
        if (question.due_at < now + DELAY_LEAST_MS)
            question.due_at = now + DELAY_LEAST_MS;
    }
    return store_question_set(change->tx, orders->game, &question);
}

/* Whether the question is the same as before, whose time is running or which has been evaluated. In
 * the player's own turn everything that others do may change the answer, so it is evaluated
 * again. */
static bool orders_still_asked(const struct question_change *change,
                               const struct store_question *before,
                               const struct store_question *question) {
    bool decision = question->subject == STORE_QUESTION_DECISION;

    return before != NULL && before->what == question->what && !(decision && change->moved) &&
           (before->due_at != 0 || !decision || (question->what & MARK_KIND) != DECIDE_TURN);
}

static enum store_result orders_ask_all(const struct question_change *change) {
    const struct store_orders *orders = change->orders;
    struct store_question open[STORE_QUESTIONS_MAX];
    size_t n = orders_open_questions(change->events->game, (unsigned)orders->seat, open);
    enum store_result result = STORE_OK;

    for (size_t i = 0; i < change->n && result == STORE_OK; i++) {
        uint32_t subject = change->questions[i].subject;

        if (subject != STORE_QUESTION_EVERYTHING && orders_find_question(open, n, subject) == NULL)
            result = store_question_remove(change->tx, orders->game, orders->seat, subject);
    }
    for (size_t i = 0; i < n && result == STORE_OK; i++)
        if (!orders_still_asked(change,
                                orders_find_question(change->questions, change->n, open[i].subject),
                                &open[i]))
            result = orders_ask_one(change, open[i]);
    return result;
}

static enum store_result orders_update_seat(struct store_tx *tx, const struct game_events *events,
                                            const struct store_orders *orders, int64_t deadline) {
    const struct store_seat *seat = &events->seats[orders->seat];
    struct question_change change = {
        .tx = tx,
        .events = events,
        .orders = orders,
        .deadline = deadline,
        .moved = events->moved >> orders->seat & 1,
    };
    enum store_result result;

    if (events->status != STORE_GAME_ACTIVE || seat->kind != STORE_SEAT_HUMAN ||
        seat->account != orders->account)
        return orders_remove(tx, events->game_id, orders->seat);
    change.undone = change.moved && events->types >> UNDO & 1;
    result = store_questions_of(store_tx_reader(tx), events->game_id, orders->seat,
                                change.questions, &change.n);
    if (result == STORE_OK)
        result = orders_ask_all(&change);
    return result == STORE_OK ? orders_set_timer(tx, events->game_id, orders->seat) : result;
}

enum store_result orders_on_events(struct store_tx *tx, const struct game_events *events) {
    struct store_orders orders[STORE_SEATS_MAX];
    int64_t deadlines[STORE_SEATS_MAX];
    size_t n = 0;
    enum store_result result = STORE_OK;

    if (events_interest(events)->orders)
        result = store_orders_of_game(store_tx_reader(tx), events->game_id, orders, &n);
    if (result != STORE_OK || n == 0)
        return result;
    result = store_timers_of(store_tx_reader(tx), events->game_id, STORE_TIMER_DEADLINE, deadlines);
    for (size_t i = 0; i < n && result == STORE_OK; i++)
        result = orders_update_seat(tx, events, &orders[i], deadlines[orders[i].seat]);
    return result;
}
