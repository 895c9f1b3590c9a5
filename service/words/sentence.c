/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/words/sentence.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "service/base/text.h"
#include "service/words/narration.h"
#include "service/words/notation_int.h"
#include "service/words/terms.h"

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

/* The name of a seat's player; NULL where it is not to be used, or is another seat's as well. */
static const char *own_name(const struct sentence *to, unsigned seat) {
    const char *own = to->names && to->labels != NULL ? to->labels[seat].name : NULL;

    for (unsigned other = 0; own != NULL && other < to->setup->rules.players; other++)
        if (other != seat && to->labels[other].name != NULL &&
            strcmp(to->labels[other].name, own) == 0)
            return NULL;
    return own;
}

void sentence_seat(struct buffer *out, const struct sentence *to, unsigned seat) {
    const char *own = own_name(to, seat);
    char name[SENTENCE_NAME_SIZE];

    if (own != NULL) {
        size_t size = text_cut(own, strlen(own), SENTENCE_NAME_SIZE - sizeof "…");

        buffer_append(out, own, size);
        buffer_text(out, own[size] == '\0' ? "" : "…");
        return;
    }
    sentence_name(name, to->labels, seat);
    buffer_text(out, to->language == LANGUAGE_ENGLISH
                         ? name
                         : term_color(to->language, seat_color(to->labels, seat)));
}

