/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What an event changed on the table beside what was done, and the events that nobody does. */
#include <string.h>

#include "service/words/narration.h"
#include "service/words/terms.h"

/* ---- changes ---- */

static void narrate_holder(struct narration *narration, const char *prize, unsigned had,
                           unsigned has) {
    if (had == has)
        return;
    narrate_clause(narration);
    buffer_format(narration->out, "%s ", prize);
    if (has == NONE) {
        narrate_text(narration, SAID(narration, "belongs to nobody", "gehört niemandem"));
    } else {
        narrate_text(narration, SAID(narration, "goes to ", "geht an "));
        narrate_seat(narration, has);
    }
}

static void narrate_metropolises(struct narration *narration) {
    for (unsigned track = 0; track < TRACK_COUNT; track++) {
        unsigned vertex = narration->after->metropolis[track];

        if (vertex == narration->before->metropolis[track] || vertex == NONE)
            continue;
        narrate_clause(narration);
        buffer_format(narration->out,
                      SAID(narration, "the %s metropolis goes to ", "die Metropole %s geht an "),
                      term_track(narration->to->language, track));
        narrate_seat(narration, narration->after->owner[vertex]);
        buffer_format(narration->out, SAID(narration, " at %u", " bei %u"), vertex);
    }
}

/* Cities that their owner has no more, or that do not stand upright any more. */
static void narrate_cities(struct narration *narration) {
    const struct game *before = narration->before, *after = narration->after;

    for (unsigned seat = 0; seat < narration->to->setup->rules.players; seat++)
        VERTEX_EACH(&before->players[seat].cities, v) {
            bool gone = !vertex_set_has(&after->players[seat].cities, v);
            bool tipped = !vertex_set_has(&before->tipped, v) && vertex_set_has(&after->tipped, v);
            bool over =
                !vertex_set_has(&before->sabotaged, v) && vertex_set_has(&after->sabotaged, v);

            if (!gone && !tipped && !over)
                continue;
            narrate_clause(narration);
            narrate_seat(narration, seat);
            buffer_format(narration->out,
                          gone ? SAID(narration, " lost the city at %u", " verlor die Stadt bei %u")
                          : tipped ? SAID(narration, "'s city at %u lies on its side",
                                          ": Stadt bei %u liegt auf der Seite")
                                   : SAID(narration, "'s city at %u is turned upside down",
                                          ": Stadt bei %u steht auf dem Kopf"),
                          v);
        }
}

static void narrate_barbarians(struct narration *narration) {
    const struct game *before = narration->before, *after = narration->after;

    if (after->attacks != before->attacks) {
        narrate_clause(narration);
        narrate_text(narration,
                     SAID(narration, "the barbarians attacked", "die Barbaren griffen an"));
    } else if (after->barbarians > before->barbarians) {
        narrate_clause(narration);
        buffer_format(narration->out,
                      SAID(narration, "the ship is %u of %u steps away",
                           "das Schiff ist %u von %u Feldern entfernt"),
                      narration->to->setup->rules.barbarian_steps - after->barbarians,
                      narration->to->setup->rules.barbarian_steps);
    }
    for (unsigned seat = 0; seat < narration->to->setup->rules.players; seat++)
        if (after->players[seat].defender_points > before->players[seat].defender_points) {
            narrate_clause(narration);
            narrate_seat(narration, seat);
            narrate_text(narration, SAID(narration, " is Defender", " ist Verteidiger"));
        }
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
    narrate_clause(narration);
    buffer_format(narration->out,
                  SAID(narration, "the robber goes to hex %u", "der Räuber zieht auf Feld %u"),
                  narration->after->robber);
}

static void narrate_turn(struct narration *narration) {
    if (narration->after->turn == narration->before->turn ||
        narration->after->phase == PHASE_FINISHED || narration->after->turn == 0)
        return;
    narrate_clause(narration);
    narrate_text(narration, SAID(narration, "it is ", ""));
    narrate_seat(narration, narration->after->active);
    narrate_text(narration, SAID(narration, "'s turn", " ist dran"));
}

/* Games of five and six: another player goes on with the turn. */
static void narrate_part(struct narration *narration) {
    if (narration->after->part == narration->before->part || narration->after->part == 0 ||
        narration->after->phase == PHASE_FINISHED)
        return;
    narrate_clause(narration);
    narrate_seat(narration, narration->after->active);
    narrate_text(narration, narration->to->setup->rules.parts_special
                                ? SAID(narration, " builds next", " baut als Nächstes")
                                : SAID(narration, " plays the second part of the turn",
                                       " spielt den zweiten Teil des Zugs"));
}

