/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/base/net_guard.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <unistd.h>

#include "service/base/text.h"

enum { ADDRESS_BITS = 128, MAPPED_BITS = 96, NAME_MAX_BYTES = 253 };

/* An IPv4 address in its IPv6 form. */
#define MAPPED(a, b, c, d)                                                                         \
    { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, (a), (b), (c), (d) }

static const uint8_t mapped_prefix[16] = MAPPED(0, 0, 0, 0);

/* IPv4 ranges that are not public (IANA's special-purpose registry, multicast, reserved). */
static const struct safe_range closed_4[] = {
    {MAPPED(0, 0, 0, 0), MAPPED_BITS + 8},       /* this network */
    {MAPPED(10, 0, 0, 0), MAPPED_BITS + 8},      /* private */
    {MAPPED(100, 64, 0, 0), MAPPED_BITS + 10},   /* carrier-grade NAT */
    {MAPPED(127, 0, 0, 0), MAPPED_BITS + 8},     /* loopback */
    {MAPPED(169, 254, 0, 0), MAPPED_BITS + 16},  /* link-local; clouds' metadata services */
    {MAPPED(172, 16, 0, 0), MAPPED_BITS + 12},   /* private */
    {MAPPED(192, 0, 0, 0), MAPPED_BITS + 24},    /* protocol assignments */
    {MAPPED(192, 0, 2, 0), MAPPED_BITS + 24},    /* documentation */
    {MAPPED(192, 31, 196, 0), MAPPED_BITS + 24}, /* AS112 */
    {MAPPED(192, 52, 193, 0), MAPPED_BITS + 24}, /* multicast tunnels */
    {MAPPED(192, 88, 99, 0), MAPPED_BITS + 24},  /* 6to4 relays */
    {MAPPED(192, 168, 0, 0), MAPPED_BITS + 16},  /* private */
    {MAPPED(192, 175, 48, 0), MAPPED_BITS + 24}, /* AS112 */
    {MAPPED(198, 18, 0, 0), MAPPED_BITS + 15},   /* benchmarks */
    {MAPPED(198, 51, 100, 0), MAPPED_BITS + 24}, /* documentation */
    {MAPPED(203, 0, 113, 0), MAPPED_BITS + 24},  /* documentation */
    {MAPPED(224, 0, 0, 0), MAPPED_BITS + 4},     /* multicast */
    {MAPPED(240, 0, 0, 0), MAPPED_BITS + 4},     /* reserved, broadcast */
};

/* Only 2000::/3 of IPv6 is allocated as public; these parts of it are not public, or embed IPv4
 * addresses. 64:ff9b::/96 is outside of it. */
static const struct safe_range open_6 = {{0x20}, 3};
static const struct safe_range closed_6[] = {
    {{0x20, 0x01, 0x00, 0x00}, 23},             /* protocol assignments: Teredo, ORCHID, tests */
    {{0x20, 0x01, 0x0d, 0xb8}, 32},             /* documentation */
    {{0x20, 0x02}, 16},                         /* 6to4 */
    {{0x26, 0x20, 0x00, 0x4f, 0x80, 0x00}, 48}, /* AS112 */
    {{0x3f, 0xff, 0x00}, 20},                   /* documentation */
};

static bool is_within_range(const uint8_t bytes[16], const struct safe_range *range) {
    unsigned whole = range->bits / 8, rest = range->bits % 8;
    unsigned mask = 0xffu << (8 - rest) & 0xffu;

    return memcmp(bytes, range->bytes, whole) == 0 &&
           (rest == 0 || ((bytes[whole] ^ range->bytes[whole]) & mask) == 0);
}

static bool within_any(const uint8_t bytes[16], const struct safe_range *ranges, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (is_within_range(bytes, &ranges[i]))
            return true;
    return false;
}

