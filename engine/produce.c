/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Production (rules B-32 to B-35, C-36 to C-44). */
#include "engine/expansion.h"

enum { HEXES_AT_ONCE = 8 };

_Static_assert(HEX_MAX % HEXES_AT_ONCE == 0, "numbers are read eight at a time");

_Static_assert(HEXES_AT_ONCE == sizeof(struct cards), "eight numbers are one word, like cards");

/* Word W of the set of hexes whose number is SUM and that are not the robber's. */
static uint64_t produce_hexes(const struct setup *setup, const struct game *game, unsigned sum,
                              unsigned w) {
    const unsigned from = 64 * w, n = setup->board.n_hexes;
    uint64_t bits = 0;
    for (unsigned h = 0; from + h < n && h < 64; h += HEXES_AT_ONCE) {
        struct cards numbers;
        memcpy(&numbers, &game->numbers[from + h], sizeof numbers);
        uint64_t differ = cards_word(numbers) ^ sum * CARDS_ONES;
        bits |= (uint64_t)cards_tops(~((differ | CARDS_TOP) - CARDS_ONES)) << h;
    }
    return game->robber / 64 == w ? bits & ~(UINT64_C(1) << game->robber % 64) : bits;
}

/* One card of choice for a settlement at the gold hex HEX, two for a city (S-47). Whether any. */
static bool produce_gold(const struct game *game, const struct hex *hex, uint8_t gold[SEAT_MAX]) {
    bool any = false;
    for (unsigned i = 0; i < CORNER_COUNT; i++) {
        unsigned vertex = hex->vertices[i];
        if (!game->building[vertex])
            continue;
        gold[game->owner[vertex]] = (uint8_t)(gold[game->owner[vertex]] + game->building[vertex]);
        any = true;
    }
    return any;
}

/* What hex H gives everybody beside it. A color's pieces (B-06) stand at few enough hexes for sums to
 * stay in their byte. Returns whether anybody is due gold. */
static bool produce_hex(const struct setup *setup, const struct game *game, unsigned h,
                        struct cards due[SEAT_MAX], uint8_t gold[SEAT_MAX]) {
    const struct hex *hex = &setup->board.hexes[h];
    unsigned terrain = game_terrain(setup, game, h), kind = terrain_yields(terrain);
    if (kind == NONE)
        return produce_gold(game, hex, gold);
    unsigned commodity = setup->rules.kinds > RESOURCE_COUNT ? terrain_commodity(terrain) : NONE;
    struct cards first = cards_one(kind, 1);
    struct cards second = commodity == NONE ? first : cards_one(commodity, 1);
    const struct cards yields[] = {[BUILDING_NONE] = cards_none(),
                                   [BUILDING_SETTLEMENT] = first,
                                   [BUILDING_CITY] = cards_add(first, second)};
    /* Adding nothing is cheaper than a test whether a building is there. */
    for (unsigned i = 0; i < CORNER_COUNT; i++) {
        unsigned vertex = hex->vertices[i];
        struct cards *cards = &due[game->owner[vertex]];
        *cards = cards_add(*cards, yields[game->building[vertex]]);
    }
    return false;
}

void gold_owe(const struct setup *setup, struct game *game, unsigned seat, unsigned n) {
    HOOK_EACH(setup, gold, row)
        row->gold(setup, game, seat, n);
}

/* What everybody is due for SUM before the bank's stock is considered (B-32 to B-34), and for gold
 * hexes; returns whether anybody is due gold. */
static bool produce_due(const struct setup *setup, const struct game *game, unsigned sum,
                        struct cards due[SEAT_MAX], uint8_t gold[SEAT_MAX]) {
    bool any_gold = false;
    for (unsigned w = 0; w < HEX_WORDS; w++)
        for (uint64_t hexes = produce_hexes(setup, game, sum, w); hexes;)
            any_gold |= produce_hex(setup, game, 64 * w + bit_take(&hexes), due, gold);
    return any_gold;
}

