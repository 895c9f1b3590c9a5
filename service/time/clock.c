/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/time/clock.h"

#include <jansson.h>
#include <string.h>

#include "service/base/time_text.h"

enum store_result clock_load(struct clock *clock, struct store_reader *reader, int64_t game) {
    enum store_result result = store_clock_get(reader, game, &clock->rules);

    clock->runs = result == STORE_OK;
    if (result == STORE_OK)
        result = store_clock_seats(reader, game, clock->seats);
    if (result != STORE_OK)
        memset(clock->seats, 0, sizeof clock->seats);
    memset(clock->remind_at, 0, sizeof clock->remind_at);
    return result == STORE_NONE ? STORE_OK : result;
}

const int64_t *clock_deadlines(const struct clock *clock, int64_t deadlines[STORE_SEATS_MAX]) {
    for (unsigned seat = 0; seat < STORE_SEATS_MAX; seat++)
        deadlines[seat] = clock_deadline(clock, seat);
    return clock->runs ? deadlines : NULL;
}

unsigned clock_reminded(const struct clock *clock, const char *data) {
    json_t *json = json_loads(data, 0, NULL);
    const json_t *value = json_object_get(json, "deadline");
    int64_t deadline = json_integer_value(value);
    unsigned seats = 0;

    if (json_is_string(value) && !time_read(json_string_value(value), &deadline))
        deadline = 0;
    for (unsigned seat = 0; deadline != 0 && seat < STORE_SEATS_MAX; seat++)
        if (clock_deadline(clock, seat) == deadline)
            seats |= 1u << seat;
    json_decref(json);
    return seats;
}
