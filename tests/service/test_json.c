/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Reading and writing JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/buffer.h"
#include "service/base/json_read.h"
#include "service/base/json_write.h"
#include "service/base/time_text.h"
#include "tests/support/check_main.h"

/* ---- buffers ---- */

START_TEST(buffers_have_a_ceiling) {
    struct buffer buffer;

    buffer_init(&buffer, 1000);
    for (int i = 0; i < 100; i++)
        buffer_append(&buffer, "0123456789", 10);
    ck_assert(!buffer.failed);
    ck_assert_uint_eq(buffer.size, 1000);
    buffer_byte(&buffer, 'x');
    ck_assert(buffer.failed);
    ck_assert_uint_eq(buffer.size, 1000);
    buffer_append(&buffer, "", 0);
    buffer_format(&buffer, "%d", 5);
    ck_assert_uint_eq(buffer.size, 1000);
    buffer_clear(&buffer);
    buffer_format(&buffer, "%s-%d", "a", 5);
    ck_assert(!buffer.failed);
    ck_assert_int_eq(memcmp(buffer.data, "a-5", 3), 0);
    buffer_free(&buffer);
    buffer_free(&buffer);
    buffer_free(NULL);
}
END_TEST

/* ---- writing ---- */

static void check_written(struct buffer *buffer, const char *text) {
    ck_assert(!buffer->failed);
    buffer_byte(buffer, '\0');
    ck_assert_str_eq(buffer->data, text);
    buffer_free(buffer);
}

START_TEST(documents_are_written) {
    static const uint8_t bytes[] = {0, 0x9a, 0xff};
    struct buffer buffer;
    struct writer w;

    buffer_init(&buffer, 10000);
    w = writer_to(&buffer);
    writer_object(&w);
    writer_int_member(&w, "a", INT64_MIN);
    writer_int_member(&w, "b", INT64_MAX);
    writer_key(&w, "c");
    writer_array(&w);
    writer_array(&w);
    writer_array_end(&w);
    writer_object(&w);
    writer_object_end(&w);
    writer_bool(&w, true);
    writer_bool(&w, false);
    writer_null(&w);
    writer_int(&w, 0);
    writer_int(&w, -10);
    writer_array_end(&w);
    writer_key_text(&w, "d\"");
    writer_text(&w, "x\"\\/\b\f\n\r\t\x01\x1f\x7f\xc3\xa9");
    writer_key(&w, "e");
    writer_text_or_null(&w, "");
    writer_key(&w, "f");
    writer_hex(&w, bytes, sizeof bytes);
    writer_key(&w, "g");
    writer_json(&w, "{\"x\":1}", 7);
    writer_key(&w, "h");
    writer_time(&w, 1767225909042);
    writer_key(&w, "i");
    writer_time_or_null(&w, 0);
    writer_object_end(&w);
    check_written(&buffer, "{\"a\":-9223372036854775808,\"b\":9223372036854775807,"
                           "\"c\":[[],{},true,false,null,0,-10],"
                           "\"d\\\"\":\"x\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f\\u007f\xc3\xa9\","
                           "\"e\":null,\"f\":\"009aff\",\"g\":{\"x\":1},"
                           "\"h\":\"2026-01-01T00:05:09.042Z\",\"i\":null}");
}
END_TEST

/* Random documents: what the writer writes, the reader reads back unchanged. */
static void write_random(struct writer *w, json_t *value) {
    const char *key;
    json_t *member;
    size_t i;

    switch (json_typeof(value)) {
    case JSON_OBJECT:
        writer_object(w);
        json_object_foreach(value, key, member) {
            writer_key_text(w, key);
            write_random(w, member);
        }
        writer_object_end(w);
        break;
    case JSON_ARRAY:
        writer_array(w);
        json_array_foreach(value, i, member) write_random(w, member);
        writer_array_end(w);
        break;
    case JSON_STRING: writer_string(w, json_string_value(value), json_string_length(value)); break;
    case JSON_INTEGER: writer_int(w, json_integer_value(value)); break;
    case JSON_NULL: writer_null(w); break;
    default: writer_bool(w, json_is_true(value)); break;
    }
}

static unsigned long long seed;

static unsigned draw(unsigned below) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % below;
}

static json_t *random_text(void) {
    static const char *const pieces[] = {
        "a", "\"", "\\", "\n", "\x01", "\xc3\xa9", "\xf0\x9f\x8e\xb2", "/", "\x7f"};
    char text[64] = "";

    for (unsigned n = draw(12); n > 0; n--)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s", pieces[draw(9)]);
    return json_string(text);
}

