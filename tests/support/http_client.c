/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/support/http_client.h"

#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static int64_t now_ms(void) {
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* A signal interrupts the wait for a connection, but the connection attempt continues. */
static bool connect_to(int fd, const struct sockaddr_in *to) {
    struct pollfd made = {.fd = fd, .events = POLLOUT};
    int error = 0;
    socklen_t size = sizeof error;

    if (connect(fd, (const struct sockaddr *)to, sizeof *to) == 0)
        return true;
    if (errno != EINTR)
        return false;
    while (poll(&made, 1, -1) < 0)
        if (errno != EINTR)
            return false;
    return getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0;
}

bool client_open(struct client *client, const char *address) {
    return client_open_from(client, address, "0.0.0.0");
}

bool client_open_from(struct client *client, const char *address, const char *from) {
    struct sockaddr_in to = {.sin_family = AF_INET};
    struct sockaddr_in own = {.sin_family = AF_INET};
    const char *colon = strrchr(address, ':');
    char host[64];

    *client = (struct client){.fd = -1};
    if (colon == NULL || (size_t)(colon - address) >= sizeof host)
        return false;
    memcpy(host, address, (size_t)(colon - address));
    host[colon - address] = '\0';
    to.sin_port = htons((unsigned short)strtoul(colon + 1, NULL, 10));
    client->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (client->fd >= 0 && inet_pton(AF_INET, host, &to.sin_addr) == 1 &&
        inet_pton(AF_INET, from, &own.sin_addr) == 1 &&
        (own.sin_addr.s_addr == INADDR_ANY ||
         bind(client->fd, (struct sockaddr *)&own, sizeof own) == 0) &&
        connect_to(client->fd, &to))
        return true;
    client_close(client);
    return false;
}

void client_close(struct client *client) {
    if (client->fd >= 0)
        close(client->fd);
    free(client->data);
    *client = (struct client){.fd = -1};
}

bool client_send(struct client *client, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t sent = send(client->fd, bytes, size, MSG_NOSIGNAL);

        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return false;
        bytes += sent;
        size -= (size_t)sent;
    }
    return true;
}

bool client_text(struct client *client, const char *text) {
    return client_send(client, text, strlen(text));
}

/* Receives more data: 1 some, 0 the end, -1 none in time. */
static int receive(struct client *client, int64_t deadline) {
    struct pollfd wait = {.fd = client->fd, .events = POLLIN};
    int64_t left = deadline - now_ms();
    ssize_t got;

    if (poll(&wait, 1, left > 0 ? (int)left : 0) <= 0)
        return -1;
    if (client->capacity - client->size < 4096) {
        client->capacity = client->capacity * 2 + 8192;
        client->data = realloc(client->data, client->capacity);
        if (client->data == NULL)
            abort();
    }
    got = recv(client->fd, client->data + client->size, client->capacity - client->size, 0);
    if (got <= 0)
        return 0;
    client->size += (size_t)got;
    return 1;
}

/* Makes sure that `size` bytes have been received. */
static bool need(struct client *client, size_t size, int64_t deadline) {
    while (client->size < size)
        if (receive(client, deadline) <= 0)
            return false;
    return true;
}

/* Bytes up to and including the mark; 0 if it did not arrive. */
static size_t find_mark(struct client *client, const char *mark, int64_t deadline) {
    size_t size = strlen(mark);

    for (;;) {
        const char *found =
            client->size == 0 ? NULL : memmem(client->data, client->size, mark, size);

        if (found != NULL)
            return (size_t)(found - client->data) + size;
        if (receive(client, deadline) <= 0)
            return 0;
    }
}

static char *take(struct client *client, size_t size) {
    char *copy = malloc(size + 1);

    if (copy == NULL)
        abort();
    if (size > 0)
        memcpy(copy, client->data, size);
    copy[size] = '\0';
    client->size -= size;
    if (client->size > 0)
        memmove(client->data, client->data + size, client->size);
    return copy;
}

static void read_chunks(struct client *client, struct response *response, int64_t deadline) {
    for (;;) {
        size_t line = find_mark(client, "\r\n", deadline);
        size_t size;
        char *text;

        if (line == 0)
            return;
        text = take(client, line);
        size = strtoul(text, NULL, 16);
        free(text);
        if (!need(client, size + 2, deadline))
            return;
        text = take(client, size + 2);
        response->body = realloc(response->body, response->size + size + 1);
        if (response->body == NULL)
            abort();
        memcpy(response->body + response->size, text, size);
        response->size += size;
        response->body[response->size] = '\0';
        free(text);
        if (size == 0)
            return;
    }
}

void client_read_head(struct client *client, struct response *response) {
    int64_t deadline = now_ms() + CLIENT_WAIT_MS;
    size_t size = find_mark(client, "\r\n\r\n", deadline);

    *response = (struct response){0};
    if (size == 0)
        return;
    response->head = take(client, size);
    if (strncmp(response->head, "HTTP/1.", 7) == 0)
        response->status = (int)strtol(response->head + 9, NULL, 10);
    if (response->status == 100) {
        free(response->head);
        client_read_head(client, response);
    }
}