bool safe_public(const uint8_t bytes[16]) {
    const struct safe_range mapped = {MAPPED(0, 0, 0, 0), MAPPED_BITS};

    if (is_within_range(bytes, &mapped))
        return !within_any(bytes, closed_4, sizeof closed_4 / sizeof *closed_4);
    return is_within_range(bytes, &open_6) &&
           !within_any(bytes, closed_6, sizeof closed_6 / sizeof *closed_6);
}

/* ---- the operator's list ---- */

/* Parses an address; *prefix is the number of bits of the IPv4 mapping. */
static bool read_address(const char *text, uint8_t bytes[16], unsigned *prefix) {
    if (inet_pton(AF_INET6, text, bytes) == 1) {
        *prefix = 0;
        return true;
    }
    memcpy(bytes, mapped_prefix, sizeof mapped_prefix);
    *prefix = MAPPED_BITS;
    return inet_pton(AF_INET, text, bytes + 12) == 1;
}

static bool read_range(char *text, struct safe_range *range) {
    char *slash = strchr(text, '/');
    unsigned prefix;
    int64_t bits;

    if (slash != NULL)
        *slash = '\0';
    if (!read_address(text, range->bytes, &prefix))
        return false;
    range->bits = ADDRESS_BITS;
    if (slash == NULL)
        return true;
    if (!text_read_number(slash + 1, 0, ADDRESS_BITS - prefix, &bits))
        return false;
    range->bits = (unsigned)bits + prefix;
    return true;
}

bool safe_allowed_read(const char *text, struct safe_allowed *allowed) {
    char copy[SAFE_ALLOWED_MAX * 48];
    char *rest = copy;
    char *part;

    *allowed = (struct safe_allowed){0};
    if (strlen(text) >= sizeof copy)
        return false;
    memcpy(copy, text, strlen(text) + 1);
    while (*text != '\0' && (part = strsep(&rest, ",")) != NULL)
        if (allowed->count == SAFE_ALLOWED_MAX ||
            !read_range(part, &allowed->ranges[allowed->count++]))
            return false;
    return true;
}

static bool address_bytes(const struct sockaddr *address, uint8_t bytes[16]) {
    struct sockaddr_in in;
    struct sockaddr_in6 in6;

    switch (address->sa_family) {
    case AF_INET:
        memcpy(&in, address, sizeof in);
        memcpy(bytes, mapped_prefix, sizeof mapped_prefix);
        memcpy(bytes + 12, &in.sin_addr, 4);
        return true;
    case AF_INET6:
        memcpy(&in6, address, sizeof in6);
        memcpy(bytes, &in6.sin6_addr, 16);
        return true;
    default: return false;
    }
}

static bool is_allowed(const uint8_t bytes[16], const struct safe_allowed *allowed) {
    return allowed != NULL && within_any(bytes, allowed->ranges, allowed->count);
}

bool safe_reachable(const struct sockaddr *address, const struct safe_allowed *allowed) {
    uint8_t bytes[16];

    return address_bytes(address, bytes) && (safe_public(bytes) || is_allowed(bytes, allowed));
}

/* ---- URLs ---- */

/* Reads one part of a URL; *there: whether it has that part. */
static bool part_is(CURLU *url, CURLUPart part, bool *there) {
    char *text = NULL;
    CURLUcode code = curl_url_get(url, part, &text, 0);

    *there = code == CURLUE_OK;
    curl_free(text);
    return code != CURLUE_OUT_OF_MEMORY;
}

const char safe_no_memory[] = "cannot be checked: memory ran out";

/* A literal address can be checked at once. libcurl has normalized all forms of IPv4 addresses,
 * such as 0x7f.1. */
static const char *host_fault(CURLU *url, const struct safe_allowed *allowed, bool plain) {
    char *host = NULL;
    uint8_t bytes[16];
    unsigned prefix;
    const char *fault = NULL;
    CURLUcode code = curl_url_get(url, CURLUPART_HOST, &host, 0);

    if (code != CURLUE_OK)
        return code == CURLUE_OUT_OF_MEMORY ? safe_no_memory : "must name a host";
    if (host[0] == '[') { /* [IPv6] */
        host[strcspn(host, "]%")] = '\0';
        memmove(host, host + 1, strlen(host));
    }
    if (strlen(host) > NAME_MAX_BYTES)
        fault = "must name a host of at most 253 characters";
    else if (read_address(host, bytes, &prefix) && !is_allowed(bytes, allowed) &&
             (plain || !safe_public(bytes)))
        fault = "must be on the public internet";
    curl_free(host);
    return fault;
}

