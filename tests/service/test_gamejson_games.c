/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Random games as documents: every state, event and move written and read back, whole records, and the verdicts on
 * correct and manipulated ones. */
#include <stdio.h>
#include <string.h>

#include "service/document/action_json.h"
#include "service/document/event_json.h"
#include "service/document/position.h"
#include "service/document/record.h"
#include "service/document/verify.h"
#include "service/document/view_json.h"
#include "tests/service/gamejson_help.h"
#include "tests/support/check_main.h"
#include "tests/support/random_game.h"
#include "tests/support/setups.h"

enum {
    BASE_KINDS = 3, /* of games: with two, three and four players */
    KNIGHTS_KINDS = 4,
    LARGE_KINDS = 2,   /* with five and six players, the second of them with knights */
    KINDS = 12,        /* the last three at sea */
    GAMES = 36,        /* loops of each test; the seed is the base seed plus the loop */
    EVENTS_MAX = 4000, /* of one game here */
    CHECK_EVERY = 3,   /* states between two that are checked */
    CHECK_EVERY_SHORT = 9,
    RECORD_GAMES = 9,
    TAMPERINGS = 60, /* of one record */
    TAMPERINGS_SHORT = 20,
    START_AT = INT32_MAX, /* time of the first event, Unix seconds */
};

static struct buffer buffer;

static void set_up(void) {
    buffer_init(&buffer, DOCUMENT_MAX);
}

static void tear_down(void) {
    buffer_free(&buffer);
}

static uint64_t base_seed(int loop) {
    static unsigned long long seed;
    if (seed == 0)
        seed = test_seed(20260121);
    return seed + (unsigned)loop;
}

/* ---- the games ---- */

/* A game of the kind for loop I, with its start event applied. */
static void begin(struct random_game *rg, uint64_t seed, int i, struct event *start) {
    unsigned kind = (unsigned)i % KINDS;
    if (kind < BASE_KINDS)
        random_game_begin(rg, seed, 2 + kind, start);
    else if (kind < BASE_KINDS + KNIGHTS_KINDS)
        random_game_begin_knights(rg, seed, 3 + kind % 2, start);
    else if (kind < BASE_KINDS + KNIGHTS_KINDS + LARGE_KINDS)
        random_game_begin_large(rg, seed, kind == BASE_KINDS + KNIGHTS_KINDS + 1, start);
    else
        (kind == KINDS - 1 ? random_game_begin_sea : random_game_begin_scenario)(rg, seed, start);
}

/* ---- there and back ---- */

/* The sources add up to a player's points, including hidden cards. */
static void check_points(const json_t *view) {
    const json_t *players = json_object_get(view, "players");
    for (size_t seat = 0; seat < json_array_size(players); seat++) {
        json_t *points = json_object_get(json_array_get(players, seat), "points"), *from;
        json_int_t sum = 0;
        const char *name;
        json_object_foreach(json_object_get(points, "sources"), name, from) {
            ck_assert_msg(json_integer_value(from) > 0, "%s gives nothing", name);
            sum += json_integer_value(from);
        }
        ck_assert_int_eq(sum, json_integer_value(json_object_get(points, "total")));
    }
}

static void check_position(const struct setup *setup, const struct game *game) {
    struct read_errors errors = {0};
    struct game again;
    write_view(&buffer, setup, game, VIEWER_ALL);
    json_t *value = json_of_buffer(&buffer);
    check_points(value);
    bool ok = position_read(&errors, value, "/position", setup, &again);
    ck_assert_msg(ok, "seq %u: %s\n%.*s", game->seq, errors_text(&errors),
                  (int)(buffer.size > 2000 ? 2000 : buffer.size), buffer.data);
    ck_assert_msg(position_same(game, &again), "seq %u: another state\n%.*s", game->seq,
                  (int)(buffer.size > 6000 ? 6000 : buffer.size), buffer.data);
    json_decref(value);
}