static json_t *random_value(int depth) {
    json_t *value;

    switch (draw(depth > 4 ? 4 : 6)) {
    case 0: return json_null();
    case 1: return json_boolean(draw(2));
    case 2: return json_integer((json_int_t)((unsigned long long)draw(1u << 31) << draw(33)) * -1);
    case 3: return random_text();
    case 4:
        value = json_array();
        for (unsigned n = draw(5); n > 0; n--)
            json_array_append_new(value, random_value(depth + 1));
        return value;
    default:
        value = json_object();
        for (unsigned n = draw(5); n > 0; n--) {
            json_t *key = random_text();

            json_object_set_new(value, json_string_value(key), random_value(depth + 1));
            json_decref(key);
        }
        return value;
    }
}

START_TEST(what_is_written_is_read_again) {
    seed = test_seed(20260301);
    for (int i = 0; i < 2000; i++) {
        json_t *value = json_pack("[o]", random_value(0));
        struct read_failure failure;
        struct buffer buffer;
        struct writer w;
        json_t *again;

        buffer_init(&buffer, 1 << 20);
        w = writer_to(&buffer);
        write_random(&w, value);
        again = read_json(buffer.data, buffer.size, &failure);
        ck_assert_msg(again != NULL, "%.*s: %s", (int)buffer.size, buffer.data, failure.detail);
        ck_assert(json_equal(value, again));
        json_decref(again);
        json_decref(value);
        buffer_free(&buffer);
    }
}
END_TEST

/* ---- reading ---- */

struct text {
    const char *bytes;
    size_t size;
    bool accepted;
};
#define GOOD(bytes)                                                                                \
    { bytes, sizeof(bytes) - 1, true }
#define BAD(bytes)                                                                                 \
    { bytes, sizeof(bytes) - 1, false }
#define DEEP16 "[[[[[[[[[[[[[[[["
#define FLAT16 "]]]]]]]]]]]]]]]]"

static const struct text texts[] = {
    GOOD("{}"),
    GOOD("[]"),
    GOOD(" {\"a\" : [1, 2.5, -0, 1e3, true, null, \"\\u00e9\\ud83c\\udfb2\"]}\r\n\t"),
    GOOD(DEEP16 DEEP16 FLAT16 FLAT16),
    GOOD("[\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\\\"[[[[[[\"]"),
    GOOD("[9223372036854775807]"),
    BAD(""),
    BAD(" "),
    BAD("1"),
    BAD("\"a\""),
    BAD("null"),
    BAD("{"),
    BAD("[1,]"),
    BAD("{\"a\":1,}"),
    BAD("{'a':1}"),
    BAD("{a:1}"),
    BAD("[01]"),
    BAD("[+1]"),
    BAD("[.5]"),
    BAD("[1.]"),
    BAD("[NaN]"),
    BAD("[Infinity]"),
    BAD("[1e400]"),
    BAD("[9223372036854775808]"),
    BAD("[tru]"),
    BAD("[] []"),
    BAD("[]x"),
    BAD("[]\0"),
    BAD("[\"\0\"]"),
    BAD("[\"a\nb\"]"),
    BAD("[\"\\u0000\"]"),
    BAD("{\"\\u0000\":1}"),
    BAD("[\"\\ud800\"]"),
    BAD("[\"\\x41\"]"),
    BAD("[\"\xff\"]"),
    BAD("[\"\xc0\xaf\"]"),
    BAD("[\"\xed\xa0\x80\"]"),
    BAD("[\"\xf5\x80\x80\x80\"]"),
    BAD("\xef\xbb\xbf[]"),
    BAD("{\"a\":1,\"a\":1}"),
    BAD("{\"a\":1,\"\\u0061\":2}"),
    BAD("[/* */]"),
    BAD(DEEP16 DEEP16 "[" FLAT16 FLAT16 "]"),
    BAD("\"" DEEP16 DEEP16 DEEP16),
};
enum { TEXT_COUNT = sizeof texts / sizeof *texts };

START_TEST(texts_are_read_strictly) {
    struct read_failure failure;
    char *exact = malloc(texts[_i].size + 1); /* so that overreads are detected */
    json_t *json;

    ck_assert_ptr_nonnull(exact);
    memcpy(exact, texts[_i].bytes, texts[_i].size);
    json = read_json(exact, texts[_i].size, &failure);
    ck_assert_msg((json != NULL) == texts[_i].accepted, "%s", texts[_i].bytes);
    if (json == NULL) {
        ck_assert(!failure.memory);
        ck_assert_uint_gt(strlen(failure.detail), 10);
        ck_assert_uint_le(failure.offset, texts[_i].size);
    }
    json_decref(json);
    free(exact);
}
END_TEST

/* ---- fields ---- */