static const char *url_fault(CURLU *url, const char *text, const struct safe_allowed *allowed) {
    static const struct {
        CURLUPart part;
        const char *fault;
    } unwanted[] = {
        {CURLUPART_USER, "must not contain a user name"},
        {CURLUPART_PASSWORD, "must not contain a password"},
        {CURLUPART_FRAGMENT, "must not have a fragment (#)"},
        {CURLUPART_ZONEID, "must not name a network interface"},
    };
    bool plain = strncasecmp(text, "http://", 7) == 0;
    CURLUcode code;

    if (strncmp(strstr(text, "://"), ":///", 4) == 0) /* libcurl would overlook the third */
        return "must name a host";
    code = curl_url_set(url, CURLUPART_URL, text, 0);
    if (code != CURLUE_OK)
        return code == CURLUE_OUT_OF_MEMORY ? safe_no_memory : "must be a URL";
    for (size_t i = 0; i < sizeof unwanted / sizeof *unwanted; i++) {
        bool there;

        if (!part_is(url, unwanted[i].part, &there))
            return safe_no_memory;
        if (there)
            return unwanted[i].fault;
    }
    return host_fault(url, allowed, plain);
}

const char *safe_url_fault(const char *text, const struct safe_allowed *allowed) {
    bool any = allowed != NULL && allowed->count > 0;
    const char *fault;
    CURLU *url;

    if (strlen(text) > SAFE_URL_MAX)
        return "is too long";
    for (const char *c = text; *c != '\0'; c++)
        if (*c <= ' ' || *c >= 0x7f) /* if char is signed, non-ASCII is below 0 */
            return "must be written in visible ASCII characters";
    if (strncasecmp(text, "https://", 8) != 0 && (!any || strncasecmp(text, "http://", 7) != 0))
        return "must begin with https://";
    url = curl_url();
    if (url == NULL)
        return safe_no_memory;
    fault = url_fault(url, text, allowed);
    curl_url_cleanup(url);
    return fault;
}

void safe_url_host(const char *url, char *host, size_t size) {
    const char *from = strstr(url, "://");
    size_t used = from == NULL ? 0 : strcspn(from + 3, "/?#");

    used = used < size ? used : 0;
    for (size_t i = 0; i < used; i++)
        host[i] = (char)(from[3 + i] >= 'A' && from[3 + i] <= 'Z' ? from[3 + i] - 'A' + 'a'
                                                                  : from[3 + i]);
    host[used] = '\0';
}

/* ---- requests ---- */

static curl_socket_t open_safe_socket(void *context, curlsocktype purpose,
                                      struct curl_sockaddr *address) {
    struct safe *safe = context;
    uint8_t bytes[16];

    if (purpose != CURLSOCKTYPE_IPCXN || !safe_reachable(&address->addr, safe->allowed) ||
        !address_bytes(&address->addr, bytes) ||
        (safe->plain && !is_allowed(bytes, safe->allowed))) {
        safe->refused = true;
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

bool safe_curl(CURL *easy, struct safe *safe, const struct safe_allowed *allowed, const char *url) {
    *safe = (struct safe){.allowed = allowed, .plain = strncasecmp(url, "https://", 8) != 0};
    if (safe_url_fault(url, allowed) != NULL)
        return false;
    return curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, safe->plain ? "http" : "https") ==
               CURLE_OK &&
           /* A connection kept from another request was checked by that one's rules. */
           curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, 1L) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, 1L) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_safe_socket) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, safe) == CURLE_OK;
}