static void check_event(const struct setup *setup, const struct game *before,
                        const struct game *after, const struct event *event) {
    struct log_reader reader = {.setup = setup, .viewer = VIEWER_ALL};
    struct read_errors errors = {0};
    struct event again;
    int64_t at;
    buffer_clear(&buffer);
    struct writer w = writer_to(&buffer);
    event_write(&w, &reader, before, after, event, START_AT);
    json_t *value = json_of_buffer(&buffer);
    ck_assert_msg(event_read(&errors, value, "", setup, before, &again, &at), "%s\n%.*s",
                  errors_text(&errors), (int)buffer.size, buffer.data);
    ck_assert_int_eq(at, START_AT);
    ck_assert_msg(memcmp(&again, event, sizeof again) == 0, "another event: %.*s",
                  (int)(buffer.size > 2000 ? 2000 : buffer.size), buffer.data);
    json_decref(value);
}

static void check_list(const struct setup *setup, const struct game *game, unsigned seat) {
    static struct move_list list;
    game_list(setup, game, seat, &list);
    for (size_t i = 0; i < list.n; i++) {
        struct read_errors errors = {0};
        struct action again;
        buffer_clear(&buffer);
        struct writer w = writer_to(&buffer);
        action_write_listed(&w, &list.items[i]);
        json_t *value = json_of_buffer(&buffer);
        if (list.items[i].open != 0) {
            ck_assert(json_is_true(json_object_get(value, "open")));
        } else {
            ck_assert_msg(action_read(&errors, value, "/action", setup, &again), "%s: %.*s",
                          errors_text(&errors), (int)buffer.size, buffer.data);
            ck_assert_msg(memcmp(&again, &list.items[i], sizeof again) == 0, "%.*s",
                          (int)buffer.size, buffer.data);
        }
        json_decref(value);
    }
}

/* S-124, S-125: each player begins with the printed pieces, and has a settlement under a fortress. */
START_TEST(the_set_up_of_the_pirate_islands_reads_back) {
    struct random_game rg;
    struct event event;
    uint64_t seed = base_seed(0);

    do
        random_game_begin_scenario(&rg, seed++, &event);
    while (rg.setup.rules.scenario != SCENARIO_PIRATE_ISLANDS);
    for (; rg.game.phase == PHASE_SETUP && random_game_next(&rg, &event);
         game_apply(&rg.setup, &rg.game, &event))
        check_position(&rg.setup, &rg.game);
    ck_assert_int_eq(rg.game.phase, PHASE_PLAY);
}
END_TEST

/* The hex whose token the Inventor may move (C-188), from fog or not; NONE: there is none. */
static unsigned hex_with_token(const struct random_game *rg, bool fog, unsigned other_than) {
    for (unsigned hex = 0; hex < rg->setup.board.n_hexes; hex++) {
        unsigned number = rg->game.numbers[hex];
        bool moves = number > 2 && number < 12 && number != 6 && number != 8;

        if (moves && number != other_than && (rg->setup.board.hexes[hex].fog > 0) == fog)
            return hex;
    }
    return NONE;
}

/* C-188 in a game with fog: a token from the fog moves away, and one of the board takes its place. */
START_TEST(an_inventor_exchanges_tokens_out_of_fog) {
    unsigned checked = 0;

    for (uint64_t seed = base_seed(0); checked < 3; seed++) {
        struct random_game rg;
        struct event event;
        unsigned out = NONE, on = NONE;

        random_game_begin_scenario(&rg, seed, &event);
        if (rg.setup.rules.scenario != SCENARIO_FOG_ISLANDS || !rg.setup.rules.knights)
            continue;
        while (out == NONE && random_game_next(&rg, &event)) {
            game_apply(&rg.setup, &rg.game, &event);
            out = hex_with_token(&rg, true, 0);
        }
        if (out != NONE)
            on = hex_with_token(&rg, false, rg.game.numbers[out]);
        if (on == NONE || rg.game.phase != PHASE_PLAY)
            continue;
        uint8_t number = rg.game.numbers[out];
        rg.game.numbers[out] = rg.game.numbers[on];
        rg.game.numbers[on] = number;
        ck_assert_ptr_null(game_ok(&rg.setup, &rg.game));
        check_position(&rg.setup, &rg.game);
        checked++;
    }
}
END_TEST

START_TEST(states_events_and_moves_read_back_as_they_were) {
    const unsigned every = test_whole() ? CHECK_EVERY : CHECK_EVERY_SHORT;
    static struct random_game rg;
    struct event event;
    begin(&rg, base_seed(_i), _i, &event);
    for (unsigned n = 0; n < EVENTS_MAX && random_game_next(&rg, &event); n++) {
        struct game before = rg.game;
        game_apply(&rg.setup, &rg.game, &event);
        check_event(&rg.setup, &before, &rg.game, &event);
        if (n % every == 0 || rg.game.n_agenda > 0) {
            check_position(&rg.setup, &rg.game);
            check_list(&rg.setup, &rg.game, n % rg.setup.rules.players);
        }
    }
    check_position(&rg.setup, &rg.game);
}
END_TEST

