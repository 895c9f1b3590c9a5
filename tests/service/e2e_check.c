/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Checks of a finished game: see e2e_games.h. */
#include <stdio.h>
#include <string.h>

#include "tests/service/e2e_games.h"

/* ---- events ---- */

static bool is_among(const char *name, const char *const *names, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}
#define IS_AMONG(name, ...)                                                                        \
    is_among((name), (const char *const[]){__VA_ARGS__},                                           \
             sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

/* What several players may have to answer at the same time: others see it only when all answers are in. */
static bool is_answer(const char *type) {
    return IS_AMONG(type, "discard", "give_cards", "choose_pillaged_city", "discard_progress_card");
}

/* Cards that are laid open as soon as they are drawn, so that all players see them. */
static bool is_laid_out(const json_t *card) {
    return IS_AMONG(json_string_value(card), "printer", "constitution");
}

static unsigned set_of(const json_t *seat) {
    return json_is_integer(seat) ? 1U << json_integer_value(seat) : 0;
}

/* The players named in a list of the outcome, each of whom only knows their own entry. */
static unsigned who_knows_list(const json_t *entries, const char *type, unsigned player) {
    unsigned known = ~0U;
    const json_t *entry;
    size_t i;

    json_array_foreach(entries, i, entry) {
        if (!is_laid_out(need(entry, "card")))
            known &= set_of(need(entry, "player")) |
                     (strcmp(type, "play_progress_card") == 0 ? player : 0);
    }
    return known;
}

/* The victim of the last progress card played before event I. */
static unsigned last_victim(const json_t *events, size_t i) {
    const json_t *event = NULL;

    do
        event = json_array_get(events, --i);
    while (i > 0 && !IS_AMONG(need_text(event, "type"), "play_progress_card"));
    return set_of(json_object_get(json_object_get(event, "action"), "victim"));
}

/* Who may see all of the chance, or all cards given away, in event I; ~0: everybody. */
static unsigned who_knows(const json_t *events, size_t i) {
    const json_t *event = json_array_get(events, i);
    const char *type = need_text(event, "type");
    const json_t *action = json_object_get(event, "action");
    const json_t *outcome = json_object_get(event, "outcome");
    const json_t *card = json_object_get(outcome, "card");
    unsigned player = set_of(json_object_get(event, "player"));

    if (IS_AMONG(type, "buy_dev_card") || is_answer(type))
        return player;
    if (IS_AMONG(type, "forced_trade", "return_cards"))
        return 3;
    if (IS_AMONG(type, "choose_progress_deck"))
        return card == NULL || is_laid_out(card) ? ~0U : player;
    if (IS_AMONG(type, "roll"))
        return who_knows_list(json_object_get(outcome, "draws"), type, player);
    if (IS_AMONG(type, "play_progress_card"))
        return who_knows_list(json_object_get(outcome, "cards"), type, player);
    if (IS_AMONG(type, "take_cards", "take_progress_card"))
        return json_is_null(json_object_get(action, "card")) ? ~0U
                                                             : player | last_victim(events, i);
    return card == NULL ? ~0U : player | set_of(json_object_get(action, "victim"));
}

/* Whether a part of an event names a card that VIEWER does not know. */
static bool names_card(const json_t *part, unsigned viewer) {
    static const char *const lists[] = {"draws", "cards"};

    if (json_is_string(json_object_get(part, "card")))
        return true;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        const json_t *list = json_object_get(part, lists[i]);
        const json_t *entry;
        size_t k;

        if (json_is_object(list) || (json_is_array(list) && json_array_size(list) > 0 &&
                                     !json_is_object(json_array_get(list, 0))))
            return true;
        json_array_foreach(list, k, entry) {
            const json_t *card = json_object_get(entry, "card");

            if (card != NULL && !is_laid_out(card) &&
                need_int(entry, "player") != (long long)viewer)
                return true;
        }
    }
    return false;
}