/* What has come out of fog (S-57). */
static void narrate_reveals(struct narration *narration) {
    const struct setup *setup = narration->to->setup;

    for (unsigned h = 0; h < setup->board.n_hexes; h++) {
        unsigned was = game_terrain(setup, narration->before, h);
        unsigned is = game_terrain(setup, narration->after, h);

        if (was == is || is == FOG)
            continue;
        narrate_clause(narration);
        buffer_format(narration->out, SAID(narration, "hex %u is %s", "Feld %u ist %s"), h,
                      term_terrain(narration->to->language, is));
        if (narration->after->numbers[h] != 0)
            buffer_format(narration->out, " %u", narration->after->numbers[h]);
    }
}

/* Islands settled first (S-63). */
static void narrate_islands(struct narration *narration) {
    for (unsigned seat = 0; seat < narration->to->setup->rules.players; seat++) {
        unsigned was = narration->before->players[seat].island_points;
        unsigned is = narration->after->players[seat].island_points;

        if (is <= was)
            continue;
        narrate_clause(narration);
        narrate_seat(narration, seat);
        buffer_format(narration->out,
                      is - was == 1 ? SAID(narration, " gets %u point for a new island",
                                           " erhält %u Punkt für eine neue Insel")
                                    : SAID(narration, " gets %u points for a new island",
                                           " erhält %u Punkte für eine neue Insel"),
                      is - was);
    }
}

/* What ships came upon (S-102): points, harbors, and cards that others do not see. */
static void narrate_gifts(struct narration *narration) {
    const struct outcome *outcome = &narration->event->outcome;
    unsigned seat = narration->event->player;

    if (narration->before->gifts == narration->after->gifts)
        return;
    const struct player *was = &narration->before->players[seat];
    const struct player *is = &narration->after->players[seat];
    for (unsigned i = was->gift_points; i < is->gift_points; i++)
        narrate_clause(narration), narrate_text(narration, SAID(narration, "a point as a gift",
                                                                "ein Siegpunkt als Geschenk"));
    for (unsigned i = 0; i < outcome->n_gifts; i++) {
        narrate_clause(narration);
        narrate_text(narration, SAID(narration, "a development card as a gift",
                                     "eine Entwicklungskarte als Geschenk"));
        if (!(narration->hidden & HIDDEN_OUTCOME_CARD))
            buffer_format(
                narration->out, " (%s)",
                term_dev(narration->to->language, i == 0 ? outcome->card : outcome->second));
    }
    for (unsigned kind = 0; kind < HARBOR_KIND_COUNT; kind++)
        for (unsigned i = was->kept[kind]; i < is->kept[kind]; i++) {
            narrate_clause(narration);
            buffer_format(narration->out, SAID(narration, "a gift: %s", "ein Geschenk: %s"),
                          term_harbor(narration->to->language, kind));
        }
}

/* Who reached a village, whose cloth became more or less, and that the villages end the game (S-114 to S-123). */
static void narrate_cloth(struct narration *narration) {
    const struct setup *setup = narration->to->setup;
    const struct game *before = narration->before, *after = narration->after;
    bool stolen =
        event_is_action(narration->event->type) && action_takes_cloth(&narration->event->action);

    for (unsigned i = 0; i < setup->board.n_villages; i++)
        for (unsigned j = before->villages[i].n_linked; j < after->villages[i].n_linked; j++) {
            narrate_clause(narration);
            narrate_seat(narration, after->villages[i].linked[j]);
            buffer_format(
                narration->out,
                SAID(narration, " reached the village at %u", " erreichte das Dorf bei %u"),
                setup->board.villages[i].vertex);
        }
    for (unsigned seat = 0; seat < setup->rules.players; seat++) {
        int more = after->players[seat].cloth - before->players[seat].cloth;

        if (more == 0 || stolen)
            continue;
        narrate_clause(narration);
        narrate_seat(narration, seat);
        buffer_format(narration->out,
                      more > 0 ? SAID(narration, " gets %d cloth of the villages",
                                      " erhält %d Tuch der Dörfer")
                               : SAID(narration, " loses %d cloth of the villages",
                                      " verliert %d Tuch der Dörfer"),
                      more > 0 ? more : -more);
    }
    if (game_villages_spent(setup, after) && !game_villages_spent(setup, before)) {
        narrate_clause(narration);
        narrate_text(narration, SAID(narration, "so few villages have cloth that the game ends",
                                     "so wenige Dörfer haben noch Tuch, dass die Partie endet"));
    }
}