/* B-35, C-44: nobody gets a kind of which the bank has too little for all; a player who is the only
 * one due any gets the rest. */
static void produce_short(const struct setup *setup, const struct game *game,
                          struct cards due[SEAT_MAX]) {
    for (unsigned kind = 0; kind < setup->rules.kinds; kind++) {
        unsigned claimants = 0, total = 0;
        for (unsigned seat = 0; seat < setup->rules.players; seat++) {
            claimants += due[seat].n[kind] > 0;
            total += due[seat].n[kind];
        }
        if (total <= game->bank.n[kind])
            continue;
        for (unsigned seat = 0; seat < setup->rules.players; seat++)
            if (due[seat].n[kind])
                due[seat].n[kind] = claimants == 1 ? game->bank.n[kind] : 0;
    }
}

/* The seats that get nothing; a seat that is due gold is not among them (V-75). */
static unsigned produce_missed(const struct setup *setup, const struct cards due[SEAT_MAX],
                               const uint8_t gold[SEAT_MAX]) {
    unsigned missed = 0;
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        missed |= (unsigned)((cards_word(due[seat]) | gold[seat]) == 0) << seat;
    return missed;
}

static void step_produce(const struct setup *setup, struct game *game) {
    struct cards due[SEAT_MAX] = {{{0}}};
    uint8_t gold[SEAT_MAX] = {0};
    bool goes_on = false;
    bool any_gold = produce_due(setup, game, game->agenda[0].arg, due, gold);
    if (!bank_pay_all(game, setup->rules.players, due)) {
        produce_short(setup, game, due);
        bank_pay_all(game, setup->rules.players, due);
    }
    HOOK_EACH(setup, produce, row)
        row->produce(setup, game, game->agenda[0].arg);
    HOOK_EACH(setup, missed, row)
        goes_on |= row->missed(setup, game, produce_missed(setup, due, gold));
    if (!goes_on)
        agenda_pop(game);
    for (unsigned seat = 0; seat < setup->rules.players && any_gold; seat++)
        if (gold[seat])
            gold_owe(setup, game, seat, gold[seat]); /* S-50: after everything else of the roll */
}

/* Index of the agenda's step that will produce, or NONE. */
static unsigned produce_at(const struct game *game) {
    for (unsigned i = 0; i < game->n_agenda; i++)
        if (game->agenda[i].step == AGENDA_PRODUCE)
            return i;
    return NONE;
}

/* A fifth card that a roll brought is settled before production, and playing it (a Bishop, for example)
 * can itself move cards. So EVENT is applied a second time without production, and the difference is
 * what production gave. */
bool event_produced(const struct setup *setup, const struct game *before, const struct game *after,
                    const struct event *event, struct cards produced[SEAT_MAX]) {
    unsigned at = produce_at(before);
    const struct game *still = before;
    struct game without;
    if ((at == NONE && event->type != ROLL) || produce_at(after) != NONE)
        return false;
    if (at != NONE) {
        without = *before;
        without.agenda[at].arg = SEVEN;
        game_apply(setup, &without, event);
        still = &without;
    }
    for (unsigned seat = 0; seat < SEAT_MAX; seat++)
        for (unsigned kind = 0; kind < KIND_COUNT; kind++) {
            int more = after->players[seat].hand.n[kind] - still->players[seat].hand.n[kind];
            more += event->type == ROLL ? event->outcome.lost[seat].n[kind] : 0; /* S-134 */
            produced[seat].n[kind] = (uint8_t)(more > 0 ? more : 0);
        }
    return true;
}

static bool produce_sound(const struct setup *setup, const struct game *game,
                          const struct agenda_item *item) {
    (void)setup, (void)game;
    return item->arg >= 2 && item->arg <= NUMBER_MAX;
}

const struct agenda_row agenda_produce = {.run = step_produce,
                                          .place = PLACE_PRODUCE,
                                          .uses = USES_ARG,
                                          .sound = produce_sound,
                                          .pointless = true,
                                          .scored_by = 1 + HOOK_produce};
