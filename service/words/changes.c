/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What an event changed on the table besides the action itself, and the server's own events. */
#include <string.h>

#include "service/words/narration.h"
#include "service/words/terms.h"

/* Bytes of a clause about a hand beside its cards: a name, and what the text says. */
enum { HELD_ROOM = 2 * SENTENCE_NAME_SIZE };

/* ---- changes ---- */

static void narrate_holder(struct narration *narration, enum text taken, enum text given_up,
                           unsigned had, unsigned has) {
    if (had == has)
        return;
    if (has == NONE)
        narrate(narration, given_up, NULL, 0);
    else
        NARRATE(narration, text_about(narration, taken, has), piece_seat(narration, has));
}

static void narrate_metropolises(struct narration *narration) {
    for (unsigned track = 0; track < TRACK_COUNT; track++) {
        unsigned vertex = narration->after->metropolis[track], owner;

        if (vertex == narration->before->metropolis[track] || vertex == NONE)
            continue;
        owner = narration->after->owner[vertex];
        NARRATE(narration, text_about(narration, TEXT_SAID_METROPOLIS, owner),
                term_track(narration->to->language, track), piece_seat(narration, owner),
                piece_named(narration, SPAN_VERTEX, vertex));
    }
}

/* Cities lost by their owner, or newly turned on their side. */
static void narrate_cities(struct narration *narration) {
    const struct game *before = narration->before, *after = narration->after;

    for (unsigned seat = 0; seat < narration->to->setup->rules.players; seat++)
        VERTEX_EACH(&before->players[seat].cities, v) {
            bool gone = !vertex_set_has(&after->players[seat].cities, v);
            bool tipped = !vertex_set_has(&before->tipped, v) && vertex_set_has(&after->tipped, v);
            bool over =
                !vertex_set_has(&before->sabotaged, v) && vertex_set_has(&after->sabotaged, v);

            if (gone || tipped || over)
                NARRATE(narration,
                        text_about(narration,
                                   gone     ? TEXT_SAID_CITY_LOST
                                   : tipped ? TEXT_SAID_CITY_TIPPED
                                            : TEXT_SAID_CITY_OVER,
                                   seat),
                        piece_seat(narration, seat), piece_named(narration, SPAN_VERTEX, v));
        }
}

static void narrate_barbarians(struct narration *narration) {
    const struct game *before = narration->before, *after = narration->after;
    unsigned steps = narration->to->setup->rules.barbarian_steps;

    if (after->attacks != before->attacks)
        narrate(narration, TEXT_SAID_BARBARIANS, NULL, 0);
    else if (after->barbarians > before->barbarians)
        NARRATE(narration, TEXT_SAID_BARBARIANS_AWAY,
                piece_number(narration, steps - after->barbarians));
    for (unsigned seat = 0; seat < narration->to->setup->rules.players; seat++)
        if (after->players[seat].defender_points > before->players[seat].defender_points)
            NARRATE(narration, text_about(narration, TEXT_SAID_DEFENDER, seat),
                    piece_seat(narration, seat));
}

/* The robber moves by itself when the barbarians free it. */
static void narrate_robber(struct narration *narration) {
    switch (narration->event->type) {
    case MOVE_ROBBER:
    case CHASE_ROBBER:
    case ROBBER_TO_DESERT:
    case PLAY_DEV_CARD:
    case PLAY_PROGRESS_CARD:
    case UNDO: return;
    default: break;
    }
    if (narration->after->robber == narration->before->robber || narration->after->robber == NONE)
        return;
    NARRATE(narration, TEXT_SAID_ROBBER, piece_hex(narration, narration->after->robber));
}

static void narrate_turn(struct narration *narration) {
    if (narration->after->turn == narration->before->turn ||
        narration->after->phase == PHASE_FINISHED || narration->after->turn == 0)
        return;
    NARRATE(narration, text_about(narration, TEXT_SAID_TURN, narration->after->active),
            piece_seat(narration, narration->after->active));
}

/* Games of five and six: the next player's part of the turn begins. */
static void narrate_part(struct narration *narration) {
    if (narration->after->part == narration->before->part || narration->after->part == 0 ||
        narration->after->phase == PHASE_FINISHED)
        return;
    NARRATE(narration,
            text_about(narration,
                       narration->to->setup->rules.parts_special ? TEXT_SAID_PART_BUILDS
                                                                 : TEXT_SAID_PART_PLAYS,
                       narration->after->active),
            piece_seat(narration, narration->after->active));
}

/* Hexes revealed from fog (S-57). */
static void narrate_reveals(struct narration *narration) {
    const struct setup *setup = narration->to->setup;

    for (unsigned h = 0; h < setup->board.n_hexes; h++) {
        unsigned was = game_terrain(setup, narration->before, h);
        unsigned is = game_terrain(setup, narration->after, h);

        if (was == is || is == FOG)
            continue;
        NARRATE(narration,
                narration->after->numbers[h] == 0 ? TEXT_SAID_REVEALED_HEX
                                                  : TEXT_SAID_REVEALED_NUMBER,
                piece_hex(narration, h), term_terrain(narration->to->language, is),
                piece_number(narration, narration->after->numbers[h]));
    }
}

