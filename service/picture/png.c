/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/picture/picture.h"

#include <cairo.h>
#include <librsvg/rsvg.h>

#include "service/picture/palette.h"

/* Writes the pixels of a surface without transparency as a PNG. */
static bool write_surface(struct buffer *out, cairo_surface_t *surface, unsigned width,
                          unsigned height) {
    const unsigned char *data = cairo_image_surface_get_data(surface);
    size_t stride = (size_t)cairo_image_surface_get_stride(surface) / sizeof(uint32_t);

    return data != NULL &&
           palette_png(out, (const uint32_t *)(const void *)data, stride, width, height,
                       width <= PICTURE_WIDTH_MAIL ? PICTURE_MAIL_BYTES : SIZE_MAX);
}

bool picture_png(struct buffer *out, const struct buffer *svg, unsigned width) {
    RsvgHandle *handle = NULL;
    cairo_surface_t *surface = NULL;
    cairo_t *cairo = NULL;
    bool done = false;
    gdouble svg_width, svg_height;

    if (svg->failed || width < PICTURE_WIDTH_MIN || width > PICTURE_WIDTH_MAX)
        return false;
    /* Without a base URL the library resolves no external references. */
    handle = rsvg_handle_new_from_data((const guint8 *)svg->data, svg->size, NULL);
    if (handle == NULL ||
        !rsvg_handle_get_intrinsic_size_in_pixels(handle, &svg_width, &svg_height))
        goto out;
    int height = (int)(svg_height * width / svg_width + 0.5);
    if (height < 1 || height > 2 * PICTURE_WIDTH_MAX)
        goto out;
    /* No transparency: a picture covers its whole area. */
    surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, height);
    cairo = cairo_create(surface);
    RsvgRectangle viewport = {0, 0, width, height};
    if (cairo_status(cairo) != CAIRO_STATUS_SUCCESS ||
        !rsvg_handle_render_document(handle, cairo, &viewport, NULL))
        goto out;
    cairo_surface_flush(surface);
    done = write_surface(out, surface, width, (unsigned)height);
out:
    if (cairo != NULL)
        cairo_destroy(cairo);
    if (surface != NULL)
        cairo_surface_destroy(surface);
    if (handle != NULL)
        g_object_unref(handle);
    return done;
}
