/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_HTTP_ADDRESS_H
#define SERVICE_HTTP_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

/*
 * Clients as limits count them. With IPv6 a household or a rented machine has at least the 2^64 addresses
 * of a /64, so the first 64 bits are one client; with IPv4 it is the whole address. An IPv4 address mapped
 * into IPv6 counts as IPv4.
 */

/* What one client has in common: never 0, and never the same for IPv4 and IPv6 (whose 0:0:0:0::/64
 * reaches nobody from outside). */
uint64_t address_client(const struct sockaddr *address);

/* The same from an address as text; false where it is none. */
bool address_client_of_text(const char *text, uint64_t *client);

#endif
