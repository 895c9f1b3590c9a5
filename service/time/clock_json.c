/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/time/clock_json.h"

enum { SECOND_MS = 1000, DECISION_PART = 4 /* of a turn's time, by default */ };

static const char *const timeout_names[] = {
    [STORE_TIMEOUT_DEFAULT] = "default", [STORE_TIMEOUT_BOT] = "bot", NULL};

static void read_bank(struct read_errors *errors, const json_t *value, const char *pointer,
                      struct store_clock *rules) {
    int64_t start = 0, increment = 0, max = 0;
    bool has_max = false;
    char at[READ_POINTER_MAX];
    const struct read_field fields[] = {
        {"start", READ_INT, .required = true, .to.number = &start, .min = CLOCK_SECONDS_MIN,
         .max = CLOCK_BANK_MAX},
        {"increment", READ_INT, .to.number = &increment, .min = 0, .max = CLOCK_SECONDS_MAX},
        {"max", READ_INT, .to.number = &max, .min = CLOCK_SECONDS_MIN, .max = CLOCK_BANK_MAX,
         .given = &has_max},
    };

    if (!read_fields(errors, value, pointer, fields, sizeof fields / sizeof *fields))
        return;
    if (!has_max)
        max = start;
    if (max < start) {
        read_pointer(at, pointer, "max");
        read_error(errors, at, "must be at least \"start\", %lld", (long long)start);
    }
    rules->bank_start = start * SECOND_MS;
    rules->bank_increment = increment * SECOND_MS;
    rules->bank_max = max * SECOND_MS;
}

bool clock_read(struct read_errors *errors, const json_t *value, const char *pointer,
                struct store_clock *rules) {
    int64_t turn = 0, decision = 0, vote_after = CLOCK_VOTE_AFTER;
    bool has_turn = false, has_decision = false;
    const json_t *bank = NULL;
    int on_timeout = STORE_TIMEOUT_DEFAULT;
    char at[READ_POINTER_MAX];
    const struct read_field fields[] = {
        {"turn", READ_INT, .nullable = true, .to.number = &turn, .min = CLOCK_SECONDS_MIN,
         .max = CLOCK_SECONDS_MAX, .given = &has_turn},
        {"decision", READ_INT, .nullable = true, .to.number = &decision, .min = CLOCK_SECONDS_MIN,
         .max = CLOCK_SECONDS_MAX, .given = &has_decision},
        {"bank", READ_OBJECT, .nullable = true, .to.json = &bank},
        {"on_timeout", READ_CHOICE, .to.choice = &on_timeout, .choices = timeout_names},
        {"vote_after", READ_INT, .to.number = &vote_after, .min = 1, .max = CLOCK_VOTE_MAX},
    };
    size_t before = errors->count;

    *rules = (struct store_clock){0};
    if (!read_fields(errors, value, pointer, fields, sizeof fields / sizeof *fields))
        return false;
    if (bank != NULL && (turn != 0 || decision != 0)) {
        read_pointer(at, pointer, "bank");
        read_error(errors, at, "takes the place of \"turn\" and \"decision\"; leave them out");
    } else if (bank != NULL) {
        read_pointer(at, pointer, "bank");
        read_bank(errors, bank, at, rules);
    } else if (turn == 0) {
        read_pointer(at, pointer, "turn");
        read_error(errors, at, "is missing: a clock has \"turn\" or \"bank\"");
    } else if (decision > turn) {
        read_pointer(at, pointer, "decision");
        read_error(errors, at, "must not be longer than a turn");
    }
    if (decision == 0)
        decision = turn / DECISION_PART;
    if (turn != 0 && decision < CLOCK_SECONDS_MIN)
        decision = CLOCK_SECONDS_MIN;
    rules->turn = turn * SECOND_MS;
    rules->decision = decision * SECOND_MS;
    rules->on_timeout = (enum store_on_timeout)on_timeout;
    rules->vote_after = (int)vote_after;
    return errors->count == before;
}

void clock_write_rules(struct writer *w, const struct store_clock *rules) {
    writer_object(w);
    if (rules->turn != 0) {
        writer_int_member(w, "turn", rules->turn / SECOND_MS);
        writer_int_member(w, "decision", rules->decision / SECOND_MS);
    } else {
        writer_key(w, "bank");
        writer_object(w);
        writer_int_member(w, "start", rules->bank_start / SECOND_MS);
        writer_int_member(w, "increment", rules->bank_increment / SECOND_MS);
        writer_int_member(w, "max", rules->bank_max / SECOND_MS);
        writer_object_end(w);
    }
    writer_text_member(w, "on_timeout", timeout_names[rules->on_timeout]);
    writer_int_member(w, "vote_after", rules->vote_after);
    writer_object_end(w);
}

void clock_write_members(struct writer *w, const struct clock *clock, int64_t now) {
    writer_key(w, "clock");
    if (clock->runs)
        clock_write_rules(w, &clock->rules);
    else
        writer_null(w);
    clock_write_paused(w, clock, now);
}

void clock_write_paused(struct writer *w, const struct clock *clock, int64_t now) {
    writer_key(w, "paused");
    if (!clock_paused(clock, now)) {
        writer_null(w);
        return;
    }
    writer_object(w);
    writer_time_member(w, "until", clock->rules.paused_until);
    writer_object_end(w);
}
