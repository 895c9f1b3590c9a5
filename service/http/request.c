/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <arpa/inet.h>
#include <malloc.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "service/base/log.h"
#include "service/base/monotonic.h"
#include "service/base/text.h"
#include "service/http/address.h"
#include "service/http/framing.h"
#include "service/http/gzip.h"
#include "service/http/reply.h"
#include "service/http/server_int.h"

enum {
    ARENA_BLOCK = 512,
    LINK_MAX = 10 << 10, /* bytes of a header: a request's line is shorter */
};

struct arena_block {
    struct arena_block *next;
    size_t used;
    size_t size;
    max_align_t bytes[];
};

struct request_both {
    struct request rq;
    struct request_own own;
};

/* A waiting request must stay cheap: the two structs, one block of memory and the library's own. */
_Static_assert(sizeof(struct request_both) + ARENA_BLOCK <= 2048,
               "a request takes too much memory");

void *request_room(struct request *rq, size_t size) {
    struct arena_block *block = rq->own->arena;
    size_t rounded = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    void *memory;

    if (rounded < size)
        return NULL;
    if (block == NULL || block->size - block->used < rounded) {
        size_t room = rounded > ARENA_BLOCK - sizeof *block ? rounded : ARENA_BLOCK - sizeof *block;

        block = malloc(sizeof *block + room);
        if (block == NULL) {
            rq->own->starved = true;
            return NULL;
        }
        block->used = 0;
        block->size = room;
        block->next = rq->own->arena;
        rq->own->arena = block;
    }
    memory = (char *)block->bytes + block->used;
    block->used += rounded;
    return memory;
}

void *request_alloc(struct request *rq, size_t size) {
    void *memory = request_room(rq, size);

    if (memory != NULL)
        memset(memory, 0, size);
    return memory;
}

char *request_copy(struct request *rq, const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = request_room(rq, size);

    if (copy != NULL)
        memcpy(copy, text, size);
    return copy;
}

/* A keyed hash of a counter: ids do not repeat for long, and do not reveal how many requests others
 * make. */
static void make_id(struct request *rq) {
    struct server *server = rq->server;
    uint64_t count = atomic_fetch_add(&server->id_next, 1);
    unsigned char hash[crypto_shorthash_BYTES];

    crypto_shorthash(hash, (const unsigned char *)&count, sizeof count, server->id_key);
    sodium_bin2hex(rq->id, sizeof rq->id, hash, sizeof hash);
}

struct request *request_new(struct server *server, struct MHD_Connection *connection,
                            const char *target) {
    struct request_both *both = calloc(1, sizeof *both);
    const union MHD_ConnectionInfo *info;

    if (both == NULL)
        return NULL;
    both->rq.own = &both->own;
    both->rq.server = server;
    both->rq.app = server->config.app;
    both->own.connection = connection;
    both->own.started_us = monotonic_us();
    both->own.target_fault = framing_target_fault(target);
    both->own.target_size = strlen(target);
    both->own.target_end = target + both->own.target_size;
    info = connection == NULL
               ? NULL
               : MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    both->own.peer = info == NULL ? NULL : info->socket_context;
    make_id(&both->rq);
    atomic_fetch_add(&server->in_flight, 1);
    return &both->rq;
}

/* Of a stream. */
static void end_compression(struct request *rq) {
    struct request_own *own = rq->own;

    if (own->gzip != NULL && !own->aside)
        atomic_fetch_sub(&rq->server->streams_coded, 1);
    gzip_free(own->gzip);
    own->gzip = NULL;
}

void request_free(struct request *rq) {
    struct request_own *own = rq->own;

    wait_forget(rq);
    if (rq->state_free != NULL)
        rq->state_free(rq);
    reply_discard(rq);
    json_decref(own->json);
    buffer_free(&rq->body);
    buffer_free(&own->out);
    end_compression(rq);
    while (own->arena != NULL) {
        struct arena_block *next = own->arena->next;

        free(own->arena);
        own->arena = next;
    }
    if (own->answer_held > 0) {
        atomic_fetch_sub(&rq->server->answers_held, own->answer_held);
        pthread_mutex_lock(&rq->server->answers_lock);
        tally_drop(&rq->server->answers_by_payer, own->payer);
        pthread_mutex_unlock(&rq->server->answers_lock);
    }
    if (own->body_held > 0) {
        atomic_fetch_sub(&rq->server->bodies_held, own->body_held);
        malloc_trim(0); /* the tree consisted of many small blocks, which the heap would keep */
    }
    free((struct request_both *)(void *)rq);
}

