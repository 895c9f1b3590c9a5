/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/words/sentence.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "service/words/narration.h"
#include "service/words/notation_int.h"

/* ---- names ---- */

void sentence_name(char name[SENTENCE_NAME_SIZE], const struct seat_label *labels, unsigned seat) {
    const char *color = seat_color(labels, seat);

    if (strlen(color) >= SENTENCE_NAME_SIZE) {
        snprintf(name, SENTENCE_NAME_SIZE, "Seat %u", seat);
        return;
    }
    snprintf(name, SENTENCE_NAME_SIZE, "%s", color);
    if (name[0] >= 'a' && name[0] <= 'z')
        name[0] = (char)(name[0] - 'a' + 'A');
}

void narrate_seat(const struct narration *narration, unsigned seat) {
    char name[SENTENCE_NAME_SIZE];

    sentence_name(name, narration->to->labels, seat);
    buffer_text(narration->out, name);
}

void narrate_text(const struct narration *narration, const char *text) {
    buffer_text(narration->out, text);
}

void narrate_seats(const struct narration *narration, unsigned seats) {
    bool any = false;

    for (unsigned seat = 0; seat < SEAT_MAX; seat++)
        if (seats >> seat & 1) {
            buffer_text(narration->out, any ? ", " : "");
            narrate_seat(narration, seat);
            any = true;
        }
}

/* "road_building" as "Road Building" */
void narrate_title(const struct narration *narration, const char *name) {
    bool first = true;

    for (; *name != '\0'; name++) {
        char c = *name == '_' ? ' ' : *name;
        if (first && c >= 'a' && c <= 'z')
            c = (char)(c - 'a' + 'A');
        buffer_byte(narration->out, c);
        first = c == ' ';
    }
}

void narrate_clause(struct narration *narration) {
    buffer_text(narration->out, narration->clauses++ == 0 ? ""
                                : narration->clauses == 2 ? ": "
                                                          : "; ");
}

/* ---- what was done ---- */

/* What is said of the player by the fields of their action. Actions of which a field may be hidden are
 * not here but in narrate_special. */
struct sentence_pattern {
    uint8_t type, form;
    const char *text; /* as in the notation's table */
};

static const struct sentence_pattern sentence_patterns[] = {
    {BUILD_SETTLEMENT, 0, "built a settlement at <vertex>"},
    {BUILD_CITY, 0, "built a city at <vertex>"},
    {BUILD_ROAD, 0, "built a road <edge>"},
    {MARITIME_TRADE, 0, "traded <give> for <take> with the bank"},
    {DECLINE_TRADE, 0, "declined offer <offer>"},
    {CANCEL_TRADE, 0, "withdrew offer <offer>"},
    {PLAY_DEV_CARD, KNIGHT, "played a knight and moved the robber to hex <hex>"},
    {PLAY_DEV_CARD, ROAD_BUILDING, "played Road Building for <edges>"},
    {PLAY_DEV_CARD, YEAR_OF_PLENTY, "played Year of Plenty for <take>"},
    {PLAY_DEV_CARD, MONOPOLY, "played Monopoly on <resource>"},
    {RESIGN, 0, "resigned"},
    {UNDO, 0, "took moves back: event <to_seq> is the last that stays"},
    {BUILD_NEUTRAL, PIECE_ROAD, "built a road <edge> for <player>"},
    {BUILD_NEUTRAL, PIECE_SETTLEMENT, "built a settlement at <vertex> for <player>"},
    {FORCED_TRADE, 0, "forced a trade"},
    {ROBBER_TO_DESERT, 0, "sent the robber to the desert"},
    {TRADE_IN_KNIGHT, 0, "gave up a knight for trade cards"},
    {MOVE_ROBBER, 0, "moved the robber to hex <hex>"},
    {BUILD_CITY_WALL, 0, "built a city wall at <vertex>"},
    {BUILD_KNIGHT, 0, "hired a knight at <vertex>"},
    {ACTIVATE_KNIGHT, 0, "activated the knight at <vertex>"},
    {PROMOTE_KNIGHT, 0, "promoted the knight at <vertex>"},
    {MOVE_KNIGHT, 0, "moved the knight at <from> to <to>"},
    {DISPLACE_KNIGHT, 0, "drove the knight at <to> away with the one at <from>"},
    {CHASE_ROBBER, 0, "chased the robber to hex <hex> with the knight at <vertex>"},
    {REPAIR_CITY, 0, "set the city at <vertex> upright again"},
    {PLAY_PROGRESS_CARD, PROGRESS_ALCHEMIST, "played the Alchemist: <yellow> and <red>"},
    {PLAY_PROGRESS_CARD, PROGRESS_CRANE, "played the Crane"},
    {PLAY_PROGRESS_CARD, PROGRESS_ENGINEER, "played the Engineer for a wall at <vertex>"},
    {PLAY_PROGRESS_CARD, PROGRESS_INVENTOR, "played the Inventor on the hexes <hexes>"},
    {PLAY_PROGRESS_CARD, PROGRESS_IRRIGATION, "played Irrigation"},
    {PLAY_PROGRESS_CARD, PROGRESS_MEDICINE, "played Medicine for a city at <vertex>"},
    {PLAY_PROGRESS_CARD, PROGRESS_MINING, "played Mining"},
    {PLAY_PROGRESS_CARD, PROGRESS_ROAD_BUILDING, "played Road Building for <edges>"},
    {PLAY_PROGRESS_CARD, PROGRESS_SMITH, "played the Smith on <vertices>"},
    {PLAY_PROGRESS_CARD, PROGRESS_COMMERCIAL_HARBOR, "played the Commercial Harbor"},
    {PLAY_PROGRESS_CARD, PROGRESS_MASTER_MERCHANT, "played the Master Merchant on <victim>"},
    {PLAY_PROGRESS_CARD, PROGRESS_MERCHANT, "played the Merchant on hex <hex>"},
    {PLAY_PROGRESS_CARD, PROGRESS_MERCHANT_FLEET, "played the Merchant Fleet for <kind>"},
    {PLAY_PROGRESS_CARD, PROGRESS_RESOURCE_MONOPOLY, "played the Resource Monopoly on <resource>"},
    {PLAY_PROGRESS_CARD, PROGRESS_TRADE_MONOPOLY, "played the Trade Monopoly on <commodity>"},
    {PLAY_PROGRESS_CARD, PROGRESS_BISHOP, "played the Bishop on hex <hex>"},
    {PLAY_PROGRESS_CARD, PROGRESS_DESERTER, "played the Deserter on <victim>"},
    {PLAY_PROGRESS_CARD, PROGRESS_DIPLOMAT, "played the Diplomat on the road <edge> [, now <to>]"},
    {PLAY_PROGRESS_CARD, PROGRESS_INTRIGUE, "played Intrigue on the knight at <vertex>"},
    {PLAY_PROGRESS_CARD, PROGRESS_SABOTEUR, "played the Saboteur"},
    {PLAY_PROGRESS_CARD, PROGRESS_SPY, "played the Spy on <victim>"},
    {PLAY_PROGRESS_CARD, PROGRESS_WARLORD, "played the Warlord"},
    {PLAY_PROGRESS_CARD, PROGRESS_WEDDING, "played the Wedding"},
    {HARBOR_OFFER, 0, "offered <player> <resource> for a commodity"},
    {GIVE_COMMODITY, 0, "gave <commodity>"},
    {TAKE_RESOURCE, 0, "chose <resource>"},
    {REMOVE_KNIGHT, 0, "gave up the knight at <vertex>"},
    {PLACE_KNIGHT, 0, "placed a <level> knight at <vertex>"},
    {SKIP, 0, "chose nothing"},
    {RELOCATE_KNIGHT, 0, "moved the knight that was driven away to <vertex>"},
    {COMMIT_KNIGHTS, 0, "sent knights to the defence: <vertices>"},
};
enum { PATTERNS = sizeof sentence_patterns / sizeof *sentence_patterns };

