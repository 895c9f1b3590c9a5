/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_OAUTH_REDIRECT_H
#define SERVICE_OAUTH_REDIRECT_H

#include <stdbool.h>
#include <stddef.h>

#include "service/base/buffer.h"

/*
 * Where an app may have browsers sent back to: an https address, a scheme of its own (RFC 8252: a domain name turned
 * around, so with a dot), or http on 127.0.0.1 or [::1], whose port is left open when it is registered.
 */

enum { REDIRECT_MAX = 256 /* bytes */ };

/* What is wrong with an address that is to be registered: the rest of a sentence; NULL: nothing. */
const char *redirect_fault(const char *uri);

/* Whether URI is one of LIST, separated by spaces: the same to the byte, but for the port of a loopback address. */
bool redirect_listed(const char *list, const char *uri);

/* Where it leads, for people: the host, or the scheme. Static length, not terminated: *size bytes from the result. */
const char *redirect_target(const char *uri, size_t *size);

/* Appends the source of a Content-Security-Policy for such an address. */
void redirect_source(struct buffer *out, const char *uri);

/* Appends "?NAME=VALUE", or "&NAME=VALUE" where the address has a query already. */
void redirect_add(struct buffer *uri, const char *name, const char *value);

#endif