void narrate_seat(const struct narration *narration, unsigned seat) {
    sentence_seat(narration->out, narration->to, seat);
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

void narrate_hand(const struct narration *narration, struct cards cards) {
    term_cards(narration->out, narration->to->language, cards);
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
    const char *texts[LANGUAGES]; /* as in the notation's table */
};

static const struct sentence_pattern sentence_patterns[] = {
    {BUILD_SETTLEMENT, 0, {"built a settlement at <vertex>", "baute eine Siedlung bei <vertex>"}},
    {BUILD_CITY, 0, {"built a city at <vertex>", "baute eine Stadt bei <vertex>"}},
    {BUILD_ROAD, 0, {"built a road <edge>", "baute die Straße <edge>"}},
    {MARITIME_TRADE,
     0,
     {"traded <give> for <take> with the bank", "tauschte <give> gegen <take> mit dem Vorrat"}},
    {DECLINE_TRADE, 0, {"declined offer <offer>", "lehnte Angebot <offer> ab"}},
    {CANCEL_TRADE, 0, {"withdrew offer <offer>", "zog Angebot <offer> zurück"}},
    {PLAY_DEV_CARD,
     KNIGHT,
     {"played a knight and moved the robber to hex <hex>",
      "spielte einen Ritter und versetzte den Räuber auf Feld <hex>"}},
    {PLAY_DEV_CARD,
     ROAD_BUILDING,
     {"played Road Building for <edges>", "spielte Straßenbau für <edges>"}},
    {PLAY_DEV_CARD,
     YEAR_OF_PLENTY,
     {"played Year of Plenty for <take>", "spielte Erfindung für <take>"}},
    {PLAY_DEV_CARD, MONOPOLY, {"played Monopoly on <resource>", "spielte Monopol auf <resource>"}},
    {RESIGN, 0, {"resigned", "gab auf"}},
    {UNDO,
     0,
     {"took moves back: event <to_seq> is the last that stays",
      "nahm Züge zurück: Ereignis <to_seq> ist das letzte, das bleibt"}},
    {BUILD_NEUTRAL,
     PIECE_ROAD,
     {"built a road <edge> for <player>", "baute die Straße <edge> für <player>"}},
    {BUILD_NEUTRAL,
     PIECE_SETTLEMENT,
     {"built a settlement at <vertex> for <player>",
      "baute eine Siedlung bei <vertex> für <player>"}},
    {FORCED_TRADE, 0, {"forced a trade", "erzwang einen Tausch"}},
    {ROBBER_TO_DESERT, 0, {"sent the robber to the desert", "schickte den Räuber in die Wüste"}},
    {TRADE_IN_KNIGHT,
     0,
     {"gave up a knight for trade cards", "gab einen Ritter gegen Handelskarten ab"}},
    {MOVE_ROBBER, 0, {"moved the robber to hex <hex>", "versetzte den Räuber auf Feld <hex>"}},
    {BUILD_SHIP, 0, {"built a ship <edge>", "baute das Schiff <edge>"}},
    {MOVE_SHIP, 0, {"moved the ship <from> to <to>", "versetzte das Schiff <from> nach <to>"}},
    {MOVE_PIRATE, 0, {"moved the pirate to hex <hex>", "versetzte den Piraten auf Feld <hex>"}},
    {DRAW_VICTIM, 0, {"drew a card for the seven", "zog eine Karte für die Sieben"}},
    {BUILD_CITY_WALL, 0, {"built a city wall at <vertex>", "baute eine Stadtmauer bei <vertex>"}},
    {BUILD_KNIGHT, 0, {"hired a knight at <vertex>", "stellte einen Ritter bei <vertex> auf"}},
    {ACTIVATE_KNIGHT,
     0,
     {"activated the knight at <vertex>", "aktivierte den Ritter bei <vertex>"}},
    {PROMOTE_KNIGHT, 0, {"promoted the knight at <vertex>", "wertete den Ritter bei <vertex> auf"}},
    {MOVE_KNIGHT,
     0,
     {"moved the knight at <from> to <to>", "versetzte den Ritter von <from> nach <to>"}},
    {DISPLACE_KNIGHT,
     0,
     {"drove the knight at <to> away with the one at <from>",
      "vertrieb den Ritter bei <to> mit dem bei <from>"}},
    {CHASE_ROBBER,
     0,
     {"chased the robber to hex <hex> with the knight at <vertex>",
      "vertrieb den Räuber auf Feld <hex> mit dem Ritter bei <vertex>"}},
    {REPAIR_CITY,
     0,
     {"set the city at <vertex> upright again", "richtete die Stadt bei <vertex> wieder auf"}},
    {PLAY_PROGRESS_CARD,
     PROGRESS_ALCHEMIST,
     {"played the Alchemist: <yellow> and <red>", "spielte Alchemie: <yellow> und <red>"}},
    {PLAY_PROGRESS_CARD, PROGRESS_CRANE, {"played the Crane", "spielte den Baukran"}},
    {PLAY_PROGRESS_CARD,
     PROGRESS_ENGINEER,
     {"played the Engineer for a wall at <vertex>",
      "spielte Ingenieurwesen für eine Mauer bei <vertex>"}},
    {PLAY_PROGRESS_CARD,
     PROGRESS_INVENTOR,
     {"played the Inventor on the hexes <hexes>", "spielte Erfindung auf den Feldern <hexes>"}},
    {PLAY_PROGRESS_CARD, PROGRESS_IRRIGATION, {"played Irrigation", "spielte Bewässerung"}},
    {PLAY_PROGRESS_CARD,
     PROGRESS_MEDICINE,
     {"played Medicine for a city at <vertex>", "spielte Medizin für eine Stadt bei <vertex>"}},
    {PLAY_PROGRESS_CARD, PROGRESS_MINING, {"played Mining", "spielte Bergbau"}},
    {PLAY_PROGRESS_CARD,
     PROGRESS_ROAD_BUILDING,
     {"played Road Building for <edges>", "spielte Straßenbau für <edges>"}},
    {PLAY_PROGRESS_CARD,
     PROGRESS_SMITH,
     {"played the Smith on <vertices>", "spielte Schmiedekunst auf <vertices>"}},
    {PLAY_PROGRESS_CARD,
     PROGRESS_COMMERCIAL_HARBOR,
     {"played the Commercial Harbor", "spielte den Handelshafen"}},
    {PLAY_PROGRESS_CARD,
     PROGRESS_MASTER_MERCHANT,
     {"played the Master Merchant on <victim>", "spielte Abgaben gegen <victim>"}},
    {PLAY_PROGRESS_CARD,
     PROGRESS_MERCHANT,
     {"played the Merchant on hex <hex>", "spielte den Händler auf Feld <hex>"}},
    {PLAY_PROGRESS_CARD,
     PROGRESS_MERCHANT_FLEET,
     {"played the Merchant Fleet for <kind>", "spielte die Handelsflotte für <kind>"}},
    {PLAY_PROGRESS_CARD,
     PROGRESS_RESOURCE_MONOPOLY,
     {"played the Resource Monopoly on <resource>", "spielte Rohstoff-Monopol auf <resource>"}},
    {PLAY_PROGRESS_CARD,
     PROGRESS_TRADE_MONOPOLY,
     {"played the Trade Monopoly on <commodity>", "spielte Handelswaren-Monopol auf <commodity>"}},
    {PLAY_PROGRESS_CARD,
     PROGRESS_BISHOP,
     {"played the Bishop on hex <hex>", "spielte Steuern auf Feld <hex>"}},
    {PLAY_PROGRESS_CARD,
     PROGRESS_DESERTER,
     {"played the Deserter on <victim>", "spielte Verrat gegen <victim>"}},
    {PLAY_PROGRESS_CARD,
     PROGRESS_DIPLOMAT,
     {"played the Diplomat on the road <edge> [, now <to>]",
      "spielte Diplomatie auf die Straße <edge> [, jetzt <to>]"}},
    {PLAY_PROGRESS_CARD,
     PROGRESS_INTRIGUE,
     {"played Intrigue on the knight at <vertex>",
      "spielte Intrige gegen den Ritter bei <vertex>"}},
    {PLAY_PROGRESS_CARD, PROGRESS_SABOTEUR, {"played the Saboteur", "spielte Sabotage"}},
    {PLAY_PROGRESS_CARD,
     PROGRESS_SPY,
     {"played the Spy on <victim>", "spielte Spionage gegen <victim>"}},
    {PLAY_PROGRESS_CARD, PROGRESS_WARLORD, {"played the Warlord", "spielte Motivation"}},
    {PLAY_PROGRESS_CARD, PROGRESS_WEDDING, {"played the Wedding", "spielte Hochzeit"}},
    {HARBOR_OFFER,
     0,
     {"offered <player> <resource> for a commodity",
      "bot <player> <resource> gegen eine Handelsware an"}},
    {GIVE_COMMODITY, 0, {"gave <commodity>", "gab <commodity>"}},
    {TAKE_RESOURCE, 0, {"chose <resource>", "wählte <resource>"}},
    {REMOVE_KNIGHT, 0, {"gave up the knight at <vertex>", "gab den Ritter bei <vertex> auf"}},
    {PLACE_KNIGHT,
     0,
     {"placed a <level> knight at <vertex>", "setzte einen Ritter bei <vertex> ein"}},
    {SKIP, 0, {"chose nothing", "verzichtete"}},
    {RELOCATE_KNIGHT,
     0,
     {"moved the knight that was driven away to <vertex>",
      "versetzte den vertriebenen Ritter nach <vertex>"}},
    {COMMIT_KNIGHTS,
     0,
     {"sent knights to the defence: <vertices>", "schickte Ritter zur Verteidigung: <vertices>"}},
};
enum { PATTERNS = sizeof sentence_patterns / sizeof *sentence_patterns };

/* A field of the action, in the language of the sentence where that is not the notation's. */
static void sentence_field(const struct narration *narration, const struct field *field) {
    const struct action *action = &narration->event->action;
    const uint8_t *value = (const uint8_t *)action + field->offset;
    struct cards cards;

    if (narration->to->language == LANGUAGE_ENGLISH) {
        field_write(narration->out, narration->to->setup, narration->to->labels, field, action);
        return;
    }
    switch (field->type) {
    case FIELD_CARDS:
        memcpy(&cards, value, sizeof cards);
        term_cards(narration->out, narration->to->language, cards);
        break;
    case FIELD_KIND:
    case FIELD_COMMODITY:
    case FIELD_ANY_KIND: narrate_text(narration, term_kind(narration->to->language, *value)); break;
    default:
        field_write(narration->out, narration->to->setup, narration->to->labels, field, action);
        break;
    }
}

/* Says the text of a pattern with the action's fields; false where there is none for it. */
static bool sentence_write_pattern(const struct narration *narration) {
    const struct action *action = &narration->event->action;
    const struct notation_form form = {.type = action->type, .form = (uint8_t)action_form(action)};
    const char *text = NULL;
    struct part part;
    unsigned place;

    for (size_t i = 0; i < PATTERNS && text == NULL; i++)
        if (sentence_patterns[i].type == form.type && sentence_patterns[i].form == form.form)
            text = sentence_patterns[i].texts[narration->to->language];
    if (action->type == PLAY_DEV_CARD && narration->to->setup->rules.fleet &&
        (action->card == KNIGHT || action->card == VICTORY_POINT))
        text = SAID(narration, "made a ship a warship", "rüstete ein Schiff zum Kriegsschiff um");
    else if (action->type == PLAY_DEV_CARD && action->card == KNIGHT &&
             board_is_sea(&narration->to->setup->board, action->hex))
        text = SAID(narration, "played a knight and moved the pirate to hex <hex>",
                    "spielte einen Ritter und versetzte den Piraten auf Feld <hex>");
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
            sentence_field(narration, field);
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
        buffer_format(narration->out, SAID(narration, " did %s", " machte %s"),
                      event_type_name(event->type));
    if (event->by == BY_TIMEOUT)
        narrate_text(narration, SAID(narration, " (time ran out)", " (Zeit abgelaufen)"));
    else if (event->by == BY_ORDER && knows)
        narrate_text(narration, SAID(narration, " (standing order)", " (Dauerauftrag)"));
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
