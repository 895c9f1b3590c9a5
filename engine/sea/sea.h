/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What the rest of the engine asks of the sea: its rows of actions and steps for the tables, and the
 * few places where a rule of every game meets one of its own. In a game without sea every function
 * here finds nothing to do. */
#ifndef ENGINE_SEA_SEA_H
#define ENGINE_SEA_SEA_H

#include "engine/ships.h"

/* ---- rows ---- */

extern const struct action_rule rule_build_ship, rule_move_ship, rule_move_pirate, rule_choose_gold,
    rule_build_wonder, rule_place_harbor, rule_attack_fortress, rule_draw_victim;
extern const struct agenda_row agenda_gold, agenda_place_harbor, agenda_reward, agenda_victim;
default_function default_gold, default_harbor, default_victim;

/* ---- gold (gold.c) ---- */

/* SEAT has to choose N cards more before anything else goes on (S-61). */
void gold_owe(struct game *game, unsigned seat, unsigned n);

/* ---- fog (fog.c) ---- */

/* The hexes that ACTION would take out of fog, in the order in which that happens; returns how many, and
 * whether there is any. */
unsigned fog_hexes(const struct setup *setup, const struct game *game, const struct action *action,
                   uint8_t hexes[REVEAL_MAX]);
bool fog_due(const struct setup *setup, const struct game *game, const struct action *action);

/* As of a chance_rule, for every action that discovers. */
void fog_draw(const struct setup *setup, const struct game *game, const struct action *action,
              unsigned parts, struct chance *chance, struct outcome *outcome);
enum reason fog_possible(const struct setup *setup, const struct game *game,
                         const struct action *action, const struct outcome *outcome);

/* Lays out what EVENT revealed, with its gifts (S-57, S-58). */
void fog_discover(const struct setup *setup, struct game *game, const struct event *event);

/* Whether nobody can settle at VERTEX because of what lies around it (S-09, S-10). */
bool fog_closes(const struct setup *setup, const struct game *game, unsigned vertex);

/* What paths and intersections take, by game.fog; nothing has been built yet. */
void derive_fog(const struct setup *setup, struct game *game);
check_function check_fog;

/* ---- islands (islands.c) ---- */

/* SEAT has put a building at VERTEX: its islands are home (S-64), or bring points (S-63). */
void islands_settle(const struct setup *setup, struct game *game, unsigned seat, unsigned vertex);

/* The same from scratch, for game_derive. */
void derive_islands(const struct setup *setup, struct game *game, unsigned seat);

/* ---- gifts (gift.c) ---- */

/* How many development cards ACTION's ships come upon (S-104); how many still lie on paths. */
unsigned gift_cards_due(const struct setup *setup, const struct game *game,
                        const struct action *action);
unsigned gift_cards_left(const struct setup *setup, const struct game *game);

/* As of a chance_rule, for every action that discovers. */
void gift_draw(const struct setup *setup, const struct game *game, const struct action *action,
               unsigned parts, struct chance *chance, struct outcome *outcome);
enum reason gift_possible(const struct setup *setup, const struct game *game,
                          const struct action *action, const struct outcome *outcome);

/* The gifts of EVENT's ships, which lie there already, become its player's. */
void gifts_take(const struct setup *setup, struct game *game, const struct event *event);

/* Whether ACTION places a harbor of the set-up after which another one is drawn (S-161). */
bool harbor_due(const struct setup *setup, const struct game *game, const struct action *action);
void harbor_draw(const struct setup *setup, const struct game *game, const struct action *action,
                 unsigned parts, struct chance *chance, struct outcome *outcome);
enum reason harbor_possible(const struct setup *setup, const struct game *game,
                            const struct action *action, const struct outcome *outcome);

/* Whether there is any place where SEAT could put a harbor. */
bool gift_harbor_fits(const struct setup *setup, const struct game *game, unsigned seat);

/* The first step of the agenda, a harbor to be placed, is done: the next one comes, if there is any. */
void harbor_next(struct game *game);
check_function check_gifts;

/* ---- villages (cloth.c) ---- */

/* Their cloth and the supply as the game begins; nothing without villages. */
void villages_fill(const struct setup *setup, struct game *game);

/* SEAT is linked with every village where its ships end (S-114). */
void villages_reach(const struct setup *setup, struct game *game, unsigned seat);

/* Gives out the cloth of a roll of SUM (S-116, S-117). */
void villages_produce(const struct setup *setup, struct game *game, unsigned sum);

/* Who wins when the villages are spent: a seat (S-122). */
unsigned village_winner(const struct setup *setup, const struct game *game);

/* Whether ACTION could end the game by the last cloth of a village: all points show then. */
bool village_may_end(const struct setup *setup, const struct game *game,
                     const struct action *action);
check_function check_villages;

/* ---- lanes (lane.c) ---- */

/* Notes that VERTEX is the start, the way mark or the fortress (KIND: enum mark_kind) of SEAT's lane, or HEX the next
 * one of the fleet's circuit. Returns false where that is not possible. */
bool lane_mark(struct board *board, unsigned kind, unsigned seat, unsigned vertex);
bool fleet_mark(struct board *board, unsigned hex);

/* Computes the lanes between what has been marked (S-127) and what else follows for the board: each way mark takes a
 * settlement, and where nobody settles there are no roads (S-128). Returns false where a lane has no way, is longer than
 * LANE_MAX or meets another, or where there are lanes without fleet or the reverse. Nothing without both. */
bool lanes_lay(struct board *board);

/* How many ships of LANE's color lie in its line, where they end at MOORED; *VERTEX is where the next one joins it. */
unsigned lane_tip(const struct lane *lane, const struct vertex_set *moored, unsigned *vertex);

/* The pieces that are printed, as the game begins (S-124, S-125); nothing without lanes. */
void lanes_begin(const struct setup *setup, struct game *game);

/* Paths that continue SEAT's line, whose ships end at MOORED (S-127), whatever else lies there. */
struct edge_set lane_next(const struct setup *setup, const struct game *game, unsigned seat,
                          const struct vertex_set *moored);

/* SEAT loses the N ships nearest its fortress, or all it has (S-138, S-140). */
void lane_lose_ships(const struct setup *setup, struct game *game, unsigned seat, unsigned n);

/* Whether the path takes no road because nobody settles there (S-128). */
bool lane_bars_road(const struct setup *setup, unsigned edge);
check_function check_lanes;

/* ---- the fleet (fleet.c) ---- */

/* As of a chance_rule, for a roll whose dice OUTCOME holds: what players lose to the fleet (S-134). */
void fleet_draw(const struct setup *setup, const struct game *game, struct chance *chance,
                struct outcome *outcome);
bool fleet_possible(const struct setup *setup, const struct game *game,
                    const struct outcome *outcome);

/* Moves the fleet by a roll; it takes what OUTCOME says, and who beats it is asked first of all (S-132 to S-135). */
void fleet_sail(const struct setup *setup, struct game *game, const struct outcome *outcome);

/* Of the cards that make a warship (S-131). */
legal_function warship_legal;
apply_function warship_apply;
check_function check_fleet;

/* ---- wonders (wonder.c) ---- */

/* Whether SEAT wins by them; POINTS: the target is reached (S-153). */
bool wonders_won(const struct setup *setup, const struct game *game, unsigned seat, bool points);
check_function check_wonders;

/* ---- positions (check_sea.c) ---- */

/* Everything that the sea adds to a state, which is blank without it. */
check_function check_sea;

#endif