void client_read(struct client *client, struct response *response, bool head) {
    int64_t deadline = now_ms() + CLIENT_WAIT_MS;
    const char *length;

    client_read_head(client, response);
    if (response->status == 0 || head || response->status == 204 || response->status == 304)
        return;
    length = response_header(response, "Content-Length");
    if (length != NULL) {
        size_t size = strtoul(length, NULL, 10);

        if (need(client, size, deadline)) {
            response->body = take(client, size);
            response->size = size;
        }
    } else if (response_header(response, "Transfer-Encoding") != NULL) {
        read_chunks(client, response, deadline);
    } else {
        while (receive(client, deadline) > 0)
            ;
        response->size = client->size;
        response->body = take(client, client->size);
    }
}

void client_ask(struct client *client, struct response *response, const char *method,
                const char *path, const char *headers, const char *body) {
    char length[96] = "";
    size_t size = strlen(method) + strlen(path) + strlen(headers) + 256;
    char *text = malloc(size);

    if (text == NULL)
        abort();
    if (body != NULL)
        snprintf(length, sizeof length, "Content-Length: %zu\r\n%s", strlen(body),
                 strcasestr(headers, "Content-Type:") != NULL
                     ? ""
                     : "Content-Type: application/json\r\n");
    snprintf(text, size, "%s %s HTTP/1.1\r\nHost: localhost\r\n%s%s\r\n", method, path, headers,
             length);
    /* In one piece, as a client would send it. */
    if (body != NULL) {
        text = realloc(text, strlen(text) + strlen(body) + 1);
        if (text == NULL)
            abort();
        memcpy(text + strlen(text), body, strlen(body) + 1);
    }
    *response = (struct response){0};
    if (client_text(client, text))
        client_read(client, response, strcmp(method, "HEAD") == 0);
    free(text);
}

/* Reads one chunk and returns its bytes; NULL at the end. */
static char *read_chunk(struct client *client, int64_t deadline) {
    size_t line = find_mark(client, "\r\n", deadline);
    size_t size;
    char *text;

    if (line == 0)
        return NULL;
    size = strtoul(client->data, NULL, 16);
    if (size == 0 || !need(client, line + size + 2, deadline))
        return NULL;
    free(take(client, line));
    text = take(client, size + 2);
    text[size] = '\0';
    return text;
}

/* Each chunk that the server sends contains whole events (its filler writes them so and they are short), so an event is
 * cut out of one chunk and the rest is put back as a chunk. */
bool client_event(struct client *client, char *text, size_t text_size, int wait_ms) {
    int64_t deadline = now_ms() + wait_ms;
    char *chunk = read_chunk(client, deadline);
    char *end = NULL;

    /* A long one arrives in several chunks. */
    while (chunk != NULL && (end = strstr(chunk, "\n\n")) == NULL) {
        char *more = read_chunk(client, deadline);
        size_t size = strlen(chunk), rest = more == NULL ? 0 : strlen(more);
        char *longer = more == NULL ? NULL : realloc(chunk, size + rest + 1);

        if (longer == NULL)
            free(chunk);
        else
            memcpy(longer + size, more, rest + 1);
        chunk = longer;
        free(more);
    }
    if (chunk == NULL)
        return false;
    *end = '\0';
    snprintf(text, text_size, "%s", chunk);
    end += 2;
    if (*end != '\0') {
        size_t rest = strlen(end);
        char *joined = malloc(client->size + rest + 32);
        size_t at;

        if (joined == NULL)
            abort();
        at = (size_t)snprintf(joined, rest + 32, "%zx\r\n%s\r\n", rest, end);
        memcpy(joined + at, client->data, client->size);
        free(client->data);
        client->data = joined;
        client->size += at;
        client->capacity = client->size;
    }
    free(chunk);
    return true;
}

bool client_closed(struct client *client, int wait_ms) {
    int64_t deadline = now_ms() + wait_ms;
    int got;

    while ((got = receive(client, deadline)) > 0)
        ;
    return got == 0;
}

const char *response_header(const struct response *response, const char *name) {
    static _Thread_local char value[1024];
    size_t size = strlen(name);

    for (const char *line = response->head; line != NULL && *line != '\0';) {
        const char *end = strstr(line, "\r\n");

        if (end == NULL)
            return NULL;
        if (strncasecmp(line, name, size) == 0 && line[size] == ':') {
            line += size + 1;
            line += strspn(line, " ");
            snprintf(value, sizeof value, "%.*s", (int)(end - line), line);
            return value;
        }
        line = end + 2;
    }
    return NULL;
}

void response_free(struct response *response) {
    free(response->head);
    free(response->body);
    *response = (struct response){0};
}