/* Says the text of a pattern with the action's fields; false where there is none for it. */
static bool sentence_write_pattern(const struct narration *narration) {
    const struct action *action = &narration->event->action;
    const struct notation_form form = {.type = action->type, .form = (uint8_t)action_form(action)};
    const char *text = NULL;
    struct part part;
    unsigned place;

    for (size_t i = 0; i < PATTERNS && text == NULL; i++)
        if (sentence_patterns[i].type == form.type && sentence_patterns[i].form == form.form)
            text = sentence_patterns[i].text;
    while (text != NULL && part_next_said(&form, &text, action, &part)) {
        const struct field *field = NULL;

        narrate_text(narration, part.name[0] == ',' || part.name[0] == ':' ? "" : " ");
        if (part.type == PART_FIELD)
            field = form_field(&form, part.name, &place);
        if (field == NULL)
            narrate_text(narration, part.name);
        else if (field->type == FIELD_SEAT)
            narrate_seat(narration, ((const uint8_t *)action)[field->offset]);
        else
            field_write(narration->out, narration->to->setup, narration->to->labels, field, action);
    }
    return text != NULL;
}

/* ---- the whole ---- */

static void narrate_action(struct narration *narration) {
    const struct event *event = narration->event;
    bool knows = narration->to->over || narration->to->viewer == VIEWER_ALL ||
                 narration->to->viewer == event->player;

    narrate_clause(narration);
    narrate_seat(narration, event->player);
    if (!narrate_special(narration) && !sentence_write_pattern(narration))
        buffer_format(narration->out, " did %s", event_type_name(event->type));
    if (event->by == BY_TIMEOUT)
        narrate_text(narration, " (time ran out)");
    else if (event->by == BY_ORDER && knows)
        narrate_text(narration, " (standing order)");
}

void sentence_write(struct buffer *out, const struct sentence *to, const struct game *before,
                    const struct game *after, const struct event *event) {
    struct narration narration = {.out = out,
                                  .to = to,
                                  .before = before,
                                  .after = after,
                                  .event = event,
                                  .hidden = event_hidden(to->setup, before, event, to->viewer)};

    narration.n_effects =
        event_effects(to->setup, before, after, event, to->viewer, narration.effects);
    if (event_is_action(event->type)) {
        narrate_action(&narration);
        narrate_theft(&narration);
        narrate_effects(&narration);
        narrate_changes(&narration);
    } else {
        narrate_own(&narration);
    }
    buffer_byte(out, '.');
}