const char *request_header(struct request *rq, const char *name) {
    if (rq->own->inner != NULL)
        return inner_header(name);
    return MHD_lookup_connection_value(rq->own->connection, MHD_HEADER_KIND, name);
}

bool request_accepts(struct request *rq, const char *type) {
    const char *accept = request_header(rq, "Accept");

    return accept != NULL && strcasestr(accept, type) != NULL;
}

bool request_prefers(struct request *rq, const char *preference) {
    const char *at = request_header(rq, "Prefer");
    size_t size = strlen(preference);

    for (; at != NULL && *at != '\0'; at += strcspn(at, ",")) {
        at += strspn(at, ", \t");
        if (strncasecmp(at, preference, size) == 0 && strchr(",; \t", at[size]) != NULL)
            return true; /* strchr finds the text's end too */
    }
    return false;
}

/* A percent-decoded copy, or NULL where the text is wrongly encoded, no UTF-8, or has control
 * characters. */
static char *decode_percent(struct request *rq, const char *text, size_t size) {
    char *decoded = request_alloc(rq, size + 1);

    if (decoded == NULL || !text_unpercent(text, size, false, decoded, size + 1) ||
        text_has_controls(decoded))
        return NULL;
    return decoded;
}

const char *request_param(struct request *rq, size_t n) {
    const struct route_match *match = &rq->own->match;
    const char *decoded;

    if (n >= ROUTE_PARAMS_MAX || match->params[n].text == NULL)
        return "";
    decoded = decode_percent(rq, match->params[n].text, match->params[n].size);
    return decoded == NULL ? "" : decoded;
}

/* ---- the query ---- */

struct query_scan {
    struct request *rq;
    const struct read_field *fields;
    size_t count;
    uint64_t seen; /* bits of the fields present */
    struct read_errors errors;
};

static enum MHD_Result scan_parameter(void *context, enum MHD_ValueKind kind, const char *key,
                                      size_t key_size, const char *value, size_t value_size) {
    struct query_scan *scan = context;
    const char *name = decode_percent(scan->rq, key, key_size);
    const char *text = decode_percent(scan->rq, value == NULL ? "" : value, value_size);
    size_t i = 0;

    (void)kind;
    while (i < scan->count && (name == NULL || strcmp(scan->fields[i].name, name) != 0))
        i++;
    if (i == scan->count) /* unknown parameters are ignored */
        return MHD_YES;
    if (text == NULL) {
        read_error(&scan->errors, name, "is not percent-encoded UTF-8 without control characters");
    } else if (scan->seen & (UINT64_C(1) << i)) {
        read_error(&scan->errors, name, "is given more than once");
    } else {
        scan->seen |= UINT64_C(1) << i;
        read_field_text(&scan->errors, text, &scan->fields[i]);
    }
    return MHD_YES;
}

bool request_query(struct request *rq, const struct read_field *fields, size_t count) {
    struct query_scan scan = {.rq = rq, .fields = fields, .count = count, .errors.query = true};

    for (size_t i = 0; i < count; i++)
        if (fields[i].given != NULL)
            *fields[i].given = false;
    if (rq->own->inner == NULL)
        MHD_get_connection_values_n(rq->own->connection, MHD_GET_ARGUMENT_KIND, scan_parameter,
                                    &scan);
    for (size_t i = 0; i < count; i++)
        if (fields[i].required && !(scan.seen & (UINT64_C(1) << i)))
            read_error(&scan.errors, fields[i].name, "is missing");
    return check_valid(rq, &scan.errors);
}

