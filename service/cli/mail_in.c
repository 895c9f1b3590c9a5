/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <stdio.h>
#include <string.h>
#include <sysexits.h>

#include "service/app/app.h"
#include "service/base/http_client.h"
#include "service/cli/cli.h"
#include "service/mail/receive.h"
#include "service/mail/take.h"

/*
 * The command that a mail server pipes mail into. It passes the mail to the running server, which
 * makes the moves and notifies everybody; if no server is running, it writes to the database
 * itself. Mail servers deliver a mail again after EX_TEMPFAIL.
 */

enum { URL_SIZE = 1024, TIMEOUT_S = 120, REPLY_MAX = 4096, ACCEPTED = 202 };

static bool read_all(struct buffer *mail) {
    char piece[8192];
    size_t got;

    while ((got = fread(piece, 1, sizeof piece, stdin)) > 0)
        if (mail->size < RECEIVE_MAX) /* the rest is read and discarded */
            buffer_append(mail, piece,
                          got < RECEIVE_MAX - mail->size ? got : RECEIVE_MAX - mail->size);
    return !ferror(stdin) && !mail->failed;
}

/* Whether an address can be put into a URL with only its + escaped, as all our addresses can. */
static bool is_plain_address(const char *text) {
    static const char allowed[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@.-_+";

    return strspn(text, allowed) == strlen(text) && strlen(text) <= 254;
}

static bool make_url(char url[URL_SIZE], const char *base, const char *recipient) {
    int size = snprintf(url, URL_SIZE, "%s/v1/mail-in", base);

    if (size < 0 || size > URL_SIZE - 512)
        return false;
    if (recipient == NULL || !is_plain_address(recipient))
        return true; /* its headers name the recipient as well */
    size += snprintf(url + size, (size_t)(URL_SIZE - size), "?to=");
    for (; *recipient != '\0'; recipient++)
        size += snprintf(url + size, (size_t)(URL_SIZE - size), *recipient == '+' ? "%%2B" : "%c",
                         *recipient);
    return true;
}

static int post_mail(const char *base, const struct buffer *mail, const char *recipient) {
    char url[URL_SIZE];
    const struct http_request request = {.method = "POST",
                                         .url = url,
                                         .timeout_s = TIMEOUT_S,
                                         .body = mail,
                                         .type = "message/rfc822"};
    struct http_call call;
    bool good = http_call_init(&call, REPLY_MAX) && make_url(url, base, recipient) &&
                http_call_prepare(&call, &request) == HTTP_READY;
    int status = good ? http_call_wait(&call) : 0;

    if (!good)
        fprintf(stderr, "hexpost: could not deliver the mail to %s\n", base);
    else if (call.code != CURLE_OK)
        fprintf(stderr, "hexpost: could not reach the server at %s: %s\n", base,
                curl_easy_strerror(call.code));
    else if (status != ACCEPTED)
        fprintf(stderr, "hexpost: the server at %s answered %d\n", base, status);
    http_call_free(&call);
    return status == ACCEPTED ? EX_OK : EX_TEMPFAIL;
}

/* Removes one flag with its value from the arguments, and takes a non-flag as *recipient. */
static bool take_own(int *argc, char **argv, const char **url, const char **recipient) {
    int kept = 0;

    for (int i = 0; i < *argc; i++) {
        if (strcmp(argv[i], "--url") == 0 && i + 1 < *argc)
            *url = argv[++i];
        else if (strncmp(argv[i], "--url=", 6) == 0)
            *url = argv[i] + 6;
        else if (strncmp(argv[i], "--", 2) != 0 && *recipient == NULL)
            *recipient = argv[i];
        else if (strncmp(argv[i], "--", 2) == 0 && strchr(argv[i], '=') == NULL && i + 1 < *argc) {
            argv[kept++] = argv[i++];
            argv[kept++] = argv[i];
        } else
            argv[kept++] = argv[i];
    }
    *argc = kept;
    return true;
}

static int take_here(struct store *store, const struct config *config, const struct buffer *mail,
                     const char *recipient) {
    struct app app = {.store = store, .config = config};
    bool good = take_mail(&app, mail->data, mail->size, recipient);

    store_close(store);
    return good ? EX_OK : EX_TEMPFAIL;
}

/* The server's own address for requests from this machine. */
static void write_own_address(char base[URL_SIZE], const char *listen) {
    bool all = strncmp(listen, "0.0.0.0:", 8) == 0;

    if (all)
        snprintf(base, URL_SIZE, "http://127.0.0.1:%s", listen + 8);
    else
        snprintf(base, URL_SIZE, "http://%s", listen);
}

int cli_mail_in(int argc, char **argv) {
    const char *url = NULL, *recipient = NULL;
    struct config config;
    struct store *store = NULL;
    struct buffer mail;
    char base[URL_SIZE];
    enum store_result result;
    int status = EX_TEMPFAIL;

    if (!take_own(&argc, argv, &url, &recipient) || !cli_config(&config, argc, argv))
        return 2;
    buffer_init(&mail, RECEIVE_MAX);
    if (!read_all(&mail)) {
        fprintf(stderr, "hexpost: could not read the mail\n");
    } else if (mail.size == 0) {
        status = EX_OK;
    } else if (url != NULL) {
        status = post_mail(url, &mail, recipient);
    } else {
        result = store_open(&store, &(struct store_options){.path = config.db});
        write_own_address(base, config.listen);
        if (result == STORE_OK)
            status = take_here(store, &config, &mail, recipient);
        else if (result == STORE_BUSY)
            status = post_mail(base, &mail, recipient);
        else
            fprintf(stderr, "hexpost: cannot open %s; `hexpost serve` says why\n", config.db);
    }
    buffer_free(&mail);
    return status;
}
