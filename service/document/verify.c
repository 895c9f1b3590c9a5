/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/document/verify.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/chain.h"
#include "engine/scenario.h"
#include "engine/undo.h"
#include "service/base/json_read.h"
#include "service/document/record.h"
#include "service/document/refusal.h"

__attribute__((format(printf, 2, 3))) static void set_verdict(struct verdict *verdict,
                                                              const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(verdict->text, sizeof verdict->text, format, args);
    va_end(args);
}

/* Whether the player of SEAT made their first set-up move themselves, which requires sending their seed. A
 * player who resigned before left it to a bot, which has none. */
static bool set_up_themselves(const struct record *record, unsigned seat) {
    for (size_t i = 0; i < record->n_events; i++) {
        const struct event *event = &record->events[i].event;
        if (event->player == seat && event->type == BUILD_SETTLEMENT)
            return event->by == BY_PLAYER;
    }
    return false;
}

/* Checks the seeds against the commitments made before the game. */
static bool check_commitments(const struct record *record, struct verdict *verdict) {
    const struct fairness *fairness = &record->fairness;
    if (!fairness->has_commitment) {
        set_verdict(verdict, "the record has a server seed but no commitment to it");
        return false;
    }
    if (!fair_kept(fairness->commitment, fairness->seeds.server)) {
        set_verdict(verdict, "the server seed is not the one that was committed to");
        return false;
    }
    for (unsigned seat = 0; seat < record->rules.players; seat++) {
        bool seed = fairness->seeds.has_client[seat];
        bool due = fairness->has_client_commitment[seat] && set_up_themselves(record, seat);
        if ((due && !seed) || (seed && !fairness->has_client_commitment[seat]) ||
            (seed && !fair_kept(fairness->client_commitment[seat], fairness->seeds.client[seat]))) {
            set_verdict(verdict, "the client seed of player %u is not the one committed to", seat);
            return false;
        }
    }
    return true;
}

/* Whether the board is the random island drawn from its seed. */
static bool is_island_drawn(const struct record *record, const struct board_spec *spec) {
    const struct board *told = &record->setup.board;
    struct board board;
    size_t at = 0;
    return board_build(&board, spec, &at) == BOARD_OK && board.n_hexes == told->n_hexes &&
           memcmp(board.hexes, told->hexes, sizeof board.hexes) == 0 &&
           memcmp(board.harbors, told->harbors, sizeof board.harbors) == 0 &&
           board.robber == told->robber;
}

/* Whether the map is the one dealt from its seed, with everything on it. */
static bool is_map_dealt(const struct record *record, const struct board_spec *spec) {
    uint8_t dealt[SETUP_BODY_MAX] = {0}, told[SETUP_BODY_MAX] = {0};
    size_t n = setup_encode(&record->rules, spec, dealt);
    return n == setup_encode(&record->rules, &record->spec, told) && memcmp(dealt, told, n) == 0;
}

/* Checks that a random board or map is the one drawn from its seed. */
static bool check_board(const struct record *record, struct verdict *verdict) {
    const struct fairness *fairness = &record->fairness;
    const struct rules *rules = &record->rules;
    struct board_choice choice = {.layout = LAYOUT_RANDOM, .numbers = fairness->board_numbers};
    struct board_spec spec;
    struct fair fair;
    bool same;
    if (!fairness->has_board && !fairness->has_map)
        return true;
    if (fairness->has_map) {
        choice.layout = fairness->map_layout;
        choice.harbors = fairness->map_scatters ? HARBORS_BY_CHANCE : HARBORS_AS_GIVEN;
    }
    same = fairness->has_map ? scenario_has_map(rules->scenario, rules->players)
                             : rules->scenario == SCENARIO_NONE;
    if (same) {
        fair_board(&fair, fairness->board_seed, strlen(fairness->board_seed));
        board_choose(&choice, rules, &fair.chance, &spec);
        same = fairness->has_map ? is_map_dealt(record, &spec) : is_island_drawn(record, &spec);
    }
    if (!same)
        set_verdict(verdict, "the board is not the one that its seed gives");
    return same;
}

/* The given or preset part of an outcome, to which the rest is drawn again. */
static struct outcome without_drawn(const struct event *event) {
    struct outcome outcome = event->outcome;
    if (event->drawn & PART_DICE) {
        outcome.yellow = outcome.red = outcome.n_rerolled = 0;
        memset(outcome.rerolled, 0, sizeof outcome.rerolled);
    }
    if (event->drawn & PART_EVENT)
        outcome.event = FACE_NONE;
    if (event->drawn & PART_CARD)
        outcome.card = outcome.n_gifts = outcome.second = outcome.harbor = 0;
    if (event->drawn & PART_CARDS) {
        outcome.cards = cards_none();
        memset(outcome.dealt, 0, sizeof outcome.dealt);
        memset(outcome.reveals, 0, sizeof outcome.reveals);
        outcome.n_reveals = 0;
    }
    return outcome;
}

