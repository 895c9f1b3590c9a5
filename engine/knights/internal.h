/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Shared among the files of Cities & Knights. */
#ifndef ENGINE_KNIGHTS_INTERNAL_H
#define ENGINE_KNIGHTS_INTERNAL_H

#include "engine/knights/knights.h"

/* ---- knights (knight.c) ---- */

/* Where the first attack sends the robber: a desert, at sea the map's hex (C-54, V-46), or NONE. */
static inline unsigned robber_home(const struct setup *setup) {
    return setup->rules.sea ? setup->board.robber : setup->board.desert;
}

static inline unsigned knight_rank(const struct game *game, unsigned vertex) {
    return game->knight[vertex] & KNIGHT_RANK;
}

/* A knight out of the supply onto the board, or off it and back into the supply, lines included,
 * special card not. BITS: enum knight_bits. */
void put_knight(const struct setup *setup, struct game *game, unsigned seat, unsigned vertex,
                unsigned bits);
void take_knight(const struct setup *setup, struct game *game, unsigned vertex);

/* Why SEAT may not put a knight there, supply and cost aside (C-66); and all such places. */
enum reason place_knight(const struct setup *setup, const struct game *game, unsigned seat,
                         unsigned vertex);
struct vertex_set place_knights(const struct setup *setup, const struct game *game, unsigned seat);

/* Whether a road or ship of SEAT ends at VERTEX. */
static inline bool player_lines_end(const struct game *game, unsigned seat, unsigned vertex) {
    return vertex_set_has(&game->players[seat].touched, vertex) ||
           vertex_set_has(&game->players[seat].moored, vertex);
}

/* Activates a knight, by grain or by card: it is active but may not act in this turn (C-69). */
void knight_activate(struct game *game, unsigned vertex);

/* Why SEAT's knight at VERTEX may not become one of the next rank, the price aside (C-71 to C-73);
 * and making it one. */
enum reason knight_can_rise(const struct game *game, unsigned seat, unsigned vertex);
void knight_rise(struct game *game, unsigned vertex);

/* The knight at VERTEX is driven away; ORIGIN: where the knight that displaces it stands, which
 * then takes its place and has acted for this turn, or NONE (Intrigue). Its owner chooses where it
 * goes when there are several places (AGENDA_RELOCATE); without any it returns to the owner's
 * supply. */
void knight_displace(struct game *game, unsigned vertex, unsigned origin);

/* ---- cities (city.c) ---- */

/* Why SEAT may not put a wall there, cost aside (C-62). */
enum reason place_wall(const struct game *game, unsigned seat, unsigned vertex);
void put_wall(struct game *game, unsigned seat, unsigned vertex);

/* The city is lost to the barbarians: C-123, C-63, C-136, C-238. */
void city_pillage(struct game *game, unsigned vertex);

/* ---- barbarians (barbarian.c) ---- */

/* The ship goes on a step; on landing the chain of an attack is queued (O-34). */
void barbarians_step(const struct setup *setup, struct game *game);

/* ---- progress cards (progress.c) ---- */

/* A card comes off its stack into the hand of SEAT, or is laid out (C-143). */
void progress_draw(struct game *game, unsigned seat, unsigned card);

/* Whether SEAT holds more than the limit (C-147): how many. */
unsigned progress_surplus(const struct setup *setup, const struct game *game, unsigned seat);

/* In and out of a hand, keeping counts, backs and, where the hand is known, the cards. */
void progress_gain(struct game *game, unsigned seat, unsigned card);
void progress_lose(struct game *game, unsigned seat, unsigned card);

/* Whether CARD is among CARDS, a hand as struct player keeps it. */
static inline bool progress_among(const uint8_t cards[PROGRESS_HAND_MAX], unsigned card) {
    for (unsigned i = 0; i < PROGRESS_HAND_MAX; i++)
        if (cards[i] == card + 1)
            return true;
    return false;
}

/* Whether a fifth card has to be played or put back at once (C-149). */
static inline bool progress_play_now(const struct setup *setup) {
    return setup->rules.options[OPTION_FIFTH_CARD_ON_TURN] == FIFTH_PLAY_NOW;
}

/* ---- the rows of single cards (card_*.c, card.c) ---- */

legal_function alchemist_legal, engineer_legal, inventor_legal, harvest_legal, medicine_legal,
    progress_roads_legal, smith_legal;
list_function alchemist_list, engineer_list, inventor_list, medicine_list, smith_list;
apply_function alchemist_apply, crane_apply, engineer_apply, inventor_apply, harvest_apply,
    medicine_apply, progress_roads_apply, smith_apply;

legal_function harbor_legal, master_legal, merchant_legal, steal_kind_legal;
list_function master_list, merchant_list;
apply_function harbor_apply, master_apply, merchant_apply, fleet_apply, steal_kind_apply;

legal_function bishop_legal, deserter_legal, diplomat_legal, intrigue_legal, saboteur_legal,
    spy_legal, warlord_legal, wedding_legal;
list_function bishop_list, diplomat_list, intrigue_list, saboteur_list;
apply_function bishop_apply, deserter_apply, diplomat_apply, intrigue_apply, saboteur_apply,
    spy_apply, warlord_apply, wedding_apply;
givers_function bishop_givers, wedding_givers;
cost_function medicine_price;

extern const struct chance_rule chance_stack, chance_bishop; /* draws.c */

/* Lists cards that are played on one of VERTICES. */
void card_list_vertices(const struct setup *setup, const struct game *game, unsigned seat,
                        const struct action *blank, const struct vertex_set *vertices,
                        struct move_list *list);

enum { AHEAD_OR_NOT = INT8_MIN };

/* Other players than SEAT with at least CARDS cards in hand who are ahead of SEAT by at least AHEAD
 * points that all see, or AHEAD_OR_NOT, as a set. */
unsigned card_opponents(const struct setup *setup, const struct game *game, unsigned seat,
                        unsigned cards, int ahead);

/* Whether there is any. Listings need no more, and it stops at the first one found. */
bool card_any_opponent(const struct setup *setup, const struct game *game, unsigned seat,
                       unsigned cards, int ahead);

/* REASON_OK where VICTIM is another player than SEAT. */
static inline enum reason card_victim(const struct setup *setup, unsigned seat, unsigned victim) {
    return victim != seat && victim < setup->rules.players ? REASON_OK : REASON_NOT_OPPONENT;
}

#endif