/* ---- hidden hands ---- */

/* Another card of the same stack, so that its back is the same. */
static unsigned other_card(unsigned card) {
    const struct progress_span *span = &progress_spans[progress_rows[card].track];
    do
        card = span->first + (card - span->first + 1) % span->n;
    while (progress_rows[card].point);
    return card;
}

/* Changes SEAT's hand to other kinds. */
static void hold_others(const struct setup *setup, const struct game *game, unsigned seat,
                        struct game *other) {
    const struct player *was = &game->players[seat];
    struct player *is = &other->players[seat];
    unsigned kinds = setup->rules.kinds;
    for (unsigned kind = 0; kind < kinds; kind++) {
        is->hand.n[kind] = was->hand.n[(kind + 1) % kinds];
        other->answers[seat].n[kind] = game->answers[seat].n[(kind + 1) % kinds];
    }
    for (unsigned card = 0; card < DEV_COUNT; card++) {
        is->dev[card] = was->dev[(card + 1) % DEV_COUNT];
        is->dev_new[card] = was->dev_new[(card + 1) % DEV_COUNT];
    }
    for (unsigned i = 0; i < was->progress_count; i++)
        is->progress[i] = (uint8_t)(1 + other_card(was->progress[i] - 1U));
    if (other->answer_ids[seat] != 0)
        other->answer_ids[seat]++;
}

/* Another state that VIEWER cannot tell from GAME: the hands of others have other kinds, unless they are shown to the
 * viewer. */
static struct game other_hands(const struct setup *setup, const struct game *game,
                               unsigned viewer) {
    struct game other = *game;
    const struct decision *asked = &game->pending[0];
    bool taking = game->n_pending > 0 &&
                  (asked->kind == DECIDE_TAKE_CARDS || asked->kind == DECIDE_TAKE_PROGRESS_CARD);
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        if (seat != viewer && !(taking && asked->player == viewer && asked->other == seat))
            hold_others(setup, game, seat, &other);
    if (taking && asked->kind == DECIDE_TAKE_CARDS)
        other.shown = other.players[asked->other].hand;
    else if (taking)
        memcpy(other.shown_progress, other.players[asked->other].progress, PROGRESS_HAND_MAX);
    for (unsigned card = 0; card < DEV_COUNT; card++)
        other.deck[card] = game->deck[(card + 1) % DEV_COUNT];
    for (unsigned track = 0; track < TRACK_COUNT; track++)
        for (unsigned i = 0; i < game->returned_count[track]; i++)
            other.returned[track][i] = (uint8_t)(1 + other_card(game->returned[track][i] - 1U));
    memset(other.undrawn, 1, sizeof other.undrawn);
    return other;
}

/* Whether EVENT hides an answer that it also reveals, as the last one: to all players, or gifts to their receivers. */
static bool lays_open(const struct game *before, const struct game *after,
                      const struct event *event, unsigned viewer) {
    const struct decision *decision = game_decision(after, event->player);
    bool open = decision != NULL && decision->answered;
    return !open && (event->type == DISCARD || event->type == CHOOSE_PILLAGED_CITY ||
                     (event->type == GIVE_CARDS && viewer == before->active));
}

