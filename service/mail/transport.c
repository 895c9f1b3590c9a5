/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "service/app/app.h"
#include "service/base/mail_address.h"
#include "service/mail/mail_int.h"

/* Delivers mails through a mail server or into a directory. */

enum { TIMEOUT_S = 60, CONNECT_S = 20, URL_SIZE = 1024, PATH_SIZE = 4096, WORDS_SIZE = 160 };

/* ---- directory ---- */

static bool write_all(int fd, const struct buffer *body) {
    size_t at = 0;

    while (at < body->size) {
        ssize_t wrote = write(fd, body->data + at, body->size - at);

        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            return false;
        at += (size_t)wrote;
    }
    return fsync(fd) == 0;
}

/* The file appears complete or not at all; sending it again replaces it. */
static void deliver_to_folder(struct transfer *t, struct outbox_outcome *outcome) {
    const char *folder = t->own;
    char name[PATH_SIZE], draft[PATH_SIZE];
    int size = snprintf(name, sizeof name, "%s/%s.eml", folder, t->rows[0].public_id);
    bool good;
    int fd;

    if (size < 0 || (size_t)size + 2 > sizeof draft) {
        outcome->state = STORE_OUTBOX_FAILED;
        return;
    }
    snprintf(draft, sizeof draft, "%s/.%s", folder, t->rows[0].public_id);
    fd = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    good = fd >= 0 && write_all(fd, &t->body);
    if (fd >= 0)
        good &= close(fd) == 0;
    good = good && rename(draft, name) == 0;
    if (good) {
        outcome->state = STORE_OUTBOX_SENT;
        return;
    }
    outcome->state = STORE_OUTBOX_WAITING;
    snprintf(outcome->detail, sizeof outcome->detail, "cannot write to the folder for mails");
    (void)unlink(draft);
}

/* ---- server ---- */

static bool set_security(CURL *easy, const struct mail *mail) {
    bool tls = strncmp(mail->smtp, "smtps://", 8) == 0;
    /* Without a setting nothing is sent unencrypted, except to this machine. */
    bool loopback = strcmp(mail->smtp_host, "127.0.0.1") == 0 ||
                    strcmp(mail->smtp_host, "[::1]") == 0 ||
                    strcmp(mail->smtp_host, "localhost") == 0;
    long use = mail->plain || loopback ? CURLUSESSL_TRY : CURLUSESSL_ALL;
    CURLcode code = tls ? CURLE_OK : curl_easy_setopt(easy, CURLOPT_USE_SSL, use);

    if (code == CURLE_OK && mail->ca[0] != '\0')
        code = curl_easy_setopt(easy, CURLOPT_CAINFO, mail->ca);
    if (code == CURLE_OK && mail->user[0] != '\0')
        code = curl_easy_setopt(easy, CURLOPT_USERNAME, mail->user);
    if (code == CURLE_OK && mail->user[0] != '\0')
        code = curl_easy_setopt(easy, CURLOPT_PASSWORD, mail->password);
    return code == CURLE_OK;
}

/* The body that libcurl requests while sending. */
struct upload {
    const struct buffer *body;
    size_t at;
    struct curl_slist *recipients;
};

static size_t give_body(char *to, size_t size, size_t count, void *context) {
    struct upload *upload = context;
    size_t room = size * count, left = upload->body->size - upload->at;
    size_t now = left < room ? left : room;

    if (now > 0)
        memcpy(to, upload->body->data + upload->at, now);
    upload->at += now;
    return now;
}

static int seek_body(void *context, curl_off_t offset, int origin) {
    struct upload *upload = context;

    if (origin != SEEK_SET || offset < 0 || (size_t)offset > upload->body->size)
        return CURL_SEEKFUNC_CANTSEEK;
    upload->at = (size_t)offset;
    return CURL_SEEKFUNC_OK;
}

static bool set_upload(CURL *easy, struct upload *upload) {
    return curl_easy_setopt(easy, CURLOPT_UPLOAD, 1L) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_READFUNCTION, give_body) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_READDATA, upload) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, seek_body) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_SEEKDATA, upload) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_MAIL_RCPT, upload->recipients) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_INFILESIZE_LARGE, (curl_off_t)upload->body->size) ==
               CURLE_OK;
}

static bool set_server(CURL *easy, const struct mail *mail, const char *envelope) {
    char url[URL_SIZE], from[MAIL_ADDRESS_MAX + 3];
    size_t size = strlen(mail->smtp);

    /* The path after the host becomes the name in EHLO. */
    while (size > 0 && mail->smtp[size - 1] == '/')
        size--;
    snprintf(url, sizeof url, "%.*s/%s", (int)size, mail->smtp, mail->host);
    snprintf(from, sizeof from, "<%s>", envelope);
    return curl_easy_setopt(easy, CURLOPT_URL, url) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "smtp,smtps") == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_PROXY, "") == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_TIMEOUT, (long)TIMEOUT_S) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_S) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_MAIL_FROM, from) == CURLE_OK && set_security(easy, mail);
}

static void free_upload(struct transfer *t) {
    struct upload *upload = t->own;

    curl_slist_free_all(upload->recipients);
    free(upload);
    t->own = NULL;
}

