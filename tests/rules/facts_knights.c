/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Facts that only Cities & Knights has. */
#include <string.h>

#include "tests/rules/scenario.h"

/* ---- knights and cities ---- */

/* "knight 17 is 0 strong active acted" */
static void fact_knight(const struct fact *fact) {
    unsigned vertex = vertex_take(fact->run), bits = fact->game->knight[vertex];
    struct text *out = fact->out;
    if (bits == 0) {
        text_word(out, "none");
        return;
    }
    text_number(out, fact->game->owner[vertex]);
    text_word(out, rank_names[(bits & KNIGHT_RANK) - 1]);
    text_word(out, bits & KNIGHT_ACTIVE ? "active" : "inactive");
    if (bits & KNIGHT_ACTIVATED) {
        text_word(out, "activated");
    }
    if (bits & KNIGHT_ACTED) {
        text_word(out, "acted");
    }
    if (bits & KNIGHT_PROMOTED) {
        text_word(out, "promoted");
    }
    if (bits & KNIGHT_COMMITTED) {
        text_word(out, "committed");
    }
}

static void fact_knights_at(const struct fact *fact) {
    text_vertices(fact->out, fact_player(fact)->knights);
}

/* The members of one of the game's sets that belong to a player. */
static void text_own(const struct fact *fact, const struct vertex_set *set) {
    struct vertex_set own = fact_player(fact)->cities;
    for (unsigned w = 0; w < VERTEX_WORDS; w++) {
        own.w[w] &= set->w[w];
    }
    text_vertices(fact->out, own);
}

static void fact_walls(const struct fact *fact) {
    text_own(fact, &fact->game->walls);
}

static void fact_plain(const struct fact *fact) {
    text_vertices(fact->out, game_plain_cities(fact->game, seat_take(fact->run)));
}

/* "reserve 0 is 3 walls 2 basic 1 strong 2 mighty" */
static void fact_reserve(const struct fact *fact) {
    const uint8_t *supply = fact_player(fact)->supply;
    text_add(fact->out, "%u walls %u basic %u strong %u mighty", supply[PIECE_WALL],
             supply[PIECE_BASIC], supply[PIECE_STRONG], supply[PIECE_MIGHTY]);
}

static void fact_strength(const struct fact *fact) {
    text_number(fact->out, game_strength(fact->game, seat_take(fact->run), false));
}

static void fact_barbarian_strength(const struct fact *fact) {
    text_number(fact->out, game_barbarian_strength(fact->setup, fact->game));
}

static void fact_hand_limit(const struct fact *fact) {
    text_number(fact->out, game_hand_limit(fact->setup, fact->game, seat_take(fact->run)));
}

/* "levels 0 is trade 3 politics 0 science 1" */
static void fact_levels(const struct fact *fact) {
    const struct player *player = fact_player(fact);
    for (unsigned track = 0; track < TRACK_COUNT; track++) {
        text_word(fact->out, track_names[track]);
        text_number(fact->out, player->improvements[track]);
    }
}

/* "metropolis trade is 12 of 0" */
static void fact_metropolis(const struct fact *fact) {
    unsigned track = name_take(fact->run, track_names, TRACK_COUNT, "an area");
    unsigned vertex = fact->game->metropolis[track];
    if (vertex == NONE) {
        text_word(fact->out, "nobody");
        return;
    }
    text_number(fact->out, vertex);
    text_word(fact->out, "of");
    text_number(fact->out, fact->game->owner[vertex]);
}

/* ---- progress cards ---- */

static void text_progress(struct text *out, const uint8_t *cards, unsigned max) {
    for (unsigned i = 0; i < max && cards[i] != 0; i++) {
        text_word(out, progress_names[cards[i] - 1]);
    }
    if (cards[0] == 0) {
        text_word(out, "none");
    }
}

/* "progress 0 is spy crane", in drawing order */
static void fact_progress(const struct fact *fact) {
    const struct player *player = fact_player(fact);
    if (!player->hidden) {
        text_progress(fact->out, player->progress, PROGRESS_HAND_MAX);
        return;
    }
    text_add(fact->out, "hidden %u", player->progress_count);
    if (player->progress[0] != 0) {
        wrong(fact->run, "hidden progress cards are not blank in the view");
    }
}

/* "backs 0 is 1 trade 2 science" */
static void fact_backs(const struct fact *fact) {
    text_counts(fact->out, fact_player(fact)->progress_backs, track_names, TRACK_COUNT);
}

static void fact_laid(const struct fact *fact) {
    unsigned cards = fact_player(fact)->vp_cards;
    if (cards & VP_PRINTER) {
        text_word(fact->out, "printer");
    }
    if (cards & VP_CONSTITUTION) {
        text_word(fact->out, "constitution");
    }
    if (cards == 0) {
        text_word(fact->out, "none");
    }
}

static void fact_defender(const struct fact *fact) {
    text_number(fact->out, fact_player(fact)->defender_points);
}

static unsigned track_of(const struct fact *fact) {
    return name_take(fact->run, track_names, TRACK_COUNT, "an area");
}

static void fact_stack(const struct fact *fact) {
    text_number(fact->out, fact->game->stack_count[track_of(fact)]);
}

/* "returned science is crane smith", in a view "hidden 2" */
static void fact_returned(const struct fact *fact) {
    unsigned track = track_of(fact), n = fact->game->returned_count[track];
    const uint8_t *cards = fact->game->returned[track];
    if (n > 0 && cards[0] == 0) {
        text_add(fact->out, "hidden %u", n);
    } else {
        text_progress(fact->out, cards, n > 0 ? n : 1);
    }
}

static void fact_undrawn(const struct fact *fact) {
    text_number(fact->out, fact->game->undrawn[progress_take(fact->run)]);
}

