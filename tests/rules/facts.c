/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* "expect FACT is VALUE": every fact is written as text in one canonical form and compared with the
 * rest of the line, so that a failure can show both. */
#include <stdio.h>
#include <string.h>

#include "tests/rules/scenario.h"

void text_add(struct text *text, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = vsnprintf(text->s + text->n, sizeof text->s - text->n, format, args);
    va_end(args);
    if (n > 0 && text->n + (size_t)n < sizeof text->s) {
        text->n += (size_t)n;
    }
}

/* Words are separated by single spaces, as those of the line are. */
static void text_space(struct text *text) {
    if (text->n > 0 && text->s[text->n - 1] != ' ') {
        text_add(text, " ");
    }
}

static void text_word(struct text *text, const char *word) {
    text_space(text);
    text_add(text, "%s", word);
}

static void text_number(struct text *text, unsigned number) {
    text_space(text);
    text_add(text, "%u", number);
}

static void text_seat(struct text *text, unsigned seat) {
    if (seat == NONE) {
        text_word(text, "nobody");
    } else {
        text_number(text, seat);
    }
}

static void text_counts(struct text *text, const uint8_t *counts, const char *const *names,
                        unsigned n) {
    bool any = false;
    for (unsigned i = 0; i < n; i++) {
        if (counts[i] > 0) {
            text_number(text, counts[i]);
            text_word(text, names[i]);
            any = true;
        }
    }
    if (!any) {
        text_word(text, "none");
    }
}

void text_cards(struct text *text, struct cards cards) {
    text_counts(text, cards.n, kind_names, KIND_COUNT);
}

static void text_edge(struct text *text, const struct setup *setup, unsigned edge) {
    const uint8_t *v = setup->board.edge[edge].vertices;
    text_space(text);
    text_add(text, "%u-%u", v[0], v[1]);
}

static void text_seats(struct text *text, unsigned seats) {
    if (seats == 0) {
        text_word(text, "nobody");
    }
    for (unsigned s = 0; s < SEAT_MAX; s++) {
        if (seats >> s & 1) {
            text_number(text, s);
        }
    }
}

/* An action as a move line would write it, as far as defaults need it. */
void text_action(struct text *text, const struct setup *setup, unsigned seat,
                 const struct action *action) {
    text_number(text, seat);
    text_word(text, event_type_name(action->type));
    switch (action->type) {
    case BUILD_SETTLEMENT: text_number(text, action->vertex); break;
    case BUILD_ROAD: text_edge(text, setup, action->edges[0]); break;
    case DISCARD:
    case RETURN_CARDS: text_cards(text, action->give); break;
    case MOVE_ROBBER:
        text_space(text);
        text_add(text, "h%u from", action->hex);
        text_seat(text, action->seat);
        break;
    case BUILD_NEUTRAL:
        text_number(text, action->seat);
        text_word(text, piece_names[action->piece]);
        if (action->piece == PIECE_ROAD) {
            text_edge(text, setup, action->edges[0]);
        } else {
            text_number(text, action->vertex);
        }
        break;
    default: break;
    }
}

/* ---- the facts ---- */

/* What a fact is read from: the state, or one player's view of it. */
struct fact {
    struct run *run;
    const struct setup *setup;
    const struct game *game;
    unsigned viewer;
    struct text *out;
};

static const struct player *fact_player(const struct fact *fact) {
    unsigned seat = seat_take(fact->run);
    if (seat >= fact->setup->rules.colors) {
        wrong(fact->run, "this game has no seat %u", seat);
    }
    return &fact->game->players[seat];
}

static unsigned viewer_take(struct run *run) {
    return word_is(run, "nobody") ? (unsigned)VIEWER_NOBODY : seat_take(run);
}

static void fact_hand(const struct fact *fact) {
    const struct player *player = fact_player(fact);
    if (player->hidden) {
        text_add(fact->out, "hidden %u", player->hand_count);
        if (!cards_empty(player->hand)) {
            wrong(fact->run, "a hidden hand is not blank in the view");
        }
    } else {
        text_cards(fact->out, player->hand);
    }
}

