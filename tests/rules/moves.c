/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Lines that begin with a seat: a move, its outcome, and whether it is refused. */
#include <string.h>

#include "tests/rules/scenario.h"

static void take_theft(struct run *run, struct move *move) {
    move->action.hex = (uint8_t)hex_take(run);
    move->action.seat = word_is(run, "from") ? (uint8_t)seat_take(run) : NONE;
    move->action.loot = word_is(run, loot_names[LOOT_CLOTH]) ? LOOT_CLOTH : LOOT_CARD;
    take_stolen(run, move);
}

static void take_vertex(struct run *run, struct move *move) {
    move->action.vertex = (uint8_t)vertex_take(run);
}

static void take_edge(struct run *run, struct move *move) {
    move->action.edges[0] = (uint8_t)edge_take(run);
}

static void take_given(struct run *run, struct move *move) {
    move->action.give = cards_take(run);
}

/* "4 wool for ore" */
static void take_exchange(struct run *run, struct move *move) {
    move->action.give = cards_take(run);
    if (!word_is(run, "for")) {
        wrong(run, "\"for\" and the cards wanted are expected");
    }
    move->action.take = cards_take(run);
}

static void take_offer(struct run *run, struct move *move) {
    take_exchange(run, move);
    if (word_is(run, "to")) {
        unsigned seat;
        while (number_is(run, &seat)) {
            move->action.seats = (uint8_t)(move->action.seats | 1u << seat);
        }
    }
    move->action.auto_confirm = word_is(run, "auto");
}

static void take_ref(struct run *run, struct move *move) {
    move->action.ref = offer_take(run);
}

static void take_seq(struct run *run, struct move *move) {
    move->action.ref = number_take(run);
}

static void take_counter(struct run *run, struct move *move) {
    take_ref(run, move);
    take_exchange(run, move);
}

static void take_confirm(struct run *run, struct move *move) {
    take_ref(run, move);
    if (!word_is(run, "with")) {
        wrong(run, "\"with\" and a seat are expected");
    }
    move->action.seat = (uint8_t)seat_take(run);
}

static void take_dev_card(struct run *run, struct move *move) {
    const char *next = word_peek(run);
    if (next != NULL && strcmp(next, "refused") != 0 && strcmp(next, "allowed") != 0) {
        move->outcome.card = (uint8_t)dev_take(run);
        move->given = PART_CARD;
    }
}

/* Moves of Cities & Knights are written with the fields in the engine's tables. */
static void take_fields(struct run *run, struct move *move) {
    fields_take(run, &move->action);
    take_outcome(run, move);
}

/* "14-19 ship 19-24" */
static void take_free_pieces(struct run *run, struct move *move) {
    unsigned edge, n = 0;
    memset(move->action.edges, NONE, sizeof move->action.edges);
    for (bool ship = word_is(run, "ship"); n < 2 && edge_is(run, &edge);
         ship = word_is(run, "ship")) {
        move->action.seats |= (uint8_t)(ship << n);
        move->action.edges[n++] = (uint8_t)edge;
    }
    take_reveals(run, move);
    take_gifts(run, move);
}

static void take_play(struct run *run, struct move *move) {
    if (run->setup.rules.knights) {
        move->action.type = PLAY_PROGRESS_CARD;
        move->action.card = (uint8_t)progress_take(run);
        if (move->action.card == PROGRESS_ROAD_BUILDING) {
            take_free_pieces(run, move);
        } else {
            take_fields(run, move);
        }
        return;
    }
    move->action.card = (uint8_t)dev_take(run);
    switch (move->action.card) {
    case KNIGHT:
        if (run->setup.rules.fleet) { /* it makes a warship */
            move->action.hex = move->action.seat = NONE;
        } else {
            take_theft(run, move);
        }
        break;
    case ROAD_BUILDING: take_free_pieces(run, move); break;
    case YEAR_OF_PLENTY: move->action.take = cards_take(run); break;
    case MONOPOLY: move->action.kind = (uint8_t)kind_take(run); break;
    default: break;
    }
}

/* "2 road 14-19", "3 settle 40" */
static void take_neutral(struct run *run, struct move *move) {
    move->action.seat = (uint8_t)seat_take(run);
    if (word_is(run, "settle")) {
        move->action.piece = PIECE_SETTLEMENT;
        take_vertex(run, move);
    } else if (word_is(run, "road")) {
        move->action.piece = PIECE_ROAD;
        take_edge(run, move);
    } else {
        wrong(run, "a neutral color builds a \"road\" or \"settle\"s");
    }
}

