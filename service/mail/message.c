/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/mail/message.h"

#include <gmime/gmime.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "service/base/mail_address.h"
#include "service/base/text.h"

static bool has_text(const char *text) {
    return text != NULL && text[0] != '\0';
}

static void init_once(void) {
    g_mime_init();
}

void message_init(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, init_once);
}

/* ---- headers ---- */

/* Checks every text that goes into a header. */
static bool headers_safe(const struct message *m) {
    const char *const texts[] = {m->from,
                                 m->from_name,
                                 m->to,
                                 m->subject,
                                 m->id,
                                 m->host,
                                 m->thread,
                                 m->answers,
                                 m->reply_to,
                                 m->list,
                                 m->unsubscribe_url,
                                 m->unsubscribe_to,
                                 m->reason};

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i] != NULL &&
            (strlen(texts[i]) > MESSAGE_HEADER_MAX / 3 || text_has_controls(texts[i]) ||
             !g_utf8_validate(texts[i], -1, NULL)))
            return false;
    return true;
}

static void set_mail_header(GMimeObject *object, const char *name, const char *value) {
    g_mime_object_set_header(object, name, value, "utf-8");
}

/* Sets a header that must not be folded: folding has been seen to break signatures of mails. */
static void set_line(GMimeObject *object, const char *name, const char *value) {
    char *raw = g_strdup_printf(" %s\n", value);

    set_mail_header(object, name, "x");
    g_mime_header_set_raw_value(
        g_mime_header_list_get_header(g_mime_object_get_header_list(object), name), raw);
    g_free(raw);
}

static void set_unsubscribe(GMimeObject *object, const struct message *m) {
    char *line;

    if (!has_text(m->unsubscribe_url))
        return;
    line = has_text(m->unsubscribe_to)
               ? g_strdup_printf("<%s>, <mailto:%s>", m->unsubscribe_url, m->unsubscribe_to)
               : g_strdup_printf("<%s>", m->unsubscribe_url);
    set_line(object, "List-Unsubscribe", line);
    g_free(line);
    /* RFC 8058 allows only https; with http the header would promise what programs will not do. */
    if (strncmp(m->unsubscribe_url, "https://", 8) == 0)
        set_line(object, "List-Unsubscribe-Post", "List-Unsubscribe=One-Click");
}

static void set_thread(GMimeObject *object, const struct message *m) {
    char *root = has_text(m->thread) ? g_strdup_printf("<%s@%s>", m->thread, m->host) : NULL;
    char *both =
        root != NULL && has_text(m->answers) ? g_strdup_printf("%s %s", root, m->answers) : NULL;
    const char *parent = has_text(m->answers) ? m->answers : root;

    if (parent != NULL) {
        set_line(object, "In-Reply-To", parent);
        set_line(object, "References", both != NULL ? both : parent);
    }
    g_free(both);
    g_free(root);
}

static void set_list(GMimeObject *object, const struct message *m) {
    char *id;

    if (!has_text(m->list))
        return;
    id = g_strdup_printf("<%s.%s>", m->list, m->host);
    set_line(object, "List-Id", id);
    g_free(id);
}

static void set_mail_headers(GMimeMessage *mail, const struct message *m) {
    GMimeObject *object = GMIME_OBJECT(mail);
    GDateTime *at = g_date_time_new_from_unix_utc(m->at / 1000);
    char *id = g_strdup_printf("%s@%s", m->id, m->host);

    g_mime_message_add_mailbox(mail, GMIME_ADDRESS_TYPE_FROM, m->from_name, m->from);
    g_mime_message_add_mailbox(mail, GMIME_ADDRESS_TYPE_TO, NULL, m->to);
    if (has_text(m->reply_to))
        g_mime_message_add_mailbox(mail, GMIME_ADDRESS_TYPE_REPLY_TO, NULL, m->reply_to);
    g_mime_message_set_subject(mail, m->subject, "utf-8");
    if (at != NULL) {
        g_mime_message_set_date(mail, at);
        g_date_time_unref(at);
    }
    g_mime_message_set_message_id(mail, id);
    g_free(id);
    set_thread(object, m);
    set_list(object, m);
    set_unsubscribe(object, m);
    set_mail_header(object, "Auto-Submitted", m->answer ? "auto-replied" : "auto-generated");
    set_mail_header(object, "X-Auto-Response-Suppress", "All");
    if (has_text(m->reason))
        set_mail_header(object, "X-Hexpost-Reason", m->reason);
}