static void fact_dev(const struct fact *fact) {
    const struct player *player = fact_player(fact);
    unsigned sum = 0;
    for (unsigned d = 0; d < DEV_COUNT; d++) {
        sum += player->dev[d] + player->dev_new[d];
    }
    if (player->hidden) {
        text_add(fact->out, "hidden %u", player->dev_count);
        if (sum != 0) {
            wrong(fact->run, "hidden development cards are not blank in the view");
        }
    } else {
        text_counts(fact->out, player->dev, dev_names, DEV_COUNT);
    }
}

static void fact_new(const struct fact *fact) {
    text_counts(fact->out, fact_player(fact)->dev_new, dev_names, DEV_COUNT);
}

static void fact_bank(const struct fact *fact) {
    const char *next = word_peek(fact->run);
    if (next != NULL && strcmp(next, "is") != 0) {
        text_number(fact->out, fact->game->bank.n[kind_take(fact->run)]);
    } else {
        text_cards(fact->out, fact->game->bank);
    }
}

static void fact_deck(const struct fact *fact) {
    const char *next = word_peek(fact->run);
    if (next != NULL && strcmp(next, "is") != 0) {
        text_number(fact->out, fact->game->deck[dev_take(fact->run)]);
    } else {
        text_number(fact->out, fact->game->deck_count);
    }
}

static void fact_removed(const struct fact *fact) {
    text_counts(fact->out, fact->game->dev_removed, dev_names, DEV_COUNT);
}

static void fact_points(const struct fact *fact) {
    text_number(fact->out, game_points(fact->setup, fact->game, seat_take(fact->run)));
}

static void fact_visible(const struct fact *fact) {
    text_number(fact->out, game_points_visible(fact->setup, fact->game, seat_take(fact->run)));
}

static void fact_road_length(const struct fact *fact) {
    text_number(fact->out, fact_player(fact)->road_length);
}

static void fact_longest_road(const struct fact *fact) {
    text_seat(fact->out, fact->game->road_holder);
}

static void fact_largest_army(const struct fact *fact) {
    text_seat(fact->out, fact->game->army_holder);
}

static void fact_knights(const struct fact *fact) {
    text_number(fact->out, fact_player(fact)->knights_played);
}

static void fact_tokens(const struct fact *fact) {
    text_number(fact->out, fact_player(fact)->tokens);
}

static void fact_resigned(const struct fact *fact) {
    text_word(fact->out, fact_player(fact)->resigned ? "yes" : "no");
}

static void fact_supply(const struct fact *fact) {
    const uint8_t *supply = fact_player(fact)->supply;
    text_add(fact->out, "%u roads %u settlements %u cities", supply[PIECE_ROAD],
             supply[PIECE_SETTLEMENT], supply[PIECE_CITY]);
}

static void fact_waiting(const struct fact *fact) {
    static const char *const names[DECISION_KIND_COUNT] = {
        "none",    "setup_settlement", "setup_road",    "turn",
        "discard", "move_robber",      "build_neutral", "return_cards"};
    struct text *out = fact->out;
    for (unsigned i = 0; i < fact->game->n_pending; i++) {
        const struct decision *d = &fact->game->pending[i];
        text_number(out, d->player);
        text_word(out, names[d->kind]);
        if (d->kind == DECIDE_SETUP_ROAD) {
            text_number(out, d->vertex);
        } else if (d->kind == DECIDE_DISCARD) {
            text_number(out, d->count);
        } else if (d->kind == DECIDE_BUILD_NEUTRAL) {
            text_word(out, piece_names[d->piece]);
            text_number(out, d->count);
        } else if (d->kind == DECIDE_RETURN_CARDS) {
            text_number(out, d->count);
            text_word(out, "to");
            text_number(out, d->other);
        }
        if (d->answered) {
            text_word(out, "answered");
        }
    }
    if (fact->game->n_pending == 0) {
        text_word(out, "nobody");
    }
}

static void fact_phase(const struct fact *fact) {
    static const char *const names[] = {"setup", "play", "finished"};
    text_word(fact->out, names[fact->game->phase]);
}

/* "turn is 1 before-roll" */
static void fact_turn(const struct fact *fact) {
    static const char *const names[] = {"before-roll", "between-rolls", "resolving", "actions"};
    text_number(fact->out, fact->game->active);
    text_word(fact->out, names[fact->game->step]);
}

