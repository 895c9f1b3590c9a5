/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/http/framing.h"

#include <string.h>
#include <strings.h>

/* Headers that may occur only once. */
#define NAME(text)                                                                                 \
    { text, sizeof(text) - 1 }
static const struct {
    const char *name;
    size_t size;
} single[] = {
    NAME("Content-Length"),  NAME("Transfer-Encoding"), NAME("Host"),
    NAME("Authorization"),   NAME("Content-Type"),      NAME("If-Match"),
    NAME("Idempotency-Key"), NAME("X-Request-Id"),      NAME("Expect"),
    NAME("Last-Event-ID"),
};
enum {
    SINGLE_COUNT = sizeof single / sizeof *single,
    SINGLE_LENGTH = 0,
    SINGLE_ENCODING,
    SINGLE_HOST
};

struct scan {
    bool layout_known;
    const char *end; /* where the previous value, or the version, ended */
    const char *values[SINGLE_COUNT];
    const char *fault;
};

bool framing_layout_known(void) {
    return strcmp(MHD_get_version(), "0.9.75") == 0;
}

static bool is_token(const char *text, size_t size) {
    static const char others[] = "!#$%&'*+-.^_`|~";

    for (size_t i = 0; i < size; i++) {
        char c = text[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');

        if (!letter && !(c >= '0' && c <= '9') && (c == '\0' || strchr(others, c) == NULL))
            return false;
    }
    return size > 0;
}

static bool has_control(const char *text, size_t size) {
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)text[i];

        if ((c < 0x20 && c != '\t') || c == 0x7f)
            return true;
    }
    return false;
}

/* Checks one header line by itself and by its position. */
static const char *line_fault(struct scan *scan, const char *key, size_t key_size,
                              const char *value, size_t value_size) {
    if (!is_token(key, key_size))
        return "a header's name has a character that is not allowed there";
    if (has_control(value, value_size))
        return "a header's value has a control character";
    if (scan->layout_known && (key != scan->end + 2 || value <= key + key_size))
        return "a header line does not end in CR LF, is folded, or has a NUL in it";
    for (size_t i = 0; i < SINGLE_COUNT; i++) {
        if (key_size != single[i].size || strcasecmp(key, single[i].name) != 0)
            continue;
        if (scan->values[i] != NULL)
            return "a header that may appear only once is repeated";
        scan->values[i] = value;
    }
    return NULL;
}

static enum MHD_Result scan_line(void *context, enum MHD_ValueKind kind, const char *key,
                                 size_t key_size, const char *value, size_t value_size) {
    struct scan *scan = context;

    (void)kind;
    if (value == NULL)
        value = "";
    scan->fault = line_fault(scan, key, key_size, value, value_size);
    scan->end = value + value_size;
    return scan->fault == NULL ? MHD_YES : MHD_NO;
}

static bool host_is_odd(const char *host) {
    size_t plain = strspn(host, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                "0123456789.-_:[]");

    return *host == '\0' || host[plain] != '\0';
}

/* Checks the lines as a whole. */
static const char *framing_of_body(const struct scan *scan, const char *version) {
    const char *encoding = scan->values[SINGLE_ENCODING];
    const char *host = scan->values[SINGLE_HOST];
    bool old = strcmp(version, "HTTP/1.0") == 0;

    if (encoding != NULL && scan->values[SINGLE_LENGTH] != NULL)
        return "Content-Length and Transfer-Encoding were both given; send one of them";
    if (encoding != NULL && (old || strcasecmp(encoding, "chunked") != 0))
        return "the only Transfer-Encoding that is accepted is chunked, in HTTP/1.1";
    if (host == NULL && !old)
        return "the Host header is missing";
    if (host != NULL && host_is_odd(host))
        return "the Host header is not the name of a host";
    return NULL;
}

const char *framing_fault(struct MHD_Connection *connection, const char *version,
                          const char *target_end, bool layout_known) {
    struct scan scan = {.layout_known = layout_known, .end = version + strlen(version)};

    if (layout_known && version != target_end + 1)
        return "the request line has a NUL in it or is not cut by single spaces";
    MHD_get_connection_values_n(connection, MHD_HEADER_KIND, scan_line, &scan);
    if (scan.fault != NULL)
        return scan.fault;
    if (layout_known && memcmp(scan.end, "\0\0\0\0", 4) != 0)
        return "the header does not end in CR LF CR LF or has a NUL in it";
    return framing_of_body(&scan, version);
}

const char *framing_target_fault(const char *target) {
    if (target[0] != '/' && strcmp(target, "*") != 0)
        return "the request's target must be a path";
    for (const char *c = target; *c != '\0'; c++) {
        if (*c <= 0x20 || *c >= 0x7f)
            return "the request's target has a character that must be percent-encoded";
        if (*c == '#')
            return "the request's target has a fragment";
        if (c[0] == '%' && c[1] == '0' && c[2] == '0')
            return "the request's target has an encoded NUL";
    }
    return NULL;
}
