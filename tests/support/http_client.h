/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SUPPORT_HTTP_CLIENT_H
#define TESTS_SUPPORT_HTTP_CLIENT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * A small blocking HTTP client that sends exactly the given bytes, so that tests can send invalid requests. Every wait
 * has a limit (CLIENT_WAIT_MS), after which the call fails.
 */
enum { CLIENT_WAIT_MS = 60000 };

struct client {
    int fd;
    char *data; /* received, not consumed yet */
    size_t size;
    size_t capacity;
};

struct response {
    int status;  /* 0: no response */
    char *head;  /* status line and headers, NUL-terminated */
    char *body;  /* decoded, NUL-terminated; can hold other NULs */
    size_t size; /* of the body */
};

/* address is "127.0.0.1:PORT". Returns false if it cannot be reached. */
bool client_open(struct client *client, const char *address);
/* The same from a given local address, such as "127.0.0.2". */
bool client_open_from(struct client *client, const char *address, const char *from);
void client_close(struct client *client);

bool client_send(struct client *client, const char *bytes, size_t size);
/* The same for a text. */
bool client_text(struct client *client, const char *text);

/* Reads one whole response; `head` for a request whose response has no body. *response must always be passed to
 * response_free; status 0 means that there was none (closed, or too late). */
void client_read(struct client *client, struct response *response, bool head);
/* Reads only the head of a response, for streams. */
void client_read_head(struct client *client, struct response *response);

/*
 * Sends a request and reads its response. headers is "" or whole lines with CR LF; body can be NULL. Host is always
 * sent; Content-Length and Content-Type: application/json if there is a body.
 */
void client_ask(struct client *client, struct response *response, const char *method,
                const char *path, const char *headers, const char *body);

/* Reads the next server-sent event or comment of a stream (its lines, with LFs, without the empty one) into text;
 * returns false at the end of the stream or if none arrived within wait_ms. */
bool client_event(struct client *client, char *text, size_t text_size, int wait_ms);

/* Whether the server closes the connection within wait_ms, whatever it still sends. */
bool client_closed(struct client *client, int wait_ms);

/* A header's value, NULL if it is missing; valid until the next call in this thread. */
const char *response_header(const struct response *response, const char *name);
void response_free(struct response *response);

#endif