/* An answer as seen by VIEWER, who has not given it: only the last one, the choice of a city, says what it is. */
static void check_answer(const json_t *events, size_t i, const json_t *seen, unsigned viewer) {
    const char *type = need_text(seen, "type");
    const json_t *action = json_object_get(seen, "action");
    const json_t *next = json_array_get(events, i + 1);

    if (IS_AMONG(type, "choose_pillaged_city") && json_object_get(action, "vertex") != NULL) {
        NEED(!IS_AMONG(need_text(next, "type"), "choose_pillaged_city"),
             "a city is shown before all have chosen theirs");
        return;
    }
    NEED(json_array_size(json_object_get(seen, "hidden")) > 0, "%s hides nothing from %u", type,
         viewer);
    NEED(!names_card(action, viewer), "%s shows what was chosen to %u", type, viewer);
}

static bool takes_cards(const json_t *event) {
    const json_t *card = json_object_get(json_object_get(event, "action"), "card");

    return IS_AMONG(need_text(event, "type"), "play_progress_card") &&
           IS_AMONG(json_string_value(card), "wedding", "master_merchant");
}

/* The change in SEAT's number of cards through an event. Cards from the dice, which can come with the same event
 * (C-149), combine gains and losses of a hand into one number for players who cannot see it. */
static long long cards_won(const json_t *event, long long seat) {
    const json_t *effect, *n;
    long long sum = 0;
    const char *kind;
    size_t i;

    json_array_foreach(need(event, "effects"), i, effect) {
        bool gain = json_object_get(effect, "gain") != NULL;
        const json_t *count = json_object_get(effect, "count");
        long long cards = count == NULL ? 0 : json_integer_value(count);

        json_object_foreach((json_t *)need(effect, gain ? "gain" : "lose"), kind, n) cards +=
            json_integer_value(n);
        if (need_int(effect, "player") == seat)
            sum += gain ? cards : -cards;
    }
    return sum;
}

/* Cards that were taken without a question: others learn only their number. */
static void check_takings(const json_t *whole, const json_t *seen) {
    json_t *a = json_deep_copy(whole);
    json_t *b = json_deep_copy(seen);

    json_object_del(a, "effects");
    json_object_del(b, "effects");
    json_object_del(b, "hidden");
    same_json(a, b, "cards taken without a question");
    json_decref(a);
    json_decref(b);
    for (long long seat = 0; seat < SEATS; seat++)
        NEED(cards_won(whole, seat) == cards_won(seen, seat), "effects are missing: %s, seen as %s",
             json_dumps(whole, JSON_COMPACT), json_dumps(seen, JSON_COMPACT));
}

/* Checks what a viewer's event omits, and that it omits nothing else. */
static void check_event(const json_t *events, size_t i, const json_t *seen, unsigned viewer) {
    const json_t *whole = json_array_get(events, i);
    bool knows = (who_knows(events, i) >> viewer & 1) != 0;
    const char *type = need_text(whole, "type");

    NEED(json_object_get(whole, "hidden") == NULL, "something is hidden from all");
    NEED(need_int(whole, "seq") == need_int(seen, "seq"), "events out of step");
    if (is_answer(type) && knows) {
        same_json(need(whole, "action"), need(seen, "action"), "one's own answer");
    } else if (is_answer(type)) {
        check_answer(events, i, seen, viewer);
    } else if (takes_cards(whole)) {
        check_takings(whole, seen);
    } else if (knows) {
        same_json(whole, seen, "an event that hides nothing");
    } else {
        NEED(json_array_size(json_object_get(seen, "hidden")) > 0, "%s hides nothing from %u", type,
             viewer);
        NEED(IS_AMONG(type, "play_dev_card", "play_progress_card") ||
                 !names_card(json_object_get(seen, "action"), viewer),
             "%s shows what was chosen to %u", type, viewer);
        NEED(!names_card(json_object_get(seen, "outcome"), viewer), "%s shows an outcome to %u",
             type, viewer);
    }
}