/* Where the fleet sails, and what ships and fortresses have become (S-132 to S-143). */
static void narrate_fleet(struct narration *narration) {
    const struct setup *setup = narration->to->setup;
    const struct game *before = narration->before, *after = narration->after;

    if (!setup->rules.fleet)
        return;
    if (after->pirate != before->pirate) {
        narrate_clause(narration);
        if (after->pirate == NONE)
            narrate_text(narration,
                         SAID(narration, "the fleet sails away", "die Flotte segelt davon"));
        else
            buffer_format(
                narration->out,
                SAID(narration, "the fleet sails to hex %u", "die Flotte segelt auf Feld %u"),
                after->pirate);
    }
    for (unsigned seat = 0; seat < setup->rules.players; seat++) {
        unsigned was = before->players[seat].fortress, is = after->players[seat].fortress;
        int lost =
            after->players[seat].supply[PIECE_SHIP] - before->players[seat].supply[PIECE_SHIP];

        if (lost > 0) {
            narrate_clause(narration);
            narrate_seat(narration, seat);
            buffer_format(narration->out,
                          lost == 1 ? SAID(narration, " loses %d ship", " verliert %d Schiff")
                                    : SAID(narration, " loses %d ships", " verliert %d Schiffe"),
                          lost);
        }
        if (is >= was)
            continue;
        narrate_clause(narration);
        narrate_seat(narration, seat);
        if (is == 0)
            narrate_text(narration,
                         SAID(narration, " has freed the fortress", " hat die Festung befreit"));
        else
            buffer_format(narration->out,
                          SAID(narration, " has %u pieces of the fortress left",
                               " hat noch %u Steine der Festung vor sich"),
                          is);
    }
}

void narrate_changes(struct narration *narration) {
    if (narration->event->type == UNDO)
        return; /* everything that changed is what was taken back */
    narrate_barbarians(narration);
    narrate_cities(narration);
    narrate_metropolises(narration);
    narrate_holder(narration, SAID(narration, "Longest Road", "die Längste Handelsroute"),
                   narration->before->road_holder, narration->after->road_holder);
    narrate_holder(narration, SAID(narration, "Largest Army", "die Größte Rittermacht"),
                   narration->before->army_holder, narration->after->army_holder);
    narrate_holder(narration, SAID(narration, "the Merchant", "der Händler"),
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

    narrate_text(narration, SAID(narration, "The game began: ", "Die Partie begann: "));
    for (unsigned i = 0; i < event->start.n_rolls; i++) {
        const struct start_roll *roll = &event->start.rolls[i];

        narrate_seat(narration, roll->seat);
        buffer_format(narration->out, SAID(narration, " rolled %u + %u; ", " würfelte %u + %u; "),
                      roll->yellow, roll->red);
    }
    narrate_seat(narration, event->start.first);
    narrate_text(narration, event->start.lot
                                ? SAID(narration, " is first by lot", " beginnt durch das Los")
                                : SAID(narration, " is first", " beginnt"));
}

static void narrate_finish(struct narration *narration) {
    const struct event *event = narration->event;

    if (event->finished.agreed) {
        narrate_text(narration,
                     SAID(narration, "The players agreed to end the game without a result",
                          "Die Partie wurde einvernehmlich ohne Ergebnis beendet"));
    } else if (event->finished.winner == NONE) {
        narrate_text(narration,
                     SAID(narration, "The game was abandoned", "Die Partie wurde abgebrochen"));
    } else {
        narrate_seat(narration, event->finished.winner);
        buffer_format(narration->out,
                      SAID(narration, " won with %u points", " gewann mit %u Punkten"),
                      event->finished.points[event->finished.winner]);
    }
    narrate_text(narration, " (");
    for (unsigned seat = 0; seat < event->finished.n_points; seat++) {
        narrate_text(narration, seat == 0 ? "" : ", ");
        narrate_seat(narration, seat);
        buffer_format(narration->out, " %u", event->finished.points[seat]);
    }
    narrate_text(narration, ")");
}

void narrate_own(struct narration *narration) {
    const struct event *event = narration->event;

    switch (event->type) {
    case EVENT_START: narrate_start(narration); break;
    case EVENT_REVEAL:
        narrate_text(narration, SAID(narration, "All hidden cards were laid open",
                                     "Alle verdeckten Karten wurden aufgedeckt"));
        break;
    case EVENT_SEAT_CHANGED:
        if (event->seat_changed.to_bot) {
            narrate_text(narration, SAID(narration, "A bot plays for ", "Ein Bot spielt für "));
            narrate_seat(narration, event->seat_changed.seat);
            narrate_text(narration, SAID(narration, " from now on", " weiter"));
        } else {
            narrate_seat(narration, event->seat_changed.seat);
            narrate_text(narration, SAID(narration, " has a new player",
                                         " wird jetzt von jemand anderem gespielt"));
        }
        break;
    case EVENT_FINISHED: narrate_finish(narration); break;
    default: narrate_title(narration, event_type_name(event->type)); break;
    }
}
