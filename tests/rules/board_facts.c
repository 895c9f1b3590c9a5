/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Facts about boards and about the tables shared by all games. */
#include <string.h>

#include "tests/rules/scenario.h"

static void counts_text(struct text *out, const unsigned *counts, const char *const *names,
                        unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        if (counts[i] > 0) {
            text_add(out, "%s%u %s", out->n > 0 ? " " : "", counts[i], names[i]);
        }
    }
}

/* "board is 19 hexes 54 vertices 72 edges" */
static void fact_board(struct run *run, struct text *out) {
    const struct board *b = &run->setup.board;
    text_add(out, "%u hexes %u vertices %u edges", b->n_hexes, b->n_vertices, b->n_edges);
}

/* "coast is 30 vertices 30 edges" */
static void fact_coast(struct run *run, struct text *out) {
    const struct board *b = &run->setup.board;
    unsigned vertices = 0, sides[EDGE_MAX] = {0}, edges = 0;
    for (unsigned v = 0; v < b->n_vertices; v++) {
        vertices += b->vertex[v].coastal;
    }
    for (unsigned h = 0; h < b->n_hexes; h++) {
        for (unsigned s = 0; s < SIDE_COUNT; s++) {
            sides[b->hexes[h].edges[s]]++;
        }
    }
    for (unsigned e = 0; e < b->n_edges; e++) {
        edges += sides[e] == 1;
    }
    text_add(out, "%u vertices %u edges", vertices, edges);
}

static void fact_terrains(struct run *run, struct text *out) {
    unsigned counts[TERRAIN_COUNT] = {0};
    for (unsigned h = 0; h < run->setup.board.n_hexes; h++) {
        counts[run->setup.board.hexes[h].terrain]++;
    }
    counts_text(out, counts, terrain_names, TERRAIN_COUNT);
}

/* "tokens-laid is 2 3 3 …": all number tokens in ascending order. */
static void fact_tokens_laid(struct run *run, struct text *out) {
    for (unsigned n = 1; n <= NUMBER_MAX; n++) {
        for (unsigned h = 0; h < run->setup.board.n_hexes; h++) {
            if (run->game.numbers[h] == n) {
                text_add(out, "%s%u", out->n > 0 ? " " : "", n);
            }
        }
    }
}

/* "hex h7 is fields 9" */
static void fact_hex(struct run *run, struct text *out) {
    unsigned hex = hex_take(run), terrain = game_terrain(&run->setup, &run->game, hex);
    unsigned number = run->setup.board.hexes[hex].fog ? run->game.numbers[hex]
                                                      : run->setup.board.hexes[hex].number;
    text_add(out, "%s", terrain_names[terrain]);
    if (number != 0) {
        text_add(out, " %u", number);
    }
}

/* "fog-left is 1 forest 2 sea numbers 5" */
static void fact_fog_left(struct run *run, struct text *out) {
    struct fog_stack left = game_fog_left(&run->setup, &run->game);
    bool any = false;
    for (unsigned terrain = 0; terrain < TERRAIN_COUNT; terrain++) {
        if (left.tiles[terrain] != 0) {
            text_add(out, "%s%u %s", any ? " " : "", left.tiles[terrain], terrain_names[terrain]);
            any = true;
        }
    }
    text_add(out, any ? " numbers" : "nothing");
    for (unsigned number = 0; number <= NUMBER_MAX; number++) {
        for (unsigned i = 0; i < left.numbers[number]; i++) {
            text_add(out, " %u", number);
        }
    }
}

/* "map is mountains 10 pasture 2 …": all hexes in the order of their ids. */
static void fact_map(struct run *run, struct text *out) {
    for (unsigned h = 0; h < run->setup.board.n_hexes; h++) {
        const struct hex *hex = &run->setup.board.hexes[h];
        text_add(out, "%s%s", h > 0 ? " " : "", terrain_names[hex->terrain]);
        if (hex->number != 0) {
            text_add(out, " %u", hex->number);
        }
    }
}

/* "yields h7 is grain" */
static void fact_yields(struct run *run, struct text *out) {
    unsigned kind = terrain_yields(run->setup.board.hexes[hex_take(run)].terrain);
    text_add(out, "%s", kind == NONE ? "nothing" : kind_names[kind]);
}

