/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/support/receiver.h"

#include <arpa/inet.h>
#include <check.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { REQUEST_MAX = 64 << 10 };

static int listener = -1;
static pthread_t thread;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t came = PTHREAD_COND_INITIALIZER;
static struct received got;
static int status = 200;
static char headers[256];

/* Reads one request with its body; false if there is none. */
static bool read_request(int fd, char *request) {
    size_t size = 0;

    for (;;) {
        ssize_t n = read(fd, request + size, REQUEST_MAX - 1 - size);

        if (n <= 0)
            return false;
        size += (size_t)n;
        request[size] = '\0';
        const char *body = strstr(request, "\r\n\r\n");
        const char *length = strcasestr(request, "\r\ncontent-length:");

        if (body != NULL && size - (size_t)(body + 4 - request) >=
                                (length == NULL ? 0 : strtoul(length + 17, NULL, 10)))
            return true;
    }
}

static void note(const char *request) {
    const char *id = strcasestr(request, "\r\nwebhook-id: ");

    if (got.count < RECEIVER_IDS && id != NULL)
        snprintf(got.ids[got.count], RECEIVER_ID_SIZE, "%.*s", (int)strcspn(id + 14, "\r"),
                 id + 14);
    got.count++;
    pthread_cond_broadcast(&came);
}

static void *serve(void *context) {
    static char request[REQUEST_MAX];
    int fd;

    (void)context;
    while ((fd = accept(listener, NULL, NULL)) >= 0) {
        char answer[512];
        int size;

        if (read_request(fd, request)) {
            pthread_mutex_lock(&lock);
            note(request);
            size = snprintf(answer, sizeof answer,
                            "HTTP/1.1 %d X\r\nContent-Length: 0\r\nConnection: close\r\n%s\r\n",
                            status, headers);
            pthread_mutex_unlock(&lock);
            if (write(fd, answer, (size_t)size) != size)
                perror("the receiver's answer"); /* Check cannot be used in this thread */
        }
        close(fd);
    }
    return NULL;
}

int receiver_start(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;

    got = (struct received){0};
    receiver_answers(200, "");
    listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    ck_assert_int_ge(listener, 0);
    ck_assert_int_eq(bind(listener, (struct sockaddr *)&address, sizeof address), 0);
    ck_assert_int_eq(listen(listener, 64), 0);
    ck_assert_int_eq(getsockname(listener, (struct sockaddr *)&address, &size), 0);
    ck_assert_int_eq(pthread_create(&thread, NULL, serve, NULL), 0);
    return ntohs(address.sin_port);
}

void receiver_stop(void) {
    shutdown(listener, SHUT_RDWR); /* accept fails from now on */
    pthread_join(thread, NULL);
    close(listener);
}

void receiver_answers(int new_status, const char *new_headers) {
    pthread_mutex_lock(&lock);
    status = new_status;
    snprintf(headers, sizeof headers, "%s", new_headers);
    pthread_mutex_unlock(&lock);
}

struct received receiver_got(void) {
    struct received copy;

    pthread_mutex_lock(&lock);
    copy = got;
    pthread_mutex_unlock(&lock);
    return copy;
}

void receiver_wait(unsigned count) {
    pthread_mutex_lock(&lock);
    while (got.count < count)
        pthread_cond_wait(&came, &lock);
    pthread_mutex_unlock(&lock);
}
