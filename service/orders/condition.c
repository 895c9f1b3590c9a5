/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Whether a condition holds. */
#include "service/orders/condition.h"

static unsigned condition_walls(const struct game *view, unsigned seat) {
    unsigned n = 0;

    VERTEX_EACH(&view->players[seat].cities, v)
        n += vertex_set_has(&view->walls, v);
    return n;
}

static unsigned condition_edges(const struct edge_set *set) {
    unsigned n = 0;

    for (unsigned w = 0; w < EDGE_WORDS; w++)
        n += bit_count(set->w[w]);
    return n;
}

static unsigned condition_points(const struct setup *setup, const struct game *view, unsigned owner,
                                 unsigned seat) {
    if (owner >= setup->rules.players)
        return 0; /* a neutral color */
    return owner == seat ? game_points(setup, view, seat) : game_points_visible(setup, view, owner);
}

static unsigned condition_measure(const struct condition_node *node, const struct setup *setup,
                                  const struct game *view, unsigned seat) {
    unsigned owner = node->owner == OWNER_SELF ? seat : node->owner;
    const struct player *player = &view->players[node->owner == OWNER_BANK ? seat : owner];

    switch (node->measure) {
    case CARDS_OF_KIND:
        return node->owner == OWNER_BANK ? view->bank.n[node->kind] : player->hand.n[node->kind];
    case CARDS: return player->hand_count;
    case POINTS: return condition_points(setup, view, owner, seat);
    case SETTLEMENTS: return vertex_set_count(&player->settlements);
    case CITIES: return vertex_set_count(&player->cities);
    case ROADS: return condition_edges(&player->roads);
    case SHIPS: return condition_edges(&player->ships);
    case KNIGHTS: return vertex_set_count(&player->knights);
    case WALLS: return condition_walls(view, owner);
    case STRENGTH: return owner < setup->rules.players ? game_strength(view, owner, false) : 0;
    case LINE: return player->road_length;
    case ARMY: return player->knights_played;
    case LEVEL: return player->improvements[node->kind];
    case TURN: return view->turn;
    case BARBARIANS: return view->barbarians;
    default: return view->rolls == 0 ? 0u : (unsigned)view->last_dice[0] + view->last_dice[1];
    }
}

static bool condition_compare(unsigned value, unsigned compare, unsigned number) {
    switch (compare) {
    case AT_LEAST: return value >= number;
    case AT_MOST: return value <= number;
    case MORE_THAN: return value > number;
    case LESS_THAN: return value < number;
    case EQUAL_TO: return value == number;
    default: return value != number;
    }
}

static bool condition_stands(const struct condition_node *node, const struct game *view,
                             unsigned seat) {
    const struct player *player = &view->players[node->owner == OWNER_SELF ? seat : node->owner];

    switch (node->measure) {
    case SETTLEMENTS: return vertex_set_has(&player->settlements, node->place);
    case CITIES: return vertex_set_has(&player->cities, node->place);
    case ROADS: return edge_set_has(&player->roads, node->place);
    case SHIPS: return edge_set_has(&player->ships, node->place);
    case KNIGHTS: return vertex_set_has(&player->knights, node->place);
    default:
        return vertex_set_has(&player->cities, node->place) &&
               vertex_set_has(&view->walls, node->place);
    }
}

static bool condition_held(const struct condition_node *node, const struct setup *setup,
                           const struct game *view, unsigned seat) {
    const struct player *player = &view->players[seat];

    if (!setup->rules.knights)
        return player->dev[node->kind] > 0;
    for (unsigned i = 0; i < PROGRESS_HAND_MAX; i++)
        if (player->progress[i] == node->kind + 1)
            return true;
    return false;
}

bool condition_holds(const struct condition *condition, const struct setup *setup,
                     const struct game *view, unsigned seat) {
    bool holds[CONDITION_NODES_MAX] = {false};

    /* The nodes that a node joins come before it. */
    for (unsigned i = 0; i < condition->n; i++) {
        const struct condition_node *node = &condition->nodes[i];

        switch (node->op) {
        case CONDITION_AND: holds[i] = holds[node->first] && holds[node->second]; break;
        case CONDITION_OR: holds[i] = holds[node->first] || holds[node->second]; break;
        case CONDITION_NOT: holds[i] = !holds[node->first]; break;
        case CONDITION_PIECE: holds[i] = condition_stands(node, view, seat); break;
        case CONDITION_FREE: holds[i] = !vertex_set_has(&view->occupied, node->place); break;
        case CONDITION_FREE_EDGE: holds[i] = !edge_set_has(&view->paved, node->place); break;
        case CONDITION_ROBBER: holds[i] = view->robber == node->place; break;
        case CONDITION_PIRATE: holds[i] = view->pirate == node->place; break;
        case CONDITION_CARD: holds[i] = condition_held(node, setup, view, seat); break;
        default:
            holds[i] = condition_compare(condition_measure(node, setup, view, seat), node->compare,
                                         node->number);
            break;
        }
    }
    return condition->n == 0 || holds[condition->n - 1];
}
