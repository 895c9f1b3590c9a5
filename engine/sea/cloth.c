/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Cloth of the villages (rules S-113 to S-123, X-70, V-95). Villages are marks of a board; game.villages says what
 * they still have and who has reached them. */
#include "engine/sea/sea.h"

/* ---- the board ---- */

/* At most one per intersection, which is closed to settlements (S-112, S-113). */
static bool village_mark(struct board *board, const struct mark_spec *mark, unsigned v) {
    unsigned number = mark->value;
    if (number < 2 || number > NUMBER_MAX || number == SEVEN || board->n_villages == VILLAGE_MAX ||
        vertex_set_has(&board->marked[MARK_VILLAGE], v))
        return false;
    board->villages[board->n_villages++] = (struct village_place){(uint8_t)v, (uint8_t)number};
    vertex_set_add(&board->closed, v);
    return true;
}

/* False with so few villages that the game would be over at once. */
static bool villages_lay(struct board *board) {
    return !board->n_villages || board->n_villages > VILLAGES_LAST;
}

/* Their cloth and the supply as the game begins. */
static void villages_fill(const struct setup *setup, struct game *game) {
    for (unsigned i = 0; i < setup->board.n_villages; i++)
        game->villages[i].cloth = VILLAGE_CLOTH;
    game->cloth_supply = setup->board.n_villages ? CLOTH_SUPPLY : 0;
}

/* ---- reaching ---- */

bool game_village_linked(const struct game *game, unsigned at, unsigned seat) {
    const struct village *village = &game->villages[at];
    for (unsigned i = 0; i < village->n_linked; i++)
        if (village->linked[i] == seat)
            return true;
    return false;
}

bool game_linked_anywhere(const struct setup *setup, const struct game *game, unsigned seat) {
    for (unsigned i = 0; i < setup->board.n_villages; i++)
        if (game_village_linked(game, i, seat))
            return true;
    return false;
}

/* A link is made by the first ship of SEAT that lies at the village, however it came there. */
static void villages_reach(const struct setup *setup, struct game *game,
                           const struct event *event) {
    const unsigned seat = event->player;
    struct player *player = &game->players[seat];
    for (unsigned i = 0; i < setup->board.n_villages; i++) {
        struct village *village = &game->villages[i];
        if (!vertex_set_has(&player->moored, setup->board.villages[i].vertex) ||
            game_village_linked(game, i, seat))
            continue;
        village->linked[village->n_linked++] = (uint8_t)seat;
        player->cloth = (uint8_t)(player->cloth + (village->cloth > 0));
        village->cloth = (uint8_t)(village->cloth - (village->cloth > 0));
    }
}

/* ---- production ---- */

/* One cloth for SEAT from the village, else from the supply while that lasts. */
static void village_give(struct game *game, struct village *village, unsigned seat) {
    uint8_t *from = village->cloth ? &village->cloth : &game->cloth_supply;
    if (!*from)
        return;
    --*from;
    game->players[seat].cloth++;
}

static void villages_produce(const struct setup *setup, struct game *game, unsigned sum) {
    for (unsigned i = 0; i < setup->board.n_villages; i++) {
        struct village *village = &game->villages[i];
        if (setup->board.villages[i].number != sum || !village->cloth)
            continue;
        if (game_village_linked(game, i, game->active))
            village_give(game, village, game->active);
        for (unsigned j = 0; j < village->n_linked; j++)
            if (village->linked[j] != game->active)
                village_give(game, village, village->linked[j]);
    }
}

/* ---- the end ---- */

static unsigned villages_stocked(const struct setup *setup, const struct game *game) {
    unsigned stocked = 0;
    for (unsigned i = 0; i < setup->board.n_villages; i++)
        stocked += game->villages[i].cloth > 0;
    return stocked;
}

bool game_villages_spent(const struct setup *setup, const struct game *game) {
    return setup->board.n_villages && villages_stocked(setup, game) <= VILLAGES_LAST;
}

static unsigned villages_ended(const struct setup *setup, const struct game *game) {
    if (!game_villages_spent(setup, game))
        return NONE;
    unsigned best = game->active, players = setup->rules.players;
    for (unsigned i = 1; i < players; i++) {
        unsigned seat = (game->active + i) % players;
        unsigned points = game_points(setup, game, seat), most = game_points(setup, game, best);
        if (points > most ||
            (points == most && game->players[seat].cloth > game->players[best].cloth))
            best = seat;
    }
    return best;
}

/* ACTION places at most two ships, each taking one cloth. */
static bool village_may_end(const struct setup *setup, const struct game *game,
                            const struct action *action) {
    return action_discovers(action) && villages_stocked(setup, game) <= VILLAGES_LAST + 2u;
}

/* ---- positions ---- */

static bool village_links_sound(const struct setup *setup, const struct game *game, unsigned at) {
    const struct village *village = &game->villages[at];
    unsigned seats = 0;
    if (village->n_linked > setup->rules.players)
        return false;
    for (unsigned i = 0; i < village->n_linked; i++) {
        if (village->linked[i] >= setup->rules.players || seats >> village->linked[i] & 1)
            return false;
        seats |= 1u << village->linked[i];
    }
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        if (vertex_set_has(&game->players[seat].moored, setup->board.villages[at].vertex) &&
            !(seats >> seat & 1))
            return false;
    return true;
}

static const char *check_villages(const struct setup *setup, const struct game *game) {
    unsigned n = setup->board.n_villages, cloth = game->cloth_supply;
    for (unsigned i = 0; i < n; i++) {
        if (!village_links_sound(setup, game, i))
            return "a village is linked with nobody who plays, twice with one player, or not with "
                   "one whose "
                   "ship lies there";
        if (game->villages[i].cloth > VILLAGE_CLOTH)
            return "a village has more cloth than it began with";
        cloth += game->villages[i].cloth;
    }
    for (unsigned seat = 0; seat < SEAT_MAX; seat++)
        cloth += game->players[seat].cloth;
    return cloth == (n ? VILLAGE_CLOTH * n + CLOTH_SUPPLY : 0)
               ? NULL
               : "cloth of villages, supply and players does not add up";
}

/* S-119, S-111 */
static void villages_complete(struct rules *rules) {
    if (rules->scenario != SCENARIO_CLOTH)
        return;
    rules->road_card_min = 0;
    rules->setup_rounds++;
}

static bool villages_play(const struct setup *setup) {
    return setup->board.n_villages > 0;
}

static unsigned villages_points(const struct setup *setup, const struct game *game, unsigned seat) {
    (void)setup;
    return game->players[seat].cloth / CLOTH_TO_POINT;
}

const struct expansion expansion_villages = {
    .name = "cloth",
    .complete = villages_complete,
    .plays = villages_play,
    .loot = LOOT_CLOTH,
    .marks = 1u << MARK_VILLAGE,
    .mark = village_mark,
    .lay = villages_lay,
    .blank = villages_fill,
    .acted = villages_reach,
    .reveals = village_may_end,
    .produce = villages_produce,
    .points = villages_points,
    .source = POINTS_CLOTH,
    .ended = villages_ended, /* S-123: on anybody's turn */
    .check = check_villages,
};