/* The same event with other content where VIEWER may not look. */
static struct event other_event(const struct setup *setup, const struct game *before,
                                const struct event *event, unsigned viewer) {
    struct event other = *event;
    unsigned hidden = event_hidden(setup, before, event, viewer);
    unsigned dealt = event_is_action(event->type) ? event_hidden_dealt(event, viewer) : 0;
    if (hidden & HIDDEN_OUTCOME_CARD && event->type == CHOOSE_PROGRESS_DECK)
        other.outcome.card = (uint8_t)other_card(event->outcome.card);
    else if (hidden & HIDDEN_OUTCOME_CARD)
        other.outcome.card = (uint8_t)((event->outcome.card + 1U) % RESOURCE_COUNT);
    if (hidden & HIDDEN_ACTION_CARD && event->action.card < PROGRESS_COUNT)
        other.action.card =
            (uint8_t)(hidden & HIDDEN_ACTION_TRACK ? (event->action.card + 9U) % PROGRESS_COUNT
                                                   : other_card(event->action.card));
    if (hidden & HIDDEN_ACTION_VERTEX)
        other.action.vertex ^= 1;
    if (hidden & HIDDEN_ACTION_CARDS)
        other.action.give = cards_one(ORE, cards_total(event->action.give));
    if (hidden & HIDDEN_ACTION_CARDS && event->type == TAKE_CARDS)
        other.action.take = cards_one(ORE, cards_total(event->action.take));
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        if (dealt >> seat & 1)
            other.outcome.dealt[seat] =
                (uint8_t)(event->type == ROLL
                              ? 1 + other_card(event->outcome.dealt[seat] - 1U)
                              : 1U + event->outcome.dealt[seat] % setup->rules.kinds);
    return other;
}

static void keep(struct buffer *to) {
    buffer_clear(to);
    buffer_append(to, buffer.data, buffer.size);
}

static void assert_same_bytes(const struct buffer *one, const char *what) {
    ck_assert_msg(one->size == buffer.size && memcmp(one->data, buffer.data, one->size) == 0,
                  "%s differs:\n%.*s\n%.*s", what, (int)one->size, one->data,
                  (int)(buffer.size > 2000 ? 2000 : buffer.size), buffer.data);
}

START_TEST(views_and_events_do_not_tell_hidden_hands) {
    static struct random_game rg;
    struct event event;
    struct buffer kept;
    buffer_init(&kept, DOCUMENT_MAX);
    begin(&rg, base_seed(_i), _i, &event);
    for (unsigned n = 0; n < EVENTS_MAX && random_game_next(&rg, &event); n++) {
        unsigned viewer = n % (rg.setup.rules.players + 1U);
        struct game before = rg.game;
        if (viewer == rg.setup.rules.players)
            viewer = VIEWER_NOBODY;
        game_apply(&rg.setup, &rg.game, &event);
        if (rg.game.revealed)
            break;
        struct game other = other_hands(&rg.setup, &rg.game, viewer);
        write_view(&buffer, &rg.setup, &rg.game, viewer);
        keep(&kept);
        write_view(&buffer, &rg.setup, &other, viewer);
        assert_same_bytes(&kept, "the view");
        struct event changed_event = event;
        if (!lays_open(&before, &rg.game, &event, viewer))
            changed_event = other_event(&rg.setup, &before, &event, viewer);
        struct log_reader reader = {.setup = &rg.setup, .viewer = viewer};
        struct event *both[] = {&event, &changed_event};
        for (unsigned i = 0; i < 2; i++) {
            keep(&kept);
            buffer_clear(&buffer);
            struct writer w = writer_to(&buffer);
            event_write(&w, &reader, &before, &rg.game, both[i], 0);
        }
        assert_same_bytes(&kept, "the event");
        if (event.type == MOVE_ROBBER && event.action.seat != NONE && event.player != viewer &&
            event.action.seat != viewer) {
            json_t *value = json_of_buffer(&buffer);
            ck_assert_ptr_null(json_object_get(json_object_get(value, "outcome"), "card"));
            ck_assert_str_eq(json_string_value(json_array_get(json_object_get(value, "hidden"), 0)),
                             "/outcome/card");
            for (unsigned kind = 0; kind < KIND_COUNT; kind++)
                ck_assert_ptr_null(
                    memmem(buffer.data, buffer.size, kind_names[kind], strlen(kind_names[kind])));
            json_decref(value);
        }
    }
    buffer_free(&kept);
}
END_TEST

/* ---- records ---- */

struct log {
    struct random_game rg;
    struct game start;
    struct fairness fairness;
    size_t n, next;
    struct event events[EVENTS_MAX + 2];
};

static int next_event(void *context, struct event *event, int64_t *at) {
    struct log *log = context;
    if (log->next == log->n)
        return 0;
    *at = START_AT + (int64_t)log->next;
    *event = log->events[log->next++];
    return 1;
}

static void append(struct log *log, const struct event *event) {
    log->events[log->n++] = *event;
    game_apply(&log->rg.setup, &log->rg.game, event);
}