static void fact_turn_number(const struct fact *fact) {
    text_number(fact->out, fact->game->turn);
}

static void fact_first(const struct fact *fact) {
    text_seat(fact->out, fact->game->first);
}

static void fact_winner(const struct fact *fact) {
    text_seat(fact->out, fact->game->winner);
}

static void fact_robber(const struct fact *fact) {
    if (fact->game->robber == NONE) {
        text_word(fact->out, "nowhere");
    } else {
        text_add(fact->out, "h%u", fact->game->robber);
    }
}

static void fact_vertex(const struct fact *fact) {
    static const char *const names[] = {"free", "settlement", "city"};
    unsigned v = vertex_take(fact->run);
    text_word(fact->out, names[fact->game->building[v]]);
    if (fact->game->building[v] != BUILDING_NONE) {
        text_number(fact->out, fact->game->owner[v]);
    }
}

static void fact_path(const struct fact *fact) {
    unsigned e = edge_take(fact->run);
    if (edge_set_has(&fact->game->paved, e)) {
        text_word(fact->out, "road");
        text_number(fact->out, fact->game->road_owner[e]);
    } else {
        text_word(fact->out, "free");
    }
}

static void fact_rate(const struct fact *fact) {
    unsigned seat = seat_take(fact->run);
    unsigned kind = kind_take(fact->run);
    text_number(fact->out, game_rate(fact->setup, fact->game, seat, kind));
}

static void fact_price(const struct fact *fact) {
    text_number(fact->out, game_token_price(fact->setup, fact->game, seat_take(fact->run)));
}

/* "offers is o1 o3" */
static void fact_offers(const struct fact *fact) {
    bool any = false;
    for (uint32_t id = 1; id <= fact->game->next_offer; id++) {
        for (unsigned i = 0; i < OFFER_MAX; i++) {
            if (fact->game->offers[i].id == id) {
                text_space(fact->out);
                text_add(fact->out, "o%u", (unsigned)id);
                any = true;
            }
        }
    }
    if (!any) {
        text_word(fact->out, "none");
    }
}

/* "offer o1 is by 0 to 1 2 accepted 1 declined nobody" */
static void fact_offer(const struct fact *fact) {
    uint32_t id = offer_take(fact->run);
    for (unsigned i = 0; i < OFFER_MAX; i++) {
        const struct offer *offer = &fact->game->offers[i];
        if (id != 0 && offer->id == id) {
            text_word(fact->out, "by");
            text_number(fact->out, offer->player);
            text_word(fact->out, "to");
            text_seats(fact->out, offer->to);
            text_word(fact->out, "accepted");
            text_seats(fact->out, offer->accepted);
            text_word(fact->out, "declined");
            text_seats(fact->out, offer->declined);
            return;
        }
    }
    text_word(fact->out, "over");
}

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

/* "places 0 build_road is 14-19": where a piece may go, in ascending order; after build_neutral the
 * color is named. */
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
            road = type == BUILD_ROAD || (type == BUILD_NEUTRAL && a->piece == PIECE_ROAD);
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

/* "plays 0 road_building is 3": how many ways of playing a card are listed. */
static void fact_plays(const struct fact *fact) {
    static struct move_list list;
    unsigned seat = seat_take(fact->run), card = dev_take(fact->run), n = 0;
    game_list(fact->setup, fact->game, seat, &list);
    for (size_t i = 0; i < list.n; i++) {
        n += list.items[i].type == PLAY_DEV_CARD && list.items[i].card == card;
    }
    text_number(fact->out, n);
}

/* "hidden 2 is card": what viewer 2 may not know of the last event. */
static void fact_hidden(const struct fact *fact) {
    unsigned viewer = viewer_take(fact->run);
    unsigned hidden = event_hidden(fact->setup, &fact->run->before, &fact->run->last, viewer);
    if (hidden & HIDDEN_ACTION_CARDS) {
        text_word(fact->out, "action-cards");
    }
    if (hidden & HIDDEN_OUTCOME_CARD) {
        text_word(fact->out, "card");
    }
    if (hidden & HIDDEN_OUTCOME_CARDS) {
        text_word(fact->out, "cards");
    }
    if (hidden == 0) {
        text_word(fact->out, "nothing");
    }
}

