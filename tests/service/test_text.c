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

static Suite *suite(void) {
    return test_suite("text",
                      (const struct test_case[]){
                          {.name = "numbers", numbers_are_digits_alone, .loops = NUMBER_COUNT},
                          {.name = "parts", parts_are_taken_one_by_one},
                          {0},
                      });
}
TEST_MAIN(suite)