/* Draws the outcome of EVENT again, from the seeds. */
static void draw_fair(struct log *log, struct event *event) {
    struct fair fair;
    fair_play(&fair, &log->fairness.seeds);
    fair.chance.next = log->rg.game.draws;
    event->outcome = (struct outcome){0};
    game_draw(&log->rg.setup, &log->rg.game, event->player, &event->action, event->drawn,
              &fair.chance, &event->outcome);
}

static void commit_seeds(struct log *log, unsigned players) {
    struct fairness *fairness = &log->fairness;
    fairness->has_commitment = fairness->has_seed = true;
    fairness->seeds.players = (uint8_t)players;
    fair_seed(fairness->seeds.server);
    fair_commitment(fairness->commitment, fairness->seeds.server);
    fairness->has_client_commitment[1] = fairness->seeds.has_client[1] = true;
    fair_seed(fairness->seeds.client[1]);
    fair_commitment(fairness->client_commitment[1], fairness->seeds.client[1]);
}

/* A game like those of the server: a board from its seed, every outcome drawn. */
static void lay_out(struct log *log, uint64_t seed) {
    struct fairness *fairness = &log->fairness;
    struct fair fair;
    size_t at;
    int size = snprintf(fairness->board_seed, sizeof fairness->board_seed, "board %llu",
                        (unsigned long long)seed);
    fairness->play = fairness->has_board = true;
    fairness->board_numbers = (enum number_layout)(seed % 2);
    fair_board(&fair, fairness->board_seed, (size_t)size);
    layout_random(&log->rg.spec, rules_island(&log->rg.rules), fairness->board_numbers,
                  &fair.chance);
    ck_assert_int_eq(setup_build(&log->rg.setup, &log->rg.rules, &log->rg.spec, &at), BOARD_OK);
}

static struct log *play_fair(uint64_t seed, int i) {
    struct log *log = calloc(1, sizeof *log);
    struct fair fair;
    struct event event;
    ck_assert_ptr_nonnull(log);
    begin(&log->rg, seed, i, &event);
    commit_seeds(log, log->rg.rules.players);
    lay_out(log, seed);
    game_init(&log->rg.setup, &log->rg.game);
    log->start = log->rg.game;
    fair_start(&fair, &log->fairness.seeds);
    game_draw_start(&log->rg.setup, &fair.chance, &event);
    append(log, &event);
    while (log->n < EVENTS_MAX - 2 && random_game_next(&log->rg, &event)) {
        if (event.drawn != 0)
            draw_fair(log, &event);
        append(log, &event);
        if (event.type != RESIGN)
            continue;
        unsigned seat = event.player;
        event = (struct event){.type = EVENT_SEAT_CHANGED, .player = NONE, .by = BY_ENGINE};
        event.seat_changed.seat = (uint8_t)seat;
        event.seat_changed.to_bot = 1;
        append(log, &event);
    }
    if (log->rg.game.phase == PHASE_FINISHED) {
        game_reveal(&log->rg.setup, &log->rg.game, &event);
        append(log, &event);
        game_finish(&log->rg.setup, &log->rg.game, &event);
        append(log, &event);
    }
    return log;
}

static void write_record(struct log *log, bool with_fairness) {
    struct record_head head = {.setup = &log->rg.setup,
                               .spec = &log->rg.spec,
                               .labels = test_labels,
                               .fairness = with_fairness ? &log->fairness : NULL};
    buffer_clear(&buffer);
    struct writer w = writer_to(&buffer);
    log->next = 0;
    ck_assert(record_write(&w, &head, next_event, log));
    ck_assert(!buffer.failed);
}

static struct verdict verify_buffer(void) {
    struct verdict verdict;
    verify_record(buffer.data, buffer.size, &verdict);
    return verdict;
}

