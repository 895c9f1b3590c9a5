/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Facts about pending decisions and legal moves. */
#include <string.h>

#include "tests/rules/scenario.h"

/* ---- pending decisions ---- */

/* "2 to 0": cards that change hands. */
static void text_count_to(struct text *out, const struct decision *d, const char *word) {
    text_number(out, d->count);
    text_word(out, word);
    text_number(out, d->other);
}

static void text_status(struct text *out, bool active) {
    text_word(out, active ? "active" : "inactive");
}

/* "basic strong active": what can be placed. */
static void text_ranks(struct text *out, const struct decision *d) {
    for (unsigned rank = 1; rank <= RANK_COUNT; rank++) {
        if (d->level >> rank & 1) {
            text_word(out, rank_names[rank - 1]);
        }
    }
    text_status(out, d->active);
}

static void text_decision(struct text *out, const struct decision *d) {
    switch (d->kind) {
    case DECIDE_SETUP_ROAD: text_number(out, d->vertex); break;
    case DECIDE_DISCARD:
        text_number(out, d->count);
        if (d->piece == DISCARD_FOR_SABOTEUR) {
            text_word(out, "saboteur");
        }
        break;
    case DECIDE_CHOOSE_GOLD:
    case DECIDE_DISCARD_PROGRESS: text_number(out, d->count); break;
    case DECIDE_BUILD_NEUTRAL:
        text_word(out, piece_names[d->piece]);
        text_number(out, d->count);
        break;
    case DECIDE_RETURN_CARDS:
    case DECIDE_GIVE_CARDS: text_count_to(out, d, "to"); break;
    case DECIDE_TAKE_CARDS: text_count_to(out, d, "from"); break;
    case DECIDE_TAKE_PROGRESS_CARD:
        text_word(out, "from");
        text_number(out, d->other);
        break;
    case DECIDE_RELOCATE_KNIGHT:
        text_number(out, d->vertex);
        text_word(out, rank_names[d->level - 1]);
        text_status(out, d->active);
        break;
    case DECIDE_REMOVE_KNIGHT:
        text_word(out, "for");
        text_number(out, d->other);
        break;
    case DECIDE_PLACE_KNIGHT: text_ranks(out, d); break;
    case DECIDE_GIVE_COMMODITY:
        text_word(out, "to");
        text_number(out, d->other);
        text_word(out, "for");
        text_word(out, kind_names[d->resource]);
        break;
    default: break;
    }
}

/* "waiting is 1 discard 4 answered 2 discard 5" */
static void fact_waiting(const struct fact *fact) {
    struct text *out = fact->out;
    for (unsigned i = 0; i < fact->game->n_pending; i++) {
        const struct decision *d = &fact->game->pending[i];
        text_number(out, d->player);
        text_word(out, decision_names[d->kind]);
        text_decision(out, d);
        if (d->answered) {
            text_word(out, "answered");
        }
    }
    if (fact->game->n_pending == 0) {
        text_word(out, "nobody");
    }
}

/* ---- legal moves ---- */

static void fact_default(const struct fact *fact) {
    unsigned seat = seat_take(fact->run);
    if (game_decision(fact->game, seat) == NULL) {
        text_word(fact->out, "nothing");
        return;
    }
    struct action action = game_default(fact->setup, fact->game, seat);
    text_action(fact->out, fact->setup, seat, &action);
}

/* "can 0 is roll play_dev_card": the types of all listed moves. */
static void fact_can(const struct fact *fact) {
    static struct move_list list;
    uint64_t types = 0;
    game_list(fact->setup, fact->game, seat_take(fact->run), &list);
    for (size_t i = 0; i < list.n; i++) {
        types |= UINT64_C(1) << list.items[i].type;
    }
    if (types == 0) {
        text_word(fact->out, "nothing");
    }
    while (types != 0) {
        text_word(fact->out, event_type_name(bit_take(&types)));
    }
}

/* "places 0 build_road is 14-19": where a piece can go, in ascending order; for build_neutral with the color. */
static void fact_places(const struct fact *fact) {
    static struct move_list list;
    unsigned seat = seat_take(fact->run), color = 0;
    const char *name = word_take(fact->run);
    unsigned type = event_type_of(name, strlen(name));
    bool any = false;
    number_is(fact->run, &color);
    game_list(fact->setup, fact->game, seat, &list);
    for (unsigned id = 0; id < NONE; id++) {
        bool found = false, road = false;
        for (size_t i = 0; i < list.n && !found; i++) {
            const struct action *a = &list.items[i];
            road = type == BUILD_ROAD || type == BUILD_SHIP ||
                   (type == BUILD_NEUTRAL && a->piece == PIECE_ROAD);
            found = a->type == type && a->seat == color && (road ? a->edges[0] : a->vertex) == id;
        }
        if (found && road) {
            text_edge(fact->out, fact->setup, id);
        } else if (found) {
            text_number(fact->out, id);
        }
        any |= found;
    }
    if (!any) {
        text_word(fact->out, "none");
    }
}

/* "plays 0 road_building is 3": how many ways to play a card are listed. */
static void fact_plays(const struct fact *fact) {
    static struct move_list list;
    bool knights = fact->setup->rules.knights;
    unsigned type = knights ? PLAY_PROGRESS_CARD : PLAY_DEV_CARD;
    unsigned seat = seat_take(fact->run), n = 0;
    unsigned card = knights ? progress_take(fact->run) : dev_take(fact->run);
    game_list(fact->setup, fact->game, seat, &list);
    for (size_t i = 0; i < list.n; i++) {
        n += list.items[i].type == type && list.items[i].card == card;
    }
    text_number(fact->out, n);
}

/* "listed 0 move_knight is 17 29 | 17 30", "listed 0 merchant is merchant h3": the fields of every listed move of a
 * type, or of playing a progress card. */
static void fact_listed(const struct fact *fact) {
    static struct move_list list;
    struct text *out = fact->out;
    unsigned seat = seat_take(fact->run), card = PROGRESS_COUNT;
    unsigned type = PLAY_PROGRESS_CARD;
    if (!name_is(fact->run, progress_names, PROGRESS_COUNT, &card)) {
        const char *name = word_take(fact->run);
        type = event_type_of(name, strlen(name));
    }
    game_list(fact->setup, fact->game, seat, &list);
    for (size_t i = 0; i < list.n; i++) {
        const struct action *a = &list.items[i];
        if (a->type != type || (card != PROGRESS_COUNT && a->card != card)) {
            continue;
        }
        if (out->n > 0) {
            text_word(out, "|");
        }
        fields_text(out, fact->setup, a);
        if (out->n == 0) {
            text_word(out, "yes");
        }
    }
    if (out->n == 0) {
        text_word(out, "nothing");
    }
}

const struct fact_row list_facts[] = {
    {"waiting", fact_waiting},
    {"default", fact_default},
    {"can", fact_can},
    {"places", fact_places},
    {"plays", fact_plays},
    {"listed", fact_listed},
    {NULL, NULL},
};