struct values {
    bool flag;
    int64_t number;
    const char *text;
    int color;
    const json_t *object;
    const json_t *list;
    bool given;
};

static const char *const colors[] = {"red", "blue", NULL};

static bool read_values(const char *text, struct values *v, struct read_errors *errors,
                        json_t **json) {
    const struct read_field fields[] = {
        {"flag", READ_BOOL, .to.flag = &v->flag},
        {"number", READ_INT, .required = true, .to.number = &v->number, .min = -1, .max = 9},
        {"text", READ_TEXT, .nullable = true, .to.text = &v->text, .max = 4, .given = &v->given},
        {"color", READ_CHOICE, .to.choice = &v->color, .choices = colors},
        {"object", READ_OBJECT, .to.json = &v->object},
        {"list", READ_ARRAY, .to.json = &v->list, .min = 1, .max = 2},
    };
    struct read_failure failure;

    *v = (struct values){.color = -1};
    *errors = (struct read_errors){0};
    *json = read_json(text, strlen(text), &failure);
    ck_assert_msg(*json != NULL, "%s: %s", text, failure.detail);
    return read_fields(errors, *json, "/at", fields, sizeof fields / sizeof *fields);
}

START_TEST(fields_are_read) {
    struct read_errors errors;
    struct values v;
    json_t *json;

    ck_assert(read_values("{\"flag\":true,\"number\":-1,\"text\":\"abcd\",\"color\":\"blue\","
                          "\"object\":{},\"list\":[1,2]}",
                          &v, &errors, &json));
    ck_assert(v.flag);
    ck_assert_int_eq(v.number, -1);
    ck_assert_str_eq(v.text, "abcd");
    ck_assert_int_eq(v.color, 1);
    ck_assert(json_is_object(v.object));
    ck_assert_uint_eq(json_array_size(v.list), 2);
    ck_assert(v.given);
    json_decref(json);
    ck_assert(read_values("{\"number\":9,\"text\":null}", &v, &errors, &json));
    ck_assert(v.given);
    ck_assert_ptr_null(v.text);
    ck_assert_int_eq(v.color, -1);
    json_decref(json);
    ck_assert(read_values("{\"number\":9}", &v, &errors, &json));
    ck_assert(!v.given);
    json_decref(json);
}
END_TEST

struct wrong {
    const char *text;
    const char *pointer;
    const char *detail;
};

#define NAMES "flag, number, text, color, object, list"

static const struct wrong wrongs[] = {
    {"{}", "/at/number", "is missing; it must be a whole number from -1 to 9"},
    {"{\"number\":null}", "/at/number", "must be a whole number from -1 to 9"},
    {"{\"number\":1.0}", "/at/number", "must be a whole number from -1 to 9"},
    {"{\"number\":\"1\"}", "/at/number", "must be a whole number from -1 to 9"},
    {"{\"number\":10}", "/at/number", "must be a whole number from -1 to 9"},
    {"{\"number\":1,\"flag\":1}", "/at/flag", "must be true or false"},
    {"{\"number\":1,\"text\":\"abcde\"}", "/at/text", "must have 0 to 4 bytes"},
    {"{\"number\":1,\"text\":5}", "/at/text", "must be a text"},
    {"{\"number\":1,\"color\":\"green\"}", "/at/color", "must be one of \"red\", \"blue\""},
    {"{\"number\":1,\"color\":0}", "/at/color", NULL},
    {"{\"number\":1,\"object\":[]}", "/at/object", "must be an object"},
    {"{\"number\":1,\"list\":[]}", "/at/list", "must have 1 to 2 elements"},
    {"{\"number\":1,\"list\":{}}", "/at/list", "must be an array"},
    {"{\"number\":1,\"colour\":1}", "/at/colour", "is not known here; did you mean \"color\"?"},
    {"{\"number\":1,\"zzz\":1}", "/at/zzz", "is not known here; known are: " NAMES},
    {"{\"number\":1,\"a/b~c\":1}", "/at/a~1b~0c", "is not known here; known are: " NAMES},
    {"[]", "/at", "must be an object"},
};
enum { WRONG_COUNT = sizeof wrongs / sizeof *wrongs };

START_TEST(wrong_fields_are_named) {
    struct read_errors errors;
    struct values v;
    json_t *json;

    ck_assert(!read_values(wrongs[_i].text, &v, &errors, &json));
    ck_assert_uint_eq(errors.count, 1);
    ck_assert_str_eq(errors.items[0].pointer, wrongs[_i].pointer);
    if (wrongs[_i].detail != NULL)
        ck_assert_str_eq(errors.items[0].detail, wrongs[_i].detail);
    json_decref(json);
}
END_TEST

