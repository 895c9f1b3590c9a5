/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_HTTP_ADDRESS_H
#define SERVICE_HTTP_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

/*
 * Clients as counted by limits. With IPv6 a household or a rented machine has at least the 2^64 addresses
 * of a /64, so the first 64 bits identify a client; with IPv4 the whole address does. An IPv4 address
 * mapped into IPv6 counts as IPv4.
 */

/* A client's number: never 0, and never the same for IPv4 and IPv6 (whose 0:0:0:0::/64 is not
 * routed). */
uint64_t address_client(const struct sockaddr *address);

/* The same for an address as text; false if it is none. */
bool address_client_of_text(const char *text, uint64_t *client);

#endif