static void take_drawn(struct run *run, struct move *move) {
    if (word_is(run, "gets")) {
        move->outcome.cards = cards_take(run);
        move->given = PART_CARDS;
    }
}

static void take_road(struct run *run, struct move *move) {
    take_edge(run, move);
    take_reveals(run, move);
}

/* "attack 3": the die */
static void take_attack(struct run *run, struct move *move) {
    unsigned die;
    if (number_is(run, &die)) {
        move->outcome.yellow = (uint8_t)die;
        move->given = PART_DICE;
    }
}

static void take_nothing(struct run *run, struct move *move) {
    (void)run;
    (void)move;
}

static const struct verb {
    const char *word;
    uint8_t type;
    void (*take)(struct run *run, struct move *move);
} verbs[] = {
    {"settle", BUILD_SETTLEMENT, take_vertex},
    {"city", BUILD_CITY, take_vertex},
    {"road", BUILD_ROAD, take_road},
    {"roll", ROLL, take_roll},
    {"discard", DISCARD, take_given},
    {"robber", MOVE_ROBBER, take_theft},
    {"bank", MARITIME_TRADE, take_exchange},
    {"offer", OFFER_TRADE, take_offer},
    {"accept", ACCEPT_TRADE, take_ref},
    {"decline", DECLINE_TRADE, take_ref},
    {"counter", COUNTER_TRADE, take_counter},
    {"confirm", CONFIRM_TRADE, take_confirm},
    {"cancel", CANCEL_TRADE, take_ref},
    {"buy", BUY_DEV_CARD, take_dev_card},
    {"play", PLAY_DEV_CARD, take_play},
    {"end", END_TURN, take_nothing},
    {"resign", RESIGN, take_nothing},
    {"neutral", BUILD_NEUTRAL, take_neutral},
    {"force", FORCED_TRADE, take_drawn},
    {"return", RETURN_CARDS, take_given},
    {"desert", ROBBER_TO_DESERT, take_nothing},
    {"trade-in", TRADE_IN_KNIGHT, take_nothing},
    {"undo", UNDO, take_seq},
    {"wall", BUILD_CITY_WALL, take_fields},
    {"knight", BUILD_KNIGHT, take_fields},
    {"activate", ACTIVATE_KNIGHT, take_fields},
    {"promote", PROMOTE_KNIGHT, take_fields},
    {"move", MOVE_KNIGHT, take_fields},
    {"displace", DISPLACE_KNIGHT, take_fields},
    {"chase", CHASE_ROBBER, take_fields},
    {"improve", IMPROVE_CITY, take_fields},
    {"repair", REPAIR_CITY, take_fields},
    {"press", HARBOR_OFFER, take_fields},
    {"commodity", GIVE_COMMODITY, take_fields},
    {"give", GIVE_CARDS, take_fields},
    {"take", TAKE_CARDS, take_fields},
    {"take-card", TAKE_PROGRESS_CARD, take_fields},
    {"remove", REMOVE_KNIGHT, take_fields},
    {"place", PLACE_KNIGHT, take_fields},
    {"skip", SKIP, take_fields},
    {"relocate", RELOCATE_KNIGHT, take_fields},
    {"put-back", DISCARD_PROGRESS_CARD, take_fields},
    {"deck", CHOOSE_PROGRESS_DECK, take_fields},
    {"lose", CHOOSE_PILLAGED_CITY, take_fields},
    {"resource", TAKE_RESOURCE, take_fields},
    {"commit", COMMIT_KNIGHTS, take_fields},
    {"ship", BUILD_SHIP, take_fields},
    {"move-ship", MOVE_SHIP, take_fields},
    {"pirate", MOVE_PIRATE, take_fields},
    {"gold", CHOOSE_GOLD, take_fields},
    {"wonder", BUILD_WONDER, take_fields},
    {"place-harbor", PLACE_HARBOR, take_fields},
    {"attack", ATTACK_FORTRESS, take_attack},
    {"draw", DRAW_VICTIM, take_fields},
};

/* ---- playing an event ---- */