START_TEST(several_errors_are_told_at_once) {
    struct read_errors errors;
    struct values v;
    json_t *json;
    char text[2000] = "{\"flag\":1,\"text\":2";

    ck_assert(!read_values("{\"flag\":1,\"text\":2}", &v, &errors, &json));
    ck_assert_uint_eq(errors.count, 3);
    json_decref(json);
    for (int i = 0; i < 50; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), ",\"unknown%d\":0", i);
    snprintf(text + strlen(text), sizeof text - strlen(text), "}");
    ck_assert(!read_values(text, &v, &errors, &json));
    ck_assert_uint_eq(errors.count, READ_ERRORS_MAX);
    json_decref(json);
}
END_TEST

START_TEST(long_names_are_cut_between_characters) {
    struct read_errors errors;
    struct values v;
    json_t *json;
    json_t *checked;

    for (size_t start = 0; start < 4; start++) {
        char text[2000];
        size_t at = (size_t)snprintf(text, sizeof text, "{\"number\":1,\"%.*s", (int)start, "abcd");

        for (int i = 0; i < 300; i++)
            at += (size_t)snprintf(text + at, sizeof text - at, "\xf0\x9f\x8e\xb2");
        snprintf(text + at, sizeof text - at, "\":1}");
        ck_assert(!read_values(text, &v, &errors, &json));
        checked = json_pack("[ss]", errors.items[0].pointer, errors.items[0].detail);
        ck_assert_ptr_nonnull(checked); /* valid UTF-8 */
        json_decref(checked);
        json_decref(json);
    }
}
END_TEST

/* ---- times ---- */

struct time_text {
    const char *text;
    int64_t ms; /* -1: refused */
};
static const struct time_text times[] = {
    {"1970-01-01T00:00:00Z", 0},
    {"2026-03-01T09:30:00.5Z", 1772357400500},
    {"2026-03-01t09:30:00.123456z", 1772357400123},
    {"2026-03-01T10:30:00+01:00", 1772357400000},
    {"2026-03-01T04:00:00-05:30", 1772357400000},
    {"2024-02-29T00:00:00Z", 1709164800000},
    {"2026-02-29T00:00:00Z", -1},
    {"2026-13-01T00:00:00Z", -1},
    {"2026-00-01T00:00:00Z", -1},
    {"2026-01-01T24:00:00Z", -1},
    {"2026-01-01T23:60:00Z", -1},
    {"2026-01-01T23:00:60Z", -1},
    {"2026-01-01T23:00:00", -1},
    {"2026-01-01T23:00:00.Z", -1},
    {"2026-01-01T23:00:00+1:00", -1},
    {"2026-01-01T23:00:00+25:00", -1},
    {"2026-01-01", -1},
    {"", -1},
    {"2026-01-01T23:00:00Zx", -1},
    {"20260101T230000Z", -1},
    {"-026-01-01T23:00:00Z", -1},
};
enum { TIME_COUNT = sizeof times / sizeof *times };

START_TEST(times_are_read) {
    int64_t ms = -1;

    ck_assert_msg(time_read(times[_i].text, &ms) == (times[_i].ms >= 0), "%s", times[_i].text);
    if (times[_i].ms >= 0)
        ck_assert_int_eq(ms, times[_i].ms);
}
END_TEST

START_TEST(near_names_are_found) {
    static const char *const names[] = {"settlement", "city", "road", NULL};

    ck_assert_str_eq(read_nearest("setlement", names), "settlement");
    ck_assert_str_eq(read_nearest("citi", names), "city");
    ck_assert_str_eq(read_nearest("raod", names), "road");
    ck_assert_ptr_null(read_nearest("knight", names));
    ck_assert_ptr_null(read_nearest("", names));
    ck_assert_ptr_null(read_nearest("a very long name that is not compared at all", names));
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "json",
        (const struct test_case[]){
            {"buffers_have_a_ceiling", buffers_have_a_ceiling, .loops = 0},
            {"documents_are_written", documents_are_written, .loops = 0},
            {"what_is_written_is_read_again", what_is_written_is_read_again, .loops = 0},
            {"texts_are_read_strictly", texts_are_read_strictly, .loops = TEXT_COUNT},
            {"fields_are_read", fields_are_read, .loops = 0},
            {"wrong_fields_are_named", wrong_fields_are_named, .loops = WRONG_COUNT},
            {"several_errors_are_told_at_once", several_errors_are_told_at_once, .loops = 0},
            {"long_names", long_names_are_cut_between_characters, .loops = 0},
            {"times_are_read", times_are_read, .loops = TIME_COUNT},
            {"near_names_are_found", near_names_are_found, .loops = 0},
            {0},
        });
}
TEST_MAIN(suite)
