/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What the rest of the engine needs of Cities & Knights: its rows of actions, steps and decisions,
 * and the few places where a rule of every game depends on one of its own. In a game without
 * knights every function here finds nothing to do. */
#ifndef ENGINE_KNIGHTS_KNIGHTS_H
#define ENGINE_KNIGHTS_KNIGHTS_H

#include "engine/internal.h"

/* ---- rows ---- */

extern const struct action_rule rule_build_city_wall, rule_improve_city, rule_repair_city,
    rule_build_knight, rule_activate_knight, rule_promote_knight, rule_move_knight,
    rule_displace_knight, rule_chase_robber, rule_relocate_knight, rule_commit_knights,
    rule_choose_pillaged_city, rule_choose_progress_deck, rule_discard_progress_card,
    rule_harbor_offer, rule_give_commodity, rule_give_cards, rule_take_cards,
    rule_take_progress_card, rule_remove_knight, rule_place_knight;
extern const struct action_rule rule_progress[PROGRESS_COUNT];

/* What all progress cards share (action_row): those held, those of them that may be played now (C-142,
 * C-180), and returning a card under its stack before its effect (C-144). */
unsigned progress_forms_held(const struct game *game, unsigned seat);
unsigned progress_forms_open(const struct setup *setup, const struct game *game, unsigned seat);
enum reason progress_window(const struct setup *setup, const struct game *game, unsigned seat,
                            unsigned card);
void progress_put_back(struct game *game, unsigned seat, unsigned card);

extern const struct agenda_row agenda_relocate, agenda_commit, agenda_battle, agenda_pillage,
    agenda_tie_draw, agenda_card_limit, agenda_ship_back, agenda_fifth_card, agenda_aqueduct,
    agenda_end_turn, agenda_remove_knight, agenda_place_knight, agenda_give_cards,
    agenda_take_cards, agenda_take_progress, agenda_give_commodity;

default_function default_commit, default_pillaged, default_deck, default_put_back,
    default_relocation, default_removal, default_progress_taken, default_commodity;

/* ---- where the games meet ---- */

/* What the event die of a roll brings (C-27 to C-33): before everything else. */
bool event_die_apply(const struct setup *setup, struct game *game, const struct outcome *outcome);

/* Draw the face of the event die and the cards that a gate brings; why those in OUTCOME are
 * impossible. */
unsigned event_die_draw(struct chance *chance);
void gate_draw(const struct setup *setup, const struct game *game, struct chance *chance,
               struct outcome *outcome);
enum reason gate_possible(const struct setup *setup, const struct game *game,
                          const struct outcome *outcome);

/* Those of EMPTY_HANDED, whom production gave nothing, who have an Aqueduct (C-45 to C-47). */
unsigned aqueduct_owners(const struct game *game, unsigned empty_handed);

/* The kind that its merchant lets SEAT trade like a special harbor (C-208), or NONE. */
unsigned merchant_kind(const struct setup *setup, const struct game *game, unsigned seat);

/* A turn is over for the knights of SEAT; the battle is broken off for those of SEAT. */
void knights_end_turn(struct game *game, unsigned seat);
void knights_withdraw(struct game *game, unsigned seat);

/* The full stacks of progress cards. */
void progress_fill_stacks(const struct setup *setup, struct game *game);

/* ---- positions ---- */

/* For game_derive: the facts of SEAT's knights, BITS by vertex (enum knight_bits); and all that
 * follows from progress cards held, laid out and returned. */
void derive_knights(struct game *game, unsigned seat, const uint8_t bits[VERTEX_MAX]);
void derive_progress(const struct setup *setup, struct game *game);

/* Everything that this game adds to a state, which is blank in the base game. */
check_function check_knights;

/* Checks an attack against its agenda: committed knights, and hands before the cards are dealt. */
check_function check_attack;

/* Whether a place or card noted as SEAT's answer (game.answer_ids) can be one. */
bool answer_id_sound(const struct setup *setup, const struct game *game, unsigned seat);

#endif