/* Islands settled first (S-63). */
static void narrate_islands(struct narration *narration) {
    for (unsigned seat = 0; seat < narration->to->setup->rules.players; seat++) {
        unsigned was = narration->before->players[seat].island_points;
        unsigned is = narration->after->players[seat].island_points;

        if (is > was)
            NARRATE(narration, text_about(narration, TEXT_SAID_ISLAND, seat),
                    piece_seat(narration, seat), piece_number(narration, is - was));
    }
}

/* What ships discovered (S-102): points, harbors, and cards that others do not see. */
static void narrate_gifts(struct narration *narration) {
    const struct outcome *outcome = &narration->event->outcome;
    unsigned seat = narration->event->player;

    if (narration->before->gifts == narration->after->gifts)
        return;
    const struct player *was = &narration->before->players[seat];
    const struct player *is = &narration->after->players[seat];
    for (unsigned i = was->gift_points; i < is->gift_points; i++)
        narrate(narration, TEXT_SAID_GIFT_POINT, NULL, 0);
    for (unsigned i = 0; i < outcome->n_gifts; i++) {
        unsigned card = i == 0 ? outcome->card : outcome->second;

        if (narration->hidden & HIDDEN_OUTCOME_CARD)
            narrate(narration, TEXT_SAID_GIFT_CARD, NULL, 0);
        else
            NARRATE(narration, TEXT_SAID_GIFT_CARD_KNOWN,
                    piece_term(narration, SPAN_DEV, card, term_dev(narration->to->language, card)));
    }
    for (unsigned kind = 0; kind < HARBOR_KIND_COUNT; kind++)
        for (unsigned i = was->kept[kind]; i < is->kept[kind]; i++)
            NARRATE(narration, TEXT_SAID_GIFT_HARBOR, term_harbor(narration->to->language, kind));
}

/* New links with villages, changes of cloth, and the end of the game by the villages (S-114 to S-123). */
static void narrate_cloth(struct narration *narration) {
    const struct setup *setup = narration->to->setup;
    const struct game *before = narration->before, *after = narration->after;
    bool stolen =
        event_is_action(narration->event->type) && action_takes_cloth(&narration->event->action);

    for (unsigned i = 0; i < setup->board.n_villages; i++)
        for (unsigned j = before->villages[i].n_linked; j < after->villages[i].n_linked; j++)
            NARRATE(narration,
                    text_about(narration, TEXT_SAID_VILLAGE, after->villages[i].linked[j]),
                    piece_seat(narration, after->villages[i].linked[j]),
                    piece_named(narration, SPAN_VERTEX, setup->board.villages[i].vertex));
    for (unsigned seat = 0; seat < setup->rules.players; seat++) {
        int more = after->players[seat].cloth - before->players[seat].cloth;

        if (more != 0 && !stolen)
            NARRATE(
                narration,
                text_about(narration, more > 0 ? TEXT_SAID_CLOTH_GOT : TEXT_SAID_CLOTH_LOST, seat),
                piece_seat(narration, seat),
                piece_number(narration, (unsigned)(more > 0 ? more : -more)));
    }
    if (game_villages_spent(setup, after) && !game_villages_spent(setup, before))
        narrate(narration, TEXT_SAID_VILLAGES_SPENT, NULL, 0);
}

/* Movement of the fleet, and changes of ships and fortresses (S-132 to S-143). */
static void narrate_fleet(struct narration *narration) {
    const struct setup *setup = narration->to->setup;
    const struct game *before = narration->before, *after = narration->after;

    if (!setup->rules.fleet)
        return;
    if (after->pirate != before->pirate && after->pirate == NONE)
        narrate(narration, TEXT_SAID_FLEET_AWAY, NULL, 0);
    else if (after->pirate != before->pirate)
        NARRATE(narration, TEXT_SAID_FLEET, piece_hex(narration, after->pirate));
    for (unsigned seat = 0; seat < setup->rules.players; seat++) {
        const struct player *was = &before->players[seat], *is = &after->players[seat];
        unsigned lost = is->supply[PIECE_SHIP] > was->supply[PIECE_SHIP]
                            ? (unsigned)(is->supply[PIECE_SHIP] - was->supply[PIECE_SHIP])
                            : 0;

        if (lost > 0)
            NARRATE(narration, text_about(narration, TEXT_SAID_SHIPS_LOST, seat),
                    piece_seat(narration, seat), piece_number(narration, lost));
        if (is->fortress < was->fortress)
            NARRATE(
                narration,
                text_about(narration,
                           is->fortress == 0 ? TEXT_SAID_FORTRESS_FREED : TEXT_SAID_FORTRESS_LEFT,
                           seat),
                piece_seat(narration, seat), piece_number(narration, is->fortress));
    }
}

