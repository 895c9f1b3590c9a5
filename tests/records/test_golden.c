/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Golden games replay forever: see golden.h. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/json_read.h"
#include "service/base/json_write.h"
#include "service/document/position.h"
#include "service/document/record.h"
#include "service/document/verify.h"
#include "tests/records/golden.h"
#include "tests/support/check_main.h"
#include "tests/support/record_cursor.h"

enum { FILE_MAX = 4 << 20, NAME_MAX_BYTES = 32 };

static char *file_text;
static size_t file_size;

static void set_up(void) {
    file_text = malloc(FILE_MAX);
    ck_assert_ptr_nonnull(file_text);
}

static void tear_down(void) {
    free(file_text);
}

static void read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s cannot be read", path);
    file_size = fread(file_text, 1, FILE_MAX - 1, file);
    ck_assert_msg(feof(file), "%s is longer than %d bytes", path, FILE_MAX - 1);
    file_text[file_size] = '\0';
    (void)fclose(file);
}

/* Calls EACH for every file of the folder with this ENDING; returns how many there are. */
static int each_file(const char *ending, void (*each)(const char *name, void *arg), void *arg) {
    struct dirent **entries = NULL;
    int found = 0, n = scandir(test_path("tests/records"), &entries, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        const char *dot = strrchr(entries[i]->d_name, '.');
        if (dot != NULL && strcmp(dot, ending) == 0) {
            char path[300];
            snprintf(path, sizeof path, "tests/records/%s", entries[i]->d_name);
            read_file(test_path(path));
            each(entries[i]->d_name, arg);
            found++;
        }
        free(entries[i]);
    }
    free(entries);
    return found;
}

/* ---- logs ---- */

static size_t hex_bytes(const char *name, const char *text, uint8_t *bytes, size_t max) {
    size_t n = strlen(text) / 2;
    ck_assert_msg(strlen(text) % 2 == 0 && n <= max, "%s: odd bytes: %s", name, text);
    for (size_t i = 0; i < n; i++) {
        const char digits[] = {text[2 * i], text[2 * i + 1], '\0'};
        ck_assert_uint_eq(strspn(digits, "0123456789abcdef"), 2);
        bytes[i] = (uint8_t)strtoul(digits, NULL, 16);
    }
    return n;
}

static void read_setup(const char *name, const char *hex, struct setup *setup, struct game *game) {
    uint8_t body[SETUP_BODY_MAX], again[SETUP_BODY_MAX];
    struct rules rules;
    struct board_spec spec;
    size_t at, size = hex_bytes(name, hex, body, sizeof body);
    ck_assert_msg(setup_decode(body, size, &rules, &spec), "%s: the set-up is unreadable", name);
    ck_assert_msg(setup_encode(&rules, &spec, again) == size && memcmp(body, again, size) == 0,
                  "%s: the set-up is written otherwise", name);
    ck_assert_int_eq(setup_build(setup, &rules, &spec, &at), BOARD_OK);
    game_init(setup, game);
}

static void read_event(const char *name, char *line, const struct setup *setup, struct game *game,
                       struct trail *trail, struct golden_shown *shown) {
    char type_name[NAME_MAX_BYTES + 1], player[4];
    uint8_t body[EVENT_BODY_MAX], again[EVENT_BODY_MAX];
    struct event event;
    int hex = 0;
    ck_assert_msg(sscanf(line, "%32s %3s %n", type_name, player, &hex) == 2 && hex > 0, "%s: %s",
                  name, line);
    unsigned type = event_type_of(type_name, strlen(type_name));
    unsigned seat = *player == '-' ? NONE : (unsigned)strtoul(player, NULL, 10);
    size_t size = hex_bytes(name, line + hex, body, sizeof body);
    ck_assert_msg(event_decode(type, seat, body, size, &event), "%s: event %u is unreadable: %s",
                  name, game->seq + 1, line);
    ck_assert_msg(event_encode(&event, again) == size && memcmp(body, again, size) == 0,
                  "%s: event %u is written otherwise: %s", name, game->seq + 1, line);
    enum reason reason = trail_accepts(trail, setup, game, &event);
    ck_assert_msg(reason == REASON_OK, "%s: event %u is refused: %s: %s", name, game->seq + 1,
                  reasons[reason].code, line);
    golden_look(shown, setup, game, &event);
    trail_apply(trail, setup, game, &event);
    const char *wrong = game_ok(setup, game);
    ck_assert_msg(wrong == NULL, "%s: after event %u: %s", name, game->seq, wrong);
}

