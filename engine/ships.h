/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Ships and the pirate, for everything that moves or removes them: the sea itself (sea/), free pieces,
 * and the knights and cards of Cities & Knights (combinations.md). Not to be called in games without
 * sea. */
#ifndef ENGINE_SHIPS_H
#define ENGINE_SHIPS_H

#include "engine/internal.h"

/* ---- ships (ship.c) ---- */

/* Why SEAT may not put a ship there, supply and cost aside (S-07, S-12, S-13, S-44); all places where
 * it may, if its ships end at MOORED. */
enum reason place_ship(const struct setup *setup, const struct game *game, unsigned seat,
                       unsigned edge, const struct vertex_set *moored);
struct edge_set place_ships(const struct setup *setup, const struct game *game, unsigned seat,
                            const struct vertex_set *moored);

/* Puts a ship there from the supply, with all that follows from it; sets its facts only. */
void put_ship(const struct setup *setup, struct game *game, unsigned seat, unsigned edge);
void mark_ship(const struct setup *setup, struct game *game, unsigned seat, unsigned edge);

/* Takes it back into the supply, with all that follows but the special card (C-154). */
void remove_ship(const struct setup *setup, struct game *game, unsigned seat, unsigned edge);

/* SEAT's ship ends without the ship at EDGE. */
struct vertex_set ship_moored_without(const struct setup *setup, const struct game *game,
                                      unsigned seat, unsigned edge);

/* Whether SEAT's ship at EDGE has an open end (S-23) or lies on a ring that does not hold it (S-25). */
bool ship_lies_open(const struct setup *setup, const struct game *game, unsigned seat,
                    unsigned edge);

/* ---- the pirate (pirate.c) ---- */

/* One entry for each sea hex it may go to, victim and what is taken from them (S-121), each a copy of MOVE. */
void pirate_list(const struct setup *setup, const struct game *game, unsigned seat,
                 const struct action *move, struct move_list *list);

/* Whether an opponent of SEAT has a ship on a path of HEX (V-69). */
bool pirate_finds_ships(const struct setup *setup, const struct game *game, unsigned seat,
                        unsigned hex);

/* Intersections of the pirate's hex, also of one of the frame (V-67). */
struct vertex_set pirate_corners(const struct setup *setup, const struct game *game);

/* Whether the pirate keeps ships off the path (S-24, S-44). */
bool pirate_bars(const struct setup *setup, const struct game *game, unsigned edge);

#endif
