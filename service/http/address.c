/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/http/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

/* IPv4 clients are numbered from here on; the IPv6 prefixes with these values, 0:1::/32, are not in
 * use. */
#define CLIENT_IPV4 (UINT64_C(1) << 32)

static uint64_t client_of_v4(const struct in_addr *address) {
    return CLIENT_IPV4 | ntohl(address->s_addr);
}

static uint64_t client_of_v6(const struct in6_addr *address) {
    uint64_t client = 0;
    struct in_addr mapped;

    if (IN6_IS_ADDR_V4MAPPED(address)) {
        memcpy(&mapped, &address->s6_addr[12], sizeof mapped);
        return client_of_v4(&mapped);
    }
    for (unsigned i = 0; i < sizeof client; i++)
        client = client << 8 | address->s6_addr[i];
    return client != 0 ? client : 1;
}

uint64_t address_client(const struct sockaddr *address) {
    /* Cast by way of void: the library's addresses are aligned for their actual type. */
    const void *as = address;

    if (address->sa_family == AF_INET)
        return client_of_v4(&((const struct sockaddr_in *)as)->sin_addr);
    if (address->sa_family == AF_INET6)
        return client_of_v6(&((const struct sockaddr_in6 *)as)->sin6_addr);
    return 1;
}

bool address_client_of_text(const char *text, uint64_t *client) {
    struct in_addr v4;
    struct in6_addr v6;

    if (inet_pton(AF_INET, text, &v4) == 1)
        *client = client_of_v4(&v4);
    else if (inet_pton(AF_INET6, text, &v6) == 1)
        *client = client_of_v6(&v6);
    else
        return false;
    return true;
}