static void replay_log(const char *name, void *arg) {
    static struct setup setup;
    static struct game game;
    static struct trail trail;
    char facts[GOLDEN_FACTS_MAX], *rest = NULL;
    char *told = strstr(file_text, "\n= ");
    ck_assert_msg(told != NULL, "%s tells no facts", name);
    *told++ = '\0';
    ck_assert_msg(file_text[0] == '#', "%s does not say what it shows", name);
    (void)strtok_r(file_text, "\n", &rest);
    char *line = strtok_r(NULL, "\n", &rest);
    ck_assert_msg(line != NULL && strncmp(line, "setup ", 6) == 0, "%s has no set-up", name);
    read_setup(name, line + 6, &setup, &game);
    trail_begin(&trail, &game, strstr(name, "open") != NULL);
    while ((line = strtok_r(NULL, "\n", &rest)) != NULL)
        read_event(name, line, &setup, &game, &trail, arg);
    ck_assert_msg(strcmp(golden_facts(facts, &setup, &game), told) == 0,
                  "%s comes to something else:\n%swhere there was\n%s", name, facts, told);
}

/* Forms that a golden game must show: all except victory point cards, which are not played. */
static uint64_t forms_due(unsigned type) {
    if (type == ACTION_NONE)
        return 0;
    if (!event_is_action(type) || type == UNDO)
        return 1;
    uint64_t forms = (UINT64_C(1) << action_forms(type)) - 1;
    for (unsigned card = 0; type == PLAY_PROGRESS_CARD && card < PROGRESS_COUNT; card++)
        if (progress_rows[card].point)
            forms &= ~(UINT64_C(1) << card);
    return type == PLAY_DEV_CARD ? forms & ~(UINT64_C(1) << VICTORY_POINT) : forms;
}

START_TEST(every_log_replays_and_every_kind_of_event_is_in_one) {
    struct golden_shown shown = {0};
    if (getenv("HEXPOST_WRITE_GOLDEN") != NULL)
        golden_write(test_path("tests/records"));
    ck_assert_int_gt(each_file(".log", replay_log, &shown), 0);
    for (unsigned type = 0; type < EVENT_TYPE_COUNT; type++) {
        uint64_t missing = forms_due(type) & ~shown.forms[type];
        ck_assert_msg(missing == 0, "no golden game has %s in form %d", event_type_name(type),
                      __builtin_ctzll(missing | UINT64_C(1) << 63));
    }
    for (unsigned i = 0; i < GOLDEN_FEATURE_COUNT; i++)
        ck_assert_msg(shown.features >> i & 1, "no golden game has %s", golden_feature_names[i]);
}
END_TEST

/* ---- records ---- */

static void read_record(const char *name, const char *text, size_t size, struct record *record) {
    struct read_failure failure;
    struct read_errors errors = {0};
    struct record_fault fault;
    json_t *value = read_json(text, size, &failure);
    ck_assert_msg(value != NULL, "%s: %s at %zu", name, failure.detail, failure.offset);
    enum record_result result = record_read(&errors, value, "", record, &fault);
    ck_assert_msg(result == RECORD_OK, "%s: event %u: %s %s %s", name, fault.seq,
                  reasons[fault.reason].code, errors.items[0].pointer, errors.items[0].detail);
    json_decref(value);
}

static void check_record(const char *name, void *arg) {
    struct record record, again;
    struct seat_label labels[SEAT_MAX];
    struct buffer buffer;
    struct verdict verdict;
    verify_record(file_text, file_size, &verdict);
    ck_assert_msg(verdict.ok, "%s: %s", name, verdict.text);
    *(unsigned *)arg += verdict.proved;
    ck_assert_msg(verdict.proved == (strncmp(name, "play", 4) == 0), "%s: %s", name, verdict.text);
    read_record(name, file_text, file_size, &record);
    ck_assert_uint_eq(verdict.events, record.n_events);
    for (unsigned seat = 0; seat < SEAT_MAX; seat++)
        labels[seat] = (struct seat_label){record.names[seat], record.colors[seat]};
    struct record_head head = {.setup = &record.setup,
                               .spec = &record.spec,
                               .position = record.has_position ? &record.start : NULL,
                               .labels = labels,
                               .fairness = record.has_fairness ? &record.fairness : NULL};
    struct record_cursor cursor = {&record, 0};
    buffer_init(&buffer, FILE_MAX);
    struct writer w = writer_to(&buffer);
    ck_assert(record_write(&w, &head, record_cursor_next, &cursor) && !buffer.failed);
    read_record(name, buffer.data, buffer.size, &again);
    ck_assert_msg(position_same(&record.end, &again.end), "%s: another end", name);
    record_free(&again);
    record_free(&record);
    buffer_free(&buffer);
}

START_TEST(every_record_is_read_and_verified) {
    unsigned proved = 0;
    if (getenv("HEXPOST_WRITE_GOLDEN") != NULL)
        golden_write(test_path("tests/records"));
    ck_assert_int_ge(each_file(".json", check_record, &proved), 3);
    ck_assert_uint_ge(proved, 1);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "golden games",
        (const struct test_case[]){
            {"logs", every_log_replays_and_every_kind_of_event_is_in_one, .setup = set_up,
             .teardown = tear_down},
            {"records", every_record_is_read_and_verified, .setup = set_up, .teardown = tear_down},
            {0},
        });
}
TEST_MAIN(suite)
