/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_BASE_NET_GUARD_H
#define SERVICE_BASE_NET_GUARD_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

/*
 * Requests to URLs given by users. They must not reach our own network: the address actually
 * connected to is checked, so that no name, redirect or DNS change in between gets around it.
 */

/* Addresses that the operator allows nevertheless: "127.0.0.1,10.0.0.0/8,::1,fd00::/8". */
enum { SAFE_ALLOWED_MAX = 16 };
struct safe_allowed {
    struct safe_range {
        uint8_t bytes[16]; /* an IPv4 address in its mapped form, ::ffff:a.b.c.d */
        unsigned bits;
    } ranges[SAFE_ALLOWED_MAX];
    size_t count;
};
/* False when the text is no such list. "" is an empty one. */
bool safe_allowed_read(const char *text, struct safe_allowed *allowed);

/* Whether an address is one of the public internet; 16 bytes, IPv4 in its mapped form. */
bool safe_public(const uint8_t bytes[16]);

/* Whether a socket's address may be connected to. allowed may be NULL. */
bool safe_reachable(const struct sockaddr *address, const struct safe_allowed *allowed);

/* What is wrong with a URL as a target, as a clause ("must begin with https://"); NULL: nothing.
 * http is accepted only if some addresses are allowed, and reaches only those. */
enum { SAFE_URL_MAX = 1000 };
const char *safe_url_fault(const char *text, const struct safe_allowed *allowed);
/* The result (this pointer) if memory ran out before the URL was checked. */
extern const char safe_no_memory[];

/* The host of a URL with its port, in lower case; "" if it has none that fits. */
void safe_url_host(const char *url, char *host, size_t size);

/* One request's guard. Must stay where it is while the handle is used. */
struct safe {
    const struct safe_allowed *allowed;
    bool plain;   /* http: only what the operator allows */
    bool refused; /* set: an address was refused */
};

/* Restricts a handle to URL and what may be reached: https only (http where allowed), and checked
 * addresses. http_client.h ensures that no redirect is followed, no proxy used, and so on. False: out
 * of memory, or an unacceptable URL. */
bool safe_curl(CURL *easy, struct safe *safe, const struct safe_allowed *allowed, const char *url);

#endif
