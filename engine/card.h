/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What one progress card does. What holds for all of them (that it is held, when it may be played,
 * where it goes) stands once, in card.c; the cards themselves are in a file for each stack. */
#ifndef ENGINE_CARD_H
#define ENGINE_CARD_H

#include "engine/internal.h"

/* list may rely on the card being held and its window open, possible on the shape of the action
 * too; apply finds the card under its stack already. A card that is never played has none of them. */
typedef enum reason card_possible(const struct setup *, const struct game *, unsigned seat,
                                  const struct action *);
typedef void card_list(const struct setup *, const struct game *, unsigned seat, struct move_list *,
                       unsigned card);
typedef void card_apply(const struct setup *, struct game *, unsigned seat, const struct action *,
                        const struct outcome *);

struct card {
    card_possible *possible;
    card_list *list;
    card_apply *apply;
};

/* By the card's place within its stack. */
extern const struct card science_cards[], trade_cards[], politics_cards[];

/* Those of the politics stack that are about knights. */
card_possible deserter_possible, intrigue_possible, warlord_possible;
card_list intrigue_list;
card_apply deserter_apply, intrigue_apply, warlord_apply;

/* Lists ACTION, a way to play a card, if it is possible. */
void card_try(const struct setup *setup, const struct game *game, unsigned seat,
              struct move_list *list, const struct action *action);

/* Lists of cards that are played on nothing, on a player, on a kind of card, or on one of VERTICES. */
card_list card_list_alone, card_list_victims, card_list_kinds;
void card_list_vertices(const struct setup *setup, const struct game *game, unsigned seat,
                        struct move_list *list, unsigned card, const struct vertex_set *vertices);

/* Other players than SEAT with at least CARDS cards in hand and with so many points that they are
 * ahead of him by AHEAD or more (which may be negative), as a set. */
unsigned card_opponents(const struct setup *setup, const struct game *game, unsigned seat,
                        unsigned cards, int ahead);

/* REASON_OK where VICTIM is another player than SEAT. */
static inline enum reason card_victim(const struct setup *setup, unsigned seat, unsigned victim) {
    return victim != seat && victim < setup->rules.players ? REASON_OK : REASON_NOT_OPPONENT;
}

#endif