START_TEST(a_record_read_back_writes_the_same_bytes) {
    struct log *log = play_fair(base_seed(_i), _i);
    struct read_errors errors = {0};
    struct record record;
    struct record_fault fault;
    struct buffer kept;
    buffer_init(&kept, DOCUMENT_MAX);
    write_record(log, true);
    keep(&kept);
    json_t *value = json_of_buffer(&buffer);
    enum record_result result = record_read(&errors, value, "/record", &record, &fault);
    ck_assert_msg(result == RECORD_OK, "%d: %s event %u: %s", (int)result, errors_text(&errors),
                  fault.seq, reasons[fault.reason].code);
    ck_assert_uint_eq(record.n_events, log->n);
    ck_assert_uint_eq(game_hash(&record.end), game_hash(&log->rg.game));
    for (size_t i = 0; i < log->n; i++)
        ck_assert_mem_eq(&record.events[i].event, &log->events[i], sizeof log->events[i]);
    log->rg.setup = record.setup;
    log->rg.spec = record.spec;
    log->fairness = record.fairness;
    write_record(log, true);
    assert_same_bytes(&kept, "the record");
    record_free(&record);
    json_decref(value);
    buffer_free(&kept);
    free(log);
}
END_TEST

START_TEST(an_honest_record_is_proved) {
    struct log *log = play_fair(base_seed(_i), _i);
    write_record(log, true);
    struct verdict verdict = verify_buffer();
    ck_assert_msg(verdict.ok && verdict.proved, "%s", verdict.text);
    ck_assert_uint_eq(verdict.events, log->n);
    ck_assert_uint_gt(verdict.drawn, 10);
    write_record(log, false);
    verdict = verify_buffer();
    ck_assert_msg(verdict.ok && !verdict.proved, "%s", verdict.text);
    free(log);
}
END_TEST

/* Changes a scalar to another of its type. */
static json_t *changed(const json_t *value) {
    if (json_is_integer(value))
        return json_integer(json_integer_value(value) + 1);
    if (json_is_boolean(value))
        return json_boolean(!json_is_true(value));
    if (json_is_null(value))
        return json_integer(0);
    /* a hexadecimal text stays one; a name becomes another word */
    const char *text = json_string_value(value);
    if (strcmp(text, "drawn") == 0)
        return json_string("given");
    char copy[FAIR_HEX_DIGITS + 1];
    if (strlen(text) != FAIR_HEX_DIGITS)
        return json_string(strcmp(text, "ore") == 0 ? "wool" : "ore");
    memcpy(copy, text, sizeof copy);
    copy[5] = copy[5] == '0' ? '1' : '0';
    return json_string(copy);
}

/* Members that follow from the seeds and the earlier events. A player's choice may be changed to another possible
 * choice, and no replay can detect that. */
static const char *const of_event[] = {"seq",   "outcome", "effects", "reveals", "rolls",
                                       "first", "players", "winner",  "points",  "chance"};
static const char *const of_record[] = {"format", "first", "result", "fairness"};

/* A random member of VALUE among N keys; NULL if there is none of these names. */
static const char *pick(const json_t *value, const char *const *keys, size_t n,
                        struct random *random) {
    const char *key = keys[random_below(random, (uint32_t)n)];
    return json_object_get(value, key) != NULL ? key : NULL;
}

/* Changes one scalar at or below member KEY (or element INDEX) of VALUE; PATH says which. Returns false if there is
 * none. */
static bool tamper(json_t *value, const char *key, size_t index, struct random *random, char *path,
                   size_t size) {
    size_t used = strlen(path);
    json_t *member = key != NULL ? json_object_get(value, key) : json_array_get(value, index);
    if (key != NULL)
        snprintf(path + used, size - used, "/%s", key);
    else
        snprintf(path + used, size - used, "/%zu", index);
    if (json_is_object(member)) {
        size_t n = json_object_size(member);
        void *at = json_object_iter(member);
        if (n == 0)
            return false;
        for (n = random_below(random, (uint32_t)n); n > 0; n--)
            at = json_object_iter_next(member, at);
        return tamper(member, json_object_iter_key(at), 0, random, path, size);
    }
    if (json_is_array(member)) {
        size_t n = json_array_size(member);
        return n > 0 && tamper(member, NULL, random_below(random, (uint32_t)n), random, path, size);
    }
    if (key != NULL)
        return json_object_set_new(value, key, changed(member)) == 0;
    return json_array_set_new(value, index, changed(member)) == 0;
}

/* Changes one derived scalar of a record; of an event, three times out of four. */
static bool tamper_record(json_t *record, struct random *random, char *path, size_t size) {
    json_t *events = json_object_get(record, "events");
    size_t i = random_below(random, (uint32_t)json_array_size(events));
    json_t *part = random_below(random, 4) == 0 ? record : json_array_get(events, i);
    const char *key =
        part == record ? pick(part, of_record, 4, random) : pick(part, of_event, 10, random);
    if (part != record)
        snprintf(path, size, "/events/%zu", i);
    return key != NULL && tamper(part, key, 0, random, path, size);
}