static bool red(unsigned number) {
    return number == 6 || number == 8;
}

/* "red-neighbors is 0": pairs of neighboring hexes that both have a 6 or 8. */
static void fact_red_neighbors(struct run *run, struct text *out) {
    const struct board *b = &run->setup.board;
    unsigned n = 0;
    for (unsigned h = 0; h < b->n_hexes; h++) {
        for (unsigned s = 0; s < SIDE_COUNT; s++) {
            unsigned other = b->hexes[h].neighbors[s];
            n += other != NONE && other > h && red(b->hexes[h].number) &&
                 red(b->hexes[other].number);
        }
    }
    text_add(out, "%u", n);
}

/* One ring of an island: its hexes counterclockwise, and the positions of its six corners. */
struct ring {
    unsigned n;
    uint8_t hexes[16], corners[6];
};

static const struct spiral {
    unsigned n;
    uint8_t order[28];
    struct ring rings[3];
} spirals[] = {
    {18,
     {5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11},
     {{12, {0, 3, 7, 12, 16, 17, 18, 15, 11, 6, 2, 1}, {0, 2, 4, 6, 8, 10}},
      {6, {4, 8, 13, 14, 10, 5}, {0, 1, 2, 3, 4, 5}},
      {1, {9}, {0}}}},
    {28,
     {2, 5, 4, 6, 3, 9, 8, 11, 11, 10, 6, 3, 8, 4, 8, 10, 11, 12, 10, 5, 4, 9, 5, 9, 12, 3, 2, 6},
     {{16, {0, 3, 7, 12, 18, 23, 27, 28, 29, 26, 22, 17, 11, 6, 2, 1}, {0, 3, 6, 8, 11, 14}},
      {10, {4, 8, 13, 19, 24, 25, 21, 16, 10, 5}, {0, 2, 4, 5, 7, 9}},
      {4, {9, 14, 20, 15}, {0, 1, 2, 2, 3, 0}}}},
};

static bool spiral_kept(const struct board *board, const struct spiral *spiral, unsigned corner) {
    unsigned n = 0;
    for (unsigned r = 0; r < 3; r++) {
        const struct ring *ring = &spiral->rings[r];
        for (unsigned i = 0; i < ring->n; i++) {
            unsigned number =
                board->hexes[ring->hexes[(ring->corners[corner] + i) % ring->n]].number;
            if (number != 0 && (n == spiral->n || number != spiral->order[n++])) {
                return false;
            }
        }
    }
    return n == spiral->n;
}

/* "corner-hexes is …" would depend on the seed; "spiral is kept" reads the numbers along the rings from each corner and
 * tests whether one of them gives the fixed order. */
static void fact_spiral(struct run *run, struct text *out) {
    const struct board *board = &run->setup.board;
    bool kept = false;
    for (unsigned corner = 0; corner < 6; corner++) {
        kept |= spiral_kept(board, &spirals[board->n_hexes == 30], corner);
    }
    text_add(out, "%s", kept ? "kept" : "broken");
}

/* "harbors is 0-3 any 1-5 grain …" in the order of the board's list, by ascending path. */
static void fact_harbors(struct run *run, struct text *out) {
    const struct board *b = &run->setup.board;
    for (unsigned e = 0; e < b->n_edges; e++) {
        for (unsigned i = 0; i < b->n_harbors; i++) {
            if (b->harbors[i].edge == e) {
                text_add(out, "%s%u-%u %s", out->n > 0 ? " " : "", b->edge[e].vertices[0],
                         b->edge[e].vertices[1], harbor_names[b->harbors[i].kind]);
            }
        }
    }
}

static void fact_harbor_kinds(struct run *run, struct text *out) {
    unsigned counts[HARBOR_KIND_COUNT] = {0};
    for (unsigned i = 0; i < run->setup.board.n_harbors; i++) {
        counts[run->setup.board.harbors[i].kind]++;
    }
    counts_text(out, counts, harbor_names, HARBOR_KIND_COUNT);
}

/* Harbors without a place. */
static void fact_harbor_pool(struct run *run, struct text *out) {
    unsigned counts[HARBOR_KIND_COUNT];
    for (unsigned kind = 0; kind < HARBOR_KIND_COUNT; kind++) {
        counts[kind] = run->setup.board.pool[kind];
    }
    counts_text(out, counts, harbor_names, HARBOR_KIND_COUNT);
}

