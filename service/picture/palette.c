/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/picture/palette.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/*
 * The picture's colors are counted in cells, cubes of similar colors. The cells are divided into boxes: the box
 * with the largest error is split at the mean of its widest channel, until there are as many boxes as allowed
 * colors. The boxes' means are the palette; each cell is then assigned to the nearest color, and the means are
 * recomputed. If the file would be too large, it is made again with fewer colors.
 */

enum {
    CELL_BITS = 6, /* per channel */
    CELL_SHIFT = 8 - CELL_BITS,
    CELLS = 1 << 3 * CELL_BITS,
    COLORS = 256, /* at most */
    CHANNELS = 3,
    FRAME_BYTES =
        69,     /* of a file besides palette and packed rows: signature, header, four frames */
    ROUNDS = 2, /* of assigning nearest colors and recomputing means */
};

/* How many colors a picture may have, until its file is small enough. The last ones are for pictures that the
 * project's boards do not give. */
static const size_t color_counts[] = {COLORS, 192, 128, 96, 64, 32};
enum { COLOR_COUNTS = sizeof color_counts / sizeof *color_counts };

struct cell {
    uint32_t count;
    uint32_t sum[CHANNELS]; /* of at most 2^24 pixels */
    uint8_t color;          /* its place in the palette */
};

struct box {
    size_t first, end; /* of `used` */
    double error;      /* the sum of squares of the channel with the largest one */
    unsigned channel;
    double mean; /* of that channel */
};

struct palette {
    struct cell cells[CELLS];
    uint32_t used[CELLS]; /* cells that contain colors */
    size_t n_used;
    struct box boxes[COLORS];
    size_t n;
    uint8_t colors[COLORS][CHANNELS];
};

static uint8_t channel_of(uint32_t pixel, unsigned channel) {
    return (uint8_t)(pixel >> (16 - 8 * channel));
}

static double mean_of(const struct cell *cell, unsigned channel) {
    return (double)cell->sum[channel] / cell->count;
}

static struct cell *cell_of(struct palette *palette, uint32_t pixel) {
    uint32_t at = 0;

    for (unsigned c = 0; c < CHANNELS; c++)
        at = at << CELL_BITS | (uint32_t)(channel_of(pixel, c) >> CELL_SHIFT);
    return &palette->cells[at];
}

static void count_colors(struct palette *palette, const uint32_t *row, unsigned width) {
    for (unsigned x = 0; x < width; x++) {
        struct cell *cell = cell_of(palette, row[x]);

        if (cell->count++ == 0)
            palette->used[palette->n_used++] = (uint32_t)(cell - palette->cells);
        for (unsigned c = 0; c < CHANNELS; c++)
            cell->sum[c] += channel_of(row[x], c);
    }
}

/* ---- the boxes ---- */

static void measure_box(const struct palette *palette, struct box *box) {
    box->error = 0;
    for (unsigned c = 0; c < CHANNELS; c++) {
        double count = 0, sum = 0, squares = 0, error;

        for (size_t i = box->first; i < box->end; i++) {
            const struct cell *cell = &palette->cells[palette->used[i]];

            count += cell->count;
            sum += cell->sum[c];
            squares += mean_of(cell, c) * cell->sum[c];
        }
        error = squares - sum * sum / count;
        if (error <= box->error)
            continue;
        box->error = error;
        box->channel = c;
        box->mean = sum / count;
    }
}

/* Splits a box into two non-empty ones. False if it has a single cell, or all its cells are alike. */
static bool cut_box(struct palette *palette, struct box *box, struct box *other) {
    size_t middle = box->first;

    for (size_t i = box->first; i < box->end; i++) {
        uint32_t at = palette->used[i];

        if (mean_of(&palette->cells[at], box->channel) > box->mean)
            continue;
        palette->used[i] = palette->used[middle];
        palette->used[middle++] = at;
    }
    if (middle == box->first || middle == box->end)
        return false;
    *other = (struct box){.first = middle, .end = box->end};
    box->end = middle;
    measure_box(palette, box);
    measure_box(palette, other);
    return true;
}

static void cut_boxes(struct palette *palette, size_t colors) {
    palette->boxes[0] = (struct box){.end = palette->n_used};
    palette->n = 1;
    measure_box(palette, &palette->boxes[0]);
    while (palette->n < colors) {
        struct box *worst = &palette->boxes[0];

        for (size_t i = 1; i < palette->n; i++)
            if (palette->boxes[i].error > worst->error)
                worst = &palette->boxes[i];
        if (worst->error <= 0)
            return;
        if (cut_box(palette, worst, &palette->boxes[palette->n]))
            palette->n++;
        else
            worst->error = 0;
    }
}

/* ---- the colors ---- */

