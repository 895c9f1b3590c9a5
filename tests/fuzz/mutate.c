/* SPDX-License-Identifier: AGPL-3.0-or-later */
/*
 * Mutates documents as documents, for libFuzzer: a number, a name, a member or an element changes and the rest stays
 * JSON, so that inputs get past the parser to the rules. Inputs that are not JSON (after one leading byte) are mutated
 * byte by byte.
 */
#include <jansson.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "tests/support/random_game.h"

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

/* libFuzzer's own; missing when a corpus is replayed. */
__attribute__((weak)) size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

/* The place of a value: in OBJECT under KEY, or in ARRAY at INDEX. */
struct place {
    json_t *parent;
    const char *key;
    size_t index;
    json_t *value;
};

static size_t children(const json_t *value) {
    return json_is_object(value) ? json_object_size(value) : json_array_size(value);
}

static struct place child(json_t *parent, size_t index) {
    struct place place = {.parent = parent, .index = index};
    if (json_is_array(parent)) {
        place.value = json_array_get(parent, index);
        return place;
    }
    void *at = json_object_iter(parent);
    while (index-- > 0)
        at = json_object_iter_next(parent, at);
    place.key = json_object_iter_key(at);
    place.value = json_object_iter_value(at);
    return place;
}

/* A random value in ROOT, which has children. */
static struct place somewhere(json_t *root, struct random *random) {
    struct place place = {.value = root};
    do
        place = child(place.value, random_below(random, (uint32_t)children(place.value)));
    while (children(place.value) > 0 && random_below(random, 4) != 0);
    return place;
}

static json_t *other_number(const json_t *value, struct random *random) {
    static const json_int_t odd[] = {-1, 0, 1, 127, 128, 254, 255, 256, 65536, 1LL << 40};
    json_int_t number = json_is_integer(value) ? json_integer_value(value) : 0;
    switch (random_below(random, 4)) {
    case 0: return json_integer(number + 1);
    case 1: return json_integer(number - (number > INT64_MIN));
    case 2: return json_integer(random_below(random, 75));
    default: return json_integer(odd[random_below(random, sizeof odd / sizeof *odd)]);
    }
}

static json_t *other_value(json_t *root, const json_t *value, struct random *random) {
    switch (random_below(random, 6)) {
    case 0: return json_null();
    case 1: return json_boolean(!json_is_true(value));
    case 2: return json_deep_copy(somewhere(root, random).value);
    default: return other_number(value, random);
    }
}

static void remove_at(const struct place *place) {
    if (place->key != NULL)
        (void)json_object_del(place->parent, place->key);
    else
        (void)json_array_remove(place->parent, place->index);
}

static void change(json_t *root, struct random *random) {
    struct place place = somewhere(root, random), from = somewhere(root, random);
    switch (random_below(random, 8)) {
    case 0: remove_at(&place); return;
    case 1: /* a copy of another value */
        if (place.key == NULL)
            (void)json_array_insert_new(place.parent, place.index, json_deep_copy(from.value));
        else if (from.key != NULL)
            (void)json_object_set_new(place.parent, from.key, json_deep_copy(from.value));
        return;
    default: break;
    }
    json_t *value = json_is_string(place.value) && json_is_string(from.value)
                        ? json_copy(from.value)
                        : other_value(root, place.value, random);
    if (place.key != NULL)
        (void)json_object_set_new(place.parent, place.key, value);
    else
        (void)json_array_set_new(place.parent, place.index, value);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed) {
    struct random random = random_seeded(seed);
    size_t from = size > 1 && data[0] != '{' ? 1 : 0;
    json_t *root = random_below(&random, 5) == 0
                       ? NULL
                       : json_loadb((const char *)data + from, size - from, 0, NULL);
    for (unsigned n = 1 + random_below(&random, 3); n > 0 && children(root) > 0; n--)
        change(root, &random);
    char *text = root != NULL ? json_dumps(root, JSON_COMPACT) : NULL;
    json_decref(root);
    size_t length = text != NULL ? strlen(text) : 0;
    if (text == NULL || from + length > max_size)
        size = LLVMFuzzerMutate(data, size, max_size);
    else {
        memcpy(data + from, text, length);
        size = from + length;
    }
    free(text);
    return size;
}