static json_t *events_of(struct guest *person, int game, const char *query) {
    char path[256];

    snprintf(path, sizeof path, "/v1/games/%s/events?%s", games_ids[game], query);
    return guest_list(person, path, 100);
}

/* EVENTS as their reader SEAT sees them during the game: automatic moves by standing orders of others look like their
 * own moves until it is over. */
static json_t *as_before_the_end(const json_t *events, int seat) {
    json_t *copy = json_deep_copy(events), *event;
    size_t i;

    json_array_foreach(copy, i, event) {
        const json_t *player = json_object_get(event, "player");

        if (IS_AMONG(need_text(event, "by"), "order") && json_integer_value(player) != seat)
            json_object_set_new(event, "by", json_string("player"));
    }
    return copy;
}

static void check_heard(const json_t *log, const struct seat_at *at) {
    json_t *known = as_before_the_end(log, at->seat),
           *heard = as_before_the_end(at->heard, at->seat);

    same_json(known, heard, "the stream and the log");
    json_decref(known);
    json_decref(heard);
}

static void check_events(int game, struct guest *bystander) {
    json_t *whole = events_of(bystander, game, "as=all");
    json_t *outside = events_of(bystander, game, "after=0");
    const json_t *event;
    size_t i;

    NEED(json_array_size(whole) == json_array_size(outside), "events are missing");
    json_array_foreach(whole, i, event) {
        NEED(need_int(event, "seq") == (long long)i + 1, "a gap in the log");
        check_event(whole, i, json_array_get(outside, i), SEATS + 1);
    }
    for (int p = 0; p < PEOPLE; p++) {
        json_t *own;

        if (games_people[p].at[game].seat < 0)
            continue;
        own = events_of(&games_people[p].person, game, "after=0");
        json_array_foreach(whole, i, event)
            check_event(whole, i, json_array_get(own, i), (unsigned)games_people[p].at[game].seat);
        check_heard(own, &games_people[p].at[game]);
        json_decref(own);
    }
    json_decref(whole);
    json_decref(outside);
}

/* No card is lost: 19 of each resource, 12 of each commodity (24 and 18 with five and six players, X-06, X-49), 54
 * progress cards. */
static void count_cards(const json_t *whole) {
    const json_t *seats = need(whole, "players");
    json_t *decks = json_object_get(whole, "decks");
    const json_t *seat;
    bool large = json_array_size(seats) > 4;
    long long progress = 0, resources = large ? 24 : 19, commodities = large ? 18 : 12;
    const char *kind;
    json_t *count;
    size_t i;

    json_object_foreach(json_object_get(whole, "bank"), kind, count) {
        long long sum = json_integer_value(count);

        json_array_foreach(seats, i, seat) sum +=
            json_integer_value(json_object_get(need(seat, "cards"), kind));
        NEED(sum == (IS_AMONG(kind, "cloth", "coin", "paper") ? commodities : resources),
             "%lld cards of %s", sum, kind);
    }
    if (json_object_get(decks, "trade") == NULL)
        return;
    json_object_foreach(decks, kind, count) progress += json_integer_value(count);
    json_array_foreach(seats, i, seat) progress +=
        (long long)(json_array_size(need(seat, "progress_cards")) +
                    json_array_size(need(seat, "vp_cards")));
    NEED(progress == 54, "%lld progress cards", progress);
}