/* "islands is single": connected land has one region, other land another (S-67) */
static void fact_islands(struct run *run, struct text *out) {
    const struct board *board = &run->setup.board;
    bool apart = true, joined = true;
    for (unsigned h = 0; h < board->n_hexes; h++) {
        apart &= (board->hexes[h].region != 0) == !board_is_sea(board, h);
        for (unsigned side = 0; side < SIDE_COUNT; side++) {
            unsigned other = board->hexes[h].neighbors[side];
            joined &= board_is_sea(board, h) || other == NONE || board_is_sea(board, other) ||
                      board->hexes[other].region == board->hexes[h].region;
        }
    }
    text_add(out, "%s", apart && joined ? "single" : "mixed");
}

/* "harbors-apart is yes": no two share an intersection */
static void fact_harbors_apart(struct run *run, struct text *out) {
    const struct board *board = &run->setup.board;
    unsigned ends = 0, vertices = 0;
    for (unsigned v = 0; v < board->n_vertices; v++) {
        vertices += board->vertex[v].harbors != 0;
    }
    ends = 2U * board->n_harbors;
    text_add(out, "%s", ends == vertices ? "yes" : "no");
}

static void fact_harbor_vertices(struct run *run, struct text *out) {
    for (unsigned v = 0; v < run->setup.board.n_vertices; v++) {
        if (run->setup.board.vertex[v].harbors != 0) {
            text_add(out, "%s%u", out->n > 0 ? " " : "", v);
        }
    }
}

/* "around 14 is h2 h5 h6" */
static void fact_around(struct run *run, struct text *out) {
    const struct vertex *vertex = &run->setup.board.vertex[vertex_take(run)];
    for (unsigned i = 0; i < 3; i++) {
        if (vertex->hexes[i] != NONE) {
            text_add(out, "%sh%u", out->n > 0 ? " " : "", vertex->hexes[i]);
        }
    }
}

/* "next-to 14 is 9 10 19" */
static void fact_next_to(struct run *run, struct text *out) {
    const struct vertex *vertex = &run->setup.board.vertex[vertex_take(run)];
    for (unsigned other = 0; other < run->setup.board.n_vertices; other++) {
        for (unsigned i = 0; i < vertex->n_edges; i++) {
            if (vertex->neighbors[i] == other) {
                text_add(out, "%s%u", out->n > 0 ? " " : "", other);
            }
        }
    }
}

/* "cost settlement is 1 brick 1 lumber 1 wool 1 grain"; also of a "dev" card. */
static void fact_cost(struct run *run, struct text *out) {
    if (word_is(run, "dev")) {
        text_cards(out, dev_cost);
    } else {
        text_cards(out, piece_cost[name_take(run, piece_names, PIECE_COUNT, "a piece")]);
    }
}

/* "rules is 4 players 4 colors target 10 rolls 1" */
static void fact_rules(struct run *run, struct text *out) {
    const struct rules *r = &run->setup.rules;
    text_add(out, "%u players %u colors target %u rolls %u", r->players, r->colors,
             r->points_target, r->production_rolls);
}

bool board_fact(struct run *run, const char *name, struct text *out) {
    static const struct {
        const char *name;
        void (*write)(struct run *run, struct text *out);
    } rows[] = {
        {"board", fact_board},
        {"coast", fact_coast},
        {"terrains", fact_terrains},
        {"tokens-laid", fact_tokens_laid},
        {"hex", fact_hex},
        {"fog-left", fact_fog_left},
        {"map", fact_map},
        {"yields", fact_yields},
        {"red-neighbors", fact_red_neighbors},
        {"spiral", fact_spiral},
        {"harbors", fact_harbors},
        {"harbor-kinds", fact_harbor_kinds},
        {"harbor-vertices", fact_harbor_vertices},
        {"harbor-pool", fact_harbor_pool},
        {"harbors-apart", fact_harbors_apart},
        {"islands", fact_islands},
        {"around", fact_around},
        {"next-to", fact_next_to},
        {"cost", fact_cost},
        {"rules", fact_rules},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(name, rows[i].name) == 0) {
            rows[i].write(run, out);
            return true;
        }
    }
    return false;
}