/* Sets each color to the mean of its cells. */
static void take_means(struct palette *palette) {
    uint64_t sums[COLORS][CHANNELS] = {{0}}, counts[COLORS] = {0};

    for (size_t i = 0; i < palette->n_used; i++) {
        const struct cell *cell = &palette->cells[palette->used[i]];

        counts[cell->color] += cell->count;
        for (unsigned c = 0; c < CHANNELS; c++)
            sums[cell->color][c] += cell->sum[c];
    }
    for (size_t i = 0; i < palette->n; i++)
        for (unsigned c = 0; c < CHANNELS && counts[i] > 0; c++)
            palette->colors[i][c] = (uint8_t)((sums[i][c] + counts[i] / 2) / counts[i]);
}

static void find_nearest(struct palette *palette) {
    for (size_t i = 0; i < palette->n_used; i++) {
        struct cell *cell = &palette->cells[palette->used[i]];
        int mean[CHANNELS], least = INT32_MAX;

        for (unsigned c = 0; c < CHANNELS; c++)
            mean[c] = (int)(mean_of(cell, c) + 0.5);
        for (size_t n = 0; n < palette->n; n++) {
            int distance = 0;

            for (unsigned c = 0; c < CHANNELS; c++) {
                int d = mean[c] - palette->colors[n][c];

                distance += d * d;
            }
            if (distance < least)
                cell->color = (uint8_t)n;
            least = distance < least ? distance : least;
        }
    }
}

static void choose_colors(struct palette *palette, size_t colors) {
    cut_boxes(palette, colors);
    for (size_t i = 0; i < palette->n; i++)
        for (size_t at = palette->boxes[i].first; at < palette->boxes[i].end; at++)
            palette->cells[palette->used[at]].color = (uint8_t)i;
    for (unsigned round = 0; round < ROUNDS; round++) {
        take_means(palette);
        find_nearest(palette);
    }
}

/* ---- the file ---- */

static void put_number(uint8_t to[4], uint32_t number) {
    for (unsigned i = 0; i < 4; i++)
        to[i] = (uint8_t)(number >> (24 - 8 * i));
}

static void put_chunk(struct buffer *out, const char type[4], const void *bytes, size_t size) {
    uint8_t number[4];
    uLong sum = crc32(0, (const Bytef *)type, 4);

    put_number(number, (uint32_t)size);
    buffer_append(out, (const char *)number, sizeof number);
    buffer_append(out, type, 4);
    if (size > 0) {
        buffer_append(out, bytes, size);
        sum = crc32(sum, bytes, (uInt)size);
    }
    put_number(number, (uint32_t)sum);
    buffer_append(out, (const char *)number, sizeof number);
}

/* Writes the picture's rows as palette indexes, each after its filter type, which is 0 (none). */
static void write_rows(struct palette *palette, const uint32_t *pixels, size_t stride,
                       unsigned width, unsigned height, uint8_t *rows) {
    for (unsigned y = 0; y < height; y++) {
        *rows++ = 0;
        for (unsigned x = 0; x < width; x++)
            *rows++ = cell_of(palette, pixels[y * stride + x])->color;
    }
}

static void put_file(struct buffer *out, const struct palette *palette, unsigned width,
                     unsigned height, const uint8_t *packed, size_t size) {
    static const char signature[] = "\x89PNG\r\n\x1a\n";
    uint8_t header[13] = {[8] = 8 /* bits per index */, [9] = 3 /* color type: palette */};

    put_number(header, width);
    put_number(header + 4, height);
    buffer_append(out, signature, sizeof signature - 1);
    put_chunk(out, "IHDR", header, sizeof header);
    put_chunk(out, "PLTE", palette->colors, palette->n * CHANNELS);
    put_chunk(out, "IDAT", packed, size);
    put_chunk(out, "IEND", NULL, 0);
}

bool palette_png(struct buffer *out, const uint32_t *pixels, size_t stride, unsigned width,
                 unsigned height, size_t most) {
    const size_t size = (size_t)height * (width + 1);
    const uLongf room = compressBound(size);
    uLongf packed_size = 0;
    struct palette *palette = calloc(1, sizeof *palette);
    uint8_t *rows = malloc(size), *packed = malloc(room);
    bool made = palette != NULL && rows != NULL && packed != NULL, small = false;

    for (unsigned y = 0; made && y < height; y++)
        count_colors(palette, pixels + y * stride, width);
    for (size_t i = 0; made && !small && i < COLOR_COUNTS; i++) {
        choose_colors(palette, color_counts[i]);
        write_rows(palette, pixels, stride, width, height, rows);
        packed_size = room;
        made = compress2(packed, &packed_size, rows, size, Z_BEST_COMPRESSION) == Z_OK;
        small = packed_size + palette->n * CHANNELS + FRAME_BYTES <= most;
    }
    if (made)
        put_file(out, palette, width, height, packed, packed_size);
    free(packed);
    free(rows);
    free(palette);
    return made && !out->failed;
}