static void narrate_awards(struct narration *narration) {
#define AWARD_TEXTS(number, name, figure, of_player)                                               \
    [AWARD_##number] = {TEXT_SAID_##number, TEXT_SAID_##number##_FREE},
    static const struct { enum text held, free; } texts[AWARD_COUNT] = {AWARDS(AWARD_TEXTS)};
    for (unsigned award = 0; award < AWARD_COUNT; award++)
        narrate_holder(narration, texts[award].held, texts[award].free,
                       narration->before->holders[award], narration->after->holders[award]);
}

void narrate_changes(struct narration *narration) {
    if (narration->event->type == UNDO)
        return; /* an undo changes only what the moves taken back had changed */
    narrate_barbarians(narration);
    narrate_cities(narration);
    narrate_metropolises(narration);
    narrate_awards(narration);
    narrate_holder(narration, TEXT_SAID_MERCHANT, TEXT_SAID_MERCHANT_FREE,
                   narration->before->merchant_holder, narration->after->merchant_holder);
    narrate_robber(narration);
    narrate_reveals(narration);
    narrate_islands(narration);
    if (event_is_action(narration->event->type))
        narrate_gifts(narration);
    narrate_cloth(narration);
    narrate_fleet(narration);
    narrate_turn(narration);
    narrate_part(narration);
}

/* ---- the server's own events ---- */

static void narrate_start(struct narration *narration) {
    const struct event *event = narration->event;

    narrate(narration, TEXT_SAID_BEGAN, NULL, 0);
    for (unsigned i = 0; i < event->start.n_rolls; i++) {
        const struct start_roll *roll = &event->start.rolls[i];

        NARRATE(narration, text_about(narration, TEXT_SAID_START_ROLLED, roll->seat),
                piece_seat(narration, roll->seat),
                piece_number(narration, roll->yellow + roll->red));
    }
    NARRATE(narration,
            text_about(narration, event->start.lot ? TEXT_SAID_FIRST_BY_LOT : TEXT_SAID_FIRST,
                       event->start.first),
            piece_seat(narration, event->start.first));
}

/* Whose cards were which, as far as a sentence has room for it. */
static void narrate_reveal(struct narration *narration) {
    narrate(narration, TEXT_SAID_REVEALED, NULL, 0);
    for (unsigned seat = 0; seat < narration->to->setup->rules.players; seat++) {
        const char *cards = piece_revealed(narration, seat);

        if (cards != NULL && narration->out->size + strlen(cards) + HELD_ROOM < SENTENCE_MAX)
            NARRATE(narration, text_about(narration, TEXT_SAID_REVEALED_HAND, seat),
                    piece_seat(narration, seat), cards);
        narration->pieces.size = 0;
    }
}

/* " (Red 7, you 4)": behind who won, all others. */
static void narrate_points(struct narration *narration, unsigned winner) {
    const struct event *event = narration->event;
    unsigned told = 0;

    for (unsigned seat = 0; seat < event->finished.n_points; seat++) {
        if (seat == winner)
            continue;
        buffer_text(narration->out, told++ == 0 ? " (" : ", ");
        const char *who = piece_seat(narration, seat);

        text_fill(narration->out, narration->to->language,
                  text_about(narration, TEXT_SAID_POINTS, seat),
                  TEXT_ARGS(who, piece_number(narration, event->finished.points[seat])));
        narration->pieces.size = 0;
    }
    buffer_text(narration->out, told > 0 ? ")" : "");
}

static void narrate_finish(struct narration *narration) {
    const struct event *event = narration->event;
    unsigned winner = event->finished.winner;

    if (event->finished.agreed)
        narrate(narration, TEXT_SAID_AGREED, NULL, 0);
    else if (winner == NONE)
        narrate(narration, TEXT_SAID_ABANDONED, NULL, 0);
    else
        NARRATE(narration, text_about(narration, TEXT_SAID_WON, winner),
                piece_seat(narration, winner),
                piece_number(narration, event->finished.points[winner]));
    narrate_points(narration, event->finished.agreed ? NONE : winner);
}

void narrate_own(struct narration *narration) {
    const struct event *event = narration->event;

    switch (event->type) {
    case EVENT_START: narrate_start(narration); break;
    case EVENT_REVEAL: narrate_reveal(narration); break;
    case EVENT_SEAT_CHANGED:
        NARRATE(narration,
                text_about(narration,
                           event->seat_changed.to_bot ? TEXT_SAID_BOT_PLAYS : TEXT_SAID_NEW_PLAYER,
                           event->seat_changed.seat),
                piece_seat(narration, event->seat_changed.seat));
        break;
    case EVENT_FINISHED: narrate_finish(narration); break;
    default: buffer_text(narration->out, event_type_name(event->type)); break;
    }
}