/* Through the bytes of the log and back: nothing is lost. */
static void replay(struct run *run, const struct event *event) {
    uint8_t body[EVENT_BODY_MAX], again[EVENT_BODY_MAX];
    struct event decoded = {0};
    size_t n = event_encode(event, body);
    if (!event_decode(event->type, event->player, body, n, &decoded)) {
        wrong(run, "the event's body cannot be read back");
    }
    if (event_encode(&decoded, again) != n || memcmp(body, again, n) != 0) {
        wrong(run, "the event read back is another one");
    }
    decoded.by = event->by;
    trail_apply(&run->retrail, &run->setup, &run->replayed, &decoded);
    if (game_hash(&run->replayed) != game_hash(&run->game)) {
        wrong(run, "replay from the log's bytes gives another state");
    }
}

void event_play(struct run *run, const struct event *event) {
    enum reason reason = trail_accepts(&run->trail, &run->setup, &run->game, event);
    if (reason != REASON_OK) {
        wrong(run, "the event is not accepted: %s (%s)", reasons[reason].code,
              reasons[reason].code);
    }
    run->before = run->game;
    run->last = *event;
    trail_apply(&run->trail, &run->setup, &run->game, event);
    replay(run, event);
    check_state(run);
}

/* ---- checking a move ---- */

static const char *rule_name(const struct run *run, unsigned seat, enum reason reason) {
    const char *rule = game_refusal_rule(&run->setup, &run->game, seat, reason);
    return rule != NULL ? rule : "-";
}

/* "refused CODE RULE" or "impossible CODE RULE": the reason must be exactly that one. */
static void expect_reason(struct run *run, unsigned seat, enum reason reason) {
    const char *code = word_take(run);
    const char *rule = word_take(run);
    const char *found = rule_name(run, seat, reason);
    if (reason == REASON_OK) {
        wrong(run, "expected refusal %s %s, got: it is allowed", code, rule);
    }
    if (strcmp(code, reasons[reason].code) != 0 || strcmp(rule, found) != 0) {
        wrong(run, "expected refusal %s %s, got %s %s", code, rule, reasons[reason].code, found);
    }
}

/* A refused move is also refused in a log or record. */
static void expect_unaccepted(struct run *run, unsigned seat, const struct move *move) {
    struct event event = {.type = move->action.type, .player = (uint8_t)seat, .by = BY_PLAYER};
    event.action = move->action;
    event.outcome = move->outcome;
    if (trail_accepts(&run->trail, &run->setup, &run->game, &event) == REASON_OK) {
        wrong(run, "refused as a move, but accepted as an event of a log");
    }
}

/* SEAT's view gives the same result as the whole state: a refusal reveals nothing hidden. */
static enum reason judge(struct run *run, unsigned seat, const struct action *action) {
    static struct game view;
    enum reason reason = trail_legal(&run->trail, &run->setup, &run->game, seat, action);
    game_view(&run->setup, &run->game, seat, &view);
    enum reason seen = trail_legal(&run->trail, &run->setup, &view, seat, action);
    if (seen != reason) {
        wrong(run, "on the player's own view the answer is %s, on the whole state %s",
              reasons[seen].code, reasons[reason].code);
    }
    return reason;
}

/* Draws what the line leaves open, and applies the move. */
static void play_move(struct run *run, unsigned seat, const struct move *move) {
    const struct action *action = &move->action;
    struct event event = {.type = action->type, .player = (uint8_t)seat, .by = BY_PLAYER};
    event.action = *action;
    event.outcome = move->outcome;
    event.drawn = (uint8_t)(game_parts(&run->setup, &run->game, action) & ~move->given);
    if (event.drawn != 0 || action->type == ROLL) { /* dice can be set in advance */
        struct test_chance chance;
        test_chance_init(&chance, run->seed);
        chance.chance.next = run->game.draws;
        game_draw(&run->setup, &run->game, seat, action, event.drawn, &chance.chance,
                  &event.outcome);
    }
    enum reason reason = game_possible(&run->setup, &run->game, seat, action, &event.outcome);
    if (reason != REASON_OK) {
        wrong(run, "the outcome is impossible: %s %s", reasons[reason].code,
              rule_name(run, seat, reason));
    }
    event_play(run, &event);
}