/* Views after the end: the player's own hand and no other; all cards add up. */
static void check_views(int game, const json_t *whole) {
    const json_t *seats = need(whole, "players");
    const json_t *seat;
    size_t i;

    count_cards(whole);
    for (int p = 0; p < PEOPLE; p++) {
        json_t *view;

        if (games_people[p].at[game].seat < 0)
            continue;
        view = guest_get(&games_people[p].person, 200, "/v1/games/%s/view", games_ids[game]);
        same_json(need(view, "pieces"), need(whole, "pieces"), "the pieces");
        same_json(need(view, "bank"), need(whole, "bank"), "the bank");
        json_array_foreach(seats, i, seat) {
            const json_t *shown = json_array_get(need(view, "players"), i);
            bool own = (int)i == games_people[p].at[game].seat;

            NEED(need_int(seat, "card_count") == need_int(shown, "card_count"), "card_count");
            if (own)
                same_json(need(seat, "cards"), need(shown, "cards"), "one's own hand");
        }
        json_decref(view);
    }
}

/* The program itself verifies the record, and importing it gives the same game. */
static void check_record(int game, struct guest *person, const json_t *whole) {
    json_t *record = guest_get(person, 200, "/v1/games/%s/record", games_ids[game]);
    char file[32], id[GAME_ID_SIZE];
    json_t *again, *view;

    snprintf(file, sizeof file, "record%d.json", game);
    NEED(json_dump_file(record, file, 0) == 0, "cannot write %s", file);
    NEED(e2e_run("verify", file, NULL) == 0, "%s is not proved", file);
    game_make(person, json_pack("{s:s, s:O}", "mode", "table", "record", record), id);
    view = guest_get(person, 200, "/v1/games/%s/view?as=all", id);
    json_object_del(view, "game");
    again = json_deep_copy(whole);
    json_object_del(again, "game");
    same_json(again, view, "the end, played and taken in");
    json_decref(view);
    json_decref(again);
    again = guest_get(person, 200, "/v1/games/%s/record", id);
    same_json(need(record, "events"), need(again, "events"), "the events taken in");
    same_json(need(record, "result"), need(again, "result"), "the result taken in");
    same_json(need(record, "board"), need(again, "board"), "the board taken in");
    json_decref(again);
    json_decref(record);
}

static bool is_move(const json_t *event) {
    return json_is_object(json_object_get(event, "action"));
}

static bool is_undo(const json_t *action) {
    return strcmp(need_text(action, "type"), "undo") == 0;
}

/* The last event, at or before AT, that is not undone later. */
static size_t not_undone(const json_t *events, size_t at) {
    for (size_t i = json_array_size(events); i-- > at;) {
        const json_t *action = json_object_get(json_array_get(events, i), "action");

        if (json_is_object(action) && is_undo(action) && (size_t)need_int(action, "to_seq") < at)
            at = (size_t)need_int(action, "to_seq");
    }
    return at;
}

/* The number of event SEQ in the table game, which begins after FROM events, with a start, and only has moves. */
static long long number_there(const json_t *events, size_t from, size_t seq) {
    long long number = 1;

    for (size_t i = from; i < seq; i++)
        number += is_move(json_array_get(events, i));
    return number;
}

/* Plays the events after FROM in a table game, with their outcomes, several at a time. */
static void play_on(struct guest *person, const char *id, const json_t *events, size_t from) {
    json_t *moves = json_array();
    const json_t *event;

    for (size_t i = from; i < json_array_size(events); i++) {
        event = json_array_get(events, i);
        if (is_move(event)) {
            json_t *action = json_deep_copy(json_object_get(event, "action"));
            json_t *move =
                json_pack("{s:o, s:O}", "action", action, "seat", json_object_get(event, "player"));

            if (json_is_object(action) && is_undo(action))
                json_object_set_new(
                    action, "to_seq",
                    json_integer(number_there(events, from, (size_t)need_int(action, "to_seq"))));
            if (json_is_object(json_object_get(event, "outcome")))
                json_object_set(move, "outcome", json_object_get(event, "outcome"));
            json_array_append_new(moves, move);
        }
        if (json_array_size(moves) == 0 ||
            (json_array_size(moves) < 20 && i + 1 < json_array_size(events)))
            continue;
        json_decref(
            guest_post(person, 201, json_pack("{s:o}", "moves", moves), "/v1/games/%s/moves", id));
        moves = json_array();
    }
    json_decref(moves);
}

