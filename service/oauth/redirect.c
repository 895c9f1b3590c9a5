/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/oauth/redirect.h"

#include <ctype.h>
#include <string.h>

#include "service/base/text.h"

static const char https[] = "https://";
static const char *const loopbacks[] = {"http://127.0.0.1", "http://[::1]"};

static bool uri_begins(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

/* The bytes of a loopback address before its port; 0: it is none. */
static size_t loopback_length(const char *uri) {
    for (size_t i = 0; i < sizeof loopbacks / sizeof *loopbacks; i++) {
        const size_t size = strlen(loopbacks[i]);

        if (strncmp(uri, loopbacks[i], size) == 0 && strchr(":/?", uri[size]) != NULL)
            return size;
    }
    return 0;
}

/* What follows a loopback address's port. NULL: what stands there is no port. */
static const char *behind_port(const char *rest) {
    int64_t port;

    if (*rest != ':')
        return rest;
    rest++;
    return text_take_number(&rest, 65535, &port) && strchr("/?", *rest) != NULL ? rest : NULL;
}

/* The length of a scheme, without its colon; 0: there is none. */
static size_t scheme_length(const char *uri) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789+-.";
    const size_t size = strspn(uri, letters);

    return isalpha((unsigned char)uri[0]) && uri[size] == ':' ? size : 0;
}

static const char *https_fault(const char *uri) {
    const char *host = uri + sizeof https - 1;
    const size_t size = strcspn(host, "/?");

    if (size == 0 || memchr(host, '@', size) != NULL)
        return "must name a host, without a user name";
    return NULL;
}

const char *redirect_fault(const char *uri) {
    const size_t size = strlen(uri), scheme = scheme_length(uri);

    for (size_t i = 0; i < size; i++)
        if (uri[i] <= ' ' || uri[i] >= 0x7f || strchr("\"<>\\^`{|}#;,'*", uri[i]) != NULL)
            return "must be an address of visible ASCII characters, without a fragment";
    if (uri_begins(uri, https))
        return https_fault(uri);
    if (loopback_length(uri) != 0)
        return uri[loopback_length(uri)] == ':'
                   ? "must have no port, as any will do on this machine"
                   : NULL;
    if (memchr(uri, '.', scheme) == NULL)
        return "must begin with https://, with http://127.0.0.1/ or http://[::1]/, or with a "
               "scheme of the app's own, like org.example.app:";
    return NULL;
}

static bool redirect_same(const char *listed, size_t size, const char *uri) {
    const size_t loopback = loopback_length(uri);

    if (loopback != 0 && size >= loopback && memcmp(listed, uri, loopback) == 0) {
        const char *rest = behind_port(uri + loopback);

        return rest != NULL && strlen(rest) == size - loopback &&
               memcmp(listed + loopback, rest, size - loopback) == 0;
    }
    return strlen(uri) == size && memcmp(listed, uri, size) == 0;
}

bool redirect_listed(const char *list, const char *uri) {
    while (*list != '\0') {
        const size_t size = strcspn(list, " ");

        if (redirect_same(list, size, uri))
            return true;
        list += size;
        list += strspn(list, " ");
    }
    return false;
}

const char *redirect_target(const char *uri, size_t *size) {
    const char *host = strstr(uri, "://");

    if (uri_begins(uri, "http") && host != NULL) {
        host += 3;
        *size = strcspn(host, "/?");
        return host;
    }
    *size = scheme_length(uri);
    return uri;
}

void redirect_source(struct buffer *out, const char *uri) {
    size_t size;
    const char *target = redirect_target(uri, &size);

    if (target == uri || *target == '[') /* a scheme alone: policies know no addresses of IPv6 */
        buffer_append(out, uri, scheme_length(uri) + 1);
    else
        buffer_append(out, uri, (size_t)(target - uri) + size);
}

void redirect_add(struct buffer *uri, const char *name, const char *value) {
    const bool first = uri->size == 0 || memchr(uri->data, '?', uri->size) == NULL;

    buffer_format(uri, "%c%s=", first ? '?' : '&', name);
    text_percent(uri, value, strlen(value));
}