/* Draws again what EVENT records as drawn, and compares. */
static bool check_draw(const struct record *record, const struct game *before,
                       const struct event *event) {
    struct fair fair;
    struct event again;
    struct outcome outcome;
    if (event->type == EVENT_START) {
        fair_start(&fair, &record->fairness.seeds);
        fair.chance.next = before->draws;
        game_draw_start(&record->setup, &fair.chance, &again);
        return memcmp(&again.start, &event->start, sizeof again.start) == 0;
    }
    outcome = without_drawn(event);
    fair_action(&fair, &record->fairness.seeds, event->type == PLACE_HARBOR);
    fair.chance.next = before->draws;
    game_draw(&record->setup, before, event->player, &event->action, event->drawn, &fair.chance,
              &outcome);
    return memcmp(&outcome, &event->outcome, sizeof outcome) == 0;
}

/* Whether EVENT involved chance that its record attributes, at least partly, to a player. A start
 * from a position has nothing to roll. */
static bool is_given(const struct record *record, const struct game *before,
                     const struct event *event) {
    if (event->type == EVENT_START)
        return event->drawn == 0 && !record->has_position;
    return event_is_action(event->type) &&
           (game_parts(&record->setup, before, &event->action) & ~(unsigned)event->drawn) != 0;
}

static bool check_draws(const struct record *record, struct verdict *verdict) {
    struct game game = record->start;
    struct trail trail;
    trail_begin(&trail, &game, record_open(record));
    for (size_t i = 0; i < record->n_events; i++) {
        const struct event *event = &record->events[i].event;
        bool given = is_given(record, &game, event);
        if (event->drawn != 0) {
            if (!check_draw(record, &game, event)) {
                set_verdict(verdict, "event %zu: its outcome is not what the seeds draw", i + 1);
                return false;
            }
            verdict->drawn++;
        }
        verdict->given += given;
        if (given && record->fairness.play) {
            set_verdict(
                verdict,
                "event %zu: its outcome was given by hand, but every outcome has to be drawn",
                i + 1);
            return false;
        }
        trail_apply(&trail, &record->setup, &game, event);
        verdict->events++;
    }
    return true;
}

/* Checks that the events are those of the log that the record names as its source. */
static bool check_record_chain(const struct record *record, struct verdict *verdict) {
    uint8_t body[STORE_BODY_HEAD + EVENT_BODY_MAX + CHAIN_SIZE] = {0};
    char text[RECORD_CHAIN_DIGITS + 1];
    uint64_t chain = 0;
    for (size_t i = 0; i < record->n_events; i++) {
        const struct event *event = &record->events[i].event;
        size_t size = event_encode(event, body + STORE_BODY_HEAD);
        store_event_head(body, event->type, event->player == NONE ? -1 : event->player);
        chain = chain_next(chain, (uint32_t)i + 1, body, STORE_BODY_HEAD + size);
    }
    record_chain_text(chain, text);
    if (record->chain[0] == '\0' || strcmp(record->chain, text) == 0)
        return true;
    set_verdict(verdict, "the events are not those of the log that the record was made of");
    return false;
}

static void verify_read(const struct record *record, struct verdict *verdict) {
    verdict->events = 0;
    if (!check_record_chain(record, verdict))
        return;
    if (record->has_fairness && record->fairness.has_seed) {
        verdict->ok = check_commitments(record, verdict) && check_board(record, verdict) &&
                      check_draws(record, verdict);
        verdict->proved = verdict->ok;
        if (verdict->ok)
            set_verdict(
                verdict,
                "%u events follow the rules; the seeds are those committed to and give all %u "
                "drawn outcomes; %u outcomes were given, not drawn",
                (unsigned)verdict->events, (unsigned)verdict->drawn, (unsigned)verdict->given);
        return;
    }
    verdict->ok = true;
    verdict->events = (uint32_t)record->n_events;
    set_verdict(verdict,
                "%u events follow the rules; the server seed is not published, so the draws could "
                "not be checked",
                (unsigned)verdict->events);
}

void verify_record(const char *text, size_t size, struct verdict *verdict) {
    struct read_failure failure = {0};
    struct read_errors errors = {0};
    struct record_fault fault;
    struct record *record = NULL;
    const char *why;
    json_t *value;
    *verdict = (struct verdict){.ok = false};
    value = read_json(text, size, &failure);
    if (value == NULL) {
        set_verdict(verdict, "this is not JSON: %s (byte %zu)", failure.detail, failure.offset);
        return;
    }
    record = malloc(sizeof *record);
    if (record == NULL) {
        set_verdict(verdict, "memory ran out");
        goto out;
    }
    switch (record_read(&errors, value, "", record, &fault)) {
    case RECORD_OK: verify_read(record, verdict); break;
    case RECORD_MEMORY: set_verdict(verdict, "memory ran out"); break;
    case RECORD_INVALID:
        set_verdict(verdict, "this is not a valid record: %s %s", errors.items[0].pointer,
                    errors.items[0].detail);
        break;
    case RECORD_ILLEGAL:
    case RECORD_IMPOSSIBLE:
        why = refusal_text(LANGUAGE_ENGLISH, fault.reason);
        set_verdict(verdict, "event %u: %.*s%s%s%s", (unsigned)fault.seq, (int)text_clause(why),
                    why, fault.rule != NULL ? " (rule " : "", fault.rule != NULL ? fault.rule : "",
                    fault.rule != NULL ? ")" : "");
        break;
    }
    record_free(record);
    free(record);
out:
    json_decref(value);
}
