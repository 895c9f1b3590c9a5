/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/square_place.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "service/base/text.h"

/* ---- as text ---- */

/* "GAME.SEQ" */
static bool parse_event(const char **text, struct store_moment *moment) {
    int64_t seq;

    if (!text_take_number(text, (INT64_MAX >> 20) - 1, &moment->game) || moment->game == 0 ||
        !text_take_mark(text, '.') || !text_take_number(text, STORE_SEQ_MAX, &seq) || seq == 0)
        return false;
    moment->seq = (uint32_t)seq;
    return true;
}

bool place_parse(const char *text, struct square_place *place) {
    *place = (struct square_place){.n = 0};
    if (!text_take_number(&text, INT64_MAX - 1, &place->from.at) || place->from.at == 0 ||
        !text_take_mark(&text, '.'))
        return false;
    if (*text != '\0' && *text != '-' && !parse_event(&text, &place->from))
        return false;
    while (text_take_mark(&text, '-')) {
        if (place->n == PLACE_TOLD_MAX)
            return false;
        place->told[place->n].at = INT64_MAX; /* is found out when it is met again */
        if (!parse_event(&text, &place->told[place->n++]))
            return false;
    }
    return *text == '\0';
}

void place_write(const struct square_place *place, char text[PLACE_TEXT_SIZE]) {
    const struct store_moment *from = &place->from;
    /* Where all that was told is younger than what is settled, the place is still the beginning: 0, which is none. */
    int size = snprintf(text, PLACE_TEXT_SIZE, "%" PRId64 ".", from->at > 0 ? from->at : 1);

    if (from->game != 0)
        size += snprintf(text + size, PLACE_TEXT_SIZE - (size_t)size, "%" PRId64 ".%" PRIu32,
                         from->game, from->seq);
    for (size_t i = 0; i < place->n; i++)
        size += snprintf(text + size, PLACE_TEXT_SIZE - (size_t)size, "-%" PRId64 ".%" PRIu32,
                         place->told[i].game, place->told[i].seq);
}

/* ---- what has been told ---- */

static struct store_moment *find_told(struct square_place *place, int64_t game) {
    for (size_t i = 0; i < place->n; i++)
        if (place->told[i].game == game)
            return &place->told[i];
    return NULL;
}

bool place_has_told(const struct square_place *place, const struct store_moment *moment) {
    for (size_t i = 0; i < place->n; i++)
        if (place->told[i].game == moment->game)
            return moment->seq <= place->told[i].seq;
    return false;
}

static int compare_moments(const struct store_moment *a, const struct store_moment *b) {
    if (a->at != b->at)
        return a->at < b->at ? -1 : 1;
    if (a->game != b->game)
        return a->game < b->game ? -1 : 1;
    return (a->seq > b->seq) - (a->seq < b->seq);
}

/* Forgets of what was told that which lies before the place's moment. */
static void prune_told(struct square_place *place) {
    const struct store_moment *from = &place->from;
    size_t kept = 0;

    for (size_t i = 0; i < place->n; i++)
        if (from->game == 0 ? place->told[i].at >= from->at
                            : compare_moments(&place->told[i], from) > 0)
            place->told[kept++] = place->told[i];
    place->n = kept;
}

bool place_tell(struct square_place *place, const struct store_moment *moment, int64_t settled) {
    struct store_moment *told = find_told(place, moment->game);

    if (told != NULL && told->seq == moment->seq)
        told->at = moment->at;
    if (moment->at < settled) {
        place->from = *moment;
        prune_told(place);
        return true;
    }
    if (told == NULL && place->n == PLACE_TOLD_MAX)
        return false;
    if (told == NULL)
        place->told[place->n++] = *moment;
    else if (moment->seq > told->seq)
        *told = *moment;
    return true;
}

void place_advance(struct square_place *place, int64_t at) {
    if (at <= place->from.at)
        return;
    place->from = (struct store_moment){.at = at};
    prune_told(place);
}