/* ---- parts ---- */

static GMimeObject *part_of(const char *type, const char *subtype, const struct buffer *content,
                            GMimeContentEncoding encoding) {
    GMimePart *part = g_mime_part_new_with_type(type, subtype);
    GMimeStream *stream = g_mime_stream_mem_new_with_buffer(content->data, content->size);
    GMimeDataWrapper *wrapper =
        g_mime_data_wrapper_new_with_stream(stream, GMIME_CONTENT_ENCODING_DEFAULT);

    g_mime_part_set_content(part, wrapper);
    g_mime_part_set_content_encoding(part, encoding);
    g_object_unref(wrapper);
    g_object_unref(stream);
    return GMIME_OBJECT(part);
}

static GMimeObject *message_text_of(const char *subtype, const struct buffer *content) {
    GMimeObject *part = part_of("text", subtype, content, GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE);

    g_mime_object_set_content_type_parameter(part, "charset", "utf-8");
    return part;
}

/* Takes over the parts; NULL ones are left out. */
static GMimeObject *multipart_of(const char *subtype, GMimeObject *first, GMimeObject *second) {
    GMimeMultipart *multipart = g_mime_multipart_new_with_subtype(subtype);
    GMimeObject *const parts[] = {first, second};

    for (size_t i = 0; i < 2; i++) {
        g_mime_multipart_add(multipart, parts[i]);
        g_object_unref(parts[i]);
    }
    return GMIME_OBJECT(multipart);
}

static GMimeObject *picture_of(const struct message *m) {
    GMimeObject *part = part_of("image", "png", m->picture, GMIME_CONTENT_ENCODING_BASE64);
    char *id = g_strdup_printf(MESSAGE_PICTURE "@%s", m->host);

    g_mime_object_set_content_id(part, id);
    g_mime_object_set_disposition(part, "inline");
    g_mime_part_set_filename(GMIME_PART(part), "board.png");
    g_free(id);
    return part;
}

static GMimeObject *body_of(const struct message *m) {
    GMimeObject *text = message_text_of("plain", m->text);
    GMimeObject *html;

    if (m->html == NULL)
        return text;
    html = message_text_of("html", m->html);
    if (m->picture != NULL) {
        html = multipart_of("related", html, picture_of(m));
        g_mime_object_set_content_type_parameter(html, "type", "text/html");
    }
    return multipart_of("alternative", text, html);
}

bool message_write(struct buffer *out, const struct message *m) {
    GMimeMessage *mail;
    GMimeObject *body;
    GMimeFormatOptions *format;
    GMimeStream *stream;
    GByteArray *bytes;

    if (!headers_safe(m) || m->text->failed || (m->html != NULL && m->html->failed) ||
        (m->picture != NULL && m->picture->failed))
        return false;
    mail = g_mime_message_new(FALSE);
    set_mail_headers(mail, m);
    body = body_of(m);
    g_mime_message_set_mime_part(mail, body);
    g_object_unref(body);
    format = g_mime_format_options_clone(g_mime_format_options_get_default());
    g_mime_format_options_set_newline_format(format, GMIME_NEWLINE_FORMAT_DOS);
    stream = g_mime_stream_mem_new();
    g_mime_object_write_to_stream(GMIME_OBJECT(mail), format, stream);
    bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(stream));
    buffer_append(out, bytes->data, bytes->len);
    g_object_unref(stream);
    g_mime_format_options_free(format);
    g_object_unref(mail);
    return !out->failed;
}