START_TEST(a_tampered_record_is_refused) {
    struct log *log = play_fair(base_seed(_i), _i);
    struct random random = random_seeded(base_seed(_i));
    const unsigned wanted = test_whole() ? TAMPERINGS : TAMPERINGS_SHORT;
    unsigned done = 0;
    write_record(log, true);
    json_t *value = json_of_buffer(&buffer);
    ck_assert(verify_buffer().ok);
    for (unsigned tries = 0; done < wanted && tries < 20 * wanted; tries++) {
        char path[256] = "";
        json_t *copy = json_deep_copy(value);
        if (!tamper_record(copy, &random, path, sizeof path)) {
            json_decref(copy);
            continue;
        }
        char *text = json_dumps(copy, JSON_COMPACT);
        struct verdict verdict;
        verify_record(text, strlen(text), &verdict);
        ck_assert_msg(!verdict.ok, "%s was changed: %s", path, verdict.text);
        free(text);
        json_decref(copy);
        done++;
    }
    ck_assert_uint_eq(done, wanted);
    json_decref(value);
    free(log);
}
END_TEST

/* A record that begins in the middle of a game: the position, then the rest of the events. */
START_TEST(a_record_may_begin_with_a_position) {
    struct log *log = play_fair(base_seed(_i), _i);
    struct read_errors errors = {0};
    struct record record;
    struct record_fault fault;
    size_t from = log->n / 2;
    struct game middle = log->start;
    for (size_t i = 0; i < from; i++)
        game_apply(&log->rg.setup, &middle, &log->events[i]);
    middle.seq = middle.draws = 0;
    struct event start = {.type = EVENT_START, .player = NONE, .by = BY_ENGINE};
    start.start.first = middle.first;
    memmove(&log->events[1], &log->events[from], (log->n - from) * sizeof log->events[0]);
    log->events[0] = start;
    log->n = log->n - from + 1;
    struct record_head head = {
        .setup = &log->rg.setup, .spec = &log->rg.spec, .labels = test_labels, .position = &middle};
    struct writer w = writer_to(&buffer);
    log->next = 0;
    ck_assert(record_write(&w, &head, next_event, log));
    json_t *value = json_of_buffer(&buffer);
    enum record_result result = record_read(&errors, value, "/record", &record, &fault);
    ck_assert_msg(result == RECORD_OK, "%d: %s event %u: %s", (int)result, errors_text(&errors),
                  fault.seq, reasons[fault.reason].code);
    ck_assert(position_same(&record.end, &log->rg.game));
    record_free(&record);
    json_decref(value);
    free(log);
}
END_TEST

#define ROW(NAME, TEST, LOOPS)                                                                     \
    {                                                                                              \
        .name = NAME, .test = TEST, .loops = LOOPS, .timeout_s = 120, .setup = set_up,             \
        .teardown = tear_down                                                                      \
    }

/* ---- maps of scenarios ---- */

/* A scenario's map from its seed, with only the start drawn. */
static struct log *deal_map(unsigned scenario, unsigned players, enum layout layout,
                            bool scatters) {
    struct log *log = calloc(1, sizeof *log);
    struct fairness *fairness = &log->fairness;
    struct board_choice choice = {.layout = layout,
                                  .harbors = scatters ? HARBORS_BY_CHANCE : HARBORS_AS_GIVEN};
    struct fair fair;
    struct event event;
    size_t at;
    ck_assert_ptr_nonnull(log);
    log->rg.rules = setup_sea(scenario, players).rules;
    commit_seeds(log, players);
    snprintf(fairness->board_seed, sizeof fairness->board_seed, "map %u %u", scenario, players);
    fairness->play = fairness->has_map = true;
    fairness->map_layout = layout;
    fairness->map_scatters = scatters;
    fair_board(&fair, fairness->board_seed, strlen(fairness->board_seed));
    board_choose(&choice, &log->rg.rules, &fair.chance, &log->rg.spec);
    ck_assert_int_eq(setup_build(&log->rg.setup, &log->rg.rules, &log->rg.spec, &at), BOARD_OK);
    game_init(&log->rg.setup, &log->rg.game);
    fair_start(&fair, &log->fairness.seeds);
    game_draw_start(&log->rg.setup, &fair.chance, &event);
    append(log, &event);
    return log;
}

