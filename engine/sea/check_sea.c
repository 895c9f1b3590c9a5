/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Whether what the sea adds to a state is possible. */
#include "engine/sea/sea.h"

static const char *check_without_sea(const struct game *game) {
    bool any = game->gifts || game->n_harbors || game->pirate != NONE || game->ship_moved ||
               !edge_set_empty(&game->ships_new);
    for (unsigned seat = 0; seat < SEAT_MAX; seat++)
        any |= game->players[seat].gold || game->players[seat].home || game->players[seat].wonder ||
               game->players[seat].wonder_level || game->players[seat].gift_points ||
               game->players[seat].cloth || game->players[seat].fortress ||
               game->players[seat].warships || !edge_set_empty(&game->players[seat].ships);
    return any ? "a game without sea has no ships, no pirate and no gold" : NULL;
}

static const char *check_gold(const struct setup *setup, const struct game *game) {
    bool asked = false, claimed = false;
    for (unsigned i = 0; i < game->n_agenda; i++)
        asked |= game->agenda[i].step == AGENDA_GOLD;
    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        claimed |= game->players[seat].gold > 0;
        if (game->players[seat].gold > CARD_COUNT_MAX ||
            (game->players[seat].gold && seat >= setup->rules.players))
            return "gold is due to nobody who plays, or too much of it";
    }
    return asked == claimed ? NULL : "gold is due if and only if its step is on the agenda";
}

const char *check_sea(const struct setup *setup, const struct game *game) {
    if (!setup->rules.sea)
        return check_without_sea(game);
    if (game->pirate != NONE &&
        (game->pirate >= (unsigned)setup->board.n_hexes + setup->board.n_frame ||
         !game_is_sea(setup, game, game->pirate)))
        return "the pirate stands on no sea hex";
    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        const struct player *player = &game->players[seat];
        struct edge_set roads = edge_set_minus(player->roads, game->road_paths);
        struct edge_set ships = edge_set_minus(player->ships, game->ship_paths);
        if (!edge_set_empty(&roads) || !edge_set_empty(&ships))
            return "a road lies on the sea, or a ship on land";
    }
    struct edge_set strange = edge_set_minus(game->ships_new, game->players[game->active].ships);
    if (!edge_set_empty(&strange))
        return "a ship is new that the player on turn does not have";
    return check_gold(setup, game);
}