bool mail_send(struct transfer *t, const char *address, const char *envelope) {
    const struct mail *mail = t->app->mail;
    char to[MAIL_ADDRESS_MAX + 3];
    struct upload *upload;

    if (mail_address_fault(address) != NULL || mail_address_fault(envelope) != NULL)
        return false;
    if (mail->dir[0] != '\0') {
        t->own = (char *)(uintptr_t)mail->dir; /* only read there */
        t->deliver = deliver_to_folder;
        return true;
    }
    upload = calloc(1, sizeof *upload);
    if (upload == NULL)
        return false;
    t->own = upload;
    t->own_free = free_upload;
    snprintf(to, sizeof to, "<%s>", address);
    *upload = (struct upload){.body = &t->body, .recipients = curl_slist_append(NULL, to)};
    return upload->recipients != NULL && set_upload(t->call.easy, upload) &&
           set_server(t->call.easy, mail, envelope);
}

/* ---- results ---- */

struct failing {
    CURLcode code;
    const char *says;
};
static const struct failing failings[] = {
    {CURLE_LOGIN_DENIED, "the mail server did not accept the name and password"},
    {CURLE_USE_SSL_FAILED, "the mail server offers no encryption"},
    {CURLE_PEER_FAILED_VERIFICATION, "the mail server's certificate is not trusted"},
    {CURLE_SSL_CONNECT_ERROR, "could not encrypt the connection to the mail server"},
    {CURLE_COULDNT_RESOLVE_HOST, "the mail server's name could not be resolved"},
    {CURLE_COULDNT_CONNECT, "could not reach the mail server"},
    {CURLE_OPERATION_TIMEDOUT, "the mail server took too long"},
};

/* The server's last reply with the number SAID, possibly several lines ("550-…", "550 …"), without numbers, as
 * one printable line; "" for none. */
static void read_words(const struct transfer *t, int said, char words[WORDS_SIZE]) {
    const char *line = t->call.head.size == 0 ? "" : t->call.head.data, *next;
    const char *end = line + t->call.head.size;
    char number[16];
    size_t size = 0;
    bool goes_on = false;

    words[0] = '\0';
    snprintf(number, sizeof number, "%03d", said);
    for (; line < end; line = next) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));

        stop = stop == NULL ? end : stop;
        next = stop + 1;
        if (stop - line < 4 || memcmp(line, number, 3) != 0 || (line[3] != ' ' && line[3] != '-')) {
            goes_on = false;
            continue;
        }
        size = goes_on ? size : 0;
        if (size > 0 && size + 1 < WORDS_SIZE)
            words[size++] = ' ';
        for (const char *at = line + 4; at < stop && size + 1 < WORDS_SIZE; at++)
            if (*at >= ' ' && *at < 0x7f)
                words[size++] = *at;
        words[size] = '\0';
        goes_on = line[3] == '-';
    }
}

/* Whether the server says that the mailbox does not exist: 5.1.x, or 550, 551 or 553 from a server without such
 * codes. Other refusals concern the sender, not the address. */
static bool no_such_address(const char *words, int said) {
    if (strlen(words) < 4 || words[0] != '5' || words[1] != '.')
        return said == 550 || said == 551 || said == 553;
    return words[2] == '1' && words[3] == '.';
}

enum { SMTP_CLOSING = 421, SMTP_TOO_MANY = 452 };

/* Whether a mail failed on a connection that was kept from an earlier one, as the server was closing it just then, or
 * takes no more mails on it (OpenSMTPD: a hundred). Nothing of the mail has been handed over, so a new connection cannot
 * make two of it. Prepares the call for that connection. */
static bool connect_anew(struct transfer *t) {
    const struct upload *upload = t->own;
    int said = t->call.status;
    long connects = 1;

    if ((said >= 400 && said != SMTP_CLOSING && said != SMTP_TOO_MANY) || upload->at > 0)
        return false;
    switch (t->call.code) {
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_GOT_NOTHING:
    case CURLE_WEIRD_SERVER_REPLY: break;
    default: return false;
    }
    if (curl_easy_getinfo(t->call.easy, CURLINFO_NUM_CONNECTS, &connects) != CURLE_OK ||
        connects > 0 || curl_easy_setopt(t->call.easy, CURLOPT_FRESH_CONNECT, 1L) != CURLE_OK)
        return false;
    buffer_clear(&t->call.head);
    return true;
}

/* Only what the server says about a recipient or the mail itself is permanent. Names, passwords and
 * certificates are for the operator to correct; until then the mail waits. */
void mail_judge(struct transfer *t, struct outbox_outcome *outcome) {
    CURLcode code = t->call.code;
    int said = t->call.status;
    char words[WORDS_SIZE];

    if (code == CURLE_OK) {
        outcome->state = STORE_OUTBOX_SENT;
        return;
    }
    outcome->state = STORE_OUTBOX_WAITING;
    outcome->more = connect_anew(t);
    snprintf(outcome->detail, sizeof outcome->detail, "could not hand over the mail (%s)",
             curl_easy_strerror(code));
    for (size_t i = 0; i < sizeof failings / sizeof *failings; i++)
        if (failings[i].code == code) {
            snprintf(outcome->detail, sizeof outcome->detail, "%s", failings[i].says);
            return;
        }
    read_words(t, said, words);
    if ((code == CURLE_SEND_ERROR || code == CURLE_WEIRD_SERVER_REPLY ||
         code == CURLE_RECV_ERROR) &&
        said >= 400 && said < 600)
        snprintf(outcome->detail, sizeof outcome->detail, "the mail server answered %d%s%s", said,
                 words[0] == '\0' ? "" : " ", words);
    if (said >= 500 && said < 600 && (code == CURLE_SEND_ERROR || code == CURLE_WEIRD_SERVER_REPLY))
        outcome->state = STORE_OUTBOX_FAILED;
    outcome->ill = code == CURLE_SEND_ERROR && no_such_address(words, said);
}