/* "shown is 2 wool": a hand that is open to the player who takes from it. */
static void fact_shown(const struct fact *fact) {
    text_cards(fact->out, fact->game->shown);
}

static void fact_shown_progress(const struct fact *fact) {
    text_progress(fact->out, fact->game->shown_progress, PROGRESS_HAND_MAX);
}

/* "answer 1 is 2 wool", for a place or a card "id 12"; a view may show nothing of it */
static void fact_answer(const struct fact *fact) {
    unsigned seat = seat_take(fact->run);
    if (fact->game->answer_ids[seat] != 0) {
        text_word(fact->out, "id");
        text_number(fact->out, fact->game->answer_ids[seat] - 1u);
    } else if (!cards_empty(fact->game->answers[seat])) {
        text_cards(fact->out, fact->game->answers[seat]);
    } else {
        text_word(fact->out, "nothing");
    }
}

/* ---- the table ---- */

/* "merchant is h7 of 1" */
static void fact_merchant(const struct fact *fact) {
    text_hex(fact->out, fact->game->merchant);
    if (fact->game->merchant != NONE) {
        text_word(fact->out, "of");
        text_number(fact->out, fact->game->merchant_holder);
    }
}

static void fact_barbarians(const struct fact *fact) {
    text_number(fact->out, fact->game->barbarians);
}

static void fact_attacks(const struct fact *fact) {
    text_number(fact->out, fact->game->attacks);
}

static void fact_frozen(const struct fact *fact) {
    text_word(fact->out, game_robber_frozen(fact->setup, fact->game) ? "yes" : "no");
}

static void fact_event(const struct fact *fact) {
    text_word(fact->out, face_names[fact->game->event]);
}

static void fact_dice(const struct fact *fact) {
    text_number(fact->out, fact->game->dice[0][0]);
    text_number(fact->out, fact->game->dice[0][1]);
}

static void fact_dice_set(const struct fact *fact) {
    text_number(fact->out, fact->game->preset[0]);
    text_number(fact->out, fact->game->preset[1]);
}

/* "draws science 3 is 0 2": who gets a card if the red die shows that. */
static void fact_draws(const struct fact *fact) {
    unsigned track = track_of(fact), red = number_take(fact->run);
    text_seats(fact->out, game_gate_draws(fact->setup, fact->game, FACE_TRADE + track, red));
}

static void fact_cranes(const struct fact *fact) {
    text_number(fact->out, fact->game->cranes);
}

static void fact_fleet(const struct fact *fact) {
    bool any = false;
    for (unsigned kind = 0; kind < KIND_COUNT; kind++) {
        if (fact->game->fleet >> kind & 1) {
            text_word(fact->out, kind_names[kind]);
            any = true;
        }
    }
    if (!any) {
        text_word(fact->out, "none");
    }
}

/* "harbor-asked is 1 2", or "unplayed" */
static void fact_harbor_asked(const struct fact *fact) {
    if (fact->game->harbor) {
        text_seats(fact->out, fact->game->harbor_asked);
    } else {
        text_word(fact->out, "unplayed");
    }
}

/* "token h4 is 9": the number token on the hex now. */
static void fact_token(const struct fact *fact) {
    text_number(fact->out, fact->game->numbers[hex_take(fact->run)]);
}

/* ---- rules ---- */

static void fact_option(const struct fact *fact) {
    const char *name = word_take(fact->run);
    for (unsigned i = 0; i < OPTION_COUNT; i++) {
        if (strcmp(name, option_rows[i].name) == 0) {
            text_word(fact->out, option_rows[i].values[fact->setup->rules.options[i]]);
            return;
        }
    }
    wrong(fact->run, "there is no option %s", name);
}

/* "improvement trade 3 is Merchant Guild" */
static void fact_improvement(const struct fact *fact) {
    unsigned track = track_of(fact), level = number_take(fact->run);
    text_word(fact->out, improvement_names[fact->setup->rules.edition][track][level - 1]);
}

/* "copies spy is 3 politics" */
static void fact_copies(const struct fact *fact) {
    const struct progress_row *row = &progress_rows[progress_take(fact->run)];
    text_number(fact->out, row->count);
    text_word(fact->out, track_names[row->track]);
}

/* "bank-start is …": the bank's initial stock. */
static void fact_bank_start(const struct fact *fact) {
    text_cards(fact->out, fact->setup->rules.bank);
}

const struct fact_row knight_facts[] = {
    {"knight", fact_knight},
    {"knights-at", fact_knights_at},
    {"walls", fact_walls},
    {"plain", fact_plain},
    {"reserve", fact_reserve},
    {"strength", fact_strength},
    {"barbarian-strength", fact_barbarian_strength},
    {"hand-limit", fact_hand_limit},
    {"levels", fact_levels},
    {"metropolis", fact_metropolis},
    {"progress", fact_progress},
    {"backs", fact_backs},
    {"laid", fact_laid},
    {"defender", fact_defender},
    {"stack", fact_stack},
    {"returned", fact_returned},
    {"undrawn", fact_undrawn},
    {"shown", fact_shown},
    {"shown-progress", fact_shown_progress},
    {"answer", fact_answer},
    {"merchant", fact_merchant},
    {"barbarians", fact_barbarians},
    {"attacks", fact_attacks},
    {"frozen", fact_frozen},
    {"event", fact_event},
    {"dice", fact_dice},
    {"dice-set", fact_dice_set},
    {"draws", fact_draws},
    {"cranes", fact_cranes},
    {"fleet", fact_fleet},
    {"harbor-asked", fact_harbor_asked},
    {"token", fact_token},
    {"option", fact_option},
    {"improvement", fact_improvement},
    {"copies", fact_copies},
    {"bank-start", fact_bank_start},
    {NULL, NULL},
};
