/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What an event changed on the table beside what was done, and the events that nobody does. */
#include <string.h>

#include "service/words/tale.h"

static void say(struct tale *tale, const char *text) {
    buffer_text(tale->out, text);
}

/* ---- changes ---- */

static void holder(struct tale *tale, const char *prize, unsigned had, unsigned has) {
    if (had == has)
        return;
    tale_clause(tale);
    buffer_format(tale->out, "%s ", prize);
    if (has == NONE) {
        say(tale, "belongs to nobody");
    } else {
        say(tale, "goes to ");
        tale_seat(tale, has);
    }
}

static void metropoles(struct tale *tale) {
    for (unsigned track = 0; track < TRACK_COUNT; track++) {
        unsigned vertex = tale->after->metropolis[track];

        if (vertex == tale->before->metropolis[track] || vertex == NONE)
            continue;
        tale_clause(tale);
        buffer_format(tale->out, "the %s metropolis goes to ", track_names[track]);
        tale_seat(tale, tale->after->owner[vertex]);
        buffer_format(tale->out, " at %u", vertex);
    }
}

/* Cities that their owner has no more, or that do not stand upright any more. */
static void cities(struct tale *tale) {
    const struct game *before = tale->before, *after = tale->after;

    for (unsigned seat = 0; seat < tale->to->setup->rules.players; seat++)
        VERTEX_EACH(&before->players[seat].cities, v) {
            bool gone = !vertex_set_has(&after->players[seat].cities, v);
            bool tipped = !vertex_set_has(&before->tipped, v) && vertex_set_has(&after->tipped, v);
            bool over =
                !vertex_set_has(&before->sabotaged, v) && vertex_set_has(&after->sabotaged, v);

            if (!gone && !tipped && !over)
                continue;
            tale_clause(tale);
            tale_seat(tale, seat);
            buffer_format(tale->out,
                          gone     ? " lost the city at %u"
                          : tipped ? "'s city at %u lies on its side"
                                   : "'s city at %u is turned upside down",
                          v);
        }
}

static void barbarians(struct tale *tale) {
    const struct game *before = tale->before, *after = tale->after;

    if (after->attacks != before->attacks) {
        tale_clause(tale);
        say(tale, "the barbarians attacked");
    } else if (after->barbarians > before->barbarians) {
        tale_clause(tale);
        buffer_format(tale->out, "the ship is %u of %u steps away",
                      tale->to->setup->rules.barbarian_steps - after->barbarians,
                      tale->to->setup->rules.barbarian_steps);
    }
    for (unsigned seat = 0; seat < tale->to->setup->rules.players; seat++)
        if (after->players[seat].defender_points > before->players[seat].defender_points) {
            tale_clause(tale);
            tale_seat(tale, seat);
            say(tale, " is Defender");
        }
}

/* The robber moves by itself when the barbarians free it. */
static void robber(struct tale *tale) {
    switch (tale->event->type) {
    case MOVE_ROBBER:
    case CHASE_ROBBER:
    case ROBBER_TO_DESERT:
    case PLAY_DEV_CARD:
    case PLAY_PROGRESS_CARD:
    case UNDO: return;
    default: break;
    }
    if (tale->after->robber == tale->before->robber || tale->after->robber == NONE)
        return;
    tale_clause(tale);
    buffer_format(tale->out, "the robber goes to hex %u", tale->after->robber);
}

static void turn(struct tale *tale) {
    if (tale->after->turn == tale->before->turn || tale->after->phase == PHASE_FINISHED ||
        tale->after->turn == 0)
        return;
    tale_clause(tale);
    say(tale, "it is ");
    tale_seat(tale, tale->after->active);
    say(tale, "'s turn");
}

void tale_changes(struct tale *tale) {
    if (tale->event->type == UNDO)
        return; /* everything that changed is what was taken back */
    barbarians(tale);
    cities(tale);
    metropoles(tale);
    holder(tale, "Longest Road", tale->before->road_holder, tale->after->road_holder);
    holder(tale, "Largest Army", tale->before->army_holder, tale->after->army_holder);
    holder(tale, "the Merchant", tale->before->merchant_holder, tale->after->merchant_holder);
    robber(tale);
    turn(tale);
}

/* ---- the server's own events ---- */

static void own_start(struct tale *tale) {
    const struct event *event = tale->event;

    say(tale, "The game began: ");
    for (unsigned i = 0; i < event->start.n_rolls; i++) {
        const struct start_roll *roll = &event->start.rolls[i];

        tale_seat(tale, roll->seat);
        buffer_format(tale->out, " rolled %u + %u; ", roll->yellow, roll->red);
    }
    tale_seat(tale, event->start.first);
    say(tale, event->start.lot ? " is first by lot" : " is first");
}

static void own_finished(struct tale *tale) {
    const struct event *event = tale->event;

    if (event->finished.winner == NONE) {
        say(tale, "The game was abandoned");
    } else {
        tale_seat(tale, event->finished.winner);
        buffer_format(tale->out, " won with %u points",
                      event->finished.points[event->finished.winner]);
    }
    say(tale, " (");
    for (unsigned seat = 0; seat < event->finished.n_points; seat++) {
        say(tale, seat == 0 ? "" : ", ");
        tale_seat(tale, seat);
        buffer_format(tale->out, " %u", event->finished.points[seat]);
    }
    say(tale, ")");
}

void tale_own(struct tale *tale) {
    const struct event *event = tale->event;

    switch (event->type) {
    case EVENT_START: own_start(tale); break;
    case EVENT_REVEAL: say(tale, "All hidden cards were laid open"); break;
    case EVENT_SEAT_CHANGED:
        if (event->seat_changed.to_bot) {
            say(tale, "A bot plays for ");
            tale_seat(tale, event->seat_changed.seat);
            say(tale, " from now on");
        } else {
            tale_seat(tale, event->seat_changed.seat);
            say(tale, " has a new player");
        }
        break;
    case EVENT_FINISHED: own_finished(tale); break;
    default: tale_title(tale, event_type_name(event->type)); break;
    }
}
