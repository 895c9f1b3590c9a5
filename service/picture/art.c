/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The drawings themselves. Everything is drawn around (0,0); a hex has a side of 60 units. Terrains
 * differ in shapes as well as colors. */
#include "service/picture/picture.h"

#include <string.h>

#define HEX_SHAPE "M0-60L52-30V30L0 60L-52 30V-30z"

#define GRADIENT(id, top, bottom)                                                                  \
    "<linearGradient id=\"" id "\" x2=\"0\" y2=\"1\"><stop stop-color=\"" top                      \
    "\"/><stop offset=\"1\" stop-color=\"" bottom "\"/></linearGradient>\n"

#define GROUND(id, motif)                                                                          \
    "<g id=\"" id "\"><use href=\"#hex\" fill=\"url(#" id "-ground)\" stroke=\"#f4e6bd\" "         \
    "stroke-width=\"5\"/>" motif "</g>\n"

#define USE(shape, x, y) "<use href=\"#" shape "\" x=\"" x "\" y=\"" y "\"/>"

/* clang-format off */
const char *const picture_defs[] = {
    "<defs>\n",
    GRADIENT("sea", "#4ba3d0", "#2a74ab"),
    GRADIENT("forest-ground", "#5fa05a", "#437f43"),
    GRADIENT("pasture-ground", "#bfe06a", "#97c744"),
    GRADIENT("fields-ground", "#fadf74", "#e9b93c"),
    GRADIENT("hills-ground", "#e79a66", "#cc6f42"),
    GRADIENT("mountains-ground", "#c3c8d0", "#979fac"),
    GRADIENT("desert-ground", "#f3e6bd", "#dfca92"),
    GRADIENT("gold-ground", "#ffe98a", "#d9a520"),
    GRADIENT("fog-ground", "#e8edf2", "#b9c4cf"),
    "<path id=\"hex\" d=\"" HEX_SHAPE "\"/>\n",

    "<g id=\"tree\"><path d=\"M-2 1h4v6h-4z\" fill=\"#6a4a2c\"/>"
    "<path d=\"M0-25L8-11H5L11 2H-11L-5-11H-8z\" fill=\"#2f6d3d\"/>"
    "<path d=\"M0-25L8-11H5L11 2H0z\" fill=\"#235530\"/></g>\n",

    "<g id=\"sheep\"><path d=\"M-5 4v8M-1 5v7M5 5v7M9 4v8\" stroke=\"#4b4238\" stroke-width=\"2.4\"/>"
    "<path d=\"M-7 6a5 5 0 0 1-2-8a5 5 0 0 1 6-5a6 6 0 0 1 9-1a5 5 0 0 1 7 5a5 5 0 0 1-1 9z\" "
    "fill=\"#fffdf4\" stroke=\"#8f9a78\" stroke-width=\"1.4\"/>"
    "<path d=\"M-9-4q-7-1-7 4q0 4 4 4q5 0 5-5z\" fill=\"#4b4238\"/></g>\n",
    "<path id=\"tuft\" d=\"M-5 0q0-5-3-7M0 0v-9M5 0q0-5 3-7\" fill=\"none\" stroke=\"#6f9a2c\" "
    "stroke-width=\"2\" stroke-linecap=\"round\"/>\n",

    "<g id=\"ear\"><path d=\"M0 14V-8\" stroke=\"#a87714\" stroke-width=\"2\"/>"
    "<path d=\"M0-7q-4-5 0-10q4 5 0 10M0-2q-7-1-6-8q6 1 6 8M0-2q7-1 6-8q-6 1-6 8M0 5q-7-1-6-8q6 1 6 8"
    "M0 5q7-1 6-8q-6 1-6 8\" fill=\"#c98a12\"/></g>\n",
    "<g id=\"wheat\"><use href=\"#ear\" transform=\"rotate(-22)\"/>"
    "<use href=\"#ear\" transform=\"rotate(22)\"/><use href=\"#ear\" y=\"-2\"/>"
    "<path d=\"M-4 8h8\" stroke=\"#7d5310\" stroke-width=\"3\" stroke-linecap=\"round\"/></g>\n",

    "<g id=\"bricks\" stroke=\"#7c3216\" stroke-width=\"1.4\"><path d=\"M-14 1h14v8H-14zM0 1h14v8H0z\" "
    "fill=\"#b04a24\"/><path d=\"M-7-7H7v8H-7z\" fill=\"#c55c31\"/></g>\n",
    "<path id=\"mound\" d=\"M-20 9Q-17-9-3-9T20 9z\" fill=\"#b9582f\" fill-opacity=\".55\"/>\n",

    "<g id=\"peak\"><path d=\"M-19 11L-4-16L2-7L7-13L20 11z\" fill=\"#6d7683\"/>"
    "<path d=\"M-4-16L2-7L-1 11H8L7-13L20 11H-1L-4-16\" fill=\"#565e6b\"/>"
    "<path d=\"M-4-16L1-8.500L-2-5L-5-8L-8-4L-9.500-6zM7-13L11-5.500L8-6L6-4L4-9z\" "
    "fill=\"#fff\"/></g>\n",

    "<g id=\"cactus\"><path d=\"M0 14V-14M0 4H-8V-5M0 0H8V-8\" fill=\"none\" stroke=\"#3f6f35\" "
    "stroke-width=\"8\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
    "<path d=\"M0 14V-14M0 4H-8V-5M0 0H8V-8\" fill=\"none\" stroke=\"#659a4f\" "
    "stroke-width=\"5\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/></g>\n",
    "<path id=\"dune\" d=\"M-24 4Q-12-10 0-2T24 4\" fill=\"none\" stroke=\"#c3a35e\" "
    "stroke-width=\"2.500\" stroke-linecap=\"round\"/>\n",

    "<g id=\"boat\"><path d=\"M-12 4H12Q9 11 4 11H-5Q-10 11-12 4z\" fill=\"#8a5a32\"/>"
    "<path d=\"M-1-12V2H-11Q-8-8-1-12z\" fill=\"#d9534a\"/><path d=\"M1-14Q10-8 12 2H1z\" "
    "fill=\"#3f7fb5\"/></g>\n",

    GROUND("forest", USE("tree", "0", "-32") USE("tree", "-20", "-25") USE("tree", "20", "-25")
           USE("tree", "-37", "-8") USE("tree", "37", "-8") USE("tree", "-31", "18")
           USE("tree", "31", "18") USE("tree", "-16", "36") USE("tree", "16", "36")
           USE("tree", "0", "47")),
    GROUND("pasture", USE("tuft", "-26", "-28") USE("tuft", "3", "-42") USE("tuft", "-40", "4")
           USE("tuft", "40", "10") USE("tuft", "-6", "50") USE("sheep", "22", "-30")
           USE("sheep", "-26", "24") USE("sheep", "20", "32")),
    GROUND("fields", "<path d=\"M-47-24Q0-42 47-24M-47 0Q0-16 47 0M-47 26Q0 8 47 26M-30 41Q0 30 30 41\" "
           "fill=\"none\" stroke=\"#d49d26\" stroke-opacity=\".6\" stroke-width=\"2.500\"/>"
           USE("wheat", "0", "-36") USE("wheat", "-33", "-16") USE("wheat", "33", "-16")
           USE("wheat", "-29", "22") USE("wheat", "29", "22") USE("wheat", "0", "39")),
    GROUND("hills", USE("mound", "0", "-34") USE("mound", "-28", "-12") USE("mound", "29", "-10")
           USE("mound", "-26", "27") USE("mound", "26", "28") USE("mound", "0", "46")
           USE("bricks", "0", "-36") USE("bricks", "-32", "22") USE("bricks", "32", "22")),
    GROUND("mountains", USE("peak", "0", "-34") USE("peak", "-30", "-14") USE("peak", "30", "-14")
           USE("peak", "-29", "21") USE("peak", "30", "21") USE("peak", "0", "42")),
    /* a nugget with its gleam */
    "<g id=\"nugget\"><path d=\"M-13 6L-9-5L0-10L10-6L14 4L6 10H-7z\" fill=\"#f7c531\" "
    "stroke=\"#8f6508\" stroke-width=\"1.600\" stroke-linejoin=\"round\"/>"
    "<path d=\"M-9-5L-2-1L0-10M-2-1L-7 10M-2-1L10-6\" fill=\"none\" stroke=\"#b98410\" "
    "stroke-width=\"1.200\"/></g>\n",
    "<path id=\"bank\" d=\"M-26 6q0-9 9-9q3-9 12-8q6-8 14-1q9-1 10 7q8 1 6 11z\" fill=\"#fff\" "
    "fill-opacity=\".75\"/>\n",
    GROUND("gold", USE("nugget", "0", "-30") USE("nugget", "-24", "6") USE("nugget", "24", "6")),
    GROUND("fog", USE("bank", "-8", "-22") USE("bank", "12", "4") USE("bank", "-10", "28")),
    /* a player's ship takes the paint of its <use>; the pirate's is black */
    "<g id=\"ship\" stroke-width=\"2\" stroke-linejoin=\"round\"><path d=\"M-16 3H16Q13 13 6 13H-7"
    "Q-13 13-16 3z\"/><path d=\"M-1-17V1H-13Q-10-11-1-17z\"/><path d=\"M2-19Q13-11 14 1H2z\"/></g>\n",
    "<g id=\"pirate\"><use href=\"#ship\" fill=\"#26221d\" stroke=\"#f4e6bd\"/>"
    "<circle cx=\"7\" cy=\"-7\" r=\"3\" fill=\"#f4e6bd\"/></g>\n",
    GROUND("desert", "<circle cx=\"22\" cy=\"-22\" r=\"9\" fill=\"#f5b63d\"/>"
           USE("dune", "-14", "-20") USE("dune", "12", "2") USE("dune", "-18", "22")
           USE("dune", "16", "34") USE("cactus", "20", "12")),

    "<path id=\"robber\" d=\"M0-24a8 8 0 0 1 5 14.300Q13-6 13 6V15H-13V6Q-13-6-5-9.700A8 8 0 0 1 0-24z\" "
    "fill=\"#2c2a35\" stroke=\"#fbf5e4\" stroke-width=\"2\" stroke-linejoin=\"round\"/>\n",
    "<path id=\"settlement\" d=\"M-10 11V-2L0-12L10-2V11z\" stroke-width=\"2\" "
    "stroke-linejoin=\"round\"/>\n",
    "<path id=\"settlement-roof\" d=\"M-13 0L0-13L13 0\" fill=\"none\" stroke-width=\"4\" "
    "stroke-linejoin=\"round\" stroke-linecap=\"round\"/>\n",
    "<path id=\"city\" d=\"M-17 13V-8L-8.500-17L0-8V-1H17V13z\" stroke-width=\"2\" "
    "stroke-linejoin=\"round\"/>\n",
    "<path id=\"city-roof\" d=\"M-20-6L-8.500-18L3-6M4-1H19\" fill=\"none\" stroke-width=\"4\" "
    "stroke-linejoin=\"round\" stroke-linecap=\"round\"/>\n",
    "<path id=\"city-doors\" d=\"M-11 13V4h5v9zM5 4h4v4h-4zM11 4h4v4h-4z\" fill-opacity=\".75\"/>\n",
    "<path id=\"star\" d=\"M0-8L2.400-2.600L8-2L3.800 2L5 8L0 5L-5 8L-3.800 2L-8-2L-2.400-2.600z\" "
    "fill=\"#e0a526\" stroke=\"#9a6a0c\" stroke-width=\"1\" stroke-linejoin=\"round\"/>\n",
    "<path id=\"longest_road\" d=\"M-7 7L-1-1L-5-4L3-8\" fill=\"none\" stroke=\"#8a5a32\" "
    "stroke-width=\"4\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>\n",
    "<path id=\"largest_army\" d=\"M0-8L7-5Q7 4 0 9Q-7 4-7-5z\" fill=\"#8794a8\" stroke=\"#414b5c\" "
    "stroke-width=\"1.500\" stroke-linejoin=\"round\"/>\n",
    "<path id=\"harbormaster\" d=\"M0-4V8M-4-1H4M-7 2Q-6 8 0 8Q6 8 7 2M0-8a2 2 0 1 0 .010 0z\" fill=\"none\" "
    "stroke=\"#2b6a8f\" stroke-width=\"2\" stroke-linecap=\"round\"/>\n",
    "</defs>\n",
    NULL,
};
/* clang-format on */

static const struct paint paints[] = {
    {"red", "#d8382f", "#8f1d17", "#4d0d0a"},    {"blue", "#2f6fd0", "#1a4389", "#0c224a"},
    {"white", "#fbfaf5", "#b9b5a6", "#3d3a33"},  {"orange", "#f08a24", "#a95409", "#572a02"},
    {"green", "#6cc070", "#2f7d3a", "#0f3314"},  {"brown", "#4a2c1a", "#2d190d", "#150a04"},
    {"yellow", "#f5d032", "#ae8d0c", "#554402"}, {"black", "#3b3b42", "#1d1d22", "#000000"},
    {"purple", "#8e4cc0", "#562578", "#2a0f3d"},
};

const struct paint *picture_paint(const char *color, unsigned seat) {
    if (color != NULL)
        for (size_t i = 0; i < sizeof paints / sizeof *paints; i++)
            if (strcmp(paints[i].name, color) == 0)
                return &paints[i];
    return &paints[seat % SEAT_MAX];
}
