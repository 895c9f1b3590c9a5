/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Texts from outside: numbers, characters, percent-encoding. */
#include "service/base/text.h"

#include <string.h>

#include "tests/support/check_main.h"

enum { LEFT_ALONE = -7 };

static const struct {
    const char *text;
    int64_t min, max, number; /* LEFT_ALONE: refused */
} numbers[] = {
    {"0", 0, 5, 0},
    {"5", 0, 5, 5},
    {"05", 0, 5, 5},
    {"6", 0, 5, LEFT_ALONE},
    {"0", 1, 5, LEFT_ALONE},
    {"", 0, 5, LEFT_ALONE},
    {NULL, 0, 5, LEFT_ALONE},
    {" 5", 0, 5, LEFT_ALONE},
    {"5 ", 0, 5, LEFT_ALONE},
    {"+5", 0, 5, LEFT_ALONE},
    {"-5", 0, 5, LEFT_ALONE},
    {"5.", 0, 5, LEFT_ALONE},
    {"0x5", 0, 5, LEFT_ALONE},
    {"9223372036854775807", 0, INT64_MAX, INT64_MAX},
    {"9223372036854775808", 0, INT64_MAX, LEFT_ALONE},
    {"18446744073709551617", 0, INT64_MAX, LEFT_ALONE},
    {"9223372036854775807", 0, INT64_MAX - 1, LEFT_ALONE},
    {"1048575", 0, 1048575, 1048575},
    {"1048576", 0, 1048575, LEFT_ALONE},
};
enum { NUMBER_COUNT = sizeof numbers / sizeof *numbers };

START_TEST(numbers_are_digits_alone) {
    int64_t number = LEFT_ALONE;
    bool read = text_read_number(numbers[_i].text, numbers[_i].min, numbers[_i].max, &number);

    ck_assert_int_eq(read, numbers[_i].number != LEFT_ALONE);
    ck_assert_int_eq(number, numbers[_i].number);
}
END_TEST

START_TEST(parts_are_taken_one_by_one) {
    const char *text = "12.345-x";
    int64_t number = 0;

    ck_assert(text_take_number(&text, 99, &number));
    ck_assert_int_eq(number, 12);
    ck_assert(!text_take_number(&text, 99, &number));
    ck_assert(!text_take_mark(&text, '-'));
    ck_assert(text_take_mark(&text, '.'));
    ck_assert(!text_take_number(&text, 344, &number));
    ck_assert_int_eq(text_take_digits(&text, 3), 345);
    ck_assert_int_eq(text_take_digits(&text, 1), -1);
    ck_assert_str_eq(text, "-x");
    ck_assert_int_eq(number, 12);
}
END_TEST

static const struct {
    const char *body, *name, *value; /* NULL: refused */
} fields[] = {
    {"a=1&text=settle+14%3B+road", "text", "settle 14; road"},
    {"text=%C3%A9", "text", "\xc3\xa9"},
    {"text=", "text", ""},
    {"context=1", "text", NULL},
    {"text=%C3", "text", NULL},
    {"text=%00", "text", NULL},
    {"text=%zz", "text", NULL},
    {"text=%4", "text", NULL},
    {"text=0123456789012345", "text", NULL},
    {"text=1&text=2", "text", "1"},
    {"", "text", NULL},
};
enum { FORM_COUNT = sizeof fields / sizeof *fields };

START_TEST(forms_are_read) {
    char value[16];
    bool there = text_form_field(fields[_i].body, strlen(fields[_i].body), fields[_i].name, value,
                                 sizeof value);

    ck_assert_int_eq(there, fields[_i].value != NULL);
    ck_assert_str_eq(value, there ? fields[_i].value : "");
}
END_TEST

static const struct {
    const char *plain, *encoded;
} percents[] = {
    {"", ""},
    {"aZ09-._~", "aZ09-._~"},
    {"a b+c/d", "a%20b%2Bc%2Fd"},
    {"\xc3\xa9%", "%C3%A9%25"},
};

START_TEST(percent_encoding_comes_back) {
    char decoded[16];
    struct buffer out;

    for (size_t i = 0; i < sizeof percents / sizeof *percents; i++) {
        buffer_init(&out, 64);
        text_percent(&out, percents[i].plain, strlen(percents[i].plain));
        ck_assert_uint_eq(out.size, strlen(percents[i].encoded));
        ck_assert_mem_eq(out.size == 0 ? "" : out.data, percents[i].encoded, out.size);
        ck_assert(text_unpercent(percents[i].encoded, out.size, false, decoded, sizeof decoded));
        ck_assert_str_eq(decoded, percents[i].plain);
        buffer_free(&out);
    }
    ck_assert(text_unpercent("a+b", 3, false, decoded, sizeof decoded));
    ck_assert_str_eq(decoded, "a+b");
    ck_assert(!text_unpercent("%4", 2, false, decoded, sizeof decoded));
    ck_assert(!text_unpercent("%00", 3, false, decoded, sizeof decoded));
    ck_assert(!text_unpercent("\xc3", 1, false, decoded, sizeof decoded));
    ck_assert(!text_unpercent("abc", 3, false, decoded, 3));
}
END_TEST

START_TEST(characters_stay_whole) {
    char text[] = "a\xc3\xa9";

    ck_assert_uint_eq(text_cut(text, 3, 3), 3);
    ck_assert_uint_eq(text_cut(text, 3, 2), 1);
    ck_assert_uint_eq(text_cut(text, 3, 1), 1);
    text_drop_partial(text);
    ck_assert_str_eq(text, "a\xc3\xa9");
    text[2] = '\0';
    text_drop_partial(text);
    ck_assert_str_eq(text, "a");
}
END_TEST

static Suite *suite(void) {
    return test_suite("text",
                      (const struct test_case[]){
                          {.name = "numbers", numbers_are_digits_alone, .loops = NUMBER_COUNT},
                          {.name = "parts", parts_are_taken_one_by_one},
                          {.name = "forms", forms_are_read, .loops = FORM_COUNT},
                          {.name = "percent", percent_encoding_comes_back},
                          {.name = "characters", characters_stay_whole},
                          {0},
                      });
}
TEST_MAIN(suite)
