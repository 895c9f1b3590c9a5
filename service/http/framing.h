/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_HTTP_FRAMING_H
#define SERVICE_HTTP_FRAMING_H

#include <microhttpd.h>
#include <stdbool.h>

/*
 * Requests that two HTTP parsers could split differently ("request smuggling"), and others that no
 * honest client sends. The library lets most of it through.
 *
 * Refused: Content-Length together with Transfer-Encoding; repeated headers that must be single;
 * a Transfer-Encoding other than "chunked", or in HTTP/1.0; a missing, empty or odd Host; header
 * names with anything but token characters (so also a space before the colon); control characters;
 * targets with anything but visible ASCII, with a fragment, an encoded NUL, or in absolute form.
 *
 * The library also reads a bare LF as a line's end, stops at a NUL and joins folded lines. It
 * exposes neither, but it parses in place: in a clean header each name begins exactly two bytes (CR
 * and LF, overwritten by NULs) after the previous value, and four follow the last one. Release
 * 0.9.75 is known to work like this (framing_layout_known), and with it anything else is refused
 * too; newer releases refuse these themselves.
 *
 * Not visible here, left to a strict proxy in front: bare LFs within chunked framing, and chunk
 * extensions.
 */

/* What is wrong with a request's target, a static sentence, or NULL. */
const char *framing_target_fault(const char *target);

/*
 * What is wrong with the header of the connection's current request, a static sentence, or NULL.
 * version: that of the request line; target_end: the end of the target; both in the library's
 * buffer.
 */
const char *framing_fault(struct MHD_Connection *connection, const char *version,
                          const char *target_end, bool layout_known);

/* Whether the library in use lays a header out in memory as described above. */
bool framing_layout_known(void);

#endif