/* Appends a parameter of the query as it came, unless it is the cursor. */
static enum MHD_Result repeat_parameter(void *context, enum MHD_ValueKind kind, const char *key,
                                        size_t key_size, const char *value, size_t value_size) {
    static const char cursor[] = "cursor";
    struct buffer *out = context;

    (void)kind;
    if (key_size == sizeof cursor - 1 && memcmp(key, cursor, key_size) == 0)
        return MHD_YES;
    buffer_append(out, key, key_size);
    if (value != NULL) {
        buffer_byte(out, '=');
        buffer_append(out, value, value_size);
    }
    buffer_byte(out, '&');
    return MHD_YES;
}

void request_link_next(struct request *rq, const char *cursor) {
    struct buffer out;

    buffer_init(&out, LINK_MAX);
    buffer_format(&out, "<%s?", rq->path);
    MHD_get_connection_values_n(rq->own->connection, MHD_GET_ARGUMENT_KIND, repeat_parameter, &out);
    buffer_format(&out, "cursor=%s>; rel=\"next\"", cursor);
    buffer_byte(&out, '\0');
    if (out.failed)
        log_line("error", "no memory for header Link of the response to request %s", rq->id);
    else
        reply_header(rq, "Link", out.data);
    buffer_free(&out);
}

/* ---- the body ---- */

static bool is_json_type(const char *type) {
    static const char json[] = "application/json";
    size_t size = sizeof json - 1;

    if (type == NULL || strncasecmp(type, json, size) != 0)
        return false;
    type += size;
    type += strspn(type, " \t");
    if (*type == '\0')
        return true;
    if (*type++ != ';')
        return false;
    type += strspn(type, " \t");
    return strcasecmp(type, "charset=utf-8") == 0 || strcasecmp(type, "charset=\"utf-8\"") == 0;
}

static bool media_type_ok(struct request *rq) {
    const char *encoding = request_header(rq, "Content-Encoding");

    if (encoding != NULL && strcasecmp(encoding, "identity") != 0) {
        reply_header(rq, "Accept-Encoding", "identity");
        reply_problem(rq, PROBLEM_UNSUPPORTED_MEDIA_TYPE,
                      "send the body without a Content-Encoding");
        return false;
    }
    if (!is_json_type(request_header(rq, "Content-Type"))) {
        reply_header(rq, "Accept", "application/json");
        reply_problem(rq, PROBLEM_UNSUPPORTED_MEDIA_TYPE,
                      "send the body as JSON, with Content-Type: application/json");
        return false;
    }
    return true;
}

bool request_hold(struct request *rq, size_t size) {
    _Atomic size_t *held = &rq->server->bodies_held;

    if (atomic_fetch_add(held, size) > SERVER_BODIES_MAX - size) {
        atomic_fetch_sub(held, size);
        return false;
    }
    rq->own->body_held += size;
    return true;
}

bool request_hold_answer(struct request *rq, size_t size) {
    struct server *server = rq->server;
    struct request_own *own = rq->own;
    bool full = atomic_fetch_add(&server->answers_held, size) > SERVER_ANSWERS_MAX - size;
    bool counted = false;

    own->payer = request_payer(rq);
    pthread_mutex_lock(&server->answers_lock);
    if (!full && tally_of(&server->answers_by_payer, own->payer) < SERVER_ANSWERS_PAYER_MAX)
        counted = tally_add(&server->answers_by_payer, own->payer);
    pthread_mutex_unlock(&server->answers_lock);
    if (counted) {
        own->answer_held = size;
        return true;
    }
    atomic_fetch_sub(&server->answers_held, size);
    if (full)
        reply_problem(rq, PROBLEM_UNAVAILABLE,
                      "too many large responses are on their way to clients; try again");
    else
        reply_problem(rq, PROBLEM_RATE_LIMITED,
                      "%d large responses have not been read yet; read them first",
                      SERVER_ANSWERS_PAYER_MAX);
    return false;
}

uint64_t request_payer(struct request *rq) {
    /* No client has such a number (address.h). */
    if (rq->caller.account != 0 && !rq->caller.guest)
        return UINT64_MAX - (uint64_t)rq->caller.account;
    return request_client(rq);
}

json_t *request_tree(struct request *rq, struct read_failure *failure) {
    const struct buffer *body = &rq->body;

    if (body->size > SERVER_BODY_SMALL &&
        !request_hold(rq, read_json_cost(body->data, body->size))) {
        *failure = (struct read_failure){.memory = true};
        return NULL;
    }
    return read_json(body->data, body->size, failure);
}