static void judge_line(struct run *run, unsigned seat, struct move *move) {
    const struct action *action = &move->action;
    const char *field = action_shape(&run->setup, action);
    if (word_is(run, "malformed")) {
        const char *expected = word_take(run);
        if (field == NULL || strcmp(field, expected) != 0) {
            wrong(run, "expected a bad %s, got %s", expected, field != NULL ? field : "none");
        }
        expect_unaccepted(run, seat, move);
        return;
    }
    if (field != NULL) {
        wrong(run, "the field %s names nothing that exists", field);
    }
    enum reason reason = judge(run, seat, action);
    if (word_is(run, "refused")) {
        expect_reason(run, seat, reason);
        expect_unaccepted(run, seat, move);
        return;
    }
    if (reason != REASON_OK) {
        wrong(run, "expected: allowed, got %s %s (%s)", reasons[reason].code,
              rule_name(run, seat, reason), reasons[reason].code);
    }
    if (word_is(run, "allowed")) {
        return;
    }
    check_draws(run, seat, action);
    if (word_is(run, "impossible")) {
        expect_reason(run, seat,
                      game_possible(&run->setup, &run->game, seat, action, &move->outcome));
        expect_unaccepted(run, seat, move);
        return;
    }
    play_move(run, seat, move);
}

/* "0 absent": the default, as the server writes it when the player's time is over. */
static void absent_line(struct run *run, unsigned seat) {
    if (game_decision(&run->game, seat) == NULL) {
        wrong(run, "nothing is asked of seat %u", seat);
    }
    struct event event = {.player = (uint8_t)seat, .by = BY_TIMEOUT};
    event.action = game_default(&run->setup, &run->game, seat);
    event.type = event.action.type;
    event.drawn = (uint8_t)game_parts(&run->setup, &run->game, &event.action);
    struct test_chance chance;
    test_chance_init(&chance, run->seed);
    chance.chance.next = run->game.draws;
    game_draw(&run->setup, &run->game, seat, &event.action, event.drawn, &chance.chance,
              &event.outcome);
    event_play(run, &event);
}

/* "start 1" or "start 1 rolls 0 3 4, 1 5 6, 2 1 1": the first event of a game. With "start drawn" the dice decide;
 * "lot" after the rolls: still tied after the last round. */
static void start_line(struct run *run) {
    struct event event = {.type = EVENT_START, .player = NONE, .by = BY_ENGINE};
    if (word_is(run, "drawn")) {
        struct test_chance chance;
        test_chance_init(&chance, run->seed);
        game_draw_start(&run->setup, &chance.chance, &event);
        event_play(run, &event);
        return;
    }
    event.start.first = (uint8_t)seat_take(run);
    if (word_is(run, "rolls")) {
        while (word_peek(run) != NULL && event.start.n_rolls < START_ROLLS_MAX &&
               *word_peek(run) >= '0' && *word_peek(run) <= '9') {
            struct start_roll *roll = &event.start.rolls[event.start.n_rolls++];
            roll->seat = (uint8_t)seat_take(run);
            roll->yellow = (uint8_t)number_take(run);
            roll->red = (uint8_t)number_take(run);
        }
    }
    event.start.lot = word_is(run, "lot");
    if (word_is(run, "refused")) {
        expect_reason(run, NONE, game_accepts(&run->setup, &run->game, &event));
        return;
    }
    event_play(run, &event);
}

/* "finish": what the server writes when there is a winner. */
static void finish_line(struct run *run) {
    struct event *reveal = &run->reveal, *finished = &run->finished;
    *reveal = *finished = (struct event){0};
    game_reveal(&run->setup, &run->game, reveal);
    event_play(run, reveal);
    game_finish(&run->setup, &run->game, finished);
    event_play(run, finished);
}

void move_line(struct run *run) {
    if (word_is(run, "start")) {
        start_line(run);
        return;
    }
    if (word_is(run, "finish")) {
        finish_line(run);
        return;
    }
    const char *first = word_peek(run);
    unsigned seat;
    if (!number_is(run, &seat)) {
        wrong(run, "a line cannot begin with \"%s\"", first);
    }
    if (word_is(run, "absent")) {
        absent_line(run, seat);
        return;
    }
    const char *word = word_take(run);
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        if (strcmp(word, verbs[i].word) == 0) {
            struct move move = {.action = {.type = verbs[i].type}};
            verbs[i].take(run, &move);
            judge_line(run, seat, &move);
            return;
        }
    }
    wrong(run, "there is no move \"%s\"", word);
}
