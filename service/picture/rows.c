/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/picture/draw.h"

extern const struct picture_row picture_sea, picture_gifts, picture_villages, picture_fleet,
    picture_knights;

const struct picture_row *const picture_rows[PICTURE_ROWS] = {
    &picture_sea, &picture_gifts, &picture_villages, &picture_fleet, &picture_knights};