static void text_effect(struct text *out, const char *word, bool known, struct cards cards,
                        unsigned count) {
    if (count == 0) {
        return;
    }
    text_word(out, word);
    if (known) {
        text_cards(out, cards);
    } else {
        text_number(out, count);
        text_word(out, "hidden");
    }
}

/* "effects 2 is 0 gains 1 hidden 1 loses 1 hidden": the last event's, as viewer 2 knows them. */
static void fact_effects(const struct fact *fact) {
    struct effect effects[SEAT_MAX];
    size_t n = event_effects(fact->setup, &fact->run->before, &fact->run->game, &fact->run->last,
                             viewer_take(fact->run), effects);
    for (size_t i = 0; i < n; i++) {
        const struct effect *e = &effects[i];
        text_number(fact->out, e->player);
        text_effect(fact->out, "gains", e->known, e->gain, e->gain_count);
        text_effect(fact->out, "loses", e->known, e->lose, e->lose_count);
    }
    if (n == 0) {
        text_word(fact->out, "nothing");
    }
}

/* "revealed 1 is 1 victory_point": the development cards shown at the end. */
static void fact_revealed(const struct fact *fact) {
    text_counts(fact->out, fact->run->reveal.reveal.dev[seat_take(fact->run)], dev_names,
                DEV_COUNT);
}

/* "result is 0 with 10 4 3": the winner and every color's points. */
static void fact_result(const struct fact *fact) {
    const struct event *event = &fact->run->finished;
    text_seat(fact->out, event->finished.winner);
    text_word(fact->out, "with");
    for (unsigned s = 0; s < event->finished.n_points; s++) {
        text_number(fact->out, event->finished.points[s]);
    }
}

static const struct fact_row {
    const char *name;
    void (*write)(const struct fact *fact);
} facts[] = {
    {"hand", fact_hand},
    {"dev", fact_dev},
    {"new", fact_new},
    {"bank", fact_bank},
    {"deck", fact_deck},
    {"removed", fact_removed},
    {"points", fact_points},
    {"visible", fact_visible},
    {"road-length", fact_road_length},
    {"longest-road", fact_longest_road},
    {"largest-army", fact_largest_army},
    {"knights", fact_knights},
    {"tokens", fact_tokens},
    {"resigned", fact_resigned},
    {"supply", fact_supply},
    {"waiting", fact_waiting},
    {"phase", fact_phase},
    {"turn", fact_turn},
    {"turn-number", fact_turn_number},
    {"first", fact_first},
    {"winner", fact_winner},
    {"robber", fact_robber},
    {"vertex", fact_vertex},
    {"path", fact_path},
    {"rate", fact_rate},
    {"price", fact_price},
    {"offers", fact_offers},
    {"offer", fact_offer},
    {"default", fact_default},
    {"can", fact_can},
    {"places", fact_places},
    {"plays", fact_plays},
    {"hidden", fact_hidden},
    {"effects", fact_effects},
    {"revealed", fact_revealed},
    {"result", fact_result},
};

static void write_fact(struct fact *fact, const char *name) {
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
        if (strcmp(name, facts[i].name) == 0) {
            facts[i].write(fact);
            return;
        }
    }
    if (!board_fact(fact->run, name, fact->out)) {
        wrong(fact->run, "there is no fact \"%s\"", name);
    }
}

void expect_line(struct run *run) {
    static struct game view;
    struct text got = {0}, expected = {0};
    struct fact fact = {.run = run, .setup = &run->setup, .game = &run->game, .out = &got};
    fact.viewer = VIEWER_ALL;
    if (word_is(run, "as")) {
        fact.viewer = viewer_take(run);
        game_view(&run->setup, &run->game, fact.viewer, &view);
        fact.game = &view;
    }
    const char *name = word_take(run);
    write_fact(&fact, name);
    if (!word_is(run, "is")) {
        wrong(run, "\"is\" and a value are expected after the fact");
    }
    while (word_peek(run) != NULL) {
        text_word(&expected, word_take(run));
    }
    if (strcmp(expected.s, got.s) != 0) {
        wrong(run, "%s: expected \"%s\", got \"%s\"", name, expected.s, got.s);
    }
}