const json_t *request_json(struct request *rq) {
    struct request_own *own = rq->own;
    struct read_failure failure = {0};

    if (own->json != NULL)
        return own->json;
    if (rq->route->body == ROUTE_BODY_JSON_OPTIONAL && rq->body.size == 0) {
        own->json = json_object();
        failure.memory = own->json == NULL;
    } else {
        if (!media_type_ok(rq))
            return NULL;
        own->json = request_tree(rq, &failure);
    }
    if (own->json != NULL)
        return own->json;
    if (failure.memory)
        reply_problem(rq, PROBLEM_UNAVAILABLE, "there is not enough memory for this body now");
    else
        reply_problem_more(rq, PROBLEM_MALFORMED_JSON,
                           &(struct problem_more){.has_offset = true, .offset = failure.offset},
                           "%s, at byte %zu", failure.detail, failure.offset);
    return NULL;
}

bool request_read(struct request *rq, struct read_errors *errors, const struct read_field *fields,
                  size_t count) {
    const json_t *json = request_json(rq);

    if (json != NULL)
        read_fields(errors, json, "", fields, count);
    return json != NULL;
}

bool request_fields(struct request *rq, const struct read_field *fields, size_t count) {
    struct read_errors errors = {0};

    return request_read(rq, &errors, fields, count) && check_valid(rq, &errors);
}

/* ---- the client's address ---- */

static enum MHD_Result keep_forwarded(void *cls, enum MHD_ValueKind kind, const char *key,
                                      const char *value) {
    (void)kind;
    if (strcasecmp(key, "X-Forwarded-For") == 0)
        *(const char **)cls = value == NULL ? "" : value;
    return MHD_YES;
}

/* Our own proxy appends the address that it saw, on the last line if there are several; anything before
 * it may come from the client. NULL if it is no address. */
static char *forwarded_address(struct request *rq) {
    const char *value = NULL;
    const char *last;
    uint64_t client;
    char *copy;

    MHD_get_connection_values(rq->own->connection, MHD_HEADER_KIND, keep_forwarded, &value);
    if (value == NULL)
        return NULL;
    last = strrchr(value, ',');
    last = last == NULL ? value : last + 1;
    last += strspn(last, " \t");
    copy = request_copy(rq, last);
    if (copy == NULL)
        return NULL;
    copy[strcspn(copy, " \t")] = '\0';
    return address_client_of_text(copy, &client) ? copy : NULL;
}

static char *socket_address(struct request *rq) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(rq->own->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    char *text = request_alloc(rq, REQUEST_ADDRESS_SIZE);
    const void *address = NULL;

    if (info == NULL || text == NULL)
        return NULL;
    if (info->client_addr->sa_family == AF_INET)
        address = &((const struct sockaddr_in *)(const void *)info->client_addr)->sin_addr;
    else if (info->client_addr->sa_family == AF_INET6)
        address = &((const struct sockaddr_in6 *)(const void *)info->client_addr)->sin6_addr;
    if (address == NULL ||
        inet_ntop(info->client_addr->sa_family, address, text, REQUEST_ADDRESS_SIZE) == NULL)
        return NULL;
    return text;
}

/* Whether the client is a program on this machine: the connection comes from a loopback address,
 * and there is no header of a forwarding proxy. */
static bool request_is_local(struct request *rq) {
    const char *address = socket_address(rq);

    return address != NULL && (strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0) &&
           request_header(rq, "X-Forwarded-For") == NULL && request_header(rq, "Forwarded") == NULL;
}

bool request_is_limited(struct request *rq) {
    return rq->server->config.limit_local || !request_is_local(rq);
}

const char *request_address(struct request *rq) {
    struct request_own *own = rq->own;

    if (own->inner != NULL)
        return "-";
    if (own->address == NULL && rq->server->config.trust_proxy)
        own->address = forwarded_address(rq);
    if (own->address == NULL)
        own->address = socket_address(rq);
    return own->address == NULL ? "-" : own->address;
}

uint64_t request_client(struct request *rq) {
    uint64_t client = 0;

    address_client_of_text(request_address(rq), &client);
    return client;
}
