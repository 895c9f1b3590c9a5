/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What wonders add to documents: which one a player builds. */
#include "service/document/rows.h"

#define AT(member) .offset = offsetof(struct player, member)

static const struct member player_rows[] = {
    {MEMBER("wonder"), .kind = MEMBER_NAME_NEXT, .below = BELOW_WONDERS, AT(wonder),
     NAMES_OF(WONDER_COUNT, wonder_names), .foreign = "is for games with wonders (rule S-148)"},
    {MEMBER("wonder_level"), .kind = MEMBER_NUMBER, .max = WONDER_LEVELS, .known = true,
     AT(wonder_level)},
};

const struct document_row document_wonders = {
    .of = PLAYS_wonders,
    .at = {[PLACE_PLAYER] = {ROWS(player_rows)}},
};