/* A view without what belongs to its game instead of the position. */
static json_t *bare(const json_t *view) {
    json_t *copy = json_deep_copy(view);
    json_t *seat;
    size_t i;

    json_object_del(copy, "game");
    json_object_del(copy, "seq");
    json_array_foreach(json_object_get(copy, "players"), i, seat) json_object_del(seat, "name");
    return copy;
}

static void same_position(const json_t *wanted, struct guest *person, const char *id,
                          const char *what) {
    json_t *view = guest_get(person, 200, "/v1/games/%s/view?as=all", id);
    json_t *a = bare(wanted);
    json_t *b = bare(view);

    same_json(a, b, what);
    json_decref(a);
    json_decref(b);
    json_decref(view);
}

/* A position from the middle leads to the same end. */
static void check_position(int game, struct guest *person, const json_t *whole, size_t begin) {
    json_t *about = guest_get(person, 200, "/v1/games/%s", games_ids[game]);
    json_t *record = guest_get(person, 200, "/v1/games/%s/record", games_ids[game]);
    size_t at = not_undone(need(record, "events"), begin);
    json_t *view = guest_get(person, 200, "/v1/games/%s/view?as=all&at=%zu", games_ids[game], at);
    char id[GAME_ID_SIZE];

    NEED(need_int(view, "seq") == (long long)at, "not the view of then");
    game_make(person,
              json_pack("{s:s, s:O, s:O, s:O}", "mode", "table", "rules", need(about, "rules"),
                        "board", need(record, "board"), "position", view),
              id);
    same_position(view, person, id, "a position out and in");
    play_on(person, id, need(record, "events"), at);
    same_position(whole, person, id, "the end, played on from a position");
    json_decref(record);
    json_decref(about);
    json_decref(view);
}

/* Continues from positions in the middle of a chain, where a player was asked something: before the last event of each
 * such kind. */
static void check_chains(int game, struct guest *person, const json_t *whole,
                         const json_t *events) {
    static const char *const kinds[] = {"discard",
                                        "build_neutral",
                                        "take_resource",
                                        "choose_pillaged_city",
                                        "relocate_knight",
                                        "remove_knight",
                                        "discard_progress_card",
                                        "choose_progress_deck",
                                        "take_progress_card",
                                        "give_commodity",
                                        "commit_knights",
                                        "place_knight",
                                        "give_cards",
                                        "take_cards"};

    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        size_t i = json_array_size(events) - 1;

        while (i > 0 && strcmp(need_text(json_array_get(events, i), "type"), kinds[k]) != 0)
            i--;
        if (i > 0)
            check_position(game, person, whole, i);
    }
}

void games_check(int game, struct guest *person) {
    json_t *about = guest_get(person, 200, "/v1/games/%s", games_ids[game]);
    json_t *whole = guest_get(person, 200, "/v1/games/%s/view?as=all", games_ids[game]);
    json_t *events = events_of(person, game, "as=all");
    size_t n = json_array_size(events);

    NEED(strcmp(need_text(about, "status"), "finished") == 0, "not finished");
    same_json(need(need(about, "result"), "winner"), need(whole, "winner"), "the winner");
    NEED(need_int(about, "seq") == (long long)n, "the last event");
    NEED(json_array_size(need(about, "waiting_for")) == 0, "it still waits");
    check_events(game, person);
    check_views(game, whole);
    check_record(game, person, whole);
    check_position(game, person, whole, 1 + n / 40);
    check_chains(game, person, whole, events);
    check_position(game, person, whole, n / 2 + random_below(&person->random, (uint32_t)(n / 3)));
    printf("game %d: %zu events\n", game, n);
    json_decref(events);
    json_decref(whole);
    json_decref(about);
}