static bool map_is_proved(struct log *log) {
    struct verdict verdict;
    write_record(log, true);
    verdict = verify_buffer();
    ck_assert_msg(verdict.ok || strstr(verdict.text, "board") != NULL, "%s", verdict.text);
    return verdict.ok && verdict.proved;
}

/* Exchanges the numbers of two hexes of the map with different ones; false if there are none. */
static bool swap_numbers(struct board_spec *spec) {
    unsigned first = NONE;
    for (unsigned i = 0; i < spec->n_hexes; i++) {
        if (spec->hexes[i].number == 0)
            continue;
        if (first == NONE)
            first = i;
        if (spec->hexes[i].number == spec->hexes[first].number)
            continue;
        uint8_t number = spec->hexes[i].number;
        spec->hexes[i].number = spec->hexes[first].number;
        spec->hexes[first].number = number;
        return true;
    }
    return false;
}

/* The same with the kinds of harbors. */
static bool swap_harbors(struct board_spec *spec) {
    for (unsigned i = 1; i < spec->n_harbors; i++)
        if (spec->harbors[i].kind != spec->harbors[0].kind) {
            uint8_t kind = spec->harbors[i].kind;
            spec->harbors[i].kind = spec->harbors[0].kind;
            spec->harbors[0].kind = kind;
            return true;
        }
    return false;
}

static void check_map(unsigned scenario, unsigned players, enum layout layout, bool scatters) {
    struct log *log = deal_map(scenario, players, layout, scatters);
    const struct board_spec dealt = log->rg.spec;
    struct setup *setup = &log->rg.setup;
    size_t at;
    ck_assert_msg(map_is_proved(log), "%s for %u", scenario_names[scenario], players);
    if (swap_numbers(&log->rg.spec)) {
        ck_assert_int_eq(setup_build(setup, &log->rg.rules, &log->rg.spec, &at), BOARD_OK);
        ck_assert(!map_is_proved(log));
    }
    log->rg.spec = dealt;
    if (swap_harbors(&log->rg.spec)) {
        ck_assert_int_eq(setup_build(setup, &log->rg.rules, &log->rg.spec, &at), BOARD_OK);
        ck_assert(!map_is_proved(log));
    }
    /* as another player's map it proves nothing */
    log->rg.spec = dealt;
    ck_assert_int_eq(setup_build(setup, &log->rg.rules, &log->rg.spec, &at), BOARD_OK);
    log->fairness.board_seed[0] = 'M';
    if (layout == LAYOUT_RANDOM)
        ck_assert(!map_is_proved(log));
    log->fairness.has_map = false;
    log->fairness.has_board = true;
    ck_assert(!map_is_proved(log));
    free(log);
}

START_TEST(a_dealt_map_is_proved) {
    unsigned scenario = SCENARIO_NEW_SHORES + (unsigned)_i;
    for (unsigned players = 3; players <= SEAT_MAX; players++)
        for (unsigned layout = 0; layout < 2; layout++) {
            check_map(scenario, players, (enum layout)layout, false);
            if (scenario == SCENARIO_NEW_WORLD)
                check_map(scenario, players, (enum layout)layout, true);
        }
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "gamejson games",
        (const struct test_case[]){
            {"fog", an_inventor_exchanges_tokens_out_of_fog, 0, 120, set_up, tear_down},
            {"printed", the_set_up_of_the_pirate_islands_reads_back, 0, 120, set_up, tear_down},
            ROW("round trips", states_events_and_moves_read_back_as_they_were,
                (int)test_share(GAMES)),
            ROW("hidden", views_and_events_do_not_tell_hidden_hands, (int)test_share(GAMES)),
            ROW("records", a_record_read_back_writes_the_same_bytes, RECORD_GAMES),
            ROW("honest", an_honest_record_is_proved, RECORD_GAMES),
            ROW("tampered", a_tampered_record_is_refused, RECORD_GAMES),
            ROW("positions", a_record_may_begin_with_a_position, RECORD_GAMES),
            ROW("maps", a_dealt_map_is_proved, SCENARIO_CUSTOM - SCENARIO_NEW_SHORES),
            {0},
        });
}
TEST_MAIN(suite)
